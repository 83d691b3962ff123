"""Files of a bank or of the Treasury, whatever their columns are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from portal.law.money import NOTHING, Money
from portal.sheets.columns import fields_by_place
from portal.sheets.days_written import read_day
from portal.sheets.files import Expected, Sheet, open_sheet
from portal.sheets.refused import NotARegister
from portal.sheets.writing import bare, on_one_line, says_nothing

# Each field with the words by which its heading is known, the most telling first.
KNOWN: Mapping[str, tuple[str, ...]] = {
    "on": (
        r"^(?:txn|tran|transaction|posting|post|value)? ?date$", r"\bdate\b", r"^day$", r"\bdt\b",
    ),
    "credit": (r"^credits?\b", r"^cr\b", r"deposit", r"paid in", r"\bcredit\b"),
    "debit": (r"^debits?\b", r"^dr\b", r"withdraw", r"paid out", r"\bdebit\b"),
    "reference": (
        r"\b(?:ref|reference|utr|rrn|challan|cheque)\b(?! date)", r"narration", r"description",
        r"particulars", r"remarks", r"details",
    ),
    "sense": (r"^(?:cr dr|dr cr|crdr|type|sense|d c|c d)$", r"\bcr dr\b|\bdr cr\b"),
    "amount": (r"^amount\b", r"\bamount\b", r"\bamt\b", r"^sum\b"),
}  # fmt: skip
LABELS: Mapping[str, str] = {
    "on": "Day",
    "reference": "Reference",
    "amount": "Amount, if it stands in one column",
    "sense": "Credit or debit (CR, DR), if it stands in a column of its own",
    "credit": "Money in, if it has its own column",
    "debit": "Money out, if it has its own column",
}
FEWEST_HEADINGS = 3
MOST_LINES = 50_000
LONGEST = 200
_AMOUNT = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{2,3})*|[0-9]{1,12})(?:\.([0-9]{1,2}))?")
_SENSE = re.compile(r"(?<![A-Z])(CR|DR|C|D|CREDIT|DEBIT)(?![A-Z])\.?", re.IGNORECASE)
_RUPEES = re.compile(r"₹|\b(?:Rs|INR)\b\.?|/-$", re.IGNORECASE)
_TURNED = re.compile(r"\((.*)\)")
_MINUS = "-\N{MINUS SIGN}\N{EN DASH}"


@dataclass(frozen=True)
class StatementRow:
    """One line as read; money that left the account is negative."""

    line: int
    on: date
    reference: str
    amount: Money


def looks_like_headings(row: Sequence[str]) -> bool:
    """Tell whether a row names columns: three words or more, and neither sum nor day."""
    filled = [cell for cell in row if bare(cell)]
    return len(filled) >= FEWEST_HEADINGS and not any(re.search(r"[0-9]{2}", one) for one in filled)


STATEMENT = Expected(
    "bank's file", looks_like_headings, "three headings in a row", most_rows=MOST_LINES
)


@dataclass(frozen=True)
class StatementSheet:
    """A bank's file whose headings were found."""

    sheet: Sheet
    headings: tuple[str, ...]
    heading_row: int

    def guess(self) -> dict[str, str]:
        """Say which column seems to hold what, for a person to choose."""
        places = fields_by_place(self.headings, KNOWN)
        guessed = {field: self.headings[place] for place, field in places.items()}
        if "credit" in guessed and "debit" in guessed:
            guessed.pop("amount", None)
        return guessed

    def fits(self, columns: Mapping[str, str]) -> bool:
        """Tell whether every column that was chosen for this sender is in this file."""
        return bool(columns) and all(one in self.headings for one in columns.values())

    def rows(self, columns: Mapping[str, str], not_after: date) -> Iterator[StatementRow]:
        """Read the lines by the chosen columns; raise NotARegister at one that cannot be read.

        Rows without a day and a reference (totals), and rows without a sum (opening balances),
        are no lines.
        """
        places = {field: self.headings.index(name) for field, name in columns.items()}
        for number, cells in self.sheet.rows():
            if number <= self.heading_row:
                continue
            told = {
                field: cells[place] if place < len(cells) else "" for field, place in places.items()
            }
            if says_nothing(told["on"]) and says_nothing(told["reference"]):
                continue
            amount = _amount(told, number)
            if amount == NOTHING:
                continue
            day = read_day(told["on"], not_after).on
            if day is None or day > not_after:
                raise NotARegister(f"Row {number}: the day {told['on'][:40]!r} cannot be read.")
            yield StatementRow(number, day, on_one_line(told["reference"])[:LONGEST], amount)


def open_statement(path: Path, name: str) -> StatementSheet:
    """Find out what kind of file it is and where its headings are; raise NotARegister."""
    sheet = open_sheet(path, name, STATEMENT)
    for number, cells in sheet.rows():
        if looks_like_headings(cells):
            return StatementSheet(sheet, cells, number)
    raise NotARegister("No headings were found.")


def read_amount(written: str) -> Money | None:
    """Read a sum with commas, ₹ or Rs, CR or DR, a minus or brackets; None if it is no sum."""
    text = _RUPEES.sub("", written).strip()
    sense = _SENSE.search(text)
    text = _SENSE.sub("", text).strip()
    turned = _TURNED.fullmatch(text)
    text = (turned[1] if turned else text).replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
    negative = bool(turned) or (bool(text) and (text[0] in _MINUS or text[-1] in _MINUS))
    text = text.strip(_MINUS).removeprefix("+")
    found = _AMOUNT.fullmatch(text)
    if not found:
        return None
    rupees, _, paise = text.replace(",", "").partition(".")
    amount = Money(int(rupees) * 100 + int(paise.ljust(2, "0") or "0"))
    out = negative != (sense is not None and sense[1].upper().startswith("D"))
    return amount * -1 if out else amount


def _amount(told: Mapping[str, str], number: int) -> Money:
    total = NOTHING
    for field, sign in (("amount", 1), ("credit", 1), ("debit", -1)):
        written = told.get(field, "")
        if says_nothing(written):
            continue
        sense = told.get("sense", "") if field == "amount" else ""
        read = read_amount(f"{written} {sense}".strip())
        if read is None:
            raise NotARegister(f"Row {number}: the sum {written[:40]!r} cannot be read.")
        total += read if field == "amount" else Money(abs(read.paise)) * sign
    return total
