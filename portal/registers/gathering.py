"""Which facts each kind of paper is made of, and how a paper given out stands today."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from portal.prints.kinds import Kind
from portal.registers import printed, printed_claims, printed_sales
from portal.registers.base import NotOnRegister
from portal.registers.printed import Gathered
from portal.registers.prints import Print, last_print

DEPOSIT = "deposit"
DOES_NOT_STAND = "what it was given for does not stand any more"


def _receipt(series: str, year: str, number: str) -> Gathered:
    of_deposit = series == DEPOSIT
    return (printed_sales.deposit_receipt if of_deposit else printed_sales.receipt)(year, number)


GATHER: Mapping[Kind, Callable[..., Gathered]] = {
    Kind.INTAKE_SLIP: printed.intake_slip,
    Kind.PEN_CARD: printed.pen_card,
    Kind.SALE_NOTICE: printed.sale_notice,
    Kind.CATALOGUE: printed.catalogue,
    Kind.BIDDER_CARD: printed.bidder_card,
    Kind.HAMMER_SLIP: printed_sales.hammer_slip,
    Kind.RECEIPT: _receipt,
    Kind.DELIVERY_ORDER: printed_sales.delivery_order,
    Kind.REDEMPTION: printed_sales.redemption,
    Kind.ACKNOWLEDGEMENT: printed_claims.acknowledgement,
    Kind.HEARING_NOTICE: printed_claims.hearing_notice,
    Kind.CLAIM_ORDER: printed_claims.claim_order,
    Kind.VOUCHER: printed_claims.voucher,
    Kind.CHALLAN: printed_claims.challan,
    Kind.REGISTER: printed_claims.register,
    Kind.RETURN: printed_claims.monthly,
}


def gather(kind: Kind, about: str) -> Gathered:
    """Gather the facts of a paper about one thing, its numbers parted by `/`; NotOnRegister."""
    return GATHER[kind](*about.split("/"))


@dataclass(frozen=True)
class Standing:
    """How a paper given out stands: why it is void, or which newer paper took its place."""

    void: str = ""
    replaced_by: str = ""


def standing(one: Print) -> Standing:
    """Tell how a paper stands, as the registers are now."""
    last = last_print(one.of_kind, one.about)
    newer = last.written if last is not None and last.id != one.id else ""
    try:
        return Standing(gather(one.of_kind, one.about).void, newer)
    except NotOnRegister:
        return Standing(DOES_NOT_STAND, newer)
