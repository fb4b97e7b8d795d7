"""Which requests a page may cause, without a browser."""

from __future__ import annotations

import asyncio

import pytest

from hubwalk.browsing.reach import LOOPBACK, PRIVATE, PUBLIC, Asked, Reach, short, space_of, without_credentials

PAGE = "http://www.example.org/a"


async def nobody(host: str) -> list[str]:
    return []


def refusal(
    url: str, *allow: str, method: str = "GET", kind: str = "script", page: str = PAGE, drawn: bool = False
) -> str:
    return Reach(nobody, allow_hosts=allow, drawn=drawn).refusal(Asked(url, method, kind), page)


@pytest.mark.parametrize("method", ["GET", "HEAD", "get"])
def test_what_changes_nothing_may_leave(method: str) -> None:
    assert refusal("http://www.example.org/b", method=method) == ""


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_what_may_change_something_is_blocked_by_name(method: str) -> None:
    reason = refusal("http://www.example.org/b", method=method)
    assert reason.startswith(f"{method} http://www.example.org/b blocked")


@pytest.mark.parametrize("kind", ["websocket", "eventsource", "ping", "prefetch", "media", "manifest", "image", "font"])
def test_kinds_that_no_link_needs_are_not_loaded(kind: str) -> None:
    assert "not loaded" in refusal("http://www.example.org/b", kind=kind)


@pytest.mark.parametrize("kind", ["document", "script", "stylesheet", "xhr", "fetch", "other"])
def test_kinds_that_make_a_page_are_loaded(kind: str) -> None:
    assert refusal("http://www.example.org/b", kind=kind) == ""


def test_images_and_fonts_are_loaded_where_it_matters_how_the_page_is_drawn() -> None:
    assert [refusal(PAGE, kind=kind, drawn=True) for kind in ("image", "font")] == ["", ""]
    assert refusal(PAGE, kind="media", drawn=True) == "media not loaded"


@pytest.mark.parametrize("url", ["http://example.org/", "https://api.example.org/v1", "http://www.example.org:8080/"])
def test_hosts_of_the_same_domain_belong_to_the_site(url: str) -> None:
    assert refusal(url) == ""


@pytest.mark.parametrize(
    "url", ["http://example.com/", "http://example.org.evil.net/", "http://cdn.net/x", "http://org/"]
)
def test_other_hosts_are_not_asked(url: str) -> None:
    assert "--allow-host" in refusal(url)


@pytest.mark.parametrize("allowed", ["cdn.net", "CDN.NET", "*.net", "*"])
def test_unless_the_job_allows_them(allowed: str) -> None:
    assert refusal("http://cdn.net/x", allowed) == ""


def test_a_pattern_ends_where_a_name_does() -> None:
    assert refusal("http://a.cdn.net/x", "*.cdn.net") == ""
    assert refusal("http://acdn.net/x", "*.cdn.net") != ""
    assert refusal("http://a.cdn.net/x", "cdn.net") != ""


def test_a_machine_has_many_ports_and_each_is_a_site() -> None:
    page = "http://127.0.0.1:8000/"
    assert refusal("http://127.0.0.1:8000/x", page=page) == ""
    assert "127.0.0.1:9000" in refusal("http://127.0.0.1:9000/x", page=page)
    assert refusal("http://127.0.0.1:9000/x", "127.0.0.1:9000", page=page) == ""
    assert "--allow-host" in refusal("http://localhost:9000/x", page="http://localhost:8000/")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://www.example.org/x", "chrome://version/", "filesystem:x", "no"]
)
def test_only_the_web_can_be_reached(url: str) -> None:
    assert "not reachable" in refusal(url, "*")


@pytest.mark.parametrize(
    ("address", "space"),
    [
        ("8.8.8.8", PUBLIC),
        ("2606:4700:4700::1111", PUBLIC),
        ("::ffff:8.8.8.8", PUBLIC),
        ("10.1.2.3", PRIVATE),
        ("172.16.0.1", PRIVATE),
        ("192.168.1.1", PRIVATE),
        ("169.254.169.254", PRIVATE),  # where clouds keep their secrets
        ("100.64.0.1", PRIVATE),
        ("224.0.0.1", PRIVATE),
        ("255.255.255.255", PRIVATE),
        ("fe80::1%eth0", PRIVATE),
        ("fd12:3456::1", PRIVATE),
        ("::ffff:192.168.1.1", PRIVATE),
        ("64:ff9b::a01:203", PRIVATE),
        ("2002:a01:203::", PRIVATE),
        ("127.0.0.1", LOOPBACK),
        ("127.8.8.8", LOOPBACK),
        ("0.0.0.0", LOOPBACK),
        ("::1", LOOPBACK),
        ("[::1]", LOOPBACK),
        ("::", LOOPBACK),
        ("::ffff:127.0.0.1", LOOPBACK),
        ("::127.0.0.1", LOOPBACK),
        ("64:ff9b::7f00:1", LOOPBACK),
        ("nonsense", LOOPBACK),
    ],
)
def test_address_spaces(address: str, space: int) -> None:
    assert space_of(address) == space


ADDRESSES = {
    "www.example.org": ["192.0.43.10"],
    "rebound.example.org": ["192.0.43.10", "127.0.0.1"],
    "inside.example.org": ["10.0.0.7"],
    "six.example.org": ["fd00::7"],
}


def too_private(url: str, page: str = PAGE) -> bool:
    async def resolve(host: str) -> list[str]:
        return ADDRESSES.get(host, [])

    return bool(asyncio.run(Reach(resolve, allow_hosts=["*"]).too_private(url, page)))


@pytest.mark.parametrize(
    "url",
    [
        "http://inside.example.org/",
        "http://six.example.org/",
        "http://rebound.example.org/",
        "http://localhost:8080/",
        "http://a.localhost./",
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:7f00:1]/",
        "http://192.168.0.1/admin",
    ],
)
def test_a_public_page_reaches_nothing_inside(url: str) -> None:
    assert too_private(url)


def test_whoever_is_inside_may_go_out_but_not_further_in() -> None:
    assert not too_private("http://www.example.org/b")
    assert not too_private("http://nobody-knows.example.org/")  # whom the downloader will not find either
    assert not too_private("http://inside.example.org/x", page="http://inside.example.org/")
    assert not too_private("http://www.example.org/", page="http://inside.example.org/")
    assert too_private("http://127.0.0.1/", page="http://inside.example.org/")
    assert not too_private("http://127.0.0.1/x", page="http://127.0.0.1/")
    assert not too_private("http://192.168.0.1/", page="http://127.0.0.1/")


def test_names_are_looked_up_once() -> None:
    asked = []

    async def resolve(host: str) -> list[str]:
        asked.append(host)
        return ["192.0.43.10"]

    async def ask() -> None:
        reach = Reach(resolve)
        for _ in range(3):
            assert await reach.too_private("http://b.example.org/", PAGE) == ""

    asyncio.run(ask())
    assert sorted(asked) == ["b.example.org", "www.example.org"]


def test_credentials_stay_with_us() -> None:
    assert without_credentials("http://me:secret@example.org/a@b") == "http://example.org/a@b"
    assert without_credentials("http://example.org/me:x@y") == "http://example.org/me:x@y"
    assert "secret" not in refusal("http://me:secret@www.example.org/b", method="POST")
    assert "secret" not in refusal("http://me:secret@other.net/b")
    assert short("http://example.org/" + "x" * 500).endswith("...")
