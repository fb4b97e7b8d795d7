"""The terminal that puts questions: one key answers, and nothing else does."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from hubwalk.validators import questions
from hubwalk.validators.questions import Answer, Question, TerminalAsker
from hubwalk.values import Verdict

QUESTION = Question("http://a.test/", "A title", "some text", Verdict(True, 0.5, "so so"), 2, 1, 20)
PROMPT = "ask no more: "


class Person:
    """At a pseudo-terminal."""

    def __init__(self, master: int, patch: pytest.MonkeyPatch) -> None:
        self._master = master
        self._patch = patch
        self._said = io.StringIO()
        self._answers: list[Answer] = []
        self.asker = TerminalAsker()
        self._thread = threading.Thread(target=lambda: self._answers.append(self.asker(QUESTION)), daemon=True)

    @property
    def said(self) -> str:
        return self._said.getvalue()

    def start(self) -> None:
        self._patch.setattr(sys, "stderr", self._said)  # here, for pytest has one of its own for each phase of a test
        self._thread.start()
        self.wait(lambda: self.said.endswith(PROMPT))

    def wait(self, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 10
        while not until():
            assert time.monotonic() < deadline, self.said
            time.sleep(0.01)

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def answer(self) -> Answer:
        self._thread.join(10)
        return self._answers[0]


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    master, slave = os.openpty()
    with open(slave, closefd=False) as keys:
        monkeypatch.setattr(sys, "stdin", keys)
        monkeypatch.setattr(questions, "is_there", lambda: True)
        made = Person(master, monkeypatch)
        yield made
        made.asker.close()
    os.close(master)
    os.close(slave)


@pytest.mark.parametrize(
    ("key", "answer"), [("y", Answer.YES), ("N", Answer.NO), ("s", Answer.SKIP), ("q", Answer.QUIT)]
)
def test_one_key_answers(person: Person, key: str, answer: Answer) -> None:
    person.start()
    person.press(key)
    assert person.answer() == answer
    assert person.said.endswith(f"{PROMPT}{answer.name.lower()}\n")


@pytest.mark.parametrize("sent", ["\x1bOQ", "\x1bOS", "\x1b[15~", "\x1b[A", "\x1by", "\x1b[1;5S"])
def test_keys_that_send_several_characters_answer_nothing(person: Person, sent: str) -> None:
    """F2 ends in Q and F4 in S."""
    person.start()
    person.press(sent)
    person.wait(lambda: "please type" in person.said)
    assert person.said.count("please type") == 1
    person.press("n")
    assert person.answer() == Answer.NO


@pytest.mark.parametrize("key", ["\r", "x", " ", "\x1b", "1"])
def test_other_keys_are_told_what_can_be_typed(person: Person, key: str) -> None:
    person.start()
    person.press(key)
    person.wait(lambda: person.said.endswith("please type y, n, s or q: "))
    person.press(key)
    person.wait(lambda: person.said.endswith("\a"))
    person.press("y")
    assert person.answer() == Answer.YES
    assert person.said.count("please type") == 1


def test_closing_ends_the_line_of_an_open_question(person: Person) -> None:
    person.start()
    person.asker.close()
    assert person.said.endswith(f"{PROMPT}no answer\n")
    assert person.answer() == Answer.QUIT


def test_nothing_is_asked_after_the_end(person: Person) -> None:
    assert person.asker.is_ready()
    person.asker.close()
    assert not person.asker.is_ready()
    assert person.asker(QUESTION) == Answer.QUIT
    assert person.said == ""
