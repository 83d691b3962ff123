"""The command `portal`: it reads, or calls an official act; the exit status answers a machine."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from time import sleep
from typing import NoReturn

import click
from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from portal.actions import pound as pound_acts
from portal.actions import staff as staff_acts
from portal.actions.carrying import carry_forward
from portal.actions.look_back import look_back
from portal.actions.reading_in import read_in_register
from portal.app import create_app
from portal.config import Mode, Settings, UnsafeSettings, read_settings
from portal.demo.again import begin
from portal.demo.sample import POUND, is_empty
from portal.law.case import LONGEST, CaseUnreadable, assess
from portal.law.days import legal_date
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.books import differences
from portal.registers.carrying import what_to_carry, worth_carrying
from portal.registers.checkpoints import (
    Checkpoint,
    NotACheckpoint,
    differences_from,
    read_checkpoint,
    write_chain,
)
from portal.registers.claim_papers import paper_breaks
from portal.registers.nightly import write_checkpoint
from portal.registers.people import AT_THE_COMMAND_LINE, find_pound, pounds
from portal.registers.photos import photo_breaks
from portal.registers.prints import print_breaks
from portal.registers.upgrade import is_up_to_date, upgrade
from portal.sheets.files import NotARegister, open_sheet
from portal.sheets.impound_register import read_register
from portal.web.desk import doors_as_written
from portal.web.messages import Gateway, only_one, send_waiting
from portal.web.sign_in import SHORTEST_PASSWORD, hash_password

UNREADABLE = 2
MANY_ROWS = 1_000
HOST = "127.0.0.1"


@click.group()
def portal() -> None:
    """Sales of impounded cattle under the Hyderabad City Police Act."""


@portal.command("assess")
@click.argument("file", metavar="FILE|-")
def assess_command(file: str) -> None:
    """Work out one case, or a list of cases, without a database, and print the answers as JSON."""
    try:
        click.echo(assess(_read_case(file)))
    except CaseUnreadable as unreadable:
        _stop(str(unreadable))


def _read_case(file: str) -> str:
    try:
        if file == "-":
            content = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(LONGEST + 1)
    except OSError as error:
        _stop(f"{file} cannot be read: {error.strerror}.")
    if len(content) > LONGEST:
        _stop(f"{file} is larger than {LONGEST:,} bytes. Give fewer cases at a time.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        _stop(f"{file} is not UTF-8 text. Write the cases as JSON in UTF-8.")


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    sys.exit(UNREADABLE)


@portal.command("import-register")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--pound", "pound_name", default=None, help="The pound whose register it is.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def import_register(file: Path, pound_name: str | None, *, as_json: bool) -> None:
    """Read a pound-keeper's register (CSV or XLSX) in: certain rows taken, doubtful rows held."""
    with _opened() as app, app.app_context():
        clock = app.extensions["clock"]
        try:
            rows = read_register(open_sheet(file, file.name), legal_date(clock.now()))
            counted = sum(1 for _row in rows.rows())
            name = _pound_named(pound_name, app)
            with _bar(counted) as tell:
                read = read_in_register(
                    AT_THE_COMMAND_LINE, clock, pound=name, path=file, name=file.name, tell=tell
                )
        except NotARegister as refused:
            _stop(f"{refused} Nothing was taken.")
        except OSError as error:
            _stop(f"{file} cannot be read: {error.strerror}. Nothing was taken.")
    counts = {
        "rows": read.rows,
        "taken": read.taken,
        "held": read.held,
        "blank": read.blank,
        "already": read.already,
        "new": read.new,
    }
    if as_json:
        click.echo(json.dumps(counts))
        return
    click.echo(
        f"{read.rows} rows: {read.taken} taken, {read.held} held, {read.blank} blank."
        f" {read.already} of them were here before; {read.new} are new."
    )
    if read.held:
        click.echo("Held rows wait on the page Register, each with its reason.")


def _pound_named(name: str | None, app: Flask) -> str:
    known = [one.name for one in pounds()]
    if not known:
        pound_acts.open_pound(
            AT_THE_COMMAND_LINE, app.extensions["clock"], name=name or POUND, code="", address=""
        )
        return name or POUND
    if name is None:
        return known[0]
    try:
        return find_pound(name).name
    except NotOnRegister:
        _stop(f"No pound is called {name}. There are: {', '.join(known)}. Nothing was taken.")


@contextmanager
def _bar(rows: int) -> Iterator[Callable[[int], None]]:
    if rows <= MANY_ROWS:
        yield lambda _rows: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("rows", total=rows)
        yield lambda read: progress.update(task, completed=read)


@portal.command("upgrade")
def upgrade_command() -> None:
    """Bring the database up to date; safe to run again."""
    settings = _settings()
    upgrade(settings.database_url)
    click.echo("The database is up to date.")


@portal.command("verify")
@click.option("--against", type=click.Path(path_type=Path), help="A checkpoint file.")
def verify(against: Path | None) -> None:
    """Rebuild the books from the events, read every kept paper; print the first difference.

    Against a checkpoint, say also what differs from what the books said then.
    """
    checkpoint = _checkpoint_in(against) if against else None
    with _opened() as app, app.app_context():
        papers = app.extensions["settings"].papers
        prints = app.extensions["settings"].prints
        breaks = paper_breaks(papers), photo_breaks(papers), print_breaks(prints)
        found = list(islice(chain(differences(), *breaks), 1))
        if checkpoint is not None:
            found += differences_from(checkpoint)
    if found:
        click.echo("\n".join(found))
        sys.exit(1)
    click.echo("The books agree.")
    if checkpoint is not None:
        click.echo(f"They are those of the checkpoint of {checkpoint.day}: {checkpoint.spoken}")


def _checkpoint_in(file: Path) -> Checkpoint:
    try:
        return read_checkpoint(file)
    except NotACheckpoint as refused:
        _stop(str(refused))
    except OSError as error:
        _stop(f"{file} cannot be read: {error.strerror}.")


@portal.command("checkpoint")
def checkpoint_command() -> None:
    """Carry the books forward where much was done, and write down for a witness what they say.

    Run it every night.
    """
    with _opened() as app, app.app_context():
        if worth_carrying():
            carry_forward(AT_THE_COMMAND_LINE, app.extensions["clock"], what=what_to_carry())
        try:
            kept = write_checkpoint(app.extensions["settings"].checkpoints, app.extensions["clock"])
        except FileExistsError:
            click.echo("Nothing was written: no act was done since the checkpoint of today.")
            return
    click.echo(f"{kept.name}\n{kept.day}, journal line {kept.line}: {kept.spoken}")
    if not kept.agrees:
        _stop(f"The books differ from their events, and the checkpoint says so: {kept.books}")


@portal.command("chain")
@click.argument("file", type=click.Path(path_type=Path))
def chain_command(file: Path) -> None:
    """Write journal and ledger, and the digest of every other row, for a witness to verify."""
    with _opened() as app, app.app_context():
        try:
            with file.open("x", encoding="utf-8") as opened:
                lines = write_chain(opened)
        except OSError as error:
            _stop(f"{file} cannot be written: {error.strerror}. Nothing was written over.")
    click.echo(f"{file} has {lines:,} lines. It has names and sums in it: keep it as a register.")


@portal.command("doors")
def doors() -> None:
    """Print every door with its duty and the offices it opens to."""
    with _opened() as app:
        click.echo(doors_as_written(app), nl=False)


@portal.command("administrator")
@click.argument("name")
@click.argument("sign_in_name")
@click.password_option()
def administrator(name: str, sign_in_name: str, password: str) -> None:
    """Enter the first administrator, who enters everybody else."""
    if len(password) < SHORTEST_PASSWORD:
        _stop(f"The password is too short: {SHORTEST_PASSWORD} letters or more. Nothing was done.")
    with _opened() as app, app.app_context():
        clock = app.extensions["clock"]
        by = AT_THE_COMMAND_LINE
        try:
            person = staff_acts.enter_person(by, clock, name=name, sign_in_name=sign_in_name)
            staff_acts.appoint(
                by,
                clock,
                person=person.id,
                office=Office.ADMINISTRATOR,
                order_number="entered at the command line",
                since=legal_date(clock.now()),
            )
            staff_acts.set_password(by, clock, person=person.id, hashed=hash_password(password))
        except Refusal as refused:
            _stop(refused.sentence)
    click.echo(f"{name} may sign in as {sign_in_name.strip().lower()}.")


@portal.command("open-pound")
@click.argument("name")
@click.argument("code")
@click.option("--address", default="", help="Where it is.")
def open_pound(name: str, code: str, address: str) -> None:
    """Enter one more pound; its code stands before the numbers of its cases."""
    with _opened() as app, app.app_context():
        try:
            pound_acts.open_pound(
                AT_THE_COMMAND_LINE,
                app.extensions["clock"],
                name=name.strip(),
                code=code.strip().upper(),
                address=address,
            )
        except Refusal as refused:
            _stop(refused.sentence)
    click.echo(f"{name.strip()} is open. Its cases are numbered {code.strip().upper()}-…")


@portal.command("send-messages")
@click.option("--every", type=click.IntRange(1), help="Look again after so many seconds, for ever.")
def send_messages(every: int | None) -> None:
    """Send what waits in the outbox, each message once, as OUTBOX_URL says."""
    with _opened() as app, app.app_context():
        settings: Settings = app.extensions["settings"]
        if settings.is_demo:
            _stop("Nothing was sent: this is the demo. Its messages are on the page /demo/outbox.")
        gateway = Gateway(settings.outbox_url)
        if not gateway.is_readable():
            _stop("Nothing was sent: OUTBOX_URL is missing, or names no service that is known.")
        while True:
            with only_one(settings.sending):
                went = send_waiting(AT_THE_COMMAND_LINE, app.extensions["clock"], gateway)
            if every is None or went.sent or went.failed:
                click.echo(f"{went.sent} sent, {went.failed} failed.")
            if every is None:
                break
            sleep(every)
    if went.failed:
        sys.exit(1)


@portal.command("look-back")
def look_back_command() -> None:
    """Hold the buyers of ninety days against the staff list again, and remark on patterns."""
    with _opened() as app, app.app_context():
        came_otherwise, new = look_back(AT_THE_COMMAND_LINE, app.extensions["clock"])
    click.echo(f"{came_otherwise} came otherwise than before, {new} new remarks.")


@portal.command("demo")
@click.option("--port", default=8000, show_default=True)
def demo(port: int) -> None:
    """Make the sample if there is none, and serve the portal on this machine only."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if probe.connect_ex((HOST, port)) == 0:
            _stop(f"Port {port} is in use. Try: make run PORT={port + 1}")
    os.environ["PORTAL_ENV"] = Mode.DEMO.value
    os.environ.setdefault("BASE_URL", f"http://{HOST}:{port}")
    os.environ.setdefault("BELL_URL", f"http://{HOST}:{port + 1}")
    make_demo(read_settings(os.environ))
    click.echo(f"Open http://{HOST}:{port}/demo (nothing there is real). Ctrl-C ends it.")
    bell_beside = (sys.executable, "-c", "from portal.cli import portal; portal()", "bell")
    ringing = subprocess.Popen((*bell_beside, "--port", str(port + 1)))  # noqa: S603 - our own
    Granian(
        "portal.app:create_app",
        address=HOST,
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=1,
        blocking_threads=2,
        log_access=False,
    ).serve()
    ringing.terminate()
    ringing.wait()


@portal.command("bell")
@click.option("--host", default=HOST, show_default=True)
@click.option("--port", default=8001, show_default=True)
def bell(host: str, port: int) -> None:
    """Serve the bell: open streams that tell phones to look at the board again."""
    _settings()
    serve_bell(host, port)


def serve_bell(host: str, port: int) -> None:
    """Serve the bell from one process until it is stopped; pages work without it."""
    Granian(
        "portal.bell:create_bell",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=1,
        log_access=False,
        log_level=LogLevels.warning,
        backlog=8_192,
        workers_kill_timeout=1,  # streams never end by themselves
    ).serve()


def make_demo(settings: Settings) -> None:
    """Bring the demo's database up to date and write the sample into it, if it is empty."""
    upgrade(settings.database_url)
    app = create_app(settings)
    with app.app_context():
        if not is_empty():
            return
        begin(settings)


def _settings() -> Settings:
    """Read the settings; a command typed without PORTAL_ENV works on the demo's own database."""
    try:
        return read_settings(os.environ, mode=None if os.environ.get("PORTAL_ENV") else Mode.DEMO)
    except UnsafeSettings as unsafe:
        _stop(str(unsafe))


@contextmanager
def _opened() -> Iterator[Flask]:
    settings = _settings()
    if settings.is_demo:
        upgrade(settings.database_url)
    elif not is_up_to_date(settings.database_url):
        _stop("The database is not up to date. Run: portal upgrade")
    yield create_app(settings)
