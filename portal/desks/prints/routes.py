"""The papers given out, each at an address below the page of the thing it is about.

Every kind has three doors: the page that tells who printed it when, the act that gives it out, and
the PDF of one printing. The duty to see is that of the page of the thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import Response, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions.prints import ISSUE
from portal.law.offices import Duty
from portal.prints.kinds import Kind
from portal.prints.setting import Marks, Sheet, set_sheet
from portal.prints.written import as_json, moment
from portal.registers.base import NotOnRegister
from portal.registers.case import gather as gather_case
from portal.registers.case_file import CaseFile, case_file
from portal.registers.gathering import DEPOSIT, gather, standing
from portal.registers.impound import find_impounding
from portal.registers.people import names_of
from portal.registers.prints import Print, copies_of, find_copy, find_print, prints_about
from portal.web.desk import Desk, now, officer, settings, today
from portal.web.prints import hand_over, issue, last_copy_of_facts, pdf_of
from portal.web.render import go, show

desk = Desk("prints", __name__)


@dataclass(frozen=True)
class Door:
    """Where a kind of paper is, who may see it and who gives it out."""

    kind: Kind
    rule: str
    see: Duty
    give: Duty
    name: str = ""
    series: str = ""

    @property
    def called(self) -> str:
        """Name the door in addresses of ours."""
        return self.name or self.kind.name.lower()

    def about(self) -> str:
        """Say what the paper at this address is about."""
        given = request.view_args or {}
        parts = [str(given[name]) for name in re.findall(r"<\w+:(\w+)>", self.rule)]
        return "/".join([self.series, *parts] if self.series else parts)


CASE, SALE = "/cases/<string:number>", "/sales/<int:number>"
DOORS = (
    Door(Kind.INTAKE_SLIP, f"{CASE}/slip", Duty.SEE_CASES, Duty.KEEP_REGISTER),
    Door(Kind.PEN_CARD, f"{CASE}/pen-card", Duty.SEE_CASES, Duty.KEEP_REGISTER),
    Door(Kind.REDEMPTION, f"{CASE}/release", Duty.SEE_CASES, Duty.DELIVER_TO_OWNER),
    Door(Kind.SALE_NOTICE, f"{SALE}/notice/paper", Duty.SEE_CASES, Duty.ARRANGE_SALE),
    Door(Kind.CATALOGUE, f"{SALE}/catalogue/paper", Duty.SEE_CASES, Duty.ARRANGE_SALE),
    Door(Kind.BIDDER_CARD, f"{SALE}/cards/<int:card>/print", Duty.GIVE_CARDS, Duty.GIVE_CARDS),
    Door(
        Kind.HAMMER_SLIP,
        f"{SALE}/lots/<int:lot>/slips/<int:attempt>",
        Duty.SEE_RING,
        Duty.RECORD_BIDS,
    ),
    Door(Kind.DELIVERY_ORDER, f"{SALE}/lots/<int:lot>/delivery", Duty.SEE_CASES, Duty.TAKE_PAYMENT),
    Door(
        Kind.RECEIPT,
        "/receipts/<int:year>/<int:number>/paper",
        Duty.SEE_CASES,
        Duty.TAKE_PAYMENT,
        series="lot",
    ),
    Door(
        Kind.RECEIPT,
        "/deposits/<int:year>/<int:number>/paper",
        Duty.SEE_CASES,
        Duty.TAKE_PAYMENT,
        name="deposit_receipt",
        series=DEPOSIT,
    ),
    Door(
        Kind.ACKNOWLEDGEMENT,
        "/claims/<int:number>/acknowledgement/<string:language>",
        Duty.SEE_CLAIMS,
        Duty.TAKE_CLAIMS,
    ),
    Door(Kind.HEARING_NOTICE, "/hearings/<int:number>/notice", Duty.SEE_CLAIMS, Duty.DECIDE_CLAIMS),
    Door(Kind.CLAIM_ORDER, "/orders/<int:number>/paper", Duty.SEE_CLAIMS, Duty.DECIDE_CLAIMS),
    Door(Kind.VOUCHER, "/vouchers/<int:number>/paper", Duty.SEE_BOOKS, Duty.KEEP_BOOKS),
    Door(Kind.CHALLAN, "/challans/<int:number>/print", Duty.SEE_BOOKS, Duty.KEEP_BOOKS),
    Door(
        Kind.REGISTER,
        "/registers/<string:name>/<string:written>/paper",
        Duty.SEE_BOOKS,
        Duty.KEEP_BOOKS,
    ),
    Door(Kind.RETURN, "/returns/<string:written>/paper", Duty.SEE_BOOKS, Duty.KEEP_BOOKS),
)


def _hang(door: Door) -> None:
    """Open the three doors of a kind of paper."""
    act = ISSUE[door.give]

    def page(**_thing: object) -> Reply:
        return _show(door)

    def give(**_thing: object) -> Reply:
        copy = issue(door.kind, door.about(), act)
        numbered = prints_about(door.kind, door.about())[0]
        return go(_address(door, numbered, copy.copy))

    def pdf(of_year: int, paper: int, copy: int, **_thing: object) -> Reply:
        found = find_print(door.kind, of_year, paper)
        if found.about != door.about():
            raise NotOnRegister(f"paper {found.written} here")
        return hand_over(pdf_of(find_copy(found, copy)), f"{found.written}-{copy}.pdf")

    page.__name__, give.__name__ = door.called, f"give_{door.called}"
    pdf.__name__ = f"pdf_of_{door.called}"
    desk.page(door.rule, may=door.see)(page)
    desk.act(door.rule, does=act)(give)
    desk.page(f"{door.rule}/<int:of_year>/<int:paper>/<int:copy>", may=door.see)(pdf)


for each in DOORS:
    _hang(each)


def _address(door: Door, numbered: Print, copy: int) -> str:
    return url_for(
        f"prints.pdf_of_{door.called}",
        **(request.view_args or {}),
        of_year=numbered.year,
        paper=numbered.number,
        copy=copy,
    )


def _show(door: Door) -> Reply:
    about = door.about()
    gathered = gather(door.kind, about)
    given = [(one, copies_of(one.id), standing(one)) for one in prints_about(door.kind, about)]
    return show(
        "prints/paper",
        kind=door.kind,
        about=about,
        void=gathered.void,
        entry=gathered.entry,
        given=given,
        names=names_of(copy.by_id for _one, copies, _stands in given for copy in copies),
        again=last_copy_of_facts(door.kind, about) is not None,
        may_give=officer().has(door.give),
        address=lambda one, copy: _address(door, one, copy),
    )


@desk.page(f"{CASE}/file.pdf", may=Duty.SEE_JOURNAL)
def case_as_pdf(number: str) -> Reply:
    """Give a case as one story with its digests, to be taken home; nothing is written."""
    told = _case_file(number)
    marks = Marks(
        number=f"Case file {number}",
        copy=1,
        issued=f"{moment(told.made_at)}; read from the books, not a paper of a series",
        check="",
        code="",
        specimen=settings().is_demo,
    )
    return hand_over(set_sheet(Sheet("case_file.typ", told, marks)), f"case-{number}.pdf")


@desk.page(f"{CASE}/file.json", may=Duty.SEE_JOURNAL)
def case_as_json(number: str) -> Response:
    """Give a case as one story with its digests, for a machine."""
    media = "application/json; charset=utf-8"
    return hand_over(as_json(_case_file(number)).encode(), f"case-{number}.json", media)


def _case_file(number: str) -> CaseFile:
    return case_file(gather_case(find_impounding(number), today()), now())
