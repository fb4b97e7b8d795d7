"""`hubwalk export`: the crawl log as a file that other programs read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hubwalk.errors import UsageError


def register(app: typer.Typer) -> None:
    app.command()(export)


def export(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log.")],
    *,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help=".jsonl, .csv, .parquet, .warc, .warc.gz; - is stdout."),
    ] = "-",
    what: Annotated[str, typer.Option(help="pages, sites or queries.")] = "pages",
    everything: Annotated[
        bool,
        typer.Option("--all", help="All fetched pages or sites, not only those that are accepted or relevant."),
    ] = False,
    format: Annotated[
        str, typer.Option(help="jsonl, csv, parquet, warc or warc.gz, whatever FILE ends in.", show_default=False)
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Replace FILE even if it is no list from a crawl log.")
    ] = False,
) -> None:
    """Write the accepted pages of a crawl; also while it runs. A WARC has all fetched pages, with their documents.

    With --what sites or queries: what the search for sites, or the crawl for sites, found, or asked.

    Example: hubwalk export cameras.db -o cameras.parquet
    """
    from hubwalk.store import exports
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.search_exports import export_search
    from hubwalk.store.search_log import SearchLog
    from hubwalk.store.site_results import export_sites
    from hubwalk.store.websites import WebsiteLog

    out: exports.Target = "-" if output == "-" else Path(output)
    if out != "-" and not force:
        _check_replaced(out, db)
    if what == "pages":
        count = exports.export(db, out, format, everything=everything)
    else:
        with SqliteCrawlLog.open(db) as log:
            if what == "sites" and WebsiteLog(log).is_there:
                count = export_sites(log, out, format, everything=everything)
            else:
                count = export_search(log, what, out, format)
            if not count and not SearchLog(log).is_there and not WebsiteLog(log).is_there:
                print(f"hubwalk: {db} has no search for sites: its sites were named", file=sys.stderr)
    print(f"{count} {_ONE.get(what, what) if count == 1 else what} written to {_name(output)}", file=sys.stderr)


def _check_replaced(out: Path, db: Path) -> None:
    """A list is written again and again while a crawl runs, so one that was written before may go."""
    from hubwalk.store.exports import writing
    from hubwalk.store.own_files import is_own_file

    if not out.is_file() or (db.exists() and out.samefile(db)):  # the log itself is refused in any case
        return
    with writing(out):
        if not is_own_file(out):
            raise UsageError(
                f"{out} exists and is no list from a crawl log: choose another -o, or replace it with --force"
            )


_ONE = {"pages": "page", "sites": "site", "queries": "query"}


def _name(output: str) -> str:
    return "standard output" if output == "-" else output
