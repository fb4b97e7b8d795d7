"""Computes the cells of a plan that are not stored yet, on several processes, each stored as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from efficiency_plan import Cell, Order, Plan
from efficiency_runs import Piece, run_piece, wants_html
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.runner import OnProgress, Progress
from hubwalk.evaluation.workers import results_of

# Seconds per page of a site and cell, for the estimate before anything was computed: a guess, corrected by every cell.
_PACE = 0.002


class Work:
    """A plan and the folder that has what is finished of it."""

    def __init__(self, plan: Plan, folder: ResultFolder, *, accept_stale: bool = False) -> None:
        self._plan = plan
        self._folder = folder
        self._orders = list(plan.orders())
        self._sites = {site.name: site for site in plan.sites}
        settings = {order.settings for order in self._orders} if accept_stale else set()
        self._by_settings = {
            record["settings"]: record for record in folder.known.values() if record.get("settings") in settings
        }

    @property
    def planned(self) -> int:
        return len(self._orders)

    def missing(self) -> list[Order]:
        """What is to be computed; cells that cannot differ are computed once."""
        lacking = {order.key: order for order in reversed(self._orders) if self._known(order) is None}
        return sorted(lacking.values(), key=lambda order: self._place(order.cell))

    def _place(self, cell: Cell) -> tuple[int, str, str, str]:
        """Large sites first, so that none is left over at the end; a site's cells together, so that a process that has
        parsed its pages can use them for the next task."""
        return -self._sites[cell.site].pages, cell.site, cell.setup.urls, cell.task

    def run(self, jobs: int, on_progress: OnProgress = lambda _: None) -> None:
        """Compute what is missing."""
        missing = self.missing()
        pace = self._pace(missing, jobs)
        for number, done in enumerate(results_of(run_piece, self._pieces(missing), jobs), 1):
            cell = done.order.cell
            self._folder.store(done.order.key, cell.name, done.record, done.took)
            pace.finished(cell, done.took)
            on_progress(Progress(number, len(missing), pace.seconds_left(), cell.name))

    def estimate(self, jobs: int) -> float:
        """Seconds that all that is missing will take, very roughly."""
        return self._pace(self.missing(), jobs).seconds_left()

    def _pace(self, missing: list[Order], jobs: int) -> _Pace:
        pace = _Pace({name: max(1, site.pages) for name, site in self._sites.items()}, jobs)
        pace.expect(missing)
        return pace

    def _pieces(self, missing: list[Order]) -> list[Piece]:
        grouped: dict[tuple[str, str, str], list[Order]] = {}
        for order in missing:
            cell = order.cell
            grouped.setdefault((cell.site, cell.setup.urls, cell.task), []).append(order)
        html = wants_html(self._plan.choices.strategies)
        return [
            Piece(self._sites[site], self._plan.sources(order.trial for order in orders), tuple(orders), html)
            for (site, _, _), orders in grouped.items()
        ]

    def _known(self, order: Order) -> Mapping[str, Any] | None:
        return self._folder.known.get(order.key) or self._by_settings.get(order.settings)

    def outcomes(self) -> Iterator[tuple[Cell, Mapping[str, Any]]]:
        """All that is stored of the plan."""
        for order in self._orders:
            record = self._known(order)
            if record is not None:
                yield order.cell, record

    def stale(self) -> int:
        """Cells that other code has computed."""
        return sum(order.key not in self._folder.known and self._known(order) is not None for order in self._orders)


class _Pace:
    """How long the rest will take: strategies differ in speed by a hundred times, sites in size."""

    def __init__(self, pages: Mapping[str, int], jobs: int) -> None:
        self._pages = pages
        self._jobs = max(1, jobs)
        self._left: dict[str, float] = {}  # strategy -> pages to go
        self._seen: dict[str, tuple[float, float]] = {}  # strategy -> seconds, pages

    def expect(self, orders: list[Order]) -> None:
        for order in orders:
            strategy = order.cell.strategy
            self._left[strategy] = self._left.get(strategy, 0.0) + self._pages[order.cell.site]

    def finished(self, cell: Cell, took: float) -> None:
        pages = self._pages[cell.site]
        seconds, before = self._seen.get(cell.strategy, (0.0, 0.0))
        self._seen[cell.strategy] = (seconds + took, before + pages)
        self._left[cell.strategy] -= pages

    def seconds_left(self) -> float:
        seconds, pages = (sum(column) for column in zip(*self._seen.values(), strict=True)) if self._seen else (0, 0)
        usual = seconds / pages if pages else _PACE
        total = 0.0
        for strategy, left in self._left.items():
            took, seen = self._seen.get(strategy, (0.0, 0.0))
            total += left * (took / seen if seen else usual)
        return total / self._jobs
