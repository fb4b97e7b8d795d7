"""What the paper says, held against our numbers language by language; every sentence is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hubwalk.demo.shops.lexicon import lexicon
from hubwalk.evaluation import crossmarc_paper as paper
from hubwalk.evaluation.crossmarc_measures import best_of, checked, measured
from hubwalk.evaluation.crossmarc_paper import V1_GENERAL, V1_NARROW, V2_GENERAL, V2_PAIRS, V2_SCREEN, V3, VERSIONS
from hubwalk.evaluation.crossmarc_runs import CrossmarcResults
from hubwalk.evaluation.crossmarc_suite import PRESENCE
from hubwalk.validators.page_filter_folds import PAPER

CLEARLY = 0.1  # more recall
SIMILAR = 0.02  # F: one web's luck
HIGH = 0.9  # "above the 90% mark", section 4.2
BAYES, NEIGHBOUR = "naive_bayes", "nearest_neighbour"
_BEST = " + ".join(paper.BEST_UNION)


@dataclass(frozen=True, slots=True)
class Compared:
    """A claim in one language, or with one set of training pages."""

    place: str
    holds: bool
    figures: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that the paper says, and where it holds with us."""

    statement: str
    papers: str  # its figures
    places: tuple[Compared, ...]  # the first is that of the paper: English, Table 1 or 2

    @property
    def holds(self) -> bool:
        """Where the paper has it."""
        return self.places[0].holds

    @property
    def text(self) -> str:
        parts = [f"{self.statement} (paper: {self.papers})."]
        for title, good in (("Holds", True), ("Does not hold", False)):
            told = [f"{one.place} ({one.figures})" for one in self.places if one.holds is good]
            if told:
                parts.append(f"{title}: {', '.join(told)}.")
        return " ".join(parts)


def claims(results: CrossmarcResults) -> Iterator[Claim]:
    """All of them, as far as there are numbers."""
    for statement, papers, check in (
        ("The narrow branch has more precision than the general one", _theirs("precision"), _narrow_precision),
        ("The narrow branch has less recall than the general one", _theirs("recall"), _narrow_recall),
        (
            "Queries of manufacturers and models have a better f-measure than general ones",
            _queries(V2_PAIRS),
            _special(V2_PAIRS),
        ),
        ("Queries of screens have a better f-measure than general ones", _queries(V2_SCREEN), _special(V2_SCREEN)),
        (
            "V3 has the lowest recall of all versions",
            f"{paper.TABLE_1[V3,].recall:.3f}, the next {paper.TABLE_1[V1_NARROW,].recall:.3f}",
            _lowest,
        ),
        (
            f"{_BEST} has clearly more recall than any version alone, at least {CLEARLY:g} more",
            f"{paper.TABLE_1[paper.BEST_UNION].recall:.3f}, and {max(paper.TABLE_1[v,].recall for v in VERSIONS):.3f}",
            _union,
        ),
        (
            f"No union has a better f-measure than {_BEST}, by more than {SIMILAR:g}",
            f"{paper.TABLE_1[paper.BEST_UNION].f1:.3f}; of the others it tells nothing",
            _best,
        ),
        (f"The light spider raises the precision of {_BEST}", "no figures", _spider),
    ):
        found = [(language, check(results, language)) for language in results.suite.languages]
        places = [Compared(language_name(language), *said) for language, said in found if said is not None]
        if places:
            yield Claim(statement, papers, tuple(places))
    yield from _filters(results)


def language_name(language: str) -> str:
    return lexicon(language).words["language"]


# -- Table 1 ----------------------------------------------------------------------------------------------------------

Said = tuple[bool, str] | None
Check = Callable[[CrossmarcResults, str], Said]


def _theirs(measure: str) -> str:
    narrow, general = (getattr(paper.TABLE_1[version,], measure) for version in (V1_NARROW, V1_GENERAL))
    return f"{narrow:.3f} and {general:.3f}"


def _narrow_precision(results: CrossmarcResults, language: str) -> Said:
    narrow, general = (measured(results, language, (version,)) for version in (V1_NARROW, V1_GENERAL))
    if narrow is None or general is None:
        return None
    one, other = narrow.quality.precision, general.quality.precision
    return one > other, f"{one:.3f} and {other:.3f}"


def _narrow_recall(results: CrossmarcResults, language: str) -> Said:
    narrow, general = (measured(results, language, (version,)) for version in (V1_NARROW, V1_GENERAL))
    if narrow is None or general is None:
        return None
    one, other = narrow.quality.recall, general.quality.recall
    return one < other, f"{one:.3f} and {other:.3f}"


def _queries(version: str) -> str:
    return f"{paper.TABLE_1[version,].f1:.3f} and {paper.TABLE_1[V2_GENERAL,].f1:.3f}"


def _special(version: str) -> Check:
    def check(results: CrossmarcResults, language: str) -> Said:
        special, general = (measured(results, language, (one,)) for one in (version, V2_GENERAL))
        if special is None or general is None:
            return None
        one, other = special.quality.f1, general.quality.f1
        return one > other, f"{one:.3f} and {other:.3f}"

    return check


def _recalls(results: CrossmarcResults, language: str) -> dict[str, float] | None:
    found = {version: measured(results, language, (version,)) for version in VERSIONS}
    there = {version: one.quality.recall for version, one in found.items() if one is not None}
    return there if len(there) == len(VERSIONS) else None


def _lowest(results: CrossmarcResults, language: str) -> Said:
    recalls = _recalls(results, language)
    if recalls is None:
        return None
    lowest = min(recalls, key=lambda version: recalls[version])
    told = "" if lowest == V3 else f", {lowest} {recalls[lowest]:.3f}"
    return lowest == V3, f"V3 {recalls[V3]:.3f}{told}"


def _union(results: CrossmarcResults, language: str) -> Said:
    recalls, union = _recalls(results, language), measured(results, language, paper.BEST_UNION)
    if recalls is None or union is None:
        return None
    highest = max(recalls, key=lambda version: recalls[version])
    holds = union.quality.recall >= recalls[highest] + CLEARLY
    return holds, f"{union.quality.recall:.3f}, {highest} {recalls[highest]:.3f}"


def _best(results: CrossmarcResults, language: str) -> Said:
    best, union = best_of(results, language, lambda one: one.f1), measured(results, language, paper.BEST_UNION)
    ours = measured(results, language, best) if best is not None else None
    if best is None or ours is None or union is None:
        return None
    told = "" if best == paper.BEST_UNION else f", {' + '.join(best)} {ours.quality.f1:.3f}"
    return union.quality.f1 >= ours.quality.f1 - SIMILAR, f"{union.quality.f1:.3f}{told}"


def _spider(results: CrossmarcResults, language: str) -> Said:
    before, after = (
        measured(results, language, paper.BEST_UNION),
        checked(results, language, paper.BEST_UNION),
    )
    if before is None or after is None:
        return None
    told = (
        f"from {before.quality.precision:.3f} to {after.quality.precision:.3f}; recall from "
        f"{before.quality.recall:.3f} to {after.quality.recall:.3f}"
    )
    return after.quality.precision > before.quality.precision, told


# -- Table 2 ----------------------------------------------------------------------------------------------------------


def settings(results: CrossmarcResults) -> list[tuple[str, int]]:
    """Language and number of pages of all sets of training pages; the largest of the first language first."""
    first, *others = results.suite.languages
    pages = results.suite.pages
    return [*((first, size) for size in reversed(pages)), *((other, pages[0]) for other in others)]


def ranking(results: CrossmarcResults, language: str, pages: int) -> dict[str, float]:
    """F of the validator's models, the best first."""
    found = {
        model: results.filtered(language, pages, model=model) for model in results.suite.models if model != PRESENCE
    }
    told = {model: one.f1 for model, one in found.items() if one is not None}
    return dict(sorted(told.items(), key=lambda entry: -entry[1]))


def _filters(results: CrossmarcResults) -> Iterator[Claim]:
    ranked = [(language_name(language), size, ranking(results, language, size)) for language, size in settings(results)]
    ranked = [(name, size, order) for name, size, order in ranked if {BAYES, NEIGHBOUR} <= order.keys()]
    if not ranked:
        return
    theirs = sorted(line.f1 for line in PAPER.values())
    last, first, high = [], [], []
    for name, size, order in ranked:
        place, models = f"{name} {size}", list(order)
        others = [f1 for model, f1 in order.items() if model != BAYES]
        told = f"{order[BAYES]:.3f}, {models[-1]} {order[models[-1]]:.3f}"
        last.append(Compared(place, models[-1] == BAYES, told if models[-1] != BAYES else f"{order[BAYES]:.3f}"))
        told = f"{order[NEIGHBOUR]:.3f}, {models[0]} {order[models[0]]:.3f}"
        first.append(Compared(place, models[0] == NEIGHBOUR, told))
        high.append(Compared(place, min(others) >= HIGH, f"lowest {min(others):.3f}"))
    yield Claim("Naive Bayes is last of the page filters", f"{theirs[0]:.3f}, the next {theirs[1]:.3f}", tuple(last))
    yield Claim(
        "The nearest neighbour is first of the page filters",
        f"{theirs[-1]:.3f}, the next {theirs[-2]:.3f}",
        tuple(first),
    )
    yield Claim(
        f"All page filters other than naive Bayes have an f-measure of {HIGH:g} at least",
        f"lowest {theirs[1]:.3f}",
        tuple(high),
    )
