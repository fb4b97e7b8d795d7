"""Pages of one site that show the same, where no crawl of it is under way that would know (site_crawl.py does)."""

from __future__ import annotations

from hubwalk.pages.duplicates import Duplicates
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Page


def accepted_twin(log: SqliteCrawlLog, site: str, page: Page) -> str:
    """URL of an accepted page of the site that shows the same, by the verdicts that stand; "" if there is none."""
    rows = log.rows(
        """SELECT f.id FROM fetch f JOIN verdict v ON v.fetch = f.id
        WHERE f.site = (SELECT id FROM site WHERE url = ?) AND v.accepted AND f.url <> ?
        AND (f.digest <> '' AND f.digest = ? OR f.canonical <> '' AND f.canonical = ?) ORDER BY f.id""",
        (site, page.url, page.digest, page.canonical),
    )
    for (number,) in rows:
        other = Duplicates()
        other.add(log.at(number).page)
        if twin := other.find(page):
            return twin
    return ""
