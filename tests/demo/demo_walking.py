"""Reading a demo site without a server: pages with their links, and walks along them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from urllib.parse import urlsplit

from hubwalk.demo.site import DemoSite
from hubwalk.pages.parse import read
from hubwalk.values import Page, Response

BASE = "http://demo.test"
ENDLESS = ("/finder?", "/search?", "/compare", "/calendar/", "/private/", "/cart", "/wish", "/ask")


def fetch(site: DemoSite, path: str, redirects: int = 5) -> Page:
    """The page at a path, redirects followed."""
    answer, where = site.respond(path), path
    while answer.status in (301, 302) and redirects:
        where, redirects = answer.header("location"), redirects - 1
        answer = site.respond(where)
    error = "redirects without end" if answer.status in (301, 302) else ""
    return read(Response(BASE + path, BASE + where, answer.status, answer.body, answer.headers, error))


def links(site: DemoSite, path: str) -> list[str]:
    """Paths that a page links to, in order; all of them must be on the site."""
    found = []
    for link in fetch(site, path).links:
        assert link.target.startswith(BASE + "/"), f"{path} links to {link.target}"
        found.append(link.target.removeprefix(BASE))
    return found


def walk(site: DemoSite, *, avoid: Iterable[str] = ENDLESS) -> set[str]:
    """Everything that can be reached from the home page without the places to avoid."""
    closed = tuple(avoid)
    seen, todo = {"/"}, deque(["/"])
    while todo:
        for path in links(site, todo.popleft()):
            if path not in seen and not path.startswith(closed) and not filtered(path):
                seen.add(path)
                todo.append(path)
    return seen


def filtered(path: str) -> bool:
    """True for lists with a filter or an order in their address."""
    query = urlsplit(path).query
    return bool(query) and not query.startswith(("page=", "ref="))
