"""Sub-section (2): "the officer appointed by the Commissioner", and what he may not decide."""

from __future__ import annotations

from collections.abc import Collection

from portal.law.act import under
from portal.law.refusals import DecidesOwnMatter, NotAppointed
from portal.law.refusals_of_claims import LinkedWithClaimant


@under("2")
def require_may_decide(
    officer: Collection[int],
    took_in_by: int | None,
    claims_taken_by: Collection[int | None],
    linked_with: Collection[str] = (),
    *,
    appointed: bool,
) -> None:
    """Refuse an officer who is not appointed, took in the animal or a claim, or is linked.

    `officer` are all accounts of the one person who decides; `linked_with` are the claims whose
    claimant has a phone, an account or a paper in common with him. Raises NotAppointed,
    DecidesOwnMatter, LinkedWithClaimant.
    """
    if not appointed:
        raise NotAppointed
    if took_in_by in officer or any(one in officer for one in claims_taken_by):
        raise DecidesOwnMatter
    for claim in linked_with:
        raise LinkedWithClaimant(claim)
