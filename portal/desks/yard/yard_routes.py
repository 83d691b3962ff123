"""The yard today: pens, what is to be done, each day's care, and what befalls an animal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import pound as pound_acts
from portal.actions import yard as acts
from portal.desks.yard.intake_forms import WhyForm
from portal.desks.yard.yard_forms import (
    BirthForm,
    CareForm,
    CourtForm,
    DeathForm,
    MoveForm,
    VetForm,
)
from portal.law.care import care_days
from portal.law.cattle import CattleClass
from portal.law.days import ONE_DAY, legal_date
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.case import Case, gather
from portal.registers.deaths import births_of, spans_of
from portal.registers.impound import Impounding, find_impounding, impediments
from portal.registers.intake import unfinished
from portal.registers.people import find_person, pound_by_id, pounds
from portal.registers.photos import first_faces, photos_of_intake
from portal.registers.settlement import lots_to_hand_over
from portal.registers.yard import (
    entered_about,
    find_entered,
    last_slip,
    place_of,
    ticks_of,
)
from portal.registers.yard_today import heads_of, lots_of_today, pens_in_use, yard_today
from portal.registers.yard_undone import YardBook
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import PortalForm
from portal.web.language import N_, translated
from portal.web.language import gettext as _
from portal.web.render import go, number_asked, show

desk = Desk("pens", __name__)

CASE = "/cases/<string:number>"
MOST_SHOWN = 300
DAYS_SHOWN = 60
Forms = dict[str, PortalForm]


@desk.page("/yard", may=Duty.KEEP_REGISTER)
def yard() -> Reply:
    """Show the yard today: figures, what is to be done, and the pens."""
    asked = number_asked("pound")
    here = pound_by_id(asked) if asked else None
    drafts = [(one, find_person(one.by_id).name, _first(one.id)) for one in unfinished()]
    return show(
        "yard/today",
        now=yard_today(today(), MOST_SHOWN, here.id if here else None),
        drafts=drafts,
        lots=lots_of_today(today()),
        waiting=len(lots_to_hand_over()) if officer().has(Duty.DELIVER_TO_BUYER) else 0,
        pounds=pounds(),
        here=here,
    )


@desk.act("/yard/care", does=acts.tick_pen)
def tick_pen() -> Reply:
    """Tick today's care for all that stand in one pen."""
    pen, cases = request.form.get("pen", ""), request.form.getlist("case")
    ticked = acts.tick_pen(officer(), clock(), pen=pen[:40], cases=cases[:MOST_SHOWN])
    flash(_("Ticked for today: %(number)s animals.", number=ticked))
    return go(url_for("pens.yard"))


@desk.page(f"{CASE}/care", may=Duty.KEEP_REGISTER)
def care(number: str) -> Reply:
    """Show each day of the stay: charged or not, ticked or not, and by whom."""
    return _show_care(number, CareForm(None, on=today()))


@desk.act(f"{CASE}/care", does=acts.tick_care)
def tick(number: str) -> Reply:
    """Tick one day's care."""
    form = CareForm(request.form)
    if not form.readable():
        return _show_care(number, form, status=422)
    try:
        acts.tick_care(officer(), clock(), case=number, on=form.on.value, remark=form.remark.text)
    except Refusal as refusal:
        return _show_care(number, form, refusal=refusal, status=422)
    flash(_("Ticked."))
    return go(url_for("pens.care", number=number))


@desk.page(f"{CASE}/events/new", may=Duty.KEEP_REGISTER)
def events(number: str) -> Reply:
    """Show what may be entered about an animal in the yard, and what was."""
    return _show_events(number, request.args.get("what", ""))


@desk.act(f"{CASE}/move", does=acts.move)
def move(number: str) -> Reply:
    """Move an animal to another pen or pound."""
    form = _offer_pens(number, MoveForm(request.form))

    def act() -> str:
        acts.move(
            officer(),
            clock(),
            case=number,
            pound=form.pound.data,
            pen=form.to(),
            why=form.why.text,
        )
        return _("Moved to pen %(pen)s.", pen=form.to())

    return _enter(number, "move", form, act)


@desk.act(f"{CASE}/vet", does=acts.enter_vet_slip)
def vet(number: str) -> Reply:
    """Enter a slip of the vet."""
    form = VetForm(request.form)

    def act() -> str:
        fit = form.fit.data == "fit"
        acts.enter_vet_slip(
            officer(),
            clock(),
            case=number,
            fit=fit,
            vet=form.vet.value,
            says=form.says.text,
            examined_on=form.examined_on.value,
        )
        if fit:
            return _("Entered: fit to be sold.")
        return _("Entered: not fit. The sale is stopped under the vet's name.")

    return _enter(number, "vet", form, act)


@desk.act(f"{CASE}/death", does=acts.enter_death)
def death(number: str) -> Reply:
    """Enter a death."""
    form = _offer_living(number, DeathForm(request.form))

    def act() -> str:
        cattle_class, born_on = form.died()
        acts.enter_death(
            officer(),
            clock(),
            case=number,
            cattle_class=cattle_class,
            head=form.head.value,
            on=form.on.value,
            cause=form.cause.value,
            born_on=born_on,
        )
        return _("The death is entered. Its dues ended on that day.")

    return _enter(number, "death", form, act)


@desk.act(f"{CASE}/birth", does=acts.enter_birth)
def birth(number: str) -> Reply:
    """Enter young born in the pound."""
    form = BirthForm(request.form)

    def act() -> str:
        acts.enter_birth(
            officer(),
            clock(),
            case=number,
            kind=form.kind.value,
            cattle_class=form.born()[0].cattle_class,
            head=form.head.value,
            on=form.on.value,
            remark=form.remark.text,
        )
        return _("The birth is entered. The young stays with its mother, in one lot.")

    return _enter(number, "birth", form, act)


@desk.act(f"{CASE}/court-hold", does=pound_acts.stop_sale)
def court_hold(number: str) -> Reply:
    """Enter a court's order that the animal is not to be sold."""
    form = CourtForm(request.form)

    def act() -> str:
        pound_acts.stop_sale(officer(), clock(), case=number, reason=form.reason())
        return _("Held by court: it is not sold before the hold is ended. Dues run on.")

    return _enter(number, "court", form, act)


@desk.act(f"{CASE}/yard/<string:book>/<int:entry>/take-back", does=acts.take_back)
def take_back(number: str, book: str, entry: int) -> Reply:
    """Take back what was entered by mistake."""
    kept = next((one for one in YardBook if one.value == book), None)
    if kept is None or find_entered(kept, entry).row.impounding_id != find_impounding(number).id:
        raise NotOnRegister(f"entry {entry} of case {number}")
    form = WhyForm(request.form)
    if not form.readable():
        return _show_events(number, "", why=form, taking=(kept, entry), status=422)
    try:
        acts.take_back(officer(), clock(), book=kept, number=entry, reason=form.reason.value)
    except Refusal as refusal:
        return _show_events(number, "", refusal=refusal, status=422)
    flash(_("Taken back. It stays in the books, with your reason."))
    back = "pens.care" if kept is YardBook.CARE else "pens.events"
    return go(url_for(back, number=number))


def _first(intake: int) -> int | None:
    return next((one.photo.id for one in photos_of_intake(intake) if one.struck is None), None)


def _enter(number: str, what: str, form: PortalForm, act: Callable[[], str]) -> Reply:
    """Do what one form of the yard asks for; what was typed is not lost when it is refused."""
    if not form.readable():
        return _show_events(number, what, {what: form}, status=422)
    try:
        done = act()
    except Refusal as refusal:
        return _show_events(number, what, {what: form}, refusal=refusal, status=422)
    flash(done)
    return go(url_for("pens.events", number=number))


def _show_care(
    number: str, form: CareForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    standing = gather(find_impounding(number), today())
    entry, ticks = standing.impounding, ticks_of(standing.impounding.id)
    last, last_charged = _last_days(standing)
    days = list(care_days(entry.on, last, last_charged, ticks))
    return show(
        "yard/care",
        case=standing,
        entry=entry,
        days=days[::-1][:DAYS_SHOWN],
        earlier=max(0, len(days) - DAYS_SHOWN),
        charged=sum(one.charged for one in days),
        unticked=sum(one.charged and not one.ticked for one in days),
        ticks=ticks,
        by={one.by_id: find_person(one.by_id).name for one in ticks.values()},
        yesterday=today() - ONE_DAY,
        may_tick=not acts.has_left(standing),
        form=form,
        refusal=refusal,
        status=status,
    )


def _last_days(case: Case) -> tuple[date, date]:
    """Give the last day in the pound, and the last that is charged (R7)."""
    entry = case.impounding
    if case.release is not None:
        return case.release.on, case.release.on
    if case.died is not None:
        return case.died.on, case.died.on
    if case.sold is not None:
        delivery = case.sold.delivery
        last = legal_date(delivery.at) if delivery else case.today
        return last, case.sold.hammer.on
    last = max(case.today, entry.on)
    return last, last


def _offer_pens(number: str, form: MoveForm) -> MoveForm:
    stood = place_of(find_impounding(number))
    others = [one for one in pens_in_use() if one != stood.pen]
    form.pen.offer([("", _("choose")), *((one, one) for one in others)])
    form.pound.offer((one.name, one.name) for one in pounds())
    if not request.form:
        form.pound.data = stood.pound
    return form


def _offer_living(number: str, form: DeathForm) -> DeathForm:
    """Offer what is alive, by class, and the young born here by the day of their birth."""
    entry = find_impounding(number)
    offered = []
    for one in spans_of(entry):
        if one.last is not None:
            continue
        cattle_class = one.animals.cattle_class
        born = one.first.isoformat() if one.first != entry.on else ""
        key = f"{cattle_class.value if cattle_class else 0}" + (f"/{born}" if born else "")
        words = translated(_kind_of(entry, cattle_class, one.first))
        told = _("%(animals)s: %(heads)s alive", animals=words, heads=one.animals.head)
        if born:
            told = _("%(told)s, born here on %(day)s", told=told, day=f"{one.first:%d-%m-%Y}")
        offered.append((key, told))
    form.which.offer(offered)
    return form


def _kind_of(entry: Impounding, cattle_class: CattleClass | None, first: date) -> str:
    """Name what is alive as the register does, or by its class where an entry has several."""
    born = (one for one in births_of(entry.id) if one.on == first)
    for one in born if first != entry.on else ():
        if one.born().animals.cattle_class == cattle_class:
            return one.kind.capitalize()
    if len(entry.animals) == 1:
        return entry.kind.capitalize()
    return cattle_class.animals if cattle_class else N_("in no class")


def _blank_forms(number: str) -> Forms:
    return {
        "move": _offer_pens(number, MoveForm()),
        "vet": VetForm(None, examined_on=today()),
        "death": _offer_living(number, DeathForm(None, on=today(), head=1)),
        "birth": BirthForm(None, on=today(), head=1),
        "court": CourtForm(),
    }


def _stand_at(form: PortalForm, deed: str) -> None:
    """Give the fields ids of their own, for five forms stand on one page."""
    for one in form:
        one.id = one.label.field_id = f"{deed}-{one.name}"


def _show_events(
    number: str,
    what: str,
    forms: Mapping[str, PortalForm] | None = None,
    *,
    why: WhyForm | None = None,
    taking: tuple[YardBook, int] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    standing = gather(find_impounding(number), today())
    entry, blank = standing.impounding, WhyForm()

    shown = _blank_forms(number) | dict(forms or {})
    for deed, form in shown.items():
        _stand_at(form, deed)

    def form_to_take_back(book: YardBook, row: int) -> WhyForm:
        form = why if why is not None and taking == (book, row) else WhyForm()
        return form.stand_at(f"{book.value}-{row}")

    return show(
        "yard/events",
        case=standing,
        entry=entry,
        place=place_of(entry),
        heads=heads_of([entry.id]).get(entry.id, 0),
        slip=last_slip(entry.id),
        photo=first_faces([entry.id]).get(entry.id),
        stops=impediments(entry.id),
        what=what,
        forms=shown,
        faulty=(forms or {}).get(what) or why or blank,
        entered=entered_about(entry.id),
        names=lambda person: find_person(person).name,
        to_take_back=form_to_take_back,
        taking=taking,
        left=acts.has_left(standing),
        refusal=refusal,
        status=status,
    )
