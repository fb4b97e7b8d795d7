"""The tree and the drawing together: nothing twice, and on a labelled set of drawn pages no verdict is worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import drawn_pages as drawn
import pytest
from drawn_sheets import KINDS
from looked_at import RealBrowser

from hubwalk.browsing.text_boxes import boxes_of, boxes_script
from hubwalk.pages.parse import parse
from hubwalk.ports import Validator
from hubwalk.validators import Given, make_validator, wants_boxes
from hubwalk.validators.aligned import Aligned
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.label_value import presentations
from hubwalk.validators.pairs import Pair, label_key
from hubwalk.validators.rendered import merged, presentations_of
from hubwalk.validators.table import TableValidator
from hubwalk.values import Page, TextBox

pytest_plugins = ["browsers"]


def pairs(**values: str) -> list[Pair]:
    return [Pair(label_key(label), label, value) for label, value in values.items()]


SHEET = pairs(Zoom="4x", Weight="300 g", Formats="JPEG AVI")


def together(tree: Sequence[Sequence[Pair]], *shown: list[Pair], several: Sequence[Sequence[str]] = ()) -> list[Any]:
    return merged(tree, Aligned(list(shown), [[list(row) for row in several]] if several else []))


def test_what_both_have_found_counts_once() -> None:
    assert together([SHEET], SHEET) == [SHEET]
    assert together([SHEET], pairs(Zoom="4x", Weight="300g", Formats="JPEG")) == [SHEET]
    assert together([SHEET], pairs(ZOOM="4 X", Formats="JPEG; AVI")) == [SHEET]


def test_what_the_drawing_alone_has_found_is_added() -> None:
    other = pairs(Colour="red", Case="none", Flash="yes")
    assert together([], other) == [other]
    assert together([SHEET], other) == [SHEET, other]
    assert together([SHEET], [*SHEET, *other]) == [[*SHEET, *other]]


def test_beside_what_the_tree_has_read_another_value_is_misread() -> None:
    assert together([SHEET], pairs(Zoom="4x", Weight="Formats")) == [SHEET]


def test_a_second_instance_that_only_the_drawing_shows_is_a_second_instance() -> None:
    second = pairs(Zoom="5x", Weight="400 g", Formats="GIF")
    assert together([SHEET], second) == [SHEET, second]


def test_texts_that_the_tree_pairs_otherwise_are_paired_as_they_are_drawn() -> None:
    turned = [Pair(label_key(pair.value), pair.value, pair.shown) for pair in SHEET]
    assert together([turned], SHEET) == [SHEET]
    shifted = pairs(Zoom="300 g", Weight="JPEG AVI", Formats="4x")
    assert together([shifted], SHEET) == [SHEET]
    accented = pairs(Größe="Französisch", Gewicht="Gelände", Gehäuse="Läufer")
    turned = [Pair(label_key(pair.value), pair.value, pair.shown) for pair in accented]
    assert together([turned], accented) == [accented]


def test_values_that_stand_side_by_side_are_not_one() -> None:
    rows = [("Zoom", "4x", "5x"), ("Weight", "300 g", "400 g"), ("Width", "9 mm", "8 mm")]
    mixed = pairs(Zoom="4x 5x", Weight="300 g 400 g", Width="9 mm 8 mm")
    assert together([mixed], several=rows) == []
    assert together([mixed, SHEET], several=rows) == [SHEET]


def test_what_the_tree_alone_has_found_stays() -> None:
    assert together([SHEET], pairs(Colour="red", Case="none", Flash="yes"))[0] == SHEET
    assert together([SHEET]) == [SHEET]


def test_without_boxes_it_is_the_tree_alone() -> None:
    page = parse("<table><tr><th>Zoom<td>4x<tr><th>Weight<td>300 g</table>", "http://site.test/")
    assert presentations_of(page) == presentations(page.html)


def test_the_drawing_adds_nothing_of_which_no_label_is_known() -> None:
    rows = enumerate({"Zoom": "4x", "Weight": "300 g", "Width": "9 mm"}.items())
    cells = [(text, x, 30.0 * i) for i, row in rows for x, text in zip((9.0, 99.0), row, strict=True)]
    boxes = [TextBox(text, x, y, 50, 18, "/html/body[1]") for text, x, y in cells]
    page = replace(parse("<p>x", "http://site.test/"), boxes=tuple(boxes))
    assert len(presentations_of(page)) == len(presentations_of(page, {"weight"})) == 1
    assert presentations_of(page, {"colour"}) == []


@pytest.mark.parametrize(
    ("spec", "wanted"),
    [
        ("table", True), ("not(table)", True), ("all_of(url:x, table)", True), ("any_of(url:x, not(table))", True),
        ("cascade(table, url:x)", True), ("cascade(url:x, table)", True), ("url:x", False), ("not(url:x)", False),
        ("cascade(url:x, url:y)", False), ("all_of(text, table)", True),
    ],
)  # fmt: skip
def test_who_wants_boxes(spec: str, *, wanted: bool) -> None:
    assert wants_boxes(make_validator([spec], drawn.samples("camera"))) is wanted


def test_ask_wants_what_its_part_wants() -> None:
    table = TableValidator(drawn.samples("camera"))
    assert AskValidator(table, Given(), ask=lambda _: pytest.fail("nobody is to be asked")).wants_boxes
    assert wants_boxes(TableValidator.from_ontology(drawn.ontology("town")))


# -- the labelled set -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(real_browser: RealBrowser) -> list[tuple[drawn.Case, Page]]:
    """Every case with its boxes."""

    async def look(page: Any) -> list[tuple[drawn.Case, Page]]:
        found = []
        for case in drawn.cases():
            await page.set_content(case.html)
            found.append((case, replace(drawn.read(case), boxes=boxes_of(await page.evaluate(boxes_script())))))
        return found

    return real_browser.visit({"/": ""}, look)


def test_the_set_is_large_enough(pages: list[tuple[drawn.Case, Page]]) -> None:
    assert len({case.name for case, _ in pages}) >= 40
    assert all(page.boxes for _, page in pages)
    assert {case.wanted for case, _ in pages} == {True, False}


@pytest.mark.parametrize("by", ["samples", "ontology"])
def test_with_boxes_no_verdict_is_worse_and_more_are_right(pages: list[tuple[drawn.Case, Page]], by: str) -> None:
    validators: dict[str, Validator] = {}
    for kind in KINDS:
        own = TableValidator.from_ontology(drawn.ontology(kind))
        validators[kind] = own if by == "ontology" else TableValidator(drawn.samples(kind))
    gained = set()
    for case, page in pages:
        tree = validators[case.kind].judge(replace(page, boxes=())).accepted
        both = validators[case.kind].judge(page)
        assert both.accepted == case.wanted or tree != case.wanted, f"{case.kind}, {case.name}: {both.reason}"
        if both.accepted == case.wanted != tree:
            gained.add(case.name)
    assert gained >= set(drawn.DRAWN_ALONE)


def test_pairs_are_those_that_a_person_reads(pages: list[tuple[drawn.Case, Page]]) -> None:
    for case, page in pages:
        if case.name in drawn.DRAWN_ALONE and case.facts:
            read = {pair.shown: pair.value for shown in presentations_of(page) for pair in shown}
            for label, value in case.facts.items():
                assert read.get(label, "").startswith(value), f"{case.kind}, {case.name}: {label}"
