"""What a local index can be built from: recorded sites (crawl logs, WARC files, SQLite files of pages), HTML files, and
folders of any of them.

The URL of an HTML file is the one it was saved from, if it says so: its canonical link, og:url, or the comment that
browsers write when they save a page; else the file itself. What a file is, its first bytes tell, not its name; files of
other kinds in a folder (pictures, style sheets) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hubwalk.browsing.recorded import open_recorded
from hubwalk.discovery.engines.local import IndexedPage
from hubwalk.errors import HubwalkError, UsageError
from hubwalk.pages.parse import read
from hubwalk.pages.urls import join
from hubwalk.pages.words import whole_text
from hubwalk.samples import is_url
from hubwalk.values import Page, Response

OnSkip = Callable[[str], None]  # one line: what was left out, and why

_SNIFFED = 2048  # bytes
_RECORDED = re.compile(rb"SQLite format 3\0|WARC/|filedesc:|\x1f\x8b")
_HTML = re.compile(rb"<(!doctype\s+html|html|head|title|body)[\s>]", re.IGNORECASE)
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(\S+)\s*-->", re.IGNORECASE)
_META = re.compile(r"<meta\s[^>]*>", re.IGNORECASE)
_OG_URL = re.compile(r"""property\s*=\s*["']?og:url["'\s/>]""", re.IGNORECASE)
_CONTENT = re.compile(r"""content\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


def pages_of(sources: Iterable[Path], on_skip: OnSkip) -> Iterator[IndexedPage]:
    """All pages of the sources that can be read, in a fixed order; UsageError for a source that is not there."""
    for source in sources:
        if source.is_dir():
            for path in sorted(path for path in source.rglob("*") if path.is_file()):
                yield from _pages_of_file(path, on_skip, named=False)
        elif source.exists():
            yield from _pages_of_file(source, on_skip, named=True)
        else:
            raise UsageError(f"{source}: no such file or folder")


def _pages_of_file(path: Path, on_skip: OnSkip, *, named: bool) -> Iterator[IndexedPage]:
    try:
        with path.open("rb") as stream:
            head = stream.read(_SNIFFED)
    except OSError as error:
        on_skip(f"{path}: {error.strerror}")
        return
    if _RECORDED.match(head):
        yield from _recorded_pages(path, on_skip, named=named)
    elif _is_html(head):
        yield from _html_page(path, on_skip)
    elif named or path.suffix.lower() in {".html", ".htm", ".xhtml"}:
        on_skip(f"{path}: {'empty' if not head else 'neither HTML nor a recorded site'}")


def _is_html(head: bytes) -> bool:
    return _HTML.search(head.replace(b"\0", b"")) is not None  # UTF-16 has a zero in every letter


def _recorded_pages(path: Path, on_skip: OnSkip, *, named: bool) -> Iterator[IndexedPage]:
    try:
        first = open_recorded(path)
        # The tasks of a crawl log are its sites, and it is opened one site at a time.
        others = [name for name in first.tasks if is_url(name) and name != first.entry]
        sites = [first, *(open_recorded(path, name) for name in others)]
    except HubwalkError as error:
        if named or not _is_gzip(path):  # a folder may hold other things that are compressed
            on_skip(str(error))
        return
    broken = 0
    for site in sites:
        for url in site.urls():
            try:
                page = read(site.fetch(url))
            except HubwalkError as error:
                broken += 1
                if broken == 1:
                    on_skip(f"{url}: {error}")
                continue
            if page.ok:
                yield indexed(page)
    if broken > 1:
        on_skip(f"{path}: {broken} pages cannot be read")


def _is_gzip(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(2) == b"\x1f\x8b" and ".warc" not in path.name and ".arc" not in path.name


def _html_page(path: Path, on_skip: OnSkip) -> Iterator[IndexedPage]:
    here = path.resolve().as_uri()
    try:
        body = path.read_bytes()
    except OSError as error:
        on_skip(f"{path}: {error.strerror}")
        return
    page = read(Response(here, here, 200, body, (("Content-Type", "text/html"),)))
    url = saved_url(page)
    if url:  # again, now that relative links can be resolved
        page = read(Response(url, url, 200, body, (("Content-Type", "text/html"),)))
    yield indexed(page)


def saved_url(page: Page) -> str:
    """The web address that a saved page says it came from, canonical; "" if it does not say."""
    head = page.html[:20_000]
    saved = _SAVED_FROM.search(head)
    candidates = [page.canonical]
    for tag in _META.findall(head):
        content = _CONTENT.search(tag) if _OG_URL.search(tag) else None
        candidates.append((content[1] or content[2] or "") if content else "")
    candidates.append(saved[1] if saved else "")
    return next((url for url in (join("", candidate) for candidate in candidates) if url), "")


def indexed(page: Page) -> IndexedPage:
    """A page as the index takes it."""
    text = " ".join(whole_text(page.html).split()).removeprefix(page.title)
    return IndexedPage(page.url, page.title, text.strip(), tuple(dict.fromkeys(link.target for link in page.links)))
