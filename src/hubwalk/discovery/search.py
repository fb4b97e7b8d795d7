"""Asking search engines within their limits: so many queries a minute, nothing twice, and what to do when one gives up.

An engine that is busy is asked again after the pause it wants; one whose quota is used up, whose key is wrong or that
makes no sense is left alone from then on, and the others go on. Answers that are remembered (the crawl log, for a
resumed crawl) cost no query.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from hubwalk.discovery.queries import HOST, SIMILAR, Query
from hubwalk.errors import SearchError
from hubwalk.ports import SearchEngine
from hubwalk.values import SearchAnswer

_TRIES = 3
_PAUSE = 2.0  # seconds before an engine that was busy is asked again, if it does not say; doubled each time
_LONGEST = 120.0  # seconds that an engine may make us wait; one that wants more is taken as used up


class Memory(Protocol):
    """Where answers are kept."""

    def recall(self, engine: str, query: str, limit: int) -> SearchAnswer | None:
        """What the engine said to this query before; None if it was never asked, or did not answer."""
        ...

    def remember(
        self, engine: str, query: Query, answer: SearchAnswer | None, *, error: str = "", seconds: float = 0.0
    ) -> None:
        """Keep an answer, or why there is none."""
        ...

    def answered(self, engine: str) -> int:
        """How many queries the engine has answered."""
        ...


class NoMemory:
    """Keeps nothing."""

    def recall(self, engine: str, query: str, limit: int) -> SearchAnswer | None:  # noqa: ARG002
        return None

    def remember(
        self, engine: str, query: Query, answer: SearchAnswer | None, *, error: str = "", seconds: float = 0.0
    ) -> None:
        pass

    def answered(self, engine: str) -> int:  # noqa: ARG002
        return 0


class Asker:
    """Several engines, asked for the same thing."""

    def __init__(
        self,
        engines: Sequence[SearchEngine],
        memory: Memory,
        *,
        per_minute: float = 0.0,
        max_queries: int = 0,
        on_notice: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`per_minute` limits the queries to each engine; 0 leaves it to what the engine is known to bear. So does
        `max_queries`, those that are remembered included: a search that goes on may go another way than before, and
        then asks more in all than one run would; 0: any number."""
        self._engines = list(engines)
        self._memory = memory
        self._per_minute = per_minute
        self._left = {e.name: max_queries - memory.answered(e.name) for e in engines} if max_queries else None
        self._on_notice = on_notice
        self._clock, self._sleep = clock, sleep
        self._next_turn: dict[str, float] = {}
        self.queries = 0  # sent to an engine, repeats included
        self.recalled = 0  # answered from memory
        self.answers = 0
        self.given_up: dict[str, SearchError] = {}

    @property
    def is_over(self) -> bool:
        """True if no engine is left that takes words; indexes of hosts alone cannot begin a search."""
        return all(e.name in self.given_up for e in self._engines if not getattr(e, "by_host", False))

    @property
    def knows_similar(self) -> bool:
        """True if an engine is left that finds pages like a page by itself."""
        return any(hasattr(e, "similar") and e.name not in self.given_up for e in self._engines)

    @property
    def only_similar(self) -> bool:
        """True if all engines that take words can do that."""
        return all(hasattr(e, "similar") for e in self._engines if not getattr(e, "by_host", False))

    def ask(self, query: Query) -> list[SearchAnswer]:
        """What the engines say that take such queries; engines that give up are dropped and the notice says why."""
        answers = []
        for engine in self._engines:
            if not _takes(engine, query):
                continue
            known = self._memory.recall(engine.name, query.text, query.limit)
            if known is not None:
                self.recalled += 1
                answers.append(known)
            elif engine.name not in self.given_up and (self._left is None or self._left[engine.name] > 0):
                answer = self._ask(engine, query)
                if answer is not None:
                    answers.append(answer)
        self.answers += len(answers)
        return answers

    def _ask(self, engine: SearchEngine, query: Query) -> SearchAnswer | None:
        for attempt in range(_TRIES):
            self._wait_turn(engine)
            began = self._clock()
            self.queries += 1
            try:
                answer = _put(engine, query)
            except SearchError as error:
                seconds = self._clock() - began
                self._memory.remember(engine.name, query, None, error=str(error), seconds=seconds)
                pause = error.retry_after or _PAUSE * 2**attempt
                if error.kind != SearchError.BUSY or attempt == _TRIES - 1 or pause > _LONGEST:
                    self._give_up(engine, error)
                    return None
                self._on_notice(f"{error}; asked again in {pause:.0f} s")
                self._sleep(pause)
            else:
                self._memory.remember(engine.name, query, answer, seconds=self._clock() - began)
                if self._left is not None:
                    self._left[engine.name] -= 1
                return answer
        return None

    def _wait_turn(self, engine: SearchEngine) -> None:
        per_minute = self._per_minute or getattr(engine, "per_minute", 0.0)
        if not per_minute:
            return
        now = self._clock()
        turn = max(now, self._next_turn.get(engine.name, now))
        if turn > now:
            self._sleep(turn - now)
        self._next_turn[engine.name] = turn + 60.0 / per_minute

    def _give_up(self, engine: SearchEngine, error: SearchError) -> None:
        self.given_up[engine.name] = error
        if self.answers or not self.is_over:  # else there is nothing to go on with, and the caller says so
            self._on_notice(str(error))


def _takes(engine: SearchEngine, query: Query) -> bool:
    if query.kind == SIMILAR:
        return hasattr(engine, "similar")
    return getattr(engine, "by_host", False) is (query.kind == HOST)


def _put(engine: SearchEngine, query: Query) -> SearchAnswer:
    """An engine may have `similar(page, limit)`, which finds pages like a page, beside the port's `search`."""
    if query.kind == SIMILAR:
        answer: SearchAnswer = engine.similar(query.page, query.limit)  # type: ignore[attr-defined]
        return answer
    return engine.search(query.text, query.limit)
