"""An animal is taken in photo first: each step is kept at once, and may be finished by anybody."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import intake as acts
from portal.actions import photos as photo_acts
from portal.desks.yard.intake_forms import (
    CHECK,
    KINDS,
    ORDER,
    OTHER,
    PHOTOS,
    SHOWN,
    STEPS,
    AnimalForm,
    MarksForm,
    PhotoForm,
    PlaceForm,
    StepForm,
    WhyForm,
    may_be_shown,
    next_after,
    shown_ticked,
)
from portal.desks.yard.reading import read_entry
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.papers.shelf import find as find_file
from portal.registers.base import NotOnRegister
from portal.registers.impound import find_impounding_by_id, next_number
from portal.registers.intake import (
    Intake,
    answers_of,
    end_of,
    find_unfinished,
    last_begun_by,
)
from portal.registers.people import find_person, find_pound, pounds
from portal.registers.photos import photos_of_intake
from portal.sheets.impound_register import Entry, Reason
from portal.web.desk import Desk, clock, officer, today
from portal.web.filters import local
from portal.web.language import gettext as _
from portal.web.render import go, show
from portal.web.uploads import papers_folder, receive_photo, show_copy

desk = Desk("intake", __name__)

ONE = "/intake/<int:number>"
SHOWN_PHOTOS = "shown"


@desk.page("/cases/new", may=Duty.KEEP_REGISTER)
def start() -> Reply:
    """Ask for a photo of the animal at the gate."""
    return _show_start(PhotoForm())


@desk.act("/intake", does=photo_acts.begin_intake)
def begin() -> Reply:
    """Begin an entry with its first photo, or without one where there is no camera."""
    form, photo = PhotoForm(request.form), None
    without = "without" in request.form
    if not without and not form.readable():
        return _show_start(form, status=422)
    try:
        if not without:
            photo = receive_photo(papers_folder(), form.what(), request.files.get("file"))
        begun = photo_acts.begin_intake(officer(), clock(), photo=photo)
    except Refusal as refusal:
        return _show_start(form, refusal=refusal, status=422)
    return go(url_for("intake.step", number=begun.id, step=PHOTOS if photo else next_after(PHOTOS)))


@desk.page("/intake/last", may=Duty.KEEP_REGISTER)
def last() -> Reply:
    """Go on with the entry that this person began last."""
    begun = last_begun_by(officer().person_id)
    return go(url_for("intake.one", number=begun.id) if begun else url_for("intake.start"))


@desk.page(ONE, may=Duty.KEEP_REGISTER)
def one(number: int) -> Reply:
    """Go on at the first step that was not answered, or to the case that came of the entry."""
    ended = end_of(number)
    if ended is not None and ended.impounding_id is not None:
        return go(url_for("intake.done", number=number))
    begun, answered = find_unfinished(number), answers_of(number)
    if not photos_of_intake(begun.id) and not answered:
        return go(url_for("intake.step", number=number, step=PHOTOS))
    todo = next((step for step in STEPS if step not in answered), CHECK)
    return go(url_for("intake.step", number=number, step=todo))


@desk.page(f"{ONE}/<string:step>", may=Duty.KEEP_REGISTER)
def step(number: int, step: str) -> Reply:
    """Show one step, filled with what was answered before."""
    begun = find_unfinished(number)
    if step == PHOTOS:
        return _show_photos(begun, PhotoForm())
    if step == CHECK:
        return _show_check(begun)
    if step not in STEPS:
        raise NotOnRegister(f"step {step}")
    return _show_step(begun, step, _form_of(begun, step))


@desk.act(f"{ONE}/<string:step>", does=acts.save_step)
def save(number: int, step: str) -> Reply:
    """Keep the answers to one step and go on to the next."""
    begun = find_unfinished(number)
    if step not in STEPS:
        raise NotOnRegister(f"step {step}")
    form = _offered(STEPS[step](request.form))
    if not form.readable():
        return _show_step(begun, step, form, status=422)
    answers = form.answers()
    if step == "marks":
        kept = shown_ticked(request.form.getlist(SHOWN_PHOTOS))
        answers[SHOWN_PHOTOS] = " ".join(str(one) for one in sorted(kept))
    acts.save_step(officer(), clock(), intake=number, step=step, answers=answers)
    return go(url_for("intake.step", number=number, step=next_after(step)))


@desk.act(f"{ONE}/photos", does=photo_acts.add_photo_to_intake)
def add_photo(number: int) -> Reply:
    """Add one more photo."""
    begun, form = find_unfinished(number), PhotoForm(request.form)
    if not form.readable():
        return _show_photos(begun, form, status=422)
    try:
        photo = receive_photo(papers_folder(), form.what(), request.files.get("file"))
        photo_acts.add_photo_to_intake(officer(), clock(), intake=number, photo=photo)
    except Refusal as refusal:
        return _show_photos(find_unfinished(number), form, refusal=refusal, status=422)
    return go(url_for("intake.step", number=number, step=PHOTOS))


@desk.act(f"{ONE}/photos/<int:photo>/strike", does=photo_acts.strike_photo_of_intake)
def strike_photo(number: int, photo: int) -> Reply:
    """Strike out a photo that is not of this animal."""
    begun, form = find_unfinished(number), WhyForm(request.form)
    if not form.readable():
        return _show_photos(begun, PhotoForm(), why=form, striking=photo, status=422)
    photo_acts.strike_photo_of_intake(
        officer(), clock(), intake=number, photo=photo, reason=form.reason.value
    )
    return go(url_for("intake.step", number=number, step=PHOTOS))


@desk.page(f"{ONE}/photos/<int:photo>", may=Duty.KEEP_REGISTER)
def photo(number: int, photo: int) -> Reply:
    """Show the small copy of a photo."""
    for kept in photos_of_intake(number):
        if kept.photo.id == photo and (file := find_file(papers_folder(), kept.photo.small_sha256)):
            return show_copy(file)
    raise NotOnRegister(f"photo {photo}")


@desk.act(f"{ONE}/enter", does=acts.finish_intake)
def enter(number: int) -> Reply:
    """Enter the animal in the register, or say what is still in doubt."""
    ended = end_of(number)
    if ended is not None and ended.impounding_id is not None:
        return go(url_for("intake.done", number=number))  # the button was pressed twice
    begun = find_unfinished(number)
    read = _read(begun)
    if not isinstance(read, Entry):
        return _show_check(begun, reasons=read, status=422)
    place, marks = _form_of(begun, "place"), _form_of(begun, "marks")
    try:
        acts.finish_intake(
            officer(),
            clock(),
            intake=number,
            pound=place["pound"].data,
            entry=read,
            allot=not place["number"].data,
            marks=marks.marks() if isinstance(marks, MarksForm) else [],
            shown=_shown(begun),
        )
    except Refusal as refusal:
        return _show_check(find_unfinished(number), refusal=refusal, status=422)
    return go(url_for("intake.done", number=number))


@desk.page(f"{ONE}/done", may=Duty.KEEP_REGISTER)
def done(number: int) -> Reply:
    """Show the number the animal was given, and what to do with it next."""
    ended = end_of(number)
    if ended is None or ended.impounding_id is None:
        raise NotOnRegister(f"entry {number}")
    return show("yard/intake_done", entry=find_impounding_by_id(ended.impounding_id))


@desk.act(f"{ONE}/set-aside", does=acts.set_intake_aside)
def set_aside(number: int) -> Reply:
    """Set an entry aside that was begun for no animal."""
    begun, form = find_unfinished(number), WhyForm(request.form)
    if not form.readable():
        return _show_check(begun, why=form, status=422)
    acts.set_intake_aside(officer(), clock(), intake=number, reason=form.reason.value)
    flash(_("Set aside. What was kept of it stays in the books."))
    return go(url_for("pens.yard"))


def _offered(form: StepForm) -> StepForm:
    if isinstance(form, PlaceForm):
        form.pound.offer((one.name, one.name) for one in pounds())
    return form


def _form_of(begun: Intake, step: str) -> StepForm:
    """Fill a step with what was answered, or with what is known before."""
    kept = answers_of(begun.id).get(step)
    if kept is not None:
        return _offered(STEPS[step](None, **_as_data(step, kept)))
    if step == "place":
        return _offered(PlaceForm(None, on=f"{local(begun.at):%d-%m-%Y %H:%M}"))
    return STEPS[step]()


def _as_data(step: str, kept: dict[str, str]) -> dict[str, object]:
    data: dict[str, object] = dict(kept)
    data.pop(SHOWN_PHOTOS, None)
    if step == "marks":
        data |= {name: said == "yes" for name, said in kept.items() if name.startswith("held_")}
    if step == "animal" and "heads" in kept:
        data["heads"] = int(kept["heads"])
    return data


def _shown(begun: Intake) -> set[int]:
    return shown_ticked(answers_of(begun.id).get("marks", {}).get(SHOWN_PHOTOS, "").split())


def _read(begun: Intake) -> Entry | tuple[Reason, ...]:
    """Read the answers as a row of the register, by the one reader of rows."""
    answered = answers_of(begun.id)
    missing = [step for step in STEPS if step not in answered]
    if missing:
        words = _("not answered yet")
        return tuple(Reason(step, "missing", words, can_be_confirmed=False) for step in missing)
    animal, marks, place = (answered[step] for step in STEPS)
    kind = animal.get("kind_other", "") if animal["kind"] == OTHER else animal["kind"]
    heads = animal.get("heads", "1")
    written = _form_of(begun, "marks")
    pound = find_pound(place["pound"])
    cells = {
        "kind": f"{kind} ({heads})" if heads != "1" else kind,
        "marks": "; ".join(one.words for one in written.marks())
        if isinstance(written, MarksForm)
        else "",
        "ear_tag": marks.get("ear_tag", ""),
        "number": place.get("number") or _next_number(pound.id, pound.code),
    }
    cells |= {name: animal.get(name, "") for name in ("sex", "colour", "breed", "age")}
    cells |= {name: place.get(name, "") for name in ("on", "area", "brought_by", "owner_told")}
    cells["pen"] = place.get("pen", "")
    return read_entry(cells, pound, request.form.getlist("confirmed"))


def _next_number(pound_id: int, code: str) -> str:
    year = today().year
    return f"{next_number(pound_id, code, year)}/{year}"


def _step_of(reason: Reason) -> str:
    """Name the step in which a doubtful answer stands."""
    if reason.field in STEPS:
        return reason.field
    if reason.field in {"ear_tag", "marks"}:
        return "marks"
    return "place" if hasattr(PlaceForm, reason.field) else "animal"


def _show_start(form: PhotoForm, *, refusal: Refusal | None = None, status: int = 200) -> Reply:
    return show("yard/intake_start", form=form, refusal=refusal, status=status)


def _show_photos(
    begun: Intake,
    form: PhotoForm,
    *,
    why: WhyForm | None = None,
    striking: int | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    kept = [one for one in photos_of_intake(begun.id) if one.struck is None]
    if kept and not request.form:  # the next photo shows what no photo shows yet
        taken = {one.photo.shows for one in kept}
        form.shows.data = next((key for key, _words in SHOWN if key not in taken), SHOWN[-1][0])
    return show(
        "yard/intake_photos",
        begun=begun,
        step=PHOTOS,
        order=ORDER,
        photos=kept,
        form=form,
        named=dict(SHOWN),
        why=lambda photo: why if why and striking == photo else WhyForm().stand_at(str(photo)),
        faulty=why,
        striking=striking,
        refusal=refusal,
        status=status,
    )


def _show_step(begun: Intake, step: str, form: StepForm, *, status: int = 200) -> Reply:
    photos = [one for one in photos_of_intake(begun.id) if one.struck is None]
    ticked = _shown(begun)
    if request.method == "POST":
        ticked = shown_ticked(request.form.getlist(SHOWN_PHOTOS))
    return show(
        f"yard/intake_{step}",
        begun=begun,
        step=step,
        order=ORDER,
        form=form,
        kinds=KINDS if isinstance(form, AnimalForm) else (),
        photos=[one for one in photos if may_be_shown(one.photo.what)],
        shown=ticked,
        named=dict(SHOWN),
        status=status,
    )


def _show_check(
    begun: Intake,
    *,
    reasons: tuple[Reason, ...] | None = None,
    why: WhyForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    read = _read(begun) if reasons is None else reasons
    return show(
        "yard/intake_check",
        begun=begun,
        step=CHECK,
        order=ORDER,
        by=find_person(begun.by_id).name,
        answered=answers_of(begun.id),
        forms={step: _form_of(begun, step) for step in STEPS},
        photos=[one for one in photos_of_intake(begun.id) if one.struck is None],
        shown=_shown(begun),
        named=dict(SHOWN),
        reasons=() if isinstance(read, Entry) else read,
        step_of=_step_of,
        confirmed=request.form.getlist("confirmed"),
        why=why or WhyForm(),
        refusal=refusal,
        status=status,
    )
