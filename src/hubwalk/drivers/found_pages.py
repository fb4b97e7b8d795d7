"""Pages that are known before a crawl begins, as the crawls of their sites see them: samples, and what a search for
sites has fetched and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hubwalk.discovery.found import Candidate
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import join
from hubwalk.samples import Sample, start_on
from hubwalk.values import Site, Verdict


class FoundPages:
    """Search results on whatever site."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        self._found = list(found)

    def on(self, scope: Scope) -> dict[str, Candidate]:
        """Search results on a site, by the URL that its crawl asks for: also those that a redirect brought there. Of
        several spellings of one URL an accepted one counts. What failed under another spelling, or had no answer, says
        nothing about the page."""
        found: dict[str, Candidate] = {}
        for seen in sorted(self._found, key=lambda seen: seen.verdict.accepted):
            own = scope.own(seen.url) or _landed(scope, seen)
            read = 200 <= seen.response.status < 300
            if own and seen.verdict.judged and (read or (seen.response.status and own == seen.url)):
                found[own] = seen
        return found

    def revise(self, url: str, verdict: Verdict) -> bool:
        """The validator says otherwise of the page that was found at this URL; False if it is none of these."""
        places = [place for place, seen in enumerate(self._found) if join("", seen.response.url) == url]
        for place in places:
            self._found[place] = replace(self._found[place], verdict=verdict)
        return bool(places)


class GivenPages:
    """URLs of samples as each site spells them: accepted because the user said so."""

    def __init__(self, samples: Sequence[Sample], scope: str) -> None:
        self._samples, self._scope = samples, scope
        self._on: dict[str, set[str]] = {}

    def on(self, site: str) -> set[str]:
        if site not in self._on:
            scope = Scope(Site(site, self._scope))
            starts = (start_on(scope, sample) for sample in self._samples)
            self._on[site] = {*filter(None, starts), *(sample.page.url for sample in self._samples)}
        return self._on[site]


def wanted(scope: Scope, found: Mapping[str, Candidate]) -> list[str]:
    """The accepted ones among them that lie on the site."""
    return [own for own, seen in found.items() if seen.verdict.accepted and _landed(scope, seen)]


def _landed(scope: Scope, seen: Candidate) -> str:
    """Where a search result lies on a site, after redirects; "" if it lies elsewhere."""
    return scope.own(join("", seen.response.url))
