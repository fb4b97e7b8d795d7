"""What Figs. 6 and 7 of a website experiment say, beside what the paper says; every sentence is computed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean

from hubwalk.evaluation import websites_paper as paper
from hubwalk.evaluation.claims import EVEN, Finding
from hubwalk.evaluation.websites_crawls import SEVERAL
from hubwalk.evaluation.websites_figures import crawlers_of
from hubwalk.evaluation.websites_measures import harvest_rate, pprs
from hubwalk.evaluation.websites_outcomes import CrawlOutcome
from hubwalk.evaluation.websites_runs import WebsitesResults
from hubwalk.evaluation.websites_suite import COMBINED

# demo/websites/outlinks.py draws the links of a page by the subject of that page.
_LINKS_OF_PAGES = (
    "; in this web where links lead follows from the page that they stand on, which is what local weights see"
)
_ALIKE = 0.03  # harvest rates that differ by less are told as alike
# The website crawler at the topic's threshold, and at the low one; the page crawler as published, and at the threshold.
_HARD, _SOFT, _PAGES, _SURE_PAGES = _CRAWLERS = ("hard", "soft", "pages", "sure pages")
Crawls = Mapping[str, CrawlOutcome]


def crawl_findings(results: WebsitesResults) -> Iterator[Finding]:
    """Those of Fig. 6, of Fig. 7, and of the lists against the truth."""
    yield from _weights(results)
    topics = _all_crawls(results)
    if topics:
        sizes = [facts.mean_pages for facts in results.topics if facts.topic in topics]
        pages = fmean(sizes) if sizes else 0.0
        yield _cheaper(topics, pages)
        yield from _larger(results, pages)
        yield _cheaper_and_sure(topics)
        yield _soft_cheapest(topics)
        yield from _soft_rate(topics)
        yield _single_pages(topics)
        yield from _truth(topics)
    yield from _link_rank(results)


# -- Fig. 6 -----------------------------------------------------------------------------------------------------------


def _weights(results: WebsitesResults) -> Iterator[Finding]:
    rates: dict[str, dict[str, float]] = {}
    for topic in results.suite.crawl.topics:
        found = {
            weights: results.crawl(topic, weights, results.suite.threshold(topic))
            for weights in results.suite.crawl.weights
        }
        known = {name: rate for name, o in found.items() if o is not None and (rate := harvest_rate(o.end)) is not None}
        if len(known) > 1 and COMBINED in known and len(known) == len(found):
            rates[topic] = known
    if not rates:
        return
    second = [topic for topic, known in rates.items() if _place(known, COMBINED) <= 2]
    behind = {topic: known for topic, known in rates.items() if topic not in second}
    text = (
        f"Fig. 6: combined edge weights are at least second best on {len(second)} of {len(rates)} topics, over the "
        f"whole crawl (paper: on all {len(paper.BEST_WEIGHTS)})"
    )
    short = "; ".join(f"on {topic} {_rates(known)}" for topic, known in behind.items())
    yield Finding(not behind, f"{text}; {short}." if behind else f"{text}.")
    for topic, known in rates.items():
        said = paper.BEST_WEIGHTS.get(topic)
        if said is not None:
            agrees = _as_said(topic, known)
            why = "" if agrees or known.get("local", 0.0) <= known.get("global", 0.0) else _LINKS_OF_PAGES
            yield Finding(agrees, f"Fig. 6, {topic}: {_rates(known)} (paper: {said}){why}.")


def _place(known: Mapping[str, float], name: str) -> int:
    return 1 + sum(rate > known[name] for rate in known.values())


def _rates(known: Mapping[str, float]) -> str:
    ordered = sorted(known.items(), key=lambda item: -item[1])
    alike = " - alike" if ordered[0][1] - ordered[-1][1] < _ALIKE else ""
    return ", ".join(f"{name} {rate:.3f}" for name, rate in ordered) + alike


def _as_said(topic: str, known: Mapping[str, float]) -> bool:
    best = max(known.values())
    if topic in ("horses", "astronomy"):
        return best - min(known.values()) < _ALIKE
    if topic == "sailing":
        return known[COMBINED] == best
    return known.get("local", 0.0) == best and best - sorted(known.values())[-2] >= _ALIKE


# -- Fig. 7 -----------------------------------------------------------------------------------------------------------


def _all_crawls(results: WebsitesResults, size: int = 1) -> dict[str, Crawls]:
    """Of the topics that were crawled by all crawlers."""
    found = {topic: _crawls(results, topic, size) for topic in results.suite.crawl.topics}
    return {topic: crawls for topic, crawls in found.items() if crawls is not None}


def _crawls(results: WebsitesResults, topic: str, size: int) -> Crawls | None:
    found = dict(zip(_CRAWLERS, crawlers_of(results, topic, size).values(), strict=True))
    known = {name: outcome for name, outcome in found.items() if outcome is not None}
    return known if len(known) == len(found) else None


def _pprs(outcome: CrawlOutcome, *, true: bool = False) -> float:
    rate = pprs(outcome.end, true=true)
    return math.inf if rate is None else rate


def _against(topics: Mapping[str, Crawls], one: str, other: str, *, true: bool = False) -> str:
    return ", ".join(
        f"{topic} {_pprs(crawls[one], true=true):.1f} against {_pprs(crawls[other], true=true):.1f}"
        for topic, crawls in topics.items()
    )


def _cheaper(topics: Mapping[str, Crawls], pages: float) -> Finding:
    good = [topic for topic, crawls in topics.items() if _pprs(crawls[_HARD]) < _pprs(crawls[_PAGES])]
    text = (
        "Fig. 7: the accurate website crawler needs fewer pages per relevant site than the page crawler on "
        f"{len(good)} of {len(topics)} topics (paper: {paper.CHEAPER_TOPICS} of {len(paper.BEST_WEIGHTS)}): "
        f"{_against(topics, _HARD, _PAGES)}."
    )
    dear = [crawls for topic, crawls in topics.items() if topic not in good]
    return Finding(2 * len(good) > len(topics), f"{text} {_why_dear(dear, pages)}" if dear else text)


def _larger(results: WebsitesResults, pages: float) -> Iterator[Finding]:
    """Whether it is the size of the sites that makes the difference."""
    size = results.suite.crawl.larger
    topics = _all_crawls(results, size) if size > 1 else {}
    if not topics:
        return
    good = [topic for topic, crawls in topics.items() if _pprs(crawls[_HARD]) < _pprs(crawls[_PAGES])]
    cheapest = sum(
        _pprs(crawls[_SOFT]) < min(_pprs(crawls[_HARD]), _pprs(crawls[_PAGES])) for crawls in topics.values()
    )
    yield Finding(
        2 * len(good) > len(topics),
        f"Fig. 7 with sites {size} times as large, {size * pages:.0f} pages in the mean (the paper's example sites: "
        f"{paper.PAGES_PER_SITE:.0f}): the accurate website crawler needs fewer pages per relevant site than the page "
        f"crawler on {len(good)} of {len(topics)} topics (paper: {paper.CHEAPER_TOPICS} of {len(paper.BEST_WEIGHTS)}): "
        f"{_against(topics, _HARD, _PAGES)}; with the low threshold it needs the fewest on {cheapest} (paper: all "
        f"{len(paper.BEST_WEIGHTS)}): {_against(topics, _SOFT, _PAGES)}. This web was added when the small sites had "
        "shown the opposite, to see whether it is their size.",
    )


def _why_dear(several: Sequence[Crawls], pages: float) -> str:
    """Section 3.3: the rate has two factors, pages per screened site and harvest rate."""

    def mean(name: str, number: Callable[[CrawlOutcome], float]) -> float:
        return fmean(number(crawls[name]) for crawls in several)

    def per_site(outcome: CrawlOutcome) -> float:
        return outcome.end.pages / max(1, outcome.end.sites)

    lists, others = (mean(_PAGES, number) for number in (_list_confidence, _page_confidence))
    beside = (
        f" Pages that link to {SEVERAL} other sites or more have a mean confidence of {lists:.2f} on sites of the "
        f"topic, the rest there {others:.2f}: links to other sites come up as early as those within a site."
    )
    return (
        f"There the website crawler takes {mean(_HARD, per_site):.1f} pages per screened site at a harvest rate of "
        f"{mean(_HARD, _harvest):.3f}, the page crawler {mean(_PAGES, per_site):.1f} at {mean(_PAGES, _harvest):.3f}: "
        "it calls a site relevant by whatever it has fetched of it, and moves on to the next. What the paper holds "
        f"against it is that it reads relevant sites whole: the paper's example sites had {paper.PAGES_PER_SITE:.0f} "
        f"pages in the mean, here a site of the topic has {pages:.0f}.{beside if lists >= others - EVEN else ''} The "
        f"price: it is sure of {mean(_PAGES, _sure_share):.3f} of its list, the website crawler of "
        f"{mean(_HARD, _sure_share):.3f}."
    )


def _list_confidence(outcome: CrawlOutcome) -> float:
    return outcome.list_confidence


def _page_confidence(outcome: CrawlOutcome) -> float:
    return outcome.page_confidence


def _harvest(outcome: CrawlOutcome) -> float:
    return harvest_rate(outcome.end) or 0.0


def _sure_share(outcome: CrawlOutcome) -> float:
    return outcome.sure / max(1, outcome.found.right + outcome.found.wrong)


def _cheaper_and_sure(topics: Mapping[str, Crawls]) -> Finding:
    good = [topic for topic, crawls in topics.items() if _pprs(crawls[_HARD]) < _pprs(crawls[_SURE_PAGES])]
    text = (
        "Fig. 7: where the page crawler, too, has to be sure of a site with the topic's threshold, the accurate "
        f"website crawler needs fewer pages per relevant site on {len(good)} of {len(topics)} topics (the paper: "
        f"clearly more efficient for similar accuracy): {_against(topics, _HARD, _SURE_PAGES)}."
    )
    return Finding(2 * len(good) > len(topics), text)


def _soft_cheapest(topics: Mapping[str, Crawls]) -> Finding:
    below = {
        name: sum(_pprs(crawls[_SOFT]) < _pprs(crawls[name]) for crawls in topics.values())
        for name in (_HARD, _PAGES, _SURE_PAGES)
    }
    agrees = min(below[_HARD], below[_PAGES]) == len(topics)
    return Finding(
        agrees,
        f"Fig. 7: with the low threshold the website crawler needs fewer pages than with the high one on "
        f"{below[_HARD]} of {len(topics)} topics, fewer than the page crawler on {below[_PAGES]} (paper: than both on "
        f"all {len(paper.BEST_WEIGHTS)}), fewer than the page crawler that has to be sure on {below[_SURE_PAGES]}: "
        f"{_against(topics, _SOFT, _PAGES)}{'' if agrees else ', for the same reason'}.",
    )


def _soft_rate(topics: Mapping[str, Crawls]) -> Iterator[Finding]:
    for topic, theirs in paper.SOFT_PPRS.items():
        if topic in topics:
            end = topics[topic][_SOFT].end
            ours = _pprs(topics[topic][_SOFT])
            why = (
                f": {end.pages / max(1, end.sites):.1f} per screened site, harvest rate {harvest_rate(end) or 0.0:.3f}"
            )
            text = (
                f"Fig. 7, {topic}: {ours:.1f} pages per relevant site with the low threshold (paper: about {theirs:g})"
            )
            yield Finding(ours <= theirs + 1.0, f"{text}{why}.")


def _single_pages(topics: Mapping[str, Crawls]) -> Finding:
    shares = [crawls[_PAGES].single / max(1, _listed(crawls[_PAGES])) for crawls in topics.values()]
    return Finding(
        fmean(shares) >= paper.SINGLE_PAGE - 0.1,
        f"Fig. 7: {min(shares):.0%} to {max(shares):.0%} of the page crawler's sites were classified by a single page "
        f"(paper: about {paper.SINGLE_PAGE:.0%} on all topics).",
    )


def _listed(outcome: CrawlOutcome) -> int:
    return outcome.found.right + outcome.found.wrong


# -- the lists against the truth --------------------------------------------------------------------------------------


def _truth(topics: Mapping[str, Crawls]) -> Iterator[Finding]:
    several = list(topics.values())
    precise = {name: fmean(crawls[name].found.precision for crawls in several) for name in _CRAWLERS}
    homes = [home for crawls in several if (home := crawls[_PAGES].home) is not None]
    alone = f", {fmean(one.precision for one in homes):.3f} by its home pages alone" if homes else ""
    yield Finding(
        None,
        f"Sites in the lists that are on the topic, in the mean over {len(several)} topics: {precise[_HARD]:.3f} of "
        f"the accurate website crawler's, {precise[_SOFT]:.3f} with the low threshold, {precise[_PAGES]:.3f} of the "
        f"page crawler's, {precise[_SURE_PAGES]:.3f} where it has to be sure{alone}.",
    )
    good = [t for t, crawls in topics.items() if _pprs(crawls[_HARD], true=True) < _pprs(crawls[_PAGES], true=True)]
    yield Finding(
        None,
        "Pages per site that really is on the topic: the accurate website crawler needs fewer than the page crawler "
        f"on {len(good)} of {len(topics)} topics: {_against(topics, _HARD, _PAGES, true=True)}.",
    )
    yield from _single_truth([crawls[_PAGES] for crawls in several])
    for name, title in ((_HARD, "accurate website crawler"), (_PAGES, "page crawler")):
        kinds = sum((Counter(crawls[name].found.wrong_by) for crawls in several), Counter[str]())
        if kinds:
            told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
            yield Finding(None, f"Wrong sites in the lists of the {title}, by what they are about: {told}.")


def _single_truth(outcomes: Sequence[CrawlOutcome]) -> Iterator[Finding]:
    single, right = sum(one.single for one in outcomes), sum(one.single_right for one in outcomes)
    more, more_right = sum(map(_listed, outcomes)) - single, sum(one.found.right for one in outcomes) - right
    if single and more:
        share, rest = right / single, more_right / more
        word = "less often" if share < rest - EVEN else "more often" if share > rest + EVEN else "as often"
        yield Finding(
            None,
            f"The page crawler's sites that were classified by a single page are {word} on the topic "
            f"{'as' if word == 'as often' else 'than'} its others: {share:.3f} against {rest:.3f}.",
        )


def _link_rank(results: WebsitesResults) -> Iterator[Finding]:
    suite = results.suite
    means: dict[float, float] = {}
    for value in suite.links.thresholds:
        found = [results.crawl(topic, COMBINED, suite.threshold(topic), value) for topic in suite.links.topics]
        known = [outcome for outcome in found if outcome is not None]
        if known and len(known) == len(found):
            means[value] = fmean(map(_pprs, known))
    if means:
        told = ", ".join(f"{rate:.1f} with {value:g}" for value, rate in means.items())
        yield Finding(
            None,
            f"LinkRank: pages per relevant site, in the mean over {len(suite.links.topics)} topics, by the threshold "
            f"until which a site is read on for links: {told}.",
        )
