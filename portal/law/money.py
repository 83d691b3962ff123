"""Money is a whole number of paise. There are no fractions to round and no floats to trust."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

PAISE_IN_A_RUPEE = 100
ANNAS_IN_A_RUPEE = 16


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An exact sum, in paise."""

    paise: int

    def __post_init__(self) -> None:
        if type(self.paise) is not int:
            raise TypeError(f"money is counted in whole paise, not {self.paise!r}")

    @classmethod
    def of(cls, *, rupees: int, annas: int = 0) -> Money:
        """Read a sum as the Act writes it; four annas are twenty-five paise."""
        paise, remainder = divmod(annas * PAISE_IN_A_RUPEE, ANNAS_IN_A_RUPEE)
        if remainder:
            raise ValueError(f"{annas} annas is not a whole number of paise")
        return cls(rupees * PAISE_IN_A_RUPEE + paise)

    @classmethod
    def read(cls, text: str) -> Money:
        """Read decimal rupees, like 42500.00; raise ValueError for anything else."""
        found = re.fullmatch(r"([0-9]{1,9})(?:\.([0-9]{1,2}))?", text)
        if not found:
            raise ValueError(f'a decimal number of rupees like "42500.00", not "{text}"')
        return cls(int(found[1]) * PAISE_IN_A_RUPEE + int((found[2] or "0").ljust(2, "0")))

    @property
    def decimal(self) -> str:
        """Write decimal rupees, like 42500.00."""
        rupees, paise = divmod(abs(self.paise), PAISE_IN_A_RUPEE)
        return f"{'-' if self.paise < 0 else ''}{rupees}.{paise:02}"

    @property
    def as_annas(self) -> str:
        """Write rupees and annas, like 2-8; raise ValueError for a sum that has none."""
        rupees, paise = divmod(self.paise, PAISE_IN_A_RUPEE)
        annas, remainder = divmod(paise * ANNAS_IN_A_RUPEE, PAISE_IN_A_RUPEE)
        if remainder:
            raise ValueError(f"{self.decimal} is not a whole number of annas")
        return f"{rupees}-{annas}"

    def __add__(self, other: Money) -> Money:
        return Money(self.paise + other.paise)

    def __sub__(self, other: Money) -> Money:
        return Money(self.paise - other.paise)

    def __mul__(self, times: int) -> Money:
        return Money(self.paise * times)

    def __bool__(self) -> bool:
        return self.paise != 0


NOTHING = Money(0)


def total(sums: Iterable[Money]) -> Money:
    """Add up any number of sums."""
    return sum(sums, NOTHING)
