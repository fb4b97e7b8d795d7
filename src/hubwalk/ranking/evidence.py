"""What followed links led to, in groups from rare to common: two averages a group, each leaning on that of the next
larger group.

Groups form a tree; the root is the whole site. A group of few followed links says little by itself, so its average is
pulled towards that of its parent, as by so many links more as `strength` says:

    mean(g) = (sum(g) + strength * mean(parent(g))) / (count(g) + strength)

(the posterior mean of a binomial share with a beta prior around the parent's mean; empirical Bayes, see Morris (1983),
"Parametric empirical Bayes inference"). Of each group two things are averaged: how many of the pages were authorities,
and what pages brought as hubs (returns.py), a number from 0 to 1.
"""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from hubwalk.graph.arrays import GrowableArray

ROOT = 0
Groups = NDArray[np.int64]


class Evidence:
    """Counts of all groups. A group is a number; groups on the same level of the tree have the same strength."""

    def __init__(self, *, accepted: float, brought: float, weight: float) -> None:
        """What to expect of a page of which nothing is known: of so many pages (`weight`) this share was `accepted`,
        and so much was `brought` on average."""
        self._parent = GrowableArray("int32")
        self._above = array("i")  # the same, quicker to read one by one
        self._strength = GrowableArray("float32")
        # Authorities and followed links, what was brought and visits: each pair is a sum and a count.
        self._counts = GrowableArray("float32", shape=(4,))
        self.add(ROOT, 0.0)
        self._counts.view[ROOT] = weight * accepted, weight, weight * brought, weight

    def __len__(self) -> int:
        return self._parent.size

    def add(self, parent: int, strength: float) -> int:
        """A new group below another one."""
        group = self._parent.size
        self._counts.append(0.0)
        self._parent.append(parent)
        self._above.append(parent)
        self._strength.append(strength)
        return group

    def above(self, group: int) -> list[int]:
        """A group and all larger ones, without the root."""
        found = []
        while group != ROOT:
            found.append(group)
            group = self._above[group]
        return found

    def count(self, groups: Groups, accepted: float | NDArray[np.float32], times: int = 1) -> None:
        """Links were followed that belong to these groups, to some perhaps more than once: `times` for each, with so
        many authorities (`accepted`, one number for all or one for each)."""
        np.add.at(self._counts.view[:, 0], groups, accepted)
        np.add.at(self._counts.view[:, 1], groups, times)

    def bring(self, groups: Groups, brought: float, visits: int = 1) -> None:
        """A page was fetched, and brought so much as a hub; or, without a visit, brings so much more by now."""
        self._counts.view[groups, 2:] += np.asarray([brought, visits], dtype=np.float32)

    def tally(self, group: int) -> tuple[int, int]:
        """Authorities among the pages that the group led to, and all of them."""
        accepted, followed, _, _ = self._counts.view[group].tolist()
        return int(accepted), int(followed)

    def mean(self, group: int) -> tuple[float, float]:
        """Share of authorities, and what was brought, of one group."""
        view = self._counts.view
        accepted, followed, brought, visits = view[ROOT].tolist()
        share, value = accepted / followed, brought / visits
        for below in reversed(self.above(group)):
            accepted, followed, brought, visits = view[below].tolist()
            strength = self._strength.view.item(below)
            share = (accepted + strength * share) / (followed + strength)
            value = (brought + strength * value) / (visits + strength)
        return share, value

    def means(self, groups: Groups, levels: int) -> NDArray[np.float64]:
        """Share of authorities, and what was brought, a row each, for a row of groups that all lie `levels` below the
        root."""
        path = [groups]
        for _ in range(levels):
            path.append(self._parent.view.take(path[-1]))
        root = self._counts.view[ROOT]
        mean: NDArray[np.float64] = (root[::2] / root[1::2])[:, None]
        for at in reversed(path[:-1]):
            strength = self._strength.view.take(at)
            counts = np.ascontiguousarray(self._counts.view.take(at, axis=0).T)  # quicker than to reach over columns
            mean = (counts[::2] + strength * mean) / (counts[1::2] + strength)
        return mean
