"""Recall over downloads as a picture: per strategy the mean over the seeds and a band from the worst to the best."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from hubwalk.errors import UsageError
from hubwalk.evaluation.experiments import Experiment, Run

ENDINGS = (".png", ".svg")
# Okabe and Ito's colours, which colour-blind readers can tell apart; black is kept for the lower bound.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def check_plot_path(path: Path) -> None:
    """UsageError if no plot can be written there; to be asked before the hours of computing, not after."""
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(f"--plot {path}: cannot draw '{path.suffix}' files; give a name that ends in .png or .svg")
    if not path.parent.is_dir():
        raise UsageError(f"--plot {path}: there is no folder {path.parent}; make it first")


def recall_plot(experiment: Experiment, path: Path) -> None:
    """Write the recall curves of an experiment to a .png or .svg file."""
    check_plot_path(path)
    figure = Figure(figsize=(8, 5), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    for i, (strategy, runs) in enumerate(experiment.runs.items()):
        colour = _COLOURS[i % len(_COLOURS)]
        mean, worst, best = _band(runs)
        downloads = range(len(mean))
        axes.plot(downloads, mean, color=colour, linewidth=1.8, label=_label(strategy, runs))
        axes.fill_between(downloads, worst, best, color=colour, alpha=0.18, linewidth=0)
    points = [(0, 0), *((bound.downloads, level) for level, bound in experiment.bounds.items())]
    axes.plot(*zip(*points, strict=True), color="black", linestyle="--", linewidth=1.2, label="lower bound")
    axes.set_xlabel("downloads")
    axes.set_ylabel("recall (% of the reachable targets)")
    axes.set_ylim(0, 102)
    axes.set_xlim(0, 1.1 * _last_rise(experiment))
    axes.set_title(f"{experiment.site}: {experiment.targets} targets on {experiment.reachable_pages} reachable pages")
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower right", frameon=False)
    _save(figure, path)


def _last_rise(experiment: Experiment) -> int:
    """The download after which nothing was found any more: a long tail would press the curves to the left edge."""
    runs = [run for found in experiment.runs.values() for run in found]
    return max(
        *(run.curve.index(run.curve[-1]) + 1 for run in runs), experiment.bounds[max(experiment.bounds)].downloads
    )


def _save(figure: Figure, path: Path) -> None:
    canvas = FigureCanvasSVG(figure) if path.suffix.lower() == ".svg" else FigureCanvasAgg(figure)
    try:
        canvas.print_figure(str(path), format=path.suffix[1:].lower())
    except OSError as error:
        raise UsageError(f"--plot {path}: cannot write it ({error.strerror or error})") from None


def _label(strategy: str, runs: Sequence[Run]) -> str:
    return f"{strategy} ({len(runs)} seeds)" if len(runs) > 1 else strategy


def _band(runs: Sequence[Run]) -> tuple[list[float], list[float], list[float]]:
    """Mean, least and greatest recall in per cent after 0, 1, 2 ... downloads; a run that has ended stays level."""
    length = max(len(run.curve) for run in runs)
    curves = []
    for run in runs:
        share = [0.0, *(100 * found / run.metrics.targets for found in run.curve)]
        curves.append(share + share[-1:] * (length + 1 - len(share)))
    columns = list(zip(*curves, strict=True))
    return [sum(c) / len(c) for c in columns], [min(c) for c in columns], [max(c) for c in columns]
