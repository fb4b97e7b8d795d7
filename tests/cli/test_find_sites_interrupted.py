"""A search for sites that is interrupted, killed or asked about in the middle."""

from __future__ import annotations

import json
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from misbehaving import Html, Visit, Web
from running import hubwalk, start
from searching import SmallSearx
from test_find_sites import COMMON, camera_site

pytest_plugins = ["web_fixtures"]


class Held(Html):
    """The first visitor waits until it is let go."""

    def __init__(self, answer: Html, after: int = 0) -> None:
        super().__init__(answer.html)
        self.answer, self.after = answer, after
        self.visits = 0
        self.waits = True

    def send(self, to: Visit) -> None:
        self.visits += 1
        if self.visits > self.after and self.waits:
            until(lambda: not self.waits)
            to.close_connection = True
            return
        self.answer.send(to)


def until(holds: Callable[[], bool], limit: float = 30) -> None:
    deadline = time.monotonic() + limit
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.fixture
def searx(web: Web, other_web: Web, tmp_path: Path) -> SmallSearx:
    camera_site(web, 12)
    camera_site(other_web, 7)
    for n in (3, 5):
        (tmp_path / f"sample{n}.html").write_text(web.find(f"/item/{n}").html)
    return SmallSearx(web, other_web)


@pytest.fixture
def host(searx: SmallSearx) -> Iterator[Web]:
    made = Web()
    made.put("/search", searx)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("number", "phase"),
    [
        (signal.SIGINT, "engine"),
        (signal.SIGTERM, "engine"),
        (signal.SIGINT, "candidates"),
        (signal.SIGKILL, "candidates"),
        (signal.SIGKILL, "crawl"),
    ],
)
def test_it_goes_on_as_if_nothing_had_been(
    *, web: Web, other_web: Web, searx: SmallSearx, host: Web, tmp_path: Path, phase: str, number: signal.Signals
) -> None:
    where, path, after = {
        "engine": (host, "/search", 2),
        "candidates": (other_web, "/item/0", 0),
        "crawl": (other_web, "/list", 0),
    }[phase]
    held = Held(where.find(path), after)
    where.put(path, held)
    process = start("find", *COMMON, "--engine", f"searxng:{host.url}", "-o", "cameras.jsonl", cwd=tmp_path)
    until(lambda: held.visits > after)
    if phase == "candidates":
        until(lambda: web.count("/item/2") == 1)  # of another host, in the same list
        time.sleep(0.2)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    held.waits = False
    assert process.returncode == (-9 if number == signal.SIGKILL else 130)
    if number != signal.SIGKILL:
        assert "hubwalk resume cameras.db" in err
    assert "Traceback" not in err

    status = hubwalk("status", "cameras.db", cwd=tmp_path)
    assert "hubwalk resume cameras.db" in status.err
    again = hubwalk("resume", "cameras.db", "-q", cwd=tmp_path)
    assert (again.code, again.err) == (0, "")
    found = {json.loads(line)["url"] for line in (tmp_path / "cameras.jsonl").read_text().splitlines()}
    assert found == {f"{web.url}/item/{n}" for n in range(12)} | {f"{other_web.url}/item/{n}" for n in range(7)}
    twice = [each for site in (web, other_web) for each, count in site.pages.items() if count > 1]
    in_flight = 2 if number == signal.SIGKILL and phase == "crawl" else 1  # one page per site that is being crawled
    assert len(twice) <= in_flight
    assert Counter(searx.queries).most_common(1)[0][1] == 1  # what was held never came to the engine


def test_programs_learn_of_an_interruption_too(other_web: Web, searx: SmallSearx, host: Web, tmp_path: Path) -> None:
    assert searx
    held = Held(other_web.find("/item/0"))
    other_web.put("/item/0", held)
    process = start("find", *COMMON, "--engine", f"searxng:{host.url}", "-o", "c.jsonl", "--json", cwd=tmp_path)
    until(lambda: held.visits > 0)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    held.waits = False
    last = [json.loads(line) for line in err.splitlines()][-1]
    assert (last["event"], last["exit_code"], last["db"]) == ("end", 130, "c.db")


def test_status_of_a_search_that_runs_and_of_one_that_was_killed(searx: SmallSearx, host: Web, tmp_path: Path) -> None:
    held = Held(host.find("/search"), after=4)
    host.put("/search", held)
    process = start("find", *COMMON, "--engine", f"searxng:{host.url}", "-o", "c.jsonl", cwd=tmp_path)
    until(lambda: held.visits > 4)
    running = hubwalk("status", "c.db", cwd=tmp_path)
    assert "2 queries (0 failed)" in running.out
    assert "not over yet" in running.out
    assert "resume" not in running.out + running.err
    assert len(hubwalk("export", "c.db", "--what", "queries", cwd=tmp_path).pages) == 2
    assert hubwalk("export", "c.db", "--what", "sites", cwd=tmp_path).pages == []
    process.kill()
    process.communicate()
    held.waits = False
    killed = hubwalk("status", "c.db", cwd=tmp_path)
    assert "interrupted; resume may find more" in killed.out
    assert "hubwalk resume c.db" in killed.err
    assert len(searx.queries) == 2


def test_a_log_without_any_query_can_be_resumed(searx: SmallSearx, host: Web, tmp_path: Path) -> None:
    held = Held(host.find("/search"))
    host.put("/search", held)
    process = start("find", *COMMON, "--engine", f"searxng:{host.url}", "-o", "c.jsonl", cwd=tmp_path)
    until(lambda: held.visits > 0)
    process.kill()
    process.communicate()
    held.waits = False
    assert "hubwalk resume c.db" in hubwalk("status", "c.db", cwd=tmp_path).err
    assert hubwalk("export", "c.db", "--what", "queries", cwd=tmp_path).pages == []
    assert hubwalk("resume", "c.db", "-q", cwd=tmp_path).code == 0
    assert len((tmp_path / "c.jsonl").read_text().splitlines()) == 19
    assert searx.queries
