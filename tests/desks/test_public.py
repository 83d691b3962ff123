"""What everybody sees: animals without their marks, sales without names, the law, claims from home."""

import re

import pytest
import visitor as browser

from portal.actions import orders
from portal.law.offices import Office
from portal.law.readings import DEDUCTED, NOT_DEDUCTED, Reading
from portal.registers.base import db
from portal.registers.claims import Claim

OWNER, BUYER, CLAIMANT = "Ownertold Rao", "Ramesh Buyer", "Claimant Yellaiah"
MARK, TAG, OTHER_TAG = "left horn broken", "356120047789", "356120041234"
PHONE, BUYERS_PHONE = "9848077777", "9848066666"
FORM = {
    "name": CLAIMANT,
    "phone": PHONE,
    "says": "Mine since she was a calf.",
    "paid_how": "counter",
}


def words(page):
    """What a page says; a comma or a full stop after a marked word keeps its place."""
    return re.sub(r" (?=[,.:])", "", browser.words(page)).replace("&#39;", "'")


@pytest.fixture
def visitor(sign_in):
    return sign_in(Office.PUBLIC)


@pytest.fixture
def staying(app, hands):
    """A buffalo brought in on 18 November."""
    with app.app_context():
        return hands.take_in(413, marks=MARK, ear_tag=OTHER_TAG, owner_told=OWNER)


@pytest.fixture
def case(app, hands, clock):
    """Another, sold on 30 November for 42,500; it is day 10 of 15."""
    with app.app_context():
        number = hands.take_in(412, marks=MARK, ear_tag=TAG, owner_told=OWNER)
        clock.go(2026, 11, 30)
        sale = hands.arrange(number, starting_price=42_500)
        hands.open(sale)
        hands.give_card(sale, 23, BUYER, phone=BUYERS_PHONE)
        hands.bring_in(sale)
        hands.bid(sale, 42_500)
        hands.knock_down(sale, 42_500)
        hands.pay(sale, 42_500, payer=BUYER)
    clock.go(2026, 12, 10, 15, 5)
    return number


def sent(page):
    """The number and the code of a claim that was sent."""
    said = words(page)
    return re.search(r"A-\d+", said)[0], re.search(r"\b\d{8}\b", said)[0]


def claims_in(app):
    with app.app_context():
        return db.session.query(Claim).count()


def test_the_front_page_has_two_doors_and_counts_what_stays(visitor, staying, app, hands, clock):
    page = visitor.see("/")
    assert "See what is for sale" in page
    assert "My animal was taken" in page
    assert "No sale is fixed. 1 animal is waiting" in words(page)
    with app.app_context():
        clock.go(2026, 11, 29)
        hands.arrange(staying)
    assert "Next sale: Sun 29 Nov 2026, 11:00, Yard" in words(visitor.see("/"))


def test_an_owner_finds_his_animal_and_what_to_pay(visitor, staying):
    assert f'href="/animals/{staying}"' in visitor.see("/animals")
    page = words(visitor.see(f"/animals/{staying}"))
    for told in (
        "Brought in Wed 18 Nov 2026",
        "found at Begum Bazar",
        "Colour black",
        "ends in 1234",
        "day 0 of 10",
        "last day Sat 28 Nov 2026",
        "To pay in full 157.50",
    ):
        assert told in page
    dues = words(visitor.see(f"/animals/{staying}/dues?on=27-11-2026"))
    assert "To pay in full 1,552.50" in dues
    for day, says in (
        ("17-11-2026", "on or after the one it was brought in"),
        ("soon", "Day must be a day"),
        ("", "Enter a day"),
    ):
        reply = visitor.get(f"/animals/{staying}/dues?on={day}")
        assert reply.status_code == 422
        assert says in words(reply.text)
    assert visitor.get("/animals/2026-999").status_code == 404
    assert visitor.get("/animals/2026-999/dues?on=27-11-2026").status_code == 404


@pytest.fixture
def everything(app, case, staying, hands):
    """Every public address of a case that was sold, claimed twice and of one that stays."""
    with app.app_context():
        hands.claim(case, CLAIMANT)
    one_sale = ["/sales", "/sales/1", "/sales/1/lots/1"]
    of_cases = [f"/animals/{number}" for number in (case, staying)]
    dues = f"/animals/{staying}/dues?on=30-12-2026"
    return ["/", "/animals", *of_cases, dues, *one_sale, "/law", f"/claims/new/{case}"]


def test_no_public_page_tells_a_name_a_phone_a_mark_or_a_whole_ear_tag(visitor, case, everything):
    own = visitor.send(f"/claims/new/{case}", **FORM | {"name": "Rival", "phone": "9000000001"})
    number, code = sent(own.text)
    visitor.do("/claims/mine", number=number, code=code)
    for url in [*everything, "/claims/mine"]:
        page = visitor.see(url)
        for secret in (
            OWNER,
            BUYER,
            CLAIMANT,
            MARK,
            TAG,
            OTHER_TAG,
            PHONE,
            BUYERS_PHONE,
            "9848012345",
        ):
            assert secret not in page, (url, secret)


def test_every_bid_stays_in_sight_by_card_struck_ones_too(visitor, app, hands, clock, people):
    from portal.actions import ring

    with app.app_context():
        number = hands.take_in(412)
        clock.go(2026, 11, 30)
        sale = hands.arrange(number)
        hands.open(sale)
        hands.give_card(sale, 23)
        hands.give_card(sale, 41, BUYER)
        hands.bring_in(sale)
        hands.bid(sale, 5_000, card=23)
        hands.bid(sale, 5_500, card=41)
        ring.strike_out_bid(
            people[Office.CLERK], clock, sale=sale, lot=1, place=2, reason="secret reason"
        )
    assert "₹5,000 Card 23" in words(visitor.see(f"/sales/{sale}/lots/1"))
    page = visitor.see(f"/sales/{sale}/lots/1/bids")
    said = words(page)
    assert "Card 23, in the ring ₹5,000 stands" in said
    assert "Card 41, in the ring ₹5,500 withdrawn by the auctioneer at 11:00" in said
    assert "secret reason" not in page
    for url in ("/sales/9", f"/sales/{sale}/lots/9", "/sales/9/lots/1"):
        assert visitor.get(url).status_code == 404


def test_the_law_page_tells_the_fines_in_annas_and_what_holds_today(
    visitor, app, people, clock, hands
):
    commissioner = people[Office.COMMISSIONER]
    today = clock.at.date()
    with app.app_context():
        for reading, choice, since in (
            (Reading.R4, NOT_DEDUCTED, today),
            (Reading.R4, DEDUCTED, today.replace(day=30)),
        ):
            orders.enter_reading(
                commissioner,
                clock,
                reading=reading,
                choice=choice,
                authority=f"file {since.day}",
                since=since,
            )
        orders.close_day(commissioner, clock, day=today.replace(day=28), why="Feast day")
        orders.publish_notification(
            commissioner, clock, number="G.O. 1", area="Begum Bazar", since=today
        )
    page = visitor.see("/law")
    said = words(page)
    assert "2-8 ₹2.50" in said
    assert "15-0 ₹15.00" in said
    assert "₹40.00 ₹115.00 T-7, from Thu 1 Jan 2026" in said
    assert "Begum Bazar, G.O. 1" in said
    assert "Sat 28 Nov 2026: Feast day" in said
    r4 = words(page[page.index('id="R4"') : page.index('id="R5"')])
    assert "No, fees and expenses only" in r4
    assert "file 18" in r4
    assert "file 30" not in r4, "an entry that is not in force yet is not the authority"
    for place in ("s1", "s2", "s3", "s4a", "s4b", *(f"R{number}" for number in range(1, 17))):
        assert page.count(f'id="{place}"') == 1


def test_a_claim_from_home_gets_number_hour_day_and_code(visitor, case, app):
    assert "Day 10 of 15" in words(visitor.see(f"/claims/new/{case}"))
    reply = visitor.send(f"/claims/new/{case}", **FORM)
    assert reply.status_code == 200
    said = words(reply.text)
    assert "It came Thu 10 Dec 2026, 15:05, day 10 of 15." in said
    number, code = sent(reply.text)
    mine = words(visitor.do("/claims/mine", number=number.lower(), code=code))
    assert "Claim A-1 Waits for the officer" in mine
    assert "day 10 of 15" in mine
    assert "No paper has come yet" in mine
    assert "Another person" not in mine
    with app.app_context():
        assert db.session.get(Claim, 1).code == code


def test_a_form_sent_twice_is_one_claim_with_one_code(visitor, case, app):
    url = f"/claims/new/{case}"
    key = re.search(r'name="form_key" value="([0-9a-f]{32})"', visitor.see(url))[1]
    first = visitor.send(url, **FORM, form_key=key)
    again = visitor.send(url, **FORM, form_key=key)
    assert sent(first.text) == sent(again.text)
    assert claims_in(app) == 1
    changed = visitor.send(url, **FORM | {"says": "Mine, and I have a photo."}, form_key=key)
    assert sent(changed.text)[0] == "A-2"
    other = visitor.send(url, **FORM, form_key="0" * 32)
    assert sent(other.text)[1] != sent(first.text)[1], "who repeats my words gets not my code"
    assert claims_in(app) == 3


def test_a_claim_from_home_that_cannot_be_read_keeps_what_was_typed(visitor, case, app):
    url = f"/claims/new/{case}"
    for says, wrong in (
        ("Enter the claimant", {"name": ""}),
        ("Phone must have ten digits", {"phone": "٩٨٤٨٠١٢٣٤٥"}),
        ("Enter account and IFSC below", {"paid_how": "bank"}),
        ("choose one of those shown", {"paid_how": "gold"}),
    ):
        reply = visitor.send(url, **FORM | wrong)
        assert reply.status_code == 422
        assert says in words(reply.text)
        assert FORM["says"] in reply.text
    assert claims_in(app) == 0


def test_a_claim_from_home_is_taken_until_the_last_minute_of_day_15(visitor, case, clock, app):
    url = f"/claims/new/{case}"
    clock.go(2026, 12, 15, 23, 59, 58)
    assert sent(visitor.send(url, **FORM).text)[0] == "A-1"
    clock.go(2026, 12, 16, 0, 0)
    page = visitor.see(url)
    assert "the last day was Tue 15 Dec 2026" in words(page)
    assert "Send the claim" not in page
    late = visitor.send(url, **FORM)
    assert late.status_code == 422
    assert "You may still see the officer" in words(late.text)
    assert FORM["says"] in late.text
    assert claims_in(app) == 1


def test_what_was_not_sold_or_left_nothing_is_refused_on_the_page(visitor, staying, app, hands):
    with app.app_context():
        hands.clock.go(2026, 11, 30)
        short = hands.take_in(414, on=hands.clock.at.date().replace(day=1))
        hands.sell(short, 500, card=24)
    for reply in (
        visitor.get(f"/claims/new?number={staying}"),
        visitor.get("/claims/new?number=2026-999"),
        visitor.get(f"/claims/new/{staying}"),
        visitor.send(f"/claims/new/{staying}", **FORM),
    ):
        assert reply.status_code == 422
        assert "No animal of this number was sold" in words(reply.text)
    assert "left no surplus" in words(visitor.see(f"/claims/new/{short}"))
    refused = visitor.send(f"/claims/new/{short}", **FORM)
    assert refused.status_code == 422
    assert FORM["says"] in refused.text
    assert visitor.get("/claims/new/2026-999").status_code == 404
    assert visitor.send("/claims/new/2026-999", **FORM).status_code == 404


def test_an_unknown_number_and_a_wrong_code_are_answered_alike(visitor, case, app, hands):
    _number, code = sent(visitor.send(f"/claims/new/{case}", **FORM).text)
    with app.app_context():
        hands.claim(case, "At the counter")  # it has no code, so no code opens it
    wrong = f"{(int(code) + 1) % 10**8:08}"

    def answer(number, code):
        reply = visitor.send("/claims/mine", number=number, code=code)
        assert reply.status_code == 422
        # What was asked stands in the boxes; each form has a token of its own.
        return re.sub(
            r'value="(?:A-|9)[^"]*"|value="[0-9]*"|csrf_token" value="[^"]*"', "", reply.text
        )

    unknown = answer("A-999", wrong)
    assert "No claim has this number and code together" in words(unknown)
    for number in ("A-1", "A-2", "A-0", "9" * 30, "A-²", "A-x"):
        assert answer(number, wrong) == unknown
    assert answer("A-2", "0") == unknown
    assert "No claim has" in words(answer("A-2", ""))
    assert 'href="/claims/1' not in visitor.see("/claims/mine")


def test_the_code_of_a_claim_is_in_no_address_no_cookie_and_no_log(visitor, case, sign_in, capfd):
    number, code = sent(visitor.send(f"/claims/new/{case}", **FORM).text)
    phone = sign_in(Office.PUBLIC)  # another browser, which has shown nothing yet
    page = phone.see("/claims/mine")
    form = r'<form method="(\w+)" action="([^"]*)"[^>]*>(?:(?!</form>).)*name="code"'
    assert re.search(form, page, re.DOTALL).groups() == ("post", "/claims/mine")
    shown = phone.send("/claims/mine", number=number, code=code)
    assert (shown.status_code, shown.headers["Location"]) == (303, "/claims/mine")
    mine = phone.see("/claims/mine")
    assert f"Claim {number}" in words(mine)
    assert code not in mine
    for browser_at_home in (visitor, phone):
        with browser_at_home.session_transaction() as cookie:
            assert cookie["claim"][0] == int(number.removeprefix("A-"))
            assert code not in str(dict(cookie))
    assert code not in capfd.readouterr().err
    old = phone.get(f"/claims/mine?number={number}&code={code}")
    assert (old.status_code, old.headers["Location"]) == (303, "/claims/mine")
    stranger = sign_in(Office.PUBLIC)
    with stranger.session_transaction() as kept:
        kept["claim"] = [1, code]
    assert "Waits for the officer" not in words(stranger.see("/claims/mine"))


def test_a_claimant_learns_of_a_rival_and_of_the_end_but_never_of_names(
    visitor, case, app, hands, clock
):
    number, code = sent(visitor.send(f"/claims/new/{case}", **FORM).text)
    url = "/claims/mine"
    visitor.do(url, number=number, code=code)
    with app.app_context():
        rival = hands.claim(case, "Md. Saleem")
        mine = db.session.get(Claim, 1)
        page = words(visitor.see(url))
        assert "Another person has also claimed" in page
        assert "Saleem" not in page
        hands.decide(case, mine, rival)
    page = words(visitor.see(url))
    assert "Allowed" in page
    assert "Payment opens after Tue 15 Dec 2026" in page
    from portal.actions import surplus

    with app.app_context():
        clock.go(2026, 12, 16)
        voucher = hands.accounts(surplus.draw_voucher, case=case)
        hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="cash", reference="14")
    page = words(visitor.see(url))
    assert "Paid Wed 16 Dec 2026" in page
    assert "Saleem" not in page


def test_a_bidder_sees_his_own_cards_and_what_he_owes_and_nobody_elses(
    app, sign_in, hands, clock, people
):
    with app.app_context():
        hands.enter_bidder("Y. Bidder", "9848000023")
        number = hands.take_in(412)
        clock.go(2026, 11, 30)
        sale = hands.arrange(number)
        hands.open(sale)
        hands.give_card(sale, 23, "Y. Bidder", phone="9848000023")
        hands.give_card(sale, 41, BUYER, phone=BUYERS_PHONE)
        bidder = sign_in(Office.BIDDER)
        assert "Nothing bought at this sale" in bidder.see("/my-card")
        hands.bring_in(sale)
        hands.bid(sale, 5_000, card=23)
        hands.knock_down(sale, 5_000, card=23)
    page = words(bidder.see("/my-card"))
    assert "Show this to the clerk: card 23" in page
    assert "To pay now: ₹5,000" in page
    for other in ("card 41", BUYER, BUYERS_PHONE):
        assert other not in page
    with app.app_context():
        hands.pay(sale, 5_000)
    page = words(bidder.see("/my-card"))
    assert "paid, receipt R-" in page
    assert "To pay now" not in page
    assert sign_in(Office.PUBLIC).get("/my-card").status_code == 403
    assert sign_in(Office.CLERK).get("/my-card").status_code == 403


def test_who_has_no_card_is_told_how_to_get_one(sign_in):
    assert "You have no card yet" in sign_in(Office.BIDDER).see("/my-card")
