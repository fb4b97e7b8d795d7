"""Recipes in crawls: what `run`, `generate` and `resume` have in common."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hubwalk.cli import NO_LONGER_HOLDS
from hubwalk.cli._kept_files import kept_file

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.drivers.progress import SiteProgress
    from hubwalk.recipes.following import Following
    from hubwalk.recipes.recipe import Recipe
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Observation


def recipe_of(job: Job, log: SqliteCrawlLog) -> Recipe | None:
    """The job's recipe as its log has it; None if the job has none."""
    from hubwalk.store.recipe_file import parse_recipe

    content = kept_file("recipe", job.recipe, log)
    return None if content is None else parse_recipe(content.decode("utf-8"), job.recipe)


def tell_recipe(recipe: Recipe, log: SqliteCrawlLog, site: SiteProgress, talk: Talk) -> int:
    """Say how a recipe fared in a crawl that ended; returns the exit code."""
    from hubwalk.drivers.progress import DONE

    made = recipe.made
    if made.covered:
        when = f" on {made.date}" if made.date else ""
        before = f"when it was made{when} they were {made.covered} with {made.downloads}"
        share = f" ({site.accepted / made.covered:.0%})"
        talk.remark(f"the recipe brought {site.accepted} wanted pages with {site.fetched} downloads; {before}{share}")
    if site.state != DONE:
        talk.remark("the crawl was stopped before its end, so whether the recipe still holds remains open")
        return 0
    seen = list(log.observations(site=site.site))
    report = retraced(recipe, seen).report()
    for line in report.lines():
        talk.notice(f"recipe: {line}")
    if report.holds:
        if report.lines():
            talk.notice(f"to write it down anew: hubwalk generate --from {shlex.quote(str(log.path))} -o new.toml")
        return 0
    talk.notice(f"to learn it anew: hubwalk generate {shlex.quote(recipe.entry)} --like URL_OR_FILE -o new.toml")
    return NO_LONGER_HOLDS


def retraced(recipe: Recipe, seen: Sequence[Observation]) -> Following:
    """The crawl by the recipe over logged pages."""
    from hubwalk.recipes.retracing import retrace

    return retrace(recipe, (one.page for one in seen), {one.page.url for one in seen if one.verdict.accepted})
