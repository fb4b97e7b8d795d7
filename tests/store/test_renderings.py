"""What a browser found, in the log: rows, totals, notes, second looks, and WARC files that keep it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hubwalk.browsing.opaque import OpaqueUrls
from hubwalk.browsing.recorded import open_recorded
from hubwalk.drivers.looks import LOOK
from hubwalk.graph.web_graph import VIEW
from hubwalk.pages.parse import read
from hubwalk.store import renderings
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import export
from hubwalk.store.renderings import BrowserTotals, Look, blocked_in, refused_hosts_in, together
from hubwalk.values import Choice, Link, Observation, Page, Rendering, Response, TextBox, Verdict

SITE = "http://a.test/"
LINKS = (
    Link(f"{SITE}x", "x", "html/body/a"),
    Link(f"{SITE}y", "y", "html/body/div/a", "click html/body/button"),
    Link("http://elsewhere.test/", "z", "html/body/a[2]"),
)
RENDERING = Rendering(LINKS, (TextBox("hello", 1, 2, 30, 4.5),), 3, 7, 2, 1.25, ("alert answered",))
HTML = b"<html><body><p>Hello</p><a href='/x'>x</a></body></html>"


def seen(name: str, *, rendering: Rendering | None = None, **more: Any) -> Observation:
    url = f"{SITE}{name}"
    response = Response(url, url, 200, HTML, (("Content-Type", "text/html"),), rendering=rendering)
    page = read(response)
    links = tuple(link for link in page.links if link.target.startswith(SITE))
    made = Observation(SITE, Choice(url, "breadth"), replace(page, links=links), Verdict(False), response=response)
    return replace(made, **more)


def second_look(name: str) -> Observation:
    made = seen(name, rendering=RENDERING)
    page = replace(made.page, url=made.page.url + VIEW, requested=made.page.url + VIEW, duplicate_of=made.page.url)
    return replace(made, page=page, choice=Choice(page.url, LOOK, hub=f"{SITE}{name}"), requests=0)


def test_a_row_comes_back_as_it_was(tmp_path: Path) -> None:
    look = Look("k", "f", True, 1.5, 2, 3, 4, 5, 6, 7, True, True, ("one", "two \u2603"))
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as log:
        log.append(seen("a"), look)
        log.append(seen("b"))
        log.append(seen("c"), Look("k", "f", looked=False))
        assert renderings.read(log, site=SITE) == {f"{SITE}a": look, f"{SITE}c": Look("k", "f", looked=False)}
        assert renderings.of_page(log, f"{SITE}a") == look
        assert renderings.of_page(log, f"{SITE}b") is None


def test_what_led_to_a_page_is_kept_with_its_choice(tmp_path: Path) -> None:
    choice = Choice(f"{SITE}a", "harvest", hub=SITE, probes="hover html/body/nav > click html/body/nav/a")
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as log:
        log.append(seen("a", choice=choice))
        assert [found.choice for found in log.observations()] == [choice]
        assert log.at(1).choice == choice


def test_totals_of_a_site_and_of_all(tmp_path: Path) -> None:
    notes = (
        "other host cdn.test not asked, --allow-host allows it (3 times)",
        "POST /x blocked: it might change (2 times)",
    )
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as log:
        log.append(seen("a"), Look("k", "f", True, 1.5, 2, 3, 4, 5, 6, 7, notes=notes))
        log.append(seen("b"), Look("k", "f", looked=False))
        log.append(second_look("b"), Look("k", "f", True, 0.5, gained=0))
        (total,) = renderings.totals(log).values()
        assert log.totals()[0].fetched == 2
        assert log.totals()[0].duplicates == 0
    assert total == BrowserTotals(
        looked=2, passed_over=0, again=1, paid=1, gained=7, requests=2, probes=4, seconds=2.0, blocked=2,
        refused_hosts={"cdn.test": 1},
    )  # fmt: skip
    both = together([total, total])
    assert (both.looked, both.seconds, both.refused_hosts) == (4, 4.0, {"cdn.test": 2})
    assert both.plain()["looked"] == 4


@pytest.mark.parametrize(
    ("notes", "hosts", "blocked"),
    [
        ((), [], 0),
        (("alert answered",), [], 0),
        (("POST http://a.test/x blocked: it might change something on the server",), [], 1),
        (("DELETE /x blocked: it might (5 times)", "PUT /y blocked: it"), [], 6),
        (("other host b.test:80 not asked, --allow-host", "other host a.test not asked"), ["a.test", "b.test:80"], 0),
    ],
)
def test_notes_are_read(notes: tuple[str, ...], hosts: list[str], blocked: int) -> None:
    assert refused_hosts_in(notes) == hosts
    assert blocked_in(notes) == blocked


def test_a_second_look_belongs_to_its_page(tmp_path: Path) -> None:
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as log:
        log.append(seen("a"), Look("k", "f", looked=False))
        log.append(second_look("a"), Look("k", "f", looked=True, gained=1))
        log.append(seen("b"))
        first, second = log.observations(bodies=True)
        assert [link.target for link in first.page.links] == [f"{SITE}x", f"{SITE}y"]
        assert first.response is not None
        assert first.response.rendering == RENDERING
        assert second.page.url == f"{SITE}b"
        assert log.find(f"{SITE}a", bodies=True) == first
        assert renderings.of_page(log, f"{SITE}a") == Look("k", "f", looked=True, gained=1)
        assert [event.choice.rule for event in log.events() if isinstance(event, Observation)] == [
            "breadth",
            LOOK,
            "breadth",
        ]
        assert [page for page, _ in log.links_to(f"{SITE}x")] == [f"{SITE}a", f"{SITE}b"]


@pytest.mark.parametrize("ending", ["warc", "warc.gz"])
def test_a_warc_keeps_what_a_browser_found(tmp_path: Path, ending: str) -> None:
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as log:
        log.append(seen("plain"))
        log.append(seen("a", rendering=RENDERING))
        log.append(seen("b"))
    out = tmp_path / f"a.{ending}"
    assert export(tmp_path / "a.db", out) == 3
    recorded = open_recorded(out)
    assert list(recorded.urls()) == [f"{SITE}plain", f"{SITE}a", f"{SITE}b"]
    assert recorded.fetch(f"{SITE}a").rendering == RENDERING
    assert recorded.fetch(f"{SITE}a").body == HTML
    assert recorded.fetch(f"{SITE}plain").rendering is None
    assert recorded.fetch(f"{SITE}b").rendering is None


def test_opaque_urls_hide_what_a_browser_found_too() -> None:
    import random

    urls = OpaqueUrls(SITE, random.Random(0))
    page = read(urls.rewrite(Response(SITE, SITE, 200, HTML, (("Content-Type", "text/html"),), rendering=RENDERING)))
    assert [link.target for link in page.links] == [urls.hide(link.target) for link in LINKS]
    assert f"{SITE}y" not in [link.target for link in page.links]
    assert isinstance(page, Page)
