"""The staff list as other offices send it: one person a row, and a doubt for each line in doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from portal.law.screening import BarredOffice
from portal.sheets.columns import fields_by_place
from portal.sheets.days_written import read_day
from portal.sheets.files import Expected, Sheet, open_sheet
from portal.sheets.refused import NotARegister
from portal.sheets.writing import bare, on_one_line, says_nothing

MOST_PEOPLE = 300_000
_OWN = r"(?!.*\b(?:kin|relative|family|agent)s?\b)"
_KIN = r"(?=.*\b(?:kin|relative|family)s?\b)"
_PHONE = r".*\b(?:phones?|mobiles?|cell|contact)\b"
_IDENTITY = r".*(?:\bidentity\b|aadha?ar|\buid\b|\bid (?:no|number|card)\b|\bids?$|\bpaper\b)"
_BANK = r".*(?:\bbank\b|\baccount\b|\ba c\b)"

# Each field with the words by which its heading is known, the most telling first.
KNOWN: Mapping[str, tuple[str, ...]] = {
    "staff_number": (
        r"^p ?no$", r"^(?:p|g|pc|belt|general) (?:no|nos|number)$",
        r"\b(?:staff|employee|emp|belt|force|service) (?:no|number|id|code)\b", r"\bp ?no\b",
    ),
    "kin_phones": (rf"^{_KIN}{_PHONE}",),
    "kin_identities": (rf"^{_KIN}{_IDENTITY}",),
    "kin_banks": (rf"^{_KIN}{_BANK}",),
    "agents": (r"\bagents?\b",),
    "name": (
        r"^(?:full )?name$", r"^name of (?:the )?(?:officer|staff|employee|member|person)",
        r"^(?:officer|staff|employee|member)s?(?: s)? name",
        r"^name\b(?!.*(?:father|husband|house|kin|bank|branch|agent))",
    ),
    "office": (
        r"^office$", r"\brank\b", r"designation", r"^post$", r"^category$", r"^office\b",
        r"^duty$",
    ),
    "since": (
        r"^from\b", r"^since\b", r"(?:date|day) of (?:joining|appointment|entry)", r"\bjoin",
        r"^start",
    ),
    "until": (
        r"^to\b", r"^(?:until|till|upto|up to)\b", r"retire", r"reliev", r"^end\b", r"^last day",
    ),
    "ifsc": (r"^ifsc(?: code)?$", rf"^{_OWN}(?!.*account).*\bifsc\b"),
    "identities": (rf"^{_OWN}{_IDENTITY}",),
    "phones": (rf"^{_OWN}{_PHONE}",),
    "banks": (rf"^{_OWN}(?!.*(?:name|branch|holder)){_BANK}",),
    "door_number": (
        r"\bdoor\b", r"\b(?:house|h|d) no\b", r"\bhouse number\b", r"\bflat\b",
    ),
    "pin_code": (r"\bpin ?(?:code)?\b", r"\bpostal\b", r"\bzip\b"),
    "birth_year": (rf"^{_OWN}.*(?:\bbirth\b|\bborn\b|\bdob\b|\bd o b\b|\byob\b)",),
    "relation": (r"\bfather", r"\bhusband", r"^[sdw] o\b", r"guardian", r"^relation"),
    "house_name": (r"house name", r"name of (?:the )?house", r"\bbuilding\b", r"apartment"),
}  # fmt: skip
MANY = frozenset({
    "phones", "identities", "banks", "kin_phones", "kin_identities", "kin_banks", "agents",
})  # fmt: skip
REQUIRED = frozenset({"staff_number", "name", "office"})
_POUND = re.compile(r"\bpound|kine|kanji", re.IGNORECASE)
_POLICE = re.compile(
    r"polic|constab|inspector|commissioner|superintend|jamadar|havildar|naik|home ?guard|officer"
    r"|\b(?:pc|hc|whc|wpc|hg|si|asi|wsi|rsi|arsi|psi|ci|ri|insp|acp|adcp|dcp|cp|sp|dsp|asp|addl sp"
    r"|ig|dig|igp|dgp|adgp|aig|ar|arpc|arhc|arsi|ashc)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[;,\n]|\s/\s")
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_PIN = re.compile(r"[1-9][0-9]{5}")
_IFSC = re.compile(r"[A-Z]{4}0[0-9A-Z]{6}", re.IGNORECASE)
_A_GENERATION = 20  # years: who is said to come later was meant a century before, or nobody
_LONGEST = 200
_SHORTEST_KEY = 3  # letters or figures: what is shorter tells nobody from another
_PHONE_FIGURES = range(10, 15)
_YEARS = range(15, 100)
_COMING = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One police officer or pound-keeper as the list has him, in plain words: to be hidden next."""

    line: int
    staff_number: str
    name: str
    office: BarredOffice
    since: date | None = None
    until: date | None = None
    identities: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    banks: tuple[str, ...] = ()
    door_number: str = ""
    pin_code: str = ""
    birth_year: int | None = None
    relation: str = ""
    house_name: str = ""
    kin_phones: tuple[str, ...] = ()
    kin_identities: tuple[str, ...] = ()
    kin_banks: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is wrong in a line, and what to write: while there is one, nothing is taken."""

    line: int
    sentence: str


@dataclass(frozen=True)
class StaffSheet:
    """A file whose headings were found; columns that no field is known by are named."""

    sheet: Sheet
    headings_at: int
    fields: Mapping[int, str]
    unread: tuple[str, ...]

    def rows(self, today: date) -> Iterator[StaffRow | Doubt]:
        """Give each person, or the doubts of his line; a number that comes twice is a doubt."""
        seen: dict[str, int] = {}
        people = 0
        for line, cells in self.sheet.rows():
            if line <= self.headings_at or not any(cells) or looks_like_headings(cells):
                continue
            people += 1
            told = self._told(cells)
            number = plain_number(told.get("staff_number", ""))
            first = seen.setdefault(number, line) if number else line
            if first != line:
                yield Doubt(line, f"this staff number stands in line {first} already.")
                continue
            yield from _read(line, told, today)
        if not people:
            raise NotARegister("The file has headings, and nobody under them.")

    def _told(self, cells: Sequence[str]) -> dict[str, str]:
        told: dict[str, str] = {}
        for place, cell in enumerate(cells):
            name = self.fields.get(place)
            if name and not says_nothing(cell):
                told[name] = f"{told[name]};{cell}" if name in told else cell
        return told


def looks_like_headings(row: Sequence[str]) -> bool:
    """Tell whether a row is the headings of a staff list."""
    return set(fields_by_place(row, KNOWN, MANY).values()) >= REQUIRED


STAFF_LIST = Expected(
    "staff list",
    looks_like_headings,
    "the staff number, the name and the office or rank",
    MOST_PEOPLE + 20,
)


def open_staff_list(path: Path, name: str) -> StaffSheet:
    """Open a file of the staff list; raise NotARegister, OSError."""
    sheet = open_sheet(path, name, STAFF_LIST)
    for line, cells in sheet.rows():
        if looks_like_headings(cells):
            fields = fields_by_place(cells, KNOWN, MANY)
            unread = tuple(
                on_one_line(cell)
                for place, cell in enumerate(cells)
                if cell and place not in fields
            )
            return StaffSheet(sheet, line, fields, unread)
    raise NotARegister("The headings are gone: the file changed while it was read.")


def plain_number(written: str) -> str:
    """Give a staff number by its letters and figures, as it is matched."""
    return re.sub(r"[^0-9A-Z]", "", bare(written).upper())


def _read(line: int, told: Mapping[str, str], today: date) -> Iterator[StaffRow | Doubt]:
    """Give the row of a line, or every doubt about it."""
    keys = {field: _keys(told.get(field, "")) for field in MANY}
    reader = _Cells(told, keys, today)
    name, number = on_one_line(told.get("name", "")), bare(told.get("staff_number", ""))
    office, banks = _office(told.get("office", "")), reader.banks()
    since, until = reader.day("since", "first"), reader.day("until", "last")
    birth_year, pin_code = reader.birth_year(), reader.pin_code()
    door_number = on_one_line(told.get("door_number", ""))
    reader.doubt(not plain_number(number), "no staff number is written.")
    reader.doubt(not name, "no name is written.")
    reader.doubt(max(len(name), len(number)) > _LONGEST, "the name or number is far too long.")
    reader.doubt(office is None, "the office is not known: police officer or pound-keeper?")
    if since and until:
        reader.doubt(until < since, "the last day is before the first.")
    if since:
        reader.doubt(since > today + _COMING, "the first day is more than a year away.")
    reader.doubt(
        bool(door_number) and not told.get("pin_code"), "a door number needs its PIN code."
    )
    reader.require_keys()
    if reader.doubts or office is None:
        yield from (Doubt(line, sentence) for sentence in reader.doubts)
        return
    yield StaffRow(
        line,
        number,
        name,
        office,
        since=since,
        until=until,
        identities=keys["identities"],
        phones=keys["phones"],
        banks=banks,
        door_number=door_number,
        pin_code=pin_code,
        birth_year=birth_year,
        relation=on_one_line(told.get("relation", "")),
        house_name=on_one_line(told.get("house_name", "")),
        kin_phones=keys["kin_phones"],
        kin_identities=keys["kin_identities"],
        kin_banks=keys["kin_banks"],
        agents=keys["agents"],
    )


class _Cells:
    """Reads the cells of one line, and notes each doubt on the way."""

    def __init__(
        self, told: Mapping[str, str], keys: Mapping[str, tuple[str, ...]], today: date
    ) -> None:
        self.told, self.keys, self.today = told, keys, today
        self.doubts: list[str] = []

    def doubt(self, wrong: bool, sentence: str) -> None:  # noqa: FBT001 - reads as what it is
        """Note a doubt, if there is one."""
        if wrong:
            self.doubts.append(sentence)

    def day(self, field: str, which: str) -> date | None:
        """Read a day; of two figures that have not come, 98 is 1998."""
        written = bare(self.told.get(field, ""))
        if not written:
            return None
        on = read_day(written, date.max).on
        self.doubt(on is None, f"the {which} day cannot be read. Write it like 30-11-2026.")
        if on is not None and on.year > self.today.year + _A_GENERATION:
            on = on if _YEAR.search(written) else on.replace(year=on.year - 100)
        return on

    def birth_year(self) -> int | None:
        """Read a year, alone or in a day."""
        written = bare(self.told.get("birth_year", ""))
        if not written:
            return None
        years = {int(year) for year in _YEAR.findall(written)}
        if len(years) == 1 and self.today.year - min(years) in _YEARS:
            return years.pop()
        self.doubt(wrong=True, sentence="the year of birth cannot be read. Write it like 1984.")
        return None

    def pin_code(self) -> str:
        """Read six figures."""
        written = re.sub(r"[\s-]", "", bare(self.told.get("pin_code", "")))
        self.doubt(
            bool(written) and not _PIN.fullmatch(written), "the PIN code has not six figures."
        )
        return written

    def banks(self) -> tuple[str, ...]:
        """Put the IFSC before each account: an account without one is met by none."""
        parts = (*self.keys["banks"], *_keys(self.told.get("ifsc", "")))
        codes = [one for one in parts if _IFSC.fullmatch(plain_number(one))]
        accounts = [one for one in parts if one not in codes]
        bare_ones = [one for one in accounts if not _IFSC.search(plain_number(one))]
        if not bare_ones:
            return tuple(accounts)
        if len(codes) == 1:
            codes *= len(bare_ones)
        if len(codes) != len(accounts):
            self.doubt(wrong=True, sentence="a bank account has no IFSC, or more than one.")
            return ()
        return tuple(f"{code} {one}" for code, one in zip(codes, accounts, strict=True))

    def require_keys(self) -> None:
        """Doubt a phone without its ten figures, and a number too short to tell anybody by."""
        phones = (*self.keys["phones"], *self.keys["kin_phones"])
        self.doubt(
            not all(_is_phone(one) for one in phones),
            "a phone has not ten figures. Write several like 9848012345; 9848054321.",
        )
        others = [*self.keys["identities"], *self.keys["kin_identities"], *self.keys["kin_banks"]]
        self.doubt(
            any(len(plain_number(one)) < _SHORTEST_KEY for one in others),
            "an identity number or account is too short.",
        )


def _office(written: str) -> BarredOffice | None:
    told = re.sub(r"[._-]+", " ", bare(written))
    if _POUND.search(told):
        return BarredOffice.POUND_KEEPER
    return BarredOffice.POLICE_OFFICER if _POLICE.search(told) else None


def _keys(written: str) -> tuple[str, ...]:
    parts = (bare(part) for part in _PARTS.split(written))
    return tuple(dict.fromkeys(part for part in parts if not says_nothing(part)))


def _is_phone(written: str) -> bool:
    figures = re.sub(r"[^0-9]", "", written)
    return len(figures) in _PHONE_FIGURES and not re.search(r"[A-Za-z]", written)
