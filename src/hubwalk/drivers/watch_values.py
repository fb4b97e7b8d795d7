"""How a watch is limited, how it shows itself, and how it ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hubwalk.store.watches import CHANGED, NEW, VANISHED

REPORTED = (NEW, CHANGED, VANISHED)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a watch may spend."""

    max_pages: int = 10_000  # requests
    check_known: int = 0  # known pages that are asked for again, to see whether they have changed
    check_vanished: int = 100  # pages that nobody lists any more and that are asked for, to see whether they are gone
    full: bool = False  # every page of every list, also where lists are newest first


@dataclass(slots=True)
class Tally:
    """How far a watch is; in the end, how it went."""

    site: str
    hubs_known: int = 0  # before this watch
    hubs: int = 0  # asked for
    unchanged: int = 0  # answers that said 304
    requests: int = 0
    failed: dict[str, str] = field(default_factory=dict)  # URL -> why it could not be had
    events: Counter[str] = field(default_factory=Counter)
    unchecked: int = 0  # unlisted pages that were too many to ask for
    left_out: int = 0  # hubs that were not asked for: nothing new is expected there
    doing: str = ""
    ending: str = ""  # why not all was looked at
    dead: bool = False  # not even the entry page could be had
    holds: bool = True  # the recipe still leads to the wanted pages
    report: list[str] = field(default_factory=list)  # what has changed of the structure

    @property
    def found(self) -> int:
        """Events that are reported."""
        return sum(self.events[event] for event in REPORTED)
