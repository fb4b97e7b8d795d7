"""The apprentice: learns from the text around links which links lead to what is wanted.

Chakrabarti, Punera, Subramanyam (2002), "Accelerated focused crawling through online relevance feedback", in the
form in which Shchekotykhin, Jannach, Friedrich (2010), section 5.1, use it as their baseline: the features of a
link are the pairs (d, t) of pages/link_context.py alone, and the critic that teaches the apprentice is the validator,
of which it hears nothing but accepted or not.

Best first: of all new pages the one comes next whose best link has the highest probability of leading to an accepted
page, by naive Bayes; pages that are equally probable in order of sight. An example to learn from is a link (u, v)
between two fetched pages, its class the verdict on v, whichever of the two was fetched first: so the samples teach as
soon as a page that links to one of them is seen. Until it has examples of both classes it goes breadth first.

The full text of the first paper was not at hand; what the second says of it is what this follows. Which links are
examples is our reading.

Where we differ, and why:
- At most four links to each page are examples, and the first four count for its score. On a site, unlike the web of the
  paper, every page repeats the menu, and would teach what the menu's pages are over and over again.
- Pages that failed, or that are duplicates, teach nothing: no validator has seen them.
- The model changes with every example, the order of the frontier less often: all of it is scored again when the number
  of examples has grown by a tenth, and in between the first 16 of the queue.
- No features of the linking page's topic or of its other links (the paper's co-citation): both need more of a validator
  than yes or no.
"""

from __future__ import annotations

import functools
import heapq
import math
import random
from array import array
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import Interner
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.pages.link_context import REACH, LinkContexts
from hubwalk.pages.words import words
from hubwalk.ranking.naive_bayes_batch import BatchNaiveBayes
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict

_PER_PAGE = 4  # links to one page that count
_HEAD = 16  # of the queue, scored again at each choice


class Apprentice:
    """Best first by what was learned on this site."""

    needs_html = True  # without it only anchors tell

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:  # noqa: ARG002
        self._graph = graph
        self._tokens = Interner()
        self._model = BatchNaiveBayes()
        self._contexts: dict[int, list[tuple[int, bytes]]] = {}  # page not fetched -> its links and their features
        self._taught: dict[int, list[bytes]] = {}  # page that was judged -> features of its links that were examples
        self._queue: list[tuple[float, int, int]] = []  # -score when queued, first link seen, page
        self._scored_at = 0  # number of examples when all of the queue was scored

    def choose(self) -> Choice | None:
        if sum(self._model.examples) > 1.1 * self._scored_at:
            self._score_all()
        head = self._pop_head()
        if not head:
            return None
        scores = self._scores(head)
        places = sorted(range(len(head)), key=lambda place: (-scores[place], self._contexts[head[place]][0][0]))
        for place in places[1:]:
            self._push(head[place], scores[place])
        best = places[0]
        link, odds = self._best_link(head[best])
        if not self._is_trained:
            return choice_of(self._graph, link, "breadth")
        return choice_of(self._graph, link, "apprentice", _probability(odds))

    def observe(self, page: Page, verdict: Verdict) -> None:
        graph = self._graph
        number = graph.find(page.url)
        judged = page.ok and not page.duplicate_of
        # After a redirect there are two pages: the one that was linked to, and the one that answered.
        for fetched in sorted({number, graph.find(page.requested)}):
            known = self._contexts.pop(fetched, [])
            if judged:
                self._taught.setdefault(fetched, [])
                for _, features in known:
                    self._teach(fetched, features, verdict.accepted)
        self._read_links(page, number)

    def revise(self, url: str, accepted: bool) -> None:
        for page in self._graph.addresses(self._graph.find(url)):
            for features in self._taught.get(page, ()):
                self._model.relabel(np.frombuffer(features, dtype=np.int32), int(accepted))
        self._scored_at = 0  # the whole frontier is to be scored again

    def _read_links(self, page: Page, number: int) -> None:
        graph = self._graph
        around = functools.cache(lambda: LinkContexts(page.html, page.url))  # most pages have no link that tells more
        seen: list[int] = []
        for link in graph.out_links(number):
            target = graph.target(link)
            if graph.state[target] == FETCHED:
                if target in self._taught and len(self._taught[target]) < _PER_PAGE:
                    self._teach(target, self._features(link, around), graph.accepted[target])
                continue
            known = self._contexts.setdefault(target, [])
            if len(known) < _PER_PAGE:
                known.append((link, self._features(link, around)))
                seen.append(target)
        seen = [target for target in dict.fromkeys(seen) if graph.is_new(target)]
        for target, score in zip(seen, self._scores(seen), strict=True):
            self._push(target, score)

    def _features(self, link: int, around: Callable[[], LinkContexts]) -> bytes:
        """The pairs (d, t) of a link as 32-bit numbers."""
        pairs = around().features(self._graph.dom_paths.path(self._graph.path(link)))
        pairs = pairs or [(0, word) for word in words(self._graph.anchor(link))]
        intern = self._tokens.intern
        return array("i", [intern(token) * (2 * REACH + 1) + d + REACH for d, token in pairs]).tobytes()

    def _teach(self, page: int, features: bytes, accepted: bool) -> None:
        self._taught[page].append(features)
        self._model.learn(np.frombuffer(features, dtype=np.int32), int(accepted))

    # -- the queue --------------------------------------------------------------------------------------------------

    @property
    def _is_trained(self) -> bool:
        return min(self._model.examples) > 0

    def _push(self, page: int, score: float) -> None:
        heapq.heappush(self._queue, (-score, self._contexts[page][0][0], page))

    def _pop_head(self) -> list[int]:
        head: dict[int, None] = {}
        while self._queue and len(head) < _HEAD:
            page = heapq.heappop(self._queue)[2]
            if self._graph.is_new(page):
                head[page] = None
        return list(head)

    def _score_all(self) -> None:
        self._scored_at = sum(self._model.examples)
        pages = [page for page in self._contexts if self._graph.is_new(page)]
        scores = self._scores(pages)
        self._queue = [(-s, self._contexts[page][0][0], page) for page, s in zip(pages, scores, strict=True)]
        heapq.heapify(self._queue)

    def _scores(self, pages: Sequence[int]) -> list[float]:
        """Per page the log odds of its best link; 0 for all, as long as there is nothing to tell them by."""
        if not pages or not self._is_trained:
            return [0.0] * len(pages)
        links = [self._contexts[page] for page in pages]
        odds = self._odds([features for known in links for _, features in known])
        first = np.cumsum([0, *(len(known) for known in links[:-1])])
        best: list[float] = np.maximum.reduceat(odds, first).tolist()
        return best

    def _best_link(self, page: int) -> tuple[int, float]:
        """The link to a page that promises most, of equal ones the first, and its log odds."""
        known = self._contexts[page]
        odds = self._odds([features for _, features in known])
        best = int(odds.argmax()) if self._is_trained else 0
        return known[best][0], float(odds[best])

    def _odds(self, contexts: Sequence[bytes]) -> NDArray[np.float64]:
        lengths = np.fromiter(map(len, contexts), dtype=np.int64, count=len(contexts)) // 4
        return self._model.log_odds(np.frombuffer(b"".join(contexts), dtype=np.int32), lengths)


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(min(-log_odds, 700.0)))  # beyond that exp has no answer
