"""Twelve months in pictures, each with its table; a closed month as it was kept."""

import re

from builders import walk_every_way
from visitor import words

from portal.law.offices import Office
from portal.registers.trends import last_months


def test_each_picture_says_what_its_table_says(sign_in, app, hands):
    with app.app_context():
        walk_every_way(hands)
        months = last_months(hands.clock.at.date())
    assert len(months) == 12
    november, december = months[-2:]
    assert (november.closed, december.closed) == (True, False)
    assert november.came_in == 9
    assert december.paid_to_owners.paise > 0
    page = sign_in(Office.COMMISSIONER).see("/figures")
    assert page.count('class="picture"') == page.count('<table class="list"') == 4
    assert len(re.findall("not closed yet", page)) == 4 * 11
    assert words(page).count("November 2026") >= 8
    assert december.paid_to_owners.decimal.split(".")[0] in page.replace(",", "")
    assert sign_in(Office.CLERK).get("/figures").status_code == 403


def test_before_anything_was_done_the_page_is_whole(sign_in):
    assert "<svg" in sign_in(Office.AUDITOR).see("/figures")
