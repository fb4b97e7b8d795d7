"""Whole recorded sites, for replay without network: our own crawl logs, WARC files, and SQLite files of pages.

The last kind has pages(url, html, is_target), html zlib-compressed, and may have labels(task, url) and a JSON object
under the key `record` of meta(key, value) with the name, the entry page, and the samples of each task.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hubwalk.browsing.opaque import OpaqueUrls
from hubwalk.errors import LogError, UsageError, unknown_name
from hubwalk.pages.urls import join
from hubwalk.store import database
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.warc import warc_entries, warc_response
from hubwalk.values import Response

_SQLITE = b"SQLite format 3\0"
_WARC = (b"WARC/", b"filedesc:")  # the latter is ARC, its predecessor
_GZIP = b"\x1f\x8b"
_MAX_REDIRECTS = 10


@dataclass(frozen=True)
class RecordedSite:
    """A site as it was: a browser that answers from a file. All URLs are canonical."""

    name: str
    entry: str
    targets: frozenset[str]
    samples: tuple[str, ...]
    tasks: tuple[str, ...]  # classes of targets that the file knows; of a crawl log, its sites
    pages: Collection[str] = field(repr=False)  # documents: no redirects, failures or pictures
    answer: Callable[[str], Response | None] = field(repr=False)  # what the file has for a URL

    def urls(self) -> Collection[str]:
        """The recorded pages."""
        return self.pages

    def fetch(self, url: str) -> Response:
        """The recorded answer, redirects followed; status 404 for what was not recorded."""
        response = self.answer(url)
        for _ in range(_MAX_REDIRECTS):
            if response is None or not 300 <= response.status < 400 or not response.header("location"):
                break
            response = self.answer(join(response.url, response.header("location")))
        return Response(url, url, 404) if response is None else replace(response, requested=url)


def open_recorded(path: Path, task: str = "", *, opaque: random.Random | None = None) -> RecordedSite:
    """Open a recorded site of any kind. `task` names one of its classes of targets, or a site of a crawl log of many;
    with `opaque` all its URLs are replaced by random ones."""
    head = _head(path)
    if head == _SQLITE:
        site = _open_sqlite(path, task)
    elif head.startswith(_WARC):
        site = _open_warc(path, task)
    else:
        raise UsageError(f"{path} is no recorded site: expected a crawl log, a WARC or an SQLite file of pages")
    return site if opaque is None else _hidden(site, OpaqueUrls(site.entry, opaque))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            head = stream.read(len(_SQLITE))
        if head.startswith(_GZIP):
            with gzip.open(path) as stream:
                head = stream.read(len(_SQLITE))
        return head
    except (OSError, EOFError, zlib.error) as error:
        raise UsageError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None


def _hidden(site: RecordedSite, urls: OpaqueUrls) -> RecordedSite:
    pages = {urls.hide(url): None for url in site.pages}

    def answer(url: str) -> Response:
        real = urls.reveal(url)
        if real == url and urls.hide(url) != url:  # the true name of a page is no way in
            return Response(url, url, 404)
        return urls.rewrite(site.fetch(real))

    return replace(
        site,
        entry=urls.hide(site.entry),
        targets=frozenset(map(urls.hide, site.targets)),
        samples=tuple(map(urls.hide, site.samples)),
        pages=pages.keys(),
        answer=answer,
    )


def _open_sqlite(path: Path, task: str) -> RecordedSite:
    db = database.connect(path)
    with database.explained(path):
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "fetch" in tables:
        db.close()
        return _open_crawl_log(path, task)
    if "pages" in tables:
        return _PageTable(path, db, tables).open(task)
    raise UsageError(f"{path} is no recorded site: it has neither a crawl log nor a table `pages`")


def _open_crawl_log(path: Path, task: str) -> RecordedSite:
    log = SqliteCrawlLog.open(path)
    sites = tuple(log.site_states())
    if not sites:
        raise LogError(f"{path}: nothing was fetched yet, so there is nothing to replay")
    if task and task not in sites:
        raise unknown_name("site", task, sites)
    entry = task or sites[0]
    pages: dict[str, None] = {}
    targets, samples = set(), []
    for seen in log.observations(site=entry):
        if seen.page.ok:
            pages[seen.page.url] = None
        if seen.verdict.accepted:
            targets.add(seen.page.url)
        if seen.choice.rule == "sample" and seen.page.ok:
            samples.append(seen.page.url)

    def answer(url: str) -> Response | None:
        found = log.find(url, bodies=True)
        if found is None:
            return None
        response = found.response or Response(found.page.requested, found.page.url, found.page.status)
        # Asked for by its own URL, a page answers there, wherever the redirect came from that recorded it.
        return response if url == found.page.requested else replace(response, url=url)

    return RecordedSite(path.stem, entry, frozenset(targets), tuple(samples), sites, pages.keys(), answer)


def _open_warc(path: Path, task: str) -> RecordedSite:
    offsets: dict[str, tuple[int, int]] = {}
    pages: dict[str, None] = {}
    targets, samples = set(), []
    for entry in warc_entries(path):
        url = join("", entry.url)
        if not url:
            continue
        place = (entry.offset, entry.rendering)
        offsets.setdefault(join("", entry.requested) or url, place)
        offsets.setdefault(url, place)
        if 200 <= entry.status < 300 and "html" in (entry.content_type or "html").lower():
            pages[url] = None
        if entry.accepted:
            targets.add(url)
        if entry.rule == "sample":
            samples.append(url)
    if not offsets:
        raise LogError(f"{path}: no response in this file, so there is nothing to replay")
    if task:
        raise UsageError(f"{path}: a WARC has one class of targets only, leave out the task '{task}'")

    def answer(url: str) -> Response | None:
        return warc_response(path, *offsets[url]) if url in offsets else None

    name = path.name.removesuffix(".gz").removesuffix(".warc")
    return RecordedSite(name, next(iter(offsets)), frozenset(targets), tuple(samples), (), pages.keys(), answer)


class _PageTable:
    """An SQLite file of pages with known targets."""

    def __init__(self, path: Path, db: sqlite3.Connection, tables: Collection[str]) -> None:
        self._path = path
        self._db = db
        self._urls: dict[str, str] = {}  # canonical -> as recorded
        self._tables = tables

    def open(self, task: str) -> RecordedSite:
        for (url,) in self._rows("SELECT url FROM pages"):
            self._urls.setdefault(join("", url), url)
        self._urls.pop("", None)
        if not self._urls:
            raise LogError(f"{self._path}: no pages in this file, so there is nothing to replay")
        record = self._record()
        primary = record.get("primary_task", "")
        tasks = [primary] if primary else []
        if "labels" in self._tables:
            tasks += sorted(name for (name,) in self._rows("SELECT DISTINCT task FROM labels") if name != primary)
        if task and task not in tasks:
            raise unknown_name("task", task, tasks)
        if task and task != primary:
            wanted = self._rows("SELECT url FROM labels WHERE task = ?", task)
        else:
            wanted = self._rows("SELECT url FROM pages WHERE is_target")
        others = {other["task"]: other for other in record.get("other_tasks", ())}
        samples = others.get(task, record).get("samples", ()) if task in {"", primary, *others} else ()
        return RecordedSite(
            name=record.get("name", self._path.stem),
            entry=join("", record.get("entry", "")) or min(self._urls, key=lambda url: (len(url), url)),
            targets=frozenset(self._known(url for (url,) in wanted)),
            samples=tuple(self._known(samples)),
            tasks=tuple(tasks),
            pages=self._urls.keys(),
            answer=self._answer,
        )

    def _record(self) -> dict[str, Any]:
        rows = self._rows("SELECT value FROM meta WHERE key = 'record'") if "meta" in self._tables else []
        with database.explained(self._path):
            record: dict[str, Any] = json.loads(rows[0][0]) if rows else {}
            return record

    def _known(self, urls: Iterable[str]) -> list[str]:
        return [url for url in dict.fromkeys(join("", url) for url in urls) if url in self._urls]

    def _answer(self, url: str) -> Response | None:
        if url not in self._urls:
            return None
        ((document,),) = self._rows("SELECT html FROM pages WHERE url = ?", self._urls[url])
        with database.explained(self._path):
            return Response(url, url, 200, zlib.decompress(document), (("Content-Type", "text/html"),))

    def _rows(self, query: str, *values: str) -> list[Any]:
        with database.explained(self._path):
            return self._db.execute(query, values).fetchall()
