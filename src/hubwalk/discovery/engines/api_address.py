"""The address of a search engine's API as a user gives it: with or without scheme, user and password, parameters."""

from __future__ import annotations

import base64
import ipaddress
import urllib.parse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hubwalk.errors import SearchError, UsageError

_HIDDEN = "***"  # in the crawl log, where a login or a token was


@dataclass(frozen=True, slots=True)
class Address:
    """Where an API is. `shown` may be printed and logged: no password, no parameters."""

    shown: str
    extra: tuple[tuple[str, str], ...] = field(default=(), repr=False)  # parameters that the user put there
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_here(self) -> bool:
        """True for a server on this machine: nobody's patience to save."""
        host = urllib.parse.urlsplit(self.shown).hostname or ""
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost" or host.endswith(".localhost")

    def url(self, parameters: Mapping[str, str | int] | Sequence[tuple[str, str | int]], path: str = "") -> str:
        """The URL to ask, at another path of the same server if one is given."""
        pairs = list(parameters.items()) if isinstance(parameters, Mapping) else list(parameters)
        own = {name for name, _ in pairs}
        pairs += [(name, value) for name, value in self.extra if name not in own]
        base = urllib.parse.urljoin(self.shown, path) if path else self.shown
        return f"{base}?{urllib.parse.urlencode(pairs, errors='replace')}" if pairs else base


def address_of(engine: str, text: str, default_path: str = "") -> Address:
    """The address in what a user typed; UsageError if it is none. `default_path` is added where the API has a fixed
    place below the address of the server."""
    text = text.strip()
    try:
        parts = urllib.parse.urlsplit(text if "://" in text else f"http://{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in {"http", "https"} or any(c.isspace() for c in text):
        raise UsageError(f"{engine}: not a web address (expected something like {engine}:http://localhost:8888)")
    if parts.username == _HIDDEN or any(value == _HIDDEN for _, value in urllib.parse.parse_qsl(parts.query)):
        again = f"`hubwalk resume DB --engine {engine}:URL`"
        raise SearchError(f"{engine}: logins and tokens are not kept; give the address again, {again}", kind="key")
    path = parts.path.rstrip("/")
    if default_path and not path.endswith(default_path):
        path += default_path
    netloc = f"[{host}]" if ":" in host else host
    shown = urllib.parse.urlunsplit((parts.scheme, f"{netloc}:{port}" if port else netloc, path or "/", "", ""))
    extra = tuple(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
    headers, secrets = _login(parts)
    return Address(shown, extra, headers, (*secrets, *(value for _, value in extra if len(value) >= _LONG)))


def without_secrets(text: str) -> str:
    """An address that `address_of` has taken, as it may be kept; where it had a secret it must be given again."""
    parts = urllib.parse.urlsplit(text if "://" in text else f"http://{text}")
    host = parts.netloc.rpartition("@")[2]
    netloc = f"{_HIDDEN}@{host}" if host != parts.netloc else host
    pairs = urllib.parse.parse_qsl(parts.query, keep_blank_values=True)
    if any(len(value) >= _LONG for _, value in pairs):
        hidden = [(name, _HIDDEN if len(value) >= _LONG else value) for name, value in pairs]
        parts = parts._replace(query=urllib.parse.urlencode(hidden, safe="*"))
    return urllib.parse.urlunsplit(parts._replace(netloc=netloc, fragment=""))


_LONG = 12  # characters: a parameter of that length may be a token, and is not printed


def _login(parts: urllib.parse.SplitResult) -> tuple[dict[str, str], tuple[str, ...]]:
    if parts.username is None:
        return {}, ()
    user, password = (urllib.parse.unquote(word or "") for word in (parts.username, parts.password))
    token = base64.b64encode(f"{user}:{password}".encode()).decode("ascii")
    return {"Authorization": f"Basic {token}"}, tuple(word for word in (password, token) if word)
