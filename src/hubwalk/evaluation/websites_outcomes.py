"""What the cells of the website experiment come to, as values and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from hubwalk.errors import LogError
from hubwalk.evaluation.websites_measures import Mark

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Sorted:
    """Sites that a classifier calls relevant, held against the truth."""

    right: int  # relevant, and on the topic
    wrong: int  # relevant, and not on the topic
    missed: int  # on the topic, and not relevant
    wrong_by: Counts = field(default_factory=dict)  # kind of the site -> how many of the wrong
    missed_by: Counts = field(default_factory=dict)  # form of the home page -> how many of the missed

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 0.0

    @property
    def f(self) -> float:
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else 0.0


@dataclass(frozen=True, slots=True)
class FoldsOutcome:
    """A line of Table 2: sites classified by classifiers that did not know them."""

    targets: int  # sites on the topic
    others: int
    accuracy: float  # of the page classifier, mean over the folds
    pages: int  # fetched for all sites
    settled: int  # sites whose confidence reached the threshold
    website: Sorted
    home: Sorted

    @property
    def sites(self) -> int:
        return self.targets + self.others

    @property
    def pages_per_site(self) -> float:
        return self.pages / self.sites if self.sites else 0.0


@dataclass(frozen=True, slots=True)
class CrawlOutcome:
    """One crawl of Figs. 6 and 7. Start sites cost pages, but are not found: they were known."""

    ended: str  # why
    marks: tuple[Mark, ...]  # the last one is the end
    existing: int  # sites on the topic, without the start sites
    accuracy: float  # of the page classifier
    found: Sorted  # the list of sites
    single: int  # sites in the list that were classified by one page
    single_right: int  # of these, on the topic
    home: Sorted | None = None  # page crawler: the list that the classifier of home pages makes of its pages
    sure: int = 0  # sites in the list whose confidence is above the topic's threshold
    list_confidence: float = 0.0  # page crawler: mean of the pages on the topic's sites that link to several others
    page_confidence: float = 0.0  # and of its other pages there
    capped: int = 0  # sites where the page cap, or the guard, ended it

    @property
    def end(self) -> Mark:
        return self.marks[-1] if self.marks else Mark(0, 0, 0, 0)


Outcome = FoldsOutcome | CrawlOutcome


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    record = asdict(outcome)
    if isinstance(outcome, CrawlOutcome):
        record["marks"] = [[mark.pages, mark.sites, mark.relevant, mark.right] for mark in outcome.marks]
    return record


def read_outcome(record: Mapping[str, Any]) -> Outcome:
    try:
        if "marks" not in record:
            return FoldsOutcome(**{**record, "website": Sorted(**record["website"]), "home": Sorted(**record["home"])})
        home = Sorted(**record["home"]) if record["home"] is not None else None
        marks = tuple(Mark(*mark) for mark in record["marks"])
        return CrawlOutcome(**{**record, "marks": marks, "found": Sorted(**record["found"]), "home": home})
    except (TypeError, KeyError) as error:
        raise LogError(f"a stored result has another form ({error}); choose another folder with -o") from None
