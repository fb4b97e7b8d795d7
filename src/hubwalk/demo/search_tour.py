"""The second part of the guided tour: from sample documents alone to sites, and from these to their pages.

A domain of the demo web with its decoys and its search engine is served; the command line is given nothing but samples.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from hubwalk.demo.search_engine import SearchSite, make_engine_for
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoSite
from hubwalk.demo.tour import prepare, run_hubwalk
from hubwalk.demo.web import Domain, make_domain
from hubwalk.pages.urls import host_of

_DOMAIN = "cameras"
_SAMPLES = 20
_VALIDATOR = {True: "table", False: "text"}
_PER_TARGET, _MORE = 6, 150  # downloads per site


@dataclass(frozen=True, slots=True)
class Yield:
    """What was brought home from one site; several addresses of one target count once."""

    site: DemoSite
    accepted: int
    found: int  # different targets

    @property
    def line(self) -> str:
        if not self.site.target_count:
            return f"{self.site.name:18} a decoy: {self.accepted} pages accepted"
        share = self.found / self.site.target_count
        copies = f", {self.accepted} pages: some under two addresses" if self.accepted > self.found else ""
        return f"{self.site.name:18} {self.found:4} of {self.site.target_count} targets ({share:.0%}){copies}"


def yields(sites: Iterable[DemoSite], urls: dict[str, str], accepted: Iterable[str]) -> list[Yield]:
    """Per site that is in the result, the sites with targets first."""
    by_host: dict[str, list[str]] = {}
    for url in accepted:
        by_host.setdefault(host_of(url), []).append(url)
    found = []
    for site in sites:
        pages = by_host.get(host_of(urls[site.name]), [])
        targets = {site.target_of(f"{(parts := urlsplit(url)).path}?{parts.query}") for url in pages} - {""}
        if pages:
            found.append(Yield(site, len(pages), len(targets)))
    return sorted(found, key=lambda of_site: not of_site.site.target_count)


def run_search_tour(folder: Path, *, scale: float, seed: int = 0) -> int:
    """Search, crawl, compare, print; returns the exit code."""
    domain = make_domain(_DOMAIN, scale=scale, seed=seed)
    output = folder / "found-sites.jsonl"
    prepare(folder, [output.stem])
    sites = (*domain.sites, *domain.decoys)
    print(f"\nNow without a site: {_SAMPLES} sample documents, and a search engine that knows {len(sites)} sites.")
    print(f"{len(domain.sites)} of them have {domain.sites[0].wanted}, the others only talk of {domain.name}.\n")
    write_pages(domain.samples(_SAMPLES), folder / "samples")
    search = SearchSite()
    with serve_in_thread([*sites, search]) as urls:
        search.engine = make_engine_for([domain], urls)
        most = _PER_TARGET * max(site.target_count for site in sites) + _MORE
        limits = ["--validator", _VALIDATOR[domain.tabular], "--max-pages", str(most), "--delay", "0"]
        arguments = ["--engine", f"searxng:{urls[search.name]}", *limits, "-o", str(output)]
        command = ["find", "--like", str(folder / "samples"), *arguments]
        print(f"$ hubwalk {shlex.join(command)}", flush=True)
        code = run_hubwalk(command)
    if code:
        return code
    lines = output.read_text(encoding="utf-8").splitlines()
    _tell(domain, yields(sites, urls, (json.loads(line)["url"] for line in lines)))
    return 0


def _tell(domain: Domain, found: list[Yield]) -> None:
    real = [of_site for of_site in found if of_site.site.target_count]
    print(f"\n{len(real)} of the {len(domain.sites)} sites were found, and {len(found) - len(real)} decoys with them.")
    for of_site in found:
        print(f"  {of_site.line}")


def write_pages(pages: Iterable[tuple[DemoSite, str]], folder: Path) -> list[Path]:
    """Pages as HTML files, numbered; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, (site, path) in enumerate(pages, 1):
        files.append(folder / f"{number:02}-{site.name}.html")
        files[-1].write_bytes(site.respond(path).body)
    return files
