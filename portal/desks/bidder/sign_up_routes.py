"""A bidder gets his card on his own phone, one question a page; or signs in again by a code."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import cards as card_acts
from portal.actions import messages as acts
from portal.desks.bidder.sign_up_answers import (
    Answers,
    answers,
    forget,
    keep,
    keep_phone,
    phone_at_hand,
)
from portal.desks.bidder.sign_up_forms import (
    CodeForm,
    DeclarationForm,
    IdentityForm,
    NameForm,
    SignUpMobileForm,
)
from portal.law.codes import LIVES
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import HasCardAlready
from portal.registers.cards import Card, card_of_phone
from portal.registers.matching import hide_all
from portal.registers.people import NOBODY, find_person
from portal.registers.sales import CLOSED, Sale, find_sale, sale_happenings
from portal.web.desk import Desk, clock, now, officer, settings
from portal.web.device import this_asker, this_device
from portal.web.errors import STATUS
from portal.web.fields import PortalForm
from portal.web.language import gettext as _
from portal.web.render import go, show
from portal.web.sign_in import code_digest, digest, ends_at, fresh_code, fresh_token, remember

desk = Desk("sign_up", __name__)

PAGES = ("mobile", "code", "name", "identity", "declaration", "check")
MINUTES = int(LIVES.total_seconds()) // 60


@desk.page("/sales/<int:number>/card", may=Duty.SEE_PUBLIC)
def start(number: int) -> Reply:
    """Say what a card is, what is needed for one, and who may not buy (3)."""
    sale = find_sale(number)
    own = _own_card(sale)
    if own is not None:
        return _has_card(sale, own)
    closed = CLOSED in sale_happenings(sale.id)
    return show("bidder/sign_up/start", sale=sale, closed=closed)


@desk.page("/sales/<int:number>/card/mobile", may=Duty.SIGN_IN)
def mobile(number: int) -> Reply:
    """Ask for the mobile."""
    sale = find_sale(number)
    if _own_phone():
        return _go("name", sale)
    return _show("mobile", sale, SignUpMobileForm())


@desk.act("/sales/<int:number>/card/mobile", does=acts.send_code)
def ask_code(number: int) -> Reply:
    """Have a code sent to the mobile."""
    sale = find_sale(number)
    form = SignUpMobileForm(request.form)
    if not form.readable():
        return _show("mobile", sale, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _send("mobile", sale, form, form.phone.value)


@desk.page("/sales/<int:number>/card/code", may=Duty.SIGN_IN)
def code(number: int) -> Reply:
    """Ask for the code that was sent."""
    sale = find_sale(number)
    if _own_phone():
        return _go("name", sale)
    if not phone_at_hand():
        return _go("mobile", sale)
    return _show("code", sale, CodeForm())


@desk.act("/sales/<int:number>/card/code", does=acts.try_code)
def try_code(number: int) -> Reply:
    """Try the code; a right one signs in as a bidder."""
    sale = find_sale(number)
    phone = phone_at_hand()
    if not phone:
        return _go("mobile", sale)
    form = CodeForm(request.form)
    if not form.readable():
        return _show("code", sale, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    token = fresh_token()
    try:
        tried = acts.try_code(
            NOBODY,
            clock(),
            phone=phone,
            code_digest=code_digest(phone, form.code.value),
            token_digest=digest(token),
            ends_at=ends_at(now(), settings()),
            asker=this_asker(),
        )
    except Refusal as refusal:
        return _show("code", sale, CodeForm(), refusal=refusal)
    if tried.refusal is not None:
        return _show("code", sale, CodeForm(), refusal=tried.refusal)
    remember(token, now())
    return _go("name", sale)


@desk.act("/sales/<int:number>/card/code/new", does=acts.send_code)
def ask_new_code(number: int) -> Reply:
    """Have a new code sent to the same mobile; the one before opens nothing any more."""
    sale = find_sale(number)
    phone = phone_at_hand()
    return _send("code", sale, CodeForm(), phone) if phone else _go("mobile", sale)


def _send(page: str, sale: Sale, form: PortalForm, phone: str) -> Reply:
    fresh = fresh_code()
    words = _(
        "%(code)s is your code for Pound Sales. It is good for %(minutes)s minutes. Tell it to"
        " nobody, not even to somebody from the pound.",
        code=fresh,
        minutes=MINUTES,
    )
    try:
        acts.send_code(
            NOBODY,
            clock(),
            phone=phone,
            code_digest=code_digest(phone, fresh),
            words=words,
            asker=this_asker(),
        )
    except Refusal as refusal:
        return _show(page, sale, form, refusal=refusal)
    keep_phone(phone)
    return _go("code", sale)


@desk.page("/sales/<int:number>/card/name", may=Duty.SIGN_IN)
def name(number: int) -> Reply:
    """Ask for the name."""
    return _ask("name", number, lambda given: NameForm(name=given.name, relation=given.relation))


@desk.act("/sales/<int:number>/card/name", does=card_acts.take_card)
def give_name(number: int) -> Reply:
    """Keep the name until all is answered."""
    form = NameForm(request.form)
    return _keep(
        "name", number, form, lambda: {"name": form.name.value, "relation": form.relation.text}
    )


@desk.page("/sales/<int:number>/card/identity", may=Duty.SIGN_IN)
def identity(number: int) -> Reply:
    """Ask for the paper; what was written before is hidden by now and is not shown again."""
    return _ask("identity", number, lambda given: IdentityForm(how=given.how))


@desk.act("/sales/<int:number>/card/identity", does=card_acts.take_card)
def give_identity(number: int) -> Reply:
    """Hide what was written, and keep the digests until all is answered."""
    form = IdentityForm(request.form)
    return _keep("identity", number, form, lambda: _hidden(form))


def _hidden(form: IdentityForm) -> dict[str, Any]:
    known_by = hide_all(
        settings().matching_key,
        identity=form.identity.text if form.how.data == "number" else "",
        bank=form.bank.text,
        door_number=form.door_number.text,
        pin_code=form.pin_code.text,
    )
    return {"how": form.how.data, "known_by": known_by}


@desk.page("/sales/<int:number>/card/declaration", may=Duty.SIGN_IN)
def declaration(number: int) -> Reply:
    """Put the question of (3), and ask for whom he buys."""
    return _ask(
        "declaration",
        number,
        lambda given: DeclarationForm(
            barred=given.barred, buys=given.buys, buys_for=given.buys_for
        ),
    )


@desk.act("/sales/<int:number>/card/declaration", does=card_acts.take_card)
def declare(number: int) -> Reply:
    """Keep the declaration until all is answered."""
    form = DeclarationForm(request.form)
    return _keep(
        "declaration",
        number,
        form,
        lambda: {
            "barred": form.barred.data,
            "buys": form.buys.data,
            "buys_for": form.buys_for.text if form.buys.data == "other" else "",
        },
    )


@desk.page("/sales/<int:number>/card/check", may=Duty.SIGN_IN)
def check(number: int) -> Reply:
    """Show all answers before they count."""
    sale = find_sale(number)
    return _instead_of("check", sale) or _show("check", sale)


@desk.act("/sales/<int:number>/card/check", does=card_acts.take_card)
def take(number: int) -> Reply:
    """Take the card."""
    sale = find_sale(number)
    instead = _instead_of("check", sale)
    if instead is not None:
        return instead
    given = answers(number)
    try:
        card = card_acts.take_card(
            officer(),
            clock(),
            sale=number,
            name=given.name,
            relation=given.relation,
            buys_for=given.buys_for or "himself",
            buys_for_barred={"yes": True, "no": False}.get(given.barred),
            known_by=(
                *given.known_by,
                *hide_all(settings().matching_key, phone=_own_phone(), relation=given.relation),
                this_device(),
            ),
        )
    except Refusal as refusal:
        own = _own_card(sale) if isinstance(refusal, HasCardAlready) else None
        return _has_card(sale, own) if own else _show("check", sale, refusal=refusal)
    forget()
    flash(_("Card %(card)s is yours. Show it at the desk.", card=card.number))
    return go(url_for("bidder.my_cards"))


def _ask(page: str, number: int, form: Callable[[Answers], PortalForm]) -> Reply:
    sale = find_sale(number)
    return _instead_of(page, sale) or _show(page, sale, form(answers(number)))


def _keep(
    page: str, number: int, form: PortalForm, answered: Callable[[], dict[str, Any]]
) -> Reply:
    sale = find_sale(number)
    instead = _instead_of(page, sale)
    if instead is not None:
        return instead
    if not form.readable():
        return _show(page, sale, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    keep(number, **answered())
    return _go(answers(number).first_open, sale)


def _instead_of(page: str, sale: Sale) -> Reply | None:
    """Give what comes before a page: the mobile, the card he has, the first open question."""
    if not _own_phone():
        return _go("mobile", sale)
    own = _own_card(sale)
    if own is not None:
        return _has_card(sale, own)
    first = answers(sale.number).first_open
    return _go(first, sale) if PAGES.index(first) < PAGES.index(page) else None


def _own_phone() -> str:
    """Give the mobile of the bidder who is signed in, if one is."""
    who = officer()
    return find_person(who.person_id).phone if who.has(Duty.BID) else ""


def _own_card(sale: Sale) -> Card | None:
    return card_of_phone(sale.id, _own_phone())


def _has_card(sale: Sale, card: Card) -> Reply:
    return show("bidder/sign_up/has_card", sale=sale, card=card)


def _go(page: str, sale: Sale) -> Reply:
    return go(url_for(f"sign_up.{page}", number=sale.number))


def _show(
    page: str,
    sale: Sale,
    form: PortalForm | None = None,
    *,
    refusal: Refusal | None = None,
    status: int = HTTPStatus.OK,
) -> Reply:
    if refusal is not None:
        status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
    return show(
        f"bidder/sign_up/{page}",
        sale=sale,
        form=form,
        refusal=refusal,
        step=PAGES.index(page) + 1,
        steps=len(PAGES),
        phone=_own_phone() or phone_at_hand(),
        given=answers(sale.number),
        minutes=MINUTES,
        status=status,
    )
