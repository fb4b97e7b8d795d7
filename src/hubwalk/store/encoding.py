"""Observations to rows of schema.sql and back.

Documents and links are zlib level 1: half the time of level 6 for a tenth more bytes (pages of 25 KB, 0.15 ms each).
"""

from __future__ import annotations

import dataclasses
import json
import math
import struct
import zlib
from collections.abc import Iterable
from typing import Any

from hubwalk.pages.parse import decode
from hubwalk.values import Choice, Link, Observation, Page, Rendering, Response, TextBox, Verdict

_LEVEL = 1

FETCH_COLUMNS = (
    "url", "requested", "chosen", "rule", "hub", "dom_path", "anchor", "choice_score", "status", "title", "canonical",
    "digest", "sketch", "error", "duplicate_of", "accepted", "score", "reason", "depth", "fetched_at", "seconds",
    "requests",
)  # fmt: skip


def fetch_row(observation: Observation) -> tuple[object, ...]:
    """The values of FETCH_COLUMNS."""
    choice, page, verdict = observation.choice, observation.page, observation.verdict
    return (
        page.url,
        page.requested,
        None if choice.url == page.requested else choice.url,
        choice.rule,
        choice.hub,
        choice.dom_path,
        choice.anchor,
        float(choice.score),
        page.status,
        page.title,
        page.canonical,
        page.digest,
        struct.pack(f"<{len(page.sketch)}I", *page.sketch),
        page.error,
        page.duplicate_of,
        int(verdict.accepted),
        float(verdict.score),
        verdict.reason,
        observation.depth,
        observation.fetched_at,
        observation.seconds,
        observation.requests,
    )


def storable(row: Iterable[object]) -> tuple[object, ...]:
    """The row with lone surrogates replaced: they stand for no character, and SQLite refuses them."""
    return tuple(x.encode("utf-8", "replace").decode() if isinstance(x, str) else x for x in row)


def observation_of(
    site: str,
    row: tuple[Any, ...],
    links: bytes,
    response: bytes | None,
    *,
    revised: tuple[Any, ...] = (None,),
    why: str | None = None,
    judged: bool = True,
) -> Observation:
    """The observation in a row of FETCH_COLUMNS and its content; `response` may be left out. `revised` are accepted,
    score and reason of the last revision, None where there is none, `why` is what spoke for the choice, and `judged`
    is of the first verdict."""
    url, requested, chosen, rule, hub, dom_path, anchor, choice_score, status, title, canonical = row[:11]
    digest, sketch, error, duplicate_of, accepted, score, reason, depth, fetched_at, seconds, requests = row[11:]
    answer = unpack_response(response) if response is not None else None
    page = Page(
        url=url,
        requested=requested,
        status=status,
        html=decode(answer) if answer is not None else "",
        title=title,
        links=unpack_links(links),
        canonical=canonical,
        digest=digest,
        sketch=struct.unpack(f"<{len(sketch) // 4}I", sketch),
        error=error,
        boxes=answer.rendering.boxes if answer is not None and answer.rendering is not None else (),
        duplicate_of=duplicate_of,
    )
    asked = requested if chosen is None else chosen
    choice = Choice(asked, rule, hub, dom_path, anchor, _number(choice_score), why or "")
    verdict, first = Verdict(bool(accepted), _number(score), reason, judged), None
    if revised[0] is not None:
        verdict, first = Verdict(bool(revised[0]), _number(revised[1]), revised[2]), verdict
    return Observation(site, choice, page, verdict, depth, fetched_at, seconds, requests, answer, first)


def pack_links(links: tuple[Link, ...]) -> bytes:
    """About 26 bytes a link, of 200: targets and DOM paths of one page share most of their text, which zlib finds."""
    text = json.dumps(_columns(links), ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), _LEVEL)


def unpack_links(blob: bytes) -> tuple[Link, ...]:
    return tuple(map(Link, *json.loads(zlib.decompress(blob).decode("utf-8", "surrogatepass"))))


def _columns(links: tuple[Link, ...]) -> list[list[str]]:
    """Targets, anchors, DOM paths; probes too where a browser has found some of the links."""
    columns = [[x.target for x in links], [x.anchor for x in links], [x.dom_path for x in links]]
    return [*columns, [x.probes for x in links]] if any(x.probes for x in links) else columns


def mentions(blob: bytes, urls: Iterable[str]) -> bool:
    """False only if packed links have none of the URLs as a target; faster than unpacking them."""
    text = zlib.decompress(blob)
    return any(json.dumps(url, ensure_ascii=False).encode("utf-8", "surrogatepass") in text for url in urls)


def pack_response(response: Response) -> bytes:
    head = [response.requested, response.url, response.status, response.error, response.headers]
    if response.rendering is not None:
        head.append(_rendering_values(response.rendering))
    return zlib.compress(json.dumps(head).encode() + b"\n" + response.body, _LEVEL)


def unpack_response(blob: bytes) -> Response:
    head, _, body = zlib.decompress(blob).partition(b"\n")
    requested, url, status, error, headers, *rendering = json.loads(head)
    pairs = tuple((name, value) for name, value in headers)
    return Response(requested, url, status, body, pairs, error, _rendering_of(rendering[0]) if rendering else None)


def _rendering_values(found: Rendering) -> list[Any]:
    boxes = [dataclasses.astuple(box) for box in found.boxes]
    return [_columns(found.links), boxes, found.states, found.probes, found.requests, found.seconds, found.notes]


def _rendering_of(values: list[Any]) -> Rendering:
    columns, boxes, states, probes, requests, seconds, notes = values
    links = tuple(map(Link, *columns))
    return Rendering(links, tuple(TextBox(*box) for box in boxes), states, probes, requests, seconds, tuple(notes))


def _number(value: float | None) -> float:
    return math.nan if value is None else value
