"""What was learned on other sites (`--prior FILE`), for strategies that begin with it.

The file's content is kept in the crawl log: a resumed crawl begins with the same, whatever has become of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.config import Job
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.strategies.prior import Prior

_KEPT = "prior "  # before the names of files in the table of samples


def read_prior(path: Path) -> Prior:
    """The prior in a file; UsageError if it is none."""
    return _parsed(_content(path), str(path))


def keep_prior(job: Job, log: SqliteCrawlLog) -> None:
    """Put the job's prior, if it has one, into a new log."""
    from hubwalk.values import Response

    if job.prior:
        log.add_sample(_KEPT + job.prior, Response(job.prior, job.prior, 200, _content(Path(job.prior))))


def prior_of(job: Job, log: SqliteCrawlLog) -> Prior | None:
    """The job's prior as its log has it, or as the file does if the crawl was killed before it was kept; None if the
    job has none."""
    if not job.prior:
        return None
    if _KEPT + job.prior not in dict(log.samples()):
        keep_prior(job, log)
    return _parsed(dict(log.samples())[_KEPT + job.prior].body, job.prior)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}; check --prior") from None


def _parsed(content: bytes, name: str) -> Prior:
    from hubwalk.strategies.prior import parse_prior

    return parse_prior(content, name)
