"""The search for sites as a file: its sites with their evidence, or its queries with their results."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence

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
        stream.write(json_lines(records) if format == "jsonl" else csv_lines(records, COLUMNS[what]))
        stream.flush()
    return len(records)


def search_format(out: Target, format: str = "") -> str:
    """jsonl or csv; UsageError for the other formats, which are for pages."""
    format = format_of(out, format, _FORMATS)
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
    # of a crawl for sites, see site_results.py
    "judged sites": (
        "site", "relevant", "confidence", "pages", "settled", "reason", "rule", "sources", "evidence",
    ),
}  # fmt: skip


def json_lines(records: Sequence[Mapping[str, object]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode("utf-8", "replace")


def csv_lines(records: Sequence[Mapping[str, object]], columns: Sequence[str], *, header: bool = True) -> bytes:
    """Lists become one cell, their items parted by bars: a record is a line, and addresses and queries have none."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    if header:
        writer.writeheader()
    writer.writerows({key: _flat(value) for key, value in record.items()} for record in records)
    return buffer.getvalue().encode("utf-8", "replace")


def _flat(value: object) -> object:
    if not isinstance(value, list):
        return value
    return " | ".join(" ".join(map(str, item.values())) if isinstance(item, dict) else str(item) for item in value)
