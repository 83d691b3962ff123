"""The steps of a claim from home: one question a page, each carrying what was told before.

What was answered lies in the pages themselves, in hidden fields, until the claim is sent: nothing
of somebody who only began is kept anywhere, and a page left open for an hour still works.
"""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from portal.web.claim_form import (
    AnimalForm,
    BankForm,
    HowForm,
    MarksForm,
    PapersForm,
    WhoForm,
)
from portal.web.fields import PortalForm

STEPS: dict[str, type[PortalForm]] = {
    "who": WhoForm,
    "animal": AnimalForm,
    "marks": MarksForm,
    "how": HowForm,
    "papers": PapersForm,
    "bank": BankForm,
}
NAMES = tuple(STEPS)
CHECK = "check"
FIRST = NAMES[0]


@dataclass(frozen=True)
class Step:
    """The page to show: its name, its form, and what is carried along hidden."""

    name: str
    form: PortalForm | None
    carried: list[tuple[str, str]]

    @property
    def number(self) -> int:
        """Count it, the first as 1; the check page comes after the last question."""
        return NAMES.index(self.name) + 1 if self.form else len(NAMES) + 1

    @property
    def before(self) -> str | None:
        """Name the page before this one."""
        return NAMES[self.number - 2] if self.number > 1 else None


def next_step(submitted: MultiDict[str, str]) -> Step:
    """Say which page comes after what was submitted: the same again if it cannot be read.

    `at` names the page that was answered, `to` another page that was asked for.
    """
    at, asked = submitted.get("at", ""), submitted.get("to", "")
    if asked in STEPS:
        return step(asked, submitted)
    if at not in STEPS:
        return step(FIRST, submitted)
    form = STEPS[at](submitted)
    if not form.readable():
        return Step(at, form, _carried(submitted, form))
    following = NAMES.index(at) + 1
    if following == len(NAMES):
        return check(submitted)
    return step(NAMES[following], submitted)


def check(submitted: MultiDict[str, str]) -> Step:
    """Give the page that shows every answer, or the first page whose answer cannot be read."""
    for name, kind in STEPS.items():
        form = kind(submitted)
        if not form.readable():
            return Step(name, form, _carried(submitted, form))
    return Step(CHECK, None, _carried(submitted, None))


def step(name: str, submitted: MultiDict[str, str]) -> Step:
    """Give a page by its name, filled with what was answered before."""
    form = STEPS[name](submitted)
    return Step(name, form, _carried(submitted, form))


def _carried(submitted: MultiDict[str, str], shown: PortalForm | None) -> list[tuple[str, str]]:
    fields = [name for kind in STEPS.values() for name in kind()._fields]
    own = set(shown._fields) if shown is not None else set()
    return [(name, submitted[name]) for name in fields if name in submitted and name not in own]
