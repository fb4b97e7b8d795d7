"""A browser that looks at fetched pages: runs their scripts, probes them, and brings back all links there are.

The journal paper calls it the browsing component (Shchekotykhin, Jannach, Friedrich 2010, section 6.1). Unlike
theirs, it looks at the page that Scrapy has fetched, and Scrapy answers what the page asks for (traffic.py): a page can
be opened as often as probing needs, and the site sees no more requests than a visitor would cause.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hubwalk.browsing.browser_process import BrowserGone, BrowserProcess
from hubwalk.browsing.installed import BrowserChoice, find_browser
from hubwalk.browsing.page_traffic import Notes, PageTraffic
from hubwalk.browsing.probing import Bounds, Exploration
from hubwalk.browsing.reach import Reach, Resolver
from hubwalk.browsing.rendered_text import essentially_same
from hubwalk.browsing.sub_requests import look_up
from hubwalk.browsing.text_boxes import boxes_of
from hubwalk.browsing.traffic import Fetch, Traffic
from hubwalk.browsing.visit import PageFailed, Visit
from hubwalk.config import Job
from hubwalk.errors import UsageError
from hubwalk.pages.parse import decode, parse
from hubwalk.pages.urls import join
from hubwalk.values import ON_LOAD, Link, Rendering, Response, Site

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

_PATIENCE = 10.0  # seconds
_CLOSING = 5.0  # seconds for closing a page; one that does not close takes the browser with it
_TRIES = 3  # browsers; one page may see those of others die
_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True)
class LookOptions:
    """How a browser looks at pages."""

    timeout: float = _PATIENCE  # seconds that a page may take for an answer, and loading may go on without one
    bounds: Bounds = field(default_factory=Bounds)  # of probing
    want_boxes: bool = False  # where text is drawn; then images and fonts are loaded
    allow_hosts: tuple[str, ...] = ()  # besides the site's own; *: all
    words: tuple[str, ...] = ()  # for search boxes
    user_agent: str = ""
    pages_at_a_time: int = 2
    most_requests: int = 300  # of one page
    most_bytes: int = 64_000_000  # of answers that are remembered


def options_for(job: Job, *, want_boxes: bool = False, words: Sequence[str] = ()) -> LookOptions:
    """What a job says about its browser."""
    return LookOptions(
        timeout=min(_PATIENCE, job.timeout),
        bounds=Bounds(seconds=job.probe_time),
        want_boxes=want_boxes,
        allow_hosts=job.allow_hosts,
        words=tuple(words),
        user_agent=job.user_agent,
        pages_at_a_time=max(1, min(4, job.jobs * job.in_flight)),
    )


class Looker:
    """Looks at pages in one browser, which is started with the first of them."""

    def __init__(
        self,
        fetch: Fetch,
        options: LookOptions | None = None,
        choice: BrowserChoice | None = None,
        *,
        process: BrowserProcess | None = None,
        resolver: Resolver = look_up,
    ) -> None:
        """A browser of its own, or one that somebody shares with it. UsageError if there is none."""
        self._options = options or LookOptions()
        self._process = process or BrowserProcess(choice or find_browser(), user_agent=self._options.user_agent)
        reach = Reach(resolver, allow_hosts=self._options.allow_hosts, drawn=self._options.want_boxes)
        self._traffic = Traffic(fetch, reach, most_bytes=self._options.most_bytes)
        self._room = asyncio.Semaphore(self._options.pages_at_a_time)
        self._cookies: dict[str, Sequence[Any]] = {}  # by Site.url

    @property
    def process(self) -> BrowserProcess:
        return self._process

    async def look(self, response: Response, *, site: Site) -> Response:
        """The response with what a browser found on it. Never raises for what a page or a browser does; what is no
        HTML comes back as it is. UsageError if the browser cannot be started at all."""
        if not 200 <= response.status < 300 or response.error or not _is_html(response):
            return response
        async with self._room:
            return await self._look(response, site)

    async def close(self) -> None:
        """End the browser."""
        self._traffic.forget()
        await self._process.close()

    def kill(self) -> None:
        """The same at once, where no event loop runs any more."""
        self._process.kill()

    async def _look(self, response: Response, site: Site) -> Response:
        loop = asyncio.get_running_loop()
        notes, begun, requests = Notes(), loop.time(), 0
        found: Exploration | None = None
        beside: list[str] = []
        for attempt in range(_TRIES):
            traffic = PageTraffic(self._traffic, response, site, notes, most_requests=self._options.most_requests)
            try:
                found = await self._visit(traffic, site, notes)
                break
            except UsageError as error:
                if not self._process.launches:
                    raise
                notes.add(f"given up: {error}")
                break
            except BrowserGone:
                notes.add("the browser ended while it had this page" + (", given up" if attempt == _TRIES - 1 else ""))
            finally:
                requests += traffic.requests
                beside += traffic.beside
        html, links = decode(response), found.links if found is not None else ()
        if found is None or beside:  # what has led away may have cut the page short
            links = _joined(links, parse(html, join("", response.url) or response.url).links)
        html = found.html if found is not None else html
        rendering = Rendering(
            links=_with(links, beside),
            boxes=boxes_of(found.boxes) if found is not None and found.boxes else (),
            states=found.states if found is not None else 0,
            probes=found.probes if found is not None else 0,
            requests=requests,
            seconds=loop.time() - begun,
            notes=(*notes.lines(), *(found.notes if found is not None else ())),
        )
        return replace(_with_body(response, html), rendering=rendering)

    async def _visit(self, traffic: PageTraffic, site: Site, notes: Notes) -> Exploration | None:
        """What was found; None if nothing could be."""
        context = await self._process.new_context()
        gone = self._process.gone
        assert gone is not None
        visit = Visit(context, traffic, self._options, notes, self._cookies.get(site.url, ()))
        work = asyncio.ensure_future(visit.explore())
        found = None
        try:
            either: set[asyncio.Future[object]] = {work, gone}  # type: ignore[arg-type]
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                raise BrowserGone
            found = work.result()
            self._cookies[site.url] = visit.cookies
        except BrowserGone:
            raise
        except Exception as error:
            if gone.done():
                raise BrowserGone from error
            reason = str(error) if isinstance(error, PageFailed) else f"{type(error).__name__}: {error}"
            notes.add(f"given up: {' '.join(reason.split())[:120]}")
        finally:
            work.cancel()
            closed = await self._close(context, gone)
        if found is None and not closed:  # it was not the page that did not answer, but the browser
            raise BrowserGone
        return found or visit.first

    async def _close(self, context: BrowserContext, gone: asyncio.Future[None]) -> bool:
        """False if that took the browser's life."""
        if not gone.done():
            try:
                await asyncio.wait_for(context.close(), min(_CLOSING, self._options.timeout))
            except Exception:
                if not gone.done():
                    self._process.kill_browser()
        return not gone.done()


def _is_html(response: Response) -> bool:
    kind = response.header("content-type").partition(";")[0].strip().lower()
    return not kind or kind in _HTML


def _joined(links: tuple[Link, ...], more: tuple[Link, ...]) -> tuple[Link, ...]:
    known = {link.target for link in links}
    return (*links, *(link for link in more if link.target not in known))


def _with(links: tuple[Link, ...], urls: list[str]) -> tuple[Link, ...]:
    """With the places where the page wanted to lead by itself: such links have no element."""
    known = {link.target for link in links}
    targets = dict.fromkeys(join("", url) for url in urls)
    return (*links, *(Link(url, "", "html", ON_LOAD) for url in targets if url and url not in known))


def _with_body(response: Response, html: str) -> Response:
    """The server's own HTML where a reader would see the same, so that pages with and without a browser are alike."""
    if essentially_same(decode(response), html):
        return response
    headers = tuple(pair for pair in response.headers if pair[0].lower() != "content-type")
    return replace(
        response,
        body=html.encode("utf-8", "replace"),
        headers=(*headers, ("Content-Type", "text/html; charset=utf-8")),
    )
