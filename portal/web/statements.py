"""The working of a line of dues, said in the language of the page; the figures are the law's."""

from __future__ import annotations

from markupsafe import Markup

from portal.law.dues import DuesLine
from portal.web.language import gettext as _
from portal.web.language import ngettext

WORKING = Markup("<bdi>{}</bdi>")


def working(line: DuesLine) -> Markup:
    """Say how an amount was worked out: 3 heads × 2 days × 40.00."""
    heads = ngettext("%(number)s head", "%(number)s heads", line.head)
    if line.per_day is not None and line.days is not None:
        days = ngettext("%(number)s day", "%(number)s days", line.days)
        parts = [heads] if line.head > 1 else []
        return _times([*parts, days, line.per_day.decimal])
    if line.per_head is None:
        return WORKING.format(_("no fine is fixed for this animal"))
    return _times([heads, line.per_head.decimal, *(["2"] if line.doubled_by else [])])


def _times(parts: list[str]) -> Markup:
    # Each part stands for itself, so that in Urdu the product runs from right to left as a whole.
    return WORKING.format(Markup(" × ").join(WORKING.format(one) for one in parts))
