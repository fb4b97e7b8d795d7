from __future__ import annotations

from small_sites import crawl, items, names

from hubwalk.strategies.best_first import words


def test_breadth_first_takes_pages_in_the_order_of_sight() -> None:
    site = {
        "/": items(["/a", "/b"], "html/body/a*"),
        "/a": items(["/c", "/b"], "html/body/a*"),
        "/b": items(["/d"], "html/body/a*"),
        "/c": items(["/"], "html/body/a*"),
        "/d": [],
    }
    assert names(crawl(site, lambda _: False, "breadth_first")) == ["/", "/a", "/b", "/c", "/d"]


def test_breadth_first_counts_dead_links_as_downloads() -> None:
    site = {"/": items(["/gone", "/a"], "html/body/a*"), "/a": []}
    assert names(crawl(site, lambda _: False, "breadth_first")) == ["/", "/gone", "/a"]


def test_best_first_follows_the_words_of_the_samples() -> None:
    cameras = [f"/camera/model-{c}{c}" for c in "abcdefgh"]
    printers = [f"/printer/make-{c}{c}" for c in "klmnopqr"]
    mixed = [name for pair in zip(printers, cameras, strict=True) for name in pair]
    site = {"/": items(mixed, "html/body/ul/li*/a"), **{name: [] for name in mixed}}
    made = crawl(site, lambda name: "camera" in name, "best_first", samples=cameras[:1])
    assert all(name in cameras for name in names(made)[1:9])


def test_words_of_a_url_are_those_of_its_path_and_query() -> None:
    assert words("http://example.org/Digital-Cameras/a650?sort=price", "Zoom 3x") == {
        "digital",
        "cameras",
        "sort",
        "price",
        "zoom",
    }
