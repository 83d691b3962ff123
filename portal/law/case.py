"""A case in JSON: its facts read strictly, its answers worked out by the same law as everywhere."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NoReturn

from portal.law.cattle import Animals, CattleClass
from portal.law.days import legal_date
from portal.law.dues import DailyRate, DuesStatement, Stay, dues
from portal.law.fines import Notification
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS
from portal.law.refusals import NoRate
from portal.law.sale import first_sale_day, last_day_to_pay
from portal.law.surplus import (
    Claim,
    Destination,
    Finding,
    divide,
    last_day_to_claim,
    surplus_goes_to,
)

LONGEST = 1_000_000
LONGEST_STAY = 3_660
MOST_HEADS = 10_000
DECISIONS = {
    "pending": Finding.UNDECIDED,
    "approved": Finding.ALLOWED,
    "rejected": Finding.REFUSED,
}
EVENTS = ("none", "released", "sold")


class CaseUnreadable(ValueError):  # noqa: N818 - reads as what happened
    """A case cannot be read; the message is one sentence that names the key."""


@dataclass(frozen=True)
class _Facts:
    """One case, read."""

    id: str
    stay: Stay
    as_of: date
    closed: Collection[date]
    notifications: tuple[Notification, ...]
    rates: tuple[DailyRate, ...]
    until: date
    hammer_price: Money | None
    claims: tuple[Claim, ...]


def assess(text: str) -> str:
    """Work out one case, or a list of cases, and give the answers as JSON; raise CaseUnreadable."""
    if len(text) > LONGEST:
        raise CaseUnreadable(f"The text is longer than {LONGEST:,} characters. Give fewer cases.")
    if not text.strip():
        raise CaseUnreadable("There is no case: the text is empty.")
    try:
        read = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except RecursionError:
        raise CaseUnreadable("The text is nested too deeply to be a case.") from None
    except json.JSONDecodeError as error:
        raise CaseUnreadable(
            f"The text is not JSON: {error.msg}, line {error.lineno} column {error.colno}."
        ) from None
    if isinstance(read, dict):
        return _written(_answer(_read_case(read, "case")))
    if not isinstance(read, list):
        raise CaseUnreadable("The text must be one case (an object) or a list of cases.")
    if not read:
        raise CaseUnreadable("There is no case: the list is empty.")
    cases = [_read_case(one, f"case {number}") for number, one in enumerate(read, start=1)]
    ids = [one.id for one in cases]
    for one in ids:
        if ids.count(one) > 1:
            raise CaseUnreadable(f'Two cases have the id "{one}". Give each its own.')
    return _written([_answer(one) for one in cases])


def _written(answer: object) -> str:
    return json.dumps(answer, indent=1, ensure_ascii=False)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise CaseUnreadable(f'The key "{key}" stands twice in one object. Give it once.')
        found[key] = value
    return found


def _no_constant(written: str) -> NoReturn:
    raise CaseUnreadable(f"{written} is not a number that a case can have.")


class _Reader:
    """Reads one object; every fault names the key with the way to it."""

    def __init__(self, read: object, where: str, required: str, optional: str = "") -> None:
        self.where = where
        if not isinstance(read, dict):
            raise CaseUnreadable(f"{where} must be an object.")
        self.read = read
        known = required.split() + optional.split()
        for key in read:
            if key not in known:
                raise CaseUnreadable(f"{self.at(key)}: this key is not known.")
        for key in required.split():
            if key not in read:
                raise CaseUnreadable(f"{self.at(key)} is missing.")

    def at(self, key: str) -> str:
        return (
            f"{self.where}.{key}" if not self.where.startswith("case") else f"{self.where}: {key}"
        )

    def fault(self, key: str, must: str) -> NoReturn:
        written = json.dumps(self.read.get(key), ensure_ascii=False)
        raise CaseUnreadable(f"{self.at(key)} must be {must}, not {written[:80]}.")

    def text(self, key: str) -> str:
        value = self.read[key]
        if not isinstance(value, str) or not value.strip():
            self.fault(key, "a text that is not empty")
        return str(value)

    def money(self, key: str) -> Money:
        value = self.read[key]
        must = 'a decimal number of rupees in a string, like "42500.00"'
        if not isinstance(value, str):
            self.fault(key, must)
        try:
            return Money.read(value)
        except ValueError:
            self.fault(key, must)

    def instant(self, key: str) -> datetime:
        value = self.read[key]
        must = 'an instant with its offset, like "2026-11-18T07:40:00+05:30"'
        if not isinstance(value, str) or "T" not in value:
            self.fault(key, must)
        try:
            read = datetime.fromisoformat(value)
            legal_date(read)
        except (ValueError, OverflowError):
            self.fault(key, must)
        return read

    def day(self, key: str) -> date:
        value = self.read[key]
        try:
            read = date.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            read = None
        if read is None or read.isoformat() != value:
            self.fault(key, 'a day, like "2026-11-18"')
        return read

    def day_or_none(self, key: str) -> date | None:
        return None if self.read.get(key) is None else self.day(key)

    def objects(self, key: str) -> list[Any]:
        value = self.read.get(key, [])
        if not isinstance(value, list):
            self.fault(key, "a list")
        return value

    def cattle_class(self, key: str) -> CattleClass | None:
        value = self.read[key]
        if value is None:
            return None
        if type(value) is not int or value not in {one.value for one in CattleClass}:
            self.fault(key, "a class from 1 to 8, or null")
        return CattleClass(value)


def _read_case(read: object, where: str) -> _Facts:
    named = read.get("id") if isinstance(read, dict) else None
    if isinstance(named, str) and named.strip():
        where = f'case "{named}"'
    case = _Reader(
        read,
        where,
        "id animals impounded_at area daily_rates event as_of",
        "about closed_days notifications claims",
    )
    if "about" in case.read:
        case.text("about")
    impounded_at, as_of = case.instant("impounded_at"), case.instant("as_of")
    if as_of < impounded_at:
        case.fault("as_of", "after impounded_at")
    at, hammer_price = _read_event(case, impounded_at, as_of)
    stay = Stay(_read_animals(case), legal_date(impounded_at), case.text("area"))
    until = legal_date(at or as_of)
    if (until - stay.impounded_on).days > LONGEST_STAY:
        case.fault("impounded_at", f"within {LONGEST_STAY} days of the end of the stay")
    return _Facts(
        id=case.text("id"),
        stay=stay,
        as_of=legal_date(as_of),
        closed=_read_closed_days(case),
        notifications=_read_notifications(case),
        rates=_read_rates(case),
        until=until,
        hammer_price=hammer_price,
        claims=_read_claims(case, at if hammer_price is not None else None, as_of),
    )


def _read_event(
    case: _Reader, impounded_at: datetime, as_of: datetime
) -> tuple[datetime | None, Money | None]:
    bare = case.read["event"]
    where = f"{case.where}: event"
    kind = bare.get("kind") if isinstance(bare, dict) else None
    needs = {"released": "kind at", "sold": "kind at hammer_price"}.get(str(kind), "kind")
    event = _Reader(bare, where, "kind" if kind not in EVENTS else needs)
    if kind not in EVENTS:
        event.fault("kind", '"none", "released" or "sold"')
    if kind == "none":
        return None, None
    at = event.instant("at")
    if at < impounded_at:
        event.fault("at", "after impounded_at: nothing happens before the impounding")
    if at > as_of:
        event.fault("at", "before as_of: it has not happened yet")
    return at, event.money("hammer_price") if kind == "sold" else None


def _read_animals(case: _Reader) -> tuple[Animals, ...]:
    found = []
    for number, one in enumerate(case.objects("animals")):
        line = _Reader(one, f"{case.where}: animals[{number}]", "class head")
        head = line.read["head"]
        if type(head) is not int or not 1 <= head <= MOST_HEADS:
            line.fault("head", f"a whole number from 1 to {MOST_HEADS}")
        found.append(Animals(line.cattle_class("class"), head))
    if not found:
        case.fault("animals", "a list with at least one animal")
    return tuple(found)


def _read_closed_days(case: _Reader) -> frozenset[date]:
    days = case.objects("closed_days")
    named = {f"closed_days[{number}]": day for number, day in enumerate(days)}
    reader = _Reader(named, case.where, " ".join(named))
    return frozenset(reader.day(key) for key in named)


def _read_notifications(case: _Reader) -> tuple[Notification, ...]:
    found = []
    for number, one in enumerate(case.objects("notifications")):
        line = _Reader(one, f"{case.where}: notifications[{number}]", "area from", "until")
        since, until = _period(line)
        found.append(Notification(line.text("area"), since, until))
    return tuple(found)


def _read_rates(case: _Reader) -> tuple[DailyRate, ...]:
    found = []
    for number, one in enumerate(case.objects("daily_rates")):
        where = f"{case.where}: daily_rates[{number}]"
        line = _Reader(one, where, "class from pound_fee expenses", "until")
        since, until = _period(line)
        found.append(
            DailyRate(
                since=since,
                pound_fee=line.money("pound_fee"),
                expenses=line.money("expenses"),
                cattle_class=line.cattle_class("class"),
                until=until,
                order=f"{number:06}",
            )
        )
    return tuple(found)


def _period(line: _Reader) -> tuple[date, date | None]:
    since, until = line.day("from"), line.day_or_none("until")
    if until is not None and until < since:
        line.fault("until", "on or after from")
    return since, until


def _read_claims(case: _Reader, sold_at: datetime | None, as_of: datetime) -> tuple[Claim, ...]:
    found: list[Claim] = []
    for number, one in enumerate(case.objects("claims")):
        where = f"{case.where}: claims[{number}]"
        line = _Reader(one, where, "claimant appeared_at decision")
        if sold_at is None:
            raise CaseUnreadable(f"{where}: nothing was sold, so there is nothing to claim.")
        appeared_at = line.instant("appeared_at")
        if appeared_at < sold_at:
            line.fault("appeared_at", "after the sale")
        if appeared_at > as_of:
            line.fault("appeared_at", "before as_of: nobody has appeared yet")
        decision = line.read["decision"]
        if not isinstance(decision, str) or decision not in DECISIONS:
            line.fault("decision", '"pending", "approved" or "rejected"')
        finding = DECISIONS[decision]
        if finding is Finding.ALLOWED and any(c.finding is Finding.ALLOWED for c in found):
            raise CaseUnreadable(f"{where}.decision: two claims are approved; one owner at most.")
        found.append(Claim(line.text("claimant"), legal_date(appeared_at), finding))
    return tuple(found)


def _answer(facts: _Facts) -> dict[str, object]:
    readings = DEFAULT_READINGS
    try:
        statement = dues(facts.stay, facts.until, facts.rates, facts.notifications, readings)
    except NoRate as missing:
        named = missing.places()["cattle_class"]
        raise CaseUnreadable(
            f'case "{facts.id}": daily_rates has no rate for {named} on {missing.day.isoformat()}.'
        ) from None
    first = first_sale_day(facts.stay.impounded_on, facts.closed, readings)
    answer: dict[str, object] = {
        "id": facts.id,
        "owner_last_day": last_day_to_pay(
            facts.stay.impounded_on, facts.closed, readings
        ).isoformat(),
        "first_sale_day": first.isoformat(),
        "chargeable_days": statement.chargeable_days,
        "fine": statement.fine.decimal,
        "pound_fee": statement.pound_fee.decimal,
        "expenses": statement.expenses.decimal,
        "dues": statement.total.decimal,
    }
    if facts.hammer_price is not None:
        answer |= _answer_of_sale(facts, facts.hammer_price, statement, lawful=facts.until >= first)
    return answer


def _answer_of_sale(
    facts: _Facts, hammer_price: Money, statement: DuesStatement, *, lawful: bool
) -> dict[str, object]:
    readings = DEFAULT_READINGS
    division = divide(hammer_price, statement, readings)
    where, claim = surplus_goes_to(
        division.surplus, facts.until, facts.claims, facts.as_of, facts.closed, readings
    )
    return {
        "sale_lawful": lawful,
        "surplus": division.surplus.decimal,
        "shortfall": division.shortfall.decimal,
        "claim_last_day": last_day_to_claim(facts.until, facts.closed, readings).isoformat(),
        "surplus_goes_to": claim.claimant if claim and where is Destination.OWNER else where.value,
    }
