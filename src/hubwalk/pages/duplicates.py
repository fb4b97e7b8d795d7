"""The same page under several addresses is one page.

Two pages are the same if text and link targets agree to the letter, or if both name the same canonical address and
their texts are nearly equal. A canonical link alone proves nothing: sites that point all of them at the front page are
common, and believing them would lose every page but one.
"""

from __future__ import annotations

import hashlib

from hubwalk.values import Page

_NEARLY = 0.8  # share of the sketch in common; a page with another visitor counter or date stays above it


class Duplicates:
    """Remembers what was seen on one site."""

    def __init__(self) -> None:
        self._by_digest: dict[bytes, str] = {}
        self._by_canonical: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._last: tuple[Page, bytes] | None = None  # `find` and `add` see the same page one after the other

    def find(self, page: Page) -> str:
        """URL of an earlier page that shows the same; "" if there is none."""
        twin = self._by_digest.get(self._digest(page), "") if page.digest else ""
        if not twin and page.canonical in self._by_canonical:
            url, known = self._by_canonical[page.canonical]
            if _alike(known, page.sketch):
                twin = url
        return twin if twin != page.url else ""

    def add(self, page: Page) -> None:
        self._by_digest.setdefault(self._digest(page), page.url)
        if page.canonical:
            self._by_canonical.setdefault(page.canonical, (page.url, page.sketch))

    def _digest(self, page: Page) -> bytes:
        if self._last is None or self._last[0] is not page:
            parts = [page.digest, *(link.target for link in page.links)]
            mark = hashlib.blake2b(" ".join(parts).encode("utf-8", "replace"), digest_size=12)
            self._last = (page, mark.digest())
        return self._last[1]


def _alike(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    # Of the k smallest entries of both together, those in both (Broder's estimate of the resemblance).
    smallest = set(sorted({*a, *b})[: max(len(a), len(b))])
    return len(smallest & set(a) & set(b)) >= _NEARLY * len(smallest)
