"""What a page says as a whole, as a trait: whether its words and short texts are about those of the samples.

Single words are weak traits, together they are a strong one: pages of one template tell cameras from printers by
nothing else. Likeness and the lowest line are those of word_profile.py; the highest line is nearly what the sample
reaches that is least like the others, and one lies between them. Which of the lines is the right one is for the
concepts to find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hubwalk.validators.traits import LABEL, SAYS, WORD, Trait
from hubwalk.validators.word_profile import draw_line, make_profile

_NEARLY = 0.97


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

    def of(self, traits: Iterable[Trait]) -> list[Trait]:
        """The lines that a page with these traits reaches, as traits."""
        return self._above(self._profile.likeness(_said(traits)))

    def of_sample(self, number: int) -> list[Trait]:
        """The same for a sample, compared with the others only."""
        return self._above(self._reached[number] if number < len(self._reached) else 1.0)  # one that came later

    def _above(self, likeness: float) -> list[Trait]:
        return [(SAYS, str(level)) for level, line in enumerate(self._lines) if likeness >= line]


def _said(traits: Iterable[Trait]) -> set[str]:
    return {trait[-1] for trait in traits if trait[0] == WORD or (trait[0] == LABEL and not trait[1])}
