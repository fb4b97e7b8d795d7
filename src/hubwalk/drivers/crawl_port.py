"""What the engine (engine.py) asks of a crawl: which page next, and here is what came back.

Two kinds of crawl run on it: that of the pages of known sites (live.py) and that for sites (website_live.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from hubwalk.config import Job
from hubwalk.values import Response


class Asked(Protocol):
    """A page that was chosen and is being fetched."""

    @property
    def url(self) -> str:
        """What is asked for, canonical."""
        ...

    @property
    def session(self) -> str:
        """Whose cookies go along: the site."""
        ...

    @property
    def max_retries(self) -> int: ...

    @property
    def known(self) -> Response | None:
        """The answer where the page is in hand, and nothing is sent."""
        ...

    def redirected(self, url: str, status: int, hops: Sequence[str]) -> Response | None:
        """The answer instead of a redirect to `url` that need not be followed; None: follow it."""
        ...


F = TypeVar("F", bound=Asked)
S_co = TypeVar("S_co", covariant=True)


class Crawl(Protocol[F, S_co]):
    """Told and asked by the engine, in its thread. What breaks inside is kept, and raised by `close`."""

    job: Job

    @property
    def ending(self) -> str:
        """Why no more requests are sent; "" as long as some are."""
        ...

    @property
    def has_work(self) -> bool:
        """True as long as a request may still be sent or an answer is awaited."""
        ...

    async def judge_again(self) -> None:
        """Put to the validator what it broke on in earlier runs, before the first request."""
        ...

    def next_flight(self) -> F | None:
        """The next page to fetch; None: nothing can be sent now."""
        ...

    async def conclude(self, flight: F, response: Response, *, requests: int = 1, gone: bool = False) -> None:
        """Take in the answer for a flight. `gone`: nobody answers at that host at all."""
        ...

    def conclude_unjudged(self, flight: F, response: Response, *, requests: int = 1) -> None:
        """The same for the answer that `Asked.redirected` gave."""
        ...

    def abandon(self, flight: F) -> None:
        """The crawl ends before this page came: a resumed crawl will ask for it again."""
        ...

    def is_over(self) -> bool:
        """True if no more requests are to be sent."""
        ...

    def stop(self, why: str) -> None:
        """Send no more requests; what is in flight is still taken in."""
        ...

    def fail(self, error: BaseException) -> None:
        """Something of ours broke: stop, and let `close` say so."""
        ...

    def snapshot(self) -> S_co:
        """The crawl at this moment."""
        ...

    def close(self) -> None:
        """Write down where things stand; raises what broke the crawl."""
        ...
