"""`hubwalk search-index`: the local search index, and any other engine to try."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from hubwalk.cli._text import printable, quoted

_MOST_LINES = 20  # of files that were left out; a folder full of them must not bury the rest

IndexOption = Annotated[
    Path | None,
    typer.Option("--index", metavar="DIR", help="Folder of the index. Default: $HUBWALK_INDEX or your data folder."),
]


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="search-index",
        help="A search engine of your own over recorded pages. Example: hubwalk search-index query camera zoom",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (build, query, info):
        group.command()(command)
    app.add_typer(group)


def build(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SOURCE...", help="Crawl logs, WARC files, SQLite files of pages, HTML files, folders."),
    ],
    *,
    index: IndexOption = None,
    add: Annotated[
        bool, typer.Option("--add", help="Keep what is in the index; pages with equal URLs are replaced.")
    ] = (False),
) -> None:
    """Make the local search index from pages that you have. An index that is there is replaced once all is done.

    Example: hubwalk search-index build cameras.db site.warc.gz saved-pages/
    """
    from hubwalk.discovery.engines.index_folder import read_info
    from hubwalk.discovery.engines.local import build_index
    from hubwalk.discovery.index_sources import pages_of

    folder = _folder(index)
    skipped = _Skipped()
    names = [str(source.resolve()) for source in sources]
    with _progress() as (on_page, say):
        skipped.say = say
        count = build_index(folder, pages_of(sources, skipped), on_page, add=add, sources=names)
    skipped.sum_up()
    total = read_info(folder).pages
    known = f", {total} in all" if total != count else ""
    print(f"{count} {_pages(count)} indexed{known}: {quoted(folder)}", file=sys.stderr)


def query(
    words: Annotated[list[str], typer.Argument(metavar="WORDS...", help='Words, a "phrase in quotes", site:HOST.')],
    *,
    index: IndexOption = None,
    engine: Annotated[
        str,
        typer.Option(metavar="SPEC", help="Ask this engine: local[:DIR], searxng:URL, brave, google, ddgs, cdx[:URL]."),
    ] = "",
    limit: Annotated[int, typer.Option(min=0, help="Results at most.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with hits and results.")] = False,
) -> None:
    """Ask the local search index, or another engine to see whether it answers. Prints rank, URL and title.

    Example: hubwalk search-index query --limit 5 camera zoom site:example.org
    """
    from hubwalk.discovery.engines import make_engine
    from hubwalk.errors import UsageError

    if engine and index is not None:
        raise UsageError("--index is the folder of the local engine; leave it out with --engine")
    asked = make_engine(engine or f"local:{_folder(index)}")
    answer = asked.search(_joined(words), limit)
    if as_json:
        results = [{"url": r.url, "title": r.title, "snippet": r.snippet} for r in answer.results]
        print(json.dumps({"engine": asked.name, "query": answer.query, "hits": answer.hits, "results": results}))
        return
    for rank, result in enumerate(answer.results, start=1):
        print(f"{rank}\t{printable(result.url)}\t{printable(result.title)}")
    hits = "an unknown number of" if answer.hits < 0 else str(answer.hits)
    print(f"{asked.name}: {hits} {'hit' if answer.hits == 1 else 'hits'}", file=sys.stderr)


def info(
    *,
    index: IndexOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """What is in the local search index: pages, size, when it was built and from what.

    Example: hubwalk search-index info
    """
    from hubwalk.discovery.engines.index_folder import read_info

    folder = _folder(index)
    about = read_info(folder)
    size = sum(path.stat().st_size for path in (folder / about.folder).glob("*") if path.is_file())
    if as_json:
        said = {"index": str(folder), "pages": about.pages, "bytes": size, "built": about.built}
        print(json.dumps({**said, "sources": list(about.sources)}, indent=2))
        return
    print(f"{folder}: {about.pages} {_pages(about.pages)}, {size / 1e6:.1f} MB, built {about.built}")
    for source in about.sources:
        print(f"  {printable(source)}")


def _folder(index: Path | None) -> Path:
    from hubwalk.discovery.engines import default_index

    return index.expanduser() if index is not None else default_index()


def _joined(words: list[str]) -> str:
    """One query. What the shell was given in quotes holds spaces: a phrase, unless it is all there is."""
    if len(words) == 1:
        return words[0]
    return " ".join(f'"{word}"' if any(c.isspace() for c in word) and '"' not in word else word for word in words)


def _pages(count: int) -> str:
    return "page" if count == 1 else "pages"


class _Skipped:
    """Says what was left out, a line each, and counts."""

    def __init__(self) -> None:
        self.say: Callable[[str], None] = lambda line: print(line, file=sys.stderr)
        self._count = 0

    def __call__(self, line: str) -> None:
        self._count += 1
        if self._count <= _MOST_LINES:
            self.say(f"left out: {printable(line)}")

    def sum_up(self) -> None:
        if self._count:
            print(f"{self._count} left out", file=sys.stderr)


@contextmanager
def _progress() -> Iterator[tuple[Callable[[object], None] | None, Callable[[str], None]]]:
    """What to call for each page, and how to say a line; a counter on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None, lambda line: print(line, file=sys.stderr)
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.completed:.0f} pages"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        yield (
            lambda _page: progress.advance(task),
            lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True),
        )
