"""V3: pages like the samples, from engines that can do that and from those that only take words."""

from __future__ import annotations

import pytest

from hubwalk.discovery.engines.local import IndexedPage, LocalEngine
from hubwalk.discovery.queries import SIMILAR
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.sources import Given, make_source
from hubwalk.discovery.sources.similar import word_queries
from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.values import Page, SearchAnswer, SearchResult

LAPTOP = "battery hours keyboard screen inches memory processor price delivery warranty"
GARDEN = "roses soil watering pruning compost seeds spring shade hedge lawn"


def page(url: str, text: str) -> Page:
    return parse(f"<html><title>{text.split(maxsplit=1)[0]}</title><body><p>{text}</p></body></html>", url)


SAMPLE = page("http://shop.example/1", f"{LAPTOP} silver lid")


def index() -> LocalEngine:
    pages = [
        IndexedPage(f"http://shop{n}.example/laptop", f"Laptop {n}", f"{LAPTOP} the and of model {n}") for n in range(6)
    ]
    pages += [
        IndexedPage(f"http://garden{n}.example/", f"Garden {n}", f"{GARDEN} the and of bed {n}") for n in range(6)
    ]
    pages.append(IndexedPage(SAMPLE.url, "the sample", f"{LAPTOP} silver lid the and of"))
    return LocalEngine.in_memory(pages)


class WordEngine:
    """Takes words only."""

    name, by_host, per_minute = "words", False, 0.0

    def __init__(self) -> None:
        self.asked: list[str] = []

    def search(self, query: str, limit: int) -> SearchAnswer:
        self.asked.append(query)
        found = (SearchResult(SAMPLE.url), SearchResult(f"http://{query.split(maxsplit=1)[0]}.example/"))
        return SearchAnswer(query, 2, found[:limit])


def found(asker: Asker, *samples: Page, **more: object) -> list[tuple[str, str]]:
    given = Given(asker, samples=samples, **more)  # type: ignore[arg-type]
    return [(site.url, site.how) for site in make_source("similar", given).sites(lambda _: [])]


def test_the_local_index_finds_pages_like_the_sample_and_not_itself() -> None:
    sites = found(Asker([index()], NoMemory()), SAMPLE)
    assert {url for url, _ in sites} == {f"http://shop{n}.example/laptop" for n in range(6)}
    assert sites[0][1] == f"like {SAMPLE.url}, result 1"


def test_a_sample_need_not_be_in_the_index() -> None:
    sites = found(Asker([index()], NoMemory()), page("file:///tmp/saved.html", GARDEN))
    assert {url for url, _ in sites} == {f"http://garden{n}.example/" for n in range(6)}


def test_a_page_like_no_other_finds_nothing() -> None:
    assert found(Asker([index()], NoMemory()), page("http://x.example/", "quantum chromodynamics lattice")) == []
    assert found(Asker([index()], NoMemory()), Page("http://x.example/", "http://x.example/")) == []


def test_what_all_pages_say_makes_none_alike() -> None:
    assert found(Asker([index()], NoMemory()), page("http://x.example/", "the and of")) == []


def test_the_limit_of_results_is_kept() -> None:
    assert len(index().similar(SAMPLE, 3).results) == 3
    assert index().similar(SAMPLE, 3) == index().similar(SAMPLE, 3)


def test_an_engine_that_only_takes_words_is_asked_for_those_of_the_page() -> None:
    engine = WordEngine()
    sites = found(Asker([engine], NoMemory()), SAMPLE)
    assert engine.asked == word_queries(SAMPLE)
    assert 0 < len(engine.asked) <= 5
    assert all(set(query.split()) <= set(f"{LAPTOP} silver lid".split()) for query in engine.asked)
    assert SAMPLE.url not in [url for url, _ in sites]
    assert sites[0][1] == f"query '{engine.asked[0]}', result 2"


def test_samples_take_turns_within_the_budget() -> None:
    engine = WordEngine()
    other = page("http://garden.example/1", GARDEN)
    found(Asker([engine], NoMemory()), SAMPLE, other, max_queries=2)
    assert engine.asked == [word_queries(SAMPLE)[0], word_queries(other)[0]]


def test_both_kinds_of_engines_together() -> None:
    engine = WordEngine()
    sites = found(Asker([index(), engine], NoMemory()), SAMPLE)
    assert sites[0][1].startswith("like ")
    assert engine.asked


def test_an_answer_that_is_remembered_costs_nothing() -> None:
    class Remembering(NoMemory):
        def recall(self, engine: str, query: str, limit: int) -> SearchAnswer | None:
            return (
                SearchAnswer(query, -1, (SearchResult("http://kept.example/"),)) if query.startswith(SIMILAR) else None
            )

    asker = Asker([index()], Remembering())
    assert [url for url, _ in found(asker, SAMPLE)] == ["http://kept.example/"]
    assert asker.queries == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [(Given(), "--like"), (Given(samples=(SAMPLE,)), "--engine")],
)
def test_what_is_missing_is_named(given: Given, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_source("similar", given)
