"""The page classifier of the focused website crawler: how well does a page fit into a site of the wanted class?

A class of sites is a set of centroids, because its pages are of several kinds: articles, lists, contact pages. A page
is as near to a class as to the nearest centroid of it; the distance is one minus the cosine of their TF-IDF vectors, so
it lies between 0 and 1. Its confidences for the classes follow from the logarithms of the distances
(ranking/page_confidence.py). A page without any known word is as far from all of them: equal confidences.

Ester, Kriegel, Schubert (2004), section 4.3.1; centroids as in Han, Karypis (2000). The paper does not say which text
of a page it reads nor how distances come to lie between 0 and 1. Here all visible text counts, that of links too: a
home page often has no other, and what a site calls its sections tells more of it than most of its sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hubwalk.pages.words import whole_text
from hubwalk.ranking.page_confidence import page_confidences
from hubwalk.validators.page_terms import folded_stop_words, terms_of
from hubwalk.validators.page_vectors import Floats, Integers, Rows, Vocabulary
from hubwalk.values import Page

CLASSES = ("target", "other")
TARGET, OTHER = 0, 1
_MOST_READ = 1_000_000  # characters of a page


@dataclass(frozen=True, slots=True)
class Origin:
    """What a classifier was learned from, and how well."""

    target_sites: tuple[str, ...]  # home pages, or folders
    other_sites: tuple[str, ...]
    pages: tuple[int, int]  # read of the targets and of the others
    clusters: int  # per class, at most
    folds: int  # of the cross-validation that told the error
    data: str  # digest of the training pages, in whatever order
    notices: tuple[str, ...] = ()  # lines for a person: what could not be done as usual
    home_pages_only: bool = False


@dataclass(frozen=True)
class PageClassifier:
    """A PageReader with two classes, the target first."""

    languages: tuple[str, ...]  # whose stop words do not count
    vocabulary: Vocabulary
    centroids: Floats  # a column per centroid, with length 1; a row per term
    classes: Integers  # of each centroid: TARGET or OTHER
    error: float  # share of wrongly classed pages in cross-validation, both classes weighing alike
    origin: Origin

    def confidences(self, page: Page) -> tuple[float, ...]:
        """For target and other, summing to 1."""
        return page_confidences(self.distances([self.terms(page)])[0].tolist())

    def terms(self, page: Page) -> Counter[str]:
        """None of a page that could not be had."""
        return html_terms(page.html, self._stop_words) if page.ok else Counter()

    def distances(self, pages: Sequence[Mapping[str, int]]) -> Floats:
        """For the terms of each page the distances to target and other; a row per page."""
        return distances(self.vocabulary.vectors(pages), self.centroids, self.classes)

    @cached_property
    def _stop_words(self) -> frozenset[str]:
        return folded_stop_words(self.languages)


def html_terms(html: str, stop_words: frozenset[str]) -> Counter[str]:
    """The terms of a page, links and frame included."""
    return terms_of(page_text(html), stop_words)


def page_text(html: str) -> str:
    """The text of a page that counts."""
    return whole_text(html[:_MOST_READ])


def distances(vectors: Rows, centroids: Floats, classes: Integers) -> Floats:
    """From each vector to the nearest centroid of each class; a row per vector."""
    found = np.ones((vectors.count, len(CLASSES)))
    for number in range(vectors.count):
        columns, values = vectors.row(number)
        alike = values @ centroids[columns]
        for kind in range(len(CLASSES)):
            found[number, kind] = 1.0 - alike[classes == kind].max(initial=0.0)
    return found


def telling_words(classifier: PageClassifier, count: int) -> list[str]:
    """The terms that speak most for the target, by the mean of its centroids against that of the others. Those of a
    single site, which may be its name, are not told."""
    means = [classifier.centroids[:, classifier.classes == kind].mean(axis=1) for kind in (TARGET, OTHER)]
    sites = len(classifier.origin.target_sites) + len(classifier.origin.other_sites)
    lead = np.where(classifier.vocabulary.idf < np.log((1 + sites) / 2) - 1e-9, means[TARGET] - means[OTHER], 0.0)
    best = np.argsort(-lead, kind="stable")[:count]
    return [classifier.vocabulary.terms[number] for number in best if lead[number] > 0]
