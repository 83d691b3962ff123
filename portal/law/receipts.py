"""How money is taken at the desk: its ways, its references, and the price that is paid in parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from portal.law.act import under
from portal.law.money import NOTHING, Money, total
from portal.law.refusals_of_settlement import MoreThanDue, PartPaid, ReferenceUnreadable


class Mode(Enum):
    """A way in which money comes."""

    CASH = "cash"
    UPI = "UPI"
    BANK = "bank transfer"


# What a bank prints: twelve figures for UPI; letters and figures for NEFT, RTGS and IMPS.
REFERENCES = {
    Mode.UPI: (re.compile(r"[0-9]{12}"), "the twelve figures of the UTR"),
    Mode.BANK: (re.compile(r"[0-9A-Z]{6,22}"), "its six to twenty-two letters and figures"),
}


def written_reference(mode: str, reference: str) -> str:
    """Write a reference as the bank does; cash has none. Raises ReferenceUnreadable."""
    way = Mode(mode)
    if way is Mode.CASH:
        return ""
    plain = re.sub(r"[\s-]", "", reference).upper()
    pattern, wanted = REFERENCES[way]
    if not pattern.fullmatch(plain):
        raise ReferenceUnreadable(reference or "nothing", mode, wanted)
    return plain


@dataclass(frozen=True)
class Price:
    """A hammer price and the parts of it that came, as the law looks at it."""

    lot: int
    hammer_price: Money
    parts: tuple[Money, ...] = ()

    @property
    def paid(self) -> Money:
        """Give what came so far."""
        return total(self.parts)

    @property
    def due(self) -> Money:
        """Give what is still due; nothing is ever added."""
        return self.hammer_price - self.paid

    @property
    def whole(self) -> bool:
        """Tell whether it is paid: nothing else lets animal or surplus leave."""
        return self.due <= NOTHING


@under("2")
def require_part(price: Price, offered: Money) -> None:
    """Take the whole of what is due or a part of it, never more."""
    if not NOTHING < offered <= price.due:
        raise MoreThanDue(price.lot, offered, price.due)


@under("2")
def require_paid_whole(price: Price) -> None:
    """Refuse to let an animal leave on a part of its price."""
    if not price.whole:
        raise PartPaid(price.lot, price.due)
