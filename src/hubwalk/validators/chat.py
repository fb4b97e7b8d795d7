"""A language model behind any server that speaks the chat completions of OpenAI: POST {base}/chat/completions.

Where it is, its key and its name come from the environment, never from a job, so no key gets into a crawl log:

    HUBWALK_LLM_URL, else OPENAI_BASE_URL    http://localhost:11434/v1 (Ollama), http://localhost:8080/v1 (llama.cpp)
    HUBWALK_LLM_KEY, else OPENAI_API_KEY     servers on one's own machine need none
    HUBWALK_LLM_MODEL                        unless the validator's argument names one
    HUBWALK_LLM_TIMEOUT                      seconds for an answer, 120 unless said

Sent over by the adapter of the search engines (discovery/engines/json_api.py), which keeps keys out of messages and
follows no redirect. What a model answers may have the key in it, too, for a server can say what it likes:
`without_keys` takes it out.

Three parameters are more than the protocol's core: an answer in JSON, temperature 0, a limit of its length. A server
that refuses one by name is asked again without it. The limit has two names, max_tokens and, with newer models,
max_completion_tokens (OpenAI's API reference, "Create chat completion"); the second is tried where the first is
refused. Who must know beforehand what an answer may cost says so, and then nothing is asked without a limit.

Some servers fail with status 200, and with the error in the answer: it counts as if its `code` were the status
(OpenRouter's API, "Errors": what fails when the model has begun to answer comes so). A model that has begun was allowed
to: 401 or 403 are about this page then, and not about the key. If the server says what it has counted by then, that is
what the call took. If it does not, and the model had begun or a gateway has waited in vain for it (504), nobody knows.
"""

from __future__ import annotations

import email.message
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, quote_plus, urlsplit

from hubwalk.discovery.engines.api_address import address_of
from hubwalk.discovery.engines.json_api import Failure, JsonApi, TooLong, at, decoded
from hubwalk.errors import SearchError, UsageError, ValidatorError
from hubwalk.validators.chat_reach import check_listening

MOST_OUT = 1024  # tokens of an answer: a line of reason, and room for models that think aloud first
_TIMEOUT = 120.0  # seconds; a model on one's own processor reads a page that long
_MOST_BYTES = 2_000_000
_MOST_COUNTED = 1_000_000_000  # tokens of a call; nobody has counted more, and a float holds no number of 400 digits
_TELL = "language_model"
_LIMITS = ("max_tokens", "max_completion_tokens")  # what the limit of an answer is called
_LONG = 8  # characters of a key
_GATEWAY_TIMEOUTS = (504, 524)  # RFC 9110, 15.6.5; Cloudflare's own: the request was sent on, and nobody answered
_VARIABLES = ("HUBWALK_LLM_URL", "OPENAI_BASE_URL")  # the first that is set names the server
_KEY_HINT = "check the key in HUBWALK_LLM_KEY or OPENAI_API_KEY"

UNKNOWN = (-1, -1)  # tokens read and written

Message = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    """What a model answered. Tokens as the server counted them; -1: it does not say."""

    text: str
    tokens_in: int = -1
    tokens_out: int = -1
    is_cut_off: bool = False


class Unanswered(Exception):
    """No answer now, perhaps later."""

    def __init__(
        self, why: str, *, retry_after: float = 0.0, is_late: bool = False, counted: tuple[int, int] = UNKNOWN
    ) -> None:
        super().__init__(why)
        self.retry_after = retry_after
        self.is_late = is_late  # the server may have worked, and been paid, for nothing
        self.counted = counted  # tokens read and written, by a server that says so all the same


class Refused(Exception):
    """The server will not answer for this page, however often it is asked."""

    def __init__(self, why: str, *, is_late: bool = False, counted: tuple[int, int] = UNKNOWN) -> None:
        super().__init__(why)
        self.is_late = is_late
        self.counted = counted


class Hopeless(ValidatorError):
    """The server will answer for no page, as long as nobody mends something."""

    def __init__(self, why: str, *, is_late: bool = False, counted: tuple[int, int] = UNKNOWN) -> None:
        super().__init__(why)
        self.is_late = is_late
        self.counted = counted


@dataclass(frozen=True, slots=True)
class _Told(Failure):
    """An error that came with status 200."""

    counted: tuple[int, int]
    has_begun: bool  # it stands in a choice, which the model had begun to write


class ChatEndpoint:
    """One model on one server. Asked from any thread; it waits."""

    def __init__(
        self, base: str, model: str, key: str = "", *, timeout: float = _TIMEOUT, variable: str = _VARIABLES[0]
    ) -> None:
        """`variable` is the one of the environment that has the base."""
        try:
            address = address_of(_TELL, base, "/chat/completions")
        except UsageError:
            raise _no_address() from None
        host = urlsplit(address.shown)
        if "://" not in base and host.port is None and not address.is_here and not set(host.hostname or "") & set(".:"):
            raise _no_address()  # a word is no server; one of that name in the own network can be called http://name
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        secrets = (key,) if key else ()
        self._api = JsonApi(_TELL, address, _KEY_HINT, headers, secrets, timeout=timeout, most=_MOST_BYTES)
        self.model = model
        self._variable = variable
        self._refused: set[str] = set()  # parameters; only ever added to, so threads need no lock
        self._has_answered = False

    def check_there(self) -> None:
        """ValidatorError if no server listens; asks for nothing, and costs nothing."""
        check_listening(self._api.address.shown, self._variable)

    def ask(self, messages: Sequence[Message], *, needs_limit: bool = False) -> Said:
        """The model's answer, of at most MOST_OUT tokens if the server can limit it; if it cannot and a limit is
        needed, it is not asked. Unanswered or Refused if there is no answer; ValidatorError if there never will be."""
        while True:
            options = self._options()
            if needs_limit and not any(name in options for name in _LIMITS):
                raise ValidatorError(
                    f"{_TELL}: model '{self.model}' takes neither {' nor '.join(_LIMITS)}, so nobody knows what an "
                    "answer will cost, and --max-cost cannot be kept; choose another model, or --max-calls instead"
                )
            answer = self._api.post({"model": self.model, "messages": list(messages), **options})
            if isinstance(answer, str):
                answer = _error_in(answer) or answer
            if isinstance(answer, Failure) and (refused := _refused_option(answer, options)):
                self._refused.add(refused)
                continue
            if isinstance(answer, str):
                said = self._read(answer)
                self._has_answered = True
                return said
            raise self._explained(answer)

    def without_keys(self, text: str) -> str:
        """What a model wrote without the keys that the server knows. A short one is hardly a key, servers of one's own
        are given any word, and it goes only where it stands alone."""
        for secret in (*self._api.secrets, *self._api.address.secrets):
            for spelling in _spellings(secret):
                bare = re.escape(spelling)
                pattern = bare if len(secret) >= _LONG else rf"(?<!\w){bare}(?!\w)"
                text = re.sub(pattern, "***", text, flags=re.IGNORECASE)
        return text

    def _options(self) -> dict[str, object]:
        """What is sent besides the messages."""
        limit = next((name for name in _LIMITS if name not in self._refused), "")
        all_of_them = {"temperature": 0, limit: MOST_OUT, "response_format": {"type": "json_object"}}
        return {name: value for name, value in all_of_them.items() if name and name not in self._refused}

    def _read(self, body: str) -> Said:
        """The answer in the server's JSON; "" where the model has none. What a model says to refuse is its answer, too:
        it was paid for, and asked once more it may do its work."""
        envelope = decoded(body)
        first = _first_choice(envelope)
        if not isinstance(at(first, "message"), dict):
            words = self._api.words(_failure(200, body))
            raise Unanswered(f"this is no chat completion{words}; check HUBWALK_LLM_URL", is_late=True)
        text = at(first, "message", "content")
        if isinstance(text, list):  # some servers answer in parts
            text = "".join(part for item in text if isinstance(part := at(item, "text"), str))
        if not text and isinstance(refusal := at(first, "message", "refusal"), str):
            text = self._api.words(_failure(200, json.dumps({"message": refusal}))).removeprefix(": ")
        is_cut_off = at(first, "finish_reason") == "length"
        return Said(text if isinstance(text, str) else "", *_counted(envelope), is_cut_off)

    def _explained(self, failed: Failure | SearchError) -> Exception:
        if isinstance(failed, TooLong):
            return Unanswered(_bare(failed), is_late=True)
        if isinstance(failed, SearchError):
            if failed.kind == SearchError.BUSY:
                return Unanswered(_bare(failed), is_late=True)
            # A server that has answered before may only be starting again.
            return Unanswered(_bare(failed)) if self._has_answered else ValidatorError(f"{failed}; see HUBWALK_LLM_URL")
        counted = failed.counted if isinstance(failed, _Told) else _counted(failed.json)
        is_late = failed.status in _GATEWAY_TIMEOUTS or (isinstance(failed, _Told) and failed.has_begun)
        if failed.status == 200:  # an error without a number: perhaps one that passes
            why = f"the server answers with an error{self._api.words(failed)}"
            return Unanswered(why, is_late=is_late, counted=counted)
        words = f"status {failed.status}{self._api.words(failed)}"
        if hopeless := self._hopeless(failed, words):
            return Hopeless(f"{_TELL}: {hopeless}", is_late=is_late, counted=counted)
        if failed.status in (408, 409, 425, 429) or failed.status >= 500:
            return Unanswered(words, retry_after=failed.retry_after, is_late=is_late, counted=counted)
        return Refused(words, is_late=is_late, counted=counted)

    def _hopeless(self, failed: Failure, words: str) -> str:
        """Why no page will be answered for; "" if others may be."""
        if failed.status == 402 or _is_quota(failed):
            return f"the account is used up, {words}; buy more, or another HUBWALK_LLM_URL"
        if isinstance(failed, _Told) and failed.has_begun:
            return ""
        if failed.status in (401, 403, 407):
            return f"not allowed, {words}; {_KEY_HINT}"
        if failed.status in (404, 405):
            return (
                f"no model '{self.model}' at {self._api.address.shown}, {words}; check the name of the model "
                "and HUBWALK_LLM_URL, which mostly ends in /v1"
            )
        return ""


def _no_address() -> UsageError:
    # What it is instead is not shown: it may be a key in the wrong place.
    return UsageError("language_model: HUBWALK_LLM_URL is no web address; it looks like http://localhost:11434/v1")


def endpoint(model: str, environment: Mapping[str, str] | None = None) -> ChatEndpoint:
    """The endpoint that the environment names; UsageError with the way out if it names none."""
    env = os.environ if environment is None else environment
    variable = next((name for name in _VARIABLES if env.get(name)), _VARIABLES[0])
    base = (env.get(variable) or "").strip()
    key = (env.get("HUBWALK_LLM_KEY") or env.get("OPENAI_API_KEY") or "").strip()
    model = (model or env.get("HUBWALK_LLM_MODEL") or "").strip()
    if not base:
        raise UsageError(
            "language_model: no server named; set HUBWALK_LLM_URL, for example to http://localhost:11434/v1"
        )
    if not model:
        raise UsageError("language_model: no model named; write language_model:MODEL or set HUBWALK_LLM_MODEL")
    if any(not c.isprintable() or ord(c) > 0xFF for c in key):  # would break the header, and the message would show it
        raise UsageError("language_model: HUBWALK_LLM_KEY is no key: it has characters that no header can carry")
    return ChatEndpoint(base, model, key, timeout=number(env, "HUBWALK_LLM_TIMEOUT") or _TIMEOUT, variable=variable)


def number(env: Mapping[str, str], name: str) -> float:
    """A positive number from the environment, 0 if it is not set."""
    text = (env.get(name) or "").strip()
    try:
        value = float(text or 0)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise UsageError(f"{name}={text}: expected a number, 0 or more")
    return value


def _spellings(secret: str) -> set[str]:
    """As it may stand in an address, or in JSON."""
    quoted = json.dumps(secret)[1:-1]
    return {secret, quote(secret, safe=""), quote_plus(secret), quoted, quoted.replace("/", "\\/")}


def _first_choice(envelope: Any) -> Any:
    choices = at(envelope, "choices")
    return choices[0] if isinstance(choices, list) and choices else None


def _error_in(body: str) -> Failure | None:
    """The error that a server tells with status 200."""
    envelope = decoded(body)
    first = _first_choice(envelope)
    error = at(envelope, "error") or at(first, "error")
    if not error or at(first, "message", "content"):
        return None
    code = at(error, "code")
    known = isinstance(code, int) and 400 <= code < 600
    said = json.dumps({"error": error})
    has_begun = bool(at(first, "error"))
    return _Told(code if known else 200, email.message.Message(), said, _counted(envelope), has_begun)


def _counted(envelope: Any) -> tuple[int, int]:
    """The tokens that the server has read and written, by its own count; one that has none at all, or more than any
    call has, does not count."""
    counts = (at(envelope, "usage", "prompt_tokens"), at(envelope, "usage", "completion_tokens"))
    read, written = (n if type(n) is int and 0 <= n <= _MOST_COUNTED else -1 for n in counts)
    return (read, written) if max(read, written) > 0 else UNKNOWN


def _failure(status: int, said: str) -> Failure:
    return Failure(status, email.message.Message(), said)


def _refused_option(failed: Failure, options: Mapping[str, object]) -> str:
    """The parameter that the server complains of, if it is one that we can do without."""
    if failed.status not in (400, 422):
        return ""
    return next((name for name in options if re.search(rf"\b{name}\b", failed.said)), "")


def _is_quota(failed: Failure) -> bool:
    """OpenAI answers an empty account with 429, too; waiting does not fill it."""
    return failed.status == 429 and at(failed.json, "error", "code") == "insufficient_quota"


def _bare(error: SearchError) -> str:
    return str(error).removeprefix(f"{_TELL}: ")
