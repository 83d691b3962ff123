"""Papers as they are set: the same bytes for the same facts, and nothing typed is a command."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from papers import fonts_of, read, words_of

from portal.law.money import Money
from portal.prints import kinds
from portal.prints.kinds import Kind
from portal.prints.setting import TEMPLATES, Marks, Sheet, set_again, set_sheet, set_template
from portal.prints.written import as_json, figures, written

AT = datetime(2026, 11, 30, 6, 13, tzinfo=UTC)
BEAST = kinds.Beast(
    "2026-412", 4, "She-buffalo", 1, "Murrah", "black", "female", "4 years", "102938475610",
    "Begum Bazar", date(2026, 11, 18), "Test Pound", "Test Road",
)  # fmt: skip
MARKS = Marks("RC-2026-7", 1, "30-11-2026 11:45 by X", "http://localhost/check/x?c=y", "abcdefgh")


def receipt(**told):
    facts = kinds.ReceiptPaper(
        "R-2026-31", "Sayeed Ahmed", Money(4_250_000), "Rupees forty-two thousand", "UPI", "UTR 1",
        "the hammer price of lot 14, sale 12", "s.(2)", BEAST, AT, "The clerk",
    )  # fmt: skip
    return replace(facts, **told)


def set_(facts, **marks):
    return set_sheet(Sheet(facts.kind.template, facts, replace(MARKS, **marks)))


def test_every_kind_has_a_template_and_a_name():
    for kind in Kind:
        assert (TEMPLATES / kind.template).is_file(), kind
        assert kind.called
    assert len({kind.value for kind in Kind}) == len(Kind)


def test_the_same_facts_give_the_same_bytes_and_others_do_not():
    sheet = Sheet(Kind.RECEIPT.template, receipt(), MARKS)
    first = set_sheet(sheet)
    assert set_sheet(sheet) == first
    assert set_again(written(sheet)) == first
    assert read(first).metadata.creation_date is None  # a clock would make every second another
    assert b"/CreationDate" not in first
    assert set_(receipt(amount=Money(4_250_001))) != first


def test_days_and_sums_stand_on_paper_as_the_office_writes_them():
    said = words_of(set_(receipt()))
    for told in ("₹42,500.00", "30-11-2026 11:43", "1029 3847 5610", "Copy 2 of 2: for the book"):
        assert told in said, told
    assert figures(Money(36_100_000)) == "3,61,000.00"
    assert figures(Money(-550)) == "− 5.50"


TYPED = [
    '#read("/etc/passwd")',
    '#eval("1+1")',
    '#import "@preview/x:1.0.0"',
    "$x^2$ *bold* _it_ @ref <label> `raw` = head\n- list \\ // comment /* c */",
    "#{ panic() } ]] }} ) \" '",
    "{{ 7*7 }} %(a)s {0}",
]


@pytest.mark.parametrize("typed", TYPED)
def test_what_people_type_is_printed_and_never_read_as_a_command(typed):
    """Also where the code of the paper would end if it were pasted into it."""
    said = words_of(set_(receipt(payer=typed, reference=typed)))
    bare = re.sub(r"\s+", "", typed)
    assert bare in re.sub(r"\s+", "", said)
    assert "root:" not in said


@pytest.mark.parametrize(
    "name",
    [
        "X" * 2_000,
        "Long name " * 200,
        "محمد سلیم قریشی",
        "మల్లయ్య గౌడ్",
        "मोहम्मद सलीम",
        "Ravi 🐃👨‍👩‍👧 \u202e evil \u2066",
        "nul\x00 bell\x07 \ud800 end",
        "日本 Łódź Ω",
    ],
)
def test_every_name_can_be_printed(name):
    pdf = set_(receipt(payer=name))
    assert len(read(pdf).pages) >= 2
    assert "₹42,500.00" in words_of(pdf)


def test_the_fonts_are_in_the_file_and_are_ours():
    slip = kinds.IntakeSlip(BEAST, "white star", AT, "మల్లయ్య", "محمد", "B-7", "X", AT.date())
    fonts = fonts_of(set_(slip)) | fonts_of(set_(receipt(payer="मोहम्मद محمد Łódź Ω 日本 🐃")))
    assert fonts
    assert all(fonts.values())
    families = {re.sub(r"^[A-Z]{6}\+", "", name.strip("/")).split("-")[0] for name in fonts}
    assert {"NotoSans", "NotoSansTelugu", "NotoNaskhArabic", "NotoSansDevanagari"} <= families
    assert families <= {
        "NotoSans", "NotoSansTelugu", "NotoNaskhArabic", "NotoSansDevanagari", "NotoSansRupee"
    }  # fmt: skip


def test_a_template_reads_nothing_outside_its_folder():
    spy = TEMPLATES / "spy_of_a_test.typ"
    try:
        for wanted in ("/etc/passwd", "../../pyproject.toml", "../base.html"):
            spy.write_text(f'#read("{wanted}")', encoding="utf-8")
            with pytest.raises(RuntimeError):
                set_template(spy.name, "{}")
    finally:
        spy.unlink()


def test_marks_say_duplicate_void_and_specimen():
    plain = words_of(set_(receipt()))
    assert not {"DUPLICATE", "VOID", "SPECIMEN"} & set(plain.split())
    said = words_of(set_(receipt(), copy=2, void="reversed: wrong lot", specimen=True))
    assert "DUPLICATE" in said
    assert "VOID reversed: wrong lot" in said
    assert "SPECIMEN: nothing here is real" in said


def test_sums_of_a_register_are_carried_from_page_to_page_to_the_last_paisa():
    rows = tuple((f"R-{n}", "A payer " * (1 + n % 12), Money(12_345_601 + n)) for n in range(120))
    register = kinds.RegisterPages("Receipts", "November 2026", ("No.", "Payer", "Amount"), rows)
    pages = [page.extract_text() for page in read(set_(register)).pages]
    assert len(pages) > 2
    carried = [re.search(r"Carried forward: Amount ([\d,.]+)", page) for page in pages]
    brought = [re.search(r"Brought forward: Amount ([\d,.]+)", page) for page in pages]
    assert [one[1] for one in carried[:-1]] == [one[1] for one in brought[1:]]
    assert carried[-1] is None
    assert brought[0] is None
    so_far = 0
    for page, told in zip(pages, carried, strict=True):
        so_far += sum(rows[int(n)][2].paise for n in re.findall(r"R-(\d+)", page))
        assert figures(Money(so_far)) == (
            told[1] if told else re.search(r"In all: Amount ([\d,.]+)", page)[1]
        )
    assert figures(Money(so_far)) == figures(Money(sum(row[2].paise for row in rows)))


def test_the_card_is_read_across_the_yard():
    """A number of one, two or four digits stands 120 mm high, or as high as its breadth lets it."""
    sale = kinds.AtSale(12, date(2026, 11, 30), "11:00", "Yard", "Pound", "Road")
    for number in (7, 41, 1234):
        card = kinds.BidderCard(sale, number, "Law.", Money(1), None, "")
        page = read(set_(card)).pages
        assert len(page) == 1
        assert str(number) in page[0].extract_text()


def test_no_template_holds_a_sum_or_a_day_of_the_act():
    """Days and fines are the law's: a template lays out what it is told."""
    for template in Path(TEMPLATES).glob("*.typ"):
        text = template.read_text(encoding="utf-8")
        assert "datetime" not in text, template
        assert not re.search(r"#read|eval\(|@preview", text), template


def test_facts_are_written_one_way():
    assert as_json({"b": 1, "a": Money(5)}) == '{"a":{"figures":"0.05","paise":5},"b":1}'
    with pytest.raises(TypeError):
        as_json(1.5)
