"""The kinds of product of the demo web by name, each with its sheet and its sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from hubwalk.demo import sheets
from hubwalk.demo.phone_words import REVIEW as PHONE_REVIEW
from hubwalk.demo.sheets import Kind, Sheet
from hubwalk.demo.web import kinds_home, kinds_office, kinds_pocket

_ABBREVIATED = re.compile(r"\b(mp3|tv)\b")
Texts = tuple[str, str, str, str, str]  # plural; series; traits; sheet; sentences


def read_sheet(text: str) -> Sheet:
    """A sheet from lines: a heading stands alone, a fact is `label = template`."""
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        label, equals, template = line.partition(" = ")
        if equals:
            groups[-1][1].append((label, template))
        else:
            groups.append((line, []))
    return tuple((heading, tuple(rows)) for heading, rows in groups)


def read_traits(text: str) -> dict[str, tuple[str, ...]]:
    """Traits from lines `label: value, value`; the first is the one that lists are made by."""
    lines = [line.partition(":") for line in filter(None, map(str.strip, text.splitlines()))]
    return {label: tuple(value.strip() for value in values.split(",")) for label, _, values in lines}


def _kind(name: str, texts: Texts) -> Kind:
    plural, series, traits, sheet, sentences = texts
    lines = tuple(filter(None, map(str.strip, sentences.splitlines())))
    shown, several = (_ABBREVIATED.sub(lambda word: word[0].upper(), text) for text in (name, plural))
    return Kind(shown, several, tuple(series.split()), read_traits(traits), read_sheet(sheet), lines)


def _all() -> dict[str, Kind]:
    texts: Mapping[str, Texts] = {**kinds_home.TEXTS, **kinds_office.TEXTS, **kinds_pocket.TEXTS}
    known = {name: _kind(name, of_kind) for name, of_kind in texts.items()}
    known["camera"] = sheets.CAMERA
    known["printer"] = sheets.PRINTER
    known["laptop"] = replace(
        sheets.LAPTOP,
        sheet=sheets.LAPTOP.sheet + read_sheet(kinds_office.MORE_LAPTOP_FACTS),
        sentences=sheets.LAPTOP.sentences + known["notebook talk"].sentences,
    )
    known["cell phone"] = replace(
        known["cell phone"], sentences=tuple(dict.fromkeys(known["cell phone"].sentences + PHONE_REVIEW))
    )
    return known


KINDS: dict[str, Kind] = _all()
