"""A demo site in the course of time: some targets are not there yet, some no longer.

Targets come and go one by one, whatever is around them: a target that is not there answers as the site does for pages
that it has not got, and nothing links to it. At stage 0 the youngest tenth is missing; each further stage brings half
of these and takes away as many of the oldest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from html import unescape
from urllib.parse import urljoin
from zlib import crc32

from hubwalk.demo.chance import mix
from hubwalk.demo.site import DemoAnswer, DemoSite, Section, Visit, Way
from hubwalk.errors import UsageError

STAGES = 3
CHANGE = 0.05  # share of the targets that each stage brings, and takes away
_AGES = 10_000
_LINK = re.compile(r"""<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))[^>]*>.*?</a\s*>""", re.I | re.S)
_ENTRIES = ("li", "tr", "div")  # what a list has for each of its links
_LONGEST = 1000  # characters of such an entry before or after its link


def is_there(name: str, stage: int, seed: int = 0) -> bool:
    """True if what bears this name is there at a stage."""
    age = mix(seed, crc32(name.encode())) % _AGES / _AGES
    return stage * CHANGE <= age < 1 - (STAGES - 1 - stage) * CHANGE


def without_links(html: str, is_gone: Callable[[str], bool]) -> str:
    """The HTML without links to addresses that are gone, and without the entries of lists that have no other links."""
    low = html.lower()
    parts, end = [], 0
    for found in _LINK.finditer(html):
        if found.start() >= end and is_gone(_address(found)):
            first, last = _entry(low, found.start(), found.end())
            if first < end or not all(is_gone(_address(link)) for link in _LINK.finditer(html, first, last)):
                first, last = found.span()
            parts.append(html[end:first])
            end = last
    return "".join([*parts, html[end:]])


def _address(link: re.Match[str]) -> str:
    return unescape(link[1] or link[2] or link[3] or "")


def _entry(low: str, first: int, last: int) -> tuple[int, int]:
    """The innermost entry of a list around a link; the link itself where there is none."""
    best = (-1, last)
    for tag in _ENTRIES:
        start = low.rfind(f"<{tag}", max(0, first - _LONGEST), first)
        end = low.find(f"</{tag}>", last, last + _LONGEST)
        is_around = start > best[0] and end >= 0 and f"</{tag}" not in low[start:first]
        if is_around and low[start + len(tag) + 1] in " >\n\t" and f"<{tag}" not in low[last:end]:
            best = (start, end + len(tag) + 3)
    return best if best[0] >= 0 else (first, last)


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href)
    except ValueError:  # awkward pages have links that are none
        return ""


class GrownSite(DemoSite):
    """A site at a stage of its life. Pure as the site itself."""

    def __init__(self, site: DemoSite, stage: int, seed: int = 0) -> None:
        if not 0 <= stage < STAGES:
            raise UsageError(f"stage {stage} of {site.name}: there are stages 0 to {STAGES - 1}")
        super().__init__(site.size, site.seed)
        self.name, self.title, self.wanted = site.name, site.title, site.wanted
        self.forbidden = site.forbidden
        self._site = site
        self._stage = stage
        self._growth = seed

    def has(self, target: str) -> bool:
        """True if a target is there, by its own path."""
        return is_there(target, self._stage, self._growth)

    @property
    def sections(self) -> tuple[Section, ...]:
        target = self._site.target_section
        return tuple(self.target_section if one.name == target.name else one for one in self._site.sections)

    @cached_property
    def target_section(self) -> Section:
        paths = [path for path in self._site.targets() if self.has(path)]
        return Section(self._site.target_section.name, len(paths), paths.__getitem__)

    def target_of(self, path_and_query: str) -> str:
        target = self._site.target_of(path_and_query)
        return target if target and self.has(target) else ""

    def way_to(self, target: str) -> Way:
        return self._site.way_to(target)

    def frame(self, title: str, main_html: str, *, visit: Visit, canonical: str = "") -> str:
        return self._site.frame(title, main_html, visit=visit, canonical=canonical)

    def _answer(self, visit: Visit) -> DemoAnswer:
        if self._is_gone(visit.url):
            return self._site.not_found(visit)
        answer = self._site.respond(visit.url)
        if not answer.header("content-type").startswith("text/html"):
            return answer
        # Some pages are of another encoding than they say; as Latin-1 any bytes can be read and written back.
        html = without_links(answer.body.decode("latin-1"), lambda href: self._is_gone(_joined(visit.url, href)))
        headers = tuple(pair for pair in answer.headers if pair[0] != "ETag")  # `respond` makes another
        return replace(answer, body=html.encode("latin-1"), headers=headers)

    def _is_gone(self, path_and_query: str) -> bool:
        if not path_and_query.startswith("/"):
            return False
        target = self._site.target_of(path_and_query)
        return bool(target) and not self.has(target)
