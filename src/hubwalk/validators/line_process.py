"""A program that answers each line with a line, asked with a time limit.

Question, answer and the program's complaints go through three pipes that are served together by one selector, so a
program that answers before it has read everything, or that fills its standard error, cannot block us or itself.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence

from hubwalk.errors import ValidatorError

_log = logging.getLogger("hubwalk")
_CHUNK = 65536
_MAX_ANSWER = 1 << 20  # bytes; whoever writes more without a line end does not speak the protocol
_GRACE = 2.0  # seconds to leave by itself


class Broken(Exception):
    """The program ended, hung, or broke the protocol; the message says which, in words for a person."""


class LineProcess:
    """One running program."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is ours to handle, and its children end with it
            )
        except OSError as error:
            raise ValidatorError(
                f"validator command: cannot start {command[0]} ({error.strerror}); a script needs a #! line"
            ) from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._answer = b""
        self._complaint = b""
        self._last_words = ""
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)

    def ask(self, line: bytes, timeout: float) -> str:
        """The answer to one line; Broken if there is none in time."""
        self._take_leftover()
        if self._answer.strip():
            raise Broken(f"wrote more than one line for a page: '{_show(self._answer)}'")
        deadline = time.monotonic() + timeout
        unsent = memoryview(line)
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            selector.register(self._err, selectors.EVENT_READ)
            while True:
                left = deadline - time.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    raise Broken(f"no answer within {timeout:g} s")
                for key, _ in ready:
                    if key.fd == self._in:
                        unsent = self._send(unsent, selector)
                    else:
                        self._receive(key.fd, selector)
                if not unsent and (found := self._take_answer()):
                    return found

    def _take_leftover(self) -> None:
        """What it wrote after its last answer; it would be taken for the next one."""
        with contextlib.suppress(BlockingIOError):
            self._answer += os.read(self._out, _CHUNK)

    def _send(self, unsent: memoryview, selector: selectors.BaseSelector) -> memoryview:
        with contextlib.suppress(BlockingIOError):
            try:
                unsent = unsent[os.write(self._in, unsent[:_CHUNK]) :]
            except BrokenPipeError:  # it no longer reads; whether it still answers shows on its output
                unsent = unsent[:0]
        if not unsent:
            selector.unregister(self._in)
        return unsent

    def _receive(self, pipe: int, selector: selectors.BaseSelector) -> None:
        chunk = os.read(pipe, _CHUNK)
        if pipe == self._err:
            if chunk:
                self._complain(chunk)
            else:
                selector.unregister(pipe)
        elif chunk:
            self._answer += chunk
            if len(self._answer) > _MAX_ANSWER:
                raise Broken(f"its answer is too long: '{_show(self._answer)}'")
        else:
            self._drain_complaints()
            raise Broken(f"the program ended {self._ending()}")

    def _take_answer(self) -> str:
        while b"\n" in self._answer:
            line, _, self._answer = self._answer.partition(b"\n")
            if line.strip():
                return line.decode("utf-8", "replace")
        return ""

    def _complain(self, chunk: bytes) -> None:
        *lines, self._complaint = (self._complaint + chunk).split(b"\n")
        self._complaint = self._complaint[-_CHUNK:]
        for line in filter(None, map(_show, lines)):
            self._last_words = line
            _log.info("validator program: %s", line)

    def _drain_complaints(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._err, _CHUNK):
                self._complain(chunk)
        self._complain(b"\n")

    def _ending(self) -> str:
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "its output"
        how = f"with exit code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"
        return f"{how} ({self._last_words})" if self._last_words else how

    def end(self) -> None:
        """Close its input and let it leave; kill it if it stays."""
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        deadline = time.monotonic() + _GRACE
        with selectors.DefaultSelector() as selector:
            for pipe in (self._out, self._err):
                selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map() and (left := deadline - time.monotonic()) > 0:
                for key, _ in selector.select(left):
                    if not os.read(key.fd, _CHUNK):
                        selector.unregister(key.fd)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
        self.kill()

    def interrupt(self) -> None:
        """Make a waiting `ask` in another thread come back: its program is gone."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End it and its children now."""
        process = self._process
        self.interrupt()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def _show(line: bytes) -> str:
    text = " ".join(line.decode("utf-8", "replace").split())
    return text if len(text) <= 120 else f"{text[:117]}..."
