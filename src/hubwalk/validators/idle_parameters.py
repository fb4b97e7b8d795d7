"""Which query parameters are idle on a site: the page is the same without them, as in `?ref=related`.

A crawl meets a wanted page under the address that comes first; the others turn out to be duplicates, and nobody is told
of them. So that of many addresses with a parameter, and the same without it, only one is ever met as a page, or both
say the same, shows that the parameter is idle. Two that say different things are two pages, and the parameter says
which: the second page of a list, a print view, all of `item.php?id=`. Of one name all values count alike, and one such
pair is proof against it for good.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterator, Mapping

_ROOM = 100_000  # addresses with a query; of more, only those of pages met
_MOST = 500_000  # parameters of theirs: each is taken out once
_LONGEST = 50  # parameters of an address; of one with more, none is shown to be idle
_LEAST = 3  # pages that show it


def number(*trait: str) -> int:
    """The same in every process; two traits in four thousand million share one."""
    return zlib.crc32("\0".join(trait).encode("utf-8", "surrogatepass"))


class IdleParameters:
    """Addresses of one site, as they count when its idle parameters are taken out."""

    def __init__(self) -> None:
        self._queries: dict[int, str] = {}  # number of an address with a query -> the address
        self._parameters = 0  # of all these
        self._busy: set[str] = set()  # names that tell pages apart
        self._idle: frozenset[str] = frozenset()
        self.plain: dict[int, int] = {}  # number of an address with idle parameters -> number of the one without

    def add(self, url: str, is_page: bool = False) -> None:
        """One more address with a query: linked, or of a page met."""
        key = number(url)
        is_full = len(self._queries) >= _ROOM or self._parameters >= _MOST
        if key in self._queries or (is_full and not is_page):
            return
        names = _names(url)
        if names <= self._busy:
            return
        self._queries[key] = url
        self._parameters += _count(url)
        if not names.isdisjoint(self._idle):
            self.plain[key] = number(_without(url, self._idle))

    def plain_number(self, url: str) -> int:
        """The number of an address as it counts, whether it was added or not."""
        return number(_without(url, self._idle) if self._idle and "?" in url else url)

    def decide(self, met: Mapping[int, str], linked: Callable[[set[int]], set[int]]) -> bool:
        """Look anew, given the addresses of the pages met with the digests of what they say, and who tells which of
        some are linked; True if it is not as before."""
        if not self._queries:
            return False
        shown = self._shown(met)
        asked = {address for some in shown.values() for address in some if len(some) >= _LEAST}
        known = linked(asked - met.keys()).union(met) if asked else set()
        idle = frozenset(name for name, some in shown.items() if len(some & known) >= _LEAST)
        changed, self._idle = idle != self._idle, idle
        if changed:
            of = {key: url for key, url in self._queries.items() if not idle.isdisjoint(_names(url))}
            self.plain = {key: number(_without(url, idle)) for key, url in of.items()}
        return changed

    def _shown(self, met: Mapping[int, str]) -> dict[str, set[int]]:
        """By parameter, the addresses without it that were met as one page, with it or without; not of those that are
        busy. Pages that say nothing are all different."""
        pages: dict[tuple[str, int], set[int]] = {}
        for key, url in self._queries.items():
            for name, bare in _each_taken_out(url) if _count(url) <= _LONGEST else ():
                some = {address for address in (key, bare) if address in met}
                if some and name not in self._busy:
                    pages.setdefault((name, bare), set()).update(some)
        busy = {name for (name, _), some in pages.items() if len({met[page] or page for page in some}) > 1}
        if busy:
            self._busy |= busy
            self._queries = {key: url for key, url in self._queries.items() if not _names(url) <= self._busy}
            self._parameters = sum(map(_count, self._queries.values()))
        shown: dict[str, set[int]] = {}
        for name, bare in pages:
            if name not in busy:
                shown.setdefault(name, set()).add(bare)
        return shown


def _count(url: str) -> int:
    return url.partition("?")[2].count("&") + 1


def _each_taken_out(url: str) -> Iterator[tuple[str, int]]:
    """The name of each parameter, and the number of the address without it."""
    path, _, query = url.partition("?")
    named = [(part.partition("=")[0], part) for part in query.split("&")]
    for name in dict(named):
        kept = "&".join([part for own, part in named if own != name])
        yield name, number(f"{path}?{kept}" if kept else path)


def _names(url: str) -> set[str]:
    return {part.partition("=")[0] for part in url.partition("?")[2].split("&")}


def _without(url: str, names: Collection[str]) -> str:
    path, _, query = url.partition("?")
    kept = "&".join(part for part in query.split("&") if part.partition("=")[0] not in names)
    return f"{path}?{kept}" if kept else path
