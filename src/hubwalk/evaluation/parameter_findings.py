"""What the numbers say about xcrawl's parameters, the time it takes, and the queries that find its sites."""

from __future__ import annotations

from collections.abc import Iterator

from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.claims import EVEN, Finding, demo_sites, downloads, harvest_rate, recall, runs_on, title
from hubwalk.evaluation.results import FITTING, Results
from hubwalk.evaluation.suite import ORACLE


def best_restart(results: Results) -> Iterator[Finding]:
    """0.15 has the best harvest rate in all domains."""
    for strategy in results.suite.restart.strategies:
        best = {
            domain: _best_probability(rates)
            for domain in results.domains
            if (rates := restart_rates(results, domain, strategy))
        }
        if not best:
            continue
        said = ", ".join(f"{title(domain)} {value:g}" for domain, value in best.items())
        agrees = all(value == paper.BEST_RESTART for value in best.values())
        text = (
            f"Restart probability with the best harvest rate of {strategy}: {said} (paper: {paper.BEST_RESTART}; where "
            f"it is within {EVEN} of the best it counts as best)."
        )
        yield Finding(agrees, text if agrees else f"{text} {_restart_reason(results, strategy)}".strip())


def _best_probability(rates: dict[float, float]) -> float:
    """The papers' value if hardly any is better: rates differ a little by chance."""
    best = max(rates, key=lambda p: rates[p])
    return paper.BEST_RESTART if rates.get(paper.BEST_RESTART, 0.0) > rates[best] - EVEN else best


def restart_rates(results: Results, domain: str, strategy: str) -> dict[float, float]:
    """Probability -> harvest rate."""
    sites, found = results.of_domain(domain), {}
    for probability in results.suite.restart.probabilities:
        spec = results.suite.restart_spec(strategy, probability)
        value = results.mean(sites, spec, ORACLE, harvest_rate, equal=False)
        if value is not None:
            found[probability] = value
    return found


def _restart_reason(results: Results, strategy: str) -> str:
    """What a higher probability does: it ends a walk that finds no new hub sooner."""
    ends = (min(results.suite.restart.probabilities), max(results.suite.restart.probabilities))
    sites = demo_sites(results)
    numbers = []
    for probability in ends:
        spec = results.suite.restart_spec(strategy, probability)
        fetched = results.mean(sites, spec, ORACLE, downloads, equal=False)
        found = results.mean(sites, spec, ORACLE, recall, equal=False)
        if fetched is None or found is None:
            return ""
        numbers.append((fetched, found))
    (many, first), (few, last) = numbers
    return (
        f"From {ends[0]:g} to {ends[1]:g} the downloads per site go from {many:.0f} to {few:.0f} and recall from "
        f"{first:.3f} to {last:.3f}: restarts are what ends the walk, more of them end it sooner."
    )


def enough_iterations(results: Results) -> Iterator[Finding]:
    """50 restarts without a new hub do as well as more."""
    values = results.suite.iterations.values
    for strategy in results.suite.iterations.strategies:
        found = iteration_recalls(results, strategy)
        if len(found) < 2 or max(values) not in found:
            continue
        most = found[max(values)]
        enough = min(value for value, number in found.items() if number > most - EVEN)
        listed = ", ".join(f"{value}: {number:.3f}" for value, number in found.items())
        yield Finding(
            enough <= paper.ENOUGH_ITERATIONS,
            f"{_enough(enough, max(values), strategy)} (paper: around {paper.ENOUGH_ITERATIONS} are enough). Recall by "
            f"iterations: {listed}.",
        )


def _enough(enough: int, most: int, strategy: str) -> str:
    if enough == most:
        return f"Fewer than {most} iterations of {strategy} do not reach the recall of {most} within {EVEN}"
    return f"{enough} iterations of {strategy} reach the recall of {most} within {EVEN}"


def iteration_recalls(results: Results, strategy: str) -> dict[int, float]:
    """Iterations -> mean recall."""
    sites = demo_sites(results)
    found = {}
    for value in sorted(results.suite.iterations.values):
        number = results.mean(sites, results.suite.iterations_spec(strategy, value), ORACLE, recall, equal=False)
        if number is not None:
            found[value] = number
    return found


def time_shares(results: Results) -> dict[str, dict[str, float]]:
    """Domain -> task -> seconds, of the reference with the fitting validators."""
    found: dict[str, dict[str, float]] = {}
    for site in demo_sites(results):
        for run in runs_on(results, site, results.suite.reference, FITTING):
            for task, seconds in run.seconds.items():
                row = found.setdefault(site.domain, {})
                row[task] = row.get(task, 0.0) + seconds
    return found


def time_of_browsing(results: Results) -> Iterator[Finding]:
    """Half of the time went into browsing, little into weights."""
    total: dict[str, float] = {}
    for row in time_shares(results).values():
        for task, seconds in row.items():
            total[task] = total.get(task, 0.0) + seconds
    fetched = sum(
        run.downloads
        for site in demo_sites(results)
        for run in runs_on(results, site, results.suite.reference, FITTING)
    )
    if not fetched or not sum(total.values()):
        return
    rest = sum(total.values()) - total.get("fetching", 0.0)
    deciding = total.get("deciding", 0.0) / rest
    yield Finding(
        deciding < paper.BROWSING_SHARE,
        f"Without fetching, a download costs {1000 * rest / fetched:.1f} ms of computing, {deciding:.0%} of it for "
        f"deciding where to go next. Pages come from memory here; a page that takes longer than this to arrive makes "
        f"browsing more than half of the time, as in the paper (nearly three of six hours).",
    )


def queries(results: Results) -> Iterator[Finding]:
    """Five of six sites with at most sixty queries."""
    for facts in results.discovery:
        need = min(paper.EXPECTED_SITES, facts.real)
        yield Finding(
            facts.found >= need and facts.queries <= paper.MAX_QUERIES,
            f"Queries from the samples of {title(facts.domain)} alone: {facts.found} of {facts.real} sites in "
            f"{facts.queries} queries, precision of the site list {facts.precision:.2f} ({facts.ended}).",
        )
