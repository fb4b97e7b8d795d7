"""The union of sources: every site once, all the ways to it, the sources taking turns."""

from __future__ import annotations

from collections.abc import Iterator

from hubwalk.discovery.sources.source import Fetch, FoundBy, SiteSource
from hubwalk.discovery.sources.union import Union
from hubwalk.pages.site_names import SiteNames


class Given:
    """A source of what it was given."""

    def __init__(self, name: str, *urls: str) -> None:
        self.name = name
        self._urls = urls
        self.taken = 0

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        for url in self._urls:
            self.taken += 1
            yield FoundBy(url, self.name, f"{self.name} has {url}")


def nothing(urls: object) -> list[object]:
    raise AssertionError(urls)


def union(*sources: SiteSource, kind: str = "host") -> Union:
    names = SiteNames(kind)
    return Union(sources, names.site_of, names.key)


def test_a_site_comes_once_and_remembers_all_its_sources() -> None:
    one = Given("directory:d", "http://a.example/x", "http://b.example/", "http://a.example/y")
    other = Given("queries", "https://www.a.example/z", "http://c.example/p?q=1")
    both = union(one, other)
    assert [site.url for site in both.sites(nothing)] == [  # type: ignore[arg-type]
        "http://a.example/",
        "http://b.example/",
        "http://c.example/",
    ]
    first, *rest = both.found()
    assert (first.site, first.rule, first.rank) == ("http://a.example/", "directory", 2)
    assert first.sources == ("directory:d has http://a.example/x", "queries has https://www.a.example/z")
    assert [site.site for site in rest] == ["http://b.example/", "http://c.example/"]
    assert isinstance(both, SiteSource)
    assert both.name == "directory:d + queries"


def test_sources_take_turns_and_are_asked_for_no_more_than_is_taken() -> None:
    one = Given("one", *(f"http://one{n}.example/" for n in range(9)))
    other = Given("other", *(f"http://other{n}.example/" for n in range(2)))
    stream = union(one, other).sites(nothing)  # type: ignore[arg-type]
    assert [next(stream).source for _ in range(5)] == ["one", "other", "one", "other", "one"]
    assert (one.taken, other.taken) == (3, 2)
    assert len(list(stream)) == 6


def test_what_a_site_is_the_names_decide() -> None:
    urls = ("http://u.example/~ann/a", "http://u.example/~bob/", "http://shop.example.org/", "http://www.example.org/")
    found = {
        kind: [site.url for site in union(Given("x", *urls), kind=kind).sites(nothing)]  # type: ignore[arg-type]
        for kind in ("host", "user", "domain")
    }
    assert found["host"] == ["http://u.example/", "http://shop.example.org/", "http://www.example.org/"]
    assert found["user"][:2] == ["http://u.example/~ann/", "http://u.example/~bob/"]
    assert len(found["domain"]) == 2
