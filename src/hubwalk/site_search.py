"""What a crawl for sites is told beside the settings of every job (config.py): what is wanted, and where to look.

There are two ways, and they can be combined. Example sites, or a classifier that was learned from some, say what the
wanted sites are; sources (a directory, search engines, samples) say where to look, and a validator tells a fit site
from an unfit one where no classifier does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hubwalk.config import Job, check_near_misses, load_config, make_job, site_url, typed
from hubwalk.errors import UsageError, unknown_name
from hubwalk.pages.site_names import KINDS, SiteNames
from hubwalk.ranking.edge_weights import WEIGHTS
from hubwalk.store.websites import KEY
from hubwalk.validators.words import words_spec

_AT_LEAST = {"links": 0, "max_pages_per_site": 1, "stop_when_pprs_above": 0}
FLAGS = {"like_sites": "like-site", "unlike_sites": "unlike-site", "sources": "source", "shared_hosts": "shared-host"}


@dataclass(frozen=True, slots=True)
class SiteSearch:
    """Make one with `make_search`, which checks everything."""

    like_sites: tuple[str, ...] = ()  # canonical URLs of home pages of wanted sites
    unlike_sites: tuple[str, ...] = ()  # the same of others
    classifier: str = ""  # file of `hubwalk train-sites`, instead of example sites or beside them
    ontology: str = ""  # file: what to ask search engines for, and what a wanted page shows
    sources: tuple[str, ...] = ()  # where to look for sites, see discovery/sources
    edge_weights: str = "combined"  # of links between sites: global | local | combined
    threshold: float = 0.9  # confidence, for or against, at which a site is settled
    links: float = 5.0  # how much links to other sites are worth until a settled site is left; 0: leave it at once
    max_pages_per_site: int = 25
    stop_when_pprs_above: float = 0.0  # pages per relevant site, over the latest pages; 0: never
    site_names: str = "host"  # what a site is: host | domain | user
    shared_hosts: tuple[str, ...] = ()  # with `user`: hosts whose folders are sites

    @property
    def learns(self) -> bool:
        """True if a classifier judges; else a validator does."""
        return bool(self.like_sites or self.classifier)

    @property
    def names(self) -> SiteNames:
        return SiteNames(self.site_names, self.shared_hosts)


_DEFAULTS = {field.name: field.default for field in dataclasses.fields(SiteSearch)}


def make_search(values: Mapping[str, object]) -> tuple[Job, SiteSearch]:
    """The job and the search that the values describe, checked; what is left out has its default."""
    own = {key: typed(key, value, _DEFAULTS[key]) for key, value in values.items() if key in _DEFAULTS}
    search = SiteSearch(**own)  # type: ignore[arg-type]
    for key, least in _AT_LEAST.items():
        if getattr(search, key) < least:
            raise UsageError(f"{_flag(key)} {getattr(search, key):g}: expected at least {least}")
    if not 0.5 < search.threshold < 1:
        raise UsageError(f"--threshold {search.threshold:g}: expected a confidence above 0.5 and below 1, as in 0.9")
    if search.edge_weights not in WEIGHTS:
        raise unknown_name("kind of edge weights", search.edge_weights, WEIGHTS)
    if search.site_names not in KINDS:
        raise unknown_name("kind of site names", search.site_names, KINDS)
    if search.shared_hosts and search.site_names != "user":
        raise UsageError("--shared-host names hosts whose folders are sites: add --site-names user, or leave it out")
    search = _named(search)
    others = {key: value for key, value in values.items() if key not in _DEFAULTS}
    job = make_job({"validators": (), **others, "discover_only": True}, seeks_sites=True)
    job, search = _judged(*_sought(job, search))
    check_near_misses(job)
    return job, search


def _named(search: SiteSearch) -> SiteSearch:
    """Example sites by their home pages, each once; UsageError if one is on both sides."""
    names = search.names
    like, unlike = (
        {names.key(home): home for url in reversed(urls) for home in [names.site_of(_example(url))]}
        for urls in (search.like_sites, search.unlike_sites)
    )
    both = like.keys() & unlike.keys()
    if both:
        raise UsageError(f"{like[min(both)]} is given with --like-site and with --unlike-site: which is it?")
    if unlike and not like:
        raise UsageError("--unlike-site shows what is not wanted: show what is, with --like-site")
    return dataclasses.replace(
        search,
        like_sites=tuple(reversed(like.values())),
        unlike_sites=tuple(reversed(unlike.values())),
        classifier=_absolute(search.classifier),
        ontology=_absolute(search.ontology),
    )


def _example(name: str) -> str:
    """The canonical URL of an example site; a folder, which `train-sites` takes, has none where a crawl could begin."""
    try:
        return site_url(name)
    except UsageError:
        if name.strip() and Path(name).is_dir():
            raise UsageError(
                f"{name} is a folder: learn from it with `hubwalk train-sites`, and give what that makes "
                "with --classifier"
            ) from None
        raise


def _absolute(path: str) -> str:
    """So that `resume` finds the file from any folder."""
    return str(Path(path).absolute()) if path else ""


def _sought(job: Job, search: SiteSearch) -> tuple[Job, SiteSearch]:
    """Sources for what says where to look, if none is named."""
    if job.sites:
        raise UsageError(f"{job.sites[0]}: examples are given with --like-site, and sites to look at with --source")
    sources = list(search.sources)
    if not sources and (search.ontology or any(map(str.strip, job.keywords))):
        sources.append("queries")
    if not sources and job.like:
        sources.append("similar")
    if not sources and not search.learns:
        raise UsageError(
            "nothing given: show sites with --like-site URL, words with --keyword, pages with --like URL_OR_FILE, "
            "an ontology with --ontology FILE, or a directory with --source directory:URL"
        )
    if not sources and not search.like_sites:
        raise UsageError(
            f"{search.classifier} says what is wanted, but not where to begin: give --like-site URL or --source"
        )
    return job, dataclasses.replace(search, sources=tuple(dict.fromkeys(sources)))


def _judged(job: Job, search: SiteSearch) -> tuple[Job, SiteSearch]:
    """A validator, where no classifier judges and none is named."""
    if search.learns:
        if job.validators:
            raise UsageError(
                "--validator judges pages, but here example sites say what is wanted: leave one of them out"
            )
        return job, search
    if job.validators:
        return job, search
    keywords = [keyword for keyword in job.keywords if keyword.strip()]
    if job.like:
        validators = ("like",)
    elif search.ontology:
        validators = (f"table:{search.ontology}",)
    elif keywords:
        validators = (words_spec(keywords),)
    else:
        raise UsageError(
            "nobody says which of the sites are wanted: show pages with --like, words with --keyword, "
            "example sites with --like-site, or name a --validator"
        )
    return dataclasses.replace(job, validators=validators), search


def load_search_config(path: Path) -> dict[str, object]:
    """The values in a TOML file, of the job and of the search."""
    return load_config(path, tuple(_DEFAULTS))


def kept(job: Mapping[str, object], search: SiteSearch) -> dict[str, object]:
    """Both as plain JSON values for the crawl log; `job` is what `as_dict` or `kept_job` made of the job."""
    own = {key: list(x) if isinstance(x, tuple) else x for key, x in dataclasses.asdict(search).items()}
    return {**job, KEY: own}


def read_back(values: Mapping[str, Any], changes: Mapping[str, object]) -> tuple[Job, SiteSearch]:
    """What `kept` wrote, with changes."""
    own = dict(values)
    search = own.pop(KEY)
    return make_search({**own, **search, **changes})


def _flag(key: str) -> str:
    return "--" + FLAGS.get(key, key).replace("_", "-")
