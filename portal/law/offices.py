"""Who does what under the Act: offices, duties, and the one table that joins them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType


class Office(Enum):
    """A capacity in which a person acts."""

    PUBLIC = "public"
    BIDDER = "bidder"
    POUND_KEEPER = "pound-keeper"
    CLERK = "clerk"
    AUCTIONEER = "auctioneer"
    CLAIMS_OFFICER = "claims officer"
    ACCOUNTS = "accounts"
    COMMISSIONER = "commissioner"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"
    COMMAND_LINE = "command line"


class Duty(Enum):
    """A thing a person may do or see here."""

    SEE_PUBLIC = "see what the public sees"
    SIGN_IN = "sign in and out"
    CLAIM_ONLINE = "claim a surplus from home"
    GIVE_FEEDBACK = "write to the office"
    READ_FEEDBACK = "read what people wrote to the office"
    SEE_OWN_CARD = "see one's own card"
    BID = "bid from one's own phone"
    SEE_CASES = "see the cases"
    KEEP_REGISTER = "keep the impound register"
    CONFIRM_DAYS = "confirm a day of bringing in that was entered long after"
    DELIVER_TO_OWNER = "take the dues and deliver to the owner"
    DELIVER_TO_BUYER = "deliver to the buyer at the gate"
    ARRANGE_SALE = "list animals for a sale"
    GIVE_CARDS = "give cards to bidders"
    SEE_RING = "see the ring from inside"
    RECORD_BIDS = "record bids in the ring"
    KNOCK_DOWN = "let the hammer fall, pass and withdraw"
    TAKE_PAYMENT = "take the hammer money"
    TAKE_CLAIMS = "take claims at the counter"
    SEE_CLAIMS = "see the claims"
    DECIDE_CLAIMS = "decide who is the owner"
    SEE_BOOKS = "see the ledger"
    KEEP_BOOKS = "keep the ledger"
    APPROVE_BOOKS = "approve what another person of the accounts prepared"
    SET_HEAD = "set the head of account"
    SEE_ORDERS = "see rates, notifications and readings"
    MAKE_ORDERS = "make orders of the Commissioner"
    SIGN_ORDERS = "sign orders that another person prepared"
    KEEP_STAFF_LIST = "keep the staff list and appointments"
    LOOK_BACK = "look back over past sales"
    CARRY_FORWARD = "carry the books forward"
    SEE_CHECKS = "see which cards need a check"
    DECIDE_CHECKS = "check the cards that are held"
    SEE_JOURNAL = "read the journal"
    MOVE_CLOCK = "move the clock of the demo"
    SEND_MESSAGES = "send the messages of the outbox"


_EVERYONE = frozenset(
    {Duty.SEE_PUBLIC, Duty.SIGN_IN, Duty.CLAIM_ONLINE, Duty.GIVE_FEEDBACK, Duty.MOVE_CLOCK}
)
_STAFF = _EVERYONE | {Duty.SEE_CASES, Duty.SEE_ORDERS}

DUTIES: Mapping[Office, frozenset[Duty]] = MappingProxyType(
    {
        Office.PUBLIC: _EVERYONE,
        Office.BIDDER: _EVERYONE | {Duty.SEE_OWN_CARD, Duty.BID},
        # (3): the pound-keeper has no part in cards, bids or the ring.
        Office.POUND_KEEPER: _STAFF
        | {
            Duty.KEEP_REGISTER,
            Duty.CONFIRM_DAYS,
            Duty.DELIVER_TO_OWNER,
            Duty.DELIVER_TO_BUYER,
        },
        Office.CLERK: _STAFF
        | {
            Duty.KEEP_REGISTER,
            Duty.CONFIRM_DAYS,
            Duty.DELIVER_TO_OWNER,
            Duty.DELIVER_TO_BUYER,
            Duty.ARRANGE_SALE,
            Duty.GIVE_CARDS,
            Duty.SEE_RING,
            Duty.RECORD_BIDS,
            Duty.KNOCK_DOWN,
            Duty.TAKE_PAYMENT,
            Duty.TAKE_CLAIMS,
            Duty.SEE_CLAIMS,
        },
        Office.AUCTIONEER: _STAFF
        | {Duty.ARRANGE_SALE, Duty.SEE_RING, Duty.RECORD_BIDS, Duty.KNOCK_DOWN},
        Office.CLAIMS_OFFICER: _STAFF
        | {
            Duty.SEE_CLAIMS,
            Duty.TAKE_CLAIMS,
            Duty.DECIDE_CLAIMS,
            Duty.SEE_CHECKS,
            Duty.DECIDE_CHECKS,
        },
        Office.ACCOUNTS: _STAFF
        | {Duty.SEE_CLAIMS, Duty.SEE_BOOKS, Duty.KEEP_BOOKS, Duty.APPROVE_BOOKS},
        Office.COMMISSIONER: _STAFF
        | {
            Duty.SEE_CLAIMS,
            Duty.SEE_BOOKS,
            Duty.SEE_JOURNAL,
            Duty.SEE_CHECKS,
            Duty.DECIDE_CHECKS,
            Duty.CONFIRM_DAYS,
            Duty.MAKE_ORDERS,
            Duty.SIGN_ORDERS,
            Duty.APPROVE_BOOKS,
            Duty.KEEP_STAFF_LIST,
            Duty.READ_FEEDBACK,
        },
        # Everything but secrets is open to him, and he changes nothing: he claims no surplus here.
        Office.AUDITOR: (_STAFF - {Duty.CLAIM_ONLINE})
        | {
            Duty.SEE_RING,
            Duty.SEE_CLAIMS,
            Duty.SEE_CHECKS,
            Duty.SEE_BOOKS,
            Duty.SEE_JOURNAL,
            Duty.READ_FEEDBACK,
        },
        Office.ADMINISTRATOR: _STAFF | {Duty.KEEP_STAFF_LIST, Duty.SET_HEAD, Duty.READ_FEEDBACK},
        Office.COMMAND_LINE: _STAFF
        | {
            Duty.KEEP_REGISTER,
            Duty.KEEP_STAFF_LIST,
            Duty.MAKE_ORDERS,
            Duty.SET_HEAD,
            Duty.LOOK_BACK,
            Duty.CARRY_FORWARD,
            Duty.SEND_MESSAGES,
        },
    }
)
