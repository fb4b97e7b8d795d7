"""Memory of the web graph at a million known URLs and twenty million links; the goal is to stay below 1.5 GB.

    python benchmarks/memory.py [--urls 1000000] [--links 20000000] [--strategy adaptive] [--json]

With a strategy, all that it learns is measured too; it observes every page, which takes its time.

Pages are generated and added one by one, as a crawl adds them: a menu that all pages share, and a list of 80 links with
their own anchors. What is measured is the peak of the whole process.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time

from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy
from hubwalk.values import Link, Page, Verdict

MENU = 20
LIST = 80
HOST = "http://shop.example.org"


def url_of(number: int) -> str:
    return f"{HOST}/department-{number % 97}/product-name-with-words-{number}"


def page_of(number: int, urls: int) -> Page:
    """The page at a URL: links to all parts of the site, so that every URL is known long before it is fetched."""
    menu = (Link(url_of(k), f"Department {k}", f"html/body/div#menu/ul/li[{k + 1}]/a") for k in range(MENU))
    first = number * LIST
    own = (
        Link(
            url_of((first + k) % urls),
            f"Product {(first + k) % urls}",
            f"html/body/div#main/ul.products/li[{k + 1}]/h3/a",
        )
        for k in range(LIST)
    )
    return Page(url_of(number), url_of(number), links=(*menu, *own))


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def grow(urls: int, links: int, spec: str = "") -> WebGraph:
    """Add pages until the graph has that many links; a strategy, if there is one, observes them."""
    graph = WebGraph()
    strategy = make_strategy(spec, graph, random.Random(0), ()) if spec else None
    number, began, shown = 0, time.monotonic(), 0.0
    while graph.link_count < links:
        page, accepted = page_of(number, urls), number % 7 == 0
        graph.add_page(page, accepted)
        if strategy is not None:
            strategy.observe(page, Verdict(accepted))
            strategy.choose()  # learners catch up when they are asked
        number += 1
        if sys.stderr.isatty() and time.monotonic() - shown > 0.5:
            shown = time.monotonic()
            rate = graph.link_count / (shown - began)
            print(
                f"\r{graph.link_count:>12,} links {len(graph):>10,} URLs {peak_mb():8.0f} MB {rate:10,.0f} links/s",
                end="",
                file=sys.stderr,
                flush=True,
            )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return graph


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=1_000_000)
    parser.add_argument("--links", type=int, default=20_000_000)
    parser.add_argument("--strategy", default="", help="with what this strategy learns besides")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    before, began = peak_mb(), time.monotonic()
    graph = grow(options.urls, options.links, options.strategy)
    result = {
        "urls": len(graph),
        "links": graph.link_count,
        "fetched": graph.fetched,
        "seconds": round(time.monotonic() - began, 1),
        "peak_mb": round(peak_mb(), 1),
        "bytes_per_link": round((peak_mb() - before) * 1024 * 1024 / graph.link_count, 1),
    }
    if options.json:
        print(json.dumps(result))
    else:
        print("  ".join(f"{key} {value:,}" for key, value in result.items()))


if __name__ == "__main__":
    main()
