"""A browser for tests that runs nothing: it knows beforehand what there is to find on each page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urljoin, urlsplit

from hubwalk.pages.parse import decode, parse
from hubwalk.values import Link, Rendering, Response, Site

SCRIPT = "<script src='/site.js'></script>"


@dataclass
class FakeLooker:
    """`hidden` has the links by path that only a click shows, `texts` what scripts write on a page."""

    hidden: Mapping[str, Sequence[str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    hangs_at: str = ""
    error: Exception | None = None
    looked: list[str] = field(default_factory=list)  # paths
    closed: int = 0

    async def look(self, response: Response, *, site: Site) -> Response:
        if self.error is not None:
            raise self.error
        path = urlsplit(response.url).path
        self.looked.append(path)
        if path == self.hangs_at:
            await asyncio.sleep(3600)
        await asyncio.sleep(0)
        html = decode(response)
        if path in self.texts:
            html = html.replace("</body>", f"<p>{self.texts[path]}</p></body>")
            response = replace(response, body=html.encode())
        plain = parse(html, response.url).links
        found = [
            Link(urljoin(site.url, target), f"more {n}", f"html/body/ul.more/li[{n}]/a", "click html/body/button")
            for n, target in enumerate(self.hidden.get(path, ()), start=1)
        ]
        rendering = Rendering((*plain, *found), states=2, probes=3, requests=1, seconds=0.5, notes=self.notes)
        return replace(response, rendering=rendering)

    async def close(self) -> None:
        self.closed += 1

    def kill(self) -> None:
        self.closed += 1
