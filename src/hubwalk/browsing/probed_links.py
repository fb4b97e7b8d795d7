"""The states of one page as they were seen, and the links that each gave: plain ones and those behind probes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from hubwalk.browsing.probing_todo import Chain, Step
from hubwalk.pages.parse import MARK, marked_links
from hubwalk.pages.urls import join
from hubwalk.values import ON_LOAD, Link

_MARKED = re.compile(rf' {MARK}="[^"]*"')
_MOST_NOTES = 40
_MOST_HTML = 60_000_000  # characters of all states together


@dataclass(slots=True)
class _State:
    html: str
    chain: Chain
    behind: dict[str, list[tuple[str, Chain]]] = field(default_factory=dict)  # mark -> targets, each with all probes
    plain: frozenset[str] = frozenset()


class ProbedLinks:
    def __init__(self, url: str) -> None:
        self._url = join("", url) or url
        self._states: list[_State] = []
        self._seen: set[str] = set()  # targets
        self._loose: list[str] = []  # that the page went to by itself
        self._notes: dict[str, int] = {}
        self._size = 0

    def note(self, line: str) -> None:
        if line in self._notes or len(self._notes) < _MOST_NOTES:
            self._notes[line] = self._notes.get(line, 0) + 1

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(line if times == 1 else f"{line} ({times} times)" for line, times in self._notes.items())

    @property
    def states(self) -> int:
        return max(1, len(self._states))

    @property
    def targets(self) -> int:
        """How many different ones were found so far."""
        return len(self._seen)

    @property
    def first_html(self) -> str:
        return _MARKED.sub("", self._states[0].html) if self._states else ""

    def add_state(self, html: str, chain: Chain) -> tuple[int, int]:
        """The number of a new state, and how many links it has that were not seen before."""
        if self._size > _MOST_HTML:
            html = ""
        self._size += len(html)
        plain = frozenset(link.target for link, _ in marked_links(html, self._url, {})[0])
        fresh = len(plain - self._seen)
        self._seen |= plain
        self._states.append(_State(html, chain, plain=plain))
        return len(self._states) - 1, fresh

    def add(
        self, state: int, way: Chain, records: Sequence[Sequence[str]], href: str = "", *, again: bool = False
    ) -> int:
        """Take what the last step of `way` tried; how many targets of it were not known. `again`: no others count."""
        fresh = 0
        for kind, url, by_name in records:
            if kind == "dialog":
                self.note(f"answered: {url}")
            elif kind == "post":
                self.note(f"not sent: a form to {url}")
            else:
                by = (*way[:-1], _doer(way[-1], by_name))
                for target in _targets(kind, url, self._url):
                    if again and target in self._seen:
                        continue
                    fresh += self._add(state, by, target, href)
        return fresh

    def _add(self, state: int, way: Chain, target: str, href: str) -> int:
        there, step = self._states[state], way[-1]
        if target == self._url or (href and join(self._url, href) == target):
            return 0
        if target in there.plain:
            return 0
        path = step.name.partition("|")[0]
        for mark, found in there.behind.items():
            other = mark.partition("|")[0]
            related = path == other or path.startswith(f"{other}.") or other.startswith(f"{path}.")
            if related and any(target == known for known, _ in found):
                return 0
        there.behind.setdefault(step.name, []).append((target, way))
        new = target not in self._seen
        self._seen.add(target)
        return int(new)

    def add_loose(self, records: Sequence[Sequence[str]]) -> None:
        """What the page did without being touched."""
        for kind, url, *_ in records:
            if kind == "dialog":
                self.note(f"answered: {url}")
            elif kind == "post":
                self.note(f"not sent: a form to {url}")
            else:
                self._loose += [target for target in _targets(kind, url, self._url) if target != self._url]

    def all(self) -> tuple[Link, ...]:
        """Links of the first state, then of later ones what is new there: another target, or another kind of place."""
        named: dict[int, set[str]] = {}
        for state in self._states:
            ways = [state.chain, *(way for pairs in state.behind.values() for _, way in pairs)]
            for step in (step for way in ways for step in way):
                named.setdefault(step.state, set()).add(step.name)
        read, paths = [], {}
        for number, state in enumerate(self._states):
            behind = {mark: [target for target, _ in pairs] for mark, pairs in state.behind.items()}
            links, found = marked_links(state.html, self._url, behind, named.get(number, ()))
            read.append(links)
            paths.update({(number, name): path for name, path in found.items()})
        return tuple(self._in_order(read, paths))

    def _in_order(self, read: list[list[tuple[Link, str]]], paths: dict[tuple[int, str], str]) -> Iterator[Link]:
        seen: set[tuple[str, str]] = set()
        for number, (state, links) in enumerate(zip(self._states, read, strict=True)):
            for link, mark in links:
                key = link.target, _tags(link.dom_path)
                if number and key in seen:
                    continue
                seen.add(key)
                way = next(way for target, way in state.behind[mark] if target == link.target) if mark else state.chain
                yield replace(link, probes=_in_words(way, paths))
            yield from self._without_place(state, {mark for _, mark in links}, seen, paths)
            if not number:
                yield from (Link(target, "", "html", ON_LOAD) for target in dict.fromkeys(self._loose))

    def _without_place(
        self, state: _State, placed: set[str], seen: set[tuple[str, str]], paths: dict[tuple[int, str], str]
    ) -> Iterator[Link]:
        """Scripts build what no HTML can say (a cell without a table): such elements are lost when it is read."""
        known = {target for target, _ in seen}
        for mark, pairs in state.behind.items():
            for target, way in pairs:
                if mark not in placed and target not in known:
                    known.add(target)
                    yield Link(target, "", "html", _in_words(way, paths))


def _doer(step: Step, name: str) -> Step:
    """Leaving an element is probing that one, not the next."""
    frame, _, own = step.name.partition(":")
    return replace(step, name=f"{frame}:{name}", act="leave") if "|" in name and name != own else step


def _targets(kind: str, url: str, base: str) -> list[str]:
    if kind == "written":  # HTML for a window of its own
        return [link.target for link, _ in marked_links(url, base, {})[0]]
    target = join("", url)
    return [target] if target else []


def _in_words(chain: Chain, paths: dict[tuple[int, str], str]) -> str:
    """The probes in words; the same one several times is written once."""
    parts: list[tuple[str, int]] = []
    for step in chain:
        where = step.word or paths.get((step.state, step.name), "")
        line = f"{_SAID.get(step.act, step.act)} {where}".strip()
        if parts and (parts[-1][0] == line or _same(chain, step)):
            parts[-1] = (parts[-1][0], parts[-1][1] + 1)
        else:
            parts.append((line, 1))
    return " > ".join(line if times == 1 else f"{line} x{times}" for line, times in parts)


def _tags(dom_path: str) -> str:
    """The last steps without names: which of them a path has depends on what else is on the page."""
    return "/".join(re.split(r"[.#\[]", step, maxsplit=1)[0] for step in dom_path.split("/")[-3:])


_SAID = {"double": "double-click", "other": "right-click"}


def _same(chain: Chain, step: Step) -> bool:
    at = chain.index(step)
    before = chain[at - 1] if at else None
    return before is not None and step.look != ("", "") and (before.look, before.act) == (step.look, step.act)
