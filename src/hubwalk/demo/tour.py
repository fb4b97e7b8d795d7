"""The guided tour: crawl the camera site as a user would, then see how much was found, and at what cost.

Both crawls run the real command line in a process of its own against the demo web; what is said about them is read
from their crawl logs alone.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoSite
from hubwalk.demo.sites import make_site
from hubwalk.errors import UsageError
from hubwalk.strategies import DEFAULT
from hubwalk.values import Observation

_SITE = "cameras"
_PER_TARGET = 3  # downloads per target that the crawl may have: enough for nearly all
_BASELINE = "breadth_first"
_BASELINE_TIMES = 2.5  # as many downloads as the crawl before it had, so that the tour stays short
_BASELINE_SECONDS = 45
_LEVELS = (50, 80, 90, 95)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A crawl against the truth. Several addresses of one target count once."""

    curve: tuple[float, ...]  # recall after the first, second ... download
    accepted: int
    true: int  # different targets among the accepted pages

    @property
    def recall(self) -> float:
        return self.curve[-1] if self.curve else 0.0

    @property
    def precision(self) -> float:
        return self.true / self.accepted if self.accepted else 0.0

    def cost(self, recall: float) -> int | None:
        """Downloads until so much was found; None if it never was."""
        return next((n for n, reached in enumerate(self.curve, 1) if reached >= recall), None)


def compare(site: DemoSite, observations: Iterable[Observation]) -> Outcome:
    """What a crawl of a demo site found, in the order of its log."""
    found: set[str] = set()
    curve: list[float] = []
    accepted = 0
    for seen in observations:
        if seen.verdict.accepted:
            accepted += 1
            parts = urlsplit(seen.page.url)
            found.add(site.target_of(f"{parts.path}?{parts.query}") or "")
            found.discard("")
        curve += [len(found) / site.target_count] * seen.requests
    return Outcome(tuple(curve), accepted, len(found))


def run_tour(folder: Path, *, size: int = 0, seed: int = 0) -> int:
    """Crawl, compare, print, write folder/report.html; returns the exit code."""
    site = make_site(_SITE, size, seed)
    prepare(folder, [_SITE, _BASELINE])
    print(f"The demo web: {site.title}, {site.page_count} pages and endless traps.")
    print(f"Wanted: its {site.target_count} {site.wanted}. Three of them are given as samples.\n")
    pages = _PER_TARGET * site.target_count
    with serve_in_thread([site]) as urls:
        code, ours = _crawl(site, urls[_SITE], folder / f"{_SITE}.jsonl", ["--max-pages", str(pages)])
        if code:
            return code
        limits = ["--max-pages", str(int(len(ours.curve) * _BASELINE_TIMES)), "--max-time", str(_BASELINE_SECONDS)]
        options = ["--strategy", _BASELINE, *limits]
        code, baseline = _crawl(site, urls[_SITE], folder / f"{_BASELINE}.jsonl", options)
    if code:
        return code
    summary = _summary(site, ours, baseline)
    print(f"\n{site.target_count} pages were to be found.")
    for label, value in summary.items():
        print(f"  {label:44} {value}")
    _report(folder, site, {DEFAULT: ours, _BASELINE: baseline}, summary)
    return 0


def prepare(folder: Path, names: Iterable[str]) -> None:
    """An empty place for the results; only what an earlier tour left there under these names is taken away."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            for old in folder.glob(f"{name}.*"):
                old.unlink()
    except OSError as error:
        raise UsageError(f"cannot use the folder {folder}: {error.strerror or error}; give another with -o") from error


def _crawl(site: DemoSite, url: str, output: Path, options: list[str]) -> tuple[int, Outcome]:
    """Run `hubwalk find` and read its log."""
    likes = [part for path in site.samples(3) for part in ("--like", urljoin(url, path))]
    arguments = ["find", url, *likes, "--delay", "0", *options, "-o", str(output)]
    print(f"$ hubwalk {shlex.join(arguments)}", flush=True)
    code = run_hubwalk(arguments)
    return code, compare(site, _observations(output.with_suffix(".db"))) if code == 0 else Outcome((), 0, 0)


def run_hubwalk(arguments: Sequence[str]) -> int:
    """The command line in a process of its own; returns its exit code."""
    command = Path(sys.executable).with_name("hubwalk")
    if not command.exists():
        raise UsageError(f"there is no command {command}: install hubwalk into this Python's environment first")
    return subprocess.run([command, *arguments], check=False).returncode


def _observations(path: Path) -> list[Observation]:
    from hubwalk.store.crawl_log import SqliteCrawlLog

    with SqliteCrawlLog.open(path) as log:
        return list(log.observations())


def _summary(site: DemoSite, ours: Outcome, baseline: Outcome) -> dict[str, object]:
    summary: dict[str, object] = {
        "recall": f"{ours.recall:.1%} ({ours.true} of {site.target_count})",
        "precision": f"{ours.precision:.1%} ({ours.true} of {ours.accepted} accepted)",
        "downloads": len(ours.curve),
        "breadth-first, downloads": len(baseline.curve),
        "breadth-first, recall": f"{baseline.recall:.1%}",
    }
    levels = [level / 100 for level in _LEVELS if level / 100 <= ours.recall]
    for level in sorted({*levels, min(ours.recall, baseline.recall)}):
        mine, its = ours.cost(level), baseline.cost(level)
        if mine is None or not level:
            continue
        than = (
            f"{its} breadth-first, {its / mine:.1f} times as many"
            if its
            else f"more than {len(baseline.curve)} breadth-first"
        )
        summary[f"downloads to {level:.0%} of the targets"] = f"{mine}; {than}"
    return summary


def _report(folder: Path, site: DemoSite, outcomes: dict[str, Outcome], summary: dict[str, object]) -> None:
    import json

    from hubwalk.evaluation.report import write_report

    lines = (folder / f"{_SITE}.jsonl").read_text(encoding="utf-8").splitlines()
    write_report(
        folder / "report.html",
        title=f"{site.title}: {site.wanted}",
        curves={name: outcome.curve for name, outcome in outcomes.items()},
        found=[json.loads(line) for line in lines],
        summary=summary,
    )
    print(f"\nThe recall curve and the pages found: {folder / 'report.html'}")
