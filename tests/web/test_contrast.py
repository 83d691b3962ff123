"""The table of colours: every pair that is read, in each of the three lights, as WCAG reckons it."""

import re

import pytest

from portal.config import ROOT

CSS = {name: (ROOT / "static" / f"{name}.css").read_text() for name in ("portal", "ring", "yard")}
LIGHTS = ("day", "sun", "dark")
# What is read on what, by the names of the tokens; the bands of the ring keep one ground in all lights.
TEXTS = [
    *(
        ("--ink", ground)
        for ground in ("--paper", "--wash", "--wait-wash", "--win-wash", "--lose-wash")
    ),
    *(("--ink-2", ground) for ground in ("--paper", "--wash", "--wait-wash")),
    *((f"--{state}", "--paper") for state in ("win", "lose", "wait")),
    *((f"--{state}", f"--{state}-wash") for state in ("win", "lose", "wait")),
    ("--link", "--paper"),
    ("--link", "--wash"),
    ("--margin", "--paper"),
    ("--paper", "--margin"),
    ("--on-mast", "--mast"),
    ("--on-mast-2", "--mast"),
    ("--paper", "--ink"),
    ("--paper", "--lose"),
]
LIVE = [
    ("--on-tag", "--tag"),  # the bid button and the asking bar
    ("--ink", "--paper"),
    ("--ink-2", "--wash"),  # a button that waits
    ("#FFF", ".state.win"),
    ("#FFF", ".state.lose"),
    ("#FFF", ".state.done"),
    ("#0F1F2E", "#FFF3D1"),  # not confirmed: both stripes
    ("#0F1F2E", "#FFE08A"),
    ("--lose", "--lose-wash"),  # a refusal
    ("--win", "--win-wash"),
    ("--wait", "--wait-wash"),
]  # fmt: skip
# Borders of controls and the ring of the focus.
SHAPES = [
    ("--line", "--paper"),
    ("--line", "--wash"),
    ("--focus", "--paper"),
    ("--on-tag", "--tag"),
    ("--tag", "--mast"),
]


def tokens(light):
    """The colours in force in a light: those of the day, and what the light changes."""
    found = dict(re.findall(r"(--[\w-]+): (#[0-9A-Fa-f]+)", rule(":root")))
    if light != "day":
        found |= dict(
            re.findall(r"(--[\w-]+): (#[0-9A-Fa-f]+)", rule(f":root[data-light={light}]"))
        )
    return found


def rule(selector, sheet="portal"):
    return re.search(
        rf"^\s*{re.escape(selector)} \{{(.*?)\}}", CSS[sheet], re.DOTALL | re.MULTILINE
    )[1]


def colour(name, light):
    if name.startswith("--"):
        return tokens(light)[name]
    if name.startswith("."):
        return re.search(r"background: (#[0-9A-F]+)", rule(name, "ring"))[1]
    return name


def brightness(colour):
    """The relative luminance of WCAG 2."""
    figures = colour.removeprefix("#")
    if len(figures) == 3:
        figures = "".join(one * 2 for one in figures)
    parts = [int(figures[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    parts = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one, other, light):
    dark, bright = sorted(brightness(colour(name, light)) for name in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def too_weak(pairs, light, least):
    found = {pair: round(contrast(*pair, light), 2) for pair in pairs}
    return {pair: ratio for pair, ratio in found.items() if ratio < least}


def test_contrast_is_reckoned_as_the_design_measured_it():
    assert round(contrast("--ink", "--paper", "day"), 1) == 16.7
    assert round(contrast("--on-tag", "--tag", "day"), 1) == 10.9
    assert round(contrast("--paper", "--ink", "sun"), 1) == 21.0
    assert round(contrast("--win", "--paper", "sun"), 1) == 10.1
    assert round(contrast("--link", "--tag", "day"), 1) == 5.6
    assert round(contrast("--link", "--paper", "dark"), 1) == 9.7


@pytest.mark.parametrize("light", LIGHTS)
def test_all_that_is_read_is_at_least_four_and_a_half(light):
    assert too_weak(TEXTS + LIVE, light, 4.5) == {}


def test_live_controls_are_at_least_seven_in_the_sun():
    assert too_weak(LIVE, "sun", 7) == {}


@pytest.mark.parametrize("light", LIGHTS)
def test_borders_and_the_focus_are_at_least_three(light):
    assert too_weak(SHAPES, light, 3) == {}


def test_there_are_no_greys_and_no_washes_in_the_sun():
    sun = tokens("sun")
    assert {sun[one] for one in ("--ink", "--ink-2", "--line", "--rule")} == {"#000"}
    assert {sun[f"--{one}"] for one in ("wash", "win-wash", "lose-wash", "wait-wash")} == {"#FFF"}
    assert "--bw: 2px" in rule(":root[data-light=sun]")


def test_colours_stand_in_the_tokens_and_nowhere_else_but_the_bands():
    """A colour written into a rule escapes the table above, and the dark."""
    known = {"#FFF", "#000", "#0F1F2E", "#0A5F38", "#A81E14", "#FFF3D1", "#FFE08A", "#8FA2AD"}
    for name, sheet in CSS.items():
        for line in sheet.splitlines():
            if "--" not in line.split("{")[-1].split(":")[0]:
                assert set(re.findall(r"#[0-9A-Fa-f]{3,8}\b(?=[ ;,)])", line)) <= known, (
                    name,
                    line,
                )
