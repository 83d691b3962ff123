"""A case in JSON: worked out by the same law as everywhere else, and answered in JSON."""

from __future__ import annotations

import json
from collections import Counter

from portal.law.case_facts import Facts, read_case
from portal.law.case_reader import CaseUnreadable, no_constant, no_key_twice, whole_number
from portal.law.dues import DuesStatement, dues
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS
from portal.law.refusals import NoRate
from portal.law.sale import first_sale_day, last_day_to_pay
from portal.law.surplus import Destination, divide, last_day_to_claim, surplus_goes_to

__all__ = ["LONGEST", "CaseUnreadable", "assess"]
LONGEST = 1_000_000


def assess(text: str) -> str:
    """Work out one case, or a list of cases, and give the answers as JSON; raise CaseUnreadable."""
    if len(text) > LONGEST:
        raise CaseUnreadable(f"The text is longer than {LONGEST:,} characters. Give fewer cases.")
    if not text.strip():
        raise CaseUnreadable("There is no case: the text is empty.")
    try:
        return json.dumps(_answers(_read(text)), indent=1, ensure_ascii=False)
    except RecursionError:
        raise CaseUnreadable("The text is nested too deeply to be a case.") from None


def _read(text: str) -> object:
    try:
        return json.loads(
            text,
            object_pairs_hook=no_key_twice,
            parse_constant=no_constant,
            parse_int=whole_number,
        )
    except json.JSONDecodeError as error:
        raise CaseUnreadable(
            f"The text is not JSON: {error.msg}, line {error.lineno} column {error.colno}."
        ) from None


def _answers(read: object) -> dict[str, object] | list[dict[str, object]]:
    if isinstance(read, dict):
        return _answer(read_case(read, None))
    if not isinstance(read, list):
        raise CaseUnreadable("The text must be one case (an object) or a list of cases.")
    if not read:
        raise CaseUnreadable("There is no case: the list is empty.")
    cases = [read_case(one, number) for number, one in enumerate(read, start=1)]
    for one, times in Counter(case.id for case in cases).items():
        if times > 1:
            named = json.dumps(one, ensure_ascii=False)
            raise CaseUnreadable(f"Two cases have the id {named}. Give each its own.")
    return [_answer(case) for case in cases]


def _answer(facts: Facts) -> dict[str, object]:
    readings = DEFAULT_READINGS
    try:
        statement = dues(facts.stay, facts.until, facts.rates, facts.notifications, readings)
    except NoRate as missing:
        named, fed = json.dumps(facts.id, ensure_ascii=False), missing.places()["cattle_class"]
        raise CaseUnreadable(
            f"case {named}: daily_rates has no rate for {fed} on {missing.day.isoformat()}."
        ) from None
    first = first_sale_day(facts.stay.impounded_on, facts.closed, readings)
    answer: dict[str, object] = {
        "id": facts.id,
        "owner_last_day": last_day_to_pay(
            facts.stay.impounded_on, facts.closed, readings
        ).isoformat(),
        "first_sale_day": first.isoformat(),
        "chargeable_days": statement.chargeable_days,
        "fine": statement.fine.decimal,
        "pound_fee": statement.pound_fee.decimal,
        "expenses": statement.expenses.decimal,
        "dues": statement.total.decimal,
    }
    if facts.hammer_price is not None:
        answer |= _answer_of_sale(facts, facts.hammer_price, statement, lawful=facts.until >= first)
    return answer


def _answer_of_sale(
    facts: Facts, hammer_price: Money, statement: DuesStatement, *, lawful: bool
) -> dict[str, object]:
    readings = DEFAULT_READINGS
    division = divide(hammer_price, statement, readings)
    where, claim = surplus_goes_to(
        division.surplus, facts.until, facts.claims, facts.as_of, facts.closed, readings
    )
    return {
        "sale_lawful": lawful,
        "surplus": division.surplus.decimal,
        "shortfall": division.shortfall.decimal,
        "claim_last_day": last_day_to_claim(facts.until, facts.closed, readings).isoformat(),
        "surplus_goes_to": claim.claimant if claim and where is Destination.OWNER else where.value,
    }
