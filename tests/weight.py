"""What a first visit loads: the page, what it names under /static, and the fonts of its letters."""

import gzip
import re
from html import unescape

from portal.config import ROOT

FACE = re.compile(r"@font-face \{([^}]*)\}")
LANGUAGE_NAMES = re.compile(r'<nav class="langs".*?</nav>', re.DOTALL)


def _within(letter, ranges):
    for one in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        first, last = int(one[0], 16), int(one[1] or one[0], 16)
        if first <= ord(letter) <= last:
            return True
    return False


def fonts_loaded(page):
    """Faces of which a letter is shown; of the languages' own names, the faces cut for them."""
    letters = set(unescape(re.sub(r"<[^>]+>", " ", LANGUAGE_NAMES.sub("", page))))
    loaded = []
    for face in FACE.findall((ROOT / "static" / "portal.css").read_text()):
        ranges = re.search(r"unicode-range: ([^;]+)", face)[1].replace("U+200C-200D", "")
        file = re.search(r"fonts/([^)]+)", face)[1]
        shown = any(_within(one, ranges) for one in letters) and "Nastaliq" not in face
        if file.startswith("name-") or shown:
            loaded.append(file)
    return loaded


def weight_of(visitor, page):
    """Bytes of a first visit, texts compressed as a server in front sends them."""
    texts = [page.encode()]
    for one in sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))):
        with visitor.get(one) as reply:
            texts.append(reply.data)
    fonts = sum((ROOT / "static" / "fonts" / one).stat().st_size for one in fonts_loaded(page))
    return sum(len(gzip.compress(text)) for text in texts) + fonts
