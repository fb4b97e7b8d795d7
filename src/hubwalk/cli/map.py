"""`hubwalk map`: a site's navigation as a crawl has learned it, from its log; also while it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli._text import print_json
from hubwalk.errors import UsageError, unknown_name

if TYPE_CHECKING:
    from hubwalk.graph.site_map import SiteMap
    from hubwalk.store.crawl_log import SqliteCrawlLog

_LINE_EVERY = 10.0  # seconds between two lines where no bar can be drawn


def register(app: typer.Typer) -> None:
    app.command(name="map")(map_sites)


def map_sites(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log.")],
    *,
    site: Annotated[
        list[str] | None, typer.Option(help="Only this site; repeatable. Default: all sites of the log.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Rows of each table. --json has them all.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print the map as JSON.")] = False,
) -> None:
    """Show the navigation of a site as a crawl has learned it: which kinds of page there are, and in which places of
    which pages the links stand that lead to them.

    Kinds are found from the structure of the pages, without labels: pages with their links in the same places, found by
    links in the same places, with addresses alike, and with the same verdict.

    Example: hubwalk map cameras.db
    """
    from hubwalk.cli._map_text import print_map
    from hubwalk.store.crawl_log import SqliteCrawlLog

    with SqliteCrawlLog.open(db) as log:
        maps = _draw(log, _chosen(log, site or []))
    if as_json:
        print_json({"db": str(db), "sites": [_record(drawn) for drawn in maps]})
        return
    for number, drawn in enumerate(maps):
        if number:
            print()
        print_map(drawn, limit)


def _chosen(log: SqliteCrawlLog, named: list[str]) -> dict[str, int]:
    """The sites to show, each with the number of its pages."""
    from hubwalk.config import site_url

    pages = {totals.site: totals.fetched for totals in log.totals() if totals.fetched}
    if not pages:
        raise UsageError(f"{log.path} has no pages yet: `hubwalk status {log.path}` tells how far it is")
    known = {_bare(url): url for url in reversed(pages)}
    chosen = {}
    for name in named:
        try:
            url = site_url(name)
        except UsageError:  # such as a part of its name
            url = name
        found = url if url in pages else known.get(_bare(url))
        if found is None:
            raise unknown_name("site", name, pages)
        chosen[found] = pages[found]
    return chosen or pages


def _bare(url: str) -> str:
    """The address without what people leave out."""
    return url.partition("://")[2].removeprefix("www.").rstrip("/")


def _draw(log: SqliteCrawlLog, pages: dict[str, int]) -> list[SiteMap]:
    from hubwalk.graph.site_map import SiteMapper

    mappers = {url: SiteMapper(url) for url in pages}
    only = next(iter(pages)) if len(pages) == 1 else ""
    with _progress(sum(pages.values())) as show:
        for number, seen in enumerate(log.observations(site=only), start=1):
            if seen.site in mappers:
                mappers[seen.site].observe(seen)
            show(number)
        return [mapper.draw() for mapper in mappers.values()]


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """What to call with the number of pages read so far: a line that changes, or lines now and then."""
    said = time.monotonic()
    if not sys.stderr.isatty():

        def line(done: int) -> None:
            nonlocal said
            if time.monotonic() - said >= _LINE_EVERY:
                said = time.monotonic()
                print(f"{done} of {total} pages read", file=sys.stderr, flush=True)

        yield line
        return
    from rich.console import Console

    status = Console(stderr=True).status("")

    def bar(done: int) -> None:
        if not done % 100 and time.monotonic() - said >= 1:
            status.update(f"{done} of {total} pages read ...")
            status.start()

    try:
        yield bar
    finally:
        status.stop()


def _record(drawn: SiteMap) -> dict[str, Any]:
    kinds = [
        {
            "kind": kind.name,
            "role": kind.role,
            "pages": len(kind.pages),
            "address": kind.address,
            "title": kind.title,
            "wanted_links": round(kind.wanted_links, 2),
            "hub_links": round(kind.hub_links, 2),
            "like": kind.like,
            "various": kind.various,
            "examples": list(kind.examples),
        }
        for kind in drawn.kinds
    ]
    ways = [
        {
            "from": way.source,
            "dom_path": way.dom_path,
            "pages": way.pages,
            "links": way.links,
            "to": dict(way.to),
            "wanted": way.wanted,
            "hubs": way.hubs,
            "not_fetched": way.not_fetched,
            "turning": way.turning,
            "anchors": list(way.anchors),
        }
        for way in drawn.ways
    ]
    counts = {"wanted": drawn.wanted, "fetched": drawn.fetched, "known": drawn.known}
    return {"site": drawn.site, **counts, "kinds": kinds, "ways": ways}
