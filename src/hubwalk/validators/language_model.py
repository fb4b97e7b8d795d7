"""`language_model[:MODEL]`: a language model that is told what is wanted, in the user's own words.

The page, cut to a budget of tokens, goes to any server that speaks OpenAI's chat completions (chat.py), after the wish
and some of the samples (chat_prompt.py). The answer must be {"accepted", "score", "reason"}; one that cannot be used is
asked for once more. What may pass, a busy server or a time-out, is waited for and asked again. What will not, a wrong
key or an unknown model, ends the crawl, and so do several pages in a row without a verdict: going on would judge every
page wrongly. A budget (chat_budget.py) that is spent ends the crawl, too, which can be resumed with a larger one.
Several language models of a crawl share it.

Answers are kept in the crawl log under a digest of the model and of all that it was asked, so no question is ever paid
for twice, in a resumed crawl neither. To spend less, let a cheap validator learn from this one: cascade.py.
"""

from __future__ import annotations

import hashlib
import json
import queue
import threading
from collections.abc import Callable, MutableMapping, Sequence

from hubwalk.errors import UsageError, ValidatorError
from hubwalk.validators.answers import MAX_FAILURES, one_line, verdict_from
from hubwalk.validators.chat import (
    MOST_OUT,
    UNKNOWN,
    ChatEndpoint,
    Hopeless,
    Message,
    Refused,
    Said,
    Unanswered,
    endpoint,
)
from hubwalk.validators.chat_budget import Budget, Limits, Reserved, Spent, budget_of
from hubwalk.validators.chat_prompt import Prompt, Unreadable, has_content, read_answer, tokens_of
from hubwalk.validators.given import Given
from hubwalk.values import Page, Verdict

_ATTEMPTS = 5
_LATE_ATTEMPTS = 2  # of calls that time out: each one takes long, and may be paid for
_FIRST_PAUSE = 2.0  # seconds; doubled each time
_LONGEST_PAUSE = 300.0  # a server that asks for more has had enough of us for now
_LOOK = 0.1  # seconds between two looks whether the crawl is ending


def make(argument: str, given: Given) -> LanguageModelValidator:
    """See validators/__init__.py."""
    if not given.wish.strip() and not given.samples:
        raise UsageError(
            'language_model: nothing to go by; say what is wanted with --wish "..." or show pages with --like'
        )
    prompt = Prompt(given.wish, given.samples, given.unlike)
    made = LanguageModelValidator(endpoint(argument), prompt, budget=budget_of(given), answers=given.cache)
    if given.is_live:
        made.check_there()
    return made


class Ending(Exception):
    """The crawl ends while an answer is awaited."""


class LanguageModelValidator:
    """Asks a language model about pages, from any thread."""

    blocking = True
    name = "language model"

    def __init__(
        self,
        chat: ChatEndpoint,
        prompt: Prompt,
        *,
        budget: Budget | None = None,
        answers: MutableMapping[str, str] | None = None,
        sleep: Callable[[float], object] | None = None,
        max_failures: int = MAX_FAILURES,
    ) -> None:
        self._chat = chat
        self._prompt = prompt
        self._answers = answers if answers is not None else {}
        self._budget = budget or Budget(Limits(), self._answers)
        self._account = self._budget.open_account(chat.model)
        self._longest = MOST_OUT  # tokens of an answer; more where a server did not keep to the limit
        self._ended = threading.Event()
        self._sleep = sleep or self._ended.wait
        self._max_failures = max_failures
        self._failures = 0
        self._from_log = 0

    def check_there(self) -> None:
        """ValidatorError if its server is down."""
        self._chat.check_there()

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        if not has_content(page):
            return Verdict(False, 0.0, "shows nothing to judge")
        messages = self._prompt.about(page)
        key = self._key(messages)
        known = self._answers.get(key)
        if known is not None:
            self._from_log += 1
            return verdict_from(json.loads(known))
        try:
            verdict = self._ask(messages)
        except Ending:
            return Verdict(False, 0.0, "not judged: the crawl is ending", judged=False)
        except (Unanswered, Refused, Unreadable) as error:
            return self._give_up(str(error))
        self._failures = 0
        self._answers[key] = json.dumps(
            {"accepted": verdict.accepted, "score": verdict.score, "reason": verdict.reason, "model": self._chat.model}
        )
        return verdict

    def known(self, page: Page) -> Verdict | None:
        """The verdict if it costs nothing; None if the model would have to be asked."""
        if not page.ok or not has_content(page):
            return self.judge(page)
        kept = self._answers.get(self._key(self._prompt.about(page)))
        return verdict_from(json.loads(kept)) if kept is not None else None

    def _key(self, messages: Sequence[Message]) -> str:
        return hashlib.sha256(json.dumps([self._chat.model, list(messages)]).encode()).hexdigest()

    def _ask(self, messages: Sequence[Message]) -> Verdict:
        said = self._patiently(messages)
        try:
            return read_answer(said.text, self._chat.without_keys)
        except Unreadable as error:
            again = self._patiently(self._prompt.again(messages, said.text, str(error)))
        try:
            return read_answer(again.text, self._chat.without_keys)
        except Unreadable as error:
            cut = f", cut off after {MOST_OUT} tokens" if again.is_cut_off else ""
            shown = one_line(self._chat.without_keys(again.text), 60)
            raise Unreadable(f"cannot use its answer '{shown}'{cut}: {error}") from None

    def _patiently(self, messages: Sequence[Message]) -> Said:
        """One answer, asked for as often as there is hope."""
        pause, late = _FIRST_PAUSE, 0
        for attempt in range(_ATTEMPTS):
            if self._ended.is_set():
                raise Ending
            try:
                return self._pay(messages)
            except Unanswered as error:
                late += error.is_late
                if attempt == _ATTEMPTS - 1 or late == _LATE_ATTEMPTS:
                    raise
                if error.retry_after > _LONGEST_PAUSE:
                    raise ValidatorError(
                        f"language_model: the server asks for {error.retry_after:.0f} s of rest ({error}); go on then"
                    ) from None
                self._sleep(error.retry_after or pause)
                pause *= 2
        raise AssertionError("the last attempt returns or raises")

    def _pay(self, messages: Sequence[Message]) -> Said:
        asked = tokens_of(*(message["content"] for message in messages))
        reserved = self._budget.reserve(self._account, asked, self._longest)
        needs_limit = self._budget.limits.needs_limit
        try:
            said = self._unless_ending(lambda: self._chat.ask(messages, needs_limit=needs_limit))
        except (Unanswered, Refused, Hopeless) as error:
            self._pay_for_nothing(reserved, error, asked)
            raise
        except ValidatorError:
            self._budget.release(reserved)
            raise
        except BaseException:  # the crawl ends, and the server may go on writing
            self._budget.lose(reserved)
            raise
        written = said.tokens_out if said.tokens_out >= 0 else tokens_of(said.text)
        self._longest = max(self._longest, written)
        self._budget.settle(reserved, said.tokens_in if said.tokens_in >= 0 else asked, written)
        return said

    def _pay_for_nothing(self, reserved: Reserved, error: Unanswered | Refused | Hopeless, asked: int) -> None:
        """There is no answer: it took what the server says, or nobody knows what, or it was refused."""
        read, written = error.counted
        if error.counted != UNKNOWN:
            self._budget.settle(reserved, read if read >= 0 else asked, written if written >= 0 else self._longest)
        elif error.is_late:
            self._budget.lose(reserved)
        else:
            self._budget.release(reserved)

    def _unless_ending(self, ask: Callable[[], Said]) -> Said:
        """Ask in a thread that may be left behind: nobody who presses Ctrl-C should wait for a slow model."""
        answers: queue.SimpleQueue[Said | BaseException] = queue.SimpleQueue()

        def run() -> None:
            try:
                answers.put(ask())
            except BaseException as error:
                answers.put(error)

        threading.Thread(target=run, name="language model", daemon=True).start()
        while True:
            try:
                answer = answers.get(timeout=_LOOK)
            except queue.Empty:
                if self._ended.is_set():
                    raise Ending from None
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer

    def _give_up(self, why: str) -> Verdict:
        self._failures += 1
        if self._failures >= self._max_failures:
            raise ValidatorError(
                f"language_model: {self._failures} pages in a row could not be judged ({why}); look at the server's log"
            )
        return Verdict(False, 0.0, one_line(f"not judged: the language model failed ({why})"), judged=False)

    def forget_failures(self) -> None:
        """See failing.py."""
        self._failures = 0

    def summary(self) -> str:
        """What it cost, in one line."""
        kept = f", {self._from_log} answers from the crawl log" if self._from_log else ""
        line = f"{self.name} {self._chat.model}: {_told(self._budget.spent(self._account))}{kept}"
        others = self._budget.spent_by_others(self._account)
        return f"{line}; other models before: {_told(others)}" if others.calls else line

    def close(self) -> None:
        """No longer wait for anything."""
        self._ended.set()


def _told(spent: Spent) -> str:
    cost = f", {spent.cost:.4g} spent" if spent.cost else ""
    return f"{spent.calls:,} calls, {spent.tokens_in:,} tokens read and {spent.tokens_out:,} written{cost}"
