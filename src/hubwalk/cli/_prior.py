"""What was learned on other sites (`--prior FILE`), for strategies that begin with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli._kept_files import content_of, kept_file

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.strategies.prior import Prior


def read_prior(path: Path) -> Prior:
    """The prior in a file; UsageError if it is none."""
    from hubwalk.strategies.prior import parse_prior

    return parse_prior(content_of("prior", str(path)), str(path))


def prior_of(job: Job, log: SqliteCrawlLog) -> Prior | None:
    """The job's prior as its log has it; None if the job has none."""
    from hubwalk.strategies.prior import parse_prior

    content = kept_file("prior", job.prior, log)
    return None if content is None else parse_prior(content, job.prior)
