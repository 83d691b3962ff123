"""What everybody opens: the owner's way to his animal, a sale from notice to results, the office."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape
from xml.etree import ElementTree as ET

import icalendar
import pytest
from builders import a_photo_taken, entry
from visitor import words

from portal.actions import intake, photos, sales
from portal.law.cattle import Animals, CattleClass
from portal.law.feedback import MOST_OF_ALL, MOST_OF_ONE
from portal.law.held_back import Mark
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.feedback import Feedback
from portal.registers.journal import JournalLine

MARKS = "left horn broken, white star on forehead, bell on red rope"
HELD_BACK = ("left horn broken", "white star", "bell on red rope")
TAG = "356120041234"
ATOM = {"a": "http://www.w3.org/2005/Atom"}


# What is asked of the database here is asked on both engines by the tests beside it.
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def visitor(sign_in):
    return sign_in(Office.PUBLIC)


@pytest.fixture
def buffalo(app, hands):
    """A she-buffalo of Begum Bazar, brought in on 18 November with three marks and a tag."""
    with app.app_context():
        return hands.take_in(412, marks=MARKS, ear_tag=TAG, owner_told="Owner Told")


@pytest.fixture
def sold(app, hands, clock, buffalo):
    """The same, sold on 30 November for 42,500; it is day 3 of 15."""
    with app.app_context():
        clock.go(2026, 11, 30)
        sale = hands.sell(buffalo, 42_500)
    clock.go(2026, 12, 3)
    return sale


def href(page, said):
    """The address of the link that says something."""
    for address, told in re.findall(r'<a[^>]* href="([^"]+)"[^>]*>(.*?)</a>', page, re.DOTALL):
        if said in words(told):
            return unescape(address)
    raise AssertionError(f"no link says {said}: {words(page)[:900]}")


def dues_in(page):
    return re.findall(r"₹([\d,.]+)", words(page))


# The owner's way, without a script


def test_an_owner_finds_his_buffalo_learns_what_to_pay_and_what_to_bring(
    visitor, app, buffalo, hands, clock
):
    with app.app_context():
        hands.take_in(413, animals=(Animals(CattleClass(8), 1),), kind="goat", area="Malakpet")
    clock.go(2026, 11, 30)
    front = visitor.see("/")
    listed = visitor.see(href(front, "My animal was taken"))
    assert "Goat" in words(listed)
    form = re.search(r'<form[^>]*method="get" action="(/animals)"', listed)
    found = visitor.see(f"{form[1]}?q=&kind=4&since=&until=")
    assert "She-buffalo" in words(found)
    assert "Goat" not in words(re.search(r'<ul class="herd">.*?</ul>', found, re.DOTALL)[0])
    assert "found at Begum Bazar" in words(found)
    one = visitor.see(href(found, "She-buffalo"))
    mine = visitor.see(href(one, "This is mine"))
    said = words(mine)
    # 13 days of 40 and 115, and 2.50: as ux.md 4.4; tomorrow one day more.
    assert "₹2,017.50 to pay today" in said
    assert "₹2,172.50 to pay tomorrow" in said
    for brought in ("who you are", "ear-tag card", "the whole amount", "a letter with your name"):
        assert brought in said
    assert "Test Pound , Test Road" in said
    for secret in (*HELD_BACK, TAG[:8], "Owner Told"):
        assert secret not in mine
    day = words(visitor.see(href(mine, "day by day")))
    assert "Sat 28 Nov 2026" not in day, "what is past is past"
    assert "Tue 1 Dec 2026 13 ₹2,170.00 ₹2.50 ₹2,172.50" in day


@on_sqlite
def test_marks_that_nobody_parted_are_shown_to_nobody(visitor, buffalo):
    for url in ("/animals", f"/animals/{buffalo}", f"/animals/{buffalo}/dues", "/search?q=murrah"):
        page = visitor.see(url)
        for secret in (*HELD_BACK, TAG, TAG[:8], "Owner Told"):
            assert secret not in page, (url, secret)
    assert "ends in 1234" in words(visitor.see(f"/animals/{buffalo}"))


def test_what_the_keeper_says_may_be_shown_is_shown_found_and_passed_on(
    visitor, app, people, clock
):
    """An intake with a photo for the public, two marks held back and one told."""
    keeper = people[Office.POUND_KEEPER]
    marks = [Mark("left horn broken", held_back=True), Mark("bell on red rope", held_back=False)]
    marks.append(Mark("white star", held_back=True))
    with app.app_context():
        begun = photos.begin_intake(keeper, clock, photo=a_photo_taken())
        case = intake.finish_intake(
            keeper,
            clock,
            intake=begun.id,
            pound="Test Pound",
            entry=entry(412, clock.at.date(), marks="; ".join(one.words for one in marks)),
            allot=False,
            marks=marks,
            shown={1},
        ).number
    page = visitor.see(f"/animals/{case}")
    assert "bell on red rope" in page
    assert f'<img src="/animals/{case}/photos/1" alt="face"' in page
    assert f"http://localhost/animals/{case}/photos/1" in page[: page.index("<body")]
    assert "She-buffalo" in words(visitor.see("/animals?q=bell"))
    for secret in ("left horn broken", "white star"):
        assert secret not in page
        assert f'href="/animals/{case}"' not in visitor.see(f"/animals?q={secret}")


def test_the_list_tells_day_three_of_ten_and_then_that_he_may_still_pay(
    visitor, app, buffalo, clock, hands
):
    clock.go(2026, 11, 21)
    page = visitor.see("/animals")
    assert "Day 3 of 10 last day Sat 28 Nov 2026" in words(page)
    assert page.count('class="past"') == 2
    assert page.count('class="now"') == 1
    clock.go(2026, 11, 29)
    with app.app_context():
        sale = hands.arrange(buffalo)
    said = words(visitor.see("/animals"))
    assert f"Lot 1, sale {sale} You may still pay until the hammer falls." in said
    assert "Come before" in words(visitor.see(f"/animals/{buffalo}/owner"))


@on_sqlite
def test_an_animal_given_back_or_sold_says_so_where_an_owner_looks(
    visitor, app, hands, sold, buffalo
):
    said = words(visitor.see(f"/animals/{buffalo}/owner"))
    assert "Sold on Mon 30 Nov 2026" in said
    assert "Come to the counter with" not in said
    with app.app_context():
        given = hands.take_in(500)
        hands.release(given)
    assert "Already given to its owner on Thu 3 Dec 2026" in words(
        visitor.see(f"/animals/{given}/owner")
    )
    assert visitor.get("/animals/2026-999/owner").status_code == 404
    assert "No animal is in the pound today" in words(visitor.see("/animals"))


@on_sqlite
def test_days_that_cannot_be_read_are_told_and_nothing_breaks(visitor, buffalo):
    for url in ("/animals?since=soon", "/animals?kind=9", "/animals?kind=x", "/animals?pound=7"):
        reply = visitor.get(url)
        assert reply.status_code == 422, url
        assert "Not done yet" in words(reply.text)
    assert visitor.get(f"/animals?q={'x' * 300}").status_code == 422
    assert visitor.get("/search?q=" + "x" * 300).status_code == 422
    for url in ("/animals?q=%00", "/animals?after=x&q=%F0%9F%90%83", "/sales?after=20261340-1"):
        assert visitor.get(url).status_code in {200, 422}


def test_a_day_with_no_rate_in_force_is_said_and_breaks_no_page(
    visitor, app, buffalo, people, clock
):
    from portal.actions import orders
    from portal.law.money import Money

    with app.app_context():
        order = orders.make_rate_order(
            people[Office.COMMISSIONER],
            clock,
            number="T-8",
            since=date(2026, 11, 20),
            until=date(2026, 11, 20),
            cattle_class=CattleClass(4),
            pound_fee=Money.of(rupees=60),
            expenses=Money.of(rupees=115),
        )
        orders.sign_rate_order(
            hands_of("commissioner_2", Office.COMMISSIONER), clock, order=order.id
        )
    clock.go(2026, 11, 20)
    said = words(visitor.see(f"/animals/{buffalo}/dues"))
    assert "Fri 20 Nov 2026 2 ₹485.00" in said, "two days of 155 and one of 175"
    assert "Sat 21 Nov 2026 last day" not in said


def hands_of(sign_in_name, office):
    from builders import officer_named

    return officer_named(sign_in_name, office)


# A sale, from notice to results


def test_a_sale_is_told_from_notice_to_results(visitor, app, hands, buffalo, clock):
    with app.app_context():
        clock.go(2026, 11, 30)
        sale = hands.arrange(buffalo)
    notice = words(visitor.see(f"/sales/{sale}/notice"))
    for told in (
        "since no owner appeared and paid within ten days",
        "Cash or UPI.",
    ):
        assert told in notice
    assert "The sale has not begun" in words(visitor.see(f"/sales/{sale}/results"))
    assert "Next sale: Mon 30 Nov 2026" in words(visitor.see("/"))
    with app.app_context():
        hands.open(sale)
        hands.give_card(sale, 23, "Ramesh Buyer")
        hands.bring_in(sale)
    front = visitor.see("/")
    assert "A sale is going on now" in words(front)
    assert href(front, "Watch lot 1") == f"/sales/{sale}/lots/1"
    assert "Put up Mon 30 Nov 2026, 11:00" in words(visitor.see(f"/sales/{sale}/notice"))
    assert '<li class="now">' in visitor.see(f"/sales/{sale}/lots")
    with app.app_context():
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
        hands.pay(sale, 5_000)
        hands.hand_over(sale)
        hands.close(sale)
    results = visitor.see(f"/sales/{sale}/results")
    said = words(results)
    # 5,000 less 13 days of 155 and 2.50.
    assert "₹5,000 card 23 Left for the owner: ₹2,982.50" in said
    assert "Day 0 of 15 claim until Tue 15 Dec 2026" in said
    assert "Ramesh" not in results
    assert href(results, "This animal was mine") == f"/claims/new/{buffalo}"
    assert "This sale is over" in words(visitor.see(f"/sales/{sale}/notice"))
    assert "A sale is going on now" not in words(visitor.see("/"))
    clock.go(2026, 12, 16)
    late = visitor.see(f"/sales/{sale}/results")
    assert "The days to claim are over" in words(late)
    assert f"/claims/new/{buffalo}" not in late
    for page in ("notice", "lots", "results", "sale.ics"):
        assert visitor.get(f"/sales/99/{page}").status_code == 404


@on_sqlite
def test_a_lot_that_fell_short_leaves_nothing_and_says_so(visitor, app, hands, buffalo, clock):
    with app.app_context():
        clock.go(2026, 11, 30)
        hands.sell(buffalo, 500)
    assert "Nothing is left after dues" in words(visitor.see("/sales/1/results"))


def test_sales_are_paged_by_day_and_number(visitor, app, hands, monkeypatch, clock):
    from portal.desks.public import routes

    monkeypatch.setattr(routes, "AT_A_TIME", 2)
    with app.app_context():
        for ahead in (3, 1, 2, 2, 5):
            hands.arrange(on=clock.at.date() + timedelta(days=ahead))
    page, seen = visitor.see("/sales"), []
    while True:
        seen += re.findall(r'<th scope="row"><a href="/sales/(\d+)"', page)
        if "Next page" not in words(page):
            break
        page = visitor.see(href(page, "Next page"))
    assert seen == ["5", "1", "4", "3", "2"]


@on_sqlite
def test_a_sale_goes_into_a_calendar_at_its_hour_in_hyderabad(visitor, app, hands, clock):
    with app.app_context():
        sale = hands.arrange(on=date(2026, 12, 7))
    reply = visitor.get(f"/sales/{sale}/sale.ics")
    assert reply.content_type == "text/calendar; charset=utf-8"
    assert f"sale-{sale}.ics" in reply.headers["Content-Disposition"]
    lines = reply.data.split(b"\r\n")
    assert lines[-1] == b""
    assert all(len(one) <= 75 and b"\n" not in one for one in lines), "RFC 5545, 3.1"
    (event,) = icalendar.Calendar.from_ical(reply.data).walk("VEVENT")
    assert event.decoded("dtstart") == datetime(2026, 12, 7, 5, 30, tzinfo=UTC)
    assert event["uid"] == f"sale-{sale}@localhost"
    assert event["location"] == "Yard, Test Pound"
    assert event["url"] == f"http://localhost/sales/{sale}?lang=en"
    assert event.errors == []


def test_a_sale_whose_hour_cannot_be_read_is_a_whole_day():
    from portal.registers.sales import Sale
    from portal.web.calendar_file import begins

    for hour, begun in (
        ("after prayers", date(2026, 12, 7)),
        ("9.30", datetime(2026, 12, 7, 4, 0, tzinfo=UTC)),
        ("25:00", date(2026, 12, 7)),
    ):
        assert (
            begins(Sale(pound_id=1, on=date(2026, 12, 7), hour=hour, place="", terms="")) == begun
        )


def without_notice(people, clock):
    """A sale that was arranged, and whose notice hangs nowhere yet."""
    return sales.arrange_sale(
        people[Office.CLERK],
        clock,
        pound="Test Pound",
        on=date(2026, 12, 9),
        hour="11:00",
        place="Yard <b> & Co",
        terms="",
    ).number


@on_sqlite
def test_a_notice_that_hangs_nowhere_yet_says_so(visitor, app, people, clock):
    with app.app_context():
        sale = without_notice(people, clock)
    assert "Put up not yet" in words(visitor.see(f"/sales/{sale}/notice"))
    assert "No lot is listed yet" in words(visitor.see(f"/sales/{sale}/lots"))


def test_notices_are_a_feed_with_the_latest_first(visitor, app, hands, clock, people):
    with app.app_context():
        early = hands.arrange(on=date(2026, 12, 7))
        clock.days_later(1)
        late = hands.arrange(on=date(2026, 12, 6))
        never = without_notice(people, clock)
    reply = visitor.get("/sales/notices.atom?lang=hi")
    assert reply.content_type == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(reply.data)  # noqa: S314 - of our own
    entries = feed.findall("a:entry", ATOM)
    ids = [one.findtext("a:id", namespaces=ATOM) for one in entries]
    assert ids == [f"http://localhost/sales/{sale}/notice" for sale in (late, early)]
    assert f"/sales/{never}/" not in reply.text
    links = [one.find("a:link", ATOM).get("href") for one in entries]
    assert links[0] == f"http://localhost/sales/{late}/notice?lang=hi"
    for part in ("id", "title", "updated", "author/a:name"):
        assert feed.findtext(f"a:{part}", namespaces=ATOM), f"RFC 4287 asks for {part}"
    assert feed.findtext("a:updated", namespaces=ATOM) == entries[0].findtext(
        "a:updated", namespaces=ATOM
    )
    assert visitor.get(links[0].removeprefix("http://localhost")).status_code == 200


# What is passed on


@on_sqlite
def test_a_link_that_is_passed_on_has_a_picture_and_an_absolute_address(
    visitor, buffalo, app, hands
):
    page = visitor.get(f"/animals/{buffalo}?lang=te", headers={"Host": "evil.example"}).text
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert told["url"] == f"http://localhost/animals/{buffalo}?lang=te", "not as the browser asked"
    assert told["image"] == "http://localhost/static/share/buffalo.png"
    assert told["locale"] == "te_IN"
    assert "₹157.50" in told["description"]
    assert "<" not in told["title"] + told["description"]
    with visitor.get(told["image"].removeprefix("http://localhost")) as picture:
        assert picture.content_type == "image/png"
        assert len(picture.data) < 60_000
    sent = unescape(href(page, "వాట్సాప్"))
    assert sent.startswith("https://wa.me/?text=")
    assert "localhost%2Fanimals%2F2026-412%3Flang%3Dte" in sent
    with app.app_context():
        hands.clock.go(2026, 11, 29)
        sale = hands.arrange(buffalo, starting_price=7_500)
    lot = visitor.see(f"/sales/{sale}/lots/1")
    assert 'property="og:description" content="She-buffalo, ₹7,500, Yard"' in lot
    assert "share/buffalo.png" in lot
    assert "share/mark.png" in visitor.see("/")


@on_sqlite
def test_what_people_typed_cannot_break_out_of_a_preview(visitor, app, hands):
    with app.app_context():
        number = hands.take_in(7, area='"><script>alert(1)</script>', kind="mare", colour="<i>c")
    for url in (f"/animals/{number}", "/animals", f"/animals/{number}/owner", "/search?q=mare"):
        page = visitor.see(url)
        assert "<script>alert" not in page
        assert "<i>c" not in page
    assert (
        '"><'
        not in re.search(r"<title>.*?</head>", visitor.see(f"/animals/{number}"), re.DOTALL)[0]
        .replace('svg+xml">', "")
        .replace('"></script>', "")
        .replace('.css">', "")
        .split("<link")[0]
    )


@on_sqlite
def test_pages_of_the_staff_are_not_passed_on(sign_in, buffalo):
    assert "og:image" not in sign_in(Office.CLERK).see("/cases")


# The whole site


@on_sqlite
def test_a_number_in_the_search_leads_straight_to_its_animal(visitor, buffalo):
    reply = visitor.get(f"/search?q={buffalo}")
    assert reply.status_code == 303
    assert reply.headers["Location"] == f"/animals/{buffalo}"


@on_sqlite
def test_words_in_the_search_find_animals_sales_and_pages(visitor, app, hands, buffalo):
    with app.app_context():
        sale = hands.arrange(on=date(2026, 12, 7))
    assert "She-buffalo" in words(visitor.see("/search?q=బేగంబజార్"))
    assert f'href="/sales/{sale}"' in visitor.see(f"/search?q={sale}")
    assert 'href="/law/rates"' in visitor.see("/search?q=rates")
    privacy = visitor.see("/search?q=గోప్యత&lang=te")
    assert re.search(r'<ul class="plain-links">.*?href="/privacy"', privacy, re.DOTALL)
    assert "Nothing was found" in words(visitor.see("/search?q=zzzz&lang=en"))


@on_sqlite
def test_every_public_page_has_a_foot_a_search_and_a_way_past_the_head(visitor, buffalo):
    for url in ("/", "/help", "/law", f"/animals/{buffalo}", "/sales", "/terms"):
        page = visitor.see(url)
        foot = page[page.index('<footer class="floor">') :]
        for place in (
            "help",
            "contact",
            "feedback",
            "accessibility",
            "privacy",
            "terms",
            "site-map",
        ):
            assert f'href="/{place}"' in foot, url
        assert "This site belongs to the Hyderabad City Police" in foot
        assert "Page last checked on" in words(foot)
        assert 'role="search"' in page
        assert page.index('class="skip"') < page.index("<header")


@on_sqlite
def test_every_place_of_the_site_map_opens(visitor):
    page = visitor.see("/site-map")
    places = re.findall(r'<li><a href="(/[^"]*)">', page[page.index("<main") :])
    assert len(places) >= 15
    for place in places:
        assert visitor.get(place).status_code == 200, place


def test_rates_and_readings_are_registers_that_everybody_reads(visitor, app, people, clock):
    from portal.actions import orders
    from portal.law.readings import NOT_DEDUCTED, Reading

    with app.app_context():
        orders.enter_reading(
            people[Office.COMMISSIONER],
            clock,
            reading=Reading.R4,
            choice=NOT_DEDUCTED,
            authority="file <4>",
            since=clock.at.date(),
        )
    assert "T-7 all animals from Thu 1 Jan 2026 ₹40.00 ₹115.00 in force" in words(
        visitor.see("/law/rates")
    )
    page = visitor.see("/law/readings")
    r4 = words(page[page.index('id="R4"') : page.index('id="R5"')])
    assert "No, fees and expenses only in force" in r4
    assert "Authority: file <4>" in r4


# Feedback


LETTER = {"about": "WRONG", "words": "గేటు మూసి ఉంది", "answer_to": "98480 12345", "page": "/help"}


def kept(app):
    with app.app_context():
        return db.session.query(Feedback).order_by(Feedback.id).all()


def test_what_somebody_writes_is_kept_with_a_number_and_read_by_few(visitor, app, sign_in):
    page = visitor.do("/feedback", **LETTER)
    assert "kept under number 1" in words(page)
    (letter,) = kept(app)
    assert (letter.words, letter.answer_to, letter.page) == ("గేటు మూసి ఉంది", "98480 12345", "/help")
    with app.app_context():
        line = db.session.query(JournalLine).order_by(JournalLine.id.desc()).first()
        assert line.act == "give feedback"
        written = str(line.particulars)
    for secret in (letter.words, letter.answer_to, letter.sender):
        assert secret not in written
    for office in (Office.COMMISSIONER, Office.AUDITOR, Office.ADMINISTRATOR):
        assert "గేటు మూసి ఉంది" in sign_in(office).see("/feedback/read")
    for office in (Office.PUBLIC, Office.BIDDER, Office.CLERK, Office.POUND_KEEPER):
        assert sign_in(office).get("/feedback/read").status_code == 403


@on_sqlite
def test_feedback_that_cannot_be_read_is_asked_for_again_with_what_was_typed(visitor, app):
    for wrong, says in (
        ({"about": ""}, "Choose what it is about"),
        ({"about": "GOLD"}, "choose one of those shown"),
        ({"words": " "}, "Write what you want to tell us"),
        ({"words": "x" * 2_001}, "too long"),
        ({"answer_to": "x" * 201}, "too long"),
        ({"words": "a\x00b"}, "cannot be kept"),
    ):
        reply = visitor.send("/feedback", **LETTER | wrong)
        assert reply.status_code == 422, wrong
        assert says in words(reply.text), wrong
        assert LETTER["answer_to"] in reply.text or "answer_to" in wrong
    assert kept(app) == []


def test_one_browser_may_write_five_times_a_day_and_all_two_hundred(visitor, app, sign_in, clock):
    for _time in range(MOST_OF_ONE):
        visitor.do("/feedback", **LETTER)
    refused = visitor.send("/feedback", **LETTER)
    assert refused.status_code == 422
    assert "Not sent: as many messages" in words(refused.text)
    assert LETTER["words"] in refused.text, "what was typed is not lost"
    assert len(kept(app)) == MOST_OF_ONE
    sign_in(Office.PUBLIC).do("/feedback", **LETTER)  # another browser
    clock.days_later(1)
    visitor.do("/feedback", **LETTER)
    senders = [one.sender for one in kept(app)]
    assert len(set(senders)) == 3, "the same browser is another sender on another day"


@on_sqlite
def test_a_flood_from_many_browsers_ends_at_the_day_s_measure(inside, clock):
    from portal.actions.feedback import give_feedback
    from portal.law.feedback import About, require_may_be_sent
    from portal.law.refusals_of_feedback import TooMuchFeedback
    from portal.registers.people import NOBODY

    for number in range(3):
        give_feedback(
            NOBODY, clock, about=About.OTHER, page="", words="x", answer_to="", sender=f"{number}"
        )
    require_may_be_sent(0, MOST_OF_ALL - 1)
    with pytest.raises(TooMuchFeedback):
        require_may_be_sent(0, MOST_OF_ALL)
    with pytest.raises(TooMuchFeedback):
        require_may_be_sent(MOST_OF_ONE, 3)
