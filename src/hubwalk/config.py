"""One frozen Job says everything about a crawl. It comes from a TOML file and from flags, and is kept in the crawl log.

Every value is checked here, before anything is fetched: an unknown key is refused with the nearest known one, a wrong
type or range with what was expected.
"""

from __future__ import annotations

import dataclasses
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.browsing.host_rules import rule_text
from hubwalk.errors import UsageError, unknown_name
from hubwalk.pages.scope import SCOPES
from hubwalk.pages.urls import canonical
from hubwalk.strategies import DEFAULT as DEFAULT_STRATEGY
from hubwalk.strategies import check_takes_prior, check_takes_recipe, parse_strategy
from hubwalk.validators import VALIDATORS
from hubwalk.validators.expression import Combination, Expression, Leaf, leaves, parse, write

# The agent names its maker and version, so that a site's owner can see in the logs who called and shut us out by name.
USER_AGENT = f"hubwalk/{__version__} (focused crawler; obeys robots.txt as hubwalk)"
HTTP, HEADLESS, AUTO = "http", "headless", "auto"
BROWSERS = (HTTP, HEADLESS, AUTO)  # plain downloads; a browser for every page; one for pages where it pays
DEFAULT_BROWSER = HTTP
_HOST = re.compile(r"^(localhost|\[[0-9a-fA-F:.]+\]|[^\s/:?#@]+\.[^\s/:?#@]+)(:\d+)?([/?#]\S*)?$")


@dataclass(frozen=True, slots=True)
class Job:
    """What to crawl, what to look for, and how much of it. Make one with `make_job`, which checks everything."""

    sites: tuple[str, ...]  # canonical URLs of the entry pages; none: search engines are asked for them
    like: tuple[str, ...] = ()  # samples: URLs or HTML files
    unlike: tuple[str, ...] = ()  # the same, of pages that come close but are not wanted
    keywords: tuple[str, ...] = ()  # to ask search engines for, instead of the words of the samples
    engines: tuple[str, ...] = ()  # search engines; none: the local index
    max_sites: int = 0  # crawl so many of the sites found, 0: all
    discover_only: bool = False  # stop when the sites are found
    max_queries: int = 60  # per engine, those for single words included
    queries_per_minute: float = 0.0  # per engine, 0: what the engine is known to bear
    query_length: int = 3  # words
    max_words: int = 20  # of the samples; each costs a query
    max_iterations: int = 50  # queries in a row without a new authority, until the search ends
    results: int = 10  # per query
    strategy: str = DEFAULT_STRATEGY
    prior: str = ""  # file with what was learned on other sites, for strategies that take one
    recipe: str = ""  # file with the way to the wanted pages, for strategies that follow one
    validators: tuple[str, ...] = ("like",)  # all of them must accept; none: the pages that the recipe ends at
    wish: str = ""  # what is wanted, in the user's own words, for a language model
    model: str = ""  # how the validator `text` learns, "": its default
    max_calls: int = 0  # of a language model, those of earlier runs included, 0: no limit
    max_cost: float = 0.0  # of these calls, in the currency of the prices, 0: no limit
    price_in: float = 0.0  # of a million tokens that a language model reads, 0: what the environment says
    price_out: float = 0.0  # of a million that it writes
    max_pages: int = 10_000  # requests per site; retries count, redirects and robots.txt do not
    max_time: float = 0.0  # seconds for this run, 0: no limit
    stop_at_recall: float = 0.0  # of a site, estimated; 0: go on until nothing is left
    stop_when_yield_below: float = 0.0  # accepted pages per download of a site, lately; 0: the same
    delay: float = 0.5  # seconds between two requests to one host; 0 also switches AutoThrottle off
    jobs: int = 8  # sites at a time
    browser: str = DEFAULT_BROWSER  # who reads the pages: http | headless | auto
    allow_hosts: tuple[str, ...] = ()  # that pages in a headless browser may load from besides the site's own; *: all
    probe_time: float = 20.0  # seconds that a headless browser takes for one page at most
    resolve: tuple[str, ...] = ()  # hosts reached at an address of the user's choice: PATTERN=ADDRESS:PORT
    in_flight: int = 1  # requests at a time per site; more than one and the order of the crawl is no longer repeatable
    seed: int = 0
    scope: str = "host"
    db: str = ""  # crawl log
    output: str = "-"  # -: standard output
    user_agent: str = USER_AGENT
    obey_robots: bool = True
    timeout: float = 30.0  # seconds per request
    max_size: int = 10_000_000  # bytes per page
    retries: int = 2  # of a request that failed for a reason that may pass


_LEAST = {
    "max_sites": 0,
    "max_queries": 1,
    "queries_per_minute": 0,
    "query_length": 1,
    "max_words": 1,
    "max_iterations": 1,
    "results": 1,
    "max_calls": 0,
    "max_cost": 0,
    "price_in": 0,
    "price_out": 0,
    "max_pages": 1,
    "max_time": 0,
    "delay": 0,
    "jobs": 1,
    "probe_time": 0.1,
    "in_flight": 1,
    "seed": 0,
    "timeout": 0.01,
    "max_size": 1,
    "retries": 0,
}
_SHARES = ("stop_at_recall", "stop_when_yield_below")
_TAKE_FILES = ("table", "text")  # validators whose argument may be a file
_FLAGS = {
    "allow_hosts": "allow-host",
    "engines": "engine",
    "keywords": "keyword",
    "max_sites": "sites",
    "sites": "site",
    "validators": "validator",
}  # where a flag is not called as its setting
_DEFAULTS = {field.name: field.default for field in dataclasses.fields(Job)} | {"sites": ()}


def load_config(path: Path, more: Sequence[str] = ()) -> dict[str, object]:
    """The values in a TOML file, keys checked; `max-pages` and `max_pages` are the same key. `more` are further keys
    that there may be."""
    try:
        values = tomllib.loads(path.read_text("utf-8-sig"))  # some editors begin a file with a mark
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; check --config") from None
    except (ValueError, RecursionError) as error:  # ValueError: of endless numbers, too
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    return {_known(key.replace("-", "_"), f"key in {path}", more): value for key, value in values.items()}


def make_job(values: Mapping[str, object], *, seeks_sites: bool = False) -> Job:
    """The job that the values describe, checked; what is left out has its default. One that seeks sites has further
    settings, which say what is wanted: site_search.py."""
    checked = {_known(key, "setting"): typed(key, value, _DEFAULTS[key]) for key, value in values.items()}
    job = Job(**{"sites": (), **checked})  # type: ignore[arg-type]
    if not seeks_sites:
        _check_wanted(job)
    for key, least in _LEAST.items():
        if getattr(job, key) < least:
            flag = "--max-sites" if seeks_sites and key == "max_sites" else _flag(key)
            raise UsageError(f"{flag} {getattr(job, key)}: expected at least {least}")
    for key in _SHARES:
        check_share(key, getattr(job, key))
    if job.scope not in SCOPES:
        raise unknown_name("scope", job.scope, SCOPES)
    if job.browser not in BROWSERS:
        raise unknown_name("browser", job.browser, BROWSERS)
    if any(control in job.user_agent for control in "\r\n") or not job.user_agent.strip():
        raise UsageError("--user-agent: expected one line of text")
    parse_strategy(job.strategy)
    if job.prior:
        check_takes_prior(job.strategy)
    _check_samples(job)
    asked = _validators_of(job)
    if not job.like and any(leaf.name == "like" for leaf in asked):
        raise UsageError(
            "no sample given: show at least one page with --like URL_OR_FILE, or another --validator, url:REGEX say"
        )
    _check_language_model(job, asked)
    if asked or not seeks_sites:  # there the validator is chosen later
        check_near_misses(job)
    sites = tuple(dict.fromkeys(site_url(site) for site in job.sites))
    hosts = tuple(dict.fromkeys(map(_host_name, job.allow_hosts)))
    resolve = tuple(dict.fromkeys(map(rule_text, job.resolve)))
    like, unlike = (tuple(dict.fromkeys(names)) for names in (job.like, job.unlike))
    return dataclasses.replace(
        job,
        sites=sites,
        like=like,
        unlike=unlike,
        validators=tuple(map(_with_whole_paths, job.validators)),
        allow_hosts=hosts,
        resolve=resolve,
    )


def _check_wanted(job: Job) -> None:
    """Is there something to crawl and to look for?"""
    if not job.sites and not job.like and not any(map(str.strip, job.keywords)):
        raise UsageError(
            "no site, no sample and no keyword given: name a site, as in hubwalk find http://example.org/ --like URL, "
            "or show pages with --like, or words with --keyword, and search engines are asked for sites"
        )
    _check_recipe(job)
    if job.sites and (job.discover_only or job.max_sites):
        raise UsageError("sites were named, so none are searched for: leave them out, or --discover-only and --sites")


def _host_name(text: str) -> str:
    """A host as it is named: cdn.example.org, also where somebody pastes a whole address."""
    name = text.strip().lower().rstrip("/").rpartition("://")[2].rstrip(".")
    bare = name.removeprefix("*.") if name != "*" else "all"
    if not bare or ".." in bare or any(char.isspace() or char in "/?#@*" for char in bare):
        raise UsageError(f"--allow-host {text}: expected a host, as in cdn.example.org or *.example.org, or * for all")
    return name


def check_share(key: str, value: float) -> None:
    """UsageError for what is no share of one."""
    if not 0 <= value <= 1:
        raise UsageError(f"{_flag(key)} {value:g}: expected a share above 0 and up to 1, as in 0.95, or 0 for never")


def _check_recipe(job: Job) -> None:
    if job.recipe:
        check_takes_recipe(job.strategy)
        if len(job.sites) != 1:
            raise UsageError(f"a recipe is for one site, and {len(job.sites)} are named: leave it out, or name one")
    elif not job.validators:
        raise UsageError("nobody judges the pages: give a --validator")


def _check_samples(job: Job) -> None:
    for key in ("like", "unlike"):
        if not all(map(str.strip, getattr(job, key))):  # as a path it would be the current folder
            raise UsageError(f"{_flag(key)} is empty: give a web address, an HTML file or a folder of them")
    both = set(job.like) & set(job.unlike)
    if both:
        raise UsageError(f"{min(both)} is given with --like and with --unlike: which is it?")


def _with_whole_paths(spec: str) -> str:
    """A validator expression whose files can be found from another folder, too: a crawl may be resumed there."""

    def whole(part: Expression) -> Expression:
        if isinstance(part, Combination):
            return dataclasses.replace(part, parts=tuple(map(whole, part.parts)))
        if _names_file(part):
            return dataclasses.replace(part, argument=str(Path(part.argument).absolute()))
        return part

    expression = parse(spec, VALIDATORS)
    found = whole(expression)
    return spec if found == expression else write(found)


def _validators_of(job: Job) -> list[Leaf]:
    """All that the expressions name, in order."""
    return [leaf for spec in job.validators for leaf in leaves(parse(spec, VALIDATORS))]


def validator_files(job: Job) -> list[str]:
    """The files that its validators are made of, each once."""
    return [*dict.fromkeys(leaf.argument for leaf in _validators_of(job) if _names_file(leaf))]


def _names_file(leaf: Leaf) -> bool:
    if leaf.name not in _TAKE_FILES or not Path(leaf.argument).is_file():
        return False
    from hubwalk.validators.page_filter import MODELS  # brings numpy along, which few jobs need this early

    return leaf.name != "text" or leaf.argument not in MODELS  # text:svm is a model, whatever lies in the folder


def _check_language_model(job: Job, asked: Sequence[Leaf]) -> None:
    """Settings that only some validators heed: ignored in silence they would disappoint."""
    named = {leaf.name for leaf in asked}
    for key in ("wish", "max_calls", "max_cost"):
        if getattr(job, key) and "language_model" not in named:
            raise UsageError(
                f"{_flag(key)} is for a language model: add --validator language_model, or leave {_flag(key)} out"
            )
    if job.model and "text" not in named:
        raise UsageError(
            f"--model {job.model} says how the validator text learns: add --validator text; "
            f"a language model is named as in --validator language_model:{job.model}"
        )
    texts = [leaf.argument for leaf in asked if leaf.name == "text"]
    if job.model and not {"", job.model} & set(texts):
        raise UsageError(f"--model {job.model} has no say in --validator text:{texts[0]}: leave one of them out")


def check_near_misses(job: Job) -> None:
    """The same for --unlike."""
    if job.unlike and not any(map(_heeds_near_misses, _validators_of(job))):
        raise UsageError(
            "--unlike is for validators that compare with samples: add --validator like, text, table or "
            "language_model, or leave --unlike out"
        )


def _heeds_near_misses(leaf: Leaf) -> bool:
    """An ontology, or a page filter that is trained already, takes the place of samples and near misses."""
    if leaf.name == "text":
        return not any(char in leaf.argument for char in "./")  # else it is a file
    return leaf.name in ("like", "language_model") or (leaf.name == "table" and not leaf.argument)


def as_dict(job: Job) -> dict[str, object]:
    """The job as plain JSON values; `make_job` reads it back."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in dataclasses.asdict(job).items()}


def site_url(text: str) -> str:
    """The canonical URL of a site as a person writes it: example.org is http://example.org/."""
    return canonical(f"http://{text}" if _HOST.match(text.strip()) else text)


def _known(key: str, kind: str, more: Sequence[str] = ()) -> str:
    if key not in _DEFAULTS and key not in more:
        raise unknown_name(kind, key, (*_DEFAULTS, *more))
    return key


def typed(key: str, value: object, default: object) -> object:
    """The value in the type of the default: numbers widen to float, one string stands for a list of one."""
    if isinstance(default, tuple):
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise UsageError(f"{_flag(key)}: expected a list of strings, got {value!r}")
    if isinstance(value, bool) is isinstance(default, bool):
        if isinstance(default, float) and isinstance(value, int | float) and math.isfinite(value):
            return float(value)
        if isinstance(value, type(default)) and not isinstance(value, float):
            return value
    expected = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[type(default)]
    raise UsageError(f"{_flag(key)}: expected {expected}, got {value!r}")


def _flag(key: str) -> str:
    return "--" + _FLAGS.get(key, key).replace("_", "-")
