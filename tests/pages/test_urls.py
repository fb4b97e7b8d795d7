"""Canonical URLs: one spelling per page, and never the spelling of another page."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.pages.urls import _join, canonical, host_of, join, may_be_html

SAME = [
    ("HTTP://Example.ORG/Path", "http://example.org/Path"),
    ("http://example.org", "http://example.org/"),
    ("http://example.org:80/a", "http://example.org/a"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("http://example.org:8080/a", "http://example.org:8080/a"),
    ("http://example.org/a/../b/./c", "http://example.org/b/c"),
    ("http://example.org/%7Euser", "http://example.org/%7Euser"),
    ("http://example.org/a b", "http://example.org/a%20b"),
    ("http://example.org/größe", "http://example.org/gr%C3%B6%C3%9Fe"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://BÜCHER.example/", "http://xn--bcher-kva.example/"),
    ("  http://example.org/a\n", "http://example.org/a"),
    ("http://example.org/a#top", "http://example.org/a"),
    ("http://example.org/a?#", "http://example.org/a"),
    ("http://example.org/a?b=1#c?d", "http://example.org/a?b=1"),
    ("http://example.org/a?utm_source=x&utm_medium=y", "http://example.org/a"),
    ("http://example.org/a?b=1&utm_source=x&c=2&fbclid=z", "http://example.org/a?b=1&c=2"),
    ("http://example.org/a?PHPSESSID=12ab&b=1", "http://example.org/a?b=1"),
    ("http://example.org/a;jsessionid=12AB.node1?b=1", "http://example.org/a?b=1"),
    ("http://example.org/a;jsessionid=12/b", "http://example.org/a/b"),
    ("http://example.org/a?sid=1", "http://example.org/a"),
    ("http://example.org/a?b=1;sid=2&c=3", "http://example.org/a?b=1&c=3"),
    ("http://example.org/..;sid=1/b", "http://example.org/b"),
    ("http://example.org/a?&&b=1&", "http://example.org/a?b=1"),
]
OTHER = [
    ("http://example.org/a", "http://example.org/A"),
    ("http://example.org/a", "http://example.org/a/"),
    ("http://example.org/a?x=1&y=2", "http://example.org/a?y=2&x=1"),
    ("http://example.org/a?id=1", "http://example.org/a?id=2"),
    ("http://example.org/a?s=1", "http://example.org/a"),
    ("http://example.org/a?ref=1", "http://example.org/a"),
    ("http://example.org/a?inside=1", "http://example.org/a"),
    ("http://example.org/a;v=1", "http://example.org/a"),
    ("http://example.org/a", "https://example.org/a"),
]


@pytest.mark.parametrize(("written", "expected"), SAME)
def test_one_spelling(written: str, expected: str) -> None:
    assert canonical(written) == expected


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_different_pages_stay_different(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    "bad", ["", "example.org", "ftp://example.org/", "mailto:a@b.c", "http://", "javascript:x", "/a", "http://a b/"]
)
def test_what_is_no_web_address(bad: str) -> None:
    with pytest.raises(UsageError, match="not a web address"):
        canonical(bad)


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("b", "http://example.org/dir/b"),
        ("./b", "http://example.org/dir/b"),
        ("../b", "http://example.org/b"),
        ("../../../b", "http://example.org/b"),
        ("/b", "http://example.org/b"),
        ("//other.org/b", "http://other.org/b"),
        ("HTTPS://other.org/b", "https://other.org/b"),
        ("?q=1", "http://example.org/dir/page?q=1"),
        ("", "http://example.org/dir/page?old=1"),
        ("#top", "http://example.org/dir/page?old=1"),
        (" b\n", "http://example.org/dir/b"),
        ("b c", "http://example.org/dir/b%20c"),
        ("\\b", "http://example.org/b"),
        ("/?sid=4", "http://example.org/"),
        ("mailto:a@example.org", ""),
        ("javascript:void(0)", ""),
        ("data:text/html,x", ""),
        ("tel:123", ""),
        ("http://[bad", ""),
    ],
)
def test_join(href: str, expected: str) -> None:
    assert join("http://example.org/dir/page?old=1", href) == expected


def test_join_keeps_host_and_port_of_the_base() -> None:
    assert join("http://example.org:8080/a/b", "/c") == "http://example.org:8080/c"
    assert join("http://example.org:8080", "/c") == "http://example.org:8080/c"


pieces = st.sampled_from(
    ["a", "B", "..", ".", "%41", "%2f", "é", " ", "~", "&", "=", ";", ";sid=1", ";jsessionid=x", "?", "#", "sid=2",
     "utm_x=1", "/", "//", ":", "@", "+", "\\", "\t", "[", "%", "b=1", "ß"]
)  # fmt: skip
tails = st.lists(pieces, max_size=8).map("".join)
hosts = st.sampled_from(
    ["example.org", "EXAMPLE.org:80", "bücher.example", "user:pw@example.org", "127.0.0.1:8000", "[::1]"]
)


@given(hosts, tails)
@example("example.org", ";sid=1/..;sid=1/b")
@example("example.org", "?a;sid=1?b")
def test_canonical_is_idempotent_and_clean(host: str, tail: str) -> None:
    once = join("", f"http://{host}/{tail}")
    assert once
    assert join("", once) == once
    assert "#" not in once
    assert urlsplit(once).hostname == urlsplit(once.lower()).hostname


@given(hosts, tails, tails)
@example("example.org", "", "//;sid=1")
def test_what_join_gives_is_canonical(host: str, tail: str, href: str) -> None:
    target = join(join("", f"http://{host}/{tail}"), href)
    assert not target or canonical(target) == target


@given(st.text())
def test_join_takes_anything(href: str) -> None:
    target = join("http://example.org/a", href)
    assert target == "" or target.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a/", True),
        ("http://a/x", True),
        ("http://a/x.html", True),
        ("http://a/x.php?file=y.pdf", True),
        ("http://a/x.PDF", False),
        ("http://a/x.tar.gz", False),
        ("http://a/x.jpg?size=2", False),
        ("http://a/.zip", True),
        ("http://a/v1.2", True),
        ("http://a/x.pdf/", True),
        ("http://example.zip/", True),
    ],
)
def test_may_be_html(url: str, expected: bool) -> None:
    assert may_be_html(url) == expected


def test_host_of() -> None:
    assert host_of("http://user@example.org:8080/a") == "example.org:8080"


def test_what_no_server_would_take_is_no_address_and_is_not_kept() -> None:
    _join.cache_clear()
    for n in range(10):
        assert join("http://example.org/", f"data:text/html;base64,{n}" + "A" * 10_000) == ""
    assert join("http://example.org/", "/?" + "a" * 10_000) == ""
    assert _join.cache_info().currsize == 0
    assert join("http://example.org/", "/?" + "a" * 7000) == "http://example.org/?" + "a" * 7000
