"""Small made-up sites of a few kinds: every page has words of its kind, of the site, and of all sites."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hubwalk.pages.parse import parse
from hubwalk.values import Page, Response

WORDS = {
    "horses": ["saddle", "stable", "gallop", "pony", "hoof", "mare", "bridle", "paddock", "jockey", "foal"],
    "boats": ["sail", "mast", "harbour", "anchor", "keel", "rudder", "regatta", "skipper", "spinnaker", "tiller"],
    "bread": ["flour", "oven", "yeast", "crust", "dough", "baker", "loaf", "sourdough", "knead", "wheat"],
}
EVERYWHERE = ["welcome", "contact", "news", "page", "about", "our", "team", "links"]


def html(words: list[str], links: list[str] = (), title: str = "") -> str:  # type: ignore[assignment]
    anchors = "".join(f'<a href="{link}">more</a>' for link in links)
    return f"<html><head><title>{title}</title></head><body><p>{' '.join(words)}</p>{anchors}</body></html>"


def site(kind: str, number: int, pages: int = 4) -> list[Page]:
    """A site of a kind, the home page first; the same for the same arguments."""
    dice = random.Random(f"{kind} {number}")
    home = f"http://{kind}{number}.test/"
    own = [f"{kind}name{number}"] * 5
    urls = [home, *(f"{home}{page}.html" for page in range(1, pages))]
    return [
        parse(html([*EVERYWHERE, *own, *dice.choices(WORDS[kind], k=12)], title=f"{kind} {page}"), url)
        for page, url in enumerate(urls)
    ]


def sites(kind: str, count: int, first: int = 0, pages: int = 4) -> list[list[Page]]:
    return [site(kind, number, pages) for number in range(first, first + count)]


class SmallWeb:
    """Answers by address; what is not there is 404, a host without pages does not answer."""

    def __init__(self, bodies: dict[str, str]) -> None:
        self.bodies = bodies
        self.asked: list[str] = []

    def fetch(self, url: str) -> Response:
        self.asked.append(url)
        html_type = (("content-type", "text/html"),)
        if url in self.bodies:
            return Response(url, url, 200, self.bodies[url].encode(), html_type)
        if any(known.startswith(url[: url.index("/", 8) + 1]) for known in self.bodies):
            return Response(url, url, 404, b"gone", html_type)
        return Response(url, url, 0, error="nobody there")

    def fetch_each(self, urls: Sequence[str]) -> list[Response]:
        """In an order of its own, as answers come."""
        return [self.fetch(url) for url in reversed(urls)]
