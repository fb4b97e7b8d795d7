"""RTDM compiled by numba: tree_distance_plain.py, step by step, on arrays. See tree_distance.py for what it computes.

A pair of classes is one number, x * (classes of b) + y. Numbers of children are smaller than those of their parents, so
pairs in the order of these numbers are measured after all that they depend on. What is known of a pair is in a hash
table with open addressing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from hubwalk.validators.page_tree import Classes, Integers
from hubwalk.validators.tree_distance_plain import PAIR

_Function = TypeVar("_Function", bound=Callable[..., Any])
_NEVER = 1 << 60


def _compiled(function: _Function) -> _Function:
    try:
        return cast(_Function, numba.njit(cache=True)(function))
    except RuntimeError:  # no place for the cache: neither beside this file nor in the user's cache folder
        return cast(_Function, numba.njit(function))


def rtdm(a: Classes, b: Classes, work: int, band: int) -> int:
    """The distance of two trees with roots of the same tag."""
    return int(_rtdm(a, b, work, band))


@_compiled
def _rtdm(a: Classes, b: Classes, work: int, band: int) -> int:
    pairs, widths, keys = _pairs(a, b, work, band)
    known = np.empty(keys.size, np.int64)
    most = 0
    for y in range(b.size.size):
        most = max(most, b.first[y + 1] - b.first[y])
    rows = np.empty((2, most + 1), np.int64)
    answer = 0
    for k in _order(pairs, a.size.size, b.size.size):
        answer = _forests(a, b, (pairs[k], widths[k]), (keys, known), rows)
        known[_slot(keys, pairs[k])] = answer
    return answer


@_compiled
def _pairs(a: Classes, b: Classes, work: int, band: int) -> tuple[Integers, Integers, Integers]:
    """All pairs that the roots' distance depends on, how far from the diagonal their tables go, and the hash table."""
    many = b.size.size
    keys = np.full(1024, -1, np.int64)
    pairs, widths = np.empty(512, np.int64), np.empty(512, np.int64)
    pairs[0] = a.size.size * many - 1
    keys[_slot(keys, pairs[0])] = pairs[0]
    count, done = 1, 0
    while done < count:
        left, right, m, n = 0, 0, 0, 0
        widths[done] = -1
        if work > 0:
            left, right, m, n = _trimmed(a, b, pairs[done])
            x = pairs[done] // many
            widths[done], spent = _plan((m, n), a.first[x + 1] - a.first[x] - m, work, band)
            work -= spent
        for i in range(m if widths[done] >= 0 else 0):
            x = a.child[left + i]
            low, high = _reach(i, m, n, widths[done])
            for j in range(low, high if a.size[x] > 1 else low):
                y = b.child[right + j]
                if a.label[x] == b.label[y] and b.size[y] > 1 and a.digest[x] != b.digest[y] and work >= PAIR:
                    slot = _slot(keys, x * many + y)
                    if keys[slot] < 0:
                        keys[slot] = pairs[count] = x * many + y
                        count += 1
                        work -= PAIR
                        if count == pairs.size:
                            pairs, widths, keys = _doubled(pairs, widths)
        done += 1
    return pairs[:count], widths[:count], keys


@_compiled
def _doubled(pairs: Integers, widths: Integers) -> tuple[Integers, Integers, Integers]:
    keys = np.full(4 * pairs.size, -1, np.int64)
    more = np.empty((2, 2 * pairs.size), np.int64)
    for k in range(pairs.size):
        keys[_slot(keys, pairs[k])] = more[0, k] = pairs[k]
        more[1, k] = widths[k]
    return more[0], more[1], keys


@_compiled
def _order(pairs: Integers, classes: int, many: int) -> Integers:
    """Pairs by their class of a, by counting: numba compiles this far faster than a sort."""
    begin = np.zeros(classes + 1, np.int64)
    for pair in pairs:
        begin[pair // many + 1] += 1
    for x in range(classes):
        begin[x + 1] += begin[x]
    order = np.empty(pairs.size, np.int64)
    for k in range(pairs.size):
        x = pairs[k] // many
        order[begin[x]] = k
        begin[x] += 1
    return order


@_compiled
def _slot(keys: Integers, key: int) -> int:
    """Where the key is in the hash table, or would be."""
    at = (key ^ (key >> 15)) * 0x9E3779B97F4A7C1
    at = (at ^ (at >> 29)) & (keys.size - 1)
    while keys[at] != key and keys[at] >= 0:
        at = (at + 1) & (keys.size - 1)
    return at


@_compiled
def _trimmed(a: Classes, b: Classes, pair: int) -> tuple[int, int, int, int]:
    x, y = pair // b.size.size, pair % b.size.size
    left, right = a.first[x], b.first[y]
    m, n = a.first[x + 1] - left, b.first[y + 1] - right
    while m and n and a.digest[a.child[left]] == b.digest[b.child[right]]:
        left, right, m, n = left + 1, right + 1, m - 1, n - 1
    while m and n and a.digest[a.child[left + m - 1]] == b.digest[b.child[right + n - 1]]:
        m, n = m - 1, n - 1
    return left, right, m, n


@_compiled
def _plan(shape: tuple[int, int], trimmed: int, work: int, band: int) -> tuple[int, int]:
    m, n = shape
    spent = trimmed + m * n
    if spent <= work:
        return m + n, spent
    spent = trimmed + m * (2 * band + 1) + n
    return (band, spent) if spent <= work else (-1, 0)


@_compiled
def _reach(i: int, m: int, n: int, width: int) -> tuple[int, int]:
    return max(0, i * n // m - width), min(n, (i + 1) * n // m + width)


@_compiled
def _forests(a: Classes, b: Classes, task: tuple[int, int], table: tuple[Integers, Integers], rows: Integers) -> int:
    pair, width = task
    keys, known = table
    if width < 0:
        return int(a.size[pair // b.size.size] + b.size[pair % b.size.size] - 2)
    left, right, m, n = _trimmed(a, b, pair)
    above, row = rows[0], rows[1]
    for j in range(n + 1):
        above[j] = row[j] = _NEVER
    above[0] = 0
    for j in range(min(width, n)):
        above[j + 1] = above[j] + b.size[b.child[right + j]]
    for i in range(m):
        x = a.child[left + i]
        size, label, digest = a.size[x], a.label[x], a.digest[x]
        low, high = _reach(i, m, n, width)
        here = row[low] = above[low] + size
        for j in range(low, high):
            y = b.child[right + j]
            cost = size + b.size[y] - 1
            if label == b.label[y]:
                cost -= 1
                if digest == b.digest[y]:
                    cost = 0
                elif size > 1 and b.size[y] > 1:
                    slot = _slot(keys, x * b.size.size + y)
                    cost = known[slot] if keys[slot] >= 0 else cost
            here = row[j + 1] = min(above[j] + cost, above[j + 1] + size, here + b.size[y])
        above, row = row, above
    return int(above[n])
