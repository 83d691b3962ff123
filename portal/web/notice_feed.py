"""The notices of sales as an Atom feed (RFC 4287), in the language of the page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from feedgenerator import Atom1Feed

from portal.registers.sales import Sale
from portal.web.language import gettext as _
from portal.web.language import isolated, language_code, written_day
from portal.web.sharing import absolute

MIMETYPE = "application/atom+xml"


def feed_of(notices: Sequence[tuple[Sale, datetime]], own: str) -> str:
    """Write the feed; `own` is its path. Each entry leads to the notice in the same language."""
    code = language_code()
    feed = Atom1Feed(  # type: ignore[no-untyped-call]
        title=_("Notices of cattle sales"),
        link=absolute(f"/sales?lang={code}"),
        description=_("Each notice of a sale that was put up, the latest first."),
        language=code,
        feed_url=absolute(f"{own}?lang={code}"),
        feed_guid=absolute(own),
        author_name=_("Hyderabad City Police"),
    )
    for sale, at in notices:
        address = absolute(f"/sales/{sale.number}/notice")
        place = f"{isolated(sale.place)}, {isolated(sale.pound.name)}"
        told = _("%(day)s, %(hour)s", day=written_day(sale.on), hour=sale.hour)
        feed.add_item(  # type: ignore[no-untyped-call]
            title=_("Notice of sale %(sale)s", sale=sale.number),
            link=f"{address}?lang={code}",
            description=f"{told}. {place}",
            unique_id=address,
            pubdate=at,
            updateddate=at,
        )
    written: str = feed.writeString("utf-8")  # type: ignore[no-untyped-call]
    return written
