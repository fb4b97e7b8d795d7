"""Pages that are in hand go through the engine without waiting for anybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.browsing.engine_loop import quieten
from hubwalk.config import make_job
from hubwalk.drivers import engine
from hubwalk.drivers.page_reading import ByValidator
from hubwalk.drivers.website_limits import WebsiteLimits
from hubwalk.drivers.website_live import Levels, WebsiteLive
from hubwalk.pages.site_names import SiteNames
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.websites import KEY, WebsiteLog
from hubwalk.strategies.light_spider import light_spiders
from hubwalk.strategies.website import ListedSites
from hubwalk.validators import make_validator
from hubwalk.values import Response, SiteChoice


@pytest.mark.timeout(60)  # with a pause between two of them it would take ten minutes
def test_the_delay_of_a_host_is_not_for_pages_in_hand(tmp_path: Path) -> None:
    quieten()
    homes = [f"http://s{number}.test/" for number in range(6)]
    job = make_job({"validators": ["words:regatta"], "delay": 120, "discover_only": True}, seeks_sites=True)
    names = SiteNames()
    with SqliteCrawlLog.create(tmp_path / "a.db", {KEY: {}}) as log:
        for home in homes:
            WebsiteLog(log).remember(Response(home, home, 200, b"<p>roses", (("Content-Type", "text/html"),)))
        listed = ListedSites([SiteChoice(home, "directory") for home in homes], names)
        levels = Levels(listed, light_spiders(names), names, WebsiteLimits(at_once=3))
        engine.crawl(WebsiteLive(job, log, levels, ByValidator(make_validator(job.validators, []))))
        assert WebsiteLog(log).totals().judged == len(homes)
        assert WebsiteLog(log).totals().requests == 0
