"""The report of a CROSSMARC experiment: Tables 1 and 2, the paper's numbers beside ours. Nothing in it is written by
hand but what holds for any results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hubwalk.demo.shops import coverage
from hubwalk.demo.shops.site_kinds import KINDS, SiteKind
from hubwalk.evaluation import crossmarc_paper as paper
from hubwalk.evaluation.crossmarc_claims import language_name as _name
from hubwalk.evaluation.crossmarc_findings import agreeing, differing, reasons
from hubwalk.evaluation.crossmarc_measures import Union, best_of, checked, measured, spider_quality
from hubwalk.evaluation.crossmarc_paper import Quality
from hubwalk.evaluation.crossmarc_runs import CrossmarcResults
from hubwalk.evaluation.document import Block, Bullets, Heading, Paragraph, Table
from hubwalk.strategies.light_spider import PATIENCE
from hubwalk.validators.page_filter_folds import PAPER

_NONE = "–"
_UNIONS: tuple[Union, ...] = (
    paper.BEST_UNION,
    (paper.V1_GENERAL, paper.V1_NARROW),
    (paper.V2_PAIRS, paper.V2_SCREEN),
    (paper.V2_GENERAL, paper.V2_PAIRS, paper.V2_SCREEN),
    paper.VERSIONS,
)


def crossmarc_report(results: CrossmarcResults, command: str) -> list[Block]:
    """The whole report; `command` is what makes it."""
    first, *others = results.suite.languages
    return [
        *_opening(results, command),
        *_findings(results),
        Heading("The web of shops"),
        *_web(results),
        Heading("Table 1: finding sites"),
        *_table_1(results, first),
        Heading("Table 1 after the light spider"),
        *_after_spider(results, first),
        *_spider_alone(results),
        *([Heading("Table 1 in other languages"), *_languages(results, others)] if others else []),
        Heading("Table 2: page filters"),
        *_table_2(results),
    ]


def _opening(results: CrossmarcResults, command: str) -> Iterator[Block]:
    suite, done = results.suite, len(results.outcomes)
    yield Heading(suite.title, level=1)
    whole = f"{done} cells" if done == results.planned else f"{done} of {results.planned} cells: **incomplete**"
    yield Paragraph(f"Made by `{command}` with hubwalk {results.hubwalk}; {whole}. Do not edit: run it again.")
    yield Paragraph(
        "The evaluation of Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran and Dingare (2003), section 4: "
        "three versions of a crawler look for sites that offer laptops, the lists that they bring are put together, "
        "and a light spider drops the sites where it finds no offer. V1 takes the sites of a branch of a directory, "
        "V2 those of a search engine's answers to queries made of an ontology, V3 those of the pages that the engine "
        "calls similar to known offers."
    )
    yield Paragraph(
        "**The demo web decides much of Table 1.** How many sites are fit, how many of them the directory lists and "
        "the engine knows, how many results it gives: the authors had the web of 2003 and could not know any of it, "
        "ours was laid down before the first run (below), and other figures would give other percentages. What is "
        "compared is the order of the versions and unions, and what the parts do to each other; not the percentages. "
        "Precision and recall are of sites, and unlike the authors, who estimated both from samples of "
        f"{paper.INSPECTED}, we know the truth."
    )
    yield Paragraph(
        f"All figures are means over {len(suite.seeds)} webs that differ in all throws of the dice, and f-measures are "
        "those of the means. Table 2 is of the first. How many webs, and how many pages in Table 2, was settled after "
        "trials on one web."
    )


def _findings(results: CrossmarcResults) -> Iterator[Block]:
    for heading, texts in (
        ("Where the paper's findings come out", agreeing(results)),
        ("Where they do not", differing(results)),
        ("Why", reasons(results)),
    ):
        if texts:
            yield Heading(heading)
            yield Bullets(tuple(texts))


# -- the web ----------------------------------------------------------------------------------------------------------


def _web(results: CrossmarcResults) -> Iterator[Block]:
    suite = results.suite
    spoken = ", ".join(_name(language) for language in suite.languages)
    yield Paragraph(
        f"{suite.sites} sites on hosts of their own, half of them English ({spoken} are looked at). A site is fit if "
        "it has at least one page on which a shop offers laptops; private adverts, price comparisons, data sheets and "
        "reviews are none. The kinds of site and their shares were decided before the first run:"
    )
    first = results.webs[0]
    rows = []
    for kind in KINDS:
        many = sum(first.kind(number) is kind for number in range(len(first.marks)))
        rows.append((kind.name, "yes" if kind.fit else "no", str(many), _stock(kind)))
    head = ("kind of site", "fit", f"in {_name(first.language)}", "pages")
    yield Table(head, tuple(rows), texts=("fit", "pages"))
    yield Paragraph("So were the shares that others know of it:")
    yield Bullets(
        (
            f"The directory lists {coverage.LISTED}% of the sites, {coverage.LISTED_TWICE}% of these in two branches; "
            f"on top of its entries {coverage.DEAD_ENTRIES}% lead to sites that are gone. The general branch is "
            "hardware retailers with their sub-branches, the narrow one is notebooks and laptops with theirs.",
            f"The engine knows {coverage.INDEXED_SITES}% of the sites, and beside their home pages "
            f"{coverage.INDEXED_PAGES}% of their pages. It is asked in one language at a time and gives "
            f"{coverage.RESULTS} results to a query, two of a site unless there are too few, and {coverage.SIMILAR} "
            f"pages similar to each of {coverage.SEED_PAGES}, which come from another web with the same products.",
            f"The ontology knows {coverage.KNOWN_LINES}% of the manufacturers' lines of laptops.",
        )
    )


def _stock(kind: SiteKind) -> str:
    return ", ".join(f"{of.least}-{of.most} {of.kind} {of.form}" for of in kind.departments)


# -- Table 1 ----------------------------------------------------------------------------------------------------------


def _unions(results: CrossmarcResults, language: str) -> list[Union]:
    best = best_of(results, language, lambda quality: quality.f1)
    found: Sequence[Union] = [*((version,) for version in paper.VERSIONS), *_UNIONS, *([best] if best else [])]
    return list(dict.fromkeys(found))


def _table_1(results: CrossmarcResults, language: str) -> Iterator[Block]:
    yield Paragraph(
        f"In {_name(language)}. The first three columns are the paper's. Its recall is over the "
        f"{paper.FIT_SITES} fit sites that any of its versions found, for want of a better figure; the last column "
        "counts ours in this way. The last union is the one with the best f-measure of all."
    )
    head = (
        "version", "paper: precision", "recall", "f", "ours: sites", "fit", "precision", "recall", "f",
        "recall as in the paper", "directory pages", "queries",
    )  # fmt: skip
    rows = []
    for union in _unions(results, language):
        theirs = paper.TABLE_1.get(union)
        ours = measured(results, language, union)
        rows.append(
            (
                _called(union),
                *_shares(theirs),
                *((f"{ours.sites:.1f}", f"{ours.right:.1f}") if ours else (_NONE, _NONE)),
                *_shares(ours.quality if ours else None),
                f"{ours.papers_recall:.3f}" if ours else _NONE,
                *((f"{ours.pages:.0f}", f"{ours.queries:.0f}") if ours else (_NONE, _NONE)),
            )
        )
    yield Table(head, tuple(rows))


def _after_spider(results: CrossmarcResults, language: str) -> Iterator[Block]:
    spider = results.suite.spider
    yield Paragraph(
        f"The light spider walks each site of a list, links that look promising first, until its page filter "
        f"(`{spider.model}`, trained with up to {spider.training} offers and as many near misses of another web) "
        f"accepts a page: then the site is fit. It is unfit when nothing promising is left, after {PATIENCE} pages in "
        f"a row that came not near, or after {spider.max_pages} pages. How many pages it is trained with was settled "
        "after a trial with fewer, in which it was less precise. The paper tells no figures of it."
    )
    head = (
        "version", "sites", "precision", "recall", "f", "after it: sites", "precision", "recall", "f", "pages fetched",
        "per site",
    )  # fmt: skip
    rows = []
    for union in _unions(results, language):
        before, after = measured(results, language, union), checked(results, language, union)
        if before is None or after is None:
            rows.append((_called(union), *[_NONE] * 10))
            continue
        per_site = after.fetched / before.sites if before.sites else 0.0
        rows.append(
            (
                _called(union),
                f"{before.sites:.1f}",
                *_shares(before.quality),
                f"{after.sites:.1f}",
                *_shares(after.quality),
                f"{after.fetched:.0f}",
                f"{per_site:.1f}",
            )
        )
    yield Table(head, tuple(rows))


def _spider_alone(results: CrossmarcResults) -> Iterator[Block]:
    yield Heading("The light spider alone", level=3)
    yield Paragraph("On all sites of a language, found by anybody or not; over all webs.")
    head = ("language", "sites", "fit", "called fit", "right", "precision", "recall", "f", "accuracy",
            "pages of a fit site", "of an unfit one")  # fmt: skip
    rows = []
    for language in results.suite.languages:
        one = spider_quality(results, language)
        name = _name(language)
        if one is None:
            rows.append((name, *[_NONE] * 10))
            continue
        rows.append(
            (
                name,
                *(str(n) for n in (one.sites, one.fit, one.called, one.right)),
                *_shares(one.quality),
                f"{one.accuracy:.3f}",
                f"{one.fit_pages:.1f}",
                f"{one.unfit_pages:.1f}",
            )
        )
    yield Table(head, tuple(rows))


def _languages(results: CrossmarcResults, languages: Sequence[str]) -> Iterator[Block]:
    yield Paragraph(
        "The paper has no figures for them. Each has an eighth of the sites; directory and engine know as much of them "
        "as of the English ones, and give as many results to a query, which is more in proportion."
    )
    for language in languages:
        yield Heading(_name(language), level=3)
        head = ("version", "sites", "precision", "recall", "f", "after the spider: sites", "precision", "recall", "f")
        rows = []
        for union in (*((version,) for version in paper.VERSIONS), paper.BEST_UNION, paper.VERSIONS):
            before, after = measured(results, language, union), checked(results, language, union)
            rows.append(
                (
                    _called(union),
                    f"{before.sites:.1f}" if before else _NONE,
                    *_shares(before.quality if before else None),
                    f"{after.sites:.1f}" if after else _NONE,
                    *_shares(after.quality if after else None),
                )
            )
        yield Table(head, tuple(rows))


def _shares(quality: Quality | None) -> tuple[str, str, str]:
    if quality is None:
        return (_NONE, _NONE, _NONE)
    return f"{quality.precision:.3f}", f"{quality.recall:.3f}", f"{quality.f1:.3f}"


def _called(union: Union) -> str:
    return "all six" if union == paper.VERSIONS else " + ".join(union)


# -- Table 2 ----------------------------------------------------------------------------------------------------------


def _table_2(results: CrossmarcResults) -> Iterator[Block]:
    suite = results.suite
    first, *others = suite.languages
    yield Paragraph(
        f"Stratified {suite.folds}-fold cross-validation on laptop offers and near misses, pages that could be "
        "confused with them: other products of the same shops, parts and bags for laptops, paper notebooks, data "
        "sheets, reviews, adverts, price comparisons, home pages and lists of shops. The paper does not say how many "
        f"pages it had; ours are up to {_some(suite.pages)} of each kind in {_name(first)} and up to {suite.pages[0]} "
        "elsewhere, the sites taking turns. `naive_bayes` is multinomial; `naive_bayes_presence`, which is no model of "
        "the validator, goes by whether a word is there."
    )
    yield _filter_table(results, [(first, pages) for pages in suite.pages])
    if others:
        yield Paragraph("In the other languages; the paper says only that its results were similar.")
        yield _filter_table(results, [(language, suite.pages[0]) for language in others])


def _filter_table(results: CrossmarcResults, settings: Sequence[tuple[str, int]]) -> Table:
    with_paper = settings[0][0] == results.suite.languages[0]
    head = ["model", *(("paper: precision", "recall", "f") if with_paper else ())]
    for language, pages in settings:
        head += [f"{_name(language)} {_size(results, language, pages)}: precision", "recall", "f"]
    rows = []
    for model in results.suite.models:
        row, theirs = [f"`{model}`"], PAPER.get(model)
        for line in [*([theirs] if with_paper else []), *(results.filtered(*one, model=model) for one in settings)]:
            row += [f"{line.precision:.3f}", f"{line.recall:.3f}", f"{line.f1:.3f}"] if line else [_NONE] * 3
        rows.append(tuple(row))
    return Table(tuple(head), tuple(rows))


def _size(results: CrossmarcResults, language: str, pages: int) -> str:
    known = [results.filtered(language, pages, model=model) for model in results.suite.models]
    there = next((one for one in known if one is not None), None)
    return f"{there.offers}+{there.near_misses}" if there else str(pages)


def _some(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
