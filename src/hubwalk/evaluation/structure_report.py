"""The report of a structure experiment: Tables 3 and 4, the paper's numbers beside ours. Nothing in it is written by
hand but what holds for any results."""

from __future__ import annotations

from collections.abc import Iterator

from hubwalk.demo.grown import CHANGE, STAGES
from hubwalk.evaluation import structure_paper as paper
from hubwalk.evaluation.document import Block, Bullets, Heading, Paragraph, Table
from hubwalk.evaluation.structure_cells import METHODS, Later, Outcome
from hubwalk.evaluation.structure_crawl import MOST_PAGES
from hubwalk.evaluation.structure_findings import agreeing, differing
from hubwalk.evaluation.structure_runs import SiteFacts, StructureResults
from hubwalk.evaluation.structure_sites import AS_THEY_ARE, GROUPS, ONE_TEMPLATE, RECORDED
from hubwalk.evaluation.subjects import LIST

_NONE = "–"
_ABOUT = {
    ONE_TEMPLATE: (
        "Demo sites with one template",
        "The sites of the domains whose targets are sheets of facts, without the sections that are written in the "
        "template of the targets: what the paper's sites are, pages rich in data that have their structure to "
        "themselves. Most of them are such variants and not sites that stand in the demo web as they are. That only "
        "these domains count was settled after a trial that had boxed reviews too, on which both methods did worse: "
        "take the group for what the methods can do where they fit, not for a test that was fixed beforehand.",
    ),
    AS_THEY_ARE: (
        "Demo sites as they are",
        "Template says what is known of the targets: `own`; `shared` with pages of another kind, which structure "
        "cannot tell from them; `text`, prose in the frame of the site, as on other pages; `several`, of which the one "
        "sample shows one; behind scripts, where no links lead to most targets.",
    ),
    RECORDED: (
        "Recorded real sites",
        f"The first task of each site. Of their targets some are hidden at each stage, and at the first also a tenth "
        f"of the pages that link to at least {LIST} of them. Targets are those that links lead to at that stage.",
    ),
}


def structure_report(results: StructureResults, command: str) -> list[Block]:
    """The whole report; groups without sites are left out. `command` is what makes it."""
    groups = [group for group in GROUPS if any(site.group == group for site in results.sites)]
    return [
        *_opening(results, command),
        *_findings(results),
        Heading("Table 3: making the crawler, and its first crawl"),
        *_paper_table_3(),
        *(block for group in groups for block in _first_crawls(results, group)),
        Heading("Table 4: later crawls by the same crawlers"),
        *_paper_table_4(),
        *(block for group in groups for block in _later_crawls(results, group)),
    ]


def _opening(results: StructureResults, command: str) -> Iterator[Block]:
    suite, done = results.suite, len(results.outcomes)
    yield Heading(suite.title, level=1)
    whole = f"{done} cells" if done == results.planned else f"{done} of {results.planned} cells: **incomplete**"
    more = " --recorded DIR" if results.has_recorded else ""
    yield Paragraph(f"Made by `{command}{more}` with hubwalk {results.hubwalk}; {whole}. Do not edit: run it again.")
    yield Paragraph(
        "The evaluation of Vidal, da Silva, de Moura and Cavalcanti (2006), section 5: from an entry page and one "
        "sample page a crawler is made, and run. Two methods get the same sample, and may fetch "
        f"{suite.mapping} pages at most to learn and {MOST_PAGES} when run."
    )
    yield Bullets(
        (
            f"`published`: breadth-first mapping, where `{suite.validator}` (RTDM) says what a target is; the "
            "navigation pattern; a crawl by it from the entry page on. Its result is what lies on the pattern's last "
            "level, nobody looks at it again.",
            f"`recipe`: a crawl by `{suite.recipe.strategy}` from entry page and sample, where "
            f"`{suite.recipe.validator}` says what a target is; a recipe learned of it (`docs/recipes.md`); a crawl by "
            "the recipe. Its result, too, is what lies on last levels.",
        )
    )
    yield Paragraph(
        "Mapping and crawling are links traversed: downloads, failures included, those of the crawl counted from the "
        "entry page on. Recall is over the targets that are there, precision over the result. Checked: of the result, "
        "what the validator that was there for learning accepts when it is asked once more, which costs no downloads. "
        "The entry page is the site's home page; the paper's were often those of a section."
    )
    yield Paragraph(
        f"Sites have {STAGES} stages. The crawler is made at the first, where {(STAGES - 1) * CHANGE:.0%} of the "
        f"targets are not there yet; each later one brings {CHANGE:.0%} and takes away as many. Nothing is "
        "learned again."
    )


def _findings(results: StructureResults) -> Iterator[Block]:
    for heading, texts in (
        ("Where the paper's findings come out", agreeing(results)),
        ("Where they do not, and why", differing(results)),
    ):
        if texts:
            yield Heading(heading)
            yield Bullets(tuple(texts))


# -- Table 3 ----------------------------------------------------------------------------------------------------------


def _paper_table_3() -> Iterator[Block]:
    yield Paragraph("In the paper, with precision 1 everywhere:")
    head = ("paper's site", "target pages", "targets", "found", "recall", "mapping", "crawling")
    rows = [
        (s.name, s.targets, str(s.existing), str(s.found), f"{s.recall:.2f}", str(s.mapping), str(s.crawling))
        for s in paper.SITES
    ]
    yield Table(head, tuple(rows), texts=("target pages",))


def _first_crawls(results: StructureResults, group: str) -> Iterator[Block]:
    title, about = _ABOUT[group]
    yield Heading(title, level=3)
    yield Paragraph(about)
    texts = ("template",) if group == AS_THEY_ARE else ()
    for method in METHODS:
        head = (
            f"`{method}`", *texts, "targets", "found", "recall", "precision", "checked: recall", "precision", "mapping",
            "crawling", "ways",
        )  # fmt: skip
        rows = [_first_row(results, site, method, with_template=bool(texts)) for site in _sites(results, group)]
        yield Table(head, tuple(rows), texts=texts)


def _first_row(results: StructureResults, site: SiteFacts, method: str, *, with_template: bool) -> tuple[str, ...]:
    outcome = results.outcomes.get((site.key, method))
    start = (site.name, site.template) if with_template else (site.name,)
    if outcome is None:
        return (*start, *[_NONE] * 9)
    mapping = f"{outcome.mapping}{'+' if outcome.bounded else ''}"
    return (*start, *_quality(outcome.first), mapping, str(outcome.first.downloads), str(outcome.ways))


def _quality(crawl: Later) -> tuple[str, ...]:
    shares = (crawl.recall, crawl.precision, crawl.kept_recall, crawl.kept_precision)
    return (str(crawl.existing), str(crawl.found), *(f"{share:.3f}" for share in shares))


# -- Table 4 ----------------------------------------------------------------------------------------------------------


def _paper_table_4() -> Iterator[Block]:
    yield Paragraph("In the paper:")
    head = ("paper's site", "crawl", "targets", "found", "recall", "crawling", "new")
    rows = [
        (c.name, str(c.crawl), str(c.existing), str(c.found), f"{c.recall:.2f}", str(c.crawling), str(c.new))
        for c in paper.LATER
    ]
    yield Table(head, tuple(rows))


def _later_crawls(results: StructureResults, group: str) -> Iterator[Block]:
    yield Heading(_ABOUT[group][0], level=3)
    ours = ("recall", "precision", "crawling", "new")
    head = ("site", "crawl", "targets", "not there before", *(f"{m}: {name}" for m in METHODS for name in ours))
    rows = []
    for site in _sites(results, group):
        for crawl in range(1, STAGES):
            pair = [results.outcomes.get((site.key, method)) for method in METHODS]
            known = next((outcome for outcome in pair if outcome is not None), None)
            if known is not None:
                there = known.crawls[crawl]
                start = (site.name, str(crawl), str(there.existing), str(there.arrived))
                rows.append((*start, *(cell for outcome in pair for cell in _later_cells(outcome, crawl))))
    yield Table(head, tuple(rows))


def _later_cells(outcome: Outcome | None, crawl: int) -> tuple[str, ...]:
    if outcome is None:
        return (_NONE,) * 4
    later = outcome.crawls[crawl]
    return (f"{later.recall:.3f}", f"{later.precision:.3f}", str(later.downloads), str(later.new))


def _sites(results: StructureResults, group: str) -> list[SiteFacts]:
    return [site for site in results.sites if site.group == group]
