from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from hubwalk.ranking.returns import GAMMA
from hubwalk.strategies.prior_learning import CrawlHistory, directory_names, learn_prior
from hubwalk.values import Link, Page

BASE = "http://a.test"


def history(links: Mapping[str, Sequence[tuple[str, str]]], wanted: str, base: str = BASE) -> CrawlHistory:
    """A crawl of all pages in the order given: page -> (target, anchor)."""
    crawl = CrawlHistory(f"{base}/")
    for name, found in links.items():
        made = tuple(Link(base + target, anchor, "html/body/a") for target, anchor in found)
        crawl.observe(Page(base + name, base + name, links=made), name.startswith(wanted))
    return crawl


def shop(base: str = BASE, name: str = "Acme", items: int = 12, extra: str = "") -> CrawlHistory:
    """The menu has a list of products, and other things; the list goes on."""
    pages: dict[str, list[tuple[str, str]]] = {
        "/": [("/list/1", "All products"), ("/about", f"About {name}"), ("/jobs", f"Jobs at {name}")]
    }
    others = [f"/{kind}/{n}" for kind in ("about", "jobs") for n in range(items)]
    pages["/about"] = [(other, f"{name} paper") for other in others[:items]]
    others += [f"/{extra}/{n}" for n in range(3) if extra]
    pages["/jobs"] = [(other, f"{name} paper") for other in others[items:]]
    for n in range(1, 5):
        pages[f"/list/{n}"] = [(f"/item/{n}-{k}", f"Camera {k}") for k in range(items)]
        pages[f"/list/{n}"] += [(f"/list/{n + 1}", "More products")] if n < 4 else []
    pages |= {f"/item/{n}-{k}": [] for n in range(1, 5) for k in range(items)}
    return history(pages | {other: [] for other in others}, "/item", base)


def test_words_of_links_to_authorities_and_to_hubs_are_told_apart() -> None:
    prior = learn_prior([shop().lessons(), shop("http://b.test", "Zenith").lessons()])
    assert prior.wanted["anchor:camera"] > 0.5
    assert prior.wanted["address:item"] > 0.5
    assert prior.wanted["anchor:paper"] < 0
    assert max(prior.hubs, key=lambda word: prior.hubs[word]) in {"anchor:products", "address:list"}
    assert prior.sites == (f"{BASE}/", "http://b.test/")


def test_what_names_a_site_does_not_get_in() -> None:
    prior = learn_prior([shop().lessons(), shop("http://b.test", "Zenith").lessons()])
    words = {*prior.wanted, *prior.hubs}
    assert not words & {"anchor:acme", "anchor:zenith"}
    assert all(word.startswith(("anchor:", "address:")) for word in words)


def test_a_small_directory_is_a_name_whatever_it_holds() -> None:
    homes = [f"{BASE}/~smith/{n}.html" for n in range(9)] + [f"{BASE}/{who}/courses/" for who in "abc"]
    shelf = [f"{BASE}/item/{n}.html" for n in range(190)] + [f"{BASE}/show?colour={n}" for n in range(5)]
    assert directory_names([*homes, *shelf]) == {"address:smith", "address:a", "address:b", "address:c", "address:show"}


def test_names_of_one_site_alone_are_left_out() -> None:
    crawl = shop(extra="smith").lessons()
    assert "address:smith" in crawl.names
    assert "address:smith" in {word for example in crawl.wanted.examples for word in example.words}
    assert "address:smith" not in learn_prior([crawl]).wanted
    assert learn_prior([crawl]).wanted["address:item"] > 0


def test_a_hub_is_worth_what_it_was_the_first_to_show() -> None:
    crawl = history({
        "/": [("/far", "far"), ("/other", "other")],
        "/far": [("/list", "list")],
        "/list": [("/w1", "one"), ("/w2", "two"), ("/w3", "three")],
        "/other": [("/w1", "again")],
        "/w1": [], "/w2": [], "/w3": [],
    }, "/w")  # fmt: skip
    value = {example.words[-1]: example.label for example in crawl.lessons().hubs.examples}
    assert value["anchor:list"] == pytest.approx(3 / 4)
    assert value["anchor:far"] == pytest.approx(GAMMA * 0.75 / (1 + GAMMA * 0.75))
    assert value["anchor:other"] == 0


def test_start_pages_teach_nothing_by_themselves() -> None:
    crawl = history({"/w/start": [], "/": [("/w/1", "one")], "/w/1": []}, "/w")
    assert crawl.accepted == 2
    assert [example.label for example in crawl.lessons().wanted.examples] == [1.0]


def test_pages_that_link_to_each_other_are_no_trouble() -> None:
    crawl = history({"/": [("/a", "a")], "/a": [("/", "home"), ("/w", "w")], "/w": [("/a", "a"), ("/", "home")]}, "/w")
    assert all(0 <= example.label <= 1 for example in crawl.lessons().hubs.examples)


def test_duplicates_and_pages_seen_twice_count_once() -> None:
    crawl = CrawlHistory(f"{BASE}/")
    page = Page(f"{BASE}/w", f"{BASE}/w")
    crawl.observe(page, True)
    crawl.observe(page, True)
    crawl.observe(Page(f"{BASE}/w?x", f"{BASE}/w?x", duplicate_of=page.url), False)
    assert (len(crawl), crawl.accepted) == (1, 1)


def test_the_same_crawls_teach_the_same() -> None:
    assert learn_prior([shop().lessons()]) == learn_prior([shop().lessons()])
