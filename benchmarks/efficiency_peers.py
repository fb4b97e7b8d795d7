"""Other crawlers on the same recorded sites, driven through their own interfaces and counted by the server's log.

They are what a user would pick today: a stock Scrapy CrawlSpider, in its own order and breadth first, crawl4ai's
best-first strategy with keywords from the samples, trafilatura's focused_crawler (programs in peers/). All get the
entry page and the samples on the site. They live in an environment of their own: they pin what hubwalk does not.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from efficiency_plan import OPAQUE, SITE, Cell, Order, Plan, Setup, digest
from efficiency_runs import Bench, outcome_record
from efficiency_server import ServedRecording
from hubwalk.discovery.tokens import get_tokens
from hubwalk.errors import HubwalkError, UsageError, unknown_name
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.runner import OnProgress, Progress
from hubwalk.pages.languages import languages_of, stop_words
from hubwalk.pages.parse import read
from hubwalk.pages.words import own_text
from hubwalk.values import Page

_PROGRAMS = Path(__file__).parent / "peers"
_REQUIREMENTS = _PROGRAMS / "requirements.txt"
_KEYWORDS = 10


@dataclass(frozen=True, slots=True)
class Peer:
    """One crawler in one configuration."""

    name: str
    program: str
    package: str
    order: str = ""

    def code(self) -> str:
        parts = [(_PROGRAMS / name).read_bytes() for name in (self.program, "loopback_names.py")]
        return hashlib.sha256(b"".join(parts)).hexdigest()


PEERS = (
    Peer("scrapy", "with_scrapy.py", "scrapy", "default"),
    Peer("scrapy breadth-first", "with_scrapy.py", "scrapy", "breadth"),
    Peer("crawl4ai best-first", "with_crawl4ai.py", "crawl4ai"),
    Peer("trafilatura", "with_trafilatura.py", "trafilatura"),
)


def make_environment(folder: Path) -> Path:
    """The Python of an environment with the peers in it; made if it is not there."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / "ready"
    wanted = hashlib.sha256(_REQUIREMENTS.read_bytes()).hexdigest()
    if ready.is_file() and ready.read_text("utf-8") == wanted:
        return python
    print(f"installing the peers into {folder}: about 1 GB, some minutes", file=sys.stderr, flush=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--requirement", str(_REQUIREMENTS)]
    for command in ([sys.executable, "-m", "venv", str(folder)], install):
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            why = (made.stderr.strip() or made.stdout.strip() or "no reason given").splitlines()[-1]
            raise UsageError(f"--peers: cannot install the peers into {folder}: {why}")
    ready.write_text(wanted, "utf-8")
    return python


def version(python: Path, package: str) -> str:
    """Of an installed package; "" if it is not there."""
    ask = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
    told = subprocess.run([str(python), "-c", ask, package], capture_output=True, text=True, check=False)
    return told.stdout.strip()


def keywords(samples: Sequence[Page], most: int = _KEYWORDS) -> list[str]:
    """What a user would type who has seen the samples: words that most of their addresses share, and the words of
    their texts that hubwalk itself would ask a search engine for."""
    counts = Counter(word for page in samples for word in set(_address_words(page.url)))
    shared = [word for word, count in counts.most_common() if 2 * count > len(samples)]
    texts = [own_text(page.html) for page in samples]
    dropped = frozenset().union(*map(stop_words, languages_of(texts)))
    tokens = [token.text for token in get_tokens(texts, dropped, most=most)]
    return list(dict.fromkeys([*shared, *tokens]))[:most]


def _address_words(url: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[^\W\d_]{3,}", unquote(urlsplit(url).path)) if word != "html"]


class PeerWork:
    """All peers on the tasks of a plan, in the setups that they can be run in."""

    def __init__(
        self, plan: Plan, folder: ResultFolder, python: Path, *, seconds: float, only: Sequence[str] = ()
    ) -> None:
        known = [peer.name for peer in PEERS]
        for name in only:
            if name not in known:
                raise unknown_name("peer", name, known)
        self._plan = plan
        self._folder = folder
        self._python = python
        self._seconds = seconds
        versions = {peer.package: version(python, peer.package) for peer in PEERS}
        self.peers = [peer for peer in PEERS if versions[peer.package] and (not only or peer.name in only)]
        self._orders = list(self._planned(versions))
        self._sites = {site.name: site for site in plan.sites}

    @property
    def planned(self) -> int:
        return len(self._orders)

    def _planned(self, versions: Mapping[str, str]) -> Iterator[tuple[Peer, Order]]:
        setups = set(peer_setups(self._plan.choices.setups))
        seen = set()
        for order in self._plan.orders():
            task = (order.cell.site, order.cell.task, order.cell.setup)
            if order.cell.setup in setups and task not in seen:
                seen.add(task)
                for peer in self.peers:
                    facts = [order.trial.starts, *task[:2], order.cell.setup.urls, versions[peer.package], peer.code()]
                    settings = digest({"recording": self._plan.recording(order.cell.site), peer.name: facts})
                    cell = replace(order.cell, strategy=peer.name, seed=0)
                    yield peer, Order(cell, order.trial, settings, settings)

    @property
    def missing(self) -> int:
        return len(self._missing())

    def _missing(self) -> list[tuple[Peer, Order]]:
        return [(peer, order) for peer, order in self._orders if order.key not in self._folder.known]

    def run(self, on_progress: OnProgress = lambda _: None) -> None:
        """Crawl what is missing, one peer at a time: they are measured against a server on the same machine."""
        missing = self._missing()
        began = time.monotonic()
        for number, (peer, order) in enumerate(missing, 1):
            cell = order.cell
            try:
                record, took = self._crawl(peer, order)
                self._folder.store(order.key, cell.name, {"settings": order.settings, **record}, took)
            except HubwalkError as error:
                print(f"efficiency: {cell.name}: {error}", file=sys.stderr)
            left = (time.monotonic() - began) / number * (len(missing) - number)
            on_progress(Progress(number, len(missing), left, cell.name))

    def _crawl(self, peer: Peer, order: Order) -> tuple[dict[str, Any], float]:
        cell = order.cell
        bench = Bench(self._sites[cell.site], cell.task, opaque=cell.setup.urls == OPAQUE)
        ground = bench.ground(order.trial)
        began = time.monotonic()
        starts, home = bench.starts(order.trial), self._folder.path
        served, ended = crawl(peer, self._python, bench, starts, home=home, seconds=self._seconds)
        took = time.monotonic() - began
        curve = served.found(ground.targets)
        return outcome_record(ground, curve, curve[-1] if curve else 0, 0.0, ended), took

    def outcomes(self) -> Iterator[tuple[Cell, Mapping[str, Any]]]:
        for _, order in self._orders:
            if order.key in self._folder.known:
                yield order.cell, self._folder.known[order.key]


def peer_setups(setups: Sequence[Setup]) -> list[Setup]:
    """Samples on the site, three if that is tried: one setup for each kind of URLs."""
    possible = [setup for setup in setups if setup.place == SITE]
    counts = {setup.samples for setup in possible}
    count = 3 if 3 in counts else min(counts, default=0)
    return [setup for setup in possible if setup.samples == count]


def crawl(
    peer: Peer, python: Path, bench: Bench, starts: Sequence[str], *, home: Path, seconds: float
) -> tuple[ServedRecording, bool]:
    """Let a peer crawl a site; the server with its log, and whether the peer came to an end by itself in time."""
    served = ServedRecording(bench.recorded)
    samples = [read(bench.recorded.fetch(url)) for url in starts]
    with served.serving():
        job = {
            "entry": served.served(bench.recorded.entry),
            "samples": [served.served(url) for url in starts],
            "keywords": keywords(samples),
            "order": peer.order,
        }
        command = [str(python), str(_PROGRAMS / peer.program)]
        try:
            made = subprocess.run(
                command,
                input=json.dumps(job),
                capture_output=True,
                text=True,
                env=_environment(home),
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return served, False
    if made.returncode:
        why = (made.stderr.strip() or "no reason given").splitlines()[-1]
        raise HubwalkError(f"{peer.name} ended with code {made.returncode}: {why}")
    return served, True


def _environment(home: Path) -> dict[str, str]:
    """Ours without proxies, for a server on loopback; what crawlers leave in home folders goes to `home`."""
    ours = {key: value for key, value in os.environ.items() if "proxy" not in key.lower() and key != "PYTHONPATH"}
    crawl4ai = {"CRAWL4_AI_BASE_DIRECTORY": str(home.resolve()), "CRAWL4AI_NO_CLOUD_NOTICE": "1"}
    return ours | crawl4ai | {"PYTHONHASHSEED": "0"}
