"""A strategy on a recorded site: the live crawl without the network, one URL in flight.

Every fetch is a download, dead links too: that is what a site has to bear and what a user waits for. The strategy sees
what it would see live (the same SiteCrawl, the same parser, the same rules for duplicates and samples). The time it
thinks is taken apart from fetching, parsing and judging.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hubwalk.drivers.judging import Judged, attend, finish, judge
from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.drivers.stopping import NEVER, StopRules
from hubwalk.pages.parse import read
from hubwalk.ports import Browser, Validator
from hubwalk.recipes.recipe import Recipe
from hubwalk.strategies.prior import Prior
from hubwalk.values import Choice, Estimate, Link, Page, Revision, Site, Verdict


@dataclass(frozen=True, slots=True)
class Download:
    """One fetch of a replay."""

    url: str  # of the page after redirects, as the crawl spells it
    requested: str
    accepted: bool  # by the verdict that stands at the end
    rule: str  # why it was chosen, see Choice.rule
    seconds: float  # spent in choose() and observe(): the price of the decision, without fetching and parsing
    duplicate_of: str = ""  # the page already fetched that shows the same; never accepted


@dataclass(frozen=True, slots=True)
class Replay:
    """What one run of a strategy did, in order."""

    strategy: str
    seed: int
    downloads: tuple[Download, ...]
    exhausted: bool  # False: stopped, the strategy had more to fetch
    stopped: str = ""  # which stop rule ended it; "": none did
    estimate: Estimate | None = None  # what it thinks there is, at the end


class ParsedPages:
    """The pages of one recorded site, each fetched and parsed once however many strategies and seeds ask for it.

    Without `keep_html` the text of the pages is dropped after parsing: enough for a validator that knows its targets
    by URL, and the difference between 200 MB and 20 on a large site.
    """

    def __init__(self, browser: Browser, *, keep_html: bool = True) -> None:
        self._browser = browser
        self.keep_html = keep_html
        self._pages: dict[str, Page] = {}

    def read(self, url: str) -> Page:
        """The parsed page at a canonical URL; one that is not recorded is a page without links."""
        page = self._pages.get(url)
        if page is None:
            page = self._pages[url] = self._compact(read(self._browser.fetch(url)))
        return page

    def _compact(self, page: Page) -> Page:
        # Pages of one template repeat the same DOM paths, anchors and targets: one copy of each.
        one = sys.intern
        links = tuple(Link(one(k.target), one(k.anchor), one(k.dom_path), one(k.probes)) for k in page.links)
        return replace(page, links=links, html=page.html if self.keep_html else "")


def replay(
    site: Site,
    browser: Browser | ParsedPages,
    validator: Validator,
    strategy: str,
    *,
    seed: int = 0,
    samples: Sequence[Page] = (),
    starts: Sequence[str] = (),
    context: Sequence[Sequence[Page]] = (),
    prior: Prior | None = None,
    recipe: Recipe | None = None,
    max_pages: int | None = None,
    stop: StopRules = NEVER,
    on_fetch: Callable[[Choice, Page, Verdict], None] | None = None,
    on_revision: Callable[[Revision], None] | None = None,
    on_estimate: Callable[[int, Estimate], None] | None = None,
) -> Replay:
    """Run a strategy until it has nothing left to choose, a stop rule holds, or for `max_pages` downloads.

    `samples` are the parsed sample pages and `starts` their URLs on this site, `context` the pages that lead to them,
    `prior` what was learned elsewhere and `recipe` what was learned here, for strategies that take one. Hand in one
    ParsedPages for many runs, but a new validator if it learns. `on_estimate` is told after each download how many
    there were, and what is expected.
    """
    pages = browser if isinstance(browser, ParsedPages) else ParsedPages(browser)
    crawl = SiteCrawl(
        site, strategy, seed=seed, samples=samples, starts=starts, context=context, prior=prior, recipe=recipe
    )
    attend(validator, crawl.strategy)
    given = {*starts, *(page.url for page in samples)}
    downloads: list[Download] = []
    exhausted, stopped = False, ""
    while not stopped and (max_pages is None or len(downloads) < max_pages):
        started = time.perf_counter()
        choice = crawl.choose()
        chosen = time.perf_counter()
        if choice is None:
            exhausted = not _tell(_revise(crawl, finish(validator, site.url), given), on_revision)
            if exhausted:
                break
            continue
        page = crawl.admit(pages.read(choice.url))
        verdict = foregone(page, given)
        said = Judged(verdict) if verdict is not None else judge(validator, page)
        judged = time.perf_counter()
        crawl.observe(choice, page, said.verdict)
        turned = _revise(crawl, said.revisions, given)
        seconds = (chosen - started) + (time.perf_counter() - judged)
        accepted = said.verdict.accepted
        downloads.append(Download(page.url, choice.url, accepted, choice.rule, seconds, page.duplicate_of))
        if on_fetch is not None:
            on_fetch(choice, page, said.verdict)
        _tell(turned, on_revision)
        if on_estimate is not None:
            on_estimate(len(downloads), crawl.estimate())
        stopped = stop.reason(crawl)
    if not exhausted:
        _tell(_revise(crawl, finish(validator, site.url), given), on_revision)
    return Replay(strategy, seed, tuple(_standing(crawl, downloads)), exhausted, stopped, crawl.estimate())


def _standing(crawl: SiteCrawl, downloads: Sequence[Download]) -> Iterator[Download]:
    """The downloads with the verdicts that stand at the end."""
    accepted = crawl.graph.accepted
    for made in downloads:
        yield made if made.duplicate_of else replace(made, accepted=accepted[crawl.graph.find(made.url)])


def _tell(turned: Sequence[Revision], on_revision: Callable[[Revision], None] | None) -> bool:
    """True if there was anything to tell."""
    if on_revision is not None:
        for revision in turned:
            on_revision(revision)
    return bool(turned)


def _revise(crawl: SiteCrawl, told: Sequence[Revision], given: set[str]) -> list[Revision]:
    """Tell the crawl what the validator takes back; returns what that has turned round."""
    turned = []
    for revision in told:
        if revision.url not in given and crawl.may_revise(revision.url, revision.verdict.accepted):
            crawl.revise(revision.url, revision.verdict.accepted)
            turned.append(revision)
    return turned
