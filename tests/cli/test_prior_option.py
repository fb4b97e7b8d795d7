"""`--prior FILE`: strategies that take one are given it, from the file at first and from the log later."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from misbehaving import Web
from running import Command
from shop import stock

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import STRATEGIES, make_strategy, options_of, takes_prior
from hubwalk.strategies.breadth_first import BreadthFirst
from hubwalk.values import Choice, Page

pytest_plugins = ["commands", "web_fixtures"]


class Experienced(BreadthFirst):
    """Breadth-first, and says with what it began."""

    def __init__(
        self, graph: WebGraph, rng: random.Random, samples: Sequence[Page], *, prior: str | None = None
    ) -> None:
        super().__init__(graph, rng, samples)
        self._prior = prior

    def choose(self) -> Choice | None:
        choice = super().choose()
        return replace(choice, why=f"began with {self._prior}") if choice is not None else None


def parse(content: bytes, name: str) -> str:
    if not content.startswith(b"learned"):
        raise UsageError(f"{name} is no prior")
    return content.decode()


@pytest.fixture(autouse=True)
def experienced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "experienced", Experienced)
    monkeypatch.setattr("hubwalk.strategies.prior.parse_prior", parse)


@pytest.fixture
def find(web: Web, command: Command) -> Command:
    stock(web, 20)
    options = ("--like", f"{web.url}/item/3", "--validator", "url:/item", "--delay", 0, "-o", "items.jsonl")
    return lambda *more: command("find", web.url, *options, *more)


def test_a_resumed_crawl_has_the_prior_that_it_began_with(
    find: Command, command: Command, web: Web, tmp_path: Path
) -> None:
    prior = tmp_path / "prior"
    prior.write_text("learned once")
    assert find("--strategy", "experienced", "--prior", "prior", "--max-pages", 20, "-q").code == 0
    prior.write_text("learned since")
    assert command("resume", "items.db", "--max-pages", 1000, "-q").code == 0
    about = json.loads(command("explain", "items.db", f"{web.url}/item/55", "--json").out)
    assert about["why"] == "began with learned once"
    assert command("explain", "items.db", f"{web.url}/item/55").out.count("began with learned once") >= 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--strategy", "experienced", "--prior", "nowhere"), "cannot read"),
        (("--strategy", "experienced", "--prior", "bad"), "bad is no prior"),
        (("--strategy", "breadth_first", "--prior", "good"), "breadth_first takes no prior: leave --prior out, or"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_fetched(
    find: Command, web: Web, tmp_path: Path, options: Sequence[str], message: str
) -> None:
    (tmp_path / "bad").write_text("nonsense")
    (tmp_path / "good").write_text("learned")
    ran = find(*options)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert web.requests == []


def test_simulate_gives_it_to_those_that_take_it(find: Command, command: Command, tmp_path: Path) -> None:
    (tmp_path / "good").write_text("learned")
    assert find("--strategy", "breadth_first", "-q").code == 0
    both = ("--strategy", "breadth_first", "--strategy", "experienced")
    assert command("simulate", "items.db", "--seeds", 1, *both, "--prior", "good").code == 0
    ran = command("simulate", "items.db", "--strategy", "xcrawl", "--prior", "good")
    assert (ran.code, ran.out) == (2, "")
    assert "strategy xcrawl takes no prior" in ran.err


def test_it_is_no_option_that_users_spell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "experienced", Experienced)
    assert takes_prior("experienced")
    assert options_of("experienced") == {}
    with pytest.raises(UsageError, match="unknown option of strategy experienced 'prior'"):
        make_strategy("experienced:prior=3", WebGraph(), random.Random(0), [])
