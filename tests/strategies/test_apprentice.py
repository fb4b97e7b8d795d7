from __future__ import annotations

import pytest
from html_sites import crawl, names

WALL = "<p>|</p>" * 5  # leaves without a word: what is behind them is out of reach


def entry(kind: str, number: int, label: str, *, distance: int = 1) -> str:
    """A link that says nothing, with a word at a distance."""
    between = "<p>|</p>" * (distance - 1)
    return f"{WALL}<p>{label}</p>{between}<a href=/{kind}/{number}>see</a>{WALL}"


def entries(numbers: range, *, distance: int = 1) -> str:
    """Printers and cameras in turn; only the word before the link tells them apart."""
    return "".join(
        entry("printer", n, "toner", distance=distance) + entry("camera", n, "lens", distance=distance) for n in numbers
    )


def shop(**pages: str) -> dict[str, str]:
    items = {f"/{kind}/{n}": f"{kind} {n}" for kind in ("camera", "printer") for n in range(20)}
    return items | {f"/{name}": body for name, body in pages.items() if name != "front"} | {"/": pages["front"]}


def is_camera(name: str) -> bool:
    return name.startswith("/camera/")


@pytest.mark.parametrize("distance", [1, 5])
def test_a_telling_word_near_links_is_learned(distance: int) -> None:
    front = entries(range(6), distance=distance) + "<a href=/more>more</a>"
    site = shop(front=front, more=entries(range(6, 12), distance=distance))
    order = names(crawl(site, is_camera, "apprentice", samples=["/camera/0", "/printer/0"]))
    assert order[:5] == [f"/camera/{n}" for n in range(1, 6)]
    behind = order[order.index("/more") + 1 :]
    assert behind[:6] == [f"/camera/{n}" for n in range(6, 12)]


def test_text_beyond_the_fifth_leaf_teaches_nothing() -> None:
    site = shop(front=entries(range(6), distance=6))
    order = names(crawl(site, is_camera, "apprentice", samples=["/camera/0", "/printer/0"]))
    assert order == [f"/{kind}/{n}" for n in range(1, 6) for kind in ("printer", "camera")]


def test_anchors_alone_tell_where_there_is_no_other_text() -> None:
    links = "".join(f"{WALL}<a href=/{kind}/{n}>{kind}</a>" for n in range(6) for kind in ("printer", "camera"))
    order = names(crawl(shop(front=links), is_camera, "apprentice", samples=["/camera/0", "/printer/0"]))
    assert order[:5] == [f"/camera/{n}" for n in range(1, 6)]


def test_breadth_first_until_both_kinds_were_met() -> None:
    site = {
        "/": "".join(f"<a href=/{n}>{n}</a>" for n in "cab"),
        "/c": "<a href=/d>d</a>",
        "/a": "",
        "/b": "",
        "/d": "",
    }
    made = crawl(site, lambda _: False, "apprentice")
    assert names(made) == ["/c", "/a", "/b", "/d"]
    assert {choice.rule for choice in made} == {"breadth"}


def test_samples_teach_as_soon_as_somebody_links_to_them() -> None:
    home = f"{WALL}<a href=/>home</a>"
    site = shop(front="<a href=/list>list</a>", list=entries(range(4)) + home) | {"/camera/0": f"a camera {home}"}
    made = crawl(site, is_camera, "apprentice", samples=["/camera/0"])
    assert names(made)[:4] == ["/list", "/camera/1", "/camera/2", "/camera/3"]
    assert [choice.rule for choice in made[:2]] == ["breadth", "apprentice"]


def test_the_best_of_several_links_counts_and_is_named() -> None:
    worse = f"{WALL}<p>toner</p><a class=worse href=/camera/1>worse</a>"
    front = entry("camera", 0, "lens") + entry("printer", 0, "toner") + worse + entry("printer", 1, "toner")
    site = shop(front=front + entry("camera", 1, "lens"))
    first, second = crawl(site, is_camera, "apprentice", samples=["/camera/0", "/printer/0"])
    assert (first.url, first.rule) == ("http://site.test/camera/1", "apprentice")
    assert (first.hub, first.anchor, first.dom_path) == ("http://site.test/", "see", "html/body/a[4]")
    assert second.score < first.score <= 1


def test_pages_that_nobody_judged_teach_nothing() -> None:
    """Six links of one kind lead to duplicates and to nothing; the seventh promises as much as the first."""
    front = entry("printer", 0, "toner") + "".join(entry("camera", n, "lens") for n in range(8))
    site = {"/": front, "/printer/0": "a printer", **{f"/camera/{n}": "the same" for n in range(4)}}
    made = crawl(site, lambda name: name == "/camera/0", "apprentice", samples=["/camera/0", "/printer/0"])
    assert names(made) == [f"/camera/{n}" for n in range(1, 8)]
    assert len({choice.score for choice in made}) == 1
