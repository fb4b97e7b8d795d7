"""Samples of one site are alike for reasons that have nothing to do with their kind; this tells how alike they are.

How much of a likeness is enough the samples say themselves, each compared with the others. A page of a site without
samples must be allowed to look like none of them in all that sites choose for themselves: so where there are several
sites, each sample is compared with those of other sites. A page of a site that has several samples is held to what
these reach among all, and one of a site with a single sample to what they reach on the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from urllib.parse import urlsplit

from hubwalk.values import Page

_MAX_COMPARED = 20  # samples; more would not move the mean much, but cost their square
_FEWEST = 5  # values whose spread means something


def site_of(page: Page) -> str:
    """The site of a page; of a saved copy that of the address that it names itself, "" if it names none."""
    return site_at(page.url) or site_at(page.canonical)


def site_at(url: str) -> str:
    """Host and port of an address without www., "" if it has none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.netloc.removeprefix("www.") if parts.scheme != "file" else ""


def compare_samples(
    sites: Sequence[str], reached: Callable[[int, Sequence[int]], float]
) -> tuple[list[float], dict[str, list[float]]]:
    """What samples reach when compared with others: on a site that has none, and per site that has some.

    `reached` compares a sample with some others, all given by number; `sites` has the site of each sample.
    """
    numbers = range(len(sites))
    some = numbers[:: max(1, -(-len(sites) // _MAX_COMPARED))]
    against_all = {i: reached(i, [k for k in numbers if k != i]) for i in some}
    if len(set(sites)) < 2:
        return list(against_all.values()), {}
    elsewhere = [reached(i, [k for k in numbers if sites[k] != sites[i]]) for i in some]
    at = {site: [against_all[i] for i in some if sites[i] == site] for site in sorted(set(sites))}
    several = [value for values in at.values() if len(values) > 1 for value in values]
    return elsewhere, {site: values if len(values) > 1 else [fmean(several)] for site, values in at.items() if several}


def spread(groups: Iterable[Sequence[float]]) -> float:
    """The standard deviation within groups; infinite where too few values would tell it."""
    known = [values for values in groups if len(values) > 1]
    count = sum(map(len, known))
    if count < _FEWEST:
        return math.inf
    squares = math.fsum((value - fmean(values)) ** 2 for values in known for value in values)
    return math.sqrt(squares / (count - len(known)))
