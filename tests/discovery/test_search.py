"""Asking engines: rates, repeats, engines that give up, answers that are remembered."""

from __future__ import annotations

from hubwalk.discovery.queries import COMBINATION, HOST, Query
from hubwalk.discovery.search import Asker, NoMemory
from hubwalk.errors import SearchError
from hubwalk.values import SearchAnswer, SearchResult

QUERY = Query("zoom", COMBINATION, 10)


class Engine:
    """Answers, or raises, what it was given; the last of it for ever."""

    def __init__(self, *script: Exception | None, name: str = "engine", by_host: bool = False, per_minute: float = 0.0):
        self.name, self.by_host, self.per_minute = name, by_host, per_minute
        self.asked: list[str] = []
        self._script = list(script)

    def search(self, query: str, limit: int) -> SearchAnswer:
        self.asked.append(query)
        step = self._script[min(len(self.asked), len(self._script)) - 1] if self._script else None
        if step is not None:
            raise step
        return SearchAnswer(query, 1, (SearchResult(f"http://{self.name}.org/"),))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class Remembering(NoMemory):
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], SearchAnswer] = {}
        self.errors: list[str] = []

    def recall(self, engine: str, query: str, limit: int) -> SearchAnswer | None:
        return self.kept.get((engine, query))

    def answered(self, engine: str) -> int:
        return sum(name == engine for name, _ in self.kept)

    def remember(
        self, engine: str, query: Query, answer: SearchAnswer | None, *, error: str = "", seconds: float = 0.0
    ) -> None:
        if answer is not None:
            self.kept[engine, query.text] = answer
        else:
            self.errors.append(error)


def asker(*engines: Engine, memory: NoMemory | None = None, per_minute: float = 0.0) -> tuple[Asker, Clock, list[str]]:
    clock, notices = Clock(), list[str]()
    made = Asker(
        engines, memory or NoMemory(), per_minute=per_minute, on_notice=notices.append, clock=clock, sleep=clock.sleep
    )
    return made, clock, notices


def busy(retry_after: float = 0.0) -> SearchError:
    return SearchError("busy", kind=SearchError.BUSY, retry_after=retry_after)


def test_all_engines_are_asked() -> None:
    one, other = Engine(name="one"), Engine(name="other")
    ask, _, _ = asker(one, other)
    assert [answer.results[0].url for answer in ask.ask(QUERY)] == ["http://one.org/", "http://other.org/"]


def test_rate_per_engine() -> None:
    engine = Engine(per_minute=30)
    ask, clock, _ = asker(engine)
    for n in range(3):
        ask.ask(Query(f"w{n}", COMBINATION, 10))
    assert clock.slept == [2.0, 2.0]


def test_the_users_rate_wins_over_the_engines() -> None:
    ask, clock, _ = asker(Engine(per_minute=30), per_minute=6)
    ask.ask(QUERY)
    ask.ask(QUERY)
    assert clock.slept == [10.0]


def test_time_that_passes_by_itself_counts() -> None:
    ask, clock, _ = asker(Engine(per_minute=30))
    ask.ask(QUERY)
    clock.now += 60
    ask.ask(QUERY)
    assert clock.slept == []


def test_a_busy_engine_is_asked_again_after_the_pause_it_wants() -> None:
    engine = Engine(busy(retry_after=7), None)
    ask, clock, notices = asker(engine)
    assert len(ask.ask(QUERY)) == 1
    assert clock.slept == [7]
    assert notices == ["busy; asked again in 7 s"]
    assert not ask.is_over


def test_an_engine_that_stays_busy_is_given_up() -> None:
    engine = Engine(busy())
    ask, clock, _ = asker(engine)
    assert ask.ask(QUERY) == []
    assert (len(engine.asked), clock.slept, ask.is_over) == (3, [2.0, 4.0], True)
    ask.ask(QUERY)
    assert len(engine.asked) == 3


def test_nobody_waits_for_hours() -> None:
    ask, clock, _ = asker(Engine(busy(retry_after=3600)))
    assert ask.ask(QUERY) == []
    assert (clock.slept, ask.is_over) == ([], True)


def test_the_others_go_on_when_one_has_used_up_its_quota() -> None:
    quota = SearchError("one: quota used up", kind=SearchError.QUOTA)
    one, other = Engine(quota, name="one"), Engine(name="other")
    ask, _, notices = asker(one, other)
    assert len(ask.ask(QUERY)) == len(ask.ask(QUERY)) == 1
    assert (len(one.asked), len(other.asked), notices, ask.is_over) == (1, 2, ["one: quota used up"], False)


def test_nothing_is_asked_twice() -> None:
    engine, memory = Engine(), Remembering()
    first, _, _ = asker(engine, memory=memory)
    first.ask(QUERY)
    second, clock, _ = asker(engine, memory=memory)
    assert second.ask(QUERY) == first.ask(QUERY)
    assert (len(engine.asked), second.queries, second.recalled, clock.slept) == (1, 0, 1, [])


def test_failures_are_written_down_but_not_remembered_as_answers() -> None:
    memory = Remembering()
    ask, _, _ = asker(Engine(SearchError("nonsense")), memory=memory)
    assert ask.ask(QUERY) == []
    assert memory.errors == ["nonsense"]
    again, _, _ = asker(Engine(), memory=memory)
    assert len(again.ask(QUERY)) == 1


def test_what_was_remembered_is_there_though_the_engine_has_given_up() -> None:
    memory = Remembering()
    engine = Engine(None, SearchError("quota", kind=SearchError.QUOTA))
    ask, _, _ = asker(engine, memory=memory)
    ask.ask(QUERY)
    ask.ask(Query("lens", COMBINATION, 10))
    assert len(ask.ask(QUERY)) == 1


def test_indexes_of_hosts_get_only_questions_for_hosts() -> None:
    words, hosts = Engine(name="words"), Engine(name="hosts", by_host=True)
    ask, _, _ = asker(words, hosts)
    ask.ask(QUERY)
    ask.ask(Query("site:a.org", HOST, 10))
    assert (words.asked, hosts.asked) == (["zoom"], ["site:a.org"])


def test_no_engine_is_asked_more_often_than_allowed_over_all_runs() -> None:
    """The second run goes another way because the other engine answers now."""
    one, other, memory = Engine(name="one"), Engine(name="other"), Remembering()
    first = Asker([one], memory, max_queries=3)
    for text in ("a", "b"):
        first.ask(Query(text, COMBINATION, 10))
    second = Asker([one, other], memory, max_queries=3)
    counts = [len(second.ask(Query(text, COMBINATION, 10))) for text in ("a", "c", "d")]
    assert (one.asked, other.asked) == (["a", "b", "c"], ["a", "c", "d"])
    assert counts == [2, 2, 1]
    assert not second.is_over
