"""What a live crawl keeps of each of its sites while it runs, and of each URL that is being fetched."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

from hubwalk.drivers.progress import RUNNING, Pace
from hubwalk.drivers.site_crawl import SiteCrawl
from hubwalk.values import Choice, Page, Response, Site, Verdict


@dataclass(slots=True, eq=False)
class SiteRun:
    """One site of the job while the crawl runs."""

    site: Site
    crawl: SiteCrawl
    answers: dict[str, Response]  # of samples and search results on this site, fetched before the crawl began
    verdicts: dict[str, Verdict]  # of these search results
    given: set[str]  # URLs of samples: accepted because the user said so
    requests: int = 0
    in_flight: int = 0
    has_page: bool = False  # at least one page could be read
    listed: bool = False  # in the queue of sites that may send a request
    state: str = RUNNING
    reason: str = ""
    doing: str = ""
    pace: Pace = field(default_factory=Pace)
    again: deque[Choice] = field(default_factory=deque)  # chosen before the crawl was interrupted, never answered
    # Without any answer so far: logged as failures when the site answers again, asked for again by a resume when not.
    unanswered: list[tuple[Flight, Response, int]] = field(default_factory=list)
    # The validator broke on these: logged as not accepted when it judges again, fetched again by a resume when not.
    unjudged: list[tuple[Flight, Page, Verdict, Response, int]] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # one answer at a time: duplicates must see each other


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """A URL that was chosen and is being fetched."""

    run: SiteRun
    choice: Choice
    started: float
    max_retries: int
