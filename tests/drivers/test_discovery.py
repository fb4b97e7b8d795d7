"""The search for sites, with made-up engines and pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from hubwalk.discovery.queries import QueryGeneration
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.tokens import keyword_tokens
from hubwalk.drivers.discovery import InMemory, SearchProgress, discover
from hubwalk.errors import SearchError
from hubwalk.pages.parse import read
from hubwalk.samples import Sample
from hubwalk.values import Page, Response, Revision, SearchAnswer, SearchResult, Verdict


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


def test_a_sample_that_an_engine_names_is_not_fetched_again() -> None:
    response = answer("http://a.org/good1")
    sample = Sample("http://a.org/good1", response, read(response))
    pages = Pages()
    found = discover(search(), Asker([Engine(RESULTS)], NoMemory()), pages.fetch, Wanted(), samples=[sample])
    assert "http://a.org/good1" not in pages.fetched
    assert found.sites[0].fetched == 2


def test_where_a_redirect_ended_is_not_fetched_again() -> None:
    class Moved(Pages):
        def fetch(self, urls: Sequence[str]) -> list[Response]:
            return [replace(got, url=got.url.replace("old", "good")) for got in super().fetch(urls)]

    pages = Moved()
    engine = Engine({"zoom": ["http://a.org/old1"], "lens": ["http://a.org/good1"]})
    found = discover(search(), Asker([engine], NoMemory()), pages.fetch, Wanted())
    assert pages.fetched == ["http://a.org/old1"]
    assert found.sites == ()  # its text says "other"


def test_every_candidate_is_kept_as_soon_as_it_is_there() -> None:
    kept = InMemory()

    def killed(urls: Sequence[str]) -> Iterator[Response]:
        yield answer(urls[1])  # in any order
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        discover(search(), Asker([Engine(RESULTS)], NoMemory()), killed, Wanted(), kept=kept)
    assert [candidate.url for candidate in kept.candidates()] == ["http://b.org/bad"]


def test_pages_in_flight_do_not_wait_for_a_slow_validator() -> None:
    events: list[str] = []

    class Slow(Wanted):
        blocking = True

        def judge(self, page: Page) -> Verdict:
            events.append("judged")
            return super().judge(page)

    def fetch(urls: Sequence[str]) -> Iterator[Response]:
        for url in urls:
            events.append("fetched")
            yield answer(url)

    discover(search(), Asker([Engine({"zoom": RESULTS["zoom"]})], NoMemory()), fetch, Slow())
    assert events == ["fetched"] * 3 + ["judged"] * 2


def test_without_a_network_nothing_is_kept_and_a_resumed_search_tries_again() -> None:
    def down(urls: Sequence[str]) -> list[Response]:
        return [Response(url, url, 0, error="no such host") for url in urls]

    kept = InMemory()
    assert discover(search(), Asker([Engine(RESULTS)], NoMemory()), down, Wanted(), kept=kept).sites == ()
    again = discover(search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, Wanted(), kept=kept)
    assert [site.site for site in again.sites] == ["http://a.org/", "http://d.org/"]


def test_one_host_that_is_gone_among_others_is_not_asked_again() -> None:
    def one_gone(urls: Sequence[str]) -> list[Response]:
        return [Response(url, url, 0, error="no such host") if "c.org" in url else answer(url) for url in urls]

    kept, again = InMemory(), Pages()
    discover(search(), Asker([Engine(RESULTS)], NoMemory()), one_gone, Wanted(), kept=kept)
    discover(search(), Asker([Engine(RESULTS)], NoMemory()), again.fetch, Wanted(), kept=kept)
    assert again.fetched == []


def test_what_an_earlier_run_found_on_another_way_stays_found() -> None:
    """An engine that was silent before changes the order of the words, and with it the queries."""
    kept = InMemory()
    discover(search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, Wanted(), kept=kept)
    other = Engine({"zoom": ["http://e.org/good"]})
    found = discover(search(), Asker([other], NoMemory()), Pages().fetch, Wanted(), kept=kept)
    assert {site.site for site in found.sites} == {"http://a.org/", "http://d.org/", "http://e.org/"}
    assert {candidate.url for candidate in found.candidates} >= {url for urls in RESULTS.values() for url in urls}


class Strict(Wanted):
    """After three pages it knows better: what is on a.org is not wanted after all, but b.org is."""

    def __init__(self) -> None:
        super().__init__()
        self.standing: dict[str, bool] = {}
        self.remembered: list[str] = []

    def judge(self, page: Page) -> Verdict:
        verdict = super().judge(page)
        self.standing[page.url] = verdict.accepted
        return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.remembered.append(page.url)
        self.standing[page.url] = verdict.accepted

    def revisions(self) -> list[Revision]:
        if len(self.standing) < 3:
            return []
        opinions = {"http://a.org/": False, "http://b.org/": True}
        told = []
        for url, said in self.standing.items():
            now = opinions.get(url[:13], said)
            if now != said:
                told.append(Revision(url, Verdict(now, 1.0, "knows better")))
        self.standing.update((revision.url, revision.verdict.accepted) for revision in told)
        return told


def test_sites_are_ranked_by_the_verdicts_that_stand() -> None:
    kept = InMemory()
    first = Strict()
    given = [Sample("http://s.org/good", answer("http://s.org/good"), read(answer("http://s.org/good")))]
    for validator in (first, Strict()):  # and again out of memory
        found = discover(
            search(), Asker([Engine(RESULTS)], NoMemory()), Pages().fetch, validator, kept=kept, samples=given
        )
        assert sorted(site.site for site in found.sites) == ["http://b.org/", "http://d.org/", "http://s.org/"]
        verdicts = {candidate.url: candidate.verdict.accepted for candidate in found.candidates}
        assert verdicts["http://b.org/bad"]
        assert not verdicts["http://a.org/good1"]
        assert verdicts["http://s.org/good"]
    assert validator.judged == []
    assert validator.remembered == first.judged
