"""How fast papers are set: 500 pages of every kind, against a bare page of typst in the same run.

    make bench-papers             in words
    make bench-papers JSON=1      the same as JSON; keys of ratios end in _ratio_to_floor

No two papers are alike, so none comes from typst's memory. The floor sets one line on a page of A5
by the same compiler with the same fonts, as often. Ends with 1 if 500 pages take 60 s or more, or
if a paper set twice is not the same to the last byte.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from itertools import cycle

import typst
from pypdf import PdfReader

from portal.law.money import Money
from portal.prints import kinds
from portal.prints.setting import FONTS, Marks, Sheet, set_sheet
from portal.prints.written import in_words

PAGES, AT_MOST = 500, 60
MEBI = 1_024
BARE = b'#set page(width: 148mm, height: 210mm)\n#set text(font: "Noto Sans")\n#sys.inputs.told'
AT = datetime(2026, 11, 30, 6, 13, tzinfo=UTC)
TODAY = date(2026, 11, 30)
SALE = kinds.AtSale(12, TODAY, "11:00", "Sample yard", "Sample pound", "Road 3")


def _beast(number: int) -> kinds.Beast:
    return kinds.Beast(
        f"2026-{number}", 1 + number % 8, "She-buffalo", 1 + number % 3, "Murrah", "black",
        "female", "4 years", f"{number:012}", "Begum Bazar", TODAY - timedelta(12), "Sample pound",
        "Road 3",
    )  # fmt: skip


def _of_each_kind(number: int) -> Iterator[kinds.Facts]:
    """Give one paper of each kind, all of them different for each number."""
    beast, price = _beast(number), Money(4_250_000 + number)
    words, case = in_words(price), f"2026-{number}"
    row = kinds.DuesRow("Pound fee", "13 days × 40.00", "s.(4)(b)", "T-7", Money(52_000 + number))
    dues = kinds.Dues((row,) * 3, TODAY - timedelta(12), TODAY, Money(3 * (52_000 + number)))
    lots = tuple(kinds.LotListed(lot, _beast(number + lot), price, price) for lot in range(1, 9))
    claimed = kinds.Claimed(f"A-{number}", "మల్లయ్య గౌడ్", AT, "allowed")
    step = kinds.Step("Approved", f"Person {number}", AT)
    yield kinds.IntakeSlip(beast, "white star", AT, "మల్లయ్య", "محمد", "B-7", "X", TODAY)
    yield kinds.PenCard(beast, "white star", "B-7", TODAY)
    yield kinds.SaleNotice(SALE, "Pay on the day.", lots)
    yield kinds.Catalogue(SALE, "Pay on the day.", lots)
    yield kinds.BidderCard(SALE, number, "No Police officer shall purchase.", price, None, "")
    yield kinds.HammerSlip(
        f"H-{number}", SALE, 14, beast, 41, "Sample buyer", price, words, AT, "X"
    )
    yield kinds.ReceiptPaper(
        f"R-{number}", "Sample buyer", price, words, "UPI", f"UTR {number}", "lot 14", "s.(2)",
        beast, AT, "X",
    )  # fmt: skip
    paid = kinds.ReceiptRow(f"R-{number}", AT, "UPI", "UTR", price)
    yield kinds.DeliveryOrder(
        SALE, 14, beast, "white star", "Sample buyer", 41, price, words, AT, (paid,)
    )
    yield kinds.RedemptionReceipt(
        f"R-{number}", beast, "Sample owner", "", "", "card", 4, 3, price, words, "cash", "", dues,
        AT, "X",
    )  # fmt: skip
    for language in ("en", "te", "ur", "hi"):
        yield kinds.Acknowledgement(
            language, f"A-{number}", "محمد سلیم", beast, 12, 14, AT, 9, 15, TODAY, ("card",)
        )
    yield kinds.HearingNotice(
        f"H-{number}", TODAY, "11:00", "Room 2", "X", beast, 12, 14, TODAY, (claimed, claimed)
    )
    divided = kinds.Divided(price, price, price, price, price, Money(0))
    yield kinds.ClaimOrderPaper(
        f"O-{number}", AT, "X", beast, 12, 14, TODAY, TODAY, (claimed,), "Reasons. " * 30, dues,
        divided,
    )  # fmt: skip
    yield kinds.SurplusVoucher(
        f"V-{number}", "Sample owner", "111", "SBIN", price, words, "O-1", case, 12, 14, AT,
        (step,), "",
    )  # fmt: skip
    carried = tuple(kinds.Carried(f"2026-{n}", 12, n, "s.(2)", price) for n in range(20))
    yield kinds.TreasuryChallan(
        f"C-{number}", "0070-01", AT, carried, price, words, (step,), "", None
    )
    rows = tuple((f"R-{n}", "Sample payer", TODAY, Money(number + n)) for n in range(80))
    yield kinds.RegisterPages("Receipts", "November 2026", ("No.", "Payer", "Day", "Sum"), rows)
    classes = tuple(
        kinds.ClassRow(f"class {n}", 1, 2, 3, 4, 5, price, price, price) for n in range(1, 9)
    )
    yield kinds.ReturnPaper("November 2026", True, classes, (kinds.MoneyRow("Proceeds", price),))


def _sheets() -> Iterator[Sheet]:
    for number in range(1, PAGES):
        for facts in _of_each_kind(number):
            written = f"{facts.kind.value}-2026-{number}"
            check = f"https://poundsales.example.org/check/{written}?c=abcdefgh"
            marks = Marks(written, 1 + number % 2, "30-11-2026 11:45 by X", check, "abcdefgh")
            yield Sheet(facts.kind.template, facts, marks)


def figures() -> dict[str, float | int]:
    """Set papers of every kind in turn until there are 500 pages, and bare pages as often."""
    bare = typst.Compiler(
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])
    )
    pages = papers = differ = 0
    took = floor = 0.0
    sheets = _sheets()
    first = next(sheets)
    set_sheet(first)  # fonts and drawings are read once
    bare.compile(BARE, format="pdf", sys_inputs={"told": "first"})
    for sheet, again in zip(sheets, cycle((True, *[False] * 30))):
        before = time.perf_counter()
        pdf = set_sheet(sheet)
        took += time.perf_counter() - before
        count = len(PdfReader(BytesIO(pdf)).pages)
        for page in range(count):
            before = time.perf_counter()
            bare.compile(BARE, format="pdf", sys_inputs={"told": f"{papers} {page}"})
            floor += time.perf_counter() - before
        if again:
            set_sheet(replace(sheet, words={"te": {"x": "y"}}))  # something else in between
            differ += set_sheet(sheet) != pdf
        pages, papers = pages + count, papers + 1
        if pages >= PAGES:
            break
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "pages": pages,
        "papers": papers,
        "seconds": round(took, 2),
        "page_ms": round(1_000 * took / pages, 2),
        "bare_page_ms": round(1_000 * floor / pages, 2),
        "page_ratio_to_floor": round(took / floor, 2),
        "set_twice_and_differ": differ,
        "peak_mb": round(peak / MEBI),
    }


def main() -> int:
    """Measure and say it."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    asked.add_argument("--json", action="store_true")
    said = asked.parse_args()
    found = figures()
    if said.json:
        print(json.dumps(found, indent=2))
    else:
        for name, figure in found.items():
            print(f"{name.replace('_', ' '):24} {figure}")
    return 1 if found["seconds"] >= AT_MOST or found["set_twice_and_differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
