"""Runs the cells of a CROSSMARC experiment that are not stored yet, and keeps all of them as one file of results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.errors import UsageError
from hubwalk.evaluation.cells import Finished, digest
from hubwalk.evaluation.crossmarc_facts import WebFacts, facts_of
from hubwalk.evaluation.crossmarc_filters import run_filter
from hubwalk.evaluation.crossmarc_outcomes import Filtered, Found, Outcome, Spidered, outcome_record, read_outcome
from hubwalk.evaluation.crossmarc_spider import run_spider
from hubwalk.evaluation.crossmarc_suite import (
    FILTER,
    SPIDER,
    VERSION,
    Cell,
    CrossmarcSuite,
    cells_of,
    crossmarc_values,
    make_crossmarc_suite,
)
from hubwalk.evaluation.crossmarc_versions import run_version
from hubwalk.evaluation.pieces import PieceEvaluation, lined_json, reading_results
from hubwalk.evaluation.results import ResultFolder

_VERSION = 1  # to be raised when the same cell would come out otherwise, and the version of hubwalk is the same
# Seconds on one core of 2.5 GHz, per site of the language or page of the training; for the estimate before anything was
# computed.
_SECONDS = {VERSION: 0.006, SPIDER: 0.06, FILTER: 0.008}


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell that is to be computed."""

    suite: CrossmarcSuite
    cell: Cell

    @property
    def name(self) -> str:
        return self.cell.name

    @property
    def key(self) -> str:
        """Of all that its outcome depends on."""
        own = {SPIDER: list(astuple(self.suite.spider)), FILTER: [self.suite.folds]}.get(self.cell.part, [])
        return digest({"crossmarc": _VERSION, "sites": self.suite.sites, "cell": list(astuple(self.cell)), "own": own})

    @property
    def weight(self) -> float:
        sites = self.suite.sites // (2 if self.cell.language == "en" else 8)
        return _SECONDS[self.cell.part] * (self.cell.pages or sites)


@dataclass(frozen=True, slots=True)
class CrossmarcResults:
    """All that a report is made of."""

    suite: CrossmarcSuite
    webs: tuple[WebFacts, ...]  # one per seed and language
    outcomes: Mapping[Cell, Outcome]
    hubwalk: str = __version__

    @property
    def planned(self) -> int:
        return len(cells_of(self.suite))

    def of(self, language: str) -> list[WebFacts]:
        """The webs in a language, one per seed."""
        return [web for web in self.webs if web.language == language]

    def found(self, web: WebFacts, version: str) -> Found | None:
        outcome = self.outcomes.get(Cell(VERSION, web.language, web.seed, version))
        return outcome if isinstance(outcome, Found) else None

    def spidered(self, web: WebFacts) -> Spidered | None:
        outcome = self.outcomes.get(Cell(SPIDER, web.language, web.seed))
        return outcome if isinstance(outcome, Spidered) else None

    def filtered(self, language: str, pages: int, *, model: str) -> Filtered | None:
        outcome = self.outcomes.get(Cell(FILTER, language, self.suite.seeds[0], model=model, pages=pages))
        return outcome if isinstance(outcome, Filtered) else None


def run_piece(piece: Piece) -> Iterator[Finished]:
    """Compute a cell."""
    began = time.monotonic()
    suite, cell = piece.suite, piece.cell
    outcome: Outcome
    if cell.part == VERSION:
        outcome = run_version(suite.sites, cell.seed, cell.language, cell.version)
    elif cell.part == SPIDER:
        outcome = run_spider(suite, cell.seed, cell.language)
    else:
        outcome = run_filter(suite, cell)
    yield Finished(piece.key, piece.name, outcome_record(outcome), piece.weight, time.monotonic() - began)


def pieces_of(suite: CrossmarcSuite, recorded: Path | None) -> list[Piece]:
    """All cells; UsageError for recorded sites, of which this experiment has none."""
    if recorded is not None:
        raise UsageError("--recorded: this experiment is about a whole web with its directory; leave the option out")
    return [Piece(suite, cell) for cell in cells_of(suite)]


class CrossmarcEvaluation(PieceEvaluation[Piece]):
    """All experiments of a suite, as far as they are stored in a folder."""

    def __init__(self, suite: CrossmarcSuite, pieces: Sequence[Piece], folder: ResultFolder, *, only: str = "") -> None:
        super().__init__(pieces, run_piece, folder, only=only)
        self._suite = suite

    def results(self) -> CrossmarcResults:
        """All that is stored of this suite."""
        outcomes = {piece.cell: read_outcome(piece.cell.part, record) for piece, record in self.stored()}
        return CrossmarcResults(self._suite, facts_of(self._suite), outcomes)


def results_json(results: CrossmarcResults) -> str:
    """One line per web and cell: small, and its differences can be read."""
    return lined_json(
        {"hubwalk": results.hubwalk, "suite": crossmarc_values(results.suite)},
        {
            "webs": [astuple(web) for web in results.webs],
            "cells": [[astuple(cell), outcome_record(outcome)] for cell, outcome in results.outcomes.items()],
        },
    )


def load_crossmarc_results(path: Path) -> CrossmarcResults:
    """What `results_json` wrote."""
    with reading_results(path) as data:
        cells = {Cell(*place): record for place, record in data["cells"]}
        return CrossmarcResults(
            make_crossmarc_suite(data["suite"], str(path)),
            tuple(WebFacts(language, seed, tuple(marks)) for language, seed, marks in data["webs"]),
            {cell: read_outcome(cell.part, record) for cell, record in cells.items()},
            data["hubwalk"],
        )
