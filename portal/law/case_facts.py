"""The facts of one case, read strictly out of its JSON form."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from portal.law.case_reader import CaseUnreadable, Reader, shown
from portal.law.cattle import Animals
from portal.law.days import legal_date
from portal.law.dues import DailyRate, Stay
from portal.law.fines import Notification
from portal.law.money import Money
from portal.law.surplus import Claim, Destination, Finding

LONGEST_STAY = 3_660
MOST_HEADS = 10_000
DECISIONS = {
    "pending": Finding.UNDECIDED,
    "approved": Finding.ALLOWED,
    "rejected": Finding.REFUSED,
}
EVENTS = {"none": "kind", "released": "kind at", "sold": "kind at hammer_price"}
# A claimant of one of these names could not be told from an answer that names nobody.
ANSWERS = {one.value for one in Destination} - {Destination.OWNER.value}


@dataclass(frozen=True)
class Facts:
    """One case, read; the days are those of Hyderabad."""

    id: str
    stay: Stay
    as_of: date
    closed: Collection[date]
    notifications: tuple[Notification, ...]
    rates: tuple[DailyRate, ...]
    until: date
    hammer_price: Money | None
    claims: tuple[Claim, ...]


def read_case(read: object, number: int | None) -> Facts:
    """Read the facts of one case, the n-th of a list or one alone; raise CaseUnreadable.

    Sums are decimal rupees in a string, instants have their offset, days are those of Hyderabad.
    """
    named = read.get("id") if isinstance(read, dict) else None
    label = "case" if number is None else f"case {number}"
    if isinstance(named, str) and named.strip():
        label = f"case {shown(named)}"
    case = Reader(
        read,
        label,
        "",
        "id animals impounded_at area daily_rates event as_of",
        "about closed_days notifications claims",
    )
    if not isinstance(case.read.get("about", ""), str):
        case.fault("about", "a text")
    impounded_at, as_of = case.instant("impounded_at"), case.instant("as_of")
    if as_of < impounded_at:
        case.fault("as_of", "at or after impounded_at")
    at, hammer_price = _read_event(case, impounded_at, as_of)
    stay = Stay(_read_animals(case), legal_date(impounded_at), case.text("area"))
    until = legal_date(at or as_of)
    if (until - stay.impounded_on).days > LONGEST_STAY:
        case.fault("impounded_at", f"within {LONGEST_STAY} days of the end of the stay")
    return Facts(
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
    case: Reader, impounded_at: datetime, as_of: datetime
) -> tuple[datetime | None, Money | None]:
    bare = case.read["event"]
    kind = bare.get("kind") if isinstance(bare, dict) else None
    if not isinstance(kind, str) or kind not in EVENTS:
        # The kind decides which keys belong here, so it is looked at before any of them.
        facts = {"kind": kind} if isinstance(bare, dict) and "kind" in bare else {}
        event = Reader(facts if isinstance(bare, dict) else bare, case.case, "event", "kind")
        event.fault("kind", '"none", "released" or "sold"')
    event = Reader(bare, case.case, "event", EVENTS[kind])
    if kind == "none":
        return None, None
    at = event.instant("at")
    if at < impounded_at:
        event.fault("at", "at or after impounded_at: nothing happens before the impounding")
    if at > as_of:
        event.fault("at", "at or before as_of: it has not happened yet")
    return at, event.money("hammer_price") if kind == "sold" else None


def _read_animals(case: Reader) -> tuple[Animals, ...]:
    found: list[Animals] = []
    for line in case.within("animals", "class head"):
        head = line.read["head"]
        if type(head) is not int or not 1 <= head <= MOST_HEADS:
            line.fault("head", f"a whole number from 1 to {MOST_HEADS}")
        found.append(Animals(line.cattle_class("class"), head))
    if not found:
        case.fault("animals", "a list with at least one animal")
    return tuple(found)


def _read_closed_days(case: Reader) -> frozenset[date]:
    days = case.objects("closed_days")
    named = {f"closed_days[{number}]": day for number, day in enumerate(days)}
    reader = Reader(named, case.case, "", " ".join(named))
    return frozenset(reader.day(key) for key in named)


def _read_notifications(case: Reader) -> tuple[Notification, ...]:
    found = []
    for line in case.within("notifications", "area from", "until"):
        since, until = _period(line)
        found.append(Notification(line.text("area"), since, until))
    return tuple(found)


def _read_rates(case: Reader) -> tuple[DailyRate, ...]:
    found: list[DailyRate] = []
    for line in case.within("daily_rates", "class from pound_fee expenses", "until"):
        since, until = _period(line)
        found.append(
            DailyRate(
                since=since,
                pound_fee=line.money("pound_fee"),
                expenses=line.money("expenses"),
                cattle_class=line.cattle_class("class"),
                until=until,
                order=str(len(found)),
            )
        )
    return tuple(found)


def _period(line: Reader) -> tuple[date, date | None]:
    since, until = line.day("from"), line.day_or_none("until")
    if until is not None and until < since:
        line.fault("until", "on or after from")
    return since, until


def _read_claims(case: Reader, sold_at: datetime | None, as_of: datetime) -> tuple[Claim, ...]:
    found: list[Claim] = []
    allowed = False
    for line in case.within("claims", "claimant appeared_at decision"):
        where = f"{line.case}: {line.path}"
        if sold_at is None:
            raise CaseUnreadable(f"{where}: nothing was sold, so there is nothing to claim.")
        appeared_at = line.instant("appeared_at")
        if appeared_at < sold_at:
            line.fault("appeared_at", "at or after the sale")
        if appeared_at > as_of:
            line.fault("appeared_at", "at or before as_of: nobody has appeared yet")
        decision = line.read["decision"]
        if not isinstance(decision, str) or decision not in DECISIONS:
            line.fault("decision", '"pending", "approved" or "rejected"')
        finding = DECISIONS[decision]
        if allowed and finding is Finding.ALLOWED:
            raise CaseUnreadable(f"{where}.decision: two claims are approved; one owner at most.")
        allowed = allowed or finding is Finding.ALLOWED
        claimant = line.text("claimant")
        if claimant in ANSWERS:
            line.fault("claimant", "a name, and not a word that the answer itself may use")
        found.append(Claim(claimant, legal_date(appeared_at), finding))
    return tuple(found)
