"""Sub-section (2): "the officer appointed by the Commissioner", and what he may not decide."""

from __future__ import annotations

from collections.abc import Collection

from portal.law.act import under
from portal.law.refusals import DecidesOwnMatter, NotAppointed


@under("2")
def require_may_decide(
    officer: int,
    took_in_by: int | None,
    claims_taken_by: Collection[int | None],
    *,
    appointed: bool,
) -> None:
    """Refuse an officer who is not appointed, or who took in the animal or one of the claims."""
    if not appointed:
        raise NotAppointed
    if officer == took_in_by or officer in claims_taken_by:
        raise DecidesOwnMatter
