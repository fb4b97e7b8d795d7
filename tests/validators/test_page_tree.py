"""What of a page is a node, which subtrees are equal, and what is not read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from small_trees import Nodes, some_nodes, tree

from hubwalk.validators import page_tree
from hubwalk.validators.page_tree import tree_from, tree_of


@pytest.mark.parametrize(
    ("html", "nodes"),
    [
        ("<ul><li>one<li>two</ul>", "html(body(ul(li li)))"),
        ("", "html(body)"),
        ("only text", "html(body)"),
        ("<title>x</title><meta name=a><p>text <b>bold</b></p><!-- no -->", "html(body(p(b)))"),
        ("<p class=a id=b>x", "html(body(p))"),
        ("<div><script>x</script><style>y</style><noscript><p>no</p></noscript><i></i></div>", "html(body(div(i)))"),
        ("<template><p>x</p></template><svg><g><path/></g></svg><p>", "html(body(svg p))"),
        ("<frameset><frame src=a><frame src=b></frameset>", "html(frameset(frame frame))"),
        ("<table><tr><td>1<td>2</table>", "html(body(table(tbody(tr(td td)))))"),
    ],
)
def test_nodes_are_elements_that_show_something(html: str, nodes: str) -> None:
    assert tree_of(html).digest == tree(nodes).digest
    assert len(tree_of(html)) == len(tree(nodes))


@given(some_nodes(20), some_nodes(20))
def test_equal_trees_have_equal_digests(one: Nodes, other: Nodes) -> None:
    assert (tree_from(*one).digest == tree_from(*other).digest) == (one == other)


@given(some_nodes(30))
def test_every_node_is_counted_once(nodes: Nodes) -> None:
    tags, parents = nodes
    made = tree_from(tags, parents)
    assert len(made) == len(tags) == made.paths.nodes.sum() == made.paths.children.sum() + 1
    parent_of_child = np.repeat(np.arange(len(made.classes.size)), np.diff(made.classes.first))
    assert (made.classes.child < parent_of_child).all()


def test_equal_subtrees_are_stored_once() -> None:
    rows = tree(f"table({'tr(td td(a)) ' * 1_000})")
    assert len(rows) == 4_001
    assert len(rows.classes.size) == 5  # a, td, td(a), tr, table
    assert len(rows.classes.child) == 1_000 + 2 + 1
    assert len(rows.paths.nodes) == 4


def test_a_page_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_tree, "MAX_NODES", 5)
    assert tree_of("<ul><li><a>x</a><li>y<li>z</ul>").digest == tree("html(body(ul(li(a))))").digest
    monkeypatch.setattr(page_tree, "MAX_CHARACTERS", 8)
    assert tree_of("<ul><li><a>x</a><li>y<li>z</ul>").digest == tree("html(body(ul(li)))").digest


def test_fifty_megabytes_are_read_in_part() -> None:
    assert len(tree_of("<p>" * 17_000_000)) == page_tree.MAX_NODES
    assert len(tree_of("x" * 50_000_000 + "<p>")) == 2


def test_deep_and_wide_pages() -> None:
    assert len(tree_of("<div>" * 10_000)) == 10_002
    assert len(tree_of("<p>" * 100_000)) == 100_002


@pytest.mark.parametrize("parents", [[], [0, 0], [-1, -1], [-1, 1], [-1, 2, 0]])
def test_what_is_no_tree_is_refused(parents: list[int]) -> None:
    with pytest.raises(ValueError, match="a tree has one root"):
        tree_from("abc"[: len(parents)], parents)
