"""One cell: what is counted, what is computed once, and what the others get."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hubwalk.errors import LogError
from hubwalk.evaluation.cells import (
    BUDGET,
    CONVERGED,
    OUT_OF_PAGES,
    TASKS,
    Allowance,
    SiteBench,
    digest,
    outcome_record,
    read_outcome,
)
from hubwalk.evaluation.suite import ORACLE, Cell
from hubwalk.ports import Validator
from hubwalk.values import Page, Response, Revision, Site, Verdict

SITE = "http://shop.test"
CAMERAS = [f"{SITE}/camera/{i}" for i in range(10)]
LEAFLETS = [f"{SITE}/leaflet/{i}" for i in range(20)]


class Shop:
    """A list of ten cameras, one of them under a second address, and twenty leaflets."""

    def __init__(self) -> None:
        self.fetches = 0
        home = f"{SITE}/"
        self.pages = {url: [home] for url in [*LEAFLETS, *CAMERAS]}
        self.pages[f"{SITE}/print/0"] = [home]
        self.pages[home] = [*LEAFLETS, f"{SITE}/list"]
        self.pages[f"{SITE}/list"] = [*CAMERAS, f"{SITE}/print/0"]

    def fetch(self, url: str) -> Response:
        self.fetches += 1
        links = "".join(f'<a href="{target}">{target}</a>' for target in self.pages[url])
        shown = url.replace("/print/0", "/camera/0")
        html = f"<html><title>{shown}</title><body><h1>{shown}</h1>{links}</body></html>"
        return Response(url, url, 200, html.encode(), (("content-type", "text/html"),))


def target_of(url: str) -> str:
    url = url.replace("/print/0", "/camera/0")
    return url if url in CAMERAS else ""


class Picky:
    """Refuses cameras 5 to 9, accepts leaflet 3."""

    def __init__(self) -> None:
        self.asked = 0

    def judge(self, page: Page) -> Verdict:
        self.asked += 1
        return Verdict(page.url in [*CAMERAS[:5], LEAFLETS[3]])


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
def picky() -> Picky:
    return Picky()


def bench(shop: Shop, validator: Validator) -> SiteBench:
    make: Callable[[str], Validator] = lambda _: validator  # noqa: E731
    return SiteBench(shop, target_of, 10, site=Site(CAMERAS[1]), starts=[CAMERAS[1]], samples=[], make_validator=make)


def cell(strategy: str = "breadth_first", validator: str = ORACLE, *, equal: bool = False) -> Cell:
    return Cell("demo/shop", strategy, validator, 0, equal)


def test_the_oracle_finds_all_under_whatever_address(shop: Shop, picky: Picky) -> None:
    made = bench(shop, picky).run(cell(), Allowance(1000), timed=False)
    assert (made.existing, made.found, made.fetched) == (10, 10, 10)
    assert made.downloads == len(shop.pages)
    assert (made.accepted, made.right) == (10, 10)  # the print version shows the same and is not counted again
    assert made.ended == CONVERGED
    assert made.recall == made.precision == 1.0
    # a camera, the home page, twenty leaflets, the list, and eight more cameras; half of all are there after four
    assert made.cost == {"50": 23 + 4, "90": 23 + 8}
    assert made.early == 9


def test_what_the_validator_refuses_is_fetched_and_not_found(shop: Shop, picky: Picky) -> None:
    made = bench(shop, picky).run(cell(validator="picky"), Allowance(1000), timed=False)
    assert (made.found, made.fetched) == (5, 10)
    assert (made.accepted, made.right) == (6, 5)
    assert made.cost == {"50": 23 + 4, "90": None}
    assert made.early is None


def test_the_bound_and_the_budget_are_told_apart(shop: Shop, picky: Picky) -> None:
    site = bench(shop, picky)
    assert site.run(cell(), Allowance(25), timed=False).ended == OUT_OF_PAGES
    made = site.run(cell(equal=True), Allowance(25, early=24), timed=False)
    assert (made.ended, made.downloads, made.found, made.early) == (BUDGET, 25, 3, 2)
    assert site.run(cell(equal=True), Allowance(25, early=None), timed=False).early is None


def test_pages_and_verdicts_are_made_once(shop: Shop, picky: Picky) -> None:
    site = bench(shop, picky)
    once = site.run(cell(validator="picky"), Allowance(1000), timed=False)
    fetches, asked = shop.fetches, picky.asked
    assert site.run(cell(validator="picky"), Allowance(1000), timed=False) == once
    site.run(cell("xcrawl", "picky"), Allowance(1000), timed=False)
    assert (shop.fetches, picky.asked) == (fetches, asked)


def test_a_validator_that_learns_begins_anew_with_each_cell(shop: Shop, picky: Picky) -> None:
    class Learner(Picky):
        def remember(self, page: Page, verdict: Verdict) -> None: ...

        def revisions(self) -> list[Revision]:
            return []

    made: list[Learner] = []

    def make(_name: str) -> Validator:
        made.append(Learner())
        return made[-1]

    site = SiteBench(shop, target_of, 10, site=Site(CAMERAS[1]), starts=[CAMERAS[1]], samples=[], make_validator=make)
    runs = [site.run(cell(validator="learner"), Allowance(1000), timed=True) for _ in range(2)]
    assert [learner.asked for learner in made] == [made[0].asked] * 2
    assert made[0].asked > 20
    assert [run.found for run in runs] == [5, 5]


def test_time_is_charged_as_if_nothing_had_been_ready(shop: Shop, picky: Picky) -> None:
    site = bench(shop, picky)
    site.run(cell(validator="picky"), Allowance(1000), timed=False)
    watched = [site.run(cell(validator="picky"), Allowance(1000), timed=True).seconds for _ in range(2)]
    for seconds in watched:
        assert tuple(seconds) == TASKS
        assert all(value >= 0 for value in seconds.values())
    for task in ("fetching", "parsing", "validating"):
        assert watched[0][task] == watched[1][task]


def test_an_outcome_survives_being_written_down(shop: Shop, picky: Picky) -> None:
    made = bench(shop, picky).run(cell(), Allowance(1000), timed=True)
    assert read_outcome(outcome_record(made)) == made
    with pytest.raises(LogError, match=r"another form .*choose another folder"):
        read_outcome({"found": 1, "luck": 2})


def test_the_digest_depends_on_everything_and_on_no_order() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert len({digest({"a": 1}), digest({"a": 2}), digest({"b": 1})}) == 3


def test_the_digest_depends_on_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest({"a": 1})
    monkeypatch.setattr("hubwalk.evaluation.cells.CELL_VERSION", -1)
    assert digest({"a": 1}) != before
