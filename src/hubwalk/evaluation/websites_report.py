"""The report of a website experiment: Tables 1 and 2, Figs. 6 and 7, the paper's numbers beside ours. Nothing in it is
written by hand but what holds for any results."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from hubwalk.evaluation import websites_paper as paper
from hubwalk.evaluation.claims import NONE
from hubwalk.evaluation.document import Block, Bullets, Heading, Paragraph, Table
from hubwalk.evaluation.websites_figures import figure_6, figure_7, link_ranks
from hubwalk.evaluation.websites_findings import findings
from hubwalk.evaluation.websites_outcomes import FoldsOutcome, Sorted
from hubwalk.evaluation.websites_runs import WebsitesResults
from hubwalk.evaluation.websites_suite import RECORDED


def websites_report(results: WebsitesResults, command: str) -> list[Block]:
    """The whole report; parts without cells are left out. `command` is what makes it."""
    return [
        *_opening(results, command),
        *_findings(results),
        *_table_1(results),
        *(_table_2(results) if results.suite.topics else ()),
        *(figure_6(results) if results.suite.crawl.topics else ()),
        *(figure_7(results) if results.suite.crawl.topics else ()),
        *(link_ranks(results) if results.suite.links.topics else ()),
        *(_recorded(results) if results.questions else ()),
    ]


def _opening(results: WebsitesResults, command: str) -> Iterator[Block]:
    suite, done = results.suite, len(results.outcomes)
    yield Heading(suite.title, level=1)
    whole = f"{done} cells" if done == results.planned else f"{done} of {results.planned} cells: **incomplete**"
    more = " --recorded DIR" if results.questions else ""
    yield Paragraph(f"Made by `{command}{more}` with hubwalk {results.hubwalk}; {whole}. Do not edit: run it again.")
    yield Paragraph(
        "The evaluation of Ester, Kriegel and Schubert (2004), section 5, on a generated web of "
        f"{suite.sites:,} sites (`hubwalk demo serve --websites {suite.sites}`) instead of the web of 2004: what a "
        "site is about is known of every one, so that the lists of sites that the crawlers return can be held against "
        "the truth, which the authors could do for samples only."
    )
    crawl = suite.crawl
    yield Bullets(
        (
            f"Page classifier: trained with the first {suite.first_pages} pages of the example sites of a topic and of "
            f"the class *other*; the home page classifier with their home pages. Internal crawler: "
            f"{suite.pages_per_site} pages of a site at most; for Table 2 it stops as soon as a site is classified, in "
            f"the crawls it goes on until LinkRank is {crawl.link_threshold:g}.",
            f"Crawls: from the example sites of the topic on, until {crawl.relevant} other sites were called relevant "
            f"(paper: {paper.RELEVANT:,}) or {crawl.max_pages:,} pages were fetched. Start sites cost pages but are "
            "not found, neither in rates nor in lists: they were known. Rates are over the last "
            f"{crawl.harvest_window:,} pages (Fig. 6; paper: {paper.HARVEST_WINDOW:,}) and {crawl.pprs_window:,} pages "
            f"(Fig. 7; paper: {paper.PPRS_WINDOW:,}).",
            f"Page crawler: the same page classifier, one frontier, {crawl.guard} pages of a site at most (the guard "
            "module); after every page its site is classified anew by what was fetched of it, with the formula of the "
            "website crawler. Beside it: the home page classifier on the home pages among what it fetched.",
        )
    )


def _findings(results: WebsitesResults) -> Iterator[Block]:
    found = findings(results)
    for heading, kind in (
        ("Where the paper's findings come out", True),
        ("Where they do not, and why", False),
        ("What the paper could not measure", None),
    ):
        texts = tuple(one.text for one in found if one.agrees is kind)
        if texts:
            yield Heading(heading)
            yield Bullets(texts)


# -- Tables 1 and 2 ---------------------------------------------------------------------------------------------------


def _table_1(results: WebsitesResults) -> Iterator[Block]:
    yield Heading("Table 1: the example sites")
    head = (
        "topic", "paper: sites", "ours", "pages read", "home pages without text", "sites in the web", "pages of a site",
    )  # fmt: skip
    rows = []
    for facts in results.topics:
        line = paper.TABLE_2.get(facts.topic)
        theirs = line.sites if line else paper.OTHER_SITES
        numbers = (theirs, facts.examples, facts.pages, facts.mute_homes, facts.existing)
        rows.append((facts.topic, *map(str, numbers), f"{facts.mean_pages:.1f}"))
    yield Table(head, tuple(rows))
    yield Paragraph(f"The paper's example sites had {paper.PAGES_PER_SITE:.0f} pages each, in the mean.")


def _table_2(results: WebsitesResults) -> Iterator[Block]:
    yield Heading("Table 2: the website classifier against the home page classifier")
    yield Paragraph(
        f"{results.suite.folds}-fold cross-validation over the example sites: a site is classified by classifiers that "
        "have seen no page of it. Accuracy is that of the page classifier, both classes weighing alike (the paper's "
        "column is headed p_err). Paper first, ours after the stroke."
    )
    head = (
        "topic", "threshold", "accuracy", "pages per site", "website: precision", "recall", "F", "home page: precision",
        "recall", "F", "F gained",
    )  # fmt: skip
    rows = [_table_2_row(topic, results.suite.threshold(topic), results.folds(topic)) for topic in results.suite.topics]
    yield Table(head, tuple(rows))


def _table_2_row(topic: str, threshold: float, ours: FoldsOutcome | None) -> tuple[str, ...]:
    line = paper.TABLE_2[topic]
    theirs = [line.accuracy, line.pages, *_qualities(line.website), *_qualities(line.home)]
    theirs.append(line.website.f - line.home.f)
    styles = ["{:.2f}", "{:.1f}", *["{:.2f}"] * 7]
    if ours is None:
        return (
            topic,
            f"{threshold:g}",
            *(f"{style.format(their)} / {NONE}" for style, their in zip(styles, theirs, strict=True)),
        )
    own = [ours.accuracy, ours.pages_per_site, *_qualities(ours.website), *_qualities(ours.home)]
    own.append(ours.website.f - ours.home.f)
    pairs = zip(styles, theirs, own, strict=True)
    return (topic, f"{threshold:g}", *(f"{style.format(their)} / {style.format(our)}" for style, their, our in pairs))


def _qualities(of: paper.Quality | Sorted) -> tuple[float, float, float]:
    return of.precision, of.recall, of.f


# -- recorded sites ---------------------------------------------------------------------------------------------------


def _recorded(results: WebsitesResults) -> Iterator[Block]:
    yield Heading("Recorded real sites")
    yield Paragraph(
        "The same on text that nobody made for it. Recorded sites are cut into parts that stand for small sites: "
        "branches of the tree that a breadth-first crawl makes, with their root as home page. The question is whether "
        "a part is of a site, or family of sites, the parts of all others being *other*. Parts of one site "
        "share its frame, which makes that easy; *never seen* means that the site that a part is of was not there in "
        "training."
    )
    head = (
        "question", "sites", "others", "accuracy", "pages per site", "website: precision", "recall", "F",
        "home page: precision", "recall", "F",
    )  # fmt: skip
    rows = []
    for name in results.questions:
        ours = results.folds(name, RECORDED)
        if ours is None:
            rows.append((name, *[NONE] * (len(head) - 1)))
            continue
        shares = (*_qualities(ours.website), *_qualities(ours.home))
        rows.append(
            (name, str(ours.targets), str(ours.others), f"{ours.accuracy:.2f}", f"{ours.pages_per_site:.1f}",
             *(f"{share:.2f}" for share in shares))
        )  # fmt: skip
    yield Table(head, tuple(rows))
    known = [outcome for name in results.questions if (outcome := results.folds(name, RECORDED)) is not None]
    if known:
        mean = fmean(outcome.website.f for outcome in known), fmean(outcome.home.f for outcome in known)
        yield Paragraph(f"Mean F {mean[0]:.3f} of the website classifier, {mean[1]:.3f} of the home page classifier.")
