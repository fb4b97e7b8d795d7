"""One page in a browser, from its opening to what was found on it. Whatever the page does, this comes to an end.

dialog, print, permission, file chooser, download, new window      answered at once, and noted
leaving the page                                                   prevented (page_traffic.py), and noted
loading that does not end                                          what has not come is refused
a script that does not end, a crash                                the page is given up, and with it its context
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from hubwalk.browsing import probing
from hubwalk.browsing.page_traffic import Notes, PageTraffic
from hubwalk.browsing.probing import Exploration
from hubwalk.browsing.reach import short
from hubwalk.pages.parse import parse

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page

    from hubwalk.browsing.looker import LookOptions

_T = TypeVar("_T")
_STEP = 0.1  # seconds between two looks at how loading goes on
_MOST_COOKIES = 300
_MANY_DIALOGS = 20  # a page that asks more often than that gets the other answer: it may be asking until it hears it
_ENDLESS = 4  # times the patience: so long may loading take with answers that keep coming
_SILENCE = 0.5  # seconds without a request after which a page that still loads is asked why
_SETTLE = 1.5  # seconds at most that a loaded page gets for what its scripts still fetch
# A page must not end, print or block itself; what talks to servers behind the routes does not exist.
GUARD_SCRIPT = """
(() => {
  const nothing = () => {};
  for (const name of ["print", "close", "stop"]) window[name] = nothing;
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "SharedWorker"]) {
    try { delete window[name]; } catch {}
  }
})();
"""


class PageFailed(Exception):
    """The page cannot be looked at any further; the message says why."""


class Visit:
    """A page in a context of its own."""

    def __init__(
        self,
        context: BrowserContext,
        traffic: PageTraffic,
        options: LookOptions,
        notes: Notes,
        cookies: Sequence[Any] = (),
    ) -> None:
        self._context = context
        self._traffic = traffic
        self._options = options
        self._notes = notes
        self._dialogs = 0
        self._page: Page | None = None
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.cookies = cookies  # Playwright's: of earlier pages of the site, and in the end of this one, too
        self.first: Exploration | None = None  # the page as it was loaded, for the case that probing fails

    async def explore(self) -> Exploration:
        """Open the page and find out what there is. PageFailed, or what Playwright raises."""
        work = asyncio.ensure_future(self._explore_and_keep())
        try:
            either: set[asyncio.Future[Any]] = {work, self._failed}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if self._failed.done():
                self._failed.result()  # raises
            return work.result()
        finally:
            work.cancel()
            self._failed.cancel()

    async def _explore_and_keep(self) -> Exploration:
        found = await self._explore()
        self.cookies = (await self._soon(self._context.cookies(), "does not answer"))[:_MOST_COOKIES]
        return found

    async def _explore(self) -> Exploration:
        options = self._options
        await self._context.add_init_script(GUARD_SCRIPT + probing.INIT_SCRIPT)
        if self.cookies:
            await self._context.add_cookies(list(self.cookies))
        page = self._page = await self._context.new_page()
        self._watch(page)
        await self._traffic.attach(self._context, page)
        await self._load(lambda: page.goto(self._traffic.url, wait_until="commit"))
        html = await self._soon(page.content(), "does not answer")
        self.first = Exploration(html=html, links=parse(html, self._traffic.url).links)
        return await self._soon(
            probing.explore(
                page,
                quiet=self._traffic.quiet,
                reload=self._reload,
                bounds=options.bounds,
                words=options.words,
                want_boxes=options.want_boxes,
                page_navigations=self._traffic.navigations,
            ),
            "did not answer while it was probed",
            options.bounds.seconds + 3 * options.timeout,  # who is cut short loses all that it has found
        )

    async def _reload(self) -> bool:
        page = self._page
        assert page is not None
        self._traffic.reloads += 1
        try:
            await self._load(lambda: page.goto(self._traffic.url, wait_until="commit"))
        except PageFailed:
            return False
        return True

    async def _load(self, go: Any) -> None:
        """Until the document and what it asks for are there; as long as answers keep coming, it may take its time."""
        page, traffic = self._page, self._traffic
        assert page is not None
        await self._soon(_ignoring_aborts(go()), "cannot be opened")
        loading = asyncio.ensure_future(page.wait_for_load_state("load", timeout=0))
        loop = asyncio.get_running_loop()
        begun, patience = loop.time(), self._options.timeout
        try:
            while not loading.done():
                await asyncio.wait({loading}, timeout=_STEP)
                silent = loop.time() - max(traffic.last, begun)
                if loop.time() - begun > _ENDLESS * patience:
                    self._notes.add("loading does not come to an end, went on with what was there")
                    break
                if traffic.pending and (silent > patience or loop.time() - begun > (_ENDLESS - 1) * patience):
                    traffic.give_up()
                elif not traffic.pending and silent > _SILENCE and not loading.done():
                    # A page that has tried to leave is never told that it has loaded.
                    state = await self._soon(page.evaluate("document.readyState"), "has a script that does not end")
                    if state != "loading" or silent > patience:
                        break
        finally:
            loading.cancel()
        await traffic.quiet(min(_SETTLE, patience))

    async def _soon(self, work: Awaitable[_T], what: str, seconds: float = 0.0) -> _T:
        try:
            return await asyncio.wait_for(work, seconds or self._options.timeout)
        except TimeoutError:
            raise PageFailed(f"the page {what}, waited {seconds or self._options.timeout:g} s") from None

    # -- what a page does to its surroundings -----------------------------------------------------------------------

    def _watch(self, page: Page) -> None:
        page.on("dialog", self._answer)
        page.on("crash", lambda _: self._fail("the page crashed"))
        page.on("filechooser", lambda _: self._notes.add("file chooser not answered"))
        page.on("download", lambda download: self._notes.add(f"download of {short(download.url)} refused"))
        page.on("websocket", lambda socket: self._notes.add(f"web socket {short(socket.url)} blocked"))
        self._context.on("page", self._close_popup)

    async def _answer(self, dialog: Dialog) -> None:
        """Yes, so that the page goes on; one that asks again and again may want a no."""
        self._dialogs += 1
        self._notes.add(f"{dialog.type} answered: {' '.join(dialog.message.split())[:80]}")
        with suppress(Exception):  # it may go away by itself
            if self._dialogs > _MANY_DIALOGS and self._dialogs % 2:
                await dialog.dismiss()
            else:
                await dialog.accept(dialog.default_value)

    async def _close_popup(self, popup: Page) -> None:
        if popup is self._page:
            return
        self._notes.add(f"window {short(popup.url)} closed")
        with suppress(Exception):  # it may do so itself
            await popup.close()

    def _fail(self, reason: str) -> None:
        if not self._failed.done():
            self._failed.set_exception(PageFailed(reason))


async def _ignoring_aborts(work: Awaitable[Any]) -> None:
    """A page that at once leads elsewhere, which is refused, is still the page."""
    from playwright.async_api import Error

    try:
        await work
    except Error as error:
        if "ERR_ABORTED" not in error.message and "interrupted" not in error.message:
            raise
