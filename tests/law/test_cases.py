"""Every case worked out by hand is answered the same by the portal, and every faulty one refused."""

import copy
import json
from pathlib import Path

import pytest

from portal.law.case import LONGEST, CaseUnreadable, assess

CASES = json.loads((Path(__file__).parent / "statute_cases.json").read_text(encoding="utf-8"))
BY_ID = {case["id"]: case for case in CASES}


def facts(case_id="claim-last-minute", **changed):
    case = {k: v for k, v in copy.deepcopy(BY_ID[case_id]).items() if k != "expected"}
    return case | changed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_is_answered_as_by_hand(case):
    answer = json.loads(assess(json.dumps(facts(case["id"]))))
    assert list(answer)[0] == "id"
    assert answer == {"id": case["id"]} | case["expected"]


def test_a_list_is_answered_by_a_list_in_its_order():
    answers = json.loads(assess(json.dumps([facts(case["id"]) for case in CASES])))
    assert [one["id"] for one in answers] == [case["id"] for case in CASES]


def altered(*path, to=None, drop=False, add=None):
    case = facts()
    *way, last = path
    place = case
    for step in way:
        place = place[step]
    if drop:
        del place[last]
    else:
        place[last] = to
    if add:
        place.update(add)
    return json.dumps(case)


FAULTY = {
    "unknown key": (altered("surplus", to="1.00"), "surplus"),
    "expected is no fact": (altered("expected", to={}), "expected"),
    "unknown key deep down": (altered("event", "by", to="x"), "by"),
    "unknown key in a rate": (altered("daily_rates", 0, "fee", to="1"), "fee"),
    "missing key": (altered("area", drop=True), "area is missing"),
    "missing hammer price": (altered("event", "hammer_price", drop=True), "hammer_price"),
    "missing offset": (altered("impounded_at", to="2026-11-18T07:40:00"), "impounded_at"),
    "a day for an instant": (altered("as_of", to="2026-12-18"), "as_of"),
    "1e3": (altered("event", "hammer_price", to="1e3"), "hammer_price"),
    "-5": (altered("event", "hammer_price", to="-5"), "hammer_price"),
    "1_000": (altered("event", "hammer_price", to="1_000"), "hammer_price"),
    "commas": (altered("event", "hammer_price", to="42,500"), "hammer_price"),
    "three decimals": (altered("event", "hammer_price", to="1.005"), "hammer_price"),
    "a number, not a text": (altered("event", "hammer_price", to=42500), "hammer_price"),
    "Telugu digits": (altered("event", "hammer_price", to="౪౨౫౦౦"), "hammer_price"),
    "inf": (altered("event", "hammer_price", to="inf"), "hammer_price"),
    "empty amount": (altered("daily_rates", 0, "pound_fee", to=""), "pound_fee"),
    "negative rate": (altered("daily_rates", 0, "pound_fee", to="-40.00"), "pound_fee"),
    "no rate": (altered("daily_rates", to=[]), "daily_rates has no rate"),
    "a rate that begins too late": (
        altered("daily_rates", 0, "from", to="2026-11-19"),
        "2026-11-18",
    ),
    "a rate that ends too soon": (
        altered("daily_rates", 0, "until", to="2026-11-29"),
        "2026-11-30",
    ),
    "event before impounding": (altered("event", "at", to="2026-11-17T10:00:00+05:30"), "event"),
    "as_of before the event": (altered("as_of", to="2026-11-29T10:00:00+05:30"), "as_of"),
    "class 9": (altered("animals", 0, "class", to=9), "class"),
    "class true": (altered("animals", 0, "class", to=True), "class"),
    "no head": (altered("animals", 0, "head", to=0), "head"),
    "half a head": (altered("animals", 0, "head", to=1.5), "head"),
    "no animals": (altered("animals", to=[]), "animals"),
    "a day that does not exist": (altered("closed_days", to=["2026-02-30"]), "closed_days[0]"),
    "until before from": (
        altered("notifications", to=[{"area": "x", "from": "2026-11-02", "until": "2026-11-01"}]),
        "until",
    ),
    "unknown event": (altered("event", to={"kind": "eaten"}), "kind"),
    "an event that is no object": (altered("event", to="sold"), "event"),
    "unknown decision": (altered("claims", 0, "decision", to="maybe"), "decision"),
    "a claim before the sale": (
        altered("claims", 0, "appeared_at", to="2026-11-30T11:42:00+05:30"),
        "appeared_at",
    ),
    "a claim not yet made": (
        altered("claims", 0, "appeared_at", to="2026-12-19T10:00:00+05:30"),
        "appeared_at",
    ),
    "a claim where nothing was sold": (
        altered("event", to={"kind": "none"}),
        "nothing was sold",
    ),
    "a stay of thirty years": (altered("impounded_at", to="1996-11-18T07:40:00+05:30"), "days"),
    "the last instant there is": (altered("as_of", to="9999-12-31T23:59:59-05:00"), "as_of"),
    "empty": ("", "empty"),
    "blank": (" \n ", "empty"),
    "an empty list": ("[]", "empty"),
    "not JSON": ("{", "not JSON"),
    "a bare text": ('"x"', "object"),
    "a list of texts": ('["x"]', "object"),
    "NaN": ('{"id": NaN}', "NaN"),
    "the same key twice": ('{"id": "a", "id": "b"}', "twice"),
    "too long": (" " * (LONGEST + 1), "longer"),
    "nested too deeply": ("[" * 100_000, ""),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_case_is_refused_and_the_key_named(fault):
    text, names = FAULTY[fault]
    with pytest.raises(CaseUnreadable) as refused:
        assess(text)
    assert names in str(refused.value)
    assert "\n" not in str(refused.value)


def test_two_approved_claims_are_refused():
    twice = facts()["claims"][0]
    with pytest.raises(CaseUnreadable, match="two claims are approved"):
        assess(json.dumps(facts(claims=[twice, twice | {"claimant": "B"}])))


def test_two_cases_with_one_id_are_refused():
    with pytest.raises(CaseUnreadable, match="Two cases"):
        assess(json.dumps([facts(), facts()]))


def test_the_answer_is_the_same_in_every_time_zone(monkeypatch):
    import time

    answers = set()
    for zone in ("UTC", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        answers.add(assess(json.dumps([facts(case["id"]) for case in CASES])))
    monkeypatch.undo()
    time.tzset()
    assert len(answers) == 1
