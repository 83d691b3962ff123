"""C10: of two acts at the same moment on one thing, exactly one has an effect."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from builders import rupees
from race_pairs import AFTER, KINDS, PRICE, race
from ring_harness import in_full_or, tell

from portal.actions import claims, pound, settlement, surplus
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.case import find_sold, gather
from portal.registers.impound import find_impounding

PAIRS = in_full_or(5, 300)


@pytest.mark.check("C10")
@pytest.mark.parametrize("kind", KINDS)
def test_of_two_at_the_same_moment_one_has_an_effect(inside, hands, kind):
    came, wrong = race(inside, hands, kind, PAIRS)
    tell("C10", db.engine.dialect.name, pair=kind, pairs=PAIRS, wrong=len(wrong), **came)
    assert wrong == {}
    assert sum(came.values()) == PAIRS
    assert list(differences()) == []


def no_refusal(*_args, **_kwargs):
    return None


def as_it_was_before(_act, case):
    """The surplus as somebody looked at it before he had the lock."""
    sold = find_sold(find_impounding(case))
    then = {
        name: getattr(sold, name) for name in ("lot", "division", "hammer", "readings", "receipt")
    }
    return SimpleNamespace(held=sold.division.surplus, voucher=None, appropriation=None, **then)


def nothing_paid(_entry):
    """The price of a lot as it stood before anything was paid of it."""
    return SimpleNamespace(price=lambda: SimpleNamespace(whole=False, due=rupees(PRICE)))


def not_sold_yet(impounding, on):
    """How a case stood before the hammer fell."""
    return replace(gather(impounding, on), sold=None)


PAY_OUT = [
    (surplus, "_surplus_here", as_it_was_before),
    (claims, "_require_money_is_here", no_refusal),
]
PLANTED = {
    "pay‖pay": ([(settlement, "_money", nothing_paid)], (0, 0)),
    "pay‖appropriate": (PAY_OUT, (0, AFTER)),
    "approve‖reject": (PAY_OUT, (0, AFTER)),
    "claim‖deadline job": (
        [(claims, "require_claim_in_time", no_refusal), PAY_OUT[1]],
        (AFTER, 0),
    ),
    "release‖sale": (
        [(pound, "gather", not_sold_yet), (pound, "require_may_be_delivered", no_refusal)],
        (AFTER, 0),
    ),
}


@pytest.mark.check("C10")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", KINDS)
def test_an_act_that_looked_before_it_had_the_lock_is_found(inside, hands, monkeypatch, kind):
    """What an act asks under its lock is left out, as if it had been asked before."""
    planted, waits = PLANTED[kind]
    for where, name, wrong in planted:
        monkeypatch.setattr(where, name, wrong)
    came, wrong = race(inside, hands, kind, 2, waits=waits)
    assert all(" and " in effects for effects in came), "a plant that breaks an act proves nothing"
    assert len(wrong) == 2, "two effects, and nobody saw it"
