"""The attributes of a kind of thing, as the label-value presentations of its samples name them.

A label is an attribute if a second sample has it, or if it stands in one presentation with such labels: then a site
with a single sample keeps its own words, and "Anna" of the visitors' comments stays out. Its weight grows with the
number of samples that have it, and shrinks with the share of near misses that have it too. Where the samples always
have a number, a page that says a sentence there does not show the attribute.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hubwalk.validators.label_value import Pair
from hubwalk.validators.quantities import say_the_same

Shown = Sequence[Sequence[Pair]]  # the presentations of one page

_FOREIGN = 0.2  # what a label that no sample has counts against a page beside known ones, as in template.py
_MAX_WORDS = 4  # of what may stand for a number: "none", "not known yet"
_GENERIC = 0.1  # what is left of the weight of a label that all near misses have


@dataclass(frozen=True, slots=True)
class Match:
    """How much of a sample's attributes a page shows."""

    score: float = 0.0  # from 0 to 1
    found: tuple[str, ...] = ()  # labels, the heaviest first
    missing: tuple[str, ...] = ()


class Attributes:
    """Attribute names with weights, sample by sample."""

    def __init__(self, samples: Sequence[Shown], unlike: Sequence[Shown] = ()) -> None:
        count = Counter(label for sample in samples for label in labels_of(sample))
        near = Counter(label for page in unlike for label in labels_of(page))
        alone = len(samples) == 1
        self.per_sample = [
            frozenset(
                pair.label
                for pairs in sample
                if alone or any(count[pair.label] > 1 for pair in pairs)
                for pair in pairs
            )
            for sample in samples
        ]
        said = [(pair.label, pair.value) for sample in samples for pairs in sample for pair in pairs]
        self._numbers = {label for label, _ in said if count[label] > 1} - {
            label for label, value in said if not _has_digit(value)
        }
        scale = math.log(1 + len(samples))
        share = 1 / len(unlike) if unlike else 0.0
        self.weight = {
            label: max(_GENERIC, 1 - share * near[label]) * math.log(1 + count[label]) / scale
            for label in sorted(frozenset[str]().union(*self.per_sample))
        }

    def match(self, page: Shown) -> Match:
        """The sample that a page comes closest to."""
        labels = labels_of(page)
        known = labels & self.weight.keys() - self._implausible(page)
        if not known:
            return Match()
        beside = labels_of([pairs for pairs in page if any(pair.label in known for pair in pairs)])
        foreign = _FOREIGN * len(beside - known)
        best, at = 0.0, frozenset[str]()
        for sample in dict.fromkeys(self.per_sample):
            score = self._sum(sample & known) / (self._sum(sample) + foreign) if sample & known else 0.0
            if score > best:
                best, at = score, sample
        return Match(best, self._by_weight(at & known), self._by_weight(at - known))

    def share(self, page: Shown) -> float:
        """The share of a page's pairs that stand in presentations with attributes: what is not about other things."""
        own = sum(len(pairs) for pairs in page if any(pair.label in self.weight for pair in pairs))
        return own / max(1, sum(map(len, page)))

    def _implausible(self, page: Shown) -> set[str]:
        """Labels that have a number in all samples and nothing but sentences here."""
        said = [pair for pairs in page for pair in pairs if pair.label in self._numbers]
        good = {pair.label for pair in said if _has_digit(pair.value) or len(pair.value.split()) <= _MAX_WORDS}
        return {pair.label for pair in said} - good

    def _sum(self, labels: frozenset[str]) -> float:
        return math.fsum(self.weight[label] for label in labels)

    def _by_weight(self, labels: frozenset[str]) -> tuple[str, ...]:
        return tuple(sorted(labels, key=lambda label: (-self.weight[label], label)))


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


def labels_of(page: Shown) -> set[str]:
    """All labels of a page."""
    return {pair.label for pairs in page for pair in pairs}


def share_of_several(page: Shown, labels: Sequence[str]) -> float:
    """The share of these labels that have more than one value on the page, in whatever spelling."""
    values: dict[str, set[str]] = {label: set() for label in labels}
    for pairs in page:
        for pair in pairs:
            if pair.label in values:
                values[pair.label].add(pair.value)
    return sum(map(_differ, values.values())) / len(values) if values else 0.0


def _differ(values: Collection[str]) -> bool:
    """True if one value says something else than the fullest of them."""
    fullest = max(sorted(values), key=len, default="")
    return not all(say_the_same(value, fullest) for value in values)
