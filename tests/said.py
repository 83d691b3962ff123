"""What is left in English on a page of another language."""

import re
from html import unescape

from visitor import words

TRANSLATED = ("te", "ur", "hi")
SCRIPT = {"te": r"[\u0C00-\u0C7F]", "ur": r"[\u0600-\u06FF]", "hi": r"[\u0900-\u097F]"}
# The first visit to a page, in bytes, and the fonts each language needs for it.
LIMIT = 150_000
FONTS = {"te": "telugu-telugu", "ur": "naskh", "hi": "devanagari"}
# What stays in Latin letters on any page: names as typed, the Act's numbers, marks of the house.
LATIN = re.compile(r"[A-Za-z]{2,}")
TYPED = {
    "English", "En", "Sayeed", "Ramesh", "Murrah", "Gir", "lang", "PC", "GHMC", "Begum", "Bazar",
}  # fmt: skip
ATTRIBUTES = (
    r' (?:aria-label|placeholder|alt|data-label|data-(?:off|live|last|checked|wait|label|says))="([^"]*)"'
    r"|<title>([^<]*)"
)


def left_in_english(page, *typed):
    """The Latin words of a page and its attributes that nobody typed and no language wants."""
    body = page[page.index("<body") :]
    attributes = " ".join(one for pair in re.findall(ATTRIBUTES, page) for one in pair)
    otherwise = r'<(a|dd|dt|blockquote)[^>]* lang="[^"]+"[^>]*>.*?</\1>'
    body = re.sub(otherwise, "", body, flags=re.DOTALL)
    text = words(body) + " " + re.sub(r"English|తెలుగు|\{n\}", "", unescape(attributes))
    for one in typed:
        text = text.replace(one, "")
    return sorted(set(LATIN.findall(text)) - TYPED)
