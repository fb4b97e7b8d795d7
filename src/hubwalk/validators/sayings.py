"""What a page says as a whole, as a trait: whether its words and short texts are about those of the samples.

Single words are weak traits, together they are a strong one: pages of one template tell cameras from printers by
nothing else. Likeness and the lowest line are those of word_profile.py; the highest line is nearly what the sample
reaches that is least like the others, and one lies between them. Which of the lines is the right one is for the
concepts to find out.

Where the pages that concepts accept are two groups by what they say, clearly apart (as Ashman, Bird and Zepf 1994 ask
of two modes, but more so), and all samples are of the group that is more like them, only that group is wanted: if so
many samples would hardly all be of it by chance. Most kinds have a few pages that say little. (With a single sample
chance tells nothing; what it says is then the most there is to go by.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.traits import LABEL, SAYS, WORD, Trait
from hubwalk.validators.word_profile import draw_line, make_profile

_NEARLY = 0.97
_GROUP = 3  # pages at least
_APART = 3.0  # sums of the groups' deviations between their means; one group cut in two reaches less than two
_BLUR = 0.01
_BY_CHANCE = 0.15  # of all samples being of the group, were they drawn from both: three of one half just will do
_MORE = 0.06  # of likeness between the means: the name of one of three authors under an article is less


class Sayings:
    """The lines that samples draw."""

    def __init__(self, samples: Sequence[Iterable[Trait]]) -> None:
        said = [_said(traits) for traits in samples]
        places = ["" for _ in said]  # all of one site
        self._profile = make_profile(said, places)
        lowest = draw_line(said, places).need
        self._reached = [1.0]
        if len(said) > 1:
            self._reached = [
                make_profile([*said[:i], *said[i + 1 :]], places[1:]).likeness(mine) for i, mine in enumerate(said)
            ]
        highest = _NEARLY * min(self._reached) if len(said) > 1 else lowest
        self._lines = sorted({lowest, (lowest + highest) / 2, highest})

    def likeness(self, traits: Iterable[Trait]) -> float:
        """How much a page with these traits says what the samples say."""
        return self._profile.likeness(_said(traits))

    def traits(self, likeness: float) -> list[Trait]:
        """The lines that a page reaches, as traits."""
        return [(SAYS, str(level)) for level, line in enumerate(self._lines) if likeness >= line]

    def of_sample(self, number: int) -> list[Trait]:
        """The same for a sample, compared with the others only."""
        return self.traits(self._reached[number])

    def divide(self, likeness: Sequence[float], wanted: Sequence[float] = ()) -> float:
        """The line between two groups of pages with these values, the samples above it, and the pages with the values
        `wanted`; 0 if they are one group."""
        values = np.sort(np.array(likeness))
        if len(values) < 2 * _GROUP:
            return 0.0
        at = _split(values)
        low, high = values[:at], values[at:]
        line = float(low[-1] + high[0]) / 2
        between = high.mean() - low.mean()
        apart = between / (low.std() + high.std() + _BLUR)
        count = len(self._reached)
        by_chance = (len(high) / len(values)) ** count if count > 1 else 0.0
        are_two = apart >= _APART and between >= _MORE and by_chance <= _BY_CHANCE
        return line if are_two and min(*self._reached, *wanted, 1.0) >= line else 0.0


def _split(values: NDArray[np.float64]) -> int:
    """How many of the sorted values are the lower group, so that both groups deviate least (Jenks 1967)."""
    centred = values - values.mean()  # or the differences of large sums would be all rounding
    sizes = np.arange(_GROUP, len(values) - _GROUP + 1)
    total, below = centred.sum(), centred.cumsum()[sizes - 1]
    # The squares add up to the same however they are split: the most between the groups is the least within.
    between = below**2 / sizes + (total - below) ** 2 / (len(values) - sizes)
    return int(sizes[between.argmax()])


def _said(traits: Iterable[Trait]) -> set[str]:
    return {trait[-1] for trait in traits if trait[0] == WORD or (trait[0] == LABEL and not trait[1])}
