"""`hubwalk demo`: a web to try things on, with known targets, on this machine alone."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urljoin

import typer

from hubwalk.cli._demo_shops import shops
from hubwalk.cli._demo_websites import dump, websites
from hubwalk.cli._new_file import check_folder
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.demo.site import DemoSite
    from hubwalk.demo.web import Domain

_PORT = 8000

Size = Annotated[
    int, typer.Option(min=0, help="Real pages per site, about; endless parts come on top. 0: as it likes.")
]
Scale = Annotated[float, typer.Option(help="Size of the domains: 1 has as many targets as in the papers.")]
Seed = Annotated[int, typer.Option(help="Another seed, another web.")]


def register(app: typer.Typer) -> None:
    demo = typer.Typer(
        name="demo",
        help="A generated web with known targets, served on this machine. Example: hubwalk demo serve",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    demo.command(name="list")(list_sites)
    for command in (serve, truth, samples, tour, websites, dump, shops):
        demo.command()(command)
    app.add_typer(demo)


def list_sites(size: Size = 0, scale: Scale = 1.0, seed: Seed = 0) -> None:
    """The sites of the demo web: name, pages, targets, and what the targets are.

    Example: hubwalk demo list
    """
    domains = _domains(["all"], scale, seed)  # a bad scale is refused before anything is printed
    for site in _sites([], size, seed):
        print(_row(site))
    for domain in domains:
        print(f"\ndomain {domain.name}: {len(domain.sites)} sites, {len(domain.decoys)} decoys")
        for site in (*domain.sites, *domain.decoys):
            print(f"  {_row(site)}")


def serve(
    *,
    port: Annotated[int, typer.Option(help="First of consecutive ports; 0: any free ones.")] = _PORT,
    site: Annotated[
        list[str] | None, typer.Option(help="Name of a site made by hand; repeatable. Default: all five.")
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option(help="A domain's sites, decoys and search engine instead: a name or `all`; repeatable."),
    ] = None,
    websites: Annotated[
        int, typer.Option(metavar="COUNT", help="A web of so many small sites instead, all on one port: see --resolve.")
    ] = 0,
    shops: Annotated[
        int, typer.Option(metavar="COUNT", help="A web of so many shops and the like instead, with a search engine.")
    ] = 0,
    size: Size = 0,
    scale: Scale = 1.0,
    seed: Seed = 0,
    ready_file: Annotated[
        Path | None, typer.Option(help="Write {site: {url, samples, targets}} as JSON here once all sites listen.")
    ] = None,
) -> None:
    """Serve the demo web on this machine until Ctrl-C: sites made by hand, whole domains with a search engine, or a web
    of small sites or of shops.

    Example: hubwalk demo serve --websites 500 --port 8300
    """
    from hubwalk.demo.serving import Requests, serve_demo, serve_websites
    from hubwalk.demo.websites import make_web

    requests = Requests()
    if (websites or shops) and (site or domain or (websites and shops)):
        own = "--websites" if websites else "--shops"
        other = "--site" if site else "--domain" if domain else "--shops"
        raise UsageError(f"{own} is a web of its own: leave out {other}, or serve both, each with a --port of its own")
    if shops:
        from hubwalk.demo.shops import make_shops
        from hubwalk.demo.shops.serving import serve_shops

        served = serve_shops(make_shops(shops, seed), port=port, ready_file=ready_file, requests=requests)
    elif websites:
        served = serve_websites(make_web(websites, seed), port=port, ready_file=ready_file, requests=requests)
    else:
        domains = _domains(domain or [], scale, seed)
        sites = _sites(site or [], size, seed) if site or not domains else []
        served = serve_demo(sites, domains, port=port, ready_file=ready_file, requests=requests)
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    signal.signal(signal.SIGINT, lambda *_: ended.set())
    with served as announcement:
        print(announcement, flush=True)
        print("Ctrl-C ends it.", file=sys.stderr)
        ended.wait()
    print(requests.text, file=sys.stderr)


def truth(
    *,
    site: Annotated[str, typer.Argument(metavar="SITE", help="Name of a site, see `hubwalk demo list`.")],
    size: Size = 0,
    scale: Scale = 1.0,
    seed: Seed = 0,
    url: Annotated[str, typer.Option(help="Where the site is served. Default: as `hubwalk demo serve` does.")] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="JSON lines: url, and what leads there: technique and hub.")
    ] = False,
) -> None:
    """Print the URLs of all targets of a site, one per line.

    Example: hubwalk demo truth cameras --url http://127.0.0.1:8000/ | wc -l
    """
    from hubwalk.demo.sites import find_site
    from hubwalk.pages.urls import canonical

    made, place = find_site(site, size=size, scale=scale, seed=seed)
    base = canonical(url or f"http://127.0.0.1:{_PORT + place}/")
    for path in made.targets():
        where = urljoin(base, path)
        print(json.dumps({"url": where, **_way(made, path, base)}) if as_json else where)


def samples(
    *,
    domain: Annotated[
        str, typer.Argument(metavar="DOMAIN", help="Name of a domain or of a site, see `hubwalk demo list`.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the HTML files.")],
    count: Annotated[int, typer.Option(min=1, help="How many documents.")] = 20,
    near_misses: Annotated[
        bool, typer.Option("--near-misses", help="Also write as many pages that only look like targets.")
    ] = False,
    size: Size = 0,
    scale: Scale = 1.0,
    seed: Seed = 0,
) -> None:
    """Write sample documents of a domain, or of one site, as HTML files, and print their names.

    Example: hubwalk demo samples cameras --count 20 -o samples
    """
    from hubwalk.demo.sites import SITES
    from hubwalk.demo.web import DOMAINS

    check_folder(output, "samples")
    misses: list[tuple[DemoSite, str]] = []
    if domain in SITES and domain not in DOMAINS:
        if near_misses:
            raise UsageError(f"near misses of the single site {domain} are not known: leave out --near-misses")
        site, more = _sites([domain], size, seed)[0], "--size"
        documents = [(site, path) for path in site.samples(count)]
    else:
        made, more = _domains([domain], scale, seed)[0], "--scale"
        documents = made.samples(count)
        misses = made.near_misses(count) if near_misses else []
    if len(documents) < count:
        print(f"hubwalk: {domain} has no more than {len(documents)}; a larger {more} has more", file=sys.stderr)
    _write(documents, output)
    if near_misses:
        _write(misses, output / "near-misses")


def tour(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.")] = Path("demo-result"),
    size: Size = 0,
    scale: Annotated[float, typer.Option(help="Size of the domain that is searched, see `hubwalk demo list`.")] = 0.05,
    seed: Seed = 0,
) -> None:
    """Crawl the camera site with three samples, and again breadth-first; compare both with the known truth. Then find
    camera sites from sample documents alone, and their pages.

    Example: hubwalk demo tour -o demo-result
    """
    from hubwalk.demo.search_tour import run_search_tour
    from hubwalk.demo.tour import run_tour

    check_folder(output, "demo-result")
    _domains(["all"], scale, seed)  # refuse a bad scale before the first crawl, not after it
    code = run_tour(output, size=size, seed=seed) or run_search_tour(output, scale=scale, seed=seed)
    if not code:
        print(f"\nTo look at: {output / 'report.html'} in a browser, and all pages that were found in {output}/*.jsonl")
    raise typer.Exit(code)


def _sites(names: Sequence[str], size: int, seed: int) -> list[DemoSite]:
    from hubwalk.demo.sites import SITES, make_site

    return [make_site(name, size, seed) for name in dict.fromkeys(names or SITES)]


def _domains(names: Sequence[str], scale: float, seed: int) -> list[Domain]:
    from hubwalk.demo.web import DOMAINS, make_domain

    wanted = [name for given in names for name in (DOMAINS if given == "all" else [given])]
    return [make_domain(name, scale=scale, seed=seed) for name in dict.fromkeys(wanted)]


def _way(site: DemoSite, target: str, base: str) -> dict[str, str]:
    way = site.way_to(target)
    return {"technique": way.technique, "hub": urljoin(base, way.hub) if way.hub else ""}


def _row(site: DemoSite) -> str:
    wanted = f"{site.target_count:>8} targets: {site.wanted}" if site.target_count else "       0 targets"
    return f"{site.name:18}{site.page_count:>8} pages{wanted}"


def _write(pages: Sequence[tuple[DemoSite, str]], folder: Path) -> None:
    from hubwalk.demo.search_tour import write_pages

    try:
        print(*write_pages(pages, folder), sep="\n")
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}; give another with -o") from error
