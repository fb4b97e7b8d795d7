"""Probe a small page in a real browser: `probe(real_browser, {"/": html})`, with the guards of the real thing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from looked_at import ORIGIN, RealBrowser

from hubwalk.browsing.probing import INIT_SCRIPT, Bounds, Exploration, explore
from hubwalk.values import Link


@dataclass
class Probed:
    """What came out, and what the page asked the network for."""

    exploration: Exploration
    methods: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)  # navigations that nothing in the page has stopped

    @property
    def links(self) -> tuple[Link, ...]:
        return self.exploration.links

    @property
    def paths(self) -> set[str]:
        """Targets without the origin."""
        return {link.target.removeprefix(ORIGIN) for link in self.links}

    def link(self, path: str) -> Link:
        return next(link for link in self.links if link.target == ORIGIN + path)


def probe(
    browser: RealBrowser,
    site: Mapping[str, str] | str,
    *,
    bounds: Bounds | None = None,
    words: Sequence[str] = (),
    **options: Any,
) -> Probed:
    """Explore the page at "/" of a site (or a single page)."""
    pages = {"/": site} if isinstance(site, str) else site

    async def look(page: Any) -> Probed:
        return await _Session(page).explore(bounds, words)

    return browser.visit(pages, look, init_script=INIT_SCRIPT, **options)


class _Session:
    def __init__(self, page: Any) -> None:
        self.page = page
        self.pending: set[Any] = set()
        self.methods: set[str] = set()
        self.refused: list[str] = []
        self.all_refused: list[str] = []
        self.reloading = False

    async def explore(self, bounds: Bounds | None, words: Sequence[str]) -> Probed:
        self.page.on("request", self._begun)
        self.page.on("requestfinished", self._ended)
        self.page.on("requestfailed", self._ended)
        await self.page.route("**", self._pass)
        found = await explore(
            self.page, quiet=self._quiet, reload=self._reload, bounds=bounds, words=words, page_navigations=self.refused
        )
        return Probed(found, self.methods, self.all_refused)

    def _begun(self, request: Any) -> None:
        self.pending.add(request)

    def _ended(self, request: Any) -> None:
        self.pending.discard(request)

    async def _pass(self, route: Any) -> None:
        request = route.request
        if request.is_navigation_request() and request.frame == self.page.main_frame and not self.reloading:
            self.refused.append(request.url)
            self.all_refused.append(request.url)
            await route.abort("aborted")  # any other reason replaces the page by one that shows the error
        elif request.method not in {"GET", "HEAD"}:
            await route.abort()
        else:
            self.methods.add(request.method)
            await route.fallback()

    async def _quiet(self, seconds: float) -> bool:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self.pending and loop.time() < until:
            await asyncio.sleep(0.002)
        return not self.pending

    async def _reload(self) -> bool:
        self.reloading = True
        try:
            await self.page.reload(wait_until="load")
        finally:
            self.reloading = False
        return True
