"""What watches keep: what the last one saw, what counts as settled, what was found."""

from __future__ import annotations

from pathlib import Path

from observations import Make

from hubwalk.drivers.watch_knowledge import Knowledge, may_pass
from hubwalk.recipes.watching import ListLook
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.watches import FEED, HUB, KNOWN, NEW, SITEMAP, UNLISTED, VANISHED, Event, Visit, WatchLog
from hubwalk.values import Link, Response

pytest_plugins = ["observations"]

SITE = "http://shop.test/"
LIST = f"{SITE}list"


def links(*names: str) -> tuple[Link, ...]:
    return tuple(Link(SITE + name, name, "html/body/a") for name in names)


def opened(path: Path, make: Make) -> WatchLog:
    log = SqliteCrawlLog.create(path / "a.db", {})
    log.append(make("list", links=("a", "b")))
    log.append(make("a", accepted=True, hub=LIST))
    log.append(make("b", status=404))
    log.append(make("c", status=503))
    return WatchLog(log, SITE)


def test_pages_of_the_crawl(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    pages = {page.url: page for page in store.pages()}
    assert [page.ok for page in pages.values()] == [True, True, False, False]
    assert pages[f"{SITE}a"].accepted
    assert [link.target for link in store.links_of(pages[LIST])] == [f"{SITE}a", f"{SITE}b"]
    answer = store.response_of(pages[LIST])
    assert answer is not None
    assert answer.header("server") == "shop"


def test_the_last_visit_counts_and_settled_is_what_a_whole_watch_saw(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    first = store.begin("a.toml", 1000.0)
    head = Response(LIST, LIST, 200, b"", (("ETag", '"1"'),))
    store.add_visit(first, Visit(LIST, HUB, 200, links=links("a"), response=head))
    store.add_visit(first, Visit(LIST, HUB, 304))
    assert store.last_links(LIST) == links("a")
    assert store.last_links(LIST, settled=True) is None
    store.end(first, 1001.0, "", holds=True, report=[])
    assert store.last_links(LIST, settled=True) == links("a")
    second = store.begin("a.toml", 2000.0)
    store.add_visit(second, Visit(LIST, HUB, 200, links=links("a", "z")))
    assert (store.last_links(LIST), store.last_links(LIST, settled=True)) == (links("a", "z"), links("a"))
    store.end(second, 2001.0, "", holds=False, report=["all is different"])
    assert store.last_links(LIST, settled=True) == links("a")
    assert store.last_response(LIST) == head
    assert store.ended() == 2


def test_a_sitemap_at_the_address_of_a_page_is_another_thing(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    number = store.begin("a.toml", 1000.0)
    store.add_visit(number, Visit(LIST, HUB, 200, links=links("a")))
    store.add_visit(number, Visit(LIST, SITEMAP, 200, links=links("b")))
    store.add_visit(number, Visit(f"{SITE}rss", FEED, 200, links=links("c")))
    assert (store.last_links(LIST), store.last_links(LIST, source=True)) == (links("a"), links("b"))
    assert store.last_links(f"{SITE}rss", source=True) == links("c")
    assert set(store.visits(number, HUB)) == {LIST}


def test_an_interrupted_watch_is_gone_on_with_for_a_while(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    first = store.begin("a.toml", 1000.0)
    assert store.begin("a.toml", 1100.0, go_on=3600) == first
    assert store.begin("a.toml", 5000.0, go_on=3600) != first
    second = store.begin("a.toml", 9000.0)
    store.end(second, 9001.0, "", holds=True, report=[])
    assert store.begin("a.toml", 9002.0, go_on=3600) not in (first, second)


def test_events_and_lists_come_back(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    number = store.begin("a.toml", 1000.0)
    events = [Event(NEW, f"{SITE}n", "N \ud800", LIST, "was x", 1001.0), Event(UNLISTED, f"{SITE}a", at=1002.0)]
    store.add_events(number, events[:1])
    store.add_visit(number, Visit(f"{SITE}a", KNOWN, 0, "time-out"), events[1:])
    assert [(event.event, event.url, event.at) for event in store.events(number)] == [
        (event.event, event.url, event.at) for event in events
    ]
    store.add_list(number, ListLook("level", LIST, [True, False]), in_order=True)
    assert store.list_orders() == [("level", 2, 1, True)]
    assert WatchLog(store.log, "http://other.test/").events() == []


def test_what_is_known_of_a_page(tmp_path: Path, make: Make) -> None:
    store = opened(tmp_path, make)
    known = Knowledge(store)
    assert [known.accepted(SITE + name) for name in ("a", "list", "b", "c", "d")] == [True, False, False, None, None]
    number = store.begin("a.toml", 1000.0)
    for _ in range(3):
        store.add_visit(number, Visit(f"{SITE}c", KNOWN, 503, "status 503"))
    store.add_events(number, [Event(VANISHED, f"{SITE}a")])
    known = Knowledge(store)
    assert known.accepted(f"{SITE}c") is False  # three times are enough
    assert (known.accepted(f"{SITE}a"), list(known.wanted()), known.gone()) == (False, [], [f"{SITE}a"])
    known.revive([f"{SITE}a"])
    assert known.accepted(f"{SITE}a") is None


def test_failures_that_may_pass() -> None:
    assert all(may_pass(*one) for one in [(0, "time-out after 5 s"), (503, ""), (429, ""), (500, "status 500")])
    assert not any(may_pass(*one) for one in [(404, ""), (200, ""), (0, "robots.txt forbids"), (403, "status 403")])
