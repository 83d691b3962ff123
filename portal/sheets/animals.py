"""The dictionary: animals in English, Telugu, Urdu and Hindi, and the class of (4)(a) of each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from portal.law.cattle import CattleClass
from portal.sheets.writing import bare

E, C, H, B, K, P, A, G = CattleClass  # elephant, camel, horse, buffalo, kine, pony, ass, goat
OUTSIDE = None  # known animals in none of the eight classes (R11)

# The name in English, its plural, its class, the words for one, the words for many.
_NAMES: tuple[tuple[str, str, CattleClass | None, str, str], ...] = (
    ("elephant", "elephants", E, "cow elephant|tusker|ఏనుగు|ہاتھی|ہتھنی|हाथी|हथिनी", "ఏనుగులు"),
    ("elephant calf", "elephant calves", E, "baby elephant|ఏనుగు పిల్ల", ""),
    ("camel", "camels", C, "she camel|he camel|ఒంటె|اونٹ|اونٹنی|ऊंट|ऊँट|ऊंटनी", "ఒంటెలు"),
    ("camel calf", "camel calves", C, "ఒంటె పిల్ల", ""),
    ("horse", "horses", H, "గుర్రం|గుఱ్ఱం|گھوڑا|घोड़ा", "గుర్రాలు|گھوڑے|घोड़े"),
    ("mare", "mares", H, "గుర్రపు ఆడది|گھوڑی|घोड़ी", ""),
    ("stallion", "stallions", H, "", ""),
    ("colt", "colts", H, "", ""),
    ("filly", "fillies", H, "", ""),
    ("foal", "foals", H, "horse foal|గుర్రపు పిల్ల|గుర్రపుపిల్ల|بچھیرا|बछेड़ा", ""),
    ("pony foal", "pony foals", H, "mule foal|gelding foal", ""),
    (
        "she-buffalo", "she-buffaloes", B,
        "buffalo cow|cow buffalo|female buffalo|గేదె|బర్రె|ఎనుము|بھینس|भैंस",
        "she-buffalos|గేదెలు|బర్రెలు|بھینسیں|भैंसें",
    ),
    (
        "he-buffalo", "he-buffaloes", B,
        "buffalo bull|bull buffalo|male buffalo|buffalo bullock|దున్న|దున్నపోతు|بھینسا|भैंसा",
        "he-buffalos|దున్నలు|దున్నపోతులు|بھینسے|भैंसे",
    ),
    ("buffalo", "buffaloes", B, "", "buffalos"),
    (
        "buffalo calf", "buffalo calves", B,
        "buffalo heifer|గేదె దూడ|దూడ గేదె|కట్రా|کٹا|کٹی|کٹڑا|पाड़ा|पड़वा|कटड़ा|कट्टा", "",
    ),
    ("bullock", "bullocks", K, "ox|ఎద్దు|بیل|बैल", "oxen|ఎద్దులు"),
    ("cow", "cows", K, "milch cow|ఆవు|आवु|گائے|गाय", "ఆవులు|गायें|گائیں"),
    (
        "calf", "calves", K,
        "bull calf|male calf|female calf|దూడ|లేగదూడ|ఆవు దూడ|بچھڑا|बछड़ा", "దూడలు|بچھڑے|बछड़े",
    ),
    ("heifer", "heifers", K, "పెయ్య|బచ్చియా|بچھڑی|بچھیا|बछिया", ""),
    ("pony", "ponies", P, "tattu|టట్టు|పొట్టి గుర్రం|ٹٹو|टट्टू", ""),
    ("gelding", "geldings", P, "", ""),
    ("mule", "mules", P, "కంచర గాడిద|خچر|खच्चर", ""),
    (
        "ass", "asses", A,
        "donkey|jenny|jackass|jack ass|she ass|he ass|గాడిద|گدھا|گدھی|गधा|गधी|गदहा",
        "donkeys|గాడిదలు|گدھے|गधे",
    ),
    ("ass foal", "ass foals", A, "donkey foal|గాడిద పిల్ల", "donkey foals"),
    (
        "pig", "pigs", A, "sow|boar|swine|hog|పంది|سور|سؤر|सूअर|सुअर|सुवर", "sows|boars|hogs|పందులు",
    ),
    ("piglet", "piglets", A, "పంది పిల్ల|పందిపిల్ల", ""),
    (
        "goat", "goats", G,
        "she goat|he goat|nanny goat|billy goat|మేక|మేకపోతు|بکری|بکرا|बकरी|बकरा",
        "she goats|he goats|మేకలు|بکریاں|بکرے|बकरियां|बकरियाँ|बकरे",
    ),
    ("kid", "kids", G, "మేక పిల్ల|మేకపిల్ల|میمنا|मेमना", "మేక పిల్లలు"),
    ("sheep", "sheep", G, "ewe|గొర్రె|بھیڑ|دنبہ|भेड़", "ewes|గొర్రెలు|بھیڑیں|भेड़ें"),
    ("lamb", "lambs", G, "గొర్రె పిల్ల|గొర్రెపిల్ల", "గొర్రె పిల్లలు"),
    ("ram", "rams", G, "పొట్టేలు|గొర్రెపోతు|مینڈھا|मेंढा|मेढ़ा", "పొట్టేళ్ళు"),
    ("bull", "bulls", OUTSIDE, "stud bull|breeding bull|ఆంబోతు|ఆబోతు|سانڈ|सांड|साँड", ""),
    ("dog", "dogs", OUTSIDE, "bitch|కుక్క|کتا|कुत्ता", "కుక్కలు|کتے|कुत्ते"),
    ("puppy", "puppies", OUTSIDE, "pup|కుక్క పిల్ల", "pups"),
    ("deer", "deer", OUTSIDE, "stag|జింక|ہرن|हिरण|हिरन", ""),
    ("fawn", "fawns", OUTSIDE, "", ""),
)  # fmt: skip
PLURALS: Mapping[str, str] = {name: many for name, many, *_rest in _NAMES}
CLASSES: Mapping[str, CattleClass | None] = {name: its for name, _many, its, *_rest in _NAMES}

# The young go into the class that names them, so calf, foal and young are read by the mother (R10).
_CALF_OF = {
    "she-buffalo": "buffalo calf", "he-buffalo": "buffalo calf", "buffalo": "buffalo calf",
    "camel": "camel calf", "elephant": "elephant calf", "deer": "fawn",
    "cow": "calf", "bullock": "calf", "heifer": "calf", "bull": "calf",
}  # fmt: skip
_FOAL_OF = {
    "pony": "pony foal", "gelding": "pony foal", "mule": "pony foal", "ass": "ass foal",
    "horse": "foal", "mare": "foal", "stallion": "foal",
}  # fmt: skip
_OTHER_YOUNG = {"pig": "piglet", "goat": "kid", "sheep": "lamb", "ram": "lamb", "dog": "puppy"}
YOUNG_OF: Mapping[str, Mapping[str, str]] = {
    "calf": _CALF_OF,
    "foal": _FOAL_OF,
    "young": _CALF_OF | _FOAL_OF | _OTHER_YOUNG,
}
FOAL_OF_PONY = "pony foal"
YOUNG = "young"
# Arabic keyboards and Urdu keyboards write these letters with different signs.
_LETTERS = str.maketrans("يكىۀه", "یکیہہ")


@dataclass(frozen=True)
class Word:
    """A word for an animal: the name it means, and whether it says many."""

    name: str
    many: bool


def plain(text: str) -> str:
    """Write a word so that two writings of it meet: case, spaces, dashes, composed letters."""
    composed = unicodedata.normalize("NFC", bare(text)).casefold().translate(_LETTERS)
    return " ".join(re.sub(r"[-–_.:]+", " ", composed).split())


def _dictionary() -> Mapping[str, Word]:
    words = {"young": Word(YOUNG, many=False), "young one": Word(YOUNG, many=False)}
    words |= {"young ones": Word(YOUNG, many=True)}
    for name, plural, _class, one, many in _NAMES:
        for word in (plural, *many.split("|")):
            words[plain(word)] = Word(name, many=True)
        for word in (name, *one.split("|")):  # sheep and deer are one until a number says more
            words[plain(word)] = Word(name, many=False)
    words.pop("", None)
    return words


WORDS = _dictionary()
