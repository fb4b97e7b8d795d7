"""`hubwalk status`: how far a crawl is, from its log; also while it runs."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hubwalk.cli._tables import state_of, table_of
from hubwalk.cli._text import budget_options, few, print_json, printable, quoted, resume_options
from hubwalk.drivers.progress import range_of, recall_of, together
from hubwalk.values import Estimate

if TYPE_CHECKING:
    from rich.table import Table

    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.renderings import BrowserTotals

_COUNTS = ("fetched", "requests", "accepted", "duplicates", "failed", "revised", "unjudged")
_WIDTH = 180  # of the table when standard output is no terminal


def register(app: typer.Typer) -> None:
    app.command()(status)


def status(
    db: Annotated[Path, typer.Argument(metavar="DB", help="Crawl log.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the status as JSON.")] = False,
) -> None:
    """Show what a crawl has done so far: pages fetched and accepted, how many are thought to exist, harvest rate,
    failures, revised verdicts, state of each site.

    Example: hubwalk status cameras.db
    """
    from hubwalk.cli._browser import in_words
    from hubwalk.cli._sites_status import show_sites
    from hubwalk.store import renderings, unjudged
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.websites import WebsiteLog
    from hubwalk.store.writer_lock import writer_of

    with SqliteCrawlLog.open(db) as log:
        pid = writer_of(db)
        if WebsiteLog(log).is_there:
            show_sites(log, pid, as_json=as_json)
            return
        job = log.job
        sites = _sites(log, job, running=bool(pid))
        version = log.hubwalk_version
        search = {} if job.get("sites") else _search(log, running=bool(pid))
        more = _more(log, sites)
        left = unjudged.read(log)
    total = {name: sum(site[name] for site in sites) for name in _COUNTS}
    total["harvest_rate"] = _rate(total)
    total["estimate"] = together(site["estimate"] for site in sites)
    browsers = [site["browser"] for site in sites if site["browser"] is not None]
    total["browser"] = renderings.together(browsers) if browsers else None
    if as_json:
        about = {"db": str(db), "hubwalk": version, "pid": pid or None, "job": job, "sites": sites, "total": total}
        about |= {"search": search} if search else {}
        about |= {"unjudged_reason": left.reason} if left.fetches else {}
        print_json(about, default=_plain)
        return
    from hubwalk.cli._console import Console

    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False, markup=False)
    console.print(f"{db}: {f'running, process {pid}' if pid else 'not running'}; made by hubwalk {version}")
    console.print(_summary(job))
    if search:
        console.print(_search_line(search))
    console.print(_table(sites, total, console.width))
    for line in (*(in_words(total["browser"], total["fetched"]) if total["browser"] else ()), left.in_words()):
        if line:
            console.print(printable(line))
    _print_next(db, "" if pid else _resume(db, job, search, sites, more), fetched=total["fetched"] > 0)


def _sites(log: SqliteCrawlLog, job: Mapping[str, Any], *, running: bool) -> list[dict[str, Any]]:
    from hubwalk.store import estimates, renderings

    sites = [dataclasses.asdict(totals) for totals in log.totals()]
    for site in sites:
        if site["state"] == "running" and not running:
            site["state"] = "interrupted"  # killed: nobody was left to write it down
    begun = {site["site"] for site in sites}
    nothing = dict.fromkeys(_COUNTS, 0) | {"first_fetched_at": 0.0, "last_fetched_at": 0.0}
    waiting = [url for url in _named(log, job) if url not in begun]
    sites += [{"site": url, **nothing, "state": "waiting", "reason": ""} for url in waiting]
    thought = {url: logged.estimate for url, logged in estimates.latest(log).items()}
    looked = renderings.totals(log)
    for site in sites:
        url = site["site"]
        site |= {"harvest_rate": _rate(site), "estimate": thought.get(url), "browser": looked.get(url)}
    return sites


def _plain(value: Estimate | BrowserTotals) -> dict[str, Any]:
    """An estimate, or what a browser did, as JSON has it."""
    if isinstance(value, Estimate):
        return dataclasses.asdict(value) | {"recall": value.recall}
    return value.plain()


def _named(log: SqliteCrawlLog, job: Mapping[str, Any]) -> list[str]:
    """The sites that the job names, or else those that its search found."""
    from hubwalk.store.search_log import SearchLog

    if job.get("sites"):
        return list(job["sites"])
    search = SearchLog(log)
    return [site.site for site in search.sites()] if search.is_there else []


def _search(log: SqliteCrawlLog, *, running: bool) -> dict[str, Any]:
    """How the search for sites goes; {} if it never began."""
    from hubwalk.store.search_log import SearchLog

    search = SearchLog(log)
    if not search.is_there:
        return {}
    totals = dataclasses.asdict(search.totals()) | {"found": [dataclasses.asdict(site) for site in search.sites()]}
    if not totals["ending"] and not running:
        totals["ending"] = "interrupted"
    return totals


def _search_line(search: Mapping[str, Any]) -> str:
    counts = f"{search['queries']} queries ({search['failed']} failed), {search['results']} results"
    accepted = f"{search['authorities']} accepted"
    if search["ending"] not in ("", "interrupted"):
        accepted += f" on {len(search['found'])} sites"
    pages = f"{search['candidates']} pages fetched, {accepted}"
    ending = printable(search["ending"]) or "not over yet"
    more = "; resume may find more" if search["ending"] and not search["complete"] else ""
    return f"search: {counts}, {pages}; {ending}{more}"


def _more(log: SqliteCrawlLog, sites: list[dict[str, Any]]) -> str:
    """The options without which `resume` would end at once."""

    def spent() -> dict[str, float]:
        from hubwalk.validators.chat_budget import KEPT

        return dict(json.loads(log.answers().get(KEPT, "{}")))

    by_rules = resume_options([(site["reason"], site["requests"]) for site in sites])
    return by_rules + budget_options((site["reason"] for site in sites), spent)


def _resume(db: Path, job: Mapping[str, Any], search: Mapping[str, Any], sites: list[dict[str, Any]], more: str) -> str:
    """The command that goes on; "" if all is done."""
    command = f"hubwalk resume {quoted(db)}"
    if not job.get("sites") and not search.get("complete"):
        return command
    if job.get("discover_only"):
        return f"{command} --crawl -o pages.jsonl" if sites else ""
    return command + more if any(site["state"] != "done" or site["unjudged"] for site in sites) else ""


def _rate(counts: Mapping[str, Any]) -> float:
    return counts["accepted"] / counts["fetched"] if counts["fetched"] else 0.0


def _summary(job: Mapping[str, Any]) -> str:
    """sites 2, like a.html b.html, strategy xcrawl ...: the settings that matter most."""
    parts = [f"sites {len(job['sites'])}"] if job.get("sites") else ["sites searched for"]
    for key in (
        "like",
        "unlike",
        "keywords",
        "engines",
        "strategy",
        "validators",
        "scope",
        "browser",
        "max_pages",
        "seed",
        "output",
    ):
        if job.get(key) not in (None, [], ""):
            value = few(job[key]) if isinstance(job[key], list) else job[key]
            parts.append(f"{key.replace('_', ' ')} {printable(value)}")
    return ", ".join(parts)


def _table(sites: list[dict[str, Any]], total: Mapping[str, Any], width: int) -> Table:
    # Columns that stay empty with most crawls.
    rare = [name for name in ("revised", "unjudged") if total[name]]
    names = ["fetched", "requests", "accepted", "estimated", "recall", "harvest", "duplicates", "failed", *rare]
    rows = [
        {"site": site["site"], **_figures(site, names), "state": state_of(site["state"], site["reason"])}
        for site in sites
    ]
    if len(sites) > 1:
        rows.append({"site": "all", **_figures(total, names), "state": ""})
    return table_of(rows, width, styles=[*[""] * len(sites), "bold"])


def _figures(counts: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    thought = counts["estimate"]
    derived = {
        "estimated": range_of(thought) if thought else "",
        "recall": recall_of(thought) if thought else "",
        "harvest": f"{counts['harvest_rate']:.1%}",
    }
    return {name: derived[name] if name in derived else str(counts[name]) for name in names}


def _print_next(db: Path, resume: str, *, fetched: bool) -> None:
    name = quoted(db)
    lines = [resume] if resume else []
    lines += [f"hubwalk export {name} -o FILE.csv", f"hubwalk explain {name} URL"]
    lines += [f"hubwalk map {name}"] if fetched else []
    print("next: " + "\n      ".join(lines), file=sys.stderr)
