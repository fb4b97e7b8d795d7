"""The sample pages that show what is wanted: `--like URL_OR_FILE`, where a folder stands for the HTML files in it, and
a list (FILE.txt) for the pages that it names, one a line, as on the command line.

They are read once, before anything is crawled, so that a sample nobody can use ends the command at once. The crawl log
keeps their answers; a resumed crawl reads them from there.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hubwalk.errors import SampleError
from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import canonical
from hubwalk.values import Page, Response

_TAG = re.compile(rb"<(!doctype|html|head|body|[a-z][a-z0-9]*[\s/>])", re.IGNORECASE)
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # byte order marks of UTF-16, where every second byte of a tag is zero
# How browsers save a page as one file, and crawlers many: HTML is in there, written for mail, say, where = is =3D.
_ARCHIVE = re.compile(
    rb"\s*(?:bplist00|WARC/\d"
    rb"|(?:[a-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){0,20}?(?:mime-version:|content-type:\s*multipart/))",
    re.IGNORECASE,
)
_HEAD = 5_000  # bytes in which an archive shows that it is one

_ENDINGS = (".html", ".htm", ".xhtml")
_LIST = ".txt"
MAX_SIZE = 10_000_000  # bytes of a file, as of a page that is fetched

Fetch = Callable[[Sequence[str]], Sequence[Response]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A page of the wanted kind, as the user named it and as it was read."""

    name: str
    response: Response
    page: Page


def named_samples(names: Sequence[str]) -> list[str]:
    """The names, with each list replaced by the pages that it names, and each folder by the HTML files in it, in the
    order of their names."""
    found: list[str] = []
    for name in names:
        if not name.strip():  # as a path it would be the current folder
            raise SampleError("--like or --unlike is empty: give a web address, an HTML file or a folder of them")
        listed = _listed(name)
        if listed is None:
            found += _in_folder(name)
            continue
        for page in listed:
            if _listed(page) is not None:
                raise SampleError(f"sample list {name} names a list, {page}; name its pages")
            found += _in_folder(page)
    return found


def _in_folder(name: str) -> list[str]:
    folder = Path(name)
    if is_url(name) or not folder.is_dir():
        return [name]
    files = sorted(str(path) for path in folder.iterdir() if path.suffix.lower() in _ENDINGS and path.is_file())
    if not files:
        raise SampleError(f"sample folder {name} has no {' or '.join(_ENDINGS)} file; name a file or a web address")
    return files


def _listed(name: str) -> list[str] | None:
    """What a list names; None if the name is not that of a list."""
    path = Path(name)
    if is_url(name) or path.suffix.lower() != _LIST:
        return None
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            content = file.read(MAX_SIZE)
    except OSError:
        return None  # whoever reads it as a page tells what is wrong
    if _TAG.search(content.replace(b"\0", b"")):
        return None  # a page, whatever its name
    try:
        lines = [line.strip() for line in content.decode("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        lines = ["\0"]
    if any("\0" in line for line in lines):
        raise SampleError(f"sample list {name} is no UTF-8 text; write a web address or a file into each line")
    pages = [line for line in lines if line and not line.startswith("#")]
    if not pages:
        raise SampleError(f"sample list {name} names no page; write a web address or a file into each line")
    return pages


def load_samples(names: Sequence[str], fetch: Fetch, max_size: int = MAX_SIZE) -> list[Sample]:
    """All samples in the order given; SampleError for the first that cannot be used. URLs are fetched in one go."""
    responses = {name: _read_file(name, max_size) for name in names if not is_url(name)}
    urls = [name for name in names if is_url(name)]
    if urls:
        answers = fetch([canonical(url) for url in urls])
        responses |= dict(zip(urls, answers, strict=True))
    return [_checked(name, responses[name]) for name in names]


def pipes(names: Sequence[str]) -> list[str]:
    """Those among the names that are read until somebody has written them and is done, which may be never."""
    return [name for name in names if not is_url(name) and _is_pipe(Path(name))]


def _is_pipe(path: Path) -> bool:
    try:
        return path.is_fifo()
    except OSError:  # a name that is too long, say: whoever reads it tells what is wrong
        return False


def check_kinds(like: Sequence[Sample], unlike: Sequence[Sample]) -> None:
    """Refuse a page that is shown as wanted and as a near miss, under whichever names."""
    wanted = {mark: sample.name for sample in like for mark in _marks(sample.page)}
    for sample in unlike:
        if same := wanted.keys() & _marks(sample.page):
            names = " and ".join(dict.fromkeys((wanted[min(same)], sample.name)))
            raise SampleError(f"{names}: the same page is given with --like and with --unlike; leave one out")


def _marks(page: Page) -> set[str]:
    """What tells a page: it may say something else, the time of day, whenever it is asked for."""
    return {page.html, page.url, page.requested}


def stored_sample(name: str, response: Response) -> Sample:
    """A sample from the crawl log; it was checked when it went in."""
    return Sample(name, response, read(response))


def start_on(scope: Scope, sample: Sample) -> str:
    """The URL at which a sample lies on a site, as that site's crawl asks for it; "" if it lies elsewhere."""
    if not is_url(sample.name):
        return ""
    return scope.own(sample.page.requested) or scope.own(sample.page.url)


def is_url(name: str) -> bool:
    """True for a web address, False for the name of a file."""
    return name.strip().lower().startswith(("http://", "https://"))


def _read_file(name: str, max_size: int) -> Response:
    path = Path(name)
    try:
        mode = path.stat().st_mode
        # A pipe is what a shell makes of <(command); a folder says itself what is wrong with it.
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode)):
            raise SampleError(f"sample {name} is neither a file nor a pipe; save the page and name that file")
        with path.open("rb") as file:
            body = file.read(max_size + 1)  # a pipe may have no end
        if len(body) > max_size:
            raise SampleError(f"sample {name} is larger than {max_size} bytes; give another page or a part of it")
        url = (path.absolute() if stat.S_ISFIFO(mode) else path.resolve()).as_uri()
    except OSError as error:
        hint = "; a web address starts with http://" if isinstance(error, FileNotFoundError) else ""
        raise SampleError(f"sample {name}: {error.strerror}{hint}") from None
    return Response(url, url, 200, body, (("content-type", "text/html"),))


def _checked(name: str, response: Response) -> Sample:
    if response.error:
        raise SampleError(f"sample {name}: {response.error}; give another page, or a saved copy of this one")
    if not 200 <= response.status < 300:
        raise SampleError(f"sample {name}: the server answered {response.status}; give a page that exists")
    if not response.body.strip():
        raise SampleError(f"sample {name} is empty; give a page with content")
    if not is_url(name) and _ARCHIVE.match(response.body[:_HEAD]):
        raise SampleError(f"sample {name} is an archive (MHTML, webarchive or WARC); save the page as HTML")
    page = read(response)
    if page.error:
        raise SampleError(f"sample {name}: {page.error}; give an HTML page")
    binary = b"\0" in response.body[:1024] and not response.body.startswith(_WIDE)
    if binary or not _TAG.search(response.body.replace(b"\0", b"")):
        raise SampleError(f"sample {name} has no HTML tags; give an HTML page")
    return Sample(name, response, page)
