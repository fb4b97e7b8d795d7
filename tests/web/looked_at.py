"""Pages in a real browser, for tests: visited without any of our code, or looked at as a crawl does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from hubwalk.browsing.engine_loop import run
from hubwalk.values import Rendering, Response, Site

ORIGIN = "http://site.test"
_T = TypeVar("_T")
_KINDS = {"js": "text/javascript", "css": "text/css", "json": "application/json", "txt": "text/plain"}


class RealBrowser:
    """A browser without a network. `requests` has the URLs, after the document's, that the last visit asked for."""

    def __init__(self, kind: str, browser: Any) -> None:
        self.kind = kind
        self.browser = browser  # playwright's
        self.requests: list[str] = []

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine where the browser lives."""
        return run(work)

    def visit(
        self,
        site: Mapping[str, str],
        look: Callable[[Any], Awaitable[_T]],
        *,
        url: str = f"{ORIGIN}/",
        init_script: str = "",
        **options: Any,
    ) -> _T:
        """Open `url` in a fresh context and hand the page, loaded, to `look`. `site` has bodies by path with query;
        what it does not have is 404. `options` go to Playwright's `new_context`."""
        return run(self._visit(site, look, url, init_script, options))

    async def _visit(
        self,
        site: Mapping[str, str],
        look: Callable[[Any], Awaitable[_T]],
        url: str,
        init_script: str,
        options: dict[str, Any],
    ) -> _T:
        self.requests.clear()
        context = await self.browser.new_context(service_workers="block", accept_downloads=False, **options)
        try:
            if init_script:
                await context.add_init_script(init_script)

            async def answer(route: Any) -> None:
                parts = urlsplit(route.request.url)
                self.requests.append(route.request.url)
                body = site.get(parts.path + (f"?{parts.query}" if parts.query else ""))
                kind = _KINDS.get(parts.path.rpartition(".")[2], "text/html")
                await route.fulfill(
                    status=404 if body is None else 200, body=body or "", content_type=f"{kind}; charset=utf-8"
                )

            await context.route("**", answer)
            page = await context.new_page()
            await page.goto(url, wait_until="load")
            self.requests.clear()
            return await look(page)
        finally:
            await context.close()


@dataclass(frozen=True)
class Found:
    """What a browser made of a page."""

    response: Response
    rendering: Rendering

    @property
    def links(self) -> list[str]:
        """Targets, those on the page's own site as paths."""
        return [link.target.removeprefix(ORIGIN) for link in self.rendering.links]

    @property
    def notes(self) -> str:
        return "\n".join(self.rendering.notes)


class Looking:
    """Looks at pages with Lookers that share one browser. `wanted` has what the last page caused after the rule."""

    def __init__(self, process: Any) -> None:
        self.process = process
        self.wanted: list[Any] = []

    @property
    def asked(self) -> list[str]:
        """URLs of `wanted`, those of the page's own site as paths."""
        return [wanted.url.removeprefix(ORIGIN) for wanted in self.wanted]

    def at(
        self,
        html: str,
        answers: Mapping[str, str | Response | None] | None = None,
        *,
        url: str = f"{ORIGIN}/",
        headers: Sequence[tuple[str, str]] = (),
        addresses: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Found:
        """Look at a page. `answers` by path, or by URL for other hosts: bodies, responses, or None for one that never
        comes; what is not there is 404. `addresses` of hosts are public ones unless told."""
        response = Response(url, url, 200, html.encode(), (("Content-Type", "text/html; charset=utf-8"), *headers))
        made = self.looker(answers or {}, addresses or {}, **options)
        found = run(made.look(response, site=Site(f"{ORIGIN}/")))
        assert found.rendering is not None
        return Found(found, found.rendering)

    def looker(
        self, answers: Mapping[str, str | Response | None], addresses: Mapping[str, str] | None = None, **options: Any
    ) -> Any:
        """A Looker on the shared browser."""
        from hubwalk.browsing.headless import Looker, LookOptions
        from hubwalk.browsing.probing import Bounds

        self.wanted = []
        known = addresses or {}

        async def fetch(wanted: Any) -> Response:
            self.wanted.append(wanted)
            answer = answers.get(wanted.url.removeprefix(ORIGIN), Response(wanted.url, wanted.url, 404))
            if answer is None:
                await asyncio.sleep(3600)
            if isinstance(answer, Response):
                return answer
            kind = _KINDS.get(urlsplit(wanted.url).path.rpartition(".")[2], "text/html")
            return Response(wanted.url, wanted.url, 200, (answer or "").encode(), (("Content-Type", kind),))

        async def resolve(host: str) -> list[str]:
            return [known.get(host, "192.0.43.10")]

        chosen = LookOptions(**{"timeout": 5.0, "bounds": Bounds(seconds=4.0), **options})
        return Looker(fetch, chosen, process=self.process, resolver=resolve)
