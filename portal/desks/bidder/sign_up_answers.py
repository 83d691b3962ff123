"""What a bidder has answered so far, kept between the pages of sign-up.

It lies in the signed session, which cannot be changed unseen but can be read by whoever holds the
phone, and is gone when the card is given or the bidder signs out. So numbers of papers, accounts
and addresses are hidden before they get there: only their keyed digests are kept, as in the
registers, with the last figures to be known again by. Hidden fields of a form would have carried
them in the clear over every page, and lost them on the way back.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from flask import session

from portal.law.screening import BANK, IDENTITY
from portal.registers.matching import KnownBy

KEPT, PHONE_KEPT = "sign_up", "sign_up_phone"


@dataclass(frozen=True)
class Answers:
    """The answers to the pages after the code; empty where a page was not answered yet."""

    name: str = ""
    relation: str = ""
    how: str = ""
    known_by: tuple[KnownBy, ...] = ()
    barred: str = ""
    buys: str = ""
    buys_for: str = ""

    @property
    def identity(self) -> KnownBy | None:
        """Give the number of the paper, if it was written."""
        return self._known_by(IDENTITY)

    @property
    def bank(self) -> KnownBy | None:
        """Give the bank account, if it was told."""
        return self._known_by(BANK)

    @property
    def tells_address(self) -> bool:
        """Tell whether an address, or a part of one, was told."""
        return any(key.kind not in {IDENTITY, BANK} for key in self.known_by)

    @property
    def first_open(self) -> str:
        """Give the first page that is not answered; the check page, if all are."""
        if not self.name:
            return "name"
        if not self.how:
            return "identity"
        return "check" if self.barred and self.buys else "declaration"

    def _known_by(self, kind: str) -> KnownBy | None:
        return next((key for key in self.known_by if key.kind == kind), None)


def answers(sale: int) -> Answers:
    """Give what was answered for a sale; nothing, if the answers at hand are for another."""
    kept: dict[str, Any] = dict(session.get(KEPT) or {})
    if kept.pop("sale", None) != sale:
        return Answers()
    known_by = tuple(KnownBy(*one) for one in kept.pop("known_by", ()))
    return Answers(known_by=known_by, **kept)


def keep(sale: int, **answered: Any) -> None:
    """Keep what was answered on one page beside the answers of the others."""
    now = asdict(replace(answers(sale), **answered))
    now["known_by"] = [(key["kind"], key["digest"], key["tail"]) for key in now["known_by"]]
    session[KEPT] = {"sale": sale} | now


def forget() -> None:
    """Leave nothing of the answers in the browser."""
    session.pop(KEPT, None)


def phone_at_hand() -> str:
    """Give the mobile that this browser had a code sent to, if any."""
    return str(session.get(PHONE_KEPT, ""))


def keep_phone(phone: str) -> None:
    """Keep the mobile a code was sent to; a right code clears it away with the rest."""
    session[PHONE_KEPT] = phone
