"""Replay on a site that is a dictionary: what counts as a download, what is accepted, what is parsed once."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

import pytest

from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.drivers.stopping import StopRules
from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.values import Choice, Estimate, Page, Response, Site, Verdict

HOME = "http://shop.test/"


class DictSite:
    """A browser over {path: [paths it links to]}; everything else is a dead link. A path in `moved` redirects."""

    def __init__(self, links: dict[str, list[str]], moved: dict[str, str] | None = None) -> None:
        self.links = links
        self.moved = moved or {}
        self.fetches: Counter[str] = Counter()

    def fetch(self, url: str) -> Response:
        self.fetches[url] += 1
        path = url.removeprefix(HOME.rstrip("/"))
        path = self.moved.get(path, path)
        if path not in self.links:
            return Response(url, url, 404, b"gone")
        items = "".join(f'<li><a href="{target}">{target}</a></li>' for target in self.links[path])
        html = f"<html><head><title>{path}</title></head><body><p>this is {path}</p><ul>{items}</ul></body></html>"
        return Response(url, at(path), 200, html.encode(), (("content-type", "text/html"),))


class Targets:
    """Accepts by URL, and remembers what it was asked."""

    def __init__(self, *paths: str) -> None:
        self.urls = {at(path) for path in paths}
        self.judged: list[Page] = []

    def judge(self, page: Page) -> Verdict:
        self.judged.append(page)
        return Verdict(page.url in self.urls, 1.0, "known")


def at(path: str) -> str:
    return f"{HOME.rstrip('/')}{path}"


@pytest.fixture
def shop() -> DictSite:
    return DictSite(
        {"/": ["/list", "/about"], "/list": ["/c1", "/c2", "/dead"], "/c1": ["/c2"], "/c2": [], "/about": []}
    )


def test_every_fetch_is_a_download_dead_links_too(shop: DictSite) -> None:
    run = replay(Site(HOME), shop, Targets("/c1", "/c2"), "breadth_first")
    assert [d.url for d in run.downloads] == [at(p) for p in ("/", "/list", "/about", "/c1", "/c2", "/dead")]
    assert [d.url for d in run.downloads if d.accepted] == [at("/c1"), at("/c2")]
    assert [d.rule for d in run.downloads] == ["start"] + ["breadth"] * 5
    assert run.exhausted
    assert all(d.seconds >= 0 for d in run.downloads)


def test_start_pages_come_first_and_a_sample_is_accepted_whatever_the_validator_says(shop: DictSite) -> None:
    sample = read(shop.fetch(at("/c2")))
    validator = Targets("/c1")
    run = replay(Site(HOME), shop, validator, "breadth_first", samples=[sample], starts=[at("/c2")])
    assert [(d.url, d.rule, d.accepted) for d in run.downloads[:2]] == [
        (HOME, "start", False),
        (at("/c2"), "sample", True),
    ]
    assert at("/c2") not in {page.url for page in validator.judged}


def test_max_pages_stops_the_run_and_says_so(shop: DictSite) -> None:
    run = replay(Site(HOME), shop, Targets(), "breadth_first", max_pages=3)
    assert len(run.downloads) == 3
    assert not run.exhausted


def test_a_duplicate_costs_a_download_and_is_neither_judged_nor_accepted() -> None:
    site = DictSite({"/": ["/a", "/b"], "/a": [], "/old": []}, moved={"/b": "/a"})
    validator = Targets("/a")
    run = replay(Site(HOME), site, validator, "breadth_first")
    assert [(d.url, d.accepted, d.duplicate_of) for d in run.downloads[1:]] == [
        (at("/a"), True, ""),
        (at("/b"), False, at("/a")),
    ]
    assert [page.url for page in validator.judged].count(at("/a")) == 1


def test_pages_are_fetched_once_for_many_runs_and_lose_their_text_only_on_request(shop: DictSite) -> None:
    slim, full = ParsedPages(shop, keep_html=False), Targets("/c1")
    first = replay(Site(HOME), slim, full, "breadth_first", seed=1)
    again = replay(Site(HOME), slim, full, "breadth_first", seed=2)
    assert [d.url for d in first.downloads] == [d.url for d in again.downloads]
    assert set(shop.fetches.values()) == {1}
    assert slim.read(HOME).html == ""
    assert slim.read(HOME).links == ParsedPages(shop).read(HOME).links
    assert "this is /" in ParsedPages(shop).read(HOME).html


def test_every_fetch_is_told_with_choice_page_and_verdict(shop: DictSite) -> None:
    told: list[tuple[Choice, Page, Verdict]] = []
    run = replay(Site(HOME), shop, Targets("/c1"), "breadth_first", on_fetch=lambda c, p, v: told.append((c, p, v)))
    assert [page.url for _, page, _ in told] == [d.url for d in run.downloads]
    found = next((choice, page) for choice, page, verdict in told if verdict.accepted)
    assert found[0].hub == at("/list")
    assert found[1].title == "/c1"
    dead = next(verdict for _, page, verdict in told if page.url == at("/dead"))
    assert dead.reason == "status 404"


def test_estimates_are_told_on_request_and_change_nothing(shop: DictSite) -> None:
    told: list[tuple[int, Estimate]] = []
    run = replay(
        Site(HOME), shop, Targets("/c1", "/c2"), "xcrawl", on_estimate=lambda n, estimate: told.append((n, estimate))
    )
    assert [number for number, _ in told] == list(range(1, len(run.downloads) + 1))
    assert [estimate.found for _, estimate in told] == list(accumulate(d.accepted for d in run.downloads))
    assert run.estimate == told[-1][1] == Estimate(2, 2.0, 2.0, 2.0)
    plain = replay(Site(HOME), shop, Targets("/c1", "/c2"), "xcrawl")
    assert [d.url for d in plain.downloads] == [d.url for d in run.downloads]
    assert plain.estimate == run.estimate


def test_a_stop_rule_ends_the_run_and_says_why() -> None:
    site = DictSite({"/": [f"/{n}" for n in range(300)], **{f"/{n}": [] for n in range(300)}})
    wanted = [f"/{n}" for n in range(20)]
    run = replay(Site(HOME), site, Targets(*wanted), "breadth_first", stop=StopRules(yield_below=0.01))
    assert (len(run.downloads), run.exhausted) == (1 + 20 + 100, False)
    assert run.stopped == "yield below 0.01: 0 accepted of the last 100 downloads"
    whole = replay(Site(HOME), site, Targets(*wanted), "breadth_first")
    assert (len(whole.downloads), whole.exhausted, whole.stopped) == (301, True, "")


def test_an_unknown_strategy_is_named_with_the_nearest(shop: DictSite) -> None:
    with pytest.raises(UsageError, match="did you mean 'breadth_first'"):
        replay(Site(HOME), shop, Targets(), "breadth_frist")
