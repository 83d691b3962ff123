"""Figures with their trends, month by month: each picture with the table it is drawn from."""

from __future__ import annotations

from collections.abc import Callable

from flask.typing import ResponseReturnValue as Reply

from portal.law.money import Money
from portal.law.offices import Duty
from portal.registers.trends import MonthFigures, last_months
from portal.web.desk import Desk, today
from portal.web.filters import plain_inr
from portal.web.language import gettext as _
from portal.web.pictures import Picture, bars
from portal.web.render import show

desk = Desk("figures", __name__)


@desk.page("/figures", may=Duty.SEE_BOOKS)
def figures() -> Reply:
    """Show twelve months: heads that came and went, charges, and where the proceeds went."""
    months = last_months(today())
    return show(
        "commissioner/figures",
        months=months,
        came=_heads("came", _("Heads brought in and gone"), months, (
            (_("brought in"), lambda one: one.came_in),
            (_("given back or sold"), lambda one: one.redeemed + one.sold),
        )),
        staying=_heads("staying", _("Heads in the pound at the month's end"), months, (
            (_("in the pound"), lambda one: one.staying),
        )),
        charges=_money("charges", _("Fees, expenses and fines that came in"), months, (
            (_("pound fees and expenses"), lambda one: one.pound_fees + one.expenses),
            (_("fines"), lambda one: one.fines),
        )),
        surplus=_money("surplus", _("Where the surplus went"), months, (
            (_("paid to owners"), lambda one: one.paid_to_owners),
            (_("to the Government"), lambda one: one.to_government),
        )),
    )  # fmt: skip


Heads = tuple[str, Callable[[MonthFigures], int]]
Sums = tuple[str, Callable[[MonthFigures], Money]]


def _heads(key: str, title: str, months: list[MonthFigures], kinds: tuple[Heads, ...]) -> Picture:
    rows = []
    for one in months:
        counts = [count(one) for _name, count in kinds]
        rows.append((str(one.month), " · ".join(str(many) for many in counts), counts))
    return bars(key, title, rows, tuple(name for name, _count in kinds))


def _money(key: str, title: str, months: list[MonthFigures], kinds: tuple[Sums, ...]) -> Picture:
    rows = []
    for one in months:
        sums = [sum_(one) for _name, sum_ in kinds]
        says = " · ".join(plain_inr(amount) for amount in sums)
        rows.append((str(one.month), says, [max(amount.paise, 0) for amount in sums]))
    return bars(key, title, rows, tuple(name for name, _sum in kinds))
