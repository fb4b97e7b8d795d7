"""The line of everything in a TOML file, in every way that TOML has to say it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.validators.toml_lines import Path, toml_lines

DOCUMENT = '''# class = "no"
class = "Camera"   # [attribute]
note = """
[[attribute]]
name = "no"
"quoted" = 1 ""\\""" # end
"""
raw = \'\'\'
x = \'1\' \'\'\'
"a b".'c.d'.e = [1, [2, "]"], # ]
  { x = 1, y.z = [ 3 ] },

]
when = 1979-05-27 07:32:00
\t"k\\u00e4se" = 'C:\\temp'
[[attribute]]
name = "Weight"
synonyms.en = ["Mass",
  "Heft"]
  [attribute.more]
  x = true
[[attribute]] # second
synonyms = { de = ["Gewicht"], en = [] }
[[attribute.deep]]
a = 1
[[attribute.deep]]
b = 2
[last.table]
[last]
z = -1.5e3
'''

EXPECTED: dict[Path, int] = {
    ("class",): 2,
    ("note",): 3,
    ("raw",): 8,
    ("a b",): 10,
    ("a b", "c.d", "e"): 10,
    ("a b", "c.d", "e", 1, 1): 10,
    ("a b", "c.d", "e", 2, "y", "z"): 11,
    ("when",): 14,
    ("käse",): 15,
    ("attribute",): 16,
    ("attribute", 0): 16,
    ("attribute", 0, "name"): 17,
    ("attribute", 0, "synonyms", "en"): 18,
    ("attribute", 0, "synonyms", "en", 1): 19,
    ("attribute", 0, "more", "x"): 21,
    ("attribute", 1): 22,
    ("attribute", 1, "synonyms", "de"): 23,
    ("attribute", 1, "deep", 0, "a"): 25,
    ("attribute", 1, "deep", 1): 26,
    ("attribute", 1, "deep", 1, "b"): 27,
    ("last", "table"): 28,
    ("last",): 29,
    ("last", "z"): 30,
}


def paths(value: Any, at: Path = ()) -> set[Path]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {at, *(path for key, inner in inside for path in paths(inner, (*at, key)))}


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_lines(ends: str) -> None:
    lines = toml_lines(DOCUMENT.replace("\n", ends))
    assert {path: lines[path] for path in EXPECTED} == EXPECTED
    assert set(lines) == paths(tomllib.loads(DOCUMENT)) - {()}


KEYS = st.sampled_from(["a", "b-1", '"c d"', "'e.f'", '"\\u00e9"', "g"])
VALUES = st.recursive(
    st.sampled_from(
        ["1", "-2.5", "true", '"x # y"', "'z]'", '"""m\n[a]\n"""', "'''n\n'''", "1979-05-27 07:32:00", '""', "''"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: "[" + ",\n".join(items) + "]")
        | st.dictionaries(KEYS, inner, max_size=2).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        )
    ),
    max_leaves=6,
)
PAIRS = st.tuples(st.lists(KEYS, min_size=1, max_size=2).map(".".join), VALUES).map(" = ".join)
HEADERS = (
    st.lists(KEYS, min_size=1, max_size=2).map(".".join).flatmap(lambda k: st.sampled_from([f"[{k}]", f"[[{k}]]"]))
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PAIRS | HEADERS | st.sampled_from(["", "# [x] = 'y'"]), max_size=12).map("\n".join))
def test_every_path_of_a_valid_document_has_a_line_and_nothing_else_has(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    lines = toml_lines(text)
    assert set(lines) == paths(data) - {()}
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
