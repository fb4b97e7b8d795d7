"""Query generation on recorded sites: does a search that knows all of them lead from sample documents to the right one?

    python benchmarks/query_generation.py --corpora FOLDER [--samples 20] [--json]

FOLDER (or the environment variable HUBWALK_CORPORA) holds manifest.json with sites and their tasks, and one SQLite file
per site with pages(url, html) and labels(task, url). All pages of all sites are put into one local index. For each task
the samples are targets drawn by a fixed seed, given as documents without their addresses; results are judged by the
known targets. A task counts as found if its site has an authority within 60 queries, those for single words included.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from hubwalk.browsing.recorded import RecordedSite, open_recorded
from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.index_sources import indexed
from hubwalk.discovery.queries import QueryGeneration
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.discovery.tokens import get_tokens
from hubwalk.drivers.discovery import discover
from hubwalk.pages.languages import languages_of, stop_words
from hubwalk.pages.parse import read
from hubwalk.pages.urls import host_of
from hubwalk.pages.words import own_text
from hubwalk.validators import OracleValidator
from hubwalk.values import Response


@dataclass(frozen=True, slots=True)
class Result:
    """One task."""

    site: str
    task: str
    targets: int
    queries: int
    candidates: int
    authorities: int
    found: bool
    languages: tuple[str, ...]
    words: tuple[str, ...]  # sorted by combined weight


def search(engine: LocalEngine, sites: dict[str, RecordedSite], wanted: RecordedSite, samples: int) -> Result:
    """One search."""
    targets = sorted(wanted.targets)
    shown = random.Random(1).sample(targets, min(samples, len(targets)))
    texts = [own_text(read(wanted.fetch(url)).html) for url in shown]
    languages = languages_of(texts)
    tokens = get_tokens(texts, frozenset().union(*map(stop_words, languages)))
    generation = QueryGeneration(tokens)

    def fetch(urls: Sequence[str]) -> list[Response]:
        return [_site_of(sites, url).fetch(url) for url in urls]

    found = discover(generation, Asker([engine], NoMemory()), fetch, OracleValidator(wanted.targets))
    return Result(
        site=wanted.name,
        task="",
        targets=len(targets),
        queries=found.queries,
        candidates=len(found.candidates),
        authorities=generation.authorities,
        found=any(wanted.entry.startswith(site.site) for site in found.sites),
        languages=tuple(languages),
        words=tuple(token.text for token in generation.tokens),
    )


def _site_of(sites: dict[str, RecordedSite], url: str) -> RecordedSite:
    return next(site for site in sites.values() if host_of(site.entry) == host_of(url))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--corpora", type=Path, default=os.environ.get("HUBWALK_CORPORA"))
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="one JSON object per task")
    options = parser.parse_args()
    if options.corpora is None or not (Path(options.corpora) / "manifest.json").is_file():
        sys.exit("query_generation: no recorded sites; give their folder with --corpora or HUBWALK_CORPORA")
    folder = Path(options.corpora)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    sites = {name: open_recorded(folder / f"{name}.sqlite") for name in manifest}
    print("indexing all pages ...", file=sys.stderr)
    engine = LocalEngine.in_memory(
        indexed(page) for site in sites.values() for url in site.urls() if (page := read(site.fetch(url))).ok
    )
    results = []
    for name, about in manifest.items():
        for task in about["tasks"]:
            result = search(engine, sites, open_recorded(folder / f"{name}.sqlite", task=task), options.samples)
            results.append(result)
            if options.json:
                print(json.dumps(asdict(result) | {"task": task}), flush=True)
            else:
                share = result.authorities / max(1, result.candidates)
                figures = f"{result.queries:3} queries {result.candidates:4} pages {share:5.0%} accepted"
                print(f"{name:16} {task:12} {'found' if result.found else 'MISSED':7}{figures}", flush=True)
    share = fmean(result.authorities / max(1, result.candidates) for result in results)
    print(f"{sum(r.found for r in results)} of {len(results)} sites found; {share:.1%} of the pages were accepted")


if __name__ == "__main__":
    main()
