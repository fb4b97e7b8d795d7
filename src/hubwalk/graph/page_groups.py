"""Pages that are made alike, grouped without labels.

After Crescenzi, Merialdo, Missier: Clustering Web Pages Based on Their Structure (Data & Knowledge Engineering 54,
2005): the pages of one template have their links in the same places, so a page is the set of its root-to-link paths.

Where we differ:
- A page has several such sets, here called views (the places of its links, the places of the links that lead to it, the
  words of its address), and pages are as alike as the weighted mean of their views. A view that tells nothing, as
  addresses without words, is left out.
- Paths that stand on pages of all kinds (menus) count little: a path weighs the less, the more different pages have it.
- Not the shortest description of the site decides how many groups there are, but a likeness below which groups are not
  joined: a block that only some pages of a template have would cost that description as much as another template.
- Equal pages are one from the start; these join the nearest of the groups that the most frequent ones found, and the
  groups are joined by average linkage. So the cost is linear in the number of pages.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

View = frozenset[Hashable]

_MOST = 256  # groups before joining; rare pages beyond that join the nearest
_FIRST, _JOINED = 0.8, 0.5  # likeness at which a page joins a group, and two groups become one
_PRIOR = 0.5  # weight of what all pages share unseen: a single odd link does not part two short pages
_LEAST_WEIGHT = 0.05
_NEARLY_ALL = 0.95  # of the pages
_RARE = 0.01  # share of all pages: what fewer have is their content and not how they are made


def group_alike(pages: Sequence[Sequence[View]], weights: Sequence[float]) -> list[list[int]]:
    """Groups of positions in `pages`, the largest first. Every page has the same number of views, weighted by
    `weights`; what hardly any page has is not looked at."""
    if not pages:
        return []
    same: dict[tuple[View, ...], list[int]] = defaultdict(list)
    usual = _usual(pages)
    for number, views in enumerate(pages):
        same[tuple(frozenset(view & known) for view, known in zip(views, usual, strict=True))].append(number)
    kinds = sorted(same.items(), key=lambda item: (-len(item[1]), item[1][0]))
    columns = _columns([views for views, _ in kinds])
    sizes = np.array([len(members) for _, members in kinds], dtype=float)
    groups = _Groups(
        columns, _place_weights(columns, sizes), _view_weights([views for views, _ in kinds], sizes, weights)
    )
    for place, (_, members) in enumerate(kinds):
        groups.take_in(place, members)
    groups.join()
    return sorted((sorted(members) for members in groups.members if members), key=lambda m: (-len(m), m[0]))


def _usual(pages: Sequence[Sequence[View]]) -> list[View]:
    """Per view, what is not too rare."""
    counts: list[Counter[Hashable]] = [Counter() for _ in pages[0]]
    for views in pages:
        for count, view in zip(counts, views, strict=True):
            count.update(view)
    least = max(2.0, _RARE * len(pages))
    return [frozenset(name for name, n in count.items() if n >= least) for count in counts]


def _columns(kinds: Sequence[tuple[View, ...]]) -> list[list[NDArray[np.int64]]]:
    """The same with numbers for names: per view, per kind, the numbers of what it has."""
    columns = []
    for views in zip(*kinds, strict=True):
        numbers: dict[Hashable, int] = {}
        columns.append(
            [np.array([numbers.setdefault(x, len(numbers)) for x in view], dtype=np.int64) for view in views]
        )
    return columns


def _view_weights(
    kinds: Sequence[tuple[View, ...]], sizes: NDArray[np.float64], weights: Sequence[float]
) -> NDArray[np.float64]:
    """The weights without those of views that are the same for nearly all pages: what says nothing makes nobody
    alike."""
    told = np.array(weights, dtype=float)
    for number, views in enumerate(zip(*kinds, strict=True)):
        having: Counter[View] = Counter()
        for view, size in zip(views, sizes.tolist(), strict=True):
            having[view] += size
        if max(having.values()) >= _NEARLY_ALL * sizes.sum():
            told[number] = 0.0
    return told / told.sum() if told.any() else np.full(len(weights), 1 / len(weights))


def _place_weights(columns: list[list[NDArray[np.int64]]], sizes: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """1 for what hardly any pages have, next to 0 for what all have. Equal pages count by the root of their number:
    a crawl that found little but one kind would otherwise take its marks for everybody's."""
    say = np.sqrt(sizes)
    weights = []
    for view in columns:
        having = np.zeros(1 + max((int(names.max()) for names in view if names.size), default=0))
        for names, own in zip(view, say, strict=True):
            having[names] += own
        weights.append(np.maximum(1 - having / say.sum(), _LEAST_WEIGHT))
    return weights


class _Groups:
    """Per view a matrix: how many pages of a group have what."""

    def __init__(
        self, columns: list[list[NDArray[np.int64]]], names: list[NDArray[np.float64]], views: NDArray[np.float64]
    ) -> None:
        self._columns = columns
        self._name_weights = names
        self._view_weights = views
        most = min(_MOST, len(columns[0]))
        self._counts = [np.zeros((weights.size, most)) for weights in names]
        self._lengths = [np.zeros(most) for _ in names]  # weighted sums of the counts
        self._pages = np.zeros(most)
        self.members: list[list[int]] = []

    def take_in(self, place: int, members: list[int]) -> None:
        """Equal pages join the group that they are most alike, or found one."""
        group, likeness = self._nearest(place)
        if likeness < _FIRST and len(self.members) < self._pages.size:
            group = len(self.members)
            self.members.append([])
        self.members[group] += members
        self._pages[group] += len(members)
        for view, counts, lengths, weights in zip(
            self._columns, self._counts, self._lengths, self._name_weights, strict=True
        ):
            counts[view[place], group] += len(members)
            lengths[group] += len(members) * weights[view[place]].sum()

    def _nearest(self, place: int) -> tuple[int, float]:
        used = len(self.members)
        if not used:
            return 0, -1.0
        pages = self._pages[:used]
        likeness = np.zeros(used)
        for own, view, counts, lengths, weights in zip(
            self._view_weights, self._columns, self._counts, self._lengths, self._name_weights, strict=True
        ):
            names = view[place]
            common = (
                weights[names] @ counts[names, :used] / pages
            )  # a page has a thing or not: the minimum is a product
            both = lengths[:used] / pages + weights[names].sum() - common
            likeness += own * (_PRIOR + common) / (_PRIOR + both)
        best = int(likeness.argmax())
        return best, float(likeness[best])

    def join(self) -> None:
        """Make one of the two groups that are most alike, as long as they are alike enough."""
        used = len(self.members)
        shares = [counts[:, :used].T / self._pages[:used, None] for counts in self._counts]
        likeness = np.stack([self._to_all(shares, group) for group in range(used)])
        np.fill_diagonal(likeness, -1.0)
        while True:
            a, b = sorted(divmod(int(likeness.argmax()), used))
            if likeness[a, b] < _JOINED:
                return
            self.members[a] += self.members[b]
            self.members[b] = []
            whole = self._pages[a] + self._pages[b]
            for view in shares:
                view[a] = (view[a] * self._pages[a] + view[b] * self._pages[b]) / whole
            self._pages[a] = whole
            likeness[a] = likeness[:, a] = np.where(likeness[a] < 0, -1.0, self._to_all(shares, a))
            likeness[b] = likeness[:, b] = likeness[a, a] = -1.0

    def _to_all(self, shares: list[NDArray[np.float64]], group: int) -> NDArray[np.float64]:
        """How alike a group is to each: of what either has, the share that both have."""
        likeness = np.zeros(len(self.members))
        for own, view, weights in zip(self._view_weights, shares, self._name_weights, strict=True):
            common = np.minimum(view, view[group]) @ weights
            both = np.maximum(view, view[group]) @ weights
            likeness += own * (_PRIOR + common) / (_PRIOR + both)
        return likeness
