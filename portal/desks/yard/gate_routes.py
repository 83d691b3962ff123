"""The counter and the gate: owners who pay, buyers who take away."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import counter as counter_acts
from portal.actions import pound as acts
from portal.actions import settlement as settlement_acts
from portal.desks.yard.forms import GateForm, PaperForm, RedemptionForm, VisitForm
from portal.law.bidding import LotStage
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.refusals_of_settlement import HammerFellBefore
from portal.registers.case import gather
from portal.registers.gate import look_up
from portal.registers.impound import find_impounding
from portal.registers.matching import hide_all
from portal.registers.photos import first_faces
from portal.registers.redeeming import last_visit, owner_hold_on, owners_named
from portal.registers.settlement import lots_to_hand_over, receipt_by_id
from portal.registers.yard import place_of
from portal.registers.yard_today import heads_of
from portal.web.desk import Desk, clock, now, officer, settings, today
from portal.web.headers import ALWAYS
from portal.web.language import gettext as _
from portal.web.render import go, show

desk = Desk("gate", __name__)

LOT = "/gate/<int:sale>/<int:lot>"
# The gate alone reads codes by the camera; every other page keeps it shut.
CAMERA_HERE = ALWAYS["Permissions-Policy"].replace("camera=()", "camera=(self)")


@desk.page("/cases/<string:number>/redemption", may=Duty.DELIVER_TO_OWNER)
def redemption(number: str) -> Reply:
    """Show what an owner has to pay today, and the form to take it."""
    return _show_redemption(number, RedemptionForm())


@desk.act("/cases/<string:number>/redemption", does=acts.deliver_to_owner)
def release(number: str) -> Reply:
    """Take the dues whole and give the animal back."""
    form = RedemptionForm(request.form)
    if not form.readable():
        return _show_redemption(number, form, status=422)
    try:
        released = acts.deliver_to_owner(
            officer(),
            clock(),
            case=number,
            payer=form.payer(),
            offered=form.offered.value,
            mode=form.mode.data,
            reference=form.reference.text,
            proof_seen=form.proof_seen.value,
        )
    except HammerFellBefore as refusal:  # what he told goes on with him to the claim
        if last_visit(find_impounding(number).id) is None:
            counter_acts.keep_visit(
                officer(), clock(), case=number, payer=form.payer(), phone="", told={}
            )
        return _show_redemption(number, form, refusal=refusal, status=422)
    except Refusal as refusal:  # what was typed at the counter must not be lost
        return _show_redemption(number, form, refusal=refusal, status=422)
    given = receipt_by_id(released.receipt_id)
    flash(f"Paid whole. Give the animal of case {number} to {released.agent or released.owner}.")
    return go(url_for("cases.receipt", year=given.year, number=given.number))


@desk.page("/gate", may=Duty.DELIVER_TO_BUYER)
def gate() -> Reply:
    """Show what a paper lets out, in green or in red, and the lots that wait to be taken away."""
    form = PaperForm(request.args)
    if "paper" in request.args and not form.readable():
        return _show_gate(GateForm(), paper_form=form, status=422)
    return _show_gate(GateForm(), paper_form=form)


@desk.act(LOT, does=settlement_acts.hand_over)
def hand_over(sale: int, lot: int) -> Reply:
    """Hand a paid lot to the one who takes it away."""
    form = GateForm(request.form)
    if not form.readable():
        return _show_gate(form, asked=(sale, lot), status=422)
    try:
        settlement_acts.hand_over(
            officer(),
            clock(),
            sale=sale,
            lot=lot,
            taken_away_by=form.taken_away_by.value,
            collector_known_by=hide_all(
                settings().matching_key, identity=form.collector_identity.text
            ),
        )
    except Refusal as refusal:
        return _show_gate(form, asked=(sale, lot), refusal=refusal, status=422)
    who = form.taken_away_by.value
    flash(
        _("Lot %(lot)s of sale %(sale)s was handed over to %(who)s.", lot=lot, sale=sale, who=who)
    )
    return go(url_for("gate.gate"))


def _show_redemption(
    number: str, form: RedemptionForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    standing = gather(find_impounding(number), today())
    given = receipt_by_id(standing.release.receipt_id) if standing.release else None
    entry, lot = standing.impounding, standing.open_lot
    visit = last_visit(entry.id)
    if visit is not None and not request.form:
        form.owner.data, form.agent.data = visit.owner, visit.agent
        form.authority.data = visit.authority
        form.comes.data = "agent" if visit.agent else "owner"
    in_ring = lot is not None and lot.stage() is LotStage.IN_RING
    hold = owner_hold_on(lot.id) if lot is not None and in_ring else None
    return show(
        "yard/redemption",
        case=standing,
        entry=standing.impounding,
        statement=standing.statement(),
        given=given,
        visit=visit,
        visit_form=VisitForm(None, owner=visit.owner if visit else ""),
        owners=owners_named(entry.id),
        in_ring=in_ring,
        hold=hold if hold and now() < hold.until else None,
        form=form,
        refusal=refusal,
        status=status,
    )


def _show_gate(
    form: GateForm,
    *,
    asked: tuple[int, int] | None = None,
    paper_form: PaperForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    if asked is not None:
        form.stand_at(*asked)
    paper_form = paper_form or PaperForm()
    told = look_up(paper_form.paper.text) if paper_form.paper.data else None
    lots = lots_to_hand_over()
    if told is not None:  # one paper, one animal: no other form stands in the way of the thumb
        lots = [one for one in lots if told.lets_out and told.lot and one[0].id == told.lot.id]
    animals = [lot.impounding for lot, _receipt in lots]
    animals += [told.impounding] if told and told.impounding else []
    numbers = [one.id for one in animals]
    reply = show(
        "yard/gate",
        told=told,
        paper_form=paper_form,
        waiting=[(lot, lot.winning_bid(), receipt) for lot, receipt in lots],
        places={one.id: place_of(one) for one in animals},
        heads=heads_of(numbers),
        photos=first_faces(numbers),
        form=form,
        asked=asked,
        blank=lambda sale, lot: GateForm().stand_at(sale, lot),
        refusal=refusal,
        status=status,
    )
    reply.headers["Permissions-Policy"] = CAMERA_HERE
    return reply
