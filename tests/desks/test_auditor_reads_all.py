"""The auditor: every page of his opens, no act of his is taken, and the journal is searched."""

import re
from html import unescape

import pytest
from builders import walk_every_way
from visitor import words

from portal.law.offices import DUTIES, Duty, Office
from portal.registers.base import db
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine, last_line, lines_about
from portal.web.desk import doors

LINE = re.compile(r'<th scope="row"><bdi[^>]*>(\d+)</bdi>')
# To come in and go out, the demo's clock, a word to the office: of himself, and of nobody's case.
OF_HIMSELF = {Duty.SIGN_IN, Duty.MOVE_CLOCK, Duty.GIVE_FEEDBACK}


def values(rule):
    """Numbers of the walked town for the places of an address."""
    told = {"number": "1", "sale": "1", "lot": "1", "screening": "1", "paper": "1", "refund": "1"}
    if rule.startswith(("/cases/", "/animals/", "/journal/cases/")):
        told["number"] = "2026-2"
    if rule.startswith(("/receipts/", "/deposits/")):
        told["year"] = "2026"
    if "/months/" in rule or "/returns/" in rule:
        told |= {"written": "2026-11", "kind": "csv"}
    if rule.startswith(("/registers/", "/exports/")):
        told["name"] = "intake"
    if rule.startswith("/readings/"):
        told["number"] = "R4"
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda place: told.get(place[1], "1"), rule)


@pytest.fixture
def walked(app, hands):
    with app.app_context():
        walk_every_way(hands)
        db.session.remove()


def test_every_page_the_auditor_may_open_opens_and_no_act_is_taken(app, sign_in, walked):
    auditor = sign_in(Office.AUDITOR)
    opened, refused = [], []
    with app.app_context():
        before = last_line().id
        db.session.remove()
    for method, rule, duty in doors(app):
        address = values(rule)
        if method == "GET" and duty in DUTIES[Office.AUDITOR]:
            reply = auditor.get(address)
            assert reply.status_code in {200, 204, 302, 303, 404, 422}, (address, reply.status_code)
            opened.append((rule, reply.status_code))
        elif method == "POST" and duty not in OF_HIMSELF:
            reply = auditor.send(address)
            assert reply.status_code == 403, (address, reply.status_code)
            refused.append(rule)
    with app.app_context():
        assert last_line().id == before  # nothing he sent has left a line
    assert len(refused) > 90
    whole = [rule for rule, status in opened if status == 200]
    assert len(whole) > 55, sorted(set(opened) - {(rule, 200) for rule in whole})
    for rule in (
        "/cases/<string:number>",
        "/accounts",
        "/claims",
        "/journal",
        "/checks",
        "/figures",
    ):
        assert rule in whole, rule


def test_the_auditor_sees_no_secret(sign_in, walked):
    auditor = sign_in(Office.AUDITOR)
    for secret in ("/staff-list", "/staff", "/demo/outbox"):
        assert auditor.get(secret).status_code in {403, 404}, secret
    assert "$argon2id" not in auditor.see("/journal")


def test_the_journal_is_searched_by_person_case_act_and_days(app, sign_in, walked):
    auditor = sign_in(Office.AUDITOR)

    def found(**asked):
        lines, address = [], None
        page = auditor.see("/journal", query_string=asked)
        while True:
            lines += [int(number) for number in LINE.findall(page)]
            following = re.search(r'rel="next" href="([^"]+)"', page)
            if following is None:
                return lines
            assert following[1] != address
            address = following[1]
            page = auditor.see(unescape(address))

    with app.app_context():
        every = {one.id: one for one in db.session.query(JournalLine).all()}
        names = {one.by_id for one in every.values()}
        case = [one.id for one in lines_about(find_impounding("2026-2").id)]
        day = {n for n, one in every.items() if one.at.date().isoformat() == "2026-11-30"}
        keeper = every[case[0]].by_id
        released = {n for n, one in every.items() if one.act == "deliver to owner"}
        db.session.remove()
    assert len(names) > 3
    assert found(case="2026-2") == sorted(case, reverse=True)
    assert set(found(since="30-11-2026", until="30-11-2026")) == day
    assert found(since="1-1-2030") == []
    assert set(found(act="deliver to owner")) == released
    by_keeper = set(found(who="pound-keep"))
    assert by_keeper == {n for n, one in every.items() if one.by_id == keeper}
    assert set(found(who="pound-keep", case="2026-2")) == by_keeper & set(case)
    assert found(who="nobody of this name") == []
    assert len(found(until="1-1-2030")) == len(every)


@pytest.mark.parametrize(
    "asked", ["case=2026-999", "since=x", "until=32-1-2026", "act=make tea", "who=" + "x" * 999]
)
def test_a_search_that_cannot_be_read_is_told_at_its_field(sign_in, asked):
    reply = sign_in(Office.AUDITOR).get(f"/journal?{asked}")
    assert reply.status_code == 422
    assert 'aria-invalid="true"' in reply.text


def test_what_was_searched_for_stays_in_the_address_of_the_next_page(app, sign_in, hands):
    with app.app_context():
        for number in range(1, 56):
            hands.take_in(number)
        db.session.remove()
    page = sign_in(Office.AUDITOR).see("/journal?act=take+in&who=")
    following = unescape(re.search(r'rel="next" href="([^"]+)"', page)[1])
    assert "act=take+in" in following
    assert "before=" in following
    assert "Search the journal" in words(page)
