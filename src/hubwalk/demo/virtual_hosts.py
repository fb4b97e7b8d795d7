"""Many hosts on one port: the request says which of them is meant, in its Host header or in an absolute URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hubwalk.demo.site import DemoAnswer

Respond = Callable[[str, str], DemoAnswer]  # host without port, path with query; status 0: there is no such host


class VirtualHosts:
    """A web of hosts as one site of the server."""

    def __init__(self, name: str, respond: Respond) -> None:
        self.name = name
        self._respond = respond

    def respond(self, path_and_query: str, headers: Mapping[str, str] | None = None) -> DemoAnswer:
        named = (headers or {}).get("host", "").rpartition("@")[2]
        return self._respond(named.partition(":")[0].lower(), path_and_query)
