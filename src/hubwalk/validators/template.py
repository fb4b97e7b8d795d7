"""What a few pages of one kind have in common, as far as it makes the kind and not the site.

Samples of one site share their frame (menus, footers) with every other page of it, and no other page is at hand to
tell. But the samples tell it themselves: where the texts *differ* from sample to sample is the content, and what
surrounds it is its template. A menu is the same on all of them, text by text. So places that hold differing texts
count fully, their neighbours little, and all else next to nothing. Of the texts, those that all samples share beside
differing ones are labels ("Resolution", a category); a text that only some share counts as much as its place is one of
labels: in a row of table heads nearly all texts recur, in a list of authors nearly none. The words are kept as well,
for kinds of pages that have no template at all.

Sums are exact, because the order of a set differs from process to process.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from hubwalk.validators.outline import Outline, Place, Sketch

Texts = set[tuple[int, str]]

# Chosen on nine recorded sites, so what `hubwalk evaluate-validator` says of these is not true of unseen ones. None of
# these is critical: halved or doubled, each hardly moved the mean F1 there.
_NEIGHBOUR = 0.2
_FRAME = 0.1
_FOREIGN_PLACE = 0.3  # what a place that no sample has counts against a page
_FOREIGN_LABEL = 0.2  # the same for an unknown text where the samples have labels
_FOREIGN_WORD = 0.05  # pages have far more words of their own than in common
_MAX_LABEL = 60  # characters; longer texts are prose
_WORD = re.compile(r"[^\W\d_]{2,}")


class Template:
    """Places, labels and words of a kind of page, each with its weight."""

    def __init__(self, outline: Outline, pages: Sequence[Sketch]) -> None:
        texts = [page.texts for page in pages]
        content = _content(outline, texts)
        self._places = _weigh_places(outline, [page.ways for page in pages], content)
        self._labels, self._label_places = _weigh_labels(outline, texts, content)
        self._words = _weigh_words([page.words for page in pages])
        self._all_places, self._all_labels, self._all_words = (
            math.fsum(weights.values()) for weights in (self._places, self._labels, self._words)
        )

    def structure(self, outline: Outline, page: Sketch) -> float:
        """How much of the template's places a page has, from 0 to 1; what it has beyond them counts against it."""
        places = {outline.place[way] for way in page.ways}
        found = math.fsum(self._places.get(place, 0.0) for place in places)
        foreign = _FOREIGN_PLACE * sum(place not in self._places for place in places)
        return found / (self._all_places + foreign) if found else 0.0

    def labels(self, outline: Outline, page: Sketch) -> float | None:
        """The same for labels; None if the samples have none in common."""
        if not self._all_labels:
            return None
        labels = set(_labels(outline, page.texts))
        found = math.fsum(self._labels.get(label, 0.0) for label in labels)
        foreign = _FOREIGN_LABEL * math.fsum(self._label_places.get(k[0], 0.0) for k in labels if k not in self._labels)
        return found / (self._all_labels + foreign)

    def words(self, page: Sketch) -> float:
        """The same for words."""
        found = math.fsum(self._words.get(word, 0.0) for word in page.words)
        foreign = _FOREIGN_WORD * sum(word not in self._words for word in page.words)
        return found / (self._all_words + foreign) if found else 0.0


def _content(outline: Outline, samples: Sequence[Texts]) -> set[int]:
    """The ways to texts that differ between samples, and all ways above them. One sample cannot differ: there, text
    outside links stands in for it, since menus are made of links."""
    count = Counter(text for texts in samples for text in texts)
    found: set[int] = set()
    for (way, _), samples_with_it in count.items():
        differs = 2 * samples_with_it <= len(samples) if len(samples) > 1 else not outline.in_link[way]
        node = way
        while differs and node >= 0 and node not in found:
            found.add(node)
            node = outline.parent[node]
    return found


def _weigh_places(outline: Outline, samples: Sequence[set[int]], content: set[int]) -> dict[Place, float]:
    share = Counter(place for ways in samples for place in {outline.place[way] for way in ways})
    weight: dict[Place, float] = {}
    for way in set().union(*samples):
        near = 1.0 if way in content else _NEIGHBOUR if outline.parent[way] in content else _FRAME
        weight[outline.place[way]] = max(near, weight.get(outline.place[way], 0.0))
    return {place: near * (share[place] / len(samples)) ** 2 for place, near in weight.items()}


def _weigh_labels(
    outline: Outline, samples: Sequence[Texts], content: set[int]
) -> tuple[dict[tuple[Place, str], float], dict[Place, float]]:
    per_sample = [set(_labels(outline, texts)) for texts in samples]
    count = Counter(label for labels in per_sample for label in labels)
    near: dict[Place, float] = {}
    for way, _ in set().union(*samples):
        place, above = outline.place[way], outline.parent[way]
        beside = above in content
        by = 1.0 if beside else _NEIGHBOUR if above >= 0 and outline.parent[above] in content else _FRAME
        near[place] = max(by, near.get(place, 0.0))
    n = len(samples)
    texts_at = Counter(place for labels in per_sample for place, _ in labels)
    recurring_at = Counter(place for labels in per_sample for place, text in labels if 2 * count[place, text] > n)
    if n == 1:  # no telling labels from values
        return {label: near[label[0]] for label in count}, near
    constant = {place: near[place] * recurring_at[place] / texts_at[place] for place in texts_at}
    weights = {
        label: (near[label[0]] if k == n else constant[label[0]]) * (k / n) ** 2 for label, k in count.items() if k > 1
    }
    return weights, constant


def _weigh_words(samples: Sequence[set[str]]) -> dict[str, float]:
    count = Counter(word for words in samples for word in words)
    return {word: (k / len(samples)) ** 2 for word, k in count.items() if k > 1 or len(samples) == 1}


def _labels(outline: Outline, texts: Texts) -> list[tuple[Place, str]]:
    return [(outline.place[way], text) for way, text in texts if len(text) <= _MAX_LABEL and _WORD.search(text)]
