"""The context-focused crawler: how many clicks is a page like this away from what is wanted?

Diligenti, Coetzee, Lawrence, Giles, Gori (2000), "Focused crawling using context graphs". Before the crawl, the pages
that link to the samples are looked up (layer 1), then those that link to these (layer 2), and so on: the context graph,
see discovery/context_layers.py. One naive Bayes classifier per layer, the samples being layer 0, learns the layers'
words. In the crawl every fetched page is assigned to the layer whose words it has, and its links wait in that layer's
queue, the surest pages first; pages that no layer is sure of go to the queue "other". The next page to follow comes
from the lowest queue that has any, so that what should lead to targets soonest comes first; all its links are fetched
before the queues are looked at again.

A page is described by its words of highest TF-IDF, 40 of them; all layers are equally probable beforehand. The full
text of the paper was not at hand: this number, and that all links of a page come before the next look at the queues,
are taken from what is told of it; `threshold`, `per_page` and `per_layer` are ours.

Where we differ, and why:
- The validator says what is layer 0, for it decides what counts. So an accepted page belongs to layer 0 whatever its
  words, and any other page to one of the layers from 1 on.
- Document frequencies are those of the context graph itself: there is no reference collection for every language. Words
  that only one of its pages has are left out. Each of the 40 words counts once, so that long pages are no surer than
  short ones.
- The surest come first by the odds of their layer against all others, not by the bare likelihood, which is the lower
  the more words a page has.

Tried with worse results: looking at the queues again after every single link.
"""

from __future__ import annotations

import heapq
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.pages.words import whole_text, words
from hubwalk.ranking.naive_bayes import NaiveBayes
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict

MOST_LAYERS = 4
WAY_OUT = (
    "give it a backlink source that knows the site (`hubwalk simulate` on a recorded site, or --engine local with an "
    "index of it), or choose another strategy"
)


class ContextGraph:
    """One queue per layer and one for the rest.

    `context` are the pages of layer 1, 2 ...; `layers`, `per_page` and `per_layer` say how it is built.
    """

    needs_html = True

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,  # noqa: ARG002
        samples: Sequence[Page],
        *,
        context: Sequence[Sequence[Page]] = (),
        layers: int = 2,
        per_page: int = 10,
        per_layer: int = 100,
        terms: int = 40,
        threshold: float = 0.8,
    ) -> None:
        check_shape(layers, per_page, per_layer)
        if terms < 1 or not 0 <= threshold < 1:
            raise UsageError(f"context_graph:terms={terms},threshold={threshold}: at least 1, and at least 0 below 1")
        if not any(context):
            raise UsageError(f"strategy context_graph knows no page that links to the samples: {WAY_OUT}")
        self._graph = graph
        self._threshold = threshold
        self._layers = LayerClassifier([samples, *context[:layers]], terms)
        # Per layer, and at last for "other": -odds, turn, probability of the layer, page.
        self._queues: list[list[tuple[float, int, float, int]]] = [[] for _ in range(self._layers.count + 1)]
        self._turn = 0
        self._waiting: dict[int, tuple[int, list[float]]] = {}  # page in a queue -> its turn, its score of each layer
        self._current: Iterator[Choice] = iter(())  # what is left to fetch of the page that was taken last

    def choose(self) -> Choice | None:
        while True:
            choice = next(self._current, None)
            if choice is not None:
                return choice
            layer = next((layer for layer, queue in enumerate(self._queues) if queue), None)
            if layer is None:
                return None
            _, turn, probability, page = heapq.heappop(self._queues[layer])
            if self._waiting.get(page, (0, []))[0] != turn:  # it was revised, and waits elsewhere
                continue
            del self._waiting[page]
            rule = f"layer {layer}" if layer < self._layers.count else "other"
            self._current = self._new_links(page, rule, probability)

    def _new_links(self, page: int, rule: str, probability: float) -> Iterator[Choice]:
        graph = self._graph
        for link in graph.out_links(page):
            if graph.is_new(graph.target(link)):
                yield choice_of(graph, link, rule, probability)

    def observe(self, page: Page, verdict: Verdict) -> None:
        number = self._graph.find(page.url)
        if not self._graph.out_degree(number):
            return
        scores = self._layers.scores(page)
        self._waiting[number] = (0, scores)
        self._push(number, verdict.accepted)

    def revise(self, url: str, accepted: bool) -> None:
        """A page that still waits does so in another queue."""
        page = self._graph.find(url)
        if page in self._waiting:
            self._push(page, accepted)

    def _push(self, page: int, accepted: bool) -> None:
        scores = self._waiting[page][1]
        layer, odds = self._layers.classify(scores, accepted=accepted)
        probability = 1 / (1 + math.exp(min(-odds, 700.0)))
        if not accepted and probability < self._threshold:
            layer = self._layers.count
        self._turn += 1
        self._waiting[page] = (self._turn, scores)
        heapq.heappush(self._queues[layer], (-odds, self._turn, probability, page))


class LayerClassifier:
    """Which layer of the context graph has the words of a page?"""

    def __init__(self, layers: Sequence[Sequence[Page]], terms: int) -> None:
        self.count = len(layers)
        self._terms = terms
        bags = [[Counter(words(whole_text(page.html))) for page in layer] for layer in layers]
        seen = Counter(word for layer in bags for bag in layer for word in bag)
        pages = sum(map(len, bags))
        self._rarity = {word: math.log(pages / n) for word, n in seen.items() if 1 < n < pages}
        self._model = NaiveBayes(self.count)
        for layer, members in enumerate(bags):
            for bag in members:
                self._model.learn(self._top(bag), layer)
        self._prior = self._model.log_joint(())

    def scores(self, page: Page) -> list[float]:
        """How well the words of a page fit each layer."""
        top = self._top(Counter(words(whole_text(page.html))))
        return [joint - prior for joint, prior in zip(self._model.log_joint(top), self._prior, strict=True)]

    def classify(self, scores: Sequence[float], *, accepted: bool) -> tuple[int, float]:
        """The layer of a page with these scores, and the log odds of this layer against the others in question."""
        if accepted:
            return 0, scores[0] - _log_sum(scores[1:])
        others = list(scores[1:])
        layer = max(range(len(others)), key=others.__getitem__)
        rest = others[:layer] + others[layer + 1 :]
        if not rest:  # one layer only: against the samples
            rest = list(scores[:1])
        return layer + 1, others[layer] - _log_sum(rest)

    def _top(self, bag: Counter[str]) -> list[str]:
        """The words of highest TF-IDF, of equal ones the first in the alphabet."""
        weighed = [(-n * self._rarity[word], word) for word, n in bag.items() if word in self._rarity]
        return [word for _, word in heapq.nsmallest(self._terms, weighed)]


def check_shape(layers: int, per_page: int, per_layer: int) -> None:
    """UsageError for a context graph that cannot be built."""
    if not 1 <= layers <= MOST_LAYERS:
        raise UsageError(f"context_graph:layers={layers}: must be from 1 to {MOST_LAYERS}")
    if per_page < 1 or per_layer < 1:
        raise UsageError(f"context_graph:per_page={per_page},per_layer={per_layer}: both must be at least 1")


def _log_sum(scores: Iterable[float]) -> float:
    values = list(scores)
    highest = max(values)
    return highest + math.log(math.fsum(math.exp(value - highest) for value in values))
