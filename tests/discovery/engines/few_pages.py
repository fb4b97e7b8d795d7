"""Pages to search in."""

from __future__ import annotations

from hubwalk.discovery.engines.local import IndexedPage, LocalEngine

HOSTS = ("a.test", "b.test", "c.test", "d.test")


def few_pages(per_host: int = 12) -> list[IndexedPage]:
    """Camera pages of several hosts, each with its number; every third has a hot-shoe."""
    return [
        IndexedPage(
            f"http://{host}/{number}",
            f"Camera {number} of {host}",
            f"zoom lens model{number} {'hot-shoe' if number % 3 == 0 else 'no flash'}",
            (f"http://{host}/", f"http://{host}/{number + 1}"),
        )
        for host in HOSTS
        for number in range(per_host)
    ]


def few_pages_engine() -> LocalEngine:
    return LocalEngine.in_memory(few_pages())
