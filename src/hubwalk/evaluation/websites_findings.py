"""What the numbers of a website experiment say, beside what the paper says; every sentence is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from hubwalk.evaluation import websites_paper as paper
from hubwalk.evaluation.claims import EVEN, Finding
from hubwalk.evaluation.websites_crawl_findings import crawl_findings
from hubwalk.evaluation.websites_outcomes import FoldsOutcome, Sorted
from hubwalk.evaluation.websites_runs import WebsitesResults
from hubwalk.evaluation.websites_suite import RECORDED


def findings(results: WebsitesResults) -> list[Finding]:
    """All of them, in the order of the paper."""
    lines = {topic: line for topic in results.suite.topics if (line := results.folds(topic)) is not None}
    found = [*_table_2(lines)] if lines else []
    return [*found, *crawl_findings(results), *_recorded(results)]


# -- Table 2 ----------------------------------------------------------------------------------------------------------


def _table_2(lines: Mapping[str, FoldsOutcome]) -> Iterator[Finding]:
    theirs = [paper.TABLE_2[topic] for topic in lines]
    better = [topic for topic, line in lines.items() if line.website.f > line.home.f]
    worse = [topic for topic in lines if topic not in better]
    text = (
        f"Table 2: the website classifier is above the home page classifier in F on {len(better)} of {len(lines)} "
        f"topics (paper: {sum(line.website.f > line.home.f for line in theirs)} of {len(theirs)}), in the mean "
        f"{fmean(line.website.f for line in lines.values()):.2f} against "
        f"{fmean(line.home.f for line in lines.values()):.2f} (paper: {fmean(line.website.f for line in theirs):.2f} "
        f"against {fmean(line.home.f for line in theirs):.2f})"
    )
    yield Finding(not worse, text + (f"; not on {_told(worse)}: {_why_worse(lines, worse)}." if worse else "."))
    yield _home_pages_without_text(lines)
    yield _pages(lines, theirs)
    yield _accuracy(lines, theirs)
    yield from _lower(lines)


def _why_worse(lines: Mapping[str, FoldsOutcome], topics: Sequence[str]) -> str:
    website = _sum([lines[topic].website for topic in topics])
    return f"it misses {website.missed} sites there and takes {website.wrong} wrong ones, {_kinds(website.wrong_by)}"


def _home_pages_without_text(lines: Mapping[str, FoldsOutcome]) -> Finding:
    home, website = (_sum([getattr(line, who) for line in lines.values()]) for who in ("home", "website"))
    mute = sum(count for form, count in home.missed_by.items() if form != "text")
    same = sum(count for form, count in website.missed_by.items() if form != "text")
    return Finding(
        mute > same,
        f"Table 2: of the {home.missed} sites that the home page classifier misses, {mute} have a home page of frames, "
        f"a splash page or a bare list of links; the website classifier misses {same} of these (the paper found such "
        "home pages by hand, and names them as the reason).",
    )


def _pages(lines: Mapping[str, FoldsOutcome], theirs: Sequence[paper.PaperTopic]) -> Finding:
    ours = [line.pages_per_site for line in lines.values()]
    unsettled = sum(line.sites - line.settled for line in lines.values())
    return Finding(
        max(ours) <= max(line.pages for line in theirs) + 0.05,
        f"Table 2: {min(ours):.1f} to {max(ours):.1f} pages per site are enough to classify one (paper: "
        f"{min(line.pages for line in theirs):.1f} to {max(line.pages for line in theirs):.1f}); {unsettled} of "
        f"{sum(line.sites for line in lines.values())} sites had no more pages, or reached the cap, before the "
        "threshold was reached.",
    )


def _accuracy(lines: Mapping[str, FoldsOutcome], theirs: Sequence[paper.PaperTopic]) -> Finding:
    ours = [line.accuracy for line in lines.values()]
    least = min(line.accuracy for line in theirs)
    text = (
        f"Table 2: the page classifier is right on {min(ours):.2f} to {max(ours):.2f} of the pages of sites that it "
        f"was not trained with (paper: {least:.2f} to {max(line.accuracy for line in theirs):.2f})"
    )
    more = "" if min(ours) >= least - EVEN else "; the paper does not say that its folds keep a site's pages together"
    return Finding(min(ours) >= least - EVEN, f"{text}{more}.")


def _lower(lines: Mapping[str, FoldsOutcome]) -> Iterator[Finding]:
    """Where the website classifier is clearly below the paper's, and by which sites."""
    for topic, line in lines.items():
        theirs = paper.TABLE_2[topic].website
        if line.website.f < theirs.f - 0.05:
            yield Finding(
                False,
                f"Table 2, {topic}: F is {line.website.f:.2f}, the paper's {theirs.f:.2f}: {line.website.missed} of "
                f"{line.targets} sites are missed, and {line.website.wrong} of {line.others} others taken for "
                f"relevant{_of(line.website.wrong_by)}.",
            )


def _sum(several: Sequence[Sorted]) -> Sorted:
    wrong_by = sum((Counter(one.wrong_by) for one in several), Counter[str]())
    missed_by = sum((Counter(one.missed_by) for one in several), Counter[str]())
    right, wrong, missed = (sum(getattr(one, name) for one in several) for name in ("right", "wrong", "missed"))
    return Sorted(right, wrong, missed, wrong_by, missed_by)


def _kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in Counter(counts).most_common()) or "none"


def _of(counts: Mapping[str, int]) -> str:
    return f" ({_kinds(counts)})" if counts else ""


def _told(names: Sequence[str]) -> str:
    return ", ".join(names)


# -- recorded sites ---------------------------------------------------------------------------------------------------


def _recorded(results: WebsitesResults) -> Iterator[Finding]:
    known = {name: line for name in results.questions if (line := results.folds(name, RECORDED)) is not None}
    if known:
        better = [name for name, line in known.items() if line.website.f > line.home.f]
        worse = [name for name, line in known.items() if line.website.f < line.home.f]
        yield Finding(
            len(better) > len(worse),
            f"Recorded sites: the website classifier is above the home page classifier in F on {len(better)} of "
            f"{len(known)} questions, below it on {len(worse)}{f' ({_told(worse)})' if worse else ''}.",
        )
