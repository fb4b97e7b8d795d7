"""An experiment as data: what `hubwalk simulate --json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from hubwalk.evaluation.experiments import Experiment, Run


def as_json(experiment: Experiment) -> dict[str, Any]:
    """Plain dictionaries; costs are null where no run reached the level, `reached` counts the runs that did."""
    return {
        "site": experiment.site,
        "pages": experiment.pages,
        "reachable_pages": experiment.reachable_pages,
        "targets": experiment.targets,
        "recorded_targets": experiment.recorded_targets,
        "lower_bound": {str(level): bound.downloads for level, bound in experiment.bounds.items()},
        "proven_floor": {str(level): bound.floor for level, bound in experiment.bounds.items()},
        "strategies": {strategy: _strategy(experiment, strategy) for strategy in experiment.runs},
    }


def _strategy(experiment: Experiment, strategy: str) -> dict[str, Any]:
    levels = list(experiment.bounds)
    return {
        "cost": {str(level): asdict(experiment.cost(strategy, level)) for level in levels},
        "ratio": {str(level): experiment.ratio(strategy, level).mean for level in levels},
        "recall": experiment.mean(strategy, lambda m: m.recall),
        "estimated_recall": estimated_recall(experiment.runs[strategy]),
        "precision": experiment.mean(strategy, lambda m: m.precision),
        "harvest_rate": experiment.mean(strategy, lambda m: m.harvest_rate),
        "downloads": experiment.mean(strategy, lambda m: m.downloads),
        "ms_per_decision": experiment.mean(strategy, lambda m: m.ms_per_decision),
        "prepared": sum(run.prepared for run in experiment.runs[strategy]) / len(experiment.runs[strategy]),
        "runs": [_run(run) for run in experiment.runs[strategy]],
    }


def estimated_recall(runs: Sequence[Run]) -> float | None:
    """What the runs themselves thought they had found, at their end: the mean; None if nobody asked them."""
    thought = [run.estimate.recall for run in runs if run.estimate is not None]
    return sum(thought) / len(thought) if thought else None


def _run(run: Run) -> dict[str, Any]:
    metrics = run.metrics
    return {
        "seed": run.seed,
        "downloads": metrics.downloads,
        "exhausted": metrics.exhausted,
        "accepted": metrics.accepted,
        "found": metrics.found,
        "recall": metrics.recall,
        "estimate": asdict(run.estimate) | {"recall": run.estimate.recall} if run.estimate is not None else None,
        "stopped": run.stopped,
        "cost": {str(level): cost for level, cost in metrics.cost.items()},
    }
