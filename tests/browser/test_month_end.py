"""The month's end in a real browser, with the bank's file of somebody else's making."""

from datetime import datetime
from io import BytesIO

import builders
import pytest
import sqlalchemy as sa
from builders import Hands, officer_named
from pypdf import PdfReader
from walker import WalkerInBrowser

from portal.actions import pound
from portal.app import create_app
from portal.clock import MovableClock
from portal.config import read_settings
from portal.demo.sample import POUND
from portal.law.days import HYDERABAD
from portal.law.delivery import Payer
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.dues import dues_on
from portal.registers.impound import Impounding

CLAIMED, UNCLAIMED = "2026-28", "2026-8"
COPIES = 3  # of a challan: for the remitter, the department, the bank and the Treasury
OFFICERS = {
    Office.POUND_KEEPER: "anwar",
    Office.CLERK: "lakshmi",
    Office.AUCTIONEER: "rahmat",
    Office.ADMINISTRATOR: "farida",
}


class DemoClock:
    """The demo's clock, as the builders look at it."""

    def __init__(self, moved):
        self.moved = moved

    @property
    def at(self):
        return self.moved.now()

    def now(self):
        return self.moved.now()


@pytest.fixture
def sums(demo, monkeypatch):
    """December in the demo: four releases paid by UPI, two sales, one claim that waits."""
    monkeypatch.setattr(builders, "POUND", POUND)
    settings = read_settings(demo.environ | {"PORTAL_ENV": "demo"})
    app, clock = create_app(settings), MovableClock(settings.moved_clock)
    with app.app_context():
        people = {office: officer_named(name, office) for office, name in OFFICERS.items()}
        hands = Hands(people, DemoClock(clock))
        newest = db.session.scalars(
            sa.select(Impounding)
            .where(Impounding.number.not_in((CLAIMED, UNCLAIMED)))
            .order_by(Impounding.on.desc(), Impounding.id)
            .limit(4)
        ).all()
        today = clock.now().astimezone(HYDERABAD).date()
        released = [one.number for one in newest]
        due = [dues_on(one, today).total for one in newest]
        for place, case in enumerate(released):
            pound.deliver_to_owner(
                people[Office.POUND_KEEPER],
                clock,
                case=case,
                payer=Payer(f"Owner {place}", None, ""),
                offered=due[place],
                mode="UPI",
                reference=f"43321000000{place}",
                proof_seen="ear-tag card",
            )
        for case, card in ((CLAIMED, 23), (UNCLAIMED, 24)):
            hands.sell(case, 42_500, card=card)
        clock.move_to(datetime(2026, 12, 10, 11, tzinfo=HYDERABAD))
        hands.claim(CLAIMED)
        clock.move_to(datetime(2027, 1, 2, 11, tzinfo=HYDERABAD))
        db.session.remove()
        db.engine.dispose()
    return [one.decimal for one in due]


def bank_file(sums):
    """A wrong amount, a double line, a missing line (the fourth), columns in a foreign order."""
    return "\n".join((
        "STATE BANK, ACCOUNT 0012,,,,",
        "Withdrawals (Rs),Deposits (Rs),Remarks of the Bank,Chq,Value Dt,Branch",
        f',"₹ {sums[0]} CR",UPI/CR/433210000000/OWNER,,02/12/2026,ABIDS',
        ',"9,99,999.00",UPI/CR/433210000001/OWNER,,02/12/2026,ABIDS',
        f',"{sums[2]}",UPI/CR/433210000002/OWNER,,2 Dec 2026,ABIDS',
        f',"{sums[2]}",UPI/CR/433210000002/OWNER,,2 Dec 2026,ABIDS',
        "11.80,,CHARGES,,03-12-2026,ABIDS",
    )).encode()  # fmt: skip


def test_the_month_is_closed_with_a_bank_file_that_does_not_match(chromium, demo, sums):
    first, second, third = (
        WalkerInBrowser(chromium, demo, name, width)
        for name, width in (("meera", 1366), ("suresh", 360), ("yusuf", 1366))
    )
    first.send("/bank-files", "/bank-files", sender="State Bank", file=("b.csv", bank_file(sums)))
    assert "Which column holds what?" in first.text()
    action = first.page.url.removeprefix(demo.address).split("?")[0]
    chosen = {"on": "Value Dt", "reference": "Remarks of the Bank", "amount": ""}
    first.send(None, action, **chosen, credit="Deposits (Rs)", debit="Withdrawals (Rs)")
    said = first.text().lower()
    assert "4 lines do not match" in said
    kinds = ("wrong amount", "double line", "missing at the bank", "unknown to us")
    places = [said.index(kind) for kind in kinds]
    assert places == sorted(places)
    assert said.index("2 lines agree") > max(places)
    aside = "/bank-files/1/aside"
    first.send(None, aside, which=1, reason="The bank entered it twice")
    first.send(None, aside, which=1, reason="It came on 4 January")
    first.page.locator("text=Correct it in the open month").last.click()
    first.send(None, "/corrections", reason="Charges of the bank")
    second.send("/corrections", "/corrections/1/posting")
    assert "entry 1 of January 2027" in second.text()
    first.see("/months/2026-12")
    assert f"Case {CLAIMED} has a claim waiting: left out" in first.text()
    first.send("/accounts/surplus", f"/cases/{UNCLAIMED}/appropriation")
    second.send("/accounts/surplus", "/appropriations/1/approval")
    first.send("/challans", "/challans")
    assert "head of account is not set. Ask the administrator" in first.text()
    WalkerInBrowser(chromium, demo, "farida").send(
        "/head-of-account", "/head-of-account", head="0070-01", order_number="Memo 9"
    )
    first.send("/challans", "/challans")
    first.see("/challans/1/print")
    first.page.click("text=Print and give out")
    first.see("/challans/1/print")
    printed = first.page.request.get(demo.address + first.page.get_attribute("th a", "href")).body()
    assert len(PdfReader(BytesIO(printed)).pages) == COPIES
    second.send("/challans/1", "/challans/1/approval")
    third.send("/challans/1", "/challans/1/treasury", treasury_number="T-1", on="02-01-2027")
    first.see("/returns/2026-12")
    first.send("/months/2026-12", "/months/2026-12/preparation")
    second.send("/months/2026-12", "/months/2026-12/closing")
    assert "December 2026 is locked. A correction goes into the open month" in second.text()
    for address in ("/pictures", "/balances", "/registers/receipts?month=2026-12", "/accounts"):
        second.see(address)
    assert "The books agree" in second.text()
    verified = demo.portal("verify")
    assert (verified.returncode, verified.stdout) == (0, "The books agree.\n")
    assert [fault for one in (first, second, third) for fault in one.faults] == []
