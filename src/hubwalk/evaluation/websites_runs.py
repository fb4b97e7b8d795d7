"""Runs the cells of a website experiment that are not stored yet, and keeps all of them as one file of results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

from hubwalk import __version__
from hubwalk.evaluation.cells import Finished, digest
from hubwalk.evaluation.pieces import PieceEvaluation, lined_json, reading_results
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.subjects import digest_of
from hubwalk.evaluation.validating_sites import read_manifest
from hubwalk.evaluation.websites_crawls import run_crawl
from hubwalk.evaluation.websites_outcomes import CrawlOutcome, FoldsOutcome, Outcome, outcome_record, read_outcome
from hubwalk.evaluation.websites_recorded import OPTION, questions_of, run_recorded
from hubwalk.evaluation.websites_subjects import TopicFacts, facts_of
from hubwalk.evaluation.websites_suite import (
    CRAWL,
    PAGE_CRAWLER,
    RECORDED,
    TABLE_2,
    Cell,
    WebsitesSuite,
    cells_of,
    make_websites_suite,
    websites_values,
)
from hubwalk.evaluation.websites_table import run_folds
from hubwalk.strategies.website_internal import P_THRESHOLD

_VERSION = 1  # to be raised when the same cell would come out otherwise, and the version of hubwalk is the same
# Seconds on one core of 2.5 GHz; only for the estimate before anything was computed.
_SECONDS = {TABLE_2: 25.0, RECORDED: 60.0}
_SECONDS_PER_SITE = {PAGE_CRAWLER: 0.1, CRAWL: 0.08}  # of the sites to be found
_SECONDS_OF_TRAINING = 8.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell that is to be computed."""

    suite: WebsitesSuite
    cell: Cell
    folder: str = ""  # of recorded sites
    data: tuple[str, ...] = ()  # digests of these

    @property
    def name(self) -> str:
        return self.cell.name

    @property
    def key(self) -> str:
        """Of all that its outcome depends on."""
        values = websites_values(self.suite)
        shared = {key: values[key] for key in ("sites", "demo_seed", "seed", "folds", "first_pages", "pages_per_site")}
        own = {key: values["crawl"][key] for key in _CRAWL_KEYS} if self.cell.part == CRAWL else {}
        data = [*self.data] if self.cell.part == RECORDED else []
        return digest({"websites": _VERSION, "cell": list(astuple(self.cell)), **shared, "crawl": own, "data": data})

    @property
    def weight(self) -> float:
        if self.cell.part != CRAWL:
            return _SECONDS[self.cell.part]
        pace = _SECONDS_PER_SITE[PAGE_CRAWLER if self.cell.crawler == PAGE_CRAWLER else CRAWL]
        return _SECONDS_OF_TRAINING + self.suite.crawl.relevant * pace


_CRAWL_KEYS = ("relevant", "max_pages", "guard", "marks")


@dataclass(frozen=True, slots=True)
class WebsitesResults:
    """All that a report is made of."""

    suite: WebsitesSuite
    topics: tuple[TopicFacts, ...]
    outcomes: Mapping[Cell, Outcome]
    questions: tuple[str, ...] = ()  # asked of recorded sites
    hubwalk: str = __version__

    @property
    def planned(self) -> int:
        return len(cells_of(self.suite)) + len(self.questions)

    def folds(self, topic: str, part: str = TABLE_2) -> FoldsOutcome | None:
        """A line of Table 2, or of the recorded sites."""
        found = next((o for cell, o in self.outcomes.items() if (cell.part, cell.topic) == (part, topic)), None)
        return found if isinstance(found, FoldsOutcome) and found.pages else None

    def crawl(
        self, topic: str, crawler: str, threshold: float, links: float = -1.0, size: int = 1
    ) -> CrawlOutcome | None:
        """A crawl; of the website crawler with the usual LinkRank unless another is named."""
        usual = 0.0 if crawler == PAGE_CRAWLER else self.suite.crawl.link_threshold
        found = self.outcomes.get(Cell(CRAWL, topic, crawler, threshold, usual if links < 0 else links, size))
        return found if isinstance(found, CrawlOutcome) else None


def run_piece(piece: Piece) -> Iterator[Finished]:
    """Compute a cell."""
    began = time.monotonic()
    outcome: Outcome
    if piece.cell.part == CRAWL:
        outcome = run_crawl(piece.suite, piece.cell)
    elif piece.cell.part == TABLE_2:
        outcome = run_folds(piece.suite, piece.cell)
    else:
        outcome = run_recorded(piece.suite, piece.cell, Path(piece.folder))
    yield Finished(piece.key, piece.name, outcome_record(outcome), piece.weight, time.monotonic() - began)


def pieces_of(suite: WebsitesSuite, recorded: Path | None) -> list[Piece]:
    """All cells, with what determines them."""
    pieces = [Piece(suite, cell) for cell in cells_of(suite)]
    if recorded is not None:
        data = tuple(digest_of(record.file) for record in read_manifest(recorded, OPTION))
        cells = [Cell(RECORDED, question, threshold=P_THRESHOLD) for question in questions_of(recorded)]
        pieces += [Piece(suite, cell, str(recorded), data) for cell in cells]
    return pieces


class WebsitesEvaluation(PieceEvaluation[Piece]):
    """All experiments of a suite, as far as they are stored in a folder."""

    def __init__(self, suite: WebsitesSuite, pieces: Sequence[Piece], folder: ResultFolder, *, only: str = "") -> None:
        super().__init__(pieces, run_piece, folder, only=only)
        self._suite = suite

    def results(self) -> WebsitesResults:
        """All that is stored of this suite."""
        outcomes = {piece.cell: read_outcome(record) for piece, record in self.stored()}
        questions = tuple(piece.cell.topic for piece in self._pieces if piece.cell.part == RECORDED)
        return WebsitesResults(self._suite, facts_of(self._suite), outcomes, questions)


def results_json(results: WebsitesResults) -> str:
    """One line per topic and cell: small, and its differences can be read."""
    return lined_json(
        {"hubwalk": results.hubwalk, "questions": results.questions, "suite": websites_values(results.suite)},
        {
            "topics": [asdict(topic) for topic in results.topics],
            "cells": [[*astuple(cell), outcome_record(outcome)] for cell, outcome in results.outcomes.items()],
        },
    )


def load_websites_results(path: Path) -> WebsitesResults:
    """What `results_json` wrote."""
    with reading_results(path) as data:
        return WebsitesResults(
            make_websites_suite(data["suite"], str(path)),
            tuple(TopicFacts(**topic) for topic in data["topics"]),
            {Cell(*named): read_outcome(record) for *named, record in data["cells"]},
            tuple(data["questions"]),
            data["hubwalk"],
        )
