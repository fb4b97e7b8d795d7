"""The search for sites, with made-up engines and pages."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hubwalk.discovery.queries import QueryGeneration
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.tokens import keyword_tokens
from hubwalk.drivers.discovery import InMemory, SearchProgress, discover
from hubwalk.errors import SearchError
from hubwalk.pages.parse import read
from hubwalk.samples import Sample
from hubwalk.values import Page, Response, SearchAnswer, SearchResult, Verdict


class Engine:
    """Every word it knows leads to the same pages."""

    name = "engine"

    def __init__(self, results: dict[str, list[str]], *, fails_after: int = 1000) -> None:
        self.results = results
        self.asked: list[str] = []
        self.fails_after = fails_after

    def search(self, query: str, limit: int) -> SearchAnswer:
        if len(self.asked) >= self.fails_after:
            raise SearchError("engine: quota used up", kind=SearchError.QUOTA)
        self.asked.append(query)
        urls = self.results.get(query, [])
        return SearchAnswer(query, len(urls), tuple(map(SearchResult, urls[:limit])))


class Wanted:
    """Accepts pages that say so."""

    def __init__(self) -> None:
        self.judged: list[str] = []

    def judge(self, page: Page) -> Verdict:
        self.judged.append(page.url)
        return Verdict("wanted" in page.html, 1.0, "says so")


class Pages:
    """A web of pages by URL; what is not there is a 404."""

    def __init__(self, **pages: str) -> None:
        self.fetched: list[str] = []

    def fetch(self, urls: Sequence[str]) -> list[Response]:
        self.fetched += urls
        return [answer(url) for url in urls]


def answer(url: str) -> Response:
    if "gone" in url:
        return Response(url, url, 404)
    return Response(
        url, url, 200, f"<p>{'wanted' if 'good' in url else 'other'}</p>".encode(), (("content-type", "text/html"),)
    )


RESULTS = {
    "zoom": ["http://a.org/good1", "http://b.org/bad", "http://c.org/gone"],
    "lens": ["http://a.org/good2", "http://a.org/good1"],
    "zoom lens": ["http://d.org/good"],
}


def search() -> QueryGeneration:
    return QueryGeneration(keyword_tokens(["zoom", "lens"]))


def test_from_words_to_sites() -> None:
    engine, pages, validator = Engine(RESULTS), Pages(), Wanted()
    seen: list[SearchProgress] = []
    found = discover(
        search(), Asker([engine], NoMemory()), pages.fetch, validator, on_progress=seen.append, max_queries=60
    )
    assert engine.asked == ["zoom", "lens", "zoom lens"]
    assert [(site.site, len(site.authorities)) for site in found.sites] == [("http://a.org/", 2), ("http://d.org/", 1)]
    assert found.sites[0].queries == ["zoom", "lens"]
    assert found.complete
    assert found.ending == "all combinations were asked for"
    assert sorted(pages.fetched) == sorted({url for urls in RESULTS.values() for url in urls})
    assert "http://c.org/gone" not in validator.judged  # nothing to judge
    assert (seen[-1].queries, seen[-1].sites, seen[-1].authorities, seen[-1].candidates) == (3, 2, 3, 5)


def test_a_used_up_quota_leaves_what_was_found_until_then() -> None:
    engine = Engine(RESULTS, fails_after=1)
    found = discover(search(), Asker([engine], NoMemory()), Pages().fetch, Wanted())
    assert [site.site for site in found.sites] == ["http://a.org/"]
    assert not found.complete
    assert found.given_up == ("engine: quota used up",)


def test_no_engine_ever_answered() -> None:
    with pytest.raises(SearchError, match="engine: quota used up"):
        discover(search(), Asker([Engine({}, fails_after=0)], NoMemory()), Pages().fetch, Wanted())


def test_what_is_kept_is_not_fetched_or_judged_again() -> None:
    kept, pages, validator = InMemory(), Pages(), Wanted()
    first = discover(search(), Asker([Engine(RESULTS)], NoMemory()), pages.fetch, validator, kept=kept)
    again, judge = Pages(), Wanted()
    second = discover(search(), Asker([Engine(RESULTS)], NoMemory()), again.fetch, judge, kept=kept)
    assert (again.fetched, judge.judged) == ([], [])
    assert second == first


def test_a_page_that_broke_the_validator_is_judged_again_later() -> None:
    class Broken(Wanted):
        def judge(self, page: Page) -> Verdict:
            return Verdict(False, reason="broken", judged=False)

    kept = InMemory()
    discover(search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, Broken(), kept=kept)
    assert discover(search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, Wanted(), kept=kept).sites


def test_samples_on_the_web_bring_their_sites() -> None:
    response = answer("http://sample.org/good")
    sample = Sample("http://sample.org/good", response, read(response))
    file = Sample("good.html", response, read(response))
    found = discover(search(), Asker([Engine({})], NoMemory()), Pages().fetch, Wanted(), samples=[sample, file])
    assert [site.site for site in found.sites] == ["http://sample.org/"]
    assert [candidate.query for candidate in found.candidates] == [""]


def test_no_more_sites_than_wanted() -> None:
    found = discover(search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, Wanted(), most_sites=1)
    assert [site.site for site in found.sites] == ["http://a.org/"]
