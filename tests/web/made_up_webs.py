"""Webs of sites in a few lines: pages that carry their confidence in their title, and a reader that believes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from hubwalk.drivers.website_crawl import SiteFlight, WebsiteCrawl
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.drivers.website_replay import SiteTrace
from hubwalk.pages.site_names import SiteNames
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.strategies.website import LinkedSites, start_sites
from hubwalk.strategies.website_internal import internal_crawlers
from hubwalk.values import Link, Page

NAMES = SiteNames()


def page_of(url: str, confidence: float, links: Sequence[str] = (), *, requested: str = "", digest: str = "") -> Page:
    return Page(
        url=url,
        requested=requested or url,
        title=str(confidence),
        links=tuple(Link(target, "", "html/body/a") for target in links),
        digest=digest or url,
    )


class Believer:
    """Reads the confidence of the wanted class in the title."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def confidences(self, page: Page) -> Sequence[float]:
        self.read.append(page.url)
        wanted = float(page.title)
        return (wanted, 1 - wanted)


class MadeUpWeb:
    """Pages by URL: confidence and links. A page that is not there is a 404; `moved` are redirects."""

    def __init__(
        self, pages: Mapping[str, tuple[float, Sequence[str]]], moved: Mapping[str, str] | None = None
    ) -> None:
        self.pages = dict(pages)
        self.moved = dict(moved or {})
        self.asked: Counter[str] = Counter()

    def page(self, url: str) -> Page:
        self.asked[url] += 1
        landed = self.moved.get(url, url)
        if landed not in self.pages:
            return Page(url=landed, requested=url, status=404, error="status 404")
        confidence, links = self.pages[landed]
        return page_of(landed, confidence, links, requested=url)


def crawl_for(
    starts: Sequence[str],
    *,
    limits: WebsiteLimits = WebsiteLimits(at_once=3),  # noqa: B008
    weights: str = "combined",
    error: float = 0.1,
    **internal: float,
) -> tuple[WebsiteCrawl, SiteTrace]:
    """A website crawl as everybody uses it, and the trace of its sites."""
    prior, trace = RunningPrior(), SiteTrace()
    crawl = WebsiteCrawl(
        LinkedSites(start_sites(starts, NAMES), NAMES, weights=weights),
        internal_crawlers(NAMES, error, prior, **internal),  # type: ignore[arg-type]
        Believer(),
        NAMES,
        limits,
        on_site=trace.on_site,
        prior=prior,
    )
    return crawl, trace


def run(crawl: WebsiteCrawl, web: MadeUpWeb, most: int = 100_000) -> list[tuple[SiteFlight, Page]]:
    """Let a crawl run to its end, or for some pages: what it fetched."""
    seen: list[tuple[SiteFlight, Page]] = []
    while len(seen) < most and (flight := crawl.next_flight()) is not None:
        seen.append((flight, web.page(flight.page.url)))
        crawl.observe(*seen[-1])
    return seen


def random_web(rng: Random, sites: int, pages: int, links: int) -> MadeUpWeb:
    """Sites of up to `pages` pages with links anywhere, in several spellings; some lead nowhere or elsewhere."""
    homes = [f"http://{'www.' * (i % 3 == 0)}s{i}.test" for i in range(sites)]
    urls = [f"{home}/{'' if not i else f'p{i}.html'}" for home in homes for i in range(rng.randint(1, pages))]
    spelled = [*urls, *(url.replace("http://", "https://") for url in urls), *(u.replace("www.", "") for u in urls)]
    dead = {url for url in urls if rng.random() < 0.1}
    moved = {url: rng.choice(urls) for url in urls if url not in dead and rng.random() < 0.05}
    found = {
        url: (rng.choice((0.1, 0.3, 0.5, 0.7, 0.9)), [rng.choice(spelled) for _ in range(rng.randint(0, links))])
        for url in urls
        if url not in dead
    }
    return MadeUpWeb(found, moved)
