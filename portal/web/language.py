"""The words of a page in the visitor's language; the English sentence is the key of each."""

from __future__ import annotations

from flask import Flask
from flask_babel import Babel


def init_language(app: Flask) -> None:
    """Give templates `_`, `gettext` and `ngettext`."""
    Babel(app)  # type: ignore[no-untyped-call]
