"""Recipes in crawls: what `run`, `generate` and `resume` have in common.

The file's content is kept in the crawl log: a resumed crawl follows the same recipe, whatever has become of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.recipes.recipe import Recipe
    from hubwalk.store.crawl_log import SqliteCrawlLog

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


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the recipe {path}: {error.strerror}") from None
