"""Forms, and fields for the portal's own kinds of thing.

A form asks whether what was typed can be read. Whether it may be done is asked of the law.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any, Generic, TypeVar

import phonenumbers
from werkzeug.datastructures import CombinedMultiDict, FileStorage, MultiDict
from wtforms import Form
from wtforms.fields import BooleanField, Field, RadioField, SelectField
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # stubs lag
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, Length, StopValidation, ValidationError
from wtforms.widgets import TextArea, TextInput

from portal.law.money import Money
from portal.web.language import gettext as _
from portal.web.language import translated

T = TypeVar("T")

SHORT, LONG = 200, 2_000
HIGHEST_CARD = 9_999
LARGEST_PAISE = 99_999_999_900
INDIA, PHONE_DIGITS = 91, 10
PHONE_WRITTEN = re.compile(r"\+?[0-9\s()./-]+")
# Keys are matched by Latin letters and figures alone: in another script a number matches nobody.
NUMBER_ON_PAPER = re.compile(r"(?=(?:[^0-9A-Za-z]*[0-9A-Za-z]){3})[0-9A-Za-z ./:-]+")

__all__ = [
    "CardField",
    "ChoiceField",
    "CountField",
    "DayField",
    "HourField",
    "KeyField",
    "LongTextField",
    "MobileField",
    "MoneyField",
    "PhoneField",
    "PickField",
    "PinCodeField",
    "PortalForm",
    "TextField",
    "TickField",
    "YearField",
]


class PortalForm(Form):
    """A form: it says whether what was typed can be read, never whether it is allowed."""

    def __init__(
        self,
        submitted: MultiDict[str, str] | CombinedMultiDict[str, Any] | None = None,
        **begun: Any,
    ) -> None:
        """Read what was submitted; `begun` fills a form that is shown for the first time."""
        super().__init__(submitted, data=begun or None)

    def readable(self) -> bool:
        """Tell whether every answer can be read; each one that cannot says how to write it."""
        return bool(super().validate())


class AnswerField(Field, Generic[T]):
    """A text box for one kind of thing."""

    widget: Any = TextInput()
    data: T | None

    @property
    def named(self) -> str:
        """Give the field's name in the language of the page."""
        return translated(self.label.text)

    def read(self, typed: str) -> T:
        """Turn what was typed into the thing, or say how to write it; each kind has its own way."""
        raise TypeError(f"{type(self).__name__} does not say how {typed!r} is read")

    def write(self, value: T) -> str:
        """Write the thing as a person would type it."""
        return str(value)

    def process_formdata(self, valuelist: Sequence[Any]) -> None:
        """Read what was typed, if anything was."""
        typed = unicodedata.normalize("NFC", "".join(str(one) for one in valuelist)).strip()
        self.data = None
        if "\x00" in typed:
            raise ValidationError(
                _("%(field)s has a character that cannot be kept", field=self.named)
            )
        if typed:
            self.data = self.read(typed)

    def _value(self) -> str:
        if self.raw_data:
            return "".join(str(one) for one in self.raw_data)
        return "" if self.data is None else self.write(self.data)

    @property
    def value(self) -> T:
        """Give the answer of a form that has been read."""
        if self.data is None:
            raise LookupError(f"{self.name} was not answered")
        return self.data


class Answered(InputRequired):
    """Asks for an answer; spaces alone are none."""

    def __call__(self, form: BaseForm, field: Field) -> None:  # noqa: ARG002 - WTForms gives it
        """Stop at a field in which nothing was written."""
        typed = [one for one in field.raw_data or () if str(one).strip()]
        if not typed:
            field.errors = []
            raise StopValidation(translated(self.message))


def required(sentence: str) -> list[Any]:
    """Ask for an answer, with the sentence shown when there is none."""
    return [Answered(sentence)]


class TextField(AnswerField[str]):
    """One line of text, kept as typed but for spaces around it."""

    longest = SHORT

    def read(self, typed: str) -> str:
        """Read the line."""
        if len(typed) > self.longest:
            raise ValidationError(
                _(
                    "%(field)s is too long: %(longest)s letters at the most",
                    field=self.named,
                    longest=self.longest,
                )
            )
        return typed

    @property
    def text(self) -> str:
        """Give the answer, or nothing in words."""
        return self.data or ""


class LongTextField(TextField):
    """Several lines of text."""

    widget: Any = TextArea()
    longest = LONG


class MoneyField(AnswerField[Money]):
    """Rupees and paise; commas, spaces and the rupee sign are forgiven, and nothing else is."""

    def read(self, typed: str) -> Money:
        """Read rupees, with two digits of paise after a point if there are any."""
        plain = re.sub(r"[,\s₹]", "", typed)
        found = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]{2}))?", plain)
        if not found:
            raise ValidationError(
                _("%(field)s must be a number of rupees, like 43,500 or 2,017.50", field=self.named)
            )
        return Money(int(found[1]) * 100 + int(found[2] or 0))

    def write(self, value: Money) -> str:
        """Write rupees, with paise only if there are any."""
        return value.decimal.removesuffix(".00")


class WholeRupeesField(MoneyField):
    """Whole rupees, as bids are made."""

    def read(self, typed: str) -> Money:
        """Read whole rupees."""
        plain = re.sub(r"[,\s₹]", "", typed)
        if not re.fullmatch(r"[0-9]{1,9}", plain):
            raise ValidationError(
                _("%(field)s must be a number of rupees, like 43,500", field=self.named)
            )
        return Money.of(rupees=int(plain))


class CountField(AnswerField[int]):
    """A whole number above nothing."""

    def read(self, typed: str) -> int:
        """Read the number."""
        if not re.fullmatch(r"[1-9][0-9]{0,5}", typed):
            raise ValidationError(_("%(field)s must be a whole number, like 3", field=self.named))
        return int(typed)


class CardField(AnswerField[int]):
    """The number on a card."""

    def read(self, typed: str) -> int:
        """Read the number."""
        if not re.fullmatch(r"0{0,3}[1-9][0-9]{0,3}", typed) or int(typed) > HIGHEST_CARD:
            raise ValidationError(
                _("%(field)s must be the number printed on the card", field=self.named)
            )
        return int(typed)


class PhoneField(TextField):
    """An Indian mobile or land-line number, kept as its ten digits."""

    def read(self, typed: str) -> str:
        """Read the number as people write it, with +91, 0091, 91 or 0 before it or not.

        Letters and extensions, which the library would read too, are no part of a number here.
        """
        number = None
        if PHONE_WRITTEN.fullmatch(typed):
            with suppress(phonenumbers.NumberParseException):
                number = phonenumbers.parse(typed, "IN")
        digits = phonenumbers.national_significant_number(number) if number else ""
        if number is None or number.country_code != INDIA or len(digits) != PHONE_DIGITS:
            raise ValidationError(
                _("%(field)s must have ten digits, like 98480 12345", field=self.named)
            )
        return digits


class MobileField(PhoneField):
    """An Indian mobile number, to which a message can be sent."""

    def read(self, typed: str) -> str:
        """Read the number; all mobiles in India begin with 6, 7, 8 or 9."""
        digits = super().read(typed)
        if digits[0] not in "6789":
            raise ValidationError(
                _("%(field)s must be a mobile number, like 98480 12345", field=self.named)
            )
        return digits


class KeyField(TextField):
    """A number on somebody's paper, by which he can be held against the staff list (3)."""

    def read(self, typed: str) -> str:
        """Read the number; figures of another script are not taken for others."""
        if not NUMBER_ON_PAPER.fullmatch(super().read(typed)):
            raise ValidationError(
                _(
                    "%(field)s must be written with A to Z and 0 to 9, like 1234 5678 9012",
                    field=self.named,
                )
            )
        return typed


class PinCodeField(TextField):
    """The PIN code of a post office."""

    def read(self, typed: str) -> str:
        """Read six figures."""
        figures = re.sub(r"\s", "", typed)
        if not re.fullmatch(r"[1-9][0-9]{5}", figures):
            raise ValidationError(f"{self.label.text} must have six figures, like 500006")
        return figures


class YearField(AnswerField[int]):
    """A year of birth."""

    def read(self, typed: str) -> int:
        """Read four figures of the last century or this."""
        if not re.fullmatch(r"(?:19|20)[0-9]{2}", typed):
            raise ValidationError(f"{self.label.text} must be a year, like 1984")
        return int(typed)


class TickField(BooleanField):
    """A box to tick."""


class DayField(AnswerField[date]):
    """A day, as the browser's calendar gives it or as it stands on paper."""

    def read(self, typed: str) -> date:
        """Read 2026-11-30 or 30-11-2026."""
        for form in ("%Y-%m-%d", "%d-%m-%Y", "%d/%m/%Y", "%d.%m.%Y"):
            try:
                day = datetime.strptime(typed, form).date()  # noqa: DTZ007 - a day has no zone
            except ValueError:
                continue
            if 1990 <= day.year <= 2200:  # noqa: PLR2004 - the register's own centuries
                return day
        raise ValidationError(_("%(field)s must be a day, like 30-11-2026", field=self.named))

    def write(self, value: date) -> str:
        """Write it as on paper."""
        return f"{value:%d-%m-%Y}"


class HourField(AnswerField[time]):
    """An hour of the day, of 24."""

    def read(self, typed: str) -> time:
        """Read 07:40 or 7.40."""
        found = re.fullmatch(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])", typed)
        if not found:
            raise ValidationError(
                _("%(field)s must be an hour, like 07:40 or 16:05", field=self.named)
            )
        return time(int(found[1]), int(found[2]))

    def write(self, value: time) -> str:
        """Write it with a colon."""
        return f"{value:%H:%M}"


class ChoiceField(RadioField):
    """One of a few, all in sight."""

    def __init__(self, label: str, choices: Iterable[tuple[str, str]], **more: Any) -> None:
        """Offer (key, words) pairs."""
        super().__init__(
            label, choices=[SelectChoice(*one) for one in choices], validate_choice=False, **more
        )

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - WTForms gives it
        """Refuse what was not offered."""
        _require_offered(self)


class PickField(SelectField):
    """One of many, from a list."""

    def iter_choices(self) -> Any:
        """Give the choices in the language of the page."""
        choices: Any = super().iter_choices()
        return [one._replace(label=translated(one.label)) for one in choices]

    def offer(self, choices: Iterable[tuple[str, str]]) -> None:
        """Offer (key, words) pairs found only now."""
        self.choices = [SelectChoice(*one) for one in choices]

    def __init__(self, label: str, choices: Iterable[tuple[str, str]] = (), **more: Any) -> None:
        """Offer (key, words) pairs."""
        super().__init__(
            label, choices=[SelectChoice(*one) for one in choices], validate_choice=False, **more
        )

    def pre_validate(self, form: BaseForm) -> None:  # noqa: ARG002 - WTForms gives it
        """Refuse what was not offered."""
        _require_offered(self)


def _require_offered(field: Any) -> None:
    offered = {str(one.value) for one in field.choices or ()}
    if field.data is None and "" in offered:
        field.data = ""
    elif field.data == "" and "" not in offered:
        field.data = None  # not answered, which is another thing than answered wrongly
    unanswered = field.data is None and isinstance(field, PickField)
    if unanswered or (field.data is not None and str(field.data) not in offered):
        raise ValidationError(
            _("%(field)s: choose one of those shown", field=translated(field.label.text))
        )


def file_at(submitted: MultiDict[str, FileStorage], name: str) -> FileStorage | None:
    """Give the file of a file field, if one was chosen."""
    found = submitted.get(name)
    return found if found is not None and found.filename else None


def longest(letters: int) -> Length:
    """Hold a plain WTForms field to a length."""
    return Length(max=letters, message=f"Too long: {letters} letters at the most")
