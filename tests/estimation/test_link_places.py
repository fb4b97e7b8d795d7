"""Expected authorities by list: by hand, and against a plain twin that counts everything anew."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.estimation.link_places import LinkPlaces
from hubwalk.graph.web_graph import FETCHED, WebGraph
from hubwalk.values import Link, Page

LIST, MENU = "html/ul/li/a", "html/nav/a"


def url(number: int) -> str:
    return f"http://a.test/{number}"


class Crawl:
    """A graph and the lists on it."""

    def __init__(self) -> None:
        self.graph = WebGraph()
        self.places = LinkPlaces(self.graph)

    def fetch(
        self, number: int, accepted: bool = False, links: dict[int, str] | None = None, counts: bool = True
    ) -> int:
        shown = tuple(Link(url(target), "", path) for target, path in (links or {}).items())
        page = self.graph.add_page(Page(url(number), url(number), links=shown), accepted)
        self.places.observe(page, page, accepted, counts=counts)
        return page


def test_nothing_is_known_of_a_new_list() -> None:
    crawl = Crawl()
    crawl.fetch(0, links=dict.fromkeys(range(1, 11), LIST), counts=False)
    assert crawl.places.expected(0.3) == pytest.approx(10 * 0.3)
    assert crawl.places.listed == 0


def test_the_share_of_a_list_is_taken_for_its_rest() -> None:
    crawl = Crawl()
    crawl.fetch(0, links={**dict.fromkeys(range(1, 11), LIST), **dict.fromkeys(range(20, 25), MENU)}, counts=False)
    crawl.fetch(1, accepted=True)
    crawl.fetch(20)
    # One of the list was accepted, one of the menu was not; each has one page of the general yield besides.
    assert crawl.places.expected(0.5) == pytest.approx(9 * (1 + 0.5) / 2 + 4 * (0 + 0.5) / 2)
    assert crawl.places.listed == pytest.approx(9 / 2)


def test_what_was_fetched_last_counts_more() -> None:
    first, last = Crawl(), Crawl()
    for crawl, order in ((first, (True, False)), (last, (False, True))):
        crawl.fetch(0, links=dict.fromkeys(range(1, 11), LIST), counts=False)
        for number, accepted in enumerate(order, 1):
            crawl.fetch(number, accepted=accepted)
    assert first.places.expected(0.1) < last.places.expected(0.1)


def test_what_nobody_chose_tells_nothing_of_its_list() -> None:
    crawl = Crawl()
    crawl.fetch(0, links=dict.fromkeys(range(1, 11), LIST), counts=False)
    crawl.fetch(1, accepted=True, counts=False)
    assert crawl.places.expected(0.3) == pytest.approx(9 * 0.3)


def test_a_verdict_that_is_turned_round() -> None:
    crawl, never = Crawl(), Crawl()
    for one, accepted in ((crawl, True), (never, False)):
        one.fetch(0, links=dict.fromkeys(range(1, 11), LIST), counts=False)
        one.fetch(1, accepted=accepted)
    page = crawl.graph.find(url(1))
    crawl.graph.revise(page, False)
    crawl.places.revise(page, False)
    assert crawl.places.expected(0.2) == pytest.approx(never.places.expected(0.2))


def test_a_redirect_takes_both_addresses_off_their_lists() -> None:
    crawl = Crawl()
    crawl.fetch(0, links={1: LIST, 2: MENU, 3: MENU}, counts=False)
    page = crawl.graph.add_page(Page(url(2), url(1)), True)
    crawl.places.observe(page, crawl.graph.find(url(1)), True, counts=True)
    assert crawl.places.expected(0.0) == pytest.approx(1 * 1 / 2)  # only 3 is left, in the menu where 2 was


@given(
    st.lists(
        st.tuples(
            st.integers(0, 12),
            st.booleans(),
            st.dictionaries(st.integers(0, 12), st.sampled_from([LIST, MENU]), max_size=6),
        ),
        max_size=12,
    ),
    st.floats(0, 1),
)
def test_against_the_plain_twin(fetches: list[tuple[int, bool, dict[int, str]]], general: float) -> None:
    crawl = Crawl()
    place_of: dict[int, tuple[int, str]] = {}
    history: dict[tuple[int, str], list[bool]] = {}
    done: set[int] = set()
    for number, accepted, links in fetches:
        if number in done:
            continue
        done.add(number)
        crawl.fetch(number, accepted, links)
        for target, path in links.items():
            if target != number and target not in done:
                place_of.setdefault(target, (number, path))
        if number in place_of:
            history.setdefault(place_of[number], []).append(accepted)
    expected = 0.0
    for page, place in place_of.items():
        if page not in done:
            seen = history.get(place, [])
            weights = [0.95 ** (len(seen) - 1 - age) for age in range(len(seen))]
            hits = sum(weight for weight, hit in zip(weights, seen, strict=True) if hit)
            expected += (hits + general) / (sum(weights) + 1)
    assert crawl.places.expected(general) == pytest.approx(expected, abs=1e-9)
    assert all(crawl.graph.state[crawl.graph.find(url(number))] == FETCHED for number in done)
