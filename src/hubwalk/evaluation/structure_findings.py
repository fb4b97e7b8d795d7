"""What the numbers of a structure experiment say, beside what the paper says; every sentence is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hubwalk.evaluation import structure_paper as paper
from hubwalk.evaluation.structure_cells import ACCEPTED, METHODS, REFUSED, UNSEEN, Later, Outcome
from hubwalk.evaluation.structure_runs import StructureResults
from hubwalk.evaluation.structure_sites import GROUPS, ONE_TEMPLATE

_SIMILAR = 0.02  # "the recall figures remain similar": of the mean
_PLACES = {group: f"sites {group}" for group in GROUPS} | {ONE_TEMPLATE: "sites with one template"}
_PLACES["recorded"] = "recorded sites"
_MISSED = {
    UNSEEN: "not fetched while the crawler was learned",
    REFUSED: "fetched while the crawler was learned, and refused by the validator",
    ACCEPTED: "accepted while the crawler was learned, but not where it looks",
}
_WRONG = {
    UNSEEN: "not fetched while the crawler was learned",
    REFUSED: "refused while the crawler was learned, but the links to them look like those to targets",
    ACCEPTED: "accepted while the crawler was learned: the validator takes them for targets",
}


@dataclass(frozen=True, slots=True)
class _Run:
    site: str
    outcome: Outcome


def _runs(results: StructureResults, group: str, method: str) -> list[_Run]:
    sites = [site for site in results.sites if site.group == group]
    found = [(site.name, results.outcomes.get((site.key, method))) for site in sites]
    return [_Run(name, outcome) for name, outcome in found if outcome is not None]


def agreeing(results: StructureResults) -> list[str]:
    """Where our numbers are as good as the paper's."""
    return [text for good, text in _claims(results) if good]


def differing(results: StructureResults) -> list[str]:
    """Where they are not, and what became of the pages that make the difference."""
    return [text for good, text in _claims(results) if not good] + list(_reasons(results))


def _claims(results: StructureResults) -> Iterator[tuple[bool, str]]:
    for method in METHODS:
        runs = _runs(results, ONE_TEMPLATE, method)
        if runs:
            yield _precise_and_complete(method, runs)
    for method in METHODS:
        for group in GROUPS:
            runs = _runs(results, group, method)
            if runs:
                yield _cheap(method, group, runs)
    for method in METHODS:
        for group in GROUPS:
            runs = _runs(results, group, method)
            if runs:
                yield _lasting(method, group, runs)


def _precise_and_complete(method: str, runs: Sequence[_Run]) -> tuple[bool, str]:
    good = [run for run in runs if _holds(run.outcome.first, lambda c: (c.precision, c.recall))]
    checked = [run for run in runs if _holds(run.outcome.first, lambda c: (c.kept_precision, c.kept_recall))]
    short = [run.site for run in runs if run not in good]
    text = (
        f"`{method}`: precision {paper.PRECISION:.1f} and recall of at least {paper.LEAST_RECALL} from one sample on "
        f"{len(good)} of {len(runs)} sites with one template, on {len(checked)} if the result is checked "
        f"(paper: {len(paper.SITES)} of {len(paper.SITES)})"
    )
    return not short, f"{text}." if not short else f"{text}; not on {', '.join(short)}."


def _holds(crawl: Later, quality: Callable[[Later], tuple[float, float]]) -> bool:
    precision, recall = quality(crawl)
    return precision >= paper.PRECISION and recall >= paper.LEAST_RECALL


def _cheap(method: str, group: str, runs: Sequence[_Run]) -> tuple[bool, str]:
    cheaper = sum(run.outcome.first.downloads < run.outcome.mapping for run in runs)
    ours = sum(run.outcome.first.downloads for run in runs) / max(1, sum(run.outcome.mapping for run in runs))
    theirs = sum(site.crawling for site in paper.SITES) / sum(site.mapping for site in paper.SITES)
    return cheaper == len(runs), (
        f"`{method}`: crawling traverses fewer links than learning on {cheaper} of {len(runs)} {_PLACES[group]} "
        f"(paper: {sum(s.crawling < s.mapping for s in paper.SITES)} of {len(paper.SITES)}), over all {ours:.0%} of "
        f"them (paper: {theirs:.0%})."
    )


def _lasting(method: str, group: str, runs: Sequence[_Run]) -> tuple[bool, str]:
    before = _recall([run.outcome.first for run in runs])
    later = [crawl for run in runs for crawl in run.outcome.crawls[1:]]
    after, new = _recall(later), sum(crawl.new for crawl in later)
    names = {crawl.name for crawl in paper.LATER}
    theirs = _recall([site for site in paper.SITES if site.name in names]), _recall(paper.LATER)
    return after >= before - _SIMILAR, (
        f"`{method}`: of all targets of the {len(runs)} {_PLACES[group]}, {before:.3f} are found when the crawler was "
        f"made and {after:.3f} in later crawls (paper, on {len(names)} sites: {theirs[0]:.3f} and {theirs[1]:.3f}); "
        f"of {sum(crawl.arrived for crawl in later)} new ones {new}."
    )


def _recall(crawls: Sequence[Later | paper.PaperSite | paper.PaperCrawl]) -> float:
    return sum(crawl.found for crawl in crawls) / max(1, sum(crawl.existing for crawl in crawls))


def _reasons(results: StructureResults) -> Iterator[str]:
    for group in GROUPS:
        for method in METHODS:
            runs = _runs(results, group, method)
            missed = sum((Counter(run.outcome.missed) for run in runs), Counter())
            wrong = sum((Counter(run.outcome.wrong) for run in runs), Counter())
            existing = sum(run.outcome.first.existing for run in runs)
            pages = sum(run.outcome.first.result for run in runs)
            if missed:
                bounded = sum(run.outcome.bounded for run in runs)
                text = f"`{method}` on {_PLACES[group]} misses {missed.total()} of {existing} targets: "
                text += _told(missed, _MISSED)
                yield text + (f" Learning was stopped by its bound on {bounded} of {len(runs)}." if bounded else "")
            if wrong:
                text = f"`{method}` on {_PLACES[group]} has {wrong.total()} wrong pages among {pages}: "
                yield text + _told(wrong, _WRONG)


def _told(counts: Counter[str], words: dict[str, str]) -> str:
    return "; ".join(f"{count} {words[what]}" for what, count in counts.most_common()) + "."
