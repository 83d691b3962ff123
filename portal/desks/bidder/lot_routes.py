"""A lot, live: everybody sees its board; who has a card of the sale bids from his phone."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from flask import Response, flash, make_response, request, url_for
from flask.typing import ResponseReturnValue as Reply
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError

from portal.actions import bids as acts
from portal.actions.official import ClockWentBack
from portal.desks.bidder.forms import JumpForm, LeftBidForm, PhoneBidForm
from portal.desks.bidder.pace import too_fast
from portal.law.bidding import LotStage, require_price_seen
from portal.law.may_bid import why_no_bid
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals import HammerFallen, Refusal
from portal.law.refusals_of_ring import TooFast
from portal.law.screening import Outcome
from portal.registers.base import NotOnRegister
from portal.registers.bidders import BidderCard, card_of_person, same_bid
from portal.registers.bids import bids_before, find_bid_by_key, is_struck, left_bid_of
from portal.registers.board import Board
from portal.registers.sales import LEFT_BIDS, find_lot, find_sale, lot_facts, sale_happenings
from portal.registers.screening import outcomes_of
from portal.web import hearing
from portal.web.boards import boards
from portal.web.desk import Desk, clock, now, officer, settings, today
from portal.web.errors import RETRY_SECONDS, STATUS
from portal.web.filters import local
from portal.web.language import gettext as _
from portal.web.language import say, written_sum
from portal.web.presence import presence
from portal.web.render import fragment, go, number_asked, show, wants_fragment
from portal.web.spoken import spoken

desk = Desk("live", __name__)

BIDS_ON_A_PAGE = 100
LAST_PLACE = 10**9


@desk.page("/sales/<int:sale>/lots/<int:number>", may=Duty.SEE_PUBLIC)
def lot(sale: int, number: int) -> Reply:
    """Show a lot live: price, calls, state, and to a bidder with a card the button."""
    return _show_lot(sale, number)


def hour_of(at: datetime) -> str:
    """Write the hour of an instant to the second, as plain text: 11:43:02."""
    return f"{local(at):%H:%M:%S}"


def _show_lot(
    sale: int, number: int, *, refusal: Refusal | None = None, status: int = 200, says: str = ""
) -> Reply:
    board = boards().at(sale, number, fresh=True)
    found = find_lot(sale, number)
    card = _own_card(sale)
    if card is not None:
        presence().report(sale, card.number, now())
    left = left_bid_of(found.id, card.id) if card else None
    return show(
        "live/lot",
        **_board_facts(board, card.number if card else None),
        **_may_bid(card),
        found=found,
        entry=found.impounding,
        own=card,
        left=left,
        takes_left_bids=LEFT_BIDS in sale_happenings(found.sale_id),
        key=str(uuid4()),
        bell=_bell(sale),
        refusal=refusal,
        says=says,
        status=status,
    )


def _own_card(sale: int) -> BidderCard | None:
    who = officer()
    return card_of_person(sale, who.person_id, today()) if who.has(Duty.BID) else None


def _may_bid(card: BidderCard | None) -> dict[str, Any]:
    """Give what a bid of a card would be refused for, if anything, and whether it is held."""
    if card is None:
        return {"no_bid": None, "held": False}
    outcome = outcomes_of([card.id]).get(card.id, Outcome.CLEAR)
    no_bid = why_no_bid(card.number, outcome, card.deposit_to_pay)
    return {"no_bid": no_bid, "held": outcome is Outcome.HOLD}


def _bell(sale: int) -> str:
    address = settings().bell_url
    return f"{address}/sales/{sale}" if address else ""


def _board_facts(board: Board, card: int | None, *, rings: bool = False) -> dict[str, Any]:
    """Give what the board's template says, to somebody with a card or to anybody."""
    return {"board": board, "ring": board.ring, "stands": board.stands, "mine": card} | {
        "rings": rings
    }


@desk.page("/sales/<int:sale>/lots/<int:number>/board", may=Duty.SEE_PUBLIC)
def board(sale: int, number: int) -> Reply:
    """Show only what changes while bids come in; nothing, in a few bytes, if nothing has.

    `card` says as whose board it is written: it tells no more than the public list of bids.
    """
    seen, card = number_asked("v"), number_asked("card")
    told = number_asked("told") or 0  # by the bell, which may know more than this process
    if card is not None:
        presence().report(sale, card, now())
    # Who has seen nothing gets what is recorded now; who asks again, this quarter second's board.
    found = boards().at(sale, number, seen=max(seen or 0, told), fresh=seen is None)
    if found.version == seen:
        return Response(status=204)
    if not wants_fragment():
        return go(url_for("live.lot", sale=sale, number=number))
    rings = request.args.get("bell") == "1"
    return make_response(fragment("live/_board.html", **_board_facts(found, card, rings=rings)))


@desk.page("/sales/<int:sale>/lots/<int:number>/hear", may=Duty.SEE_PUBLIC)
def hear(sale: int, number: int) -> Reply:
    """Lead to what is said aloud of a lot at this moment: its price, and whether a card leads."""
    found = boards().at(sale, number, fresh=True)
    ring, card = found.ring, number_asked("card")
    facts: dict[str, Money | int | None] = {"lot": number}
    if ring.stage is LotStage.SOLD:
        return go(hearing.hear("sold", price=ring.price, card=ring.standing_card, **facts))
    if ring.stage not in {LotStage.WAITING, LotStage.IN_RING}:
        return go(hearing.hear("not in sale", **facts))
    facts["price" if ring.standing_bid else "start"] = ring.price
    said = "in the ring" if ring.stage is LotStage.IN_RING else "not in sale"
    if said == "in the ring" and card in found.cards:
        said = "ahead" if ring.standing_card == card else "behind"
    return go(hearing.hear(said, **facts))


board.knows_nobody = True  # type: ignore[attr-defined]  # answered before anybody is asked who he is


@desk.page("/sales/<int:sale>/lots/<int:number>/bids", may=Duty.SEE_PUBLIC)
def bids(sale: int, number: int) -> Reply:
    """Show every bid on a lot, struck ones too, by card number and never by name."""
    found = find_lot(sale, number)
    before = number_asked("before") or LAST_PLACE
    rows = bids_before(found.id, before, BIDS_ON_A_PAGE)
    return show("live/bids", lot=found, ring=found.ring(), rows=rows, full=BIDS_ON_A_PAGE)


@desk.act("/sales/<int:sale>/lots/<int:number>/bids", does=acts.place_phone_bid)
def bid(sale: int, number: int) -> Reply:
    """Take a bid from a phone, or say in one sentence why not; answer after the commit."""
    form = PhoneBidForm(request.form)
    if not form.readable():
        said = next(error for field in form for error in field.errors)
        return _say(sale, number, _("%(fault)s. The bid was NOT placed.", fault=said), 422)
    if too_fast(officer(), sale):
        raise TooFast
    _spare_the_ring(sale, number, form)
    taken = acts.place_phone_bid(
        officer(),
        clock(),
        sale=sale,
        lot=number,
        amount=form.amount.value,
        seen=int(form.seen.value),
        key=form.key.value,
        sure=form.sure.text == "yes",
        ring_heard_at=presence().ring_heard_at(sale),
    )
    if not wants_fragment():
        amount, at = written_sum(taken.amount), hour_of(taken.at)
        flash(_("Your bid of %(amount)s was recorded at %(at)s.", amount=amount, at=at))
        return go(url_for("live.lot", sale=sale, number=number))
    found = boards().after_bid(sale, number, taken)
    reply = make_response(
        fragment("live/_board.html", **_board_facts(found, taken.card, rings=_rings()))
    )
    reply.headers["HX-Trigger"] = "bid-taken"
    return reply


def _spare_the_ring(sale: int, number: int, form: PhoneBidForm) -> None:
    """Refuse at once what is sure to be refused: a bid on a price that is known to have moved.

    What moved a price is only ever counted up, so a lot that is further on than the bid proves it,
    without waiting for the turn to write. Memory says only whether it is worth asking; what is
    answered is asked of the record at this moment: the hammer may have fallen since. A bid that
    was recorded before goes on to its answer.
    """
    if not boards().knows_newer(sale, number, int(form.seen.value)):
        return
    lot = lot_facts(sale, number)
    _stands, ring = lot.ring()
    if ring.stage is not LotStage.IN_RING or ring.held is not None:
        return
    if same_bid(lot.id, form.key.value) is None:
        require_price_seen(ring, int(form.seen.value))


def _rings() -> bool:
    return request.form.get("bell") == "1"


@desk.page("/sales/<int:sale>/lots/<int:number>/bids/<string:key>", may=Duty.BID)
def one_bid(sale: int, number: int, key: str) -> Reply:
    """Tell what became of a bid whose answer was lost: recorded, when and how it stands, or not."""
    found = boards().at(sale, number, fresh=True)
    card = _own_card(sale)
    recorded = find_bid_by_key(found.lot.id, key)
    if recorded is None or card is None or recorded.card_id != card.id:
        if found.ring.stage is LotStage.IN_RING:
            says = _("Your bid did not reach us. You have not bid.")
        else:
            says = _("Your bid did not reach us, and bidding on this lot is over.")
        return _tell(sale, number, f"{says} {_price(found)}", recorded=False, status=404)
    says = _(
        "Your %(amount)s was recorded at %(at)s, bid no. %(place)s.",
        amount=written_sum(recorded.amount),
        at=hour_of(recorded.at),
        place=recorded.place,
    )
    if is_struck(recorded.id):
        stands = _("The auctioneer struck it out.")
    elif found.stands.place == recorded.place:
        sold = found.ring.stage is LotStage.SOLD
        stands = _("The lot is yours.") if sold else _("You are ahead.")
    else:
        stands = _("Another bid is higher.") + f" {_price(found)}"
    return _tell(sale, number, f"{says} {stands}", recorded=True, status=200)


def _price(found: Board) -> str:
    price = written_sum(found.ring.price)
    if found.ring.standing_bid:
        return _("Price is now %(price)s.", price=price)
    return _("Starting price %(price)s.", price=price)


def _tell(sale: int, number: int, says: str, *, recorded: bool, status: int) -> Reply:
    if request.accept_mimetypes.best == "application/json":
        return {"recorded": recorded, "says": says}, status
    return _show_lot(sale, number, says=says, status=status)


@desk.page("/sales/<int:sale>/lots/<int:number>/check", may=Duty.BID)
def check(sale: int, number: int) -> Reply:
    """Show a bid above the next step in figures and words, to be sent only if it is meant."""
    form = JumpForm(request.args)
    found = boards().at(sale, number, fresh=True)
    card = _own_card(sale)
    readable = form.readable() and card is not None
    words = spoken(form.amount.value) if readable else ""
    return show(
        "live/check",
        **_board_facts(found, card.number if card else None),
        **_may_bid(card),
        found=find_lot(sale, number),
        form=form,
        own=card,
        words=words,
        key=str(uuid4()),
        status=200 if readable else 422,
    )


@desk.page("/sales/<int:sale>/lots/<int:number>/left-bid", may=Duty.BID)
def left_bid(sale: int, number: int) -> Reply:
    """Show the form by which a bid is left beforehand."""
    return _show_left(sale, number, LeftBidForm())


@desk.act("/sales/<int:sale>/lots/<int:number>/left-bid", does=acts.leave_bid)
def leave_bid(sale: int, number: int) -> Reply:
    """Leave a bid; first its sum is shown in words, and only then is it left."""
    form = LeftBidForm(request.form)
    if not form.readable():
        return _show_left(sale, number, form, status=422)
    if request.form.get("sure") != "yes":
        return _show_left(sale, number, form, words=spoken(form.most.value))
    try:
        acts.leave_bid(
            officer(), clock(), sale=sale, lot=number, most=form.most.value, key=form.key.value
        )
    except Refusal as refusal:
        return _show_left(sale, number, form, refusal=refusal, status=422)
    most = written_sum(form.most.value)
    flash(_("Left for lot %(lot)s: bids up to %(most)s.", lot=number, most=most))
    return go(url_for("live.lot", sale=sale, number=number))


@desk.act("/sales/<int:sale>/lots/<int:number>/left-bid/end", does=acts.take_back_left_bid)
def take_back(sale: int, number: int) -> Reply:
    """Take a left bid back."""
    acts.take_back_left_bid(officer(), clock(), sale=sale, lot=number)
    flash(_("Your left bid on lot %(lot)s is taken back.", lot=number))
    return go(url_for("live.lot", sale=sale, number=number))


def _show_left(
    sale: int,
    number: int,
    form: LeftBidForm,
    *,
    words: str = "",
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    found = find_lot(sale, number)
    card = _own_card(sale)
    return show(
        "live/left_bid",
        lot=found,
        ring=found.ring(),
        own=card,
        **_may_bid(card),
        left=left_bid_of(found.id, card.id) if card else None,
        takes_left_bids=LEFT_BIDS in sale_happenings(find_sale(sale).id),
        form=form,
        key=form.key.text or str(uuid4()),
        words=words,
        refusal=refusal,
        status=status,
    )


@desk.errorhandler(Refusal)
def refused(refusal: Refusal) -> Reply:
    """Say a refusal beside the board as it is now, and never over it."""
    status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
    asked = request.view_args or {}
    if isinstance(refusal, HammerFallen):
        return _say(asked["sale"], asked["number"], _after_the_hammer(refusal), status)
    if not wants_fragment():
        return _show_lot(asked["sale"], asked["number"], refusal=refusal, status=status)
    return _aside(fragment("errors/_refusal.html", refusal=refusal), status)


def _after_the_hammer(refusal: HammerFallen) -> str:
    hammer = find_lot(**_asked()).hammer()
    if hammer is None:
        return say(refusal)
    return _(
        "The hammer fell at %(fell)s. What you sent came at %(came)s and was NOT done.",
        fell=hour_of(hammer.at),
        came=hour_of(now()),
    )


def _asked() -> dict[str, int]:
    asked = request.view_args or {}
    return {"sale": asked["sale"], "number": asked["number"]}


@desk.errorhandler(OperationalError)
@desk.errorhandler(ClockWentBack)
def busy(_error: Exception) -> Reply:
    """Say that the record could not be written; nothing was placed, nothing is half done."""
    says = _("The record is busy. What you sent was NOT done. Look at the price, then press again.")
    reply = make_response(_say(None, None, says, HTTPStatus.SERVICE_UNAVAILABLE))
    reply.headers["Retry-After"] = RETRY_SECONDS
    return reply


@desk.errorhandler(CSRFError)
def too_old(_error: CSRFError) -> Reply:
    """Say that the page is too old to bid from."""
    says = _("This page is too old. What you sent was NOT done. Open the lot again, then press.")
    return _say(None, None, says, HTTPStatus.BAD_REQUEST)


@desk.errorhandler(NotOnRegister)
def missing(_error: NotOnRegister) -> Reply:
    """Say that there is no such lot."""
    says = _("There is no such lot. Nothing was done. Look at the list of the sale.")
    return _say(None, None, says, HTTPStatus.NOT_FOUND)


def _say(sale: int | None, number: int | None, says: str, status: int) -> Reply:
    if wants_fragment():
        return _aside(fragment("live/_said.html", says=says), status)
    if sale is not None and number is not None:
        return _show_lot(sale, number, says=says, status=status)
    return show("live/said", says=says, asked=request.view_args or {}, status=status)


def _aside(fragment: str, status: int) -> Response:
    reply = make_response(fragment, status)
    reply.headers["HX-Retarget"], reply.headers["HX-Reswap"] = "#refusal", "outerHTML"
    return reply
