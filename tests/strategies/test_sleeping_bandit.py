from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from small_sites import crawl, items, names

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy
from hubwalk.strategies.sleeping_bandit import Bandit

MENU, LIST, MAIN = "html/body/nav/ul/li*/a", "html/body/div.lists/p/a*", "html/body/main/table/tr*/td/a"


def test_auer_by_hand() -> None:
    """t = 9, alpha 2: 3 rewards in 2 tries, none in 4, and one group that was never tried."""
    bandit = Bandit(random.Random(0), alpha=2.0)
    for group, tries, rewards in ((0, 2, 3), (1, 4, 0), (2, 0, 0), (3, 1, 50)):
        if group < 3:  # group 3 has no links: it sleeps
            bandit.add(group, 10 + group)
        for _ in range(tries):
            bandit.tried(group)
        for _ in range(rewards):
            bandit.reward(group)
    bandit.steps = 9
    expected = [1.5 + 2 * math.sqrt(math.log(9) / 2), 0 + 2 * math.sqrt(math.log(9) / 4), math.inf, -1.0]
    assert list(bandit.scores()) == pytest.approx(expected)
    assert bandit.draw() == (12, 0.0)
    drawn = [bandit.draw() for _ in range(3)]
    assert [link for link, _ in filter(None, drawn)] == [10, 11]
    assert [score for _, score in filter(None, drawn)] == pytest.approx(expected[:2])
    assert drawn[2] is None


def test_links_of_a_group_are_drawn_by_lot_each_once() -> None:
    first: Counter[object] = Counter()
    for seed in range(300):
        bandit = Bandit(random.Random(seed), alpha=1.0)
        for link in range(3):
            bandit.add(0, link)
        drawn = [bandit.draw() for _ in range(3)]
        assert sorted(link for link, _ in filter(None, drawn)) == [0, 1, 2]
        assert bandit.draw() is None
        first[drawn[0]] += 1
    assert len(first) == 3
    assert min(first.values()) > 70


def test_a_group_without_links_sleeps_until_it_gets_one() -> None:
    bandit = Bandit(random.Random(0), alpha=1.0)
    bandit.add(0, 5)
    assert bandit.draw() is not None
    bandit.tried(0)
    assert bandit.draw() is None
    bandit.add(0, 6)
    assert bandit.draw() == (6, 0.0)  # log 1 = 0, no reward


def shop(lists: int = 12, per_list: int = 8, others: int = 60) -> dict[str, list[tuple[str, str]]]:
    """Lists of targets in one place of the entry page, a menu of pages that lead to nothing in another."""
    site = {
        "/": [
            *items([f"/help-{i}.html" for i in range(others)], MENU),
            *items([f"/list-{i}.html" for i in range(lists)], LIST),
        ]
    }
    for i in range(lists):
        site[f"/list-{i}.html"] = items([f"/item/{i}/{k}" for k in range(per_list)], MAIN)
        site |= {f"/item/{i}/{k}": [] for k in range(per_list)}
    return site | {f"/help-{i}.html": [] for i in range(others)}


def is_item(name: str) -> bool:
    return name.startswith("/item/")


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_out_where_links_to_lists_stand(seed: int) -> None:
    """Breadth first fetches the whole menu before the first list. The bandit draws a list five times as often as an
    entry of the menu; without rewards it would draw them in turns."""
    site = shop(lists=30)
    made = crawl(site, is_item, "sleeping_bandit", samples=["/item/0/0", "/item/5/3"], seed=seed)
    last = max(number for number, (_, accepted) in enumerate(made) if accepted)
    drawn = [choice.url for choice, _ in made[:last] if choice.rule == "bandit"]
    assert sum("list" in url for url in drawn) > 20
    assert sum("help" in url for url in drawn) < 5
    plain = crawl(site, is_item, "breadth_first", samples=["/item/0/0", "/item/5/3"])
    assert next(number for number, name in enumerate(names(plain)) if "list" in name) > 60


def test_what_looks_like_a_target_is_fetched_at_once() -> None:
    made = crawl(shop(), is_item, "sleeping_bandit", samples=["/item/0/0", "/item/5/3"])
    rules = Counter((choice.rule, accepted) for choice, accepted in made)
    assert rules["target", True] > 60
    for number, (choice, _) in enumerate(made[:-1]):
        if number > 20 and "/list-" in choice.url:
            assert made[number + 1][0].rule == "target"
            assert made[number + 1][0].hub == choice.url


def test_nothing_is_classified_before_the_first_batch() -> None:
    """Four start pages and choices up to the batch of 10; then what was seen on them is classified too."""
    site = {"/": items([f"/item/{k}" for k in range(40)] + [f"/help-{k}.html" for k in range(40)], MAIN)}
    site |= {target: [] for target, _ in site["/"]}
    made = crawl(site, is_item, "sleeping_bandit", samples=["/item/0", "/item/1", "/item/2"])
    rules = [choice.rule for choice, _ in made]
    assert rules[:10] == ["start", *["sample"] * 3, *["bandit"] * 6]
    assert rules[10] == "target"
    never = crawl(site, is_item, "sleeping_bandit:batch=1000", samples=["/item/0", "/item/1", "/item/2"])
    assert "target" not in {choice.rule for choice, _ in never}


@pytest.mark.parametrize("batch", [1, 10, 1000])
def test_all_that_can_be_reached_is_fetched_in_the_end(batch: int) -> None:
    site = shop()
    site["/help-3.html"] = items(["/gone", "/deep"], MAIN)
    site["/deep"] = items(["/", "/item/0/0", "/deep/er"], MAIN)
    site["/deep/er"] = []
    made = names(crawl(site, is_item, f"sleeping_bandit:batch={batch}", samples=["/item/0/0"]))
    assert len(made) == len(set(made))
    assert set(made) == {*site, "/gone"}


def test_a_group_of_dead_links_is_not_drawn_empty_first() -> None:
    """Here we differ from the authors' code, in which a dead link is no try, so that its group stays the first."""
    site = shop(lists=6, others=10)
    site["/"] += items([f"/old?version={i}" for i in range(80)], "html/body/footer/span*/i/a")
    made = crawl(site, is_item, "sleeping_bandit", samples=["/item/0/0", "/item/5/3"])
    last = max(number for number, (_, accepted) in enumerate(made) if accepted)
    assert sum("/old" in name for name in names(made)[:last]) < 40


def test_a_target_that_was_not_recognised_is_no_try() -> None:
    """No address tells anything here, so the bandit draws. The first group leads to targets only and stays untried, so
    it comes first to the end; of the other the first draw is a try."""
    targets, others = [f"/{k}" for k in range(0, 40, 2)], [f"/{k}" for k in range(1, 40, 2)]
    site = {"/": [*items(targets, MAIN), *items(others, MENU)], **{name: [] for name in targets + others}}
    made = crawl(site, lambda name: name in targets, "sleeping_bandit:batch=1000")
    assert set(names(made)[1:21]) == set(targets)
    assert all(accepted for _, accepted in made[1:21])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("batch=0", "batch=0: must be at least 1"),
        ("alpha=-1", "alpha must be at least 0"),  # a group that sleeps would have the highest score
        ("alpha=nan", "alpha must be at least 0"),
        ("alpha=inf", "alpha must be at least 0"),
        ("theta=1.5", "theta from 0 to 1"),
    ],
)
def test_bad_options_are_refused(options: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_strategy(f"sleeping_bandit:{options}", WebGraph(), random.Random(0), [])
