"""The sex of an animal, as far as the class depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from portal.sheets.writing import bare

FEMALE, MALE, CASTRATED = "F", "M", "M (castrated)"
_WRITTEN: Mapping[str, str] = {
    "f": FEMALE, "female": FEMALE, "m": MALE, "male": MALE,
    "castrated": CASTRATED, "m(castrated)": CASTRATED, "male(castrated)": CASTRATED,
    "castratedmale": CASTRATED, "neutered": CASTRATED,
}  # fmt: skip
_OF_KIND: Mapping[str, str] = {
    "she-buffalo": FEMALE, "cow": FEMALE, "heifer": FEMALE, "mare": FEMALE, "filly": FEMALE,
    "he-buffalo": MALE, "ram": MALE, "bull": MALE, "bullock": MALE, "gelding": MALE,
    "stallion": MALE, "colt": MALE,
}  # fmt: skip


@dataclass(frozen=True)
class OtherKind:
    """What an animal would be if its sex is right and its kind is not."""

    kind: str
    why: str


_GELDING = OtherKind("gelding", "a castrated horse is a gelding, class 6.")
_OTHER: Mapping[tuple[str, str], OtherKind] = {
    ("bull", CASTRATED): OtherKind("bullock", "a castrated bull is a bullock, class 5."),
    ("bull", FEMALE): OtherKind("cow", "a female is no bull; a cow is in class 5."),
    ("cow", MALE): OtherKind("bull", "a male is no cow; a bull is in no class (R11)."),
    ("gelding", FEMALE): OtherKind("mare", "a female is no gelding; a mare is in class 3."),
} | {(kind, CASTRATED): _GELDING for kind in ("horse", "stallion", "colt", "mare", "filly", "foal")}


def read_sex(written: str) -> str | None:
    """Read a sex; None if nothing that is known is written."""
    return _WRITTEN.get(bare(written).lower().replace(" ", ""))


def sex_as_class(kind: str, sex: str | None) -> OtherKind | None:
    """Give the kind of another class that the sex makes of an animal, (4)(a), or None."""
    return _OTHER.get((kind, sex or ""))


def contradicts(kind: str, sex: str | None) -> bool:
    """Tell whether the sex is not the one that the kind names."""
    return sex is not None and kind in _OF_KIND and sex[0] != _OF_KIND[kind]
