"""A kind of page as traits make it: what concepts.py finds, and what it is told of the traits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.extensions import Vector

OWN_VOTE = 1.0  # of a hypothesis


@dataclass(frozen=True, slots=True)
class Part:
    """Pages that have all these traits, or that enough witnesses name."""

    traits: tuple[int, ...]  # columns
    witnesses: tuple[tuple[int, float], ...]  # columns, with their votes
    without: tuple[int, ...] = ()  # columns: pages that have one of these are none of its

    @property
    def majority(self) -> float:
        """Votes that are enough for a page."""
        return (OWN_VOTE + sum(votes for _, votes in self.witnesses)) / 2


@dataclass(frozen=True, slots=True)
class Concept:
    """A hypothesis that counts: the pages of one of its parts."""

    parts: tuple[Part, ...]
    probability: float  # 0 for a rival, which is too far behind the best to count
    size: int  # pages seen that belong to it, samples not counted
    samples: int  # how many it explains
    weight: float  # its posterior without the power, 1 for the best


@dataclass(frozen=True, slots=True)
class Columns:
    """What is known of the traits."""

    view: NDArray[np.int64]  # of each
    prior: Vector  # of each, in nats
    part: Vector  # of each, in nats: what a part of a kind costs that it makes; infinite where it makes none
    weight: Vector  # of each view
