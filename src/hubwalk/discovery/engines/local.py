"""The embedded engine: a full-text index (tantivy) of pages that one has, so that nobody needs an account to search.

All words of a query must occur on a page, "phrases" and hyphenated words in a row; `site:HOST` keeps to a host and
those below it. The order is BM25, words in the title weighing more; of one host at most two pages come first, as web
engines do it, and its other pages follow only if the limit is not reached otherwise. Hits are exact. Where no page has
all the words, those with any of them are the results, and the hits say 0. `similar` finds pages like a page.

Texts are cut into terms here (query_words.py) and handed to tantivy with spaces between: its own tokenisers would drop
or split what query generation takes for a word.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tantivy

from hubwalk.discovery.engines.index_folder import damaged, new_index, publish, read_info
from hubwalk.discovery.engines.more_like_this import SHARE, telling_terms
from hubwalk.discovery.engines.query_words import SplitQuery, split_query, terms
from hubwalk.errors import HubwalkError, SearchError, UsageError
from hubwalk.pages.urls import host_of, join
from hubwalk.pages.words import own_text
from hubwalk.values import Page, SearchAnswer, SearchResult

PER_HOST = 2  # results at the top
_TITLE = 3.0  # a word in the title weighs as much as so many in the text, about
_HEAP = 60_000_000  # bytes; tantivy wants 15 million at least
_KEPT = 20_000  # characters of a text that snippets are cut from
_BEFORE, _SNIPPET = 60, 200  # characters of a snippet before the first word, and in all
_FIRST_LOOK, _MOST = 200, 5000  # candidates that are looked at to find enough hosts
_Ranked = tuple[float, Any, int]  # score, negative so that the best sorts first; mark; place in the list of hits
_Shown = tuple[str, str, str]  # URL, title, text


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """A page as the index takes it."""

    url: str
    title: str
    text: str  # visible text
    links: tuple[str, ...] = ()  # canonical URLs


class LocalEngine:
    """Searches an index on disk, which `build_index` made, or one in memory."""

    per_minute = 0.0
    by_host = False

    def __init__(self, folder: Path, *, per_host: int = PER_HOST) -> None:
        self.name = f"local:{folder.resolve()}"
        self._per_host = per_host
        self._index = _open(folder)

    @classmethod
    def in_memory(cls, pages: Iterable[IndexedPage], *, per_host: int = PER_HOST) -> LocalEngine:
        """An engine over these pages, gone with the process."""
        engine = cls.__new__(cls)
        engine.name = "local"
        engine._per_host = per_host
        engine._index = tantivy.Index(_schema())
        _write(engine._index, pages, None)
        engine._index.reload()
        return engine

    @property
    def pages(self) -> int:
        """How many pages it knows."""
        return int(self._index.searcher().num_docs)

    def search(self, query: str, limit: int) -> SearchAnswer:
        """See ports.SearchEngine. Any text is a query."""
        asked = split_query(_sound(query))
        if not asked.parts and not asked.hosts:
            return SearchAnswer(query, 0)
        with self._explained():
            hits, found = self._ranked(self._query(asked, tantivy.Occur.Must), max(1, limit))
            if not found and len(asked.parts) > 1:
                _, found = self._ranked(self._query(asked, tantivy.Occur.Should), max(1, limit))
        results = (SearchResult(url, title, _snippet(text, asked)) for url, title, text in found[: max(0, limit)])
        return SearchAnswer(query, hits, tuple(results))

    def similar(self, page: Page, limit: int) -> SearchAnswer:
        """Pages like this one, which need not be in the index; itself not. Hits are not told: every page is a little
        alike."""
        asked, schema = f"similar:{page.url}", self._index.schema
        with self._explained():
            searcher = self._index.searcher()
            told = telling_terms(
                terms(_sound(own_text(page.html))),
                lambda term: searcher.doc_freq("text", term),
                int(searcher.num_docs),
            )
            if not told:
                return SearchAnswer(asked, -1)
            clauses = [
                (
                    tantivy.Occur.Should,
                    tantivy.Query.boost_query(tantivy.Query.term_query(schema, "text", term), weight),
                )
                for term, weight in told
            ]
            alike = tantivy.Query.boolean_query(clauses, max(1, math.ceil(SHARE * len(told))))
            itself = tantivy.Query.term_query(schema, "url", _sound(page.url))
            both = [(tantivy.Occur.Must, alike), (tantivy.Occur.MustNot, itself)]
            _, found = self._ranked(tantivy.Query.boolean_query(both), max(1, limit))
        words = SplitQuery(tuple((term,) for term, _ in told[:1]))
        results = (SearchResult(url, title, _snippet(text, words)) for url, title, text in found[: max(0, limit)])
        return SearchAnswer(asked, -1, tuple(results))

    def backlinks(self, url: str, limit: int) -> Sequence[str]:
        """See ports.BacklinkSource. Of more than `limit`, always the same ones; its links to itself do not count."""
        target = join("", url) or url
        query = tantivy.Query.term_query(self._index.schema, "link", _sound(target))
        with self._explained():
            searcher = self._index.searcher()
            places = [place for _, place in searcher.search(query, _MOST).hits]
            marks = searcher.fast_field_values("mark", places)
            chosen = sorted(zip(marks, range(len(places)), strict=True))[: max(0, limit) + 1]
            found = [_shown(searcher, places[i])[0] for _, i in chosen]
        return sorted([source for source in found if source != target][: max(0, limit)])

    def _query(self, asked: SplitQuery, occur: tantivy.Occur) -> tantivy.Query:
        """All or any of the words in the text; in the title they only weigh."""
        schema = self._index.schema
        clauses = [(occur, _in_a_row(schema, "text", part)) for part in asked.parts]
        titles = [tantivy.Query.boost_query(_in_a_row(schema, "title", part), _TITLE) for part in asked.parts]
        query = tantivy.Query.boolean_query([*clauses, *((tantivy.Occur.Should, title) for title in titles)])
        if not asked.hosts:
            return query
        hosts = [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "host", host)) for host in asked.hosts]
        inside = tantivy.Query.const_score_query(tantivy.Query.boolean_query(hosts), 0.0)
        both = [(tantivy.Occur.Must, inside), *([(tantivy.Occur.Must, query)] if asked.parts else [])]
        return tantivy.Query.boolean_query(both)

    def _ranked(self, query: tantivy.Query, limit: int) -> tuple[int, list[_Shown]]:
        """How many pages match, and the best of them: best first, hosts taking turns at the top."""
        searcher = self._index.searcher()
        look = max(_FIRST_LOOK, 10 * limit)
        while True:
            answer: Any = searcher.search(query, look, count=True)
            places = [place for _, place in answer.hits]
            marks, hosts = (searcher.fast_field_values(name, places) for name in ("mark", "host_mark"))
            # Equals are in the order of their marks: fixed, and no host before another.
            ranked = sorted((-score, marks[i], i) for i, (score, _) in enumerate(answer.hits))
            top, rest = self._spread(ranked, hosts)
            # Pages as good as the last one taken may lie beyond what was looked at, and would win by their mark.
            settled = len(top) >= limit and top[limit - 1][0] < ranked[-1][0]
            if settled or len(ranked) >= answer.count or look >= _MOST:
                return answer.count, [_shown(searcher, places[i]) for *_, i in (top + rest)[:limit]]
            look = min(_MOST, 5 * look)

    def _spread(self, ranked: list[_Ranked], hosts: Sequence[Any]) -> tuple[list[_Ranked], list[_Ranked]]:
        top: list[_Ranked] = []
        rest: list[_Ranked] = []
        counts: dict[Any, int] = {}
        for page in ranked:
            host = hosts[page[-1]]
            counts[host] = counts.get(host, 0) + 1
            (top if counts[host] <= self._per_host else rest).append(page)
        return top, rest

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            # What tantivy itself does not foresee comes as a PanicException, which is no Exception.
            if not isinstance(error, ValueError | OSError | TypeError) and type(error).__name__ != "PanicException":
                raise
            said = " ".join(str(error).split())[:120]
            raise SearchError(f"{self.name}: {said}; `hubwalk search-index build` makes the index again") from None


def build_index(
    folder: Path,
    pages: Iterable[IndexedPage],
    on_page: Callable[[IndexedPage], None] | None = None,
    *,
    add: bool = False,
    sources: Sequence[str] = (),
) -> int:
    """Index pages and put the index in place of an older one; with `add` the older one's pages stay, but for those that
    are there again. Returns how many were indexed; UsageError, and the old index in place, if there were none."""
    with new_index(folder) as made:
        before = read_info(folder) if add and (folder / "current.json").exists() else None
        try:
            if before is not None:
                shutil.copytree(folder / before.folder, made, dirs_exist_ok=True)
            index = tantivy.Index(_schema(), path=str(made))
        except OSError as error:
            raise _unwritable(folder, error) from None
        except ValueError as error:
            raise (damaged(folder) if before is not None else _unwritable(folder, error)) from None
        count = _write(index, pages, on_page, replace=before is not None)
        if not count:
            raise UsageError("no page to index: the sources have none that can be read")
        index.reload()
        known = [*(before.sources if before is not None else ()), *sources]
        try:
            publish(folder, made, int(index.searcher().num_docs), list(dict.fromkeys(known)))
        except OSError as error:
            raise _unwritable(folder, error) from None
        return count


def _write(
    index: tantivy.Index,
    pages: Iterable[IndexedPage],
    on_page: Callable[[IndexedPage], None] | None,
    *,
    replace: bool = False,
) -> int:
    seen: set[str] = set()
    # One thread: two would share the pages out differently each time, and with them the order of equals.
    writer = index.writer(heap_size=_HEAP, num_threads=1)
    try:
        for page in pages:
            document = _document(page)
            with _written():
                if replace or page.url in seen:
                    writer.delete_documents_by_term("url", _sound(page.url))
                writer.add_document(document)
            seen.add(page.url)
            if on_page is not None:
                on_page(page)
        with _written():
            writer.commit()
            writer.wait_merging_threads()
    finally:
        del writer  # ends its thread, which would go on writing into a folder that is being removed
    return len(seen)


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except (ValueError, OSError) as error:
        raise _unwritable(None, error) from None


def _unwritable(folder: Path | None, error: Exception) -> HubwalkError:
    said = " ".join(str(error).split())[:160]
    where = f" {folder}" if folder is not None else ""
    return UsageError(f"cannot write the search index{where} ({said}); is the disk full? The old index is as it was")


def _schema() -> tantivy.Schema:
    schema = tantivy.SchemaBuilder()
    for name in ("url", "host", "link"):
        schema.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in ("title", "text"):
        schema.add_text_field(name, tokenizer_name="whitespace")
    for name in ("mark", "host_mark"):
        schema.add_unsigned_field(name, fast=True)
    schema.add_bytes_field("shown", stored=True)
    return schema.build()


def _document(page: IndexedPage) -> tantivy.Document:
    document = tantivy.Document()
    document.add_text("url", _sound(page.url))
    title, text = _sound(page.title), _sound(page.text)
    document.add_text("title", " ".join(terms(title)))
    document.add_text("text", " ".join(terms(f"{title}\n{text}")))
    for host in _hosts(page.url):
        document.add_text("host", host)
    for link in dict.fromkeys(page.links):
        document.add_text("link", _sound(link))
    shown = [_sound(page.url), title, " ".join(text[:_KEPT].split())]
    document.add_bytes("shown", json.dumps(shown, ensure_ascii=False).encode())
    # Numbers that can be read for thousands of candidates, where texts would take their time.
    document.add_unsigned("mark", _mark(page.url))
    document.add_unsigned("host_mark", _mark(host_of(page.url) or page.url))
    return document


def _mark(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(_sound(text).encode(), digest_size=8).digest(), "big") >> 1


def _shown(searcher: tantivy.Searcher, place: tantivy.DocAddress) -> _Shown:
    url, title, text = json.loads(searcher.doc(place).get_first("shown") or b"")
    return url, title, text


def _hosts(url: str) -> list[str]:
    """What `site:` may say to find a page: its host with and without the port, and the domains above."""
    netloc = host_of(url).lower()
    name, _, port = netloc.rpartition(":") if not netloc.endswith("]") else (netloc, "", "")
    host = name if name and port.isdecimal() else netloc
    labels = host.split(".") if not host.endswith("]") and not host.replace(".", "").isdecimal() else [host]
    above = [".".join(labels[i:]) for i in range(len(labels))] if len(labels) > 1 else [host]
    return [name for name in dict.fromkeys([netloc, *above]) if name]


def _in_a_row(schema: tantivy.Schema, field: str, part: Sequence[str]) -> tantivy.Query:
    if len(part) == 1:
        return tantivy.Query.term_query(schema, field, part[0])
    return tantivy.Query.phrase_query(schema, field, list(part))


def _snippet(text: str, asked: SplitQuery) -> str:
    """A piece of the text around the first word of the query that is there."""
    folded = text.lower()
    places = [folded.find(part[0]) for part in asked.parts]
    start = max(0, min((place for place in places if place >= 0), default=0) - _BEFORE)
    return text[start : start + _SNIPPET].strip()


def _sound(text: str) -> str:
    """Half of a surrogate pair is no text, and tantivy refuses it."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _open(folder: Path) -> tantivy.Index:
    for last in (False, True):
        info = read_info(folder)
        try:
            return tantivy.Index.open(str(folder / info.folder))
        except (ValueError, OSError):
            # A build may have put another index in place between the two steps.
            if last:
                break
    raise damaged(folder)
