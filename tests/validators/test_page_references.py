"""Contents and indexes of books have the labels of a sheet, and numbers beside them: those of pages."""

from __future__ import annotations

import pytest
from line_forms import FORMS, all_forms, found, lines

from hubwalk.validators.page_references import is_index, is_reference

PAGES = ["12", "p. 5", "pp. 45–48", "S. 12, 14", "12, 45–48", "5–7", "22, 31-33, 60", "9; 101", "22 f.", "22 ff."]
PAGES += ["22ff", "iv", "ii, ix–xi", "A-5", "2.5", "2-12, 3-4", "12, 80–82 passim", "33, see also Lens", "see Lens"]
VALUES = [
    "300 g",
    "4x",
    "f/2.8",
    "2,7",
    "CMOS",
    "yes",
    "100-51200",
    "EUR 299",
    "24-70 mm",
    "1/2.5",
    "12, 45 g",
    "?",
    "",
]


@pytest.mark.parametrize("value", PAGES)
def test_pages(value: str) -> None:
    assert is_reference(value)


@pytest.mark.parametrize("value", VALUES)
def test_values_that_are_no_pages(value: str) -> None:
    assert not is_reference(value)


INDEX = {
    "Aperture": "12, 45–48",
    "Battery": "9, 101",
    "Display": "5–7",
    "Exposure": "22, 31–33, 60",
    "Flash": "14",
    "Price": "7, 8",
    "Résumé": "12, 80–82",
    "Sensor": "3",
    "Weight": "44–46",
    "Zoom": "13, 17–19",
}
FIRST = {label: value.split(",")[0].split("–")[0] for label, value in INDEX.items()}
BOOKS = {
    "an index": INDEX,
    "pages with a word": {label: f"p. {page}" for label, page in reversed(FIRST.items())},
    "pages in German": {label: f"S. {value}" for label, value in INDEX.items()},
    "pages and those after them": {label: f"{page} ff." for label, page in FIRST.items()},
    "lists of pages in no order": dict(reversed(INDEX.items())),
    "some lists in no order": {
        **dict(reversed(FIRST.items())),
        **dict.fromkeys(("Zoom", "Flash", "Price", "Sensor"), "2, 4"),
    },
    "few ranges, nearly in order": {"Lens": "3", **FIRST, "Battery": "9–12", "Weight": "44–46", "Zoom": "13–17"},
    "few ranges in order": {**FIRST, "Battery": "9–12", "Weight": "44–46"},
    "contents": {label: str(7 * i + 3) for i, label in enumerate(reversed(INDEX))},
    "contents with ranges": {label: f"{7 * i + 3}–{7 * i + 9}" for i, label in enumerate(reversed(INDEX))},
    "an index with words": {**INDEX, "Battery": "not in this book", "Flash": "14, see also Light"},
}


def marked_forms(said: dict[str, str]) -> dict[str, str]:
    rows = [f"<td>{label}<td>{value}" for label, value in said.items()]
    return {
        "a table": f"<table>{''.join(f'<tr>{row}' for row in rows)}</table>",
        "a table with a head": f"<table><tr><th>Topic<th>Pages{''.join(f'<tr>{row}' for row in rows)}</table>",
        "a numbered table": f"<table>{''.join(f'<tr><td>{i}.{row}' for i, row in enumerate(rows, 1))}</table>",
        "terms": "<dl>" + "".join(f"<dt>{label}<dd>{value}" for label, value in said.items()) + "</dl>",
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", [" ........ ", " \N{EN DASH} ", " = ", ": "])
@pytest.mark.parametrize("what", BOOKS)
def test_lines_of_a_book(what: str, sign: str, form: str) -> None:
    assert not found(all_forms(lines(sign, BOOKS[what]))[form])


@pytest.mark.parametrize("form", marked_forms(INDEX))
@pytest.mark.parametrize("what", BOOKS)
def test_tables_and_terms_of_a_book(what: str, form: str) -> None:
    assert not found(marked_forms(BOOKS[what])[form])


BARE = {"Doors": "5", "Seats": "4", "Gears": "6", "Keys": "2", "Valves": "12", "Cylinders": "3"}
SHEETS = {
    "bare numbers": BARE,
    "bare numbers in the order of the alphabet": dict(sorted(BARE.items())),
    "units in the labels": {f"{name} (mm)": f"{i}0-{i}5" for i, name in enumerate("ABCDEFG", 1)},
    "one list": {**BARE, "Gears": "4, 6"},
    "a range in the order of the alphabet": {**dict(sorted(BARE.items())), "Seats": "2-4"},
    "ranges in no order": {**BARE, "Seats": "2-4", "Keys": "2-3"},
    "lists among words": {**BARE, "Keys": "2, 3", "Gears": "4, 6", "Colour": "red", "Roof": "glass"},
    "numbers that rise for a while": dict(sorted(BARE.items(), key=lambda fact: int(fact[1]) % 12)),
}
FEW = {"Aperture": "4, 8", "Seats": "2, 4", "Zoom": "3, 4"}


@pytest.mark.parametrize("what", SHEETS)
def test_sheets_with_bare_numbers(what: str) -> None:
    assert len(found(marked_forms(SHEETS[what])["terms"])) == len(SHEETS[what])


def test_few_lists_of_numbers_are_no_index() -> None:
    assert is_index(INDEX.items())
    assert not is_index(FEW.items())


def test_a_long_list_of_what_may_be_read_in_two_ways_is_told_at_once() -> None:
    """ "2-3" is a range, or a page of a chapter."""
    assert is_reference(", ".join(["2-3"] * 60))
    assert not is_reference(", ".join(["2-3"] * 60) + ", x!")
