"""Learning the page classifier from example sites.

The number of clusters per class is the one that errs least in the cross-validation by site (fold_error.py), of 1, 2, 4
and 8; a cluster is to have several pages, so few examples make few clusters. More clusters did not err less on the
recorded and the made-up sites. The classifier itself is then fitted to all pages. Ester, Kriegel, Schubert (2004),
section 4.3.1, do not say how many clusters they use.

To the pages that were judged one is added that was wrong and one that was right (Laplace): no classifier is free of
error because its few examples were. One that errs in half of the cases could never decide on a site: `check_useful`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from hubwalk.errors import UsageError
from hubwalk.validators.page_filter import distinct
from hubwalk.validators.page_filter_files import training_digest
from hubwalk.validators.page_terms import folded_stop_words, languages_of_texts
from hubwalk.values import Page
from hubwalk.websites.background import unlike_sites
from hubwalk.websites.fold_error import Errors, cross_validate_pages, fit_centroids
from hubwalk.websites.page_classifier import OTHER, TARGET, Origin, PageClassifier, html_terms, page_text
from hubwalk.websites.site_terms import CountedPages, count_pages, site_vocabulary, vectors_of
from hubwalk.websites.training_notices import notices_of

CLUSTERS = (1, 2, 4, 8)
_PAGES_PER_CLUSTER = 4
_USELESS = 0.49  # error from which on no number of pages would settle a site
_UNKNOWN = 0.3  # error that is assumed of a class where none can be measured
_LANGUAGE_PAGES = 3  # of each site are enough to tell its language
_LANGUAGE_SITES = 100  # are enough to tell those of all

Site = Sequence[Page]


def train_classifier(
    target_sites: Sequence[Site],
    other_sites: Sequence[Site],
    *,
    background: Sequence[Site] = (),
    clusters: int = 0,
    seed: int = 0,
) -> PageClassifier:
    """A classifier from the pages of example sites, the home page of each first.

    `background` are sites of which nothing is known: those among them that are unlike the targets count as others.
    `clusters` per class, 0: as many as the cross-validation finds best. What a person should know of it is in
    `PageClassifier.origin.notices`; UsageError if they cannot teach anything."""
    targets, others, unknown = (_read(sites) for sites in (target_sites, other_sites, background))
    languages = _languages([*targets, *others, *unknown])
    kept = unlike_sites(_counted(targets, unknown, languages)) if unknown and targets else []
    others += [unknown[number] for number in kept]
    _check_sites(targets, others, unknown)
    counted = _counted(targets, others, languages)
    errors = cross_validate_pages(counted, [clusters] if clusters else _numbers(counted), seed)
    vocabulary, place = site_vocabulary(counted)
    if not vocabulary.terms:
        raise UsageError("the example sites have no words that tell them apart: name sites with text, or more of them")
    centroids, classes = fit_centroids(vectors_of(counted, vocabulary, place), counted.labels, errors.clusters, seed)
    notices = notices_of(targets, others, languages, errors, unknown=len(unknown), kept=len(kept))
    origin = _origin(targets, others, errors, notices)
    return PageClassifier(languages, vocabulary, centroids, classes, _cautious(errors), origin)


def train_home_page_classifier(
    target_sites: Sequence[Site], other_sites: Sequence[Site], *, clusters: int = 0, seed: int = 0
) -> PageClassifier:
    """The paper's comparison partner: learned from the home pages alone, and meant for home pages (section 5.2)."""
    homes = [[site[:1] for site in sites] for sites in (target_sites, other_sites)]
    made = train_classifier(*homes, clusters=clusters, seed=seed)
    return replace(made, origin=replace(made.origin, home_pages_only=True))


def check_useful(classifier: PageClassifier) -> None:
    """UsageError for a classifier that could never decide."""
    for kind, which in ((TARGET, "wanted"), (OTHER, "other")):
        if kind not in classifier.classes:
            raise UsageError(f"the {which} sites have no words to learn from: name some whose pages have text")
    if classifier.error >= _USELESS:
        raise UsageError(
            f"wanted and other sites cannot be told apart: {classifier.error:.0%} of their pages are classed wrongly "
            "when left out, no better than chance; name more sites of each class, and others that differ more"
        )


def _read(sites: Sequence[Site]) -> list[list[Page]]:
    """The distinct pages of the sites that have any with a document in it."""
    found = [distinct([page for page in site if page.ok]) for site in sites]
    return [pages for pages in found if pages]


def _check_sites(targets: Sequence[Site], others: Sequence[Site], unknown: Sequence[Site]) -> None:
    if not targets:
        raise UsageError("no page of a wanted site could be read: name sites that answer with --like-site")
    if not others:
        lost = f"; the {len(unknown)} of the background are all like the wanted ones" if unknown else ""
        raise UsageError(f"there is no site to compare with{lost}: name some that are not wanted with --unlike-site")


def _numbers(pages: CountedPages) -> list[int]:
    fewest = int(np.bincount(pages.labels, minlength=2).min())
    return [number for number in CLUSTERS if number == 1 or number * _PAGES_PER_CLUSTER <= fewest]


def _counted(targets: Sequence[Site], others: Sequence[Site], languages: Sequence[str]) -> CountedPages:
    stop_words = folded_stop_words(languages)
    sites = [*targets, *others]
    terms = [_terms(page.html, stop_words) for site in sites for page in site]
    numbers = np.repeat(np.arange(len(sites)), [len(site) for site in sites])
    labels = np.where(numbers < len(targets), TARGET, OTHER)
    return count_pages(terms, numbers, labels)


@lru_cache(maxsize=4096)
def _terms(html: str, stop_words: frozenset[str]) -> Counter[str]:
    """Who measures a classifier trains it again and again, each time without some of the same pages."""
    return html_terms(html, stop_words)


def forget_pages() -> None:
    """Who goes on for hours with what was learned need not keep what it was learned from."""
    _terms.cache_clear()


def _languages(sites: Sequence[Site]) -> tuple[str, ...]:
    """By the longest of the first texts of each site."""
    some = sites[:: 1 + len(sites) // _LANGUAGE_SITES]
    return tuple(
        languages_of_texts([max((page_text(page.html) for page in site[:_LANGUAGE_PAGES]), key=len) for site in some])
    )


def _cautious(errors: Errors) -> float:
    wrong = [
        (error * pages + 1) / (pages + 2) if pages else _UNKNOWN
        for error, pages in zip(errors.of_classes, errors.pages, strict=True)
    ]
    return min(sum(wrong) / len(wrong), 0.5)


def _origin(targets: Sequence[Site], others: Sequence[Site], errors: Errors, notices: Sequence[str]) -> Origin:
    pages = [[page for site in sites for page in site] for sites in (targets, others)]
    return Origin(
        tuple(site[0].requested for site in targets),
        tuple(site[0].requested for site in others),
        (len(pages[0]), len(pages[1])),
        errors.clusters,
        errors.folds,
        training_digest(*pages),
        tuple(notices),
    )
