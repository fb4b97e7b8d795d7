from __future__ import annotations

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.link_words import (
    PLACES,
    LinkWords,
    address_features,
    anchor_features,
    path_features,
    place_of,
)
from hubwalk.values import Link, Page

BASE = "http://site.test"


def test_numbers_are_all_alike_and_words_are_not() -> None:
    assert address_features(f"{BASE}/list/page-2.html?from=10") == address_features(f"{BASE}/list/page-317.html?from=5")
    assert address_features(f"{BASE}/list/2") != address_features(f"{BASE}/list/two")
    assert anchor_features("Page 3") == anchor_features("page 12")
    assert anchor_features("Page 3") != anchor_features("Next")


def test_an_address_has_its_words_its_directories_and_the_look_of_its_end() -> None:
    found = address_features(f"{BASE}/People/staff-list/anna_k.html?sort=name")
    assert {"address:people", "address:staff", "address:list", "address:anna", "address:sort", "address:name"} < {
        *found
    }
    assert {"directory 0:people", "directory 1:staff-list"} < {*found}
    assert [feature for feature in found if feature.startswith("last:")] == ["last:a_a.a"]
    assert not any("site" in feature for feature in found), "the host is that of every page"


def test_even_the_entry_page_has_a_feature() -> None:
    assert address_features(f"{BASE}/")


def test_the_look_of_an_anchor_tells_names_from_words() -> None:
    look = [anchor_features(text)[-1] for text in ("Smith, J.", "Weber, A.", "read more", "12")]
    assert look[0] == look[1]
    assert len({*look}) == 3


def test_of_a_long_anchor_the_head_counts() -> None:
    head = [f"word{chr(97 + n)}" for n in range(12)]
    article = " ".join([*head, *("tail" for _ in range(300))])
    found = anchor_features(article)
    assert {f"anchor:{word}" for word in head} < {*found}
    assert "anchor:tail" not in found
    assert len(found) < 20


def test_of_a_dom_path_the_steps_next_to_the_link_count() -> None:
    deep = "/".join(["html", *(f"div.d{n}" for n in range(30)), "ul.products", "li", "a"])
    found = path_features(deep)
    assert {"step:ul.products", "step:a", f"path:{deep}"} < {*found}
    assert "step:div.d0" not in found


def test_a_word_is_another_feature_in_an_anchor_than_in_an_address() -> None:
    assert place_of("anchor:next") != place_of("address:next")
    assert 0 <= place_of("anchor:næste") < PLACES


def test_a_page_has_the_words_of_its_address_and_of_the_links_to_it() -> None:
    graph = WebGraph()
    words = LinkWords(graph)

    def fetch(name: str, anchor: str, path: str) -> None:
        link = Link(f"{BASE}/lens", anchor, path)
        graph.add_page(Page(BASE + name, BASE + name, links=(link,)), accepted=False)

    def now() -> set[int]:
        return set(words.of_pages([graph.find(f"{BASE}/lens")])[0])

    fetch("/", "Optics", "html/body/ul.menu/li[4]/a")
    first = now()
    assert first == {
        place_of(feature)
        for feature in [
            *address_features(f"{BASE}/lens"),
            *anchor_features("Optics"),
            *path_features("html/body/ul.menu/li/a"),
        ]
    }
    fetch("/b", "Zoom", "html/body/p/a")
    assert now() >= first | {place_of("anchor:zoom")}, "a new link is heard though the page was asked for before"
    newest = next(iter(graph.in_links(graph.find(f"{BASE}/lens"))))
    of_link = set(words.of_link(newest))
    assert place_of("anchor:zoom") in of_link
    assert place_of("anchor:optics") not in of_link
    assert place_of("address:lens") in of_link
    assert set(map(place_of, words.names(newest))) == of_link, "the same in words"


def test_of_many_links_the_latest_are_heard() -> None:
    """A page in every menu has as many anchors as the site has pages."""
    graph = WebGraph()
    for n in range(50):
        link = Link(f"{BASE}/all", f"w{chr(97 + n % 26)}{chr(97 + n // 26)}", "html/body/a")
        graph.add_page(Page(f"{BASE}/{n}", f"{BASE}/{n}", links=(link,)), accepted=False)
    (found,) = LinkWords(graph).of_pages([graph.find(f"{BASE}/all")])
    assert place_of("anchor:wxb") in found
    assert place_of("anchor:waa") not in found
    assert len(set(found)) == len(found), "each feature once"
