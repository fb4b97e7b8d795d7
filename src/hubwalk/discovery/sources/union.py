"""The union of several sources: every site once, with all the ways in which it was found.

CROSSMARC (Stamatakis et al. 2003, section 4.1) runs V1 and V2 and takes what either finds. Sources take turns, site by
site, so that whoever stops early has the first of each. What names a site is the caller's: `site_of` maps any URL of it
to the home page, `key` is the same for all spellings of one site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hubwalk.discovery.sources.source import Fetch, FoundBy, SiteSource
from hubwalk.values import SiteChoice


class Union:
    """Any sources as one. Is a SiteSource itself; `found` grows as it is read."""

    def __init__(self, sources: Sequence[SiteSource], site_of: Callable[[str], str], key: Callable[[str], str]) -> None:
        self._sources = list(sources)
        self._site_of, self._key = site_of, key
        self._ways: dict[str, list[FoundBy]] = {}  # key of a site -> how it was found, each source once

    @property
    def name(self) -> str:
        return " + ".join(source.name for source in self._sources)

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        """The first finding of each site, `url` its home page; later ones of the same site are added to `found`."""
        for way in in_turn([source.sites(fetch) for source in self._sources]):
            key = self._key(way.url)
            if key not in self._ways:
                self._ways[key] = [FoundBy(self._site_of(way.url), way.source, way.how)]
                yield self._ways[key][0]
            elif all(way.source != earlier.source for earlier in self._ways[key]):
                self._ways[key].append(way)

    def found(self) -> list[SiteChoice]:
        """The sites so far with all their sources, those that more sources know first, then in order of finding."""
        ranked = sorted(self._ways.values(), key=lambda ways: -len(ways))
        return [
            SiteChoice(ways[0].url, ways[0].source.partition(":")[0], len(ways), tuple(way.how for way in ways))
            for ways in ranked
        ]


def in_turn(streams: Iterable[Iterator[FoundBy]]) -> Iterator[FoundBy]:
    """One of each, until none has more."""
    left = list(streams)
    while left:
        for stream in list(left):
            following = next(stream, None)
            if following is None:
                left.remove(stream)
            else:
                yield following
