"""Rows with running numbers: those of a sheet, and those of rankings, contents and lists."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hubwalk.validators.label_value import presentations

FACTS = {"Maker": "Lumora", "Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Flash": "yes"}
EXPECTED = {label.lower(): value for label, value in FACTS.items()}


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


def table(rows: Iterable[Iterable[str]], head: str = "") -> str:
    return f"<table>{head}{''.join('<tr>' + ''.join(f'<td>{cell}' for cell in row) for row in rows)}</table>"


@pytest.mark.parametrize(
    "numbers",
    ["1. 2. 3. 4. 5.", "1 2 3 4 5", "0 1 2 3 4", "(1) (2) (3) (4) (5)", "#1 #2 #3 #4 #5", "1.1 1.2 1.3 2.1 2.2"],
)
@pytest.mark.parametrize("head", ["", "<tr><th>No.<th>What<th>Value", "<tr><td colspan=3>Body"])
def test_numbers_before_labels_are_no_labels(numbers: str, head: str) -> None:
    rows = [(number, *fact) for number, fact in zip(numbers.split(), FACTS.items(), strict=True)]
    assert found(table(rows, head)) == EXPECTED


def test_numbers_before_labels_values_and_units() -> None:
    rows = ["1 Weight 300 g", "2 Width 95 mm", "3 Power 5 W", "4 Volume 2 l"]
    expected = {"weight": "300 g", "width": "95 mm", "power": "5 W", "volume": "2 l"}
    assert found(table(row.split() for row in rows)) == expected


NAMES = ("Anna Bell", "Bob Stone", "Carla Wood", "Dora Field", "Emil Brook")
LISTS = {
    "a ranking": [("12 points"), ("11 points"), ("9 points"), ("9 points"), ("7 points")],
    "contents": ["3", "9", "17", "25", "40"],
    "a cast": ["Hamlet", "Ophelia", "Horatio", "Gertrude", "Yorick"],
    "a chronicle": ["5 May 1999", "7 June 2001", "1 July 2002", "3 August 2011", "6 March 2012"],
}


@pytest.mark.parametrize("values", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("head", ["", "<tr><th>No.<th>Name<th>What"])
def test_numbered_lists_are_no_sheets(values: list[str], head: str) -> None:
    assert not found(table(zip("12345", NAMES, values, strict=True), head))


def test_a_numbered_comparison_stays_one() -> None:
    rows = [(str(i), label, value, f"not {value}") for i, (label, value) in enumerate(FACTS.items(), start=1)]
    assert not found(table(rows))


@pytest.mark.parametrize(
    "numbers", ["4. 5. 6. 7. 8.", "1 2 3 5 6", "1 2 4 5 6", "1.1 1.2 1.4 2.1 2.2", "1 2 3 1 2", "1.1 2.1 3.1 4.1 5.1"]
)
def test_numbers_may_go_on_from_another_table_leave_some_out_or_begin_again(numbers: str) -> None:
    assert found(table([(n, *fact) for n, fact in zip(numbers.split(), FACTS.items(), strict=True)])) == EXPECTED


def test_heads_of_sections_may_have_no_number_but_most_rows_have() -> None:
    rows = [(str(i), *fact) for i, fact in enumerate(FACTS.items(), 1)]
    assert found(table([*rows, ("", "Case", "steel", "")])).keys() == {*EXPECTED, "case"}
    others = [("A", f"Part {name}", f"{i} mm") for i, name in enumerate("abcde", 1)]
    assert not found(table([*rows, *others]))


@pytest.mark.parametrize(
    "numbers",
    [
        "3 1 4 1 5",
        "1 2 1 2 1",
        "2 4 6 8 10",
        "1 2 4 6 8",
        "1 2 2 3 4",
        "5 4 3 2 1",
        "1 1 1 1 1",
        "0 1 0 1 0",
        "1990 1991 1992 1993 1994",
    ],
)
def test_numbers_that_do_not_run_are_values(numbers: str) -> None:
    assert not found(table([(n, *fact) for n, fact in zip(numbers.split(), FACTS.items(), strict=True)]))


def test_lists_of_long_names_or_of_versions_are_no_sheets() -> None:
    values = ["2.5", "3 and 4", "5.2 to 6", "1 week", "the rest"]
    topics = [f"how to {verb} a program that is larger than it" for verb in ("write", "read", "mend", "test", "end")]
    assert not found(table(zip("12345", topics, values, strict=True)))
    assert not found(table(zip("12345", (f"Release {i}" for i in range(5)), values, strict=True)))
