"""Pages of this room, shown again with what was typed when a form was sent in vain."""

from __future__ import annotations

from typing import Any

from flask.typing import ResponseReturnValue as Reply

from portal.law.refusals import Refusal
from portal.web.fields import PortalForm
from portal.web.render import show


def shown(page: str, refusal: Refusal | None, *forms: PortalForm, **facts: Any) -> Reply:
    """Show a page with its forms; one that was sent in vain keeps what was typed in it."""
    in_vain = refusal is not None or any(form.errors for form in forms) or facts.get("refused")
    return show(f"staff/{page}", status=422 if in_vain else 200, refusal=refusal, **facts)
