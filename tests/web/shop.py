"""A small shop to crawl: lists with pagination, items that are wanted, other pages that are not."""

from __future__ import annotations

from misbehaving import Web, page

ITEMS = 60
PER_LIST = 10
OTHERS = 70


def stock(web: Web, others: int = OTHERS) -> set[str]:
    """Put the shop on the web; returns the paths of its items. About 140 pages."""
    lists = [f"/list/{n}" for n in range(ITEMS // PER_LIST)]
    items = [f"/item/{n}" for n in range(ITEMS)]
    help_pages = [f"/help/{n}" for n in range(others)]
    menu = ["/", "/list/0", "/about"]
    web.put("/", page("shop", *help_pages[:20], menu=menu))
    web.put("/about", page("about", *help_pages[20:40], menu=menu))
    for n, path in enumerate(lists):
        own = items[n * PER_LIST : (n + 1) * PER_LIST]
        web.put(path, page(f"list {n}", *own, text=f"Our items, part {n}", menu=[*menu, *lists[max(0, n - 1) : n + 2]]))
    for n, path in enumerate(items):
        text = f"Item {n} weighs {n * 13 % 50} g and costs {n} crowns"
        web.put(path, page(f"item {n}", items[(n * 7 + 3) % ITEMS], text=text, menu=[*menu, f"/list/{n // PER_LIST}"]))
    for n, path in enumerate(help_pages):
        onward = help_pages[(n + 1) % others], help_pages[(n * 3 + 1) % others]
        web.put(path, page(f"help {n}", *onward, text=f"Answer to question {n}", menu=menu))
    return set(items)
