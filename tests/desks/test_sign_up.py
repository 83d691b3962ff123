"""A card is asked for on the phone, one question a page, without JavaScript."""

import base64
import re
import zlib
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa
from visitor import Visitor, words

from portal.actions import staff
from portal.app import create_app
from portal.config import Mode
from portal.law import code_limits
from portal.law.offices import Office
from portal.registers import code_places
from portal.registers.base import db
from portal.registers.cards import Card
from portal.registers.messages import Message, OneTimeCode
from portal.registers.people import AT_THE_COMMAND_LINE, Person, SignIn

PHONE = "9848012345"
IDENTITY = {"how": "number", "identity": "4123 5678 4471"}
DECLARED = {"barred": "no", "buys": "self"}


@pytest.fixture
def sale(act, hands, clock):
    def set_up():
        case, _other = hands.take_in(1), hands.take_in(2)
        clock.go(2026, 11, 30)
        return hands.arrange(case)

    return act(set_up)


@pytest.fixture
def browser(app, sale):
    def opening():
        client = app.test_client()
        client.__class__ = Visitor
        client.card = f"/sales/{sale}/card"
        return client

    return opening


@pytest.fixture
def phone(browser):
    return browser()


@pytest.fixture
def last_code(act):
    """The code of the latest message to a mobile, as its holder reads it."""

    def reading(phone=PHONE):
        def find():
            found = db.session.query(Message).filter_by(to=phone).order_by(Message.id.desc())
            return re.search(r"\b\d{6}\b", found.first().words)[0]

        return act(find)

    return reading


@pytest.fixture
def come_in(last_code):
    def coming(client, phone=PHONE):
        client.do(f"{client.card}/mobile", phone=phone)
        return client.do(f"{client.card}/code", code=last_code(phone))

    return coming


def answer(client, name="Ramesh Yadav", **more):
    """Answer every page after the code; gives the check page."""
    client.do(f"{client.card}/name", name=name, relation=more.get("relation", ""))
    client.do(f"{client.card}/identity", **(more.get("identity") or IDENTITY))
    return client.do(f"{client.card}/declaration", **(more.get("declared") or DECLARED))


def count(act, table, **by):
    return act(lambda: db.session.query(table).filter_by(**by).count())


def title(page):
    return words(re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)[1])


def cookie_of(client):
    """What anybody who holds the phone may read in its cookie."""
    written = client.get_cookie("portal").value.lstrip(".").split(".")[0]
    plain = base64.urlsafe_b64decode(written + "=" * (-len(written) % 4))
    return zlib.decompress(plain) if plain[:1] == b"\x78" else plain


def test_a_visitor_walks_from_the_sale_to_his_card(phone, sale, come_in, act):
    page = phone.see(f"/sales/{sale}")
    assert f'href="/sales/{sale}/card"' in page
    assert f'href="/sales/{sale}/card"' in phone.see(f"/sales/{sale}/lots/1")
    start = words(phone.see(phone.card))
    assert "No police officer and no pound-keeper may buy" in start
    assert title(phone.see(f"{phone.card}/mobile")) == "Your mobile"
    asked = phone.do(f"{phone.card}/mobile", phone="+91 98480-12345")
    assert 'autocomplete="one-time-code"' in asked
    assert 'inputmode="numeric"' in asked
    assert "No code? Show this screen at the counter" in words(asked)
    assert title(come_in(phone)) == "Your name"
    page = answer(phone, relation="Yadaiah")
    assert title(page) == "Check your answers"
    for said in ("98480 12345", "Ramesh Yadav", "Yadaiah", "ends in 4471", "For myself"):
        assert said in words(page)
    assert "4123" not in page
    done = phone.do(f"{phone.card}/check")
    assert title(done) == "My card"
    assert "Card 1 is yours" in words(done)

    def kept():
        card = db.session.query(Card).one()
        kinds = {key.kind for key in card.keys}
        return card.name, card.phone, card.buys_for, {"identity number", "phone"} <= kinds

    assert act(kept) == ("Ramesh Yadav", PHONE, "himself", True)


def test_with_the_card_he_bids_from_this_phone(phone, sale, come_in, act, hands):
    come_in(phone)
    answer(phone)
    phone.do(f"{phone.card}/check")

    def open_ring():
        hands.open(sale)
        hands.bring_in(sale)

    act(open_ring)
    page = phone.see(f"/sales/{sale}/lots/1")
    form = dict(re.findall(r'name="(amount|seen|key)" value="([^"]+)"', page))
    assert "You are ahead" in words(phone.do(f"/sales/{sale}/lots/1/bids", **form))


def test_a_lost_code_is_asked_for_again_and_the_first_opens_nothing(phone, last_code):
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    lost = last_code()
    phone.do(f"{phone.card}/code/new")
    fresh = last_code()
    if lost != fresh:  # once in a million
        reply = phone.send(f"{phone.card}/code", code=lost)
        assert (reply.status_code, "The code is wrong. 2 more tries." in words(reply.text)) == (
            422,
            True,
        )
    assert title(phone.do(f"{phone.card}/code", code=f"{fresh[:3]} {fresh[3:]}")) == "Your name"


def wrong(code):
    return f"{(int(code) + 1) % 1_000_000:06}"


def test_three_wrong_codes_and_the_right_one_opens_nothing(phone, last_code, act):
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    code = last_code()
    said = [phone.send(f"{phone.card}/code", code=wrong(code)) for _time in range(3)]
    assert "The code is wrong. 1 more try." in words(said[1].text)
    assert "Ask for a new code" in words(said[2].text)
    dead = phone.send(f"{phone.card}/code", code=code)
    assert dead.status_code == 422
    assert "opens nothing more" in words(dead.text)
    assert "<title>Error: Your code" in dead.text
    assert count(act, SignIn) == 0


def test_a_code_is_used_once_whoever_has_it(phone, browser, last_code):
    second = browser()
    for client in (phone, second):
        client.do(f"{client.card}/mobile", phone=PHONE)
    code = last_code()
    first = phone.send(f"{phone.card}/code", code=code)
    assert "The code is wrong" in words(first.text), "it is the other browser's"
    second.do(f"{second.card}/code", code=code)
    second.get("/sign-in")
    with second.session_transaction() as kept:
        kept.clear()
        kept["sign_up_phone"] = PHONE
    reply = second.send(f"{second.card}/code", code=code)
    assert reply.status_code == 422
    assert "used already" in words(reply.text)
    assert second.get("/my-card").status_code == 403


def test_a_code_runs_out(phone, last_code, clock):
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    clock.at += timedelta(minutes=10)
    reply = phone.send(f"{phone.card}/code", code=last_code())
    assert "The code has run out" in words(reply.text)


def test_a_code_of_another_mobile_opens_nothing(phone, browser, last_code):
    other = browser()
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    other.do(f"{other.card}/mobile", phone="9848099999")
    mine, his = last_code(), last_code("9848099999")
    if mine != his:
        reply = other.send(f"{other.card}/code", code=mine, phone=PHONE, sign_up_phone=PHONE)
        assert "The code is wrong" in words(reply.text)


def test_a_digest_is_of_this_mobile_this_code_and_this_installation(app, act):
    from portal.web.sign_in import code_digest

    mine = act(lambda: code_digest(PHONE, "042617"))
    others = [act(lambda: code_digest("9848099999", "042617"))]
    others.append(act(lambda: code_digest(PHONE, "042618")))
    app.extensions["settings"] = replace(app.extensions["settings"], secret_key="another " * 5)
    others.append(act(lambda: code_digest(PHONE, "042617")))
    assert len({mine, *others}) == 4


def test_codes_are_not_sent_without_end(phone, act):
    for _time in range(3):
        phone.do(f"{phone.card}/mobile", phone=PHONE)
    for page in ("mobile", "code/new"):
        reply = phone.send(f"{phone.card}/{page}", phone=PHONE)
        assert reply.status_code == 429
        assert re.search(r"Ask again after 12:0\d on Mon 30 Nov 2026", words(reply.text))
    assert count(act, OneTimeCode) == 3
    assert phone.get(f"{phone.card}/code").status_code == 200, "the third may still be tried"


def test_an_address_is_counted_whatever_it_writes_of_itself(browser, act):
    """A header by which a visitor says whom he speaks for counts only from the machine's proxy."""
    for number in range(61):
        client = browser()
        client.environ_base["REMOTE_ADDR"] = "203.0.113.9"
        reply = client.send(
            f"{client.card}/mobile",
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
            phone=f"98480{number:05}",
        )
    assert reply.status_code == 429
    assert "too many codes were asked for from here" in words(reply.text)
    for number in range(2):
        client = browser()  # the proxy on this machine tells whom it speaks for
        by = {"X-Forwarded-For": f"203.0.113.9, 198.51.100.{number}"}
        reply = client.send(f"{client.card}/mobile", headers=by, phone=f"98481{number:05}")
        assert reply.status_code == 303
    by = {"X-Forwarded-For": "198.51.100.7, 203.0.113.9"}
    client = browser()
    refused = client.send(f"{client.card}/mobile", headers=by, phone="9848200001")
    assert refused.status_code == 429
    assert count(act, OneTimeCode) == 62


def test_staff_are_told_when_codes_have_stopped(phone, sale, sign_in, monkeypatch, clock):
    clerk = sign_in(Office.CLERK)
    assert "Codes to mobiles have stopped" not in words(clerk.see(f"/sales/{sale}/cards"))
    monkeypatch.setattr(code_limits, "CODES_OF_ALL", 1)
    monkeypatch.setattr(code_places, "CODES_OF_ALL", 1)
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    reply = phone.send(f"{phone.card}/mobile", phone="9848099999")
    assert reply.status_code == 429
    assert "Codes have stopped for a while" in words(reply.text)
    for room in (f"/sales/{sale}/cards", f"/sales/{sale}/desk"):
        assert "Codes to mobiles have stopped until Mon 30 Nov, 12:00" in words(clerk.see(room))
    assert "have stopped" in words(sign_in(Office.COMMISSIONER).see("/checks/tries"))


def test_who_has_a_card_is_led_to_it_and_a_family_is_told_to_come(phone, browser, come_in, act):
    come_in(phone)
    answer(phone)
    phone.do(f"{phone.card}/check")
    again = browser()
    page = come_in(again)
    assert title(page) == "This mobile has card 1 already"
    assert 'href="/my-card"' in page
    assert "The second person comes to the desk" in words(page)
    assert title(again.see("/my-card")) == "My card"
    for at in ("", "/name", "/identity", "/declaration", "/check"):
        assert "has card 1 already" in words(again.see(again.card + at))
    for at in ("name", "check"):
        reply = again.send(f"{again.card}/{at}", name="The wife")
        assert "has card 1 already" in words(reply.text)
    assert count(act, Card) == 1


def test_two_men_of_one_name_each_get_a_card(browser, come_in, act):
    for phone, paper in ((PHONE, "1111 2222"), ("9848099999", "3333 4444")):
        client = browser()
        come_in(client, phone)
        answer(client, identity=IDENTITY | {"identity": paper})
        client.do(f"{client.card}/check")
    assert act(lambda: [card.name for card in db.session.query(Card)]) == ["Ramesh Yadav"] * 2


def test_one_paper_gives_one_card_whatever_the_mobile(browser, come_in, act):
    for phone in (PHONE, "9848099999"):
        client = browser()
        come_in(client, phone)
        answer(client)
        reply = client.send(f"{client.card}/check")
    assert reply.status_code == 422
    assert "this person has card 1" in words(reply.text)
    assert "Ramesh Yadav" in words(reply.text), "the answers are still there"
    assert count(act, Card) == 1


def test_a_mobile_of_the_staff_opens_no_room(phone, act, clock, come_in, last_code):
    def enter():
        person = staff.enter_person(
            AT_THE_COMMAND_LINE, clock, name="Clerk", sign_in_name="clerk2", phone=PHONE
        )
        staff.appoint(
            AT_THE_COMMAND_LINE,
            clock,
            person=person.id,
            office=Office.CLERK,
            order_number="T-5",
            since=clock.at.date(),
        )

    act(enter)
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    reply = phone.send(f"{phone.card}/code", code=last_code())
    assert reply.status_code == 422
    assert "Come to the desk" in words(reply.text)
    for room in ("/my-card", "/cases"):
        assert phone.get(room).status_code == 403
    assert count(act, SignIn) == 0


def test_a_clerk_at_this_browser_who_enters_a_code_is_a_clerk_no_more(sign_in, sale, come_in):
    client = sign_in(Office.CLERK)
    client.card = f"/sales/{sale}/card"
    come_in(client)
    assert client.get("/cases").status_code == 403
    client.see("/my-card")


def test_a_barred_paper_or_a_yes_gives_no_card(browser, come_in, act, hands):
    act(lambda: hands.list_staff(identity=IDENTITY["identity"]))
    barred = browser()
    come_in(barred)
    answer(barred)
    reply = barred.send(f"{barred.card}/check")
    assert reply.status_code == 403
    assert "may not" in words(reply.text)
    assert "Swamy" not in reply.text
    says_yes = browser()
    come_in(says_yes, "9848099999")
    answer(
        says_yes,
        identity={"how": "number", "identity": "555"},
        declared=DECLARED | {"barred": "yes"},
    )
    assert says_yes.send(f"{says_yes.card}/check").status_code == 403
    assert count(act, Card) == 0


def test_without_a_number_he_is_told_to_show_his_paper(phone, come_in, act):
    come_in(phone)
    page = answer(phone, identity={"how": "counter", "identity": "4123 5678 4471"})
    assert "Show your paper at the counter" in words(page)
    assert "4471" not in page, "what was written beside it is not taken"
    reply = phone.send(f"{phone.card}/check")
    assert reply.status_code in {303, 422}
    assert count(act, Card) == (1 if reply.status_code == 303 else 0)


def test_answers_are_changed_back_and_forth(phone, come_in, act):
    come_in(phone)
    page = answer(phone)
    for at in ("name", "identity", "declaration"):
        assert f'href="{phone.card}/{at}"' in page
    assert 'value="Ramesh Yadav"' in phone.see(f"{phone.card}/name")
    assert title(phone.do(f"{phone.card}/name", name="Ramesh Y.")) == "Check your answers"
    before = phone.see(f"{phone.card}/identity")
    assert "ends in 4471" in words(before)
    assert "4123" not in before
    page = phone.do(f"{phone.card}/identity", how="number", identity="TS 0009 8765")
    assert "ends in 8765" in words(page)
    page = phone.do(f"{phone.card}/declaration", barred="no", buys="other", buys_for="K. Rao")
    assert "K. Rao" in words(page)
    assert 'value="K. Rao"' in phone.see(f"{phone.card}/declaration")
    phone.do(f"{phone.card}/check")
    assert act(lambda: db.session.query(Card).one().buys_for) == "K. Rao"
    again = phone.send(f"{phone.card}/check")
    assert "has card 1 already" in words(again.text), "sent twice it is one card"


def test_pages_wait_for_the_ones_before_them(phone, browser, come_in):
    for at in ("code", "name", "identity", "declaration", "check"):
        reply = phone.get(f"{phone.card}/{at}")
        assert (reply.status_code, reply.headers["Location"]) == (303, f"{phone.card}/mobile")
    for at in ("code", "code/new"):
        assert (
            phone.send(f"{phone.card}/{at}", code="123456").headers["Location"].endswith("/mobile")
        )
    come_in(phone)
    for at in ("mobile", "code", "identity", "declaration", "check"):
        assert phone.get(f"{phone.card}/{at}").headers["Location"] == f"{phone.card}/name"
    assert phone.send(f"{phone.card}/check").headers["Location"] == f"{phone.card}/name"
    assert phone.send(f"{phone.card}/identity", **IDENTITY).headers["Location"].endswith("/name")


def test_answers_for_one_sale_are_none_for_another(phone, come_in, act, hands):
    other = act(lambda: hands.arrange("2026-2"))
    come_in(phone)
    answer(phone)
    reply = phone.send(f"/sales/{other}/card/check")
    assert reply.headers["Location"] == f"/sales/{other}/card/name"


def test_what_is_sent_beside_the_answers_counts_for_nothing(phone, come_in, act):
    come_in(phone)
    smuggled = {
        "phone": "9000000001",
        "sale": "9",
        "known_by": "x",
        "buys_for_barred": "no",
        "number": "99",
        "office": "CLERK",
    }
    phone.do(f"{phone.card}/name", name="Ramesh", **smuggled)
    phone.do(f"{phone.card}/identity", **IDENTITY, **smuggled)
    phone.do(f"{phone.card}/declaration", **DECLARED, **smuggled)
    phone.do(f"{phone.card}/check", **smuggled)
    assert act(lambda: [(one.phone, one.number) for one in db.session.query(Card)]) == [(PHONE, 1)]


def test_a_cookie_that_was_changed_is_no_cookie(phone, come_in):
    come_in(phone)
    answer(phone)
    kept = phone.get_cookie("portal").value
    phone.set_cookie("portal", kept[:-3] + "abc")
    assert phone.get(f"{phone.card}/check").headers["Location"].endswith("/mobile")


def test_no_number_of_a_paper_lies_in_the_cookie_and_all_of_it_is_forgotten(phone, come_in):
    come_in(phone)
    page = answer(
        phone,
        identity=IDENTITY
        | {"door_number": "8-1-398/12", "pin_code": "500 006", "bank": "SBIN0001234 000111222333"},
    )
    assert "An account that ends in" in words(page)
    assert "told, and hidden" in words(page)
    read = cookie_of(phone)
    for secret in (b"4123", b"5678", b"398", b"500006", b"500 006", b"SBIN", b"000111"):
        assert secret not in read
    phone.do(f"{phone.card}/check")
    assert b"Ramesh" not in cookie_of(phone)
    assert b"known_by" not in cookie_of(phone)


def test_the_longest_answers_fit_into_a_cookie(phone, come_in):
    come_in(phone)
    long = "".join(chr(0x0C05 + (one * 7) % 40) for one in range(80))
    answer(
        phone,
        name=long,
        relation=long[::-1],
        identity={
            "how": "number",
            "identity": "A1" * 90,
            "door_number": "8-1-398/12, Flat 302",
            "pin_code": "500006",
            "bank": "SBIN0001234 000111222333",
        },
        declared={"barred": "no", "buys": "other", "buys_for": long},
    )
    assert len(phone.get_cookie("portal").value) < 3_900
    too_long = phone.send(f"{phone.card}/name", name=long + "x")
    assert too_long.status_code == 422
    assert "too long: 80 letters" in words(too_long.text)


ODD = [
    "",
    " ",
    "\x00",
    "<script>",
    "'; DROP TABLE card; --",
    "۹۸۴۸۰۱۲۳۴۵",
    "9" * 5_000,
    "💣",
    "\u202e",
]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_answers_are_told_and_never_break_a_page(phone, come_in, odd, act):
    for at in ("mobile", "code"):
        assert phone.send(f"{phone.card}/{at}", phone=odd, code=odd).status_code in {303, 422}
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    assert phone.send(f"{phone.card}/code", code=odd).status_code == 422
    come_in(phone)
    names = ("name", "relation", "how", "identity", "door_number", "pin_code", "bank", "barred")
    everything = dict.fromkeys((*names, "buys", "buys_for"), odd)
    for at in ("name", "identity", "declaration", "check"):
        reply = phone.send(f"{phone.card}/{at}", **everything)
        assert reply.status_code in {303, 422}, at
        assert "<script>" not in reply.text.replace("<script src", "")
    assert count(act, Card) == 0


def test_each_page_says_what_to_type(phone, come_in):
    def told(at, **form):
        reply = phone.send(f"{phone.card}/{at}", **form)
        assert reply.status_code == 422
        assert "<title>Error: " in reply.text
        return words(reply.text)

    assert "Enter your mobile number of ten digits" in told("mobile")
    assert "must have ten digits, like 98480 12345" in told("mobile", phone="98480")
    assert "must be a mobile number" in told("mobile", phone="040 2345 6789")
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    assert "Enter the six figures" in told("code", code="12345")
    come_in(phone)
    assert "Enter your name" in told("name")
    phone.do(f"{phone.card}/name", name="R")
    assert "Choose how you show who you are" in told("identity")
    assert "Enter the number of the paper" in told("identity", how="number")
    assert "A to Z and 0 to 9" in told("identity", how="number", identity="௧௨௩")
    assert "Enter the PIN code too" in told("identity", how="counter", door_number="8-1")
    assert "six figures, like 500006" in told("identity", how="counter", pin_code="50")
    phone.do(f"{phone.card}/identity", how="counter")
    page = told("declaration")
    assert "Answer the question: No or Yes" in page
    assert "Choose for whom you buy" in page
    assert "Enter the name of the one" in told("declaration", barred="no", buys="other")


def test_no_page_of_sign_up_writes(phone, come_in, app, act):
    come_in(phone)
    answer(phone)

    def rows():
        return {
            name: db.session.scalar(sa.select(sa.func.count()).select_from(table))
            for name, table in db.metadata.tables.items()
        }

    before = act(rows)
    for at in ("", "/mobile", "/code", "/name", "/identity", "/declaration", "/check"):
        phone.get(phone.card + at)
        phone.get(f"{phone.card}{at}?phone={PHONE}&code=123456&name=x")
    assert act(rows) == before


def test_a_closed_sale_gives_no_card_but_who_had_one_may_see_it(
    phone, sale, act, hands, clock, people
):
    from portal.actions import sales

    def close():
        hands.give_card(sale, 7, phone=PHONE)
        hands.open(sale)
        hands.bring_in(sale)
        hands.bid(sale, 5_000, card=7)
        hands.knock_down(sale, 5_000, card=7)
        sales.close_sale(people[Office.CLERK], clock, sale=sale)

    act(close)
    page = words(phone.see(phone.card))
    assert "This sale is closed" in page
    assert "Sign in by mobile" in page


def test_a_card_given_at_the_desk_is_found_by_its_mobile(phone, sale, act, hands, come_in):
    act(lambda: hands.give_card(sale, 41, phone=PHONE))
    assert title(come_in(phone)) == "This mobile has card 41 already"
    assert "41" in words(phone.see("/my-card"))


def test_a_bidder_whom_the_office_entered_without_a_mobile_is_asked_for_one(sign_in, sale):
    bidder = sign_in(Office.BIDDER)
    reply = bidder.get(f"/sales/{sale}/card/name")
    assert reply.headers["Location"] == f"/sales/{sale}/card/mobile"
    assert bidder.get(f"/sales/{sale}/card/mobile").status_code == 200


def test_the_outbox_of_the_demo_shows_the_code_and_stands_in_the_demo_only(
    settings, clock, phone, act
):
    assert phone.get("/demo/outbox").status_code == 404
    phone.do(f"{phone.card}/mobile", phone=PHONE)
    assert "/demo/outbox" not in phone.see(f"{phone.card}/code")
    demo = create_app(replace(settings, mode=Mode.DEMO), clock=clock)
    client = demo.test_client()
    client.__class__ = Visitor
    page = client.see("/demo/outbox")
    assert "messages are shown here" in words(page)
    assert re.search(r'class="big">.*?\d{6}', page, re.DOTALL)
    client.do(f"{phone.card}/mobile", phone="9848099999")
    assert 'href="/demo/outbox"' in client.see(f"{phone.card}/code")
    newest = words(client.see("/demo/outbox"))
    assert newest.index("98480 99999") < newest.index("98480 12345")
    with demo.app_context():
        db.session.remove()
        db.engine.dispose()


def test_a_person_who_never_finishes_leaves_a_bidder_without_a_card(phone, come_in, act):
    come_in(phone)
    assert count(act, Person, phone=PHONE) == 1
    assert count(act, Card) == 0
    page = words(phone.see("/my-card"))
    assert "You have no card yet" in page
