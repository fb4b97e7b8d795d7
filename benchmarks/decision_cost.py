"""Does the cost of one decision grow with the site?

Crawls an endless generated site with a strategy and reports the mean time per decision (choose and observe together,
all updates included) around 1,000, 10,000 and 100,000 known pages, beside the plain recomputation of all weights at
that size, which is what each decision would cost without incremental updates.

    python benchmarks/decision_cost.py [--strategy adaptive] [--pages 1000 10000 100000]
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from random import Random

import numpy as np

from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.hits import hits
from hubwalk.ranking.pagerank import pagerank
from hubwalk.values import Link, Page, Site, Verdict

BASE = "http://site.test"
MENU = 20  # links that every page has
LIST = 40  # links of a list page to items
RELATED = 39  # links of an item to other items: sixty links a page in all
TEXT = "<title>An item</title><p>This is one item of a list of many items, and it stands here as a sample of them."


def page_at(url: str, size: int) -> Page:
    """An item links to its list, to its neighbours and to the menu; a list to its items and to the next lists."""
    number = int(url.rpartition("/")[2] or 0)
    lists = max(1, size // LIST)
    rng = Random(number * 7919 + len(url))
    links = [Link(f"{BASE}/list/{i}", f"list {i}", f"html/body/nav/ul/li[{i + 2}]/a") for i in range(MENU)]
    if "/item/" in url:
        links.append(Link(f"{BASE}/list/{number // LIST}", "up", "html/body/main/p/a"))
        near = (rng.randrange(size) for _ in range(RELATED))
        links += [Link(f"{BASE}/item/{n}", f"item {n}", f"html/body/main/div/a[{i}]") for i, n in enumerate(near)]
    else:
        items = range(number * LIST, (number + 1) * LIST)
        links += [Link(f"{BASE}/item/{n}", f"item {n}", f"html/body/main/ul/li[{i}]/a") for i, n in enumerate(items)]
        further = (rng.randrange(lists) for _ in range(10))
        links += [Link(f"{BASE}/list/{n}", f"list {n}", f"html/body/aside/a[{i}]") for i, n in enumerate(further)]
    return Page(url=url, requested=url, links=tuple(links), digest=url)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strategy", default="adaptive")
    parser.add_argument("--pages", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    arguments = parser.parse_args()
    size = 4 * max(arguments.pages)
    starts = [f"{BASE}/item/{n}" for n in (3, 47, 101)]
    samples = [replace(page_at(url, size), html=TEXT) for url in starts]
    crawl = SiteCrawl(Site(f"{BASE}/list/0"), arguments.strategy, starts=starts, samples=samples)
    rows = []
    for known in arguments.pages:
        decisions, links, seconds = _crawl_until(crawl, known, size)
        rows.append(
            (known, decisions, 1000 * seconds / decisions, links / decisions, 1000 * _recomputation(crawl.graph))
        )
        print(f"{known:>9,} known pages reached", file=sys.stderr)
    heads = ("known pages", "decisions", "ms per decision", "links a page", "ms to recompute all")
    print("{:>12} {:>10} {:>16} {:>13} {:>20}".format(*heads))
    for row in rows:
        print("{:>12,} {:>10,} {:>16.3f} {:>13.0f} {:>20.1f}".format(*row))
    print(f"ratio last to first: {rows[-1][2] / rows[0][2]:.2f} (goal: at most 2)")


def _crawl_until(crawl: SiteCrawl, known: int, size: int) -> tuple[int, int, float]:
    """Decisions, links of the pages that they fetched, and seconds, while the graph grows from half of `known` pages to
    `known`: whole iterations of HITS, which run at every growth by a fifth, are in it with their fair share."""
    decisions, links, seconds = 0, 0, 0.0
    while len(crawl.graph) < known:
        timed = len(crawl.graph) >= known // 2
        begin = time.perf_counter()
        choice = crawl.choose()
        spent = time.perf_counter() - begin
        if choice is None:
            raise SystemExit(f"the strategy stopped at {len(crawl.graph)} known pages")
        page = page_at(choice.url, size)
        # Four of five lists hold what is looked for, so that hubs of both kinds are met.
        accepted = "/item/" in page.url and int(page.url.rpartition("/")[2]) // LIST % 5 > 0
        begin = time.perf_counter()
        crawl.observe(choice, page, Verdict(accepted))
        spent += time.perf_counter() - begin
        decisions += timed
        links += len(page.links) * timed
        seconds += spent * timed
    return decisions, links, seconds


def _recomputation(graph: WebGraph) -> float:
    begin = time.perf_counter()
    own = np.maximum(hits(graph), 1.0 / len(graph))
    own[np.asarray(graph.accepted)] = 1.0
    pagerank(graph, own, tolerance=1e-4)
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
