"""Regular expressions of users on addresses of others: as in `re`, and never for long."""

from __future__ import annotations

import re
import time

import pytest

from hubwalk.errors import UsageError
from hubwalk.pages.url_matching import UrlExpression

LONG = "http://a.test/blog/how-to-choose-a-good-camera-for-travel-and-street-photography.php"
URLS = ("http://a.test/p/12", "http://a.test/a{e}", "http://a.test/A[:l]", "http://a.test/ab|c&&d--e", LONG)
SLOW = r"/blog/([a-z]+-?){2,60}[0-9]"


@pytest.mark.parametrize("pattern", [r"/blog/([a-z]+-?)+\.html$", r"(\w+-?)+x/", r"([a-z-]|[a-z]-)+\.html$"])
def test_what_re_does_not_come_back_from_is_answered(pattern: str) -> None:
    assert UrlExpression(pattern).is_in(LONG) is False


def test_what_takes_too_long_is_let_go_of_and_the_next_time_sooner() -> None:
    slow = UrlExpression(SLOW)
    began = time.process_time()
    assert [slow.is_in(LONG), slow.is_all_of(LONG[13:])] == [None, None]
    assert time.process_time() - began < 5
    began = time.process_time()
    assert {slow.is_in(LONG) for _ in range(20)} == {None}
    assert time.process_time() - began < 5  # instead of 10
    assert slow.is_in("http://a.test/blog/a-good-1") is True


@pytest.mark.parametrize(
    "pattern",
    [
        "/p/[0-9]+$", "(?i)/P/", "a{e}", "t{e<=1}", "/(?:p/){i}", "[[:alpha:]]", "[[:l]", "[^[:a]+", r"[\]\[]:", "[]:]",
        "[a-z--b]", "[a||b]+c", "[a&&b]+d", "a{1,2}", "a{,2}/", r"\{e\}", r"\N{DIGIT ONE}2", r"(?P<x>l)\w(?P=x)",
        "(?>/p+)/", "/p++/", "(?s:.)12", "(?x) / p / # page\n 12",
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:Possible")
def test_an_expression_means_what_it_means_to_re(pattern: str) -> None:
    ours, theirs = UrlExpression(pattern), re.compile(pattern)
    assert [ours.is_in(url) for url in URLS] == [theirs.search(url) is not None for url in URLS]
    assert [ours.is_all_of(url[14:]) for url in URLS] == [theirs.fullmatch(url[14:]) is not None for url in URLS]


@pytest.mark.parametrize(
    "pattern", ["(", "[", "a**", r"\p{L}", "(?V1)a", "(?R)", "(" * 5_000, "a{99999999999999999999}"]
)
def test_what_re_refuses_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError):
        UrlExpression(pattern)
