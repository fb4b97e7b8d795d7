"""Cells that do not depend on each other: those that are not stored yet are computed, each stored when it is there.

And the file of results that all of them are kept in.
"""

from __future__ import annotations

import fnmatch
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from hubwalk.errors import LogError, UsageError
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


class PieceEvaluation(Generic[P]):
    """All cells of a suite, as far as they are stored in a folder."""

    def __init__(
        self, pieces: Sequence[P], work: Callable[[P], Iterable[Finished]], folder: ResultFolder, *, only: str = ""
    ) -> None:
        """`work` computes a cell. It is a function of a module, so that other processes find it."""
        self._pieces = pieces
        self._work = work
        self._folder = folder
        self._wanted = selected(pieces, only)

    @property
    def planned(self) -> int:
        return len(self._pieces)

    def missing(self) -> int:
        """How many cells are to be computed."""
        return len(self._todo())

    def estimate(self, jobs: int) -> float:
        """Seconds that all that is missing will take, about."""
        return sum(piece.weight for piece in self._todo()) / max(1, jobs)

    def run(self, jobs: int, on_progress: OnProgress = lambda _: None) -> None:
        """Compute what is missing; every result is stored as soon as it is there."""
        pieces = sorted(self._todo(), key=lambda piece: -piece.weight)  # the longest first, none is left over
        left, worked, began = sum(piece.weight for piece in pieces), 0.0, time.monotonic()
        for done, finished in enumerate(results_of(self._work, pieces, jobs), start=1):
            self._folder.store(finished.key, finished.name, finished.record, finished.took)
            worked += finished.weight
            pace = (time.monotonic() - began) / worked
            on_progress(Progress(done, len(pieces), (left - worked) * pace, finished.name))

    def stored(self) -> Iterator[tuple[P, Mapping[str, Any]]]:
        """The cells that are stored, with their records."""
        known = self._folder.known
        for piece in self._pieces:
            key = piece.key
            if key in known:
                yield piece, known[key]

    def _todo(self) -> list[P]:
        return [piece for piece in self._wanted if piece.key not in self._folder.known]


def lined_json(values: Mapping[str, object], lists: Mapping[str, Sequence[object]]) -> str:
    """An object with a line per value and per element of a list: small, and its differences can be read."""
    parts = {key: json.dumps(value) for key, value in values.items()}
    for key, elements in lists.items():
        parts[key] = "[\n" + ",\n".join(json.dumps(element, separators=(",", ":")) for element in elements) + "\n]"
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


@contextmanager
def reading_results(path: Path) -> Iterator[Any]:
    """What a file of results holds; UsageError or LogError for a file out of which no results can be made."""
    try:
        yield json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise LogError(f"{path} holds no results of `hubwalk evaluate`: {error}; run the experiments again") from None
