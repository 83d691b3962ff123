"""What tests build with: the same official acts as the portal, in few words."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from portal.actions import (
    approvals,
    bids,
    cards,
    carrying,
    challan_undoing,
    checks,
    claim_papers,
    claims,
    closing,
    corrections,
    counter,
    deposits,
    feedback,
    hearings,
    intake,
    look_back,
    messages,
    months,
    orders,
    past_days,
    payees,
    photos,
    pound,
    prints,
    register,
    ring,
    sale_day,
    sales,
    settlement,
    staff,
    staff_list,
    statements,
    surplus,
    undone,
    yard,
)
from portal.actions.claim_papers import Paper
from portal.actions.claims import Claimant
from portal.actions.photos import PhotoTaken
from portal.law.cattle import Animals, CattleClass
from portal.law.checks import Finding as CheckFinding
from portal.law.checks import Reason as CheckReason
from portal.law.days import HYDERABAD
from portal.law.delivery import Payer
from portal.law.deposits import NOT_PAID
from portal.law.feedback import About
from portal.law.held_back import Mark, Shows
from portal.law.ledger import Account
from portal.law.marks import Agreement, Question
from portal.law.money import Money
from portal.law.months import Month
from portal.law.offices import Duty, Office
from portal.law.readings import Reading
from portal.law.refusals_of_accounts import ApprovedAlready
from portal.law.refusals_of_cards import AskBeforeCard
from portal.law.screening import BarredOffice
from portal.law.surplus import Finding
from portal.papers.reading import Kind
from portal.prints.kinds import Kind as PrintKind
from portal.prints.written import digest_of_facts
from portal.registers.cards import find_card
from portal.registers.carrying import what_to_carry
from portal.registers.closing import cash_booked
from portal.registers.dues import dues_on
from portal.registers.gathering import gather
from portal.registers.impound import find_impounding
from portal.registers.matching import hide_all
from portal.registers.past_days import past_day_of
from portal.registers.people import (
    AT_THE_COMMAND_LINE,
    NOBODY,
    Officer,
    find_person_by_sign_in_name,
)
from portal.registers.prints import next_copy
from portal.registers.remarks import remarks
from portal.registers.sales import find_lot, find_sale
from portal.registers.screening import last_screening
from portal.registers.treasury import head_of_account
from portal.registers.yard_undone import YardBook
from portal.sheets.impound_register import Entry, Held, Reason
from portal.sheets.statement import StatementRow

KEY = "a key that hides the staff list in tests"
POUND = "Test Pound"
BEFORE_ALL = datetime(2026, 1, 1, 9, 0, tzinfo=HYDERABAD)
NOT_BY_APPOINTMENT = {Office.PUBLIC, Office.COMMAND_LINE}


@dataclass
class StoppedClock:
    """A clock that stands until a test moves it; it goes forward only, as time does."""

    at: datetime = field(default_factory=lambda: datetime(2026, 11, 18, 7, 40, tzinfo=HYDERABAD))

    def now(self):
        self.at += timedelta(microseconds=1)
        return self.at

    def go(self, year, month, day, hour=11, minute=0, second=0):
        at = datetime(year, month, day, hour, minute, second, tzinfo=HYDERABAD)
        assert at >= self.at, "time does not go back"
        self.at = at

    def days_later(self, days, hour=11):
        later = self.at.astimezone(HYDERABAD) + timedelta(days=days)
        self.go(later.year, later.month, later.day, hour)


def rupees(amount):
    return Money.of(rupees=amount)


def write_offices(clock):
    """One pound, one person in each office, one rate for all classes."""
    by = AT_THE_COMMAND_LINE
    pound.open_pound(by, clock, name=POUND, code="", address="Test Road")
    for office in Office:
        if office in NOT_BY_APPOINTMENT:
            continue
        person = staff.enter_person(
            by,
            clock,
            name=f"The {office.value}",
            sign_in_name=office.name.lower(),
            known_by=hide_all(KEY, identity=f"OFFICER {office.name}"),
        )
        staff.appoint(
            by, clock, person=person.id, office=office, order_number="T-1", since=date(2026, 1, 1)
        )
    for again, office in (
        ("accounts_2", Office.ACCOUNTS),
        ("accounts_3", Office.ACCOUNTS),
        ("commissioner_2", Office.COMMISSIONER),
    ):
        enter_one_more(by, clock, again, office)
    order = orders.make_rate_order(
        by,
        clock,
        number="T-7",
        since=date(2026, 1, 1),
        pound_fee=rupees(40),
        expenses=rupees(115),
    )
    orders.sign_rate_order(
        officer_named("commissioner", Office.COMMISSIONER), clock, order=order.id
    )
    staff_list.set_staff_list_life(by, clock, hours=92 * 24, order_number="T-9")


def enter_one_more(by, clock, sign_in_name, office, name="", **keys):
    """Enter one more person of an office: maker, checker and payer are three."""
    known_by = hide_all(KEY, identity=f"OFFICER {sign_in_name}", **keys)
    person = staff.enter_person(
        by,
        clock,
        name=name or f"The {sign_in_name}",
        sign_in_name=sign_in_name,
        known_by=known_by,
    )
    staff.appoint(
        by, clock, person=person.id, office=office, order_number="T-1", since=date(2026, 1, 1)
    )
    return Officer(person.id, office)


def officer_named(sign_in_name, office):
    """The person who signs in by a name, acting in an office."""
    return Officer(find_person_by_sign_in_name(sign_in_name).id, office)


def entry(number=412, on=date(2026, 11, 18), animals=None, **particulars):
    """An entry of the register, a she-buffalo unless told otherwise."""
    facts = {
        "number": number,
        "year": on.year,
        "on": on,
        "at": None,
        "animals": animals or (Animals(CattleClass(4), 1),),
        "kind": "she-buffalo",
        "kind_written": "she buffalo",
        "breed": "Murrah",
        "colour": "black",
        "sex": "F",
        "age": "~6 yrs",
        "ear_tag": None,
        "marks": "white star forehead",
        "area": "Begum Bazar",
        "brought_by": "PC 2281",
        "owner_told": "",
        "pen": "B-7",
        "remarks": (),
        "direction_wanted": False,
    } | particulars
    return Entry(**facts)


class Hands:
    """Does the acts of a case one after another, each by the officer whose duty it is."""

    def __init__(self, people, clock):
        self.people, self.clock = people, clock

    def take_in(self, number=412, on=None, **particulars):
        on = on or self.clock.at.astimezone(HYDERABAD).date()
        taken = pound.take_in(
            self.people[Office.POUND_KEEPER],
            self.clock,
            pound=POUND,
            entry=entry(number, on, **particulars),
        )
        if past_day_of(taken.id) is not None:
            self.confirm_day(taken.number)
        return taken.number

    def confirm_day(self, case, *, by=Office.CLERK, confirmed=True):
        """Let a second person answer for a day that was entered long after."""
        return past_days.answer_past_day(
            self.people[by],
            self.clock,
            case=case,
            confirmed=confirmed,
            reason="seen in the paper register of that day",
        )

    def release(self, case, owner="K. Yellaiah", *, agent=None, authority="", short=0):
        today = self.clock.at.astimezone(HYDERABAD).date()
        due = dues_on(find_impounding(case), today).total
        payer = Payer(agent or owner, owner if agent else None, authority)
        return pound.deliver_to_owner(
            self.people[Office.POUND_KEEPER],
            self.clock,
            case=case,
            payer=payer,
            offered=due - Money(short),
            mode="cash",
            reference="",
            proof_seen="ear-tag card",
        )

    def arrange(self, *cases, on=None, starting_price=5_000, step=500):
        by = self.people[Office.CLERK]
        on = on or self.clock.at.astimezone(HYDERABAD).date()
        sale = sales.arrange_sale(
            by, self.clock, pound=POUND, on=on, hour="11:00", place="Yard", terms="Cash or UPI."
        )
        for case in cases:
            sales.add_lot(
                by,
                self.clock,
                sale=sale.number,
                case=case,
                starting_price=rupees(starting_price),
                step=rupees(step),
            )
        sales.put_up_notice(by, self.clock, sale=sale.number, where="pound gate")
        return sale.number

    def enter_bidder(self, name, phone):
        """Enter somebody who bids from a phone; from here on he is the bidder of this test."""
        by = self.people[Office.ADMINISTRATOR]
        sign_in_name = name.lower().replace(" ", "").replace(".", "")
        person = staff.enter_person(
            by, self.clock, name=name, sign_in_name=sign_in_name, phone=phone
        )
        staff.appoint(
            by,
            self.clock,
            person=person.id,
            office=Office.BIDDER,
            order_number="T-9",
            since=self.clock.at.date(),
        )
        self.people[Office.BIDDER] = Officer(person.id, Office.BIDDER)
        return self.people[Office.BIDDER]

    def confirm_staff_list(self):
        staff_list.confirm_staff_list(
            self.people[Office.ADMINISTRATOR], self.clock, order_number="T-10"
        )

    def open(self, sale):
        self.confirm_staff_list()
        sales.open_sale(self.people[Office.AUCTIONEER], self.clock, sale=sale)

    def give_card(self, sale, number=23, name="Ramesh Y.", identity=None, *, asked=True, **keys):
        identity = identity or f"ID-{number}"
        phone = keys.pop("phone", f"98480{number:05}")
        relation = keys.pop("relation_typed", "")
        known_by = hide_all(KEY, identity=identity, phone=phone, **keys)

        def give(about=""):
            return cards.give_card(
                self.people[Office.CLERK],
                self.clock,
                sale=sale,
                name=name,
                phone=phone,
                buys_for="himself",
                buys_for_barred=False,
                known_by=known_by,
                number=number,
                relation=relation,
                asked_about=about,
            )

        try:
            return give()
        except AskBeforeCard as ask:
            if not asked:
                raise
            return give(ask.about)

    def ask_for_deposit(self, sale, amount=2_000):
        deposits.ask_for_deposit(
            self.people[Office.CLERK], self.clock, sale=sale, amount=rupees(amount)
        )

    def take_deposit(self, sale, card=23, amount=2_000, *, mode="cash", reference=""):
        return deposits.take_deposit(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            card=card,
            offered=rupees(amount),
            mode=mode,
            reference=reference,
        )

    def refund_deposit(self, sale, card=23):
        return deposits.refund_deposit(
            self.people[Office.CLERK], self.clock, sale=sale, card=card, mode="cash", reference=""
        )

    def forfeit_deposit(self, sale, card=23, lot=1, reason="won, and did not pay"):
        return deposits.forfeit_deposit(
            self.people[Office.CLERK], self.clock, sale=sale, card=card, lot=lot, reason=reason
        )

    def reverse_deposit(self, deposit, reason="entered for the wrong card"):
        deposits.reverse_deposit(
            self.people[Office.CLERK],
            self.clock,
            year=deposit.year,
            number=deposit.number,
            reason=reason,
        )

    def reverse_deposit_end(self, deposit, reason="entered by mistake"):
        deposits.reverse_deposit_end(
            self.people[Office.CLERK],
            self.clock,
            year=deposit.year,
            number=deposit.number,
            reason=reason,
        )

    def default(self, sale, lot=1, place=1):
        """Open a sold lot again and strike out its winner, who did not pay."""
        by = self.people[Office.CLERK]
        ring.reopen_lot(by, self.clock, sale=sale, lot=lot, reason="the buyer did not pay")
        ring.strike_out_bid(by, self.clock, sale=sale, lot=lot, place=place, reason=NOT_PAID)

    def bring_in(self, sale, lot=1):
        ring.bring_in(self.people[Office.CLERK], self.clock, sale=sale, lot=lot)

    def bid(self, sale, amount, *, card=23, lot=1, key=None, seen=None):
        return bids.place_floor_bid(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            lot=lot,
            card=card,
            amount=rupees(amount),
            seen=find_lot(sale, lot).ring().seen if seen is None else seen,
            sure=True,
            key=key or f"{lot}-{card}-{amount}",
        )

    def knock_down(self, sale, amount, *, card=23, lot=1):
        return ring.knock_down(
            self.people[Office.AUCTIONEER],
            self.clock,
            sale=sale,
            lot=lot,
            card=card,
            amount=rupees(amount),
        )

    def pay(
        self, sale, amount, *, lot=1, payer="Ramesh Y.", known_by=(), mode="cash", reference=""
    ):
        return settlement.take_hammer_money(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            lot=lot,
            offered=rupees(amount),
            payer=payer,
            payer_known_by=known_by,
            mode=mode,
            reference=reference,
        )

    def count_cash(self, sale, *, over=0, reason="", by=Office.CLERK):
        """Count the cash box of a sale; `over` rupees more are in it than the receipts say."""
        booked = cash_booked(find_sale(sale).id)
        return closing.count_cash(
            self.people[by],
            self.clock,
            sale=sale,
            pieces={500: 0},
            coins=booked + rupees(over),
            reason=reason,
        )

    def close(self, sale):
        """Count the cash, and let another person close the sale."""
        self.count_cash(sale)
        sales.close_sale(self.people[Office.AUCTIONEER], self.clock, sale=sale)

    def put_in_default(self, sale, lot=1, reason="he did not come to pay"):
        return undone.put_in_default(
            self.people[Office.CLERK], self.clock, sale=sale, lot=lot, reason=reason
        )

    def order_void(self, sale, lot=1, number="V-1", reason="sold by mistake"):
        return undone.order_void(
            self.people[Office.COMMISSIONER],
            self.clock,
            sale=sale,
            lot=lot,
            number=number,
            reason=reason,
        )

    def make_void(self, sale, lot=1, *, by=Office.CLERK):
        return undone.make_void(self.people[by], self.clock, sale=sale, lot=lot)

    def give_back(self, refund, to="Ramesh Y."):
        return undone.give_back(
            self.people[Office.CLERK], self.clock, refund=refund, to=to, mode="cash", reference=""
        )

    def sell(self, case, amount=42_500, *, card=23):
        """Walk one case from the due list to the buyer's receipt, today."""
        sale = self.arrange(case, starting_price=amount)
        self.open(sale)
        self.give_card(sale, card)
        self.bring_in(sale)
        self.bid(sale, amount, card=card)
        self.knock_down(sale, amount, card=card)
        self.pay(sale, amount)
        return sale

    def list_staff(
        self,
        name="J. Swamy",
        office=BarredOffice.POUND_KEEPER,
        since=None,
        *,
        kin=(),
        relation="",
        **keys,
    ):
        return staff_list.list_staff_member(
            self.people[Office.ADMINISTRATOR],
            self.clock,
            name=name,
            office=office,
            since=since or date(2026, 1, 1),
            known_by=hide_all(KEY, relation=relation, **keys),
            relation=relation,
            kin_known_by=kin,
        )

    def claim(
        self,
        case,
        name="K. Yellaiah",
        *,
        online=False,
        phone="9848012345",
        answers=None,
        language="en",
        **more,
    ):
        account = {"bank_account": "000111222333", "ifsc": "SBIN0000001"} | more
        bank = f"{account['ifsc']} {account['bank_account']}"
        claimant = Claimant(
            name,
            phone,
            "I bought her as a calf.",
            answers=answers or {},
            known_by=hide_all(KEY, phone=phone, bank=bank),
            language=language,
            **account,
        )
        if online:
            return claims.send_claim(
                NOBODY, self.clock, case=case, claimant=claimant, code="12345678"
            )
        return claims.take_claim(
            self.people[Office.CLERK], self.clock, case=case, claimant=claimant
        )

    def add_paper(self, claim, called="ear-tag card", sha256="a" * 64, **found):
        paper = Paper(called, "card.jpg", sha256, 100, Kind.JPEG, **found)
        return claim_papers.add_paper(
            self.people[Office.CLERK], self.clock, claim=claim.id, paper=paper
        )

    def ask_payee_change(self, claim, bank_account="999888777666", ifsc="HDFC0000001"):
        return payees.ask_payee_change(
            self.people[Office.CLERK],
            self.clock,
            claim=claim.id,
            bank_account=bank_account,
            ifsc=ifsc,
            reason="he wrote the number of his old passbook",
            words=f"Claim {claim.written}: somebody asks for another account.",
        )

    def decide_payee_change(self, payee, *, approved=True, by=None):
        return payees.decide_payee_change(
            by or self.people[Office.CLAIMS_OFFICER],
            self.clock,
            payee=payee.id,
            approved=approved,
            reason="called the claimant on his old phone",
            words="The account is changed.",
        )

    def decide(self, case, allowed, *refused):
        findings = {one.id: Finding.REFUSED for one in refused}
        if allowed is not None:
            findings[allowed.id] = Finding.ALLOWED
        return claims.decide_claims(
            self.people[Office.CLAIMS_OFFICER],
            self.clock,
            case=case,
            findings=findings,
            reasons="The ear-tag card names him; four marks of four agree.",
        )

    def hand_over(self, sale, lot=1, *, known_by=()):
        return settlement.hand_over(
            self.people[Office.POUND_KEEPER],
            self.clock,
            sale=sale,
            lot=lot,
            taken_away_by="Ramesh Y.",
            collector_known_by=known_by,
        )

    def order_rate(self, **rate):
        """Prepare a rate order and let a second person sign it."""
        order = orders.make_rate_order(self.people[Office.COMMISSIONER], self.clock, **rate)
        signer = officer_named("commissioner_2", Office.COMMISSIONER)
        orders.sign_rate_order(signer, self.clock, order=order.id)
        return order

    def accounts(self, act, **particulars):
        """Do an act of the accounts by the first, second or third person whose step it is.

        What a second person has to approve before a payment, and the head of account, are seen to.
        """
        if act is surplus.make_challan:
            self.head(particulars.pop("head_of_account", "0070-01"))
            for number in particulars["appropriations"]:
                self.approve(approvals.approve_appropriation, appropriation=number)
        if act is surplus.pay_voucher:
            self.approve(approvals.approve_voucher, voucher=particulars["voucher"])
        if act is surplus.enter_treasury_number:
            self.approve(approvals.approve_challan, challan=particulars["challan"])
        third = act in {surplus.pay_voucher, surplus.enter_treasury_number}
        by = officer_named("accounts_3", Office.ACCOUNTS) if third else self.people[Office.ACCOUNTS]
        return act(by, self.clock, **particulars)

    def undo_challan(self, challan, reason="the Treasury sent it back"):
        """Ask, approve and carry out, each by another person."""
        first, second, third = (
            officer_named(name, Office.ACCOUNTS)
            for name in ("accounts", "accounts_2", "accounts_3")
        )
        which = {"challan": challan}
        challan_undoing.ask_challan_reversal(first, self.clock, **which, reason=reason)
        challan_undoing.approve_challan_reversal(second, self.clock, **which)
        challan_undoing.reverse_challan(third, self.clock, **which)

    def reverse_refund(self, refund, reason="the account does not exist"):
        undone.reverse_refund(self.people[Office.CLERK], self.clock, refund=refund, reason=reason)

    def head(self, head="0070-01"):
        if head_of_account() != head:
            approvals.set_head_of_account(
                self.people[Office.ADMINISTRATOR], self.clock, head=head, order_number="T-30"
            )

    def carry_forward(self, **otherwise):
        """Carry the books forward, as the night does where much was done."""
        what = replace(what_to_carry(), **otherwise)
        return carrying.carry_forward(AT_THE_COMMAND_LINE, self.clock, what=what)

    def approve(self, act, **which):
        """Let the second person of the accounts approve something, unless it was."""
        with suppress(ApprovedAlready):
            act(officer_named("accounts_2", Office.ACCOUNTS), self.clock, **which)


def write_the_day_of_a_sale(hands, sale):
    """A row in each table of the day of a sale: tests, messages, order, limits, left bids."""
    clock, people = hands.clock, hands.people
    clerk = people[Office.CLERK]
    person = staff.enter_person(
        people[Office.ADMINISTRATOR],
        clock,
        name="Ramesh Y.",
        sign_in_name="ramesh y",
        phone="9848000023",
    )
    staff.appoint(
        people[Office.ADMINISTRATOR],
        clock,
        person=person.id,
        office=Office.BIDDER,
        order_number="T-8",
        since=clock.at.astimezone(HYDERABAD).date(),
    )
    bidder = Officer(person.id, Office.BIDDER)
    sale_day.try_phone_bid(bidder, clock, sale=sale, amount=rupees(1_000), seen=0, key="t")
    sale_day.announce(clerk, clock, sale=sale, message="break", words="There is a break.")
    sale_day.set_run_order(clerk, clock, sale=sale, lots=[1])
    sales.take_left_bids(clerk, clock, sale=sale)
    bids.set_limit(bidder, clock, sale=sale, most=rupees(50_000))
    bids.leave_bid(bidder, clock, sale=sale, lot=1, most=rupees(9_000), key="l")
    bids.take_back_left_bid(bidder, clock, sale=sale, lot=1)


def write_a_check(hands, sale):
    """A row in each table of checks: a held card, a finding, a moved phone, a list in doubt."""
    clock, people = hands.clock, hands.people
    hands.list_staff(name="PC 9", phone="9000000009")
    hands.give_card(sale, 60, phone="9000000009")
    held = last_screening(find_card(sale, 60).id)
    checks.decide_check(
        people[Office.CLAIMS_OFFICER],
        clock,
        screening=held.id,
        finding=CheckFinding.CLEARED,
        reason=CheckReason.SHARED_BY_MANY,
        words="The phone stands in a shop that forty people use.",
    )
    cards.move_phone(
        people[Office.CLERK], clock, sale=sale, card=60, phone="9000000061",
        known_by=hide_all(KEY, phone="9000000061"), reason="lost",
    )  # fmt: skip
    listed = [listed_member(n) for n in range(3)]
    by = people[Office.ADMINISTRATOR]
    staff_list.upload_staff_list(by, clock, order_number="T-20", listed=listed)
    sent = staff_list.upload_staff_list(by, clock, order_number="T-21", listed=listed[:1])
    staff_list.accept_staff_list(
        people[Office.COMMISSIONER], clock, version=sent.id, order_number="T-22"
    )
    hands.list_staff(name="PC 10", phone="9848000023")  # the buyer's own, learnt of late
    look_back.look_back(AT_THE_COMMAND_LINE, clock)
    for remark, _ in remarks():
        look_back.answer_remark(
            people[Office.COMMISSIONER],
            clock,
            remark=remark.id,
            words="Asked both of them at the counter: a brother paid.",
        )


def undo_sales(hands, in_default, void):
    """A row in each table of undone sales, of cash counts and of owners at the counter."""
    clock, clerk = hands.clock, hands.people[Office.CLERK]
    sale = hands.arrange(in_default, void)
    hands.open(sale)
    hands.give_card(sale, 71)
    payer = Payer("M. Das", "K. Yellaiah", "letter")
    told = {"colour": "black"}
    hands.bring_in(sale, 1)
    counter.keep_visit(clerk, clock, case=in_default, payer=payer, phone="9848012345", told=told)
    counter.hold_for_owner(clerk, clock, case=in_default)
    counter.give_up_hold(clerk, clock, case=in_default)
    for lot in (1, 2):
        if lot == 2:  # the first is in the ring already
            hands.bring_in(sale, lot)
        hands.bid(sale, 5_000, card=71, lot=lot)
        hands.knock_down(sale, 5_000, card=71, lot=lot)
    hands.pay(sale, 1_500, lot=1)
    hands.pay(sale, 2_000, lot=2)
    hands.pay(sale, 3_000, lot=2)
    hands.count_cash(sale, over=-500, reason="a note was torn")
    hands.order_void(sale, 2)
    refund = hands.make_void(sale, 2).id
    hands.give_back(refund)
    hands.reverse_refund(refund)
    hands.give_back(refund)
    clock.days_later(1)
    hands.put_in_default(sale, 1)


def listed_member(number, name=None, **keys):
    """One row of an upload of the staff list."""
    own = hide_all(KEY, staff_number=f"PC {number}", **keys)
    return staff_list.Listed(
        name or f"Constable {number}",
        BarredOffice.POLICE_OFFICER,
        date(2026, 1, 1),
        number=own[0].digest,
        fingerprint=",".join(sorted(key.digest for key in own)),
        own=own,
    )


def write_messages(clock):
    """A row in each table of the outbox: a code sent, tried, and its message sent and failed."""
    by = AT_THE_COMMAND_LINE
    asked = {"phone": "9848055555", "code_digest": "c" * 64}
    messages.send_code(NOBODY, clock, words="123456 is your code.", **asked)
    messages.try_code(NOBODY, clock, token_digest="t" * 64, ends_at=clock.at, **asked)
    messages.mark_failed(by, clock, message=1, why="no signal")
    messages.mark_sent(by, clock, message=1)


def forfeit_a_deposit(hands, case):
    """A bidder wins, does not pay, and loses his deposit; the lot is passed."""
    sale = hands.arrange(case)
    hands.ask_for_deposit(sale)
    hands.open(sale)
    hands.give_card(sale, 26, "Venkat R.")
    hands.take_deposit(sale, 26)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=26)
    hands.knock_down(sale, 5_000, card=26)
    hands.default(sale)
    hands.forfeit_deposit(sale, 26)
    ring.pass_lot(
        hands.people[Office.CLERK], hands.clock, sale=sale, lot=1, reason="nobody else bids"
    )
    hands.close(sale)


def hear_the_claimants(hands, case, claim):
    """A paper struck out, an answer compared, one hearing held and one called off."""
    clock, officer = hands.clock, hands.people[Office.CLAIMS_OFFICER]
    paper = hands.add_paper(claim)
    claim_papers.strike_paper(
        hands.people[Office.CLERK], clock, claim=claim.id, paper=paper.id, reason="another's card"
    )
    found = {claim.answers[0].id: Agreement.AGREES}
    hearings.compare_answers(officer, clock, claim=claim.id, found=found)
    fixed = {"case": case, "on": clock.at.date(), "hour": "11:00", "place": "Room 2", "words": {}}
    held = hearings.fix_hearing(officer, clock, **fixed)
    hearings.note_attendance(
        officer, clock, hearing=held.id, claim=claim.id, came=True, words="told the marks"
    )
    off = hearings.fix_hearing(officer, clock, **fixed)
    hearings.call_off_hearing(officer, clock, hearing=off.id, reason="the officer is ill")


def walk_every_way(hands):
    """Write at least one row into every table, by the acts that write it."""
    clock, people = hands.clock, hands.people
    write_messages(clock)
    feedback.give_feedback(
        NOBODY, clock, about=About.WRONG, page="/", words="a word", answer_to="", sender="s" * 64
    )
    commissioner, administrator = people[Office.COMMISSIONER], people[Office.ADMINISTRATOR]
    today = clock.at.date()
    orders.publish_notification(
        commissioner, clock, number="G.O. 1", area="Begum Bazar", since=today
    )
    orders.close_day(commissioner, clock, day=date(2026, 12, 25), why="Christmas Day")
    orders.open_day_again(commissioner, clock, day=date(2026, 12, 25), why="entered by mistake")
    orders.enter_reading(
        commissioner, clock, reading=Reading.R4, choice="deducted", authority="file 4", since=today
    )
    member = hands.list_staff(identity="SAMPLE 1", phone="9000010001", bank="SMPL 1")
    staff_list.end_staff_listing(
        administrator,
        clock,
        staff_member=member.id,
        order_number="T-3",
        from_day=date(2027, 1, 1),
    )
    clerk = staff.enter_person(administrator, clock, name="New clerk", sign_in_name="new")
    held = staff.appoint(
        administrator,
        clock,
        person=clerk.id,
        office=Office.CLERK,
        order_number="T-4",
        since=today,
    )
    staff.end_appointment(
        administrator, clock, appointment=held.id, order_number="T-5", from_day=today
    )
    staff.set_password(administrator, clock, person=clerk.id, hashed="$argon2id$nothing")
    opened = staff.sign_in(
        NOBODY,
        clock,
        person=people[Office.CLERK].person_id,
        office=Office.CLERK,
        token_digest="d" * 64,
        ends_at=clock.at,
    )
    staff.answer_password(people[Office.CLERK], clock, sign_in_id=opened.id, right=True)
    staff.sign_out(NOBODY, clock, sign_in_id=opened.id, why="signed out")
    doubtful = Held(
        line=2,
        cells={"number": "9/2026"},
        fingerprint="f" * 64,
        reasons=(Reason("on", "no_day", "Day brought: write the day.", can_be_confirmed=False),),
    )
    keeper = people[Office.POUND_KEEPER]
    register.read_in_rows(keeper, clock, pound=POUND, sheet="register.csv", rows=[doubtful])
    from portal.registers.impound import held_rows, impediments

    register.set_aside_held_row(keeper, clock, row=held_rows()[0].id, reason="not an animal")
    write_the_yard(hands)
    released, owned, unclaimed, short = (hands.take_in(n) for n in (1, 2, 3, 4))
    pound.stop_sale(keeper, clock, case=owned, reason="order of the court")
    stopped = impediments(find_impounding(owned).id)[0]
    pound.end_stop_of_sale(keeper, clock, impediment=stopped.id, reason="order ended")
    hands.release(released)
    clock.go(2026, 11, 30)
    orders.cancel_notification(
        commissioner, clock, cancels="G.O. 1", number="G.O. 2", last_day=clock.at.date()
    )
    sale = hands.arrange(owned)
    hands.ask_for_deposit(sale)
    hands.give_card(sale, 23)
    hands.take_deposit(sale, 23)
    write_the_day_of_a_sale(hands, sale)
    hands.open(sale)
    hands.give_card(sale, 41, "Sayeed")
    hands.reverse_deposit(hands.take_deposit(sale, 41))
    hands.take_deposit(sale, 41)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=None)
    ring.name_card(people[Office.CLERK], clock, sale=sale, lot=1, place=1, card=23)
    hands.bid(sale, 5_500, card=41)
    ring.strike_out_bid(people[Office.CLERK], clock, sale=sale, lot=1, place=2, reason="wrong card")
    hands.knock_down(sale, 5_000)
    ring.reopen_lot(people[Office.CLERK], clock, sale=sale, lot=1, reason="heard wrongly")
    hands.knock_down(sale, 5_000)
    wrong = hands.pay(sale, 5_000)
    settlement.reverse_receipt(
        people[Office.CLERK],
        clock,
        year=wrong.year,
        number=wrong.number,
        reason="wrong lot typed",
    )
    hands.pay(sale, 5_000)
    hands.hand_over(sale)
    write_a_check(hands, sale)
    hands.close(sale)
    hands.reverse_deposit_end(hands.refund_deposit(sale, 23))
    hands.refund_deposit(sale, 23)
    forfeit_a_deposit(hands, hands.take_in(5, date(2026, 11, 10)))
    hands.sell(unclaimed, 9_000, card=24)
    hands.sell(short, 500, card=25)
    undo_sales(hands, *(hands.take_in(number, date(2026, 11, 10)) for number in (6, 7)))
    clock.go(2026, 12, 10)
    claim = hands.claim(owned, answers={Question.MARKS: "a white star"})
    rival = hands.claim(owned, "Md. Saleem", online=True)
    hear_the_claimants(hands, owned, claim)
    clock.go(2026, 12, 16)
    hands.decide(owned, claim, rival)
    hands.decide_payee_change(hands.ask_payee_change(claim), approved=False)
    voucher = hands.accounts(surplus.draw_voucher, case=owned)
    hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="bank", reference="UTR 1")
    taken = hands.accounts(surplus.appropriate_surplus, case=unclaimed)
    wrong = hands.accounts(
        surplus.make_challan, head_of_account="0070-02", appropriations=(taken.id,)
    )
    hands.undo_challan(wrong.id, "wrong head of account")
    challan = hands.accounts(
        surplus.make_challan, head_of_account="0070-01", appropriations=(taken.id,)
    )
    hands.accounts(
        surplus.enter_treasury_number,
        challan=challan.id,
        treasury_number="T-1",
        on=clock.at.date(),
    )
    give_out_a_paper(hands, released)
    write_a_month_end(hands)


def a_photo_taken(shows=Shows.FACE, sha256="1" * 64):
    """A photo as the portal keeps one, of which the file itself is not asked for."""
    paper = Paper("face", "face.jpg", sha256, 900, Kind.JPEG, 640, 480, "2" * 64, "")
    return PhotoTaken(shows, paper, "3" * 64)


def write_the_yard(hands):
    """A row in each book of the yard: an entry begun and finished, its photos, care, a death."""
    keeper, clock = hands.people[Office.POUND_KEEPER], hands.clock
    today = clock.at.astimezone(HYDERABAD).date()
    begun = photos.begin_intake(keeper, clock, photo=a_photo_taken())
    intake.save_step(keeper, clock, intake=begun.id, step="animal", answers={"kind": "cow"})
    taken = intake.finish_intake(
        keeper,
        clock,
        intake=begun.id,
        pound=POUND,
        entry=entry(90, today),
        allot=False,
        marks=[Mark("white star", held_back=True), Mark("torn ear", held_back=True)],
        shown={1},
    )
    case = taken.number
    wrong = photos.add_photo(
        keeper, clock, case=case, photo=a_photo_taken(Shows.TAG, sha256="4" * 64)
    )
    photos.strike_photo(keeper, clock, case=case, photo=wrong.id, reason="another animal")
    tick = yard.tick_care(keeper, clock, case=case, on=today, remark="")
    yard.take_back(keeper, clock, book=YardBook.CARE, number=tick.id, reason="another pen")
    yard.enter_vet_slip(
        keeper, clock, case=case, fit=True, vet="Dr Rao", says="", examined_on=today
    )
    yard.move(keeper, clock, case=case, pound=POUND, pen="C-1", why="")
    yard.enter_birth(
        keeper,
        clock,
        case=case,
        kind="buffalo calf",
        cattle_class=CattleClass(4),
        head=1,
        on=today,
        remark="",
    )
    yard.enter_death(
        keeper, clock, case=case, cattle_class=CattleClass(4), head=1, on=today, cause="old"
    )


def set_paper(kind, about, year=2026):
    """A paper as a page sets it, without its PDF."""
    gathered = gather(kind, about)
    digest = digest_of_facts(gathered.facts)
    place = next_copy(kind, about, digest, year)
    return prints.SetPaper(kind, about, place, digest, gathered.void, "c" * 64, {})


def give_out_a_paper(hands, case):
    """The intake slip of a case, given out by the pound-keeper."""
    act = prints.ISSUE[Duty.KEEP_REGISTER]
    paper = set_paper(PrintKind.INTAKE_SLIP, case)
    return act(hands.people[Office.POUND_KEEPER], hands.clock, paper=paper)


def write_a_month_end(hands):
    """A row in each table of the month's end: a bank's file, a correction, a closed month."""
    month = Month(2026, 11)
    statement = hands.accounts(
        statements.read_statement,
        sender="State Bank",
        file_name="bank.csv",
        sha256="b" * 64,
        columns={"on": "Date", "reference": "Ref", "amount": "Amount"},
        rows=[StatementRow(2, date(2026, 11, 30), "UTR 99", rupees(-40))],
    )
    hands.carry_forward()
    hands.accounts(
        statements.set_aside_difference,
        statement=statement.id,
        difference="row 2",
        reason="charges of the bank",
    )
    correction = hands.accounts(
        corrections.prepare_correction,
        debit=Account.DIFFERENCES,
        credit=Account.CASH,
        amount=rupees(40),
        reason="charges of the bank",
        bank_line=1,
    )
    hands.approve(corrections.post_correction, correction=correction.id)
    hands.accounts(months.prepare_month, month=month)
    hands.approve(months.close_month, month=month)
