"""One cell of an experiment: a strategy walks a site whose targets are known, and is measured.

The pages of a site are made and parsed once, and judged once by each validator, however many cells ask for them: that
is most of the work. What each page cost is kept with it, so that the time per task (Fig. 9) of a run is that of a crawl
that finds nothing ready.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hubwalk import __version__
from hubwalk.discovery.context_layers import RecordedBacklinks, context_for
from hubwalk.drivers.replay import Replay, replay
from hubwalk.errors import LogError
from hubwalk.evaluation.metrics import cost_to
from hubwalk.evaluation.suite import ORACLE, Cell
from hubwalk.evaluation.timed_pages import RememberingValidator, Stopwatch, TimedBrowser, TimedLearner, TimedPages
from hubwalk.ports import Browser, LearningValidator, Validator
from hubwalk.values import Page, Site, Verdict

CELL_VERSION = 1  # to be raised when the same cell would come out otherwise, and the version of hubwalk is the same
LEVELS = (50, 90)  # per cent of recall whose cost is kept
EARLY = "90"  # the level at which the others are looked at, too
CONVERGED, OUT_OF_PAGES, BUDGET = "converged", "out of pages", "budget"  # how a run ended


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run brought."""

    existing: int  # targets of the site, whether links lead to them or not
    downloads: int
    accepted: int
    right: int  # accepted pages that show a target
    found: int  # different targets accepted
    fetched: int  # different targets downloaded, accepted or not: what they exceed `found` by, the validator refused
    ended: str  # CONVERGED: nothing left to choose; OUT_OF_PAGES: the bound; BUDGET: the reference's downloads
    cost: Mapping[str, int | None] = field(default_factory=dict)  # level of recall -> downloads, None: never reached
    early: int | None = None  # targets found when the reference had found 90 % of the existing; None: it never had
    seconds: Mapping[str, float] = field(default_factory=dict)  # per task, the reference only: see TASKS

    @property
    def recall(self) -> float:
        return self.found / self.existing if self.existing else 0.0

    @property
    def early_recall(self) -> float:
        """0 where the reference never came so far."""
        return (self.early or 0) / self.existing if self.existing else 0.0

    @property
    def fetched_recall(self) -> float:
        return self.fetched / self.existing if self.existing else 0.0

    @property
    def precision(self) -> float:
        return self.right / self.accepted if self.accepted else 0.0

    @property
    def harvest_rate(self) -> float:
        return self.accepted / self.downloads if self.downloads else 0.0


TASKS = ("fetching", "parsing", "validating", "deciding", "other")


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """As JSON keeps it."""
    return {key: value for key, value in asdict(outcome).items() if value is not None and value != {}}


def read_outcome(record: Mapping[str, Any]) -> Outcome:
    try:
        return Outcome(**record)
    except TypeError as error:
        raise LogError(f"a stored result has another form ({error}); choose another folder with -o") from None


def digest(determines: Mapping[str, Any]) -> str:
    """The key of a cell: of all that its outcome depends on, and of the code that computes it."""
    text = json.dumps({"code": [__version__, CELL_VERSION], **determines}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Finished:
    """One cell, survey or search that a worker has finished."""

    key: str
    name: str
    record: Mapping[str, Any]
    weight: float
    took: float  # seconds


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far a run may go, and when it is looked at."""

    downloads: int
    early: int | None = None  # the reference's cost of 90 % recall; None: the run's own


class SiteBench:
    """One site with its pages and validators, on which cells are run."""

    def __init__(
        self,
        browser: Browser,
        target_of: Callable[[str], str],
        existing: int,
        *,
        site: Site,
        starts: Sequence[str],
        sure_starts: Sequence[str] = (),
        samples: Sequence[Page],
        make_validator: Callable[[str], Validator],
        urls: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        """`target_of` tells the target that a URL shows, "" if it shows none; `urls` are the site's pages, for those
        strategies that ask who links to a page. `sure_starts` are the starts for the oracle, if it has others."""
        self._target_of = target_of
        self._existing = existing
        self._site = site
        self._starts = tuple(starts)
        self._sure_starts = tuple(sure_starts) or self._starts
        self._samples = samples
        self._make_validator = make_validator
        self._validators: dict[str, RememberingValidator] = {}
        self._browser = TimedBrowser(browser)
        self.pages = TimedPages(self._browser)
        self._backlinks = RecordedBacklinks(_Lazily(urls), self.pages.read)
        self._contexts: dict[tuple[str, tuple[str, ...]], tuple[tuple[Page, ...], ...]] = {}

    def run(self, cell: Cell, allowed: Allowance, *, timed: bool) -> Outcome:
        """Run one cell."""
        validator = self._validator(cell.validator)
        starts = self._sure_starts if cell.validator == ORACLE else self._starts
        self._context(cell.strategy, starts)  # preparation, not part of the crawl
        watches = (self._browser.watch, self.pages.watch, validator.watch)
        before = sum(watch.total for watch in watches)
        began = time.perf_counter()
        run = replay(
            replace(self._site, url=starts[0]) if self._site.url in self._starts else self._site,
            self.pages,
            validator,
            cell.strategy,
            seed=cell.seed,
            samples=self._samples,
            starts=starts,
            context=self._context(cell.strategy, starts),
            max_pages=allowed.downloads,
        )
        elapsed = time.perf_counter() - began - (sum(watch.total for watch in watches) - before)
        seconds = self._seconds(run, validator, elapsed) if timed else {}
        return self._measured(run, cell, allowed, seconds)

    def _validator(self, name: str) -> RememberingValidator:
        if name not in self._validators:
            made = _Oracle(self._target_of) if name == ORACLE else self._make_validator(name)
            if isinstance(made, LearningValidator):
                return TimedLearner(made)
            self._validators[name] = RememberingValidator(made)
        return self._validators[name]

    def _context(self, strategy: str, starts: tuple[str, ...]) -> tuple[tuple[Page, ...], ...]:
        """What a strategy must know beforehand; nothing for most."""
        if (strategy, starts) not in self._contexts:
            read = self.pages.read
            made = context_for(strategy, starts, self._backlinks, lambda urls: [read(url) for url in urls])
            self._contexts[strategy, starts] = made.layers if made else ()
        return self._contexts[strategy, starts]

    def _seconds(self, run: Replay, validator: RememberingValidator, elapsed: float) -> dict[str, float]:
        """Seconds per task: what its pages cost when they were first made, and what the run itself took."""
        asked = [download.requested for download in run.downloads]
        deciding = sum(download.seconds for download in run.downloads)

        def spent(watch: Stopwatch) -> float:
            return sum(watch.seconds.get(url, 0.0) for url in asked)

        parts = (spent(self._browser.watch), spent(self.pages.watch), spent(validator.watch), deciding)
        return {task: round(s, 3) for task, s in zip(TASKS, (*parts, max(0.0, elapsed - deciding)), strict=True)}

    def _measured(self, run: Replay, cell: Cell, allowed: Allowance, seconds: Mapping[str, float]) -> Outcome:
        found: set[str] = set()
        fetched: set[str] = set()
        accepted: set[str] = set()
        curve = []
        right = 0
        for download in run.downloads:
            shown = self._target_of(download.url) or self._target_of(download.requested)
            if download.accepted:
                accepted.add(download.url)
                right += bool(shown)
            if shown:
                fetched.add(shown)
                # A target that shows the same as an accepted page is found with it, see metrics.found_curve.
                if download.accepted or download.duplicate_of in accepted:
                    found.add(shown)
            curve.append(len(found))
        cost = {str(level): cost_to(curve, self._existing, level) for level in LEVELS}
        early = allowed.early if cell.equal else cost[EARLY]
        return Outcome(
            existing=self._existing,
            downloads=len(run.downloads),
            accepted=sum(download.accepted for download in run.downloads),
            right=right,
            found=len(found),
            fetched=len(fetched),
            ended=CONVERGED if run.exhausted else BUDGET if cell.equal else OUT_OF_PAGES,
            cost=cost,
            early=curve[min(early, len(curve)) - 1] if early and curve else None,
            seconds=seconds,
        )


class _Lazily:
    """URLs that are listed when somebody asks."""

    def __init__(self, urls: Callable[[], Iterable[str]]) -> None:
        self._urls = urls

    def __iter__(self) -> Iterator[str]:
        return iter(self._urls())


class _Oracle:
    """Accepts every page that shows a target, under whatever address."""

    def __init__(self, target_of: Callable[[str], str]) -> None:
        self._target_of = target_of

    def judge(self, page: Page) -> Verdict:
        accepted = page.ok and bool(self._target_of(page.url) or self._target_of(page.requested))
        return Verdict(accepted, float(accepted), "a known target" if accepted else "no known target")
