"""`text` in a crawl: the pages it meets become the background that the samples stand out from.

At first a page is judged by what the user has shown alone: by a page filter, or without near misses by its likeness to
the samples (word_profile.py). When enough pages have been met to outweigh that, and whenever their number has doubled
since, samples, near misses and background are learned from together (unlabelled.py), and what was judged before is
judged again. So learning costs little per page however long the crawl, and it ends where more pages would not change
much.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.errors import SampleError
from hubwalk.validators.answers import one_line
from hubwalk.validators.page_filter import DEFAULT_MODEL, distinct, make_reader, train_filter
from hubwalk.validators.page_filter_models import score_of, spoken
from hubwalk.validators.page_vectors import Integers, Rows, TermTable, narrowed, places, weighted
from hubwalk.validators.sites import site_of
from hubwalk.validators.text import filter_verdict, likeness_verdict, words_line
from hubwalk.validators.unlabelled import Learned, learn
from hubwalk.validators.word_profile import draw_line, make_profile
from hubwalk.values import Page, Revision, Verdict

_FIRST = 16  # pages of background, at least, when learning begins,
_OUTWEIGH = 2  # and so many for each page that the user has shown
_LAST = 8192  # when it ends
_TAUGHT = 1024  # pages of background that a model is fitted to, taken evenly from all
_MOST_TERMS = 200_000  # of all pages together

Small = NDArray[np.int32]


@dataclass(slots=True)
class _Met:
    """A page of the crawl: its terms by number, and what was said of it."""

    url: str
    site: str
    numbers: Small
    counts: Small
    teaches: bool  # False: its text was known
    told: bool  # accepted, as the driver has it


class LearningTextValidator:
    """Accepts what stands out from the crawl's pages as the samples do."""

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = (), model: str = DEFAULT_MODEL) -> None:
        pages, others = distinct(samples), distinct(unlike)
        self._model = model
        self._filter = train_filter(pages, others, model) if others else None
        self._reader = self._filter.reader if self._filter else make_reader(pages)
        said, self._sites = [self._reader.terms(page) for page in pages], [site_of(page) for page in pages]
        self._profile = make_profile(said, self._sites)
        if not self._profile.weight:
            raise SampleError(
                "validator text: the samples have no words in common outside links; choose --validator table or like"
            )
        self.line = draw_line(said, self._sites)
        self._table = TermTable(limit=_MOST_TERMS)
        self._samples = [self._table.count(terms) for terms in said]
        self._near_misses = [self._table.count(self._reader.terms(page)) for page in others]
        self._met: dict[str, _Met] = {}  # by URL
        # Digests of texts: the same again teaches nothing, and samples are no background.
        self._texts = {_digest(*counted) for counted in [*self._samples, *self._near_misses]}
        self._shown = len(self._texts)
        self._next = max(_FIRST, _OUTWEIGH * self._shown)
        self._learned: Learned | None = None
        self._terms: list[str] = []  # that count, as learned
        self._changed: list[_Met] = []  # pages that the last lesson put on the other side

    # -- judging ------------------------------------------------------------------------------------------------------

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        met = self._meet(page, told=False)
        verdict = self._verdict(met)
        met.told = verdict.accepted
        return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        if page.ok:
            self._meet(page, told=verdict.accepted)

    def revisions(self) -> Sequence[Revision]:
        changed, self._changed = self._changed, []
        revised = []
        for met in changed:
            verdict = self._verdict(met)
            if verdict.accepted != met.told:
                met.told = verdict.accepted
                revised.append(Revision(met.url, verdict))
        return revised

    def _verdict(self, met: _Met) -> Verdict:
        terms = {self._table.terms[n]: int(count) for n, count in zip(met.numbers, met.counts, strict=True)}
        learned = self._learned
        if learned is None:
            if self._filter is not None:
                return filter_verdict(self._filter, terms, met.site)
            return likeness_verdict(self._profile, terms, self._profile.likeness(terms), self.line.at(met.site))
        counted = self._rows([met])
        likeness, need = float(learned.likeness(counted)[0]), learned.line.at(met.site)
        if learned.model is None:
            return likeness_verdict(self._profile, terms, likeness, need)
        vectors = learned.vectors(counted)
        score = score_of(float(learned.model.margins(vectors)[0]))
        accepted = bool(learned.accepted(counted, [met.site])[0])
        words = words_line(spoken(learned.model, vectors, self._terms), self._profile, terms, accepted=accepted)
        share = min(1.0, likeness / need) if need else 1.0
        reason = f"{score:.2f} of 1 by {self._model} ({likeness:.2f} alike, needs {need:.2f}): {words}"
        return Verdict(accepted, score * share, one_line(reason))

    # -- learning -----------------------------------------------------------------------------------------------------

    def _meet(self, page: Page, *, told: bool) -> _Met:
        numbers, counts = self._table.count(self._reader.terms(page))
        text = _digest(numbers, counts)
        met = _Met(
            page.url, site_of(page), numbers.astype(np.int32), counts.astype(np.int32), text not in self._texts, told
        )
        if self._next <= _LAST:
            before = self._met.get(page.url)
            met.teaches = met.teaches or (before is not None and before.teaches)
            self._met[page.url] = met
            self._texts.add(text)
            if len(self._texts) - self._shown >= self._next:
                self._next *= 2
                self._learn()
        return met

    def _learn(self) -> None:
        from hubwalk.validators.page_filter_fitting import fit  # scikit-learn takes a second to load

        met = list(self._met.values())
        teachers = [one for one in met if one.teaches]
        some = teachers[:: -(-len(teachers) // _TAUGHT)]
        background = self._rows(some)
        self._learned = learn(
            self._table.rows(self._samples),
            self._sites,
            background,
            [one.site for one in some],
            self._table.rows(self._near_misses),
            self._nearer(background),
            lambda rows, labels: fit(self._model, rows, labels),
        )
        place = self._learned.place
        self._terms = [self._table.terms[number] for number in np.flatnonzero(place >= 0)]
        accepted = self._learned.accepted(self._rows(met), [one.site for one in met])
        self._changed = [one for one, now in zip(met, accepted, strict=True) if one.told != now]
        if self._next > _LAST:
            self._met.clear()

    def _nearer(self, counted: Rows) -> NDArray[np.bool_]:
        """The pages that are nearer to the samples than to near misses, by naive Bayes whatever the model: with few
        pages it did best on the recorded sites."""
        if self._filter is None:
            return np.ones(counted.count, dtype=bool)
        from hubwalk.validators.page_filter_fitting import fit

        known = self._filter.vocabulary
        place = places(self._table.numbers(known.terms), counted.width)
        shown = weighted(narrowed(self._table.rows([*self._samples, *self._near_misses]), place), known.idf)
        labels = np.array([1] * len(self._samples) + [0] * len(self._near_misses))
        margins = fit("naive_bayes", shown, labels).margins(weighted(narrowed(counted, place), known.idf))
        nearer: NDArray[np.bool_] = margins > 0
        return nearer

    def _rows(self, met: Sequence[_Met]) -> Rows:
        return self._table.rows([(one.numbers, one.counts) for one in met])


def _digest(numbers: Integers, counts: Integers) -> bytes:
    return hashlib.blake2b(numbers.tobytes() + counts.tobytes(), digest_size=16).digest()
