"""A crawl by a recipe, as a machine that is told pages and asked for the next link.

A link is followed if it matches a level's URL expression and stands at one of its places. Where the site has changed
and a level gets hardly anything by both, either one carries on: the expressions where class names were changed, the
places where addresses were. This is decided level by level, when nothing else is left to fetch, so an unchanged site
costs nothing extra. What neither finds is lost, and `report` says so.

Patterns with the same first levels share them. Levels that were mostly useful when the recipe was made come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hubwalk.recipes.matching import BOTH, PLACE, URL, Matcher
from hubwalk.recipes.recipe import Level, Recipe, Step
from hubwalk.values import Link, Page

LOST, UNREACHED = "lost", "unreached"
_HARDLY = 5  # times fewer links than when the recipe was made: then one of the two has changed
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


@dataclass(frozen=True, slots=True)
class Report:
    """How the recipe fared so far."""

    levels: tuple[LevelReport, ...]
    holds: bool  # at least half of what it was made for is still found

    def lines(self) -> list[str]:
        """What has changed, a line each for a person."""
        told = {
            URL: "the places of its links have changed; followed by URL alone",
            PLACE: "the URLs of its links have changed; followed by place alone",
            LOST: "none of its links is left, neither by URL nor by place",
        }
        found = [
            f"pattern {one.pattern + 1}, level {one.level + 1}: {told[one.how]}"
            for one in self.levels
            if one.how in told
        ]
        return found if self.holds else [*found, "the recipe no longer holds: learn it anew"]


def follow(recipe: Recipe) -> Following:
    """A crawl by the recipe, at its beginning."""
    return Following(recipe)


class _State:
    """A level, shared by the patterns that begin alike."""

    def __init__(self, level: Level, pattern: int, number: int) -> None:
        self.pattern, self.number = pattern, number
        self.matcher = Matcher(level.step)
        self.loop = Matcher(level.loop) if level.loop is not None else None
        self.below: dict[tuple[Step, Step | None], _State] = {}
        self.expected = level.links
        self.targets = 0  # of the patterns that end here
        self.order = -level.useful / level.pages if level.pages else 0.0
        self.how = UNREACHED
        self.hubs: list[str] = []  # pages of this level that were observed
        self.pages: list[str] = []  # that links lead to, as they give them
        self.observed = self.accepted = 0

    @property
    def links(self) -> int:
        return len(self.pages)

    def walk(self) -> Iterator[_State]:
        """This level and those below it, upper ones first."""
        todo = [self]
        for state in todo:
            yield state
            todo.extend(state.below.values())


class Following:
    """Told pages (`observe`) and asked for links (`choose`); never waits."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._root = _State(Level(Step(pages=(recipe.entry,))), -1, -1)
        self._root.how = BOTH
        self._at: dict[tuple[int, int], _State] = {}
        for number, pattern in enumerate(recipe.patterns):
            state = self._root
            for depth, level in enumerate(pattern.levels):
                state = state.below.setdefault((level.step, level.loop), _State(level, number, depth))
                self._at[number, depth] = state
            state.targets += pattern.targets
        self._inner = [state for state in self._root.walk() if state.below]
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
        self._observed |= {page.requested, page.url}
        for state in states:
            state.observed += 1
            state.accepted += accepted
        if any(state.below or state.loop for state in states) or self._may_be_hub(page):
            for url in {page.requested, page.url}:
                self._links[url] = page.links
        for state in states:
            self._expand([(page.requested, state)])

    def _may_be_hub(self, page: Page) -> bool:
        return any(state.matcher.names(url) for state in self._inner for url in {page.requested, page.url})

    def _expand(self, todo: list[tuple[str, _State]]) -> None:
        """Follow the links of pages of a level; pages already fetched that turn out to be hubs are followed on."""
        while todo:
            url, state = todo.pop()
            state.hubs.append(url)
            links = self._links.get(url, ())
            for child in state.below.values():
                if child.how == UNREACHED:
                    child.how = BOTH
                if child.how != LOST:
                    todo += self._enter(url, links, child, child.matcher, child.how)
            if state.loop is not None:
                todo += self._enter(url, links, state, state.loop, state.how)

    def _enter(
        self, hub: str, links: Iterable[Link], state: _State, matcher: Matcher, how: str
    ) -> list[tuple[str, _State]]:
        fetched = []
        for link in links:
            if not matcher.matches(link, how):
                continue
            states = self._states.setdefault(link.target, [])
            if state in states:
                continue
            states.append(state)
            state.pages.append(link.target)
            if link.target in self._observed:
                fetched.append((link.target, state))
            else:
                self._push(Followed(link, hub, state.pattern, state.number, how), state)
        return fetched

    def _push(self, followed: Followed, state: _State) -> None:
        heapq.heappush(self._queue, (state.order, self._count, followed, state))
        self._count += 1

    # -- asked --------------------------------------------------------------------------------------------------------

    def choose(self) -> Followed | None:
        """The next link to follow; None: nothing is left *now*."""
        while True:
            while self._queue:
                _, _, followed, state = heapq.heappop(self._queue)
                if followed.link.target not in self._observed and not self._hopeless(state):
                    self._observed.add(followed.link.target)  # chosen once, whatever comes back
                    return followed
            if not self._carry_on():
                return None

    def _hopeless(self, state: _State) -> bool:
        by_one = state.how in (URL, PLACE)
        return by_one and not state.below and state.observed >= _PATIENCE and not state.accepted

    def _carry_on(self) -> bool:
        """Let one level go on by URL or by place alone; False if that brings nothing more anywhere."""
        for above in self._root.walk():
            for state in above.below.values():
                if state.how == BOTH and above.hubs and state.links * _HARDLY < max(1, state.expected):
                    before = self._count
                    for how in (URL, PLACE):
                        self._follow_anew(above, state, how)
                        if self._count > before:
                            return True
                    state.how = state.how if state.links else LOST
        return False

    def _follow_anew(self, above: _State, state: _State, how: str) -> None:
        links = state.links
        state.how = how
        for url in list(above.hubs):
            self._expand(self._enter(url, self._links.get(url, ()), state, state.matcher, how))
        if state.links == links:
            state.how = BOTH

    def reached(self, pattern: int, level: int) -> Sequence[str]:
        """The pages of a level so far, fetched or not, as links give them."""
        return self._at[pattern, level].pages

    def report(self) -> Report:
        """How the recipe fares; ask when `choose` has said None."""
        levels, kept, total = [], 0, 0
        for state in self._root.walk():
            if state is self._root:
                continue
            lost = state.how in (LOST, UNREACHED) or self._hopeless(state)
            how = LOST if lost and state.how != UNREACHED else state.how
            levels.append(LevelReport(state.pattern, state.number, how, state.expected, state.links, state.accepted))
            total += state.targets
            enough = not lost and state.links * _HARDLY >= state.expected and state.accepted
            kept += state.targets if enough else 0
        return Report(tuple(levels), 2 * kept >= total and (kept > 0 or not total))
