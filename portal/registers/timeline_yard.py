"""What happened to an animal in the yard, as the story of its case tells it."""

from __future__ import annotations

from collections.abc import Iterator

from portal.registers.base import db
from portal.registers.case import Case
from portal.registers.deaths import Birth, Death
from portal.registers.happening import Happening, ended, name_of, sentence, told
from portal.registers.people import Pound
from portal.registers.photos import photos_of
from portal.registers.yard import CareTick, Entered, PenMove, VetSlip, entered_about
from portal.registers.yard_undone import YardBook

# Care is told day by day on its own page; in the story it would bury everything else.
TOLD = (YardBook.VET, YardBook.MOVE, YardBook.DEATH, YardBook.BIRTH)


def in_the_yard(case: Case) -> Iterator[Happening]:
    """Tell of slips, moves, births and deaths, those taken back too, and of the photos."""
    for one in entered_about(case.impounding.id, TOLD):
        yield _entered(one)
        if one.undone is not None:
            yield told(
                one.undone.at,
                "undo",
                "Taken back",
                says=f"{_words(one)[1]}: {ended(one.undone.reason)}",
                by=name_of(one.undone.by_id),
            )
    photos = [one for one in photos_of(case.impounding) if one.photo.impounding_id is not None]
    for kept in photos:
        yield told(
            kept.photo.at,
            "photo",
            "Photo added",
            says=sentence(kept.photo.what.value),
            by=name_of(kept.photo.by_id),
        )


def _entered(one: Entered) -> Happening:
    picture, words, says = _words(one)
    cites = {YardBook.VET: "2", YardBook.DEATH: "2", YardBook.BIRTH: "4(b)"}.get(one.book)
    return told(
        one.row.at,
        picture,
        words,
        cites=cites,
        says=says,
        by=name_of(one.row.by_id),
        undone=one.undone is not None,
    )


def _words(one: Entered) -> tuple[str, str, str]:
    row = one.row
    if isinstance(row, VetSlip):
        seen = ended(f"Examined by {row.vet} on {row.examined_on:%d-%m-%Y}")
        found = f"{seen} {sentence(row.says)}"
        return (
            ("tick" if row.fit else "warn"),
            ("Fit to be sold" if row.fit else "Not fit to be sold"),
            found.strip(),
        )
    if isinstance(row, PenMove):
        pound = db.session.get_one(Pound, row.pound_id).name
        return "pen", f"Moved to pen {row.pen}", f"{ended(pound)} {sentence(row.why)}".strip()
    if isinstance(row, Death):
        return (
            "cross",
            f"Died: {_heads(row.head)}",
            (
                f"On {row.on:%d-%m-%Y}, {row.left} left alive. Dues of the dead end with that day."
                f" {sentence(row.cause)}"
            ).strip(),
        )
    if isinstance(row, Birth):
        return (
            "plus",
            f"Born: {_heads(row.head)}, {row.kind}",
            (f"On {row.on:%d-%m-%Y}; one lot with the mother. {sentence(row.remark)}").strip(),
        )
    return _of_care(row)


def _of_care(row: CareTick) -> tuple[str, str, str]:
    return "tick", f"Fed and looked at on {row.on:%d-%m-%Y}", sentence(row.remark)


def _heads(head: int) -> str:
    return "1 head" if head == 1 else f"{head} heads"
