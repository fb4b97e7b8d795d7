"""What a page shows of one thing, label by label: by its tree, and where a browser has drawn it, also by the drawing.

The tree is right about most pages, and then the drawing has nothing to add: what both have found counts once. The
drawing is right where they disagree:

- the tree has paired the texts of a table otherwise, for they are not written in the order in which they are read;
- the tree has taken for one value what are several in a row of a comparison.

What the tree alone has found stays, though it may be hidden: many a sheet is seen only after a click.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from hubwalk.validators.aligned import Aligned, read_aligned
from hubwalk.validators.label_value import presentations
from hubwalk.validators.page_terms import plain
from hubwalk.validators.pairs import Pair, is_list
from hubwalk.values import Page

_NOISE = re.compile(r"[\W_]+")
_MOST = 0.5  # of the pairs of a presentation


def presentations_of(page: Page, known: Container[str] | None = None) -> list[list[Pair]]:
    """The label-value presentations of a page, each the pairs of one thing; without boxes those of its tree. With
    `known` the drawing adds none without one of these labels: how much a page shows of other things the tree says."""
    shown = presentations(page.html)
    return merged(shown, read_aligned(page.boxes), known) if page.boxes else shown


def merged(tree: Sequence[Sequence[Pair]], drawn: Aligned, known: Container[str] | None = None) -> list[list[Pair]]:
    """Presentations by the tree and by the drawing, nothing twice."""
    mixed = {text for rows in drawn.several for row in rows for text in _together(row)}
    found = [[pair for pair in pairs if _plain(pair.value) not in mixed] for pairs in tree]
    contrary = [_contrary(pairs) for pairs in drawn.shown]
    found = [pairs for pairs in found if pairs and not any(_is_against(pairs, said) for said in contrary)]
    for pairs in drawn.shown:
        if known is None or any(pair.label in known for pair in pairs):
            _add(pairs, found)
    return [pairs for pairs in found if not is_list(pairs)]


def _plain(text: str) -> str:
    """How texts are compared, labels with values too: line breaks are blanks in the tree and nothing in the drawing."""
    return _NOISE.sub("", plain(text)) or text


def _together(texts: Sequence[str]) -> Iterable[str]:
    """What neighbours in a row are in one text, if the tree does not tell them apart."""
    return (_plain("".join(texts[i:j])) for i in range(len(texts)) for j in range(i + 2, min(len(texts), i + 9) + 1))


def _contrary(pairs: Sequence[Pair]) -> dict[str, set[str]]:
    """The texts of a presentation -> those that they are paired with."""
    said: dict[str, set[str]] = {}
    for pair in pairs:
        said.setdefault(_plain(pair.label), set()).add(_plain(pair.value))
        said.setdefault(_plain(pair.value), set())
    return said


def _is_against(pairs: Sequence[Pair], said: dict[str, set[str]]) -> bool:
    """True if most of the pairs are of texts that the drawing pairs otherwise."""
    both = [(_plain(pair.label), _plain(pair.value)) for pair in pairs]
    against = sum(label in said and value in said and value not in said[label] for label, value in both)
    return against > _MOST * len(pairs)


def _add(pairs: Sequence[Pair], found: list[list[Pair]]) -> None:
    """Add what is new: to the presentation that has the rest, or as one of its own."""
    known = [_values(each) for each in found]
    shared = [sum(_is_said(pair, values) for pair in pairs) for values in known]
    best = max(range(len(found)), key=shared.__getitem__, default=0)
    if not found or not shared[best]:
        found.append(list(pairs))
        return
    # Beside a table that the tree has read, a label with another value is more likely misread than new.
    found[best] += [pair for pair in pairs if not any(pair.label in values for values in known)]


def _values(pairs: Sequence[Pair]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for pair in pairs:
        values.setdefault(pair.label, []).append(_plain(pair.value))
    return values


def _is_said(pair: Pair, values: dict[str, list[str]]) -> bool:
    """The same label with the same value, or with a part of it."""
    value = _plain(pair.value)
    return any(value in other or other in value for other in values.get(pair.label, ()))
