"""Papers given out: numbered, kept with their digest, duplicate or void, checked by anybody."""

import hashlib
import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa
from builders import set_paper
from papers import give_out, printed, words_of
from visitor import Visitor, words

from portal.actions import prints as acts
from portal.actions import staff
from portal.app import create_app
from portal.config import Mode
from portal.law.offices import Duty, Office
from portal.law.refusals_of_prints import NotYourPaper, PaperMovedOn
from portal.prints.kinds import Kind
from portal.registers.base import db
from portal.registers.impound import Impounding, Release
from portal.registers.journal import JournalLine, hold, last_line
from portal.registers.people import NOBODY
from portal.registers.prints import Print, PrintCopy, print_breaks
from portal.registers.settlement import Receipt
from portal.web.sign_in import digest, fresh_token

SUM = re.compile(r"\d[\d,]*\.\d\d")


def sums_in(html):
    return set(SUM.findall(words(html.split("<main")[1].split("</main")[0])))


@pytest.fixture
def released(act, hands):
    def walk():
        case = hands.take_in(412)
        hands.release(case)
        return case

    return act(walk)


@pytest.fixture
def keeper(sign_in):
    return sign_in(Office.POUND_KEEPER)


@pytest.fixture
def sold(act, hands, clock):
    """Case 412 is sold for 42,500 as lot 1 of sale 1 and paid."""

    def walk():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(case)
        return case

    return act(walk)


def facts_of_walk():
    """Where each kind of paper is after every way was walked."""
    paid = db.session.scalars(
        sa.select(Receipt).where(Receipt.lot_id.is_not(None)).order_by(Receipt.id)
    ).first()
    released = db.session.get_one(Impounding, db.session.query(Release).first().impounding_id)
    db.session.rollback()
    receipt = f"/receipts/{paid.year}/{paid.number}"
    keeper, clerk, officer, accounts = (
        Office.POUND_KEEPER, Office.CLERK, Office.CLAIMS_OFFICER, Office.ACCOUNTS
    )  # fmt: skip
    case = f"/cases/{released.number}"
    # The page whose figures the paper repeats, the paper, who gives it out, what it must say.
    return [
        (case, f"{case}/pen-card", keeper, "day 10"),
        (case, f"{case}/release", keeper, "Delivered to the owner on payment"),
        ("/sales/1", "/sales/1/notice/paper", clerk, "Notice of sale"),
        ("/sales/1", "/sales/1/catalogue/paper", clerk, "Catalogue of sale 1"),
        ("/sales/1", "/sales/1/cards/23/print", clerk, "directly or indirectly"),
        ("/sales/1", "/sales/1/lots/1/slips/1", clerk, "VOID re-opened"),
        ("/sales/1", "/sales/1/lots/1/slips/2", clerk, "Rupees five thousand only"),
        (receipt, f"{receipt}/paper", clerk, "VOID reversed: wrong lot typed"),
        ("/deposits/2026/1", "/deposits/2026/1/paper", clerk, "the deposit of card 23"),
        ("/sales/1", "/sales/1/lots/1/delivery", clerk, "Delivery order, for the gate"),
        ("/claims/1", "/claims/1/acknowledgement/en", clerk, "Your claim has come"),
        ("/claims/1", "/hearings/1/notice", officer, "You are called to be heard"),
        ("/orders/1", "/orders/1/paper", officer, "ALLOWED"),
        ("/vouchers/1", "/vouchers/1/paper", accounts, "Copy 3 of 3: for the file"),
        ("/challans/1", "/challans/1/print", accounts, "for the bank and the Treasury"),
        (
            "/registers/receipts?month=2026-11",
            "/registers/receipts/2026-11/paper",
            accounts,
            "In all: Amount",
        ),
        ("/returns/2026-11", "/returns/2026-11/paper", accounts, "The month is closed."),
    ]


SAME_SUMS = (
    "/vouchers", "/challans", "/deposits", "/receipts", "/registers", "/returns",
)  # fmt: skip


@pytest.fixture
def walked(rows_of_every_kind, settings, clock, people):
    """Browsers of a second portal on the books in which every way was walked."""
    portal = create_app(settings, clock=clock)
    clients = {}

    def browser(office):
        if office not in clients:
            token, later = fresh_token(), clock.at + timedelta(days=1)
            staff.sign_in(
                NOBODY, clock, person=people[office].person_id, office=office,
                token_digest=digest(token), ends_at=later,
            )  # fmt: skip
            client = portal.test_client()
            client.__class__ = Visitor
            with client.session_transaction() as session:
                session["token"], session["seen"] = token, later.timestamp()
            clients[office] = client
        return clients[office]

    yield browser
    with portal.app_context():
        db.session.remove()
        db.engine.dispose()


def test_every_paper_tells_the_figures_of_its_page(walked):
    for page, paper, office, must_say in facts_of_walk():
        client = walked(office)
        assert "Print and give out" in client.see(paper), paper
        said = printed(client, paper)
        assert must_say in said, (paper, said[:1500])
        if page.startswith(SAME_SUMS):
            assert sums_in(client.see(page)) == set(SUM.findall(said)) != set(), paper
        if page == "/orders/1":  # the paper sums the dues up, too
            assert sums_in(client.see(page)) == set(SUM.findall(said)) - {"2,020.00"}
    assert "Print a duplicate" in walked(Office.CLERK).see("/sales/1/cards/23/print")
    copies = db.session.query(PrintCopy).count()
    assert copies == 18  # with the one that was walked
    assert all(one.number == 1 for one in db.session.query(Print) if one.kind not in {"HS", "RC"})


def test_a_number_is_taken_once_and_the_digest_stands_in_register_and_journal(
    app, keeper, released, act
):
    pdf = give_out(keeper, f"/cases/{released}/slip")
    again = give_out(keeper, f"/cases/{released}/slip")
    assert "DUPLICATE" in words_of(again)
    assert "DUPLICATE" not in words_of(pdf)

    def look():
        one = db.session.query(Print).one()
        first, second = db.session.query(PrintCopy).order_by(PrintCopy.id)
        assert one.written == "IS-2026-1"
        assert (first.copy, second.copy) == (1, 2)
        for copy, content in ((first, pdf), (second, again)):
            assert copy.sha256 == hashlib.sha256(content).hexdigest()
            line = db.session.get_one(JournalLine, copy.journal_line_id)
            assert line.act == "issue paper"
            assert f"SHA-256 {copy.sha256}" in line.particulars["paper"]
            assert f"copy {copy.copy}" in line.particulars["paper"]

    act(look)
    page = words(keeper.see(f"/cases/{released}/slip"))
    assert "duplicate 2" in page
    assert "The pound-keeper" in page


def test_a_kept_paper_that_is_lost_is_set_again_and_one_altered_is_found(
    app, keeper, released, act, settings
):
    pdf = give_out(keeper, f"/cases/{released}/slip")
    kept = settings.prints / hashlib.sha256(pdf).hexdigest()
    assert kept.read_bytes() == pdf
    assert act(lambda: list(print_breaks(settings.prints))) == []
    kept.write_bytes(pdf.replace(b"2026", b"2025"))
    assert "is gone or was altered" in act(lambda: list(print_breaks(settings.prints)))[0]
    assert keeper.get(f"/cases/{released}/slip/2026/1/1").data == pdf
    kept.unlink()
    assert keeper.get(f"/cases/{released}/slip/2026/1/1").data == pdf


def test_a_paper_of_another_case_is_not_at_this_address(app, keeper, released, act, hands):
    other = act(lambda: hands.take_in(413))
    give_out(keeper, f"/cases/{released}/slip")
    assert keeper.get(f"/cases/{other}/slip/2026/1/1").status_code == 404
    assert keeper.get(f"/cases/{released}/slip/2026/2/1").status_code == 404
    assert keeper.get(f"/cases/{released}/slip/2026/1/2").status_code == 404


def test_what_tells_something_new_has_a_new_number(app, sign_in, sold):
    accounts = sign_in(Office.ACCOUNTS)
    address = "/registers/claims/2026-12/paper"
    assert "Nothing was entered" in printed(accounts, address)
    clerk = sign_in(Office.CLERK)
    clerk.do(
        f"/claims/counter/{sold}",
        name="K. Yellaiah",
        phone="9848012345",
        says="Mine.",
        paid_how="counter",
    )
    november = accounts.see("/registers/claims?month=2026-11")
    assert "Nothing was entered" not in november
    first = printed(accounts, "/registers/claims/2026-11/paper")
    assert "RG-2026-2" in first
    assert "DUPLICATE" in printed(accounts, "/registers/claims/2026-11/paper")


def test_a_receipt_reversed_is_void_on_paper_and_on_the_check_page(app, sign_in, sold):
    clerk, public = sign_in(Office.CLERK), app.test_client()
    pdf = give_out(clerk, "/receipts/2026/1/paper")
    assert "VOID" not in words_of(pdf)
    number, code = re.search(r"check/(RC-2026-1), code ([a-z2-7]{8})", words_of(pdf)).groups()
    address = f"/check/{number}?c={code}"
    told = words(public.get(address).text)
    assert "Genuine: this office gave it out." in told
    assert "42,500.00" in told
    order = clerk.get("/sales/1/lots/1/delivery").status_code
    assert order == 200
    give_out(clerk, "/sales/1/lots/1/delivery")
    clerk.do("/receipts/2026/1/reversal", reason="wrong lot")
    assert "VOID: this paper was given out" in words(public.get(address).text)
    assert "VOID reversed: wrong lot" in printed(clerk, "/receipts/2026/1/paper")
    assert clerk.get("/sales/1/lots/1/delivery").status_code == 404
    with app.test_request_context():
        from portal.web.prints import print_tag

        gate = f"/check/DO-2026-1?c={print_tag('DO-2026-1')}"
    assert "worth nothing now" in words(public.get(gate).text)


def test_a_false_paper_is_called_so_and_nothing_is_told_of_a_true_one(app, keeper, released):
    public = app.test_client()
    give_out(keeper, f"/cases/{released}/slip")
    with app.test_request_context():
        from portal.web.prints import print_tag

        code = print_tag("IS-2026-1")
        other = print_tag("IS-2026-2")
    assert public.get(f"/check/IS-2026-1?c={code}").status_code == 200
    for forged in (
        "/check/IS-2026-1",
        "/check/IS-2026-1?c=aaaaaaaa",
        f"/check/IS-2026-1?c={other}",
        f"/check/IS-2026-2?c={other}",
        f"/check/XX-2026-1?c={code}",
        "/check/IS-2026-1?c=%C3%A9%00",
        f"/check/{'9' * 500}?c={code}",
        "/check/<script>?c=x",
    ):
        reply = public.get(forged)
        assert reply.status_code == 404, forged
        told = words(reply.text)
        assert "No such paper. It may be false." in told
        assert "Test Pound" in told
        assert "412" not in told
    asked = public.get("/check?number=is-2026-1&c=" + code.upper(), follow_redirects=True)
    assert "Genuine" in asked.text


@pytest.mark.parametrize("code", ["te", "ur", "hi"])
def test_the_check_page_speaks_each_language(app, code):
    told = app.test_client().get(f"/check/RC-2026-1?lang={code}").text
    assert "No such paper" not in told
    assert "Number and code" not in told


def test_in_the_demo_every_paper_is_a_specimen(settings, clock, act, hands, released):
    demo = create_app(replace(settings, mode=Mode.DEMO), clock=clock)
    with demo.test_request_context(), demo.app_context():
        from flask import g

        from portal.web.prints import issue

        g.officer = hands.people[Office.POUND_KEEPER]
        copy = issue(Kind.INTAKE_SLIP, released, acts.ISSUE[Duty.KEEP_REGISTER])
        kept = settings.prints / copy.sha256
        db.session.remove()
        db.engine.dispose()
    assert "SPECIMEN: nothing here is real" in words_of(kept.read_bytes())


def test_a_paper_set_before_the_books_moved_on_is_not_given_out(inside, hands, clock):
    case = hands.take_in(412)
    keep = acts.ISSUE[Duty.KEEP_REGISTER]
    keeper = hands.people[Office.POUND_KEEPER]
    set_twice = [set_paper(Kind.INTAKE_SLIP, case) for _ in range(2)]
    keep(keeper, clock, paper=set_twice[0])
    with pytest.raises(PaperMovedOn):
        keep(keeper, clock, paper=set_twice[1])
    stale = replace(set_paper(Kind.INTAKE_SLIP, case), facts_sha256="0" * 64)
    with pytest.raises(PaperMovedOn):
        keep(keeper, clock, paper=stale)
    assert db.session.query(PrintCopy).count() == 1


def test_a_claimant_fetches_his_own_acknowledgement_and_nobody_elses(
    app, act, hands, sold, sign_in, clock
):
    mine, other = act(lambda: [hands.claim(sold, name, online=True).id for name in ("A", "B")])
    visitor = sign_in(Office.PUBLIC)
    assert visitor.send("/claims/mine/acknowledgement").status_code == 303
    visitor.do("/claims/mine", number=f"A-{mine}", code="12345678")
    visitor.see("/claims/mine?lang=ur")
    reply = visitor.send("/claims/mine/acknowledgement")
    assert reply.content_type == "application/pdf"
    said = words_of(reply.data)
    assert f"A-{mine}" in said
    assert "30-11-2026 11:00" in said
    assert visitor.send("/claims/mine/acknowledgement").data == reply.data

    def crime():
        paper = set_paper(Kind.ACKNOWLEDGEMENT, f"{other}/ur")
        from portal.registers.people import NOBODY

        for claim, code in ((mine, "12345678"), (other, "00000000")):
            with pytest.raises(NotYourPaper):
                acts.fetch_acknowledgement(NOBODY, clock, claim=claim, code=code, paper=paper)

    act(crime)


def test_a_case_file_holds_the_whole_story_with_digests_that_can_be_worked_out_again(
    app, sign_in, sold, act
):
    clerk, auditor = sign_in(Office.CLERK), sign_in(Office.AUDITOR)
    give_out(clerk, f"/cases/{sold}/slip")
    before = act(lambda: last_line().id)
    told = json.loads(auditor.get(f"/cases/{sold}/file.json").data)
    pdf = words_of(auditor.get(f"/cases/{sold}/file.pdf").data)
    assert act(lambda: last_line().id) == before  # read-only
    assert "file.pdf" in auditor.see(f"/cases/{sold}")
    from portal.registers.journal import Words

    for line in told["journal"]:
        from datetime import datetime

        kept = Words(
            line["number"], datetime.fromisoformat(line["instant"]), line["by_id"],
            line["office"], line["act"], line["cites"], line["particulars"],
        )  # fmt: skip
        assert hold(kept, line["before"]) == line["held"]
        assert line["held"][:16] in pdf
    assert told["end_line"] == before
    (paper,) = told["prints"]
    assert paper["sha256"][:16] in pdf
    assert paper["number"] == "IS-2026-1"
    assert any(one["amount"] and one["amount"]["figures"] == "42,500.00" for one in told["story"])
    assert sign_in(Office.CLERK).get(f"/cases/{sold}/file.json").status_code == 403


def test_a_name_with_marks_of_typst_goes_through_the_whole_house(app, act, hands, keeper):
    evil = '#read("/etc/passwd") $x$ *b* @ref 🐃 محمد ' + "W" * 300
    case = act(lambda: hands.take_in(412, brought_by=evil, marks=evil))
    said = printed(keeper, f"/cases/{case}/slip")
    assert '#read("/etc/passwd") $x$ *b* @ref' in said
