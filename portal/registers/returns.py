"""The monthly return: heads and charges by the eight classes, and the money that moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time

from sqlalchemy import BigInteger, cast, func, select, type_coerce
from sqlalchemy.orm import aliased

from portal.law.cattle import CattleClass
from portal.law.days import HYDERABAD, ONE_DAY
from portal.law.dues import Charge
from portal.law.ledger import Account
from portal.law.money import NOTHING, Money
from portal.law.months import Month
from portal.registers.base import db
from portal.registers.deaths import Birth, Death
from portal.registers.dues import DuesCharged
from portal.registers.impound import Animal, Impounding, Release
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine, Reversal
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot
from portal.registers.yard_undone import YardBook, stands

CLASSES: tuple[CattleClass | None, ...] = (*CattleClass, None)
HEADS = ("opening", "came_in", "redeemed", "sold", "died")
Moves = dict[tuple[Account, Account], Money]


@dataclass(frozen=True)
class ClassReturn:
    """One class in one month: heads in the pound, and what was charged for them."""

    cattle_class: CattleClass | None
    opening: int
    came_in: int
    redeemed: int
    sold: int
    died: int
    fines: Money
    pound_fees: Money
    expenses: Money

    @property
    def closing(self) -> int:
        """Give the heads in the pound at the end; what is sold is the buyer's."""
        return self.opening + self.came_in - self.redeemed - self.sold - self.died

    @property
    def called(self) -> str:
        """Name the class."""
        return f"class {self.cattle_class.value}" if self.cattle_class else "in no class"


@dataclass(frozen=True)
class MonthlyReturn:
    """What is told of a month: by classes, and in money by name."""

    month: Month
    classes: tuple[ClassReturn, ...]
    money: dict[str, Money]

    def figures(self) -> dict[str, int]:
        """Give every figure by its name, sums in paise, to be kept when the month is closed."""
        found = {name: amount.paise for name, amount in self.money.items()}
        for one in self.classes:
            for what in (*HEADS, "closing"):
                found[f"{one.called}, {what}"] = getattr(one, what)
            for charged in ("fines", "pound_fees", "expenses"):
                found[f"{one.called}, {charged}"] = getattr(one, charged).paise
        return found


# What is told of the money, and the two accounts between which it moved. What moved between two
# others, as a correction may, is told under the names of both: nothing of the ledger is left out.
MONEY = {
    "Dues taken from owners: expenses": (Account.CASH, Account.EXPENSES),
    "Dues taken from owners: pound fees": (Account.CASH, Account.POUND_FEES),
    "Dues taken from owners: fines": (Account.CASH, Account.FINES),
    "Proceeds of sale": (Account.OWED_BY_BUYERS, Account.PROCEEDS),
    "Deducted from proceeds: expenses": (Account.PROCEEDS, Account.EXPENSES),
    "Deducted from proceeds: pound fees": (Account.PROCEEDS, Account.POUND_FEES),
    "Deducted from proceeds: fines": (Account.PROCEEDS, Account.FINES),
    "Surplus left": (Account.PROCEEDS, Account.SURPLUS_HELD),
    "Shortfall recorded": (Account.SHORTFALL, Account.DUES_NOT_MET),
    "Hammer money taken": (Account.CASH, Account.OWED_BY_BUYERS),
    "Owed back to buyers whose sale was undone": (Account.OWED_BY_BUYERS, Account.OWED_BACK),
    "Given back to buyers": (Account.OWED_BACK, Account.CASH),
    "Ordered to owners by voucher": (Account.SURPLUS_HELD, Account.OWED_TO_OWNER),
    "Paid to owners": (Account.OWED_TO_OWNER, Account.CASH),
    "Appropriated by the Government": (Account.SURPLUS_HELD, Account.APPROPRIATED),
    "Put on challans": (Account.APPROPRIATED, Account.CHALLANS_IN_TRANSIT),
    "Remitted to the Treasury": (Account.CHALLANS_IN_TRANSIT, Account.CASH),
    "Deposits taken": (Account.CASH, Account.DEPOSITS),
    "Deposits given back": (Account.DEPOSITS, Account.CASH),
    "Deposits forfeited": (Account.DEPOSITS, Account.FORFEITS),
    "More at the bank than in the books": (Account.CASH, Account.DIFFERENCES),
    "Less at the bank than in the books": (Account.DIFFERENCES, Account.CASH),
}
# One pair of accounts may have two names, one for each way; all others are told net.
BOTH_WAYS = {
    pair for pair in MONEY.values() if pair[::-1] in MONEY.values() and pair[0] is not pair[1]
}
HELD_AT_THE_END = {
    "Surplus held at the end": Account.SURPLUS_HELD,
    "Owed to owners at the end": Account.OWED_TO_OWNER,
    "Owed back to buyers at the end": Account.OWED_BACK,
    "Appropriated, not yet on a challan, at the end": Account.APPROPRIATED,
    "On challans on their way at the end": Account.CHALLANS_IN_TRANSIT,
    "Deposits held at the end": Account.DEPOSITS,
    "Differences with the bank at the end": Account.DIFFERENCES,
}
# What stands on the other side of the books: told as what there is, not as what is owed.
THERE_AT_THE_END = {
    "Owed by buyers at the end": Account.OWED_BY_BUYERS,
    "In cash and at the bank at the end": Account.CASH,
}


def money_moved(moves: Moves) -> dict[str, tuple[tuple[Account, Account], Money]]:
    """Name everything that moved: the two accounts, and how much went from one to the other.

    What is named in MONEY is told even if nothing moved; anything else only if something did.
    """
    found = {
        name: (pair, moves.get(pair, NOTHING) if pair in BOTH_WAYS else net(moves, *pair))
        for name, pair in MONEY.items()
    }
    named = set(MONEY.values()) | {pair[::-1] for pair in MONEY.values()}
    for pair in sorted(moves.keys() - named, key=lambda two: (two[0].name, two[1].name)):
        debit, credit = pair
        found[f"Corrected: debit {debit.value}, credit {credit.value}"] = pair, moves[pair]
    return found


def monthly_return(month: Month) -> MonthlyReturn:
    """Work out the return of a month from the registers as they stand."""
    moved = money_moved(moves_between(month.first_day, month.last_day))
    money = {name: amount for name, (_pair, amount) in moved.items()}
    ended = balances_on(month.last_day)
    money |= {name: ended[account] for name, account in HELD_AT_THE_END.items()}
    money |= {name: ended[account] * -1 for name, account in THERE_AT_THE_END.items()}
    return MonthlyReturn(month, _classes(month), money)


def moves_between(first: date, last: date) -> Moves:
    """Sum up what moved from account to account on the days from first to last."""
    moved = cast(func.sum(type_coerce(LedgerLine.amount, BigInteger)), BigInteger)
    asked = (
        select(LedgerLine.debit, LedgerLine.credit, moved)
        .where(LedgerLine.on >= first, LedgerLine.on <= last)
        .group_by(LedgerLine.debit, LedgerLine.credit)
    )
    return {(Account[d], Account[c]): Money(paise) for d, c, paise in db.session.execute(asked)}


def net(moves: Moves, debit: Account, credit: Account) -> Money:
    """Give what moved one way, less what was reversed the other way."""
    return moves.get((debit, credit), NOTHING) - moves.get((credit, debit), NOTHING)


def balances_on(day: date) -> dict[Account, Money]:
    """Work out every balance, credits less debits, at the end of a day."""
    found = dict.fromkeys(Account, NOTHING)
    for (debit, credit), amount in moves_between(date.min, day).items():
        found[debit] -= amount
        found[credit] += amount
    return found


def _classes(month: Month) -> tuple[ClassReturn, ...]:
    """Count heads by class: brought or born they come in; they die, or leave with their case."""
    first, last = month.first_day, month.last_day
    left = _days_of_leaving()
    heads: dict[str, Counter[int | None]] = defaultdict(Counter)
    for impounding_id, on, cattle_class, head, came in _heads_that_moved(last):
        how, gone = left.get(impounding_id, ("", date.max))
        if on >= first:
            heads["came_in" if came else "died"][cattle_class] += head
        elif gone >= first:
            heads["opening"][cattle_class] += head if came else -head
        if first <= gone <= last:
            heads[how][cattle_class] += head if came else -head
    charged = _charged(month)
    return tuple(_class_return(one, heads, charged) for one in CLASSES)


def _heads_that_moved(last: date) -> Iterator[tuple[int, date, int | None, int, bool]]:
    """Give case, day, class and number of heads that came up to a day, or died (False)."""
    brought = (
        select(Impounding.id, Impounding.on, Animal.cattle_class, Animal.head)
        .join(Animal, Animal.impounding_id == Impounding.id)
        .where(Impounding.on <= last)
    )
    born, died = (
        select(kind.impounding_id, kind.on, kind.cattle_class, kind.head).where(
            kind.on <= last, stands(book, kind.id)
        )
        for kind, book in ((Birth, YardBook.BIRTH), (Death, YardBook.DEATH))
    )
    for asked, came in ((brought, True), (born, True), (died, False)):
        for impounding_id, on, cattle_class, head in db.session.execute(asked):
            yield impounding_id, on, cattle_class, head, came


def _class_return(
    cattle_class: CattleClass | None,
    heads: dict[str, Counter[int | None]],
    charged: dict[tuple[str, int | None], Money],
) -> ClassReturn:
    number = cattle_class.value if cattle_class else None
    return ClassReturn(
        cattle_class,
        **{what: heads[what][number] for what in HEADS},
        fines=charged.get((Charge.FINE.name, number), NOTHING),
        pound_fees=charged.get((Charge.POUND_FEE.name, number), NOTHING),
        expenses=charged.get((Charge.EXPENSES.name, number), NOTHING),
    )


def _days_of_leaving() -> dict[int, tuple[str, date]]:
    sold = (
        select(Lot.impounding_id, LotHappening.on)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .where(hammer_stands())
    )
    released = select(Release.impounding_id, Release.on)
    return {
        number: (how, on)
        for how, asked in (("sold", sold), ("redeemed", released))
        for number, on in db.session.execute(asked)
    }


def _charged(month: Month) -> dict[tuple[str, int | None], Money]:
    """Sum up the charges of a month by kind and class, less those undone in it."""
    found: dict[tuple[str, int | None], Money] = defaultdict(lambda: NOTHING)
    undoing = aliased(JournalLine)
    charged = select(DuesCharged.charge, DuesCharged.cattle_class, DuesCharged.amount)
    made = charged.join(JournalLine, JournalLine.id == DuesCharged.journal_line_id)
    undone = charged.join(
        Reversal, Reversal.reversed_journal_line_id == DuesCharged.journal_line_id
    ).join(undoing, undoing.id == Reversal.journal_line_id)
    begin, end = _instants(month)
    for asked, line, sign in ((made, JournalLine, 1), (undone, undoing, -1)):
        within = asked.where(line.at >= begin, line.at < end)
        for charge, cattle_class, amount in db.session.execute(within):
            found[charge, cattle_class] += amount * sign
    return found


def _instants(month: Month) -> tuple[datetime, datetime]:
    """Give the instants at which a month begins and is over, in Hyderabad."""
    return (
        datetime.combine(month.first_day, time(), HYDERABAD),
        datetime.combine(month.last_day + ONE_DAY, time(), HYDERABAD),
    )
