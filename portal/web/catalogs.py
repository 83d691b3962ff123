"""Catalogs of the languages: finding the sentences that are to be translated, and compiling them.

`make env` and the tests compile; `make messages` finds what is new.
"""

from __future__ import annotations

import ast
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from portal.web.language import TRANSLATIONS

WORDS = ("words", "one_left")
Found = tuple[int, str, str, list[str]]


def refusals(
    source: IO[bytes],
    keywords: Any,  # noqa: ARG001 - Babel gives it
    comment_tags: Any,  # noqa: ARG001
    options: Any,  # noqa: ARG001
) -> Iterator[Found]:
    """Find the words of each refusal in the law, which knows no languages and marks nothing.

    Babel asks: the line, the function's name, the message, the comments.
    """
    for one in ast.walk(ast.parse(source.read())):
        if isinstance(one, ast.AnnAssign) and ast.unparse(one.target) in WORDS and one.value:
            yield one.lineno, "", ast.literal_eval(one.value), []


def sentences(
    source: IO[bytes],
    keywords: Any,  # noqa: ARG001 - Babel gives it
    comment_tags: Any,  # noqa: ARG001
    options: Any,  # noqa: ARG001
) -> Iterator[Found]:
    """Find what stands on pages of the law's readings and choices; their keys have no spaces."""
    for one in ast.walk(ast.parse(source.read())):
        is_question = isinstance(one, ast.Call) and ast.unparse(one.func) == "_question"
        is_choice = isinstance(one, ast.ClassDef) and "Enum" in map(ast.unparse, one.bases)
        if not (is_question or is_choice):
            continue
        told = one.body[1:] if isinstance(one, ast.ClassDef) else [one]
        for part in (part for line in told for part in ast.walk(line)):
            if isinstance(part, ast.Constant) and " " in str(part.value):
                yield part.lineno, "", str(part.value), []


def compile_catalogs(folder: Path = TRANSLATIONS) -> list[Path]:
    """Compile each catalog that is newer than what was compiled from it; give those compiled."""
    done = []
    for po in sorted(folder.glob("*/LC_MESSAGES/messages.po")):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        with po.open("rb") as source:
            catalog = read_po(source, locale=po.parts[-3])
        # Put in place whole: tests in several processes may all find it missing.
        handle, name = tempfile.mkstemp(dir=mo.parent, suffix=".part")
        with os.fdopen(handle, "wb") as target:
            write_mo(target, catalog)
        Path(name).replace(mo)
        done.append(mo)
    return done


if __name__ == "__main__":
    compile_catalogs()
