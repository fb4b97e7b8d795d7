"""What pages are answered: memory, redirects hop by hop, failures. Without a browser; Scrapy's part on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import scrapy
from crawling import job_for
from misbehaving import NotHtml, Redirect, Robots, Web, page
from scrapy.crawler import Crawler

from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.browsing.http import settings
from hubwalk.browsing.reach import LOOPBACK, PUBLIC, Reach
from hubwalk.browsing.sub_requests import fetch_with
from hubwalk.browsing.traffic import Answer, Traffic, Wanted
from hubwalk.values import Response

pytest_plugins = ["web_fixtures"]
ORIGIN = "http://site.test"


class Answers:
    """A downloader that knows a few URLs and counts what it is asked for."""

    def __init__(self, known: Mapping[str, Response]) -> None:
        self.known = known
        self.asked: list[str] = []

    async def __call__(self, wanted: Wanted) -> Response:
        self.asked.append(wanted.url)
        await asyncio.sleep(0)
        return self.known.get(wanted.url, Response(wanted.url, wanted.url, 404))


def redirect(to: str, status: int = 302) -> Response:
    return Response("", "", status, headers=(("Location", to),))


def text(body: str) -> Response:
    return Response("", "", 200, body.encode())


async def public(host: str) -> list[str]:
    return ["192.0.43.10"]


def wanted(path: str, **more: object) -> Wanted:
    url = path if "://" in path else ORIGIN + path
    return Wanted(url, page_url=f"{ORIGIN}/", site=f"{ORIGIN}/", **more)  # type: ignore[arg-type]


def answers(
    downloader: Callable[..., object], *asked: Wanted, most_bytes: int = 10**7, allow: str = ""
) -> list[Answer]:
    async def ask() -> list[Answer]:
        traffic = Traffic(downloader, Reach(public, allow_hosts=[allow]), most_bytes=most_bytes)  # type: ignore[arg-type]
        return [await traffic.answer(each) for each in asked]

    return asyncio.run(ask())


def test_what_was_answered_is_not_asked_for_again() -> None:
    site = Answers({f"{ORIGIN}/a": text("a")})
    first, again = answers(site, wanted("/a"), wanted("/a"))
    assert (first.response.body, first.requests) == (b"a", 1)
    assert (again.response.body, again.requests) == (b"a", 0)
    assert site.asked == [f"{ORIGIN}/a"]


def test_other_headers_are_another_question() -> None:
    site = Answers({})
    asked = [wanted("/a"), wanted("/a", headers=(("hx-request", "true"),)), wanted("/a", headers=(("referer", "x"),))]
    answers(site, *asked)
    assert len(site.asked) == 2


def test_the_memory_has_an_end() -> None:
    site = Answers({f"{ORIGIN}/{name}": text(name * 9000) for name in "abcdefghijklmn"})
    every = [wanted(f"/{name}") for name in "abcdefghijklmn"]
    answers(site, *every, wanted("/n"), wanted("/a"), most_bytes=100_000)
    assert site.asked.count(f"{ORIGIN}/n") == 1
    assert site.asked.count(f"{ORIGIN}/a") == 2


def test_one_request_for_pages_that_ask_at_the_same_time() -> None:
    site = Answers({})

    async def ask() -> list[Answer]:
        traffic = Traffic(site, Reach(public))
        return await asyncio.gather(*(traffic.answer(wanted("/a")) for _ in range(5)))

    assert [answer.requests for answer in asyncio.run(ask())] == [1, 0, 0, 0, 0]
    assert site.asked == [f"{ORIGIN}/a"]


def test_what_never_answers_is_tried_twice_in_a_crawl() -> None:
    site = Answers({f"{ORIGIN}/a": Response("", "", 0, error="time-out")})
    answers(site, *[wanted("/a")] * 5)
    assert len(site.asked) == 2


def test_a_downloader_that_breaks_is_a_failure_of_its_request() -> None:
    async def broken(wanted: Wanted) -> Response:
        raise OSError("no more sockets")

    (answer,) = answers(broken, wanted("/a"))
    assert (answer.response.status, answer.response.error) == (0, "OSError: no more sockets")


def test_redirects_are_followed_as_far_as_the_rule_allows() -> None:
    site = Answers(
        {
            f"{ORIGIN}/a": redirect("/b", 301),
            f"{ORIGIN}/b": redirect("http://cdn.test/c"),
            "http://cdn.test/c": text("c"),
            f"{ORIGIN}/inside": redirect("http://2130706433/admin"),
            f"{ORIGIN}/loop": redirect("/loop"),
            f"{ORIGIN}/file": redirect("file:///etc/passwd"),
        }
    )
    (allowed,) = answers(site, wanted("/a"), allow="cdn.test")
    assert (allowed.response.body, allowed.requests) == (b"c", 3)
    (refused,) = answers(site, wanted("/a"))
    assert "other host cdn.test" in refused.refused
    inside, file = answers(site, wanted("/inside"), wanted("/file"), allow="*")
    assert "private address 127.0.0.1" in inside.refused
    assert "not reachable" in file.refused
    (loop,) = answers(site, wanted("/loop"))
    assert loop.response.error == "too many redirects"
    assert not any("2130706433" in url or "127.0.0.1" in url or "passwd" in url for url in site.asked)


class _Asks(scrapy.Spider):
    """Sends sub-requests of a page and ends."""

    name = "asks"

    def __init__(self, work: Callable[[Crawler], object]) -> None:
        super().__init__()
        self._work = work

    async def start(self):  # type: ignore[no-untyped-def]
        await self._work(self.crawler)  # type: ignore[misc]
        return
        yield


def by_scrapy(web: Web, *asked: Wanted, **job: object) -> list[Response]:
    quieten()
    made = job_for(web.url, **{"retries": 0, **job})
    found: list[Response] = []

    async def work(crawler: Crawler) -> None:
        fetch = fetch_with(crawler, made)
        found.extend([await fetch(each) for each in asked])

    async def crawl() -> None:
        await Crawler(_Asks, settings(made)).crawl_async(work=work)

    run(crawl())
    return found


def sub(web: Web, path: str, **more: object) -> Wanted:
    values = {"page_url": f"{web.url}/", "site": f"{web.url}/", "space": LOOPBACK, **more}
    return Wanted(f"{web.url}{path}", **values)  # type: ignore[arg-type]


def test_scrapy_fetches_sub_requests_with_its_manners(web: Web) -> None:
    web.put("/robots.txt", Robots("User-agent: *\nDisallow: /private"))
    web.put("/app.js", NotHtml("text/javascript", size=200_000))
    web.put("/moved", Redirect("/app.js"))
    asked = [sub(web, path) for path in ("/app.js", "/private/data.json", "/moved", "/none")]
    script, forbidden, moved, none = by_scrapy(web, *asked)
    assert (script.status, len(script.body)) == (200, 200_000)  # a page of this kind would be cut off
    assert (forbidden.status, forbidden.error) == (0, "robots.txt forbids")
    assert (moved.status, moved.header("location")) == (302, "/app.js")
    assert none.status == 404
    assert "/private/data.json" not in web.requests


def test_an_address_that_turns_out_to_be_private_is_no_answer(web: Web) -> None:
    web.put("/secret", page("secret"))
    (answer,) = by_scrapy(web, sub(web, "/secret", space=PUBLIC))
    assert (answer.status, answer.body) == (0, b"")
    assert "private address" in answer.error


def test_headers_and_cookies_of_the_browser_go_along(web: Web) -> None:
    seen = []

    class Listens(type(page("x"))):  # type: ignore[misc]
        def send(self, to):  # type: ignore[no-untyped-def]
            seen.append((to.headers.get("X-Requested-With"), to.headers.get("Cookie"), to.headers.get("User-Agent")))
            super().send(to)

    web.put("/data", Listens("x"))
    asked = sub(web, "/data", headers=(("x-requested-with", "XMLHttpRequest"),), cookies=(("js", "1"),))
    by_scrapy(web, asked, user_agent="hubwalk-test")
    assert seen == [("XMLHttpRequest", "js=1", "hubwalk-test")]


def test_a_crawl_that_is_over_answers_nothing(web: Web) -> None:
    quieten()
    made = job_for(web.url)
    crawler = Crawler(_Asks, settings(made))

    async def nothing(crawler: Crawler) -> None:
        return

    async def ask() -> Response:
        await crawler.crawl_async(work=nothing)
        return await fetch_with(crawler, made)(sub(web, "/a"))

    answer = run(ask())
    assert (answer.status, answer.error) == (0, "the crawl is over")
    assert web.requests == []
