"""`hubwalk demo`: a web to try things on, with known targets, on this machine alone."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urljoin

import typer

from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.demo.site import DemoSite

_PORT = 8000
_SAMPLES = 3

Size = Annotated[
    int, typer.Option(min=0, help="Real pages per site, about; endless parts come on top. 0: as it likes.")
]
Seed = Annotated[int, typer.Option(help="Another seed, another web.")]


def register(app: typer.Typer) -> None:
    demo = typer.Typer(
        name="demo",
        help="A generated web with known targets, served on this machine. Example: hubwalk demo serve",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    demo.command(name="list")(list_sites)
    for command in (serve, truth, tour):
        demo.command()(command)
    app.add_typer(demo)


def list_sites(size: Size = 0, seed: Seed = 0) -> None:
    """The sites of the demo web: name, pages, targets, and what the targets are.

    Example: hubwalk demo list
    """
    for site in _sites([], size, seed):
        print(f"{site.name:12}{site.page_count:>8} pages{site.target_count:>8} targets: {site.wanted}")


def serve(
    port: Annotated[int, typer.Option(help="First of consecutive ports; 0: any free ones.")] = _PORT,
    site: Annotated[list[str] | None, typer.Option(help="Name of a site; repeatable. Default: all.")] = None,
    size: Size = 0,
    seed: Seed = 0,
    ready_file: Annotated[
        Path | None, typer.Option(help="Write {site: {url, samples, targets}} as JSON here once all sites listen.")
    ] = None,
) -> None:
    """Serve the demo web on this machine until Ctrl-C.

    Example: hubwalk demo serve --port 8000 --site cameras --size 5000
    """
    from hubwalk.demo.server import serve_in_thread

    sites = _sites(site or [], size, seed)
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    signal.signal(signal.SIGINT, lambda *_: ended.set())
    with serve_in_thread(sites, port) as urls:
        for served in sites:
            print(_announcement(served, urls[served.name]), flush=True)
        print("Ctrl-C ends it.", file=sys.stderr)
        if ready_file is not None:
            _write_ready(ready_file, sites, urls)
        ended.wait()


def truth(
    site: Annotated[str, typer.Argument(metavar="SITE", help="Name of a site, see `hubwalk demo list`.")],
    size: Size = 0,
    seed: Seed = 0,
    url: Annotated[str, typer.Option(help="Where the site is served. Default: as `hubwalk demo serve` does.")] = "",
) -> None:
    """Print the URLs of all targets of a site, one per line.

    Example: hubwalk demo truth cameras --url http://127.0.0.1:8000/ | wc -l
    """
    from hubwalk.demo.sites import SITES
    from hubwalk.pages.urls import canonical

    made = _sites([site], size, seed)[0]
    base = canonical(url or f"http://127.0.0.1:{_PORT + list(SITES).index(site)}/")
    for path in made.targets():
        print(urljoin(base, path))


def tour(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")] = Path("demo-result"),
    size: Size = 0,
    seed: Seed = 0,
) -> None:
    """Crawl the camera site with three samples, and again breadth-first; compare both with the known truth.

    Example: hubwalk demo tour -o demo-result
    """
    from hubwalk.demo.tour import run_tour

    raise typer.Exit(run_tour(output, size=size, seed=seed))


def _sites(names: Sequence[str], size: int, seed: int) -> list[DemoSite]:
    from hubwalk.demo.sites import SITES, make_site

    return [make_site(name, size, seed) for name in dict.fromkeys(names or SITES)]


def _announcement(site: DemoSite, url: str) -> str:
    samples = [urljoin(url, path) for path in site.samples(_SAMPLES)]
    likes = " ".join(f"--like {sample}" for sample in samples)
    return (
        f"{site.name}  {url}  {site.page_count} pages, {site.target_count} targets: {site.wanted}\n"
        + "".join(f"  sample  {sample}\n" for sample in samples)
        + f"  hubwalk find {url} {likes} --delay 0 -o {site.name}.jsonl\n"
    )


def _write_ready(path: Path, sites: Sequence[DemoSite], urls: Mapping[str, str]) -> None:
    ready = {
        site.name: {
            "url": urls[site.name],
            "samples": [urljoin(urls[site.name], sample) for sample in site.samples(_SAMPLES)],
            "targets": site.target_count,
        }
        for site in sites
    }
    # In one step: who waits for the file must not read half of it.
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(json.dumps(ready, indent=2), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write the ready file {path}: {error.strerror or error}") from error
