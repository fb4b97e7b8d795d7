"""A small made-up site on which strategies are checked: menus, lists in pages, targets, and all that goes wrong.

Some pages fail, one redirects, one is a duplicate of another, one links to itself, one to nothing, and one only to
pages that do not exist.
"""

from __future__ import annotations

from dataclasses import replace

from hubwalk.pages.parse import parse
from hubwalk.values import Page

ENTRY = "http://practice.test/"
_LISTS, _PER_LIST = 6, 8
_MENU = "".join(f'<li><a href="/list/{i}">List {i}</a></li>' for i in range(_LISTS))


def practice_site() -> dict[str, Page]:
    """All pages by the URL that is asked for; anything else is a 404."""
    html = {"": '<ul class=first><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul>'}
    for i in range(_LISTS):
        first = i * _PER_LIST
        items = "".join(f'<li><a href="/item/{k}">Item {k}</a></li>' for k in range(first, first + _PER_LIST))
        html[f"list/{i}"] = f'<ol class=items>{items}</ol><a class=next href="/list/{i + 1}">Next</a>'
    for k in range(_LISTS * _PER_LIST):
        related = "".join(f'<a href="/item/{(k * 7 + n) % (_LISTS * _PER_LIST)}">See</a>' for n in (1, 2))
        html[f"item/{k}"] = f"<h1>Item {k}</h1><table><tr><th>Weight<td>{k} g</table><p>{related}"
    html["about"] = '<p>About <a href="/about">us</a>, <a href="/empty">terms</a>, <a href="/moved">contact</a>'
    html["empty"] = ""
    html["lost"] = "".join(f'<a href="/gone/{i}">Gone</a>' for i in range(5))
    pages = {ENTRY + path: _page(path, body) for path, body in html.items()}
    for path, status in (("list/2", 500), ("item/3", 503), ("item/4", 404)):
        pages[ENTRY + path] = Page(ENTRY + path, ENTRY + path, status=status, error=f"status {status}")
    pages[f"{ENTRY}item/5"] = Page(f"{ENTRY}item/5", f"{ENTRY}item/5", status=0, error="no answer")
    pages[f"{ENTRY}moved"] = replace(pages[f"{ENTRY}lost"], requested=f"{ENTRY}moved")
    pages[f"{ENTRY}item/9"] = replace(pages[f"{ENTRY}item/9"], links=(), duplicate_of=f"{ENTRY}item/8")
    return pages


def practice_context() -> list[list[Page]]:
    """The pages that lead to the items: lists, which link to them, and pages that link to lists."""
    site = practice_site()
    lists = [page for url, page in site.items() if "/list/" in url and page.ok]
    return [lists, [site[ENTRY], site[f"{ENTRY}about"], site[f"{ENTRY}lost"]]]


def is_target(page: Page) -> bool:
    """The items are what is looked for; a duplicate never counts."""
    return page.ok and "/item/" in page.url and not page.duplicate_of


def missing(url: str) -> Page:
    """The answer for a URL that the site does not have."""
    return Page(url, url, status=404, error="status 404")


def _page(path: str, body: str) -> Page:
    return parse(f"<html><body><ul class=menu>{_MENU}</ul><div class=main>{body}</div></body></html>", ENTRY + path)
