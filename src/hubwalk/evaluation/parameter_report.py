"""The parts of the report about time, parameters, queries and real sites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hubwalk.evaluation import charts
from hubwalk.evaluation.cells import TASKS
from hubwalk.evaluation.claims import NONE, Number, demo_sites, downloads, harvest_rate, mean_of, recall, short, title
from hubwalk.evaluation.document import Block, Figure, Heading, Paragraph, Table
from hubwalk.evaluation.parameter_findings import restart_rates, time_shares
from hubwalk.evaluation.results import Results
from hubwalk.evaluation.suite import ORACLE


def time(results: Results) -> Iterator[Block]:
    """Fig. 9."""
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


def restart(results: Results) -> Iterator[Block]:
    """Fig. 10."""
    suite = results.suite.restart
    head = tuple(f"{p:g}" for p in suite.probabilities)
    sections: list[Block] = []
    for strategy in suite.strategies:
        rates = {domain: restart_rates(results, domain, strategy) for domain in results.domains}
        curves = {title(domain): list(found.items()) for domain, found in rates.items() if found}
        if not curves:
            continue
        rows = [
            (title(domain), *(f"{found[p]:.3f}" if p in found else NONE for p in suite.probabilities))
            for domain, found in rates.items()
        ]
        rows.append(("recall, all sites", *_sweep(results, strategy, recall, "{:.3f}")))
        rows.append(("downloads per site", *_sweep(results, strategy, downloads, "{:.0f}")))
        sections.append(Table((f"harvest rate of `{strategy}`", *head), tuple(rows)))
        caption = f"Harvest rate (accepted of downloaded) of {strategy} against restart probability, oracle"
        name = "restart-" + re.sub(r"\W+", "-", strategy)
        sections.append(Figure(name, caption, charts.lines(caption, "restart probability", "harvest rate", curves)))
    if not sections:
        return
    yield Heading("Fig. 10: harvest rate against restart probability")
    yield from sections
    yield Paragraph(
        f"With the oracle, {suite.max_iterations} iterations, until the strategy ends by itself. In the paper 0.15 is "
        "best in all domains; the figure is drawn without numbers. `xcrawl` looks through fetched pages to whatever "
        "new page weighs most; `walk=local` is the paper's walk to the letter, from page to page."
    )


def _sweep(results: Results, strategy: str, number: Number, style: str) -> list[str]:
    sites = demo_sites(results)
    specs = [results.suite.restart_spec(strategy, p) for p in results.suite.restart.probabilities]
    return [mean_of(results, sites, spec, ORACLE, number, style=style, equal=False) for spec in specs]


def iterations(results: Results) -> Iterator[Block]:
    """Section 5.3."""
    values = results.suite.iterations.values
    rows = []
    for strategy in results.suite.iterations.strategies:
        specs = [results.suite.iterations_spec(strategy, value) for value in values]
        for what, number, style in (
            ("recall", recall, "{:.3f}"),
            ("harvest rate", harvest_rate, "{:.3f}"),
            ("downloads", downloads, "{:.0f}"),
        ):
            cells = [mean_of(results, demo_sites(results), s, ORACLE, number, style=style, equal=False) for s in specs]
            rows.append((f"{what}, `{strategy}`", *cells))
    if all(sum(cell != NONE for cell in row[1:]) < 2 for row in rows):  # one value is no comparison
        return
    yield Heading("Iterations needed")
    yield Table(("all sites, oracle", *map(str, values)), tuple(rows))
    yield Paragraph(
        "Restarts in a row without a new hub after which the walk is over. In the paper about 50 are enough."
    )


# -- queries and real sites -------------------------------------------------------------------------------------------


def queries(results: Results) -> Iterator[Block]:
    """Automatic query generation."""
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


def recorded_sites(results: Results) -> Iterator[Block]:
    """Sites that the papers did not have."""
    sites = [site for site in results.sites if site.recorded]
    strategies = results.suite.recorded.strategies or results.suite.compared
    strategies = tuple(dict.fromkeys((results.suite.reference, *strategies)))
    rows = [
        (
            site.key,
            str(site.existing),
            mean_of(results, [site], results.suite.reference, ORACLE, downloads, style="{:.0f}"),
            *(mean_of(results, [site], strategy, ORACLE, recall) for strategy in strategies),
        )
        for site in sites
    ]
    rows = [row for row in rows if set(row[2:]) != {NONE}]
    if not rows:
        return
    yield Heading("Recorded real sites")
    means = (mean_of(results, sites, strategy, ORACLE, recall) for strategy in strategies)
    last = ("mean", "", "", *means)
    yield Table(("site/task", "existing", "downloads", *map(short, strategies)), (*rows, last))
    yield Paragraph(
        f"Recall at equal downloads with the oracle, from the entry page and {results.suite.recorded.samples} samples. "
        "The papers have no such sites."
    )
