"""Definition 3: leaves are disjoint, and what lies above matches all that lies below."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from url_making import steps

from hubwalk.recipes.regex_tree import common, escape, leaf, overlap, tokenise


def expression(*tokens: str, level: str = "") -> str:
    return common(map(leaf, tokens), level).one


@pytest.mark.parametrize(
    ("level", "tokens"),
    [
        ("Chaves:Silvio_8=", ["Chaves", ":", "Silvio", "_", "8", "="]),  # Fig. 8
        ("a--b", ["a", "-", "-", "b"]),
        ("x%C3%A9%2y%", ["x", "%C3%A9", "%", "2", "y", "%"]),
        ("", []),
    ],
)
def test_tokens(level: str, tokens: list[str]) -> None:
    assert tokenise(level) == tokens


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["abc", "D"], "[a-zA-Z]"),
        (["8", "D"], r"\w"),  # Fig. 8
        (["_", "12"], r"\w"),
        ([".", "."], r"\."),
        ([".", "-"], r"[^\w%/;?]"),
        ([".", "a"], "[^/;?]"),
        (["%C3", "a"], "[^/;?]"),
        (["%C3", "%"], "[^/;?]"),
    ],
)
def test_the_deepest_node_above(tokens: list[str], expected: str) -> None:
    assert expression(*tokens) == expected


def test_in_a_query_a_slash_separates_nothing() -> None:
    assert expression(".", "a", level="?x=") == "[^&]"
    assert expression(".", "/", level="?x=") == r"[^\w%&]"


TOKENS = steps(1).map(lambda level: tokenise(level)[0])


@given(steps())
def test_tokens_are_the_level(level: str) -> None:
    assert "".join(tokenise(level)) == level


@given(TOKENS)
def test_a_token_matches_its_leaf(token: str) -> None:
    assert re.fullmatch(f"{leaf(token).one}+", token, re.ASCII)


@given(TOKENS, TOKENS)
def test_a_token_matches_one_leaf_only(token: str, other: str) -> None:
    if leaf(token) != leaf(other):
        assert not re.fullmatch(f"{leaf(other).one}+", token, re.ASCII)


@given(st.lists(TOKENS, min_size=1, max_size=5))
def test_what_lies_above_matches_all_below(tokens: list[str]) -> None:
    node = common(map(leaf, tokens), "")
    for token in tokens:
        assert re.fullmatch(f"{node.one}+", token, re.ASCII), (node.one, token)
        assert overlap(node, leaf(token))
        assert overlap(leaf(token), node)


@given(TOKENS, TOKENS)
def test_nodes_overlap_if_one_can_begin_as_the_other(one: str, other: str) -> None:
    assert overlap(leaf(one), leaf(other)) == (leaf(one) == leaf(other) or one[0] == other[0] == "%")


@given(st.text(max_size=12))
def test_an_escaped_text_matches_itself(text: str) -> None:
    assert re.fullmatch(escape(text), text)


def test_nothing_is_escaped_that_need_not_be() -> None:
    assert escape("~ley/a-tree/x_y:z=1&b.html") == r"~ley/a-tree/x_y:z=1&b\.html"
