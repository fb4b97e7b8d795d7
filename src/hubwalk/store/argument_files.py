"""What the files were that a crawl's validators were made of: their digests, in `meta`, one for each change."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

_KEY = "files"


def read(log: SqliteCrawlLog) -> dict[str, list[str]]:
    """By path, in the order in which they were used; empty in logs that older versions made."""
    rows = log.rows("SELECT value FROM meta WHERE key = ?", (_KEY,))
    return dict(json.loads(rows[0][0])) if rows else {}


def write(log: SqliteCrawlLog, digests: Mapping[str, Sequence[str]]) -> None:
    """In place of what is there."""
    with log.transaction() as db:
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, json.dumps(dict(digests))))
