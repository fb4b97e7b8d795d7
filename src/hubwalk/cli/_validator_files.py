"""Files that validators are made of, an ontology or a trained page filter: has one changed since the last run?

They are read anew when a crawl is resumed, so that a mistake in them can be mended. But then the verdicts of one crawl
are not all made by the same rule, and the user should know: once, when it happens.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from hubwalk.cli._text import quoted

if TYPE_CHECKING:
    from hubwalk.cli._progress import Talk
    from hubwalk.config import Job
    from hubwalk.store.crawl_log import SqliteCrawlLog


def keep_digests(job: Job, log: SqliteCrawlLog) -> list[str]:
    """Note the files as they are now; answers those that were other ones in the last run."""
    from hubwalk.config import validator_files
    from hubwalk.store import argument_files

    now = {path: _digest(path) for path in validator_files(job)}
    before = argument_files.read(log)
    news = {path: digest for path, digest in now.items() if before.get(path, [])[-1:] != [digest]}
    if news:
        argument_files.write(log, before | {path: [*before.get(path, ()), digest] for path, digest in news.items()})
    return [path for path in news if path in before]


def tell_changed(job: Job, log: SqliteCrawlLog, talk: Talk) -> None:
    """When a crawl is resumed: say which files are no longer what they were."""
    for path in keep_digests(job, log):
        talk.notice(
            f"warning: {quoted(Path(path))} has changed since the last run: earlier verdicts in {quoted(log.path)} "
            "were made with another content of it, and stay; to have all pages judged alike, begin a new crawl"
        )


def _digest(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
