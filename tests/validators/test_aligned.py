"""Tables by alignment, on boxes written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.validators.aligned import read_aligned
from hubwalk.validators.aligned_cells import read_cells, right_links
from hubwalk.values import TextBox

FACTS = {"Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Sensor size": "1/2.5 inch", "Case": "none"}
SHEET = "/html/body[1]/div[1]"


def box(text: str, x: float, y: float, *, path: str = SHEET, height: float = 18, **more: bool) -> TextBox:
    return TextBox(text, x, y, 8.0 * len(text), height, path, **more)


def columns(rows: Iterable[Sequence[str]], edges: Sequence[float] = (10, 200, 400, 600), **more: bool) -> list[TextBox]:
    return [
        box(text, x, 30.0 * i, path=f"{SHEET}/div[{i + 1}]/p[{k + 1}]", **more)
        for i, row in enumerate(rows)
        for k, (x, text) in enumerate(zip(edges, row, strict=False))
        if text
    ]


def found(boxes: Sequence[TextBox]) -> list[dict[str, str]]:
    return [{pair.shown: pair.value for pair in pairs} for pairs in read_aligned(boxes).shown]


SHEETS: dict[str, list[TextBox]] = {
    "two columns": columns(FACTS.items()),
    "labels with colons": columns([(f"{label}:", value) for label, value in FACTS.items()]),
    "labels at their right edge": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 180 - 8 * len(label), 30 * i), box(value, 200, 30 * i))
    ],
    "values at their right edge": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 10, 30 * i), box(value, 500 - 8 * len(value), 30 * i))
    ],
    "values around a centre": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 10, 30 * i), box(value, 400 - 4 * len(value), 30 * i))
    ],
    "bold labels in front of ragged values": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (
            box(label, 10, 30 * i, path=f"{SHEET}/p[{i}]/b[1]", bold=True),
            box(value, 16 + 8 * len(label), 30 * i, path=f"{SHEET}/p[{i}]"),
        )
    ],
    "lines with colons": [box(f"{label}: {value}", 10, 30 * i) for i, (label, value) in enumerate(FACTS.items())],
    "a column of colons": columns([(label, ":", value) for label, value in FACTS.items()]),
    "a column of links to help": columns([(*row, "?") for row in FACTS.items()]),
    "a mark in front": columns([("+", *row) for row in FACTS.items()]),
    "small captions above": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (
            box(label, 200.0 * (i % 2), 90.0 * (i // 2), height=12),
            box(value, 200.0 * (i % 2), 90.0 * (i // 2) + 16, height=22),
        )
    ],
    "a head and one row": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 150.0 * i, 0, bold=True), box(value, 150.0 * i, 24))
    ],
    "middle of a taller value": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 10, 60 * i + 18), box(value, 200, 60 * i, height=54))
    ],
}


@pytest.mark.parametrize("name", SHEETS)
def test_one_thing(name: str) -> None:
    assert found(SHEETS[name]) == [FACTS]


@pytest.mark.parametrize("name", SHEETS)
def test_the_order_of_the_boxes_does_not_matter_to_the_eye(name: str) -> None:
    boxes = random.Random(3).sample(SHEETS[name], len(SHEETS[name]))
    assert [dict(sorted(pairs.items())) for pairs in found(boxes)] == [dict(sorted(FACTS.items()))]


def test_two_pairs_in_a_row_are_told_by_their_looks() -> None:
    names = list(FACTS.items())[:4]
    rows = [(*names[0], *names[1]), (*names[2], *names[3]), ("Colour", "red", "Flash", "yes")]
    plain = columns(rows)
    bold = [box(b.text, b.x, b.y, path=b.dom_path, bold=b.x in {10, 400}) for b in plain]
    assert found(plain) == []
    assert found(bold) == [{**dict(names), "Colour": "red", "Flash": "yes"}]


def test_units_in_a_column_of_their_own() -> None:
    rows = [("Weight", "300", "g"), ("Width", "9.5", "mm"), ("Height", "55", "mm")]
    assert found(columns(rows)) == [{"Weight": "300 g", "Width": "9.5 mm", "Height": "55 mm"}]


def test_ticks_are_values() -> None:
    ticks = {"WLAN": "✅", "GPS": "❌", "Bluetooth": "✕", "Radio": "●"}
    assert found(columns(ticks.items())) == [ticks]
    assert found(columns([("●", *row) for row in FACTS.items()])) == [FACTS]


def test_further_lines_of_a_value() -> None:
    more = box("AVI", 200, 20, path=f"{SHEET}/div[1]/p[2]")
    rows = [("Formats", "JPEG"), ("Zoom", "4x"), ("Weight", "300 g")]
    boxes = [box(b.text, b.x, b.y * 2, path=b.dom_path) for b in columns(rows)]
    assert found([*boxes, more]) == [{"Formats": "JPEG AVI", "Zoom": "4x", "Weight": "300 g"}]


def test_words_in_one_line_are_one_value() -> None:
    parts = [
        each
        for i, (label, value) in enumerate([("Zoom", "4x"), ("Weight", "300 g"), ("Width", "9 mm")])
        for each in (
            box(label, 10, 30 * i, path=f"{SHEET}/p[{i}]/i[1]"),
            box(value, 200, 30 * i, path=f"{SHEET}/p[{i}]/u[1]"),
            box("about", 204 + 8 * len(value), 30 * i, path=f"{SHEET}/p[{i}]/u[1]/b[1]"),
        )
    ]
    assert found(parts) == [{"Zoom": "4x about", "Weight": "300 g about", "Width": "9 mm about"}]


def test_a_side_column_is_no_part_of_the_table() -> None:
    side = [box(f"Story {i}", 500, 30 * i, path=f"/html/body[1]/aside[1]/p[{i}]", linked=True) for i in range(12)]
    menu = [box(f"Part {i}", -200, 30 * i, path=f"/html/body[1]/ul[1]/li[{i}]/a[1]", linked=True) for i in range(12)]
    assert found([*menu, *SHEETS["two columns"], *side]) == [FACTS]


def test_a_hole_parts_tables() -> None:
    below = [box(b.text.upper(), b.x, b.y + 900, path=b.dom_path) for b in SHEETS["two columns"]]
    assert len(found([*SHEETS["two columns"], *below])) == 2


def linked(boxes: Iterable[TextBox], which: int) -> list[TextBox]:
    return [box(b.text, b.x, b.y, path=b.dom_path, linked=b.x == (10, 200)[which]) for b in boxes]


OTHERS: dict[str, list[TextBox]] = {
    "a comparison": columns([(label, value, f"{i} mm") for i, (label, value) in enumerate(FACTS.items())]),
    "a comparison with gaps": columns(
        [
            (k, v if i % 3 else "", "" if i % 3 == 1 else "x")
            for i, (k, v) in enumerate([*FACTS.items(), *FACTS.items()])
        ]
    ),
    "values of two things": columns([(f"{i} mm", f"{i + 4} mm") for i in range(5)]),
    "a listing": columns([("Name", "Zoom", "Price"), ("A", "4x", "300"), ("B", "5x", "400"), ("C", "5x", "200")]),
    "a price list": columns([(f"Repair {name}", f"{i}9.00 crowns") for i, name in enumerate(FACTS)]),
    "links": linked(SHEETS["two columns"], 0),
    "what links say": linked(SHEETS["two columns"], 1),
    "numbers": columns([(str(i), str(i * i)) for i in range(9)]),
    "prose beside prose": columns([("Words that go on and on. " * 4, "Words that go on and on. " * 4)] * 5),
    "a list beside prose": [
        *(box(label, 10, 30 * i) for i, label in enumerate(FACTS)),
        box("Words that go on and on.", 200, 0, height=150),
    ],
    "what does not line up": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 10 + 37 * i, 30 * i), box(value, 300 + 41 * i * i, 30 * i))
    ],
    "a head and several rows": [
        each
        for i, (label, value) in enumerate(FACTS.items())
        for each in (box(label, 150.0 * i, 0, bold=True), box(value, 150.0 * i, 24), box(value, 150.0 * i, 48))
    ],
    "headings": [
        each
        for i, label in enumerate(FACTS)
        for each in (box(label, 10, 90.0 * i * i, bold=True), box("It is good.", 10, 90.0 * i * i + 24))
    ],
    "the frame": [box(b.text, b.x, b.y, path=b.dom_path.replace("div[1]", "nav[1]")) for b in SHEETS["two columns"]],
    "addresses": [box(f"http://site.test/{i}", 10, 30 * i) for i in range(5)],
    "nothing": [],
}


HELP = [
    each
    for i, (label, value) in enumerate(FACTS.items())
    for each in (
        box(label, 10, 30 * i, path=f"{SHEET}/p[{i}]"),
        box("?", 14 + 8 * len(label), 30 * i, path=f"{SHEET}/p[{i}]/a[1]", linked=True),
        box(value, 200, 30 * i, path=f"{SHEET}/i[{i}]"),
    )
]


def test_a_link_to_help_behind_a_label_makes_no_menu() -> None:
    assert found(HELP) == [{f"{label} ?": value for label, value in FACTS.items()}]


def test_known_labels_may_be_links() -> None:
    (pairs,) = read_aligned(OTHERS["links"], {"resolution", "zoom", "weight"}).shown
    assert {pair.shown: pair.value for pair in pairs} == FACTS
    assert read_aligned(OTHERS["links"], {"resolution"}).shown == []


@pytest.mark.parametrize("name", OTHERS)
def test_something_else(name: str) -> None:
    assert found(OTHERS[name]) == []


def test_a_comparison_says_what_stands_side_by_side() -> None:
    rows = [("Zoom", "4x", "5x"), ("Weight", "300 g", "400 g"), ("Width", "9 mm", "8 mm")]
    assert read_aligned(columns(rows)).several == [[list(row) for row in rows]]


def test_a_value_says_where_it_stands() -> None:
    (pairs,) = read_aligned(SHEETS["two columns"]).shown
    assert [pair.where for pair in pairs] == [f"{SHEET}/div[{i + 1}]/p[2]" for i in range(len(FACTS))]


def test_the_next_cell_in_a_row() -> None:
    cells = read_cells([box("Zoom", 10, 0), box("far", 900, 0), box("4x", 200, 2), box("below", 100, 40)])
    assert {(left.text, right.text) for left, right in right_links(cells)} == {("Zoom", "4x"), ("4x", "far")}


@pytest.mark.parametrize(
    "boxes",
    [
        [box("Zoom", 10, 0)] * 5000,
        [box("Zoom: 4x", 10, i % 7) for i in range(5000)],
        [TextBox("Zoom", i % 50, i % 70, 1, 90_000) for i in range(5000)],
        [TextBox("Zoom", 3 * i, 0, 1, 5, "/html" * 200) for i in range(5000)],
        [TextBox("Zoom", 1.0, float(i), 0.1, 0.1) for i in range(5000)],
    ],
)
def test_hostile_pages_end(boxes: list[TextBox]) -> None:
    assert len(read_aligned(boxes).shown) < len(boxes)


PLACES = st.integers(-3, 30).map(lambda i: 20.0 * i)
BOXES = st.builds(
    TextBox,
    st.sampled_from(["Zoom", "Weight:", "4x", "300 g", "-", "a: b", "Words of some length"]),
    PLACES,
    PLACES,
    st.sampled_from([1.0, 20.0, 70.0]),
    st.sampled_from([10.0, 18.0, 60.0]),
    st.sampled_from([SHEET, f"{SHEET}/p[1]", f"{SHEET}/p[2]/b[1]", ""]),
    st.booleans(),
    st.booleans(),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(BOXES, max_size=60))
def test_any_boxes_give_labels_with_values(boxes: list[TextBox]) -> None:
    first = read_aligned(boxes)
    for pairs in first.shown:
        assert all(pair.label and pair.value.strip() for pair in pairs)
    assert read_aligned(boxes) == first
