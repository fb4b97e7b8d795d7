"""One frontier of pages over all sites, and which sites are relevant by it."""

from __future__ import annotations

from random import Random

import pytest
from made_up_webs import NAMES, Believer, MadeUpWeb, random_web

from hubwalk.strategies.page_crawler import GroupedSites, HomePageSites, PageCrawler


def fetch_all(crawler: PageCrawler, web: MadeUpWeb) -> list[str]:
    asked = []
    while (choice := crawler.choose()) is not None:
        asked.append(choice.url)
        page = web.page(choice.url)
        crawler.observe(page, Believer().confidences(page) if page.ok else ())
    return asked


def test_the_page_whose_linking_pages_fit_best_comes_next() -> None:
    web = MadeUpWeb(
        {
            "http://a.test/": (0.9, ["http://a.test/x", "http://c.test/"]),
            "http://b.test/": (0.2, ["http://b.test/y", "http://c.test/"]),
        }
    )
    asked = fetch_all(PageCrawler(["http://a.test/", "http://b.test/", "http://a.test/"], NAMES), web)
    # x: .9, c: (.9 + .2) / 2, y: .2
    assert asked == ["http://a.test/", "http://b.test/", "http://a.test/x", "http://c.test/", "http://b.test/y"]


def test_the_guard_keeps_it_from_large_sites() -> None:
    links = [f"http://a.test/{i}" for i in range(50)]
    web = MadeUpWeb({"http://a.test/": (0.9, [*links, "http://b.test/"]), **dict.fromkeys(links, (0.9, links))})
    asked = fetch_all(PageCrawler(["http://a.test/"], NAMES, guard=10), web)
    assert sum(url.startswith("http://a.test/") for url in asked) == 10
    assert "http://b.test/" in asked


@pytest.mark.parametrize("seed", range(10))
def test_no_page_is_asked_for_twice(seed: int) -> None:
    web = random_web(Random(seed), sites=12, pages=6, links=8)
    asked = fetch_all(PageCrawler(["http://www.s0.test/"], NAMES), web)
    assert len(asked) == len(set(asked))


def test_all_pages_of_a_site_together() -> None:
    sites = GroupedSites(NAMES, error=0.1)
    sites.add("http://a.test/x", (0.9, 0.1))
    assert sites.relevant == 1
    sites.add("http://www.a.test/y", (0.1, 0.9))
    sites.add("http://a.test/z", (0.1, 0.9))
    sites.add("http://b.test/", (0.7, 0.3))
    sites.add("http://c.test/", ())
    assert sites.relevant == 1
    verdicts = sites.verdicts()
    assert {site: (v.relevant, v.pages) for site, v in verdicts.items()} == {
        "http://a.test/": (False, 3),
        "http://b.test/": (True, 1),
        "http://c.test/": (False, 1),
    }
    # (.9 * .9 + .1 * .1) = .82 and .18, once for and twice against
    assert verdicts["http://a.test/"].confidence == pytest.approx(0.18 / (0.18 + 0.82))


def test_home_pages_alone() -> None:
    sites = HomePageSites(NAMES)
    sites.add("http://a.test/x", (0.9, 0.1))
    sites.add("http://b.test/", (0.8, 0.2))
    sites.add("http://c.test/", (0.3, 0.7))
    assert sites.relevant == 1
    assert {site: (v.relevant, v.settled) for site, v in sites.verdicts().items()} == {
        "http://a.test/": (False, False),
        "http://b.test/": (True, True),
        "http://c.test/": (False, True),
    }
