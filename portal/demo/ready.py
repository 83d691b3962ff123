"""A sale made ready for a newcomer: its first lot is in the ring, and the bidder has his card."""

from __future__ import annotations

from portal.actions import cards, ring, sales
from portal.clock import Clock
from portal.config import Settings
from portal.demo.sample import POUND, officer_named
from portal.law.days import HYDERABAD, legal_date
from portal.law.money import Money
from portal.law.offices import Office
from portal.registers.matching import hide_all
from portal.registers.public_view import live_now
from portal.registers.staying import due_list

LOTS = 5
STARTS_AT, STEP = Money.of(rupees=5_000), Money.of(rupees=500)
CARDS = (
    (41, "Ramesh Yadav", "9848000041", "SAMPLE PERSON ramesh"),
    (7, "Yadagiri", "9848000007", "SAMPLE 9002"),
)


def make_sale_ready(settings: Settings, clock: Clock) -> bool:
    """Arrange, announce and open a sale of today by the same official acts as the desks.

    Gives False, and writes nothing, where a sale is on already or no animal is due for sale.
    Raises the refusals of those acts: on a closed day, or with a staff list that is too old.
    """
    now = clock.now()
    on = legal_date(now)
    due = due_list(on, 1, LOTS)
    if live_now(on) or not due.due:
        return False
    clerk = officer_named("lakshmi", Office.CLERK)
    sale = sales.arrange_sale(
        clerk,
        clock,
        pound=POUND,
        on=on,
        hour=f"{now.astimezone(HYDERABAD):%H:%M}",
        place="Pound yard",
        terms="Cash or UPI.",
    )
    for case in due.due:
        sales.add_lot(
            clerk,
            clock,
            sale=sale.number,
            case=case.number,
            starting_price=STARTS_AT,
            step=STEP,
        )
    sales.put_up_notice(clerk, clock, sale=sale.number, where="pound gate")
    for number, name, phone, identity in CARDS:
        cards.give_card(
            clerk,
            clock,
            sale=sale.number,
            name=name,
            phone=phone,
            buys_for="himself",
            buys_for_barred=False,
            known_by=hide_all(settings.matching_key, identity=identity, phone=phone),
            number=number,
        )
    auctioneer = officer_named("rahmat", Office.AUCTIONEER)
    sales.open_sale(auctioneer, clock, sale=sale.number)
    ring.bring_in(auctioneer, clock, sale=sale.number, lot=1)
    return True
