"""NEAC, the site spider of CROSSMARC: page filter, link scoring with a threshold, best first.

Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran, Dingare (2003), "Domain-specific web site identification:
the CROSSMARC focused web crawler", sections 2.2 and 3. Three parts: the navigation goes through a site by a queue of
links sorted by score, the page filter (here the validator, of which nothing but accepted or not is heard) says which
pages are interesting, the link scorer says which links are likely to lead to them. Only links that score above a
threshold are followed: a page whose links all score below it is never fetched, and recall below 100 % is in the nature
of this spider. `threshold=0` follows everything, the best first.

The paper gives no formula for the score. This one is learned as the crawl goes, by naive Bayes (ranking/m_estimate.py),
from the words of a link: those of its anchor, of its address and of the text near it. Two questions are asked of them:
is the page at its other end accepted (a), and if not, is an accepted page found through it, at whatever distance (l)?
The second is the reward of Rennie and McCallum (1999), whom the paper names, for one step or many alike:

    score = Pr[a | words] + (1 - Pr[a | words]) Pr[l | words] / 2

    Pr = 1 / (1 + exp(-log odds / sqrt(number of words)))

The odds are those of the words alone, as if both classes were equally frequent: hundreds of refused pages before the
first accepted one must not pull all links below the threshold. Titles and addresses of the samples are accepted
examples from the start, and so are the `words`, those of an ontology, say: `neac:words=laptop+notebook`.

Where we differ, and why: the threshold counts only after the first accepted page of the site, since before it nobody
knows what leads to one here; until then the scores make the order. A link below the threshold may rise above it later
and is followed then. At most four links to each page are examples, as in apprentice.py.
"""

from __future__ import annotations

import functools
import heapq
import random
from array import array
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hubwalk.errors import UsageError
from hubwalk.graph.arrays import Interner
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.pages.link_context import LinkContexts
from hubwalk.pages.words import words as words_of
from hubwalk.ranking.link_words import address_features
from hubwalk.ranking.m_estimate import MEstimateBayes
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict

THRESHOLD = 0.2
_PER_PAGE = 4  # links to one page that count
_NEAR = 2  # leaves of text to either side of a link whose words count
_REWARD = 0.5  # of a page through which accepted ones are found, an accepted page being 1


class Neac:
    """Best first above a threshold, by what was learned of links on this site."""

    needs_html = True  # for the text around links

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,  # noqa: ARG002
        samples: Sequence[Page],
        *,
        threshold: float = THRESHOLD,
        words: str = "-",
    ) -> None:
        if not 0 <= threshold < 1:
            raise UsageError(f"strategy option threshold={threshold:g}: expected a number from 0 up to, but not, 1")
        self._graph = graph
        self._threshold = threshold
        self._features = Interner()
        self._accepts, self._leads = MEstimateBayes(), MEstimateBayes()  # the second learns from refused pages alone
        self._links: dict[int, list[tuple[int, bytes]]] = {}  # page not fetched -> its links and their features
        self._taught: dict[int, list[bytes]] = {}  # page that was judged -> features of its links that were examples
        self._answered: dict[int, int] = {}  # address of a judged page -> the page
        self._tree = _FoundThrough()
        self._queue: list[tuple[float, int, int]] = []  # -score when queued, first link seen, page
        self._learned = self._scored_at = 0  # examples and changed verdicts so far, and when all was scored last
        for title, url in [*((sample.title, sample.url) for sample in samples), (words, "")]:
            if features := self._numbers(_sample_features(title, url)):
                self._accepts.learn(_array(features), 1)

    def choose(self) -> Choice | None:
        if self._learned > 1.1 * self._scored_at:
            self._score_all()
        best = self._best()
        if best is not None and not self._is_enough(best[0]) and self._learned > self._scored_at:
            self._score_all()
            best = self._best()
        if best is None or not self._is_enough(best[0]):
            return None
        heapq.heappop(self._queue)
        score, page = best
        link = self._links[page][self._best_link(page)][0]
        return choice_of(self._graph, link, "neac" if self._tree.accepted else "look", score)

    def observe(self, page: Page, verdict: Verdict) -> None:
        graph = self._graph
        number = graph.find(page.url)
        # After a redirect there are two pages: the one that was linked to, and the one that answered.
        addresses = sorted({number, graph.find(page.requested)})
        known = [link for address in addresses for link in self._links.pop(address, ())]
        if page.ok and not page.duplicate_of:
            self._answered |= dict.fromkeys(addresses, number)
            self._taught.setdefault(number, [])
            self._tree.add(number, graph.source(known[0][0]) if known else -1)
            for _, features in known:
                self._teach(number, features)
            if verdict.accepted:
                self._change(number, True)
        self._read_links(page, number)

    def revise(self, url: str, accepted: bool) -> None:
        self._change(self._graph.find(url), accepted)
        self._scored_at = 0  # the whole frontier is to be scored again

    # -- learning -----------------------------------------------------------------------------------------------------

    def _teach(self, page: int, features: bytes) -> None:
        """A link to a judged page is an example."""
        if len(self._taught[page]) >= _PER_PAGE:
            return
        self._learned += 1
        self._taught[page].append(features)
        accepted = page in self._tree.accepted
        self._accepts.learn(_array(features), int(accepted))
        if not accepted:
            self._leads.learn(_array(features), int(self._tree.leads(page)))

    def _change(self, page: int, accepted: bool) -> None:
        """A verdict, the first or another one: the examples that it makes wrong are learned anew."""
        if (page in self._tree.accepted) == accepted:
            return
        self._learned += 1
        old, new, leads = int(not accepted), int(accepted), int(self._tree.leads(page))
        for features in map(_array, self._taught.get(page, ())):
            self._accepts.forget(features, old)
            self._accepts.learn(features, new)
            if accepted:
                self._leads.forget(features, leads)
            else:
                self._leads.learn(features, leads)
        for other in self._tree.set(page, accepted):
            if other not in self._tree.accepted:
                for features in map(_array, self._taught.get(other, ())):
                    self._leads.forget(features, old)
                    self._leads.learn(features, new)

    def _read_links(self, page: Page, number: int) -> None:
        graph = self._graph
        around = functools.cache(lambda: LinkContexts(page.html, page.url))  # most pages have no link that tells more
        seen: dict[int, None] = {}
        for link in graph.out_links(number):
            target = graph.target(link)
            if graph.state[target] == FETCHED:
                answered = self._answered.get(target, -1)
                if answered >= 0 and len(self._taught[answered]) < _PER_PAGE:
                    self._teach(answered, self._words(link, around))
                continue
            known = self._links.setdefault(target, [])
            if len(known) < _PER_PAGE:
                known.append((link, self._words(link, around)))
                if graph.is_new(target):
                    seen[target] = None
        self._push(list(seen))

    def _words(self, link: int, around: Callable[[], LinkContexts]) -> bytes:
        """The features of a link as 32-bit numbers, each once."""
        graph = self._graph
        near = around().features(graph.dom_paths.path(graph.path(link)))
        found = [f"anchor:{word}" for word in words_of(graph.anchor(link))]
        found += [f"near:{word}" for d, word in near if 0 < abs(d) <= _NEAR]
        return self._numbers([*found, *address_features(graph.url(graph.target(link)))])

    def _numbers(self, features: Iterable[str]) -> bytes:
        return array("i", [self._features.intern(feature) for feature in dict.fromkeys(features)]).tobytes()

    # -- the queue ----------------------------------------------------------------------------------------------------

    def _is_enough(self, score: float) -> bool:
        return score >= self._threshold or not self._tree.accepted

    def _best(self) -> tuple[float, int] | None:
        while self._queue and not self._graph.is_new(self._queue[0][2]):
            heapq.heappop(self._queue)
        return (-self._queue[0][0], self._queue[0][2]) if self._queue else None

    def _push(self, pages: Sequence[int]) -> None:
        for page, score in zip(pages, self._scores(pages), strict=True):
            heapq.heappush(self._queue, (-score, self._links[page][0][0], page))

    def _score_all(self) -> None:
        self._scored_at = self._learned
        self._queue = []
        self._push([page for page in self._links if self._graph.is_new(page)])

    def _scores(self, pages: Sequence[int]) -> list[float]:
        """Per page the score of its best link."""
        if not pages:
            return []
        links = [self._links[page] for page in pages]
        scores = self._link_scores([features for known in links for _, features in known])
        first = np.cumsum([0, *(len(known) for known in links[:-1])])
        best: list[float] = np.maximum.reduceat(scores, first).tolist()
        return best

    def _best_link(self, page: int) -> int:
        return int(self._link_scores([features for _, features in self._links[page]]).argmax())

    def _link_scores(self, links: Sequence[bytes]) -> NDArray[np.float64]:
        lengths = np.fromiter(map(len, links), dtype=np.int64, count=len(links)) // 4
        laid = _array(b"".join(links))
        accepted, leading = (_probability(model, laid, lengths) for model in (self._accepts, self._leads))
        return accepted + _REWARD * (1 - accepted) * leading


class _FoundThrough:
    """Which page was found through which, and so which lead to accepted ones. A page is found through the first page
    seen to link to it; what is found through whom is a tree, since that page was fetched before."""

    def __init__(self) -> None:
        self.accepted: set[int] = set()
        self._parent: dict[int, int] = {}
        self._below: dict[int, int] = {}  # page -> pages found through it that are accepted or lead to accepted ones

    def add(self, page: int, parent: int) -> None:
        if page not in self._parent:
            self._parent[page] = parent if parent in self._parent else -1

    def leads(self, page: int) -> bool:
        """True if an accepted page was found through it."""
        return self._below.get(page, 0) > 0

    def set(self, page: int, accepted: bool) -> list[int]:
        """Accept a page or take that back; the pages of which `leads` is now otherwise."""
        changed = []
        counted = self._counts(page)
        (self.accepted.add if accepted else self.accepted.discard)(page)
        while counted != self._counts(page):
            page = self._parent.get(page, -1)
            if page < 0:
                break
            counted, led = self._counts(page), self.leads(page)
            self._below[page] = self._below.get(page, 0) + (1 if accepted else -1)
            if led != self.leads(page):
                changed.append(page)
        return changed

    def _counts(self, page: int) -> bool:
        """True if a page is a reason to say that the page before leads somewhere."""
        return page in self.accepted or self.leads(page)


def _sample_features(title: str, url: str) -> list[str]:
    """What a link to a sample would say."""
    on_the_web = url.startswith(("http://", "https://"))
    said = [f"{kind}:{word}" for word in words_of(title) for kind in ("anchor", "near")]
    return [*said, *(address_features(url) if on_the_web else (f"address:{word}" for word in words_of(title)))]


def _array(features: bytes) -> NDArray[np.int32]:
    return np.frombuffer(features, dtype=np.int32)


def _probability(model: MEstimateBayes, features: NDArray[np.int32], lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    """Pr[1 | words], by odds that do not grow with the number of words."""
    odds = model.log_odds(features, lengths) / np.sqrt(np.maximum(lengths, 1))
    chances: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
    return chances
