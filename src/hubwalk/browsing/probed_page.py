"""A page in a browser with all its frames, as the prober sees it: scanned, fired at, serialised, opened anew.

Whatever a page does to its scripts, a call here ends: with an answer, or with PageGone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hubwalk.browsing.probing_script import call

_PLACEHOLDER = re.compile(r"<!--hubwalk-frame (\d+)-->")
_MOST_FRAMES = 12
_LONGEST_CALL = 5.0  # seconds; a page that computes for longer is in a loop
_LONGEST_LOOK = 20.0  # at a page of any size
_LONGEST_ANSWER = 4.0  # seconds
_LONGEST_HELLO = 2.0  # of a frame
_TO_NETWORK = 0.02  # seconds until a navigation is seen there
_CHUNK_MS = 250


class PageGone(Exception):
    """The document of a frame is not there any more, or does not answer; `culprit`: the element that was fired at."""

    def __init__(self, reason: str, culprit: str = "") -> None:
        super().__init__(reason)
        self.culprit = culprit


@dataclass(frozen=True, slots=True)
class Found:
    """One element that may react, as a scan reports it."""

    name: str  # "2:1.0.3|shape.marks": number of the frame, path of child numbers, looks
    shape: str
    words: str
    bits: int  # see listeners.js and candidates.js
    href: str  # where it leads as a plain link
    options: int  # of a select
    was: str = ""  # its name before its words changed


@dataclass(slots=True)
class Scan:
    """The present state of all frames."""

    digest: str
    found: list[Found] = field(default_factory=list)
    records: list[list[str]] = field(default_factory=list)
    scrolls: bool = False
    links: int = 0  # plain ones that no scan has seen since the page was opened


class ProbedPage:
    def __init__(
        self,
        page: Any,
        quiet: Callable[[float], Awaitable[bool]],
        reload: Callable[[], Awaitable[bool]],
        deadline: float,
    ) -> None:
        self._page = page
        self._quiet = quiet
        self._reload = reload
        self._deadline = deadline
        self._frames: dict[int, Any] = {}
        self._numbers: dict[tuple[int, str, int], int] = {}  # (parent, address, which of them) -> number
        self._mute: set[int] = set()  # frames that never answer
        self._apart: set[int] = set()  # frames whose navigations only the network sees
        self._opening = False
        self._devtools: Any = None
        self.refused: list[str] = []  # navigations of frames that were stopped on their way to the network
        self.home = page.url

    @property
    def seconds_left(self) -> float:
        return self._deadline - time.monotonic()

    async def _call(self, frame: Any, method: str, *args: object) -> Any:
        longest = _LONGEST_LOOK if method in {"scan", "serialise"} else _LONGEST_CALL
        limit = max(1.0, min(longest, self.seconds_left + 2.0))
        try:
            answer = await asyncio.wait_for(frame.evaluate(call(method), list(args)), limit)
        except TimeoutError:
            raise PageGone("a script of the page does not end", await self._interrupt(frame)) from None
        except Exception as error:  # playwright's errors are not imported here
            raise PageGone(str(error).partition("\n")[0]) from None
        return json.loads(answer) if isinstance(answer, str) and answer[:1] in ("[", "{", "n") else answer

    async def _interrupt(self, frame: Any) -> str:
        """End a script that does not end by itself (Chromium only), and tell what was fired at."""
        if self._devtools is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._devtools.send("Runtime.terminateExecution"), 2)
                return str(await asyncio.wait_for(frame.evaluate(call("current"), []), 2))
        return ""

    async def ready(self) -> None:
        """Wait until the page has done what it does by itself; twice round, as answers cause requests."""
        for _ in range(4):
            await self.quiet(min(5.0, self.seconds_left))
            state = await self._call(self._page.main_frame, "ready", 60)
            if not state["requests"]:
                return

    async def quiet(self, seconds: float) -> bool:
        return await self._quiet(max(0.0, seconds))

    async def guard(self) -> None:
        """Stop navigations that nothing in the page has stopped."""
        await self._page.route("**", self._stop)
        with contextlib.suppress(Exception):  # while a script runs without end it is too late to ask for it
            self._devtools = await self._page.context.new_cdp_session(self._page)

    async def unguard(self) -> None:
        with contextlib.suppress(Exception):
            await self._page.unroute("**", self._stop)
        with contextlib.suppress(Exception):
            if self._devtools is not None:
                await self._devtools.detach()

    async def _stop(self, route: Any) -> None:
        request, known = route.request, False
        if request.is_navigation_request():
            with contextlib.suppress(Exception):  # a frame that is only being made
                known = any(frame == request.frame for frame in self._frames.values())
        if known and not self._opening:
            self.refused.append(request.url)
            await route.abort("aborted")  # any other reason puts a page that shows the error in its place
        else:
            await route.fallback()

    async def _find_frames(self) -> None:
        """Number the frames such that a frame has the same number after a reload."""
        main = self._page.main_frame
        self._frames = {0: main}
        todo = [(0, main)]
        while todo:
            parent_number, parent = todo.pop()
            seen: dict[str, int] = {}
            for frame in parent.child_frames:
                if len(self._frames) > _MOST_FRAMES or frame.is_detached():
                    continue
                which = seen[frame.url] = seen.get(frame.url, 0) + 1
                number = self._numbers.setdefault((parent_number, frame.url, which), len(self._numbers) + 1)
                if number in self._mute:
                    continue
                try:
                    element = await asyncio.wait_for(frame.frame_element(), _LONGEST_HELLO)
                    await asyncio.wait_for(frame.evaluate("0"), _LONGEST_HELLO)
                    await element.evaluate("(e, n) => window[Symbol.for('hubwalk')].numberFrame(e, n)", number)
                except TimeoutError:  # what it was to show was refused, and it shows nothing at all
                    self._mute.add(number)
                    continue
                except Exception:  # gone meanwhile
                    continue
                self._frames[number] = frame
                todo.append((number, frame))

    async def scan(self) -> Scan:
        await self._find_frames()
        found = Scan("")
        for number, frame in list(self._frames.items()):
            try:
                answer = await self._call(frame, "scan")
            except PageGone:
                if not number:
                    raise
                del self._frames[number]
                continue
            found.digest += f"{answer['digest']}/"
            found.records += answer["records"]
            found.scrolls = found.scrolls or answer["scrolls"] > 0
            found.links += answer["links"]
            if answer["apart"]:
                self._apart.add(number)
            for name, shape, words, bits, href, options, was in answer["candidates"]:
                before = was and f"{number}:{was}"
                found.found.append(Found(f"{number}:{name}", shape, words, bits, href, options, before))
        return found

    async def html(self) -> str:
        """All frames in one document, candidates marked with their names."""
        parts = {}
        for number, frame in self._frames.items():
            with contextlib.suppress(PageGone):
                parts[number] = await self._call(frame, "serialise", f"{number}:", number != 0)
        return _composed(parts)

    async def fire(self, jobs: Sequence[tuple[str, str, int]]) -> list[dict[str, Any]]:
        """Fire probes at elements of one frame, until one needs attention; one outcome for each that was fired."""
        number = int(jobs[0][0].partition(":")[0])
        frame = self._frames.get(number)
        if frame is None:
            return [{"gone": True}]
        wanted = [[name.partition(":")[2], act, index] for name, act, index in jobs]
        if number in self._apart:
            del wanted[1:]
        outcomes: list[dict[str, Any]] = await self._call(frame, "fire", wanted, _CHUNK_MS)
        if number in self._apart:
            await asyncio.sleep(_TO_NETWORK)
        await self._finish(frame, outcomes[-1])
        if number in self._apart and number and not outcomes[-1].get("gone"):  # it may have sent a message
            await self._look_around(outcomes[-1])
        return outcomes

    async def _look_around(self, outcome: dict[str, Any]) -> None:
        """What a probe in a frame of another origin has done to the page around it."""
        around = await self._call(self._page.main_frame, "settle", 0)
        await self._finish(self._page.main_frame, around)
        outcome["records"] += [*around["late"], *around["records"]]
        for name in ("changed", "moved"):
            outcome[name] = outcome[name] or around[name]

    async def _finish(self, frame: Any, outcome: dict[str, Any]) -> None:
        """Wait for the requests that a probe has started, and for what their answers change."""
        rounds = 0
        while outcome.get("requests") and rounds < 4:
            rounds += 1
            seconds = max(0.0, min(_LONGEST_ANSWER, self.seconds_left))
            if rounds > 1:
                await self.quiet(seconds)
            late = await self._call(frame, "settle", seconds * 1000)
            outcome["records"] += late["records"]
            for name in ("changed", "moved"):
                outcome[name] = outcome[name] or late[name]
            for name in ("removed", "added", "text", "looks"):
                outcome[name] += late[name]
            outcome["requests"], outcome["digest"] = late["requests"], late["digest"]

    async def scroll(self, share: float) -> dict[str, Any]:
        frame = self._page.main_frame
        outcome: dict[str, Any] = await self._call(frame, "scroll", share)
        await self._finish(frame, outcome)
        return outcome

    async def search_boxes(self) -> list[str]:
        return [f"0:{name}" for name in await self._call(self._page.main_frame, "searchBoxes")]

    async def search(self, name: str, word: str) -> dict[str, Any]:
        frame = self._page.main_frame
        outcome: dict[str, Any] = await self._call(frame, "search", name.partition(":")[2], word)
        if not outcome.get("gone"):
            await self._finish(frame, outcome)
        return outcome

    async def back(self) -> str:
        """Tell the page's scripts that they are where they began; the digest of what they then show."""
        frame = self._page.main_frame
        outcome = await self._call(frame, "back", self.home)
        await self._finish(frame, outcome)
        return str(outcome["digest"])

    async def open_anew(self) -> None:
        with contextlib.suppress(PageGone):
            await self._call(self._page.main_frame, "home", self.home)
        self._opening = True
        try:
            opened = await self._reload()
        except Exception as error:  # playwright's errors are not imported here
            raise PageGone(str(error).partition("\n")[0]) from None
        finally:
            self._opening = False
        if not opened:
            raise PageGone("the page could not be opened anew")
        await self.ready()

    async def press(self, name: str, *, hover_only: bool) -> dict[str, Any] | None:
        """Real input, for scripts that look whether an event is trusted; None if the element is not to be reached."""
        number, _, inner = name.partition(":")
        frame = self._frames.get(int(number))
        if frame is None or not await self._point_at(frame, inner):
            return None
        try:
            if not hover_only:
                await asyncio.wait_for(self._page.mouse.down(), _LONGEST_CALL)
                await asyncio.wait_for(self._page.mouse.up(), _LONGEST_CALL)
        except Exception as error:  # playwright's errors are not imported here
            raise PageGone(str(error).partition("\n")[0]) from None
        outcome: dict[str, Any] = await self._call(frame, "settle", 0)
        await self._finish(frame, outcome)
        return outcome

    async def _point_at(self, frame: Any, name: str) -> bool:
        if not await self._call(frame, "where", name):
            return False
        try:
            handle = (await frame.evaluate_handle(call("element"), [name])).as_element()
            box = handle and await asyncio.wait_for(handle.bounding_box(), _LONGEST_CALL)
            if not box or box["width"] < 1 or box["height"] < 1:
                return False
            await self._call(frame, "begin", name)
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            await asyncio.wait_for(self._page.mouse.move(x, y), _LONGEST_CALL)
        except PageGone:
            raise
        except Exception:  # it went meanwhile
            return False
        return True


def _composed(parts: dict[int, str]) -> str:
    """The outermost document with the others in the places of their frames."""

    def inside(number: int, depth: int) -> str:
        html = parts.pop(number, "")
        if depth > _MOST_FRAMES:
            return html
        return _PLACEHOLDER.sub(lambda found: f"<div>{inside(int(found[1]), depth + 1)}</div>", html)

    return inside(0, 0)
