"""Measured validators as a table and as records: numbers of samples side by side; median, 10th percentile and mean over
all tasks, and over the first tasks of the sites. Where several sets of samples were drawn, a line of the table is their
mean; what is summed up are all draws of all tasks, so that one unlucky draw is seen in the 10th percentile."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from statistics import fmean, median
from typing import Any

from hubwalk.evaluation.validating import Measured

_NUMBERS: dict[str, Callable[[Measured], float]] = {
    "precision": lambda m: m.standing.precision,
    "recall": lambda m: m.standing.recall,
    "f1": lambda m: m.standing.f1,
    "first_f1": lambda m: m.first.f1,
    "ms_per_page": lambda m: m.ms_per_page,
}
_HEADS = {"precision": "prec", "recall": "rec", "f1": "F", "first_f1": "first", "ms_per_page": "ms"}
_CELL = 6  # characters of a number
_TARGETS = 8  # ... and of the number of targets, for which summaries have none


def tenth_percentile(values: Iterable[float]) -> float:
    """Linear between the two values around it."""
    ordered = sorted(values)
    place = 0.1 * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


SUMMARIES: dict[str, Callable[[Sequence[float]], float]] = {
    "median": median,
    "10th percentile": tenth_percentile,
    "mean": fmean,
}
_FIRST = "first tasks, "
_Rows = dict[tuple[str, str], dict[int, list[Measured]]]  # site and task, number of samples; a measurement each draw


def record_of(measured: Measured) -> dict[str, Any]:
    """One line of JSON for one task."""
    rounded = {name: round(number(measured), 4) for name, number in _NUMBERS.items()}
    return {
        "event": "task",
        "validator": measured.validator,
        "site": measured.site,
        "task": measured.task,
        "samples": measured.samples,
        "samples_given": measured.given,
        "draw": measured.draw,
        "samples_from": measured.samples_from,
        "pages": measured.pages,
        "targets": measured.standing.targets,
        "accepted": measured.standing.accepted,
        **rounded,
        "first_precision": round(measured.first.precision, 4),
        "first_recall": round(measured.first.recall, 4),
        "revised": measured.revised,
        "ms_to_make": round(measured.ms_to_make, 2),
        "ms_per_30_kb": round(measured.ms_per_30_kb, 4),
        "refused": measured.refused,
    }


def mistake_records(results: Iterable[Measured]) -> Iterator[dict[str, Any]]:
    """One line of JSON for each page whose standing verdict is wrong."""
    for measured in results:
        about = {name: getattr(measured, name) for name in ("validator", "site", "task", "samples", "draw")}
        for mistake in measured.mistakes:
            yield {**about, **asdict(mistake)}


def summary_records(results: Sequence[Measured]) -> list[dict[str, Any]]:
    """One line of JSON for each validator and number of samples, and one more for the first tasks of the sites."""
    found = []
    for (validator, samples), group in _groups(results).items():
        firsts = [measured for measured in group if measured.primary]
        for event, some in {"summary": group, "first_tasks": firsts if len(firsts) < len(group) else []}.items():
            if some:
                tasks = len({(measured.site, measured.task) for measured in some})
                about = {"event": event, "validator": validator, "samples": samples, "tasks": tasks}
                about["measurements"] = len(some)
                found.append(about | {name: _summarised(some, number) for name, number in _NUMBERS.items()})
    return found


def _summarised(group: Sequence[Measured], number: Callable[[Measured], float]) -> dict[str, float]:
    values = [number(measured) for measured in group]
    return {title: round(of(values), 4) for title, of in SUMMARIES.items()}


def _groups(results: Sequence[Measured]) -> dict[tuple[str, int], list[Measured]]:
    groups: dict[tuple[str, int], list[Measured]] = {}
    for measured in results:
        groups.setdefault((measured.validator, measured.samples), []).append(measured)
    return groups


def tables(results: Sequence[Measured], width: int | None = None) -> list[str]:
    """The lines of a table per validator; numbers of samples that have no room in `width` go below the others."""
    lines: list[str] = []
    for validator in dict.fromkeys(measured.validator for measured in results):
        rows: _Rows = {}
        for measured in results:
            if measured.validator == validator:
                cells = rows.setdefault((measured.site, measured.task), {})
                cells.setdefault(measured.samples, []).append(measured)
        lines += [*([""] if lines else []), _title(validator, rows)]
        lines += _Table(rows).lines(width)
        lines += dict.fromkeys(
            f"{site} {task}, {_samples(count)}: F counts as 0: {measured.refused}"
            for (site, task), cells in rows.items()
            for count, group in cells.items()
            for measured in group
            if measured.refused
        )
    return lines


def _title(validator: str, rows: _Rows) -> str:
    sites = {site for site, _ in rows}
    measured = [one for cells in rows.values() for group in cells.values() for one in group]
    source, draws = measured[0].samples_from, len({one.draw for one in measured})
    tasks = "1 task" if len(rows) == 1 else f"{len(rows)} tasks"
    where = "1 site" if len(sites) == 1 else f"{len(sites)} sites"
    drawn = f", the mean of {draws} draws of samples" if draws > 1 else ""
    return f"{validator}: {tasks} of {where}, every page judged{drawn}" + (f", samples from {source}" if source else "")


def _samples(count: int) -> str:
    return "1 sample" if count == 1 else f"{count} samples"


class _Table:
    """One validator: a line per task, a block of columns per number of samples."""

    def __init__(self, rows: _Rows) -> None:
        self._rows = rows
        self._counts = list(dict.fromkeys(count for cells in rows.values() for count in cells))
        tasks = [[measured for group in cells.values() for measured in group] for cells in rows.values()]
        learns = any(measured.learns for task in tasks for measured in task)
        self._columns = [name for name in _NUMBERS if learns or name != "first_f1"]
        firsts = [task[0].primary for task in tasks]
        self._firsts = any(firsts) and not all(firsts)
        titles = [_FIRST + title if self._firsts else title for title in SUMMARIES]
        names = [len(f"{site} {task}") for site, task in rows]
        self._name = max(*names, *(len(title) - _TARGETS for title in titles)) + 2

    def lines(self, width: int | None) -> list[str]:
        block = _CELL * len(self._columns) + 2
        room = max(1, (width - self._name - _TARGETS) // block) if width else len(self._counts)
        found: list[str] = []
        for start in range(0, len(self._counts), room):
            found += [*([""] if found else []), *self._part(self._counts[start : start + room], block)]
        return found

    def _part(self, counts: Sequence[int], block: int) -> list[str]:
        heads = "".join(f"{_HEADS[name]:>{_CELL}}" for name in self._columns)
        lines = [
            " " * (self._name + _TARGETS) + "".join(f"{_samples(count):>{block}}" for count in counts),
            f"{'site, task':{self._name}}{'targets':>{_TARGETS}}" + f"  {heads}" * len(counts),
        ]
        for (site, task), cells in self._rows.items():
            targets = next(iter(cells.values()))[0].standing.targets
            shown = "".join("  " + self._numbers(cells.get(count, ()), fmean) for count in counts)
            lines.append(f"{f'{site} {task}':{self._name}}{targets:{_TARGETS}}{shown}".rstrip())
        lines.append("-" * (self._name + _TARGETS + block * len(counts)))
        for first_only in (False, True) if self._firsts else (False,):
            for title, of in SUMMARIES.items():
                shown = "".join("  " + self._summary(count, of, first_only=first_only) for count in counts)
                lines.append(f"{_FIRST + title if first_only else title:{self._name + _TARGETS}}{shown}".rstrip())
        return lines

    def _summary(self, count: int, of: Callable[[Sequence[float]], float], *, first_only: bool) -> str:
        group = [measured for cells in self._rows.values() for measured in cells.get(count, ())]
        return self._numbers([measured for measured in group if measured.primary or not first_only], of)

    def _numbers(self, group: Sequence[Measured], of: Callable[[Sequence[float]], float]) -> str:
        if not group:  # interrupted before
            return " " * _CELL * len(self._columns)
        return "".join(_number(name, of([_NUMBERS[name](measured) for measured in group])) for name in self._columns)


def _number(name: str, value: float) -> str:
    return f"{value:{_CELL}.2f}" if name == "ms_per_page" else f"{value:{_CELL}.3f}"
