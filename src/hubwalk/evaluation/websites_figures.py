"""Figs. 6 and 7 of a website experiment: the curves, and tables of what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hubwalk.evaluation import websites_paper as paper
from hubwalk.evaluation.charts import lines
from hubwalk.evaluation.claims import NONE
from hubwalk.evaluation.document import Block, Figure, Heading, Paragraph, Table
from hubwalk.evaluation.websites_measures import NOTHING, harvest_rate, harvest_rates, pprs, pprs_rates, window_before
from hubwalk.evaluation.websites_outcomes import CrawlOutcome
from hubwalk.evaluation.websites_runs import WebsitesResults
from hubwalk.evaluation.websites_suite import COMBINED, PAGE_CRAWLER

Curves = Mapping[str, Sequence[tuple[float, float]]]


def figure_6(results: WebsitesResults) -> Iterator[Block]:
    """Site harvest rates of the edge weights."""
    crawl = results.suite.crawl
    yield Heading("Fig. 6: site harvest rate of the edge weights")
    yield Paragraph(
        "Relevant sites among those screened; relevant is what the crawler calls so. True: those on the topic. "
        "Curves begin where their window is full."
    )
    for topic in crawl.topics:
        outcomes = {weights: results.crawl(topic, weights, results.suite.threshold(topic)) for weights in crawl.weights}
        curves = {
            name: _from(harvest_rates(outcome.marks, crawl.harvest_window), crawl.harvest_window)
            for name, outcome in outcomes.items()
            if outcome is not None
        }
        yield from _picture(f"websites-harvest-{_slug(topic)}", f"{topic}: site harvest rate", "harvest rate", curves)
    head = (
        "topic", "weights", "sites screened", "relevant", "harvest rate", "last window", "true harvest rate", "paper",
    )  # fmt: skip
    rows = [
        _harvest_row(results, topic, weights, paper.BEST_WEIGHTS.get(topic, NONE) if not number else "")
        for topic in crawl.topics
        for number, weights in enumerate(crawl.weights)
    ]
    yield Table(head, tuple(rows), texts=("weights", "paper"))


def _harvest_row(results: WebsitesResults, topic: str, weights: str, said: str) -> tuple[str, ...]:
    outcome = results.crawl(topic, weights, results.suite.threshold(topic))
    if outcome is None:
        return (topic, weights, *[NONE] * 5, said)
    end = outcome.end
    last = window_before(outcome.marks, len(outcome.marks) - 1, results.suite.crawl.harvest_window)
    rates = (harvest_rate(end), harvest_rate(end, last), harvest_rate(end, true=True))
    return (topic, weights, str(end.sites), str(end.relevant), *map(_share, rates), said)


def figure_7(results: WebsitesResults) -> Iterator[Block]:
    """Pages per relevant site of the website crawler and of the page crawler."""
    crawl = results.suite.crawl
    yield Heading("Fig. 7: pages per relevant site")
    yield Paragraph(
        "Relevant is what the crawler calls so. Pages per screened site and harvest rate are the two factors of the "
        "rate (section 3.3). True: pages per site that is on the topic. The page crawler has two lines: as published a "
        "site is relevant as soon as its pages speak for it at all, be it one; and with the certainty that the website "
        "crawler asks for. The second was added after a first run, in which the page crawler as published was ahead."
    )
    for topic in crawl.topics:
        curves = {
            name: _from(pprs_rates(outcome.marks, crawl.pprs_window), crawl.pprs_window)
            for name, outcome in crawlers_of(results, topic).items()
            if outcome is not None
        }
        yield from _picture(f"websites-pprs-{_slug(topic)}", f"{topic}: pages per relevant site", "pprs", curves)
    yield _pprs_table(results)
    yield from _lists(results)
    if crawl.larger > 1:
        yield Paragraph(f"The same in a web whose sites have {crawl.larger} times as many pages each:")
        yield _pprs_table(results, crawl.larger)


def _pprs_table(results: WebsitesResults, size: int = 1) -> Table:
    head = (
        "topic", "crawler", "pages", "relevant", "pprs", "last window", "pages per screened site", "harvest rate",
        "true pprs",
    )  # fmt: skip
    rows = [
        _pprs_row(results, topic, name, outcome)
        for topic in results.suite.crawl.topics
        for name, outcome in crawlers_of(results, topic, size).items()
    ]
    return Table(head, tuple(rows), texts=("crawler",))


def crawlers_of(results: WebsitesResults, topic: str, size: int = 1) -> dict[str, CrawlOutcome | None]:
    """The crawlers of Fig. 7, by the names that the report has for them; on sites of that size."""
    hard, soft = results.suite.threshold(topic), results.suite.crawl.soft_threshold
    return {
        f"website crawler {hard:.0%}": results.crawl(topic, COMBINED, hard, size=size),
        f"website crawler {soft:.0%}": results.crawl(topic, COMBINED, soft, size=size),
        PAGE_CRAWLER: results.crawl(topic, PAGE_CRAWLER, 0.0, size=size),
        f"{PAGE_CRAWLER} {hard:.0%}": results.crawl(topic, PAGE_CRAWLER, hard, size=size),
    }


def _pprs_row(results: WebsitesResults, topic: str, name: str, outcome: CrawlOutcome | None) -> tuple[str, ...]:
    if outcome is None:
        return (topic, name, *[NONE] * 7)
    end = outcome.end
    last = window_before(outcome.marks, len(outcome.marks) - 1, results.suite.crawl.pprs_window)
    per_site = end.pages / end.sites if end.sites else None
    return (
        topic, name, str(end.pages), str(end.relevant), _rate(pprs(end)), _rate(pprs(end, last)), _rate(per_site),
        _share(harvest_rate(end)), _rate(pprs(end, true=True)),
    )  # fmt: skip


def _lists(results: WebsitesResults) -> Iterator[Block]:
    """What the paper had to leave out: the lists held against the truth."""
    yield Paragraph(
        "The lists of sites against the truth. Recall is over the sites of the topic that are no start sites; crawls "
        "end long before all are found. Sure: share of the list with a confidence of at least the topic's threshold. "
        "One page: share that was classified by a single page, and the precision of these."
    )
    head = (
        "topic", "list of", "sites", "precision", "recall", "sure", "one page", "precision of these", "ended because",
    )  # fmt: skip
    rows = [
        row
        for topic in results.suite.crawl.topics
        for name, outcome in crawlers_of(results, topic).items()
        for row in _list_rows(topic, name, outcome)
    ]
    yield Table(head, tuple(rows), texts=("list of", "ended because"))


def _list_rows(topic: str, name: str, outcome: CrawlOutcome | None) -> Iterator[tuple[str, ...]]:
    if outcome is None:
        yield (topic, name, *[NONE] * 7)
        return
    found, listed = outcome.found, outcome.found.right + outcome.found.wrong
    sure, one = (_share(count / listed if listed else None) for count in (outcome.sure, outcome.single))
    right = _share(outcome.single_right / outcome.single if outcome.single else None)
    yield (
        topic, name, str(listed), _share(found.precision), _share(found.recall), sure, one, right, outcome.ended,
    )  # fmt: skip
    if outcome.home is not None:
        home = outcome.home
        shares = (_share(home.precision), _share(home.recall))
        yield (topic, f"{name}, home pages", str(home.right + home.wrong), *shares, NONE, "1.000", shares[0], "")


def link_ranks(results: WebsitesResults) -> Iterator[Block]:
    """How far to read on for links."""
    suite = results.suite
    yield Heading("LinkRank: how far to read on for links")
    yield Paragraph(
        "Once a site is classified, the website crawler reads on until its LinkRank reaches a threshold, of which the "
        "paper gives no value. Low ones leave the external crawler without links to choose from, high ones cost pages. "
        f"The figures have {suite.crawl.link_threshold:g}, chosen on these topics, which are not in them."
    )
    head = (
        "topic", "LinkRank", "pages", "pages per screened site", "harvest rate", "pprs", "true pprs", "ended because",
    )  # fmt: skip
    rows = []
    for topic in suite.links.topics:
        for value in suite.links.thresholds:
            outcome = results.crawl(topic, COMBINED, suite.threshold(topic), value)
            end = outcome.end if outcome is not None else NOTHING
            per_site = end.pages / end.sites if end.sites else None
            rates = (_rate(per_site), _share(harvest_rate(end)), _rate(pprs(end)), _rate(pprs(end, true=True)))
            why = outcome.ended if outcome is not None else NONE
            rows.append((topic, f"{value:g}", str(end.pages) if end.pages else NONE, *rates, why))
    yield Table(head, tuple(rows), texts=("ended because",))


def _picture(name: str, label: str, up: str, curves: Curves) -> Iterator[Block]:
    shown = {title: curve for title, curve in curves.items() if curve}
    if shown:
        end = max(x for curve in shown.values() for x, _ in curve)
        ticks = _ticks(end)
        yield Figure(name, label, lines(label, "pages fetched", up, shown, ticks))


def _from(curve: Sequence[tuple[float, float]], window: int) -> list[tuple[float, float]]:
    """A curve from where its window is full: before, the start sites cost pages and nothing could be found."""
    return [(pages, rate) for pages, rate in curve if pages >= window]


def _ticks(end: float) -> list[float]:
    """Round numbers of pages from 0 on, the last of them not before the end; about six."""
    step = next(step for power in range(12) for digit in (1, 2, 5) if (step := digit * 10**power) * 6 >= end)
    return [float(number * step) for number in range(int(-(-end // step)) + 1)]


def _slug(topic: str) -> str:
    return topic.replace(" ", "-")


def _share(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}"


def _rate(value: float | None) -> str:
    return NONE if value is None else f"{value:.1f}"
