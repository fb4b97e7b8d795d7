"""Cells that do not depend on each other: those that are not stored yet are computed, each stored when it is there."""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from hubwalk.errors import UsageError
from hubwalk.evaluation.cells import Finished
from hubwalk.evaluation.results import ResultFolder
from hubwalk.evaluation.runner import OnProgress, Progress
from hubwalk.evaluation.workers import results_of


class Piece(Protocol):
    """A cell that is to be computed."""

    @property
    def name(self) -> str:
        """For people, and for --only."""
        ...

    @property
    def key(self) -> str:
        """Digest of all that its outcome depends on."""
        ...

    @property
    def weight(self) -> float:
        """Seconds that it takes, about, on one core."""
        ...


P = TypeVar("P", bound=Piece)


def selected(pieces: Sequence[P], only: str) -> list[P]:
    """The cells with this in their names; UsageError if there are none."""
    found = [piece for piece in pieces if fnmatch.fnmatchcase(piece.name, f"*{only}*")]
    if not found:
        raise UsageError(f"--only {only}: no cell has this in its name; one is called '{pieces[0].name}', for example")
    return found


class PieceWork(Generic[P]):
    """What is to be done of some cells, and doing it."""

    def __init__(self, pieces: Sequence[P], folder: ResultFolder, *, only: str = "") -> None:
        self.pieces = pieces
        self._folder = folder
        self._wanted = selected(pieces, only)

    def todo(self) -> list[P]:
        return [piece for piece in self._wanted if piece.key not in self._folder.known]

    def estimate(self, jobs: int) -> float:
        """Seconds that all that is missing will take, about."""
        return sum(piece.weight for piece in self.todo()) / max(1, jobs)

    def run(self, work: Callable[[P], Iterable[Finished]], jobs: int, on_progress: OnProgress) -> None:
        """Compute what is missing. `work` is a function of a module, so that other processes find it."""
        pieces = sorted(self.todo(), key=lambda piece: -piece.weight)  # the longest first, none is left over
        left, worked, began = sum(piece.weight for piece in pieces), 0.0, time.monotonic()
        for done, finished in enumerate(results_of(work, pieces, jobs), start=1):
            self._folder.store(finished.key, finished.name, finished.record, finished.took)
            worked += finished.weight
            pace = (time.monotonic() - began) / worked
            on_progress(Progress(done, len(pieces), (left - worked) * pace, finished.name))
