"""Recorded real sites as test data for classifiers of sites: each is cut into parts that stand for small sites.

A breadth-first crawl of a recorded site makes a tree; from its leaves upwards, every branch with enough pages is cut
off. Its root is the home page of a small site, and the branch all that there is of it; links to the rest lead
elsewhere. Nothing but links decides, and nobody has to know how a site names its folders.

Questions: is a part one of this site, or of this family of sites (names that are alike up to the first "-": the
departments of WebKB)? Parts of one site share its frame, which makes that easy. So for families there is a second
question, where the site that a part is of was not there in training.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from hubwalk.evaluation.validating_sites import SiteRecord, read_manifest
from hubwalk.evaluation.websites_outcomes import FoldsOutcome, Sorted
from hubwalk.evaluation.websites_suite import Cell, WebsitesSuite
from hubwalk.evaluation.websites_table import Classified, Folding, Subject, classify, deal, folds_outcome
from hubwalk.pages.meta_refresh import with_refresh
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.pages.site_names import SiteNames
from hubwalk.pages.urls import join
from hubwalk.values import Page, Site
from hubwalk.websites.first_pages import FirstPages
from hubwalk.websites.training import train_classifier

OPTION = "--recorded"
NEVER_SEEN = ", sites never seen"
_CRAWLED = 800  # pages of a recorded site, at most
_LEAST = 5  # pages of a part
_PARTS = 8  # of a recorded site, drawn from all
_FOLDS = 4
_FEWEST = 2  # parts, and sites, of what is asked for; with fewer none can be left out, and nothing is classified
_FIRST = 10  # pages of a part for training: they are long


@dataclass(frozen=True, slots=True)
class Part:
    """A branch of a recorded site as a small site of its own."""

    site: str  # name of the recorded one
    home: str
    pages: dict[str, Page]  # by URL, that of the part

    def read(self, url: str) -> Page:
        return self.pages.get(url, Page(url, url, 404))


def questions_of(folder: Path) -> list[str]:
    """One per family, and a second one for families with several sites."""
    names = [record.name for record in read_manifest(folder, OPTION)]
    families = list(dict.fromkeys(map(_family, names)))
    several = [family for family in families if sum(_family(name) == family for name in names) > 1]
    return [*families, *(f"{family}{NEVER_SEEN}" for family in several)]


def _family(name: str) -> str:
    return name.partition("-")[0]


def run_recorded(suite: WebsitesSuite, cell: Cell, folder: Path) -> FoldsOutcome:
    """The parts of all recorded sites, sorted by classifiers that do not know them."""
    family, never_seen = cell.topic.removesuffix(NEVER_SEEN), cell.topic.endswith(NEVER_SEEN)
    parts = [part for record in read_manifest(folder, OPTION) for part in _parts(record, suite.seed)]
    subjects = [_subject(part, family) for part in parts]
    own = list(dict.fromkeys(part.site for part in parts if _family(part.site) == family))
    wanted = sum(subject.target for subject in subjects)
    if wanted < _FEWEST or (never_seen and len(own) < _FEWEST):
        return FoldsOutcome(wanted, len(parts) - wanted, 0.0, 0, 0, Sorted(0, 0, 0), Sorted(0, 0, 0))
    folds = len(own) if never_seen else min(_FOLDS, wanted)
    fold_of = deal(subjects, folds, suite.seed)
    if never_seen:
        fold_of = [own.index(part.site) if part.site in own else f for part, f in zip(parts, fold_of, strict=True)]
    folding = Folding(folds, suite.seed, cell.threshold, suite.pages_per_site)
    pages = {url: page for part in parts for url, page in part.pages.items()}
    found: list[Classified] = list(classify(subjects, _reader(pages), folding, fold_of))
    targets, others = ([one.pages for one in subjects if one.target is wanted] for wanted in (True, False))
    return folds_outcome(found, 1 - train_classifier(targets, others, seed=suite.seed).error)


def _reader(pages: dict[str, Page]) -> Callable[[str], Page]:
    return lambda url: pages.get(url, Page(url, url, 404))


def _subject(part: Part, family: str) -> Subject:
    site = FirstPages(part.home, SiteNames(), _FIRST)
    while asked := site.ask():
        for url in asked:
            site.observe(part.read(url))
    return Subject(part.home, site.pages, _family(part.site) == family, part.site, "")


# -- cutting ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _parts(record: SiteRecord, seed: int) -> tuple[Part, ...]:
    pages, parents = _tree(record)
    branches = sorted(cut(parents).items())
    random.Random(f"{seed} {record.name}").shuffle(branches)
    return tuple(_part(record.name, number, branch, pages) for number, (_, branch) in enumerate(branches[:_PARTS]))


def _tree(record: SiteRecord) -> tuple[dict[str, Page], dict[str, str]]:
    """The first pages, breadth first, and the page that showed each of them first."""
    recorded = record.open(record.primary)
    entry = join("", record.entry) or recorded.entry
    own = Scope(Site(entry)).own
    parents, todo, pages = {entry: ""}, deque([entry]), dict[str, Page]()
    while todo and len(pages) < _CRAWLED:
        url = todo.popleft()
        page = with_refresh(read(recorded.fetch(url)))
        if not page.ok:
            continue
        pages[url] = page
        for link in page.links:
            target = own(link.target)
            if target and target not in parents:
                parents[target] = url
                todo.append(target)
    return pages, {url: parents[url] for url in pages}


def cut(parents: dict[str, str], least: int = _LEAST) -> dict[str, list[str]]:
    """Branches of a tree that is given in the order in which it grew, by their roots; each has `least` pages or more,
    the root first. What is left at the top is no branch."""
    waiting: dict[str, list[str]] = {url: [] for url in parents}
    branches = {}
    for url in reversed(parents):
        branch = [url, *waiting.pop(url)]
        if len(branch) >= least and parents[url]:
            branches[url] = branch
        elif parents[url]:
            waiting[parents[url]].extend(branch)
    return branches


def _part(name: str, number: int, branch: Sequence[str], pages: dict[str, Page]) -> Part:
    home = f"http://part{number}.{name}.test/"
    address = {url: f"{home}{place}" if place else home for place, url in enumerate(branch)}
    moved = {}
    for url, here in address.items():
        links = tuple(replace(link, target=address.get(link.target, link.target)) for link in pages[url].links)
        moved[here] = replace(pages[url], url=here, requested=here, links=links)
    return Part(name, home, moved)
