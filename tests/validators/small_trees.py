"""Trees in short notation, trees by hypothesis, and the restricted top-down distance straight from its definition."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from hubwalk.validators.page_tree import PageTree, tree_from

Nodes = tuple[list[str], list[int]]  # tags and parents, in document order


def nodes(text: str) -> Nodes:
    """`a(b c(d))`: a tag, and its children in brackets."""
    tags: list[str] = []
    parents: list[int] = []
    open_: list[int] = [-1]
    for token in re.findall(r"\w+|[()]", text):
        if token == "(":
            open_.append(len(tags) - 1)
        elif token == ")":
            open_.pop()
        else:
            tags.append(token)
            parents.append(open_[-1])
    return tags, parents


def tree(text: str) -> PageTree:
    return tree_from(*nodes(text))


@st.composite
def some_nodes(draw: st.DrawFn, most: int = 12, tags: str = "abc") -> Nodes:
    """Any tree: each node hangs below the last one or below one of those above that, so it is in document order."""
    names = draw(st.lists(st.sampled_from(tags), min_size=1, max_size=most))
    parents = [-1]
    for i in range(1, len(names)):
        above = [i - 1]
        while parents[above[-1]] >= 0:
            above.append(parents[above[-1]])
        parents.append(draw(st.sampled_from(above)))
    return names, parents


def by_all_mappings(a: Nodes, b: Nodes) -> int:
    """The cheapest of all restricted top-down mappings, each tried. For trees of a few nodes only."""
    (tags, parents), (other_tags, other_parents) = a, b
    best = len(tags) + len(other_tags)

    def extend(i: int, last: int, pairs: dict[int, int]) -> None:
        nonlocal best
        if i == len(tags):
            replaced = sum(tags[x] != other_tags[y] for x, y in pairs.items())
            best = min(best, len(tags) + len(other_tags) - 2 * len(pairs) + replaced)
            return
        extend(i + 1, last, pairs)
        for j in range(last + 1, len(other_tags)):  # what comes later in the document is paired with what comes later
            above = parents[i]
            if i == 0:
                allowed = j == 0
            else:  # top-down: the parents are a pair; restricted: and one of equal tags
                allowed = pairs.get(above) == other_parents[j] >= 0 and tags[above] == other_tags[other_parents[j]]
            if allowed:
                extend(i + 1, j, {**pairs, i: j})

    extend(0, -1, {})
    return best
