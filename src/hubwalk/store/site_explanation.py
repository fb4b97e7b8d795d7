"""Why a site is in the list, or is not: what `hubwalk explain` prints of a crawl for sites."""

from __future__ import annotations

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.site_results import site_record
from hubwalk.store.websites import WebsiteLog

SITE = "site"


def explain_site(log: SqliteCrawlLog, url: str) -> dict[str, object] | None:
    """What the log knows of the site that a canonical URL is the home page of, as plain JSON values; None if that is
    no site of a crawl for sites."""
    kept = WebsiteLog(log)
    if not kept.is_there:
        return None
    rest = url.partition("://")[2].removeprefix("www.")
    origins = ("http://", "https://", "http://www.", "https://www.")
    for spelling in dict.fromkeys([url, *(origin + rest for origin in origins)]):
        found = kept.site(spelling)
        named = kept.sources_of(spelling)
        if found is None and not named:
            continue
        told = [{"source": source, "how": how} for source, how in named]
        if found is None:
            return {"state": SITE, "site": spelling, "chosen": False, "named_by": told}
        pages = [
            {"url": seen.page.url, "score": seen.verdict.score, "reason": seen.verdict.reason, "rule": seen.choice.rule}
            for seen in log.observations(site=spelling)
        ]
        rank = found.choice.rank if found.choice.rank == found.choice.rank else None
        return {"state": SITE, "chosen": True, **site_record(found), "rank": rank, "named_by": told, "fetched": pages}
    return None
