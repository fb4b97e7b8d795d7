"""Runs the cells of a CROSSMARC experiment that are not stored yet, and keeps all of them as one file of results."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.errors import LogError, UsageError
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
from hubwalk.evaluation.pieces import PieceWork
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.runner import OnProgress

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


class CrossmarcEvaluation:
    """All experiments of a suite, as far as they are stored in a folder."""

    def __init__(self, suite: CrossmarcSuite, pieces: Sequence[Piece], folder: ResultFolder, *, only: str = "") -> None:
        self._suite = suite
        self._folder = folder
        self._work = PieceWork(pieces, folder, only=only)

    @property
    def planned(self) -> int:
        return len(self._work.pieces)

    def missing(self) -> int:
        """How many cells are to be computed."""
        return len(self._work.todo())

    def estimate(self, jobs: int) -> float:
        """Seconds that all that is missing will take, about."""
        return self._work.estimate(jobs)

    def run(self, jobs: int, on_progress: OnProgress = lambda _: None) -> None:
        """Compute what is missing; every result is stored as soon as it is there."""
        self._work.run(run_piece, jobs, on_progress)

    def results(self) -> CrossmarcResults:
        """All that is stored of this suite."""
        known = self._folder.known
        return CrossmarcResults(
            self._suite,
            facts_of(self._suite),
            {
                piece.cell: read_outcome(piece.cell.part, known[piece.key])
                for piece in self._work.pieces
                if piece.key in known
            },
        )


def results_json(results: CrossmarcResults) -> str:
    """One line per web and cell: small, and its differences can be read."""
    parts = {
        "hubwalk": json.dumps(results.hubwalk),
        "suite": json.dumps(crossmarc_values(results.suite)),
        "webs": _lines([list(astuple(web)) for web in results.webs]),
        "cells": _lines([[list(astuple(cell)), outcome_record(outcome)] for cell, outcome in results.outcomes.items()]),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def _lines(values: Sequence[object]) -> str:
    return "[\n" + ",\n".join(json.dumps(value, separators=(",", ":")) for value in values) + "\n]"


def load_crossmarc_results(path: Path) -> CrossmarcResults:
    """What `results_json` wrote."""
    try:
        data = json.loads(path.read_text("utf-8"))
        cells = {Cell(*place): record for place, record in data["cells"]}
        return CrossmarcResults(
            make_crossmarc_suite(data["suite"], str(path)),
            tuple(WebFacts(language, seed, tuple(marks)) for language, seed, marks in data["webs"]),
            {cell: read_outcome(cell.part, record) for cell, record in cells.items()},
            data["hubwalk"],
        )
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise LogError(f"{path} holds no results of `hubwalk evaluate`: {error}; run the experiments again") from None
