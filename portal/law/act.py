"""The Act, and the tie between its words and our functions.

(1), (2) and (4)(b) are word for word; (3) and (4)(a) are summaries in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

ACT: Mapping[str, str] = MappingProxyType(
    {
        "1": (
            "If the owner of the impounded cattle or his agent appears and claims delivery of"
            " such cattle, the pound-keeper shall deliver the said cattle to him on payment of"
            " the pound fees and the actual expenses in respect of such cattle fixed under"
            " Sub-section (4)."
        ),
        "2": (
            "If, within ten days from the date of impounding any animal, no person who is the"
            " owner of such animal appears and pays the fees and expenses specified in"
            " Sub-section (4), such cattle shall be forthwith sold by auction, and the surplus"
            " remaining after deducting the fees and expenses aforesaid from the proceeds of the"
            " sale, shall be paid to any person, who, within fifteen days from the date of sale,"
            " appears before the officer appointed by the Commissioner of City Police, Hyderabad"
            " for this purpose and proves to his satisfaction that he is the owner of the said"
            " animal. In other cases such proceeds of sale shall be appropriated by the"
            " Government."
        ),
        "3": (
            "No Police officer or pound-keeper shall directly or indirectly purchase any cattle"
            " at a sale under Sub-section (2)."
        ),
        "4(a)": (
            "Summary: a fine per head is levied by the class of the animal, from fifteen rupees for"
            " an elephant to one rupee for a goat or sheep. The Government may double it for an"
            " area by a notification in the Gazette, and modify or cancel that by another."
        ),
        "4(b)": (
            "The pound fees and expenses chargeable shall be at such rates for each day including"
            " any part of a day as may be fixed by the Commissioner of City Police, Hyderabad."
        ),
    }
)

CARRIED_BY: dict[str, list[str]] = {sub_section: [] for sub_section in ACT}


def under(sub_section: str) -> Callable[[F], F]:
    """Say which words of the Act a function carries out; a wrong number fails at import."""
    if sub_section not in ACT:
        raise LookupError(f"the Act has no sub-section ({sub_section})")

    def mark(rule: F) -> F:
        CARRIED_BY[sub_section].append(f"{rule.__module__}.{rule.__qualname__}")
        return rule

    return mark
