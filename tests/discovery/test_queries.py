"""GetAuthorities: the order of queries, and what is made of their results."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.discovery.queries import (
    COMBINATION,
    HOST,
    TOKEN,
    Query,
    QueryGeneration,
    by_combined_weight,
    combinations,
    from_the_middle,
    search_weights,
)
from hubwalk.discovery.tokens import Token, keyword_tokens
from hubwalk.values import Page, SearchAnswer, SearchResult, Verdict

# Table 1 of the paper: hits in thousands, TF-IDF, search weight, harmonic mean.
TABLE_1 = {
    "resolution": (275_000, 0.894, 0.288, 0.435),
    "review": (956_000, 0.090, 1.000, 0.165),
    "sensor": (85_500, 0.694, 0.089, 0.158),
    "specifications": (142_000, 0.090, 0.149, 0.112),
    "zoom": (20_100, 0.745, 0.021, 0.041),
    "lens": (84_600, 0.014, 0.088, 0.024),
    "hot-shoe": (992, 0.456, 0.001, 0.002),
}
TOKENS = [Token(text, row[1]) for text, row in TABLE_1.items()]
HITS = [row[0] for row in TABLE_1.values()]


def test_table_1() -> None:
    assert [round(weight, 3) for weight in search_weights(HITS)] == [row[2] for row in TABLE_1.values()]
    ranked = by_combined_weight(TOKENS[::-1], HITS[::-1])
    assert [token.text for token in ranked] == list(TABLE_1)
    for token in ranked:
        # The paper computes with the search weights as it prints them: 0,4357 comes out as 0,435.
        assert token.weight == pytest.approx(TABLE_1[token.text][3], abs=0.001)


def test_first_query_of_the_paper() -> None:
    ranked = by_combined_weight(TOKENS, HITS)
    queries = combinations(ranked, 3)
    assert [token.text for token in next(queries)] == ["specifications", "sensor", "zoom"]
    total = [sum(abs(ranked.index(token) - 3) for token in query) for query in combinations(ranked, 3)]
    assert total == sorted(total)


def test_from_the_middle_the_better_neighbour_comes_first() -> None:
    assert [place for _, place in from_the_middle(7)] == [3, 2, 4, 1, 5, 0, 6]
    assert [place for _, place in from_the_middle(4)] == [1, 0, 2, 3]
    assert from_the_middle(0) == []


@given(st.integers(0, 9), st.integers(1, 5))
def test_all_combinations_once_in_ascending_distance(count: int, length: int) -> None:
    tokens = keyword_tokens(f"w{n}" for n in range(count))
    found = list(combinations(tokens, length))
    expected = set(itertools.combinations(range(count), min(length, count))) if count else set()
    places = [tuple(sorted(tokens.index(token) for token in query)) for query in found]
    assert len(places) == len(set(places))
    assert set(places) == expected
    middle = (count - 1) // 2
    distances = [sum(abs(place - middle) for place in query) for query in places]
    assert distances == sorted(distances)


def test_the_first_of_very_many_combinations_come_at_once() -> None:
    tokens = keyword_tokens(f"w{n}" for n in range(2000))
    assert len(list(itertools.islice(combinations(tokens, 8), 50))) == 50


def test_engines_that_tell_no_hits_leave_it_to_tf_idf() -> None:
    ranked = by_combined_weight(TOKENS, [-1] * len(TOKENS))
    assert [token.text for token in ranked][:3] == ["resolution", "zoom", "sensor"]


def test_words_that_the_engine_has_never_seen_are_dropped() -> None:
    ranked = by_combined_weight([Token("zoom", 1.0), Token("zooom", 0.9)], [10, 0])
    assert [token.text for token in ranked] == ["zoom"]


# -- the machine ------------------------------------------------------------------------------------------------------


def page(url: str) -> Page:
    return Page(url, url, html="<p>x")


YES, NO = Verdict(True), Verdict(False)


def answer(query: Query, *urls: str, hits: int = 5) -> list[SearchAnswer]:
    return [SearchAnswer(query.text, hits, tuple(SearchResult(url) for url in urls))]


def run(search: QueryGeneration, results: dict[str, list[str]], accepted: set[str]) -> list[Query]:
    """Drive a search with a made-up engine; the queries it made."""
    asked = []
    while (query := search.next_query()) is not None:
        asked.append(query)
        for url in search.answered(query, answer(query, *results.get(query.text, ()))):
            search.judged(query.text, page(url), YES if url in accepted else NO)
    return asked


def test_single_words_come_first_then_combinations_until_all_are_asked() -> None:
    search = QueryGeneration(keyword_tokens(["a1", "b1", "c1"]), query_length=2)
    asked = run(search, {}, set())
    assert [query.kind for query in asked] == [TOKEN] * 3 + [COMBINATION] * 3
    assert [query.text for query in asked[3:]] == ["b1 a1", "b1 c1", "a1 c1"]
    assert search.ending == "all combinations were asked for"


def test_the_budget_counts_every_query() -> None:
    search = QueryGeneration(keyword_tokens("abcdefghij"), max_queries=12)
    assert len(run(search, {}, set())) == 12
    assert search.ending == "max_queries of 12 reached"
    assert search.next_query() is None


def test_it_ends_when_queries_in_a_row_bring_nothing_new() -> None:
    words = [f"w{n}" for n in range(10)]
    results = {"w4 w3 w5": ["http://a.org/1"], "w4 w3 w2": ["http://a.org/1"]}
    search = QueryGeneration(keyword_tokens(words), max_iterations=5, max_queries=1000)
    asked = run(search, results, {"http://a.org/1"})
    combined = [query.text for query in asked if query.kind == COMBINATION]
    assert combined[0] == "w4 w3 w5"
    assert len(combined) == 1 + 5
    assert search.ending == "5 queries in a row found nothing new"


def test_candidates_are_fetched_once_and_only_what_may_be_a_page() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]))
    query = Query("zoom", COMBINATION, 10)
    urls = [
        "http://A.org/x#top",
        "http://a.org/x",
        "http://a.org/pic.jpg",
        "mailto:x@a.org",
        "ftp://a.org/",
        "http://b.org/",
    ]
    assert search.answered(query, answer(query, *urls)) == ["http://a.org/x", "http://b.org/"]
    assert search.answered(query, answer(query, "http://a.org/x", "http://c.org/")) == ["http://c.org/"]


def test_no_more_results_than_asked_for() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]), results=2)
    query = search.next_query()
    assert query is not None
    assert len(search.answered(query, answer(query, *(f"http://a.org/{n}" for n in range(5))))) == 2


def test_sites_with_most_authorities_come_first() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]))
    for url, verdict in [
        ("http://a.org/1", YES), ("http://b.org/1", YES), ("https://www.b.org/2", YES), ("http://c.org/1", NO),
        ("http://d.org/1", YES), ("http://d.org/2", NO), ("http://b.org/1", YES),
    ]:  # fmt: skip
        search.judged("zoom", page(url), verdict)
    sites = search.sites()
    assert [site.site for site in sites] == ["http://b.org/", "http://a.org/", "http://d.org/"]
    assert sites[0].authorities == ["http://b.org/1", "https://www.b.org/2"]
    assert sites[2].precision == 0.5
    assert sites[1].queries == ["zoom"]
    assert [site.site for site in search.sites(1)] == ["http://b.org/"]
    assert search.authorities == 4


def test_hosts_of_one_domain_are_one_site_where_the_scope_says_so() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]), by_domain=True)
    for host in ("shop.a.co.uk", "www.a.co.uk", "b.co.uk"):
        search.judged("zoom", page(f"http://{host}/1"), YES)
    assert [site.site for site in search.sites()] == ["http://shop.a.co.uk/", "http://b.co.uk/"]


def test_pages_that_could_not_be_had_are_no_evidence() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]))
    search.judged("zoom", Page("http://a.org/", "http://a.org/", status=404), NO)
    assert search.sites() == []


def test_indexes_of_hosts_are_asked_for_each_new_site_once() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]), ask_hosts=True)
    asked = run(
        search, {"zoom": ["http://a.org/1", "http://a.org/2", "http://b.org/1"]}, {"http://a.org/1", "http://a.org/2"}
    )
    assert [query.text for query in asked if query.kind == HOST] == ["site:a.org"]


def test_no_words_no_queries() -> None:
    search = QueryGeneration([])
    assert search.next_query() is None
    assert "knows any of the words" in search.ending


def test_no_login_that_a_result_carries() -> None:
    search = QueryGeneration(keyword_tokens(["zoom"]))
    query = search.next_query()
    assert query is not None
    results = tuple(map(SearchResult, ["http://me:secret@a.org/x@y", "http://a.org/x@y", "ftp://b.org/", "http://[::"]))
    assert search.answered(query, [SearchAnswer("zoom", 4, results)]) == ["http://a.org/x@y"]
