"""The ports: small Protocols with one verb, two at most. The docstring is the contract; hubwalk.testing checks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from hubwalk.values import (
    Choice,
    Observation,
    Page,
    Response,
    Revision,
    SearchAnswer,
    SiteChoice,
    SiteReport,
    SiteVerdict,
    Verdict,
)


@runtime_checkable
class Strategy(Protocol):
    """Decides which URL of one site comes next.

    Told (`observe`) and asked (`choose`), never waiting: no socket, file, clock or global randomness. Several chosen
    URLs may be in flight; a URL is never chosen twice. Same random generator and same observations, same choices.

    A strategy that keeps more of a verdict than the web graph does has a third method, `revise(url, accepted)`: of an
    observed page (`Page.url`) the opposite is now said. The driver has already changed `accepted` and `accepted_pages`
    of the graph; strategies that read these when they choose need not be told.

    A strategy that knows what it leaves behind has a fourth, `outlook() -> Outlook`: what it expects of the pages that
    it has not fetched. Cheap, drivers ask after every page; the recall estimate gains by it.
    """

    def choose(self) -> Choice | None:
        """The next URL, one that the web graph calls new; None: nothing worth fetching is known *now* (an
        observation still in flight may change that)."""
        ...

    def observe(self, page: Page, verdict: Verdict) -> None:
        """Learn from one fetched page. The driver has already added it to the shared web graph. Pages that nobody
        chose (a resumed log, a start page) are observed too, and failures are pages without links."""
        ...


@runtime_checkable
class Validator(Protocol):
    """A black box that says whether a page is what the user looks for."""

    def judge(self, page: Page) -> Verdict:
        """Never raises for what a page contains; what cannot be judged is not accepted, and the reason says so."""
        ...


@runtime_checkable
class LearningValidator(Validator, Protocol):
    """A validator that learns from the pages it judges, and may come to judge earlier ones otherwise.

    What it has learned depends on nothing but its making and the pages judged and remembered, in their order.
    """

    def remember(self, page: Page, verdict: Verdict) -> None:
        """A page of an earlier run, with the verdict that stands: learn from it as if it had been judged just now."""
        ...

    def revisions(self) -> Sequence[Revision]:
        """The pages judged so far whose verdict is no longer the one that stands, each told once, the oldest first.
        Drivers take those that turn round, and of the others those that are `confirmed`. Cheap where nothing was
        learned: drivers ask after every page."""
        ...


@runtime_checkable
class Browser(Protocol):
    """Gets pages. A page that cannot be had is an answer (status 0 or >= 400), not an exception."""

    def fetch(self, url: str) -> Response:
        """The answer for a canonical URL, redirects followed."""
        ...


class CrawlLog(Protocol):
    """The append-only record of a crawl; the crawl's state is a fold over it."""

    def append(self, observation: Observation) -> int:
        """Make one observation durable and return its number; it survives `kill -9` from then on."""
        ...

    def observations(self, *, bodies: bool = False) -> Iterator[Observation]:
        """All observations in the order of `append`; with `bodies` each has its raw response."""
        ...


@runtime_checkable
class SearchEngine(Protocol):
    """Knows pages of many sites."""

    @property
    def name(self) -> str:
        """Engine and address, as the crawl log names it; never a key."""
        ...

    def search(self, query: str, limit: int) -> SearchAnswer:
        """At most `limit` results. Nothing found is an answer; an engine that does not answer raises SearchError."""
        ...


@runtime_checkable
class BacklinkSource(Protocol):
    """Knows which pages link to a page: a search engine that tells, or a recorded web graph."""

    def backlinks(self, url: str, limit: int) -> Sequence[str]:
        """URLs of at most `limit` pages that link to `url`; none if none is known. Raises SearchError."""
        ...


@runtime_checkable
class ExternalCrawler(Protocol):
    """Decides which site comes next. Pure as a Strategy; several sites may be under way, none is chosen twice."""

    def choose(self) -> SiteChoice | None:
        """The next site; None: none is known *now* (a report still to come may change that)."""
        ...

    def observe(self, report: SiteReport) -> None:
        """Learn from a site whose internal crawl is over; one that nobody chose (a resumed log) is observed too."""
        ...


@runtime_checkable
class InternalCrawler(Protocol):
    """Finds out what one site is, with few pages. Pure as a Strategy; one page at a time."""

    def choose(self) -> Choice | None:
        """The next page of the site; None: it is over. The home page comes first."""
        ...

    def observe(self, page: Page, confidences: Sequence[float]) -> None:
        """Learn from a fetched page, all its links included, those that leave the site too. `confidences` say how well
        it fits to each class of sites, the wanted one first; they sum to 1. None: a page that could not be read."""
        ...

    def verdict(self) -> SiteVerdict:
        """What is known of the site so far, at any time."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """Says how well a page fits to each class of sites."""

    def confidences(self, page: Page) -> Sequence[float]:
        """One number per class, the wanted one first, summing to 1; never raises for what a page contains."""
        ...
