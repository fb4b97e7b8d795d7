"""The estimate of what there is in all, on crawls made by hand."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.estimation.recall import RecallEstimator
from hubwalk.graph.web_graph import WebGraph
from hubwalk.values import Choice, Estimate, Link, Outlook, Page, Verdict


def url(number: int) -> str:
    return f"http://a.test/{number}"


class Crawl:
    """A crawl that fetches what it is told."""

    def __init__(self) -> None:
        self.graph = WebGraph()
        self.estimator = RecallEstimator(self.graph)

    def fetch(
        self, number: int, accepted: bool, *targets: int, hub: int | None = None, asked: int | None = None
    ) -> None:
        links = tuple(Link(url(target), "", "html/ul/li/a") for target in targets)
        page = Page(url(number), url(number if asked is None else asked), links=links)
        choice = Choice(page.requested, rule="start" if hub is None else "breadth", hub="" if hub is None else url(hub))
        self.graph.set_pending(page.requested)
        self.graph.add_page(page, accepted)
        self.estimator.observe(choice, page, Verdict(accepted))


def listed(accepted: int, rejected: int, left: int) -> Crawl:
    """A page with one list, of which some were fetched."""
    crawl = Crawl()
    crawl.fetch(0, False, *range(1, accepted + rejected + left + 1))
    for number in range(1, accepted + rejected + 1):
        # Evenly mixed, so that the latest are like the first.
        hit = number * accepted // (accepted + rejected) > (number - 1) * accepted // (accepted + rejected)
        crawl.fetch(number, hit, hub=0)
    return crawl


def test_nothing_is_left_where_everything_was_fetched() -> None:
    crawl = Crawl()
    crawl.fetch(0, True)
    assert crawl.estimator.estimate(Outlook(5.0, 1.0, 3.0)) == Estimate(1, 1, 1, 1)
    assert crawl.estimator.estimate(None).recall == 1


def test_what_is_in_flight_is_not_fetched() -> None:
    crawl = Crawl()
    crawl.fetch(0, True, 1)
    crawl.graph.set_pending(url(1))
    assert crawl.graph.frontier_size == 0
    assert crawl.estimator.estimate(None).high > 1


def test_a_good_list_promises_more_than_a_bad_one() -> None:
    good, bad = listed(50, 0, 500).estimator.estimate(None), listed(50, 450, 500).estimator.estimate(None)
    assert good.found == bad.found
    assert good.expected - good.found > 2 * (bad.expected - bad.found)


def test_a_long_list_promises_more_than_a_short_one() -> None:
    long, short = listed(50, 10, 400).estimator.estimate(None), listed(50, 10, 10).estimator.estimate(None)
    assert long.expected - long.found > 4 * (short.expected - short.found)


def test_the_end_is_near_when_nothing_comes_any_more() -> None:
    crawl = listed(40, 0, 60)
    before = crawl.estimator.estimate(None)
    for number in range(41, 100):
        crawl.fetch(number, False, hub=0)
    after = crawl.estimator.estimate(None)
    assert after.recall > 0.9 > before.recall
    assert after.high - after.low < before.high - before.low


def test_the_strategy_is_asked_where_it_knows_more() -> None:
    crawl = listed(50, 10, 100)
    much, little = (crawl.estimator.estimate(Outlook(near, near, 0.0)) for near in (90.0, 1.0))
    assert much.expected - much.found > 2 * (little.expected - little.found)


def test_samples_that_no_link_leads_to_are_a_sign_of_others() -> None:
    crawl = listed(50, 10, 20)
    before = crawl.estimator.estimate(None)
    for number in (1000, 1001, 1002):
        crawl.fetch(number, True)
    apart = crawl.estimator.estimate(None)
    assert apart.expected - apart.found > 2 * (before.expected - before.found)
    crawl.fetch(61, False, 1000, 1001, 1002, hub=0)
    assert crawl.estimator.estimate(None).expected < apart.expected


def test_a_verdict_that_is_turned_round() -> None:
    crawl = listed(100, 10, 200)
    before = crawl.estimator.estimate(None)
    for number in [crawl.graph.url(page) for page in list(crawl.graph.accepted_pages)]:
        crawl.graph.revise(crawl.graph.find(number), False)
        crawl.estimator.revise(number, False)
    after = crawl.estimator.estimate(None)
    assert (before.found, after.found) == (100, 0)
    assert listed(100, 10, 200).estimator.signals(None).near > 100
    assert crawl.estimator.signals(None).near < 2


fetches = st.lists(
    st.tuples(
        st.integers(0, 20),
        st.booleans(),
        st.lists(st.integers(0, 20), max_size=6),
        st.one_of(st.none(), st.integers(0, 20)),
        st.integers(0, 20),
    ),
    max_size=20,
)
outlooks = st.one_of(st.none(), st.builds(Outlook, st.floats(0, 1e5), st.floats(0, 1e9), st.floats(0, 1e5)))


@given(fetches, outlooks)
def test_what_must_hold_at_every_moment(
    told: list[tuple[int, bool, list[int], int | None, int]], outlook: Outlook | None
) -> None:
    crawl = Crawl()
    for number, accepted, targets, hub, asked in told:
        crawl.fetch(number, accepted, *targets, hub=hub, asked=asked)
        estimate = crawl.estimator.estimate(outlook)
        assert estimate.found == len(crawl.graph.accepted_pages)
        assert estimate.found <= estimate.low <= estimate.expected <= estimate.high < math.inf
        assert 0 <= estimate.recall <= 1
        assert crawl.estimator.estimate(outlook) == estimate  # asking changes nothing
        if crawl.graph.fetched == len(crawl.graph):
            assert estimate.high == estimate.found


@given(fetches)
def test_verdicts_turned_round_keep_it_sound(told: list[tuple[int, bool, list[int], int | None, int]]) -> None:
    crawl = Crawl()
    for number, accepted, targets, hub, asked in told:
        crawl.fetch(number, accepted, *targets, hub=hub, asked=asked)
    for page in range(len(crawl.graph)):
        if crawl.graph.accepted[page] and page in crawl.graph.accepted_pages:
            crawl.graph.revise(page, False)
            crawl.estimator.revise(crawl.graph.url(page), False)
            estimate = crawl.estimator.estimate(None)
            assert estimate.found <= estimate.low <= estimate.expected <= estimate.high
