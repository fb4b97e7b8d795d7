"""Runs the cells of a structure experiment that are not stored yet, and keeps all of them as one file of results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.errors import UsageError
from hubwalk.evaluation.cells import Finished, digest
from hubwalk.evaluation.pieces import PieceEvaluation, lined_json, reading_results
from hubwalk.evaluation.pieces import selected as chosen
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.structure_cells import METHODS, RECIPE, Outcome, outcome_record, read_outcome, run_cell
from hubwalk.evaluation.structure_sites import RECORDED, SiteSpec, open_subject
from hubwalk.evaluation.structure_suite import StructureSuite, make_structure_suite, structure_values

_VERSION = 1  # to be raised when the same cell would come out otherwise, and the version of hubwalk is the same
# Seconds per page of a site on one core of 2.5 GHz, by method; only for the estimate before anything was computed.
_SECONDS = {"published": 0.005, "recipe": 0.012}
_FIXED = 100  # pages' worth of work that every cell costs


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell that is to be computed."""

    suite: StructureSuite
    spec: SiteSpec
    method: str

    @property
    def name(self) -> str:
        return f"{self.spec.key} {self.method}"

    @property
    def key(self) -> str:
        """Of all that its outcome depends on."""
        suite = self.suite
        learned = [suite.recipe.strategy, suite.recipe.validator] if self.method == RECIPE else [suite.validator]
        return digest(
            {"structure": _VERSION, "site": self.spec.identity, "learned": learned, "bound": suite.mapping,
             "growth": suite.growth_seed, "method": self.method}
        )  # fmt: skip

    @property
    def weight(self) -> float:
        return (min(self.spec.pages, 2 * self.suite.mapping) + _FIXED) * _SECONDS[self.method]


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What a report says of a site besides its outcomes."""

    group: str
    name: str
    template: str
    pages: int

    @property
    def key(self) -> str:
        return f"{self.group}/{self.name}"


@dataclass(frozen=True, slots=True)
class StructureResults:
    """All that a report is made of."""

    suite: StructureSuite
    sites: tuple[SiteFacts, ...]
    outcomes: Mapping[tuple[str, str], Outcome]  # (key of the site, method)
    hubwalk: str = __version__

    @property
    def planned(self) -> int:
        return len(self.sites) * len(METHODS)

    @property
    def has_recorded(self) -> bool:
        return any(site.group == RECORDED for site in self.sites)


def run_piece(piece: Piece) -> Iterator[Finished]:
    """Compute a cell."""
    began = time.monotonic()
    outcome = run_cell(open_subject(piece.spec, piece.suite), piece.suite, piece.method)
    yield Finished(piece.key, piece.name, outcome_record(outcome), piece.weight, time.monotonic() - began)


def pieces_of(suite: StructureSuite, specs: Sequence[SiteSpec]) -> list[Piece]:
    """All cells."""
    return [Piece(suite, spec, method) for spec in specs for method in METHODS]


def selected(pieces: Sequence[Piece], only: str) -> list[Piece]:
    """The cells with this in their names; UsageError if there are none."""
    if not pieces:
        raise UsageError(
            "no site to try anything on: name some `sites` or `domains` in the file, or give --recorded DIR"
        )
    return chosen(pieces, only)


class StructureEvaluation(PieceEvaluation[Piece]):
    """All experiments of a suite, as far as they are stored in a folder."""

    def __init__(
        self, suite: StructureSuite, specs: Sequence[SiteSpec], folder: ResultFolder, *, only: str = ""
    ) -> None:
        super().__init__(pieces_of(suite, specs), run_piece, folder, only=only)
        self._suite = suite
        self._specs = specs

    def results(self) -> StructureResults:
        """All that is stored of this suite."""
        return StructureResults(
            self._suite,
            tuple(SiteFacts(spec.group, spec.name, spec.template, spec.pages) for spec in self._specs),
            {(piece.spec.key, piece.method): read_outcome(record) for piece, record in self.stored()},
        )


def results_json(results: StructureResults) -> str:
    """One line per site and cell: small, and its differences can be read."""
    return lined_json(
        {"hubwalk": results.hubwalk, "suite": structure_values(results.suite)},
        {
            "sites": [asdict(site) for site in results.sites],
            "cells": [[*key, outcome_record(outcome)] for key, outcome in results.outcomes.items()],
        },
    )


def load_structure_results(path: Path) -> StructureResults:
    """What `results_json` wrote."""
    with reading_results(path) as data:
        return StructureResults(
            make_structure_suite(data["suite"], str(path)),
            tuple(SiteFacts(**site) for site in data["sites"]),
            {(site, method): read_outcome(record) for site, method, record in data["cells"]},
            data["hubwalk"],
        )
