"""Forms of the case desk."""

from __future__ import annotations

from collections.abc import Mapping

from portal.registers.case import CaseStage
from portal.registers.stages import FINISHED
from portal.web.fields import PickField, PortalForm, TextField, required


class FindForm(PortalForm):
    """What to look for in the list of cases."""

    words = TextField("Number, ear tag or words")
    stage = PickField("Where it stands", [("", "all")] + [(s.name, s.value) for s in CaseStage])
    after = TextField("After case")

    def count(self, stages: Mapping[CaseStage, int]) -> None:
        """Say beside each stage how many cases stand there; those that are over are not counted."""
        named = [
            (one.name, one.value if one in FINISHED else f"{one.value} ({stages.get(one, 0)})")
            for one in CaseStage
        ]
        self.stage.offer([("", "all"), *named])

    def wanted_stage(self) -> CaseStage | None:
        """Give the stage that was chosen, if one was."""
        return CaseStage[self.stage.data] if self.stage.data else None


class StopForm(PortalForm):
    """Why an animal may not be sold now."""

    reason = TextField(
        "Why it may not be sold",
        required("Write why it may not be sold: the court's order and its number, or not fit"),
        description="The court's order with its number, or not fit to be sold",
    )


class EndStopForm(PortalForm):
    """Why it may be sold again."""

    ends = TextField(
        "Why it may be sold again",
        required("Write why it may be sold again: the order that ended it, or fit again"),
    )
