"""Make a pound-keeper's register of any length, as untidy as a real one: for checks of size.

    python bench/make_register.py 20000 register.csv --seed 7

Entry numbers and ear tags are unique, days never go back, and about one row in eight is doubtful in
one of the ways of the November register. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

HEADINGS = (
    "Sl.No./Entry", "Date & time brought", "Kind of animal", "Breed", "Colour", "Sex", "Age",
    "Ear tag no.", "Marks", "Where seized", "Brought by", "Owner (if known)", "Pen",
)  # fmt: skip
TITLE = "HYDERABAD CITY POUND - REGISTER OF IMPOUNDED CATTLE"
FIRST_DAY = datetime(2026, 1, 1, 6, 0)  # noqa: DTZ001 - written as on paper, without a zone
SPAN_IN_MINUTES = 330 * 24 * 60
DAYS_WRITTEN = (
    "%Y-%m-%d %H:%M", "%d/%m/%Y %I:%M %p", "%d-%b-%Y %H.%M", "%d-%m-%Y %H:%M", "%d.%m.%y",
)  # fmt: skip
KINDS = (
    ("cow", "Ongole", "white", "F"), ("heifer", "HF cross", "B/W", ""),
    ("Bullock", "Hallikar", "grey", "M (castrated)"), ("Bull", "Sahiwal", "red", "M"),
    ("Cow with calf", "Deoni", "red & white", ""), ("she buffalo", "Murrah", "black", "female"),
    ("he buffalo", "", "black", "M"), ("గేదె", "", "నలుపు", "F"), ("بھینس", "", "کالی", "F"),
    ("आवु", "", "सफेद", "female"), ("Goats (3)", "", "mixed", ""),
    ("goat", "Osmanabadi", "black", "F"), ("sheep", "Deccani", "brown", "F"),
    ("ram", "Nellore", "white", "M"), ("pig", "desi", "black", ""), ("donkey", "", "grey", "F"),
    ("Pony", "Bhutia", "bay", "F"), ("horse", "Marwari", "chestnut", "M"),
    ("camel", "", "fawn", ""), ("dog", "", "brown", "M"),
)  # fmt: skip
AGES = ("", "~6 yrs", "2.5", "18 months", "full mouth", "4 teeth")
MARKS = (
    "", "scar near tail; limping", "tip of tail white,\nboth horns curled", "rope halter, blue",
    'branded "S" on thigh', "white star forehead", "left horn broken",
)  # fmt: skip
AREAS = (
    "Begum Bazar", "begum bazar ", "Charminar", "Musheerabad", "Goshamahal", "GOSHAMAHAL",
    "Malakpet", "Afzalgunj", "Sultan Bazar",
)  # fmt: skip
BRINGERS = ("PC 2281", "pc2281", "GHMC squad", "HG Anwar", "Resident, H.No. 8-1-398/12")
OWNERS = ("", "not known", "K. Yellaiah, Puranapul", "Md. Saleem s/o Md Ibrahim")
PENS = ("", "B-7", "C2", "pen 4")
ONE_DOUBTFUL_IN = 8


def rows(count: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Give so many rows below the headings, about an eighth of them doubtful, some blank."""
    chance = random.Random(seed)
    for number in range(1, count + 1):
        moment = FIRST_DAY + timedelta(minutes=SPAN_IN_MINUTES * number // count)
        row = _certain(number, moment, chance)
        yield _spoilt(row, moment, chance) if chance.randrange(ONE_DOUBTFUL_IN) == 0 else row


def _certain(number: int, moment: datetime, chance: random.Random) -> tuple[str, ...]:
    kind, breed, colour, sex = chance.choice(KINDS)
    tag = f"{100_400_000_001 + number * 7}"
    tags = ("", "notch L ear", tag, f"{tag[:6]} {tag[6:]}", f"{tag[:4]} {tag[4:8]} {tag[8:]}")
    return (
        f"{number}/{moment.year}",
        moment.strftime(chance.choice(DAYS_WRITTEN)),
        kind,
        breed,
        colour,
        sex,
        chance.choice(AGES),
        chance.choice(tags),
        chance.choice(MARKS),
        chance.choice(AREAS),
        chance.choice(BRINGERS),
        chance.choice(OWNERS),
        chance.choice(PENS),
    )


def _spoilt(row: tuple[str, ...], moment: datetime, chance: random.Random) -> tuple[str, ...]:
    number, day, kind, *_rest = row
    serial = (moment - datetime(1899, 12, 30)) / timedelta(days=1)  # noqa: DTZ001 - as above
    return chance.choice(
        (
            (number, "", *row[2:]),
            (number, "31-11-2026 10:00", *row[2:]),
            (number, f"{serial:.4f}", *row[2:]),
            (number, day, "Bufallo", *row[3:]),
            (number, day, "Goats", *row[3:]),
            (number, day, "", *row[3:]),
            (*row[:7], "1.00422E+11", *row[8:]),
            (*row[:9], "", *row[10:]),
            (number, day, kind, *row[3:], "left over"),
            ("Total brought forward", *("",) * (len(row) - 1)),
            ("",) * len(row),
        )
    )


def make(path: Path, count: int, seed: int) -> None:
    """Write the register as a spreadsheet saves it: a byte-order mark, a title, the headings."""
    with path.open("w", encoding="utf-8-sig", newline="") as opened:
        written = csv.writer(opened)
        written.writerow((TITLE, *("",) * (len(HEADINGS) - 1)))
        written.writerow(HEADINGS)
        written.writerows(rows(count, seed))


def main() -> None:
    """Read what is wanted from the command line."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("rows", type=int)
    asked.add_argument("path", type=Path)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    make(given.path, given.rows, given.seed)
    print(f"{given.path}: {given.rows} rows")


if __name__ == "__main__":
    main()
