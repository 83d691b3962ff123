"""Animals in the pound as everybody may find them: by class, pound, day and words, page by page.

A page begins after the last entry of the page before, by day and number of the row, so that a long
list costs no more on its last page than on its first. What is kept back for proof, the whole ear
tag and the marks that nobody said may be shown, finds nothing: no stranger learns it by asking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from portal.law.cattle import CattleClass
from portal.names.searching import MOST_WORDS, keys_asked, keys_written, words_of
from portal.registers.base import among, db
from portal.registers.carried import cases_to_look_at
from portal.registers.impound import FoundBy, Impounding
from portal.registers.people import Pound
from portal.registers.staying import staying
from portal.sheets.animals import WORDS, plain
from portal.sheets.kinds import read_kind

TAG_SHOWN = 4  # so many figures of an ear tag are told to everybody
OF_CASE = re.compile(r"(?:[a-z]+-)?[0-9]{4}-[0-9]{1,9}")
MANY = 5_000  # cases asked for in one question
PLACE = re.compile(r"([0-9]{8})-([0-9]{1,18})")
# Who seeks a buffalo means a she-buffalo too, and who seeks a she-buffalo may find "buffalo".
_FAMILY = {
    "she-buffalo": "buffalo", "he-buffalo": "buffalo", "buffalo calf": "buffalo",
    "mare": "horse", "stallion": "horse", "colt": "horse", "filly": "horse", "foal": "horse",
    "heifer": "cow", "calf": "cow", "kid": "goat", "lamb": "sheep", "ram": "sheep",
    "piglet": "pig", "ass foal": "ass", "pony foal": "pony", "gelding": "pony",
    "camel calf": "camel", "elephant calf": "elephant",
}  # fmt: skip
_MAY_BE = {"buffalo": ("she-buffalo", "he-buffalo")}


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; what he left open is None or empty."""

    words: str = ""
    cattle_class: CattleClass | None = None
    pound: int | None = None
    since: date | None = None
    until: date | None = None

    @property
    def nothing(self) -> bool:
        """Tell whether all was left open."""
        return self == Wanted()


@dataclass(frozen=True)
class FoundPage:
    """Some animals, the last brought first, and the place after which the next page begins."""

    entries: list[Impounding]
    after: str | None


def keys_of(entry: Impounding, marks_told: Sequence[str] = ()) -> set[str]:
    """Give the words by which everybody may find an entry: nothing that is kept back for proof.

    `marks_told` are the marks of which was said that they may be shown; what stands in the entry
    itself may hold any of them.
    """
    keys = {f"pound {entry.pound_id}", f"no {entry.number.casefold()}"}
    keys.add(f"no {entry.number.rpartition('-')[2]}")
    keys |= {f"class {one.cattle_class}" for one in entry.animals if one.cattle_class}
    for name in read_kind(entry.kind).names:
        alike = (name, _FAMILY.get(name, name), *_MAY_BE.get(name, ()))
        keys |= {f"kind {one}" for one in alike}
    if tag := re.sub(r"\s", "", entry.ear_tag or ""):
        keys.add(f"tag {tag[-TAG_SHOWN:].casefold()}")
    for told in (entry.breed, entry.colour, entry.area, *marks_told):
        keys |= keys_written(told)
    return keys


def _asked(words: str) -> list[set[str]]:
    """Give for each word the keys of which an animal must have one; two words may be one kind."""
    tokens = re.split(r"[\s,;]+", words.strip().casefold())[:MOST_WORDS]
    groups: list[set[str]] = []
    rest: list[str] = []
    while tokens:
        for many in (2, 1):
            known = WORDS.get(plain(" ".join(tokens[:many])))
            if known is not None and len(tokens) >= many:
                groups.append({f"kind {known.name}"})
                del tokens[:many]
                break
        else:
            first = tokens.pop(0)
            if re.search("[0-9]", first):
                groups.append(_of_number(first))
            else:
                rest += words_of(first)
    return groups + keys_asked(rest[:MOST_WORDS])


def _of_number(token: str) -> set[str]:
    if OF_CASE.fullmatch(token):
        return {f"no {token}"}
    return {f"no {token}", f"tag {token[-TAG_SHOWN:]}"}


def find_staying(wanted: Wanted, after: str, size: int) -> FoundPage:
    """Give the animals in the pound that are looked for; `after` comes from the page before.

    Each word a search begins with is one walk along an index; the walks are put together here.
    Only cases that are not finished are walked along, however many ever were.
    """
    groups = _asked(wanted.words) if wanted.words.strip() else []
    if wanted.words.strip() and not groups:  # nothing of it is a word
        return FoundPage([], None)
    if wanted.cattle_class is not None:
        groups.append({f"class {wanted.cattle_class.value}"})
    if wanted.pound is not None:
        groups.append({f"pound {wanted.pound}"})
    if any(not group for group in groups):
        return FoundPage([], None)
    begun = _place(after)
    if not groups:
        found = _walk(Impounding.on, Impounding.id, wanted, begun, size)
    else:
        first, *others = groups
        have = [_has(group) for group in others]
        places = {
            place
            for word in sorted(first)
            for place in _walk(
                FoundBy.on,
                FoundBy.impounding_id,
                wanted,
                begun,
                size,
                FoundBy.word == word,
                Impounding.id == FoundBy.impounding_id,
                *have,
            )
        }
        found = sorted(places, reverse=True)
    return _page(found, size)


def _has(keys: set[str]) -> ColumnElement[bool]:
    told = select(FoundBy.id).where(
        FoundBy.impounding_id == Impounding.id, FoundBy.word.in_(sorted(keys))
    )
    return told.correlate(Impounding).exists()


def _walk(
    on: InstrumentedAttribute[date],
    number: InstrumentedAttribute[int],
    wanted: Wanted,
    after: tuple[date, int] | None,
    size: int,
    *asked: ColumnElement[bool],
) -> list[tuple[date, int]]:
    walk = select(on, number).where(*asked, *staying())
    if after is not None:
        walk = walk.where(tuple_(on, number) < after)
    if wanted.since is not None:
        walk = walk.where(on >= wanted.since)
    if wanted.until is not None:
        walk = walk.where(on <= wanted.until)
    walk = walk.order_by(on.desc(), number.desc()).limit(size + 1)
    looked_at = cases_to_look_at()
    if looked_at is None:
        walks = [walk]
    else:
        open_now = list(db.session.scalars(looked_at))
        parts = (open_now[start : start + MANY] for start in range(0, len(open_now), MANY))
        walks = [walk.where(among(number, part)) for part in parts]
    rows = [(row[0], row[1]) for one in walks for row in db.session.execute(one)]
    return sorted(rows, reverse=True)[: size + 1]


def _page(places: list[tuple[date, int]], size: int) -> FoundPage:
    shown = places[:size]
    wanted = select(Impounding).where(Impounding.id.in_([number for _on, number in shown]))
    entries = sorted(db.session.scalars(wanted), key=lambda one: (one.on, one.id), reverse=True)
    if len(places) <= size or not entries:
        return FoundPage(entries, None)
    last = entries[-1]
    return FoundPage(entries, f"{last.on:%Y%m%d}-{last.id}")


def _place(written: str) -> tuple[date, int] | None:
    found = PLACE.fullmatch(written)
    if found is None:
        return None
    try:
        return datetime.strptime(found[1], "%Y%m%d").date(), int(found[2])  # noqa: DTZ007 - a day
    except ValueError:
        return None


def pounds() -> list[Pound]:
    """List the pounds by name."""
    return list(db.session.scalars(select(Pound).order_by(Pound.name)))
