"""What stands on papers about animals and sales, gathered from the registers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.law.act import ACT
from portal.law.dues import DuesStatement
from portal.law.sale import last_day_to_pay
from portal.prints import kinds
from portal.prints.kinds import Beast, Facts
from portal.registers.cards import find_card
from portal.registers.deposits import deposit_of_card
from portal.registers.happening import name_of
from portal.registers.impound import Impounding, find_impounding
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.past_days import counted_from
from portal.registers.people import pound_by_id
from portal.registers.sales import Sale, find_sale, in_run_order

SEXES = {"F": "female", "M": "male"}


@dataclass(frozen=True)
class Gathered:
    """The facts of a paper, why it is worth nothing (empty: it stands), and its case, if one."""

    facts: Facts
    void: str = ""
    entry: Impounding | None = None


def beast(entry: Impounding) -> Beast:
    """Describe the animals of an entry, without the marks that are kept back for proof."""
    pound = pound_by_id(entry.pound_id)
    return Beast(
        case=entry.number,
        cattle_class=entry.face.value if entry.face else None,
        what=entry.kind.capitalize(),
        head=entry.head,
        breed=entry.breed,
        colour=entry.colour,
        sex=SEXES.get(entry.sex, entry.sex),
        age=entry.age,
        ear_tag=entry.ear_tag or "",
        area=entry.area,
        brought_on=entry.on,
        pound=pound.name,
        pound_address=pound.address,
    )


def dues_printed(statement: DuesStatement) -> kinds.Dues:
    """Put a statement of dues on paper, line by line, with the words each rests on."""
    rows = tuple(
        kinds.DuesRow(
            charge=line.charge.value.capitalize(),
            working=line.working,
            rule=f"s.({line.cites.replace('(', ')(', 1)}" if "(" in line.cites else line.cites,
            order=line.order or (line.doubled_by.number if line.doubled_by else ""),
            amount=line.amount,
        )
        for line in statement.lines
    )
    return kinds.Dues(rows, statement.first_day, statement.last_day, statement.total)


def at_sale(sale: Sale) -> kinds.AtSale:
    """Say when and where a sale is."""
    return kinds.AtSale(
        sale.number, sale.on, sale.hour, sale.place, sale.pound.name, sale.pound.address
    )


def intake_slip(number: str) -> Gathered:
    """Gather the slip for the one who brought an animal; raise NotOnRegister."""
    entry = find_impounding(number)
    return Gathered(
        kinds.IntakeSlip(
            beast=beast(entry),
            marks=entry.marks,
            brought_at=entry.at,
            brought_by=entry.brought_by,
            owner_told=entry.owner_told,
            pen=entry.pen,
            taken_by=name_of(entry.taken_by_id),
            last_day=_last_day(entry),
        ),
        entry=entry,
    )


def pen_card(number: str) -> Gathered:
    """Gather the card that hangs at the pen; raise NotOnRegister."""
    entry = find_impounding(number)
    card = kinds.PenCard(beast(entry), entry.marks, entry.pen, _last_day(entry))
    return Gathered(card, entry=entry)


def _last_day(entry: Impounding) -> date:
    since = counted_from(entry)
    return last_day_to_pay(since, closed_days(), readings_in_force(since))


def _lots(sale: Sale) -> tuple[kinds.LotListed, ...]:
    return tuple(
        kinds.LotListed(lot.number, beast(lot.impounding), lot.starting_price, lot.step)
        for lot in in_run_order(sale.id)
    )


def sale_notice(number: str) -> Gathered:
    """Gather the notice of a sale; raise NotOnRegister."""
    sale = find_sale(int(number))
    return Gathered(kinds.SaleNotice(at_sale(sale), sale.terms, _lots(sale)))


def catalogue(number: str) -> Gathered:
    """Gather the catalogue of a sale; raise NotOnRegister."""
    sale = find_sale(int(number))
    return Gathered(kinds.Catalogue(at_sale(sale), sale.terms, _lots(sale)))


def bidder_card(number: str, card: str) -> Gathered:
    """Gather the card a bidder holds up; raise NotOnRegister."""
    sale = find_sale(int(number))
    found = find_card(sale.id, int(card))
    deposit = deposit_of_card(found)
    standing = deposit.standing
    return Gathered(
        kinds.BidderCard(
            sale=at_sale(sale),
            card=found.number,
            words=ACT["3"],
            deposit_asked=deposit.asked,
            deposit_paid=standing.amount if standing else None,
            deposit_receipt=standing.written if standing else "",
        )
    )
