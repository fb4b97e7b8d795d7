"""Has a site shown enough links to other sites?

    linkWeight(p) = Pr[p | target] |LT(p)| + c
    LinkRank(W)   = sum over the fetched pages p of linkWeight(p) / Pr[target | W]

where LT(p) are the links of p that leave the site and c >= 1. Ester, Kriegel, Schubert: Accurate and Efficient Crawling
for Relevant Websites (VLDB 2004), section 4.3.4. A relevant site must show more of them than another before the crawl
leaves it; c makes the rank grow where there are no links at all.

Where we differ: LT(p) are the other *sites* that p is the first page of its site to link to. The external crawler knows
one link per pair of sites, so the tenth link to the same site, or a footer that every page repeats, brings nothing.
"""

from __future__ import annotations

C = 1.0
_LEAST = 1e-6  # confidence: a site that is certainly not wanted has an enormous rank, not an infinite one


def link_weight(confidence: float, links: int, c: float = C) -> float:
    """What a page contributes."""
    return confidence * links + c


def link_rank(weights: float, site: float) -> float:
    """Of a site, from the sum of its pages' link weights and its confidence."""
    return weights / max(site, _LEAST)
