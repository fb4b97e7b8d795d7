"""Which terms of a page are worth asking an index for, to find pages like it.

The usual more-like-this of full-text indexes: the terms with the highest TF-IDF against the index itself,

    weight(t) = (1 + ln tf(t)) * ln(1 + (N - df + .5) / (df + .5))

with the rarity of BM25. A term that a single page has, most often this very page, finds nobody and is left out, and so
is what more than three quarters of the pages have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

MOST = 25  # terms
SHARE = 0.3  # of the terms that a page must have to be like it


def telling_terms(terms: Sequence[str], pages_with: Callable[[str], int], pages: int) -> list[tuple[str, float]]:
    """At most MOST terms with their weights, the heaviest has 1 and comes first; none if no term tells."""
    weighed = []
    for term, times in Counter(terms).items():
        found = pages_with(term)
        if 2 <= found <= max(2, 3 * pages // 4):
            rarity = math.log(1 + (pages - found + 0.5) / (found + 0.5))
            weighed.append(((1 + math.log(times)) * rarity, term))
    chosen = sorted(weighed, key=lambda pair: (-pair[0], pair[1]))[:MOST]
    return [(term, weight / chosen[0][0]) for weight, term in chosen]
