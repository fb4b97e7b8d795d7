"""Observations to store, from plain words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hubwalk.pages.parse import read
from hubwalk.values import Choice, Observation, Response, Verdict

SITE = "http://shop.test/"

Make = Callable[..., Observation]


@pytest.fixture
def make() -> Make:
    """make("cameras/1", accepted=True): the fetch of a small HTML page that links to `links`."""
    return make_observation


def make_observation(
    path: str = "",
    *,
    links: tuple[str, ...] = ("a", "b"),
    accepted: bool = False,
    status: int = 200,
    hub: str = "",
    requested: str = "",
    fetched_at: float = 1_700_000_000.5,
    depth: int = 0,
) -> Observation:
    url = SITE + path
    items = "".join(f"<li><a href='/{link}'>to {link}</a></li>" for link in links)
    body = f"<title>Page {path}</title><p>text of {path}</p><ul class=list>{items}</ul>".encode()
    headers = (("Content-Type", "text/html; charset=utf-8"), ("Server", "shop"))
    response = Response(requested or url, url, status, body, headers)
    choice = Choice(requested or url, "harvest" if hub else "start", hub, "html/body/ul.list" if hub else "", "to", 0.5)
    verdict = Verdict(accepted, 0.75 if accepted else 0.25, "looks like a sample" if accepted else "does not")
    return Observation(SITE, choice, read(response), verdict, depth, fetched_at, 0.125, 1, response)
