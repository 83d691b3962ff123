"""Nothing of the staff list but names, offices, days and last characters can be read by anybody.

A list with unmistakable values is uploaded; cards, payers and collectors are held and barred by it;
then every office opens every page, every refused form, the command line and the log are read, and
every cell of every table.
"""

import io
import logging
import os
import re
import subprocess
import sys

import pytest
import sqlalchemy as sa
from builders import KEY
from papers import words_of
from visitor import words
from written import as_csv

from portal.actions import checks
from portal.desks.prints.routes import DOORS
from portal.law.checks import Finding, Reason
from portal.law.offices import DUTIES, Duty, Office
from portal.law.refusals import PurchaserBarred
from portal.registers.base import db
from portal.registers.cards import find_card
from portal.registers.impound import Impounding
from portal.registers.listed import REGISTERS
from portal.registers.matching import hide_all
from portal.registers.screening import Screening, last_screening
from portal.web.desk import doors
from portal.web.logs import AsJson

LISTED = {
    "P.No.": "PCX 8877001",
    "Name": "J. Kanarayya",
    "Father's name": "Pitakanarappa",
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
    "Agents": "9877700773; AGNT 6655 4433; Dalalakanara",
}
HIDDEN = (
    "PCX8877001", "9877700771", "CNRY44556677", "88997766551", "87788877", "509988",
    "CANARIBHAVAN", "9877700772", "KINC99887766", "77886655441", "9877700773", "AGNT66554433",
    "DALALAKANARA",
)  # fmt: skip
COMMANDS = """
from portal.cli import portal
for command in (["verify"], ["look-back"], ["verify", "--nonsense"]):
    try:
        portal(command)
    except SystemExit:
        pass
"""
OFFICES = [one for one in Office if one is not Office.COMMAND_LINE]
WORDS = "Both cards were shown; the account is his brother's own."
ONE_ENGINE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
# Whose duty it is to compare a bidder with the list, or to keep it, reads the name that stands on it.
MAY_READ_NAMES = {Duty.KEEP_STAFF_LIST, Duty.SEE_CHECKS, Duty.GIVE_CARDS}
NAMES = (LISTED["Name"], LISTED["Father's name"])
# Doors to which this sale brought nothing: claims, challans, bank files, and a phone's own bids.
NOTHING_BEHIND = {
    "/animals/<string:number>/photos/<int:photo>", "/cases/<string:number>/photos/<int:photo>",
    "/cases/<string:number>/photos/<int:photo>/original", "/intake/<int:number>",
    "/intake/<int:number>/<string:step>", "/intake/<int:number>/done",
    "/intake/<int:number>/photos/<int:photo>", "/intake/last", "/challans/<int:number>",
    "/challans/<int:number>/print", "/claims/<int:number>",
    "/claims/<int:number>/papers/<int:paper>", "/deposits/<int:year>/<int:number>",
    "/hear/<string:code>/<string:clips>.mp3", "/notifications/<int:number>/cancel",
    "/notifications/<int:number>/modify", "/rates/check", "/orders/<int:number>",
    "/register/held/<int:number>", "/sales/<int:number>/card/code",
    "/sales/<int:number>/ring/board", "/sales/<int:sale>/lots/<int:number>/hear",
    "/sales/<int:sale>/lots/<int:number>/bids/<string:key>",
    "/sales/<int:sale>/lots/<int:number>/board", "/sales/<int:sale>/lots/<int:number>/check",
    "/vouchers/<int:number>",
    "/bank-files/<int:number>", "/bank-files/columns/<string:sha256>",
    "/checkpoints/<string:name>",
    "/claims/<int:number>/papers/<int:paper>/copy", "/claims/<int:number>/payee",
    "/refunds/<int:refund>", "/refunds/<int:refund>/reversal", "/challans/<int:number>/undoing",
    "/cases/<string:number>/release", "/claims/<int:number>/acknowledgement/<string:language>",
    "/hearings/<int:number>/notice", "/orders/<int:number>/paper", "/vouchers/<int:number>/paper",
    "/deposits/<int:year>/<int:number>/paper", "/check/<string:number>",
} | {f"{door.rule}/<int:of_year>/<int:paper>/<int:copy>" for door in DOORS}  # fmt: skip


# Each register and file of the accounts for the month of the sale.
ACCOUNTS = {
    "/registers/<string:name>": [
        f"/registers/{name}{kind}?month=2026-11" for name in REGISTERS for kind in ("", ".csv")
    ],
    "/exports/<string:name>": ["/exports/ledger-2026.journal", "/exports/ledger-2026.beancount"],
    "/registers/<string:name>/<string:written>/paper": [
        f"/registers/{name}/2026-11/paper" for name in REGISTERS
    ],
    "/returns/<string:written>/paper": ["/returns/2026-11/paper"],
    "/months/<string:written>": ["/months/2026-11"],
    "/returns/<string:written>": ["/returns/2026-11"],
    "/returns/<string:written>/<string:kind>": ["/returns/2026-11/csv"],
}


def found_in(text, hidden=HIDDEN):
    plain = re.sub(r"[^0-9A-Z]", "", text.upper())
    return [canary for canary in hidden if re.sub(r"[^0-9A-Z]", "", canary.upper()) in plain]


def addresses(rule, case, screenings):
    """Each address under which a rule is opened; numbers that stand for themselves also in vain."""
    if rule in ACCOUNTS:
        return ACCOUNTS[rule]
    text = "R4" if rule.startswith("/readings") else "2026-12-25" if "closed" in rule else case
    numbers = range(1, screenings + 1) if "<int:screening>" in rule else (1, 999)
    numbers = (30, 31) if "<int:card>" in rule else numbers
    rule = re.sub(r"<string:[^>]+>", text, rule).replace("<int:year>", "2026")
    rule = re.sub(r"<int:(?!card|screening)[^>]+>(?=/)", "1", rule)
    return sorted({re.sub(r"<int:[^>]+>", str(number), rule) for number in numbers})


@pytest.fixture
def logged():
    """All that any logger of this process says meanwhile, as the portal writes it down."""
    said = io.StringIO()
    handler = logging.StreamHandler(said)
    handler.setFormatter(AsJson())
    loggers = [logging.getLogger(name) for name in ("", "portal")]  # the latter tells no parent
    levels = [one.level for one in loggers]
    for one in loggers:
        one.addHandler(handler)
        one.setLevel(logging.DEBUG)
    yield said
    for one, level in zip(loggers, levels, strict=True):
        one.removeHandler(handler)
        one.setLevel(level)


def upload(browser, *rows):
    content = as_csv([tuple(LISTED), *rows])
    return browser.send(
        "/staff-list/upload", order_number="Order 20", list=(io.BytesIO(content), "list.csv")
    )


@pytest.fixture
def screened_by_it(app, sign_in, hands, people, clock):
    """The list came by its page; a sale met it as holder, payer, collector, and was decided."""
    clock.go(2026, 11, 18, 9)
    browser = sign_in(Office.ADMINISTRATOR)
    sent = upload(browser, tuple(LISTED.values()))
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
        hands.enter_bidder("Zoya Q.", "9848000030")
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


@ONE_ENGINE  # pages and log are made above the engine; the next test asks what an engine itself says
@pytest.mark.check("C50")
def test_nothing_of_the_staff_list_is_read_on_any_page_by_any_office_or_in_the_log(
    app, screened_by_it, sign_in, act, logged
):
    case = act(lambda: db.session.scalar(sa.select(Impounding.number)))
    screenings = act(lambda: db.session.query(Screening).count())
    pages = [one for one in doors(app) if one[0] == "GET"]
    opened, named = set(), set()
    for office in OFFICES:
        browser, refused = sign_in(office), set()
        for _, rule, duty in pages:
            if duty in refused:  # C20 tries each: here the page that says no is read once a duty
                continue
            tried = addresses(rule, case, screenings)
            for address in [one for one in tried if "999" not in one or rule not in opened]:
                reply = browser.get(address)
                assert reply.status_code < 500, address
                if duty not in DUTIES[office]:
                    refused.add(duty)
                said = words_of(reply.data) if reply.data[:4] == b"%PDF" else reply.text
                assert found_in(said + str(reply.headers)) == [], (office, address)
                if found_in(said, NAMES):
                    assert duty in MAY_READ_NAMES, (office, address)
                    named.add(duty)
                if reply.status_code == 200:
                    opened.add(rule)
    unopened = {rule for _, rule, _ in pages} - opened
    assert (sorted(unopened - NOTHING_BEHIND), sorted(NOTHING_BEHIND - unopened)) == ([], [])
    assert named, "nobody read a name where names are read: the list was not looked for"
    assert '"rule": "/staff-list"' in logged.getvalue()
    assert found_in(logged.getvalue(), HIDDEN + NAMES) == []


@pytest.mark.check("C50")
def test_nothing_of_the_staff_list_is_told_by_a_fault_to_the_browser_or_to_the_log(
    sign_in, settings, logged
):
    """The whole list sent in vain, in every way there is; two rows of it in a database that fails."""
    one, row = sign_in(Office.ADMINISTRATOR), tuple(LISTED.values())
    told = LISTED | {"csrf_token": "x"}
    second = ("PCX 8877002", *row[1:])
    everything = "; ".join(LISTED.values())
    in_vain = [
        (422, upload(one, row, row)),
        (422, upload(one, ("", *row[1:]), row)),
        (422, upload(one, tuple(LISTED[kind] for kind in (*LISTED,)[::-1]))),
        (400, one.post("/staff-list", data=told)),
        (403, sign_in(Office.CLERK).send("/staff-list", **LISTED)),
        (404, one.get("/staff-list/999/end")),
        (405, one.put("/staff-list/upload", data=LISTED)),
        (413, one.send("/staff-list", **LISTED, more=everything * 5_000)),
    ]
    engine = sa.create_engine(settings.database_url)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE UNIQUE INDEX one ON staff_member (name)"))
    engine.dispose()
    in_vain.append((500, upload(one, row, second)))
    one.get(f"/cases/{LISTED['Phones']}")  # his own page may repeat what he typed; no log may
    for status, reply in in_vain:
        assert reply.status_code == status, words(reply.text)[:300]
        assert found_in(reply.text + str(reply.headers), HIDDEN + NAMES) == [], status
    assert "UniqueViolation" in logged.getvalue() or "IntegrityError" in logged.getvalue()
    assert found_in(logged.getvalue(), HIDDEN + NAMES) == []


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
    said = subprocess.run(
        [sys.executable, "-c", COMMANDS], capture_output=True, env=os.environ | environ, check=True
    )
    told = (said.stdout + said.stderr).decode()
    assert "No such option" in told
    assert found_in(told) == []
