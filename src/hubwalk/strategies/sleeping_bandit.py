"""Sleeping bandit: which kind of place on a page leads to pages that link to targets?

SB-CLASSIFIER (Gauquier, Manolescu, Senellart 2026, "Efficient crawling for scalable Web data acquisition", EDBT), after
its abstract and the authors' published code: the full text was not at hand, and where this says "the paper" it is often
the code that says so. It learns two things as it goes:

- What a target's address looks like (url_classifier.py). A link is classified when it is first seen; what looks like a
  target is fetched at once, before anything else.
- Where links to pages full of targets stand. All other links are grouped by their tag path (tag_path_groups.py). A
  group is an action of a bandit: to try it is to fetch the page behind one of its links, drawn by lot, and the reward
  is the number of links on that page that were not seen before and look like targets. A group without links sleeps;
  of those awake the next is the one with the highest AUER score (Kleinberg, Niculescu-Mizil, Sharma 2010),

      mean reward of the group + alpha sqrt(log t / tries of the group),     t = pages fetched so far,

  so groups that were never tried come first, in order of sight.

What carries over, and how. There, targets are files, told from HTML by their MIME type; a file has no links, and its
type can be asked for with a HEAD request. Here a target is a page that the validator accepts, and every other page
takes the place of their HTML. What follows from that:
- A target has links of its own. They are classified and grouped as those of any page.
- As there, a target is no try of any group and brings it no reward, also if it was not recognised by its address. So a
  group that leads to nothing but targets stays untried, that is, first.
- As there, a page that only looked like a target is a try of the group that its link would have been in.
- Nobody can be asked for a first batch of labels: pages have to be fetched. Until the classifier has learned its first
  batch, all links go into their groups; then those seen so far are classified and the rewards counted.
- So there can be many to be fetched at once, on the word of ten labels. Each is classified again when its turn comes,
  and goes into its group if it does not look like a target any more.
- Start pages are learned from but are tries of no group, as the root is there.

Where we differ besides:
- A page that cannot be had is a try without reward. There it is none, and a group of nothing but dead links is drawn
  empty first: on a wiki whose pages link to old versions that are gone, that took nearly twice the downloads.
- Their crawler can stop early when new targets become rare; ours goes on as long as there are links.
- Tried without gain: an accepted page as a try with its links as the reward, and with one more for itself.

It does badly where addresses tell little, where many targets are first seen while the classifier knows little (a target
taken for something else waits in its group, whose score says nothing of it), and where the template is so deep that all
of its links are alike in most of their path and make one group. To classify what waits in the groups anew after each
batch would help with the second; the paper does not, so neither do we.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hubwalk.errors import UsageError
from hubwalk.graph.arrays import GrowableArray
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.tag_path_groups import TagPathGroups
from hubwalk.ranking.url_classifier import UrlClassifier
from hubwalk.strategies.choices import choice_of
from hubwalk.values import Choice, Page, Verdict


class SleepingBandit:
    """The published crawler on one site; the defaults are the authors'."""

    def __init__(
        self,
        graph: WebGraph,
        rng: random.Random,
        samples: Sequence[Page],  # noqa: ARG002
        *,
        alpha: float = 2 * math.sqrt(2),
        theta: float = 0.75,
        path_ngram: int = 2,
        url_ngram: int = 2,
        batch: int = 10,
    ) -> None:
        for name, size in (("path_ngram", path_ngram), ("url_ngram", url_ngram), ("batch", batch)):
            if size < 1:
                raise UsageError(f"{name}={size}: must be at least 1")
        if not 0 <= alpha < math.inf or not 0 <= theta <= 1:
            raise UsageError(f"alpha={alpha:g}, theta={theta:g}: alpha must be at least 0, theta from 0 to 1")
        self._graph = graph
        self._classifier = UrlClassifier(ngram=url_ngram, batch=batch)
        self._paths = TagPathGroups(threshold=theta, ngram=path_ngram)
        self._bandit = Bandit(rng, alpha)
        self._targets: deque[int] = deque()  # links to what looks like a target
        self._unclassified: list[tuple[int, list[int]]] = []  # group to be rewarded and new links, a page each
        self._followed: dict[str, int] = {}  # page in flight -> link
        self._led_by: dict[int, int] = {}  # page that a link led to -> that link
        self._known = 0  # links to pages before this one are classified and grouped

    def choose(self) -> Choice | None:
        graph = self._graph
        while self._targets:
            link = self._targets.popleft()
            if not graph.is_new(graph.target(link)):
                continue
            if self._is_target(link):
                return self._follow(link, "target", 0.0)
            self._bandit.add(self._group(link), link)
        while (drawn := self._bandit.draw()) is not None:
            link, score = drawn
            if graph.is_new(graph.target(link)):
                return self._follow(link, "bandit", score)
        return None

    def _follow(self, link: int, rule: str, score: float) -> Choice:
        choice = choice_of(self._graph, link, rule, score)
        self._followed[choice.url] = link
        return choice

    def observe(self, page: Page, verdict: Verdict) -> None:
        self._bandit.steps += 1
        if page.ok:
            self._classifier.learn(page.requested, verdict.accepted)
        link = self._followed.pop(page.requested, -1)
        if link >= 0 and page.ok:
            self._led_by[self._graph.find(page.url)] = link
        group = self._group(link) if link >= 0 and not verdict.accepted else -1
        if group >= 0:
            self._bandit.tried(group)
        new = self._new_links(self._graph.find(page.url))
        if self._classifier.ready:
            self._classify_waiting()
            self._classify(group, new)
        else:
            self._unclassified.append((group, new))
            for link in new:
                self._bandit.add(self._group(link), link)

    def revise(self, url: str, accepted: bool) -> None:
        """The address is one more example, with its new label; what is a target is no try of its group. Rewards stay:
        the links on the page are what they were."""
        page = self._graph.find(url)
        asked = self._graph.url(next((p for p in self._graph.addresses(page) if p != page), page))
        self._classifier.learn(asked, accepted)
        if page in self._led_by:
            self._bandit.tried(self._group(self._led_by[page]), -1 if accepted else 1)

    def _new_links(self, page: int) -> list[int]:
        """The links of a page to pages that no page observed before linked to."""
        graph = self._graph
        first = graph.out_links(page).start
        edges = range(first, first + graph.out_degree(page))
        targets = graph.link_targets(edges)
        known, self._known = self._known, len(graph)
        return [link for link, to in zip(edges, targets, strict=True) if to >= known and graph.is_new(to)]

    def _classify(self, group: int, links: list[int]) -> None:
        for link in links:
            if self._is_target(link):
                self._targets.append(link)
                self._bandit.reward(group)
            else:
                self._bandit.add(self._group(link), link)

    def _classify_waiting(self) -> None:
        """The same for the pages from before the first batch; their links are in their groups already."""
        for group, links in self._unclassified:
            for link in links:
                if self._is_target(link):
                    self._targets.append(link)
                    self._bandit.reward(group)
        self._unclassified.clear()

    def _is_target(self, link: int) -> bool:
        return self._classifier.is_target(self._graph.url(self._graph.target(link)))

    def _group(self, link: int) -> int:
        paths = self._graph.dom_paths
        return self._paths.group(paths.shape_path(paths.shape[self._graph.path(link)]))


class Bandit:
    """Groups of links, each with what trying it has brought."""

    def __init__(self, rng: random.Random, alpha: float) -> None:
        self._rng = rng
        self._alpha = alpha
        self.steps = 0  # t
        self._links: list[list[int]] = []  # group -> links not drawn yet
        self._rewards = GrowableArray("float64")  # group -> sum
        self._tries = GrowableArray("int64")
        self._awake = GrowableArray("bool")

    def add(self, group: int, link: int) -> None:
        self._know(group)
        self._links[group].append(link)
        self._awake.view[group] = True

    def tried(self, group: int, times: int = 1) -> None:
        self._know(group)
        self._tries.view[group] += times

    def reward(self, group: int) -> None:
        """One target link more on a page that a try of the group led to; no group, no reward."""
        if group >= 0:
            self._rewards.view[group] += 1

    def draw(self) -> tuple[int, float] | None:
        """A link of the best group that is awake, and its score (0 if never tried); None if all sleep."""
        if not self._awake.view.any():
            return None
        scores = self.scores()
        group = int(scores.argmax())
        links = self._links[group]
        place = self._rng.randrange(len(links))
        links[place], links[-1] = links[-1], links[place]
        link = links.pop()
        self._awake.view[group] = bool(links)
        return link, float(scores[group]) if self._tries.view[group] else 0.0

    def scores(self) -> NDArray[Any]:
        """AUER of each group: infinite where it was never tried, negative where it sleeps."""
        tries = np.maximum(self._tries.view, 1)
        bonus = self._alpha * np.sqrt(math.log(max(self.steps, 1)) / tries)
        scores = np.where(self._tries.view > 0, self._rewards.view / tries + bonus, np.inf)
        return np.where(self._awake.view, scores, -1.0)

    def _know(self, group: int) -> None:
        while group >= len(self._links):
            self._links.append([])
        for array in (self._rewards, self._tries, self._awake):
            array.grow_to(group + 1)
