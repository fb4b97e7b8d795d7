"""`command:PROGRAM [ARGS]`: any program as a validator, in any language.

One process serves the whole crawl. For each page it reads one JSON line {"url", "status", "html"} from standard input
and writes one line {"accepted", "score", "reason"} to standard output, flushed; score and reason may be missing. All
JSON sent is plain ASCII with escapes, so no locale can misread it. A program that crashes, hangs or talks nonsense is
killed, started again and asked once more; if that fails too, the page is not accepted and its reason says why, and
after several such pages in a row the crawl stops: going on would judge every page wrongly.
"""

from __future__ import annotations

import json
import logging
import shlex
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from hubwalk.errors import UsageError, ValidatorError
from hubwalk.validators.answers import MAX_FAILURES, one_line, verdict_from
from hubwalk.validators.given import Given
from hubwalk.validators.line_process import Broken, LineProcess
from hubwalk.values import Page, Verdict

_log = logging.getLogger("hubwalk")


def make(argument: str, _: Given) -> CommandValidator:
    """See validators/__init__.py."""
    return CommandValidator(argument)


class CommandValidator:
    """Asks a program about pages, one at a time, from any thread."""

    blocking = True

    def __init__(
        self,
        command: str,
        *,
        timeout: float = 30.0,  # seconds per page
        max_failures: int = MAX_FAILURES,
        report: Callable[[str], None] | None = None,
    ) -> None:
        self._command = _split(command)
        self._timeout = timeout
        self._max_failures = max_failures
        self._report = report
        self._lock = threading.Lock()
        self._process: LineProcess | None = None
        self._failures = 0
        self._closed = False
        self.warnings: list[str] = []

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        line = json.dumps({"url": page.url, "status": page.status, "html": page.html}).encode() + b"\n"
        with self._lock:
            why = ""
            for _ in range(2):
                if self._closed:
                    return Verdict(False, 0.0, "not judged: the crawl is ending", judged=False)
                try:
                    verdict = self._ask(line, page.url)
                except Broken as error:
                    why = str(error)
                    self._stop()
                    if not self._closed:
                        self._warn(f"{page.url}: {why}; the program is started again")
                else:
                    self._failures = 0
                    return verdict
            return self._give_up(why)

    def _ask(self, line: bytes, url: str) -> Verdict:
        if self._process is None:
            self._process = LineProcess(self._command)
        text = self._process.ask(line, self._timeout)
        try:
            answer = json.loads(text)
            if not isinstance(answer, dict):
                raise ValueError('expected {"accepted": true or false, ...}')
            # A program that repeats the URL proves that its answers have not fallen out of step with the questions.
            if answer.get("url", url) != url:
                raise ValueError("this answer is about another page")
            return verdict_from(answer)
        except (ValueError, RecursionError) as error:
            what = "not JSON" if isinstance(error, json.JSONDecodeError) else one_line(str(error), 80)
            raise Broken(f"cannot use its answer '{one_line(text, 80)}': {what}") from None

    def _give_up(self, why: str) -> Verdict:
        self._failures += 1
        if self._failures >= self._max_failures:
            raise ValidatorError(
                f"validator command:{shlex.join(self._command)}: {self._failures} pages in a row could not be judged"
                f" ({why}); try it by hand with one line of JSON"
            )
        return Verdict(False, 0.0, f"not judged: the validator's program failed twice ({why})", judged=False)

    def forget_failures(self) -> None:
        """See failing.py."""
        self._failures = 0

    def _warn(self, what: str) -> None:
        message = f"validator command:{shlex.join(self._command)}: {what}"
        self.warnings.append(message)
        _log.warning("%s", message)
        if self._report is not None:
            self._report(message)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None

    def close(self) -> None:
        """End the program: it sees the end of its input and has a moment to leave; then it is killed."""
        self._closed = True
        process = self._process
        if process is None:
            return
        if self._lock.acquire(timeout=0.1):
            try:
                process.end()
                self._process = None
            finally:
                self._lock.release()
        else:  # a page is being judged: its thread sees the program end and comes back
            process.interrupt()


def _split(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(
            f"validator command:{command}: cannot be split into words ({error}); check the quotes"
        ) from None
    if not words:
        raise UsageError("validator command: needs a program, for example command:'python3 judge.py'")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            raise ValidatorError(f"validator command:{command}: {words[0]} is not executable; try chmod +x {words[0]}")
        way_out = "check the path" if "/" in words[0] else f"give its path, as in command:./{words[0]}"
        raise ValidatorError(f"validator command:{command}: no program '{words[0]}'; {way_out}")
    return words
