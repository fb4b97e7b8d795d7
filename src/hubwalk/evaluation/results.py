"""Where the cells of an experiment are kept: each as soon as it is finished, so that nothing is computed twice.

`cells.jsonl` in the output folder has one line per finished cell, under the digest of all that determines it
(cells.py). It only ever grows; a line cut off by a kill is dropped. `results.json` is what a report is made of: the
suite, the facts about the sites, and the outcomes of its cells, in order.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from hubwalk import __version__
from hubwalk.errors import HubwalkError, LogError, UsageError
from hubwalk.evaluation.cells import Outcome, outcome_record, read_outcome
from hubwalk.evaluation.suite import Cell, Suite, as_dict, make_suite
from hubwalk.store.writer_lock import WriterLock

_STORE = "cells.jsonl"
_WRITTEN = ("results.json", "report.md", "report.html")


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What is known of a site before anybody walks it."""

    domain: str
    name: str
    validator: str  # the one that fits its domain; "" if none does
    paper: str = ""  # the site of Figs. 4-7 that it stands for
    recorded: bool = False  # a real site
    existing: int = 0  # targets
    pages: int = 0  # without those that it makes up on demand
    mute: bool = False  # its lists link by pictures, without a word
    listed: float = -1.0  # negative: not known; share of the targets that stand in a list, see subjects.survey
    starts: tuple[str, ...] = ()  # authorities that the queries found; none: samples of the site

    @property
    def found_by_queries(self) -> bool:
        return bool(self.starts)

    @property
    def key(self) -> str:
        return f"{self.domain}/{self.name}"


@dataclass(frozen=True, slots=True)
class DiscoveryFacts:
    """What the queries found in one domain."""

    domain: str
    queries: int
    real: int  # sites of the domain
    found: int  # of them, in the list
    listed: int  # sites in the list
    first: int  # of the domain, among as many of the list's first as it has
    ended: str  # why the queries ended
    authorities: int = 0  # pages that the validator accepted

    @property
    def precision(self) -> float:
        return self.found / self.listed if self.listed else 0.0


@dataclass(frozen=True, slots=True)
class Results:
    """All that a report is made of."""

    suite: Suite
    sites: tuple[SiteFacts, ...]
    outcomes: Mapping[Cell, Outcome]
    planned: int  # cells, finished or not
    discovery: tuple[DiscoveryFacts, ...] = ()
    hubwalk: str = __version__
    _grouped: dict[tuple[str, str, str, bool], list[Outcome]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        for cell, outcome in self.outcomes.items():
            key = (cell.site, cell.strategy, cell.validator, cell.equal)
            self._grouped.setdefault(key, []).append(outcome)

    def of_domain(self, domain: str) -> list[SiteFacts]:
        return [site for site in self.sites if site.domain == domain and not site.recorded]

    @property
    def domains(self) -> list[str]:
        return list(dict.fromkeys(site.domain for site in self.sites if not site.recorded))

    def runs(self, site: str, strategy: str, validator: str, *, equal: bool | None = None) -> list[Outcome]:
        """The outcomes over the seeds; `equal` None: as the comparison has it for this strategy."""
        share = strategy != self.suite.reference if equal is None else equal
        return self._grouped.get((site, strategy, validator, share), [])

    def mean(
        self,
        sites: Iterable[SiteFacts],
        strategy: str,
        validator: str,
        number: Callable[[Outcome], float],
        *,
        equal: bool | None = None,
    ) -> float | None:
        """Mean over the sites of the mean over the seeds; None unless every site has it. `validator` FITTING is each
        site's own."""
        means = []
        for site in sites:
            judge = site.validator if validator == FITTING else validator
            runs = self.runs(site.key, strategy, judge, equal=equal)
            if not runs:
                return None
            means.append(fmean(number(run) for run in runs))
        return fmean(means) if means else None


FITTING = "fitting"


def results_json(results: Results) -> str:
    """One line per site and cell: small, and its differences can be read."""
    cells = [[*_cell_row(cell), outcome_record(outcome)] for cell, outcome in results.outcomes.items()]
    parts = {
        "hubwalk": json.dumps(results.hubwalk),
        "planned": json.dumps(results.planned),
        "suite": json.dumps(as_dict(results.suite)),
        "sites": _lines(asdict(site) for site in results.sites),
        "discovery": _lines(asdict(facts) for facts in results.discovery),
        "cells": _lines(cells),
    }
    return "{\n" + ",\n".join(f'"{key}": {text}' for key, text in parts.items()) + "\n}\n"


def _cell_row(cell: Cell) -> list[object]:
    return [cell.site, cell.strategy, cell.validator, cell.seed, int(cell.equal)]


def _lines(values: Iterable[object]) -> str:
    rows = [json.dumps(value, separators=(",", ":")) for value in values]
    return "[\n" + ",\n".join(rows) + "\n]" if rows else "[]"


def load_results(path: Path) -> Results:
    """What `results_json` wrote."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return Results(
            suite=make_suite(data["suite"], str(path)),
            sites=tuple(SiteFacts(**{**site, "starts": tuple(site["starts"])}) for site in data["sites"]),
            outcomes={
                Cell(site, strategy, validator, seed, bool(equal)): read_outcome(record)
                for site, strategy, validator, seed, equal, record in data["cells"]
            },
            planned=data["planned"],
            discovery=tuple(DiscoveryFacts(**facts) for facts in data["discovery"]),
            hubwalk=data["hubwalk"],
        )
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise LogError(f"{path} holds no results of `hubwalk evaluate`: {error}; run the experiments again") from None


class ResultFolder:
    """The output folder, held by one process at a time."""

    def __init__(self, path: Path, program: str = "hubwalk evaluate") -> None:
        self.path = path
        self._program = program
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"-o {path}: cannot make this folder ({error.strerror}); choose another one") from None
        self._file = path / _STORE
        self._check()
        self._lock = WriterLock(self._file)
        try:
            self.known: dict[str, dict[str, Any]] = self._read()
        except BaseException:
            self._lock.release()
            raise

    def _check(self) -> None:
        """UsageError for a folder that cannot be written to, or where somebody else's files would be overwritten."""
        try:
            with tempfile.TemporaryFile(dir=self.path):
                pass
        except OSError as error:
            raise UsageError(f"-o {self.path}: cannot write there ({error.strerror}); choose another one") from None
        foreign = [name for name in _WRITTEN if (self.path / name).exists() and not self._file.exists()]
        if foreign:
            raise UsageError(
                f"-o {self.path}: {foreign[0]} would be overwritten, and no {_STORE} says that it is of "
                f"`{self._program}`; choose another folder"
            )

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            data = self._file.read_bytes() if self._file.exists() else b""
            whole = data.rfind(b"\n") + 1
            if whole < len(data):  # the last line was being written when the process was killed
                os.truncate(self._file, whole)
        except OSError as error:
            raise LogError(f"cannot read {self._file}: {error.strerror}; choose another folder with -o") from None
        known = {}
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                entry = json.loads(line)
                known[entry["key"]] = entry["record"]
            except (ValueError, KeyError, TypeError):
                raise LogError(
                    f"{self._file}, line {number}: no result of `{self._program}`; delete the line, or choose another "
                    "folder with -o"
                ) from None
        return known

    def store(self, key: str, name: str, record: Mapping[str, Any], took: float = 0.0) -> None:
        """Make one finished cell durable; name and seconds that it took are for people who look into the file."""
        line = json.dumps({"key": key, "name": name, "took": round(took, 2), "record": record}, separators=(",", ":"))
        try:
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise HubwalkError(
                f"cannot write {self._file}: {error.strerror}; make room and give the same command again"
            ) from None
        self.known[key] = dict(record)

    def write(self, name: str, text: str) -> Path:
        """A file that appears whole or not at all."""
        path = self.path / name
        try:
            path.parent.mkdir(exist_ok=True)
            part = path.with_name(path.name + ".part")
            part.write_text(text, encoding="utf-8")
            part.replace(path)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}; choose another folder with -o") from None
        return path

    def close(self) -> None:
        self._lock.release()
