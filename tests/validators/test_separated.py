"""Lines with a label and a value, and dots between them; and what else has dots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from hubwalk.validators.label_value import presentations

FACTS = {"Maker": "Lumora", "Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Flash": "yes"}
EXPECTED = {label.lower(): value for label, value in FACTS.items()}


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


def lines(sign: str, facts: Mapping[str, str] = FACTS) -> list[str]:
    return [f"{label}{sign}{value}" for label, value in facts.items()]


def all_forms(said: Iterable[str]) -> dict[str, str]:
    said = list(said)
    return {
        "lines of preformatted text": "<pre>\n" + "\n".join(said) + "\n</pre>",
        "lines": "<p>" + "<br>".join(said) + "</p>",
        "lines among prose": "<p>It is small.<br>We like it.<br>" + "<br>\n".join(said) + "<br>Buy it.</p>",
        "paragraphs": "<div>" + "".join(f"<p>{line}</p>" for line in said) + "</div>",
        "paragraphs below others": "<h1>A</h1><p>It is small.<p>We like it." + "".join(f"<p>{line}" for line in said),
        "items": "<ul>" + "".join(f"<li>{line}</li>" for line in said) + "</ul>",
        "items with boxes": "<ul>" + "".join(f"<li><span>{line}</span></li>" for line in said) + "</ul>",
        "single cells": "<table>" + "".join(f"<tr><td>{line}" for line in said) + "</table>",
    }


FORMS = list(all_forms([]))
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
