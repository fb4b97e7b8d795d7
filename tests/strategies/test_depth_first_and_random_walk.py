from __future__ import annotations

import random
from collections import Counter

import pytest
from small_sites import BASE, crawl, items, names

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import make_strategy
from hubwalk.strategies.random_walk import RandomWalk
from hubwalk.values import Link, Page, Verdict


def test_depth_first_takes_the_newest_page_first_and_its_links_in_document_order() -> None:
    site = {
        "/": items(["/a", "/b", "/c"], "html/body/a*"),
        "/a": items(["/d", "/e", "/b"], "html/body/a*"),
        "/b": [],
        "/c": [],
        "/d": items(["/f", "/"], "html/body/a*"),
        "/e": [],
        "/f": [],
    }
    made = names(crawl(site, lambda _: False, "depth_first"))
    assert made == ["/", "/a", "/d", "/f", "/e", "/b", "/c"]


def ring(size: int) -> dict[str, list[tuple[str, str]]]:
    """Each page links to the next one; the last to the first, which is the entry."""
    return {("/" if i == 0 else f"/{i}"): items([f"/{(i + 1) % size or ''}"], "html/body/a*") for i in range(size)}


@pytest.mark.parametrize("strategy", ["depth_first", "random_walk"])
@pytest.mark.parametrize("seed", range(3))
def test_all_that_can_be_reached_is_fetched_in_the_end(strategy: str, seed: int) -> None:
    rng = random.Random(seed)
    site = {"/": items(["/0", "/1"], "html/body/a*")}
    for page in range(200):
        site[f"/{page}"] = items([f"/{rng.randrange(400)}" for _ in range(3)], "html/body/a*")  # half of them are dead
    reached, todo = {"/"}, ["/"]
    while todo:
        found = {target for target, _ in site.get(todo.pop(), [])} - reached
        reached |= found
        todo.extend(found)
    made = names(crawl(site, lambda name: name.endswith("7"), strategy, seed=seed))
    assert len(made) == len(set(made))
    assert set(made) == reached
    assert len(reached) > 200


def test_the_walk_passes_fetched_pages_without_a_download() -> None:
    """On a ring there is one way on, behind all that was fetched; without restarts the walk goes round it."""
    made = crawl(ring(60), lambda _: False, "random_walk:restart_probability=0")
    assert names(made) == ["/", *(f"/{i}" for i in range(1, 60))]
    assert {choice.rule for choice, _ in made[1:]} == {"walk"}


def test_a_walk_that_finds_nothing_new_leaps() -> None:
    """With restarts the end of the ring is out of the walk's reach before it leaps."""
    made = crawl(ring(60), lambda _: False, "random_walk:restart_probability=0.5,max_steps=5")
    assert len(made) == 60
    assert "leap" in {choice.rule for choice, _ in made}


def test_dead_ends_are_left() -> None:
    """A page without links and one that links to itself and back only."""
    site = {
        "/": items(["/end", "/loop", "/on"], "html/body/a*"),
        "/end": [],
        "/loop": items(["/loop", "/back"], "html/body/a*"),
        "/back": items(["/loop"], "html/body/a*"),
        "/on": [],
    }
    for seed in range(10):
        made = names(crawl(site, lambda _: False, "random_walk:restart_probability=0", seed=seed))
        assert sorted(made) == sorted(site)


def test_restarts_lead_to_the_entry_and_to_accepted_pages() -> None:
    """Always restarting, the walk fetches nothing; only leaps do, and they go everywhere alike."""
    graph = WebGraph()
    pages = {name: Page(BASE + name, BASE + name, links=()) for name in ("/good", "/bad")}
    links = tuple(Link(BASE + name, name, "html/body/a") for name in ("/good", "/bad", "/new"))
    pages = {"/": Page(f"{BASE}/", f"{BASE}/", links=links), **pages}
    walk = RandomWalk(graph, random.Random(0), [], restart_probability=1.0, max_steps=1)
    for name, page in pages.items():
        graph.add_page(page, name == "/good")
        walk.observe(page, Verdict(name == "/good"))
    stood: Counter[str] = Counter()
    for _ in range(400):
        assert walk._step() == -1
        stood[graph.url(walk._at).removeprefix(BASE)] += 1
    assert set(stood) == {"/", "/good"}
    assert min(stood.values()) > 150


def test_a_step_is_to_any_link_with_the_same_chance() -> None:
    wide = {"/": items([f"/{i}" for i in range(4)], "html/body/a*"), **{f"/{i}": [] for i in range(4)}}
    first = Counter(names(crawl(wide, lambda _: False, "random_walk", seed=seed, stop=2))[1] for seed in range(400))
    assert len(first) == 4
    assert min(first.values()) > 60


@pytest.mark.parametrize("option", ["restart_probability=1.5", "restart_probability=nan", "max_steps=-1"])
def test_bad_options_of_the_random_walk_are_refused(option: str) -> None:
    with pytest.raises(UsageError, match=option):
        make_strategy(f"random_walk:{option}", WebGraph(), random.Random(0), [])
