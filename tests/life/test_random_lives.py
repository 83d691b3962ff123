"""Random lives keep the books, 200 with PORTAL_CHECKS=full; and the same lives catch planted bugs."""

import os
import shutil

import pytest
from builders import StoppedClock
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from lives import Lives

from portal.actions import claims, deposits, ring, sales, settlement, surplus
from portal.law import ledger as ledger_law
from portal.law.money import Money
from portal.registers.base import db

MANY = settings(
    max_examples=200 if os.environ.get("PORTAL_CHECKS") == "full" else 70,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)
ENOUGH_TO_CATCH = settings(MANY, max_examples=100, phases=[Phase.generate])


@pytest.fixture
def lives(request, app, clock, people, settings, sqlite_model):
    """The machine, with a way to begin each life in a fresh copy of the database."""

    class TheseLives(Lives):
        @staticmethod
        def begin():
            context = app.app_context()
            context.push()
            db.session.remove()
            db.engine.dispose()
            _fresh(settings.database_url, sqlite_model)
            clock.at = StoppedClock().at

            def leave():
                db.session.remove()
                context.pop()

            return people, clock, leave

    return TheseLives


def _fresh(url, model):
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        for tail in ("-wal", "-shm"):
            shutil.os.path.exists(path + tail) and shutil.os.remove(path + tail)
        shutil.copy(model, path)
        return
    import psycopg
    from sqlalchemy import make_url

    address = make_url(url).set(drivername="postgresql")
    server = address.set(database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {address.database} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {address.database} TEMPLATE model")


def test_random_lives_keep_the_books(lives, settings):
    examples = MANY.max_examples if settings.database_url.startswith("sqlite") else 20
    run_state_machine_as_test(lives, settings=MANY.__class__(MANY, max_examples=examples))


def no_refusal(*_args, **_kwargs):
    return None


def keep_the_surplus(division):
    return ledger_law.on_hammer(division)[:-1]


# What is wrong, where lives begin that meet it soon, and what is put in the place of what.
PLANTED = {
    "the surplus is not held": ("sold", ring, "on_hammer", keep_the_surplus),
    "an animal is sold within the ten days": ("taken in", ring, "require_may_be_sold", no_refusal),
    "money leaves before its day": ("decided", surplus, "require_may_pay_owner", no_refusal),
    "the Government takes it too early": ("paid", surplus, "require_may_appropriate", no_refusal),
    "an order may leave a claim out": ("claimed", claims, "require_names_all", no_refusal),
    "a claim after the fifteenth day is taken": (
        "nobody came",
        claims,
        "require_claim_in_time",
        no_refusal,
    ),
    "a receipt moves another sum": (
        "sold",
        settlement,
        "on_buyer_paid",
        lambda _a: ledger_law.on_buyer_paid(Money(1)),
    ),
    "an appropriation moves another sum": (
        "nobody came",
        surplus,
        "on_appropriation",
        lambda a: ledger_law.on_appropriation(a - Money(1)),
    ),
    "a deposit moves another sum": (
        "taken in",
        deposits,
        "on_deposit_taken",
        lambda a: ledger_law.on_deposit_taken(a - Money(1)),
    ),
    "a deposit given back goes to the Government": (
        "paid",
        deposits,
        "on_deposit_refunded",
        ledger_law.on_deposit_forfeited,
    ),
    "a forfeited deposit leaves the house": (
        "in default",
        deposits,
        "on_deposit_forfeited",
        ledger_law.on_deposit_refunded,
    ),
    "part of a deposit is taken": ("deposit reversed", deposits, "require_may_take", no_refusal),
    "a deposit is forfeited without a default": (
        "paid",
        deposits,
        "require_may_forfeit",
        no_refusal,
    ),
    "a deposit is given back to one who owes": (
        "in default",
        deposits,
        "require_may_refund",
        no_refusal,
    ),
    "a reversed deposit leaves its money": ("deposit reversed", deposits, "undo", no_refusal),
}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_caught(lives, monkeypatch, bug):
    beginning, where, name, wrong = PLANTED[bug]
    monkeypatch.setattr(where, name, wrong)
    monkeypatch.setattr(lives, "beginnings", (beginning,))
    if bug == "an animal is sold within the ten days":
        monkeypatch.setattr(sales, "require_may_be_sold", no_refusal)
    with pytest.raises(Exception):  # noqa: B017, PT011 - any of the lives' own complaints
        run_state_machine_as_test(lives, settings=ENOUGH_TO_CATCH)
