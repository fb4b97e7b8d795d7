"""Answers that cost something, kept in the crawl log: a resumed crawl does not ask for them again."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING

from hubwalk.store.encoding import storable

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog


class Answers(MutableMapping[str, str]):
    """The table `answer` as a mapping, for any thread; what was set survives `kill -9`."""

    def __init__(self, log: SqliteCrawlLog) -> None:
        self._log = log

    def __getitem__(self, key: str) -> str:
        rows = self._log.rows("SELECT value FROM answer WHERE key = ?", storable((key,)))
        if not rows:
            raise KeyError(key)
        return str(rows[0][0])

    def __setitem__(self, key: str, value: str) -> None:
        with self._log.transaction() as db:
            db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?)", storable((key, value)))

    def __delitem__(self, key: str) -> None:
        with self._log.transaction() as db:
            if not db.execute("DELETE FROM answer WHERE key = ?", storable((key,))).rowcount:
                raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter([key for (key,) in self._log.rows("SELECT key FROM answer ORDER BY key")])

    def __len__(self) -> int:
        return int(self._log.rows("SELECT count(*) FROM answer")[0][0])
