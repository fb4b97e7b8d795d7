"""Best first: follow the link whose words are most like the samples.

The classical focused crawler without learning: Cho, Garcia-Molina, Page (1998), "Efficient crawling through URL
ordering", similarity of anchor and URL to the topic. The topic is the words of titles and URLs of the samples and of
accepted pages, and of the anchors that led there; a word weighs the more the rarer it is among all links of the site
(IDF), so that what every menu says counts little. Score of a link = cosine of its words and the topic.

A link is scored when it is first seen and queued by that score; the topic grows as pages are accepted, and a queued
link is scored again when it comes up, and put back if it fell behind.
"""

from __future__ import annotations

import heapq
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from urllib.parse import unquote, urlsplit

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict

_ANCHORS = 20  # of one page: enough to know what it is called
_WORD = re.compile(r"[^\W\d_]{2,}")


class BestFirst:
    """Highest score first, ties in order of sight."""

    def __init__(self, graph: WebGraph, rng: random.Random, samples: Sequence[Page]) -> None:  # noqa: ARG002
        self._graph = graph
        self._topic: Counter[str] = Counter()
        self._seen: Counter[str] = Counter()  # word -> links that have it
        self._links = 0
        self._queue: list[tuple[float, int]] = []  # -score when queued, link
        self._topic_squares = 0.0  # squared length of the topic
        self._titles: dict[int, str] = {}  # of all fetched pages: what is refused now may be accepted later
        self._parts: dict[int, list[set[str]]] = {}  # what each accepted page brought into the topic
        for sample in samples:
            self._add_to_topic(words(sample.url, sample.title))

    def choose(self) -> Choice | None:
        graph = self._graph
        while self._queue:
            queued, link = heapq.heappop(self._queue)
            if not graph.is_new(graph.target(link)):
                continue
            score = self._score(link)
            if self._queue and score < -queued and score < -self._queue[0][0]:
                heapq.heappush(self._queue, (-score, link))
                continue
            return choice_of(graph, link, "best", score)
        return None

    def observe(self, page: Page, verdict: Verdict) -> None:
        graph = self._graph
        number = graph.find(page.url)
        self._titles.setdefault(number, page.title)
        if verdict.accepted and number not in self._parts:
            self._take_in(number)
        first = graph.out_links(number)
        edges = range(first.start, first.start + graph.out_degree(number))
        for link in edges:
            self._seen.update(self._words(link))
        self._links += len(edges)
        for link in edges:
            if graph.is_new(graph.target(link)):
                heapq.heappush(self._queue, (-self._score(link), link))

    def revise(self, url: str, accepted: bool) -> None:
        number = self._graph.find(url)
        if accepted:
            self._take_in(number)
            return
        for part in self._parts.pop(number, ()):
            for word in part:
                self._topic_squares -= 2 * self._topic[word] - 1
                self._topic[word] -= 1

    def _take_in(self, page: int) -> None:
        graph = self._graph
        anchors = (words(graph.anchor(link)) for link in islice(graph.in_links(page), _ANCHORS))
        self._parts[page] = [words(graph.url(page), self._titles.get(page, "")), *anchors]
        for part in self._parts[page]:
            self._add_to_topic(part)

    def _add_to_topic(self, found: set[str]) -> None:
        for word in found:
            self._topic_squares += 2 * self._topic[word] + 1
            self._topic[word] += 1

    def _words(self, link: int) -> set[str]:
        return words(self._graph.url(self._graph.target(link)), self._graph.anchor(link))

    def _score(self, link: int) -> float:
        """Cosine of the link's words and the topic, both weighed by rarity. Sums are exact, so that they do not depend
        on the order of a set, which differs from process to process."""
        found = self._words(link)
        rarity = {word: math.log1p(self._links / (1 + self._seen[word])) for word in found}
        length = math.sqrt(math.fsum(r * r for r in rarity.values())) or 1.0
        topic = math.sqrt(self._topic_squares) or 1.0
        return math.fsum(rarity[word] * self._topic[word] for word in found) / (length * topic)


def words(*texts: str) -> set[str]:
    """The words of URLs and texts in lower case, without numbers; of a URL only path and query count."""
    return set(_words_of(texts))


def _words_of(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        if text.startswith(("http://", "https://")):
            parts = urlsplit(text)
            text = unquote(f"{parts.path} {parts.query}")  # noqa: PLW2901
        for word in _WORD.findall(text):
            yield word.lower()
