"""RTDM compiled by numba: tree_distance_plain.py on arrays. See tree_distance.py for what it computes.

A tree is one array (`PageTree.packed`), because numba counts references to every array that is passed on. What is
known of pairs of classes is in a table: a matrix, or for trees with very many classes a hash table with open
addressing. Pairs that depend on no others (after trimming nothing is left, or there are leaves only) are measured as
soon as they are found. All others become tasks, done in the order of their class in a: children have smaller numbers
than their parents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from hubwalk.validators.page_tree import BEGIN, CLASS, DIGEST, END, LABEL, SIZE, Integers, PageTree
from hubwalk.validators.tree_distance_plain import PAIR

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Task = tuple[int, int, int, int, int, int, int]  # x, y, where their trimmed children begin, how many, width

_KNOWN, _KEY = 0, 1  # columns of the table; -1: no such pair. A matrix has no keys
_MATRIX = 1 << 20  # entries
_ROOM = 1 << 12  # pairs; a power of two, and so is what a table has for them
_NEVER = 1 << 60


def _compiled(function: _Function, *, forceinline: bool = False) -> _Function:
    try:
        return cast(_Function, numba.njit(cache=True, forceinline=forceinline)(function))
    except RuntimeError:  # no place for the cache: neither beside this file nor in the user's cache folder
        return cast(_Function, numba.njit(forceinline=forceinline)(function))


def _inlined(function: _Function) -> _Function:
    """For what is called for every pair: it spares the counting of references."""
    return _compiled(function, forceinline=True)


def rtdm(a: PageTree, b: PageTree, work: int, band: int) -> int:
    """The distance of two trees with roots of the same tag."""
    return int(_rtdm(a.packed, b.packed, (len(a.classes.size), len(b.classes.size)), (work, band)))


@_compiled
def _rtdm(a: Integers, b: Integers, classes: tuple[int, int], bounds: tuple[int, int]) -> int:
    most = 0
    for y in range(classes[1]):
        most = max(most, b[y, END] - b[y, BEGIN])
    rows = np.empty((3, most + 1), np.int64)
    tasks, table = _all_tasks(a, b, classes, bounds, rows)
    answer = 0
    for k in _order(tasks, classes[0]):
        task = (tasks[k, 0], tasks[k, 1], tasks[k, 2], tasks[k, 3], tasks[k, 4], tasks[k, 5], tasks[k, 6])
        answer = _forests(a, b, task, (table, classes[1]), rows)
        table[_slot(table, task[0] * classes[1] + task[1]), _KNOWN] = answer
    return answer


@_compiled
def _all_tasks(
    a: Integers, b: Integers, classes: tuple[int, int], bounds: tuple[int, int], rows: Integers
) -> tuple[Integers, Integers]:
    """All pairs that the roots' distance depends on and that depend on others, breadth first."""
    room = _ROOM
    tasks, table = np.empty((room, 7), np.int64), _new_table(classes[0] * classes[1], room)
    count = _tasks(a, b, classes, bounds, (rows, tasks, table))
    while count < 0:
        room *= 4
        tasks, table = np.empty((room, 7), np.int64), _new_table(classes[0] * classes[1], room)
        count = _tasks(a, b, classes, bounds, (rows, tasks, table))
    return tasks[:count], table


@_compiled
def _tasks(
    a: Integers,
    b: Integers,
    classes: tuple[int, int],
    bounds: tuple[int, int],
    arrays: tuple[Integers, Integers, Integers],
) -> int:
    """Fills tasks and table; how many tasks, or -1 if there is no room, and then it is to begin anew: where an array
    may give way to a larger one, numba counts references with every pair, which takes a third of the time."""
    rows, tasks, table = arrays
    (work, band), many = bounds, classes[1]
    seen_x, seen_y, ys = np.full(classes[0], -1, np.int64), np.full(many, -1, np.int64), rows[2]
    task, spent = _open(a, b, (classes[0] - 1, many - 1), (work, band))
    work -= spent
    for k in range(7):
        tasks[0, k] = task[k]
    count, done, found = 1, 0, 0
    while done < count:
        left, right, m, n, width = tasks[done, 2], tasks[done, 3], tasks[done, 4], tasks[done, 5], tasks[done, 6]
        whole = width >= n  # then each class is looked at once, however many children have it
        candidates = 0
        for j in range(right, right + n):
            if not whole or (b[j, SIZE] > 1 and seen_y[b[j, CLASS]] != done):
                seen_y[b[j, CLASS]] = done
                ys[candidates] = j
                candidates += 1
        for i in range(m if width >= 0 else 0):
            x, label, digest = a[left + i, CLASS], a[left + i, LABEL], a[left + i, DIGEST]
            if a[left + i, SIZE] == 1 or (whole and seen_x[x] == done):
                continue
            seen_x[x] = done
            low, high = (0, candidates) if whole else _reach(i, m, n, width)
            for j in range(low, high):
                y = ys[j]
                if label != b[y, LABEL] or digest == b[y, DIGEST] or b[y, SIZE] == 1 or work < PAIR:
                    continue
                key = x * many + b[y, CLASS]
                slot = _slot(table, key)
                if table[slot, _KNOWN] < 0:
                    if found + 1 == tasks.shape[0]:
                        return -1
                    task, spent = _open(a, b, (x, b[y, CLASS]), (work - PAIR, band))
                    work -= PAIR + spent
                    found += 1
                    at_once = _at_once(a, b, task, rows)
                    table[slot, _KNOWN] = max(at_once, 0)
                    if table.shape[1] > 1:
                        table[slot, _KEY] = key
                    if at_once < 0:
                        for k in range(7):
                            tasks[count, k] = task[k]
                        count += 1
        done += 1
    return count


@_inlined
def _open(a: Integers, b: Integers, pair: tuple[int, int], bounds: tuple[int, int]) -> tuple[_Task, int]:
    """Trims the children of two classes and plans their table; what it will cost."""
    (x, y), (work, band) = pair, bounds
    left, right = a[x, BEGIN], b[y, BEGIN]
    m, n = a[x, END] - left, b[y, END] - right
    if work <= 0:
        return (x, y, left, right, m, n, -1), 0
    trimmed = m
    while m and n and a[left, DIGEST] == b[right, DIGEST]:
        left, right, m, n = left + 1, right + 1, m - 1, n - 1
    while m and n and a[left + m - 1, DIGEST] == b[right + n - 1, DIGEST]:
        m, n = m - 1, n - 1
    trimmed -= m
    if trimmed + m * n <= work:
        return (x, y, left, right, m, n, m + n), trimmed + m * n
    spent = trimmed + m * (2 * band + 1) + n
    if spent <= work:
        return (x, y, left, right, m, n, band), spent
    return (x, y, left, right, m, n, -1), 0


@_inlined
def _at_once(a: Integers, b: Integers, task: _Task, rows: Integers) -> int:
    """The distance, if it depends on no other; else -1."""
    x, y, _, _, m, n, width = task
    if width < 0:
        return int(a[x, SIZE] + b[y, SIZE] - 2)
    if m == 0 or n == 0:
        return int(abs(a[x, SIZE] - b[y, SIZE]))
    if width < n or a[x, SIZE] > a[x, END] - a[x, BEGIN] + 1 or b[y, SIZE] > b[y, END] - b[y, BEGIN] + 1:
        return -1
    return _leaves(a, b, task, rows)


@_inlined
def _reach(i: int, m: int, n: int, width: int) -> tuple[int, int]:
    if width >= n:
        return 0, n
    return max(0, i * n // m - width), min(n, (i + 1) * n // m + width)


@_inlined
def _leaves(a: Integers, b: Integers, task: _Task, rows: Integers) -> int:
    """D of children that are all leaves: each operation costs 1, so one row will do and nothing is looked up."""
    left, right, m, n = task[2], task[3], task[4], task[5]
    for j in range(n + 1):
        rows[0, j] = j
    for i in range(m):
        label = a[left + i, LABEL]
        diagonal, here = i, i + 1
        rows[0, 0] = here
        for j in range(n):
            up = rows[0, j + 1]
            here = min(diagonal + (label != b[right + j, LABEL]), min(up, here) + 1)
            rows[0, j + 1] = here
            diagonal = up
    return int(rows[0, n])


@_inlined
def _forests(a: Integers, b: Integers, task: _Task, table: tuple[Integers, int], rows: Integers) -> int:
    """D(children of x, children of y), without those trimmed."""
    x, y, left, right, m, n, width = task
    known, many = table
    if width < 0:
        return int(a[x, SIZE] + b[y, SIZE] - 2)
    if m == 0 or n == 0:
        return int(abs(a[x, SIZE] - b[y, SIZE]))
    above, row = 0, 1
    if width < n:
        rows[:2, : n + 1] = _NEVER
    rows[above, 0] = 0
    for j in range(min(width, n)):
        rows[above, j + 1] = rows[above, j] + b[right + j, SIZE]
    for i in range(left, left + m):
        size, label, digest, key = a[i, SIZE], a[i, LABEL], a[i, DIGEST], a[i, CLASS] * many
        low, high = _reach(i - left, m, n, width)
        here = rows[above, low] + size
        rows[row, low] = here
        for j in range(low, high):
            other = b[right + j, SIZE]
            cost = size + other - 1
            if label == b[right + j, LABEL]:
                cost -= 1  # a leaf, or there was no work left for this pair
                if digest == b[right + j, DIGEST]:
                    cost = 0
                elif size > 1 and other > 1:
                    slot = _slot(known, key + b[right + j, CLASS])
                    if known[slot, _KNOWN] >= 0:
                        cost = known[slot, _KNOWN]
            here = min(rows[above, j] + cost, rows[above, j + 1] + size, here + other)
            rows[row, j + 1] = here
        above, row = row, above
    return int(rows[above, n])


@_compiled
def _new_table(pairs: int, room: int) -> Integers:
    return np.full((pairs, 1) if pairs <= _MATRIX else (2 * room, 2), -1, np.int64)


@_inlined
def _slot(table: Integers, key: int) -> int:
    """The row of the key in the table, or where it would be."""
    if table.shape[1] == 1:
        return key
    at = (key ^ (key >> 15)) * 0x9E3779B97F4A7C1
    at = (at ^ (at >> 29)) & (table.shape[0] - 1)
    while table[at, _KEY] != key and table[at, _KEY] >= 0:
        at = (at + 1) & (table.shape[0] - 1)
    return int(at)


@_compiled
def _order(tasks: Integers, classes: int) -> Integers:
    """Tasks by their class in a, by counting: numba compiles this far faster than a sort."""
    begin = np.zeros(classes + 1, np.int64)
    for k in range(tasks.shape[0]):
        begin[tasks[k, 0] + 1] += 1
    for x in range(classes):
        begin[x + 1] += begin[x]
    order = np.empty(tasks.shape[0], np.int64)
    for k in range(tasks.shape[0]):
        order[begin[tasks[k, 0]]] = k
        begin[tasks[k, 0]] += 1
    return order
