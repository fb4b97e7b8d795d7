"""`--validator ask` at a real (pseudo-)terminal: questions beside the live table, keys, Ctrl-C, resuming."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from misbehaving import Web, page
from running import COMMAND, environment, hubwalk

pytest_plugins = ["web_fixtures"]

SCORES = """
def judge(page):
    for kind, score in (("/camera/", 0.52), ("/printer/", 0.48)):
        if kind in page.url:
            return score
    return 0.1
"""
PROMPT = "ask no more:"
ASK = ("--validator", "ask(python:scores:judge)", "--strategy", "breadth_first", "--delay", 0)


@pytest.fixture
def shop(web: Web, tmp_path: Path) -> Web:
    kinds = {"camera": "zoom lens shutter flash", "printer": "ink paper toner tray"}
    paths = [f"/{kind}/{n}" for n in range(8) for kind in kinds]
    web.put("/", page("shop", *paths))
    for path in paths:
        kind = path.split("/")[1]
        web.put(path, page(f"{kind} {path.split('/')[2]}", text=f"{kinds[kind]} {kind} number {path}"))
    (tmp_path / "scores.py").write_text(SCORES)
    return web


class Terminal:
    """A command that believes to be run by a person."""

    def __init__(self, *words: object, cwd: Path) -> None:
        self.master, slave = os.openpty()
        self._slave = slave
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, words)],
            cwd=cwd,
            env=environment() | {"TERM": "xterm", "COLUMNS": "120", "LINES": "40"},
            preexec_fn=lambda: os.login_tty(slave),  # noqa: PLW1509  # nothing else gives it a terminal of its own
        )
        self.said = ""

    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self._slave)[3] & termios.ECHO)

    def wait_for(self, words: str, limit: float = 30) -> str:
        """What it says up to these words; "" if it ends without them."""
        deadline = time.monotonic() + limit
        start = len(self.said)
        while words not in self.said[start:]:
            assert time.monotonic() < deadline, f"never said {words!r}: {self.said[-2000:]}"
            if select.select([self.master], [], [], 0.05)[0]:
                self.said += os.read(self.master, 65536).decode("utf-8", "replace")
            elif self.process.poll() is not None:
                return ""
        return self.said[start:]

    def press(self, key: str) -> None:
        os.write(self.master, key.encode())

    def end(self) -> int:
        self.wait_for("\0")  # which nobody says
        return self.process.wait(30)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self._slave)


Run = Callable[..., Terminal]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    made: list[Terminal] = []

    def start(*words: object) -> Terminal:
        made.append(Terminal(*words, cwd=tmp_path))
        return made[-1]

    yield start
    for one in made:
        one.close()


def answer_all(terminal: Terminal) -> list[str]:
    """Want printers; the kinds that were asked about."""
    asked = []
    while question := terminal.wait_for(PROMPT):
        (kind,) = re.findall(r"http://\S+/(camera|printer)/\d+\s", question)[-1:]
        asked.append(kind)
        assert not terminal.echoes()
        terminal.press("x")  # no such key: it waits for another
        terminal.press("y" if kind == "printer" else "n")
    return asked


def kinds(path: Path) -> list[str]:
    return sorted(json.loads(line)["url"].split("/")[3] for line in path.read_text().splitlines())


def test_a_person_is_asked_and_the_output_follows(shop: Web, run: Run, tmp_path: Path) -> None:
    terminal = run("find", shop.url, *ASK, "-o", "out.jsonl")
    asked = answer_all(terminal)
    assert terminal.end() == 0
    assert sorted(asked) == ["camera", "printer"]
    assert kinds(tmp_path / "out.jsonl") == ["printer"] * 8
    assert terminal.echoes()
    for words in ("so far accepted, score 0.52", "shutter", "Is this a page that you want?", "ask: 2 questions"):
        assert words in terminal.said
    assert "Traceback" not in terminal.said
    assert "hubwalk export" in terminal.said  # the summary comes after all questions


def test_ctrl_c_at_a_question_ends_the_crawl_and_resume_asks_again(shop: Web, run: Run, tmp_path: Path) -> None:
    terminal = run("find", shop.url, *ASK, "-o", "out.jsonl")
    assert terminal.wait_for(PROMPT)
    terminal.press("\x03")
    assert terminal.end() == 130
    assert terminal.echoes()
    assert "hubwalk resume" in terminal.said
    assert "Traceback" not in terminal.said
    again = run("resume", "out.db")
    asked = answer_all(again)
    assert again.end() == 0
    assert asked
    assert set(kinds(tmp_path / "out.jsonl")) <= {"printer", "camera"}
    assert max(shop.pages.values()) == 1
    last = run("resume", "out.db")
    assert answer_all(last) == []
    assert last.end() == 0


def test_q_asks_no_more_and_the_crawl_goes_on(shop: Web, run: Run, tmp_path: Path) -> None:
    terminal = run("find", shop.url, *ASK, "-o", "out.jsonl")
    assert terminal.wait_for(PROMPT)
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.said.count("Is this a page that you want?") == 1
    assert kinds(tmp_path / "out.jsonl") == ["camera"] * 8


def test_without_a_terminal_nobody_is_asked(shop: Web, tmp_path: Path) -> None:
    ran = hubwalk("find", shop.url, *ASK, "-o", "out.jsonl", "-q", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "hubwalk: validator ask: no terminal to ask in, so nobody is asked\n"
    assert kinds(tmp_path / "out.jsonl") == ["camera"] * 8


def test_when_the_time_is_over_at_a_question_the_summary_has_its_own_line(shop: Web, run: Run) -> None:
    terminal = run("find", shop.url, *ASK, "--max-time", 4, "-o", "out.jsonl")
    assert terminal.wait_for(PROMPT)
    assert terminal.end() == 0
    assert re.search(r"ask no more: no answer\r\n.*hubwalk: ask: 1 question, 0 answered", terminal.said, re.DOTALL)
    assert "doubtful enough" not in terminal.said
    assert terminal.echoes()
