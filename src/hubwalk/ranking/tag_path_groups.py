"""Links that stand in alike places: tag paths, grouped as they come.

The actions of SB-CLASSIFIER (Gauquier, Manolescu, Senellart 2026): the path of tags from the root of the page to the
link, with its beginning and its end marked, is the vector of the relative frequencies of its n-grams of tags. A path
joins the group with the nearest centroid if their cosine similarity reaches the threshold, and moves that centroid;
otherwise it founds a group.

Where we differ:
- A tag is given with its id or else its first class, free of digits (see pages/parse.py); in the paper with its id and
  all of its classes.
- The paper projects the vectors into 4096 dimensions by hashing and looks the nearest centroid up in an approximate
  index. A site has hundreds of n-grams, so we keep the vectors as they are, and what we take for the nearest is it.
- A path stays in the group it joined when it was first seen, and counts once in its centroid. The paper looks for the
  nearest group anew for every link, so there a centroid leans to the paths that many links have.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict

_START, _END = "^", "$"


class TagPathGroups:
    """Groups are numbered from 0 in the order in which they were founded."""

    def __init__(self, *, threshold: float = 0.75, ngram: int = 2) -> None:
        self._threshold = threshold
        self._ngram = ngram
        self._group_of: dict[str, int] = {}  # tag path -> group
        # Sums instead of means: the cosine does not see the difference.
        self._sums: list[dict[str, float]] = []  # group -> n-gram -> sum over its paths
        self._squares: list[float] = []  # group -> squared length of that
        self._having: dict[str, set[int]] = defaultdict(set)  # n-gram -> groups that have it

    def __len__(self) -> int:
        return len(self._sums)

    def group(self, tag_path: str) -> int:
        """The group of a path of tags that are parted by /."""
        found = self._group_of.get(tag_path)
        if found is None:
            found = self._group_of[tag_path] = self._join(ngram_shares(tag_path, self._ngram))
        return found

    def _join(self, shares: dict[str, float]) -> int:
        group = self._nearest(shares)
        if group < 0:
            group = len(self._sums)
            self._sums.append(defaultdict(float))
            self._squares.append(0.0)
        sums = self._sums[group]
        for gram, share in shares.items():
            self._squares[group] += share * (2 * sums[gram] + share)
            sums[gram] += share
            self._having[gram].add(group)
        return group

    def _nearest(self, shares: dict[str, float]) -> int:
        """The most similar group, the oldest of equals; -1 if none is similar enough."""
        products: dict[int, float] = defaultdict(float)
        for gram, share in shares.items():
            for group in self._having.get(gram, ()):
                products[group] += share * self._sums[group][gram]
        length = math.sqrt(sum(share * share for share in shares.values()))
        best, nearest = self._threshold, -1
        for group in sorted(products):
            similarity = products[group] / (length * math.sqrt(self._squares[group]))
            if similarity > best or (nearest < 0 and similarity >= best):
                best, nearest = similarity, group
        return nearest


def ngram_shares(tag_path: str, n: int) -> dict[str, float]:
    """How large a share of the path's n-grams each is."""
    tags = [_START, *tag_path.split("/"), _END]
    grams = ["/".join(tags[i : i + n]) for i in range(max(1, len(tags) - n + 1))]
    return {gram: count / len(grams) for gram, count in Counter(grams).items()}
