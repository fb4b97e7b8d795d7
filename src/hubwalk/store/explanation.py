"""Why a URL was fetched, or why not: what `hubwalk explain` prints. Nothing is decided in secret."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict

from hubwalk.discovery.found import Candidate
from hubwalk.store import renderings, revisions
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.records import iso_time, result_record
from hubwalk.store.search_log import SearchLog
from hubwalk.values import Observation, Verdict

FETCHED, SEARCHED, KNOWN, UNKNOWN = "fetched", "searched", "known", "unknown"
_NEAREST = 5


def explain_url(log: SqliteCrawlLog, url: str) -> dict[str, object]:
    """What the log knows of a canonical URL, as plain JSON values; `state` says which of the four cases it is."""
    spellings = list(_spellings(url))
    for spelling in spellings:
        found = log.find(spelling)
        if found is not None:
            return _fetched(log, found)
    search = SearchLog(log)
    for spelling in spellings if search.is_there else ():
        candidate = search.recall_candidate(spelling)
        if candidate is not None:
            return _searched(candidate)
    links = [
        {"page": page, "dom_path": link.dom_path, "anchor": link.anchor, "probes": link.probes}
        for page, link in log.links_to(*spellings)
    ]
    if links:
        return {"state": KNOWN, "url": url, "linked_from": links}
    return {"state": UNKNOWN, "url": url, "nearest": log.nearest_urls(url, _NEAREST)}


def _fetched(log: SqliteCrawlLog, found: Observation) -> dict[str, object]:
    page = found.page
    return {
        "state": FETCHED,
        **result_record(found),
        "requested": page.requested,
        "status": page.status,
        "error": page.error,
        "duplicate_of": page.duplicate_of,
        "seconds": found.seconds,
        "requests": found.requests,
        "links": len(page.links),
        "why": found.choice.why,
        "browser": _looked(log, found),
        "verdicts": _verdicts(log, found),
        "chain": [_step(seen) for seen in _chain(log, found)][::-1],
    }


def _looked(log: SqliteCrawlLog, found: Observation) -> dict[str, object] | None:
    """What a browser did with the page; None if there was none."""
    look = renderings.of_page(log, found.page.url)
    if look is None:
        return None
    about = asdict(look)
    return {name: about[name] for name in about if name not in ("kind", "family", "content")}


def _verdicts(log: SqliteCrawlLog, found: Observation) -> list[dict[str, object]]:
    """All that was said of a page, the first verdict first: the last one stands."""
    first = _said(found.first or found.verdict) | {"at": iso_time(found.fetched_at + found.seconds)}
    later = [
        _said(revision.verdict) | {"at": iso_time(revision.revised_at), "pages": revision.after}
        for revision in revisions.read(log, url=found.page.url)
        if revision.site == found.site and found.first is not None
    ]
    return [first, *later]


def _said(verdict: Verdict) -> dict[str, object]:
    score = verdict.score if math.isfinite(verdict.score) else None
    return {"accepted": verdict.accepted, "score": score, "reason": verdict.reason}


def _searched(candidate: Candidate) -> dict[str, object]:
    """A page that the search for sites has looked at, on a site that was not crawled, or not yet."""
    response, verdict = candidate.response, candidate.verdict
    return {
        "state": SEARCHED,
        "url": candidate.url,
        "query": candidate.query,
        "status": response.status,
        "error": response.error,
        **_said(verdict),
    }


def _chain(log: SqliteCrawlLog, found: Observation) -> Iterator[Observation]:
    """The page, the hub that led to it, the hub that led there, ... back to a start page."""
    seen = set()
    step: Observation | None = found
    while step is not None and step.page.requested not in seen:
        seen.add(step.page.requested)
        yield step
        step = log.find(step.choice.hub) if step.choice.hub else None


def _step(seen: Observation) -> dict[str, object]:
    via = result_record(seen)["found_via"]
    return {"url": seen.page.url, "accepted": seen.verdict.accepted, "found_via": via, "why": seen.choice.why}


def _spellings(url: str) -> Iterator[str]:
    """The URL, and the same page's under the other origins that a site answers to: see pages/scope.py."""
    yield url
    rest = url.partition("://")[2].removeprefix("www.")
    for origin in ("http://", "https://", "http://www.", "https://www."):
        if origin + rest != url:
            yield origin + rest
