"""Link probing: what a loaded page leads to when a person points at, clicks and scrolls it.

The browsing component of xCRAWL (Shchekotykhin, Jannach, Friedrich 2010, section 6.1): every element that may react is
acted on, the navigation that it tries is recorded and does not happen, and a document that has changed is a new state,
searched depth first. Differs from the paper: elements that only lie in something that listens are probed, too, because
most scripts listen far above; timers that a probe starts are run at once; "load more" and scrolling are followed to
their end; search boxes are filled in; events are dispatched by script, which costs a fraction of real input, and real
input is kept for scripts that ask for it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.browsing.probed_links import ProbedLinks
from hubwalk.browsing.probed_page import PageGone, ProbedPage
from hubwalk.browsing.probing_script import init_script, openable
from hubwalk.browsing.probing_states import States
from hubwalk.browsing.text_boxes import boxes_script
from hubwalk.values import Link

__all__ = ["INIT_SCRIPT", "Bounds", "Exploration", "PageGone", "explore", "openable"]

INIT_SCRIPT = init_script()


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the states of one page are searched."""

    depth: int = 5  # different probes, one after the other, that lead to a state
    states: int = 80
    probes: int = 12_000
    seconds: float = 20.0
    rounds: int = 40  # of one "load more" button, or of scrolling


@dataclass(frozen=True, slots=True)
class Exploration:
    """What probing found of one page."""

    html: str  # the first settled state, flattened: shadow roots and frames written inline
    links: tuple[Link, ...]  # those of the first state in document order, then those of later states
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
    page's requests notes the navigations that it refused. PageGone if there is not even a first state."""
    bounds = bounds or Bounds()
    probed = ProbedPage(page, quiet, reload, time.monotonic() + bounds.seconds)
    links = ProbedLinks(page.url)
    refused = page_navigations if page_navigations is not None else []
    states = States(probed, links, bounds, refused)
    boxes = ""
    await probed.guard()
    try:
        await states.begin(words)
        boxes = await _boxes(page) if want_boxes else ""
        await states.scroll()
        await states.search_depth_first()
        await states.search()
        await states.press_really()
    except PageGone as error:
        if not links.first_html:
            raise
        links.note(f"probing ended early: {error}")
    finally:
        await probed.unguard()
    return Exploration(
        html=links.first_html,
        links=links.all(),
        states=links.states,
        probes=states.probes,
        notes=links.notes,
        boxes=boxes,
    )


async def _boxes(page: Any) -> str:
    try:
        answer = await page.evaluate(boxes_script())
    except Exception:  # a page that breaks it has no boxes
        return ""
    return answer if isinstance(answer, str) else ""
