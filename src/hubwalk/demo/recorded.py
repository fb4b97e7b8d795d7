"""A demo site in this process, as a recorded site: what `simulate` and the experiments crawl without HTTP."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from hubwalk.demo.site import DemoAnswer, DemoSite
from hubwalk.pages.urls import canonical, join
from hubwalk.values import Response

_MAX_REDIRECTS = 10
_SAMPLES = 3
FORBIDDEN = "robots.txt forbids"


@dataclass(frozen=True)
class RecordedDemo:
    """A site as if it lay at `base_url`. Pages are made when they are asked for; only their addresses are kept."""

    site: DemoSite
    base_url: str

    @property
    def name(self) -> str:
        return self.site.name

    @cached_property
    def entry(self) -> str:
        return canonical(self.base_url)

    @cached_property
    def targets(self) -> frozenset[str]:
        """The canonical address of each target; other addresses of the same page are not in here."""
        return frozenset(join(self.entry, path) for path in self.site.targets())

    @cached_property
    def samples(self) -> tuple[str, ...]:
        return tuple(join(self.entry, path) for path in self.site.samples(_SAMPLES))

    @cached_property
    def _urls(self) -> dict[str, None]:
        return {join(self.entry, path): None for path in self.site.pages()}

    def urls(self) -> Collection[str]:
        """The real pages; what the corners of a site make up on demand is not among them, but answers."""
        return self._urls.keys()

    def fetch(self, url: str) -> Response:
        """What the site says, redirects followed; robots.txt is obeyed as the live crawl does, delays are not."""
        where = url
        for _ in range(_MAX_REDIRECTS):
            path = self._path(where)
            if path.startswith(self.site.forbidden):
                return Response(url, where, 0, error=FORBIDDEN)
            answer = self.site.respond(path) if path else DemoAnswer(404)
            if not 300 <= answer.status < 400 or not answer.header("location"):
                return Response(url, where, answer.status, answer.body, answer.headers)
            where = join(where, answer.header("location"))
        return Response(url, where, 0, error=f"more than {_MAX_REDIRECTS} redirects")

    def _path(self, url: str) -> str:
        """Path and query; "" for what lies elsewhere."""
        return url[len(self.entry) - 1 :] if url.startswith(self.entry) else ""
