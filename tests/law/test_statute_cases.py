"""Every case worked out by hand is answered the same by the portal, and every faulty one refused."""

import copy
import json
import time
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
    assert next(iter(answer)) == "id"
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
    "nested too deeply": ("[" * 100_000, "deeply"),
    "a number of 5,000 digits": ('{"id": ' + "1" * 5_000 + "}", "5000 digits"),
    "half a character": (altered("claims", 0, "claimant", to="\ud83d"), "claims[0].claimant"),
    "a number past all numbers": (
        altered("animals", 0, "head", to=0).replace('"head": 0', '"head": 1e999'),
        "animals[0].head",
    ),
    "head true": (altered("animals", 0, "head", to=True), "animals[0].head"),
    "a herd of 10,001": (altered("animals", 0, "head", to=10_001), "animals[0].head"),
    "class missing": (altered("animals", 0, "class", drop=True), "animals[0].class is missing"),
    "a day past the calendar": (
        altered(
            "impounded_at",
            to="9999-12-28T00:00:00+05:30",
            add={"as_of": "9999-12-28T01:00:00+05:30"},
        ),
        "impounded_at must be in a year from 1900 to 2999",
    ),
    "as_of before the event, and no claim": (
        altered("as_of", to="2026-11-30T11:42:59+05:30", add={"claims": []}),
        "event.at must be at or before as_of",
    ),
    "as_of before the impounding": (
        altered(
            "event", to={"kind": "none"}, add={"claims": [], "as_of": "2026-11-18T07:39:59+05:30"}
        ),
        "as_of must be at or after impounded_at",
    ),
    "the kind before what belongs to it": (
        altered("event", to={"kind": "eaten", "by": "x"}),
        'event.kind must be "none", "released" or "sold", not "eaten"',
    ),
    "a sale price on a release": (altered("event", "kind", to="released"), "event.hammer_price"),
    "a claimant whose name is an answer": (
        altered("claims", 0, "claimant", to="government"),
        "claims[0].claimant",
    ),
    "a key of two lines": (altered("a\nb", to=1), '"a\\nb"'),
    "an id of two lines": (altered("id", to="a\nb", add={"area": 3}), 'case "a\\nb": area'),
}


def test_a_fault_is_named_with_the_way_to_it():
    with pytest.raises(CaseUnreadable) as refused:
        assess(
            json.dumps(
                facts("shortfall", event=BY_ID["shortfall"]["event"] | {"hammer_price": "1e3"})
            )
        )
    assert str(refused.value) == (
        'case "shortfall": event.hammer_price must be a decimal number of rupees like "42500.00",'
        ' not "1e3".'
    )


def test_a_case_without_an_id_is_named_by_its_place_in_the_list():
    nameless = {key: value for key, value in facts().items() if key != "id"}
    with pytest.raises(CaseUnreadable, match=r"^case 2: id is missing\.$"):
        assess(json.dumps([facts(), nameless]))


def test_what_may_be_left_out_may_be_left_out():
    bare = facts("release-day-4", about="")
    answer = assess(json.dumps(bare))
    for key in ("about", "closed_days", "notifications", "claims"):
        del bare[key]
    assert assess(json.dumps(bare)) == answer


def test_of_two_orders_of_one_day_the_later_in_the_list_goes_past_ten_too():
    def rate(fee):
        return {"class": None, "from": "2026-01-01", "pound_fee": fee, "expenses": "0"}

    case = facts("release-same-day", daily_rates=[rate(f"{n}.00") for n in range(1, 13)])
    assert json.loads(assess(json.dumps(case)))["pound_fee"] == "12.00"


def test_a_long_text_is_answered_without_delay():
    """Ten years, 9,000 orders and 20,000 animals: worked out by runs of days, not day by day."""
    day_of = [f"{2016 + n % 10}-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(9_000)]
    rates = [{"class": 4, "from": day, "pound_fee": "1", "expenses": "1"} for day in day_of]
    first = rates[0] | {"from": "2000-01-01"}
    ten_years = {
        "impounded_at": "2016-12-28T00:00:00+05:30",
        "as_of": "2026-12-28T00:00:00+05:30",
        "animals": [{"class": 4, "head": 1}] * 10_000,
    }
    case = facts("utc-date-trap", daily_rates=[first, *rates], **ten_years)
    began = time.process_time()
    answer = json.loads(assess(json.dumps(case)))
    assert time.process_time() - began < 10
    assert answer["pound_fee"] == f"{answer['chargeable_days'] * 10_000}.00"


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
    answers = set()
    for zone in ("UTC", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        answers.add(assess(json.dumps([facts(case["id"]) for case in CASES])))
    monkeypatch.undo()
    time.tzset()
    assert len(answers) == 1
