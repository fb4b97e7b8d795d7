"""The report of benchmarks/efficiency.py: every table and figure from the results, ready for a docs page.

Nothing in it is written by hand but what holds for any results.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from efficiency_plan import BASELINE, NATURAL, SITE, Setup
from efficiency_results import LEVELS, MAIN, Mean, Results, Task, Total, mean_recall, recall_curve
from hubwalk.evaluation import charts
from hubwalk.evaluation.document import Block, Figure, Heading, Paragraph, Table

NONE = "–"
_EFFORTS = [step / 20 for step in range(121)]  # 0 to 6 times the least downloads
_TICKS = (0, 1, 2, 3, 4, 5, 6)


def report(results: Results, command: str, *, planned: int, stored: int, stale: int) -> list[Block]:
    """The whole report. `command` is what makes it."""
    return [
        *_opening(command, planned, stored, stale),
        *_overview(results),
        *(block for setup in results.setups for block in _setup(results, setup)),
        *_per_task(results),
    ]


def _opening(command: str, planned: int, stored: int, stale: int) -> Iterator[Block]:
    yield Heading("Efficiency", level=1)
    whole = f"{stored} cells" if stored == planned else f"{stored} of {planned} cells: **incomplete**"
    old = f" **{stale} of them were computed by other code.**" if stale else ""
    yield Paragraph(f"Made by `{command}`; {whole}.{old} Do not edit: run it again.")
    yield Paragraph(
        "Downloads until so many per cent of the reachable targets were found, over the least possible number (the "
        "lower bound: the targets and the fewest other pages that lead to them). 1.00 is a crawl that knows the site. "
        "Means over the seeds, then geometric means over the tasks. Dead links are downloads, too. A run that never "
        "reaches a level is charged with the whole site."
    )


def _overview(results: Results) -> Iterator[Block]:
    """All setups at 90 % on one page."""
    setups = results.setups
    if len(setups) < 2:
        return
    yield Heading(f"Cost to {MAIN} % in every setup")
    rows = []
    for strategy in dict.fromkeys(name for setup in setups for name in results.strategies(setup)):
        known = [strategy in results.strategies(setup) for setup in setups]
        totals = [results.total(setup, strategy) if there else None for setup, there in zip(setups, known, strict=True)]
        rows.append((f"`{strategy}`", *(f"{total.ratios[MAIN]:.2f}" if total else NONE for total in totals)))
    yield Table(("strategy", *(_short(setup) for setup in setups)), tuple(rows))
    yield Paragraph("Number and place of the samples: `3 site` are three on the site, `3 else` three from other sites.")


def _short(setup: Setup) -> str:
    return f"{setup.urls} {setup.samples} {'site' if setup.place == SITE else 'else'}"


def _setup(results: Results, setup: Setup) -> Iterator[Block]:
    tasks = results.tasks(setup)
    sites = {site for site, _ in tasks}
    yield Heading(setup.name[0].upper() + setup.name[1:])
    lacking = sum(results.any_run(setup, task).given == 0 for task in tasks)
    without = (
        f" For {lacking} of the tasks no other site has pages: there the strategies see no sample." if lacking else ""
    )
    yield Paragraph(
        f"{len(tasks)} tasks of {len(sites)} sites; the lower bound is at most {results.gap(setup):.1%} above the "
        f"optimum.{without}"
    )
    head = (
        "strategy", *(f"{level} %" for level in LEVELS), f"worst at {MAIN} %", "worst task",
        f"over {BASELINE} at most", f"tasks with runs below {MAIN} %", "recall at exhaustion", "least",
        f"harvest rate to {MAIN} %", "decisions/s",
    )  # fmt: skip
    yield Table(head, _total_rows(results, setup, len(tasks)), texts=("worst task",))
    firsts = [task for task in tasks if task in results.primary]
    if 0 < len(firsts) < len(tasks):
        yield Paragraph(f"The first task of each site alone, {len(firsts)} tasks:")
        yield Table(head, _total_rows(results, setup, len(firsts), first_only=True), texts=("worst task",))
    for (of, strategy), why in results.refused.items():
        if of == setup:
            yield Paragraph(f"`{strategy}` refused some tasks: {why}.")
    curves = {
        strategy: list(zip(_EFFORTS, mean_recall(results, setup, strategy, _EFFORTS), strict=True))
        for strategy in results.strategies(setup)
    }
    caption = f"Mean recall over downloads, {setup.name}"
    across = "downloads over the least number for all targets"
    yield Figure(f"recall-{_file(setup)}", caption, charts.lines(caption, across, "recall", curves, _TICKS))


def _total_rows(results: Results, setup: Setup, tasks: int, *, first_only: bool = False) -> tuple[tuple[str, ...], ...]:
    strategies = results.strategies(setup)
    totals = ((strategy, results.total(setup, strategy, first_only=first_only)) for strategy in strategies)
    return tuple(_total_row(strategy, total, tasks) for strategy, total in totals if total is not None)


def _total_row(strategy: str, total: Total, tasks: int) -> tuple[str, ...]:
    name = f"`{strategy}`" + (f" ({total.tasks} tasks)" if total.tasks < tasks else "")
    return (
        name,
        *(f"{total.ratios[level]:.2f}" for level in LEVELS),
        f"{total.worst:.2f}",
        " ".join(total.worst_task),
        _number(total.to_baseline, ".2f"),
        str(total.missed),
        _number(total.recall, ".1%"),
        _number(total.least_recall, ".1%"),
        f"{total.harvest_rate:.3f}",
        _number(total.decisions_per_second, ".0f"),
    )


def _number(value: float, style: str) -> str:
    return NONE if math.isnan(value) else format(value, style)


def _file(setup: Setup) -> str:
    return f"{setup.urls}-{setup.place}-{setup.samples}"


def _per_task(results: Results) -> Iterator[Block]:
    """Each task by itself, in the setup that is nearest to what people do: natural URLs, samples on the site."""
    for setup in (setup for setup in results.setups if setup == _usual(results.setups, setup.urls)):
        strategies = results.strategies(setup)
        yield Heading(f"Each task: {setup.name}")
        yield Paragraph(f"Cost to {MAIN} % over the lower bound; in brackets the recall of those that never got there.")
        rows = []
        for task in results.tasks(setup):
            run = results.any_run(setup, task)
            cells = [_task_cell(results.mean(setup, strategy, task)) for strategy in strategies]
            rows.append((" ".join(task), str(run.targets), str(run.pages), str(run.bounds[MAIN][0]), *cells))
        yield Table(("task", "targets", "pages", "bound", *strategies), tuple(rows))
        if setup.urls == NATURAL:
            yield from (_task_figure(results, setup, task) for task in results.tasks(setup))


def _usual(setups: Sequence[Setup], urls: str) -> Setup:
    """Samples on the site, three if that was tried."""
    of_kind = [setup for setup in setups if setup.urls == urls]
    return min(of_kind, key=lambda setup: (setup.place != SITE, abs(setup.samples - 3)))


def _task_cell(mean: Mean | None) -> str:
    if mean is None:
        return NONE
    missed = f" ({mean.recall:.0%})" if mean.reached < mean.runs else ""
    return f"{mean.ratios[MAIN]:.2f}{missed}"


def _task_figure(results: Results, setup: Setup, task: Task) -> Figure:
    whole = results.whole_site(setup, task)
    curves: dict[str, list[tuple[float, float]]] = {
        strategy: [point for point in recall_curve(runs, whole) if point[0] <= whole]
        for strategy in results.strategies(setup)
        if (runs := results.runs(setup, strategy, task))
    }
    bounds = results.any_run(setup, task).bounds
    curves["lower bound"] = [(0.0, 0.0), *((float(bounds[level][0]), level / 100) for level in sorted(bounds))]
    caption = f"Recall over downloads: {' '.join(task)}, {setup.name}"
    ticks = [round(whole * step / 4) for step in range(5)]
    return Figure(f"task-{'-'.join(task)}", caption, charts.lines(caption, "downloads", "recall", curves, ticks))


def task_lines(results: Results, setup: Setup) -> Iterator[str]:
    """Each task and what every strategy paid for it."""
    for task in results.tasks(setup):
        run = results.any_run(setup, task)
        yield f"{' '.join(task)}: {run.targets} targets on {run.pages} pages, lower bound {run.bounds[MAIN][0]}"
        base = results.mean(setup, BASELINE, task)
        for strategy in results.strategies(setup):
            mean = results.mean(setup, strategy, task)
            if mean is None:
                continue
            cost = mean.downloads[MAIN]
            line = f"    {strategy:24} {cost:7.0f} = {mean.ratios[MAIN]:5.2f} x bound"
            if base is not None:
                line += f" = {cost / base.downloads[MAIN]:4.2f} x {BASELINE}"
            if mean.reached < mean.runs:
                line += f"  reached {MAIN} % in {mean.reached} of {mean.runs} runs, recall {mean.recall:.0%}"
            yield line


def summary_lines(results: Results, setup: Setup) -> Iterator[str]:
    """What a reader quotes, one line each."""
    tasks, strategies = results.tasks(setup), results.strategies(setup)
    firsts = [task for task in tasks if task in results.primary]
    yield f"{setup.name}:"
    yield (
        f"{len(tasks)} tasks of {len({site for site, _ in tasks})} sites; the lower bound is at most "
        f"{results.gap(setup):.1%} above the optimum"
    )
    totals = {strategy: total for strategy in strategies if (total := results.total(setup, strategy)) is not None}
    for strategy, total in totals.items():
        per_second = total.decisions_per_second
        speed = "" if math.isnan(per_second) else f", {1000 / per_second:.2f} ms/decision"
        yield f"{strategy}: {total.missed} tasks with runs below {MAIN} % (charged with the whole site){speed}"
    for strategy, total in totals.items():
        for level in LEVELS:
            ratio = total.ratios[level]
            yield f"geometric mean of cost to {level} % over the lower bound, {strategy}: {ratio:.3f}"
    for strategy in strategies if 0 < len(firsts) < len(tasks) else ():
        first = results.total(setup, strategy, first_only=True)
        if first is not None:
            costs = ", ".join(f"{first.ratios[level]:.3f} to {level} %" for level in LEVELS)
            yield (
                f"the first task of each site alone, {strategy}: {costs}; worst {first.worst:.2f}, "
                f"at most {_number(first.to_baseline, '.2f')} x {BASELINE}"
            )
    for strategy, total in totals.items():
        worst = " ".join(total.worst_task)
        yield f"worst task at {MAIN} %, {strategy}: {total.worst:.2f} x bound ({worst})"
    for strategy in strategies if BASELINE in strategies else ():
        if strategy != BASELINE:
            halved = results.within_half(setup, strategy)
            yield (
                f"{MAIN} % within half of {BASELINE}, {strategy}: {len(halved)} of {len(tasks)} tasks, "
                f"{len(set(halved) & set(firsts))} of {len(firsts)} sites (their first task)"
            )


def results_json(results: Results, command: str) -> str:
    """All numbers, one line per strategy and per task of a setup."""
    rows: list[Mapping[str, object]] = []
    for setup in results.setups:
        for strategy in results.strategies(setup):
            for about, first_only in (("total", False), ("first_tasks", True)):
                total = results.total(setup, strategy, first_only=first_only)
                if total is not None:
                    rows.append({**asdict(setup), "strategy": strategy, about: asdict(total)})
            for site, task in results.tasks(setup):
                mean = results.mean(setup, strategy, (site, task))
                if mean is not None:
                    rows.append(_json_row(results, setup, strategy, (site, task), mean))
    lines = ",\n".join(json.dumps(_plain(row)) for row in rows)
    return '{\n"command": ' + json.dumps(command) + ',\n"rows": [\n' + lines + "\n]\n}\n"


def _json_row(results: Results, setup: Setup, strategy: str, task: Task, mean: Mean) -> Mapping[str, object]:
    run = results.any_run(setup, task)
    about = {"site": task[0], "task": task[1], "primary": task in results.primary}
    sizes = {"targets": run.targets, "pages": run.pages, "bounds": run.bounds}
    return {**asdict(setup), "strategy": strategy, **about, **sizes, "mean": asdict(mean)}


def _plain(value: object) -> object:
    """nan is no JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 6)
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value
