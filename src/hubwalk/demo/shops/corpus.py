"""Pages to train and test a page filter with: laptop offers, and near misses, "pages that could be confused" with them.

They come from a web of its own with the same products (ShopWeb with `corpus`), so that no page of the web that is
searched was seen before. Near misses of all sorts take turns: desktop computers, parts and bags for laptops, paper
notebooks, data sheets, reviews, adverts, price comparisons, and of shops also the home pages and lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from hubwalk.demo.shops.site_kinds import WANTED
from hubwalk.demo.shops.web import ShopWeb, make_shops
from hubwalk.pages.parse import read
from hubwalk.values import Page

_NEAR = ("laptop", "desktop", "accessory", "spare", "paper", "monitor")  # kinds of product


def offers(web: ShopWeb, language: str, count: int) -> list[Page]:
    """Laptop offers, the sites taking turns."""
    fit = [site for site in web.sites(language) if site.fit]
    return _pages(web, _dealt([[site.home + path[1:] for path in site.paths_of(wanted=True)] for site in fit]), count)


def near_misses(web: ShopWeb, language: str, count: int) -> list[Page]:
    """Pages that could be confused with offers, the sorts taking turns, and within them the sites."""
    sorts: dict[str, list[list[str]]] = {}
    for site in web.sites(language):
        of_site: dict[str, list[str]] = {}
        for path, place in site.places.items():
            department = site.kind.departments[place.department]
            sort = f"{department.kind} {department.form}" if place.role == "item" else place.role
            near = department.kind in _NEAR and not department.wanted if place.role == "item" else False
            is_front = site.fit and (place.role == "home" or (place.role == "list" and department.kind == WANTED))
            if near or is_front:
                of_site.setdefault(sort, []).append(site.home + path[1:])
        for sort, urls in of_site.items():
            sorts.setdefault(sort, []).append(urls)
    return _pages(web, _dealt([list(_dealt(sorts[sort])) for sort in sorted(sorts)]), count)


def training_pages(count: int, seed: int, language: str, pages: int) -> tuple[list[Page], list[Page]]:
    """`pages` offers and as many near misses from the corpus beside a web of `count` sites."""
    web = make_shops(count, seed, corpus=True)
    return offers(web, language, pages), near_misses(web, language, pages)


def _dealt(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """One of each row in turn."""
    for column in zip_longest(*rows):
        yield from (url for url in column if url is not None)


def _pages(web: ShopWeb, urls: Iterator[str], count: int) -> list[Page]:
    return [read(web.fetch(url)) for url in islice(urls, count)]
