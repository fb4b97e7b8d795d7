"""The kinds of experiments that `hubwalk evaluate` runs: a file's key `experiment` names one, without it `xcrawl`.

Each kind is imported when a file asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from hubwalk.errors import unknown_name
from hubwalk.evaluation.suite import read_values

if TYPE_CHECKING:
    from hubwalk.evaluation.document import Block
    from hubwalk.evaluation.results import ResultFolder
    from hubwalk.evaluation.runner import OnProgress


class Evaluating(Protocol):
    """The cells of one file, as far as they are stored in a folder."""

    @property
    def planned(self) -> int:
        """All cells."""
        ...

    def missing(self) -> int:
        """Cells to be computed."""
        ...

    def estimate(self, jobs: int) -> float:
        """Seconds that these will take, about."""
        ...

    def run(self, jobs: int, on_progress: OnProgress) -> None:
        """Compute them; every result is stored as soon as it is there."""
        ...

    def results(self) -> Any:
        """What is stored, for the report; has `suite.title`."""
        ...


Begin = Callable[["ResultFolder"], Evaluating]


@dataclass(frozen=True, slots=True)
class Kind:
    """How experiments of one kind are read, run and told."""

    make: Callable[[Mapping[str, Any], str], Any]  # a checked suite, out of values and the name of their source
    prepare: Callable[[Any, Path | None, str], Begin]  # suite, --recorded, --only; checked before there is a folder
    report: Callable[[Any, str], list[Block]]  # of results; made by a command
    as_json: Callable[[Any], str]


def _xcrawl() -> Kind:
    from hubwalk.evaluation.results import results_json
    from hubwalk.evaluation.runner import Evaluation, check_selection
    from hubwalk.evaluation.subjects import subjects_of
    from hubwalk.evaluation.suite import Suite, make_suite
    from hubwalk.evaluation.suite_report import report

    def prepare(suite: Suite, recorded: Path | None, only: str) -> Begin:
        specs = subjects_of(suite, recorded)
        check_selection(suite, specs, only)
        return lambda folder: Evaluation(suite, specs, folder, only=only)

    return Kind(make_suite, prepare, report, results_json)


def _structure() -> Kind:
    from hubwalk.evaluation.structure_report import structure_report
    from hubwalk.evaluation.structure_runs import StructureEvaluation, pieces_of, results_json, selected
    from hubwalk.evaluation.structure_sites import specs_of
    from hubwalk.evaluation.structure_suite import StructureSuite, make_structure_suite

    def prepare(suite: StructureSuite, recorded: Path | None, only: str) -> Begin:
        sites = specs_of(suite, recorded)
        selected(pieces_of(suite, sites), only)
        return lambda folder: StructureEvaluation(suite, sites, folder, only=only)

    return Kind(make_structure_suite, prepare, structure_report, results_json)


def _websites() -> Kind:
    from hubwalk.evaluation.pieces import selected
    from hubwalk.evaluation.websites_report import websites_report
    from hubwalk.evaluation.websites_runs import WebsitesEvaluation, pieces_of, results_json
    from hubwalk.evaluation.websites_suite import WebsitesSuite, make_websites_suite

    def prepare(suite: WebsitesSuite, recorded: Path | None, only: str) -> Begin:
        pieces = pieces_of(suite, recorded)
        selected(pieces, only)
        return lambda folder: WebsitesEvaluation(suite, pieces, folder, only=only)

    return Kind(make_websites_suite, prepare, websites_report, results_json)


def _crossmarc() -> Kind:
    from hubwalk.evaluation.crossmarc_report import crossmarc_report
    from hubwalk.evaluation.crossmarc_runs import CrossmarcEvaluation, pieces_of, results_json
    from hubwalk.evaluation.crossmarc_suite import CrossmarcSuite, make_crossmarc_suite
    from hubwalk.evaluation.pieces import selected

    def prepare(suite: CrossmarcSuite, recorded: Path | None, only: str) -> Begin:
        pieces = pieces_of(suite, recorded)
        selected(pieces, only)
        return lambda folder: CrossmarcEvaluation(suite, pieces, folder, only=only)

    return Kind(make_crossmarc_suite, prepare, crossmarc_report, results_json)


KINDS: Mapping[str, Callable[[], Kind]] = {
    "xcrawl": _xcrawl,
    "structure": _structure,
    "websites": _websites,
    "crossmarc": _crossmarc,
}


def load_kind(path: Path) -> tuple[Kind, Any]:
    """The kind of a TOML file, and its suite."""
    values = read_values(path)
    name = values.pop("experiment", "xcrawl")
    if name not in KINDS:
        raise unknown_name(f"experiment in {path}", str(name), KINDS)
    kind = KINDS[name]()
    return kind, kind.make(values, str(path))


def load_experiment(path: Path) -> Any:
    """The suite of a TOML file."""
    return load_kind(path)[1]
