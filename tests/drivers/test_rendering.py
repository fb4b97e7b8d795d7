"""The browser in a live crawl: what it looks at, what comes of it, and that a crawl with one can be stopped and
resumed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from crawling import Crawled, crawl
from looking import SCRIPT, FakeLooker
from misbehaving import Redirect, Web, page

from hubwalk.browsing.recorded import open_recorded
from hubwalk.drivers import engine
from hubwalk.drivers.looks import LOOK
from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.store import renderings
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.explanation import explain_url
from hubwalk.store.exports import export

pytest_plugins = ["web_fixtures"]

HUBS = 12


def museum(web: Web, *, target_head: str = "") -> FakeLooker:
    """Twelve hubs; every second one shows three more items at a click. Items have scripts that lead nowhere."""
    hubs = [f"/hub/{n}" for n in range(HUBS)]
    web.put("/", page("home", *hubs))
    hidden = {}
    for n, hub in enumerate(hubs):
        web.put(hub, page(f"hub {n}", f"/item/{n}", head=SCRIPT))
        web.put(f"/item/{n}", page(f"item {n}", text=f"No. {n} and {n * 7} {n * 31}", head=target_head))
        if n % 2:
            hidden[hub] = [f"/item/{n}-{m}" for m in range(3)]
            for item in hidden[hub]:
                web.put(item, page(item, text=f"More of {item} {item}", head=target_head))
    return FakeLooker(hidden)


def looks_of(crawled: Crawled) -> dict[str, renderings.Look]:
    with SqliteCrawlLog.open(crawled.log) as log:
        return renderings.read(log, site=crawled.sites[0].site)


def test_headless_looks_at_every_page_and_follows_what_only_it_sees(web: Web) -> None:
    looker = museum(web)
    plain = crawl(web.url)
    crawled = crawl(web.url, browser="headless", looker=looker)
    assert len(plain.accepted) == HUBS
    assert len(crawled.accepted) == HUBS + 3 * HUBS // 2
    assert sorted(looker.looked) == sorted(
        "/" + o.page.url.partition("://")[2].partition("/")[2] for o in crawled.observations
    )
    found = crawled.at("/item/3-1")
    assert (found.choice.hub, found.choice.dom_path) == (f"{web.url}/hub/3", "html/body/ul.more/li[2]/a")
    assert found.choice.probes == "click html/body/button"
    assert crawled.at("/item/3").choice.probes == ""
    assert looker.closed == 1


def test_what_the_browser_did_is_in_the_log_and_in_the_progress(web: Web) -> None:
    looker = museum(web)
    looker.notes = ("other host cdn.test not asked, --allow-host allows it (4 times)", "POST /x blocked: no (2 times)")
    crawled = crawl(web.url, browser="headless", looker=looker)
    looks = looks_of(crawled)
    row = looks[f"{web.url}/hub/1"]
    assert (row.looked, row.plain, row.links, row.gained, row.probes, row.states) == (True, 1, 4, 3, 3, 2)
    assert looks[f"{web.url}/hub/2"].gained == 0
    total = crawled.sites[0].browser
    assert total is not None
    assert (total.looked, total.passed_over, total.gained) == (len(looker.looked), 0, 3 * HUBS // 2)
    assert total.paid == HUBS // 2
    assert total.requests == len(looker.looked)
    assert total.refused_hosts == {"cdn.test": len(looker.looked)}
    assert total.blocked == 2 * len(looker.looked)
    with SqliteCrawlLog.open(crawled.log) as log:
        assert renderings.totals(log)[f"{web.url}/"] == total
    assert crawled.sites[0].requests == len(crawled.observations)  # pages alone: max_pages counts as ever


def test_auto_finds_what_headless_finds_with_fewer_looks(web: Web) -> None:
    looker = museum(web, target_head=SCRIPT)
    everything = crawl(web.url, browser="headless", looker=looker)
    looker.looked.clear()
    crawled = crawl(web.url, browser="auto", looker=looker)
    assert crawled.accepted == everything.accepted
    assert len(looker.looked) == len(set(looker.looked)) < len(everything.observations) / 2
    assert {f"/hub/{n}" for n in range(1, HUBS, 2)} <= set(looker.looked)


def test_auto_never_opens_pages_on_which_nothing_can_happen(web: Web) -> None:
    looker = museum(web)
    crawl(web.url, browser="auto", looker=looker)
    assert {path.split("/")[1] for path in looker.looked} == {"hub"}


def test_second_looks_bring_what_was_passed_over(web: Web) -> None:
    # The first hubs gain nothing, so later ones are passed over, though one of them has a list behind a button.
    hubs = [f"/hub/{n}" for n in range(6)]
    web.put("/", page("home", *hubs))
    for n, hub in enumerate(hubs):
        web.put(hub, page(f"hub {n}", *(f"/item/{n}-{m}" for m in range(n)), head=SCRIPT))
        for m in range(n):
            web.put(f"/item/{n}-{m}", page(f"item {n} {m}", text=f"No. {n} {m} {n * m}"))
    web.put("/item/late", page("late"))
    looker = FakeLooker({"/hub/5": ["/item/late"]})
    crawled = crawl(web.url, browser="auto", looker=looker)
    assert "/item/late" in crawled.accepted
    assert crawled.at("/item/late").choice.hub == f"{web.url}/hub/5"
    assert web.count("/hub/5") == 1
    later = looks_of(crawled)[f"{web.url}/hub/5#looked"]
    assert (later.looked, later.gained) == (True, 1)
    total = crawled.sites[0].browser
    assert total is not None
    assert looker.looked[-total.again] == "/hub/5"  # first of the second looks: nothing has led to more items
    assert crawled.sites[0].fetched == len(crawled.observations)
    assert not [o for o in crawled.observations if o.choice.rule == LOOK]


def test_a_second_look_is_told_with_its_page(web: Web, tmp_path: Path) -> None:
    test_second_looks_bring_what_was_passed_over(web)
    looker = FakeLooker({"/hub/5": ["/item/late"]})
    crawled = crawl(web.url, browser="auto", looker=looker)
    hub = crawled.at("/hub/5")
    assert f"{web.url}/item/late" in {link.target for link in hub.page.links}
    assert hub.response is not None
    assert hub.response.rendering is not None
    with SqliteCrawlLog.open(crawled.log) as log:
        about = explain_url(log, f"{web.url}/item/late")
        assert about["found_via"]["probes"] == "click html/body/button"  # type: ignore[index]
        assert [step["url"] for step in about["chain"]] == [  # type: ignore[attr-defined]
            f"{web.url}/",
            f"{web.url}/hub/5",
            f"{web.url}/item/late",
        ]
        explained = explain_url(log, f"{web.url}/hub/5")["browser"]
        assert (explained["looked"], explained["gained"]) == (True, 1)  # type: ignore[index]
        ((page_url, link),) = log.links_to(f"{web.url}/item/late")
        assert (page_url, link.probes) == (f"{web.url}/hub/5", "click html/body/button")
    warc = tmp_path / "crawl.warc.gz"
    export(crawled.log, warc)
    for recorded in (open_recorded(crawled.log), open_recorded(warc)):
        assert read(recorded.fetch(f"{web.url}/hub/5")).links == hub.response.rendering.links
        assert f"{web.url}/hub/5#looked" not in recorded.urls()


def test_text_that_only_a_browser_sees_is_judged_and_its_kind_always_looked_at(web: Web) -> None:
    pages = [f"/thing/{n}" for n in range(9)]
    web.put("/", page("home", *pages))
    for n, path in enumerate(pages):
        web.put(path, page(f"thing {n}", head=SCRIPT))
    looker = FakeLooker(texts={path: f"wanted words of {path} {path}" for path in pages})
    crawled = crawl(web.url, browser="auto", looker=looker, validators=[f"python:{__name__}:WantedWords"])
    assert crawled.accepted == set(pages)
    assert set(looker.looked) == set(pages)


def test_text_that_was_missed_at_first_is_judged_anew(web: Web) -> None:
    # Nothing but the last ones has what is wanted, and only in a browser: they are passed over at first.
    pages = [f"/thing/{n}" for n in range(12)]
    web.put("/", page("home", *pages))
    for n, path in enumerate(pages):
        web.put(path, page(f"thing {n}", *(f"/item/{n}-{m}" for m in range(n)), head=SCRIPT))
    late = pages[8:]
    looker = FakeLooker(texts={path: f"wanted words of {path} {path}" for path in late})
    crawled = crawl(web.url, browser="auto", looker=looker, validators=[f"python:{__name__}:WantedWords"])
    assert crawled.accepted == set(late)
    assert crawled.sites[0].accepted == len(late)
    assert any(o.first is not None for o in crawled.observations)
    assert any("wanted words" in o.page.html for o in crawled.observations if o.first is not None)


class WantedWords:
    """Accepts pages that say so."""

    def judge(self, page):  # type: ignore[no-untyped-def]
        from hubwalk.values import Verdict

        return Verdict("wanted words" in page.html)


@pytest.mark.parametrize(
    ("stop_after", "strategy"), [(1, "adaptive"), (9, "adaptive"), (20, "xcrawl"), (27, "adaptive")]
)
def test_a_resumed_crawl_looks_at_the_pages_that_the_first_would_have(
    web: Web, tmp_path: Path, stop_after: int, strategy: str
) -> None:
    looker = museum(web, target_head=SCRIPT)
    whole = crawl(web.url, browser="auto", looker=looker, strategy=strategy)
    again = FakeLooker(looker.hidden)
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, browser="auto", looker=again, strategy=strategy, stop_after=stop_after)
    resumed = crawl(web.url, log=log, browser="auto", looker=again, strategy=strategy)
    assert again.looked == looker.looked
    assert [o.choice.url for o in resumed.observations] == [o.choice.url for o in whole.observations]
    assert looks_of(resumed) == looks_of(whole)
    assert resumed.sites[0].browser == whole.sites[0].browser


@pytest.mark.parametrize("stop_after", [HUBS + 5, 0])
def test_a_crawl_without_a_browser_goes_on_with_one(web: Web, tmp_path: Path, stop_after: int) -> None:
    looker = museum(web)
    log = tmp_path / "crawl.db"
    crawl(web.url, log=log, stop_after=stop_after)
    resumed = crawl(web.url, log=log, browser="headless", looker=looker)
    assert len(resumed.accepted) == HUBS + 3 * HUBS // 2
    assert sorted(looker.looked) == sorted(set(looker.looked))


def test_a_page_in_the_browser_is_given_up_when_the_crawl_ends(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looker = museum(web)
    looker.hangs_at = "/hub/2"
    log = tmp_path / "crawl.db"
    monkeypatch.setattr(engine, "GRACE", 60.0)  # it must not be needed
    stopped = crawl(web.url, log=log, browser="headless", looker=looker, max_time=0.6)
    assert stopped.sites[0].state == "stopped"
    assert "/hub/2" not in {o.choice.url.removeprefix(web.url) for o in stopped.observations}
    assert looker.closed == 1
    looker.hangs_at = ""
    resumed = crawl(web.url, log=log, browser="headless", looker=looker)
    assert len(resumed.accepted) == HUBS + 3 * HUBS // 2


def test_a_browser_that_cannot_be_launched_ends_the_crawl_with_its_reason(web: Web, tmp_path: Path) -> None:
    museum(web)
    with pytest.raises(UsageError, match="no browser here"):
        crawl(web.url, browser="headless", looker=FakeLooker(error=UsageError("no browser here")))
    with pytest.raises(UsageError, match="this crawl has no browser"):
        crawl(web.url, browser="headless", log=tmp_path / "other.db")


def test_failures_and_pages_that_are_there_already_are_not_looked_at(web: Web) -> None:
    web.put("/", page("home", "/gone", "/moved", "/item/1", head=SCRIPT))
    web.put("/item/1", page("one", head=SCRIPT))
    web.put("/moved", Redirect("/item/1"))
    looker = FakeLooker()
    crawl(web.url, browser="headless", looker=looker)
    assert sorted(looker.looked) == ["/", "/item/1"]


def test_several_sites_share_the_browser(web: Web, other_web: Web) -> None:
    first, second = museum(web), museum(other_web)
    looker = FakeLooker({**first.hidden, **second.hidden})
    crawled = crawl(web.url, other_web.url, browser="auto", looker=looker)
    assert [site.accepted for site in crawled.sites] == [HUBS + 3 * HUBS // 2] * 2
    assert looker.closed == 1


def test_the_browser_is_not_launched_before_a_page_needs_it(web: Web) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", page("one"))
    looker = FakeLooker(error=UsageError("never needed"))
    assert crawl(web.url, browser="auto", looker=looker).accepted == {"/item/1"}
    assert looker.closed == 0


def test_several_pages_of_a_site_at_a_time(web: Web) -> None:
    looker = museum(web, target_head=SCRIPT)
    crawled = crawl(web.url, browser="auto", looker=looker, in_flight=4)
    assert len(crawled.accepted) == HUBS + 3 * HUBS // 2


def test_looks_are_not_waited_for_by_the_loop() -> None:
    """The fake must yield to the loop, or these tests would not notice a driver that blocks."""
    assert asyncio.iscoroutinefunction(FakeLooker().look)
