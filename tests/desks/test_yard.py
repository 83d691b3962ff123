"""The yard: the register, rows that wait, owners who pay, and the gate."""

import io
import re
from datetime import datetime

import pytest
import visitor

from portal.actions import register
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.registers.case import CaseStage, gather
from portal.registers.impound import find_impounding, held_rows
from portal.registers.settlement import find_delivery
from portal.sheets.impound_register import Held, Reason

HEADINGS = "No.,Date brought,Kind of animal,Ear tag,Where seized,Brought by\r\n"
SURE = "7/2026,2026-11-02 15:19,donkey,,Begum Bazar,PC 2281\r\n"
DOUBTFUL = "8/2026,2026-11-03,unicorn,,Begum Bazar,PC 2281\r\n"
NEW = {
    "pound": "Test Pound",
    "number": "412/2026",
    "on": "18-11-2026 07:40",
    "kind": "goats (3)",
    "area": "begum bazar",
}


def words(page):
    """What a page says; a comma or a full stop after a marked word keeps its place."""
    return re.sub(r" (?=[,.])", "", visitor.words(page)).replace("&#39;", "'")


@pytest.fixture
def keeper(sign_in):
    return sign_in(Office.POUND_KEEPER)


@pytest.fixture
def row(app, hands):
    """Hold one row of a register, and give its number."""

    def hold(*reasons, **cells):
        held = Held(line=14, cells=cells, fingerprint="f" * 64, reasons=reasons)
        with app.app_context():
            register.read_in_rows(
                hands.people[Office.POUND_KEEPER],
                hands.clock,
                pound="Test Pound",
                sheet="november.csv",
                rows=[held],
            )
            return held_rows()[-1].id

    return hold


def sent(text, name="november.csv"):
    return {"pound": "Test Pound", "register": (io.BytesIO(text.encode()), name)}


def entry_of(app, number):
    with app.app_context():
        found = find_impounding(number)
        return {"at": found.at, "kind": found.kind, "remarks": found.remarks, "head": found.head}


def test_an_animal_is_taken_in_as_it_is_called(app, keeper):
    page = words(keeper.do("/cases/new", **NEW))
    assert "Entered as case 2026-412" in page
    assert "Owner's ten days: day 0 of 10" in page
    entry = entry_of(app, "2026-412")
    assert (entry["kind"], entry["head"]) == ("3 goats", 3)
    assert entry["at"] == datetime(2026, 11, 18, 7, 40, tzinfo=HYDERABAD)


def test_what_is_in_doubt_is_not_entered_and_nothing_typed_is_lost(app, keeper):
    wrong = NEW | {"kind": "unicorn", "on": "18-12-2026", "marks": "white star <b>"}
    reply = keeper.send("/cases/new", **wrong)
    assert reply.status_code == 422
    assert "this word is not known" in reply.text
    assert "white star &lt;b&gt;" in reply.text
    assert 'value="unicorn"' in reply.text
    assert 'value="goats' not in reply.text
    assert keeper.get("/cases/2026-412").status_code == 404
    assert keeper.send("/cases/new", **(NEW | {"pound": "Elsewhere"})).status_code == 422


def test_a_number_or_a_tag_of_another_animal_is_refused_at_its_field(keeper):
    keeper.do("/cases/new", **NEW, ear_tag="1004 2217 3308")
    again = keeper.send("/cases/new", **NEW)
    assert again.status_code == 422
    assert "it is on the register already" in again.text
    tagged = keeper.send("/cases/new", **(NEW | {"number": "413/2026", "ear_tag": "100422173308"}))
    assert tagged.status_code == 422
    assert "case 2026-412 wears it" in tagged.text


def test_a_register_is_read_in_once_and_tells_what_became_of_it(keeper):
    file = HEADINGS + SURE + DOUBTFUL + ",,,,,\r\n"
    first = words(keeper.do("/register/import", **sent(file)))
    assert "3 rows 1 taken 1 held 1 blank 2 new today 0 known from before" in first
    second = words(keeper.do("/register/import", **sent(file)))
    assert "3 rows 1 taken 1 held 1 blank 0 new today 2 known from before" in second
    assert "rows 1 taken" not in words(keeper.see("/register/import")), "told once"
    page = words(keeper.see("/register"))
    assert "1 in the pound" in page
    assert "1 rows held" in page
    assert "this word is not known" in page


@pytest.mark.parametrize("text", ["", "Dear Sir,\r\nplease see below.\r\n", "%PDF-1.7 nothing"])
def test_a_file_that_is_no_register_takes_nothing(keeper, text):
    reply = keeper.send("/register/import", **sent(text))
    assert reply.status_code == 422
    assert "Nothing was taken." in reply.text
    assert "No row waits" in keeper.see("/register")
    bare = keeper.send("/register/import", pound="Test Pound")
    assert bare.status_code == 422
    assert "Choose the file of the register" in bare.text


def test_a_held_row_is_mended_and_kept_with_its_own_columns(app, keeper, row):
    doubt = Reason("kind", "unknown_kind", "Kind of animal: what?", can_be_confirmed=False)
    number = row(
        doubt,
        number="9/2026",
        on="2026-11-03",
        kind="bufallo <i>",
        area="Begum Bazar",
        Vet="seen & fit",
    )
    page = keeper.see(f"/register/held/{number}")
    assert 'value="bufallo &lt;i&gt;"' in page
    assert 'value="seen &amp; fit"' in page
    assert "Kind of animal: what?" in page
    typed = {"number": "9/2026", "on": "03-11-2026", "area": "Begum Bazar", "own_0": "fit"}
    still = keeper.send(f"/register/held/{number}", **typed, kind="still no kind")
    assert still.status_code == 422
    assert 'value="still no kind"' in still.text
    assert "Entered as case 2026-9" in keeper.do(f"/register/held/{number}", **typed, kind="cow")
    assert entry_of(app, "2026-9")["remarks"] == "Vet: fit"
    assert keeper.get(f"/register/held/{number}").status_code == 404
    assert keeper.send(f"/register/held/{number}", **typed, kind="cow").status_code == 404


def test_a_doubt_of_the_whole_file_stands_until_it_is_looked_into(keeper, row):
    cells = {"number": "9/2026", "on": "2026-11-03", "kind": "cow", "area": "Begum Bazar"}
    doubt = Reason("on", "out_of_order", "Day brought: it does not fit.", can_be_confirmed=True)
    number = row(doubt, **cells)
    unanswered = keeper.send(f"/register/held/{number}", **cells)
    assert unanswered.status_code == 422
    assert "it does not fit" in unanswered.text
    assert "Entered as case 2026-9" in keeper.do(
        f"/register/held/{number}", **cells, confirmed="out_of_order"
    )


def test_a_row_that_is_no_animal_is_set_aside_with_its_reason(keeper, row):
    number = row(number="Total")
    bare = keeper.send(f"/register/held/{number}/set-aside", reason="   ")
    assert bare.status_code == 422
    assert "Write why this row is no animal" in bare.text
    page = keeper.do(f"/register/held/{number}/set-aside", reason="a total")
    assert "was set aside. It stays in the books." in page
    assert "No row waits" in page


PAID = {
    "comes": "owner",
    "owner": "K. Yellaiah",
    "proof_seen": "ear-tag card",
    "mode": "cash",
    "offered": "157.50",
}


@pytest.fixture
def case(app, hands):
    with app.app_context():
        return hands.take_in()


def test_the_owner_pays_whole_and_takes_the_animal_home(app, keeper, case):
    assert "To pay in full 157.50" in words(keeper.see(f"/cases/{case}/redemption"))
    receipt = words(keeper.do(f"/cases/{case}/redemption", **PAID))
    assert "R-2026-1" in receipt
    assert "₹157.50" in receipt
    assert "Give the animal of case 2026-412 to K. Yellaiah" in receipt
    twice = keeper.send(f"/cases/{case}/redemption", **PAID)
    assert twice.status_code == 422
    assert "given back to its owner already" in twice.text
    assert keeper.get("/receipts/2026/2").status_code == 404, "taken once"


@pytest.mark.parametrize("offered", ["157.49", "157.51", "1", "15750"])
def test_part_payment_releases_nothing_and_nothing_typed_is_lost(app, keeper, case, offered):
    reply = keeper.send(f"/cases/{case}/redemption", **(PAID | {"offered": offered}))
    assert reply.status_code == 422
    assert "Nothing was taken" in words(reply.text)
    assert 'value="K. Yellaiah"' in reply.text
    assert f'value="{offered}"' in reply.text
    with app.app_context():
        found = find_impounding(case)
        assert gather(found, found.on).stage is CaseStage.IN_POUND


def test_an_agent_shows_his_authority(keeper, case):
    agent = PAID | {"comes": "agent"}
    nameless = keeper.send(f"/cases/{case}/redemption", **agent)
    assert nameless.status_code == 422
    assert "Enter the agent&#39;s name" in nameless.text
    bare = keeper.send(f"/cases/{case}/redemption", **agent, agent="Ravi")
    assert bare.status_code == 422
    assert "Write by what authority" in bare.text
    page = keeper.do(f"/cases/{case}/redemption", **agent, agent="Ravi", authority="letter")
    assert "Received from Ravi" in words(page)
    story = words(keeper.see(f"/cases/{case}"))
    assert "Taken home by Ravi, agent of K. Yellaiah (letter)." in story


def test_answers_that_cannot_be_read_are_named_at_their_fields(keeper, case):
    reply = keeper.send(f"/cases/{case}/redemption", mode="UPI", offered="about 150")
    assert reply.status_code == 422
    for sentence in (
        "Who is here? Choose the owner or an agent",
        "Enter the owner&#39;s name",
        "Write what was seen",
        "Enter the number of the UPI or bank payment",
        "Amount taken must be a number of rupees",
    ):
        assert reply.text.count(sentence) == 2, "in the summary and at the field"
    odd = keeper.send(f"/cases/{case}/redemption", **(PAID | {"mode": "cowries"}))
    assert odd.status_code == 422
    assert keeper.get("/cases/2026-999/redemption").status_code == 404


def test_after_the_hammer_the_counter_takes_nothing(app, hands, sign_in, case):
    hands.clock.go(2026, 11, 30)
    with app.app_context():
        hands.sell(case)
    clerk = sign_in(Office.CLERK)
    page = words(clerk.see(f"/cases/{case}/redemption"))
    assert "The hammer has fallen" in page
    assert "claim the surplus of ₹40,482.50 until Tue 15 Dec 2026" in page
    late = clerk.send(f"/cases/{case}/redemption", **PAID)
    assert late.status_code == 422
    assert "Nothing was taken: the hammer fell" in late.text
    assert "Open a claim with what he told" in late.text


def test_the_gate_hands_over_what_is_paid_and_only_once(app, hands, sign_in, case):
    hands.clock.go(2026, 11, 30)
    with app.app_context():
        sale = hands.sell(case)
    keeper = sign_in(Office.POUND_KEEPER)
    page = words(keeper.see("/gate"))
    for shown in ("She-buffalo, Murrah", "B-7", "23, Ramesh Y.", "R-2026-1"):
        assert shown in page
    bare = keeper.send(f"/gate/{sale}/1", taken_away_by="")
    assert bare.status_code == 422
    assert "Enter the name of the one who takes it away" in bare.text
    gone = keeper.do(f"/gate/{sale}/1", taken_away_by="Ramesh Y.")
    assert "Lot 1 of sale 1 was handed over" in gone
    assert "Nothing waits at the gate" in gone
    again = keeper.send(f"/gate/{sale}/1", taken_away_by="Ramesh Y.")
    assert again.status_code == 422
    assert "handed over already" in again.text
    with app.app_context():
        assert find_delivery(1).taken_away_by == "Ramesh Y."
    assert keeper.send(f"/gate/{sale}/9", taken_away_by="X").status_code == 404


def test_a_lot_that_is_not_paid_does_not_pass_the_gate(app, hands, sign_in, case):
    hands.clock.go(2026, 11, 30)
    with app.app_context():
        sale = hands.arrange(case)
        hands.open(sale)
        hands.give_card(sale)
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
    keeper = sign_in(Office.POUND_KEEPER)
    assert "Nothing waits at the gate" in keeper.see("/gate")
    reply = keeper.send(f"/gate/{sale}/1", taken_away_by="Ramesh Y.")
    assert reply.status_code == 422
    assert "has not paid" in reply.text


def test_the_yard_is_closed_to_other_offices(sign_in, case):
    for office in (Office.PUBLIC, Office.BIDDER, Office.AUCTIONEER, Office.ACCOUNTS):
        other = sign_in(office)
        for door in (
            "/register",
            "/cases/new",
            "/register/import",
            "/gate",
            f"/cases/{case}/redemption",
        ):
            assert other.get(door).status_code == 403, (office, door)
