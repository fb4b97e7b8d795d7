"""Which URLs are similar, and how siblings with similar URLs are grouped.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.3.1 (URLsim) and Fig. 4, lines 3 to 6.
Two URLs are similar if they have the same number of levels, the same first level, and at most K = 2 other levels
differ.

The paper asks for a partition into groups in which all are similar, but similarity is not transitive: /a/b/c, /a/y/z
and /x/y/z are a chain, and no partition has both of its pairs. Here a group is what agrees in all levels but K, the
same K for the whole group. So any two of a group are similar, and its pattern varies in at most K levels, as section
4.3.2 takes for granted. Of all such groups the largest is taken first, then the largest of what is left; of equal ones
that whose last levels vary, then the one whose first URL sorts first. The order in which the URLs come does not
matter.

No pair of URLs is ever compared: URLs of one form are sorted by what is left of them without K levels, for each choice
of K levels out of those that vary at all.

Where we differ besides: an empty level is like no other, and parameters are compared with those of the same name.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from hubwalk.recipes.url_levels import form, levels

K = 2  # section 4.3.1: accurate and safe in the authors' experiments
_Run = tuple[int, int, int, int, int]  # minus its size, choice of levels, its first URL, and where it begins and ends


def url_similar(one: str, other: str, k: int = K) -> bool:
    """URLsim: True if the two URLs differ in at most `k` levels and are otherwise made alike."""
    a, b = levels(one), levels(other)
    return form(a) == form(b) and sum(x != y for x, y in zip(a, b, strict=True)) <= k


def group(urls: Iterable[str], k: int = K) -> list[tuple[str, ...]]:
    """A partition of the URLs into groups of similar ones, the largest first; each is sorted."""
    forms: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    for url in sorted(set(urls)):
        parts = levels(url)
        forms.setdefault(form(parts), {})[url] = parts
    found = (tuple(members) for same_form in forms.values() for members in _groups(same_form, k))
    return sorted(found, key=lambda members: (-len(members), members))


def _groups(same_form: Mapping[str, tuple[str, ...]], k: int) -> Iterator[list[str]]:
    urls = list(same_form)
    codes = _codes(same_form.values())
    if codes.shape[1] <= k:
        yield urls
        return
    orders, runs = _runs(codes, k)
    left = np.ones(len(urls), dtype=bool)
    while runs:
        size, choice, first, start, stop = heapq.heappop(runs)
        members = orders[choice][start:stop]
        members = members[left[members]]
        if len(members) == -size:
            left[members] = False
            yield [urls[member] for member in members.tolist()]
        elif len(members) > 1:  # others have taken some of it: it may no longer be the largest
            heapq.heappush(runs, (-len(members), choice, first, start, stop))
    for member in np.flatnonzero(left).tolist():
        yield [urls[member]]


def _codes(rows: Collection[tuple[str, ...]]) -> NDArray[np.int64]:
    """The levels as numbers, a row a URL; those that are the same everywhere are left out."""
    columns = []
    for column in zip(*rows, strict=True):
        number = {text: n for n, text in enumerate(dict.fromkeys(column))}
        if len(number) > 1:
            columns.append([number[text] for text in column])
    return np.asarray(columns, dtype=np.int64).reshape(len(columns), len(rows)).T


def _runs(codes: NDArray[np.int64], k: int) -> tuple[list[NDArray[np.int32]], list[_Run]]:
    """For each choice of `k` levels the URLs, those that agree in all others side by side; and a heap of such runs."""
    orders, runs = [], []
    width = codes.shape[1]
    for choice, kept in enumerate(combinations(range(width), width - k)):  # the last levels are left out first
        keys = _keys(codes[:, kept])
        order = np.argsort(keys, kind="stable").astype(np.int32)
        ends = np.flatnonzero(np.diff(keys[order], append=-1)) + 1
        starts = np.concatenate(([0], ends[:-1]))
        several = ends - starts > 1
        for start, stop in zip(starts[several].tolist(), ends[several].tolist(), strict=True):
            runs.append((start - stop, choice, int(order[start]), start, stop))
        orders.append(order)
    heapq.heapify(runs)
    return orders, runs


def _keys(columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number a row; equal numbers, equal rows."""
    keys = np.zeros(len(columns), dtype=np.int64)
    for column in columns.T:
        keys = np.unique(keys * (int(column.max()) + 1) + column, return_inverse=True)[1].astype(np.int64)
    return keys
