"""The whole road, once: the November register walked to its end by the people of the demo.

The same walk is done by a visitor without JavaScript and in a real browser. A walker has
`go_in(name)`, `send(page, action, **answers)` and `text()`; `check()` proves the books after each
step.
"""

import io

from PIL import Image

RELEASED, WITHDRAWN = "2026-58", "2026-1"
CLAIMED, APPROPRIATED, SHORT, PASSED = "2026-28", "2026-8", "2026-2", "2026-3"
LOTS = [WITHDRAWN, SHORT, PASSED, APPROPRIATED, CLAIMED]  # oldest first, as on the due list
REASONS = "The ear-tag card names him, and he told four marks of four without being shown."


def a_photo():
    """A photo of a paper, as a phone would send it."""
    photo = io.BytesIO()
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(photo, "JPEG")
    return photo.getvalue()


def walk(walker_of, check, move_to):
    """Walk every way an animal can go. Each `walker_of(name)` is a browser of its own."""
    keeper, clerk = walker_of("anwar"), walker_of("lakshmi")
    release_one(keeper)
    check()
    sale = arrange_sale(clerk)
    check()
    owner_pays_first(keeper, clerk, sale)
    check()
    hold_the_sale(clerk, sale)
    check()
    settle(clerk, keeper, sale)
    check()
    move_to("10-12-2026", "15:05")
    lodge_claims(clerk, walker_of(None))
    check()
    move_to("14-12-2026", "11:20")
    decide(walker_of("srinivas"))
    check()
    accounts = walker_of("meera")
    too_early(accounts)
    check()
    move_to("18-12-2026", "10:00")
    second, third = walker_of("suresh"), walker_of("yusuf")
    walker_of("farida").send(
        "/head-of-account", "/head-of-account", head="0070-01-101", order_number="Memo 7"
    )
    pay_out(accounts, second, third)
    check()
    remit(accounts, second, third)
    check()
    read_the_journal(walker_of("thomas"))


def release_one(keeper):
    page = f"/cases/{RELEASED}/redemption"
    answers = {
        "owner": "Md. Saleem",
        "comes": "owner",
        "proof_seen": "ear-tag card",
        "mode": "cash",
    }
    keeper.send(page, page, **answers, offered="100")
    assert "Nothing was taken" in keeper.text()
    # 30 November to 2 December: three days at 40 and 115, and the fine of 2.50
    keeper.send(page, page, **answers, offered="467.50")
    assert "R-2026-1" in keeper.text()
    keeper.see(f"/cases/{RELEASED}")
    assert "Released" in keeper.text()


def arrange_sale(clerk, *, deposit=""):
    clerk.send("/due", "/sale-desk/new", case=LOTS)
    clerk.send(
        None,
        "/sale-desk/new",
        on="02-12-2026",
        hour="11:00",
        place="Pound yard",
        starting_price="500",
        step="10000",
    )
    for case in LOTS:
        assert case in clerk.text()
    sale = clerk.number_in_address()
    desk = f"/sales/{sale}/desk"
    clerk.send(desk, f"/sales/{sale}/notice", where="pound gate")
    if deposit:
        clerk.send(desk, f"/sales/{sale}/deposit", amount=deposit)
    cards = f"/sales/{sale}/cards"
    bidder = {"name": "Ramesh Yadav", "phone": "98480 00041", "identity": "SAMPLE 9001"}
    clerk.send(cards, cards, **bidder, staff="no", number="41")
    other = {"name": "Yadagiri", "phone": "98480 00007", "identity": "SAMPLE 9002"}
    clerk.send(cards, cards, **other, staff="no", number="7")
    barred = {"name": "Somebody", "phone": "98480 00008", "identity": "sample-0003-2281"}
    clerk.send(cards, cards, **barred, staff="no")
    assert "may not bid or buy" in clerk.text()
    clerk.send(desk, f"/sales/{sale}/opening")
    return sale


def owner_pays_first(keeper, clerk, sale):
    """Lot 1 is in the ring when its owner pays at the counter: it is withdrawn."""
    ring = f"/sales/{sale}/ring"
    clerk.send(ring, f"/sales/{sale}/lots/1/in-ring")
    bid(clerk, sale, 1, card=41, amount=500)
    page = f"/cases/{WITHDRAWN}/redemption"
    # 2 November to 2 December: 31 days at 40 and 115, and the fine of 1.50, doubled in Begum Bazar
    keeper.send(
        page,
        page,
        owner="K. Yellaiah",
        comes="agent",
        agent="His son",
        authority="letter seen",
        proof_seen="photo",
        offered="4808",
        mode="UPI",
        reference="412345678901",
    )
    clerk.see(ring)
    assert "Which lot comes in?" in clerk.text()
    clerk.see(f"/sales/{sale}/desk")
    assert "Withdrawn" in clerk.text()


def bid(clerk, sale, lot, *, card, amount):
    action = f"/sales/{sale}/lots/{lot}/floor-bids"
    clerk.send(f"/sales/{sale}/ring", action, which=-2, card=str(card), amount=str(amount))


def hold_the_sale(clerk, sale):
    ring = f"/sales/{sale}/ring"
    prices = {
        2: [(41, 500)],
        4: [(41, 1_400), (7, 4_100), (41, 9_000)],
        5: [
            (41, 500),
            (7, 1_400),
            (41, 4_100),
            (7, 12_200),
            (41, 36_500),
            (7, 42_400),
            (41, 42_500),
        ],
    }
    for lot, bids in prices.items():
        clerk.send(ring, f"/sales/{sale}/lots/{lot}/in-ring")
        for card, amount in bids:
            bid(clerk, sale, lot, card=card, amount=amount)
        bid(clerk, sale, lot, card=bids[-1][0], amount=bids[-1][1] + 100)
        assert "leads already" in clerk.text()
        clerk.send(ring, f"/sales/{sale}/lots/{lot}/calls")
        clerk.send(f"{ring}?sold=1", f"/sales/{sale}/lots/{lot}/hammer")
        assert f"Lot {lot} is sold to card {bids[-1][0]}" in clerk.text()
    clerk.send(ring, f"/sales/{sale}/lots/3/in-ring")
    clerk.send(ring, f"/sales/{sale}/lots/3/pass", reason="no bid")
    clerk.send(f"/sales/{sale}/close", f"/sales/{sale}/closing")
    clerk.see(f"/cases/{SHORT}")
    assert "Shortfall" in clerk.text()


def settle(clerk, keeper, sale):
    for lot, price in ((2, "500"), (4, "9,000"), (5, "42,500")):
        page = f"/sales/{sale}/lots/{lot}/payment"
        clerk.send(page, page, payer="Buyer", offered="99,999", mode="cash")
        assert "Nothing was taken" in clerk.text()
        clerk.send(page, page, payer="Buyer", offered=price, mode="cash")
        assert "Receipt" in clerk.text()
        keeper.send("/gate", f"/gate/{sale}/{lot}", taken_away_by="Buyer")
    clerk.see(f"/sales/{sale}/settlement")
    assert "52,000" in clerk.text()


def lodge_claims(clerk, owner):
    page = f"/claims/counter/{CLAIMED}"
    clerk.send(
        page,
        page,
        name="K. Yellaiah",
        phone="98480 55555",
        says="Mine since she was a calf: white star, left ear notch.",
        paid_how="bank",
        bank_account="000111224471",
        ifsc="SBIN0000001",
        marks="a white star on the forehead",
    )
    assert "A-1" in clerk.text()
    photo = ("card.jpg", a_photo())
    clerk.send(None, "/claims/1/papers", called="ear-tag card", file=photo)
    assert "is kept" in clerk.text()
    page = f"/claims/new/{CLAIMED}"
    owner.send(page, page, name="Md. Saleem", phone="98480 66666")
    for answers in (
        {"lost": "At the market, on Sunday"},
        {"marks": "I do not remember", "age": "she is young"},
        {"says": "I bought her on 9 November."},
        {"papers_when": "now"},
        {"paid_how": "counter"},
    ):
        owner.send(None, page, **answers)
    assert "I bought her on 9 November." in owner.text()
    owner.send(None, page)
    assert "A-2" in owner.text()
    owner.send(None, "/claims/mine/papers", called="sale letter", file=("letter.jpg", a_photo()))
    assert "sale letter" in owner.text()
    assert "Yellaiah" not in owner.text()


def decide(officer):
    compare = f"/cases/{CLAIMED}/comparison"
    officer.send(compare, "/claims/1/comparison", answer_1="AGREES")
    assert "1 of 1 compared agree" in officer.text()
    assert "the same file" in officer.text(), "both sent one photo"
    officer.send(
        compare, f"/cases/{CLAIMED}/hearings", on="14-12-2026", hour="11:30", place="Room 2"
    )
    officer.send(None, "/hearings/1/attendance", claim="1", came="yes", words="told the marks")
    assert "told the marks" in officer.text()
    page = f"/cases/{CLAIMED}/order"
    officer.send(page, page, finding_1="ALLOWED", reasons=REASONS)
    assert "each claim" in officer.text()
    officer.send(page, page, finding_1="ALLOWED", finding_2="REFUSED", reasons=REASONS)
    assert "O-1" in officer.text()


def too_early(accounts):
    accounts.see("/accounts/surplus")
    assert "payment opens on Fri 18 Dec 2026" in accounts.text()
    assert "may still claim until Thu 17 Dec 2026" in accounts.text()


def pay_out(accounts, second, third):
    accounts.send("/accounts/surplus", f"/cases/{CLAIMED}/voucher")
    assert "V-1" in accounts.text()
    # 42,500 less 15 days at 40 and 115, and the fine of 2.50
    assert "40,172.50" in accounts.text()
    accounts.send("/vouchers/1", "/vouchers/1/approval")
    assert "whoever drew the voucher may not approve it" in accounts.text()
    second.send("/vouchers/1", "/vouchers/1/approval")
    payment = {"mode": "bank transfer", "reference": "UTR 7", "account_end": "4471"}
    second.send("/vouchers/1", "/vouchers/1/payment", **payment)
    assert "whoever approved it may not pay it" in second.text()
    third.send("/vouchers/1", "/vouchers/1/payment", **payment)
    accounts.see(f"/cases/{CLAIMED}")
    assert "Paid to owner" in accounts.text()


def remit(accounts, second, third):
    accounts.send("/accounts/surplus", f"/cases/{APPROPRIATED}/appropriation")
    second.send("/accounts/surplus", "/appropriations/1/approval")
    accounts.send("/challans", "/challans")
    assert "C-1" in accounts.text()
    second.send("/challans/1", "/challans/1/approval")
    third.send("/challans/1", "/challans/1/treasury", treasury_number="T-2026-9", on="18-12-2026")
    accounts.see(f"/cases/{APPROPRIATED}")
    assert "To government" in accounts.text()
    accounts.see("/accounts")
    assert "The books agree" in accounts.text()


def read_the_journal(auditor):
    auditor.see(f"/journal/cases/{CLAIMED}")
    for act in ("Knock down", "Take hammer money", "Decide claims", "Pay voucher"):
        assert act in auditor.text()
