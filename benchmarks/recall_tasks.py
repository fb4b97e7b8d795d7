"""More classes of wanted pages on a recorded site than its people have labelled: those of a directory, those with a
word in their title. They are as easy or as hard to find as what users want, and of all sizes, which the labelled ones
are not.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from urllib.parse import urlsplit

from hubwalk.values import Page

SMALLEST = 15  # pages of a class
LARGEST = 0.5  # of the site
_SIZES = 2.2  # classes are drawn evenly from sizes that differ by this factor


def made_tasks(pages: Iterable[Page], count: int, rng: random.Random) -> dict[str, frozenset[str]]:
    """At most `count` classes by name, three of four by directory and the others by title."""
    read = [page for page in pages if page.ok]
    directories: dict[str, set[str]] = defaultdict(set)
    words: dict[str, set[str]] = defaultdict(set)
    for page in read:
        parts = urlsplit(page.url).path.lstrip("/").split("/")
        for depth in range(1, len(parts)):
            directories["/".join(parts[:depth]) + "/"].add(page.url)
        # Where a site has no directories the beginnings of its names do: Category:..., sql-...
        if beginning := re.match(r"[A-Za-z]{1,4}", parts[-1]):
            directories["/".join([*parts[:-1], beginning[0]])].add(page.url)
        for word in set(re.findall(r"[a-z]{4,}", page.title.lower())):
            words[word].add(page.url)
    by_title = count // 4
    return {
        **_drawn("directory", directories, len(read), count - by_title, rng),
        **_drawn("title", words, len(read), by_title, rng),
    }


def _drawn(
    kind: str, classes: dict[str, set[str]], pages: int, count: int, rng: random.Random
) -> dict[str, frozenset[str]]:
    different = {frozenset(urls): name for name, urls in sorted(classes.items(), reverse=True)}
    fit = sorted((name, urls) for urls, name in different.items() if SMALLEST <= len(urls) <= LARGEST * pages)
    rng.shuffle(fit)
    by_size: dict[int, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for name, urls in fit:
        size, step = len(urls) / SMALLEST, 0
        while size > _SIZES:
            size, step = size / _SIZES, step + 1
        by_size[step].append((name, urls))
    found: dict[str, frozenset[str]] = {}
    while len(found) < count and any(by_size.values()):
        for step in sorted(by_size, reverse=True):
            if by_size[step] and len(found) < count:
                name, urls = by_size[step].pop()
                found[f"{kind} {name}"] = urls
    return found
