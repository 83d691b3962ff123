"""A fine per head is levied by the class of the animal: so its kind and its heads must be certain."""

import pytest

from portal.law.cattle import Animals, CattleClass
from portal.sheets.animals import CLASSES, WORDS
from portal.sheets.kinds import read_kind
from portal.sheets.sexes import read_sex, sex_as_class

pytestmark = pytest.mark.law("4(a)")

# Every animal that the table of (4)(a) names.
TABLE = {
    1: ["elephant", "elephant calf"],
    2: ["camel", "camel calf"],
    3: ["horse", "mare", "stallion", "foal", "colt", "filly"],
    4: ["he-buffalo", "she-buffalo", "he buffalo", "SHE  BUFFALO", "buffalo", "buffalo calf"],
    5: ["bullock", "ox", "cow", "calf", "heifer"],
    6: ["pony", "gelding", "mule"],
    7: ["ass", "donkey", "pig", "piglet", "ass foal", "sow", "boar"],
    8: ["goat", "sheep", "ram", "kid", "lamb", "ewe", "he-goat"],
}
IN_OTHER_TONGUES = {
    1: ["ఏనుగు", "ہاتھی", "हाथी"],
    2: ["ఒంటె", "اونٹ", "ऊंट", "ऊँट"],
    3: ["గుర్రం", "گھوڑا", "घोड़ा", "घोड़ी"],
    4: ["గేదె", "బర్రె", "దున్నపోతు", "بھینس", "بھینسا", "भैंस", "भैंसा"],
    5: ["ఆవు", "ఎద్దు", "దూడ", "گائے", "بیل", "بچھڑا", "गाय", "बैल", "बछड़ा", "बछिया", "आवु"],
    6: ["టట్టు", "ٹٹو", "خچر", "टट्टू", "खच्चर", "కంచర గాడిద"],
    7: ["గాడిద", "పంది", "گدھا", "سور", "गधा", "सूअर"],
    8: ["మేక", "గొర్రె", "పొట్టేలు", "بکری", "بکرا", "بھیڑ", "बकरी", "भेड़", "मेमना"],
}


def classes(written):
    return [
        (one.cattle_class and one.cattle_class.value, one.head)
        for one in read_kind(written).animals
    ]


@pytest.mark.parametrize(
    ("number", "word"),
    [(n, word) for words in (TABLE, IN_OTHER_TONGUES) for n in words for word in words[n]],
)
def test_each_animal_of_the_table_is_in_its_class(number, word):
    assert classes(word) == [(number, 1)]
    assert not read_kind(word).doubt


@pytest.mark.parametrize("word", ["bull", "Bull", "dog", "deer", "ఆంబోతు", "कुत्ता", "ہرن"])
def test_animals_the_act_does_not_name_are_known_and_in_no_class(word):
    read = read_kind(word)
    assert read.animals == (Animals(None, 1),)
    assert read.outside


@pytest.mark.parametrize(
    ("written", "animals"),
    [
        ("Goats (3)", [(8, 3)]),
        ("3 goats", [(8, 3)]),
        ("goats - 3 nos", [(8, 3)]),
        ("Goat x 3", [(8, 3)]),
        ("३ बकरियां", [(8, 3)]),
        ("మేకలు (౩)", [(8, 3)]),
        ("two cows", [(5, 2)]),
        ("a pair of bullocks", [(5, 2)]),
        ("Cow with calf", [(5, 2)]),
        ("Cow w/ calf", [(5, 2)]),
        ("cow & 2 calves", [(5, 3)]),
        ("Cow with calves (2)", [(5, 3)]),
        ("cow and her calf", [(5, 2)]),
        ("गाय और बछड़ा", [(5, 2)]),
        ("bull and cow", [(None, 1), (5, 1)]),
        ("goat, sheep and donkey", [(8, 2), (7, 1)]),
    ],
)
def test_heads_are_counted(written, animals):
    assert classes(written) == animals
    assert not read_kind(written).doubt


@pytest.mark.parametrize(
    ("written", "animals"),
    [
        ("she buffalo + calf", [(4, 2)]),
        ("calf and buffalo", [(4, 2)]),
        ("camel with her calf", [(2, 2)]),
        ("elephant with calf", [(1, 2)]),
        ("mare with foal", [(3, 2)]),
        ("donkey with foal", [(7, 2)]),
        ("goat with young", [(8, 2)]),
        ("bull with calf", [(None, 1), (5, 1)]),
    ],
)
def test_the_young_are_in_the_class_that_names_them(written, animals):
    assert classes(written) == animals


@pytest.mark.parametrize(
    "written", ["pony with foal", "mule and foal", "gelding + foal", "pony foal"]
)
def test_class_6_names_no_young_so_the_foal_is_in_doubt(written):
    read = read_kind(written)
    assert read.doubt == "foal_of_pony"
    assert (CattleClass(3), 1) in [(one.cattle_class, one.head) for one in read.animals]


@pytest.mark.parametrize(
    ("written", "doubt"),
    [
        ("Goats", "how_many"),
        ("the goats", "how_many"),
        ("goats with kids", "how_many"),
        ("0 goats", "how_many"),
        ("2 goats (3)", "how_many"),
        ("1000 goats", "how_many"),
        ("cow with calf (2)", "how_many"),  # two calves, or two heads in all?
        ("cow, buffalo and calf", "whose_young"),
        ("young", "whose_young"),
        ("cow/calf", "unknown_kind"),
        ("buffalo/calf", "unknown_kind"),
        ("cow black", "unknown_kind"),
        ("do", "unknown_kind"),
        ("goat" * 200, "unknown_kind"),
        ("", "no_kind"),
    ],
)
def test_what_is_not_certain_has_no_heads(written, doubt):
    read = read_kind(written)
    assert (read.doubt, read.animals) == (doubt, ())


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Bufallo", "buffalo"), ("Gotas (3)", "goats (3)"), ("donky", "ass"), ("2 shep", "sheep (2)")],
)
def test_a_misspelt_kind_is_not_taken_and_the_right_one_is_suggested(written, meant):
    read = read_kind(written)
    assert (read.doubt, read.animals, read.suggestion) == ("unknown_kind", (), meant)
    assert not read_kind(meant).doubt


def test_every_word_of_the_dictionary_reads_as_itself():
    for word, known in WORDS.items():
        if known.name in CLASSES:
            read = read_kind(f"2 {word}")
            assert read.animals == (Animals(CLASSES[known.name], 2),), word
            assert read_kind(read.kind).animals == read.animals, read.kind


@pytest.mark.parametrize(
    ("kind", "sex", "other"),
    [
        ("bull", "M (castrated)", "bullock"),
        ("bull", "female", "cow"),
        ("cow", "M", "bull"),
        ("horse", "castrated", "gelding"),
        ("gelding", "F", "mare"),
    ],
)
def test_a_sex_that_changes_the_class_is_told(kind, sex, other):
    assert sex_as_class(kind, read_sex(sex)).kind == other
    assert CLASSES[kind] is not CLASSES[other]


def test_a_sex_that_leaves_the_class_is_no_doubt():
    for kind, sex in [
        ("ram", "F"),
        ("she-buffalo", "M"),
        ("bullock", "F"),
        ("cow", "M (castrated)"),
    ]:
        assert sex_as_class(kind, read_sex(sex)) is None
