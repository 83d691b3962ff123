"""A production that is not safe does not start, and says each fault."""

import pytest

from portal.config import Mode, UnsafeSettings, read_settings

GOOD = {
    "PORTAL_ENV": "production",
    "SECRET_KEY": "kW9-2fLqPz7mRt4vXc1bNd8sGh3jYu6aEo5iQw0T",
    "MATCHING_KEY": "Zx3cVb6nMa9sDf2gHj5kLq8wEr1tYu4iOp7QwErT",
    "BASE_URL": "https://poundsales.example.org",
}


def settings(tmp_path, **changed):
    return read_settings(GOOD | {"PORTAL_INSTANCE": str(tmp_path)} | changed)


def test_a_safe_production_starts(tmp_path):
    assert settings(tmp_path).mode is Mode.PRODUCTION


@pytest.mark.check("C24")
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is missing"),
        ({"SECRET_KEY": "short"}, "too short"),
        ({"SECRET_KEY": "a" * 64}, "too plain"),
        ({"SECRET_KEY": "changeme"}, "example key"),
        ({"SECRET_KEY": "please-change-this-secret-key-now-"}, "example key"),
        ({"SECRET_KEY": "an-example-key-of-forty-letters-abcdefgh"}, "example key"),
        ({"MATCHING_KEY": ""}, "MATCHING_KEY is missing"),
        ({"MATCHING_KEY": GOOD["SECRET_KEY"]}, "are the same"),
        ({"FLASK_DEBUG": "1"}, "debug is on"),
        ({"PORTAL_DEBUG": "true"}, "debug is on"),
        ({"BASE_URL": "http://poundsales.example.org"}, "https"),
        ({"BASE_URL": ""}, "https"),
        ({"BASE_URL": "https://"}, "https"),
        ({"PORTAL_ENV": ""}, "PORTAL_ENV"),
        ({"PORTAL_ENV": "live"}, "PORTAL_ENV"),
    ],
)
def test_an_unsafe_production_does_not_start(tmp_path, changed, says):
    with pytest.raises(UnsafeSettings, match=says):
        settings(tmp_path, **changed)


def test_every_fault_is_said_at_once(tmp_path):
    with pytest.raises(UnsafeSettings) as refused:
        settings(tmp_path, SECRET_KEY="", FLASK_DEBUG="1", BASE_URL="http://x")
    assert str(refused.value).count(";") >= 2


def test_the_demo_makes_keys_of_its_own_and_keeps_them(tmp_path):
    environ = {"PORTAL_ENV": "demo", "PORTAL_INSTANCE": str(tmp_path)}
    first = read_settings(environ)
    assert len(first.secret_key) > 40
    assert first.secret_key != first.matching_key
    assert read_settings(environ) == first


@pytest.mark.parametrize("prefix", ["postgres://", "postgresql://", "postgresql+psycopg://"])
def test_a_postgresql_address_is_taken_however_it_begins(tmp_path, prefix):
    url = settings(tmp_path, DATABASE_URL=prefix + "user@host/db").database_url
    assert url == "postgresql+psycopg://user@host/db"


def test_sqlite_in_the_instance_folder_is_the_default(tmp_path):
    assert settings(tmp_path).database_url == f"sqlite:///{tmp_path / 'portal.db'}"
