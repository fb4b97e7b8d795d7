"""What the models of the page filter have learned, as plain numbers: enough to judge pages, to save and to explain.

Every model gives a margin, above 0 for wanted pages. They are fitted by scikit-learn (page_filter_fitting.py), and a
test holds their judgements to its own; but a saved model is arrays, not objects, so that reading one runs no code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Protocol

import numpy as np

from hubwalk.validators.page_vectors import Floats, Integers, Rows

_HEAVY, _FAINT = 20, 0.01  # terms of a linear model that a page may be said to lack, and how loudly
_LARGEST = 1e100  # number of a model; sums and products of larger ones are none
_NUMBERS = {"starts", "columns", "width", "labels", "roots", "left", "right"}  # of places in other arrays
_STEEP = 4.0  # how fast a score leaves 0.5; a score is no probability


class Model(Protocol):
    """A fitted model."""

    kind: ClassVar[str]

    def margins(self, pages: Rows) -> Floats:
        """Above 0: wanted."""
        ...

    def evidence(self, pages: Rows, number: int) -> dict[int, float]:
        """Column -> how much it moved the margin of one page, for terms that the page has and terms that it lacks."""
        ...


def score_of(margin: float) -> float:
    """A margin as a score in [0, 1], 0.5 where the judgement turns."""
    return float(1 / (1 + np.exp(-np.clip(_STEEP * margin, -50, 50))))


def spoken(model: Model, pages: Rows, terms: Sequence[str], number: int = 0) -> dict[str, list[str]]:
    """What speaks for and against a page, and which terms it lacks to its harm; the loudest first."""
    moved = model.evidence(pages, number)
    there = set(pages.row(number)[0].tolist())
    loudest = sorted((column for column in moved if moved[column]), key=lambda column: (-abs(moved[column]), column))
    return {
        "speaks for": [terms[column] for column in loudest if column in there and moved[column] > 0],
        "against": [terms[column] for column in loudest if column in there and moved[column] < 0],
        "misses": [terms[column] for column in loudest if column not in there and moved[column] < 0],
    }


@dataclass(frozen=True, slots=True)
class Linear:
    """A weight per term: the linear support vector machine, and naive Bayes in log space."""

    kind: ClassVar[str] = "linear"
    weights: Floats
    bias: Floats  # one number

    def margins(self, pages: Rows) -> Floats:
        result: Floats = pages.times(self.weights) + self.bias[0]
        return result

    def evidence(self, pages: Rows, number: int) -> dict[int, float]:
        columns, values = pages.row(number)
        there = set(columns.tolist())
        heaviest = np.argsort(-self.weights, kind="stable")[:_HEAVY].tolist()
        lacking = {column: -_FAINT * float(self.weights[column]) for column in heaviest if column not in there}
        return lacking | dict(zip(columns.tolist(), (values * self.weights[columns]).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Neighbours:
    """All training pages; the nearest one decides. The margin is how much nearer the nearest wanted one is."""

    kind: ClassVar[str] = "neighbours"
    starts: Integers
    columns: Integers
    values: Floats
    width: Integers  # one number
    labels: Integers

    def margins(self, pages: Rows) -> Floats:
        known = self._known()
        return np.array([self._margin(known.times(pages.dense(i))) for i in range(pages.count)])

    def _known(self) -> Rows:
        return Rows(self.starts, self.columns, self.values, int(self.width[0]))

    def _margin(self, likeness: Floats) -> float:
        return float(np.max(likeness[self.labels == 1]) - np.max(likeness[self.labels == 0]))

    def evidence(self, pages: Rows, number: int) -> dict[int, float]:
        full, known = pages.dense(number), self._known()
        likeness = known.times(full)
        moved: dict[int, float] = {}
        for label, sign in ((1, 1.0), (0, -1.0)):
            nearest = int(np.argmax(np.where(self.labels == label, likeness, -1.0)))
            columns, values = known.row(nearest)
            for column, part in zip(columns.tolist(), (sign * values * full[columns]).tolist(), strict=True):
                moved[column] = moved.get(column, 0.0) + part
        return moved


@dataclass(frozen=True, slots=True)
class Trees:
    """One tree or many: the margin is the sum of the leaves that a page falls into. Nodes of all trees in one table."""

    kind: ClassVar[str] = "trees"
    roots: Integers
    columns: Integers  # -1: a leaf
    thresholds: Floats
    left: Integers  # where a page goes whose value is at most the threshold
    right: Integers
    values: Floats  # of leaves
    bias: Floats  # one number

    def margins(self, pages: Rows) -> Floats:
        return np.array([self._margin(pages.dense(i)) for i in range(pages.count)])

    def _margin(self, full: Floats) -> float:
        return float(self.values[self._leaves(full)[-1]].sum() + self.bias[0])

    def _leaves(self, full: Floats) -> list[Integers]:
        """The nodes that a page passes, of all trees at once, level by level; the last are the leaves."""
        single = full.astype(np.float32)  # as scikit-learn compares
        at, passed = self.roots, [self.roots]
        while (self.columns[at] >= 0).any():
            inner = self.columns[at] >= 0
            goes_left = single[np.where(inner, self.columns[at], 0)] <= self.thresholds[at]
            at = np.where(inner, np.where(goes_left, self.left[at], self.right[at]), at)
            passed.append(at)
        return passed

    def evidence(self, pages: Rows, number: int) -> dict[int, float]:
        passed = self._leaves(pages.dense(number))
        leaves = self.values[passed[-1]]
        moved: dict[int, float] = {}
        for nodes in passed:
            for node, value in zip(nodes.tolist(), leaves.tolist(), strict=True):
                if (column := int(self.columns[node])) >= 0:
                    moved[column] = moved.get(column, 0.0) + value
        return moved


KINDS: Mapping[str, Callable[..., Model]] = {made.kind: made for made in (Linear, Neighbours, Trees)}


def arrays_of(model: Model) -> dict[str, Floats | Integers]:
    """The numbers of a model by name."""
    assert isinstance(model, Linear | Neighbours | Trees)
    return {part.name: getattr(model, part.name) for part in fields(model)}


def check(model: Model, width: int) -> bool:
    """True if the numbers of a model, read from a file, can be those of one with so many terms."""
    arrays = arrays_of(model)
    if not all((np.abs(values) < _LARGEST).all() for values in arrays.values()):  # nor is what is no number
        return False
    if any(arrays[name].dtype.kind != "i" for name in _NUMBERS & arrays.keys()):
        return False
    if isinstance(model, Linear):
        return len(model.weights) == width and len(model.bias) == 1
    if isinstance(model, Neighbours):
        return _checks_neighbours(model, width)
    assert isinstance(model, Trees)
    return _checks_trees(model, width)


def _checks_neighbours(model: Neighbours, width: int) -> bool:
    return bool(
        len(model.width) == 1
        and model.width[0] == width
        and len(model.starts) == len(model.labels) + 1
        and model.starts[0] == 0
        and (np.diff(model.starts) >= 0).all()
        and model.starts[-1] == len(model.columns) == len(model.values)
        and _within(model.columns, 0, width)
        and set(model.labels.tolist()) == {0, 1}
    )


def _checks_trees(model: Trees, width: int) -> bool:
    """Children come after their parents, so that no page walks in circles."""
    nodes = len(model.columns)
    tables = (model.thresholds, model.left, model.right, model.values)
    inner = model.columns >= 0
    own = np.arange(nodes)
    return bool(
        all(len(table) == nodes for table in tables)
        and len(model.bias) == 1
        and len(model.roots)
        and _within(model.roots, 0, nodes)
        and _within(model.columns, -1, width)
        and all(((side > own) & (side < nodes))[inner].all() for side in (model.left, model.right))
    )


def _within(values: Integers, least: int, end: int) -> bool:
    return bool(((values >= least) & (values < end)).all())
