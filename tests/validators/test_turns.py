"""Several labels and values in a row of plain cells, and the comparisons and listings that look like it."""

from __future__ import annotations

import pytest

from hubwalk.validators.label_value import presentations
from hubwalk.validators.rendered import presentations_of
from hubwalk.values import Page, TextBox

FACTS = {
    "Maker": "Lumora",
    "Resolution": "12 megapixels",
    "Zoom": "4x",
    "Weight": "300 g",
    "Sensor size": "1/2.5 inch",
    "Flash": "yes",
    "Colour": "red",
    "Price": "299 crowns",
    "Power": "5 W",
}
EXPECTED = {label.lower(): value for label, value in FACTS.items()}


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


def rows(pairs: int, facts: dict[str, str] = FACTS) -> list[list[str]]:
    said = [text for fact in facts.items() for text in fact]
    return [said[i : i + 2 * pairs] for i in range(0, len(said), 2 * pairs)]


def table(rows: list[list[str]], head: str = "") -> str:
    return f"<table>{head}{''.join('<tr>' + ''.join(f'<td>{cell}' for cell in row) for row in rows)}</table>"


@pytest.mark.parametrize("pairs", [2, 3])
@pytest.mark.parametrize("head", ["", "<tr><td colspan=6>Body", "<tr><th>What<th>Value<th>What<th>Value"])
def test_labels_and_values_that_nothing_marks(pairs: int, head: str) -> None:
    if "What" in head:
        head += "<th>What<th>Value" * (pairs - 2)
    assert found(table(rows(pairs), head)) == EXPECTED


def test_a_row_may_have_one_wide_value_or_none() -> None:
    more = "<tr><td>Lens<td colspan=3>glass, 35 mm<tr><td>Case<td>steel<td>Strap<td>"
    html = table(rows(2)).replace("</table>", f"{more}</table>")
    assert found(html) == {**EXPECTED, "lens": "glass, 35 mm", "case": "steel"}


OTHERS = {
    "a comparison of three": [
        ["Weight", "300 g", "250 g", "400 g"],
        ["Zoom", "4x", "3x", "10x"],
        ["Sensor", "CMOS", "CCD", "BSI"],
        ["Colour", "red", "blue", "green"],
    ],
    "a comparison of three by numbers and answers": [
        ["Weight", "300 g", "unknown", "400 g"],
        ["Zoom", "4x", "fixed", "3x"],
        ["Flash", "yes", "no", "12 m"],
    ],
    "a comparison of three by words": [
        ["Colour", "red", "blue", "green"],
        ["Case", "steel", "glass", "plastic"],
        ["Flash", "built in", "apart", "none"],
        ["Weight", "300 g", "unknown", "400 g"],
    ],
    "a listing": [
        ["Lumora", "299 crowns", "Graz", "12 MP"],
        ["Pixella", "199 crowns", "Linz", "10 MP"],
        ["Optima", "99 crowns", "Wels", "8 MP"],
    ],
    "a listing with a place over and over": [
        ["Anna Bell", "34 years", "Graz", "no. 1"],
        ["Bob Stone", "2 m tall", "Graz", "5 wins"],
        ["Carla Wood", "50 kg", "Graz", "three cats"],
    ],
    "people": [
        ["Anna Bell", "editor", "Graz", "paints"],
        ["Bob Stone", "writer", "Linz", "reads"],
        ["Carla Wood", "printer", "Wels", "sails"],
    ],
    "results": [["Reds", "2", "Blues", "1"], ["Greens", "0", "Greys", "0"], ["Whites", "4", "Blacks", "3"]],
    "telephones": [
        ["Anna Bell", "+43 1 234", "Bob Stone", "+43 5 678"],
        ["Carla Wood", "+43 2 345", "Dora Field", "+43 6 789"],
        ["Emil Brook", "+43 3 456", "Fay Marsh", "+43 7 890"],
    ],
    "numbers, units and tolerances": [
        ["Weight", "300", "g", "5"],
        ["Width", "95", "mm", "1"],
        ["Power", "5", "W", "2"],
    ],
    "remarks": [
        ["Weight", "300 g", "of the body", "see notes"],
        ["Width", "95 mm", "at the strap", "see drawing"],
        ["Power", "5 W", "in use", "see plate"],
    ],
    "too few rows": rows(2)[:2],
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_tables_of_four_columns(what: str) -> None:
    assert not found(table(OTHERS[what]))


def test_a_head_of_four_names_is_that_of_a_listing() -> None:
    assert not found(table(rows(2), "<tr><th>Name<th>What<th>Town<th>How much"))


def test_pairs_of_links_are_a_menu() -> None:
    linked = [[text if i % 2 else f"<a href=/{text}>{text}</a>" for i, text in enumerate(row)] for row in rows(2)]
    assert not found(table(linked))


def test_a_drawing_of_the_four_columns_takes_nothing_away() -> None:
    boxes = [
        TextBox(text, 10 + 190.0 * k, 30.0 * i, 8.0 * len(text), 18, f"/html/body[1]/table[1]/tbody[1]/tr[{i}]/td[{k}]")
        for i, row in enumerate(rows(2), start=1)
        for k, text in enumerate(row, start=1)
    ]
    page = Page("http://a.test/", "http://a.test/", html=table(rows(2)), boxes=tuple(boxes))
    assert {pair.label: pair.value for pairs in presentations_of(page) for pair in pairs} == EXPECTED
