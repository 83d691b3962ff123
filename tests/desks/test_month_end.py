"""The month's end at the accounts desk: bank file, corrections, closing, returns, registers."""

import io
import re
from datetime import date

import pytest
import sqlalchemy as sa
from builders import officer_named
from sqlalchemy.exc import DBAPIError
from visitor import words

from portal.actions import months, pound
from portal.law.delivery import Payer
from portal.law.months import Month
from portal.law.offices import Office
from portal.law.refusals_of_accounts import EarlierMonthOpen, MonthIsClosed
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.dues import dues_on
from portal.registers.impound import find_impounding
from portal.registers.journal import end_of_journal

FILE = """\
Posting day,Said by the bank,Out,In
30-11-2026,UPI/432105001001/YELLAIAH,,"2,017.50"
30-11-2026,UPI/432105002002/SALEEM,,"2,107.50"
30-11-2026,UPI/432105001001/YELLAIAH,,"2,017.50"
30-11-2026,NEFT 99,40.00,
"""
COLUMNS = {"on": "Posting day", "reference": "Said by the bank", "credit": "In", "debit": "Out"}


@pytest.fixture
def november(app, hands, people, clock):
    """Three releases paid by UPI on 30 November, 2,017.50 each; the day is 2 December."""
    with app.app_context():
        cases = [hands.take_in(number) for number in (1, 2, 3)]
        clock.go(2026, 11, 30)
        for place, case in enumerate(cases, start=1):
            pound.deliver_to_owner(
                people[Office.POUND_KEEPER],
                clock,
                case=case,
                payer=Payer(f"=Owner {place}", None, ""),
                offered=dues_on(find_impounding(case), date(2026, 11, 30)).total,
                mode="UPI",
                reference=f"43210500{place}00{place}",
                proof_seen="card",
            )
        clock.go(2026, 12, 2)
        db.session.remove()


@pytest.fixture
def desk(november, sign_in):
    return sign_in(Office.ACCOUNTS)


@pytest.fixture
def second(november, sign_in):
    return sign_in(Office.ACCOUNTS, "accounts_2")


def read_in(desk, text=FILE, name="bank.csv", sender="State Bank"):
    return desk.send("/bank-files", sender=sender, file=(io.BytesIO(text.encode()), name))


@pytest.fixture
def file(desk):
    """The bank's file, its columns chosen."""
    where = read_in(desk).headers["Location"]
    page = desk.see(where)
    assert "Which column holds what?" in page
    return desk.do(where.split("?")[0], sender="State Bank", name="bank.csv", **COLUMNS)


def test_what_does_not_match_comes_first_and_nothing_is_posted(file, desk):
    page = words(file)
    assert "4 lines do not match" in page
    assert "1 line agrees" in page
    places = [page.index(kind) for kind in ("wrong amount", "double line", "missing", "unknown")]
    assert places == sorted(places)
    assert "The bank says ₹2,107.50 on Mon 30 Nov 2026" in page
    assert "Differs by ₹90.00" in page or "Differs by ₹90" in page
    assert page.index("missing") < page.index("1 line agrees")
    assert "4 to answer" in words(desk.see("/accounts"))
    assert "Differences with the bank nobody's, until it is explained nothing" in words(
        desk.see("/accounts")
    )


def test_the_same_file_twice_is_known_and_columns_are_kept(file, desk):
    again = read_in(desk, name="renamed.csv")
    assert again.status_code == 422
    assert "this very file came before, as bank.csv on Wed 2 Dec 2026" in words(again.text)
    following = read_in(desk, FILE.replace("5003", "5004").replace("99", "98"), "december.csv")
    assert re.fullmatch(r".*/bank-files/\d+", following.headers["Location"])
    other = read_in(desk, FILE + " ", sender="Treasury")
    assert "/columns/" in other.headers["Location"]


def test_a_file_that_is_none_is_refused_with_words(desk):
    for text, says in (("", "Choose the file"), ("a,b\n1,2\n", "No headings"), ("\x00", "NUL")):
        reply = read_in(desk, text)
        assert reply.status_code == 422
        assert says in words(reply.text) or "no text" in words(reply.text)
    where = read_in(desk).headers["Location"].split("?")[0]
    sent = {"sender": "State Bank", "name": "bank.csv"}
    reply = desk.send(where, **sent, **COLUMNS | {"on": ""})
    assert "choose the column that holds the day" in words(reply.text)
    reply = desk.send(where, **sent, **COLUMNS | {"on": "In"})
    assert "Row 2: the day '2,017.50' cannot be read" in words(reply.text)
    assert "No file was read in yet" in desk.see("/bank-files")


def test_a_difference_is_set_aside_once_with_its_reason(file, desk):
    url = "/bank-files/1/aside"
    assert "Write why this is set aside" in desk.send(url, difference="row 4", reason=" ").text
    page = words(desk.do(url, difference="row 4", reason="the bank sent it twice"))
    assert "Set aside by The accounts" in page
    for difference in ("row 4", "row 2", "row 99"):
        again = desk.send(url, difference=difference, reason="x")
        assert again.status_code == 422
        assert "Nothing was set aside" in words(again.text)
    assert "3 open" in words(desk.see("/bank-files"))


def test_a_correction_names_its_line_and_waits_for_a_second_person(file, desk, second):
    link = re.search(r'href="(/corrections\?[^"]+)"', file)[1].replace("&amp;", "&")
    form = desk.see(link)
    assert 'value="90.00"' in form
    sent = {"debit": "CASH", "credit": "DIFFERENCES", "amount": "90", "reason": "sent too much"}
    assert "Name the line of the journal" in desk.send("/corrections", **sent).text
    wrong = desk.send("/corrections", **sent | {"credit": "SURPLUS_HELD"}, corrects="1")
    assert "choose one of those shown" in words(wrong.text)
    desk.do("/corrections", **sent, bank_line="2")
    assert "whoever prepared the correction may not post it" in words(
        desk.send("/corrections/1/posting").text
    )
    page = words(second.do("/corrections/1/posting"))
    assert "entry 1 of December 2026" in page
    assert "is approved or undone already" in words(second.send("/corrections/1/posting").text)
    assert "Led to a correction" in words(desk.see("/bank-files/1"))
    accounts = words(desk.see("/accounts"))
    assert "The books agree" in accounts
    assert "until it is explained credit 90.00" in accounts


def test_a_month_is_closed_by_a_second_person_and_takes_nothing_more(
    app, hands, people, clock, desk, second
):
    early = desk.send("/months/2026-12/preparation")
    assert "December 2026 was not closed: it is not over" in words(early.text)
    unprepared = second.send("/months/2026-11/closing")
    assert "nobody has prepared it yet" in words(unprepared.text)
    desk.do("/months/2026-11/preparation")
    assert "whoever prepared the month may not close it" in words(
        desk.send("/months/2026-11/closing").text
    )
    assert "November 2026 is locked" in words(second.do("/months/2026-11/closing"))
    again = words(desk.send("/months/2026-11/preparation").text)
    assert "November 2026 is closed. A correction goes into December 2026" in again
    assert "6,052.50" in words(desk.see("/returns/2026-11")) or "Locked" in desk.see(
        "/returns/2026-11"
    )
    with app.app_context():
        assert list(differences()) == []
        db.session.rollback()
        by = officer_named("accounts_2", Office.ACCOUNTS)
        clock.go(2027, 2, 3)
        hands.take_in(9)
        later = end_of_journal().id
        with pytest.raises(EarlierMonthOpen):
            months.prepare_month(by, clock, month=Month(2027, 1))
        db.session.rollback()
        with db.engine.connect().execution_options(writing=True) as books:
            line = (
                'INSERT INTO ledger_line (journal_line_id, "on", debit, credit, amount)'
                f" VALUES ({later}, '2026-11-30', 'CASH', 'FINES', 5)"
            )
            with pytest.raises(DBAPIError, match="the month is closed"):
                books.exec_driver_sql(line)
            books.rollback()
            if db.engine.dialect.name == "sqlite":
                books.exec_driver_sql("DROP TRIGGER ledger_line_in_open_month")
            else:
                books.exec_driver_sql("ALTER TABLE ledger_line DISABLE TRIGGER USER")
            books.execute(sa.text(line))
            books.commit()
        found = list(differences())
        assert any("November 2026 is closed: ledger line" in one for one in found)
        assert any("is dated 2026-11-30, its act was on 2027-02-03" in one for one in found)


def test_an_act_of_the_clock_put_back_into_a_closed_month_is_refused(november, inside, clock):
    from portal.actions.official import Act

    first, other = (officer_named(name, Office.ACCOUNTS) for name in ("accounts", "accounts_2"))
    months.prepare_month(first, clock, month=Month(2026, 11))
    months.close_month(other, clock, month=Month(2026, 11))
    act = Act(first, clock.at.replace(month=11, day=30), 99)
    with pytest.raises(MonthIsClosed):
        act.post(())


def test_the_return_counts_heads_and_charges_by_class(desk):
    page = words(desk.see("/returns/2026-11"))
    assert "Class 4: he-buffalo, she-buffalo and its young 0 3 3 0 0 0 ₹7.50" in page
    assert "Dues taken from owners: fines 7.50" in page
    page = words(desk.see("/returns/2026-12"))
    assert "Class 4: he-buffalo, she-buffalo and its young 0 0 0 0 0 0" in page
    for wrong in ("2026-13", "2026-0", "x", "2026-11-1"):
        assert desk.get(f"/returns/{wrong}").status_code == 404


def test_every_register_is_shown_and_given_as_files(desk):
    page = desk.see("/registers")
    for name in re.findall(r'href="/registers/(\w+)\?', page):
        desk.see(f"/registers/{name}?month=2026-11")
        for kind in ("csv", "xlsx"):
            reply = desk.get(f"/registers/{name}.{kind}?month=2026-11")
            assert reply.status_code == 200
            assert "attachment" in reply.headers["Content-Disposition"]
    told = desk.get("/registers/intake.csv?month=2026-11").text
    assert ",'=Owner 1" in told
    for url in ("/returns/2026-11/csv", "/exports/ledger-2026.journal", "/pictures", "/balances"):
        assert desk.get(url).status_code == 200, url
    for url in ("/registers/none", "/registers/intake.exe", "/exports/ledger-26.journal"):
        assert desk.get(url).status_code == 404, url


def test_the_pictures_say_in_words_what_they_show(desk):
    page = desk.see("/pictures")
    assert page.count("<svg viewBox") == 3  # nothing was sold: two have no figures yet
    assert page.count('role="img"') == page.count("<desc") == 3
    assert "style=" not in page
    assert "11 to 15 days: 3 back, 0 sold" in words(page)


def test_who_does_not_see_the_books_sees_none_of_it(november, sign_in):
    for office in (Office.CLERK, Office.POUND_KEEPER, Office.PUBLIC):
        browser = sign_in(office)
        for url in ("/bank-files", "/months", "/corrections", "/registers", "/returns/2026-11"):
            assert browser.get(url).status_code == 403, (office, url)
