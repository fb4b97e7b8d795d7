"""Why our numbers differ from the paper's, as far as they tell; every sentence is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hubwalk.demo.shops import coverage
from hubwalk.evaluation import crossmarc_paper as paper
from hubwalk.evaluation.crossmarc_claims import BAYES, NEIGHBOUR, claims, language_name, ranking, settings
from hubwalk.evaluation.crossmarc_measures import Union, lists_of, measured, spider_quality
from hubwalk.evaluation.crossmarc_paper import V1_NARROW, V2_GENERAL, V3, VERSIONS
from hubwalk.evaluation.crossmarc_runs import CrossmarcResults
from hubwalk.evaluation.crossmarc_suite import PRESENCE

_NAMED = 5  # kinds of site in a sentence


def agreeing(results: CrossmarcResults) -> list[str]:
    """What the paper says and holds, at least where the paper has it."""
    return [claim.text for claim in claims(results) if claim.holds]


def differing(results: CrossmarcResults) -> list[str]:
    """What does not."""
    return [claim.text for claim in claims(results) if not claim.holds]


def reasons(results: CrossmarcResults) -> list[str]:
    """What makes the differences, as far as the numbers tell."""
    first, *others = results.suite.languages
    return [
        *_narrow_branch(results, first),
        *_similar(results, first),
        *_general_queries(results, first, others),
        *_reach(results, first),
        *_bayes(results),
        *_neighbour(results, first),
        *_spider(results, first),
    ]


def _narrow_branch(results: CrossmarcResults, language: str) -> Iterator[str]:
    lists = lists_of(results, language, (V1_NARROW,))
    if lists:
        fit = sum(found.right for found in lists)
        yield (
            f"The narrow branch has sub-branches for makers, accessories, reviews and service, and most sites in them "
            f"are unfit: over all webs {fit} fit sites stand in it, and {_unfit(results, language, (V1_NARROW,))}. "
            "What such a branch holds is the editors' choice; ours was made before the first run."
        )


def _unfit(results: CrossmarcResults, language: str, union: Union) -> str:
    """Which kinds of unfit site a list has."""
    lists = lists_of(results, language, union) or []
    kinds = Counter(found.web.kind(number).name for found in lists for number in found.sites - found.web.fit)
    gone = sum(len(found.strangers) for found in lists)
    named = [f"{many} of the kind {kind}" for kind, many in kinds.most_common(_NAMED)]
    return ", ".join([*named, *([f"{gone} that are gone"] if gone else [])]) or "none that are unfit"


def _similar(results: CrossmarcResults, language: str) -> Iterator[str]:
    similar = measured(results, language, (V3,))
    if similar is not None and similar.quality.recall:
        fit = similar.right / similar.quality.recall
        yield (
            f"V3: {coverage.SEED_PAGES} seed pages with {coverage.SIMILAR} similar ones each are "
            f"{coverage.SEED_PAGES * coverage.SIMILAR} results for {fit:.0f} fit sites; the paper had "
            f"{paper.FIT_SITES} of these and does not tell the number of results. Recall of V3 says as much about the "
            "size of the web as about the version."
        )


def _general_queries(results: CrossmarcResults, language: str, others: list[str]) -> Iterator[str]:
    first = measured(results, language, (V2_GENERAL,))
    found = [(other, measured(results, other, (V2_GENERAL,))) for other in others]
    told = [f"{language_name(other)} {one.quality.recall:.3f}" for other, one in found if one is not None]
    if first is not None and told:
        yield (
            f"General queries get {coverage.RESULTS} results each, in editions of four times as many sites in "
            f"{language_name(language)} as in the others: their recall is {first.quality.recall:.3f} there, and "
            f"{', '.join(told)}. In a small web even general queries find most of what the engine knows."
        )


def _reach(results: CrossmarcResults, language: str) -> Iterator[str]:
    lists = lists_of(results, language, VERSIONS)
    if lists is None:
        return
    missed = [(found.web, number) for found in lists for number in found.web.fit - found.sites]
    fit = sum(len(found.web.fit) for found in lists)
    unknown = sum(not web.is_listed(number) and not web.is_known(number) for web, number in missed)
    yield (
        f"All versions together miss {len(missed)} of {fit} fit sites in {language_name(language)}; {unknown} of them "
        "neither the directory lists nor the engine knows. The paper, whose recall is over what its versions found, "
        "leaves such sites out."
    )


def _bayes(results: CrossmarcResults) -> Iterator[str]:
    rows = []
    for language, size in settings(results):
        presence = results.filtered(language, size, model=PRESENCE)
        others = [f1 for model, f1 in ranking(results, language, size).items() if model != BAYES]
        if presence is not None and others:
            last = " (last)" if presence.f1 < min(others) else ""
            rows.append(f"{language_name(language)} {size} {presence.f1:.3f}{last}")
    if rows:
        yield (
            "Naive Bayes: the paper does not say which one it had. Ours is multinomial, over TF-IDF weights. When it "
            "had not come out last, another one was tried, which goes by whether a word is there or not and takes each "
            "absent word for evidence: in its place it has F "
            f"{', '.join(rows)}. Besides, the sentences of generated pages are drawn one by one, regardless of each "
            "other, which is nearer to what naive Bayes assumes than real pages are."
        )


def _neighbour(results: CrossmarcResults, language: str) -> Iterator[str]:
    found = [(size, results.filtered(language, size, model=NEIGHBOUR)) for size in results.suite.pages]
    told = ", ".join(f"{one.f1:.3f} with {size}" for size, one in found if one is not None)
    if told:
        yield (
            f"The nearest neighbour has in {language_name(language)} F {told} pages of each kind. Sites take turns, so "
            "that with few pages the nearest one is of another site with another layout; with more of them it gains "
            "most. How many pages of a site the authors had they do not say."
        )


def _spider(results: CrossmarcResults, language: str) -> Iterator[str]:
    one = spider_quality(results, language)
    if one is None:
        return
    missed: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for web in results.of(language):
        spidered = results.spidered(web)
        for number in range(len(web.marks) if spidered is not None else 0):
            if spidered is not None and spidered.is_fit(number) != web.is_fit(number):
                (missed if web.is_fit(number) else wrong)[web.kind(number).name] += 1
    yield (
        f"The light spider in {language_name(language)} misses {missed.total()} of {one.fit} fit sites"
        f"{_most(missed)} and calls {wrong.total()} of {one.sites - one.fit} unfit ones fit{_most(wrong)}. "
        f"{_chances(results, language, one.unfit_pages)}"
    )


def _most(kinds: Counter[str]) -> str:
    named = ", ".join(f"{many} {kind}" for kind, many in kinds.most_common(_NAMED))
    return f" ({named})" if named else ""


def _chances(results: CrossmarcResults, language: str, pages: float) -> str:
    """What one wrong page does to a site."""
    spider = results.suite.spider
    one = results.filtered(language, results.suite.pages[-1], model=spider.model)
    if one is None or not one.precision:
        return ""
    accepted = one.recall * one.offers * (1 / one.precision - 1) / one.near_misses
    return (
        f"One page that is wrongly accepted is enough: `{spider.model}` accepts {accepted:.1%} of the near misses in "
        f"Table 2, and of {pages:.1f} pages, which an unfit site takes on average, at least one with a chance of "
        f"{1 - (1 - accepted) ** pages:.0%}, if pages were independent."
    )
