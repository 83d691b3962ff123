"""The journal, as those read it who trust nobody."""

import re

from visitor import words

from portal.actions import orders
from portal.law.offices import Office
from portal.registers.journal import last_line, lines_before

LINE = re.compile(r'<th scope="row"><bdi[^>]*>(\d+)</bdi>')


def lines_on(page):
    return [int(number) for number in LINE.findall(page)]


def fill_journal(app, people, clock, lines):
    """Go on writing until the journal has so many lines."""
    from datetime import date, timedelta

    with app.app_context():
        day = date(2027, 1, 1)
        while last_line().id < lines:
            day += timedelta(days=1)
            orders.close_day(
                people[Office.COMMISSIONER], clock, day=day, why="<b>Holiday</b> & rest"
            )


def test_the_journal_is_read_newest_first_and_fifty_at_a_time(app, people, clock, sign_in):
    fill_journal(app, people, clock, 119)
    auditor = sign_in(Office.AUDITOR)  # line 120 is this sign-in
    page = auditor.see("/journal")
    assert lines_on(page) == list(range(120, 70, -1))
    earlier = re.search(r'rel="next" href="([^"]+)"', page)[1]
    assert earlier == "/journal?before=71"
    page = auditor.see(earlier)
    assert lines_on(page) == list(range(70, 20, -1))
    assert "Newest lines" in page
    page = auditor.see("/journal?before=21")
    assert lines_on(page) == list(range(20, 0, -1))
    assert 'rel="next"' not in page
    assert "nothing was done before that" in auditor.see("/journal?before=1")


def test_an_address_that_names_no_line_shows_the_newest(sign_in):
    auditor = sign_in(Office.AUDITOR)
    newest = lines_on(auditor.see("/journal"))
    for before in ("", "x", "-1", "1e3", "9" * 40, "٣"):
        assert lines_on(auditor.see(f"/journal?before={before}")) == newest


def test_a_line_says_who_did_what_by_which_words_and_what_holds_it(
    app, people, clock, hands, sign_in
):
    fill_journal(app, people, clock, 40)
    with app.app_context():
        hands.list_staff(identity="ID 4410")
        line = lines_before(None, 1)[0]
        held = line.held
    page = sign_in(Office.AUDITOR).see("/journal")
    text = words(page)
    assert "The administrator administrator List staff member s.(3)" in text
    assert "known by: identity number …4410" in text
    assert held[:12] in text
    assert held not in text
    assert "&lt;b&gt;Holiday&lt;/b&gt; &amp; rest" in page
    assert "<b>Holiday" not in page


def test_a_case_has_a_page_of_its_own_lines(app, hands, sign_in):
    with app.app_context():
        case, other = hands.take_in(412), hands.take_in(413)
        hands.release(case)
    auditor = sign_in(Office.AUDITOR)
    page = auditor.see(f"/journal/cases/{case}")
    text = words(page)
    assert len(lines_on(page)) == 2
    assert lines_on(page) == sorted(lines_on(page), reverse=True)
    assert text.index("Deliver to owner") < text.index("Take in")
    assert len(lines_on(auditor.see(f"/journal/cases/{other}"))) == 1
    assert auditor.get("/journal/cases/2026-999").status_code == 404
    assert auditor.get("/journal/cases/nonsense").status_code == 404


def test_only_auditor_and_commissioner_read_it(sign_in):
    sign_in(Office.COMMISSIONER).see("/journal")
    for office in (Office.CLERK, Office.ACCOUNTS, Office.ADMINISTRATOR, Office.PUBLIC):
        assert sign_in(office).get("/journal").status_code == 403
