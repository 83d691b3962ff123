"""What a bidder sees of his own: his cards, what he bought, what he owes."""

from __future__ import annotations

from flask.typing import ResponseReturnValue as Reply

from portal.law.money import total
from portal.law.offices import Duty
from portal.registers.cards import cards_by_phone
from portal.registers.people import find_person
from portal.registers.sales import find_sale, lots_won
from portal.registers.settlement import receipt_for_lot
from portal.web.desk import Desk, officer
from portal.web.render import show

desk = Desk("bidder", __name__)


@desk.page("/my-card", may=Duty.SEE_OWN_CARD)
def my_cards() -> Reply:
    """Show the cards of the one who is signed in, and of nobody else."""
    person = find_person(officer().person_id)
    rows = []
    for card in cards_by_phone(person.phone):
        bought = [(lot, receipt_for_lot(lot.id)) for lot in lots_won(card.id)]
        unpaid = [lot.winning_bid() for lot, receipt in bought if receipt is None]
        to_pay = total(bid.amount for bid in unpaid if bid)
        rows.append((card, find_sale(card.sale_id), bought, to_pay))
    return show("bidder/my_cards", rows=rows, phone=person.phone)
