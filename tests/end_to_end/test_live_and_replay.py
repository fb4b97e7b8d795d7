"""The live crawl and the replay of its own log choose the same URLs in the same order: what is measured on recorded
sites holds on the web."""

from __future__ import annotations

import pytest
from crawling import crawl
from misbehaving import Redirect, Web, page
from shop import stock

from hubwalk.browsing.recorded import open_recorded
from hubwalk.drivers.replay import replay
from hubwalk.pages.parse import read
from hubwalk.validators import make_validator
from hubwalk.values import Choice, Page, Site, Verdict

pytest_plugins = ["web_fixtures"]


@pytest.mark.parametrize("strategy", ["breadth_first", "best_first", "xcrawl"])
def test_replay_of_the_log_makes_the_same_choices(web: Web, strategy: str) -> None:
    stock(web)
    web.put("/about", page("about", "/old", "/older", "/gone", "/help/3?utm_source=x", menu=["/", "/list/0"]))
    web.put("/old", Redirect("/item/1"))
    web.put("/older", Redirect("/help/2"))
    like = [f"{web.url}/item/3", f"{web.url}/item/40"]
    crawled = crawl(web.url, strategy=strategy, like=like, seed=3)

    recorded = open_recorded(crawled.log)
    chosen: list[Choice] = []

    def on_fetch(choice: Choice, page: Page, verdict: Verdict) -> None:
        chosen.append(choice)

    replay(
        Site(f"{web.url}/"),
        recorded,
        make_validator(["url:/item"], []),
        strategy,
        seed=3,
        samples=[read(recorded.fetch(url)) for url in like],
        starts=like,
        on_fetch=on_fetch,
    )
    assert chosen == [o.choice for o in crawled.observations]
