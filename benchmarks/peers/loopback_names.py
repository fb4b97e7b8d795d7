"""The name of a recorded site means this machine, in this process: the crawlers see the site's own addresses.

Some crawlers follow no links on hosts that are mere numbers, and not every one can be given a proxy. Import this before
the crawler: Twisted keeps the function that it finds.
"""

from __future__ import annotations

import socket
from typing import Any
from urllib.parse import urlsplit

_HERE = "127.0.0.1"
_addresses, _by_name = socket.getaddrinfo, socket.gethostbyname
_names: set[str] = set()


def resolve_here(url: str) -> None:
    """From now on the host of the URL is on loopback."""
    _names.add(urlsplit(url).hostname or "")


def _getaddrinfo(name: Any, *arguments: Any, **more: Any) -> Any:
    asked = name.decode() if isinstance(name, bytes) else name
    return _addresses(_HERE if asked in _names else name, *arguments, **more)


def _gethostbyname(name: str) -> str:
    return _HERE if name in _names else _by_name(name)


socket.getaddrinfo = _getaddrinfo  # type: ignore[assignment]
socket.gethostbyname = _gethostbyname
