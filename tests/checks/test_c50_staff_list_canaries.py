"""Nothing of the staff list but names, offices, days and last characters can be read by anybody.

A list with unmistakable values is uploaded; cards, payers and collectors are held and barred by it;
then every cell of every table, and what the command line says, is read.
"""

import io
import os
import re
import subprocess
import sys

import pytest
import sqlalchemy as sa
from builders import KEY
from written import as_csv

from portal.actions import checks
from portal.law.checks import Finding, Reason
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred
from portal.registers.base import db
from portal.registers.cards import find_card
from portal.registers.matching import hide_all
from portal.registers.screening import last_screening

LISTED = {
    "P.No.": "PCX 8877001",
    "Name": "J. Swamy",
    "Rank": "Pound-keeper",
    "Phones": "9877700771",
    "Identity no": "CNRY 4455 6677",
    "Bank account": "CNRY0000001 88997766551",
    "Door no": "87-78-8877/76",
    "PIN code": "509988",
    "House name": "Canaribhavan",
    "Kin phones": "9877700772",
    "Kin identity": "KINC 9988 7766",
    "Kin bank account": "KINC0000001 77886655441",
    "Agents": "9877700773; AGNT 6655 4433",
}
HIDDEN = (
    "PCX8877001", "9877700771", "CNRY44556677", "88997766551", "87788877", "509988",
    "CANARIBHAVAN", "9877700772", "KINC99887766", "77886655441", "9877700773", "AGNT66554433",
)  # fmt: skip
WORDS = "Both cards were shown; the account is his brother's own."


def found_in(text):
    plain = re.sub(r"[^0-9A-Z]", "", text.upper())
    return [canary for canary in HIDDEN if canary in plain]


@pytest.fixture
def screened_by_it(app, sign_in, hands, people, clock):
    """The list came by its page; a sale met it as holder, payer, collector, and was decided."""
    clock.go(2026, 11, 18, 9)
    browser = sign_in(Office.ADMINISTRATOR)
    content = as_csv([tuple(LISTED), tuple(LISTED.values())])
    sent = browser.send(
        "/staff-list/upload", order_number="Order 20", list=(io.BytesIO(content), "list.csv")
    )
    assert sent.status_code == 303, sent.text
    with app.app_context():
        case = hands.take_in(1)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        hands.open(sale)
        bank, door = LISTED["Bank account"], LISTED["Door no"]
        hands.give_card(sale, 30, "Zoya Q.", bank=bank)
        hands.give_card(sale, 31, "Ravi T.", door_number=door, pin_code="509988")
        hands.give_card(sale, 32, "Kishan L.", identity=LISTED["Kin identity"])
        hands.give_card(sale, 33, "Ramesh Y.")
        with pytest.raises(PurchaserBarred):
            hands.give_card(sale, 34, "Mohan P.", identity=LISTED["Identity no"])
        for finding, card, reason in (
            (Finding.CLEARED, 30, Reason.SHARED_BY_MANY),
            (Finding.BARRED, 31, Reason.BUYS_FOR_OFFICER),
        ):
            checks.decide_check(
                people[Office.CLAIMS_OFFICER], clock, finding=finding, reason=reason, words=WORDS,
                screening=last_screening(find_card(sale, card).id).id,
            )  # fmt: skip
        hands.bring_in(sale)
        hands.bid(sale, 5_000, card=33)
        hands.knock_down(sale, 5_000, card=33)
        with pytest.raises(PurchaserBarred):
            hands.pay(
                sale, 5_000, payer="Zoya Q.", known_by=hide_all(KEY, staff_number=LISTED["P.No."])
            )
        hands.pay(sale, 5_000)
        with pytest.raises(PurchaserBarred):
            hands.hand_over(sale, known_by=hide_all(KEY, identity=LISTED["Identity no"]))
        db.session.remove()
    return sale


@pytest.mark.check("C50")
def test_nothing_of_the_staff_list_lies_in_any_cell_or_comes_from_the_command_line(
    app, screened_by_it, settings, tmp_path
):
    with app.app_context():
        for name, table in db.metadata.tables.items():
            for row in db.session.execute(sa.select(table)).mappings():
                for column, cell in row.items():
                    assert found_in(str(cell)) == [], (name, column)
        db.session.remove()
        db.engine.dispose()
    environ = {
        "PORTAL_ENV": "demo", "PORTAL_INSTANCE": str(tmp_path), "MATCHING_KEY": KEY,
        "DATABASE_URL": settings.database_url, "SECRET_KEY": settings.secret_key,
    }  # fmt: skip
    for command in (["verify"], ["look-back"], ["verify", "--nonsense"]):
        said = subprocess.run(
            [sys.executable, "-c", "from portal.cli import portal; portal()", *command],
            capture_output=True, env=os.environ | environ, check=False,
        )  # fmt: skip
        assert found_in((said.stdout + said.stderr).decode()) == [], command
