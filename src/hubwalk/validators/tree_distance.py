"""How alike two page trees are: RTDM, the restricted top-down edit distance.

Reis, Golgher, Silva and Laender (2004), "Automatic Web news extraction using tree edit distance", section 3; used for
crawling by Vidal, da Silva, de Moura and Cavalcanti (2006), section 3. The top-down distance is Selkow's (1977), the
algorithm Yang's (1991).

A *mapping* pairs nodes of two trees, each at most once. Here it keeps the order of siblings; it is *top-down*: the
parents of paired nodes are paired, so insertions and deletions happen only at the leaves of what is mapped; and it is
*restricted*: nodes with different tags may be paired (a replacement), but then no nodes below them are. A node without
a partner costs 1 (a deletion or an insertion) and so does a replacement; the distance is what the cheapest mapping
costs:

    d(x, y) = 0                                  if x and y are equal
              |x| + |y| - 1                      if their tags differ
              D(children of x, children of y)    otherwise

    D(P, Q) = the edit distance of the two sequences of subtrees, where deleting or inserting the subtree z costs |z|
              and pairing p with q costs d(p, q)

|x| is the number of nodes. This is a metric: 0 for equal trees only, symmetric, and the triangle inequality holds, by
induction over the height. Equal subtrees in front of P and Q, and at their ends, may therefore be paired at once.
With the classes of equal subtrees (page_tree.py) each pair of classes is measured once, however often it occurs.

The similarity is 1 - d / (|x| + |y| - 1): 1 for equal trees, 0 where not even the tags of the roots agree.

Bound: WORK limits the work on one comparison. Each cell of a table D costs 1, each subtree paired at once costs 1, and
each pair of unequal subtrees that is to be looked into costs PAIR. Trees with (1 + PAIR / 2) |x| |y| <= WORK (1,548
nodes each) are always measured exactly, and larger ones as long as they do not differ in very many places. Beyond that
the distance is an upper bound: a table that no longer fits is filled within BAND children of its diagonal, and where
not even that fits, or no further pair, all that is below two nodes is deleted and inserted. It is symmetric all the
same, and the same with and without numba.

Where we differ from the paper: roots with different tags are a replacement like any other, so nothing below is paired
(the paper exempts the roots); pages have the same root anyhow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from hubwalk.validators.page_tree import PageTree, tree_from
from hubwalk.validators.tree_distance_plain import rtdm as plain

WORK = 1 << 24
BAND = 16


def distance(a: PageTree, b: PageTree) -> int:
    """The number of insertions, deletions and replacements that part two trees."""
    return measure(_kernel(), a, b)


def similarity(a: PageTree, b: PageTree, *, at_least: float = 0.0) -> float:
    """From 0 to 1. What is provably below `at_least` is not measured: then the answer is a number that is not below
    the similarity, but below `at_least`."""
    most = similarity_bound(a, b)
    return most if most < at_least else 1 - distance(a, b) / (len(a) + len(b) - 1)


def prepare() -> None:
    """Loads what is compiled, or compiles it when numba is used for the first time: some seconds, better spent before a
    crawl than at its first page."""
    distance(tree_from("abc", [-1, 0, 1]), tree_from("abd", [-1, 0, 1]))


def similarity_bound(a: PageTree, b: PageTree) -> float:
    """At least the similarity, from the tag paths alone, in a fraction of the time.

    Paired nodes with equal tags have paired parents with equal tags, up to the roots: their tag paths are equal. Let a
    path P have n(P) nodes in each tree and c(P) children below these. Then at most the sum of min n pairs have equal
    tags; and below the nodes of P at most min c children are paired, with equal tags or others. A pair of equal tags
    saves two of the |x| + |y| operations that replace a whole tree, and one of different tags saves one.
    """
    if a.classes.label[-1] != b.classes.label[-1]:
        return 0.0
    few, many = (a.paths, b.paths) if len(a.paths.digest) <= len(b.paths.digest) else (b.paths, a.paths)
    at = np.minimum(np.searchsorted(many.digest, few.digest), len(many.digest) - 1)
    shared = many.digest[at] == few.digest
    at = at[shared]
    equal = int(np.minimum(few.nodes[shared], many.nodes[at]).sum())
    paired = 1 + int(np.minimum(few.children[shared], many.children[at]).sum())  # the roots are one pair
    return 1 - (len(a) + len(b) - equal - paired) / (len(a) + len(b) - 1)


Kernel = Callable[[PageTree, PageTree, int, int], int]


def measure(kernel: Kernel, a: PageTree, b: PageTree, work: int = WORK, band: int = BAND) -> int:
    """The distance by one of the two kernels, with other bounds if wanted."""
    if a.digest == b.digest:
        return 0
    if a.classes.label[-1] != b.classes.label[-1]:
        return len(a) + len(b) - 1
    # Which table is the first not to fit depends on the order, so there is but one.
    first, second = sorted((a, b), key=lambda tree: (len(tree), tree.digest))
    return int(kernel(first, second, work, band))


@cache
def _kernel() -> Kernel:
    """Compiled, if numba is installed."""
    try:
        from hubwalk.validators.tree_distance_numba import rtdm
    except ImportError:
        return plain
    return rtdm
