"""The steps of taking an animal in: one small form a page, to be filled with one thumb."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from wtforms.validators import ValidationError

from portal.law.held_back import NEVER_PUBLIC, Mark, Shows
from portal.web.fields import (
    ChoiceField,
    CountField,
    PickField,
    PortalForm,
    TextField,
    TickField,
    required,
)
from portal.web.language import N_
from portal.web.language import gettext as _

OTHER = "other"
MOST_MARKS = 6
# As the register writes them, in the order of how often they come to a pound; each with its face.
KINDS = (
    ("cow", N_("Cow"), "cow"),
    ("she-buffalo", N_("She-buffalo"), "buffalo"),
    ("goat", N_("Goat"), "goat"),
    ("bullock", N_("Bullock"), "cow"),
    ("he-buffalo", N_("He-buffalo"), "buffalo"),
    ("sheep", N_("Sheep"), "goat"),
    ("calf", N_("Calf"), "cow"),
    ("bull", N_("Bull"), "unnamed"),
    ("donkey", N_("Donkey"), "ass"),
    ("horse", N_("Horse"), "horse"),
    ("pony", N_("Pony"), "pony"),
    ("pig", N_("Pig"), "ass"),
    ("camel", N_("Camel"), "camel"),
    (OTHER, N_("Another, or a mother with her young"), "unnamed"),
)
SHOWN = (
    (Shows.FACE.name, N_("Its face")),
    (Shows.LEFT.name, N_("Its left side")),
    (Shows.RIGHT.name, N_("Its right side")),
    (Shows.TAG.name, N_("Its ear tag")),
    (Shows.MARK.name, N_("A mark, brand or wound")),
)
MARK = N_("Mark")
HELD_BACK = N_("Hold it back from the public")


class PhotoForm(PortalForm):
    """What a photo shows; the file itself lies beside the form."""

    shows = PickField(N_("What does it show?"), SHOWN)

    def what(self) -> Shows:
        """Give what it shows: its face, unless told otherwise."""
        return Shows[self.shows.data] if self.shows.data else Shows.FACE


class StepForm(PortalForm):
    """One step; its answers are kept as they were typed."""

    def answers(self) -> dict[str, str]:
        """Give what was typed, by the name of its field."""
        typed = {one.name: one.data for one in self}
        return {
            name: ("yes" if data is True else str(data)) for name, data in typed.items() if data
        }


class AnimalForm(StepForm):
    """What stands at the gate."""

    kind = ChoiceField(N_("Which animal is it?"), [(key, words) for key, words, _face in KINDS])
    kind_other = TextField(
        N_("Which, if another"), description=N_("Like cow with calf, goats (3), foal of a horse")
    )
    heads = CountField(N_("How many heads?"))
    sex = ChoiceField(
        N_("Male or female?"),
        [("F", N_("Female")), ("M", N_("Male")), ("M (castrated)", N_("Male, castrated"))],
    )
    colour = TextField(N_("Colour"))
    breed = TextField(N_("Breed"))
    age = TextField(N_("Age"))

    def validate_kind(self, field: ChoiceField) -> None:
        """Ask which animal it is."""
        if not field.data:
            raise ValidationError(_("Which animal is it? Choose one"))

    def validate_kind_other(self, field: TextField) -> None:
        """Ask for the other kind, if another was chosen."""
        if self.kind.data == OTHER and not field.data:
            raise ValidationError(_("Write which animal it is, like: cow with calf"))


class MarksForm(StepForm):
    """Its ear tag and marks, two of them held back, and the photos that the public may see."""

    places: ClassVar[tuple[int, ...]] = tuple(range(1, MOST_MARKS + 1))

    ear_tag = TextField(
        N_("Ear tag"), description=N_("Twelve digits, or leave it empty; it is always held back")
    )
    mark_1 = TextField(MARK)
    held_1 = TickField(HELD_BACK)
    mark_2 = TextField(MARK)
    held_2 = TickField(HELD_BACK)
    mark_3 = TextField(MARK)
    held_3 = TickField(HELD_BACK)
    mark_4 = TextField(MARK)
    held_4 = TickField(HELD_BACK)
    mark_5 = TextField(MARK)
    held_5 = TickField(HELD_BACK)
    mark_6 = TextField(MARK)
    held_6 = TickField(HELD_BACK)

    def marks(self) -> list[Mark]:
        """Give the marks that were written."""
        written = ((self[f"mark_{n}"], self[f"held_{n}"]) for n in self.places)
        return [Mark(words.data, bool(held.data)) for words, held in written if words.data]


class PlaceForm(StepForm):
    """Where it comes from, who brought it, and where it stands."""

    pound = PickField(N_("Pound"))
    on = TextField(N_("Day and hour brought"), required(N_("Write the day, like 30-11-2026 16:05")))
    area = TextField(
        N_("Where was it seized?"),
        required(N_("Write where it was seized: the fine may depend on it")),
        description=N_("The fine may depend on it"),
    )
    brought_by = TextField(N_("Who brought it?"))
    owner_told = TextField(N_("Owner, if known"))
    pen = TextField(N_("Pen"))
    number = TextField(
        N_("Entry number of the paper register"),
        description=N_("Like 412/2026. Leave it empty, and it has the next number"),
    )


class WhyForm(PortalForm):
    """Why something is set aside, struck out or taken back."""

    reason = TextField(
        N_("Why?"), required(N_("Write why, in a few words: it stays beside the entry"))
    )

    def stand_at(self, place: str) -> WhyForm:
        """Give the field an id of its own, for several of these forms stand on one page."""
        self.reason.id = self.reason.label.field_id = f"reason-{place}"
        return self


STEPS: dict[str, type[StepForm]] = {"animal": AnimalForm, "marks": MarksForm, "place": PlaceForm}
PHOTOS, CHECK = "photos", "check"
ORDER = (PHOTOS, *STEPS, CHECK)


def next_after(step: str) -> str:
    """Name the step after one; the last is the check."""
    return ORDER[min(ORDER.index(step) + 1, len(ORDER) - 1)]


def may_be_shown(shows: Shows) -> bool:
    """Tell whether it is worth asking if the public may see such a photo."""
    return shows not in NEVER_PUBLIC


def shown_ticked(ticked: Iterable[str]) -> set[int]:
    """Read the numbers of the photos that were ticked to be shown."""
    return {int(one) for one in ticked if one.isascii() and one.isdecimal()}
