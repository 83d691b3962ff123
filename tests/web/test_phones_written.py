"""Phones as people write them, kept as ten digits."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from portal.web.fields import PhoneField, PortalForm


class Form(PortalForm):
    phone = PhoneField("Phone")


def read(written):
    form = Form(MultiDict({"phone": written}))
    return form.phone.data if form.readable() else form.errors["phone"]


@pytest.mark.parametrize(
    "written",
    [
        "9848012345",
        "98480 12345",
        "98480-12345",
        "098480 12345",
        "+91 98480 12345",
        "+91098480 12345",
        "0091 98480 12345",
        "91 98480 12345",
        "98480.12345",
        "(98480) 12345",
    ],
)
def test_one_mobile_however_it_is_written(written):
    assert read(written) == "9848012345"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("040-2345 6789", "4023456789"),
        ("(040) 23456789", "4023456789"),
        ("9198480123", "9198480123"),
    ],
)
def test_land_lines_and_mobiles_that_begin_like_the_country(written, kept):
    assert read(written) == kept


@pytest.mark.parametrize(
    "written",
    [
        "98480",
        "98480123456789",
        "98480ABCDE",
        "98480 12345 ext 5",
        "9848012345;ext=3",
        "tel:9848012345",
        "+1 650 253 0000",
        "٩٨٤٨٠١٢٣٤٥",
        "౯౮౪౮౦౧౨౩౪౫",
        "9" * 5_000,
    ],
)
def test_what_is_no_indian_number_is_told_how_to_write_it(written):
    assert read(written) == ["Phone must have ten digits, like 98480 12345"]


def as_before(written):
    digits = re.sub(r"[\s\-()]", "", written).removeprefix("+91").removeprefix("0")
    return digits if re.fullmatch(r"[1-9][0-9]{9}", digits) else None


@given(
    st.sampled_from(["", "+91", "0", "+910", "+91 ", "+91-"]),
    st.from_regex(r"[1-9]([ -]?[0-9]){9}", fullmatch=True),
)
def test_every_writing_that_was_read_before_is_read_alike(prefix, digits):
    before = as_before(prefix + digits)
    if before is not None:
        assert read(prefix + digits) == before
