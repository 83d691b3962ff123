"""Every page of the portal, with something on it and somebody who may look at it.

A browser's requests are answered by the application itself, in this process: no server starts, the
clock stands still, and each visitor is signed in as in the tests of his desk.
"""

from dataclasses import dataclass, field

from builders import POUND, a_photo_taken
from visitor import Visitor

from portal.actions import bids, intake, photos, register, sale_day, sales
from portal.law.money import Money
from portal.law.offices import DUTIES, Duty, Office
from portal.papers.shelf import put_away
from portal.sheets.impound_register import Held, Reason
from portal.web.language import LANGUAGES
from portal.web.prints import print_tag

ADDRESS = "http://localhost"
IN_FOUR = {
    Duty.SEE_PUBLIC, Duty.SIGN_IN, Duty.CLAIM_ONLINE, Duty.GIVE_FEEDBACK, Duty.SEE_OWN_CARD, Duty.BID,
}  # fmt: skip
IN_TWO = {Duty.KEEP_REGISTER, Duty.DELIVER_TO_OWNER, Duty.DELIVER_TO_BUYER, Duty.CONFIRM_DAYS}
# Who looks, of those who may: the one with most to do there comes first.
LOOKING = (
    Office.PUBLIC, Office.BIDDER, Office.POUND_KEEPER, Office.CLERK, Office.CLAIMS_OFFICER,
    Office.ACCOUNTS, Office.COMMISSIONER, Office.AUDITOR, Office.ADMINISTRATOR,
)  # fmt: skip
# What is handed over as a file, or is a part of a page.
FILES = {
    "sale_pages.calendar", "sale_pages.feed", "photos.public", "photos.copy", "photos.original",
    "intake.photo", "claims.paper", "claims.paper_copy", "auditor.checkpoint", "exports.ledger",
    "exports.register", "exports.monthly", "prints.case_as_pdf", "prints.case_as_json",
    "live.board", "ring.board", "intake.row", "hearing.hear", "live.hear", "static",
}  # fmt: skip
# What is asked in vain, by the end of the address, and how that is answered.
IN_VAIN = {
    "number=2026-999": 422,
    "since=soon": 422,
    "/claims/counter": 422,
    "amount=many": 422,
    "/never": 404,
    "on=01-01-2020": 422,
    "/IS-2026-9": 404,
}
# Pages that only send on to another, which is looked at by its own name.
SENDS_ON = {"intake.last", "intake.one"}


@dataclass(frozen=True)
class Page:
    """A page at an address, who looks at it, and the languages it has to be in."""

    endpoint: str
    address: str
    office: Office
    languages: tuple[str, ...]
    status: int = 200

    @property
    def live(self):
        return self.endpoint.startswith(("live.", "ring.")) or self.endpoint in {
            "sale_day.test_phone", "sale_day.test_floor", "sale_day.screen",
        }  # fmt: skip


def fill_a_live_day(hands):
    """After all ways were walked: a sale that goes on, with a lot in each state, and one that waits."""
    people, clock = hands.people, hands.clock
    cases = [hands.take_in(number) for number in range(201, 206)]
    clock.days_later(13)
    sale = hands.arrange(*cases[:4])
    sales.take_left_bids(people[Office.CLERK], clock, sale=sale)
    hands.ask_for_deposit(sale)
    hands.open(sale)
    phone = hands.enter_bidder("Sayeed", "9848000041")
    for card, name in ((41, "Sayeed"), (24, "Imran"), (25, "Venkat R.")):
        hands.give_card(sale, card, name)
        if card != 25:
            hands.take_deposit(sale, card)
    bids.set_limit(phone, clock, sale=sale, most=Money.of(rupees=90_000))
    sale_day.announce(
        people[Office.CLERK], clock, sale=sale, message="break", words="There is a break."
    )
    for lot in (1, 2):
        hands.bring_in(sale, lot)
        hands.bid(sale, 5_000, card=24, lot=lot)
        hands.bid(sale, 5_500, card=41, lot=lot)
        hands.knock_down(sale, 5_500, card=41, lot=lot)
    hands.pay(sale, 5_500, lot=1)
    hands.bring_in(sale, 3)
    hands.bid(sale, 5_000, card=41, lot=3)
    hands.bid(sale, 5_500, card=24, lot=3)
    begin_at_the_gate(people[Office.POUND_KEEPER], clock)
    return sale, cases


def begin_at_the_gate(keeper, clock):
    """An entry that is half answered, and a row of a sheet that nobody has looked at."""
    begun = photos.begin_intake(keeper, clock, photo=a_photo_taken(sha256="5" * 64))
    intake.save_step(keeper, clock, intake=begun.id, step="animal", answers={"kind": "cow"})
    doubtful = Held(
        line=3,
        cells={"number": "10/2026"},
        fingerprint="e" * 64,
        reasons=(Reason("on", "no_day", "Day brought: write the day.", can_be_confirmed=False),),
    )
    register.read_in_rows(keeper, clock, pound=POUND, sheet="again.csv", rows=[doubtful])


def particulars(sale, cases, statement):
    """By page, what stands in its address; a page with nothing in its address needs no line here."""
    open_case, sold, released, stays = cases[4], "2026-2", "2026-1", "2026-90"
    here = {"number": sale}
    lot = {"sale": sale, "number": 3}
    month = {"written": "2026-11"}
    return {
        "public.front": [{}],
        "public.animals": [{}, {"q": "zzzz"}, {"since": "soon"}],
        "public.animal": [{"number": one} for one in (open_case, sold, released, cases[2])],
        "public.owner": [{"number": one} for one in (open_case, sold)],
        "public.dues": [{"number": open_case}, {"number": open_case, "on": "01-01-2020"}],
        "public.sale": [here, {"number": 1}],
        "sale_pages.lots": [here],
        "sale_pages.notice": [here],
        "sale_pages.results": [{"number": 1}, here],
        "office.search": [{}, {"q": "murrah"}, {"q": "zzzz"}],
        "office.feedback": [{}],
        "check.paper": [
            {"number": "IS-2026-2", "c": print_tag("IS-2026-2")},
            {"number": "IS-2026-9"},
        ],
        "claim.start": [{}, {"number": "2026-999"}],
        "claim.fill": [{"number": "2026-4"}],
        "sign_up.start": [here],
        "sign_up.mobile": [here],
        "live.lot": [lot, lot | {"number": 1}, lot | {"number": 4}],
        "live.bids": [lot],
        "live.check": [lot | {"amount": "50,000"}, lot | {"amount": "many"}],
        "live.left_bid": [lot | {"number": 4}],
        "live.one_bid": [lot | {"key": "never"}],
        "bidder.limit": [{"sale": sale}],
        "bidder.show_card": [{"sale": sale}],
        "sale_day.screen": [here],
        "sale_day.test_phone": [here],
        "sale_day.test_floor": [here],
        "sale_day.order": [here],
        "sale_day.slips": [{"number": 1, "lot": 1}],
        "ring.ring": [here, here | {"sold": 1}],
        "cases.case": [{"number": one} for one in (sold, open_case, stays)],
        "cases.receipt": [{"year": 2026, "number": 2}],
        "pens.care": [{"number": open_case}],
        "pens.events": [{"number": open_case}, {"number": stays}],
        "photos.page": [{"number": stays}],
        "gate.gate": [{}],
        "gate.redemption": [{"number": open_case}],
        "intake.step": [
            {"number": 2, "step": one} for one in ("photos", "animal", "marks", "place", "check")
        ],
        "intake.done": [{"number": 1}],
        "past_days.one": [{"number": "2026-5"}],
        "yard.held": [{"number": 2}],
        "auctioneer.cards": [here],
        "auctioneer.sale_desk": [here, {"number": 1}],
        "closing.cash": [here],
        "closing.close": [here],
        "deposits.card": [{"number": sale, "card": 25}, {"number": 1, "card": 60}],
        "deposits.receipt": [{"year": 2026, "number": 1}],
        "deposits.term": [here],
        "settlement.settlement": [here],
        "settlement.payment": [{"number": sale, "lot": 2}],
        "settlement.reversal": [{"year": 2026, "number": 5}],
        "undone.default": [{"number": sale, "lot": 2}],
        "undone.void": [{"number": sale, "lot": 2}],
        "undone.refund": [{"refund": 1}],
        "undone.reversal": [{"refund": 1}],
        "checks.facts": [{"screening": 17}],
        "claims.claim": [{"number": 1}, {"number": 2}],
        "claims.order": [{"number": "2026-2"}],
        "claims.order_page": [{"number": 1}],
        "claims.take": [{"number": "2026-4"}],
        "comparisons.page": [{"number": "2026-2"}],
        "payees.page": [{"number": 1}],
        "accounts.challan": [{"number": 1}, {"number": 2}],
        "accounts.voucher": [{"number": 1}],
        "undoing.challan": [{"number": 2}],
        "bank.columns": [{"sha256": statement, "sender": "State Bank", "name": "bank.csv"}],
        "bank.statement": [{"number": 1}],
        "months.month": [month, {"written": "2026-12"}],
        "months.monthly": [month],
        "commissioner.cancelling": [{"number": 1}],
        "commissioner.modifying": [{"number": 1}],
        "rate_effect.effect": [{"number": 1}],
        "commissioner.opening": [{"day": "2026-12-26"}],
        "commissioner.reading": [{"number": "R4"}],
        "staff.person": [{"number": 5}],
        "staff.ending": [{"number": 3}],
        "staff_list.leaving": [{"number": 2}],
        "auditor.case_journal": [{"number": sold}],
        "prints.acknowledgement": [{"number": 1, "language": "te"}],
        "prints.bidder_card": [{"number": sale, "card": 41}],
        "prints.catalogue": [here],
        "prints.sale_notice": [here],
        "prints.challan": [{"number": 2}],
        "prints.claim_order": [{"number": 1}],
        "prints.delivery_order": [{"number": 1, "lot": 1}],
        "prints.deposit_receipt": [{"year": 2026, "number": 1}],
        "prints.hammer_slip": [{"number": 1, "lot": 1, "attempt": 2}],
        "prints.hearing_notice": [{"number": 1}],
        "prints.intake_slip": [{"number": released}],
        "prints.pen_card": [{"number": stays}],
        "prints.receipt": [{"year": 2026, "number": 2}],
        "prints.redemption": [{"number": released}],
        "prints.register": [{"name": "claims", "written": "2026-11"}],
        "prints.return": [month],
        "prints.voucher": [{"number": 1}],
    }


def pages_of(app, sale, cases):
    """Every page a browser can be sent to, once for each thing it may show."""
    folder = app.extensions["settings"].instance / "statements"
    statement = put_away(folder, b"Date,Ref,Amount\n30-11-2026,UTR 98,40\n")
    with app.test_request_context():
        told = particulars(sale, cases, statement)
        adapter = app.url_map.bind("localhost")
        for rule in sorted(app.url_map.iter_rules(), key=lambda one: one.endpoint):
            name = rule.endpoint
            if "GET" not in rule.methods or name in FILES | SENDS_ON or ".pdf_of_" in name:
                continue
            duty = app.view_functions[name].duty
            office = next(one for one in LOOKING if duty in DUTIES[one])
            if name in {"live.lot", "live.bids", "claims.claim"} or name.startswith("cases."):
                office = Office.BIDDER if name.startswith("live") else Office.CLERK
            default = [{}] if not rule.arguments else []
            for values in told.get(name, default):
                address = adapter.build(name, values)
                yield Page(name, address, office, languages_of(duty), refused_at(address))


def refused_at(address):
    return next((status for end, status in IN_VAIN.items() if address.endswith(end)), 200)


def languages_of(duty):
    if duty in IN_FOUR:
        return tuple(LANGUAGES)
    return ("te", "en") if duty in IN_TWO else ("en",)


class Alone(Visitor):
    """A visitor whose every request stands for itself, within a test that stands inside the portal."""

    def open(self, *args, **kwargs):
        with self.application.app_context():
            return super().open(*args, **kwargs)


@dataclass
class Answering:
    """The application, answering a browser: one visitor after another, static files once."""

    app: object
    sign_in: object
    visitors: dict = field(default_factory=dict)
    kept: dict = field(default_factory=dict)
    visitor: object = None
    landed: str = ""
    instead: object = None

    def as_(self, office):
        if office not in self.visitors:
            self.visitors[office] = self.sign_in(office)
            self.visitors[office].__class__ = Alone
        self.visitor = self.visitors[office]

    def answer(self, route):
        address = route.request.url.removeprefix(ADDRESS)
        if self.instead is not None and route.request.is_navigation_request():
            said, self.instead = self.instead, None
            route.fulfill(status=said.status_code, headers=dict(said.headers), body=said.data)
            return
        if address in self.kept:
            route.fulfill(**self.kept[address])
            return
        with self.visitor.get(address, follow_redirects=True) as reply:
            said = {"status": reply.status_code, "headers": dict(reply.headers), "body": reply.data}
            if route.request.is_navigation_request():
                self.landed = reply.request.path
        if address.startswith("/static/"):
            self.kept[address] = said
        route.fulfill(**said)
