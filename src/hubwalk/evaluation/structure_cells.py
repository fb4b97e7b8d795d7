"""One cell of the structure experiment: a method on a site, from one sample to three crawls.

The crawler is made when the site is at its first stage. Its crawl then is a line of the paper's Table 3, those at the
later stages are lines of Table 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hubwalk.drivers.judging import judge
from hubwalk.drivers.replay import ParsedPages
from hubwalk.errors import LogError
from hubwalk.evaluation.structure_crawl import Crawled, Generated, Seen, crawl_by, learn_recipe, map_site
from hubwalk.evaluation.structure_sites import Stage, Subject
from hubwalk.evaluation.structure_suite import StructureSuite
from hubwalk.ports import Validator
from hubwalk.recipes.navigation_pattern import NavigationPattern
from hubwalk.validators import make_validator

PUBLISHED, RECIPE = METHODS = ("published", "recipe")
ACCEPTED, REFUSED, UNSEEN = "accepted", "refused", "unseen"  # what became of a page while the crawler was learned


@dataclass(frozen=True, slots=True)
class Later:
    """One crawl."""

    existing: int  # targets that are there, and that links lead to
    arrived: int  # of these, not there when the crawler was made
    downloads: int
    result: int  # pages on the last level
    right: int  # of these, targets
    found: int  # different targets
    new: int  # of these, not there when the crawler was made
    kept: int  # of the result, what the validator accepts if it is asked
    kept_right: int
    kept_found: int

    @property
    def recall(self) -> float:
        return self.found / self.existing if self.existing else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.result if self.result else 0.0

    @property
    def kept_recall(self) -> float:
        return self.kept_found / self.existing if self.existing else 1.0

    @property
    def kept_precision(self) -> float:
        return self.kept_right / self.kept if self.kept else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a method came to on a site."""

    mapping: int  # downloads to make the crawler
    bounded: bool  # there were more than might be fetched
    accepted: int  # by the validator
    right: int  # of these, targets
    ways: int  # patterns of the crawler
    crawls: tuple[Later, ...]  # one per stage
    missed: Mapping[str, int] = field(default_factory=dict)  # targets the first crawl lacks, by what became of them
    wrong: Mapping[str, int] = field(default_factory=dict)  # pages it should not have, by the same
    pattern: tuple[str, ...] = ()  # the navigation pattern, level by level

    @property
    def first(self) -> Later:
        return self.crawls[0]


def run_cell(subject: Subject, suite: StructureSuite, method: str) -> Outcome:
    """Make the crawler out of the one sample, and run it at all stages."""
    first = subject.stages[0]
    sample = first.pages.read(subject.sample)
    validator = make_validator([suite.validator if method == PUBLISHED else suite.recipe.validator], [sample])
    if method == PUBLISHED:
        made = map_site(first.site, first.pages, validator, sample, suite.mapping)
    else:
        made = learn_recipe(
            first.site, first.pages, validator, sample, strategy=suite.recipe.strategy, max_pages=suite.mapping
        )
    crawls = [crawl_by(made.crawler, stage.site, stage.pages) for stage in subject.stages]
    crawler = made.crawler
    return Outcome(
        mapping=made.downloads,
        bounded=made.downloads >= suite.mapping,
        accepted=len(made.accepted),
        right=len(_shown(made.accepted, first.target_of)),
        ways=made.ways,
        crawls=tuple(
            _measured(crawl, stage, first, validator) for crawl, stage in zip(crawls, subject.stages, strict=True)
        ),
        missed=_counted(first.targets - set(_shown(crawls[0].result, first.target_of)), made, first.target_of),
        wrong=_counted(_wrong(crawls[0], first), made),
        pattern=tuple(level.text for level in crawler.levels) if isinstance(crawler, NavigationPattern) else (),
    )


def _shown(pages: Iterable[Seen], target_of: Callable[[str], str]) -> list[str]:
    """The targets that pages show; those that show none are left out."""
    return [target for page in pages if (target := target_of(page.url) or target_of(page.requested))]


def _measured(crawl: Crawled, stage: Stage, first: Stage, validator: Validator) -> Later:
    shown = _shown(crawl.result, stage.target_of)
    found = stage.targets.intersection(shown)
    kept = [page for page in crawl.result if _accepts(validator, stage.pages, page)]
    kept_shown = _shown(kept, stage.target_of)
    return Later(
        existing=len(stage.targets),
        arrived=len(stage.targets - first.targets),
        downloads=crawl.downloads,
        result=len(crawl.result),
        right=len(shown),
        found=len(found),
        new=len(found - first.targets),
        kept=len(kept),
        kept_right=len(kept_shown),
        kept_found=len(stage.targets.intersection(kept_shown)),
    )


def _accepts(validator: Validator, pages: ParsedPages, page: Seen) -> bool:
    return judge(validator, pages.read(page.requested)).verdict.accepted


def _wrong(crawl: Crawled, stage: Stage) -> list[str]:
    return [page.url for page in crawl.result if not _shown([page], stage.target_of)]


def _counted(urls: Iterable[str], made: Generated, name_of: Callable[[str], str] = str) -> dict[str, int]:
    """How many of the pages were accepted, refused, or not seen, while the crawler was learned."""
    known = {name: what for what, pages in ((REFUSED, made.refused), (ACCEPTED, made.accepted)) for page in pages
             for name in (name_of(page.url), name_of(page.requested))}  # fmt: skip
    return dict(sorted(Counter(known.get(url, UNSEEN) for url in urls).items()))


# -- as JSON ----------------------------------------------------------------------------------------------------------


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    record = asdict(outcome)
    record["crawls"] = [list(asdict(crawl).values()) for crawl in outcome.crawls]
    return record


def read_outcome(record: Mapping[str, Any]) -> Outcome:
    try:
        crawls: Sequence[Sequence[int]] = record["crawls"]
        made = {**record, "crawls": tuple(Later(*crawl) for crawl in crawls), "pattern": tuple(record["pattern"])}
        return Outcome(**made)
    except (TypeError, KeyError) as error:
        raise LogError(f"a stored result has another form ({error}); choose another folder with -o") from None
