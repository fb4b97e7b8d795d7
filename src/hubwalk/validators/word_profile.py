"""What pages of one kind say: the words that they have in common, without a second kind to set them against.

A word weighs the mean over the sites of the share of samples that have it: what one site alone says, however often, is
that site's word. Words of a single sample name the instance ("A650") and are left out. The likeness of a page is the
cosine between its words and the profile; how often a word occurs on a page does not count, or a long page would be
alike to anything.

How much likeness is enough the samples say themselves, each compared with the others (sites.py).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from hubwalk.validators.sites import compare_samples, spread

_ALONE = 0.4  # likeness needed with one sample, which cannot say how much its kind varies
_LEAST = 0.2  # with more
_CLOSE = 0.7  # of what the samples reach; more if they hardly differ in it:
_DEVIATIONS = 3  # below the mean, but at most
_CLOSEST = 0.85  # of the mean


class Profile:
    """Words with weights."""

    def __init__(self, weight: Mapping[str, float]) -> None:
        self.weight = dict(weight)
        self._length = math.sqrt(math.fsum(value**2 for value in self.weight.values()))

    def likeness(self, page: Collection[str]) -> float:
        """From 0 to 1."""
        found = math.fsum(self.weight[word] for word in page if word in self.weight)
        return min(1.0, found / (math.sqrt(len(page)) * self._length)) if found else 0.0

    def heaviest(self, of: Iterable[str]) -> list[str]:
        """These words, the heaviest first."""
        known = [word for word in of if word in self.weight]
        return sorted(known, key=lambda word: (-self.weight[word], word))


@dataclass(frozen=True, slots=True)
class Line:
    """How much likeness is enough."""

    need: float
    need_at: Mapping[str, float]  # site -> what its pages need, if it has samples

    def at(self, site: str) -> float:
        return self.need_at.get(site, self.need)


def make_profile(samples: Sequence[Collection[str]], sites: Sequence[str]) -> Profile:
    """From the words of the samples, and where these are from."""
    count = Counter(word for sample in samples for word in sample)
    size = Counter(sites)
    least = 2 if len(samples) > 1 else 1
    weight: dict[str, float] = {}
    for sample, site in zip(samples, sites, strict=True):
        for word in sample:
            if count[word] >= least:
                weight[word] = weight.get(word, 0.0) + 1 / size[site] / len(size)
    return Profile(weight)


def draw_line(samples: Sequence[Collection[str]], sites: Sequence[str]) -> Line:
    """From what samples reach when compared with the profile of the others."""
    if len(samples) < 2:
        return Line(_ALONE, {})

    def reached(number: int, others: Sequence[int]) -> float:
        return make_profile([samples[k] for k in others], [sites[k] for k in others]).likeness(samples[number])

    elsewhere, at = compare_samples(sites, reached)
    within = spread(at.values())
    need_at = {site: max(_LEAST, enough(values, within)) for site, values in at.items()}
    return Line(max(_LEAST, enough(elsewhere, spread([elsewhere]))), need_at)


def enough(reached: Sequence[float], deviation: float) -> float:
    """What a page must reach, from what samples do."""
    typical = fmean(reached)
    return max(_CLOSE * typical, min(_CLOSEST * typical, typical - _DEVIATIONS * deviation))
