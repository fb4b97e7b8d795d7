"""Whether a page's scripts change what a reader sees of it."""

from __future__ import annotations

from collections import Counter

from hubwalk.pages.parse import visible_text

_SHARE = 0.05  # of the words that may differ: a clock, a counter, a greeting
_WORDS = 2  # that may differ on a short page


def essentially_same(static: str, rendered: str) -> bool:
    """True if the visible words of two pieces of HTML are nearly the same, in whatever order."""
    before, after = (Counter(visible_text(html).split()) for html in (static, rendered))
    changed = ((before - after) + (after - before)).total()
    return changed <= max(_WORDS, _SHARE * max(before.total(), after.total()))
