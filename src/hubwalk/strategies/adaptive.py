"""Adaptive: the next page is the one that promises most, as an authority or as a hub, by all that the crawl has seen.

The two ideas with which Shchekotykhin, Jannach, Friedrich (2010), section 6, end: hub weights combined with learned
classifiers, and the text of links, adapted to each site's style. Learned from this crawl's verdicts:

    p(v)   probability that v is an authority
    h(v)   what v will bring as a hub (returns.py), from 0 to 1: the share of authorities among the downloads it causes
    promise(v) = p + (1 - p) h

Both p and h are a sum of log odds, from the evidence on links that stand in the same place, list, way and shape, and on
addresses of the same form (link_groups.py), from the page's rank, with HITS and topic-sensitive PageRank in it
(page_features.py), and from words (word_model.py). Links that say what the samples say are held for ways to lists
(sample_words.py). Groups that were not tried yet inherit the average of larger groups, so that they come up by
themselves when the yield of those that were tried falls: exploration costs nothing as long as lists are full. Where
nothing is found any more, some choices go to the pages nearest to the entry (shallowest.py).
Pagination needs no rule of its own: the links of a pager are a way that brings authorities again and again, and their
words (`next`, a number) are learned with the first of them.

The promise of a page changes with every verdict on its neighbours. Scored again are, at each step: the neighbours of
the last page in the lists that named it, the first of the queue until the best of it is a page that was scored now, and
some pages more, all in turn. So a step costs the same however many pages are known.

A prior (prior.py) has words that spoke for hubs and authorities on earlier sites.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import FETCHED, NEW, WebGraph
from hubwalk.ranking.evidence import ROOT, Evidence
from hubwalk.ranking.link_groups import LinkGroups
from hubwalk.ranking.link_words import LinkWords, Words
from hubwalk.ranking.page_features import WEIGHTS, PageFeatures
from hubwalk.ranking.returns import Returns, as_groups, expected_credit
from hubwalk.ranking.shallowest import Shallowest
from hubwalk.ranking.word_model import WordBatch, WordModel
from hubwalk.strategies.choices import choice_of
from hubwalk.strategies.prior import Prior
from hubwalk.values import Choice, Outlook, Page, Verdict

_FIRST_ACCEPTED, _FIRST_BROUGHT, _FIRST_WEIGHT = 0.05, 0.15, 10.0  # of a page of which nothing is known
_HEAD = 12  # of the queue, scored again at each choice
_SWEEP = 8  # further pages, all in turn
_NEIGHBOURS = 8  # before and behind a link that was followed
_NEAR_LISTS = 3  # that name the last page
_AGAIN = 40  # pages scored again at each choice, at most
_ROUNDS = (12, 24, 48, 96, 192)  # pages of the head scored again, until the best is one that was scored now
_IN_LINKS = 6  # to a page, the latest: their groups learn what it brought
_EXAMPLES = 3  # links to a page that teach their words besides the one that was followed
_EXAMPLES_A_PAGE = 12
# What the columns of page_features.py are told as.
_KINDS = [name.removesuffix(" for hubs").removeprefix("best ").removeprefix("mean ") for name in WEIGHTS]


@dataclass(slots=True)
class _Rated:
    """A batch of pages with all that is thought of them."""

    pages: list[int]
    features: NDArray[np.float64]  # page_features.py; a row a page
    odds: NDArray[np.float64]  # without words: authority, hub; a row a page
    words: list[Words]
    by_words: NDArray[np.float64]  # what they add to either; a column a page
    accepted: NDArray[np.float64]  # p
    brings: NDArray[np.float64]  # h
    promise: NDArray[np.float64]

    def row(self, page: int) -> _Rated:
        """One page of the batch."""
        at = self.pages.index(page)
        one = slice(at, at + 1)
        return _Rated(
            [page],
            self.features[one],
            self.odds[one],
            self.words[one],
            self.by_words[:, one],
            self.accepted[one],
            self.brings[one],
            self.promise[one],
        )


class Adaptive:
    """Best promise first, learned on one site."""

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,
        samples: Sequence[Page],
        *,
        prior: Prior | None = None,
    ) -> None:
        prior = prior or Prior()
        self._graph = graph
        self._evidence = Evidence(accepted=_FIRST_ACCEPTED, brought=_FIRST_BROUGHT, weight=_FIRST_WEIGHT)
        self._groups = LinkGroups(graph, self._evidence)
        self._features = PageFeatures(graph, self._groups, samples)
        self._returns = Returns(self._evidence)
        self._words = LinkWords(graph)
        self._wanted = WordModel(rng, prior.wanted)
        self._hubs = WordModel(rng, prior.hubs)
        self._expected = _Expected(graph)
        self._queue: list[tuple[float, int]] = []  # -promise when queued, page
        self._promise = GrowableArray("float64")  # by page; what is queued with another one is out of date
        self._shallowest = Shallowest()
        self._swept = 0
        self._neighbours: dict[int, None] = {}  # of the last page: to be scored again
        self._chosen: dict[int, tuple[NDArray[np.float64], Words]] = {}  # pages in flight, with what was known of them
        self._taught: dict[int, int] = {}  # fetched page -> links to it that were examples

    # -- which page -------------------------------------------------------------------------------------------------

    def choose(self) -> Choice | None:
        again = self._to_score_again()
        if not again:
            return None
        page, row = self._best(self._rate(again))
        near = self._shallowest.next(self._is_known)
        explores = near not in {-1, page}
        if explores:
            heapq.heappush(self._queue, (-float(self._promise.view[page]), page))
            page, row = near, self._rate([near])
        self._chosen[page] = (row.odds[0], row.words[0])
        link = self._best_link(page)
        promise = float(self._promise.view[page])
        why = ("nothing found of late: the nearest to the entry; " if explores else "") + self._why(row, link)
        return replace(choice_of(self._graph, link, "adaptive", promise), why=why)

    def _best(self, rated: _Rated) -> tuple[int, _Rated]:
        """The first of the queue, once that is a page which was scored now (lazy evaluation: Minoux 1978). A page with
        hundreds of links may have queued them all before anything was known of their kind; taken as they are, they
        would come up with what they promised then, one download each."""
        self._enqueue(rated)
        fresh = dict.fromkeys(rated.pages, rated)
        for most in _ROUNDS:
            stale = self._stale(fresh, most)
            if not stale:
                break
            rated = self._rate(stale)
            self._enqueue(rated)
            fresh.update(dict.fromkeys(rated.pages, rated))
        while True:  # at least what was just put there is still new
            promise, page = heapq.heappop(self._queue)
            if self._is_queued(page, promise):
                return page, fresh[page].row(page) if page in fresh else self._rate([page])

    def _stale(self, fresh: Container[int], most: int) -> list[int]:
        """The first of the queue as far as they are not fresh, taken out of it."""
        found: dict[int, None] = {}
        while self._queue and len(found) < most:
            promise, page = self._queue[0]
            if page in fresh and self._is_queued(page, promise):
                break
            heapq.heappop(self._queue)
            if self._is_queued(page, promise):
                found[page] = None
        return list(found)

    def _to_score_again(self) -> list[int]:
        graph = self._graph
        again: dict[int, None] = {}
        while self._queue and len(again) < _HEAD:
            promise, page = heapq.heappop(self._queue)
            if self._is_queued(page, promise):
                again[page] = None
        for _ in range(min(3 * _SWEEP, len(graph))):  # most may be fetched already
            self._swept = (self._swept + 1) % len(graph)
            if self._is_known(self._swept):
                again[self._swept] = None
            if len(again) >= _HEAD + _SWEEP:
                break
        for page in self._neighbours:
            if len(again) >= _AGAIN:
                break
            if self._is_known(page):
                again[page] = None
        self._neighbours.clear()
        return list(again)

    def _is_known(self, page: int) -> bool:
        """True for a page that is new and has been scored: start pages belong to the driver."""
        return self._graph.state[page] == NEW and page < self._promise.size and self._promise.view[page] > 0

    def _is_queued(self, page: int, promise: float) -> bool:
        return self._graph.state[page] == NEW and self._promise.view[page] == -promise

    def _enqueue(self, rated: _Rated) -> None:
        self._promise.grow_to(len(self._graph))
        self._promise.view[rated.pages] = rated.promise
        for page, promise in zip(rated.pages, rated.promise.tolist(), strict=True):
            heapq.heappush(self._queue, (-promise, page))
        self._expected.update(rated.pages, rated.accepted, rated.brings)
        if len(self._queue) > 2 * self._graph.frontier_size + 10_000:  # mostly entries that are out of date
            self._queue = [(-promise, page) for promise, page in self._current()]
            heapq.heapify(self._queue)

    def _current(self) -> list[tuple[float, int]]:
        state = self._graph.state
        return [(p, page) for page, p in enumerate(self._promise.view.tolist()) if p > 0 and state[page] == NEW]

    # -- what a page promises ---------------------------------------------------------------------------------------

    def _rate(self, pages: list[int]) -> _Rated:
        links = self._features.links(pages)
        features = self._features.of(pages, links)
        odds = features @ self._features.weights.T
        words = self._words.of_pages(pages, links)
        batch = WordBatch(words)
        by_words = np.asarray((self._wanted.scores(batch), self._hubs.scores(batch)))
        accepted, brings = _sigmoid(odds.T + by_words)
        promise = np.maximum(accepted + (1 - accepted) * brings, 1e-9)
        return _Rated(pages, features, odds, words, by_words, accepted, brings, promise)

    # -- what a page teaches ----------------------------------------------------------------------------------------

    def observe(self, page: Page, verdict: Verdict) -> None:
        graph = self._graph
        number = graph.find(page.url)
        nearer = self._features.observe(number, entry=not self._taught)
        self._shallowest.add(nearer, self._features.clicks(nearer))
        self._shallowest.observe(verdict.accepted)
        known = None
        addresses = graph.addresses(number) if page.url != page.requested else [number]
        for address in {*addresses, graph.find(page.requested)}:
            known = self._chosen.pop(address, known)
            self._expected.forget(address)
            if address not in self._taught:
                self._taught[address] = 0
                self._groups.followed(address, verdict.accepted, chosen=known is not None)
                self._find_neighbours(address)
        self._teach_links(self._groups.add_links(number))
        self._returns.moved(graph.find(page.requested), number)
        value = self._visit(number)
        if known is not None:
            odds, words = known
            self._wanted.learn(float(odds[0]), words, float(verdict.accepted))
            self._hubs.learn(float(odds[1]), words, value)
        elif page.ok:
            self._wanted.keep(self._first_odds(), self._words.of_pages([number])[0], float(verdict.accepted))
        self._returns.settle(number, verdict.accepted, self._shown_by(number))

    def revise(self, url: str, accepted: bool) -> None:
        """Counts are put right; what words have learned from the page stays, and will be outweighed."""
        page = self._graph.find(url)
        for address in self._graph.addresses(page):
            if address in self._taught:
                self._groups.revise(address, accepted)
                self._find_neighbours(address)
        self._features.revise(page)
        self._wanted.learn(self._first_odds(), self._words.of_pages([page])[0], float(accepted))
        self._returns.settle(page, accepted, self._shown_by(page))

    def _visit(self, page: int) -> float:
        """Score what a page links to, and count what it has found."""
        graph = self._graph
        new = [target for target in graph.out_edges(page).tolist() if graph.state[target] == NEW]
        promising: dict[int, float] = {}
        if new:
            rated = self._rate(new)
            self._enqueue(rated)
            pairs = zip(new, rated.accepted.tolist(), rated.brings.tolist(), strict=True)
            credits = {target: expected_credit(p, h) for target, p, h in pairs if not self._returns.found(target)}
            promising = {target: credit for target, credit in credits.items() if credit > 0}
        groups = {ROOT}
        for link in islice(self._links_to(page), _IN_LINKS):
            groups.update(self._groups.all_of(link))
        groups.update(self._groups.address(page))
        return self._returns.visit(page, as_groups(groups), promising)

    def _links_to(self, page: int) -> Iterator[int]:
        """Links of other pages that lead to a page, some of them by a redirect."""
        graph = self._graph
        links = chain.from_iterable(map(graph.in_links, graph.addresses(page)))
        return (link for link in links if graph.source(link) != page)

    def _shown_by(self, page: int) -> int:
        return next((self._graph.source(link) for link in self._links_to(page)), -1)

    def _teach_links(self, links: range) -> None:
        """Links to pages that were judged before are examples of what links to such pages say."""
        graph, first_odds = self._graph, self._first_odds()
        taught = 0
        for link, target in zip(links, graph.link_targets(links), strict=True):
            if graph.state[target] == FETCHED and self._taught.get(target, _EXAMPLES) < _EXAMPLES:
                self._taught[target] += 1
                self._wanted.keep(first_odds, self._words.of_link(link), float(graph.accepted[target]))
                taught += 1
                if taught == _EXAMPLES_A_PAGE:
                    break

    def _first_odds(self) -> float:
        """The log odds of a page of which nothing is known."""
        accepted, _ = self._evidence.mean(ROOT)
        return math.log(accepted / (1 - accepted + 1e-3))

    def _find_neighbours(self, page: int) -> None:
        """What stands beside a page in the lists that name it is to be scored again."""
        graph = self._graph
        for _, link in zip(range(_NEAR_LISTS), graph.in_links(page), strict=False):
            links = graph.out_links(graph.source(link))
            near = range(max(links.start, link - _NEIGHBOURS), min(links.stop, link + _NEIGHBOURS + 1))
            self._neighbours.update(dict.fromkeys(graph.link_targets(near)))

    # -- what it says of itself -------------------------------------------------------------------------------------

    def outlook(self) -> Outlook:
        return self._expected.outlook()

    def _best_link(self, page: int) -> int:
        """The link to a page whose place speaks for it most; the latest of equal ones."""
        return max(islice(self._graph.in_links(page), _IN_LINKS), key=self._groups.share)

    def _why(self, rated: _Rated, link: int) -> str:
        """What like links have led to; then what the features add to the log odds, and the words that say most."""
        place, its_list, way, shape = self._groups.all_of(link)
        told = {
            "beside it": place,
            "in this list": its_list,
            "of such links on such pages": way,
            "of such links": shape,
        }
        tallies = ((name, *self._evidence.tally(group)) for name, group in told.items())
        said = [f"{name} {right} of {followed} right" for name, right, followed in tallies if followed]
        said = said or ["no such link followed yet"]
        names = self._words.names(link)
        heads = (("authority", rated.accepted, self._wanted), ("hub", rated.brings, self._hubs))
        by_words = rated.by_words[:, 0].tolist()
        added_by = (rated.features * self._features.weights).tolist()  # of one page: a row a head
        for row, (name, share, words), said_by_words in zip(added_by, heads, by_words, strict=True):
            added: dict[str, float] = {}
            for kind, odds in zip(_KINDS, row, strict=True):
                added[kind] = added.get(kind, 0.0) + odds
            parts = [f"{kind} {odds:+.1f}" for kind, odds in added.items() if abs(odds) >= 0.1]
            strongest = ", ".join(words.strongest(names, 2))
            parts.append(f"words {said_by_words:+.1f}{strongest and ': ' + strongest}")
            said.append(f"{name} {share[0]:.0%}: {', '.join(parts)}")
        return "; ".join(said)


class _Expected:
    """What is expected of all pages that were scored and not fetched, summed up."""

    def __init__(self, graph: WebGraph) -> None:
        self._graph = graph
        self._parts = GrowableArray("float32", shape=(3,))  # by page: how much it adds to each of the sums
        self._sums = np.zeros(3)  # near, its variance, beyond: see Outlook

    def update(self, pages: Sequence[int], accepted: NDArray[np.float64], brings: NDArray[np.float64]) -> None:
        self._parts.grow_to(len(self._graph))
        h = np.minimum(brings, 0.95)
        parts = np.empty((len(pages), 3), dtype=np.float32)
        parts[:, 0] = accepted
        parts[:, 1] = accepted * (1 - accepted)
        parts[:, 2] = np.where(h > 0.2, h / (1 - h), 0.0)
        self._put(np.asarray(pages), parts)

    def forget(self, page: int) -> None:
        """A page was fetched."""
        if page < self._parts.size:
            self._put(np.asarray([page]), np.zeros((1, 3), dtype=np.float32))

    def _put(self, pages: NDArray[np.int64], parts: NDArray[np.float32]) -> None:
        view = self._parts.view
        self._sums += (parts.astype(np.float64) - view[pages]).sum(axis=0)
        view[pages] = parts

    def outlook(self) -> Outlook:
        return Outlook(*np.maximum(self._sums, 0.0).tolist())


def _sigmoid(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -30), 30)))
    return found
