"""Expressions of validators: what they mean, where they are wrong, and that they read back as they were written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.validators.expression import COMBINATORS, MAX_DEPTH, Combination, Expression, Leaf, names_in, parse, write

KNOWN = ("command", "language_model", "like", "python", "schema_org", "table", "text", "url")


LIKE = Leaf("like")


def url(argument: str) -> Leaf:
    return Leaf("url", argument)


def both(*parts: Expression) -> Combination:
    return Combination("all_of", parts)


def no(part: Expression) -> Combination:
    return Combination("not", (part,))


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("like", LIKE),
        ("url:a(b, c", url("a(b, c")),
        ("url:all_of(x", url("all_of(x")),
        ("python:judge:is_camera", Leaf("python", "judge:is_camera")),
        (
            "all_of(like, not(url:/archive/))",
            both(LIKE, no(url("/archive/"))),
        ),
        (" any_of ( like ,url: a b )  ", Combination("any_of", (LIKE, url("a b")))),
        (
            "cascade(text, language_model:small)",
            Combination("cascade", (Leaf("text"), Leaf("language_model", "small"))),
        ),
        ("ask(like)", Combination("ask", (LIKE,))),
        ("ask", Combination("ask", (LIKE,))),
        ("all_of(ask)", both(Combination("ask", (LIKE,)))),
        ("not(url:(a|b){1,2}[,)])", no(url("(a|b){1,2}[,)]"))),
        ("not(url:[(]|([)]))", no(url("[(]|([)])"))),
        (r"not(url:\(a\,b)", no(url(r"\(a\,b"))),
        ("not(url:a]b)", no(url("a]b"))),
        (
            """all_of(url:"a, b)", url:'it''s (', like)""",
            both(url("a, b)"), url("it's ("), LIKE),
        ),
        ("not(url:)", no(Leaf("url"))),
        ("not(command:python3 'my judge.py' x)", no(Leaf("command", "python3 'my judge.py' x"))),
    ],
)
def test_what_a_spec_means(spec: str, meant: Expression) -> None:
    assert parse(spec, KNOWN) == meant
    assert parse(write(meant), KNOWN) == meant


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("all_of(like url:x)", "expected , or ) at character 13: all_of(like url:x)"),
        ("all_of(like", "expected , or ) at character 12: all_of(like"),
        ("all_of()", "expected a validator at character 8: all_of()"),
        ("all_of(like,)", "expected a validator at character 13: all_of(like,)"),
        ("all_of(like))", "expected the end at character 13: all_of(like))"),
        ("not(like, url:x)", "not takes one part, not 2 at character 1: not(like, url:x)"),
        ("all_of(like, cascade(text))", "cascade takes 2 parts, not 1 at character 14: "),
        ("al_of(like)", "unknown combinator 'al_of': did you mean 'all_of'? at character 1: al_of(like)"),
        ("all_of(lke)", "unknown validator 'lke': did you mean 'like'? at character 8: all_of(lke)"),
        ("all_of(like(x))", "like takes no brackets, write like or like:ARGUMENT at character 8: "),
        ("all_of(not)", "not needs its parts in brackets, as in not(url:/archive/) at character 8: "),
        ("not(url:'a)", "the quote ' is never closed at character 9: not(url:'a)"),
        ("not(url:'a' b)", "expected , or ) at character 13: not(url:'a' b)"),
        (
            "not(url:a[b)",
            "[ is never closed (put quotes around the argument if it is meant literally) at character 10",
        ),
        ("not(like,\nlike\nlike)", "expected , or ) at character 16: not(like, like like)"),
        ("not(" * (MAX_DEPTH + 2), f"more than {MAX_DEPTH} brackets inside each other"),
    ],
)
def test_errors_point_at_the_place(spec: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(spec, KNOWN)
    assert str(caught.value).startswith(f"validator expression: {complaint}")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400


def test_a_combinator_needs_brackets() -> None:
    with pytest.raises(UsageError, match=r"^validator not: needs its parts in brackets, as in not\(url:/archive/\)$"):
        parse("not:url:x")


def test_names_without_combinators() -> None:
    assert names_in("all_of(like, not(url:like), cascade(text, language_model))") == (
        "like",
        "url",
        "text",
        "language_model",
    )
    assert names_in("url:like") == ("url",)
    assert names_in("ask") == ("like",)


ARGUMENTS = st.text(st.sampled_from("ab,()[]{}'\"\\: |"), max_size=12) | st.text(max_size=12)
LEAVES = st.builds(Leaf, st.sampled_from(KNOWN), ARGUMENTS)


def combinations(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    def several(name: str) -> st.SearchStrategy[Expression]:
        least, most = COMBINATORS[name]
        return st.lists(parts, min_size=least, max_size=min(most, 4)).map(lambda some: Combination(name, tuple(some)))

    return st.sampled_from(sorted(COMBINATORS)).flatmap(several)


@given(st.recursive(LEAVES, combinations, max_leaves=8))
def test_what_is_written_reads_the_same(expression: Expression) -> None:
    assert parse(write(expression), KNOWN) == expression


@given(st.text(st.sampled_from("all_of(not,) url:x'\"[]{}\\like"), max_size=40).map("all_of(".__add__))
def test_any_text_is_an_expression_or_a_usage_error(text: str) -> None:
    try:
        parse(text, KNOWN)
    except UsageError as error:
        assert len(str(error).splitlines()) == 1
