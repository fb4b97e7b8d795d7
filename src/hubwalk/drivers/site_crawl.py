"""The state of one site's crawl: a fold over its observations.

Replay, live crawl and resume all drive this one class, so they choose alike. It owns what every strategy needs and none
should repeat: the start pages, the borders of the site, the web graph, duplicates, depths. It does no I/O.

The life of a URL: a link on an observed page is brought into the site's own spelling (scope), enters the web graph as
NEW, is chosen (PENDING), fetched, and comes back here as an observation (FETCHED). A page that shows the same as an
accepted one is kept as a duplicate: its links are not followed and it does not count.

A validator that learns may say the opposite of a page later on (`revise`). Duplicates stay what they are, also when the
page that they show is no longer accepted. Two pages that show the same and were both refused are two pages; if both are
to be accepted later, the first one is, and the other remains as its duplicate.
"""

from __future__ import annotations

import random
from array import array
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from hubwalk.estimation.recall import RecallEstimator
from hubwalk.graph.web_graph import FETCHED, PENDING, VIEW, WebGraph
from hubwalk.pages.duplicates import Duplicates
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import join, may_be_html
from hubwalk.recipes.recipe import Recipe
from hubwalk.strategies import make_strategy
from hubwalk.strategies.prior import Prior
from hubwalk.values import ON_LOAD, Choice, Estimate, Link, Page, Response, Site, Verdict

_MOST_HOPS = 10  # redirects in a row, by scripts as by the server (browsing/http.py)
GIVEN = Verdict(True, 1.0, "given as a sample")


class SiteCrawl:
    """One site, one strategy."""

    def __init__(
        self,
        site: Site,
        strategy: str,
        *,
        seed: int = 0,
        samples: Sequence[Page] = (),
        starts: Sequence[str] = (),
        found: Sequence[Choice] = (),
        context: Sequence[Sequence[Page]] = (),
        prior: Prior | None = None,
        recipe: Recipe | None = None,
    ) -> None:
        """`samples` are the parsed sample pages, wherever they lie; `starts` are sample URLs on this site, `found` are
        authorities on it that a search brought: they are fetched first, after the entry page. `context` are the pages
        that lead to the samples, layer by layer, `prior` is what was learned on other sites, and `recipe` what was
        learned of this one, for strategies that take one."""
        self.site = site
        self.scope = Scope(site)
        self.graph = WebGraph()
        self.fetches = 0
        self.accepted = 0
        self._depth: dict[str, int] = {}
        self._duplicates = Duplicates()
        self._twins: dict[str, str] = {}  # pages judged each for itself that show the same
        self._downloads = array("l")  # numbers of the pages in the graph; -1: a page that is there already
        self._hops: dict[str, int] = {}  # pages that others led to as soon as they were loaded: how many in a row
        self._overtaken: set[str] = set()  # in flight when a redirect from elsewhere brought them
        given = (Choice(url, rule="sample") for url in starts)
        entries = dict.fromkeys((site.url, *(recipe.starts if recipe is not None else ())))
        self._starts = deque([*(Choice(url, rule="start") for url in entries), *given, *found])
        for choice in self._starts:
            self.graph.know(choice.url)
        rng = random.Random(seed)
        self.strategy = make_strategy(strategy, self.graph, rng, samples, context, prior=prior, recipe=recipe)
        self._recall = RecallEstimator(self.graph)

    def choose(self) -> Choice | None:
        """The next URL to fetch; None if nothing is left or everything hopeful is in flight."""
        while self._starts:
            choice = self._starts.popleft()
            if self.graph.is_new(self.graph.know(choice.url)):
                self.graph.set_pending(choice.url)
                return choice
        found = self.strategy.choose()
        if found is not None:
            self.graph.set_pending(found.url)
        return found

    def admit(self, page: Page) -> Page:
        """The page as this site's crawl sees it: links in scope only, in the site's own spelling; duplicates marked.

        Call it once per fetched page, before the validator: what is a duplicate need not be judged.
        """
        if self.fetches == 0 and page.ok:
            self.scope.settle(page.url)
        own = self.scope.own
        url = own(page.url)
        if not url:
            return replace(
                page, links=(), error=page.error or f"leads out of the site to {page.url}", url=page.requested
            )
        known = self.graph.find(url)
        fetched = url != page.requested and known >= 0 and self.graph.state[known] == FETCHED
        if fetched or url in self._overtaken:
            return replace(page, url=page.requested, links=(), duplicate_of=url)
        page = replace(page, url=url, links=self._own_links(page))
        twin = self._duplicates.find(page) if page.ok else ""
        # Only an accepted page can be counted twice. The twin of a rejected one is judged for itself: the validator may
        # go by more than the content, its address say.
        if twin and self.graph.accepted[self.graph.know(twin)]:
            return replace(page, links=(), duplicate_of=twin)
        return page

    def _own_links(self, page: Page) -> tuple[Link, ...]:
        own = self.scope.own
        endless = self._hops.get(own(page.url), 0) >= _MOST_HOPS
        return tuple(
            link if link.target == target else replace(link, target=target)
            for link in page.links
            if (target := own(link.target)) and may_be_html(target) and not (endless and link.probes == ON_LOAD)
        )

    def view(self, url: str, page: Page) -> Page:
        """A fetched page as a browser sees it that looked at it later: one more hub with the same address. Its text is
        left out, nobody is to learn from it twice."""
        address = url + VIEW
        return replace(
            page, url=address, requested=address, links=self._own_links(page), html="", sketch=(), duplicate_of=url
        )

    def redirected(self, asked: str, url: str, status: int, hops: Sequence[str]) -> Response | None:
        """The answer instead of a redirect that need not be followed; None: follow it."""
        location = (("Location", url),)
        if hops.count(url) > 1:  # once is how sites make a browser take a cookie
            return Response(asked, asked, status, headers=location, error="redirects in a loop")
        if not self.fetches:
            return None  # the site may have moved
        own = self.scope.own(join("", url))
        if not own:
            return Response(asked, asked, status, headers=location, error=f"leads out of the site to {url}")
        known = self.graph.find(own)
        if own != asked and known >= 0 and self.graph.state[known] == FETCHED:
            return Response(asked, url, status, headers=location)  # a page that we have: no need to download it again
        return None

    def depth(self, choice: Choice) -> int:
        """Clicks from a start page to what is chosen, along the hubs that led there."""
        return self._depth.get(choice.hub, -1) + 1

    def observe(self, choice: Choice, page: Page, verdict: Verdict) -> int:
        """Fold one admitted page into the state; returns its depth."""
        if page.url.endswith(VIEW):
            return self._observe_view(page, verdict)
        if self.fetches == 0 and page.ok:
            self.scope.settle(page.url)  # again after `admit`, because pages of a resumed log come here only
        depth = self.depth(choice)
        self._depth.setdefault(page.url, depth)
        hops = self._hops.get(page.url, 0) + 1
        self._hops.update((link.target, hops) for link in page.links if link.probes == ON_LOAD)
        self.graph.set_pending(choice.url)
        known = self.graph.find(page.url)
        if page.ok and page.url != page.requested and known >= 0 and self.graph.state[known] == PENDING:
            self._overtaken.add(page.url)
        number = self.graph.add_page(page, verdict.accepted)
        self._downloads.append(-1 if page.duplicate_of else number)
        if page.ok and not page.duplicate_of:
            if twin := self._duplicates.find(page):
                self._twins.setdefault(page.url, twin)
                self._twins.setdefault(twin, page.url)
            self._duplicates.add(page)
        self.fetches += 1
        self.accepted += verdict.accepted
        if page.duplicate_of != page.url:  # overtaken: the strategy knows this very page
            self.strategy.observe(page, verdict)
        self._recall.observe(choice, page, verdict)
        return depth

    def _observe_view(self, page: Page, verdict: Verdict) -> int:
        """More links of a page that was fetched before: nothing was downloaded, nothing is judged."""
        self.graph.add_page(page, accepted=False)
        self.strategy.observe(page, verdict)
        self._recall.observe(Choice(page.url, "look"), page, verdict)
        return self._depth.get(page.duplicate_of, 0)

    def estimate(self) -> Estimate:
        """How many authorities the site has in all, by what was seen so far. It changes nothing: a crawl goes the same
        way whether it is asked or not."""
        outlook = getattr(self.strategy, "outlook", None)
        return self._recall.estimate(outlook() if outlook is not None else None)

    def accepted_lately(self, downloads: int) -> int:
        """How many of the last so many downloads are accepted, by the verdicts that stand."""
        accepted = self.graph.accepted
        return sum(accepted[number] for number in self._downloads[-downloads:] if number >= 0)

    @property
    def is_starting(self) -> bool:
        """True as long as start pages are left to fetch."""
        return bool(self._starts)

    def may_revise(self, url: str, accepted: bool) -> bool:
        """False for what is said already, and for a page that shows the same as an accepted one."""
        number = self.graph.find(url)
        if number < 0 or self.graph.state[number] != FETCHED or self.graph.accepted[number] == accepted:
            return False
        twin = self.graph.find(self._twins.get(url, ""))
        return not accepted or twin < 0 or not self.graph.accepted[twin]

    def revise(self, url: str, accepted: bool) -> None:
        """Fold another verdict on an observed page into the state; what `may_revise` refuses changes nothing."""
        if not self.may_revise(url, accepted):
            return
        self.graph.revise(self.graph.find(url), accepted)
        self.accepted += 1 if accepted else -1
        revise = getattr(self.strategy, "revise", None)
        if revise is not None:
            revise(url, accepted)
        self._recall.revise(url, accepted)


def foregone(page: Page, given: set[str]) -> Verdict | None:
    """The verdict where no validator needs to be asked; None elsewhere."""
    if not page.ok:
        return Verdict(False, reason=page.error or f"status {page.status}")
    if page.duplicate_of:
        return Verdict(False, reason=f"the same page as {page.duplicate_of}")
    return GIVEN if page.url in given or page.requested in given else None
