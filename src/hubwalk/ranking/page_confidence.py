"""How well a page fits to each class of sites, from its distances to what is known of the classes.

    Pr[p | C] = ln d(p, C) / sum over the classes C' of ln d(p, C')

where d is the distance to the nearest centroid of a class, in (0, 1). Ester, Kriegel, Schubert: Accurate and Efficient
Crawling for Relevant Websites (VLDB 2004), section 4.3.1. How decisive a page is (section 4.3.2) is the variance of its
confidences over the classes: 0 where they are equal, the same whichever class is ahead.

Where we differ: distances beyond `far` count as `far`, because the quotient of two logarithms next to 0 is chance: .999
and .99 are both far away, and a page that is far from all classes fits to all equally well. Distances of 0 count as
`NEAR`. The paper's sum runs over the centroids of one class; meant are the classes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

NEAR, FAR = 1e-6, 0.99


def page_confidences(distances: Sequence[float], *, far: float = FAR) -> tuple[float, ...]:
    """One confidence per class, summing to 1."""
    logs = [math.log(min(max(distance, NEAR), far)) for distance in distances]
    whole = math.fsum(logs)
    return tuple(log / whole for log in logs)


def decisiveness(confidences: Sequence[float]) -> float:
    """The variance over the classes; 0 for a page that could not be read."""
    if not confidences:
        return 0.0
    mean = math.fsum(confidences) / len(confidences)
    return math.fsum((confidence - mean) ** 2 for confidence in confidences) / len(confidences)
