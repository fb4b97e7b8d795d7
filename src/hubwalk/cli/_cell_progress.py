"""Progress of an evaluation, cell by cell: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hubwalk.evaluation.runner import OnProgress, Progress

_NAME = 40  # characters of a cell's name beside the bar; more would push the bar out of a narrow terminal
_LINE_EVERY = 15.0  # seconds between two lines where no bar can be drawn


@contextmanager
def cell_progress() -> Iterator[OnProgress]:
    """What to call on each finished cell."""
    if not sys.stderr.isatty():
        yield _Lines().show
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("cells"), TextColumn("{task.fields[left]}"))
    with Bar(*columns, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, left="")

        def show(progress: Progress) -> None:
            left = f"{duration(progress.seconds_left)} left"
            last = progress.last[:_NAME]
            bar.update(task, completed=progress.done, total=progress.total, left=left, description=last)

        yield show


class _Lines:
    """Progress as lines of text, not too many."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def show(self, progress: Progress) -> None:
        if time.monotonic() - self._said < _LINE_EVERY and progress.done < progress.total:
            return
        self._said = time.monotonic()
        left = f"about {duration(progress.seconds_left)} left"
        print(f"{progress.done} of {progress.total} cells, {left}; {progress.last}", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """In seconds or minutes, for people."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
