"""The month's end: balances by age, corrections, the return, the closing, and the pictures."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import abort, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import corrections as correction_acts
from portal.actions import months as acts
from portal.desks.accounts.month_forms import CorrectionForm
from portal.law.ledger import Account
from portal.law.money import total
from portal.law.months import MONTHS, Month
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.aging import held_by_age
from portal.registers.approvals import Step
from portal.registers.carried import balances_now
from portal.registers.corrections import corrections, waiting_corrections
from portal.registers.months import closing_of, closings, month_to_close, preparation_of
from portal.registers.people import names_of
from portal.registers.pictured import (
    appropriations_by_month,
    dues_and_prices,
    money_by_age,
    prices_by_class,
    time_to_end,
)
from portal.registers.reconciled import open_differences
from portal.registers.returns import monthly_return
from portal.registers.treasury import appropriations_to_remit, count_in_transit
from portal.web.desk import Desk, clock, officer, today
from portal.web.filters import plain_inr
from portal.web.pictures import bars
from portal.web.render import go, show

desk = Desk("months", __name__)


def month_named(written: str) -> Month:
    """Read a month in an address, 2026-11; there is no page for anything else."""
    found = re.fullmatch(r"(20[0-9]{2})-([0-9]{2})", written)
    if not found or not 1 <= int(found[2]) <= MONTHS:
        abort(404)
    return Month(int(found[1]), int(found[2]))


@desk.page("/balances", may=Duty.SEE_BOOKS)
def held() -> Reply:
    """Show every surplus that is held, by age."""
    rows = held_by_age(today())
    ready = [one for one in rows if one.ready]
    return show(
        "accounts/held",
        rows=rows,
        all_held=total(one.amount for one in rows),
        ready=ready,
        ready_sum=total(one.amount for one in ready),
    )


@desk.page("/months", may=Duty.SEE_BOOKS)
def index() -> Reply:
    """Show the months that are closed, and the one that comes next."""
    closed = closings()
    return show(
        "accounts/months",
        closed=closed,
        names=names_of(one.by_id for one in closed),
        upcoming=month_to_close(),
    )


@desk.page("/months/<string:written>", may=Duty.SEE_BOOKS)
def month(written: str) -> Reply:
    """Show what is to be done before a month is closed, and who does it."""
    return _show_month(month_named(written))


def _show_month(of: Month, refusal: Refusal | None = None) -> Reply:
    closing, prepared = closing_of(of), preparation_of(of)
    rows, books = held_by_age(today()), balances_now()
    names = names_of(one.by_id for one in (closing, prepared) if one)
    return show(
        "accounts/month",
        month=of,
        over=today() > of.last_day,
        closing=closing,
        prepared=prepared,
        steps=[
            Step(words, names[one.by_id], one.at) if one else Step(words)
            for words, one in (("Prepared", prepared), ("Closed", closing))
        ],
        bank=open_differences(),
        owed_by_buyers=books[Account.OWED_BY_BUYERS],
        owed_to_owners=books[Account.OWED_TO_OWNER],
        ready=sum(one.ready and one.is_over for one in rows),
        left_out=[one for one in rows if one.is_over and one.undecided],
        to_remit=len(appropriations_to_remit()),
        in_transit=count_in_transit(),
        waiting=waiting_corrections(),
        refusal=refusal,
        status=422 if refusal else 200,
    )


@desk.act("/months/<string:written>/preparation", does=acts.prepare_month)
def prepare(written: str) -> Reply:
    """Give a month to another person to close."""
    return _step(acts.prepare_month, month_named(written), "is prepared. Another person closes it.")


@desk.act("/months/<string:written>/closing", does=acts.close_month)
def close(written: str) -> Reply:
    """Close a month."""
    said = "is locked. A correction goes into the open month."
    return _step(acts.close_month, month_named(written), said)


def _step(act: Callable[..., object], of: Month, said: str) -> Reply:
    try:
        act(officer(), clock(), month=of)
    except Refusal as refusal:
        return _show_month(of, refusal)
    flash(f"{of} {said}")
    return go(url_for("months.month", written=of.written))


@desk.page("/returns/<string:written>", may=Duty.SEE_BOOKS)
def monthly(written: str) -> Reply:
    """Show the return of a month; once it is closed, how it stood then."""
    of = month_named(written)
    made, closing = monthly_return(of), closing_of(of)
    changed = []
    if closing is not None:
        figures = made.figures()
        changed = [
            name for name in closing.figures if closing.figures[name] != figures.get(name, 0)
        ]
    return show("accounts/return", made=made, closing=closing, changed=changed, month=of)


@desk.page("/corrections", may=Duty.SEE_BOOKS)
def correction_list() -> Reply:
    """Show the corrections, and the form for one more, begun by a difference if one led here."""
    begun = {
        name: request.args.get(name, "")
        for name in ("debit", "credit")
        if request.args.get(name, "") in Account.__members__
    }
    form = CorrectionForm(None, **begun)
    for name in ("corrects", "bank_line", "amount", "reason"):
        if written := request.args.get(name, "")[:200]:
            form[name].raw_data = [written]
    return _show_corrections(form)


def _show_corrections(form: CorrectionForm, refusal: Refusal | None = None) -> Reply:
    rows = corrections()
    people = [one.by_id for one, _posting in rows] + [one.by_id for _c, one in rows if one]
    return show(
        "accounts/corrections",
        rows=rows,
        names=names_of(people),
        account=Account,
        form=form,
        refusal=refusal,
        status=422 if refusal or form.errors else 200,
    )


@desk.act("/corrections", does=correction_acts.prepare_correction)
def prepare_correction() -> Reply:
    """Prepare a correction."""
    form = CorrectionForm(request.form)
    if not form.readable():
        return _show_corrections(form)
    debit, credit = form.sides
    try:
        correction_acts.prepare_correction(
            officer(),
            clock(),
            debit=debit,
            credit=credit,
            amount=form.amount.value,
            reason=form.reason.value,
            corrects=form.corrects.data,
            bank_line=form.bank_line.data,
        )
    except Refusal as refusal:
        return _show_corrections(form, refusal)
    flash("The correction is prepared. Another person posts it.")
    return go(url_for("months.correction_list"))


@desk.act("/corrections/<int:number>/posting", does=correction_acts.post_correction)
def post_correction(number: int) -> Reply:
    """Post a correction that another person prepared."""
    try:
        posting = correction_acts.post_correction(officer(), clock(), correction=number)
    except Refusal as refusal:
        return _show_corrections(CorrectionForm(), refusal)
    flash(f"The correction is {posting.written}.")
    return go(url_for("months.correction_list"))


@desk.page("/pictures", may=Duty.SEE_BOOKS)
def pictures() -> Reply:
    """Show the figures as pictures, each with its table."""
    ages, stays = money_by_age(today()), time_to_end()
    classes, lots = prices_by_class(), dues_and_prices()
    months = appropriations_by_month(today())
    return show(
        "accounts/pictures",
        ages=ages,
        by_age=bars(
            "age", "Surplus held, by days since the sale",
            [(name, plain_inr(sum_), [sum_.paise]) for name, _count, sum_ in ages],
        ),
        stays=stays,
        by_stay=bars(
            "stay", "Days from impounding to the end",
            [(name, f"{back} back, {sold} sold", [back, sold]) for name, back, sold in stays],
            ("given back to the owner", "sold"),
        ),
        classes=classes,
        by_class=bars(
            "class", "Middle price of a lot, by class",
            [(row[0], plain_inr(row[3]), [row[3].paise]) for row in classes],
        ),
        lots=lots,
        by_lot=bars(
            "lot", "Dues against price, latest lots first",
            [
                (name, f"{plain_inr(dues)} of {plain_inr(price)}", [dues.paise, price.paise])
                for name, dues, price in lots
            ],
            ("dues", "price"),
        ),
        months=months,
        by_month=bars(
            "month", "Appropriated by the Government, by month",
            [(name, plain_inr(sum_), [sum_.paise]) for name, _count, sum_ in months],
        ),
    )  # fmt: skip
