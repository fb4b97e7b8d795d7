"""Small web graphs for the ranking tests: made by hand, or growing at random page by page."""

from __future__ import annotations

from random import Random

from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Link, Page


def page(name: str, targets: str, *, path: str = "html/body/ul/li/a") -> Page:
    """A page that links to the pages named by the letters of `targets`."""
    return Page(url=name, requested=name, links=tuple(Link(t, t, path) for t in targets))


def graph_of(links: dict[str, str], accepted: str = "") -> WebGraph:
    """The graph of fetched pages; names are letters."""
    graph = WebGraph()
    for name, targets in links.items():
        graph.add_page(page(name, targets), name in accepted)
    return graph


def random_pages(rng: Random, count: int, degree: int) -> list[tuple[Page, bool]]:
    """Pages in the order of their fetching, with verdicts; some targets are never fetched."""
    names = [chr(0x4E00 + i) for i in range(count)]
    pool = names + [chr(0x6E00 + i) for i in range(count)]
    return [(page(name, "".join(rng.sample(pool, rng.randint(0, degree)))), rng.random() < 0.3) for name in names]
