"""Runs the live crawl in this process, for tests that look at what it made of a site."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.http import HttpBrowser
from hubwalk.config import Job, as_dict, make_job
from hubwalk.drivers import engine
from hubwalk.drivers.live import LiveCrawl
from hubwalk.drivers.progress import SiteProgress
from hubwalk.drivers.rendering import Looks
from hubwalk.ports import Validator
from hubwalk.samples import Sample, load_samples
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.validators import close_validator, make_validator
from hubwalk.values import Observation


@dataclass(frozen=True)
class Crawled:
    """What a crawl left behind."""

    log: Path
    observations: list[Observation]
    sites: list[SiteProgress]

    def at(self, path: str) -> Observation:
        """The one observation of what was asked for at a path."""
        (found,) = (
            o for o in self.observations if o.choice.url.partition("://")[2].partition("/")[2] == path.strip("/")
        )
        return found

    @property
    def accepted(self) -> set[str]:
        return {_path(o.page.url) for o in self.observations if o.verdict.accepted}


def _path(url: str) -> str:
    return "/" + url.partition("://")[2].partition("/")[2]


def job_for(*sites: str, **settings: object) -> Job:
    """A quick and patient job: no delay, short time-outs, every page that has /item in its URL is wanted."""
    values = {"delay": 0, "timeout": 5, "strategy": "breadth_first", "validators": ["url:/item"], "output": "-"}
    return make_job({**values, "sites": list(sites), **settings})


def crawl(
    *sites: str,
    log: Path | None = None,
    validator: Validator | None = None,
    stop_after: int = 0,
    looker: Looks | None = None,
    **settings: object,
) -> Crawled:
    """Crawl sites from the beginning, or go on with a log that exists; stop after so many pages."""
    quieten()
    job = job_for(*sites, **settings)
    samples: list[Sample] = load_samples(job.like, HttpBrowser(job).fetch_all)
    path = log or Path(tempfile.mkdtemp(prefix="hubwalk-test-")) / "crawl.db"
    opened = SqliteCrawlLog.open(path, write=True) if path.exists() else SqliteCrawlLog.create(path, as_dict(job))
    judge = validator or make_validator(job.validators, [sample.page for sample in samples])
    try:
        with opened as written:
            seen: list[Observation] = []

            def on_observation(observation: Observation) -> None:
                seen.append(observation)
                if len(seen) == stop_after:
                    live.stop("enough for this test")

            live = LiveCrawl(job, written, judge, samples, on_observation=on_observation)
            engine.crawl(live, looker=None if looker is None else lambda _: looker)
            return Crawled(path, list(written.observations(bodies=True)), live.snapshot())
    finally:
        close_validator(judge)
