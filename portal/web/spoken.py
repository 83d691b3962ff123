"""Sums as they are said aloud, so that an extra nought is heard before it is sent."""

from __future__ import annotations

from num2words import num2words

from portal.law.money import Money
from portal.web.language import language_code

# From nought to ninety-nine. In Urdu and Hindi each has a word of its own.
_TE = (
    "సున్నా", "ఒక", "రెండు", "మూడు", "నాలుగు", "ఐదు", "ఆరు", "ఏడు", "ఎనిమిది", "తొమ్మిది", "పది",
    "పదకొండు", "పన్నెండు", "పదమూడు", "పద్నాలుగు", "పదిహేను", "పదహారు", "పదిహేడు", "పద్దెనిమిది",
    "పంతొమ్మిది",
)  # fmt: skip
_TE_TENS = ("ఇరవై", "ముప్పై", "నలభై", "యాభై", "అరవై", "డెబ్బై", "ఎనభై", "తొంభై")
_UR = (
    "صفر", "ایک", "دو", "تین", "چار", "پانچ", "چھ", "سات", "آٹھ", "نو", "دس", "گیارہ", "بارہ",
    "تیرہ", "چودہ", "پندرہ", "سولہ", "سترہ", "اٹھارہ", "انیس", "بیس", "اکیس", "بائیس", "تئیس",
    "چوبیس", "پچیس", "چھبیس", "ستائیس", "اٹھائیس", "انتیس", "تیس", "اکتیس", "بتیس", "تینتیس",
    "چونتیس", "پینتیس", "چھتیس", "سینتیس", "اڑتیس", "انتالیس", "چالیس", "اکتالیس", "بیالیس",
    "تینتالیس", "چوالیس", "پینتالیس", "چھیالیس", "سینتالیس", "اڑتالیس", "انچاس", "پچاس",
    "اکیاون", "باون", "ترپن", "چون", "پچپن", "چھپن", "ستاون", "اٹھاون", "انسٹھ", "ساٹھ", "اکسٹھ",
    "باسٹھ", "تریسٹھ", "چونسٹھ", "پینسٹھ", "چھیاسٹھ", "سڑسٹھ", "اڑسٹھ", "انہتر", "ستر", "اکہتر",
    "بہتر", "تہتر", "چوہتر", "پچھتر", "چھہتر", "ستتر", "اٹھہتر", "اناسی", "اسی", "اکیاسی",
    "بیاسی", "تراسی", "چوراسی", "پچاسی", "چھیاسی", "ستاسی", "اٹھاسی", "نواسی", "نوے", "اکیانوے",
    "بانوے", "ترانوے", "چورانوے", "پچانوے", "چھیانوے", "ستانوے", "اٹھانوے", "ننانوے",
)  # fmt: skip
_HI = (
    "शून्य", "एक", "दो", "तीन", "चार", "पाँच", "छह", "सात", "आठ", "नौ", "दस", "ग्यारह", "बारह",
    "तेरह", "चौदह", "पंद्रह", "सोलह", "सत्रह", "अठारह", "उन्नीस", "बीस", "इक्कीस", "बाईस",
    "तेईस", "चौबीस", "पच्चीस", "छब्बीस", "सत्ताईस", "अट्ठाईस", "उनतीस", "तीस", "इकतीस", "बत्तीस",
    "तैंतीस", "चौंतीस", "पैंतीस", "छत्तीस", "सैंतीस", "अड़तीस", "उनतालीस", "चालीस", "इकतालीस",
    "बयालीस", "तैंतालीस", "चवालीस", "पैंतालीस", "छियालीस", "सैंतालीस", "अड़तालीस", "उनचास",
    "पचास", "इक्यावन", "बावन", "तिरपन", "चौवन", "पचपन", "छप्पन", "सत्तावन", "अट्ठावन", "उनसठ",
    "साठ", "इकसठ", "बासठ", "तिरसठ", "चौंसठ", "पैंसठ", "छियासठ", "सड़सठ", "अड़सठ", "उनहत्तर",
    "सत्तर", "इकहत्तर", "बहत्तर", "तिहत्तर", "चौहत्तर", "पचहत्तर", "छिहत्तर", "सतहत्तर",
    "अठहत्तर", "उन्यासी", "अस्सी", "इक्यासी", "बयासी", "तिरासी", "चौरासी", "पचासी", "छियासी",
    "सत्तासी", "अट्ठासी", "नवासी", "नब्बे", "इक्यानवे", "बानवे", "तिरानवे", "चौरानवे", "पचानवे",
    "छियानवे", "सत्तानवे", "अट्ठानवे", "निन्यानवे",
)  # fmt: skip
# A crore, a lakh, a thousand, a hundred; in Telugu one of them goes without its number.
_TE_STEPS = (("కోటి", "కోట్ల"), ("లక్ష", "లక్షల"), ("వెయ్యి", "వేల"), ("వంద", "వందల"))
_UR_STEPS = ("کروڑ", "لاکھ", "ہزار", "سو")
_HI_STEPS = ("करोड़", "लाख", "हज़ार", "सौ")
_PARTS = (10_000_000, 100_000, 1_000, 100)


def spoken(amount: Money) -> str:
    """Say the whole rupees of a sum in words, the Indian way: forty-two thousand, five hundred."""
    rupees = int(amount.decimal.partition(".")[0])
    code = language_code()
    if code == "te":
        return _said_in_telugu(rupees)
    if code == "ur":
        return _said(rupees, _UR, _UR_STEPS)
    if code == "hi":
        return _said(rupees, _HI, _HI_STEPS)
    return str(num2words(rupees, lang="en_IN"))  # type: ignore[no-untyped-call]


def _said(rupees: int, small: tuple[str, ...], steps: tuple[str, ...]) -> str:
    if rupees == 0:
        return small[0]
    said = []
    for part, name in zip(_PARTS, steps, strict=True):
        count, rupees = divmod(rupees, part)
        if count:
            said.append(f"{_said(count, small, steps)} {name}")
    return " ".join([*said, *([small[rupees]] if rupees else [])])


def _said_in_telugu(rupees: int) -> str:
    """Say a sum in the form that stands before "rupees": నలభై రెండు వేల ఐదు వందల (రూపాయలు)."""
    if rupees < len(_TE):
        return _TE[rupees]
    said = []
    for part, (one, several) in zip(_PARTS, _TE_STEPS, strict=True):
        count, rupees = divmod(rupees, part)
        if count:
            said.append(one if count == 1 else f"{_said_in_telugu(count)} {several}")
    if rupees >= len(_TE):
        tens, rupees = divmod(rupees, 10)
        said.append(_TE_TENS[tens - 2])
    return " ".join([*said, *([_TE[rupees]] if rupees else [])])
