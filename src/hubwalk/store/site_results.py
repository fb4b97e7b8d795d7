"""Found sites as a file: JSON Lines or CSV, best first. While the crawl runs each relevant site is one line at once.

A file is written anew in the end, ranked. Standard output and pipes get each site once, in the order of finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import Target, check_apart, is_stream, standard_output, whole_file, writing
from hubwalk.store.search_exports import COLUMNS, csv_lines, json_lines, search_format
from hubwalk.store.websites import JudgedSite, WebsiteLog

KIND = "judged sites"  # in the table of columns


def site_record(site: JudgedSite) -> dict[str, object]:
    """A site as plain JSON values, its fields in the order of the columns."""
    choice, verdict = site.choice, site.verdict
    return {
        "site": choice.site,
        "relevant": verdict.relevant,
        "confidence": verdict.confidence,
        "pages": verdict.pages,
        "settled": verdict.settled,
        "reason": verdict.reason,
        "rule": choice.rule,
        "sources": list(choice.sources),
        "evidence": [{"url": url, "confidence": confidence} for url, confidence in verdict.decisive],
    }


def write_sites(sites: Iterable[JudgedSite], out: Target, format: str) -> int:
    """The whole file; returns how many sites there are."""
    records = [site_record(site) for site in sites]
    with writing(out), whole_file(out) as stream:
        stream.write(json_lines(records) if format == "jsonl" else csv_lines(records, COLUMNS[KIND]))
        stream.flush()
    return len(records)


def export_sites(log: SqliteCrawlLog, out: Target, format: str = "", *, everything: bool = False) -> int:
    """The relevant sites of a log, or all that are done with; returns how many."""
    format = search_format(out, format)
    check_apart(log, out)
    return write_sites(WebsiteLog(log).sites(relevant_only=not everything), out, format)


class SiteWriter:
    """Where relevant sites go; make one with `open`."""

    def __init__(self, out: Target | None, format: str, log: SqliteCrawlLog, stream: BinaryIO | None) -> None:
        self._out, self._format, self._log, self._stream = out, format, log, stream

    @classmethod
    def open(cls, out: Target | None, log: SqliteCrawlLog) -> SiteWriter:
        """An output that has what the log has found so far; None: nowhere. UsageError if it cannot be written."""
        if out is None:
            return cls(None, "", log, None)
        format = search_format(out)
        check_apart(log, out)
        relevant = WebsiteLog(log).sites(relevant_only=True)
        if out != "-" and not is_stream(out):
            write_sites(relevant, out, format)
            with writing(out):
                return cls(out, format, log, out.open("ab") if format == "jsonl" else None)
        with writing(out):
            stream = standard_output() if out == "-" else out.open("wb")
            records = [site_record(site) for site in relevant]
            stream.write(json_lines(records) if format == "jsonl" else csv_lines(records, COLUMNS[KIND]))
            stream.flush()
        return cls(out, format, log, stream)

    def observe(self, site: JudgedSite) -> None:
        """Add a site if it is relevant; it is with the reader when this returns."""
        if self._stream is None or self._out is None or not site.verdict.relevant:
            return
        records = [site_record(site)]
        line = json_lines(records) if self._format == "jsonl" else csv_lines(records, COLUMNS[KIND], header=False)
        with writing(self._out):
            self._stream.write(line)
            self._stream.flush()

    def close(self) -> None:
        """Rank a file; closing twice is no error."""
        out, self._out = self._out, None
        if out is None:
            return
        if self._stream is not None and out != "-":
            with writing(out):
                self._stream.close()
        if not is_stream(out):
            export_sites(self._log, out, self._format)

    def discard(self) -> None:
        """There will be nothing to write: leave no file behind."""
        out, self._out = self._out, None
        if out is None or is_stream(out):
            return
        if self._stream is not None:
            self._stream.close()
        if out != "-":
            out.unlink(missing_ok=True)

    def __enter__(self) -> SiteWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
