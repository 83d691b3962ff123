"""The case desk: one animal's life on one page, the list of all, the receipts."""

import re
from datetime import date
from html import unescape

import pytest
import visitor
from builders import walk_every_way

from portal.actions import orders, pound, settlement, surplus, yard
from portal.desks.cases.standing import owners_clock
from portal.law.cattle import CattleClass
from portal.law.offices import Office
from portal.law.readings import Reading
from portal.registers.case import CaseStage, gather
from portal.registers.case_list import count_by_stage, list_cases
from portal.registers.impound import find_impounding
from portal.registers.sales import find_lot
from portal.registers.settlement import receipt_for_lot
from portal.registers.stages import FINISHED
from portal.registers.timeline import timeline
from portal.registers.what_next import what_comes_next


def words(page):
    """What a page says; a comma or a full stop after a marked word keeps its place."""
    return re.sub(r" (?=[,.])", "", visitor.words(page)).replace("&#39;", "'")


def sold_and_claimed_twice(hands, case):
    """Sold on 30 November for ₹42,500, claimed on day 10 and on day 14."""
    hands.clock.go(2026, 11, 30, 11, 43)
    sale = hands.sell(case)
    hands.hand_over(sale)
    hands.clock.go(2026, 12, 10, 15, 5)
    first = hands.claim(case)
    hands.clock.go(2026, 12, 14, 11, 20)
    return first, hands.claim(case, "Md. Saleem", online=True)


def story_of(case, today):
    return [one.words for one in timeline(gather(find_impounding(case), today))]


def test_the_list_and_the_case_agree_where_each_case_stands(inside, hands, rows_of_every_kind):
    keeper, clock = hands.people[Office.POUND_KEEPER], hands.clock
    clock.go(2026, 12, 16, 12)
    sold_in_part, waiting, stopped, passed, ringed, _other = (
        hands.take_in(n) for n in range(50, 56)
    )
    clock.go(2026, 12, 30)
    hands.take_in(60)
    pound.stop_sale(keeper, clock, case=stopped, reason="order of the court")
    hands.arrange(waiting)
    sale = hands.arrange(ringed)
    hands.open(sale)
    hands.bring_in(sale)
    unpaid = hands.arrange(passed)
    hands.open(unpaid)
    hands.give_card(unpaid, 77)
    hands.bring_in(unpaid)
    hands.bid(unpaid, 5_000, card=77)
    hands.knock_down(unpaid, 5_000, card=77)
    hands.sell(sold_in_part, card=78)
    again = hands.sell(hands.take_in(59, on=date(2026, 12, 16)), card=79)
    wrong = receipt_for_lot(find_lot(again, 1).id)
    settlement.reverse_receipt(
        hands.people[Office.CLERK],
        clock,
        year=wrong.year,
        number=wrong.number,
        reason="wrong lot typed",
    )
    yard.enter_death(
        hands.people[Office.POUND_KEEPER],
        clock,
        case=hands.take_in(61, on=date(2026, 12, 16)),
        cattle_class=CattleClass(4),
        head=1,
        on=date(2026, 12, 16),
        cause="old age",
    )
    today, seen = clock.at.date(), set()
    claims = []
    for step in (None, "K. Yellaiah", "Md. Saleem", "order", "voucher"):
        if step in {"K. Yellaiah", "Md. Saleem"}:
            claims.append(hands.claim(sold_in_part, step))
        elif step == "order":
            hands.decide(sold_in_part, *claims)
        elif step == "voucher":
            clock.go(2027, 1, 15)
            today = clock.at.date()
            hands.accounts(surplus.draw_voucher, case=sold_in_part)
        listed = list_cases(today).cases
        for one in listed:
            assert gather(find_impounding(one.number), today).stage is one.stage, one
            seen.add(one.stage)
        counted = count_by_stage(today)
        assert sum(counted.values()) == sum(one.stage not in FINISHED for one in listed)
        assert list_cases(today, stage=CaseStage.DUE).found == counted.get(CaseStage.DUE, 0)
    assert seen == set(CaseStage)


@pytest.mark.parametrize("counted", ["excluded", "included"])
def test_the_list_counts_the_ten_days_as_the_case_does(inside, hands, counted):
    commissioner, clock = hands.people[Office.COMMISSIONER], hands.clock
    orders.enter_reading(
        commissioner,
        clock,
        reading=Reading.R1,
        choice=counted,
        authority="file 4",
        since=clock.at.date(),
    )
    for day in (27, 28):  # the last days, one way and the other; R2 moves them on
        orders.close_day(commissioner, clock, day=date(2026, 11, day), why="holiday")
    case = find_impounding(hands.take_in())
    stages = []
    for day in (27, 28, 29, 30):
        today = date(2026, 11, day)
        (listed,) = list_cases(today).cases
        assert listed.stage is gather(case, today).stage, today
        stages.append(listed.stage)
    assert stages == [CaseStage.IN_POUND] * 3 + [CaseStage.DUE]
    strip = owners_clock(gather(case, date(2026, 11, 29)))
    assert (strip.number, strip.of) == ((12, 12) if counted == "included" else (11, 11))


def test_the_story_is_told_newest_first_and_ends_where_it_began(inside, hands):
    case = hands.take_in()
    sold_and_claimed_twice(hands, case)
    standing = gather(find_impounding(case), hands.clock.at.date())
    assert story_of(case, hands.clock.at.date()) == [
        "Another claim came in, number 2",
        "A claim came in",
        "Taken away from the yard",
        "Buyer paid in full",
        "Sold to card 23",
        "Came into the ring",
        "Notice of sale 1 put up",
        "Put in sale 1 as lot 1",
        "Brought to the pound",
    ]
    nexts = [(f"{one.on:%d %b}", one.words) for one in what_comes_next(standing)]
    assert nexts == [
        ("16 Dec", "pay the owner, or carry it to the Government"),
        ("15 Dec", "last day for any claim"),
    ]


def test_what_was_undone_stays_in_the_story_beside_its_reason(inside, hands, rows_of_every_kind):
    told = timeline(gather(find_impounding("2026-2"), hands.clock.at.date()))
    undone = [one for one in told if one.undone]
    assert [one.numbers for one in undone] == [("R-2026-2",)]
    after = told[told.index(undone[0]) - 1]
    assert (after.words, after.says) == ("Receipt R-2026-2 reversed", "Wrong lot typed.")
    assert [one.words for one in told][:3] == [
        "Surplus paid to the owner",
        "Voucher V-1 drawn",
        "Order O-1 made",
    ]
    remitted = story_of("2026-3", hands.clock.at.date())
    assert remitted[:5] == [
        "The Treasury received it",
        "Put on challan C-2",
        "Challan C-1 undone",
        "Put on challan C-1",
        "Surplus carried to the Government",
    ]


def test_the_case_page_shows_clocks_story_money_and_claims(sign_in, hands, app):
    with app.app_context():
        case = hands.take_in(ear_tag="100422173308")
        sold_and_claimed_twice(hands, case)
    page = sign_in(Office.CLAIMS_OFFICER).see(f"/cases/{case}")
    said = words(page)
    assert "She-buffalo, Murrah, sold Mon 30 Nov 2026 for ₹42,500" in said
    assert "ear tag 1004 2217 3308" in said
    assert "Owner's ten days: over" in said
    assert "Surplus: day 14 of 15" in said
    assert "last day Tue 15 Dec 2026" in said
    assert "13 days × 40.00" in said
    assert "Surplus held for the owner 40,482.50" in said
    assert "In time, day 10" in said
    assert "In time, day 14" in said
    assert "K. Yellaiah" in said
    assert f"/cases/{case}/order" in page
    assert "/receipts/2026/1" in page


def test_a_fine_that_is_not_deducted_is_shown_and_the_sums_still_agree(sign_in, hands, app):
    with app.app_context():
        orders.enter_reading(
            hands.people[Office.COMMISSIONER],
            hands.clock,
            reading=Reading.R4,
            choice="not-deducted",
            authority="file 4",
            since=hands.clock.at.date(),
        )
        case = hands.take_in()
        sold_and_claimed_twice(hands, case)
    said = words(sign_in(Office.CLERK).see(f"/cases/{case}"))
    assert "not deducted, as R4 is read s.(4)(a) R4 0.00" in said
    assert "Surplus held for the owner 40,485.00" in said


def test_who_claims_is_not_for_the_pound_keeper(sign_in, hands, app):
    with app.app_context():
        case = hands.take_in()
        first, rival = sold_and_claimed_twice(hands, case)
        hands.clock.go(2026, 12, 16)
        hands.decide(case, first, rival)
        hands.accounts(surplus.draw_voucher, case=case)
    page = sign_in(Office.POUND_KEEPER).see(f"/cases/{case}")
    assert "Another claim came in" in page
    assert "Claim A-1 is allowed" in page
    assert "2 claims have come in" in words(page)
    for secret in ("Yellaiah", "Saleem", "as a calf", f"/cases/{case}/order", "/accounts/surplus"):
        assert secret not in page


def test_links_lead_only_where_the_office_may_go(sign_in, hands, app):
    with app.app_context():
        case = hands.take_in()
    keeper, auditor = sign_in(Office.POUND_KEEPER), sign_in(Office.AUDITOR)
    assert f"/cases/{case}/redemption" in keeper.see(f"/cases/{case}")
    assert "Stop the sale" in keeper.see(f"/cases/{case}")
    page = auditor.see(f"/cases/{case}")
    assert f"/cases/{case}/redemption" not in page
    assert "Stop the sale" not in page
    assert auditor.send(f"/cases/{case}/stop", reason="no duty").status_code == 403


def test_every_link_on_a_case_page_opens_to_the_office_that_sees_it(sign_in, hands, app):
    with app.app_context():
        walk_every_way(hands)
        fresh = hands.take_in(60)
        open_lot = hands.take_in(61, on=date(2026, 11, 20))
        hands.arrange(open_lot)
    for office in (Office.POUND_KEEPER, Office.CLERK, Office.ACCOUNTS, Office.AUDITOR):
        client, seen = sign_in(office), set()
        pages = [f"/cases/2026-{n}" for n in range(1, 5)] + ["/receipts/2026/3"]
        for page in (*pages, f"/cases/{fresh}", f"/cases/{open_lot}"):
            main = client.see(page).partition("<main")[2].partition("</main>")[0]
            seen |= {href.partition("#")[0] for href in re.findall('href="(/[^"]*)"', main)}
        ways = sorted(one for one in seen if not one.startswith("/static/"))
        assert len(ways) > 10
        for way in ways:
            assert client.get(way).status_code == 200, (office, way)


def test_day_ten_is_the_last_and_from_day_eleven_it_may_be_sold(sign_in, hands, app):
    with app.app_context():
        case = hands.take_in()
    for day, strip, may in (
        (27, "day 9 of 10", "No"),
        (28, "day 10 of 10", "No"),
        (29, "over", "Yes"),
    ):
        hands.clock.go(2026, 11, day)
        said = words(sign_in(Office.CLERK).see(f"/cases/{case}"))
        assert f"ten days: {strip}" in said
        assert f"May it be sold today? {may}" in said


def test_a_sale_is_stopped_with_a_reason_and_may_go_on_again(sign_in, hands, app):
    with app.app_context():
        case = hands.take_in()
    keeper = sign_in(Office.POUND_KEEPER)
    bare = keeper.send(f"/cases/{case}/stop", reason=" ")
    assert bare.status_code == 422
    assert "Write why it may not be sold" in bare.text
    page = keeper.do(f"/cases/{case}/stop", reason="W.P. 88 of 2026")
    assert "W.P. 88 of 2026" in page
    assert "Sale stopped" in page
    end = f"/cases/{case}/stop/1/end"
    assert keeper.send(end, ends="").status_code == 422
    assert "Stop of sale ended" in keeper.do(end, ends="vacated on appeal")
    again = keeper.send(end, ends="vacated on appeal")
    assert again.status_code == 422
    assert "Nothing was changed" in again.text
    with app.app_context():
        other = hands.take_in(413)
    assert keeper.send(f"/cases/{other}/stop/1/end", ends="of another").status_code == 404


def test_a_case_without_a_rate_is_still_shown(sign_in, hands, app):
    hands.clock.go(2026, 11, 19)
    with app.app_context():
        case = hands.take_in(on=hands.clock.at.date().replace(year=2025))
    page = sign_in(Office.CLERK).see(f"/cases/{case}")
    assert "no rate is in force" in page
    assert "Brought to the pound" in page


def test_cases_are_found_as_people_say_them(sign_in, hands, app):
    with app.app_context():
        hands.take_in(412, ear_tag="100422173308")
        hands.take_in(413, kind="cow", breed="100%", marks="brand")
    clerk = sign_in(Office.CLERK)
    found = {
        "412/2026": "2026-412",
        "2026-413": "2026-413",
        "1004 2217 3308": "2026-412",
        "COW": "2026-413",
        "100%": "2026-413",
        "413": "2026-413",
        "bran": "2026-413",
        "buff star": "2026-412",
    }
    for asked, number in found.items():
        page = clerk.see("/cases", query_string={"words": asked})
        other = ({"2026-412", "2026-413"} - {number}).pop()
        assert f"/cases/{number}" in page, asked
        assert f"/cases/{other}" not in page, asked
    assert "No case here is like that" in clerk.see("/cases", query_string={"words": "camel"})
    assert "No case here is like that" in clerk.see("/cases", query_string={"stage": "RELEASED"})
    assert clerk.get("/cases", query_string={"stage": "LOST"}).status_code == 422
    assert clerk.get("/cases", query_string={"after": "2026-999"}).status_code == 404
    assert clerk.get("/cases", query_string={"words": "\x00"}).status_code == 422
    assert clerk.get("/cases/2026-999").status_code == 404


def test_a_long_list_is_read_page_by_page(sign_in, hands, app):
    with app.app_context():
        for number in range(1, 53):
            hands.take_in(number)
    clerk = sign_in(Office.CLERK)
    first = clerk.see("/cases")
    second = clerk.see(unescape(re.search(r'rel="next" href="([^"]+)"', first)[1]))
    assert 'rel="next"' not in second
    assert "The latest" in words(second)
    assert "/cases/2026-52" in first
    assert '/cases/2026-2"' not in first
    assert '/cases/2026-2"' in second
    assert "/cases/2026-52" not in second


def test_a_receipt_says_for_what_and_a_reversed_one_is_void(sign_in, hands, app):
    with app.app_context():
        walk_every_way(hands)
    clerk = sign_in(Office.CLERK)
    dues = words(clerk.see("/receipts/2026/1"))
    assert "R-2026-1" in dues
    assert "the dues, paid in full" in dues
    assert "₹160.00" in dues
    void = words(clerk.see("/receipts/2026/2"))
    assert "VOID: this receipt was reversed" in void
    assert "wrong lot typed" in void
    good = words(clerk.see("/receipts/2026/3"))
    assert "VOID" not in good
    assert "hammer price of lot 1" in good
    for unknown in ("/receipts/2026/99", "/receipts/2025/1", f"/receipts/2026/{10**20}"):
        assert clerk.get(unknown).status_code == 404
