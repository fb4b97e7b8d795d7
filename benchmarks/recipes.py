"""Recipes on recorded sites: what a recipe finds again of the crawl it was learned from, and what that costs.

    python benchmarks/recipes.py --corpora DIR
    python benchmarks/recipes.py --corpora DIR --perturb

For every site and task: a crawl of the recording with `adaptive` and a validator that knows the targets, a recipe
of that crawl, and the recipe on the same recording. Prints the targets, the size of the recipe (patterns, different
levels, pages that it names), recall against the crawl, and the downloads to the last target over the lower bound for
that recall; then medians over all tasks, and over the first task of each site.

With --perturb each recipe also meets the site with all ids and class names changed, under URLs that say nothing, and
with both: recall and cost again, and whether the recipe says that it holds.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from hubwalk.drivers.replay import ParsedPages, replay
from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.evaluation.bounds import lower_bounds
from hubwalk.evaluation.link_graph import LinkGraph, reachable_graph
from hubwalk.evaluation.validating_sites import SiteRecord, samples_of
from hubwalk.recipes.following import follow
from hubwalk.recipes.learning import learn
from hubwalk.recipes.recipe import Recipe
from hubwalk.store.recipe_file import parse_recipe, recipe_text
from hubwalk.validators.oracle import OracleValidator
from hubwalk.values import Choice, Page, Site, Verdict
from recorded_sites import add_sites, chosen_sites, one_line_errors

_NAME = re.compile(r"([.#])([^/\[]+)")
KINDS = ("same", "names", "urls", "both")
_MARKS = (0.97, 1.15)


class Pages(Protocol):
    def read(self, url: str) -> Page: ...


@dataclass(frozen=True, slots=True)
class Run:
    """A recipe on a site."""

    found: int  # accepted pages
    to_last: int
    downloads: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A task with its runs, by kind of change."""

    site: str
    task: str
    first: bool  # of its site
    targets: int
    recipe: Recipe
    seconds: float  # to learn it
    recall: dict[str, float]
    cost: dict[str, float]
    holds: dict[str, bool]


class Renamed:
    """A site whose ids and classes all have other names."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    def read(self, url: str) -> Page:
        page = self._pages.read(url)
        links = (replace(link, dom_path=_NAME.sub(r"\1new-\2", link.dom_path)) for link in page.links)
        return replace(page, links=tuple(links))


def crawl(
    site: Site, pages: ParsedPages, targets: Collection[str], starts: Sequence[str]
) -> tuple[list[Page], set[str]]:
    """All pages that `adaptive` fetches, and those accepted."""
    fetched: list[Page] = []
    accepted: set[str] = set()

    def keep(_choice: Choice, page: Page, verdict: Verdict) -> None:
        fetched.append(page)
        if verdict.accepted:
            accepted.add(page.url)

    replay(site, pages, OracleValidator(targets), "adaptive", starts=starts, on_fetch=keep)
    return fetched, accepted


def run(recipe: Recipe, pages: Pages, targets: Collection[str]) -> Run:
    """Follow a recipe, under the rules of a crawl."""
    state = SiteCrawl(Site(recipe.entry, recipe.scope), "breadth_first")
    validator = OracleValidator(targets)
    following = follow(recipe)
    downloads = to_last = found = 0
    while (chosen := following.choose()) is not None:
        downloads += 1
        choice = Choice(chosen.link.target, rule="recipe", hub=chosen.hub, dom_path=chosen.link.dom_path)
        page = state.admit(pages.read(choice.url))
        verdict = foregone(page, set()) or validator.judge(page)
        state.observe(choice, page, verdict)
        following.observe(page, verdict.accepted)
        if verdict.accepted:
            found, to_last = found + 1, downloads
    return Run(found, to_last, downloads, following.report().holds)


def bound(graph: LinkGraph, accepted: Collection[str], found: int) -> int:
    """The fewest downloads for so many of the targets, to the per cent."""
    level = min(100, 100 * found // len(accepted)) if accepted else 100
    return lower_bounds(graph, graph.numbers(accepted), (level,))[level].downloads if level else 0


def measure(record: SiteRecord, options: argparse.Namespace) -> Iterator[Line]:
    whole = record.open(record.primary)
    pages = ParsedPages(whole, keep_html=False)
    for number, task in enumerate(record.tasks):
        print(f"{record.name} {task.name} ...", file=sys.stderr, flush=True)
        recorded = record.open(task.name)
        site = Site(recorded.entry)
        starts = samples_of(task, recorded, 0)[: options.samples]
        fetched, accepted = crawl(site, pages, recorded.targets, starts)
        began = time.perf_counter()
        recipe = learn(fetched, accepted, site.url, starts=starts)
        seconds = time.perf_counter() - began
        recipe = parse_recipe(recipe_text(recipe), task.name)  # what a user runs is a file
        if options.output is not None:
            options.output.mkdir(parents=True, exist_ok=True)
            (options.output / f"{record.name}.{task.name}.toml").write_text(recipe_text(recipe), "utf-8")
        runs = {"same": run(recipe, pages, recorded.targets)}
        if options.perturb:
            runs["names"] = run(recipe, Renamed(pages), recorded.targets)
            hidden = record.open(task.name, opaque=random.Random(0))
            elsewhere = ParsedPages(hidden, keep_html=False)
            moved = replace(recipe, entry=hidden.entry, starts=())
            runs["urls"] = run(moved, elsewhere, hidden.targets)
            runs["both"] = run(moved, Renamed(elsewhere), hidden.targets)
        graph = reachable_graph(site, pages, starts)
        least = {kind: bound(graph, accepted, done.found) for kind, done in runs.items()}
        yield Line(
            record.name, task.name, number == 0, len(accepted), recipe, seconds,
            {kind: done.found / len(accepted) if accepted else 1.0 for kind, done in runs.items()},
            {kind: done.to_last / least[kind] if least[kind] else 0.0 for kind, done in runs.items()},
            {kind: done.holds for kind, done in runs.items()},
        )  # fmt: skip


def size(recipe: Recipe) -> tuple[int, int, int]:
    """Patterns, different levels, pages named."""
    prefixes = {
        tuple((level.step, level.loop) for level in pattern.levels[: n + 1])
        for pattern in recipe.patterns
        for n in range(len(pattern.levels))
    }
    steps = [step for way in prefixes for step in way[-1] if step is not None]
    return len(recipe.patterns), len(prefixes), sum(len(step.pages) for step in steps)


def table(lines: Sequence[Line]) -> Iterator[str]:
    kinds = [kind for kind in KINDS if kind in lines[0].recall]
    head = f"{'site':16} {'task':12} {'targets':>7} {'patterns':>8} {'levels':>6} {'named':>5} {'seconds':>7}"
    yield head + "".join(f"  {kind:>6} {'cost':>5} {'holds':>5}" for kind in kinds)
    for line in lines:
        patterns, levels, named = size(line.recipe)
        yield (
            f"{line.site:16} {line.task:12} {line.targets:7} {patterns:8} {levels:6} {named:5} {line.seconds:7.1f}"
            + "".join(
                f"  {line.recall[kind]:6.3f} {line.cost[kind]:5.2f} {'yes' if line.holds[kind] else 'no':>5}"
                for kind in kinds
            )
        )
    for name, some in (("all tasks", lines), ("first tasks", [line for line in lines if line.first])):
        yield f"{f'median, {name} ({len(some)})':66}" + "".join(
            f"  {statistics.median(line.recall[kind] for line in some):6.3f}"
            f" {statistics.median(line.cost[kind] for line in some):5.2f} {'':5}"
            for kind in kinds
        )
    good = sum(line.recall["same"] >= _MARKS[0] and line.cost["same"] <= _MARKS[1] for line in lines)
    yield f"recall at least {_MARKS[0]} at a cost of at most {_MARKS[1]}: {good} of {len(lines)} tasks"


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], epilog="Example: python benchmarks/recipes.py --corpora sites"
    )
    add_sites(parser)
    add = parser.add_argument
    add("--samples", type=int, default=0, metavar="N", help="start at N samples besides the entry page (0)")
    add("--perturb", action="store_true", help="run the recipes on changed sites, too")
    add("--output", "-o", type=Path, help="folder for the recipes")
    return parser.parse_args(argv)


@one_line_errors("recipes")
def main(argv: Sequence[str]) -> int:
    options = arguments_of(argv)
    lines = [line for record in chosen_sites(options) for line in measure(record, options)]
    print("\n".join(table(lines)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
