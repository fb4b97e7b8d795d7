"""`hubwalk status` of a crawl for sites."""

from __future__ import annotations

import dataclasses
import sys
from typing import TYPE_CHECKING, Any

from hubwalk.cli._sites_talk import next_commands, sites_table
from hubwalk.cli._text import few, print_json, printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hubwalk.store.crawl_log import SqliteCrawlLog

_SHOWN = 20  # sites; `export --what sites` has them all
_WIDTH = 180  # of the table when standard output is no terminal
_TOLD = (
    "like_sites", "unlike_sites", "classifier", "sources", "ontology", "edge_weights", "threshold", "site_names",
)  # fmt: skip


def show_sites(log: SqliteCrawlLog, pid: int | None, *, as_json: bool) -> None:
    """How far it is, and the best sites so far."""
    from hubwalk.drivers.website_crawl import NOTHING_LEFT
    from hubwalk.store.site_results import site_record
    from hubwalk.store.websites import WebsiteLog

    kept, job = WebsiteLog(log), log.job
    totals = dataclasses.asdict(kept.totals())
    relevant = kept.sites(relevant_only=True)
    if not pid and not totals["ending"]:
        totals["ending"] = "interrupted"  # killed: nobody was left to write it down
    totals["pages_per_relevant_site"] = totals["pages"] / totals["relevant"] if totals["relevant"] else None
    if as_json:
        about = {"db": str(log.path), "hubwalk": log.hubwalk_version, "pid": pid or None, "job": job, "total": totals}
        print_json(about | {"sites": [site_record(site) for site in relevant]})
        return
    from hubwalk.cli._console import Console

    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False, markup=False)
    running = f"running, process {pid}" if pid else "not running"
    console.print(f"{log.path}: {running}; made by hubwalk {log.hubwalk_version}")
    console.print(_summary(job))
    console.print(_progress(totals, running=bool(pid)))
    if relevant:
        console.print(sites_table(relevant[:_SHOWN], console.width))
    ending = NOTHING_LEFT if pid else totals["ending"]  # who runs need not be told how to go on
    known = {"output": str(job.get("output", "-")), "resolve": job.get("resolve", ())}
    lines = next_commands(str(log.path), ending, relevant=totals["relevant"], **known)
    print("\n".join(lines), file=sys.stderr)


def _summary(job: Mapping[str, Any]) -> str:
    own = job["website"]
    told = {key: own[key] for key in _TOLD} | {"validators": job.get("validators"), "output": job.get("output")}
    parts = []
    for key, value in told.items():
        if value not in (None, [], "", ()):
            text = few(value) if isinstance(value, list) else str(value)
            parts.append(f"{key.replace('_', ' ')} {printable(text)}")
    return ", ".join(parts)


def _progress(totals: Mapping[str, Any], *, running: bool) -> str:
    named = f"{totals['found']} named by sources, " if totals["found"] else ""
    each = totals["pages_per_relevant_site"]
    rate = f", {each:.1f} pages per relevant site" if each else ""
    ending = "not over yet" if running else printable(totals["ending"])
    return (
        f"sites: {named}{totals['chosen']} begun, {totals['judged']} examined, {totals['relevant']} relevant; "
        f"{totals['pages']} pages ({totals['failed']} could not be had){rate}; {ending}"
    )
