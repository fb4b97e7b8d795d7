"""The same page under several addresses is one page; a canonical link alone proves nothing."""

from __future__ import annotations

from hubwalk.pages.duplicates import Duplicates
from hubwalk.pages.parse import parse

TEXT = " ".join(f"word{i}" for i in range(300))


def seen(*pages: tuple[str, str]) -> Duplicates:
    known = Duplicates()
    for url, html in pages:
        known.add(parse(html, url))
    return known


def test_same_text_and_links() -> None:
    known = seen(("http://a/1", "<p>text<a href=/x>x</a>"))
    assert known.find(parse("<div>text <a href=/x>x</a>", "http://a/2")) == "http://a/1"


def test_same_text_with_other_links_is_another_page() -> None:
    known = seen(("http://a/1", "<p>Next<a href=/x>x</a>"))
    assert known.find(parse("<p>Next<a href=/y>x</a>", "http://a/2")) == ""


def test_a_page_is_not_its_own_duplicate() -> None:
    known = seen(("http://a/1", "<p>text"))
    assert known.find(parse("<p>text", "http://a/1")) == ""


def test_empty_pages_are_no_twins() -> None:
    assert seen(("http://a/1", "")).find(parse("", "http://a/2")) == ""


def test_same_canonical_and_nearly_the_same_text() -> None:
    html = "<link rel=canonical href=/c><p>{} visitor number {}"
    known = seen(("http://a/1", html.format(TEXT, 17)))
    assert known.find(parse(html.format(TEXT, 18), "http://a/2")) == "http://a/1"


def test_a_canonical_link_alone_proves_nothing() -> None:
    html = "<link rel=canonical href=/><p>{}"
    known = seen(("http://a/1", html.format(TEXT)))
    assert known.find(parse(html.format(TEXT.replace("word", "term")), "http://a/2")) == ""


def test_nearly_the_same_text_without_canonical_is_another_page() -> None:
    known = seen(("http://a/1", f"<p>{TEXT} number 17"))
    assert known.find(parse(f"<p>{TEXT} number 18", "http://a/2")) == ""


def test_the_first_one_counts() -> None:
    known = seen(("http://a/1", "<p>text"), ("http://a/2", "<p>text"))
    assert known.find(parse("<p>text", "http://a/3")) == "http://a/1"
