"""Government accounts: what the books say, and the surplus that leaves by voucher or challan."""

import re

import pytest
import sqlalchemy as sa
from visitor import words

from portal.actions.claims import Claimant, take_claim
from portal.law.offices import Office
from portal.registers.base import db


@pytest.fixture
def case(app, hands, clock):
    """A buffalo sold on 30 November for 42,500: 40,482.50 is held."""
    with app.app_context():
        number = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(number)
    return number


@pytest.fixture
def allowed(app, case, hands, clock):
    """The claim on it, to a bank account ending in 2333, allowed by an order."""
    with app.app_context():
        clock.go(2026, 12, 10)
        claim = hands.claim(case)
        hands.decide(case, claim)
    return claim


@pytest.fixture
def on(sign_in, clock):
    """Go to a day and sit down at the accounts desk."""

    def sit(*when):
        clock.go(*when)
        return sign_in(Office.ACCOUNTS)

    return sit


@pytest.fixture
def second(sign_in):
    """The person who approves; whoever stays away for a day comes in anew."""
    return lambda: sign_in(Office.ACCOUNTS, "accounts_2")


@pytest.fixture
def third(sign_in):
    """The person who pays and remits."""
    return lambda: sign_in(Office.ACCOUNTS, "accounts_3")


@pytest.fixture
def head(app, hands):
    """The head of account, as the administrator set it."""
    with app.app_context():
        hands.head("0070-01")


def test_the_accounts_begin_with_nothing_and_agree(sign_in):
    accounts = sign_in(Office.ACCOUNTS)
    page = words(accounts.see("/accounts"))
    assert "The books agree" in page
    assert "Surplus held nothing 0.00" in page
    assert "No money has moved yet" in accounts.see("/accounts/ledger")
    assert "Nothing is to be done with a surplus now" in accounts.see("/accounts/surplus")
    assert "No appropriation waits for a challan" in accounts.see("/challans")


def test_each_balance_says_on_which_side_it_stands(case, sign_in):
    page = words(sign_in(Office.ACCOUNTS).see("/accounts"))
    for balance in (
        "Cash and bank debit 42,500.00",
        "Surplus held credit 40,482.50",
        "Pound fees Government head credit 520.00",
        "Expenses Government head credit 1,495.00",
        "Fines Government head credit 2.50",
    ):
        assert balance in page


def test_every_line_of_the_ledger_leads_to_its_case_and_its_act(case, sign_in):
    auditor = sign_in(Office.AUDITOR)
    page = auditor.see("/accounts/ledger")
    assert f'href="/cases/{case}"' in page
    act = re.search(r'href="(/journal\?before=\d+)"', page)[1]
    assert "Take hammer money" in words(auditor.see(act))
    newest = int(re.search(r'scope="row" class="n">(\d+)<', page)[1])
    before = auditor.see(f"/accounts/ledger?before={newest}")
    assert f'class="n">{newest}<' not in before
    assert f'class="n">{newest - 1}<' in before
    assert "/journal?before" not in sign_in(Office.ACCOUNTS).see("/accounts/ledger")


def test_books_that_were_altered_do_not_agree_and_say_where(case, app, sign_in):
    with app.app_context():
        with db.engine.connect().execution_options(writing=True) as books:
            if db.engine.dialect.name == "sqlite":
                books.exec_driver_sql("DROP TRIGGER ledger_line_no_update")
            else:
                books.exec_driver_sql("ALTER TABLE ledger_line DISABLE TRIGGER USER")
            books.execute(sa.text("UPDATE ledger_line SET amount = amount + 100 WHERE id = 1"))
            books.commit()
    page = words(sign_in(Office.ACCOUNTS).see("/accounts"))
    assert "The books do not agree" in page
    assert "must have moved" in page
    assert "The books agree" not in page


def test_an_owner_is_paid_only_after_the_last_claim_day(case, allowed, on):
    accounts = on(2026, 12, 15, 23, 59)
    page = words(accounts.see("/accounts/surplus"))
    assert "Held now ₹40,482.50 of ₹40,482.50" in page
    assert "day 15 of 15" in page
    assert "payment opens on Wed 16 Dec 2026" in page
    assert "Draw the voucher" not in page
    early = accounts.send(f"/cases/{case}/voucher")
    assert early.status_code == 422
    assert "payment opens on Wed 16 Dec 2026" in words(early.text)
    accounts = on(2026, 12, 16, 0, 0)
    assert "Pay owners Orders that allow a claim, after the last claim day 1 ready" in words(
        accounts.see("/accounts")
    )
    assert "Draw the voucher" in accounts.see("/accounts/surplus")
    page = words(accounts.do(f"/cases/{case}/voucher"))
    assert "V-1" in page
    assert "Pay to K. Yellaiah Amount ₹40,482.50" in page
    assert "Not approved, not paid" in page
    assert "Decided The claims officer, Thu 10 Dec 2026" in page
    assert "Approved waits for another person" in page
    assert "By order O-1" in page


def test_a_voucher_is_drawn_and_paid_once(case, allowed, on, second, third):
    accounts = on(2026, 12, 16)
    accounts.do(f"/cases/{case}/voucher")
    again = accounts.send(f"/cases/{case}/voucher")
    assert again.status_code == 422
    assert "is on a voucher" in words(again.text)
    assert "is approved. A third person pays it." in second().do("/vouchers/1/approval")
    accounts = third()
    url = "/vouchers/1/payment"
    payment = {"mode": "bank transfer", "reference": "UTR 7", "account_end": "2333"}
    for says, wrong in (
        ("choose one", {"mode": ""}),
        ("choose one", {"mode": "gold"}),
        ("Enter the bank&#39;s reference", {"reference": " "}),
        ("not those of this voucher", {"account_end": ""}),
        ("not those of this voucher", {"account_end": "2332"}),
        ("not those of this voucher", {"account_end": "12333"}),
    ):
        reply = accounts.send(url, **payment | wrong)
        assert reply.status_code == 422
        assert says in reply.text
        assert "Not paid" in reply.text
    assert "Paid Wed 16 Dec 2026" in words(accounts.do(url, **payment))
    twice = accounts.send(url, **payment | {"reference": "UTR 8"})
    assert twice.status_code == 422
    assert "is paid already" in words(twice.text)
    assert "UTR 8" not in words(twice.text)
    assert "The books agree" in accounts.see("/accounts")


def test_no_transfer_is_entered_for_a_voucher_without_an_account(
    case, app, hands, people, on, second, third
):
    with app.app_context():
        who = Claimant("K. Yellaiah", "9848012345", "mine")
        claim = take_claim(people[Office.CLERK], hands.clock, case=case, claimant=who)
        hands.decide(case, claim)
    on(2026, 12, 16).do(f"/cases/{case}/voucher")
    second().do("/vouchers/1/approval")
    accounts = third()
    form = {"mode": "bank transfer", "reference": "UTR 7", "account_end": ""}
    refused = accounts.send("/vouchers/1/payment", **form)
    assert refused.status_code == 422
    assert "this voucher names no account" in words(refused.text)
    assert "cash, 14" in words(
        accounts.do("/vouchers/1/payment", **form | {"mode": "cash", "reference": "14"})
    )


def test_money_that_came_back_is_held_and_paid_by_a_new_voucher(case, allowed, on, second, third):
    accounts = on(2026, 12, 16)
    accounts.do(f"/cases/{case}/voucher")
    second().do("/vouchers/1/approval")
    third().do("/vouchers/1/payment", mode="cash", reference="14")
    empty = accounts.send("/vouchers/1/reversal", reason="  ")
    assert empty.status_code == 422
    assert "Write why this is reversed" in words(empty.text)
    assert "Draw the voucher" in accounts.do("/vouchers/1/reversal", reason="account closed")
    page = accounts.see("/vouchers/1")
    assert "Reversed" in page
    assert "Enter the payment" not in page
    assert "V-2" in words(accounts.do(f"/cases/{case}/voucher"))
    assert "The books agree" in accounts.see("/accounts")


def test_what_nobody_claimed_goes_to_the_treasury_by_challan(case, on, second, third, head):
    accounts = on(2026, 12, 15)
    assert "may still claim until Tue 15 Dec 2026" in words(accounts.see("/accounts/surplus"))
    assert accounts.send(f"/cases/{case}/appropriation").status_code == 422
    accounts = on(2026, 12, 16, 0, 0)
    accounts.do(f"/cases/{case}/appropriation")
    assert "1 waiting" in words(accounts.see("/accounts"))
    early = accounts.send("/challans", appropriations=["1"])
    assert "is not approved yet" in words(early.text)
    second().do("/appropriations/1/approval")
    page = words(accounts.do("/challans", appropriations=["1"]))
    assert "C-1" in page
    assert "To the Treasury 40,482.50" in page
    surplus = accounts.see("/accounts/surplus")
    assert 'href="/challans/1"' in surplus
    assert "Reverse it" not in surplus
    assert "Print and give out" in accounts.see("/challans/1/print")
    second().do("/challans/1/approval")
    page = words(third().do("/challans/1/treasury", treasury_number="T-2026-9", on="16-12-2026"))
    assert "T-2026-9, Wed 16 Dec 2026" in page
    assert "The books agree" in accounts.see("/accounts")


def test_a_challan_carries_what_is_ticked_and_only_what_waits(
    app, case, hands, clock, on, second, head
):
    with app.app_context():
        clock.go(2026, 12, 1)
        other = hands.take_in(413, on=clock.at.date().replace(month=11, day=15))
        hands.sell(other, 9_000, card=24)
    accounts = on(2026, 12, 17)
    for number in (case, other):
        accounts.do(f"/cases/{number}/appropriation")
    for number in (1, 2):
        second().do(f"/appropriations/{number}/approval")
    page = accounts.see("/challans")
    assert page.count(" checked") == 2
    for ticked in ([], ["9"], ["1", "9"], ["1", "1"], ["9" * 5_000], ["²"]):
        reply = accounts.send("/challans", appropriations=ticked)
        assert reply.status_code == 422, ticked[:1]
        assert "No challan was made" in words(reply.text)
        assert reply.text.count(" checked") == len(set(ticked) & {"1", "2"})
    both = accounts.do("/challans", appropriations=["1", "2"])
    assert case in both
    assert other in both
    again = accounts.send("/challans", appropriations=["1", "2"])
    assert again.status_code == 422


def test_no_challan_is_made_before_a_head_of_account_is_set(case, on, second, sign_in):
    accounts = on(2026, 12, 16)
    accounts.do(f"/cases/{case}/appropriation")
    second().do("/appropriations/1/approval")
    refused = accounts.send("/challans", appropriations=["1"])
    assert "the head of account is not set. Ask the administrator" in words(refused.text)
    assert accounts.send("/head-of-account", head="0070-01").status_code == 403
    administrator = sign_in(Office.ADMINISTRATOR)
    assert "Enter the head of account" in administrator.send("/head-of-account", head=" ").text
    administrator.do("/head-of-account", head="0070-01", order_number="Memo 3")
    assert "0070-01" in words(accounts.do("/challans", appropriations=["1"]))


def test_the_treasury_number_is_entered_once_with_a_day_that_can_be(case, on, second, third, head):
    accounts = on(2026, 12, 16)
    accounts.do(f"/cases/{case}/appropriation")
    second().do("/appropriations/1/approval")
    accounts.do("/challans", appropriations=["1"])
    second().do("/challans/1/approval")
    accounts = third()
    url, right = "/challans/1/treasury", {"treasury_number": "T-9", "on": "16-12-2026"}
    for says, wrong in (
        ("Enter the Treasury", {"treasury_number": ""}),
        ("must be a day", {"on": "soon"}),
        ("cannot be right", {"on": "17-12-2026"}),
        ("cannot be right", {"on": "15-12-2026"}),
    ):
        reply = accounts.send(url, **right | wrong)
        assert reply.status_code == 422
        assert says in words(reply.text)
        assert f'value="{(right | wrong)["on"]}"' in reply.text
    accounts.do(url, **right)
    assert "has its Treasury number already" in words(accounts.send(url, **right).text)


def test_a_mistaken_appropriation_is_reversed_with_its_reason(app, case, hands, clock, on):
    with app.app_context():
        clock.go(2026, 12, 1)
        other = hands.take_in(413, on=clock.at.date().replace(month=11, day=15))
        hands.sell(other, 9_000, card=24)
    accounts = on(2026, 12, 17)
    for number in (case, other):
        accounts.do(f"/cases/{number}/appropriation")
    empty = accounts.send("/appropriations/2/reversal", reason="")
    assert empty.status_code == 422
    assert empty.text.count("Write why this is reversed") == 2  # in the summary and at its field
    ids = re.findall(r' id="([^"]+)"', empty.text)
    assert len(ids) == len(set(ids)), "two fields with one id"
    assert "Appropriate 6" in accounts.do("/appropriations/2/reversal", reason="wrong case")
    again = accounts.send("/appropriations/2/reversal", reason="wrong case")
    assert again.status_code == 422
    assert "The books agree" in accounts.see("/accounts")


def test_what_is_not_in_the_books_is_not_found(case, sign_in):
    accounts = sign_in(Office.ACCOUNTS)
    for url in ("/vouchers/9", "/challans/9"):
        assert accounts.get(url).status_code == 404
    for url, form in (
        ("/vouchers/9/payment", {"mode": "cash", "reference": "1"}),
        ("/vouchers/9/reversal", {"reason": "x"}),
        ("/appropriations/9/reversal", {"reason": "x"}),
        ("/vouchers/9/approval", {}),
        ("/appropriations/9/approval", {}),
        ("/challans/9/approval", {}),
        ("/challans/9/treasury", {"treasury_number": "T", "on": "30-11-2026"}),
        ("/cases/2026-999/voucher", {}),
        ("/cases/2026-999/appropriation", {}),
    ):
        assert accounts.send(url, **form).status_code == 404, url


def test_who_sees_the_books_does_not_keep_them(case, on, sign_in):
    on(2026, 12, 16)
    for office in (Office.COMMISSIONER, Office.AUDITOR):
        browser = sign_in(office)
        assert "Appropriate 40482.50" not in browser.see("/accounts/surplus")
        assert browser.send(f"/cases/{case}/appropriation").status_code == 403
    for office in (Office.CLERK, Office.POUND_KEEPER, Office.CLAIMS_OFFICER, Office.PUBLIC):
        for url in ("/accounts", "/accounts/ledger", "/accounts/surplus", "/challans"):
            assert sign_in(office).get(url).status_code == 403
