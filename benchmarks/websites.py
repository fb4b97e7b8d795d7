"""A crawl for sites in one process: does a step of the external crawler cost more where more sites are known, and how
much memory does it take?

    python benchmarks/websites.py [--sites 50000] [--web 1000000] [--demo] [--topic horses] [--at-once 16]

Around 1,000, 10,000 and 50,000 examined sites: how many are known, the mean CPU time of the external crawler's choose
and observe over the latest thousand sites, beside it the time to rank all known sites anew, which is what each choice
would cost without the heap; the memory of the process, and how many internal crawls are in memory (those under way).

Without --demo the pages are made up in memory, with links to 20 sites each, so that all time is the crawler's own. With
it they are those of the demo's web of sites: generated, parsed, and read by a classifier that is trained on the web's
example sites first.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from hubwalk.drivers.website_crawl import WebsiteCrawl
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import PageReader
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.strategies.website import LinkedSites, start_sites
from hubwalk.strategies.website_internal import DecisivePages, internal_crawlers
from hubwalk.values import Link, Page, SiteChoice, SiteReport, SiteVerdict

MARKS = (1_000, 10_000, 50_000)  # examined sites
WINDOW = 1_000
NAMES = SiteNames()
ERROR = 0.12  # of the page classifier on made-up pages; the paper's lie between .10 and .15

Fetch = Callable[[str], Page]


class TimedSites(LinkedSites):
    """The external crawler with a stopwatch."""

    def __init__(self, starts: Sequence[SiteChoice]) -> None:
        super().__init__(starts, NAMES)
        self.restart()

    def restart(self) -> None:
        self.choosing = self.observing = 0.0
        self.chosen = self.observed = self.links = 0

    def choose(self) -> SiteChoice | None:
        began = time.thread_time()
        found = super().choose()
        self.choosing += time.thread_time() - began
        self.chosen += 1
        return found

    def observe(self, report: SiteReport) -> None:
        began = time.thread_time()
        super().observe(report)
        self.observing += time.thread_time() - began
        self.observed += 1
        self.links += len(report.links)


class MadeUpSites:
    """Sites of up to eight pages with 20 links to other sites each; every fifth is relevant, and links to its like."""

    def __init__(self, count: int) -> None:
        self._count = count

    def page(self, url: str) -> Page:
        home, _, name = url.partition(".test/")
        number, place = int(home.removeprefix("http://s")), int(name or 0)
        rng = Random(number * 16 + place)
        links = [f"{home}.test/{i}" for i in range(1, 2 + number % 7)]
        for _ in range(20):
            other = rng.randrange(self._count)
            near = number % 5 == 0 and rng.random() < 0.5
            links.append(f"http://s{other - other % 5 if near else other}.test/")
        return Page(url, url, links=tuple(Link(to, "", "html/body/a") for to in links), digest=url)

    def confidences(self, page: Page) -> Sequence[float]:
        number = int(page.url.partition(".test/")[0].removeprefix("http://s"))
        wanted = Random(page.url).uniform(0.4, 0.9)
        return (wanted, 1 - wanted) if number % 5 == 0 else (1 - wanted, wanted)


def made_up(count: int) -> tuple[list[str], Fetch, PageReader, float]:
    """Start sites, pages, reader and its error."""
    web = MadeUpSites(count)
    return [f"http://s{5 * i}.test/" for i in range(20)], web.page, web, ERROR


def demo(count: int, topic: str) -> tuple[list[str], Fetch, PageReader, float]:
    """The same of the demo's web."""
    from hubwalk.demo.websites.browser import WebBrowser
    from hubwalk.demo.websites.web import make_web
    from hubwalk.websites.first_pages import first_pages
    from hubwalk.websites.training import train_classifier

    web = make_web(count)
    browser = WebBrowser(web)
    show("reading the example sites")
    wanted, other = (
        [first_pages(site.home, browser.fetch, NAMES) for site in web.training(kind)] for kind in (topic, "other")
    )
    show("learning the classifier")
    reader = train_classifier(wanted, other)
    return [site.home for site in web.training(topic)], lambda url: read(browser.fetch(url)), reader, reader.error


def crawl_all(
    starts: Sequence[str], fetch: Fetch, reader: PageReader, *, error: float, at_once: int, most: int
) -> Iterator[tuple[int, TimedSites, int, WebsiteCrawl]]:
    """Examine sites; tells after each how many there were, the external crawler, and how many internal ones live."""
    alive: weakref.WeakSet[DecisivePages] = weakref.WeakSet()
    prior = RunningPrior()
    make = internal_crawlers(NAMES, error, prior)
    ended: list[SiteVerdict] = []

    def make_internal(choice: SiteChoice) -> DecisivePages:
        crawler = make(choice)
        alive.add(crawler)
        return crawler

    external = TimedSites(start_sites(starts, NAMES))
    crawl = WebsiteCrawl(
        external, make_internal, reader, NAMES, WebsiteLimits(at_once=at_once), prior=prior,
        on_site=lambda _, verdict: ended.append(verdict),
    )  # fmt: skip
    while crawl.examined < most and (flight := crawl.next_flight()) is not None:
        crawl.observe(flight, fetch(flight.page.url))
        if ended:
            ended.clear()
            yield crawl.examined, external, len(alive), crawl


def ranked_anew(external: TimedSites) -> float:
    """Seconds to find the best of all known sites by their edges."""
    began = time.thread_time()
    graph = external.graph
    max(
        (sum(weight for _, weight in graph.in_edges(i)) / max(1, graph.in_degree(i)) for i in range(len(graph))),
        default=0,
    )
    return time.thread_time() - began


def memory_mb() -> float:
    """What the process has now."""
    with Path("/proc/self/statm").open() as told:
        return int(told.read().split()[1]) * resource.getpagesize() / 2**20


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


HEAD = "examined    known   pages  choose us  observe us  links/site  all anew us  internal    MB"


def row(examined: int, external: TimedSites, alive: int, crawl: WebsiteCrawl) -> str:
    choosing = 1e6 * external.choosing / max(1, external.chosen)
    observing = 1e6 * external.observing / max(1, external.observed)
    links = external.links / max(1, external.observed)
    return (
        f"{examined:8,} {len(external.graph):8,} {crawl.pages:7,} {choosing:10.1f} {observing:11.1f} {links:11.1f}"
        f" {1e6 * ranked_anew(external):12,.0f} {alive:9} {memory_mb():5.0f}"
    )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=int, default=50_000, help="examine so many")
    parser.add_argument("--web", type=int, default=0, help="sites of the web; default: 20 times as many, with --demo 3")
    parser.add_argument("--demo", action="store_true", help="the demo's web of sites, with a trained classifier")
    parser.add_argument("--topic", default="horses", help="with --demo")
    parser.add_argument("--at-once", type=int, default=16, help="sites under way")
    given = parser.parse_args(words)
    size = given.web or given.sites * (3 if given.demo else 20)
    starts, fetch, reader, error = demo(size, given.topic) if given.demo else made_up(size)
    print(HEAD)
    began = shown = time.monotonic()
    told = last = None
    for state in crawl_all(starts, fetch, reader, error=error, at_once=given.at_once, most=given.sites):
        examined, external, _, crawl = last = state
        if any(examined == mark - WINDOW for mark in MARKS):
            external.restart()
        if examined in MARKS:
            show("")
            print(told := row(*state), flush=True)
        if time.monotonic() - shown > 0.5:
            shown = time.monotonic()
            show(f"{examined:,} sites, {crawl.relevant:,} relevant, {crawl.pages:,} pages, {peak_mb():,.0f} MB")
    show("")
    if last is not None:
        if (line := row(*last)) != told and last[0] not in MARKS:
            print(line)
        crawl = last[3]
        print(f"{crawl.relevant:,} relevant of {crawl.examined:,}; {crawl.ending or 'all that were asked for'}")
        print(f"{time.monotonic() - began:,.0f} s, peak of the process {peak_mb():,.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
