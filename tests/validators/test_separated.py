"""Lines with a label and a value, and dots, dashes or "=" between them; and what else has such signs."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from line_forms import FACTS, FORMS, all_forms, found, lines

EXPECTED = {label.lower(): value for label, value in FACTS.items()}
LEADERS = [" ........ ", "........", " . . . . . ", "\N{HORIZONTAL ELLIPSIS}" * 4, " ... ", " ____ ", " · · · · "]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", LEADERS)
def test_dots_lead_from_labels_to_values(sign: str, form: str) -> None:
    assert found(all_forms(lines(sign))[form]) == EXPECTED


def test_dots_up_to_one_column() -> None:
    said = [f"{label} {'.' * (40 - len(label) - len(value))} {value}" for label, value in FACTS.items()]
    assert found(all_forms(said)["lines of preformatted text"]) == EXPECTED


def test_a_value_may_be_emphasised() -> None:
    said = [f"{label} ........ <b>{value}</b> (net)" for label, value in FACTS.items()]
    assert found(all_forms(said)["lines"]) == {label: f"{value} (net)" for label, value in EXPECTED.items()}


def numbered(values: Iterable[str]) -> dict[str, str]:
    names = ("Introduction", "Lenses", "Light", "Colour and grain", "Index")
    return dict(zip(names, values, strict=True))


LED = {
    "contents": numbered(["1", "9", "17", "25", "140"]),
    "contents with a preface": numbered(["ii", "iv", "ix", "1", "25"]),
    "contents of parts": numbered(["1-1", "1-9", "2-1", "A-1", "B-1"]),
    "contents with words": numbered(["p. 1", "p. 9", "page 17", "25", "p. 140"]),
    "contents of chapters": numbered(["Kap. 1", "Kap. 2", "Kap. 2.5", "Kap. 2-6", "Abb. 3"]),
    "numbered contents": {f"{i}. {name}": f"{i}7 (part {'I' * i})" for i, name in enumerate(numbered("abcde"), 1)},
    "a cast": numbered(["Anna Bell", "Bob Stone", "Carla Wood", "Dora Field", "Emil Brook"]),
    "a menu of a restaurant": numbered(["2.50", "3", "3.20", "4.00", "12"]),
    "a list of prices": numbered(["€ 2.50", "€ 3.00", "€ 3.20", "€ 4.00", "€ 12.00"]),
    "an index": numbered(["1, 9", "5, 17, 30", "9", "33, 35", "12"]),
    "a glossary": {
        label: f"{i} {word} is how it is counted in all of the tables that you will find further down here"
        for i, (label, word) in enumerate(zip(FACTS, ("maker", "dot", "lens", "gram", "lamp"), strict=True))
    },
    "questions": {
        f"What is it that {verb} the most": value
        for verb, value in zip(("weighs", "sees", "holds", "costs"), ("300 g", "4x", "yes", "2 crowns"), strict=True)
    },
    "a comparison": {label: f"{value} ........ not {value}" for label, value in FACTS.items()},
    "too few": {"Weight": "300 g", "Zoom": "4x"},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", LED)
def test_dots_that_lead_elsewhere(what: str, form: str) -> None:
    assert not found(all_forms(lines(" ........ ", LED[what]))[form])


@pytest.mark.parametrize("form", FORMS)
def test_labels_with_links_are_contents(form: str) -> None:
    said = [f"<a href=/{label}>{label}</a> ........ {value}" for label, value in FACTS.items()]
    assert not found(all_forms(said)[form])


def test_links_among_the_dots_break_the_lines() -> None:
    said = [f"{label} ........ <a href=/{label}>{value}</a> now" for label, value in FACTS.items()]
    assert not found(all_forms(said)["lines"])


def test_pauses_are_no_leaders() -> None:
    prose = ("Well... it has 4 lenses", "Then... 5 of them broke", "Now... yes", "And ... 3 ... are left")
    assert not found(all_forms(prose)["paragraphs"])


def test_lines_apart_from_each_other_are_none() -> None:
    said = [part for line in lines(" ........ ") for part in (line, "It is small.")]
    assert not found(all_forms(said)["lines"])


DASHES = [
    "-",
    "--",
    "---",
    "\N{HYPHEN}",
    "\N{FIGURE DASH}",
    "\N{EN DASH}",
    "\N{EM DASH}",
    "\N{HORIZONTAL BAR}",
    "\N{MINUS SIGN}",
]
SIGNS = [*(f" {dash} " for dash in DASHES), "\N{NO-BREAK SPACE}\N{EN DASH} ", " = "]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", SIGNS)
def test_dashes_and_equality_between_labels_and_values(sign: str, form: str) -> None:
    assert found(all_forms(lines(sign))[form]) == EXPECTED


def test_a_range_has_a_dash_of_its_own() -> None:
    facts = {"Zoom": "4x", "Works at": "5 \N{EN DASH} 40 degrees", "Weight": "300 g"}
    expected = {label.lower(): value for label, value in facts.items()}
    assert found(all_forms(lines(" \N{EN DASH} ", facts))["items"]) == expected


RANGES = {
    "Focal length": "24 mm {} 70 mm (equivalent)",
    "Shutter speed": "30 s {} 1/4000 s",
    "Sensitivity": "100 {} 3200",
    "Aperture": "f/2.8 {} f/5.9",
}
SHEET = {**FACTS, **RANGES, "Colour": "red"}


@pytest.mark.parametrize("outer", [*DASHES, "="])
@pytest.mark.parametrize("inner", ["\N{EN DASH}", "--", "\N{EM DASH}"])
def test_a_range_of_quantities_has_a_dash_of_its_own(outer: str, inner: str) -> None:
    facts = {label: value.format(inner) for label, value in SHEET.items()}
    expected = {label.lower(): value for label, value in facts.items()}
    assert found(all_forms(lines(f" {outer} ", facts))["items"]) == expected


def test_dots_lead_to_any_share_of_ranges() -> None:
    facts = {label: value.format("\N{EN DASH}") for label, value in RANGES.items()}
    expected = {label.lower(): value for label, value in facts.items()}
    assert found(all_forms(lines(" ........ ", facts))["items"]) == expected


def test_a_row_with_further_signs_ends_no_sheet_and_says_nothing() -> None:
    facts = {"Maker": "Lumora", "Zoom": "4x", "Lens": "glass - coated - 35 mm", "Weight": "300 g", "Flash": "yes"}
    expected = {label.lower(): value for label, value in facts.items() if label != "Lens"}
    assert found(all_forms(lines(" - ", facts))["lines"]) == expected


@pytest.mark.parametrize(
    "values",
    [
        {"Weight": "350 g - 300 g", "Zoom": "4x - 3x", "Power": "5 W - 6 W", "Height": "12 cm - 11 cm", "Flash": "yes"},
        {"Weight": "350 g", "Zoom": "4x", "Power": "5 W", "Sensor": "CMOS - CCD", "Colour": "red - blue"},
        {"Weight": "350 g - 300 g", "Zoom": "4x - 3x", "Power": "5 W", "Height": "12 cm", "Flash": "yes - no"},
    ],
)
def test_comparisons_with_dashes_between_the_things(values: dict[str, str]) -> None:
    assert not found(all_forms(lines(" - ", values))["items"])


def test_a_minus_before_a_number_is_no_dash() -> None:
    for minus in "-\N{MINUS SIGN}\N{EN DASH}":
        facts = {"Works from": f"{minus}5 degrees", "Stored from": f"{minus}20 degrees", "Weight": "300 g"}
        expected = {label.lower(): value for label, value in facts.items()}
        assert found(all_forms(lines(" \N{EN DASH} ", facts))["items"]) == expected
        marked = [f"<b>{label}</b> {value}" for label, value in facts.items()]
        assert found(all_forms(marked)["items"]) == expected


def test_a_label_may_be_long_if_it_is_still_one() -> None:
    facts = {"Recommended operating temperature range": "20 degrees", "Weight": "300 g", "Zoom": "4x"}
    expected = {label.lower(): value for label, value in facts.items()}
    for sign in (" ........ ", " - "):
        assert found(all_forms(lines(sign, facts))["lines"]) == expected


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", LED)
def test_lists_with_dashes_or_equality(what: str, form: str, sign: str) -> None:
    facts = {label: value.replace(" ........ ", sign) for label, value in LED[what].items()}
    assert not found(all_forms(lines(sign, facts))[form])


PROSE = {
    "sentences": [
        "The zoom \N{EN DASH} 4x \N{EN DASH} is good.",
        "The weight \N{EN DASH} 300 g \N{EN DASH} is not.",
        "The case \N{EN DASH} steel \N{EN DASH} shines.",
    ],
    "sentences with one dash": [
        "We like the zoom \N{EM DASH} 4x are enough for all.",
        "We like the weight \N{EM DASH} 300 g are little.",
        "We like the screen \N{EM DASH} 3 inches would do.",
    ],
    "clauses": [
        "Last year, in May \N{EM DASH} 4 of us",
        "That winter, at home \N{EM DASH} 300 g of sugar",
        "Now, in town \N{EM DASH} 12 o'clock",
    ],
    "lines of a poem": [
        "and then \N{EM DASH} 4 horses",
        "and they \N{EM DASH} 3 of them",
        "and we \N{EM DASH} no horse",
    ],
    "aims": [
        "Many shapes \N{EN DASH} not just round ones",
        "Many sizes \N{EN DASH} not just the large",
        "Many colours \N{EN DASH} not just black cases",
    ],
    "headlines": [
        "Lumora \N{EN DASH} makers of cameras to close 3 shops",
        "Pixella \N{EN DASH} the town says no to them",
        "Optima \N{EN DASH} new phones at the fair",
    ],
    "results": ["Reds - Blues (2, 1)", "Greens - Greys (0, 0)", "Whites - Blacks (4, 3)"],
    "songs": ["Anna Bell - The Sea", "Bob Stone - Two Hills", "Carla Wood - At Night"],
    "releases": ["Version 1 - 3 mended", "Version 2 - 12 new commands", "Version 3 - no changes"],
    "events": ["Graz - 5 May 1999", "Linz - 7 June 2001", "Wels - 12 July 2002"],
    "ranges": ["9 - 17", "10 - 18", "11 - 19"],
    "telephones": ["Anna Bell - 123 456", "Bob Stone - 234 567", "Carla Wood - 345 678"],
    "signs that change": ["Weight - 300 g", "Zoom = 4x", "Flash ........ yes", "Power - 5 W"],
    "equations": ["E = 5 m", "F = 12 N", "M = 3 s"],
    "equations of words": ["Force = 3 * 4 N", "Area = 5 ^ 2 m", "Total = 3 + 9 g", "Rest = 9 - 3 l"],
    "equations in steps": ["Total = 3 g = 4", "Sum = 5 m = 6", "Mean = 2 s = 1"],
    "functions": ["Sin(x) = 3 m", "Cos(x) = 2 g", "Tan(x) = 1 s"],
    "assignments": ["timeout = 30 s", "size = 10 MB", "user = anna", "retry = yes"],
    "code": ["Point.x = 30 s;", "Point.y = 10 mm;", "Name = yes;", "Size[0] = 4x;"],
    "constants": ["MAX_SIZE = 10 MB", "LOW_MARK = 3x", "IS_OPEN = yes"],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", PROSE)
def test_dashes_and_equality_elsewhere(what: str, form: str) -> None:
    assert not found(all_forms(PROSE[what])[form])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "line", ["<a href=/{0}>{0} - {1}</a>", "<a href=/{0}>{0}</a> - {1}", "{0} - <a href=/{0}>{1}</a> now"]
)
def test_links_are_a_menu(line: str, form: str) -> None:
    assert not found(all_forms(line.format(*fact) for fact in FACTS.items())[form])


@pytest.mark.parametrize("sign", [*LEADERS, *SIGNS])
@pytest.mark.parametrize(
    "line", ["<b>{0}</b>{2}{1}", "<b>{0}</b>{2}<i>{1}</i>", "<b>{0}{2}</b>{1}", "{0}{2}<b>{1}</b>"]
)
def test_a_sign_behind_a_marked_label_is_no_part_of_the_value(line: str, sign: str) -> None:
    """A hyphen would make what is told negative."""
    assert found(all_forms(line.format(*fact, sign) for fact in FACTS.items())["lines"]) == EXPECTED


def test_a_value_may_be_negative_or_a_dash() -> None:
    facts = {"Works from": "-5 degrees", "Case": "-", "Zoom": ".5x"}
    said = [f"<b>{label}</b> {value}" for label, value in facts.items()]
    assert found(all_forms(said)["items"]) == {label.lower(): value for label, value in facts.items()}
