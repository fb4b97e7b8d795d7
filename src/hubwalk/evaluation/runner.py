"""Runs the cells of a suite that are not stored yet, site by site, and gathers all of them.

First the queries of each domain, then the sites: a site is walked from the authorities that the queries found on it, as
in the papers, or from sample targets where they found none. Cells of one site are one piece of work (workers.py).
"""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hubwalk.errors import UsageError
from hubwalk.evaluation.cells import (
    EARLY,
    Allowance,
    Finished,
    Outcome,
    SiteBench,
    digest,
    outcome_record,
    read_outcome,
)
from hubwalk.evaluation.discovering import DiscoveryPiece, discover_sites
from hubwalk.evaluation.results import DiscoveryFacts, ResultFolder, Results, SiteFacts
from hubwalk.evaluation.subjects import SubjectSpec, open_subject, survey
from hubwalk.evaluation.suite import Cell, Suite, cells_of
from hubwalk.evaluation.workers import results_of

# Seconds per target and cell on one core of 2.5 GHz, over all strategies; measured on the 24 demo sites. Only for the
# estimate that is printed before anything has been computed.
_SECONDS_PER_TARGET = 0.003
_SECONDS_PER_SEARCH = 12.0
_FIXED = 60  # targets' worth of work that every cell costs


@dataclass(frozen=True, slots=True)
class Piece:
    """Cells of one site that are to be computed."""

    suite: Suite
    spec: SubjectSpec
    starts: tuple[str, ...]  # none: the site's own samples
    cells: tuple[Cell, ...]
    references: Mapping[tuple[str, int], Allowance]  # (validator, seed) -> what the reference made, where known
    survey: bool  # is to be made

    @property
    def weight(self) -> float:
        return self.spec.existing * len(self.cells)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work is."""

    done: int
    total: int
    seconds_left: float
    last: str  # name of what was finished last


OnProgress = Callable[[Progress], None]


def check_selection(suite: Suite, specs: Sequence[SubjectSpec], only: str) -> None:
    """UsageError if there is nothing to compute."""
    if not specs:
        raise UsageError("no site to try anything on: name some `domains` in the file, or give --recorded DIR")
    cells = [cell for spec in specs for cell in cells_of(suite, spec.key, spec.validator, recorded=spec.recorded)]
    if not any(_is_selected(cell, only) for cell in cells):
        raise UsageError(f"--only {only}: no cell has this in its name; one is called '{cells[0].name}', for example")


def _is_selected(cell: Cell, only: str) -> bool:
    return fnmatch.fnmatchcase(cell.name, f"*{only}*")


def run_piece(piece: Piece) -> Iterator[Finished]:
    """Compute the cells of a piece, in order."""
    subject = open_subject(piece.spec, piece.suite, piece.starts)
    bench = SiteBench(
        subject.browser,
        subject.target_of,
        subject.existing,
        site=subject.site,
        starts=subject.starts,
        sure_starts=subject.sure_starts,
        samples=subject.samples,
        make_validator=subject.make_validator,
        urls=subject.urls,
    )
    weight = cell_weight(piece.spec)
    references = dict(piece.references)
    bound = piece.suite.max_pages(subject.existing)
    if piece.survey:
        began = time.monotonic()
        record = survey(subject, bench.pages)
        took = time.monotonic() - began
        yield Finished(survey_digest(piece.spec), f"{piece.spec.key} survey", record, weight, took)
    for cell in piece.cells:
        is_reference = not cell.equal and cell.strategy == piece.suite.reference
        allowed = references[cell.validator, cell.seed] if cell.equal else Allowance(bound)
        began = time.monotonic()
        outcome = bench.run(cell, allowed, timed=is_reference)
        if is_reference:
            references[cell.validator, cell.seed] = Allowance(outcome.downloads, outcome.cost[EARLY])
        key = cell_digest(piece.suite, piece.spec, piece.starts, cell)
        yield Finished(key, cell.name, outcome_record(outcome), weight, time.monotonic() - began)


def cell_weight(spec: SubjectSpec) -> float:
    return spec.existing + _FIXED


def survey_digest(spec: SubjectSpec) -> str:
    return digest({"survey": spec.identity})


def cell_digest(suite: Suite, spec: SubjectSpec, starts: Sequence[str], cell: Cell) -> str:
    return digest(
        {
            "site": spec.identity,
            "samples": suite.recorded.samples if spec.recorded else suite.samples,
            "starts": list(starts) or suite.starts,
            "bound": [suite.pages_per_target, suite.pages_more],
            "reference": suite.reference if cell.equal else "",
            "cell": [cell.strategy, cell.validator, cell.seed],
        }
    )


class Evaluation:
    """All experiments of a suite, as far as they are stored in a folder."""

    def __init__(self, suite: Suite, specs: Sequence[SubjectSpec], folder: ResultFolder, *, only: str = "") -> None:
        self._suite = suite
        self._specs = specs
        self._folder = folder
        self._only = only
        self._searches = self._planned_searches()
        self.done = 0
        self.total = 0
        self._weight_left = 0.0

    def _planned_searches(self) -> dict[str, tuple[str, DiscoveryPiece]]:
        """Per domain the key of its search."""
        if not self._suite.discovery.enabled:
            return {}
        domains = dict.fromkeys(spec.domain for spec in self._specs if not spec.recorded)
        pieces = {domain: DiscoveryPiece(self._suite, domain) for domain in domains}
        return {domain: (piece.key, piece) for domain, piece in pieces.items()}

    def _missing_searches(self) -> list[DiscoveryPiece]:
        wanted = {spec.domain for spec in self._specs if any(map(self._is_wanted, self._cells(spec)))}
        found = [(key, piece) for domain, (key, piece) in self._searches.items() if domain in wanted]
        return [piece for key, piece in found if key not in self._folder.known]

    def _is_wanted(self, cell: Cell) -> bool:
        return _is_selected(cell, self._only)

    def estimate(self, jobs: int) -> float:
        """Seconds that all that is missing will take, about."""
        weight = sum(cell_weight(piece.spec) * (len(piece.cells) + piece.survey) for piece in self._pieces())
        return (weight * _SECONDS_PER_TARGET + _SECONDS_PER_SEARCH * len(self._missing_searches())) / max(1, jobs)

    def missing(self) -> int:
        """How many cells are to be computed, as far as that is known before the searches have ended."""
        return sum(len(piece.cells) for piece in self._pieces())

    @property
    def planned(self) -> int:
        return sum(len(self._cells(spec)) for spec in self._specs)

    def run(self, jobs: int, on_progress: OnProgress = lambda _: None) -> None:
        """Compute what is missing; every result is stored as soon as it is there."""
        for finished in results_of(discover_sites, self._missing_searches(), jobs):
            self._folder.store(finished.key, finished.name, finished.record, finished.took)
        pieces = sorted(self._pieces(), key=lambda piece: -piece.weight)  # the longest first, none is left over
        self.total = sum(len(piece.cells) + piece.survey for piece in pieces)
        self._weight_left = sum(cell_weight(piece.spec) * (len(piece.cells) + piece.survey) for piece in pieces)
        began, worked = time.monotonic(), 0.0
        for finished in results_of(run_piece, pieces, jobs):
            self._folder.store(finished.key, finished.name, finished.record, finished.took)
            self.done += 1
            worked += finished.weight
            pace = (time.monotonic() - began) / worked
            left = max(0.0, self._weight_left - worked) * pace
            on_progress(Progress(self.done, self.total, left, finished.name))

    def _cells(self, spec: SubjectSpec) -> list[Cell]:
        return cells_of(self._suite, spec.key, spec.validator, recorded=spec.recorded)

    def _starts(self, spec: SubjectSpec) -> tuple[str, ...]:
        key = self._searches[spec.domain][0] if spec.domain in self._searches and not spec.recorded else ""
        record = self._folder.known.get(key, {})
        return tuple(record.get("starts", {}).get(spec.name, ()))

    def _pieces(self) -> list[Piece]:
        pieces = [self._piece(spec) for spec in self._specs]
        return [piece for piece in pieces if piece.cells or piece.survey]

    def _piece(self, spec: SubjectSpec) -> Piece:
        starts, known = self._starts(spec), self._folder.known
        references: dict[tuple[str, int], Allowance] = {}
        missing: dict[Cell, None] = {}
        for cell in self._cells(spec):
            record = known.get(cell_digest(self._suite, spec, starts, cell))
            is_reference = not cell.equal and cell.strategy == self._suite.reference
            if record is not None:
                if is_reference:
                    made = read_outcome(record)
                    references[cell.validator, cell.seed] = Allowance(made.downloads, made.cost[EARLY])
            elif self._is_wanted(cell):
                if cell.equal and (cell.validator, cell.seed) not in references:
                    missing.setdefault(replace(cell, strategy=self._suite.reference, equal=False))
                missing.setdefault(cell)
        surveyed = survey_digest(spec) in known
        wanted = not surveyed and (bool(missing) or not self._only)
        return Piece(self._suite, spec, starts, tuple(missing), references, wanted)

    def results(self) -> Results:
        """All that is stored of this suite."""
        known = self._folder.known
        outcomes: dict[Cell, Outcome] = {}
        sites = []
        for spec in self._specs:
            starts = self._starts(spec)
            for cell in self._cells(spec):
                record = known.get(cell_digest(self._suite, spec, starts, cell))
                if record is not None:
                    outcomes[cell] = read_outcome(record)
            sites.append(_facts(spec, known.get(survey_digest(spec), {}), starts))
        found = [known[key] for key, _ in self._searches.values() if key in known]
        return Results(
            suite=self._suite,
            sites=tuple(sites),
            outcomes=outcomes,
            planned=self.planned,
            discovery=tuple(DiscoveryFacts(**record["facts"]) for record in found),
        )


def _facts(spec: SubjectSpec, surveyed: Mapping[str, Any], starts: tuple[str, ...]) -> SiteFacts:
    return SiteFacts(
        domain=spec.domain,
        name=spec.name,
        validator=spec.validator,
        paper=spec.paper,
        recorded=spec.recorded,
        existing=spec.existing,
        pages=spec.pages,
        mute=spec.mute,
        starts=starts,
        **surveyed,
    )
