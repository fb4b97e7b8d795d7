"""A small shop to crawl: lists with pagination, items that are wanted, other pages that are not."""

from __future__ import annotations

from misbehaving import Web, page

ITEMS = 60
PER_LIST = 10
OTHERS = 70


def stock(web: Web) -> set[str]:
    """Put the shop on the web; returns the paths of its items. About 140 pages."""
    lists = [f"/list/{n}" for n in range(ITEMS // PER_LIST)]
    items = [f"/item/{n}" for n in range(ITEMS)]
    others = [f"/help/{n}" for n in range(OTHERS)]
    web.put("/", page("shop", *lists[:1], *others[:20], "/about"))
    web.put("/about", page("about", "/", *others[20:40]))
    for n, path in enumerate(lists):
        own = items[n * PER_LIST : (n + 1) * PER_LIST]
        web.put(path, page(f"list {n}", "/", *lists[max(0, n - 1) : n + 2], *own, text=f"Our items, part {n}"))
    for n, path in enumerate(items):
        related = [items[(n * 7 + 3) % ITEMS], f"/list/{n // PER_LIST}"]
        web.put(path, page(f"item {n}", "/", *related, text=f"Item {n} weighs {n * 13 % 50} g and costs {n} crowns"))
    for n, path in enumerate(others):
        web.put(path, page(f"help {n}", "/", "/about", others[(n + 1) % OTHERS], text=f"Answer to question {n}"))
    return set(items)
