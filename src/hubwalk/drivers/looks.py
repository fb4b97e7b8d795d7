"""What the crawl of one site knows of the browser: which pages it looked at, what that gained, whom it passed over.

A fold over the log like the rest of a site's state, so that a resumed crawl decides as the first one would have.
"""

from __future__ import annotations

from dataclasses import dataclass

from hubwalk.config import AUTO, HTTP
from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.graph.web_graph import VIEW, WebGraph
from hubwalk.pages.glance import Glance, glance
from hubwalk.pages.payoff import Payoff
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.renderings import BrowserTotals, Look
from hubwalk.values import Choice, Observation, Page, Response

LOOK = "look"  # the rule of a second look


@dataclass(frozen=True, slots=True)
class Seen:
    """What was done with an answer before anybody judged it."""

    plain: Glance  # the page as the server sent it
    looked: bool
    changed: bool = False  # its text is another one in the browser
    wanted: bool = False  # that text was accepted, where it was judged after the fact


class SiteLooks:
    """The browser's work on one site."""

    def __init__(self, browser: str) -> None:
        self._browser = browser
        self._payoff = Payoff()
        self._passed_over: dict[str, Glance] = {}  # by URL; no browser has looked at them
        self._probes: dict[tuple[str, str], str] = {}  # (hub, target) -> what brought up the only links between them
        self.totals = BrowserTotals()

    @property
    def active(self) -> bool:
        """True if there is a browser at all."""
        return self._browser != HTTP

    def wants(self, page: Glance) -> bool:
        """True if the browser should look at a page that has just been fetched."""
        return self._payoff.wants(page) if self._browser == AUTO else self.active

    def choose(self, graph: WebGraph, log: SqliteCrawlLog) -> tuple[Choice, Response] | None:
        """The page to look at now that nothing is left to fetch, as the server sent it; None if none is worth it."""
        while url := self._second_look(graph):
            found = log.find(url, bodies=True)
            if found is not None and found.response is not None:
                record = f": {self._payoff.record(self._passed_over[url])}" if self._browser == AUTO else ""
                return Choice(url + VIEW, LOOK, hub=url, why=f"nothing is left to fetch{record}"), found.response
            del self._passed_over[url]
        return None

    def _second_look(self, graph: WebGraph) -> str:
        if self._browser != AUTO:  # there are some only if a crawl went on with another browser
            return next(iter(self._passed_over), "")
        accepted = graph.accepted

        def led_to(url: str) -> int:
            return sum(accepted[target] for target in graph.out_edges(graph.find(url)).tolist())

        return self._payoff.second_look(self._passed_over, led_to)

    def row(self, seen: Seen, page: Observation, crawl: SiteCrawl) -> Look:
        """What the log keeps of one page; call it before the crawl observes the page."""
        plain, found = seen.plain, page.response.rendering if page.response is not None else None
        kind, family = (plain.kind, plain.family) if plain.reacts else ("", "")
        if not seen.looked or found is None:
            return Look(kind, family, seen.looked, plain=len(plain.targets))
        known = {crawl.scope.own(target) for target in plain.targets}
        targets = {link.target for link in page.page.links}
        return Look(
            kind,
            family,
            looked=True,
            seconds=round(found.seconds, 3),
            requests=found.requests,
            states=found.states,
            probes=found.probes,
            plain=len(plain.targets),
            links=len(targets),
            gained=sum(crawl.graph.find(target) < 0 for target in targets - known),
            changed=seen.changed,
            content=seen.changed and (seen.wanted or page.verdict.accepted),
            notes=found.notes,
        )

    def observe(self, choice: Choice, page: Page, look: Look) -> None:
        """Fold one page into the state, looked at or not."""
        url, again = page.url.removesuffix(VIEW), choice.rule == LOOK
        plain = Glance(url, bool(look.kind), look.kind, look.family, frozenset())
        self._payoff.observe(plain, looked=look.looked, gained=look.gained, content=look.content, again=again)
        if look.looked:
            self._passed_over.pop(url, None)
        elif page.ok and not page.duplicate_of and (plain.reacts or self._browser != AUTO):
            self._passed_over[url] = plain
        self.totals.add(look, again=again)
        self._remember_probes(url, page)

    def fold(self, seen: Observation, look: Look | None) -> None:
        """The same for a logged page; one of a crawl without a browser has no row."""
        if not self.active:
            return
        page, response = seen.page, seen.response
        if look is None:
            if response is None or not page.ok or page.duplicate_of:
                return
            plain = glance(response)
            look = Look(plain.kind, plain.family, looked=False) if plain.reacts else Look("", "", looked=False)
        self.observe(seen.choice, page, look)

    def _remember_probes(self, url: str, page: Page) -> None:
        plain = {link.target for link in page.links if not link.probes}
        for link in page.links:
            if link.probes and link.target not in plain:
                self._probes.setdefault((url, link.target), link.probes)

    def probes_to(self, choice: Choice) -> str:
        """What had to be done on the hub of a choice; "" for a plain link."""
        return self._probes.get((choice.hub, choice.url), "")
