"""Chance as a pure function: the same key always throws the same dice, on every machine and Python version.

All numbering of the demo web goes through here. A page must be computed from its URL alone, so every mapping from
numbers to names, codes and groups is arithmetic that can be turned round: nothing is looked up in a table of all pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

_MASK = (1 << 64) - 1


def mix(*parts: int) -> int:
    """A well-stirred 64-bit number made of a few integers (multiply and fold, as in splitmix64)."""
    x = 0x9E3779B97F4A7C15
    for part in parts:
        x = ((x ^ part) * 0xBF58476D1CE4E5B9) & _MASK
        x ^= x >> 29
    x = (x * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


class Dice:
    """A sequence of throws that depends on nothing but its key."""

    __slots__ = ("_state",)

    def __init__(self, *key: int | str) -> None:
        self._state = mix(*(crc32(part.encode()) if isinstance(part, str) else part for part in key))

    def below(self, n: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self._state >> 33) % n

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """True in `chance` of a hundred throws."""
        return self.below(100) < chance

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Up to `count` different items in the order they were drawn."""
        # The first steps of a Fisher-Yates shuffle; only what was moved is kept, so that `items` may be a huge range.
        moved: dict[int, int] = {}
        drawn = []
        for place in range(min(count, len(items))):
            other = place + self.below(len(items) - place)
            drawn.append(items[moved.get(other, other)])
            moved[other] = moved.get(place, place)
        return drawn


class Scramble:
    """The numbers below `modulus` in another order, and back: how the n-th model gets a number that tells nothing."""

    __slots__ = ("_back", "_shift", "_step", "modulus")

    def __init__(self, modulus: int, *key: int | str) -> None:
        dice = Dice("scramble", modulus, *key)
        # Steps near the golden section of the whole leave no two neighbours close together (Knuth, vol. 3, 6.4).
        step = modulus * 618 // 1000 + dice.below(max(1, modulus // 50))
        while gcd(step, modulus) != 1:
            step += 1
        self.modulus = modulus
        self._step = step
        self._shift = dice.below(modulus)
        self._back = pow(step, -1, modulus)

    def code(self, number: int) -> int:
        return (number * self._step + self._shift) % self.modulus

    def number(self, code: int) -> int:
        return (code - self._shift) * self._back % self.modulus


class Wheel:
    """Deals 0, 1, 2 ... to groups of uneven size, as a wheel with one slot per unit of weight would.

    Who belongs to which group, the n-th of a group and the size of a group are all arithmetic on the slots of one turn.
    """

    __slots__ = ("_group_of_slot", "_rank_of_slot", "_slots_of_group")

    def __init__(self, weights: Sequence[int], *key: int | str) -> None:
        slots = [group for group, weight in enumerate(weights) for _ in range(weight)]
        self._group_of_slot = Dice("wheel", *key).some(slots, len(slots))
        self._slots_of_group: list[list[int]] = [[] for _ in weights]
        self._rank_of_slot = []
        for slot, group in enumerate(self._group_of_slot):
            self._rank_of_slot.append(len(self._slots_of_group[group]))
            self._slots_of_group[group].append(slot)

    def group(self, number: int) -> int:
        return self._group_of_slot[number % len(self._group_of_slot)]

    def rank(self, number: int) -> int:
        """The how-maniest of its group a number is, from 0."""
        turn, slot = divmod(number, len(self._group_of_slot))
        return turn * len(self._slots_of_group[self._group_of_slot[slot]]) + self._rank_of_slot[slot]

    def member(self, group: int, rank: int) -> int:
        """The number that is the `rank`-th of its group; the group must not be empty."""
        slots = self._slots_of_group[group]
        turn, place = divmod(rank, len(slots))
        return turn * len(self._group_of_slot) + slots[place]

    def size(self, group: int, total: int) -> int:
        """How many of the numbers below `total` belong to a group."""
        turns, rest = divmod(total, len(self._group_of_slot))
        slots = self._slots_of_group[group]
        return turns * len(slots) + sum(slot < rest for slot in slots)
