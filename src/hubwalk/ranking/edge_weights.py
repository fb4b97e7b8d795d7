"""What a link between two sites says of its target: the edge weights of the external crawler.

    global(W, V)   = confidence of site W
    local(W, V)    = mean confidence of the pages of W that link to V
    combined(W, V) = mean of the two

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.2. The worked
example is Fig. 3: a site of confidence .6 with two linking pages of .9 and .5 gives .6, .7 and .65. Combined is the
paper's advice and our default: never the worst, sometimes the best of the three.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from hubwalk.errors import unknown_name


def global_weight(site: float, pages: Sequence[float]) -> float:  # noqa: ARG001  # one signature for all three
    """The confidence of the linking site."""
    return site


def local_weight(site: float, pages: Sequence[float]) -> float:
    """The mean confidence of the linking pages; the site's where nothing is known of them."""
    return math.fsum(pages) / len(pages) if pages else site


def combined_weight(site: float, pages: Sequence[float]) -> float:
    """Half of either."""
    return (local_weight(site, pages) + global_weight(site, pages)) / 2


WEIGHTS: dict[str, Callable[[float, Sequence[float]], float]] = {
    "global": global_weight,
    "local": local_weight,
    "combined": combined_weight,
}


def edge_weight(kind: str) -> Callable[[float, Sequence[float]], float]:
    """The weight function of a name."""
    if kind not in WEIGHTS:
        raise unknown_name("edge weights", kind, WEIGHTS)
    return WEIGHTS[kind]
