"""Claims compared in two columns, hearings, and who may not decide."""

import pytest
from visitor import words

from portal.law.marks import Question
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.claims import Claim
from portal.registers.messages import Message

MARKS = {Question.MARKS: "a white star on the forehead", Question.AGE: "female, six years"}


@pytest.fixture
def case(app, hands, clock):
    """A buffalo sold on 30 November; it is day 10 of 15."""
    with app.app_context():
        number = hands.take_in(412, marks="white star forehead")
        clock.go(2026, 11, 30)
        hands.sell(number)
    clock.go(2026, 12, 10, 15, 5)
    return number


@pytest.fixture
def two_claims(app, case, hands):
    with app.app_context():
        return (
            hands.claim(case, answers=MARKS).id,
            hands.claim(case, "Md. Saleem", online=True, phone="9000000002").id,
        )


@pytest.fixture
def officer(two_claims, sign_in):
    return sign_in(Office.CLAIMS_OFFICER)


def test_answers_stand_beside_the_register_and_the_officer_finds(officer, case):
    url = f"/cases/{case}/comparison"
    page = words(officer.see(url))
    for told in (
        "K. Yellaiah", "Md. Saleem", "a white star on the forehead", "white star forehead",
        "Look: the same bank account", "0 of 0 compared agree", "did not tell",
    ):  # fmt: skip
        assert told in page
    found = words(officer.do("/claims/1/comparison", answer_1="AGREES", answer_2="DIFFERS"))
    assert "1 of 2 compared agree" in found
    assert "≠ differs" in found
    again = words(officer.do("/claims/1/comparison", answer_2="AGREES"))
    assert "2 of 2 compared agree" in again, "the last finding counts"
    assert officer.send("/claims/1/comparison", answer_2="AGREES").status_code == 422
    assert officer.send("/claims/1/comparison", answer_2="gold").status_code == 422
    assert officer.send("/claims/2/comparison", answer_1="AGREES").status_code == 422


def test_nobody_but_the_officer_notes_findings_and_the_public_sees_no_marks(
    two_claims, case, sign_in
):
    url = f"/cases/{case}/comparison"
    assert "Note what you find" not in sign_in(Office.CLERK).see(url)
    for office in (Office.CLERK, Office.ACCOUNTS, Office.AUDITOR):
        assert sign_in(office).send("/claims/1/comparison", answer_1="AGREES").status_code == 403
    for office in (Office.PUBLIC, Office.POUND_KEEPER, Office.BIDDER):
        assert sign_in(office).get(url).status_code == 403
    visitor = sign_in(Office.PUBLIC)
    for public in (f"/animals/{case}", f"/claims/new/{case}"):
        assert "white star" not in visitor.see(public)
    step = visitor.send(f"/claims/new/{case}", at="animal", name="A", phone="9000000003")
    assert "What marks, brands or scars" in words(step.text)
    assert "white star" not in step.text


def test_a_hearing_is_fixed_told_to_all_and_attended(officer, case, app, clock, sign_in):
    url = f"/cases/{case}/hearings"
    over = officer.send(url, on="09-12-2026", hour="11:00", place="Room 2")
    assert over.status_code == 422
    assert "Wed 9 Dec 2026 is over" in words(over.text)
    assert officer.send(url, on="soon", hour="11:00", place="").status_code == 422
    page = words(officer.do(url, on="18-12-2026", hour="11:00", place="Room 2"))
    assert "H-1: Fri 18 Dec 2026" in page
    with app.app_context():
        from portal.registers.messages import newest_messages

        told = {one.to: one.words for one in newest_messages(5)}
    assert set(told) == {"9848012345", "9000000002"}
    assert "Fri 18 Dec 2026 at 11:00, Room 2" in told["9000000002"]
    assert "Yellaiah" not in told["9000000002"], "a rival is never named"
    early = officer.send("/hearings/1/attendance", claim="1", came="yes", words="")
    assert early.status_code == 422
    assert "the hearing is on Fri 18 Dec 2026" in words(early.text)
    clock.go(2026, 12, 18, 11, 30)
    officer = sign_in(Office.CLAIMS_OFFICER)
    noted = words(officer.do("/hearings/1/attendance", claim="1", came="yes", words="four marks"))
    assert "came four marks" in noted
    assert officer.send("/hearings/1/attendance", claim="1", came="no").status_code == 422
    assert officer.send("/hearings/1/attendance", claim="2").status_code == 422
    assert officer.send("/hearings/1/attendance", claim="99", came="no").status_code == 404
    called_off = words(officer.do("/hearings/1/calling-off", reason="the officer is ill"))
    assert "Called off the officer is ill" in called_off
    gone = officer.send("/hearings/1/attendance", claim="2", came="no")
    assert "was called off" in words(gone.text)


@pytest.mark.parametrize(
    ("language", "hears", "asks", "stays", "calls"),
    [
        ("te", "అధికారి మీ మాట శుక్ర 18 డిసెంబరు 2026", "ఎవరో అడుగుతున్నారు", "ముందు చెప్పినట్లే", "వెంటనే"),
        ("ur", "افسر جمعہ 18 دسمبر 2026", "کوئی چاہتا ہے", "پہلے کی طرح", "فوراً"),
        ("hi", "अधिकारी शुक्र 18 दिसंबर 2026", "कोई चाहता है", "पहले की तरह", "तुरंत"),
    ],
    ids=["te", "ur", "hi"],
)
def test_messages_to_a_claimant_are_in_the_language_he_claimed_in(
    case, sign_in, act, hands, language, hears, asks, stays, calls
):
    """The officer's page is English; one claimant sent his claim in his own language from home."""
    visitor = sign_in(Office.PUBLIC)
    visitor.get(f"/?lang={language}")
    told = {"name": "K", "phone": "9848055555", "says": "mine", "paid_how": "counter"}
    assert visitor.send(f"/claims/new/{case}", papers_when="later", **told).status_code == 200
    clerk, officer = sign_in(Office.CLERK), sign_in(Office.CLAIMS_OFFICER)
    counter = told | {"phone": "9848066666", "name": "L", "language": "en"}
    clerk.do(f"/claims/counter/{case}", **counter)

    def latest(phone):
        found = db.session.query(Message).filter_by(to=phone).order_by(Message.id.desc())
        return found.first().words

    officer.do(f"/cases/{case}/hearings", on="18-12-2026", hour="11:00", place="Room 2")
    assert hears in act(lambda: latest("9848055555"))
    assert "the officer hears you on Fri 18 Dec 2026" in act(lambda: latest("9848066666"))
    mine, other = act(lambda: [db.session.get(Claim, number) for number in (1, 2)])
    act(lambda: hands.decide(case, mine, other))
    change = {"paid_how": "bank", "bank_account": "999888777", "ifsc": "HDFC0000001"}
    clerk.do("/claims/1/payee", **change, reason="a new passbook")
    said = act(lambda: latest("9848055555"))
    assert (asks in said, "…8777" in said, calls in said) == (True, True, True)
    officer.do("/payees/2/decision", decision="refused", reason="called him: it was not he")
    assert stays in act(lambda: latest("9848055555"))
