"""A claim from home: one question a page, sent at the end, its papers one by one after it."""

import io
import re

import pytest
from bad_uploads import photo
from visitor import words

from portal.actions import claim_papers
from portal.actions.claim_papers import Paper
from portal.law.offices import Office
from portal.law.refusals_of_papers import NotYourClaim
from portal.papers.reading import Kind
from portal.registers.base import db
from portal.registers.claims import Claim, ClaimPaper
from portal.registers.people import NOBODY

TOLD = [
    ("who", {"name": "K. Yellaiah", "phone": "98480 12345"}),
    ("animal", {"lost": "At the market"}),
    ("marks", {"marks": "white star", "ear_tag": "", "colour": "black", "age": "six"}),
    ("how", {"says": "Mine since she was a calf."}),
    ("papers", {"papers_when": "now"}),
    ("bank", {"paid_how": "bank", "bank_account": "000111222333", "ifsc": "sbin0000001"}),
]
TITLES = [
    "Who are you?", "Is this your animal?", "How do you know it?", "How is it yours?",
    "Papers and photos", "How should the money come?", "Check your answers",
]  # fmt: skip


@pytest.fixture
def case(act, hands, clock):
    def set_up():
        case = hands.take_in(412, marks="left ear notched")
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10, 15, 5)
        return case

    return act(set_up)


@pytest.fixture
def visitor(case, sign_in):
    return sign_in(Office.PUBLIC)


def title(page):
    return re.search(r"<h1>(.*?)</h1>", page)[1]


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def walk_to_check(visitor, case):
    page = visitor.see(f"/claims/new/{case}")
    for place, (at, answers) in enumerate(TOLD):
        assert title(page) == TITLES[place]
        assert f"Step {place + 1} of 7" in words(page)
        carried = hidden(page)
        assert carried["at"] == at
        carried.pop("csrf_token")
        page = visitor.send(f"/claims/new/{case}", **carried | answers).text
    assert title(page) == TITLES[-1]
    return page


def claims_in(act):
    return act(lambda: db.session.query(Claim).count())


def test_seven_pages_make_one_claim_with_everything_that_was_told(visitor, case, act):
    page = walk_to_check(visitor, case)
    assert claims_in(act) == 0, "nothing is written before it is sent"
    for told in ("K. Yellaiah", "At the market", "white star", "Mine since", "000111222333"):
        assert told in words(page)
    carried = {k: v for k, v in hidden(page).items() if k != "csrf_token"}
    sent = visitor.send(f"/claims/new/{case}", **carried)
    assert "It came Thu 10 Dec 2026, 15:05, day 10 of 15." in words(sent.text).replace(
        " ,", ","
    ).replace(" .", ".")
    assert 'action="/claims/mine/papers"' in sent.text, "he said that he sends photos now"
    again = visitor.send(f"/claims/new/{case}", **carried)
    assert words(again.text) == words(sent.text)
    assert claims_in(act) == 1

    def kept():
        claim = db.session.get(Claim, 1)
        return (
            {one.question: one.words for one in claim.answers},
            claim.ifsc,
            {one.kind for one in claim.keys},
        )

    answers, ifsc, keys = act(kept)
    assert answers == {
        "LOST": "At the market", "MARKS": "white star", "COLOUR": "black", "AGE": "six",
    }  # fmt: skip
    assert (ifsc, keys) == ("SBIN0000001", {"phone", "bank account"})


def test_an_answer_can_be_changed_from_the_check_page_and_nothing_is_lost(visitor, case):
    page = walk_to_check(visitor, case)
    carried = {k: v for k, v in hidden(page).items() if k != "csrf_token"}
    back = visitor.send(f"/claims/new/{case}", **carried, to="marks").text
    assert title(back) == "How do you know it?"
    assert "white star" in back
    assert "left ear notched" not in back
    assert hidden(back)["name"] == "K. Yellaiah"
    assert hidden(back)["paid_how"] == "bank"


def test_what_cannot_be_read_is_asked_again_on_its_own_page(visitor, case, act):
    url = f"/claims/new/{case}"
    reply = visitor.send(url, at="who", name="K. Yellaiah", phone="12")
    assert (reply.status_code, title(reply.text)) == (422, "Who are you?")
    skipped = visitor.send(url, at="bank", paid_how="counter")
    assert title(skipped.text) == "Who are you?", "nobody jumps over a question"
    assert visitor.send(url, at="<b>").status_code == 200
    assert claims_in(act) == 0


def test_papers_are_sent_one_by_one_and_a_failed_one_alone_again(visitor, case, act, sign_in):
    page = walk_to_check(visitor, case)
    carried = {k: v for k, v in hidden(page).items() if k != "csrf_token"}
    visitor.send(f"/claims/new/{case}", **carried)
    url = "/claims/mine/papers"
    first, second = photo(), photo((64, 64))
    assert "is kept" in words(visitor.do(url, called="card", file=(io.BytesIO(first), "a.jpg")))
    failed = visitor.send(url, called="letter", file=(io.BytesIO(second[:200]), "b.jpg"))
    assert failed.status_code == 422
    assert "did not come whole" in words(failed.text)
    assert 'value="letter"' in failed.text
    visitor.do(url, called="letter", file=(io.BytesIO(second), "b.jpg"))
    visitor.do(url, called="letter", file=(io.BytesIO(second), "b.jpg"))
    assert act(lambda: [one.called for one in db.session.query(ClaimPaper)]) == ["card", "letter"]
    stranger = sign_in(Office.PUBLIC)
    reply = stranger.send(url, called="x", file=(io.BytesIO(first), "a.jpg"))
    assert reply.headers["Location"] == "/claims/mine", "who has shown no code adds nothing"
    assert act(lambda: db.session.query(ClaimPaper).count()) == 2


def test_a_claim_holds_twenty_papers(visitor, case, act, hands):
    page = walk_to_check(visitor, case)
    carried = {k: v for k, v in hidden(page).items() if k != "csrf_token"}
    visitor.send(f"/claims/new/{case}", **carried)

    def fill():
        claim = db.session.get(Claim, 1)
        for number in range(20):
            hands.add_paper(claim, sha256=f"{number:064x}")

    act(fill)
    url = "/claims/mine/papers"
    reply = visitor.send(url, called="x", file=(io.BytesIO(photo()), "a.jpg"))
    assert "a claim holds 20 papers" in words(reply.text)


def test_a_paper_is_struck_out_with_a_reason_and_stays(visitor, case, sign_in):
    page = walk_to_check(visitor, case)
    carried = {k: v for k, v in hidden(page).items() if k != "csrf_token"}
    visitor.send(f"/claims/new/{case}", **carried)
    visitor.do("/claims/mine/papers", called="card", file=(io.BytesIO(photo()), "a.jpg"))
    clerk = sign_in(Office.CLERK)
    assert clerk.send("/claims/1/papers/1/striking", reason=" ").status_code == 422
    struck = words(clerk.do("/claims/1/papers/1/striking", reason="the card of another animal"))
    assert "Struck out the card of another animal" in struck
    assert clerk.send("/claims/1/papers/1/striking", reason="again").status_code == 422
    assert clerk.send("/claims/1/papers/9/striking", reason="none").status_code == 404
    with clerk.get("/claims/1/papers/1") as reply:
        assert reply.status_code == 200, "it stays"
    assert "card struck out" in words(visitor.see("/claims/mine"))
    assert visitor.send("/claims/1/papers/1/striking", reason="x").status_code == 403


def test_the_act_itself_asks_for_the_code(case, act, hands, clock):
    def send(code):
        claim = hands.claim(case, "Md. Saleem", online=True)
        paper = Paper("card", "a.jpg", "b" * 64, 10, Kind.JPEG)
        return claim_papers.send_paper(NOBODY, clock, claim=claim.id, code=code, paper=paper)

    for wrong in ("", "12345679", "1234567"):
        with pytest.raises(NotYourClaim):
            act(lambda code=wrong: send(code))
    assert act(lambda: send("12345678").called) == "card"


def test_a_claim_of_the_counter_has_no_code_and_takes_no_paper_from_home(case, act, hands, clock):
    def send():
        claim = hands.claim(case)
        paper = Paper("card", "a.jpg", "b" * 64, 10, Kind.JPEG)
        claim_papers.send_paper(NOBODY, clock, claim=claim.id, code="", paper=paper)

    with pytest.raises(NotYourClaim):
        act(send)
