"""What a search finds: candidates, the sites of those that were accepted, and how the search ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from hubwalk.values import Response, Verdict


@dataclass(frozen=True, slots=True)
class Candidate:
    """A page that an engine named."""

    url: str  # canonical, as asked for
    query: str  # that brought it; "" for a sample
    response: Response
    verdict: Verdict


@dataclass(slots=True)
class FoundSite:
    """A site with authorities, and the evidence for it."""

    site: str  # its home page
    authorities: list[str] = field(default_factory=list)
    fetched: int = 0  # candidates on this site, accepted or not
    queries: list[str] = field(default_factory=list)  # that led to authorities here

    @property
    def precision(self) -> float:
        """Of the candidates on this site, how many were accepted."""
        return len(self.authorities) / self.fetched if self.fetched else 0.0


@dataclass(frozen=True, slots=True)
class Discovery:
    """What the search found."""

    sites: tuple[FoundSite, ...]  # best first
    candidates: tuple[Candidate, ...]
    queries: int
    ending: str  # why it is over
    complete: bool  # False: engines gave up, or the time was over; a resumed search may find more
    given_up: tuple[str, ...] = ()  # what they said
