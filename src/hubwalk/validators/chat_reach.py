"""Does anybody listen where the language model is said to be? Found out before a crawl begins, with no call of a model.

A connection is opened and closed, nothing is sent. Where a proxy of the environment stands between, it is the one to
know who listens, so nothing is tried.
"""

from __future__ import annotations

import socket
import urllib.request
from urllib.parse import urlsplit

from hubwalk.errors import ValidatorError

_WAIT = 5.0  # seconds; a connection takes far less, also to the other side of the world
_PORTS = {"http": 80, "https": 443}


def check_listening(address: str, variable: str) -> None:
    """ValidatorError if no server takes a connection at this address, which is in a variable of the environment."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(parts.netloc):
        return
    try:
        socket.create_connection((host, parts.port or _PORTS[parts.scheme]), timeout=_WAIT).close()
    except (OSError, UnicodeError) as error:  # no host of that name is an OSError, and a name that can be none is not
        why = f"no answer within {_WAIT:g} s" if isinstance(error, TimeoutError) else _why(error)
        server = f"{parts.scheme}://{parts.netloc}"
        raise ValidatorError(
            f"language_model: nobody listens at {server} ({why}): start that server, or set {variable} to another"
        ) from None


def _why(error: OSError | UnicodeError) -> str:
    return (isinstance(error, OSError) and error.strerror) or "no such host"
