"""`hubwalk generate`: learn a site once, and have a recipe or a Scrapy spider that fetches its pages again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli import _options as option
from hubwalk.cli._job import check_files, check_strategy, default_db, job_of, new_crawl, read_samples, settings_of
from hubwalk.cli._progress import Talk
from hubwalk.cli._text import quoted
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.recipes.recipe import Recipe

_METHODS = ("crawl", "mapping")
_OWN = ("entry", "from_", "recipe", "site", "output", "spider", "method", "depth", "force")

_From = Annotated[
    Path | None, typer.Option("--from", metavar="DB", help="Learn from this crawl log; nothing is fetched.")
]
_Site = Annotated[str | None, typer.Option(metavar="URL", help="Which site of the log. Default: its only one.")]
_Recipe = Annotated[Path | None, typer.Option(metavar="FILE", help="A recipe that is there already, for --spider.")]
_Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE.toml", help="Where the recipe goes; -: standard output."),
]
_Spider = Annotated[Path | None, typer.Option(metavar="FILE.py", help="Write a Scrapy spider that needs no hubwalk.")]
_Method = Annotated[
    str, typer.Option(help="crawl: learn from a crawl by --strategy; mapping: the published way, breadth first.")
]
_StopWhenYieldBelow = Annotated[
    float | None,
    typer.Option(help="Stop when fewer downloads are accepted; 0: never. Default: 0.002, none of the last 500."),
]


def register(app: typer.Typer) -> None:
    app.command()(generate)


def generate(
    entry: Annotated[str | None, typer.Argument(metavar="ENTRY", help="Entry page of the site.")] = None,
    *,
    like: option.Like = None,
    unlike: option.Unlike = None,
    from_: _From = None,
    site: _Site = None,
    recipe: _Recipe = None,
    output: _Output = None,
    spider: _Spider = None,
    force: Annotated[bool, typer.Option("--force", help="Replace these files if they exist.")] = False,
    db: Annotated[str | None, typer.Option(help="Log of the crawl. Default: next to the output, FILE.db.")] = None,
    config: option.Config = None,
    method: _Method = "crawl",
    depth: Annotated[int, typer.Option(help="Clicks from the entry page, for --method mapping; 0: any.")] = 0,
    strategy: option.StrategyName = None,
    validator: option.Validators = None,
    scope: option.Scope = None,
    max_pages: option.MaxPages = None,
    max_time: option.MaxTime = None,
    stop_at_recall: option.StopAtRecall = None,
    stop_when_yield_below: _StopWhenYieldBelow = None,
    delay: option.Delay = None,
    browser: option.BrowserName = None,
    resolve: option.Resolve = None,
    seed: option.Seed = None,
    user_agent: option.UserAgent = None,
    obey_robots: option.ObeyRobots = None,
    timeout: option.Timeout = None,
    quiet: option.Quiet = False,
    as_json: option.AsJson = False,
    verbose: option.Verbose = False,
) -> None:
    """Learn how to get to the wanted pages of a site, and write it down as a recipe: `hubwalk run` crawls by it.

    Any finished crawl can be learned from (--from), whatever its strategy was; without one, a crawl comes first.

    Exit code: 0 all well, 2 bad input or nothing to learn from, 130 interrupted.

    Example: hubwalk generate example.org --like https://example.org/cameras/a650 -o cameras.toml
    """
    flags = settings_of(locals(), _OWN)
    talk = Talk(quiet=quiet, as_json=as_json, stdout_in_use=str(output) == "-")
    _check_way(entry, from_, recipe, output, spider)
    _check_targets(output, spider, force=force)
    if recipe is not None:
        learned = _from_file(recipe)
    elif from_ is not None:
        learned = _from_log(from_, site, talk)
    else:
        job = _job(str(entry), flags, config, output or spider, method=method, depth=depth)
        learned = _from_crawl(job, talk, method=method, verbose=verbose)
    _write(learned, output, spider)
    _tell(learned, output, spider, talk)


def _check_way(
    entry: str | None, log: Path | None, recipe: Path | None, output: Path | None, spider: Path | None
) -> None:
    if sum(way is not None for way in (entry, log, recipe)) != 1:
        raise UsageError("name one thing to begin with: an ENTRY page, a crawl log with --from, or a --recipe")
    if output is None and spider is None:
        raise UsageError("nowhere to write to: name a recipe with -o FILE.toml, or a spider with --spider FILE.py")
    if recipe is not None and spider is None:
        raise UsageError(f"{recipe} is a recipe already: --spider FILE.py makes a spider of it")


def _check_targets(output: Path | None, spider: Path | None, *, force: bool) -> None:
    """Refuse what could not be written before anything is read."""
    for path, name, ending in ((output, "-o", ".toml"), (spider, "--spider", ".py")):
        if path is None or (str(path) == "-" and name == "-o"):
            continue
        if path.is_dir():
            raise UsageError(f"cannot write {path}: it is a folder; name a file in it")
        if path.suffix != ending:
            raise UsageError(f"{name} {path}: expected a file that ends in {ending}")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"cannot write {path}: there is no folder {path.parent}; make it or choose another {name}")
        if path.exists() and not force:
            raise UsageError(f"{path} exists: choose another {name}, or replace it with --force")


# -- learning ---------------------------------------------------------------------------------------------------------


def _from_file(path: Path) -> Recipe:
    from hubwalk.store.recipe_file import read_recipe

    return read_recipe(path)


def _from_log(db: Path, site: str | None, talk: Talk) -> Recipe:
    from hubwalk.cli._learning import learn_recipe
    from hubwalk.config import site_url
    from hubwalk.store.crawl_log import SqliteCrawlLog

    with SqliteCrawlLog.open(db) as log, talk.working("learning the recipe"):
        totals = {line.site: line.accepted for line in log.totals() if line.fetched}
        found = [url for url, accepted in totals.items() if accepted] or list(totals)
        if site is not None:
            if site_url(site) not in totals:
                raise UsageError(f"{db} has no pages of {site}; it has {', '.join(totals) or 'none at all'}")
            found = [site_url(site)]
        if not found:
            raise UsageError(f"{db} has no pages yet: `hubwalk status {quoted(db)}` tells how far it is")
        if len(found) > 1:
            raise UsageError(f"{db} has several sites, a recipe is for one: choose --site {' or '.join(found)}")
        return learn_recipe(log, found[0], talk)


def _job(
    entry: str, flags: dict[str, object], config: Path | None, beside: Path | None, *, method: str, depth: int
) -> Job:
    from hubwalk.cli._learning import NOTHING_MORE
    from hubwalk.config import Job
    from hubwalk.errors import unknown_name

    if method not in _METHODS:
        raise unknown_name("method", method, _METHODS)
    if depth and method != "mapping":
        raise UsageError("--depth is a bound of --method mapping: leave one of them out")
    if method == "mapping":
        if "strategy" in flags:
            raise UsageError("--method mapping has its own strategy: leave --strategy out")
        pages = flags.get("max_pages", Job(()).max_pages)
        flags = {"validators": ["structure"], **flags, "strategy": f"structure_driven:mapping={pages},depth={depth}"}
    name = str(beside) if beside is not None else "-"
    # A map is bounded by its own pages.
    own = {"stop_when_yield_below": NOTHING_MORE} if method == "crawl" else {}
    return job_of(config, {"db": default_db(name), **flags, "sites": [entry], "output": "-"}, own)


def _from_crawl(job: Job, talk: Talk, *, method: str, verbose: bool) -> Recipe:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.cli._browser import check_browser
    from hubwalk.cli._learning import learn_recipe, mapped_recipe
    from hubwalk.cli._run import INTERRUPTED, no_output, run
    from hubwalk.config import as_dict
    from hubwalk.store.results import ResultWriter

    check_files(job)
    check_strategy(job)
    check_browser(job, talk)
    quieten(verbose=verbose)
    samples, unlike = read_samples(job, talk)
    with new_crawl(job, as_dict(job), samples, unlike, opens=no_output, talk=talk) as (log, judge, _):
        code = run(job, log, samples, judge, ResultWriter.nowhere(), talk=talk)
        if code:
            if code == INTERRUPTED:
                talk.notice(f"then learn from it: hubwalk generate --from {quoted(log.path)} -o recipe.toml")
            raise typer.Exit(code)
        with talk.working("learning the recipe"):
            return mapped_recipe(job, log, talk) if method == "mapping" else learn_recipe(log, job.sites[0], talk)


# -- writing ----------------------------------------------------------------------------------------------------------


def _write(recipe: Recipe, output: Path | None, spider: Path | None) -> None:
    from hubwalk.recipes.scrapy_spider import spider_text
    from hubwalk.store.recipe_file import recipe_text, write_recipe

    if output is not None:
        if str(output) == "-":
            print(recipe_text(recipe), end="")
        else:
            write_recipe(output, recipe)
    if spider is not None:
        try:
            spider.write_text(spider_text(recipe, spider.stem), "utf-8")
        except OSError as error:
            raise UsageError(f"cannot write the spider {spider}: {error.strerror}") from None


def _tell(recipe: Recipe, output: Path | None, spider: Path | None, talk: Talk) -> None:
    made = recipe.made
    patterns = f"{len(recipe.patterns)} pattern{'' if len(recipe.patterns) == 1 else 's'}"
    best = "at best" if made.covered == made.targets else f"all {made.targets} at best"
    talk.remark(
        f"{patterns} to {made.covered} of {made.targets} wanted pages ({int(100 * made.recall)}%) with "
        f"{made.downloads} downloads; the last is there after {made.to_last}, {best} after {made.least}"
    )
    if output is not None and str(output) != "-":
        talk.remark(f"crawl by it: hubwalk run {quoted(output)} -o pages.jsonl")
    if spider is not None:
        talk.remark(f"or without hubwalk: scrapy runspider {quoted(spider)} -o pages.jsonl")
