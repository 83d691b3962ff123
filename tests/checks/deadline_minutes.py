"""Ask the law at every minute around the days of the Act, and an oracle that counts in whole numbers.

Run as a program of its own, so that the zone of the machine is the one it was started in. The oracle
knows no calendar and no time zone: a day in Hyderabad is (minutes since 1970 in UTC + 330) // 1440.
`DEADLINE_BUG` plants a fault in the law, which must be found.
"""

import hashlib
import json
import os
import sys
from datetime import UTC, date, datetime, timedelta

from portal.law import days, dues, sale, surplus
from portal.law.cattle import Animals, CattleClass
from portal.law.fines import Notification
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS
from portal.law.refusals import (
    ClaimTooLate,
    PaymentNotOpen,
    StillClaimable,
    TooEarlyToSell,
)

DAY, IST = 1440, 330
EPOCH = date(1970, 1, 1).toordinal()
STARTS = {
    "an ordinary week": (date(2026, 11, 18), ()),
    "day 9 is the 29th of February": (date(2028, 2, 20), ()),
    "day 15 is the 29th of February": (date(2028, 2, 14), ()),
    "a century with no leap day": (date(2100, 2, 19), ()),
    "day 10 is New Year's Day": (date(2026, 12, 22), ()),
    "day 15 is New Year's Day": (date(2026, 12, 17), ()),
    "the last days are closed": (date(2026, 12, 15), (10, 15, 16)),
    "clocks go back in New York on day 9": (date(2026, 10, 23), (14,)),
    "clocks go forward in New York on day 10": (date(2027, 3, 4), (10, 11)),
}
DOUBLED_SINCE = date(2026, 12, 20)
BEFORE, SINCE_NEW, FROM_DAY = (4_000, 11_500), (4_550, 12_025), 10  # pound fee, expenses, from day
HEAD, FINE = 3, 250  # she-buffaloes, paise a head


def minutes_of(start, closed, every):
    """Give the minutes, since 1970 in UTC, of days 9 to 11 and 14 to 16, and of days they move to."""
    first = (start.toordinal() - EPOCH) * DAY - IST
    for near in (range(9, 12), range(14, 17)):
        for day in [*near, *(near[-1] + 1 + n for n in range(len(closed)))]:
            for minute in range(DAY):
                if every == 1 or minute % every == 0 or minute < 3 or minute >= DAY - 3:
                    yield first + day * DAY + minute


def by_whole_numbers(minute, start, closed):
    """Say what the Act gives at a minute: sold, in time, paid, appropriated, days, dues in paise."""
    number = (minute + IST) // DAY - (start.toordinal() - EPOCH)
    last = {n: n + next(k for k in range(9) if n + k not in closed) for n in (10, 15)}
    in_days = [BEFORE if n < FROM_DAY else SINCE_NEW for n in range(number + 1)]
    fine = FINE * HEAD * (2 if start >= DOUBLED_SINCE else 1)
    return (
        number > last[10],
        number <= last[15],
        number > last[15],
        number > last[15],
        number + 1,
        sum(fee + expense for fee, expense in in_days) * HEAD + fine,
    )


def by_the_law(instant, start, closed_days):
    """Ask the portal's law the same."""
    today = days.legal_date(instant)
    allowed = surplus.Claim("A", start, surplus.Finding.ALLOWED, start)
    money, sold = Money(100), (start, closed_days, DEFAULT_READINGS)
    since = start + timedelta(days=FROM_DAY)
    statement = dues.dues(
        dues.Stay((Animals(CattleClass(4), HEAD),), start, "Begum Bazar"),
        today,
        (
            dues.DailyRate(date(2020, 1, 1), Money(BEFORE[0]), Money(BEFORE[1])),
            dues.DailyRate(since, Money(SINCE_NEW[0]), Money(SINCE_NEW[1])),
        ),
        (Notification("Begum Bazar", DOUBLED_SINCE, None), Notification("Narsingi", start, None)),
        DEFAULT_READINGS,
    )
    return (
        not refused(sale.require_may_be_sold, TooEarlyToSell, sale.Impounded(start), today, *sold[1:]),
        not refused(surplus.require_claim_in_time, ClaimTooLate, today, *sold),
        not refused(
            surplus.require_may_pay_owner, PaymentNotOpen, money, start, [allowed], today, *sold[1:]
        ),
        not refused(
            surplus.require_may_appropriate, StillClaimable, money, start, [], today, *sold[1:]
        ),
        statement.chargeable_days,
        statement.total.paise,
    )  # fmt: skip


def refused(rule, only, *facts):
    try:
        rule(*facts)
    except only:
        return True
    return False


def plant(bug):
    """Put a fault into the law, as a hasty hand would."""
    right = days.last_day
    if bug == "days of UTC":
        days.legal_date = lambda instant: instant.astimezone(UTC).date()
    elif bug == "days of the machine":
        days.legal_date = lambda instant: instant.astimezone().date()
    elif bug == "the first day counts":
        sale.last_day = surplus.last_day = lambda n, *rest: right(n - 1, *rest)
    elif bug == "a closed day counts":
        sale.last_day = surplus.last_day = lambda n, start, _closed, readings: right(
            n, start, (), readings
        )
    elif bug == "a part of a day is none":
        dues.days_charged = lambda first, last: max(1, (last - first).days)
    elif bug == "a new rate for all days":
        dues.DailyRate = lambda _since, *rates, make=dues.DailyRate: make(date(2020, 1, 1), *rates)
    elif bug:
        raise LookupError(bug)


def main():
    every, bug = int(sys.argv[1]), os.environ.get("DEADLINE_BUG", "")
    plant(bug)
    asked, wrong, all_answers = 0, [], hashlib.sha256()
    for name, (start, closed) in STARTS.items():
        closed_days = frozenset(start + timedelta(days=n) for n in closed)
        for minute in minutes_of(start, closed, every):
            # an instant as this machine has it, in the zone it was started in
            instant = datetime.fromtimestamp(minute * 60).astimezone()
            edge = instant + timedelta(minutes=1) - timedelta(microseconds=1)
            expected = by_whole_numbers(minute, start, closed)
            for at in (instant, edge) if (minute + IST) % DAY in {0, DAY - 1} else (instant,):
                answer = by_the_law(at, start, closed_days)
                all_answers.update(repr(answer).encode())
                asked += 1
                if answer != expected:
                    wrong.append(f"{name}, {at.isoformat()}: {answer}, not {expected}")
    told = {
        "asked": asked,
        "wrong": len(wrong),
        "first": wrong[:2],
        "answers": all_answers.hexdigest(),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
