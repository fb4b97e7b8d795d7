"""Recipes in crawls: what `run`, `generate` and `resume` have in common.

The file's content is kept in the crawl log: a resumed crawl follows the same recipe, whatever has become of the file.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli import PARTIAL
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.drivers.progress import SiteProgress
    from hubwalk.recipes.following import Following
    from hubwalk.recipes.recipe import Recipe
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.values import Observation

_KEPT = "recipe "  # before the names of files in the table of samples


def keep_recipe(job: Job, log: SqliteCrawlLog) -> None:
    """Put the job's recipe, if it has one, into a new log."""
    from hubwalk.values import Response

    if job.recipe:
        log.add_sample(_KEPT + job.recipe, Response(job.recipe, job.recipe, 200, _content(Path(job.recipe))))


def recipe_of(job: Job, log: SqliteCrawlLog) -> Recipe | None:
    """The job's recipe as its log has it, or as the file does if the crawl was killed before it was kept; None if the
    job has none."""
    from hubwalk.store.recipe_file import parse_recipe

    if not job.recipe:
        return None
    if _KEPT + job.recipe not in dict(log.samples()):
        keep_recipe(job, log)
    return parse_recipe(dict(log.samples())[_KEPT + job.recipe].body.decode("utf-8"), job.recipe)


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
    return PARTIAL


def retraced(recipe: Recipe, seen: Sequence[Observation]) -> Following:
    """The crawl by the recipe over logged pages."""
    from hubwalk.recipes.retracing import retrace

    return retrace(recipe, (one.page for one in seen), {one.page.url for one in seen if one.verdict.accepted})


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the recipe {path}: {error.strerror}") from None
