"""One GET or POST that answers JSON: time-outs, size limits, and every way in which a server can fail as a SearchError.

Keys never leave this file but in the request: they are cut out of what servers say, no exception of the library (which
carries the URL, and with it Google's key) is kept in a chain, and a redirect to another server is refused where there
is a key to lose.
"""

from __future__ import annotations

import email.message
import email.utils
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hubwalk import __version__
from hubwalk.discovery.engines.api_address import Address
from hubwalk.errors import SearchError

_CHUNK = 1 << 16
_QUOTED = 160  # characters of what a server says that a message repeats
_REDIRECTS = (301, 302, 303, 307, 308)
_GZIP = 31  # zlib's name for it
_RETRY = "try again later"
Parameters = Mapping[str, str | int] | Sequence[tuple[str, str | int]]


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that is none, for an engine to explain."""

    status: int
    headers: email.message.Message
    said: str  # the body as text

    @property
    def json(self) -> Any:
        """The body as JSON; None if it is none."""
        return decoded(self.said)

    @property
    def retry_after(self) -> float:
        """Seconds that the server asks us to wait (RFC 9110, section 10.2.3); 0 if it does not say."""
        value = (self.headers.get("Retry-After") or "").strip()
        if value.isdecimal():
            return float(value)
        try:
            when = email.utils.parsedate_tz(value) if value else None
            return max(0.0, email.utils.mktime_tz(when) - time.time()) if when else 0.0
        except (ValueError, OverflowError):  # a date that no calendar has
            return 0.0


class TooLong(SearchError):
    """An answer beyond the limit of size."""


Explain = Callable[[Failure], SearchError | None]


@dataclass(frozen=True)
class JsonApi:
    """A server that answers requests with JSON."""

    engine: str  # as messages name it
    address: Address
    key_hint: str = ""  # the way out when the key is refused: "check BRAVE_API_KEY"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    explain: Explain | None = None  # what the engine knows about its failures; None from it: the usual
    nothing: Callable[[Failure], bool] | None = None  # failures by which the server says that it found nothing
    timeout: float = 20.0  # seconds for the whole answer
    most: int = 8_000_000  # bytes

    def get(self, parameters: Parameters, path: str = "") -> Any:
        """The decoded JSON."""
        text = self.get_text(parameters, path)
        answer = decoded(text)
        if answer is None:
            if not text.strip():
                raise self._error("the answer is empty; is this the address of the API?")
            kind = "HTML" if text.lstrip()[:1] == "<" else "something else"
            raise self._error(f"expected JSON, got {kind}: {self._clean(text, 60)}; is this the address of the API?")
        return answer

    def get_text(self, parameters: Parameters, path: str = "") -> str:
        """The body of the answer; "" if the server failed because it found nothing."""
        url = self.address.url(parameters, path)
        answer = self._ask(urllib.request.Request(url, headers=self._headers()))
        if isinstance(answer, str):
            return answer
        if isinstance(answer, SearchError):
            raise answer
        if self.nothing is not None and self.nothing(answer):
            return ""
        raise self._refused(answer)

    def post(self, document: object) -> str | Failure | SearchError:
        """The answer to a JSON document, or what went wrong, as a value. No redirect is followed: it would become a
        GET without the document."""
        body = json.dumps(document).encode("ascii")
        headers = {**self._headers(), "Content-Type": "application/json"}
        return self._ask(urllib.request.Request(self.address.url(()), body, headers, method="POST"))

    def _headers(self) -> dict[str, str]:
        own = {"User-Agent": f"hubwalk/{__version__}", "Accept": "application/json", "Accept-Encoding": "gzip"}
        return {**own, **self.address.headers, **self.headers}

    def _ask(self, request: urllib.request.Request) -> str | Failure | SearchError:
        """The answer or what went wrong, as a value: raised from here an error would keep the request in its chain."""
        redirects = _Stay if request.data else _Guard if self._all_secrets else urllib.request.HTTPRedirectHandler
        try:
            with _opener(redirects).open(request, timeout=self.timeout) as response:
                return self._read(response)
        except urllib.error.HTTPError as error:
            if error.code in _REDIRECTS:
                where = self._clean(error.headers.get("Location") or "nowhere")
                return self._error(f"redirects to {where}; give that address if you trust it")
            return Failure(error.code, error.headers, self._rest(error))
        except TimeoutError:
            return self._late()
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                return self._late()
            return self._error(f"no answer from {self.address.shown} ({self._clean(error.reason)}); is it running?")
        except (http.client.HTTPException, ConnectionError, zlib.error, EOFError) as error:
            why = self._clean(f"{type(error).__name__} {error}")
            return self._error(f"the answer broke off ({why}); {_RETRY}", SearchError.BUSY)
        except _Overflow as error:
            return TooLong(f"{self.engine}: the answer has {error}")
        except (OSError, ValueError) as error:
            return self._error(f"cannot ask {self.address.shown} ({self._clean(error)}); check the address")

    def _read(self, response: Any) -> str:
        """The body, within the limits of time and size."""
        deadline = time.monotonic() + self.timeout
        packed = (response.headers.get("Content-Encoding") or "").lower() == "gzip"
        unpack = zlib.decompressobj(_GZIP) if packed else None
        body = b""
        while chunk := response.read1(_CHUNK):
            body += unpack.decompress(chunk, self.most + 1) if unpack else chunk
            if len(body) > self.most:
                raise _Overflow(f"more than {self.most} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError
        if (unpack and not unpack.eof) or getattr(response, "length", None):
            raise EOFError("cut off")
        try:
            return body.decode(response.headers.get_content_charset("utf-8"), "replace").removeprefix("\ufeff")
        except LookupError:  # a charset nobody knows
            return body.decode("utf-8", "replace")

    def _rest(self, error: urllib.error.HTTPError) -> str:
        try:
            return self._read(error)
        except (OSError, ValueError, http.client.HTTPException, zlib.error, EOFError):
            return ""

    def _refused(self, failure: Failure) -> SearchError:
        if self.explain is not None and (known := self.explain(failure)) is not None:
            return self._error(str(known), known.kind, known.retry_after)
        status = f"status {failure.status}{self.words(failure)}"
        if failure.status in (401, 403, 407):
            return self._error(f"not allowed, {status}; {self.key_hint or 'ask who runs the server'}", SearchError.KEY)
        if failure.status == 402:
            return self._error(f"the quota is used up, {status}; buy more or resume later", SearchError.QUOTA)
        if failure.status in (408, 425, 429):
            return self._error(f"asked too fast, {status}; {_RETRY}", SearchError.BUSY, failure.retry_after)
        if failure.status >= 500:
            return self._error(f"the server failed, {status}; {_RETRY}", SearchError.BUSY, failure.retry_after)
        return self._error(f"no answer at {self.address.shown}, {status}; is this the address of the API?")

    def words(self, failure: Failure) -> str:
        """What the server says to it, as the end of a phrase; "" if nothing that a person would read."""
        for path in (("error", "detail"), ("error", "message"), ("error",), ("message",), ("detail",)):
            said = at(failure.json, *path)
            if isinstance(said, str) and said.strip():
                return f": {self._clean(said)}"
        return f": {self._clean(failure.said)}" if failure.said.strip() and "<" not in failure.said else ""

    def _late(self) -> SearchError:
        return self._error(f"no answer within {self.timeout:g} s; {_RETRY}", SearchError.BUSY)

    def _error(self, why: str, kind: str = SearchError.BROKEN, retry_after: float = 0.0) -> SearchError:
        return SearchError(f"{self.engine}: {self._clean(why, 400)}", kind=kind, retry_after=retry_after)

    @property
    def _all_secrets(self) -> tuple[str, ...]:
        return self.secrets + self.address.secrets

    def _clean(self, text: object, most: int = _QUOTED) -> str:
        """One short line without keys, however they are spelled in it."""
        line = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
        for secret in self._all_secrets:
            for spelling in {secret, urllib.parse.quote(secret, safe=""), urllib.parse.quote_plus(secret)}:
                line = re.sub(re.escape(spelling), "***", line, flags=re.IGNORECASE) if spelling else line
        return line if len(line) <= most else line[: most - 1] + "…"


def at(value: Any, *path: str) -> Any:
    """What lies there in nested objects; None if anything on the way is missing or no object."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def decoded(text: str) -> Any:
    """The JSON in a text; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class _Overflow(ValueError):
    pass


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing; urllib raises the redirect itself, then."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Guard(urllib.request.HTTPRedirectHandler):
    """Follows redirects on the same server only: what is sent carries a key."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:  # noqa: PLR0917
        old, new = urllib.parse.urlsplit(req.full_url), urllib.parse.urlsplit(newurl)
        same = (old.scheme, old.netloc) == (new.scheme, new.netloc)
        upgraded = old.hostname == new.hostname and (old.scheme, new.scheme) == ("http", "https")
        if not same and not (upgraded and old.port is None and new.port is None):
            return None  # urllib raises the redirect itself, then
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(redirects: type[urllib.request.HTTPRedirectHandler]) -> urllib.request.OpenerDirector:
    """Web addresses only: a redirect must not read a file."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.UnknownHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPErrorProcessor,
        redirects,
    ):
        opener.add_handler(handler())
    return opener
