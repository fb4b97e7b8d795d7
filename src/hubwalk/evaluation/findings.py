"""What the numbers say about the papers' claims: a sentence on each, made by rules, never by hand.

A rule looks at the results and says whether a claim came out, with the numbers, and if it did not, with the reason as
far as the numbers tell one: the validator refused pages that the crawler had fetched, a run was stopped by its bound,
or a walk ended long before its downloads were used up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.cells import BUDGET, CONVERGED, OUT_OF_PAGES
from hubwalk.evaluation.claims import EVEN, Finding, demo_sites, early_recall, recall, runs_on, title, titles
from hubwalk.evaluation.parameter_findings import best_restart, enough_iterations, queries, time_of_browsing
from hubwalk.evaluation.results import FITTING, Results, SiteFacts
from hubwalk.evaluation.subjects import LIST
from hubwalk.evaluation.suite import ORACLE

FAR = 0.05  # from the papers' mean recall; theirs has an error of its own, sites were counted by hand
WHOLE = 0.9  # share of a site's pages from which on it counts as fetched whole
LISTED = 0.5  # share of targets in lists below which a site is one without lists

Rule = Callable[[Results], Iterator[Finding]]


def findings(results: Results) -> list[Finding]:
    """What each rule finds; a rule whose numbers are not there finds nothing."""
    return [finding for rule in RULES for finding in rule(results)]


def variant(results: Results, name: str) -> str:
    """The spec of one of xcrawl's variants; hits+tspr is the method itself."""
    return results.suite.reference if name == "hits+tspr" else f"xcrawl:variant={name}"


# -- recall -----------------------------------------------------------------------------------------------------------


def mean_recall(results: Results) -> Iterator[Finding]:
    """.925 over all sites."""
    sites, reference = demo_sites(results), results.suite.reference
    ours = results.mean(sites, reference, FITTING, recall)
    if ours is None:
        return
    known = results.mean(sites, reference, ORACLE, recall)
    beside = f" ({known:.3f} with the oracle)" if known is not None else ""
    text = f"Mean recall of {reference} over {len(sites)} sites: {ours:.3f}{beside}; paper: {paper.MEAN_RECALL:.3f}."
    agrees = ours > paper.MEAN_RECALL - FAR
    yield Finding(agrees, text if agrees else f"{text} {why_less(results, sites, reference)}")


def why_less(results: Results, sites: Sequence[SiteFacts], strategy: str) -> str:
    """Where the missing targets were lost, as far as the numbers tell."""
    refused = missed = stopped = early = 0
    for site in sites:
        for run in results.runs(site.key, strategy, site.validator):
            refused += run.fetched - run.found
            missed += run.existing - run.fetched
            stopped += run.ended == OUT_OF_PAGES
            early += run.ended == CONVERGED and run.fetched_recall < 0.8
    parts = [f"{missed} targets were never fetched, {refused} were fetched and refused by the validator"]
    if stopped:
        parts.append(f"runs that were stopped by the bound on their downloads: {stopped}")
    if early:
        parts.append(f"that ended by themselves with less than four fifths of the targets fetched: {early}")
    return "; ".join(parts) + "."


def over_the_baseline(results: Results) -> Iterator[Finding]:
    """xcrawl above the baseline, in every domain and by 42 points on average."""
    reference, baseline = results.suite.reference, results.suite.baseline
    for validator, said in ((FITTING, "with the fitting validators"), (ORACLE, "with the oracle")):
        sites = demo_sites(results)
        ours, theirs = (results.mean(sites, strategy, validator, recall) for strategy in (reference, baseline))
        if ours is None or theirs is None or reference == baseline:
            continue
        losing = [
            domain
            for domain in results.domains
            if (margin := _margin(results, results.of_domain(domain), validator)) is not None and margin <= 0
        ]
        points = 100 * (ours - theirs)
        claim = 100 * (paper.MEAN_RECALL - paper.BASELINE_RECALL)
        text = (
            f"{reference} finds {ours:.3f} of the targets and {baseline} {theirs:.3f} {said}: {points:+.1f} points "
            f"(paper: {claim:+.0f})"
        )
        where = f"; not ahead in {titles(losing)}" if losing else "; ahead in every domain"
        yield Finding(points > 0 and not losing, text + where + ".")
        if points < claim / 2:
            head = f"The lead over {baseline} is {points:+.1f} points {said} and {claim:+.0f} in the paper."
            yield Finding(False, f"{head} {_why_so_little(results, validator)}")


def at_ninety(results: Results) -> Iterator[Finding]:
    """What the baseline had found when the reference had found nine tenths: the end of a run says little about sites
    that are fetched whole by then."""
    reference, baseline = results.suite.reference, results.suite.baseline
    for validator, said in ((FITTING, "fitting validators"), (ORACLE, "oracle")):
        sites = reached_ninety(results, validator)
        theirs = results.mean(sites, baseline, validator, early_recall)
        if theirs is None or reference == baseline:
            continue
        yield Finding(
            theirs < 0.9 - EVEN,
            f"On the {len(sites)} sites where {reference} finds 90 % of the targets, {baseline} has found {theirs:.1%} "
            f"of them after the same number of downloads ({said}).",
        )


def reached_ninety(results: Results, validator: str) -> list[SiteFacts]:
    """The sites on which every run of the reference found 90 % of the targets."""
    found = []
    for site in demo_sites(results):
        runs = runs_on(results, site, results.suite.reference, validator)
        if runs and all(run.early is not None for run in runs):
            found.append(site)
    return found


def _why_so_little(results: Results, validator: str) -> str:
    """How far the reference's downloads went, and what the baseline did with as many."""
    suite, sites = results.suite, demo_sites(results)
    whole = [site for site in sites if _share_fetched(results, site, validator) > WHOLE]
    runs = [run for site in sites for run in runs_on(results, site, suite.baseline, validator)]
    used = sum(run.ended == BUDGET for run in runs)
    text = (
        f"By the time {suite.reference} ended by itself it had made as many downloads as {WHOLE:.0%} of the site's "
        f"pages or more on {len(whole)} of {len(sites)} sites, and there hardly anything is left by which strategies "
        f"could differ; {suite.baseline} used all its downloads in {used} of {len(runs)} runs."
    )
    rest = _margin(results, [site for site in sites if site not in whole], validator)
    other = f" On the other sites the lead is {100 * rest:+.1f} points." if whole and rest is not None else ""
    return text + other


def _share_fetched(results: Results, site: SiteFacts, validator: str) -> float:
    runs = runs_on(results, site, results.suite.reference, validator)
    return min((run.downloads / site.pages for run in runs), default=0.0) if site.pages else 0.0


def _margin(results: Results, sites: Sequence[SiteFacts], validator: str) -> float | None:
    ours, theirs = (
        results.mean(sites, strategy, validator, recall)
        for strategy in (results.suite.reference, results.suite.baseline)
    )
    return None if ours is None or theirs is None else ours - theirs


def links_without_text(results: Results) -> Iterator[Finding]:
    """The baseline learns from text around links; where links carry none, xcrawl must be ahead."""
    sites = demo_sites(results)
    bare = [site for site in sites if site.mute]
    others = [site for site in sites if not site.mute]
    for validator, said in ((FITTING, "fitting validators"), (ORACLE, "oracle")):
        lead = _margin(results, bare, validator)
        rest = _margin(results, others, validator)
        if lead is None or rest is None:
            continue
        reference, baseline = results.suite.reference, results.suite.baseline
        single = [(site.name, _margin(results, [site], validator)) for site in bare]
        each = ", ".join(f"{name} {100 * value:+.1f}" for name, value in single if value is not None)
        yield Finding(
            lead > 0,
            f"Where lists link by pictures without a word {reference} is {100 * lead:+.1f} points from {baseline} "
            f"({each}), on the {len(others)} other sites {100 * rest:+.1f} ({said}).",
        )


def sites_without_lists(results: Results) -> Iterator[Finding]:
    """xcrawl harvests lists; a site whose targets stand in none is another matter, of which the papers say nothing."""
    sites, reference = demo_sites(results), results.suite.reference
    without = [site for site in sites if 0 <= site.listed < LISTED]
    listed = [site for site in sites if site.listed >= LISTED]
    lost, kept = (results.mean(some, reference, FITTING, recall) for some in (without, listed))
    if lost is None or kept is None:
        return
    beside = [results.mean(some, results.suite.baseline, FITTING, recall) for some in (without, listed)]
    there, here = (f" ({results.suite.baseline} {value:.3f})" if value is not None else "" for value in beside)
    yield Finding(
        None,
        f"On {', '.join(site.name for site in without)} most targets stand in no list of {LIST} or more: "
        f"{reference} finds {lost:.3f} there{there}, and {kept:.3f} on the {len(listed)} other sites{here}.",
    )


def where_the_baseline_wins(results: Results) -> Iterator[Finding]:
    """Per site: in the paper the baseline is ahead on four of 24."""
    reference, baseline = results.suite.reference, results.suite.baseline
    ahead, compared = [], 0
    for site in demo_sites(results):
        margin = _margin(results, [site], FITTING)
        compared += margin is not None
        if margin is not None and margin < -1e-9:
            ahead.append((site, margin))
    if not compared:
        return
    theirs = [s.name for d in paper.DOMAINS.values() for s in d.sites if s.baseline > s.xcrawl]
    text = (
        f"{baseline} finds more than {reference} on {len(ahead)} of {compared} sites; in the paper on {len(theirs)} of "
    )
    text += f"{sum(len(d.sites) for d in paper.DOMAINS.values())} ({', '.join(theirs)})."
    yield Finding(len(ahead) <= len(theirs), text)
    for site, margin in ahead:
        yield Finding(None, f"{site.key}: {baseline} is ahead by {-100 * margin:.1f} points. {_reason(results, site)}")


def _reason(results: Results, site: SiteFacts) -> str:
    reference = results.suite.reference
    oracle = _margin(results, [site], ORACLE)
    run = runs_on(results, site, reference, FITTING)[0]
    lost = f"{reference} fetched {run.fetched} of {run.existing} targets in {run.downloads} downloads"
    lost += f", {run.fetched - run.found} of them refused" if run.fetched > run.found else ""
    lost += ", stopped by the bound" if run.ended == OUT_OF_PAGES else ""
    lost += f"; only {site.listed:.0%} of the targets stand in a list" if 0 <= site.listed < LISTED else ""
    if oracle is not None and oracle > 0:
        return f"The validator's errors did it: with the oracle {reference} is ahead by {100 * oracle:.1f}; {lost}."
    return f"{lost}."


def order_of_variants(results: Results) -> Iterator[Finding]:
    """hits+tspr > hits+pagerank > hits, in all domains."""
    names = ("hits+tspr", "hits+pagerank", "hits")
    for validator, said in ((FITTING, "fitting validators"), (ORACLE, "oracle")):
        wrong, even = [], []
        for domain in results.domains:
            sites = results.of_domain(domain)
            means = [results.mean(sites, variant(results, name), validator, recall) for name in names]
            if any(value is None for value in means):
                break
            known = [value for value in means if value is not None]
            numbers = " ".join(f"{value:.3f}" for value in known)
            if any(worse > better + EVEN for better, worse in pairwise(known)):
                wrong.append(f"{title(domain)} {numbers}")
            elif any(worse >= better - 1e-9 for better, worse in pairwise(known)):
                even.append(f"{title(domain)} {numbers}")
        else:
            if not results.domains:
                continue
            right = len(results.domains) - len(wrong) - len(even)
            text = f"{' > '.join(names)} ({said}) holds in {right} of {len(results.domains)} domains"
            text += f"; two or all of them are equal within {EVEN} in {'; '.join(even)}" if even else ""
            text += f"; the order is another in {'; '.join(wrong)}" if wrong else ""
            yield Finding(not wrong and not even, text + ".")


def pagerank_over_the_baseline(results: Results) -> Iterator[Finding]:
    """hits+pagerank 31 points over the baseline; hits alone above it on tabular sites, about equal on text."""
    sites, baseline = demo_sites(results), results.suite.baseline
    base = results.mean(sites, baseline, FITTING, recall)
    rank = results.mean(sites, variant(results, "hits+pagerank"), FITTING, recall)
    if base is not None and rank is not None:
        points, claim = 100 * (rank - base), 100 * paper.PAGERANK_OVER_BASELINE
        yield Finding(
            points > claim / 2, f"hits+pagerank is {points:+.1f} points from {baseline} (paper: {claim:+.0f})."
        )
    kinds = {True: "tabular", False: "text"}
    for tabular, said in kinds.items():
        some = [site for site in sites if (site.validator == results.suite.validators.tabular) is tabular]
        hits = results.mean(some, variant(results, "hits"), FITTING, recall)
        base = results.mean(some, baseline, FITTING, recall)
        if hits is None or base is None:
            continue
        agrees = hits > base if tabular else abs(hits - base) <= FAR
        claim_text = "above the baseline" if tabular else "comparable with the baseline"
        text = f"hits alone on {said} sites: {hits:.3f}, {baseline} {base:.3f} (paper: {claim_text})."
        yield Finding(agrees, text)


def peers(results: Results) -> Iterator[Finding]:
    """Strategies that the papers did not know or could not run."""
    sites, reference = demo_sites(results), results.suite.reference
    ours = results.mean(sites, reference, FITTING, recall)
    others = {
        strategy: value
        for strategy in results.suite.compared
        if not strategy.startswith("xcrawl") and strategy != results.suite.baseline
        if (value := results.mean(sites, strategy, FITTING, recall)) is not None
    }
    if ours is None or not others:
        return
    best = max(others, key=lambda name: others[name])
    listed = ", ".join(f"{name} {value:.3f}" for name, value in sorted(others.items(), key=lambda item: -item[1]))
    ahead = "ahead of" if others[best] > ours + EVEN else "level with" if others[best] > ours - EVEN else "behind"
    yield Finding(None, f"Of the others {best} comes closest, {ahead} {reference} ({ours:.3f}): {listed}.")


def validator_errors(results: Results) -> Iterator[Finding]:
    """What the fitting validators cost against one that knows."""
    reference = results.suite.reference
    for domain in results.domains:
        sites = results.of_domain(domain)
        known = results.mean(sites, reference, ORACLE, recall)
        fitting = results.mean(sites, reference, FITTING, recall)
        fetched = results.mean(sites, reference, FITTING, lambda run: run.fetched_recall)
        right = results.mean(sites, reference, FITTING, lambda run: run.precision)
        if known is None or fitting is None or fetched is None or right is None:
            continue
        refused, astray = fetched - fitting, known - fetched
        text = (
            f"{title(domain)}: {reference} has {fitting:.3f} with `{sites[0].validator}` (precision {right:.3f}) and "
            f"{known:.3f} with the oracle"
        )
        if abs(known - fitting) < EVEN:
            yield Finding(None, f"{text}: the validator costs nothing.")
        elif known < fitting:
            yield Finding(None, f"{text}: pages accepted in error led the walk on.")
        else:
            said = f"{text}: {100 * refused:.1f} points are fetched targets that it refused, {100 * astray:+.1f} points"
            yield Finding(None, f"{said} where its errors led the walk.")


RULES: tuple[Rule, ...] = (
    mean_recall,
    over_the_baseline,
    at_ninety,
    links_without_text,
    where_the_baseline_wins,
    order_of_variants,
    pagerank_over_the_baseline,
    best_restart,
    enough_iterations,
    time_of_browsing,
    queries,
    validator_errors,
    sites_without_lists,
    peers,
)
