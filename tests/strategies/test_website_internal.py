"""What is this site? Few pages, the decisive ones first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from made_up_webs import NAMES, MadeUpWeb, page_of

from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import InternalCrawler
from hubwalk.ranking.page_confidence import decisiveness
from hubwalk.ranking.site_confidence import RunningPrior
from hubwalk.strategies.website_internal import DecisivePages, internal_crawlers
from hubwalk.values import Link, Page, SiteChoice

HOME = "http://a.test/"


def examine(crawler: DecisivePages, web: MadeUpWeb) -> list[str]:
    """Let an internal crawler run: the pages that it asked for."""
    asked = []
    while (choice := crawler.choose()) is not None:
        asked.append(choice.url)
        page = web.page(choice.url)
        wanted = float(page.title) if page.ok else 0.0
        crawler.observe(page, (wanted, 1 - wanted) if page.ok else ())
    return asked


def a_site(**pages: tuple[float, Sequence[str]]) -> MadeUpWeb:
    """Pages of one site by name, `home` is its home page; links by name, or whole URLs."""

    def url(name: str) -> str:
        return name if "://" in name else HOME + ("" if name == "home" else name)

    return MadeUpWeb({url(name): (told, [url(to) for to in links]) for name, (told, links) in pages.items()})


def test_it_stops_at_the_threshold_for_or_against() -> None:
    for told, relevant in ((0.95, True), (0.05, False)):
        web = a_site(home=(told, "abcd"), a=(told, ""), b=(told, ""), c=(told, ""), d=(told, ""))
        crawler = DecisivePages(HOME, NAMES, 0.1, l_threshold=0)
        assert isinstance(crawler, InternalCrawler)
        # One page gives .86, two .974.
        assert examine(crawler, web) == [HOME, f"{HOME}a"]
        verdict = crawler.verdict()
        assert (verdict.relevant, verdict.settled, verdict.pages) == (relevant, True, 2)
        assert max(verdict.confidence, 1 - verdict.confidence) == pytest.approx(0.86**2 / (0.86**2 + 0.14**2), abs=1e-6)
        assert verdict.decisive == ((HOME, told), (f"{HOME}a", told))


def test_a_lower_threshold_takes_fewer_pages() -> None:
    web = a_site(home=(0.95, "ab"), a=(0.95, ""), b=(0.95, ""))
    assert len(examine(DecisivePages(HOME, NAMES, 0.1, p_threshold=0.7, l_threshold=0), web)) == 1
    assert len(examine(DecisivePages(HOME, NAMES, 0.1, p_threshold=0.99, l_threshold=0), web)) == 3


def test_sites_to_be_read_whole_are_read_to_the_cap() -> None:
    web = a_site(home=(0.95, "abcd"), a=(0.95, ""), b=(0.95, ""), c=(0.95, ""), d=(0.95, ""))
    make = internal_crawlers(NAMES, 0.1, RunningPrior(), l_threshold=0, most_pages=4, read_whole=["http://www.a.test/"])
    whole = make(SiteChoice(HOME, "start"))
    assert len(examine(whole, web)) == 4
    assert whole.verdict().settled
    others = internal_crawlers(NAMES, 0.1, RunningPrior(), l_threshold=0, most_pages=4, read_whole=["http://b.test/"])
    assert len(examine(others(SiteChoice(HOME, "start")), web)) == 2


def test_pages_linked_from_decisive_pages_come_first() -> None:
    # a says nothing, b is decisive (against): what b links to comes before what a links to.
    web = a_site(home=(0.5, "ab"), a=(0.5, ["x"]), b=(0.2, ["y"]), x=(0.5, ""), y=(0.5, ""))
    asked = examine(DecisivePages(HOME, NAMES, 0.1, p_threshold=0.999), web)
    assert [url.removeprefix(HOME) for url in asked] == ["", "a", "b", "y", "x"]


def test_the_rank_is_the_mean_over_linking_pages() -> None:
    crawler = DecisivePages(HOME, NAMES, 0.1, p_threshold=0.999)
    crawler.choose()
    crawler.observe(page_of(HOME, 0.6, [f"{HOME}a", f"{HOME}x"]), (0.6, 0.4))
    crawler.choose()
    crawler.observe(page_of(f"{HOME}a", 0.9, [f"{HOME}x"]), (0.9, 0.1))
    choice = crawler.choose()
    assert choice is not None
    assert (choice.url, choice.rule, choice.hub) == (f"{HOME}x", "decisive", HOME)
    assert choice.score == pytest.approx((decisiveness((0.6, 0.4)) + decisiveness((0.9, 0.1))) / 2)


def test_it_goes_on_for_links_on_relevant_sites_only() -> None:
    names = "abcdefgh"
    for told, pages in ((0.95, 9), (0.05, 2)):
        web = a_site(home=(told, names), **dict.fromkeys(names, (told, "")))
        assert len(examine(DecisivePages(HOME, NAMES, 0.1, l_threshold=10), web)) == pages


def test_links_to_other_sites_end_it_and_count_once() -> None:
    others = [f"http://b{i}.test/" for i in range(12)]
    web = a_site(home=(0.95, ["a", "b", "c", *others]), a=(0.95, others), b=(0.95, ""), c=(0.95, ""))
    assert len(examine(DecisivePages(HOME, NAMES, 0.1, l_threshold=12), web)) == 2
    repeated = a_site(home=(0.95, ["a", "b", "c", *others[:1] * 50]), a=(0.95, others[:1]), b=(0.95, ""), c=(0.95, ""))
    assert len(examine(DecisivePages(HOME, NAMES, 0.1, l_threshold=12), repeated)) == 4


def test_a_cap_ends_a_trap() -> None:
    class Trap(MadeUpWeb):
        def page(self, url: str) -> Page:
            return page_of(url, 0.5, [f"{url}x", f"{url}y"])

    crawler = DecisivePages(HOME, NAMES, 0.1, most_pages=20)
    assert len(examine(crawler, Trap({}))) == 20
    verdict = crawler.verdict()
    assert (verdict.relevant, verdict.settled) == (False, False)
    assert verdict.reason == "20 pages that say nothing of what it is"


def test_the_same_text_again_is_no_evidence() -> None:
    crawler = DecisivePages(HOME, NAMES, 0.1, most_pages=20)
    for _ in range(20):
        choice = crawler.choose()
        assert choice is not None
        crawler.observe(page_of(choice.url, 0.8, [f"{choice.url}x"], digest="same"), (0.8, 0.2))
    assert crawler.choose() is None
    assert not crawler.verdict().settled
    assert len(crawler.verdict().decisive) == 1


def test_pages_without_text_make_no_site_relevant_whatever_the_prior() -> None:
    web = a_site(home=(0.5, "ab"), a=(0.5, ""), b=(0.5, ""))
    for share in (0.01, 0.99):
        crawler = DecisivePages(HOME, NAMES, 0.1, lambda share=share: share)  # type: ignore[misc]
        assert len(examine(crawler, web)) == 3
        assert not crawler.verdict().relevant
        assert not crawler.verdict().settled


def test_a_frame_page_decides_nothing_and_its_frames_do() -> None:
    web = a_site(home=(0.5, ["menu", "text"]), menu=(0.5, ["more"]), text=(0.97, ""), more=(0.97, ""))
    crawler = DecisivePages(HOME, NAMES, 0.1, lambda: 0.05, l_threshold=0)
    assert len(examine(crawler, web)) == 4
    assert crawler.verdict().relevant


def test_a_dead_home_page_ends_it() -> None:
    crawler = DecisivePages(HOME, NAMES, 0.1)
    assert examine(crawler, MadeUpWeb({})) == [HOME]
    verdict = crawler.verdict()
    assert (verdict.relevant, verdict.settled, verdict.confidence, verdict.pages) == (False, False, 0.0, 1)
    assert verdict.reason == "its home page could not be read: status 404"


def test_a_dead_page_further_down_does_not() -> None:
    web = a_site(home=(0.6, "ab"), b=(0.6, ""))
    crawler = DecisivePages(HOME, NAMES, 0.1)
    assert len(examine(crawler, web)) == 3
    assert crawler.verdict().relevant


def test_a_home_page_from_another_site_makes_it_an_alias() -> None:
    web = MadeUpWeb({"http://b.test/": (0.95, ["http://a.test/x"])}, moved={HOME: "http://b.test/"})
    crawler = DecisivePages(HOME, NAMES, 0.1)
    assert examine(crawler, web) == [HOME]
    verdict = crawler.verdict()
    assert (verdict.relevant, verdict.settled, verdict.decisive) == (False, False, ())
    assert verdict.confidence == pytest.approx(0.86)  # what was read speaks for where it leads
    assert verdict.reason == "its home page leads to http://b.test/"


def test_a_move_to_www_is_the_same_site_and_asked_for_there() -> None:
    web = MadeUpWeb(
        {
            "https://www.a.test/": (0.6, ["http://a.test/x", "https://www.a.test/x", "http://a.test/"]),
            "https://www.a.test/x": (0.6, ["http://a.test/"]),
        },
        moved={HOME: "https://www.a.test/"},
    )
    crawler = DecisivePages(HOME, NAMES, 0.1)
    assert examine(crawler, web) == [HOME, "https://www.a.test/x"]


def test_files_and_other_sites_and_users_are_not_its_pages() -> None:
    names = SiteNames("user")
    links = ["http://a.test/x.pdf", "http://b.test/", "http://a.test/~joe/", "http://a.test/x"]
    web = MadeUpWeb({HOME: (0.5, links), "http://a.test/x": (0.5, "")})
    assert examine(DecisivePages(HOME, names, 0.1), web) == [HOME, "http://a.test/x"]


def test_the_prior_is_read_once_with_the_first_page() -> None:
    share = [0.4]
    crawler = DecisivePages(HOME, NAMES, 0.1, lambda: share[0])
    crawler.choose()
    crawler.observe(page_of(HOME, 0.5), (0.5, 0.5))
    share[0] = 0.6
    assert crawler.verdict().confidence == pytest.approx(0.4)


def test_what_was_chosen_and_did_not_come_waits_again() -> None:
    crawler = DecisivePages(HOME, NAMES, 0.1)
    crawler.choose()
    crawler.observe(page_of(HOME, 0.5, [f"{HOME}a", f"{HOME}b"]), (0.5, 0.5))
    chosen = crawler.choose()
    assert chosen is not None
    assert chosen.url == f"{HOME}a"
    crawler.observe(page_of(f"{HOME}b", 0.5), (0.5, 0.5))
    again = crawler.choose()
    assert again is not None
    assert (again.url, again.hub) == (f"{HOME}a", HOME)


def test_a_hundred_thousand_links_on_a_page() -> None:
    links = [f"http://a.test/{i}" for i in range(50_000)] + [f"http://s{i}.test/x" for i in range(50_000)]
    page = Page(HOME, HOME, links=tuple(Link(url, "", "html/body/a") for url in links), digest="x")
    crawler = DecisivePages(HOME, NAMES, 0.1, p_threshold=0.999)
    crawler.choose()
    crawler.observe(page, (0.9, 0.1))
    choice = crawler.choose()
    assert choice is not None
    assert choice.url == "http://a.test/0"
