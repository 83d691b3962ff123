"""The command that sends what waits in the outbox, with a gateway of our own."""

import json
import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from apprise.decorators import notify

from portal.actions import messages
from portal.law.codes import LIVES
from portal.registers.base import db
from portal.registers.messages import MessageFailed, MessageSent
from portal.registers.people import AT_THE_COMMAND_LINE, NOBODY
from portal.web.logs import AsJson
from portal.web.messages import Gateway, only_one, send_waiting

PHONE = "9848012345"
TAKEN = []
ANSWERS = []


@notify(on="herald", name="A gateway of the tests")
def herald(body, title, notify_type, *args, meta=None, **kwargs):
    TAKEN.append((meta["host"], body))
    answer = ANSWERS.pop(0) if ANSWERS else True
    if isinstance(answer, str):
        logging.getLogger("apprise").warning(answer)
        return False
    if isinstance(answer, Exception):
        raise answer
    return answer


@pytest.fixture
def gateway():
    TAKEN.clear()
    ANSWERS.clear()
    return Gateway("herald://91{phone}")


@pytest.fixture
def write(inside, clock):
    def writing(phone=PHONE, words="042617 is your code."):
        messages.send_code(NOBODY, clock, phone=phone, code_digest="d", words=words)

    return writing


def send(clock, gateway):
    went = send_waiting(AT_THE_COMMAND_LINE, clock, gateway)
    return went.sent, went.failed


def test_what_waits_is_sent_once(write, clock, gateway):
    write()
    assert send(clock, gateway) == (1, 0)
    assert send(clock, gateway) == (0, 0)
    assert [(f"91{PHONE}", "042617 is your code.")] == TAKEN
    assert db.session.query(MessageSent).count() == 1


def test_a_failure_is_kept_with_its_reason_and_given_up_after_three(write, clock, gateway):
    write()
    ANSWERS.extend([False] * 5)
    for _time in range(3):
        assert send(clock, gateway) == (0, 1)
    assert send(clock, gateway) == (0, 0)
    assert len(TAKEN) == 3
    assert all(one.why for one in db.session.query(MessageFailed))


def test_what_the_gateway_says_is_kept_without_mobile_or_code(write, clock, gateway):
    write()
    ANSWERS.append(f"Failed to send '042617 is your code.' to +91{PHONE}: error=402.")
    send(clock, gateway)
    why = db.session.query(MessageFailed).one().why
    assert "error=402" in why
    for secret in (PHONE, "042617", "is your code"):
        assert secret not in why


def test_a_message_that_failed_is_tried_again_and_then_is_sent(write, clock, gateway):
    write()
    ANSWERS.append(False)
    assert [send(clock, gateway), send(clock, gateway)] == [(0, 1), (1, 0)]


def test_a_gateway_that_breaks_fails_that_message_and_no_other(write, clock, gateway):
    write()
    write("9848099999")
    ANSWERS.append(ValueError(f"no such number {PHONE}"))
    assert send(clock, gateway) == (1, 1)
    assert PHONE not in db.session.query(MessageFailed).one().why


def test_a_code_that_has_run_out_is_never_sent(write, clock, gateway):
    write()
    clock.at += LIVES
    assert send(clock, gateway) == (0, 0)
    assert TAKEN == []


def test_nor_one_that_runs_out_while_those_before_it_are_sent(write, clock, gateway):
    write()
    write("9848099999")

    class Slow(Gateway):
        def take(self, message):
            clock.at += timedelta(minutes=11)
            return super().take(message)

    assert send(clock, Slow("herald://91{phone}")) == (1, 0)


def test_of_two_codes_of_a_mobile_only_the_living_one_is_sent(write, clock, gateway):
    write(words="111111 is your code.")
    write(words="222222 is your code.")
    assert send(clock, gateway) == (1, 0)
    assert TAKEN[0][1] == "222222 is your code."


def test_neither_mobile_nor_words_come_into_a_log(write, clock, gateway, capfd):
    root = logging.getLogger()
    heard = []

    class Ear(logging.Handler):
        def emit(self, record):
            heard.append(AsJson().format(record))

    ear = Ear()
    root.addHandler(ear)
    logging.getLogger("portal").addHandler(ear)
    write()
    ANSWERS.append(False)
    try:
        send(clock, gateway)
        send(clock, gateway)
        Gateway(f"nothing://{PHONE}").is_readable()
    finally:
        root.removeHandler(ear)
        logging.getLogger("portal").removeHandler(ear)
    out, err = capfd.readouterr()
    said = " ".join(heard) + out + err
    assert "1 sent" in said
    for secret in (PHONE, "2345", "042617", "herald"):
        assert secret not in said


@pytest.mark.parametrize(
    ("url", "readable"),
    [
        ("", False),
        ("nothing://x", False),
        ("herald://91{phone}", True),
        ("herald://a, herald://b", True),
    ],
)
def test_an_address_is_read_before_anything_is_sent(url, readable, gateway):
    assert Gateway(url).is_readable() is readable


def test_every_address_of_several_gets_the_message(write, clock, gateway):
    write()
    assert send(clock, Gateway("herald://a{phone}, herald://b{phone}")) == (1, 0)
    assert sorted(host for host, _body in TAKEN) == [f"a{PHONE}", f"b{PHONE}"]


def test_only_one_sends_at_a_time(tmp_path):
    import fcntl

    with only_one(tmp_path / "lock"), (tmp_path / "lock").open("w") as other:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_command_sends_by_http_and_says_how_many(
    write, app, settings, clock, tmp_path, monkeypatch
):
    """Against a server of our own, as it is typed."""
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    from click.testing import CliRunner

    from portal import cli

    heard = []

    class Server(BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append(
                (self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            )
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    write()
    db.session.remove()
    url = f"json://127.0.0.1:{server.server_port}/{{phone}}"

    def opened(found):
        from contextlib import nullcontext

        app.extensions["settings"] = replace(settings, outbox_url=found)
        monkeypatch.setattr(cli, "_opened", lambda: nullcontext(app))

    opened("")
    none = CliRunner().invoke(cli.portal, ["send-messages"])
    assert (none.exit_code, "OUTBOX_URL is missing" in none.output) == (2, True)
    opened(url)
    try:
        went = CliRunner().invoke(cli.portal, ["send-messages"])
    finally:
        server.shutdown()
        server.server_close()
    assert (went.exit_code, went.output) == (0, "1 sent, 0 failed.\n")
    assert heard[0][0] == f"/{PHONE}"
    assert heard[0][1]["message"] == "042617 is your code."
