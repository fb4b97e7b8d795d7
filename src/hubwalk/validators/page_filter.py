"""The page filter of CROSSMARC: is a page of the wanted kind, or one that could be confused with it?

A page's terms (page_terms.py) are weighted by TF-IDF (page_vectors.py) and judged by one of six models, fitted to pages
of the kind and to near misses (page_filter_fitting.py). Near misses are only some of all that is not wanted, so the
models would let pages of a third kind in; a page must therefore also be about as much alike the wanted ones as these
are alike each other (word_profile.py).

Which text of a page counts is decided by the training pages: the main text as trafilatura extracts it, if a short
cross-validation is better with that, else all text outside links and frame, which costs a fraction. Articles gain by
the main text, pages that are mostly data lose by it.

CROSSMARC (Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran, Dingare 2003), section 4.2. It does not say how
pages become vectors; the rest follows the common practice of text classification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hubwalk.pages.words import own_text
from hubwalk.validators.main_text import main_text
from hubwalk.validators.page_filter_models import Model
from hubwalk.validators.page_terms import folded_stop_words, languages_of_texts, terms_of
from hubwalk.validators.page_vectors import (
    Integers,
    Rows,
    TermTable,
    Vocabulary,
    inverse_frequencies,
    narrowed,
    places,
    telling_terms,
    weighted,
)
from hubwalk.validators.sites import site_of
from hubwalk.validators.word_profile import Line, Profile, draw_line, make_profile
from hubwalk.values import Page

MODELS = ("naive_bayes", "nearest_neighbour", "decision_tree", "svm", "adaboost", "logitboost")
DEFAULT_MODEL = "svm"
OWN, MAIN = "own", "main"  # all text outside links and frame; what trafilatura calls the main text
_MOST_READ = 2_000_000  # characters of a page
_ENOUGH = 6  # pages of each kind, from which on two texts can be compared
_FOLDS = 3
_BETTER = 0.02  # more right pages, as a share: the main text is dear


@dataclass(frozen=True)
class Reader:
    """Reads pages: which text, and in which languages."""

    text: str
    languages: tuple[str, ...]

    @cached_property
    def _stop_words(self) -> frozenset[str]:
        return folded_stop_words(self.languages)

    def terms(self, page: Page) -> Counter[str]:
        return terms_of(text_of(page, self.text), self._stop_words)


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Everything that it takes to judge pages."""

    reader: Reader
    profile: Profile
    line: Line
    name: str  # of the model
    vocabulary: Vocabulary
    model: Model


def text_of(page: Page, kind: str) -> str:
    """The text of a page, OWN or MAIN."""
    return main_text(page.html, page.title) if kind == MAIN else own_text(page.html[:_MOST_READ])


def distinct(pages: Sequence[Page]) -> list[Page]:
    """Twice the same page proves nothing."""
    return list({page.html: page for page in pages}.values())


def make_reader(samples: Sequence[Page], text: str = OWN) -> Reader:
    """In the languages of the samples."""
    return Reader(text, tuple(languages_of_texts([text_of(page, text) for page in samples])))


def train_filter(wanted: Sequence[Page], near_misses: Sequence[Page], name: str = DEFAULT_MODEL) -> PageFilter:
    """A page filter from pages of both kinds, at least one of each."""
    wanted, near_misses = distinct(wanted), distinct(near_misses)
    pages = [*wanted, *near_misses]
    labels = np.array([1] * len(wanted) + [0] * len(near_misses))
    reader, terms = _best_reader(pages, labels, name)
    sites = [site_of(page) for page in pages]
    words, where = terms[: len(wanted)], sites[: len(wanted)]
    vocabulary, vectors = vectorise(terms, labels, sites)
    model = _fitter()(name, vectors, labels)
    return PageFilter(reader, make_profile(words, where), draw_line(words, where), name, vocabulary, model)


def vectorise(terms: Sequence[Counter[str]], labels: Integers, sites: Sequence[str]) -> tuple[Vocabulary, Rows]:
    """The vocabulary of training pages, and their vectors."""
    table = TermTable(limit=sum(map(len, terms)))
    counted = table.rows([table.count(page) for page in terms])
    chosen = telling_terms(counted, labels, sites)
    counted = narrowed(counted, places(chosen, counted.width))
    idf = inverse_frequencies(counted)
    return Vocabulary([table.terms[number] for number in chosen], idf), weighted(counted, idf)


def _fitter() -> Callable[[str, Rows, Integers], Model]:
    from hubwalk.validators.page_filter_fitting import fit  # scikit-learn takes a second to load

    return fit


def _best_reader(pages: Sequence[Page], labels: Integers, name: str) -> tuple[Reader, list[Counter[str]]]:
    wanted = [page for page, label in zip(pages, labels, strict=True) if label]
    own = make_reader(wanted)
    terms = [own.terms(page) for page in pages]
    if np.bincount(labels, minlength=2).min() < _ENOUGH:
        return own, terms
    main = Reader(MAIN, own.languages)
    others = [main.terms(page) for page in pages]
    sites = [site_of(page) for page in pages]
    right = [right_share(kind, labels, sites, name) for kind in (terms, others)]
    return (main, others) if right[1] >= right[0] + _BETTER else (own, terms)


def right_share(terms: Sequence[Counter[str]], labels: Integers, sites: Sequence[str], name: str) -> float:
    """The share of training pages that are judged rightly by a model that did not see them; both kinds count alike."""
    right = np.zeros(len(labels))
    for train, test in split(labels, _FOLDS, seed=0):
        found = judge_unseen(terms, labels, sites, (train, test), name)
        right[test] = found == labels[test]
    return float(np.mean([right[labels == label].mean() for label in (0, 1)]))


def judge_unseen(
    terms: Sequence[Counter[str]], labels: Integers, sites: Sequence[str], parts: tuple[Integers, Integers], name: str
) -> Integers:
    """Labels for the second part of the pages by a model fitted to the first."""
    train, test = parts
    vocabulary, vectors = vectorise([terms[i] for i in train], labels[train], [sites[i] for i in train])
    model = _fitter()(name, vectors, labels[train])
    return (model.margins(vocabulary.vectors([terms[i] for i in test])) > 0).astype(np.int64)


def split(labels: Integers, folds: int, seed: int) -> list[tuple[Integers, Integers]]:
    """Training and test pages of each fold by number; every fold has its share of each kind."""
    dice = np.random.default_rng(seed)
    fold = np.zeros(len(labels), dtype=np.int64)
    offset = 0
    for label in (0, 1):
        numbers = dice.permutation(np.flatnonzero(labels == label))
        fold[numbers] = (np.arange(len(numbers)) + offset) % folds
        offset += len(numbers)  # so that the remainders of both kinds do not meet in the first folds
    return [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(folds)]
