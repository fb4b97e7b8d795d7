"""A question to the user about one page, and the terminal that puts it: one key answers."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum

from hubwalk import terminal
from hubwalk.values import Verdict

_LINES = 4  # of the page's text
_WIDTH = 100
_POLL = 0.2  # seconds between two looks at whether the crawl has ended meanwhile
_PATIENCE = 2.0  # seconds that whoever closes waits for the line to be ended
_CTRL_C, _CTRL_D, _ESCAPE = "\x03", "\x04", "\x1b"
_REST = 0.05  # seconds within which the rest of what a function key sends is there
_MOST = 1024  # bytes of it
_HINT = "\n  please type y, n, s or q:"


class Answer(StrEnum):
    """The keys."""

    YES = "y"
    NO = "n"
    SKIP = "s"
    QUIT = "q"


@dataclass(frozen=True, slots=True)
class Question:
    """A doubtful page."""

    url: str
    title: str
    text: str  # how its main text begins
    verdict: Verdict  # of the inner validator
    alike: int  # other doubtful pages that the answer may settle
    number: int  # of this question
    most: int  # questions that may be asked in all


def is_there() -> bool:
    """True if there is a person at a terminal who can be asked; a job in the background would be stopped for trying."""
    try:
        terminals = sys.stdin.isatty() and sys.stderr.isatty()
        return terminals and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # no standard input, or a closed one
        return False


class TerminalAsker:
    """Puts questions on standard error and reads a key; `close` ends one that is open."""

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._idle = threading.Event()  # no question is open
        self._idle.set()

    def is_ready(self) -> bool:
        """False if nobody can be asked any more: it was closed, or has gone to the background since."""
        return not self._closed.is_set() and is_there()

    def __call__(self, question: Question) -> Answer:
        self._idle.clear()
        try:
            return self._put(question) if self.is_ready() else Answer.QUIT
        finally:
            self._idle.set()

    def _put(self, question: Question) -> Answer:
        with terminal.held():
            with _raw_keys(sys.stdin.fileno()) as keys:
                print(shown(question), end=" ", file=sys.stderr, flush=True)
                key = self._read(keys)
            answer = Answer(key) if key in set(Answer) else Answer.QUIT
            said = {_CTRL_C: "interrupted", "": "no answer"}.get(key, answer.name.lower())
            print(said, file=sys.stderr, flush=True)
        if key == _CTRL_C:
            self._idle.set()  # the line is ended; who hears the signal may close at once
            os.kill(os.getpid(), signal.SIGINT)  # as the terminal would have done
        return answer

    def _read(self, keys: int) -> str:
        """The key that was pressed, of those that mean something; "" if there is none to wait for any more."""
        hint = _HINT
        while not self._closed.is_set():
            if not select.select([keys], [], [], _POLL)[0]:
                continue
            key = os.read(keys, 1).decode("ascii", "replace").lower()
            if key in {"", _CTRL_C, _CTRL_D, *Answer}:
                return key
            if key == _ESCAPE and select.select([keys], [], [], _REST)[0]:
                os.read(keys, _MOST)  # F4 ends in S, which is no answer
            print(hint, end=" " if hint == _HINT else "", file=sys.stderr, flush=True)
            hint = "\a"  # it was said
        return ""

    def close(self) -> None:
        """From another thread; comes back when the open question has left the terminal."""
        self._closed.set()
        self._idle.wait(_PATIENCE)


def shown(question: Question) -> str:
    """The question as a person reads it."""
    verdict = question.verdict
    said = f"{'accepted' if verdict.accepted else 'not accepted'}, score {verdict.score:.2f}: {verdict.reason}"
    lines = textwrap.wrap(_plain(question.text), _WIDTH, max_lines=_LINES, placeholder=" ...")
    others = f"; the answer helps with {question.alike} pages alike" if question.alike else ""
    return "\n".join(
        [
            f"\nIs this a page that you want? (question {question.number} of at most {question.most}{others})",
            f"  {_plain(question.url)}",
            f"  {_plain(question.title) or '(no title)'}",
            *(f"  | {line}" for line in lines),
            f"  so far {_plain(said)}",
            "  y yes, n no, s skip, q ask no more:",
        ]
    )


def _plain(text: str) -> str:
    """On one line, without anything that could steer the terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@contextmanager
def _raw_keys(descriptor: int) -> Iterator[int]:
    """Keys come one by one, unseen, Ctrl-C among them: the thread that reads it must know that it is over."""
    before = termios.tcgetattr(descriptor)
    mode = termios.tcgetattr(descriptor)
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(descriptor, termios.TCSAFLUSH, mode)  # what was typed before the question is no answer to it
    try:
        yield descriptor
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
