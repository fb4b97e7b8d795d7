"""The spider NEAC: what it learns of links, the order, and what stays below the threshold."""

from __future__ import annotations

import random
from functools import partial

import pytest
from html_sites import BASE, crawl, names, page

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy, needs_html, options_of
from hubwalk.strategies.neac import THRESHOLD, Neac, _FoundThrough
from hubwalk.testing.strategies import check_strategy
from hubwalk.values import Verdict


def links(*targets: str) -> str:
    return "".join(
        f"<p>before <a href={target}>{target.strip('/').replace('/', ' ')}</a> after</p>" for target in targets
    )


def shop(count: int = 8) -> dict[str, str]:
    """Two departments, each with lists of items; laptops are wanted."""
    site = {"/": links("/laptops/", "/news/")}
    for part, item in (("laptops", "laptop"), ("news", "story")):
        site[f"/{part}/"] = links(*(f"/{part}/list-{n}.html" for n in "abc"))
        for letter in "abc":
            site[f"/{part}/list-{letter}.html"] = links(*(f"/{part}/{item}-{letter}{n}" for n in range(count)))
            site |= {f"/{part}/{item}-{letter}{n}": f"<h1>{item} {letter}{n}</h1>" for n in range(count)}
    return site


def is_laptop(name: str) -> bool:
    return "/laptop-" in name


@pytest.mark.parametrize("threshold", [0.0, THRESHOLD, 0.6])
def test_it_keeps_the_contract_of_strategies(threshold: float) -> None:
    check_strategy(partial(Neac, threshold=threshold))


def test_it_learns_what_leads_to_accepted_pages_and_leaves_the_rest() -> None:
    site = shop()
    made = names(crawl(site, is_laptop, "neac:threshold=0.3"))
    wanted = [name for name in site if is_laptop(name)]
    assert set(wanted) <= set(made)
    assert sum("/story-" in name for name in made) < 8


def test_lists_lead_on_though_they_are_never_accepted() -> None:
    """The lists are refused pages, and yet the third of them is found before the news."""
    made = names(crawl(shop(), is_laptop, "neac:threshold=0"))
    last_list = max(made.index(f"/laptops/list-{letter}.html") for letter in "abc")
    assert sum("/story-" in name for name in made[:last_list]) <= 8


def test_a_higher_threshold_follows_fewer_links_and_none_at_all_follows_everything() -> None:
    site = shop()
    counts = [len(crawl(site, is_laptop, f"neac:threshold={threshold}")) for threshold in ("0", "0.2", "0.6")]
    assert counts[0] == len(site) - 1
    assert counts[0] > counts[1] >= counts[2]


def test_the_threshold_waits_for_the_first_accepted_page() -> None:
    """However unlike the samples, something must be looked at."""
    site = shop()
    assert len(crawl(site, lambda _: False, "neac:threshold=0.9")) == len(site) - 1


def test_followed_links_say_their_score() -> None:
    made = crawl(shop(), is_laptop, "neac:threshold=0.3")
    rules = {choice.rule for choice in made}
    assert rules == {"look", "neac"}
    assert all(choice.score >= 0.3 for choice in made if choice.rule == "neac")
    assert all(choice.hub and choice.dom_path for choice in made)


def test_words_of_samples_and_of_the_domain_make_the_first_order() -> None:
    site = {
        "/": links("/sailing/a", "/boxing/a", "/chess/a"),
        **{f"/{n}/a": "x" for n in ("sailing", "boxing", "chess")},
    }
    assert names(crawl(site, lambda _: False, "neac:words=chess+club"))[0] == "/chess/a"
    made = make_strategy("neac", WebGraph(), random.Random(0), [page("/s", "<title>Boxing tonight</title>")])
    assert isinstance(made, Neac)
    graph = WebGraph()
    strategy = Neac(graph, random.Random(0), [page("/s", "<title>Boxing tonight</title>")])
    graph.add_page(page("/", site["/"]), False)
    strategy.observe(page("/", site["/"]), Verdict(False))
    first = strategy.choose()
    assert first is not None
    assert first.url == f"{BASE}/boxing/a"


@pytest.mark.parametrize("value", ["1", "-0.1", "nan", "much"])
def test_a_threshold_that_cannot_be(value: str) -> None:
    with pytest.raises(UsageError, match=f"threshold={value}"):
        make_strategy(f"neac:threshold={value}", WebGraph(), random.Random(0), [])


def test_its_options_are_those_of_the_command_line() -> None:
    assert options_of("neac") == {"threshold": THRESHOLD, "words": "-"}
    assert needs_html("neac")


# -- who leads to what -------------------------------------------------------------------------------------------------


def tree(*parents: tuple[int, int]) -> _FoundThrough:
    found = _FoundThrough()
    for page_number, parent in parents:
        found.add(page_number, parent)
    return found


def test_all_pages_on_the_way_lead_to_an_accepted_page() -> None:
    found = tree((0, -1), (1, 0), (2, 1), (3, 2), (4, 0))
    assert found.set(3, True) == [2, 1, 0]
    assert found.accepted == {3}
    assert [found.leads(n) for n in range(5)] == [True, True, True, False, False]


def test_of_two_ways_one_stays_when_the_other_is_taken_back() -> None:
    found = tree((0, -1), (1, 0), (2, 1), (3, 1))
    found.set(2, True)
    assert found.set(3, True) == []
    assert found.set(2, False) == []
    assert found.leads(1)
    assert found.set(3, False) == [1, 0]
    assert not found.leads(0)


def test_an_accepted_page_on_the_way_stands_for_itself() -> None:
    found = tree((0, -1), (1, 0), (2, 1))
    assert found.set(1, True) == [0]
    assert found.set(2, True) == [1]
    assert found.set(1, False) == []
    assert found.leads(1)
    assert found.set(2, False) == [1, 0]


def test_a_page_that_claims_to_come_from_one_not_yet_known_begins_a_tree() -> None:
    found = tree((1, 5), (5, 1), (1, 5))
    assert found.set(5, True) == [1]


def test_a_long_chain_costs_each_step_once() -> None:
    found = tree((0, -1), *((n, n - 1) for n in range(1, 5000)))
    changed = sum(len(found.set(n, True)) for n in range(5000))
    assert changed == 4999
