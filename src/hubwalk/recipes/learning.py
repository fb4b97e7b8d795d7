"""A recipe out of a finished crawl.

1. hubs: few pages that together link to all accepted pages, and are connected to the entry (hub_cover.py);
2. levels: hubs of one kind below the same level become one (level_tree.py);
3. steps: URL expressions and places for each level, names where nothing generalises (generalising.py);
4. check: the recipe is replayed on the crawl, patterns that add nothing are dropped, and where it fetches too much in
   vain the steps are made anew with a smaller budget.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from hubwalk.errors import UsageError
from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.following import Following, follow
from hubwalk.recipes.generalising import Steps
from hubwalk.recipes.hub_cover import choose_hubs
from hubwalk.recipes.level_tree import Node, grow, say_odd_ones_together, share_out
from hubwalk.recipes.loose_levels import split_loose_levels
from hubwalk.recipes.recipe import Level, Made, Pattern, Recipe
from hubwalk.values import Page

BUDGET = 0.1  # pages in vain per page of the shortest way
_ROUNDS = 4
_SPARED = 0.01  # of the targets, for patterns that
_HARDLY_ANY = 2  # targets need


@dataclass(frozen=True, slots=True)
class _Trial:
    """A recipe replayed on the crawl that it comes from."""

    downloads: int
    to_last: int
    unknown: int  # of the downloads to the last, pages that the crawl has not fetched
    covered: frozenset[int]
    following: Following


def learn(
    pages: Iterable[Page],
    accepted: Callable[[str], bool] | Collection[str],
    entry: str,
    *,
    starts: Sequence[str] = (),
    scope: str = "host",
    date: str = "",
    source: str = "",
) -> Recipe:
    """The recipe by which a crawl could have found what it found. `pages` are those of one site, with links in scope;
    `accepted` says of a `Page.url` whether it is wanted; `starts` are pages that the crawl began with besides the
    entry, and that may have no links to them."""
    crawl = CrawlGraph(pages, accepted, (entry, *starts))
    _refuse_hopeless(crawl, entry)
    crawl.starts = _needed_starts(crawl)
    hubs = choose_hubs(crawl)
    least = len(hubs | crawl.targets)
    root = grow(crawl, hubs)
    share_out(crawl, root, hubs)
    split_loose_levels(crawl, root, hubs)
    say_odd_ones_together(root)
    steps = Steps(crawl, root, hubs)
    budget = BUDGET * least
    recipe = Recipe(entry, (), scope, tuple(map(crawl.url, crawl.starts[1:])))
    for _ in range(_ROUNDS):
        steps.spend(budget)
        recipe = replace(recipe, patterns=tuple(_patterns(root, steps, ())))
        trial = _replay(recipe, crawl)
        if trial.to_last - trial.unknown <= (1 + BUDGET) * least:
            break
        budget /= 2
    if not recipe.patterns:
        raise UsageError(f"no links lead from {entry} to an accepted page; name the pages at which the crawl began")
    recipe = replace(recipe, patterns=_without_redundant(recipe, crawl, trial.following))
    return measured(recipe, crawl, hubs, date=date, source=source)


def measured(recipe: Recipe, crawl: CrawlGraph, hubs: set[int], *, date: str = "", source: str = "") -> Recipe:
    """The recipe with what it brings on a crawl; `hubs` are the pages that whoever knew the site would need."""
    recipe = replace(recipe, patterns=_counted(recipe, crawl, _replay(recipe, crawl).following, hubs))
    trial = _replay(recipe, crawl)
    least = len(hubs | crawl.targets)
    made = Made(len(crawl.targets), len(trial.covered), trial.downloads, trial.to_last, least, date, source)
    return replace(recipe, made=made)


def _refuse_hopeless(crawl: CrawlGraph, entry: str) -> None:
    if not crawl.targets:
        raise UsageError(f"no page of {entry} was accepted, so there is nothing to learn a recipe from")
    if crawl.starts[0] not in crawl.links:
        raise UsageError(f"the crawl has no page {entry}: a recipe begins at the entry page of the crawl")
    if crawl.targets == {crawl.starts[0]}:
        raise UsageError(f"nothing but the entry page {entry} was accepted: that needs no recipe")


def _needed_starts(crawl: CrawlGraph) -> list[int]:
    """The entry, and of the other start pages those without which some accepted page cannot be reached."""
    reached: set[int] = set()
    needed = crawl.starts[:1]
    for start in crawl.starts:
        if start in needed or not crawl.targets <= reached:
            fresh = crawl.reachable(start, reached)
            if start not in needed and fresh & crawl.targets:
                needed.append(start)
            reached |= fresh
    return needed


def _patterns(node: Node, steps: Steps, above: tuple[Level, ...]) -> Iterable[Pattern]:
    ends = steps.targets(node)
    for step in ends:
        yield Pattern((*above, Level(step)))
    if above and not ends and not node.below:  # hubs that are targets, and show only such
        yield Pattern(above)
    for child in node.below:
        same = steps.said_by(child, node)
        yield from _patterns(child, steps, (*above, Level(steps.enter(same), steps.turn(same))))


def _targets_of(number: int, pattern: Pattern, crawl: CrawlGraph, following: Following) -> set[int]:
    """The targets on a pattern, at whichever level."""
    pages = (url for depth in range(len(pattern.levels)) for url in following.reached(number, depth))
    return crawl.targets.intersection(map(crawl.page, pages))


def _without_redundant(recipe: Recipe, crawl: CrawlGraph, following: Following) -> tuple[Pattern, ...]:
    """The patterns, those first that bring most that the ones before do not, without those that bring nothing new, and
    without some that bring hardly anything: a line for a person to read must be worth it."""
    brought = {n: _targets_of(n, pattern, crawl, following) for n, pattern in enumerate(recipe.patterns)}
    kept: list[Pattern] = []
    found: set[int] = set()
    missing = len(set().union(*brought.values())) if brought else 0
    while brought:
        best = max(brought, key=lambda n: (len(brought[n] - found), -len(recipe.patterns[n].levels), -n))
        new = brought.pop(best) - found
        if not new or (len(new) <= _HARDLY_ANY and missing <= _SPARED * len(crawl.targets)):
            break
        kept.append(_shortened(best, recipe, crawl, following, found))
        found |= new
        missing -= len(new)
    return tuple(kept)


def _shortened(number: int, recipe: Recipe, crawl: CrawlGraph, following: Following, found: set[int]) -> Pattern:
    """The pattern without its last level, if the levels above, or the patterns found before, bring the same targets:
    those of a loop, say."""
    pattern = recipe.patterns[number]
    above = replace(pattern, levels=pattern.levels[:-1])
    known = found | _targets_of(number, above, crawl, following)
    last = crawl.targets.intersection(map(crawl.page, following.reached(number, len(above.levels))))
    return above if above.levels and last <= known else pattern


def _counted(recipe: Recipe, crawl: CrawlGraph, following: Following, hubs: set[int]) -> tuple[Pattern, ...]:
    """The patterns with what each level brought."""
    useful = crawl.targets | hubs
    found: set[int] = set()
    patterns = []
    for number, pattern in enumerate(recipe.patterns):
        levels = []
        for depth, level in enumerate(pattern.levels):
            pages = {crawl.page(url) for url in following.reached(number, depth)}
            links = len(following.reached(number, depth))
            wanted = depth < len(pattern.levels) - 1 and 2 * len(pages & crawl.targets) > len(pages)
            levels.append(replace(level, pages=len(pages), links=links, useful=len(pages & useful), wanted=wanted))
        new = _targets_of(number, pattern, crawl, following) - found
        found |= new
        patterns.append(replace(pattern, levels=tuple(levels), targets=len(new)))
    return tuple(patterns)


def _replay(recipe: Recipe, crawl: CrawlGraph) -> _Trial:
    following = follow(recipe)
    downloads = to_last = unknown = until_last = 0
    covered = set()
    while (chosen := following.choose()) is not None:
        downloads += 1
        number = crawl.page(chosen.link.target)
        unknown += number not in crawl.fetched
        if number in crawl.targets:
            covered.add(number)
            to_last, until_last = downloads, unknown
        page = crawl.as_page(number, links=following.may_be_hub(chosen.link.target))
        following.observe(page, number in crawl.targets)
    return _Trial(downloads, to_last, until_last, frozenset(covered), following)
