"""Learning from samples and unlabelled pages: what the crawl meets anyway tells what makes the samples special.

Liu, Dai, Li, Lee, Yu (2003), "Building text classifiers using positive and unlabeled examples": in two steps. First,
a likeness that needs no negatives sorts the unlabelled pages into likely ones, reliable negatives, and doubtful ones
in between; then a model is fitted to samples and likely ones against reliable negatives, and judges all. Near misses
that the user shows are negatives from the start.

The likeness is that of word_profile.py with the background in it: a term weighs s ln(1 + s / b), where s is the share
of samples that have it (the mean over their sites) and b that of the background. So the words of the frame, which are
on every page, weigh little, yet never nothing: on a site where most pages are wanted ones the words of the kind are on
every page too. The line between likely and not is the best division of the background's likenesses in two groups (Otsu
1979), but not far from what the samples reach when compared with each other.

Tried without gain on the recorded sites: several rounds of fitting and judging; more weight for the pages that the user
has shown; to demand of every page that the filter of near misses lets it pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.page_filter_models import Model
from hubwalk.validators.page_vectors import Floats, Integers, Rows, inverse_frequencies, narrowed, places, weighted
from hubwalk.validators.sites import compare_samples, spread
from hubwalk.validators.word_profile import Line, enough

_LEAST = 2  # pages with a term
_MOST = 20_000  # terms
_HIGH = 0.4  # of what the samples reach with themselves among them: the line is not above this and what they reach
# when compared with each other
_CLOSEST = 0.85  # of the latter
# With one sample, which cannot say how much its kind varies, it is not above the first; nor below the second, where a
# page says hardly a word of it: the pages of any site fall into two groups, also if neither says what the sample does.
_ALONE, _LEAST_ALONE = 0.8, 0.04
_DOUBT = 0.9  # of the line: below are the reliable negatives
_FEWEST = 2  # of these, or of pages in a group
_GROUP = 0.02  # of the pages are a group

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Learned:
    """What a crawl has taught so far. Pages are judged as rows of counts over all terms of the table."""

    weights: Floats  # of the profile, by number of the term; with length 1
    place: Integers  # number of a term -> its column for the model, -1: it does not count
    idf: Floats
    line: Line
    model: Model | None  # None: the background has no reliable negatives yet, and the line alone decides

    def vectors(self, counted: Rows) -> Rows:
        return weighted(narrowed(counted, self.place), self.idf)

    def likeness(self, counted: Rows) -> Floats:
        """From 0 to 1."""
        return _likeness(counted, self.weights)

    def accepted(self, counted: Rows, sites: Sequence[str]) -> Bools:
        need = np.array([self.line.at(site) for site in sites])
        alike = self.likeness(counted)
        if self.model is None:
            return alike >= need
        return (self.model.margins(self.vectors(counted)) > 0) & (alike >= _DOUBT * need)


def learn(  # noqa: PLR0917
    samples: Rows,
    sample_sites: Sequence[str],
    background: Rows,
    sites: Sequence[str],
    near_misses: Rows,
    nearer: Bools,
    fit: Callable[[Rows, Integers], Model],
) -> Learned:
    """From rows of counts over the same terms. `nearer` are the pages of the background that a filter of near misses
    would let pass: no other is a likely one. `fit` makes a model of vectors and their labels."""
    shares = (background.frequencies() + 1) / (background.count + 2)
    weights = _contrast(samples, sample_sites, shares)
    alike = _likeness(background, weights)
    line = _line(samples, sample_sites, shares, weights, alike)
    need = np.array([line.at(site) for site in sites])
    likely, negative = (alike >= need) & nearer, alike < _DOUBT * need
    place = _frequent([samples, background, near_misses])
    samples, background, near_misses = (narrowed(rows, place) for rows in (samples, background, near_misses))
    idf = inverse_frequencies(_stacked(samples, background))
    model = None
    if negative.sum() + near_misses.count >= _FEWEST:
        certain = np.flatnonzero(likely | negative)
        taught = _stacked(_stacked(samples, background.select(certain)), near_misses)
        labels = np.concatenate([np.ones(samples.count), likely[certain], np.zeros(near_misses.count)])
        model = fit(weighted(taught, idf), labels.astype(np.int64))
    return Learned(weights, place, idf, line, model)


def _frequent(groups: Sequence[Rows]) -> Integers:
    """Places for the terms that the model goes by."""
    known = np.sum([rows.frequencies() for rows in groups], axis=0)
    most = np.argsort(-known, kind="stable")[:_MOST]
    return places(np.sort(most[known[most] >= _LEAST]), groups[0].width)


def _contrast(samples: Rows, sites: Sequence[str], background: Floats) -> Floats:
    """The profile of some samples, with length 1. Terms of a single one name the instance and weigh nothing."""
    where = np.array(sites)
    parts = [samples.select(np.flatnonzero(where == site)) for site in sorted(set(sites))]
    share = np.mean([part.frequencies() / part.count for part in parts], axis=0)
    common = samples.frequencies() >= min(2, samples.count)
    weights = np.where(common, share * np.log1p(share / background), 0.0)
    length = np.sqrt(weights @ weights)
    return weights / length if length else weights


def _likeness(pages: Rows, weights: Floats) -> Floats:
    """The cosine between the terms of each page, however often they occur, and the profile."""
    old = pages.columns < len(weights)  # terms that came later weigh nothing, but make the page longer
    found = pages.sums(np.where(old, weights[np.where(old, pages.columns, 0)], 0.0))
    sizes = np.maximum(1, np.diff(pages.starts))
    return np.minimum(1.0, found / np.sqrt(sizes))


def _line(samples: Rows, sites: Sequence[str], shares: Floats, weights: Floats, alike: Floats) -> Line:
    between = division(alike)
    most = _HIGH * float(_likeness(samples, weights).mean())

    def reached(number: int, others: Sequence[int]) -> float:
        rest = _contrast(samples.select(np.array(others)), [sites[k] for k in others], shares)
        return float(_likeness(samples.select(np.array([number])), rest)[0])

    def need(values: Sequence[float], deviation: float) -> float:
        return min(max(between, enough(values, deviation)), max(_CLOSEST * fmean(values), most))

    if samples.count < 2:
        return Line(min(max(between, _LEAST_ALONE), _ALONE), {})
    elsewhere, at = compare_samples(sites, reached)
    within = spread(at.values())
    return Line(need(elsewhere, spread([elsewhere])), {site: need(values, within) for site, values in at.items()})


def division(values: Floats) -> float:
    """Where the values fall best into two groups (Otsu 1979): the variance between the groups is largest. A few pages
    that are nearly a sample are no group."""
    fewest = max(_FEWEST, round(_GROUP * len(values)))
    if len(values) < fewest:
        return 0.0
    ordered = np.sort(values)
    ordered = np.minimum(ordered, ordered[-fewest])
    low = np.arange(1, len(ordered))
    high = len(ordered) - low
    sums = np.cumsum(ordered)
    between = low * high * (sums[:-1] / low - (sums[-1] - sums[:-1]) / high) ** 2
    best = int(np.argmax(between))
    return float(ordered[best] + ordered[best + 1]) / 2


def _stacked(first: Rows, second: Rows) -> Rows:
    return Rows(
        np.concatenate([first.starts, first.starts[-1] + second.starts[1:]]),
        np.concatenate([first.columns, second.columns]),
        np.concatenate([first.values, second.values]),
        first.width,
    )
