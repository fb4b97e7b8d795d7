"""A label and its value: what two boxes, or the parts of one row, say of something."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hubwalk.validators.boxes import MAX_TEXT, Box
from hubwalk.validators.page_references import is_index
from hubwalk.validators.page_terms import plain
from hubwalk.validators.several_things import are_of_several
from hubwalk.validators.truths import TICKS, is_truth

_MAX_LABEL = 60  # characters
_MAX_WORDS = 8  # of a label; more make a sentence
_MOST = 0.6  # of the boxes in a row must be pairs
_LINKED = 0.5  # of the letters of a label: a link that has fewer explains it, as "?" does
LEAST_ROWS = 3  # of what is no table: a label and a value three times in a row are no accident
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_BULLETS = frozenset("•×")  # those that stand before lines too, and close boxes; a column of nothing else says nothing
_MARKS = TICKS - frozenset("+-")  # that stand before a label as well
_SAID = re.compile(f"[\\w{re.escape(''.join(TICKS - _BULLETS))}\N{EN DASH}]")  # no mere arrows
_LABEL = re.compile(
    r"(?:^|[-_])(?:label|key|name|title|term|attr|attribute|field|prop|property|caption|dt)s?(?:$|[-_])", re.I
)
_VALUE = re.compile(r"(?:^|[-_])(?:value|val|data|content|detail|desc|description|info|text|dd)s?(?:$|[-_])", re.I)
DASHES = "(?:-{1,3}|[\u2010\u2012-\u2015\u2212])"  # as they are typed: hyphens, dashes of all lengths, a minus
_SIGN = re.compile(
    rf"^(?:(?:{DASHES}|=) |[.·_…][.·_… ]+)(?=.)"
)  # between a marked label and its value, as in separated.py
EMPHASIS = {"b", "strong", "em", "i", "u", "th", "dt", "label", "h2", "h3", "h4", "h5", "h6"}
COLONS = (":", "\N{FULLWIDTH COLON}")


@dataclass(frozen=True, slots=True)
class Pair:
    """One thing said: a label and its value."""

    label: str  # words without case and accents, a blank between them
    shown: str  # as the page writes it
    value: str
    linked: bool = False  # the label is a link
    choices: bool = False  # the value is several links
    where: str = ""  # XPath of the element that holds the value, or label and value; "" if it lies very deep
    drawn: bool = False  # the value is what a picture says


class Placed(Protocol):
    """What has a place on the page: a box of the tree, or a cell that a browser has drawn."""

    @property
    def where(self) -> str:
        """XPath of the element, or of that around the text."""
        ...


def label_key(text: str) -> str:
    """How labels are compared: "Zoom (optical):" and "zoom, optical" are one, so are "Größe" and "GRÖSSE"; "" for what
    cannot be a label."""
    text = unicodedata.normalize("NFC", text)  # a mark of its own is no letter more
    if not text or len(text) > _MAX_LABEL or not _LETTER.search(text):
        return ""
    words = _WORD.findall(plain(text))
    return unicodedata.normalize("NFC", " ".join(words)) if len(words) <= _MAX_WORDS else ""


def make_pair(label: str, value: str, at: Placed, *, linked: bool = False, choices: bool = False) -> Pair | None:
    """The pair that two texts make; None if they cannot be label and value."""
    key, value = label_key(label), value.lstrip(" :\N{FULLWIDTH COLON}")
    if not key or not value or len(value) >= MAX_TEXT or not is_value(value):
        return None
    return Pair(key, label.rstrip(" :\N{FULLWIDTH COLON}"), value, linked, choices, at.where)


def is_value(text: str) -> bool:
    """True if a text can be a value where nothing else is: a bullet says yes there."""
    return is_said(text) or text in _BULLETS


def is_said(text: str) -> bool:
    """True if a text can be a value; a colon between label and value or a question mark that links to help is none."""
    return _SAID.search(text) is not None


def pair_boxes(label: Box, value: Box, *more: Box) -> Pair | None:
    """The pair that two boxes make, or a label and several values."""
    values = (value, *more)
    if label.has_table or any(box.has_table for box in values):
        return None
    has_colon = label.text.endswith(COLONS) or value.text.startswith(COLONS)
    linked = label.links > 0 and label.tag not in {"th", "dt"} and not has_colon and _is_link(label)
    text = "; ".join(box.text for box in values)
    pair = make_pair(label.text, text, value, linked=linked, choices=sum(box.links for box in values) > 1)
    return replace(pair, drawn=True) if pair and any(box.drawn for box in values) else pair


def is_linked(letters: int, label: str) -> bool:
    """True if what a label links with, so many letters, is the label and not the question mark behind it."""
    return letters > 0 and letters >= _LINKED * letters_in(label)


def letters_in(text: str) -> int:
    return len(_LETTER.findall(text))


def _is_link(label: Box) -> bool:
    letters, left = 0, [label]
    while left:
        box = left.pop()
        if box.tag == "a":
            letters += letters_in(box.text)
        elif box.links:
            left += box.children
    return is_linked(letters, label.text)


def pair_in(parts: Sequence[Box]) -> Pair | None:
    """A row or line as label and value; a tick before the label is part of neither."""
    drawn = [part for part in parts if part.drawn]
    answer = drawn[0] if len(drawn) == 1 and drawn[0] is parts[-1] else None
    parts = [part for part in unwrapped(parts) if not part.tag or is_said(part.text)]
    while parts and parts[0].tag and parts[0].text[0] in _MARKS and not _WORD.search(parts[0].text):
        parts = parts[1:]
    if not parts or (len(parts) == 1 and parts[0].tag):
        return pair_boxes(parts[0], answer.speaking()) if parts and answer else None
    first, rest = parts[0], parts[1:]
    if not first.tag:  # "Zoom: 4x", and perhaps something emphasised in it
        label, colon, value = " ".join(part.text for part in parts).partition(":")
        if colon:
            return make_pair(label, value.strip(), first, choices=sum(part.links for part in rest) > 1)
        return pair_boxes(first, rest[0]) if len(rest) == 1 and not rest[0].links else None
    if len(rest) == 1:
        return pair_boxes(first, rest[0] if rest[0].tag else rest[0].saying(_without_sign(rest[0].text)))
    if rest and (not rest[0].tag or first.text.endswith(COLONS)):  # <b>Zoom:</b> 4x <i>optical</i>
        links = sum(part.links for part in rest)
        said = _without_sign(" ".join(part.text for part in rest))
        has_colon = first.text.endswith(COLONS) or said.startswith(COLONS)
        linked = first.links > 0 and not has_colon and _is_link(first)
        return make_pair(first.text, said, rest[0], linked=linked, choices=links > 1)
    return _named(parts)


def _without_sign(text: str) -> str:
    """The value without what parts it from its label: a hyphen would make it negative. What was cut stays too long."""
    return text if len(text) >= MAX_TEXT else _SIGN.sub("", text)


def _named(parts: Sequence[Box]) -> Pair | None:
    """A row with more than label and value (a mark, a hint), whose classes say which is which."""
    labels = [part for part in parts if part.kind and _LABEL.search(part.kind)]
    values = [part for part in parts if part.kind and _VALUE.search(part.kind)]
    return pair_boxes(labels[0], values[0]) if len(labels) == len(values) == 1 and labels[0] is not values[0] else None


def unwrapped(parts: Sequence[Box]) -> Sequence[Box]:
    """What is inside the boxes that have nothing but one other box in them."""
    while len(parts) == 1 and parts[0].children and parts[0].tag != "a":
        parts = parts[0].parts
    return parts


def is_marked(parts: Sequence[Box]) -> bool:
    """True if the row's first part is made to look like a label."""
    parts = unwrapped(parts)
    if not parts:
        return False
    first = parts[0]
    if not first.tag:
        return ":" in first.text[:_MAX_LABEL]
    return first.tag in EMPHASIS or first.text.endswith(COLONS) or bool(first.kind and _LABEL.search(first.kind))


def enough(pairs: Iterable[Pair | None], of: int, least: int = LEAST_ROWS) -> list[Pair]:
    """The pairs, if most of the rows are pairs."""
    kept = [pair for pair in pairs if pair is not None]
    return kept if len(kept) >= max(least, _MOST * of) else []


def pairs_of_rows(rows: Sequence[Sequence[Box]]) -> list[Pair]:
    """Rows or lines of label and value: if most of them are such, or those that are and follow each other."""
    pairs = [pair_in(row) for row in rows]
    found = enough(pairs, len(rows))
    if found or sum(pair is not None for pair in pairs) < LEAST_ROWS:
        return found
    run: list[Pair] = []
    for pair, row in zip([*pairs, None], [*rows, ()], strict=True):
        if pair is not None and is_marked(row):
            run.append(pair)
        else:
            found += run if len(run) >= LEAST_ROWS else []
            run = []
    return found


def is_list(pairs: Sequence[Pair]) -> bool:
    """A menu, a listing or choices: links, or one label over and over, or names beside pictures of what they name. An
    index, and what speaks of several things in one value, too."""
    half = len(pairs) / 2
    return (
        sum(pair.linked for pair in pairs) >= half
        or sum(pair.choices for pair in pairs) > half
        or len({pair.label for pair in pairs}) <= half < len(pairs) - 0.5
        or sum(pair.drawn and not is_truth(pair.value) for pair in pairs) > half
        or are_of_several([pair.value for pair in pairs])
        or is_index((pair.shown, pair.value) for pair in pairs)
    )
