"""The staff list of those who may not buy (3): as it stands, uploaded, confirmed, accepted."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from flask import flash, request, session, url_for
from flask.typing import ResponseReturnValue as Reply
from werkzeug.datastructures import FileStorage

from portal.actions import staff_list as acts
from portal.actions.staff_rows import hidden, is_named_only
from portal.actions.staff_spool import Spool
from portal.desks.staff.forms import EndForm, ListLifeForm, ListOrderForm, StaffMemberForm
from portal.desks.staff.in_vain import shown
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.screening import BarredOffice
from portal.law.staff_list import why_on_hold
from portal.registers.people import names_of
from portal.registers.staff_list import (
    StaffListVersion,
    count_listed,
    find_staff_member,
    find_version,
    keys_of_staff,
    missing_from,
    staff_list,
    staff_list_state,
    version_in_doubt,
    versions,
)
from portal.sheets.refused import NotARegister
from portal.sheets.staff_list import Doubt, open_staff_list
from portal.web.desk import Desk, clock, now, officer, settings, today
from portal.web.fields import file_at
from portal.web.render import go, number_asked, show

desk = Desk("staff_list", __name__)

AT_A_TIME = 50
LATEST = 5
DOUBTS_SHOWN = LEFT_OUT_SHOWN = 200
COLUMNS_TOLD, LETTERS_TOLD = 10, 40  # they lie in the cookie until the page is shown
NO_FILE = "Choose the file of the staff list."


@desk.page("/staff-list", may=Duty.KEEP_STAFF_LIST)
def listed() -> Reply:
    """Show how the list stands and who is on it, by the last characters of what he is known by."""
    return _show_list()


@desk.act("/staff-list", does=acts.list_staff_member)
def list_member() -> Reply:
    """Put somebody on the staff list; his numbers are hidden before they reach any book."""
    form = StaffMemberForm(request.form)
    if not form.readable():
        return _show_list(form)
    matching_key = settings().matching_key
    try:
        acts.list_staff_member(
            officer(),
            clock(),
            name=form.name.value,
            office=BarredOffice[form.office.data],
            since=form.since.value,
            known_by=form.own(matching_key),
            relation=form.relation.text,
            kin_known_by=form.kin(matching_key),
        )
    except Refusal as refusal:
        return _show_list(form, refusal=refusal)
    flash(f"{form.name.value} is on the staff list.")
    return go(url_for("staff_list.listed"))


@desk.act("/staff-list/confirmation", does=acts.confirm_staff_list)
def confirm() -> Reply:
    """Enter that the list came today and is unchanged."""
    form = ListOrderForm(request.form)
    if not form.readable():
        return _show_list(confirming=form)
    try:
        acts.confirm_staff_list(officer(), clock(), order_number=form.order_number.value)
    except Refusal as refusal:
        return _show_list(confirming=form, refusal=refusal)
    flash("The staff list is confirmed as it stands.")
    return go(url_for("staff_list.listed"))


@desk.act("/staff-list/life", does=acts.set_staff_list_life)
def set_life() -> Reply:
    """Order for how many hours the list may be used after it came."""
    form = ListLifeForm(request.form)
    if not form.readable():
        return _show_list(lasting=form)
    try:
        acts.set_staff_list_life(
            officer(), clock(), hours=form.hours.value, order_number=form.order_number.value
        )
    except Refusal as refusal:
        return _show_list(lasting=form, refusal=refusal)
    flash(f"From now on the staff list may be used for {form.hours.value} hours after it came.")
    return go(url_for("staff_list.listed"))


def _show_list(
    form: StaffMemberForm | None = None,
    *,
    confirming: ListOrderForm | None = None,
    lasting: ListLifeForm | None = None,
    refusal: Refusal | None = None,
) -> Reply:
    form = form or StaffMemberForm()
    confirming = (confirming or ListOrderForm()).at("confirmation")
    lasting = (lasting or ListLifeForm()).at("life")
    after = number_asked("after")
    last = None if after is None else find_staff_member(after)
    found = staff_list(after=("", 0) if last is None else (last.name, last.id), limit=AT_A_TIME + 1)
    members = found[:AT_A_TIME]
    latest = versions(LATEST)
    return shown(
        "listed",
        refusal,
        form,
        confirming,
        lasting,
        form=form,
        confirming=confirming,
        lasting=lasting,
        members=members,
        begun=last is not None,
        more=members[-1][0].id if len(found) > AT_A_TIME else None,
        count=count_listed(today()),
        keys=keys_of_staff([one.id for one, _ in members]),
        versions=latest,
        officers=names_of(one.by_id for one in latest),
        **_standing(),
    )


def _standing() -> dict[str, Any]:
    """Give how the list stands: when it came, how long it lasts, and whether sales wait for it."""
    state = staff_list_state()
    doubt = version_in_doubt()
    held = {"state": state, "on_hold": why_on_hold(state, now()), "doubt": doubt}
    return held | _left_out(doubt)


def _left_out(doubt: StaffListVersion | None) -> dict[str, Any]:
    missing = [] if doubt is None else missing_from(doubt.id)
    return {
        "left_out": missing[:LEFT_OUT_SHOWN],
        "left_out_besides": max(0, len(missing) - LEFT_OUT_SHOWN),
        "sent_by_himself": doubt is not None and doubt.by_id == officer().person_id,
        "sent_by": "" if doubt is None else names_of([doubt.by_id]).get(doubt.by_id, ""),
    }


@desk.page("/staff-list/versions", may=Duty.KEEP_STAFF_LIST)
def all_versions() -> Reply:
    """Show every version of the list, latest first: what changed, who did it, by which order."""
    found = versions(AT_A_TIME + 1, before=number_asked("after"))
    shown = found[:AT_A_TIME]
    return show(
        "staff/versions",
        versions=shown,
        officers=names_of(one.by_id for one in shown),
        more=shown[-1].id if len(found) > AT_A_TIME else None,
    )


@desk.page("/staff-list/upload", may=Duty.KEEP_STAFF_LIST)
def upload_page() -> Reply:
    """Show the form by which the whole list comes, and what came of the last one sent."""
    return _show_upload(ListOrderForm(), came=session.pop("staff_list_came", None))


@desk.act("/staff-list/upload", does=acts.upload_staff_list)
def upload() -> Reply:
    """Take the whole list in, or refuse all of it and name each line that is in doubt."""
    form, sent = ListOrderForm(request.form), file_at(request.files, "list")
    if not form.readable():
        return _show_upload(form)
    if sent is None:
        return _show_upload(form, refused=NO_FILE)
    with tempfile.TemporaryDirectory() as folder, Spool(Path(folder) / "rows") as rows:
        try:
            read = _read(sent, Path(folder) / "list", rows)
        except NotARegister as refused:
            return _show_upload(form, refused=f"{refused} Nothing was taken.")
        if read["doubts"]:
            return _show_upload(
                form, refused="Nothing was taken: mend these lines and send it again.", **read
            )
        version = acts.upload_staff_list(
            officer(), clock(), order_number=form.order_number.value, listed=rows
        )
        session["staff_list_came"] = {
            "version": version.id,
            "people": len(rows),
            "named_only": read["named_only"],
            "unread": [one[:LETTERS_TOLD] for one in read["unread"][:COLUMNS_TOLD]],
        }
    return go(url_for("staff_list.upload_page"))


def _read(sent: FileStorage, path: Path, rows: Spool) -> dict[str, Any]:
    """Read a list row by row into `rows`, each hidden at once; after a doubt only doubts are kept.

    All of this is done before the act begins: while a long list is read, nobody waits for it.
    """
    matching_key, day = settings().matching_key, today()
    doubts: list[Doubt] = []
    besides = named_only = 0
    sent.save(path)
    sheet = open_staff_list(path, sent.filename or "list")
    for one in sheet.rows(day):
        if isinstance(one, Doubt):
            rows.clear()
            besides += len(doubts) >= DOUBTS_SHOWN
            doubts += [one] if len(doubts) < DOUBTS_SHOWN else []
        elif not doubts:
            rows.add(hidden(matching_key, one, day))
            named_only += sum(is_named_only(agent) for agent in one.agents)
    return {
        "doubts": doubts,
        "besides": besides,
        "named_only": named_only,
        "unread": sheet.unread,
    }


@desk.act("/staff-list/versions/<int:number>/acceptance", does=acts.accept_staff_list)
def accept(number: int) -> Reply:
    """Accept, as another person than who sent it, an upload that leaves out many."""
    form = ListOrderForm(request.form)
    if not form.readable():
        return _show_upload(ListOrderForm(), accepting=form)
    try:
        acts.accept_staff_list(
            officer(), clock(), version=number, order_number=form.order_number.value
        )
    except Refusal as refusal:
        return _show_upload(ListOrderForm(), accepting=form, refusal=refusal)
    flash("The list is accepted. Whom it leaves out leaves it tomorrow.")
    return go(url_for("staff_list.listed"))


def _show_upload(
    form: ListOrderForm,
    *,
    accepting: ListOrderForm | None = None,
    came: dict[str, Any] | None = None,
    refusal: Refusal | None = None,
    refused: str = "",
    **read: Any,
) -> Reply:
    form.at("upload")
    accepting = (accepting or ListOrderForm()).at("acceptance")
    return shown(
        "upload",
        refusal,
        form,
        accepting,
        form=form,
        accepting=accepting,
        came=came,
        version=None if came is None else find_version(came["version"]),
        refused=refused,
        doubts=read.get("doubts", ()),
        besides=read.get("besides", 0),
        **_standing(),
    )


@desk.page("/staff-list/<int:number>/end", may=Duty.KEEP_STAFF_LIST)
def leaving(number: int) -> Reply:
    """Show the form by which somebody leaves the staff list."""
    return _show_leaving(number, EndForm())


@desk.act("/staff-list/<int:number>/end", does=acts.end_staff_listing)
def end_listing(number: int) -> Reply:
    """Enter that somebody leaves the service."""
    form = EndForm(request.form)
    if not form.readable():
        return _show_leaving(number, form)
    try:
        acts.end_staff_listing(
            officer(),
            clock(),
            staff_member=number,
            order_number=form.order_number.value,
            from_day=form.from_day.value,
        )
    except Refusal as refusal:
        return _show_leaving(number, form, refusal)
    flash("The end is entered.")
    return go(url_for("staff_list.listed"))


def _show_leaving(number: int, form: EndForm, refusal: Refusal | None = None) -> Reply:
    return shown("leaving", refusal, form, form=form, member=find_staff_member(number))
