"""A recipe out of a crawl log, and what to say of a log that gives none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from hubwalk.cli._text import quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.recipes.navigation_pattern import NavigationPattern
    from hubwalk.recipes.recipe import Recipe
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Observation, Page

# Yield at which a crawl has nothing more to teach: no wanted page among 500 downloads. Sites without an end, those with
# calendars say, would go on to --max-pages; what is left out, a recipe finds at the places that it knows.
NOTHING_MORE = 0.002
_ALL_ALIKE = 0.9  # of the pages accepted, the entry page among them: then nothing was told apart


@dataclass(frozen=True, slots=True)
class SiteLog:
    """What a log has of one site."""

    entry: str  # where the site's address led
    scope: str
    seen: Sequence[Observation]

    @property
    def pages(self) -> list[Page]:
        return [one.page for one in self.seen]

    @property
    def accepted(self) -> set[str]:
        return {one.page.url for one in self.seen if one.verdict.accepted}

    @property
    def given(self) -> list[str]:
        """Samples on the site, which were fetched because the user showed them."""
        return [one.page.url for one in self.seen if one.choice.rule == "sample"]


def site_log(log: SqliteCrawlLog, site: str, talk: Talk) -> SiteLog:
    """The pages of a site, with where its entry page really is; UsageError if there are none."""
    seen = list(log.observations(site=site))
    read = [one for one in seen if one.page.ok and not one.page.duplicate_of]
    if not read:
        raise UsageError(f"{log.path} has no page of {site} that could be read: `hubwalk status {log.path}` tells why")
    first = next((one for one in read if one.choice.rule == "start"), None)
    if first is None:
        raise UsageError(f"{log.path} has no entry page of {site}: a recipe begins there, so crawl the site from it")
    if first.page.url != site:
        talk.notice(f"{site} leads to {first.page.url}: that is the recipe's entry page")
    return SiteLog(first.page.url, str(log.job.get("scope", "host")), seen)


def learn_recipe(log: SqliteCrawlLog, site: str, talk: Talk) -> Recipe:
    """The recipe of a site's crawl; UsageError, with what was there, if nothing can be learned from it."""
    crawl = site_log(log, site, talk)
    _refuse_unreachable(crawl, log)
    _warn(crawl, talk)
    recipe = learned_from(crawl, log.path.name)
    for url in recipe.starts:
        talk.notice(f"no link leads from {crawl.entry} to {url}: the recipe begins there, too")
    return recipe


def learned_from(crawl: SiteLog, source: str) -> Recipe:
    """The recipe as of today; UsageError if no way leads to a wanted page."""
    from hubwalk.recipes.learning import learn

    return learn(
        crawl.pages,
        crawl.accepted,
        crawl.entry,
        starts=crawl.given,
        scope=crawl.scope,
        date=date.today().isoformat(),
        source=source,
    )


def mapped_recipe(job: Job, log: SqliteCrawlLog, talk: Talk) -> Recipe:
    """The published way: the navigation pattern of a breadth-first map of the site."""
    from hubwalk.recipes.navigation_recipe import navigation_recipe

    (site,) = job.sites
    crawl = site_log(log, site, talk)
    _refuse_unreachable(crawl, log)
    _warn(crawl, talk)
    pattern = _pattern(job, log)
    if pattern is None:
        raise UsageError(f"the map of {crawl.entry} has no way to a wanted page: give more --max-pages or --depth")
    today = date.today().isoformat()
    return navigation_recipe(
        pattern, crawl.pages, crawl.accepted, crawl.entry, scope=crawl.scope, date=today, source=log.path.name
    )


def _pattern(job: Job, log: SqliteCrawlLog) -> NavigationPattern | None:
    """The strategy as it was when the crawl ended: a fold over the log, as for a crawl that is resumed."""
    from hubwalk.drivers.found_pages import FoundPages
    from hubwalk.drivers.site_run import NOTHING, begin_run
    from hubwalk.samples import stored_sample
    from hubwalk.strategies.structure_driven import StructureDriven

    kept = dict(log.samples())
    samples = [stored_sample(name, kept[name]) for name in job.like]
    run = begin_run(job.sites[0], job, log, samples, searched=FoundPages(()), given=set(), known=NOTHING)
    run.crawl.choose()  # the map is made when the next page is asked for
    assert isinstance(run.crawl.strategy, StructureDriven)
    return run.crawl.strategy.pattern


def _refuse_unreachable(crawl: SiteLog, log: SqliteCrawlLog) -> None:
    """Why nothing can be learned, as far as that is the user's to mend."""
    from hubwalk.recipes.crawl_graph import CrawlGraph

    read = [one for one in crawl.seen if one.page.ok and not one.page.duplicate_of]
    others = [one for one in read if one.page.url not in {*crawl.given, crawl.entry}]
    status = f"`hubwalk status {quoted(log.path)}` tells how far the crawl went"
    if not crawl.accepted:
        best = max(others, key=lambda one: one.verdict.score, default=None)
        nearest = f", the nearest is {best.page.url} ({best.verdict.reason})" if best is not None else ""
        raise UsageError(f"none of the {len(read)} pages read of {crawl.entry} was accepted{nearest}; {status}")
    graph = CrawlGraph(crawl.pages, crawl.accepted, (crawl.entry,))
    reached = graph.reachable(graph.starts[0], ())
    if graph.targets & reached - {graph.starts[0]} or graph.targets == {graph.starts[0]}:
        return
    what = crawl.given[0] if crawl.given else min(crawl.accepted)
    if len(reached) == 1:
        raise UsageError(
            f"{what} cannot be reached from {crawl.entry}, which links to no page of the site: try another entry page, "
            f"or --browser auto if its links are made by scripts ({status})"
        )
    raise UsageError(
        f"{what} cannot be reached from {crawl.entry}: of the {len(reached)} pages that links from there lead to, none "
        "links to it or to a page like it; try an entry page nearer to it, --scope domain, or more --max-pages "
        f"({status})"
    )


def _warn(crawl: SiteLog, talk: Talk) -> None:
    """What a recipe can be made of, but should hardly."""
    read = {one.page.url for one in crawl.seen if one.page.ok and not one.page.duplicate_of}
    wanted = read & crawl.accepted
    if crawl.entry in wanted and len(wanted) >= _ALL_ALIKE * len(read):
        talk.notice(
            f"{len(wanted)} of {len(read)} pages, the entry page among them, count as wanted: the samples do not tell "
            "them apart; show more samples, others with --unlike, or choose another --validator"
        )
