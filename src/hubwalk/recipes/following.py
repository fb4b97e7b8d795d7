"""A crawl by a recipe, as a machine that is told pages and asked for the next link.

A link is followed if it matches a level's URL expression and stands at one of its places. Where the site has changed
and a level gets hardly anything by both, either one carries on: the expressions where class names were changed, the
places where addresses were. This is decided level by level, when nothing else is left to fetch, so an unchanged site
costs nothing extra. What neither finds is lost, and `report` says so.

Patterns with the same first levels share them. Levels that were mostly useful when the recipe was made come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hubwalk.recipes.matching import BOTH, PLACE, URL, Matcher
from hubwalk.recipes.recipe import Level, Recipe, Step
from hubwalk.values import Link, Page

LOST, UNREACHED = "lost", "unreached"
_TOLD = {
    URL: ": the places of its links have changed; followed by URL alone",
    PLACE: ": the URLs of its links have changed; followed by place alone",
    LOST: ": none of its links is left, neither by URL nor by place",
}
_HARDLY = 5  # times fewer links than when the recipe was made: then one of the two has changed
_TOO_MANY = 3  # times more links than when the recipe was made: then what is left of the two means too much
_FEW = 5  # links that do not count for that
_PATIENCE = 20  # pages of a level that carries on by one of the two, without one target: it was a mistake


@dataclass(frozen=True, slots=True)
class Followed:
    """A link to fetch, and what spoke for it."""

    link: Link
    hub: str  # URL of the page that shows it; "" for a start page
    pattern: int  # number of the first pattern that wants it, from 0; -1 for a start page
    level: int  # number of the level that it leads to
    how: str = BOTH  # both | url | place


@dataclass(frozen=True, slots=True)
class LevelReport:
    """How a level fared."""

    pattern: int  # the first one that has it
    level: int
    how: str  # both | url | place | lost | unreached
    expected: int  # links, when the recipe was made
    links: int
    accepted: int  # of the pages of this level
    loop: str = ""  # how its loop fared, in the same words; "" where it has none


@dataclass(frozen=True, slots=True)
class Report:
    """How the recipe fared so far."""

    levels: tuple[LevelReport, ...]
    holds: bool  # at least half of what it was made for is still found

    def lines(self) -> list[str]:
        """What has changed, a line each for a person."""
        found = []
        for one in self.levels:
            where = f"pattern {one.pattern + 1}, level {one.level + 1}"
            found += [f"{where}{_TOLD[one.how]}"] if one.how in _TOLD else []
            found += [f"{where}, loop{_TOLD[one.loop]}"] if one.loop in _TOLD else []
        return found if self.holds else [*found, "the recipe no longer holds: learn it anew"]


def follow(recipe: Recipe) -> Following:
    """A crawl by the recipe, at its beginning."""
    return Following(recipe)


class _Gate:
    """Which links lead to a level, from the one above or from itself, and by what they are known now."""

    def __init__(self, step: Step, expected: int) -> None:
        self.matcher = Matcher(step)
        self.expected = expected
        self.links = 0
        self.how = UNREACHED


class _State:
    """A level, shared by the patterns that begin alike."""

    def __init__(self, level: Level, pattern: int, number: int) -> None:
        self.pattern, self.number = pattern, number
        self.entrance = _Gate(level.step, level.links)
        self.loop = _Gate(level.loop, 1) if level.loop is not None else None
        self.below: dict[tuple[Step, Step | None], _State] = {}
        self.targets = 0  # of the patterns that end here
        self.wanted = level.wanted
        self.order = -level.useful / level.pages if level.pages else 0.0
        self.hubs: list[str] = []  # pages of this level that were observed
        self.pages: list[str] = []  # that links lead to, as they give them
        self.observed = self.accepted = 0

    def walk(self) -> Iterator[_State]:
        """This level and those below it, upper ones first."""
        todo = [self]
        for state in todo:
            yield state
            todo.extend(state.below.values())

    def ways_on(self) -> Iterator[tuple[_State, _Gate]]:
        """What links of this level's pages may lead to."""
        for state in self.below.values():
            yield state, state.entrance
        if self.loop is not None:
            yield self, self.loop

    @property
    def is_hopeless(self) -> bool:
        """True if it carries on by one of the two, and that was a mistake."""
        by_one = self.entrance.how in (URL, PLACE)
        return by_one and not self.below and self.observed >= _PATIENCE and not self.accepted


class Following:
    """Told pages (`observe`) and asked for links (`choose`); never waits."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._root = _State(Level(Step(pages=(recipe.entry,))), -1, -1)
        self._at: dict[tuple[int, int], _State] = {}
        for number, pattern in enumerate(recipe.patterns):
            state = self._root
            for depth, level in enumerate(pattern.levels):
                state = state.below.setdefault((level.step, level.loop), _State(level, number, depth))
                self._at[number, depth] = state
            state.targets += pattern.targets
            state.wanted = bool(pattern.levels)
        self._inner = [state for state in self._root.walk() if state.below or state.loop]
        self._states: dict[str, list[_State]] = {url: [self._root] for url in (recipe.entry, *recipe.starts)}
        self._queue: list[tuple[float, int, Followed, _State]] = []
        self._count = 0
        self._observed: set[str] = set()
        self._links: dict[str, Sequence[Link]] = {}  # of pages that are hubs, or may turn out to be
        for url in (recipe.entry, *recipe.starts):
            self._push(Followed(Link(url, "", ""), "", -1, -1), self._root)

    # -- told ---------------------------------------------------------------------------------------------------------

    def observe(self, page: Page, accepted: bool) -> None:
        """Learn what a fetched page links to. Pages that nobody chose are welcome."""
        states = dict.fromkeys((*self._states.get(page.requested, ()), *self._states.get(page.url, ())))
        names = {page.requested, page.url}
        self._observed |= names
        for state in states:
            state.observed += 1
            state.accepted += accepted
        if any(map(self.may_be_hub, names)):
            self._links.update(dict.fromkeys(names, page.links))
        for state in states:
            self._expand([(page.requested, state)])

    def is_hub(self, url: str) -> bool:
        """True if the page is on a level that leads further."""
        return any(state.below or state.loop for state in self._states.get(url, ()))

    def may_be_hub(self, url: str) -> bool:
        """True if links of this page may be followed, as far as can be said now."""
        if self.is_hub(url):
            return True
        return any(gate.matcher.names(url) for state in self._inner for gate in (state.entrance, state.loop) if gate)

    def wants(self, url: str) -> bool:
        """True if the page is on a level of wanted pages, as far as is known now."""
        return any(state.wanted for state in self._states.get(url, ()))

    def knows(self, url: str) -> bool:
        """True if the page is on any level."""
        return url in self._states

    def _expand(self, todo: list[tuple[str, _State]]) -> None:
        """Follow the links of pages of a level; pages already fetched that turn out to be hubs are followed on."""
        while todo:
            url, state = todo.pop()
            state.hubs.append(url)
            for further, gate in state.ways_on():
                if gate.how == UNREACHED:
                    gate.how = BOTH
                if gate.how != LOST:
                    todo += self._enter(url, further, gate)

    def _enter(self, hub: str, state: _State, gate: _Gate) -> list[tuple[str, _State]]:
        """Follow the links of a page to a level; returns those of its pages that were fetched before."""
        fetched = []
        for link in self._links.get(hub, ()):
            if not gate.matcher.matches(link, gate.how):
                continue
            states = self._states.setdefault(link.target, [])
            if state in states:
                continue
            states.append(state)
            state.pages.append(link.target)
            gate.links += 1
            if link.target in self._observed:
                fetched.append((link.target, state))
            else:
                self._push(Followed(link, hub, state.pattern, state.number, gate.how), state)
        return fetched

    def follow_also(self, hub: str, links: Sequence[Link]) -> None:
        """Follow those of an observed page's links, too, that match a level below by URL or by place alone. For links
        of which somebody knows that they are few, and new."""
        fetched = []
        for above in self._states.get(hub, ()):
            for state, gate in above.ways_on():
                for link in links:
                    how = next((way for way in (URL, PLACE) if gate.matcher.matches(link, way)), "")
                    states = self._states.setdefault(link.target, []) if how else [state]
                    if state in states:
                        continue
                    states.append(state)
                    state.pages.append(link.target)
                    if link.target in self._observed:
                        fetched.append((link.target, state))
                    else:
                        self._push(Followed(link, hub, state.pattern, state.number, how), state)
        self._expand(fetched)

    def _push(self, followed: Followed, state: _State) -> None:
        heapq.heappush(self._queue, (state.order, self._count, followed, state))
        self._count += 1

    # -- asked --------------------------------------------------------------------------------------------------------

    def choose(self) -> Followed | None:
        """The next link to follow; None: nothing is left *now*."""
        while True:
            while self._queue:
                _, _, followed, state = heapq.heappop(self._queue)
                if followed.link.target not in self._observed and not state.is_hopeless:
                    self._observed.add(followed.link.target)  # chosen once, whatever comes back
                    return followed
            if not self._carry_on():
                return None

    def _carry_on(self) -> bool:
        """Let one level go on by URL or by place alone; False if that brings nothing more anywhere."""
        for above in self._root.walk():
            for state, gate in above.ways_on():
                if gate.how == BOTH and above.hubs and gate.links * _HARDLY < max(1, gate.expected):
                    before = self._count
                    gate.how = self._other_way(above, gate)
                    if gate.how in (URL, PLACE):
                        for url in list(above.hubs):
                            self._expand(self._enter(url, state, gate))
                    if self._count > before:
                        return True
        return False

    def _other_way(self, above: _State, gate: _Gate) -> str:
        """By what the links to a level can be known, if not by both."""
        for how in (URL, PLACE):
            links = {
                link.target
                for url in above.hubs
                for link in self._links.get(url, ())
                if gate.matcher.matches(link, how)
            }
            if gate.links < len(links) <= _TOO_MANY * (gate.expected + _FEW):
                return how
        return BOTH if gate.links else LOST

    def reached(self, pattern: int, level: int) -> Sequence[str]:
        """The pages of a level so far, fetched or not, as links give them."""
        return self._at[pattern, level].pages

    def report(self) -> Report:
        """How the recipe fares; ask when `choose` has said None."""
        levels, kept, total = [], 0, 0
        for state in self._root.walk():
            if state is self._root:
                continue
            gate = state.entrance
            how = LOST if state.is_hopeless else gate.how
            loop = state.loop.how if state.loop is not None else ""
            levels.append(
                LevelReport(state.pattern, state.number, how, gate.expected, len(state.pages), state.accepted, loop)
            )
            total += state.targets
            found = how not in (LOST, UNREACHED) and state.accepted
            kept += state.targets if found and len(state.pages) * _HARDLY >= gate.expected else 0
        return Report(tuple(levels), 2 * kept >= total and (kept > 0 or not total))
