"""What the auditor looks for in the journal."""

from __future__ import annotations

from portal.actions.official import ACT_NAMES, TRIED
from portal.web.fields import DayField, PickField, PortalForm, TextField
from portal.web.language import N_


class SearchForm(PortalForm):
    """Who, which case, which act, from which day to which."""

    who = TextField(N_("Who"), description=N_("A part of the name, or the name of signing in"))
    case = TextField(N_("Case"), description=N_("Like 2026-412"))
    act = PickField(N_("Act"), [("", N_("every act"))])
    since = DayField(N_("From"))
    until = DayField(N_("Until"), description=N_("That day too"))

    def offer(self) -> SearchForm:
        """Offer every official act there is."""
        self.act.offer([("", N_("every act")), *((one, one) for one in sorted(ACT_NAMES))])
        return self

    def acts(self) -> tuple[str, ...]:
        """Give the act that was chosen, as it is written where it was done or tried."""
        return (self.act.data, f"{TRIED}{self.act.data}") if self.act.data else ()

    @property
    def asks(self) -> bool:
        """Tell whether anything is looked for."""
        fields = (self.who, self.case, self.act, self.since, self.until)
        return any(one.data for one in fields)
