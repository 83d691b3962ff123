"""The command `portal`, as it is typed."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

LAW = Path(__file__).parent.parent / "law"
CASES = json.loads((LAW / "statute_cases.json").read_text(encoding="utf-8"))
NOVEMBER = Path("portal/demo/pound_register_november.csv")


def portal(tmp_path, *args, given=None, **environ):
    kept = {k: v for k, v in os.environ.items() if k not in {"PORTAL_ENV", "DATABASE_URL"}}
    return subprocess.run(
        [sys.executable, "-c", "from portal.cli import portal; portal()", *map(str, args)],
        input=given,
        capture_output=True,
        env=kept | {"PORTAL_INSTANCE": str(tmp_path)} | environ,
        check=False,
    )


def case(**changed):
    return {k: v for k, v in CASES[0].items() if k != "expected"} | changed


def test_assess_answers_a_file_and_standard_input_alike(tmp_path):
    file = tmp_path / "cases.json"
    file.write_text(json.dumps([case()]), encoding="utf-8")
    from_file = portal(tmp_path, "assess", file)
    from_input = portal(tmp_path, "assess", "-", given=file.read_bytes())
    assert from_file.returncode == from_input.returncode == 0
    assert from_file.stdout == from_input.stdout
    assert json.loads(from_file.stdout) == [{"id": CASES[0]["id"]} | CASES[0]["expected"]]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (b"", b"empty"),
        (b"{", b"not JSON"),
        (b"\xff\xfe\x00", b"UTF-8"),
        (b" " * 10_000_000, b"larger"),
        (json.dumps(case(extra=1)).encode(), b"extra"),
        (json.dumps(case(impounded_at="2026-11-18T07:40:00")).encode(), b"impounded_at"),
        (json.dumps(case(daily_rates=[])).encode(), b"daily_rates"),
    ],
    ids=["empty", "no JSON", "no text", "10 MB", "unknown key", "no offset", "no rate"],
)
def test_assess_says_what_is_wrong_and_prints_no_answer(tmp_path, given, says):
    reply = portal(tmp_path, "assess", "-", given=given)
    assert reply.returncode == 2
    assert reply.stdout == b""
    assert says in reply.stderr
    assert b"Traceback" not in reply.stderr


def test_assess_of_a_file_that_is_not_there(tmp_path):
    reply = portal(tmp_path, "assess", tmp_path / "none.json")
    assert (reply.returncode, reply.stdout) == (2, b"")
    assert b"cannot be read" in reply.stderr


def test_a_register_is_read_in_and_a_second_time_adds_nothing(tmp_path):
    first = json.loads(portal(tmp_path, "import-register", NOVEMBER, "--json").stdout)
    assert first["rows"] == first["taken"] + first["held"] + first["blank"] == 61
    assert first["new"] == first["taken"] + first["held"]
    again = json.loads(portal(tmp_path, "import-register", NOVEMBER, "--json").stdout)
    assert (again["new"], again["already"]) == (0, first["new"])
    assert again["rows"] == again["taken"] + again["held"] + again["blank"]
    assert portal(tmp_path, "verify").stdout == b"The books agree.\n"


def test_garbage_is_refused_whole_with_a_sentence(tmp_path):
    garbage = tmp_path / "garbage.csv"
    garbage.write_bytes(os.urandom(5_000))
    reply = portal(tmp_path, "import-register", garbage)
    assert (reply.returncode, reply.stdout) == (2, b"")
    assert b"Traceback" not in reply.stderr
    assert b"." in reply.stderr


def test_an_unknown_pound_is_refused_and_the_known_ones_named(tmp_path):
    portal(tmp_path, "import-register", NOVEMBER, "--pound", "City Pound")
    reply = portal(tmp_path, "import-register", NOVEMBER, "--pound", "Other Pound")
    assert reply.returncode == 2
    assert b"City Pound" in reply.stderr


@pytest.mark.check("C13")
def test_verify_prints_the_first_difference_and_fails(tmp_path):
    portal(tmp_path, "import-register", NOVEMBER, "--json")
    with sqlite3.connect(tmp_path / "portal.db") as database:
        database.execute("DROP TRIGGER journal_line_no_update")
        database.execute("UPDATE journal_line SET by_id = 1 WHERE id = 1")
    reply = portal(tmp_path, "verify")
    assert reply.returncode == 1
    assert reply.stdout.startswith(b"Journal: line 1")
    assert reply.stdout.count(b"\n") == 1


@pytest.mark.check("C24")
def test_an_unsafe_production_is_refused_at_the_command_line_too(tmp_path):
    reply = portal(tmp_path, "upgrade", PORTAL_ENV="production")
    assert reply.returncode == 2
    assert b"SECRET_KEY is missing" in reply.stderr


def test_production_waits_for_its_upgrade(tmp_path):
    safe = {
        "PORTAL_ENV": "production",
        "SECRET_KEY": "kW9-2fLqPz7mRt4vXc1bNd8sGh3jYu6aEo5iQw0T",
        "MATCHING_KEY": "Zx3cVb6nMa9sDf2gHj5kLq8wEr1tYu4iOp7QwErT",
        "BASE_URL": "https://poundsales.example.org",
    }
    before = portal(tmp_path, "verify", **safe)
    assert before.returncode == 2
    assert b"portal upgrade" in before.stderr
    assert portal(tmp_path, "upgrade", **safe).returncode == 0
    assert portal(tmp_path, "verify", **safe).stdout == b"The books agree.\n"


def test_the_first_administrator_is_entered_at_the_command_line(tmp_path):
    typed = b"a long password\na long password\n"
    reply = portal(tmp_path, "administrator", "Farida", "farida", given=typed)
    assert b"Farida may sign in as farida." in reply.stdout
    again = portal(tmp_path, "administrator", "Farida", "farida", given=typed)
    assert again.returncode == 2
    assert b"Choose another name" in again.stderr


def test_two_pounds_may_have_the_same_entry_numbers(tmp_path):
    portal(tmp_path, "import-register", NOVEMBER, "--json")
    assert portal(tmp_path, "open-pound", "Musheerabad Pound", "mu").returncode == 0
    again = portal(tmp_path, "open-pound", "Musheerabad Pound", "mx")
    assert again.returncode == 2
    assert b"Choose another name and code" in again.stderr
    own = portal(tmp_path, "import-register", NOVEMBER, "--pound", "Musheerabad Pound", "--json")
    counts = json.loads(own.stdout)
    assert counts["rows"] == counts["taken"] + counts["held"] + counts["blank"]
    assert (counts["already"], counts["new"]) == (0, counts["taken"] + counts["held"])
    again = portal(tmp_path, "import-register", NOVEMBER, "--pound", "Musheerabad Pound", "--json")
    assert json.loads(again.stdout)["new"] == 0
    assert portal(tmp_path, "verify").returncode == 0
