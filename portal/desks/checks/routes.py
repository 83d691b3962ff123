"""The room of checks: officers look at bidders who are held, and say whether they may buy."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import checks as acts
from portal.actions import look_back
from portal.actions.official import ACT_NAMES, TRIED
from portal.desks.checks.forms import AnswerForm, CheckForm, PassOverForm
from portal.law.checks import clears_needed, clears_standing
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.screening import Outcome
from portal.registers.cards import card_by_id
from portal.registers.check_figures import check_figures, lines_of_tries
from portal.registers.check_queue import (
    bought_by_barred,
    holder_known_by,
    latest_findings,
    listed_sides,
    lots_at_stake,
    lots_taken_back,
    taken_back_from,
    waiting_for_check,
)
from portal.registers.checks import TAKEN_BACK
from portal.registers.code_places import codes_stopped_until
from portal.registers.people import names_of
from portal.registers.remarks import find_remark, remarks
from portal.registers.sales import find_lot, find_sale
from portal.registers.screening import (
    barred_before,
    facts_of,
    find_screening,
    findings_on,
    found_on,
    last_screening,
)
from portal.registers.staff_list import find_version
from portal.web.desk import Desk, clock, now, officer, today
from portal.web.filters import inr
from portal.web.render import go, show, way_back

desk = Desk("checks", __name__)

NEWEST = 50


@desk.page("/checks", may=Duty.SEE_CHECKS)
def index() -> Reply:
    """Show the cards that need a check, and what the look back remarked."""
    return _show_index()


def _show_index(
    answered: tuple[int, AnswerForm] | None = None,
    *,
    passed: tuple[int, int, PassOverForm] | None = None,
    status: int = 200,
) -> Reply:
    found, findings = remarks(), latest_findings(NEWEST)
    people = {end.by_id for _, end in found if end is not None}
    number, form = answered or (0, AnswerForm())
    to_pass = {passed[:2]: passed[2]} if passed else {}
    return show(
        "checks/index",
        waiting=waiting_for_check(today()),
        taken_back=[
            (lot, to_pass.get((lot.sale_id, lot.number), PassOverForm()).of(lot.id))
            for lot in lots_taken_back(TAKEN_BACK)
        ],
        barred=bought_by_barred(),
        open_remarks=[
            (one, form.of(one.id) if one.id == number else AnswerForm().of(one.id))
            for one, end in found
            if end is None
        ],
        ended_remarks=[(one, end) for one, end in found if end is not None],
        findings=findings,
        names=names_of(people | {finding.by_id for finding, _ in findings}),
        form=passed[2] if passed else form,
        status=status,
    )


@desk.act("/checks/remarks/<int:number>", does=look_back.answer_remark)
def answer(number: int) -> Reply:
    """Take what somebody found who looked at a remark."""
    find_remark(number)
    form = AnswerForm(request.form)
    if not form.readable():
        return _show_index((number, form), status=422)
    look_back.answer_remark(officer(), clock(), remark=number, words=form.words.value)
    flash(f"Remark {number} is answered.")
    return go(url_for("checks.index"))


@desk.page("/checks/figures", may=Duty.SEE_CHECKS)
def figures() -> Reply:
    """Show how many were held, and whether one way of writing names is held more than others."""
    return show("checks/figures", figures=check_figures())


@desk.page("/checks/tries", may=Duty.SEE_CHECKS)
def tries() -> Reply:
    """Show what was tried and refused under (3), newest first."""
    lines = lines_of_tries((f"{TRIED}{name}" for name in ACT_NAMES), NEWEST)
    return show(
        "checks/tries",
        lines=lines,
        names=names_of(line.by_id for line in lines),
        codes_stopped_until=codes_stopped_until(now()),
    )


@desk.page("/checks/<int:screening>", may=Duty.SEE_CHECKS)
def facts(screening: int) -> Reply:
    """Show both sides' facts side by side, and the form of the finding."""
    return _show_facts(screening, CheckForm())


@desk.act("/checks/<int:screening>", does=acts.decide_check)
def decide(screening: int) -> Reply:
    """Enter a finding; from one who may not buy, each lot goes to the under-bidder if it can."""
    form = CheckForm(request.form)
    if not form.readable():
        return _show_facts(screening, form, status=422)
    try:
        came_to = acts.decide_check(
            officer(),
            clock(),
            screening=screening,
            finding=form.found,
            reason=form.why,
            words=form.words.value,
        )
    except Refusal as refusal:  # what an officer wrote of what he saw must not be lost
        return _show_facts(screening, form, refusal=refusal, status=422)
    flash(f"Your finding is entered. The card now stands so: {came_to.words}.")
    if came_to is Outcome.BAR:
        card = card_by_id(find_screening(screening).card_id)
        for one in taken_back_from(card, TAKEN_BACK):
            if one.waits:
                _give_on(one.lot.sale_id, one.lot.number)
    return go(url_for("checks.facts", screening=screening))


def _give_on(sale: int, lot: int) -> None:
    try:
        flash(_sold_to_under_bidder(sale, lot))
    except Refusal as refusal:  # the finding stands; the lot waits, with a button to try again
        flash(f"Lot {lot} was not given to the under-bidder. {refusal.sentence}")


def _sold_to_under_bidder(sale: int, lot: int) -> str:
    division = acts.give_to_under_bidder(officer(), clock(), sale=sale, lot=lot)
    won = find_lot(sale, lot).winning_bid()
    card = f" to card {won.card.number}" if won is not None else ""
    return f"Lot {lot} is sold{card} for {inr(division.hammer_price).striptags()}."


@desk.act("/checks/lots/<int:sale>/<int:lot>/under-bidder", does=acts.give_to_under_bidder)
def under_bidder(sale: int, lot: int) -> Reply:
    """Try again to sell a lot that was taken back to the under-bidder."""
    find_lot(sale, lot)
    flash(_sold_to_under_bidder(sale, lot))
    back = way_back()
    return go(back if back.startswith("/checks/") else url_for("checks.index"))


@desk.act("/checks/lots/<int:sale>/<int:lot>/no-paper", does=acts.pass_over_without_paper)
def no_paper(sale: int, lot: int) -> Reply:
    """Pass over an under-bidder who brought no paper, and offer the lot to the next."""
    find_lot(sale, lot)
    form = PassOverForm(request.form)
    if not form.readable():
        return _show_index(passed=(sale, lot, form), status=422)
    acts.pass_over_without_paper(officer(), clock(), sale=sale, lot=lot, words=form.words.value)
    flash(f"The under-bidder of lot {lot} is passed over.")
    _give_on(sale, lot)
    return go(url_for("checks.index"))


@desk.act("/checks/lots/<int:sale>/<int:lot>/taking-back", does=acts.take_back_from_barred)
def take_back(sale: int, lot: int) -> Reply:
    """Take a lot that is not paid back from one who may not buy, and offer it to the next."""
    find_lot(sale, lot)
    acts.take_back_from_barred(officer(), clock(), sale=sale, lot=lot)
    flash(f"Lot {lot} is taken back.")
    _give_on(sale, lot)
    return go(url_for("checks.index"))


def _show_facts(
    number: int, form: CheckForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    screening = find_screening(number)
    card = card_by_id(screening.card_id)
    verdict, found = screening.as_verdict(), findings_on(screening.facts)
    latest = last_screening(card.id, screening.whom) or screening
    version = screening.staff_list_version_id
    return show(
        "checks/facts",
        screening=screening,
        card=card,
        sale=find_sale(card.sale_id),
        known_by=holder_known_by(card),
        sides=listed_sides(screening, card),
        lots=lots_at_stake(card),
        taken_back=taken_back_from(card, TAKEN_BACK),
        findings=found,
        names=names_of(one.by_id for one in found),
        agreed=clears_standing(found_on(screening.facts, barred_before(facts_of(card))), today()),
        needed=clears_needed(verdict),
        latest=latest,
        moved=latest.facts != screening.facts,
        verdict=verdict.outcome.name,
        version=find_version(version) if version else None,
        form=form,
        refusal=refusal,
        status=status,
    )
