"""A line of Table 2: sites classified by classifiers that have seen no page of them, fold by fold.

Ester, Kriegel, Schubert (2004), section 5.2. The internal crawler stops as soon as a site is classified; both classes
are as likely beforehand, since nothing was crawled that would tell. The home page classifier sees the home page alone,
of which it makes what it can: one without text has even confidences, and is not relevant.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hubwalk.demo.websites import OTHER, WebBrowser
from hubwalk.evaluation.websites_outcomes import FoldsOutcome, Sorted
from hubwalk.evaluation.websites_subjects import classifiers_of, examples_of, kind_of, web_of
from hubwalk.evaluation.websites_suite import Cell, WebsitesSuite
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.strategies.website_internal import DecisivePages
from hubwalk.values import Page, SiteVerdict
from hubwalk.websites.page_classifier import PageClassifier
from hubwalk.websites.training import train_classifier, train_home_page_classifier

ReadPage = Callable[[str], Page]


@dataclass(frozen=True, slots=True)
class Subject:
    """A site whose class is known."""

    home: str
    pages: Sequence[Page]  # for training, the home page first
    target: bool
    kind: str  # what it is, in a word; told where it is wrongly taken for a target
    form: str  # of the home page; told where the site is missed


@dataclass(frozen=True, slots=True)
class Classified:
    """A site, and what the classifiers say of it that do not know it."""

    subject: Subject
    verdict: SiteVerdict  # the internal crawler's
    home_page: bool  # relevant by the home page


@dataclass(frozen=True, slots=True)
class Folding:
    """How a cross-validation goes."""

    folds: int
    seed: int
    threshold: float
    most_pages: int  # of a site


def run_folds(suite: WebsitesSuite, cell: Cell) -> FoldsOutcome:
    """All example sites of a topic and of `other`."""
    subjects = [
        Subject(e.site.home, e.pages, topic == cell.topic, kind_of(e.site), e.site.form)
        for topic in (cell.topic, OTHER)
        for e in examples_of(suite, topic)
    ]
    folding = Folding(suite.folds, suite.seed, cell.threshold, suite.pages_per_site)
    fetch = WebBrowser(web_of(suite)).fetch
    fold_of = deal(subjects, suite.folds, suite.seed)
    found = list(classify(subjects, lambda url: with_refresh(read(fetch(url))), folding, fold_of))
    return folds_outcome(found, 1 - classifiers_of(suite, cell.topic).pages.error)


def classify(
    subjects: Sequence[Subject], read_page: ReadPage, folding: Folding, fold_of: Sequence[int]
) -> Iterator[Classified]:
    """Each site once, by classifiers trained with the sites of the other folds."""
    for fold in range(folding.folds):
        known = [subject for subject, own in zip(subjects, fold_of, strict=True) if own != fold]
        targets, others = ([one.pages for one in known if one.target is wanted] for wanted in (True, False))
        pages = train_classifier(targets, others, seed=folding.seed)
        homes = train_home_page_classifier(targets, others, seed=folding.seed)
        for subject, own in zip(subjects, fold_of, strict=True):
            if own == fold:
                verdict = examine(subject.home, read_page, pages, folding)
                yield Classified(subject, verdict, homes.confidences(subject.pages[0])[0] > 1 / 2)


def deal(subjects: Sequence[Subject], folds: int, seed: int) -> list[int]:
    """The fold of each site; each class is spread evenly."""
    fold_of = [0] * len(subjects)
    for wanted in (True, False):
        numbers = [number for number, subject in enumerate(subjects) if subject.target is wanted]
        random.Random(f"{seed} {wanted}").shuffle(numbers)
        for turn, number in enumerate(numbers):
            fold_of[number] = turn % folds
    return fold_of


def examine(home: str, read_page: ReadPage, classifier: PageClassifier, folding: Folding) -> SiteVerdict:
    """What the internal crawler says of one site."""
    crawler = DecisivePages(
        home, SiteNames(), classifier.error,
        p_threshold=folding.threshold, l_threshold=0.0, most_pages=folding.most_pages,
    )  # fmt: skip
    while (choice := crawler.choose()) is not None:
        page = read_page(choice.url)
        crawler.observe(page, classifier.confidences(page) if page.ok else ())
    return crawler.verdict()


def folds_outcome(found: Sequence[Classified], accuracy: float) -> FoldsOutcome:
    """What all of them come to."""
    targets = sum(one.subject.target for one in found)
    return FoldsOutcome(
        targets=targets,
        others=len(found) - targets,
        accuracy=round(accuracy, 4),
        pages=sum(one.verdict.pages for one in found),
        settled=sum(one.verdict.settled for one in found),
        website=_sorted([(one.subject, one.verdict.relevant) for one in found]),
        home=_sorted([(one.subject, one.home_page) for one in found]),
    )


def _sorted(said: Sequence[tuple[Subject, bool]]) -> Sorted:
    wrong = [subject.kind for subject, relevant in said if relevant and not subject.target]
    missed = [subject.form for subject, relevant in said if subject.target and not relevant]
    right = sum(subject.target and relevant for subject, relevant in said)
    return Sorted(right, len(wrong), len(missed), _counted(wrong), _counted(missed))


def _counted(names: Sequence[str]) -> Mapping[str, int]:
    return dict(sorted(Counter(names).items()))
