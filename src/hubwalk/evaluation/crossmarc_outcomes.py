"""What the cells of a CROSSMARC experiment come to, and how that is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hubwalk.errors import LogError
from hubwalk.evaluation.crossmarc_suite import FILTER, SPIDER, VERSION


@dataclass(frozen=True, slots=True)
class Found:
    """The sites that a version names."""

    sites: tuple[int, ...]  # their numbers among those of the language
    strangers: tuple[str, ...]  # hosts that are none of these: gone, or in another language
    pages: int  # of directories, fetched
    queries: int  # asked


@dataclass(frozen=True, slots=True)
class Spidered:
    """What the light spider says of all sites of a language."""

    marks: tuple[int, ...]  # per site, the pages it took; negative where it was called unfit

    def is_fit(self, number: int) -> bool:
        return self.marks[number] > 0

    def pages(self, number: int) -> int:
        return abs(self.marks[number])


@dataclass(frozen=True, slots=True)
class Filtered:
    """A model of the page filter in cross-validation."""

    offers: int
    near_misses: int
    precision: float
    recall: float
    f1: float
    spread: float  # standard deviation of F over the folds


Outcome = Found | Spidered | Filtered
_KINDS: dict[str, type[Found] | type[Spidered] | type[Filtered]] = {VERSION: Found, SPIDER: Spidered, FILTER: Filtered}


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    values = asdict(outcome)
    return {key: round(value, 5) if isinstance(value, float) else value for key, value in values.items()}


def read_outcome(part: str, record: Mapping[str, Any]) -> Outcome:
    """What `outcome_record` made of an outcome of that part."""
    try:
        made: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in record.items()
        }
        return _KINDS[part](**made)
    except (TypeError, KeyError) as error:
        raise LogError(f"a stored result has another form ({error}); choose another folder with -o") from None
