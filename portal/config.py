"""The settings of one installation: read once, checked, and refused when unsafe."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent
SHORTEST_KEY = 32
SPECIMEN_HOURS = "09:00–17:00"
SPECIMEN_PAYEE = "specimen@invalid"  # the demo's code is drawn, and pays nobody
EXAMPLE_KEYS = frozenset(
    {
        "changeme",
        "change-me",
        "secret",
        "secret-key",
        "dev",
        "development",
        "test",
        "example",
        "your-secret-key",
        "please-change-this-secret-key-now-",
    }
)


class Mode(Enum):
    """What the installation is for."""

    PRODUCTION = "production"
    DEMO = "demo"
    TEST = "test"


class UnsafeSettings(ValueError):  # noqa: N818 - reads as what happened
    """The portal will not start with these settings; the message names each fault."""


@dataclass(frozen=True)
class Settings:
    """Everything that differs from one installation to another."""

    mode: Mode
    database_url: str
    secret_key: str
    matching_key: str
    base_url: str
    instance: Path
    debug: bool = False
    bell_url: str = ""
    outbox_url: str = ""
    upi_payee: str = ""
    office_hours: str = ""
    office_phone: str = ""
    office_mail: str = ""

    @property
    def is_demo(self) -> bool:
        """Tell whether nothing here is real."""
        return self.mode is Mode.DEMO

    @property
    def papers(self) -> Path:
        """Say where papers handed in with claims are kept, as they came."""
        return self.instance / "papers"

    @property
    def prints(self) -> Path:
        """Say where the PDFs of papers given out are kept."""
        return self.instance / "prints"

    @property
    def checkpoints(self) -> Path:
        """Say where the nightly checkpoints are kept, for a witness to take away."""
        return self.instance / "checkpoints"

    @property
    def presence(self) -> Path:
        """Say where it is kept which phones, and which screens of the ring, are here."""
        return self.instance / "presence"

    @property
    def sending(self) -> Path:
        """Say which file is locked while messages are sent, so that each is sent once."""
        return self.instance / "outbox.lock"

    @property
    def moved_clock(self) -> Path:
        """Say where the demo keeps by how much its clock was moved."""
        return self.instance / "demo_clock.json"


def read_settings(environ: Mapping[str, str], *, mode: Mode | None = None) -> Settings:
    """Read the settings from the environment.

    PORTAL_ENV says `production` or `demo`; SECRET_KEY signs cookies; MATCHING_KEY hides the keys
    of the staff list; DATABASE_URL names the database; BASE_URL is the portal's public address;
    PORTAL_INSTANCE is the folder for what belongs to this installation; OUTBOX_URL says how
    messages go out, in the words of Apprise, with {phone} where the ten digits belong; UPI_PAYEE
    is the address to which buyers pay by UPI, without which no code is drawn; OFFICE_HOURS,
    OFFICE_PHONE and OFFICE_MAIL stand on the public pages and on papers, and what is not set is
    not shown. Raises UnsafeSettings.
    """
    named = environ.get("PORTAL_ENV", "")
    if mode is None:
        try:
            mode = Mode(named)
        except ValueError:
            raise UnsafeSettings(
                f"PORTAL_ENV is {named!r}: say PORTAL_ENV=production, or PORTAL_ENV=demo for a"
                " demonstration in which nothing is real."
            ) from None
    instance = Path(environ.get("PORTAL_INSTANCE") or ROOT / "instance")
    instance.mkdir(parents=True, exist_ok=True)
    debug = environ.get("FLASK_DEBUG", environ.get("PORTAL_DEBUG", "0")) not in {"", "0", "false"}
    keys = {name: environ.get(name, "") for name in ("SECRET_KEY", "MATCHING_KEY")}
    if mode is Mode.DEMO:
        keys = {
            name: key or _own_key(instance / f"{name.lower()}.txt") for name, key in keys.items()
        }
    settings = Settings(
        mode=mode,
        database_url=database_url(environ.get("DATABASE_URL", ""), instance),
        secret_key=keys["SECRET_KEY"],
        matching_key=keys["MATCHING_KEY"],
        base_url=environ.get("BASE_URL", "http://127.0.0.1:8000" if mode is Mode.DEMO else ""),
        instance=instance,
        debug=debug,
        bell_url=environ.get("BELL_URL", "").rstrip("/"),
        outbox_url=environ.get("OUTBOX_URL", "").strip(),
        upi_payee=environ.get("UPI_PAYEE", SPECIMEN_PAYEE if mode is Mode.DEMO else "").strip(),
        office_hours=environ.get(
            "OFFICE_HOURS", SPECIMEN_HOURS if mode is Mode.DEMO else ""
        ).strip(),
        office_phone=environ.get("OFFICE_PHONE", "").strip(),
        office_mail=environ.get("OFFICE_MAIL", "").strip(),
    )
    if mode is Mode.PRODUCTION:
        require_safe(settings)
    return settings


def require_safe(settings: Settings) -> None:
    """Refuse a production start with weak keys, debug on, or an address that is not https."""
    faults = []
    for name, key in (("SECRET_KEY", settings.secret_key), ("MATCHING_KEY", settings.matching_key)):
        if not key:
            faults.append(f"{name} is missing")
        elif key.strip().lower() in EXAMPLE_KEYS or "example" in key.lower():
            faults.append(f"{name} is an example key that others know")
        elif len(key) < SHORTEST_KEY or len(set(key)) < SHORTEST_KEY // 4:
            faults.append(
                f"{name} is too short or too plain: {SHORTEST_KEY} random letters or more"
            )
    if settings.secret_key and settings.secret_key == settings.matching_key:
        faults.append("SECRET_KEY and MATCHING_KEY are the same")
    if settings.debug:
        faults.append("debug is on")
    if urlsplit(settings.base_url).scheme != "https" or not urlsplit(settings.base_url).hostname:
        faults.append("BASE_URL must be an https address, like https://poundsales.example.org")
    if faults:
        raise UnsafeSettings(
            "The portal did not start: "
            + "; ".join(faults)
            + ". A good key: python -c 'import secrets; print(secrets.token_urlsafe(48))'"
        )


def database_url(named: str, instance: Path) -> str:
    """Give the address of the database, as SQLAlchemy writes it; SQLite where none is named."""
    if not named:
        return f"sqlite:///{instance / 'portal.db'}"
    for prefix in ("postgres://", "postgresql://"):
        if named.startswith(prefix):
            return "postgresql+psycopg://" + named.removeprefix(prefix)
    return named


def _own_key(kept: Path) -> str:
    if not kept.exists():
        kept.write_text(secrets.token_urlsafe(48), encoding="utf-8")
        kept.chmod(0o600)
    return kept.read_text(encoding="utf-8").strip()
