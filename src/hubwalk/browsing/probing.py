"""Link probing: what a loaded page leads to when a person points at, clicks and scrolls it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.pages.parse import parse
from hubwalk.values import Link

INIT_SCRIPT = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the states of one page are searched."""

    depth: int = 5  # probes, one after the other, that lead to a state
    states: int = 60
    probes: int = 4000
    seconds: float = 20.0
    rounds: int = 40  # of one "load more" button, or of scrolling


@dataclass(frozen=True, slots=True)
class Exploration:
    """What probing found of one page."""

    html: str  # the first settled state, flattened: shadow roots and frames written inline
    links: tuple[Link, ...]  # plain ones of the first state in document order, with those that probes brought up
    states: int = 1
    probes: int = 0
    notes: tuple[str, ...] = ()
    boxes: str = ""  # JSON, see text_boxes.py; "" if not wanted


async def explore(
    page: Any,
    *,
    quiet: Callable[[float], Awaitable[bool]],
    reload: Callable[[], Awaitable[bool]],
    bounds: Bounds | None = None,
    words: Sequence[str] = (),
    want_boxes: bool = False,
    page_navigations: list[str] | None = None,
) -> Exploration:
    """Probe a loaded page. `quiet(s)` waits until no sub-request is pending, at most s seconds; `reload()` opens the
    same document anew in the same page and waits until it is loaded; `page_navigations` is where whoever answers the
    page's requests notes the navigations that it refused."""
    html = await page.content()
    return Exploration(html=html, links=parse(html, page.url).links)
