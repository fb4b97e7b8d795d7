"""The live crawl against servers that misbehave, one named misbehaviour at a time."""

from __future__ import annotations

import pytest
from crawling import crawl
from misbehaving import (
    DropsMidway,
    FlakyThenFine,
    ForbiddenByRobots,
    Gzip,
    HangsUp,
    Html,
    HugePage,
    LiesAboutCharset,
    NotHtml,
    Redirect,
    RedirectLoop,
    Slow,
    TooMany,
    WantsCookie,
    Web,
    page,
)

pytest_plugins = ["web_fixtures"]


def test_slow_page_times_out_and_the_crawl_goes_on(web: Web) -> None:
    web.put("/", page("home", "/slow", "/item/1"))
    web.put("/slow", Slow(5))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url, timeout=0.3, retries=0)
    assert crawled.at("/slow").page.error == "time-out after 0.3 s"
    assert crawled.accepted == {"/item/1"}


def test_dropped_connection_is_tried_again_and_then_reported(web: Web) -> None:
    web.put("/", page("home", "/drops", "/item/1"))
    web.put("/drops", DropsMidway())
    web.put("/item/1", page("one"))
    crawled = crawl(web.url, retries=1)
    assert crawled.at("/drops").page.error == "the connection broke off"
    assert crawled.at("/drops").requests == web.count("/drops") == 2
    assert crawled.at("/drops").page.links == ()
    assert crawled.accepted == {"/item/1"}


def test_server_that_hangs_up_on_the_entry_page_fails_the_site(web: Web) -> None:
    web.put("/", HangsUp())
    (site,) = crawl(web.url, retries=1).sites
    assert (site.state, site.reason) == ("failed", "the connection broke off")
    assert web.count("/") >= 2  # a connection that was kept open is renewed without counting


def test_https_where_there_is_none(web: Web) -> None:
    (site,) = crawl(f"https://127.0.0.1:{web.port}/", retries=0).sites
    assert site.state == "failed"
    assert site.reason.startswith("no secure connection")


def test_redirect_loop_ends_early(web: Web) -> None:
    web.put("/", page("home", "/loop", "/item/1"))
    web.put("/loop", RedirectLoop())
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert "loop" in crawled.at("/loop").page.error
    assert web.pages["/loop?1"] + web.pages["/loop?2"] <= 5
    assert crawled.at("/loop").requests == 1  # redirects do not count
    assert crawled.accepted == {"/item/1"}


def test_final_url_of_a_redirect_is_the_page_and_is_fetched_once(web: Web) -> None:
    web.put("/", page("home", "/old", "/item/new", "/older"))
    web.put("/old", Redirect("/item/new", 301))
    web.put("/older", Redirect("/item/new", 308))
    web.put("/item/new", page("new"))
    crawled = crawl(web.url)
    assert crawled.at("/old").page.url == f"{web.url}/item/new"
    assert web.count("/item/new") == 1
    assert crawled.accepted == {"/item/new"}
    again = crawled.at("/older")
    assert again.page.duplicate_of == f"{web.url}/item/new"
    assert not again.verdict.accepted


def test_redirect_out_of_the_site_is_not_followed(web: Web, other_web: Web) -> None:
    web.put("/", page("home", "/away", "/item/1"))
    web.put("/away", Redirect(f"{other_web.url}/item/9"))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert "leads out of the site" in crawled.at("/away").page.error
    assert other_web.requests == []
    assert crawled.accepted == {"/item/1"}


def test_site_that_moved_is_followed_to_its_new_home(web: Web, other_web: Web) -> None:
    web.put("/", Redirect(f"{other_web.url}/start"))
    other_web.put("/start", page("home", "/item/1"))
    other_web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert crawled.accepted == {"/item/1"}


def test_charset_lie_is_seen_through(web: Web) -> None:
    web.put("/", LiesAboutCharset())
    assert crawl(web.url).at("/").page.title == "Žluťoučký kůň"


def test_too_many_requests_waits_and_tries_again(web: Web) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", TooMany(page("one").html, times=2))
    crawled = crawl(web.url)
    assert crawled.at("/item/1").page.title == "one"
    assert crawled.at("/item/1").requests == web.count("/item/1") == 3
    assert crawled.accepted == {"/item/1"}


def test_server_that_asks_for_a_very_long_pause_is_not_waited_for(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/item/2"))
    web.put("/item/1", TooMany("", times=9, retry_after="86400"))
    web.put("/item/2", page("two"))
    crawled = crawl(web.url)
    assert crawled.at("/item/1").page.status == 429
    assert crawled.accepted == {"/item/2"}


def test_flaky_page_is_had_in_the_end_and_retries_count(web: Web) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", FlakyThenFine(page("one").html, times=2))
    crawled = crawl(web.url)
    assert crawled.at("/item/1").requests == 3
    assert crawled.sites[0].requests == 4
    assert crawled.accepted == {"/item/1"}


def test_retries_stay_within_max_pages(web: Web) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", FlakyThenFine(page("one").html, times=9))
    crawled = crawl(web.url, max_pages=3, retries=5)
    assert sum(web.pages.values()) == 3
    assert crawled.sites[0].requests == 3


def test_huge_page_is_cut_off(web: Web) -> None:
    size = 30_000_000  # far more than the buffers between the two
    web.put("/", page("home", "/huge", "/item/1"))
    web.put("/huge", HugePage(size))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url, max_size=100_000, retries=0)
    assert crawled.at("/huge").page.error == "larger than 100000 bytes"
    assert web.bytes_sent < size
    assert crawled.accepted == {"/item/1"}


def test_what_is_not_html_is_not_downloaded(web: Web) -> None:
    web.put("/", page("home", "/item/paper", "/item/1"))
    web.put("/item/paper", NotHtml(size=20_000_000))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert crawled.at("/item/paper").page.error == "not HTML but application/pdf"
    assert web.bytes_sent < 10_000_000
    assert crawled.accepted == {"/item/1"}


def test_gzip(web: Web) -> None:
    web.put("/", Gzip(page("home", "/item/1").html))
    web.put("/item/1", Gzip(page("one").html))
    assert crawl(web.url).accepted == {"/item/1"}


def test_page_that_wants_its_cookie_back(web: Web) -> None:
    web.put("/", WantsCookie(page("home", "/item/1").html))
    web.put("/item/1", page("one"))
    assert crawl(web.url).accepted == {"/item/1"}


def test_robots_txt_is_obeyed_and_costs_nothing(web: Web) -> None:
    web.put("/robots.txt", ForbiddenByRobots("/item/secret"))
    web.put("/", page("home", "/item/secret", "/item/1"))
    web.put("/item/secret", page("secret"))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert crawled.at("/item/secret").page.error == "robots.txt forbids"
    assert crawled.at("/item/secret").requests == 0
    assert web.count("/item/secret") == 0
    assert crawled.accepted == {"/item/1"}
    assert crawled.sites[0].requests == 2


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (500, False), (503, False)])
def test_robots_txt_that_the_server_cannot_give_now_forbids_everything(web: Web, status: int, allowed: bool) -> None:
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", page("one"))
    web.put("/robots.txt", Html("<html><body>not now</body></html>", status=status))
    crawled = crawl(web.url, retries=0)
    assert crawled.accepted == ({"/item/1"} if allowed else set())
    if not allowed:
        assert (crawled.sites[0].state, crawled.sites[0].reason) == ("failed", "entry page: robots.txt forbids")
        web.put("/robots.txt", Html(status=404))
        assert crawl(web.url, retries=0).accepted == {"/item/1"}, "and when it is there again, it is heard"


def test_robots_txt_can_be_ignored(web: Web) -> None:
    web.put("/robots.txt", ForbiddenByRobots("/"))
    web.put("/", page("home", "/item/1"))
    web.put("/item/1", page("one"))
    assert crawl(web.url, obey_robots=False).accepted == {"/item/1"}
    assert web.count("/robots.txt") == 0


def test_entry_page_forbidden_by_robots_txt_fails_the_site(web: Web) -> None:
    web.put("/robots.txt", ForbiddenByRobots("/"))
    web.put("/", page("home", "/item/1"))
    (site,) = crawl(web.url).sites
    assert (site.state, site.reason) == ("failed", "entry page: robots.txt forbids")


def test_base_href_fragments_and_session_ids(web: Web) -> None:
    head = f'<base href="{web.url}/deep/">'
    web.put("/", page("home", "item1#top", "item1?PHPSESSID=a", "item1?utm_source=x", "item1", head=head))
    web.put("/deep/item1", page("one"))
    assert crawl(web.url).accepted == {"/deep/item1"}
    assert web.pages["/deep/item1"] == 1


def test_mixed_case_host_is_the_same_site(web: Web) -> None:
    shouting = f"http://LocalHost:{web.port}"
    web.put("/", page("home", f"{shouting}/item/1", f"http://localhost:{web.port}/item/1"))
    web.put("/item/1", page("one"))
    crawled = crawl(shouting)
    assert crawled.accepted == {"/item/1"}
    assert web.count("/item/1") == 1
    assert web.hosts == {f"localhost:{web.port}"}


def test_duplicates_do_not_count_twice(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/item/1/print", "/item/1/twin"))
    text = "a long text about the first item " * 20
    head = f'<link rel="canonical" href="{web.url}/item/1">'
    web.put("/item/1", page("one", text=text, head=head))
    web.put("/item/1/print", page("one", text=text + "printed", head=head))
    web.put("/item/1/twin", page("one", text=text, head=head))
    crawled = crawl(web.url)
    assert crawled.accepted == {"/item/1"}
    assert crawled.at("/item/1/print").page.duplicate_of == f"{web.url}/item/1"
    assert crawled.at("/item/1/twin").page.duplicate_of == f"{web.url}/item/1"


def test_meta_refresh_is_a_redirect(web: Web) -> None:
    web.put("/", page("home", "/hop"))
    web.put("/hop", page("hop", head='<META HTTP-EQUIV="Refresh" content="0; url=/item/1">'))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert crawled.at("/hop").page.url == f"{web.url}/item/1"
    assert crawled.accepted == {"/item/1"}


def test_odd_urls_are_asked_for_as_the_site_spells_them(web: Web) -> None:
    odd = "/item/a|b[1]?q=caf%C3%A9&x={y}"
    web.put("/", page("home", odd, "/item/grüße"))
    web.fallback = lambda path: page(path) if path.startswith("/item") else None
    crawled = crawl(web.url)
    assert len(crawled.accepted) == 2
    assert all(o.page.ok for o in crawled.observations)
    asked = [o.choice.url.removeprefix(web.url) for o in crawled.observations]
    assert sorted(asked) == sorted(web.pages)


def test_empty_page_is_just_an_empty_page(web: Web) -> None:
    web.put("/", page("home", "/empty", "/item/1"))
    web.put("/empty", Html(""))
    web.put("/item/1", page("one"))
    crawled = crawl(web.url)
    assert crawled.at("/empty").page.links == ()
    assert crawled.accepted == {"/item/1"}


def test_a_redirect_to_an_address_that_is_none_is_told_in_words(web: Web) -> None:
    web.put("/", page("home", "/item/1", "/away"))
    web.put("/item/1", page("one"))
    web.put("/away", Redirect("http://[half"))
    crawled = crawl(web.url, retries=0)
    assert crawled.accepted == {"/item/1"}
    assert crawled.at("/away").page.error.startswith("it leads to an address that is none")
