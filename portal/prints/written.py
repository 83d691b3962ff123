"""How sums, days and hours stand on a paper, and a paper's facts as JSON.

Days are written DD-MM-YYYY and hours by the clock of Hyderabad; the figures are 0 to 9.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable
from datetime import date, datetime
from functools import partial
from typing import Any

from num2words import num2words

from portal.law.days import HYDERABAD
from portal.law.money import PAISE_IN_A_RUPEE, Money
from portal.law.refusals import written_money

# What no letter is and no paper shows; a font has nothing for it, and a PDF may break on it.
NOT_A_LETTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def figures(amount: Money) -> str:
    """Write a sum in figures with its paise and no sign: 3,61,000.00."""
    written = written_money(amount).replace("₹", "")
    return written if amount.paise % PAISE_IN_A_RUPEE else f"{written}.00"


def in_words(amount: Money) -> str:
    """Write a sum in English words, as a cheque has it."""
    rupees, paise = divmod(abs(amount.paise), PAISE_IN_A_RUPEE)
    say: Callable[[int], str] = partial(num2words, lang="en_IN")
    small = f" and {say(paise)} paise" if paise else ""
    return f"Rupees {say(rupees)}{small} only"


def day(on: date) -> str:
    """Write a day: 30-11-2026."""
    return f"{on:%d-%m-%Y}"


def moment(at: datetime) -> str:
    """Write an instant by the clock of Hyderabad: 30-11-2026 11:43."""
    return f"{at.astimezone(HYDERABAD):%d-%m-%Y %H:%M}"


def written(value: Any) -> Any:
    """Give what JSON can hold of a fact: text, numbers, lists and tables of them.

    Raises TypeError for what no paper has.
    """
    for kind, writes in _WRITTEN:
        if isinstance(value, kind):
            return writes(value)
    if dataclasses.is_dataclass(value):
        return {one.name: written(getattr(value, one.name)) for one in dataclasses.fields(value)}
    if value is None:
        return None
    raise TypeError(f"no paper has a {type(value).__name__}")


# An instant is a date too, so it stands before it.
_WRITTEN: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (str, lambda words: NOT_A_LETTER.sub("", words)),
    (int, lambda number: number),
    (Money, lambda amount: {"paise": amount.paise, "figures": figures(amount)}),
    (datetime, moment),
    (date, day),
    (tuple, lambda some: [written(one) for one in some]),
    (list, lambda some: [written(one) for one in some]),
    (dict, lambda table: {str(name): written(one) for name, one in table.items()}),
)


def as_json(value: Any) -> str:
    """Write facts in the one way that the same facts are always written."""
    return json.dumps(written(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of_facts(value: Any) -> str:
    """Give the SHA-256 of facts, by which two papers are known to tell the same."""
    return hashlib.sha256(as_json(value).encode()).hexdigest()
