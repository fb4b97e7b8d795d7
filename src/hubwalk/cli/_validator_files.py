"""Files that validators are made of, an ontology or a trained page filter: has one changed since the crawl began?

They are read anew when a crawl is resumed, so that a mistake in them can be mended. But then the verdicts of one crawl
are not all made by the same rule, and the user should know.
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
    """Note the files as they are now; answers those that were other ones before."""
    from hubwalk.config import validator_files
    from hubwalk.store import argument_files

    now = {path: _digest(path) for path in validator_files(job)}
    before = argument_files.read(log)
    known = before | {path: [*before.get(path, ()), digest] for path, digest in now.items()}
    known = {path: list(dict.fromkeys(digests)) for path, digests in known.items()}
    if known != before:
        argument_files.write(log, known)
    return [path for path in now if len(known[path]) > 1]


def tell_changed(job: Job, log: SqliteCrawlLog, talk: Talk) -> None:
    """When a crawl is resumed: say which files are no longer what they were."""
    for path in keep_digests(job, log):
        talk.notice(
            f"warning: {quoted(Path(path))} has changed since this crawl began: earlier verdicts in {quoted(log.path)} "
            "were made with another content of it, and stay; to have all pages judged alike, begin a new crawl"
        )


def _digest(path: str) -> str:
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
