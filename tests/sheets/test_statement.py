"""Files of banks: other people's columns, sums and days, read as a clerk would."""

from datetime import date, datetime

import pytest
from openpyxl import Workbook

from portal.law.money import Money
from portal.law.reconciling import Kind, Line, reconcile, refers
from portal.sheets.refused import NotARegister
from portal.sheets.statement import open_statement, read_amount

TODAY = date(2027, 1, 2)
STATE_BANK = """\
Account statement,,,,,
Account No: 0012345,,,,,
Txn Date,Value Date,Narration,Ref No./Cheque No.,Debit,Credit
01/12/2026,01/12/2026,OPENING BALANCE,,,
02/12/2026,02/12/2026,UPI/CR/433210001111/RAMESH,,,"1,23,456.50"
3-Dec-26,3-Dec-26,NEFT UTR SBIN52026,,"₹ 467.50",
,,,Total,,"1,23,924.00"
"""


def opened(tmp_path, text, name="bank.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return open_statement(path, name)


@pytest.mark.parametrize(
    ("written", "paise"),
    [
        ("1,23,456.50", 12345650), ("₹ 467.5", 46750), ("Rs. 1,000", 100000), ("500 CR", 50000),
        ("500.00DR", -50000), ("500 Dr.", -50000), ("(75.25)", -7525), ("-75.25", -7525),
        ("75.25-", -7525), ("+5", 500), ("INR 5/-", 500), ("1,234,567.00", 123456700),
    ],
)  # fmt: skip
def test_a_sum_is_read_as_banks_write_it(written, paise):
    assert read_amount(written) == Money(paise)


@pytest.mark.parametrize("written", ["", "abc", "1.234,56", "1e3", "12.345", "1,2,3", "nan", "१२"])
def test_what_is_no_sum_is_not_guessed(written):
    assert read_amount(written) is None


def test_the_columns_are_guessed_and_lines_read_without_totals(tmp_path):
    sheet = opened(tmp_path, STATE_BANK)
    guess = sheet.guess()
    assert (guess["debit"], guess["credit"]) == ("Debit", "Credit")
    columns = guess | {"on": "Txn Date", "reference": "Narration"}
    rows = list(sheet.rows(columns, TODAY))
    assert [(one.line, one.on.day, one.amount.paise) for one in rows] == [
        (5, 2, 12345650),
        (6, 3, -46750),
    ]


def test_one_column_of_sums_with_a_column_of_senses(tmp_path):
    text = "When;What;How much;CR/DR\n02.12.2026;UTR 1;1.000;C\n02.12.2026;UTR 2;1,000;D\n"
    sheet = opened(tmp_path, text.replace("1.000", "1,000"))
    columns = {"on": "When", "reference": "What", "amount": "How much", "sense": "CR/DR"}
    assert [one.amount.paise for one in sheet.rows(columns, TODAY)] == [100000, -100000]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("02/12/2026,x,1e3", "Row 2: the sum '1e3'"), ("soon,x,5", "Row 2: the day 'soon'"),
     ("02/12/2030,x,5", "Row 2: the day")],
)  # fmt: skip
def test_a_line_that_cannot_be_read_refuses_the_whole_file(tmp_path, wrong, says):
    sheet = opened(tmp_path, f"Day,Ref,Amount\n{wrong}\n")
    with pytest.raises(NotARegister, match=says):
        list(sheet.rows({"on": "Day", "reference": "Ref", "amount": "Amount"}, TODAY))


def line(key, reference, amount, day=2):
    return Line(key, date(2026, 12, day), reference, Money(amount))


def test_what_differs_is_told_first_and_no_line_is_matched_twice():
    ours = [line("R-1", "UPI 1001001", 100), line("R-2", "UPI 1002002", 200),
            line("R-3", "UPI 1003003", 300), line("R-4", "UPI 1004004", 400),
            line("R-5", "9", 500)]  # fmt: skip
    bank = [line("1", "upi/1001001/x", 100), line("2", "UPI-1001001", 100),
            line("3", "UPI1002002", 250), line("4", "NEFT 77", 70), line("5", "9", 500),
            line("6", "19", 500, 3)]  # fmt: skip
    found = [(one.kind, one.bank and one.bank.key, one.ours and one.ours.key)
             for one in reconcile(bank, ours)]  # fmt: skip
    assert found == [
        (Kind.WRONG_AMOUNT, "3", "R-2"),
        (Kind.DOUBLE, "2", "R-1"),
        (Kind.MISSING, None, "R-3"),
        (Kind.MISSING, None, "R-4"),
        (Kind.UNKNOWN, "4", None),
        (Kind.UNKNOWN, "6", None),
        (Kind.AGREES, "1", "R-1"),
        (Kind.AGREES, "5", "R-5"),
    ]


def test_the_line_with_the_right_amount_agrees_whatever_its_place():
    """A wrong line before a right one must not take its receipt."""
    ours = [line("R-1", "UTR 1001001", 100)]
    bank = [line("1", "UTR 1001001", 90), line("2", "UTR 1001001", 100)]
    assert [one.kind for one in reconcile(bank, ours)] == [Kind.DOUBLE, Kind.AGREES]


def test_what_lies_outside_the_days_of_the_file_is_not_missing():
    ours = [line("R-1", "UTR 1001001", 100, day=9)]
    assert [one.kind for one in reconcile([line("1", "UTR 2002002", 5)], ours)] == [Kind.UNKNOWN]


def test_an_empty_or_short_reference_is_found_in_nothing():
    assert not refers("anything at all", "")
    assert not refers("UPI 12345", "123")
    assert refers("upi/12345", "UPI 12345")


def test_a_workbook_is_read_like_a_csv_file(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet.append(["Value Date", "Remarks", "Amount"])
    sheet.append([datetime(2026, 12, 2), "UTR SBIN1", -1234.5])  # noqa: DTZ001 - as workbooks do
    sheet.append([date(2026, 12, 3), "UTR SBIN2", 20])
    book.save(tmp_path / "bank.xlsx")
    found = open_statement(tmp_path / "bank.xlsx", "bank.xlsx")
    rows = list(found.rows(found.guess(), TODAY))
    assert [(one.on.day, one.reference, one.amount.paise) for one in rows] == [
        (2, "UTR SBIN1", -123450),
        (3, "UTR SBIN2", 2000),
    ]
