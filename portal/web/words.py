"""Words that come from the law and the books and stand on pages: marked here to be translated.

The law knows no languages; a page says its words by the filter `translated`.
"""

from __future__ import annotations

import re

from portal.sheets.animals import PLURALS
from portal.web.language import ENGLISH, N_, language_code, translated

OFFICES = (
    N_("public"), N_("bidder"), N_("pound-keeper"), N_("clerk"), N_("auctioneer"),
    N_("claims officer"), N_("accounts"), N_("commissioner"), N_("auditor"),
    N_("administrator"), N_("command line"),
)  # fmt: skip
STAGES = (N_("Waiting"), N_("In the ring"), N_("Sold"), N_("Passed"), N_("Withdrawn"))
STRUCK_FOR = (N_("wrong card"), N_("wrong amount"), N_("bid taken back"), N_("not a bid"))
DEPOSITS = (N_("deposit given back"), N_("deposit forfeited"))
CLASSES = (
    N_("elephant and its young"), N_("camel and its young"), N_("horse and its young"),
    N_("he-buffalo, she-buffalo and its young"), N_("bullock, cow and the young of a cow"),
    N_("pony, gelding, mule"), N_("ass, pig and their young"),
    N_("goat, sheep, ram and their young"),
)  # fmt: skip
KINDS = (
    N_("Elephant"), N_("Camel"), N_("Horse"), N_("Mare"), N_("Foal"), N_("She-buffalo"),
    N_("He-buffalo"), N_("Buffalo"), N_("Buffalo calf"), N_("Bullock"), N_("Ox"), N_("Cow"),
    N_("Calf"), N_("Heifer"), N_("Cow with calf"), N_("Pony"), N_("Mule"), N_("Donkey"), N_("Ass"),
    N_("Pig"), N_("Piglet"), N_("Goat"), N_("Goats"), N_("Kid"), N_("Sheep"), N_("Lamb"), N_("Ram"),
    N_("Bull"), N_("Elephant calf"), N_("Camel calf"), N_("Stallion"), N_("Colt"), N_("Filly"),
    N_("Pony foal"), N_("Gelding"), N_("Ass foal"), N_("Dog"), N_("Puppy"), N_("Deer"), N_("Fawn"),
)  # fmt: skip
COLOURS = (
    N_("black"), N_("white"), N_("brown"), N_("grey"), N_("red"), N_("fawn"), N_("mixed"),
    N_("black and white"),
)  # fmt: skip
# The terms that a new sale is offered; terms of one's own stay as they were typed.
TERMS = N_("The price is paid on the day of the sale. What is not paid for is offered again.")
PRINTS = (
    N_("Intake slip"), N_("Pen card"), N_("Sale notice"), N_("Catalogue"), N_("Bidder card"),
    N_("Hammer slip"), N_("Receipt"), N_("Bill of sale and delivery order"),
    N_("Redemption receipt"), N_("Claim acknowledgement"), N_("Hearing notice"), N_("Claim order"),
    N_("Surplus voucher"), N_("Treasury challan"), N_("Register"), N_("Monthly return"),
)  # fmt: skip
# Where a case stands, what is charged, the days of an order: as the law names them.
CASE_STAGES = (
    N_("In pound"), N_("Due for sale"), N_("Released"), N_("In sale"), N_("In the ring"),
    N_("Sold, not paid"), N_("Surplus held"), N_("Claimed"), N_("Two claims"), N_("Ordered"),
    N_("Voucher drawn"), N_("Paid to owner"), N_("To government"), N_("Settled, no surplus"),
    N_("Sale stopped"), N_("Died"),
)  # fmt: skip
PHOTOS = (N_("face"), N_("left side"), N_("right side"))
CHARGES = (N_("Pound fee"), N_("Expenses"), N_("Fine"))
_ONE_OF = {many: one for one, many in PLURALS.items()}


def kind_said(kind: str) -> str:
    """Say a kind as the register keeps it: "she-buffalo", "3 goats", "cow with 2 calves".

    In another language several of a kind are written as the one and their number: మేక × 3.
    """
    whole = translated(kind.capitalize())
    if language_code() == ENGLISH or whole != kind.capitalize():
        return whole
    return translated(", ").join(_part_said(one) for one in kind.split(" with "))


def _part_said(part: str) -> str:
    found = re.fullmatch(r"([0-9]+) (.+)", part)
    if found is None:
        return translated(part.capitalize())
    return f"{translated(_ONE_OF.get(found[2], found[2]).capitalize())} × {found[1]}"
