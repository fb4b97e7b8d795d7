"""The search for sites as a file: its sites with their evidence, or its queries with their results."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping

from hubwalk.errors import UsageError, unknown_name
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import Target, check_apart, format_of, whole_file, writing
from hubwalk.store.records import iso_time
from hubwalk.store.search_log import SearchLog

KINDS = ("sites", "queries")
_FORMATS = ("jsonl", "csv")


def export_search(log: SqliteCrawlLog, what: str, out: Target, format: str = "") -> int:
    """Write the sites that were found, or the queries that were asked; returns how many."""
    if what not in KINDS:
        raise unknown_name("kind of export", what, ("pages", *KINDS))
    format = search_format(out, format)
    check_apart(log, out)
    records = list((_sites if what == "sites" else _queries)(SearchLog(log)))
    with writing(out), whole_file(out) as stream:
        stream.write(_json_lines(records) if format == "jsonl" else _csv(records, what))
        stream.flush()
    return len(records)


def search_format(out: Target, format: str = "") -> str:
    """jsonl or csv; UsageError for the other formats, which are for pages."""
    format = format_of(out, format)
    if format not in _FORMATS:
        raise UsageError(f"{format} is for pages: write sites and queries as .jsonl or .csv")
    return format


def _sites(search: SearchLog) -> Iterator[dict[str, object]]:
    if not search.is_there:
        return
    for site in search.sites():
        yield {
            "site": site.site,
            "authorities": len(site.authorities),
            "fetched": site.fetched,
            "precision": round(site.precision, 4),
            "queries": site.queries,
            "pages": site.authorities,
        }


def _queries(search: SearchLog) -> Iterator[dict[str, object]]:
    if not search.is_there:
        return
    for query in search.queries():
        yield {
            "query": query.text,
            "kind": query.kind,
            "engine": query.engine,
            "hits": query.hits,
            "asked_at": iso_time(query.asked_at),
            "seconds": round(query.seconds, 4),
            "error": query.error,
            "results": list(query.results),
        }


COLUMNS = {
    "sites": ("site", "authorities", "fetched", "precision", "queries", "pages"),
    "queries": ("query", "kind", "engine", "hits", "asked_at", "seconds", "error", "results"),
}


def _json_lines(records: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode("utf-8", "replace")


def _csv(records: list[dict[str, object]], what: str) -> bytes:
    """Lists become one cell, their items parted by bars: a record is a line, and addresses and queries have none."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS[what], lineterminator="\n")
    writer.writeheader()
    writer.writerows(_flat(record) for record in records)
    return buffer.getvalue().encode("utf-8", "replace")


def _flat(record: Mapping[str, object]) -> dict[str, object]:
    return {key: " | ".join(value) if isinstance(value, list) else value for key, value in record.items()}
