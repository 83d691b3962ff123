"""The form of the labelled pairs, and nothing of what any rule makes of them."""

import csv
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

PAIRS = Path(__file__).with_name("labelled_pairs.csv")
KINDS = {
    "yes": {
        "spelling",
        "initials",
        "order",
        "joined",
        "honorific",
        "relation",
        "alias",
        "script",
        "slip",
        "dropped",
    },
    "no": {"lookalike", "family", "common", "couple", "initials", "script"},
}
SCRIPTS = {"LATIN", "TELUGU", "ARABIC", "DEVANAGARI"}


@pytest.fixture(scope="module")
def pairs():
    with PAIRS.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, strict=True)
        assert rows.fieldnames == ["one", "other", "same", "kind"]
        return list(rows)


def _scripts_of(name):
    first_words = {unicodedata.name(letter).split()[0] for letter in name if letter.isalpha()}
    return first_words & SCRIPTS


def test_there_are_enough_pairs_of_both_labels(pairs):
    labels = Counter(pair["same"] for pair in pairs)
    assert set(labels) == {"yes", "no"}
    assert sum(labels.values()) >= 500
    assert labels["yes"] >= 300
    assert labels["no"] >= 150


def test_every_kind_is_known_under_its_label_and_each_occurs(pairs):
    for label, kinds in KINDS.items():
        assert {pair["kind"] for pair in pairs if pair["same"] == label} == kinds


def test_both_sides_are_written_without_stray_blanks_and_differ(pairs):
    for pair in pairs:
        for name in (pair["one"], pair["other"]):
            assert name
            assert name == " ".join(name.split())
        assert pair["one"] != pair["other"]


def test_no_pair_is_written_twice_nor_the_other_way_round(pairs):
    times = Counter(
        frozenset(unicodedata.normalize("NFC", pair[side]).casefold() for side in ("one", "other"))
        for pair in pairs
    )
    assert [sorted(names) for names, count in times.items() if count > 1] == []


def test_at_least_three_scripts_occur_and_many_pairs_cross_them(pairs):
    met, crossing = set(), 0
    for pair in pairs:
        one, other = _scripts_of(pair["one"]), _scripts_of(pair["other"])
        met |= one | other
        crossing += pair["same"] == "yes" and one != other
    assert len(met) >= 3
    assert crossing >= 100
