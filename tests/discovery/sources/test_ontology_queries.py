"""V2: which queries an ontology makes, in which order, and what becomes of the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.sources import Given, make_source
from hubwalk.discovery.sources.ontology_queries import OntologyQueries
from hubwalk.errors import SearchError, UsageError
from hubwalk.validators.ontology import Attribute, Lexicon, Ontology
from hubwalk.values import SearchAnswer, SearchResult

LAPTOPS = Ontology(
    ("Laptop",),
    (
        Attribute("Screen", (("en", "Display"), ("de", "Bildschirm"))),
        Attribute("Colour", type="choice", choices=("silver", "black")),
    ),
    lexicon=Lexicon(
        words=(("en", ("notebook", "notebooks")), ("en", ("sale",)), ("de", ("Notebook",)), ("de", ("kaufen",))),
        pairs=(("Compaq", "Presario"), ("Compaq", "Compaq Armada"), ("Dell", "Latitude")),
        values=(("Screen", "", '12.1" TFT'), ("Screen", "de", "14 Zoll TFT"), ("Screen", "", "XGA")),
    ),
)


class Engine:
    name, by_host, per_minute = "engine", False, 0.0

    def __init__(self, answers: dict[str, Sequence[str]] | None = None, error: SearchError | None = None) -> None:
        self._answers = answers or {}
        self._error = error
        self.asked: list[tuple[str, int]] = []

    def search(self, query: str, limit: int) -> SearchAnswer:
        self.asked.append((query, limit))
        if self._error:
            raise self._error
        results = tuple(map(SearchResult, self._answers.get(query, ())))
        return SearchAnswer(query, len(results), results)


def given(engine: Engine | None = None, **more: object) -> Given:
    return replace(Given(Asker([engine or Engine()], NoMemory()), LAPTOPS), **more)  # type: ignore[arg-type]


def queries(spec: str, **more: object) -> tuple[str, ...]:
    source = make_source(spec, given(**more))  # type: ignore[arg-type]
    assert isinstance(source, OntologyQueries)
    return source.queries


def test_general_words_in_pairs_with_their_forms_language_by_language() -> None:
    assert queries("queries:general") == ("notebook sale", "Notebook kaufen", "notebooks sale")
    assert queries("queries:general", languages=("de",)) == ("Notebook kaufen",)


def test_manufacturers_take_turns_and_are_not_named_twice() -> None:
    assert queries("queries:pairs") == ("Compaq Presario", "Dell Latitude", "Compaq Armada")


def test_values_of_one_word_and_choices_come_with_a_word_of_the_language() -> None:
    english = queries("queries:values", languages=("en",))
    assert english == ('12.1" TFT', "notebook silver", "notebook XGA", "notebook black")
    # What differs in its capitals alone is the same query.
    assert queries("queries:values:Screen") == ('12.1" TFT', "notebook XGA", "14 Zoll TFT")


def test_an_attribute_can_be_named_in_any_language() -> None:
    assert queries("queries:values:bildschirm") == queries("queries:values:Screen")


def test_all_kinds_take_turns_so_that_a_budget_leaves_some_of_each() -> None:
    assert queries("queries", max_queries=3) == ("notebook sale", "Compaq Presario", '12.1" TFT')
    every = queries("queries")
    assert len(every) == len({text.casefold() for text in every})
    kinds = ("queries:general", "queries:pairs", "queries:values")
    assert {text.casefold() for text in every} == {text.casefold() for kind in kinds for text in queries(kind)}
    assert every == queries("queries")


def test_keywords_are_asked_for_as_they_are_and_then_together() -> None:
    assert queries("queries", ontology=None, keywords=("laptop", "offer")) == ("laptop", "offer", "laptop offer")
    assert queries("queries:general", ontology=None, keywords=("laptop",)) == ("laptop",)


def test_without_a_lexicon_the_class_and_the_choices_speak() -> None:
    plain = replace(LAPTOPS, lexicon=Lexicon())
    assert queries("queries", ontology=plain) == ("Laptop", "Laptop silver", "Laptop black")


def test_answers_become_sites_each_page_once() -> None:
    engine = Engine(
        {
            "Compaq Presario": ["http://a.example/x#top", "http://b.example/", "javascript:void(0)"],
            "Dell Latitude": ["HTTP://B.example/", "http://user:pass@c.example/y"],
        }
    )
    found = list(make_source("queries:pairs", given(engine, results=7)).sites(lambda _: []))
    assert [(site.url, site.how) for site in found] == [
        ("http://a.example/x", "query 'Compaq Presario', result 1"),
        ("http://b.example/", "query 'Compaq Presario', result 2"),
        ("http://c.example/y", "query 'Dell Latitude', result 2"),
    ]
    assert engine.asked == [("Compaq Presario", 7), ("Dell Latitude", 7), ("Compaq Armada", 7)]
    assert {site.source for site in found} == {"queries:pairs"}


def test_whoever_takes_one_site_pays_for_one_query() -> None:
    engine = Engine({"Compaq Presario": ["http://a.example/"]})
    next(make_source("queries:pairs", given(engine)).sites(lambda _: []))
    assert len(engine.asked) == 1


def test_no_engine_that_answers_is_an_error_and_one_that_gives_up_later_is_none() -> None:
    engine = Engine(error=SearchError("engine: no key", kind=SearchError.KEY))
    with pytest.raises(SearchError, match="no key"):
        list(make_source("queries", given(engine)).sites(lambda _: []))
    assert len(engine.asked) == 1
    with pytest.raises(SearchError, match="takes words"):
        list(make_source("queries", given(asker=Asker([], NoMemory()))).sites(lambda _: []))


@pytest.mark.parametrize(
    ("spec", "more", "message"),
    [
        ("queries:generals", {}, "did you mean 'general'"),
        ("queries:values:Sreen", {}, "did you mean 'Screen'"),
        ("queries:pairs:Screen", {}, "only values have an attribute"),
        ("queries", {"asker": None}, "add --engine"),
        ("queries", {"ontology": None}, "--ontology FILE"),
        ("queries:pairs", {"ontology": None, "keywords": ("laptop",)}, "--ontology FILE"),
        ("queries:pairs", {"ontology": replace(LAPTOPS, lexicon=Lexicon())}, "add them under pairs"),
        ("queries:general", {"languages": ("fr",)}, "unknown language of the ontology 'fr': known: de, en"),
    ],
)
def test_what_cannot_be_asked(spec: str, more: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_source(spec, given(**more))  # type: ignore[arg-type]
