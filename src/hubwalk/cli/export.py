"""`hubwalk export`: the crawl log as a file that other programs read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(export)


def export(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log.")],
    *,
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="FILE", help=".jsonl, .csv, .parquet, .warc, .warc.gz; - is stdout."),
    ] = "-",
    everything: Annotated[bool, typer.Option("--all", help="All fetched pages, not only the accepted ones.")] = False,
    format: Annotated[
        str, typer.Option(help="jsonl, csv, parquet, warc or warc.gz, whatever FILE ends in.", show_default=False)
    ] = "",
) -> None:
    """Write the accepted pages of a crawl; also while it runs. A WARC has all fetched pages, with their documents.

    Example: hubwalk export cameras.db -o cameras.parquet
    """
    from hubwalk.store import exports

    out: exports.Target = "-" if output == "-" else Path(output)
    count = exports.export(db, out, format, everything=everything)
    print(f"{count} {'page' if count == 1 else 'pages'} written to {_name(output)}", file=sys.stderr)


def _name(output: str) -> str:
    return "standard output" if output == "-" else output
