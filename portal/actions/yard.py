"""What is done in the yard: care, slips of the vet, deaths, births, moves, and each taken back."""

from __future__ import annotations

from datetime import date

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.law.care import require_care_may_be_written
from portal.law.cattle import Animals, CattleClass
from portal.law.heads import Died, heads_left, spans
from portal.law.offices import Duty
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_yard import (
    AnimalDied,
    BuyersAnimal,
    CareTicked,
    LaterOnesStand,
    NotInPound,
    SamePlace,
    SlipEndedStop,
    UndoneAlready,
    YardDayWrong,
)
from portal.registers.base import db
from portal.registers.case import Case, gather
from portal.registers.deaths import Birth, Death, births_of, deaths_of
from portal.registers.impound import (
    Impediment,
    ImpedimentEnd,
    Impounding,
    find_impounding,
    find_impounding_by_id,
    impediments,
)
from portal.registers.people import find_pound
from portal.registers.yard import (
    CareTick,
    PenMove,
    VetSlip,
    find_entered,
    last_slip,
    place_of,
    ticks_of,
    unfit_stops,
)
from portal.registers.yard_undone import YardBook, YardUndone

DIED = "it died"


@official_act(Duty.KEEP_REGISTER, cites="4(b)")
def tick_care(act: Act, *, case: str, on: date, remark: str) -> CareTick:
    """Write that an animal was fed, watered and looked at on a day.

    It charges nothing and makes no day free. Raises NotInPound, AnimalDied, CareDayNotCome,
    CareDayPast, CareTicked.
    """
    standing = _in_the_pound(act, case)
    entry = standing.impounding
    require_care_may_be_written(on, entry.on, act.on)
    if on in ticks_of(entry.id):
        raise CareTicked(on)
    return _tick(act, entry, on, remark)


@official_act(Duty.KEEP_REGISTER, cites="4(b)")
def tick_pen(act: Act, *, pen: str, cases: list[str]) -> int:
    """Write today's care for several animals of one pen; give how many were ticked.

    What was ticked, or has left, since the page was read is passed over. Raises NothingChanged.
    """
    ticked = 0
    for number in cases:
        standing = gather(find_impounding(number), act.on)
        entry = standing.impounding
        if has_left(standing) or act.on in ticks_of(entry.id) or act.on < entry.on:
            continue
        _tick(act, entry, act.on, "")
        act.concern(entry)
        ticked += 1
    if not ticked:
        raise NothingChanged
    act.note(ticked=ticked, in_pen=pen)
    return ticked


@official_act(Duty.KEEP_REGISTER, cites="2")
def enter_vet_slip(
    act: Act, *, case: str, fit: bool, vet: str, says: str, examined_on: date
) -> VetSlip:
    """Enter what a vet found. Not fit stops the sale under his name; fit ends such a stop.

    Raises NotInPound, AnimalDied, YardDayWrong.
    """
    standing = _in_the_pound(act, case)
    entry = standing.impounding
    _require_day(examined_on, entry.on, act.on)
    ended = _end_unfit_stops(act, entry, f"fit to be sold: {vet}") if fit else False
    stopped = None if fit else _stop_as_unfit(act, entry, vet, says)
    slip = VetSlip(
        impounding_id=entry.id,
        fit=fit,
        vet=vet,
        says=says,
        examined_on=examined_on,
        impediment_id=stopped.id if stopped else None,
        ended_a_stop=ended,
        by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(slip)
    return slip


@official_act(Duty.KEEP_REGISTER, cites="2")
def enter_death(
    act: Act,
    *,
    case: str,
    cattle_class: CattleClass | None,
    head: int,
    on: date,
    cause: str,
    born_on: date | None = None,
) -> Death:
    """Enter that heads of an entry died; the dues of each end with that day (R7).

    If none is left alive the animal is not sold: its lot, if it stands in one, is withdrawn.
    `born_on` tells young born in the pound from those that were brought in. Raises NotInPound,
    AnimalDied, BuyersAnimal, YardDayWrong, MoreThanThereAre.
    """
    standing = _not_yet_sold(act, case)
    entry = standing.impounding
    _require_day(on, born_on or entry.on, act.on)
    before = [one.died() for one in deaths_of(entry.id)]
    found = spans(
        [one.animals() for one in entry.animals],
        entry.on,
        [one.born() for one in births_of(entry.id)],
        [*before, Died(on, Animals(cattle_class, head), born_on)],
    )
    left = heads_left(found)
    if left == 0 and standing.open_lot is not None:
        happen(act, standing.open_lot, "withdrawn", reason=DIED)
    death = Death(
        impounding_id=entry.id,
        on=on,
        cattle_class=cattle_class.value if cattle_class else None,
        head=head,
        born_on=born_on,
        cause=cause,
        left=left,
        by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(death)
    act.note(left=left)
    return death


@official_act(Duty.KEEP_REGISTER, cites="4(b)")
def enter_birth(
    act: Act,
    *,
    case: str,
    kind: str,
    cattle_class: CattleClass | None,
    head: int,
    on: date,
    remark: str,
) -> Birth:
    """Enter young born in the pound: they stay in the mother's entry and lot (R10, R14).

    Each is charged from the day of its birth, and no fine, for nobody impounded it. Raises
    NotInPound, AnimalDied, BuyersAnimal, YardDayWrong.
    """
    standing = _not_yet_sold(act, case)
    _require_day(on, standing.impounding.on, act.on)
    birth = Birth(
        impounding_id=standing.impounding.id,
        on=on,
        kind=kind,
        cattle_class=cattle_class.value if cattle_class else None,
        head=head,
        remark=remark,
        by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(birth)
    return birth


@official_act(Duty.KEEP_REGISTER)
def move(act: Act, *, case: str, pound: str, pen: str, why: str) -> PenMove:
    """Move an animal to another pen or pound; its number stays. Raises NotInPound, SamePlace."""
    entry = _in_the_pound(act, case).impounding
    to, stood = find_pound(pound), place_of(entry)
    if (stood.pound_id, stood.pen) == (to.id, pen):
        raise SamePlace(pen)
    moved = PenMove(
        impounding_id=entry.id,
        pound_id=to.id,
        pen=pen,
        why=why,
        by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(moved)
    act.note(stood_in=f"{stood.pound}, {stood.pen or 'no pen'}")
    return moved


@official_act(Duty.KEEP_REGISTER)
def take_back(act: Act, *, book: YardBook, number: int, reason: str) -> None:
    """Take back what was entered in the yard by mistake: it stays, with the reason.

    Raises UndoneAlready, LaterOnesStand, SlipEndedStop, BuyersAnimal and NotInPound, for a bill
    that was paid rests on births and deaths as they stood.
    """
    found = find_entered(book, number)
    if found.undone is not None:
        raise UndoneAlready
    entry = find_impounding_by_id(found.row.impounding_id)
    act.concern(entry)
    if isinstance(found.row, Death | Birth):
        _require_nothing_rests_on(act, entry, found.row)
    if isinstance(found.row, VetSlip):
        _take_slip_back(act, entry, found.row, reason)
    db.session.add(
        YardUndone(book=book.value, row_id=number, reason=reason, by_id=act.by.person_id, at=act.at)
    )


def has_left(standing: Case) -> bool:
    """Tell whether an animal is no longer in the pound, alive."""
    delivered = standing.sold is not None and standing.sold.delivery is not None
    return standing.release is not None or standing.died is not None or delivered


def _in_the_pound(act: Act, case: str) -> Case:
    standing = gather(find_impounding(case), act.on)
    act.concern(standing.impounding)
    if standing.died is not None:
        raise AnimalDied(standing.died.on)
    if has_left(standing):
        raise NotInPound(case)
    return standing


def _not_yet_sold(act: Act, case: str) -> Case:
    standing = _in_the_pound(act, case)
    if standing.sold is not None:
        raise BuyersAnimal(case)
    return standing


def _require_day(on: date, first: date, today: date) -> None:
    if not first <= on <= today:
        raise YardDayWrong(first)


def _tick(act: Act, entry: Impounding, on: date, remark: str) -> CareTick:
    tick = CareTick(impounding_id=entry.id, on=on, remark=remark, by_id=act.by.person_id, at=act.at)
    db.session.add(tick)
    return tick


def _stop_as_unfit(act: Act, entry: Impounding, vet: str, says: str) -> Impediment:
    told = f": {says}" if says else ""
    stop = Impediment(
        impounding_id=entry.id, reason=f"not fit to be sold, says {vet}{told}", at=act.at
    )
    db.session.add(stop)
    db.session.flush()
    return stop


def _end_unfit_stops(act: Act, entry: Impounding, reason: str) -> bool:
    opened = unfit_stops(entry.id)
    standing = [one for one in impediments(entry.id) if one.id in opened]
    for one in standing:
        db.session.add(ImpedimentEnd(impediment_id=one.id, reason=reason, at=act.at))
    return bool(standing)


def _require_nothing_rests_on(act: Act, entry: Impounding, row: Death | Birth) -> None:
    """Births and deaths are taken back latest first, and not once a bill was made of them."""
    standing = gather(entry, act.on)
    if standing.sold is not None:
        raise BuyersAnimal(entry.number)
    if standing.release is not None:
        raise NotInPound(entry.number)
    later: list[Death | Birth] = [*deaths_of(entry.id), *births_of(entry.id)]
    if any(one.at > row.at for one in later):
        raise LaterOnesStand


def _take_slip_back(act: Act, entry: Impounding, slip: VetSlip, reason: str) -> None:
    if slip.ended_a_stop:
        raise SlipEndedStop
    latest = last_slip(entry.id)
    if latest is None or latest.id != slip.id:
        raise LaterOnesStand
    for one in impediments(entry.id):
        if one.id != slip.impediment_id:
            continue
        db.session.add(
            ImpedimentEnd(
                impediment_id=one.id,
                reason=f"the slip was taken back: {reason}",
                at=act.at,
            )
        )
