"""The sections of lists: which there are, and that `like` takes one for a kind."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from test_like_shops import BLOG, crawl, prose

from hubwalk.pages.parse import parse
from hubwalk.validators.list_sections import has_heading, is_section, sections_on
from hubwalk.validators.traits import LIST, describe, plainness
from hubwalk.values import Page

URL = "http://a.test/index"


def index(html: str) -> Page:
    return parse(html, URL)


def links(*names: object) -> str:
    return "".join(f"<li><a href=/{name}>{name}</a>" for name in names)


def found(html: str, *samples: str) -> dict[str, set[str]]:
    def named(urls: Collection[str]) -> int:
        return len({f"http://a.test/{name}" for name in samples} & {*urls})

    sections = sections_on(index(html), named, 2)
    assert all(is_section(trait) for trait in sections)
    return {trait[3]: {url.rpartition("/")[2] for url in urls} for trait, urls in sections.items()}


FLAT = f"<h2>Tools</h2><ul>{links(1, 2, 3)}</ul><h2>Files</h2><ul>{links(4, 5, 6)}</ul>"


def test_what_stands_under_a_heading_is_a_section_and_so_is_what_an_element_holds() -> None:
    assert found(FLAT, "4", "5") == {"under “Files”": {"4", "5", "6"}}  # the element holds the same
    bare = FLAT.replace("<h2>Tools</h2>", "").replace("<h2>Files</h2>", "")
    assert found(bare, "4", "5") == {"in html/body/ul[2]": {"4", "5", "6"}}


def test_sections_that_name_one_sample_or_all_of_the_list_are_none() -> None:
    assert found(FLAT, "1", "4") == {}
    assert found(f"<h2>Tools</h2><ul>{links(1, 2, 3)}</ul>", "1", "2") == {}


def test_a_whole_list_says_it_better_than_a_section_of_the_same_pages() -> None:
    section = (LIST, URL, "html/body/ul/li/a", "under “A”")
    whole = (LIST, "http://a.test/a/long/address", "html/body/div.with/div.many/div.steps/ul/li/a")
    assert min([section, whole], key=plainness) == whole
    assert not is_section(whole)
    assert has_heading(section)
    assert describe(section) == f"a link from {URL}, under “A”"


EACH = 14
GROUPS = {"Functions": "Prototype", "Classes": "Members", "Notes": "Remarks"}


def reference() -> dict[str, str]:
    """Pages of three groups in one index, and others. All are alike, but that those of a group say something that few
    others say."""
    chance, pages = Random(3), {}
    for at, said in enumerate(GROUPS.values()):
        for number in range(EACH):
            address = f"/p{(at * 7919 + number * 104729) % 9973}"
            also = f"<b>{list(GROUPS.values())[(at + 1) % 3]}</b>" if number % 5 == 0 else ""
            pages[address] = f"<h1>{address}</h1><b>{said}</b>{also}<p class=text>{prose(chance, BLOG, 40)}</p>"
    groups = zip(GROUPS, (list(pages)[at * EACH : (at + 1) * EACH] for at in range(3)), strict=True)
    shown = "".join(f"<h2>{group}</h2><ul>{links(*(at[1:] for at in own))}</ul>" for group, own in groups)
    news = [f"/p{10_000 + 37 * i}" for i in range(30)]
    others = {at: f"<h1>{at}</h1><b>News</b><p class=text>{prose(chance, BLOG, 40)}</p>" for at in news}
    return {"/": f"<h1>Reference</h1>{shown}<p>{links(*(at[1:] for at in news))}"} | pages | others


def test_a_section_of_an_index_is_a_kind() -> None:
    pages = reference()
    classes = list(pages)[1 + EACH : 1 + 2 * EACH]
    assert crawl(pages, [classes[number] for number in (1, 6, 8, 12)]) == {*classes}
