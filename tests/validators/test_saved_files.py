"""Which pages of a crawl the samples are that were given as files."""

from __future__ import annotations

from hubwalk.pages.parse import parse
from hubwalk.validators.saved_files import SavedFiles, those_among
from hubwalk.values import Page

ITEM = "http://shop.test/item/3"


def copy(text: str, claim: str = "", name: str = "3") -> Page:
    html = f"<!-- saved from url=({len(claim):04}){claim} --><title>Item {name}</title><p>{text}"
    return parse(html, f"file:///{name}.html")


def met(text: str, url: str = ITEM, asked: str = "", title: str = "Item 3") -> Page:
    return parse(f"<title>{title}</title><p>{text}", url, requested=asked)


def test_a_page_that_says_the_same_is_the_file_once() -> None:
    files = SavedFiles([copy("ten crowns"), met("a page", "http://shop.test/1")])
    assert files.found_as(met("nine crowns")) is None
    page = met("ten crowns")
    assert files.found_as(page) == (0, page)
    assert files.found_as(page) is None


def test_a_page_at_the_address_is_the_file_which_keeps_what_it_says() -> None:
    files = SavedFiles([met("a page", "http://shop.test/1"), copy("ten crowns", ITEM)])
    place, found = files.found_as(met("not found", "https://www.shop.test/item/3", title="Sorry")) or (-1, None)
    assert place == 1
    assert found is not None
    assert (found.url, "ten crowns" in found.html) == ("https://www.shop.test/item/3", True)
    assert files.found_as(met("ten crowns")) is None, "it was found"


def test_where_the_address_leads_now_may_be_another_page() -> None:
    assert SavedFiles([copy("x", ITEM)]).found_as(met("all items", "http://shop.test/", ITEM, title="Shop")) is None
    assert SavedFiles([copy("x", ITEM)]).found_as(met("moved", "http://shop.test/new/3", ITEM)) is not None


def test_an_address_that_several_name_is_that_of_none() -> None:
    one, other = copy("x", ITEM), copy("y", ITEM, "4")
    assert SavedFiles([one, other]).found_as(met("z")) is None
    assert SavedFiles([one], [other]).found_as(met("z")) is None, "a near miss names it too"
    assert SavedFiles([one], [met("y")]).found_as(met("z")) is None, "it was given by its address"
    again = copy("x", ITEM, "4")
    assert SavedFiles([one, again]).found_as(met("z")) is not None, "saved twice"


def test_a_page_without_a_title_is_not_the_file_without_one() -> None:
    canonical = parse(f"<link rel=canonical href={ITEM}><p>saved", "file:///3.html")
    assert SavedFiles([canonical]).found_as(met("another text", title="")) is None


def test_a_file_that_was_found_by_what_it_says_is_not_found_by_its_address() -> None:
    files = SavedFiles([copy("ten crowns", ITEM), copy("a copy", "http://shop.test/item/9", "9")])
    assert files.found_as(met("ten crowns", "http://shop.test/mirror/3")) is not None
    assert files.found_as(met("nine crowns")) is None


def test_given_pages_are_the_same_also_by_what_was_asked_for() -> None:
    moved = met("now here", "http://shop.test/new/3", ITEM)
    assert those_among([copy("as it was", ITEM)], [moved]) == [copy("as it was", ITEM)]
    assert those_among([copy("as it was", "http://shop.test/4")], [moved]) == []
