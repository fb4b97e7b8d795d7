"""Each rule on made-up numbers, in both directions."""

from __future__ import annotations

import pytest
from made_up_results import outcome, results

from hubwalk.evaluation import findings as rules
from hubwalk.evaluation import parameter_findings as parameters
from hubwalk.evaluation.cells import CONVERGED, OUT_OF_PAGES, TASKS, Outcome
from hubwalk.evaluation.findings import findings
from hubwalk.evaluation.results import DiscoveryFacts, Results
from hubwalk.evaluation.suite import make_suite

RANK, HITS = "xcrawl:variant=hits+pagerank", "xcrawl:variant=hits"


def first(rule: rules.Rule, made: Results) -> tuple[bool | None, str]:
    found = list(rule(made))
    assert found
    return found[0].agrees, found[0].text


def test_mean_recall_as_in_the_paper() -> None:
    agrees, text = first(rules.mean_recall, results({"xcrawl": 0.95}))
    assert agrees
    assert "0.950" in text
    assert "0.925" in text


def test_less_recall_names_where_the_targets_were_lost() -> None:
    poor = outcome(60, fetched=75, ended=CONVERGED)
    agrees, text = first(rules.mean_recall, results({"xcrawl": poor}, oracle={"xcrawl": 0.9}))
    assert agrees is False
    assert "0.900 with the oracle" in text
    assert f"{4 * 25} targets were never fetched, {4 * 15} were fetched and refused" in text
    assert "less than four fifths of the targets fetched: 4" in text
    assert "stopped by the bound" not in text
    stopped = outcome(60, fetched=90, ended=OUT_OF_PAGES)
    assert "stopped by the bound on their downloads: 4" in first(rules.mean_recall, results({"xcrawl": stopped}))[1]


def test_ahead_of_the_baseline_everywhere() -> None:
    agrees, text = first(rules.over_the_baseline, results({"xcrawl": 0.92, "best_first": 0.5}))
    assert agrees
    assert "+42.0 points" in text
    assert "; ahead in every domain" in text


def test_behind_the_baseline_in_one_domain() -> None:
    made = results(
        {"xcrawl": 0.92, "best_first": 0.5},
        only={f"cell_phones/{name}": {"best_first": 0.99} for name in ("one", "two")},
    )
    agrees, text = first(rules.over_the_baseline, made)
    assert agrees is False
    assert "not ahead in Cell phones" in text


def test_a_small_lead_over_the_baseline_is_a_disagreement_of_its_own() -> None:
    found = list(rules.over_the_baseline(results({"xcrawl": 0.95, "best_first": 0.9})))
    assert [finding.agrees for finding in found] == [True, False, True, False]
    assert "best_first used all its downloads in 4 of 4 runs" in found[1].text
    assert "on 0 of 4 sites" in found[1].text


def test_a_site_that_was_fetched_whole_leaves_no_difference() -> None:
    runs: dict[str, float | Outcome] = {"xcrawl": outcome(99, downloads=990), "best_first": 0.99}
    whole = {f"cameras/{name}": runs for name in ("one", "two")}
    found = list(rules.over_the_baseline(results({"xcrawl": 0.95, "best_first": 0.75}, only=whole)))
    assert "90% of the site's pages or more on 2 of 4 sites" in found[1].text
    assert found[1].text.endswith("On the other sites the lead is +20.0 points.")


@pytest.mark.parametrize(("bare", "agrees"), [(0.4, True), (0.98, False)])
def test_links_without_text(bare: float, agrees: bool) -> None:
    made = results(
        {"xcrawl": 0.9, "best_first": 0.85},
        only={f"{domain}/two": {"best_first": bare} for domain in ("cameras", "cell_phones")},
        mute={"two"},
    )
    said, text = first(rules.links_without_text, made)
    assert said is agrees
    one = f"two {90 - 100 * bare:+.1f}"
    assert f"({one}, {one})" in text
    assert "on the 2 other sites +5" in text


@pytest.mark.parametrize(("early", "agrees"), [(30, True), (95, False)])
def test_what_the_baseline_has_when_the_reference_has_most(early: int, agrees: bool) -> None:
    runs = {"xcrawl": outcome(95, early=90), "best_first": outcome(99, early=early)}
    never = {"cameras/one": {"xcrawl": outcome(50), "best_first": outcome(99, early=None)}}
    said, text = first(rules.at_ninety, results(runs, only=never))
    assert said is agrees
    assert "On the 3 sites" in text
    assert f"{early}.0%" in text


def test_sites_without_lists() -> None:
    poor = {f"{domain}/two": {"xcrawl": 0.3} for domain in ("cameras", "cell_phones")}
    made = results({"xcrawl": 0.9, "best_first": 0.5}, only=poor, listed={"two": 0.1})
    agrees, text = first(rules.sites_without_lists, made)
    assert agrees is None
    assert "xcrawl finds 0.300 there (best_first 0.500), and 0.900 on the 2 other sites (best_first 0.500)" in text
    assert "only 10% of the targets stand in a list" in list(rules.where_the_baseline_wins(made))[1].text
    assert not list(rules.sites_without_lists(results({"xcrawl": 0.9})))


def test_sites_on_which_the_baseline_wins_are_named_with_the_reason() -> None:
    made = results(
        {"xcrawl": 0.9, "best_first": 0.5},
        only={"cameras/two": {"xcrawl": outcome(40, fetched=90), "best_first": 0.5}},
        oracle={"xcrawl": 0.9},
    )
    found = list(rules.where_the_baseline_wins(made))
    assert "on 1 of 4 sites" in found[0].text
    assert "mobile-phones-uk.org.uk" in found[0].text
    assert found[1].agrees is None
    assert "cameras/two: best_first is ahead by 10.0 points. The validator's errors did it" in found[1].text
    assert "50 of them refused" in found[1].text
    lost = results({"xcrawl": 0.4, "best_first": 0.5})
    assert list(rules.where_the_baseline_wins(lost))[1].text.endswith(
        " xcrawl fetched 40 of 100 targets in 200 downloads."
    )
    assert len(list(rules.where_the_baseline_wins(results({"xcrawl": 0.9, "best_first": 0.5})))) == 1


def test_order_of_the_variants() -> None:
    agrees, text = first(rules.order_of_variants, results({"xcrawl": 0.9, RANK: 0.8, HITS: 0.7}))
    assert agrees
    assert "holds in 2 of 2 domains" in text
    agrees, text = first(rules.order_of_variants, results({"xcrawl": 0.9, RANK: 0.9, HITS: 0.9}))
    assert agrees is False
    assert "equal within" in text
    swapped = {f"cameras/{name}": {HITS: 0.95} for name in ("one", "two")}
    agrees, text = first(rules.order_of_variants, results({"xcrawl": 0.9, RANK: 0.8, HITS: 0.7}, only=swapped))
    assert agrees is False
    assert "the order is another in Digital cameras 0.900 0.800 0.950" in text


def test_hits_alone_against_the_baseline_on_tables_and_texts() -> None:
    made = results({RANK: 0.8, HITS: 0.52, "best_first": 0.5})
    said = {finding.text: finding.agrees for finding in rules.pagerank_over_the_baseline(made)}
    assert list(said.values()) == [True, True, True]
    made = results({RANK: 0.6, HITS: 0.3, "best_first": 0.5})
    assert [finding.agrees for finding in rules.pagerank_over_the_baseline(made)] == [False, False, False]


def sweep(rates: dict[float, tuple[int, int]]) -> Results:
    suite = make_suite({"baseline": "best_first", "restart": {"probabilities": list(rates)}})
    runs = {suite.restart_spec("xcrawl", p): outcome(found, downloads=n) for p, (found, n) in rates.items()}
    return results({}, sweeps=runs, suite=suite)


def test_the_best_restart_probability() -> None:
    agrees, text = first(parameters.best_restart, sweep({0.05: (90, 300), 0.15: (90, 200), 0.3: (80, 200)}))
    assert agrees
    assert "Digital cameras 0.15, Cell phones 0.15" in text
    agrees, text = first(parameters.best_restart, sweep({0.05: (90, 300), 0.15: (90, 200), 0.3: (90, 150)}))
    assert agrees is False
    assert "the downloads per site go from 300 to 150 and recall from 0.900 to 0.900" in text


def test_equal_rates_count_for_the_paper() -> None:
    assert first(parameters.best_restart, sweep({0.05: (90, 200), 0.15: (90, 200), 0.3: (90, 200)}))[0]


def test_enough_iterations() -> None:
    suite = make_suite({"baseline": "best_first", "iterations": {"values": [10, 50, 100]}})

    def made(*found: int) -> Results:
        specs = [suite.iterations_spec("xcrawl", value) for value in suite.iterations.values]
        return results({}, sweeps=dict(zip(specs, map(outcome, found), strict=True)), suite=suite)

    agrees, text = first(parameters.enough_iterations, made(70, 90, 90))
    assert agrees
    assert text.startswith("50 iterations")
    agrees, text = first(parameters.enough_iterations, made(70, 80, 90))
    assert agrees is False
    assert text.startswith("Fewer than 100 iterations of xcrawl do not reach")


def test_time_per_task() -> None:
    light = dict(zip(TASKS, (9.0, 4.0, 4.0, 1.0, 1.0), strict=True))
    agrees, text = first(parameters.time_of_browsing, results({"xcrawl": outcome(90, seconds=light)}))
    assert agrees
    assert "50.0 ms of computing, 10% of it" in text
    heavy = light | {"deciding": 20.0}
    assert first(parameters.time_of_browsing, results({"xcrawl": outcome(90, seconds=heavy)}))[0] is False


def test_queries() -> None:
    good = DiscoveryFacts("cameras", queries=58, real=6, found=5, listed=8, first=5, ended="budget")
    bad = DiscoveryFacts("cameras", queries=60, real=6, found=4, listed=4, first=4, ended="budget")
    agrees, text = first(parameters.queries, results({}, discovery=(good,)))
    assert agrees
    assert "5 of 6 sites in 58 queries" in text
    assert "0.62" in text
    assert first(parameters.queries, results({}, discovery=(bad,)))[0] is False


def test_what_a_validator_costs() -> None:
    refusing = outcome(80, fetched=95)
    text = first(rules.validator_errors, results({"xcrawl": refusing}, oracle={"xcrawl": 0.98}))[1]
    assert "15.0 points are fetched targets that it refused, +3.0 points where its errors led the walk" in text
    assert "costs nothing" in first(rules.validator_errors, results({"xcrawl": 0.9}))[1]
    assert "in error" in first(rules.validator_errors, results({"xcrawl": 0.9}, oracle={"xcrawl": 0.8}))[1]


@pytest.mark.parametrize(("breadth", "word"), [(0.5, "behind"), (0.9, "level with"), (0.99, "ahead of")])
def test_the_closest_of_the_others(breadth: float, word: str) -> None:
    text = first(rules.peers, results({"xcrawl": 0.9, "breadth_first": breadth}))[1]
    assert f"breadth_first comes closest, {word} xcrawl" in text


def test_without_numbers_nothing_is_said() -> None:
    assert findings(results({})) == []
