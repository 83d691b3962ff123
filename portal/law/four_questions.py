"""The four questions about an animal's marks: what an owner says, held against the register.

Whoever asks is not shown the answers; he is told only how many agree, for a mark that was shown
proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SHORTEST_WORD = 3  # "on", "a", "of" say nothing about an animal
LIKE_EACH_OTHER = ({"f", "female", "cow", "she"}, {"m", "male", "bull", "he", "castrated"})
TAG_FIGURES = 4


@dataclass(frozen=True)
class Marks:
    """What the register has about an animal by which its owner knows it."""

    colour: str
    sex: str
    marks: str
    ear_tag: str


QUESTIONS = {
    "colour": "What colour is it?",
    "sex": "Is it male or female?",
    "marks": "What marks has it: head, horns, brand, scars?",
    "ear_tag": "Has it an ear tag? Its last four figures",
}


def agreeing(told: Mapping[str, str], written: Marks) -> int:
    """Count the answers that agree with the register; one that was not given does not."""
    return sum(_agrees(name, told.get(name, ""), getattr(written, name)) for name in QUESTIONS)


def _agrees(name: str, told: str, written: str) -> bool:
    said, kept = _words(told), _words(written)
    if not said:
        return False
    if name == "ear_tag":
        return _same_tag(told, written)
    if name == "sex":
        return any(said & same and kept & same for same in LIKE_EACH_OTHER)
    long = {word for word in said & kept if len(word) >= SHORTEST_WORD}
    return bool(long)


def _same_tag(told: str, written: str) -> bool:
    figures, tag = re.sub(r"[^0-9]", "", told), re.sub(r"[^0-9]", "", written)
    if not tag:
        return told.strip().lower() in {"no", "none"}
    return len(figures) >= TAG_FIGURES and tag.endswith(figures)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
