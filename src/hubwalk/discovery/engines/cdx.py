"""Indexes of web archives: which pages of a host there are (https://pywb.readthedocs.io/en/latest/manual/cdxserver_api).

Common Crawl's index server by default (its newest crawl, see collinfo.json), or any CDX server: pywb's or the Wayback
Machine's, whose answer is an array of rows instead of JSON lines. Such an index knows hosts and URLs but no words of
pages, so a query must name a host, `site:example.org`, and its other words must occur in the URL.

`statuscode` and `mimetype` are the names of fields that both kinds of server take in filters; the lines have others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import Failure, JsonApi, at
from hubwalk.discovery.engines.query_words import split_query
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer, SearchResult

_COMMON_CRAWL = "https://index.commoncrawl.org/"
_BLOCK = 3000  # lines: what such an index reads at a time
_CAPTURES = 5  # of one page, about; all of them are in the index


class CdxEngine:
    """Pages of known hosts, from the index of a web archive."""

    by_host = True

    def __init__(self, url: str = "", *, timeout: float = 60.0) -> None:
        address = address_of("cdx", url or _COMMON_CRAWL)
        self.name = f"cdx:{address.shown}"
        self.per_minute = 0.0 if address.is_here else 20.0
        self._api = JsonApi(self.name, address, nothing=_no_captures, timeout=timeout, most=20_000_000)
        # The address of a server alone is that of a Common Crawl, whose indexes lie below it.
        self._index = "" if urlsplit(address.shown).path.strip("/") else None

    def search(self, query: str, limit: int) -> SearchAnswer:
        asked = split_query(query)
        if not query.strip() or limit < 0:
            return SearchAnswer(query, 0)
        if not asked.hosts:
            raise SearchError(f"{self.name}: this index knows hosts, not words; add site:HOST to the query")
        words = [word for part in asked.parts for word in part]
        found: dict[str, str] = {}
        complete = True
        for host in asked.hosts:
            most = _BLOCK if words else min(_BLOCK, _CAPTURES * max(limit, 1))
            lines = list(self._lines(host, most))
            complete = complete and len(lines) < most
            for line in lines:
                url = line.get("url") or line.get("original")
                if isinstance(url, str) and _is_page(line) and _has(url, words):
                    found[str(line.get("urlkey") or url)] = url  # captures are in order: the last is the newest
        results = tuple(SearchResult(url) for url in dict.fromkeys(found.values()))
        return SearchAnswer(query, len(results) if complete else -1, results[:limit])

    def _lines(self, host: str, most: int) -> Iterator[dict[str, Any]]:
        asked: list[tuple[str, str | int]] = [("url", host), ("matchType", "host"), ("output", "json")]
        asked += [("filter", "statuscode:200"), ("filter", "mimetype:text/html"), ("limit", most)]
        text = self._api.get_text(asked, self._newest())
        if text.lstrip().startswith("["):
            yield from self._rows(text)
            return
        for line in text.splitlines():
            if line.strip():
                yield self._object(line)

    def _newest(self) -> str:
        """Common Crawl has an index for each crawl; the list changes once a month, so it is asked for once."""
        if self._index is None:
            crawls = self._api.get({}, "/collinfo.json")
            newest = at(crawls[0], "cdx-api") if isinstance(crawls, list) and crawls else None
            path = urlsplit(newest).path if isinstance(newest, str) else ""
            if not path.strip("/"):
                raise SearchError(f"{self.name}: no list of crawls at collinfo.json; try again later")
            self._index = path
        return self._index

    def _object(self, line: str) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise SearchError(f"{self.name}: expected lines of JSON, got {line[:60]!r}; is this a CDX server?")
        return found

    def _rows(self, text: str) -> Iterator[dict[str, Any]]:
        try:
            rows = json.loads(text)
            head = rows[0] if rows else []
            yield from (dict(zip(head, row, strict=False)) for row in rows[1:])
        except (ValueError, TypeError, RecursionError):
            raise SearchError(f"{self.name}: expected rows of JSON, got {text[:60]!r}; is this a CDX server?") from None


def _has(url: str, words: list[str]) -> bool:
    readable = unquote(url).lower()
    return all(word in readable for word in words)


def _is_page(line: dict[str, Any]) -> bool:
    """Servers differ in how they take filters, so what comes back is looked at again."""
    status = str(line.get("status") or line.get("statuscode") or "200")
    kind = str(line.get("mime") or line.get("mimetype") or "html")
    return status == "200" and "html" in kind


def _no_captures(failure: Failure) -> bool:
    """404 with a JSON message is how pywb says that it has nothing."""
    message = str(at(failure.json, "message") or at(failure.json, "error") or failure.said).lower()
    return failure.status == 404 and ("no captures" in message or "not found" in message) and "<" not in message
