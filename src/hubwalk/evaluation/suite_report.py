"""The report of `hubwalk evaluate`: every table and figure from the results, the papers' numbers beside ours.

Nothing in it is written by hand but what holds for any results: how it was measured, and what the papers claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from hubwalk.evaluation import charts, parameter_report
from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.cells import OUT_OF_PAGES, Outcome
from hubwalk.evaluation.claims import (
    NONE,
    Finding,
    demo_sites,
    downloads,
    early_recall,
    harvest_rate,
    mean_of,
    recall,
    short,
    title,
)
from hubwalk.evaluation.document import Block, Bullets, Figure, Heading, Paragraph, Table
from hubwalk.evaluation.findings import findings, reached_ninety
from hubwalk.evaluation.results import FITTING, Results, SiteFacts
from hubwalk.evaluation.subjects import LIST
from hubwalk.evaluation.suite import ORACLE


def report(results: Results, command: str) -> list[Block]:
    """The whole report; sections without numbers are left out. `command` is what makes it."""
    return [
        *_opening(results, command),
        *_findings(findings(results)),
        *_sites(results),
        *_strategies(results),
        *parameter_report.time(results),
        *parameter_report.restart(results),
        *parameter_report.iterations(results),
        *parameter_report.queries(results),
        *parameter_report.recorded_sites(results),
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
        f"taught by {suite.samples} sample documents and as many near misses per domain; the search for sites has the "
        f"sample documents alone. The oracle, which knows the targets, stands beside them: what it loses the crawler "
        f"lost, the rest is the validator's."
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
        "site", "existing", "pages", "in lists", f"{reference}", "recall", baseline, "recall", "downloads",
        f"oracle: {reference}", f"oracle: {baseline}", "paper's site", "xcrawl", "baseline",
    )  # fmt: skip
    for domain in results.domains:
        rows = [_site_row(results, site) for site in results.of_domain(domain)]
        known = paper.DOMAINS.get(domain)
        yield Heading(f"Fig. {known.figure}: {known.title}" if known else domain)
        mean = [mean_of(results, results.of_domain(domain), s, FITTING, recall) for s in (reference, baseline)]
        sure = [mean_of(results, results.of_domain(domain), s, ORACLE, recall) for s in (reference, baseline)]
        theirs = [f"{known.recall:.3f}", f"{known.baseline_recall:.3f}"] if known else [NONE, NONE]
        existing = str(sum(site.existing for site in results.of_domain(domain)))
        last = ("mean", existing, "", "", "", mean[0], "", mean[1], "", *sure, "", *theirs)
        yield Table(head, (*rows, last), texts=("paper's site",))
    stopped = [
        cell.name for cell, run in results.outcomes.items() if run.ended == OUT_OF_PAGES and cell.strategy == reference
    ]
    if results.domains:
        yield Paragraph(
            f"In lists: targets that stand in a list of at least {LIST}. Pages are a site's real ones; printer "
            "versions, sort orders, calendars and the like come on top. A page that shows a target under another "
            "address counts as right, and the target once as found. Sites with * link by pictures without a word. "
            "Columns from `paper's site` on are Figs. 4-7: recall there of xCRAWL and of the baseline. "
            + (
                f"Stopped by the bound on downloads: {', '.join(stopped)}."
                if stopped
                else "No run was stopped by the bound."
            )
        )


def _site_row(results: Results, site: SiteFacts) -> tuple[str, ...]:
    reference, baseline = results.suite.reference, results.suite.baseline
    listed = f"{site.listed:.0%}" if site.listed >= 0 else NONE
    cells = [site.name + (" *" if site.mute else ""), str(site.existing), str(site.pages), listed]
    for strategy in (reference, baseline):
        cells.append(_count(results.runs(site.key, strategy, site.validator)))
        cells.append(mean_of(results, [site], strategy, FITTING, recall))
    cells.append(mean_of(results, [site], reference, FITTING, downloads, style="{:.0f}"))
    cells += [mean_of(results, [site], strategy, ORACLE, recall) for strategy in (reference, baseline)]
    known = paper.DOMAINS.get(site.domain)
    match = next((s for s in known.sites if s.name == site.paper), None) if known else None
    cells += [site.paper or NONE, *([f"{match.recall:.3f}", f"{match.baseline_recall:.3f}"] if match else [NONE] * 2)]
    return tuple(cells)


def _count(runs: Sequence[Outcome]) -> str:
    return f"{fmean(run.found for run in runs):.0f}" if runs else NONE


# -- Fig. 8 -----------------------------------------------------------------------------------------------------------


def _strategies(results: Results) -> Iterator[Block]:
    if not results.domains:
        return
    yield Heading("Fig. 8: mean recall per domain")
    for validator, said in ((FITTING, "the fitting validators"), (ORACLE, "the oracle")):
        rows = [_strategy_row(results, strategy, validator) for strategy in results.suite.compared]
        rows = [row for row in rows if set(row[1:]) != {NONE}]
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
    yield from _at_ninety(results)
    yield Heading("Recall per site", level=3)
    head = ("site", *(short(strategy) for strategy in results.suite.compared))
    rows = [
        (site.key, *(mean_of(results, [site], strategy, FITTING, recall) for strategy in results.suite.compared))
        for site in demo_sites(results)
    ]
    yield Table(head, tuple(rows))


def _at_ninety(results: Results) -> Iterator[Block]:
    reference = results.suite.reference
    rows = []
    for strategy in results.suite.compared:
        cells = []
        for validator in (FITTING, ORACLE):
            sites = reached_ninety(results, validator)
            cells.append(mean_of(results, sites, strategy, validator, early_recall))
        rows.append((f"`{strategy}`", *cells))
    if all(set(row[1:]) == {NONE} for row in rows):
        return
    counts = [len(reached_ninety(results, validator)) for validator in (FITTING, ORACLE)]
    yield Heading(f"When {reference} had found 90 %", level=3)
    yield Table(("recall by then", f"fitting, {counts[0]} sites", f"oracle, {counts[1]} sites"), tuple(rows))
    yield Paragraph(
        f"At the end of a run small sites have been fetched whole, and all strategies are alike. So here is what each "
        f"had found after as many downloads as {reference} needed for 90 % of the targets, on the sites where it found "
        f"so many."
    )


def _strategy_row(results: Results, strategy: str, validator: str) -> tuple[str, ...]:
    means = [mean_of(results, results.of_domain(domain), strategy, validator, recall) for domain in results.domains]
    sites = demo_sites(results)
    rate = mean_of(results, sites, strategy, validator, harvest_rate)
    return (f"`{strategy}`", *means, mean_of(results, sites, strategy, validator, recall), rate)


def _bars(results: Results, validator: str, said: str) -> Figure:
    groups: dict[str, dict[str, float]] = {}
    marks: dict[str, dict[str, float]] = {}
    for domain in results.domains:
        name = title(domain)
        groups[name] = {
            short(strategy): value
            for strategy in results.suite.compared
            if (value := results.mean(results.of_domain(domain), strategy, validator, recall)) is not None
        }
        known = paper.DOMAINS.get(domain)
        if known:
            suite = results.suite
            marks[name] = {short(suite.reference): known.recall, short(suite.baseline): known.baseline_recall}
    kind = "oracle" if validator == ORACLE else "fitting"
    caption = f"Mean recall with {said}; the strokes are the paper's numbers"
    return Figure(f"recall-{kind}", caption, charts.bars(caption, groups, marks))
