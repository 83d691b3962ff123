"""A staff list on its way in, on disk: read, hidden and counted before anybody waits for the act.

A list of a whole force is 300,000 rows with a dozen keyed digests each. Here a row is a line of a
file; memory holds of it only what the act compares. The file lies in a folder that is gone with the
request, and has no number of a paper, phone or account in the clear.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, overload

from portal.actions.listed import Listed
from portal.law.screening import BarredOffice
from portal.registers.matching import KnownBy


class Brief(NamedTuple):
    """What the act compares of a row: whose it is, whether it changed, when it ends."""

    number: str
    fingerprint: str
    end: date | None


@dataclass
class _Open:
    places: list[int]
    briefs: list[Brief]


class Spool(Sequence[Listed]):
    """Rows kept in a file, one a line; used as `with Spool(path) as rows`, written, then read."""

    def __init__(self, path: Path) -> None:
        """Begin an empty file."""
        self._file = path.open("w+b")
        self._kept = _Open([], [])

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    def add(self, one: Listed) -> None:
        """Write one more row."""
        self._kept.places.append(self._file.tell())
        self._kept.briefs.append(brief(one))
        self._file.write(json.dumps(_as_plain(one), ensure_ascii=False).encode() + b"\n")

    def clear(self) -> None:
        """Forget all rows."""
        self._file.seek(0)
        self._file.truncate()
        self._kept = _Open([], [])

    @property
    def briefs(self) -> Sequence[Brief]:
        """Give what the act compares, in the order of the rows."""
        return self._kept.briefs

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._kept.places)

    @overload
    def __getitem__(self, place: int) -> Listed: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Listed]: ...
    def __getitem__(self, place: int | slice) -> Listed | Sequence[Listed]:
        """Read one row, or some."""
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        self._file.seek(self._kept.places[place])
        return _from_plain(json.loads(self._file.readline()))


def brief(one: Listed) -> Brief:
    """Give what the act compares of a row."""
    return Brief(one.number, one.fingerprint, one.end)


def briefs_of(listed: Sequence[Listed]) -> Sequence[Brief]:
    """Give what the act compares of rows, wherever they are kept."""
    return listed.briefs if isinstance(listed, Spool) else [brief(one) for one in listed]


def in_parts(listed: Sequence[Listed], places: Sequence[int], many: int) -> Iterator[list[Listed]]:
    """Read the rows at these places, so many at a time."""
    for begin in range(0, len(places), many):
        yield [listed[place] for place in places[begin : begin + many]]


def _as_plain(one: Listed) -> list[object]:
    def keys(known_by: tuple[KnownBy, ...]) -> list[list[str]]:
        return [[key.kind, key.digest, key.tail] for key in known_by]

    until = None if one.until is None else one.until.isoformat()
    return [
        one.name, one.office.name, one.since.isoformat(), one.relation, one.number,
        one.fingerprint, until, keys(one.own), keys(one.kin), list(one.name_keys),
    ]  # fmt: skip


def _from_plain(kept: list[object]) -> Listed:
    name, office, since, relation, number, fingerprint, until, own, kin, names = kept
    return Listed(
        str(name),
        BarredOffice[str(office)],
        date.fromisoformat(str(since)),
        str(relation),
        number=str(number),
        fingerprint=str(fingerprint),
        until=None if until is None else date.fromisoformat(str(until)),
        own=_keys(own),
        kin=_keys(kin),
        name_keys=tuple(names) if isinstance(names, list) else (),
    )


def _keys(kept: object) -> tuple[KnownBy, ...]:
    return tuple(KnownBy(*key) for key in kept) if isinstance(kept, list) else ()
