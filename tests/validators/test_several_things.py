"""Values that compare two things, tell how most things are, or say what to look for are of no single thing."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from line_forms import FORMS, all_forms, found, lines

SHEET = {"Maker": "Lumora", "Burst": "up to 30 fps", "Battery": "max. 12 h", "Zoom": "4x", "Weight": "under 300 g"}


def numbered(facts: dict[str, str]) -> str:
    rows = "".join(f"<tr><td>{i}.<td>{label}<td>{value}" for i, (label, value) in enumerate(facts.items(), 1))
    return f"<table>{rows}</table>"


def terms(facts: dict[str, str]) -> str:
    return "<dl>" + "".join(f"<dt>{label}<dd>{value}" for label, value in facts.items()) + "</dl>"


def all_labels(facts: Iterable[str]) -> set[str]:
    return {label.lower() for label in facts}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("sign", [": ", " \N{EN DASH} ", " ..... "])
@pytest.mark.parametrize("word", ["vs", "vs.", "VS", "versus", "gegen", "contre"])
def test_comparisons_of_two_things_in_one_value(word: str, sign: str, form: str) -> None:
    facts = {
        "Resolution": f"45 MP {word} 24 MP",
        "Zoom": f"3x {word} 5x",
        "Display": f'3.2" {word} 3"',
        "Sensor": f"CMOS (new) {word} CCD",
        "Colour": "black",
        "Flash": "no",
    }
    assert not found(all_forms(lines(sign, facts))[form])
    assert not found(terms(facts))
    assert not found(numbered(facts))


GUIDES = {
    "English": ["12 MP are enough", "3x in most, 30x in some", "200 g for some, 800 g for others", "299 €", "CMOS"],
    "German": ["12 MP reichen", "3-fach bei den meisten", "200 g bei manchen, 800 g bei anderen", "üblich sind 3 Zoll"],
    "French": ["12 MP suffisent", "3x pour la plupart", "200 g pour certains", "299 €", "CMOS"],
}
NAMES = ("Resolution", "Zoom", "Weight", "Price", "Sensor")


@pytest.mark.parametrize("language", GUIDES)
def test_guides_to_things_of_a_kind(language: str) -> None:
    facts = dict(zip(NAMES, GUIDES[language], strict=False))
    assert not found(all_forms(lines(" - ", facts))["items"])
    assert not found(all_forms(lines(": ", facts))["items"])
    assert not found(terms(facts))


DEMANDS = {
    "bounds": ["12 MP or more", "3x or more", "less than 300 g", "100-200 €", "CMOS"],
    "other bounds": ["at least 12 MP", "3x or better", "under 300 g", "100-200 €", "CMOS"],
    "German bounds": ["mindestens 12 MP", "3-fach oder mehr", "unter 300 g", "100-200 €", "CMOS"],
    "questions": ["12 MP?", "3x or 10x?", "300 g?", "200 €", "CMOS"],
}


@pytest.mark.parametrize("what", DEMANDS)
def test_lists_of_demands_and_questions(what: str) -> None:
    facts = dict(zip(NAMES, DEMANDS[what], strict=True))
    assert not found(numbered(facts))
    assert not found(all_forms(lines(" - ", facts))["items"])


def test_what_software_needs_is_a_sheet_where_it_is_marked_as_one() -> None:
    facts = {"System": "10 or more", "Memory": "4 GB or more", "Disk": "at least 20 GB", "Screen": "1024 x 768"}
    assert found(all_forms(lines(": ", facts))["items"]).keys() == all_labels(facts)
    assert found(terms(facts)).keys() == all_labels(facts)


@pytest.mark.parametrize(
    "more", [{}, {"Guard": "seals vs. dust"}, {"Flash": "in most modes", "Noise": "less than 5 dB"}]
)
def test_a_sheet_says_so_of_one_thing_or_another(more: dict[str, str]) -> None:
    facts = {**SHEET, "Price": "299 €", "Flash": "yes", **more}
    assert found(numbered(facts)).keys() == all_labels(facts)
    assert found(all_forms(lines(": ", facts))["items"]).keys() == all_labels(facts)


def test_a_small_sheet_may_say_it_twice() -> None:
    facts = {"Guard": "seals vs. dust", "Lock": "key vs. code"}
    assert found(terms(facts)).keys() == all_labels(facts)


def test_a_list_of_what_a_thing_has_may_end_in_others() -> None:
    facts = {"Ports": "USB, HDMI and others", "Colours": "red, blue, some others", "Systems": "most of them"}
    assert found(terms(facts)).keys() == all_labels(facts)
