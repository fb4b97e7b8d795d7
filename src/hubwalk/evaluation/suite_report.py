"""The report of `hubwalk evaluate`: every table and figure from the results, the papers' numbers beside ours.

Nothing in it is written by hand but what holds for any results: how it was measured, and what the papers claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

from hubwalk.evaluation import charts
from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.cells import OUT_OF_PAGES, TASKS, Outcome
from hubwalk.evaluation.claims import Finding, demo_sites, downloads, harvest_rate, recall, title
from hubwalk.evaluation.document import Block, Bullets, Figure, Heading, Paragraph, Table
from hubwalk.evaluation.findings import findings
from hubwalk.evaluation.parameter_findings import restart_rates, time_shares
from hubwalk.evaluation.results import FITTING, Results, SiteFacts
from hubwalk.evaluation.suite import ORACLE

_NONE = "–"
Number = Callable[[Outcome], float]


def report(results: Results, command: str) -> list[Block]:
    """The whole report; sections without numbers are left out. `command` is what makes it."""
    return [
        *_opening(results, command),
        *_findings(findings(results)),
        *_sites(results),
        *_strategies(results),
        *_time(results),
        *_restart(results),
        *_iterations(results),
        *_queries(results),
        *_recorded(results),
    ]


def _opening(results: Results, command: str) -> Iterator[Block]:
    suite, sites = results.suite, demo_sites(results)
    done = len(results.outcomes)
    yield Heading(suite.title, level=1)
    whole = f"{done} cells" if done == results.planned else f"{done} of {results.planned} cells: **incomplete**"
    yield Paragraph(f"Made by `{command}` with hubwalk {results.hubwalk}; {whole}. Do not edit: run it again.")
    if not sites:
        return
    by_queries = sum(site.found_by_queries for site in sites)
    starts = f"the first {suite.starts} authorities that the queries found there" if by_queries else "sample targets"
    if 0 < by_queries < len(sites):
        starts += f" ({by_queries} sites) or, where they found none, {suite.starts} sample targets"
    yield Paragraph(
        f"The evaluation of Shchekotykhin, Jannach and Friedrich (2010), section 5, on the demo web: "
        f"{len(sites)} sites with {sum(site.existing for site in sites)} targets, scale {suite.scale:g}, seed "
        f"{suite.demo_seed}. As there, `{suite.reference}` runs first on each site, until it ends by itself; every "
        f"other strategy then gets the same number of downloads on that site with that validator. All start from "
        f"{starts}. Recall is over all targets that exist. A run that does not end is stopped after "
        f"{suite.pages_per_target:g} downloads per target and {suite.pages_more} more. Seeds: "
        f"{', '.join(map(str, suite.seeds))}; numbers are means over them. No parameter is set per site."
    )
    yield Paragraph(
        f"Tabular domains are judged by `{suite.validators.tabular}`, text domains by `{suite.validators.text}`, both "
        f"taught by {suite.samples} sample documents per domain. The oracle, which knows the targets, stands beside "
        f"them: what it loses the crawler lost, the rest is the validator's."
    )


def _findings(found: Sequence[Finding]) -> Iterator[Block]:
    groups = (
        ("Where the papers' findings come out", [f.text for f in found if f.agrees is True]),
        ("Where they do not", [f.text for f in found if f.agrees is False]),
        ("Besides", [f.text for f in found if f.agrees is None]),
    )
    for heading, texts in groups:
        if texts:
            yield Heading(heading)
            yield Bullets(tuple(texts))


# -- Figs. 4-7 --------------------------------------------------------------------------------------------------------


def _sites(results: Results) -> Iterator[Block]:
    reference, baseline = results.suite.reference, results.suite.baseline
    head = (
        "site", "existing", "links without text", f"{reference}", "recall", baseline, "recall", "downloads",
        f"oracle: {reference}", f"oracle: {baseline}", "paper's site", "xcrawl", "baseline",
    )  # fmt: skip
    for domain in results.domains:
        rows = [_site_row(results, site) for site in results.of_domain(domain)]
        known = paper.DOMAINS.get(domain)
        yield Heading(f"Fig. {known.figure}: {known.title}" if known else domain)
        mean = [_mean(results, results.of_domain(domain), s, FITTING, recall) for s in (reference, baseline)]
        sure = [_mean(results, results.of_domain(domain), s, ORACLE, recall) for s in (reference, baseline)]
        theirs = [f"{known.recall:.3f}", f"{known.baseline_recall:.3f}"] if known else [_NONE, _NONE]
        existing = str(sum(site.existing for site in results.of_domain(domain)))
        last = ("mean", existing, "", "", mean[0], "", mean[1], "", *sure, "", *theirs)
        yield Table(head, (*rows, last), texts=("paper's site",))
    stopped = [
        cell.name for cell, run in results.outcomes.items() if run.ended == OUT_OF_PAGES and cell.strategy == reference
    ]
    if results.domains:
        yield Paragraph(
            "Columns from `paper's site` on are Figs. 4-7: recall there of xCRAWL and of the baseline. "
            + (
                f"Stopped by the bound on downloads: {', '.join(stopped)}."
                if stopped
                else "No run was stopped by the bound."
            )
        )


def _site_row(results: Results, site: SiteFacts) -> tuple[str, ...]:
    reference, baseline = results.suite.reference, results.suite.baseline
    cells = [site.name, str(site.existing), f"{site.textless:.0%}"]
    for strategy in (reference, baseline):
        cells.append(_count(results.runs(site.key, strategy, site.validator)))
        cells.append(_mean(results, [site], strategy, FITTING, recall))
    cells.append(_mean(results, [site], reference, FITTING, downloads, style="{:.0f}"))
    cells += [_mean(results, [site], strategy, ORACLE, recall) for strategy in (reference, baseline)]
    known = paper.DOMAINS.get(site.domain)
    match = next((s for s in known.sites if s.name == site.paper), None) if known else None
    cells += [site.paper or _NONE, *([f"{match.recall:.3f}", f"{match.baseline_recall:.3f}"] if match else [_NONE] * 2)]
    return tuple(cells)


def _count(runs: Sequence[Outcome]) -> str:
    return f"{fmean(run.found for run in runs):.0f}" if runs else _NONE


def _mean(
    results: Results,
    sites: Sequence[SiteFacts],
    strategy: str,
    validator: str,
    number: Number,
    *,
    style: str = "{:.3f}",
    equal: bool | None = None,
) -> str:
    value = results.mean(sites, strategy, validator, number, equal=equal)
    return _NONE if value is None else style.format(value)


# -- Fig. 8 -----------------------------------------------------------------------------------------------------------


def _strategies(results: Results) -> Iterator[Block]:
    if not results.domains:
        return
    yield Heading("Fig. 8: mean recall per domain")
    for validator, said in ((FITTING, "the fitting validators"), (ORACLE, "the oracle")):
        rows = [_strategy_row(results, strategy, validator) for strategy in results.suite.compared]
        rows = [row for row in rows if set(row[1:]) != {_NONE}]
        if not rows:
            continue
        yield Paragraph(f"With {said}:")
        yield Table(("strategy", *(title(d) for d in results.domains), "mean", "harvest rate"), tuple(rows))
        yield _bars(results, validator, said)
    yield Paragraph(
        f"In the paper: hits+tspr {paper.MEAN_RECALL:.3f}, hits+pagerank "
        f"{paper.BASELINE_RECALL + paper.PAGERANK_OVER_BASELINE:.3f} (the baseline and 31 points), baseline "
        f"{paper.BASELINE_RECALL:.3f}; hits alone above the baseline on tabular sites, level with it on text. "
        "Oracle and fitting validators lead to different numbers of downloads, so compare within a table."
    )
    yield Heading("Recall per site", level=3)
    head = ("site", *(_short(strategy) for strategy in results.suite.compared))
    rows = [
        (site.key, *(_mean(results, [site], strategy, FITTING, recall) for strategy in results.suite.compared))
        for site in demo_sites(results)
    ]
    yield Table(head, tuple(rows))


def _strategy_row(results: Results, strategy: str, validator: str) -> tuple[str, ...]:
    means = [_mean(results, results.of_domain(domain), strategy, validator, recall) for domain in results.domains]
    sites = demo_sites(results)
    rate = _mean(results, sites, strategy, validator, harvest_rate)
    return (f"`{strategy}`", *means, _mean(results, sites, strategy, validator, recall), rate)


def _bars(results: Results, validator: str, said: str) -> Figure:
    groups: dict[str, dict[str, float]] = {}
    marks: dict[str, dict[str, float]] = {}
    for domain in results.domains:
        name = title(domain)
        groups[name] = {
            _short(strategy): value
            for strategy in results.suite.compared
            if (value := results.mean(results.of_domain(domain), strategy, validator, recall)) is not None
        }
        known = paper.DOMAINS.get(domain)
        if known:
            suite = results.suite
            marks[name] = {_short(suite.reference): known.recall, _short(suite.baseline): known.baseline_recall}
    kind = "oracle" if validator == ORACLE else "fitting"
    caption = f"Mean recall with {said}; the strokes are the paper's numbers"
    return Figure(f"recall-{kind}", caption, charts.bars(caption, groups, marks))


def _short(strategy: str) -> str:
    return strategy.replace("xcrawl:variant=", "xcrawl ")


# -- Figs. 9 and 10, iterations ---------------------------------------------------------------------------------------


def _time(results: Results) -> Iterator[Block]:
    found = time_shares(results)
    if not found:
        return
    yield Heading("Fig. 9: share of time per task")
    rows = []
    for domain, row in found.items():
        total = sum(row.values()) or 1.0
        rows.append((title(domain), *(f"{row.get(task, 0.0) / total:.0%}" for task in TASKS), f"{total:.1f}"))
    yield Table(("domain", *TASKS, "CPU seconds"), tuple(rows))
    caption = f"Measured time of {results.suite.reference} per task"
    yield Figure("time", caption, charts.shares(caption, {title(domain): row for domain, row in found.items()}))
    yield Paragraph(
        "Of runs with the fitting validators, on one core. Fetching is what the demo web takes to make a page in "
        "memory: no network, no rendering. In the paper browsing (downloading and rendering) took about half of the "
        "time, HITS and the web graph a small part. Deciding has both, and the harvest. These numbers differ from run "
        "to run."
    )


def _restart(results: Results) -> Iterator[Block]:
    suite = results.suite.restart
    curves = {}
    rows = []
    for strategy in suite.strategies:
        for domain in results.domains:
            rates = restart_rates(results, domain, strategy)
            if not rates:
                continue
            label = title(domain) if len(suite.strategies) == 1 else f"{title(domain)}, {strategy}"
            curves[label] = list(rates.items())
            rows.append((label, *(f"{rates[p]:.3f}" if p in rates else _NONE for p in suite.probabilities)))
    if not rows:
        return
    yield Heading("Fig. 10: harvest rate against restart probability")
    yield Table(("harvest rate", *(f"{p:g}" for p in suite.probabilities)), tuple(rows))
    caption = "Harvest rate (accepted of downloaded) against restart probability, oracle"
    yield Figure("restart", caption, charts.lines(caption, "restart probability", "harvest rate", curves))
    for what, number, style in (("recall", recall, "{:.3f}"), ("downloads", downloads, "{:.0f}")):
        rows = [
            (f"{what}, all sites, `{strategy}`", *_sweep(results, strategy, number, style))
            for strategy in suite.strategies
        ]
        yield Table((what, *(f"{p:g}" for p in suite.probabilities)), tuple(rows))
    yield Paragraph(
        f"With the oracle, {suite.max_iterations} iterations, until the strategy ends by itself. In the paper 0.15 is "
        "best in all domains; the figure is drawn without numbers."
    )


def _sweep(results: Results, strategy: str, number: Number, style: str) -> list[str]:
    sites = demo_sites(results)
    specs = [results.suite.restart_spec(strategy, p) for p in results.suite.restart.probabilities]
    return [_mean(results, sites, spec, ORACLE, number, style=style, equal=False) for spec in specs]


def _iterations(results: Results) -> Iterator[Block]:
    values = results.suite.iterations.values
    rows = []
    for strategy in results.suite.iterations.strategies:
        specs = [results.suite.iterations_spec(strategy, value) for value in values]
        for what, number, style in (
            ("recall", recall, "{:.3f}"),
            ("harvest rate", harvest_rate, "{:.3f}"),
            ("downloads", downloads, "{:.0f}"),
        ):
            cells = [_mean(results, demo_sites(results), s, ORACLE, number, style=style, equal=False) for s in specs]
            rows.append((f"{what}, `{strategy}`", *cells))
    if not rows or all(set(row[1:]) == {_NONE} for row in rows):
        return
    yield Heading("Iterations needed")
    yield Table(("all sites, oracle", *map(str, values)), tuple(rows))
    yield Paragraph(
        "Restarts in a row without a new hub after which the walk is over. In the paper about 50 are enough."
    )


# -- queries and real sites -------------------------------------------------------------------------------------------


def _queries(results: Results) -> Iterator[Block]:
    if not results.discovery:
        return
    yield Heading("From samples to sites")
    rows = [
        (
            title(facts.domain), f"{facts.found} of {facts.real}", str(facts.queries), str(facts.listed),
            f"{facts.precision:.2f}", str(facts.first), str(facts.authorities), facts.ended,
        )
        for facts in results.discovery
    ]  # fmt: skip
    head = (
        "domain",
        "sites found",
        "queries",
        "sites listed",
        "precision",
        "among the first six",
        "authorities",
        "why it ended",
    )
    yield Table(head, tuple(rows), texts=("why it ended",))
    yield Paragraph(
        f"Automatic query generation from {results.suite.samples} sample documents, among decoy sites, with the demo "
        f"web's own search engine and at most {results.suite.discovery.max_queries} queries. Precision: sites of the "
        "domain among the sites listed."
    )


def _recorded(results: Results) -> Iterator[Block]:
    sites = [site for site in results.sites if site.recorded]
    strategies = results.suite.recorded.strategies or results.suite.compared
    strategies = tuple(dict.fromkeys((results.suite.reference, *strategies)))
    rows = [
        (
            site.key,
            str(site.existing),
            _mean(results, [site], results.suite.reference, ORACLE, downloads, style="{:.0f}"),
            *(_mean(results, [site], strategy, ORACLE, recall) for strategy in strategies),
        )
        for site in sites
    ]
    rows = [row for row in rows if set(row[2:]) != {_NONE}]
    if not rows:
        return
    yield Heading("Recorded real sites")
    means = (_mean(results, sites, strategy, ORACLE, recall) for strategy in strategies)
    last = ("mean", "", "", *means)
    yield Table(("site/task", "existing", "downloads", *map(_short, strategies)), (*rows, last))
    yield Paragraph(
        f"Recall at equal downloads with the oracle, from the entry page and {results.suite.recorded.samples} samples. "
        "The papers have no such sites."
    )
