"""Government accounts: balances, the ledger, surpluses that leave, challans."""

from __future__ import annotations

import re
from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import approvals
from portal.actions import surplus as acts
from portal.desks.accounts.forms import (
    HeadForm,
    PayVoucherForm,
    ReasonForm,
    TreasuryForm,
)
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.aging import (
    cases_with_money_held,
    cases_with_surplus_to_do,
    held_of,
)
from portal.registers.approvals import (
    approval_of,
    steps_of_appropriation,
    steps_of_challan,
    steps_of_voucher,
)
from portal.registers.carried import balances_now
from portal.registers.case import Case, gather, hammers_before
from portal.registers.corrections import waiting_corrections
from portal.registers.impound import numbers_of
from portal.registers.ledger import LedgerLine, is_reversed, lines_before
from portal.registers.months import month_to_close
from portal.registers.nightly import books_say
from portal.registers.reconciled import open_differences
from portal.registers.sales import find_lot_by_id
from portal.registers.surplus import what_may_be_done
from portal.registers.treasury import (
    appropriations_to_remit,
    challan_of,
    challans,
    count_in_transit,
    find_appropriation,
    find_challan,
    find_remittance,
    find_voucher,
    head_of_account,
    heads_of_account,
    voucher_paid,
)
from portal.web.desk import Desk, clock, officer, settings, today
from portal.web.render import go, number_asked, show
from portal.web.step_up import asks_password

desk = Desk("accounts", __name__)

AT_A_TIME = 50
SALES_AT_A_TIME = 20


@desk.page("/accounts", may=Duty.SEE_BOOKS)
def index() -> Reply:
    """Show the balances, whether the books agree, and what is to be done."""
    cases = cases_with_money_held(today())
    may = [what_may_be_done(case) for case in cases]
    books = books_say(settings().checkpoints)
    return show(
        "accounts/index",
        balances=balances_now(),
        books=books,
        to_pay=sum(one.pay for one in may),
        to_take=sum(one.appropriate for one in may),
        to_remit=len(appropriations_to_remit()),
        in_transit=count_in_transit(),
        bank=open_differences(),
        tonight=sum(one.passes_tonight for one in held_of(cases)),
        corrections=waiting_corrections(),
        upcoming=month_to_close(),
    )


@desk.page("/accounts/ledger", may=Duty.SEE_BOOKS)
def ledger() -> Reply:
    """Show the ledger, newest line first, a page at a time."""
    lines = lines_before(number_asked("before"), AT_A_TIME)
    after = lines[-1].id if len(lines) == AT_A_TIME else None
    return show("accounts/ledger", lines=lines, numbers=_case_numbers(lines), after=after)


def _case_numbers(lines: list[LedgerLine]) -> dict[int, str]:
    return numbers_of({one.impounding_id for one in lines if one.impounding_id})


@desk.page("/accounts/surplus", may=Duty.SEE_BOOKS)
def surplus() -> Reply:
    """Show the surpluses with which something is to be done, and what, or why not yet."""
    return _show_surplus(ReasonForm())


@desk.page("/accounts/surplus/all", may=Duty.SEE_BOOKS)
def every_surplus() -> Reply:
    """Show every surplus there ever was, latest first, a page at a time."""
    page = hammers_before(number_asked("before"), SALES_AT_A_TIME)
    return _show_surplus(
        ReasonForm(),
        cases=[gather(entry, today()) for entry, _number in page],
        before=page[-1][1] if len(page) == SALES_AT_A_TIME else None,
        whole=True,
    )


def _show_surplus(
    reason_form: ReasonForm,
    *,
    cases: list[Case] | None = None,
    asked: int | None = None,
    before: int | None = None,
    whole: bool = False,
    status: int = 200,
) -> Reply:
    shown = cases_with_surplus_to_do(today()) if cases is None else cases
    return show(
        "accounts/surplus",
        rows=[
            (case, what_may_be_done(case))
            for case in shown
            if case.sold and case.sold.division.surplus
        ],
        whole=whole,
        before=before,
        challan_of=challan_of,
        steps_of=steps_of_appropriation,
        reason_form=reason_form,
        asked=asked,
        status=status,
    )


@desk.act("/cases/<string:number>/voucher", does=acts.draw_voucher)
def draw_voucher(number: str) -> Reply:
    """Draw a voucher for a surplus."""
    voucher = acts.draw_voucher(officer(), clock(), case=number)
    return go(url_for("accounts.voucher", number=voucher.id))


@desk.page("/vouchers/<int:number>", may=Duty.SEE_BOOKS)
def voucher(number: int) -> Reply:
    """Show a voucher."""
    return _show_voucher(number, PayVoucherForm(), ReasonForm())


@desk.act("/vouchers/<int:number>/approval", does=approvals.approve_voucher)
def approve_voucher(number: int) -> Reply:
    """Approve a voucher that another person drew."""
    try:
        approvals.approve_voucher(officer(), clock(), voucher=number)
    except Refusal as refusal:
        return _show_voucher(number, PayVoucherForm(), ReasonForm(), refusal=refusal, status=422)
    flash(f"Voucher V-{number} is approved. A third person pays it.")
    return go(url_for("accounts.voucher", number=number))


@desk.act("/vouchers/<int:number>/payment", does=acts.pay_voucher)
@asks_password
def pay_voucher(number: int) -> Reply:
    """Enter that a voucher was paid."""
    form = PayVoucherForm(request.form)
    if not form.readable_for(find_voucher(number)):
        return _show_voucher(number, form, ReasonForm(), status=422)
    try:
        acts.pay_voucher(
            officer(),
            clock(),
            voucher=number,
            mode=form.mode.data,
            reference=form.reference.value,
        )
    except Refusal as refusal:  # the page tells how the voucher stands now
        return _show_voucher(number, form, ReasonForm(), refusal=refusal, status=422)
    flash(f"Voucher V-{number} is paid.")
    return go(url_for("accounts.voucher", number=number))


@desk.act("/vouchers/<int:number>/reversal", does=acts.reverse_voucher)
def reverse_voucher(number: int) -> Reply:
    """Undo a voucher."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_voucher(number, PayVoucherForm(), form, status=422)
    acts.reverse_voucher(officer(), clock(), voucher=number, reason=form.reason.value)
    return go(url_for("accounts.surplus"))


def _show_voucher(
    number: int,
    pay_form: PayVoucherForm,
    reason_form: ReasonForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    found = find_voucher(number)
    return show(
        "accounts/voucher",
        voucher=found,
        paid=voucher_paid(found.id),
        approved=approval_of(found) is not None,
        steps=steps_of_voucher(found),
        lot=find_lot_by_id(found.lot_id),
        reversed=is_reversed(found.journal_line_id),
        pay_form=pay_form,
        reason_form=reason_form,
        refusal=refusal,
        status=status,
    )


@desk.act("/cases/<string:number>/appropriation", does=acts.appropriate_surplus)
def appropriate(number: str) -> Reply:
    """Carry a surplus to the Government."""
    acts.appropriate_surplus(officer(), clock(), case=number)
    flash(f"The surplus of case {number} is appropriated. Another person approves it next.")
    return go(url_for("accounts.surplus"))


@desk.act("/appropriations/<int:number>/approval", does=approvals.approve_appropriation)
def approve_appropriation(number: int) -> Reply:
    """Approve an appropriation that another person prepared."""
    approvals.approve_appropriation(officer(), clock(), appropriation=number)
    flash("The appropriation is approved. Put it on a challan next.")
    return go(url_for("accounts.surplus"))


@desk.act("/appropriations/<int:number>/reversal", does=acts.reverse_appropriation)
def reverse_appropriation(number: int) -> Reply:
    """Undo an appropriation."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_surplus(form, asked=number, status=422)
    acts.reverse_appropriation(officer(), clock(), appropriation=number, reason=form.reason.value)
    return go(url_for("accounts.surplus"))


@desk.page("/challans", may=Duty.SEE_BOOKS)
def challan_list() -> Reply:
    """Show what waits for a challan, and the challans that were made."""
    return _show_challans()


@desk.act("/challans", does=acts.make_challan)
def make_challan() -> Reply:
    """Make a challan of the appropriations that were ticked."""
    ticked = tuple(
        int(one)
        for one in request.form.getlist("appropriations")
        if re.fullmatch(r"[0-9]{1,9}", one)
    )
    try:
        challan = acts.make_challan(officer(), clock(), appropriations=ticked)
    except Refusal as refusal:  # what was ticked stays ticked
        return _show_challans(ticked=ticked, refusal=refusal, status=422)
    return go(url_for("accounts.challan", number=challan.id))


def _show_challans(
    *,
    ticked: tuple[int, ...] | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    waiting = appropriations_to_remit()
    return show(
        "accounts/challans",
        waiting=[
            (one, find_lot_by_id(one.lot_id), approval_of(one) is not None) for one in waiting
        ],
        made=[
            (one, find_remittance(one.id), is_reversed(one.journal_line_id)) for one in challans()
        ],
        ticked={one.id for one in waiting} if ticked is None else set(ticked),
        head=head_of_account(),
        refusal=refusal,
        status=status,
    )


@desk.page("/challans/<int:number>", may=Duty.SEE_BOOKS)
def challan(number: int) -> Reply:
    """Show a challan."""
    return _show_challan(number, TreasuryForm())


@desk.act("/challans/<int:number>/approval", does=approvals.approve_challan)
def approve_challan(number: int) -> Reply:
    """Approve a challan that another person made."""
    try:
        approvals.approve_challan(officer(), clock(), challan=number)
    except Refusal as refusal:
        return _show_challan(number, TreasuryForm(), refusal=refusal, status=422)
    flash(f"Challan C-{number} is approved. A third person remits it.")
    return go(url_for("accounts.challan", number=number))


@desk.page("/head-of-account", may=Duty.SEE_ORDERS)
def head() -> Reply:
    """Show the head of account, and those that went before."""
    return _show_head(HeadForm())


@desk.act("/head-of-account", does=approvals.set_head_of_account)
def set_head() -> Reply:
    """Set the head of account of the challans to come."""
    form = HeadForm(request.form)
    if not form.readable():
        return _show_head(form, status=422)
    approvals.set_head_of_account(
        officer(), clock(), head=form.head.value, order_number=form.order_number.value
    )
    flash("The head of account is set. Challans made from now on go under it.")
    return go(url_for("accounts.head"))


def _show_head(form: HeadForm, *, status: int = 200) -> Reply:
    return show("accounts/head", form=form, heads=heads_of_account(), status=status)


@desk.act("/challans/<int:number>/treasury", does=acts.enter_treasury_number)
def treasury_number(number: int) -> Reply:
    """Enter the Treasury's number for a challan."""
    form = TreasuryForm(request.form)
    if not form.readable():
        return _show_challan(number, form, status=422)
    try:
        acts.enter_treasury_number(
            officer(),
            clock(),
            challan=number,
            treasury_number=form.treasury_number.value,
            on=form.on.value,
        )
    except Refusal as refusal:  # number and day are corrected where they were typed
        return _show_challan(number, form, refusal=refusal, status=422)
    return go(url_for("accounts.challan", number=number))


def _show_challan(
    number: int, form: TreasuryForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    return show(
        "accounts/challan", form=form, refusal=refusal, status=status, **_facts_of_challan(number)
    )


def _facts_of_challan(number: int) -> dict[str, Any]:
    found = find_challan(number)
    carried = [find_appropriation(item.appropriation_id) for item in found.carries]
    return {
        "challan": found,
        "remittance": find_remittance(found.id),
        "approved": approval_of(found) is not None,
        "undone": is_reversed(found.journal_line_id),
        "steps": steps_of_challan(found),
        "carried": [(one, find_lot_by_id(one.lot_id)) for one in carried],
    }
