"""Terms of texts and what a query asks for."""

from __future__ import annotations

import pytest

from hubwalk.discovery.engines.query_words import split_query, terms
from hubwalk.pages.words import words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hot-Shoe, f/2.8 & 3D!", ["hot", "shoe", "f", "2", "8", "3d"]),
        ("GRÖSSE größe", ["grösse", "größe"]),
        ("ΦΩΣ l'œuvre don’t", ["φως", "l", "œuvre", "don", "t"]),
        ("snake_case", ["snake", "case"]),
        ("東京カメラ EOS 5D", ["東", "京", "カ", "メ", "ラ", "eos", "5d"]),
        ("", []),
        ("  \u202e--- ", []),
    ],
)
def test_terms(text: str, found: list[str]) -> None:
    assert terms(text) == found


def test_every_word_of_a_page_is_a_part_of_a_query() -> None:
    text = "The hot-shoe of l'EOS, mark-2: größe_2 and 価格 x-y-z"
    folded = terms(text)
    for word in words(text):
        (part,) = split_query(word).parts
        assert any(tuple(folded[i : i + len(part)]) == part for i in range(len(folded)))


@pytest.mark.parametrize(
    ("query", "parts", "hosts"),
    [
        ("camera zoom", [("camera",), ("zoom",)], []),
        ("camera camera", [("camera",)], []),
        ("hot-shoe", [("hot", "shoe")], []),
        ("camera/lens,zoom", [("camera",), ("lens",), ("zoom",)], []),
        ('"zoom lens" x', [("zoom", "lens"), ("x",)], []),
        ("„zoom lens“ «a b»", [("zoom", "lens"), ("a", "b")], []),
        ('"zoom lens', [("zoom",), ("lens",)], []),
        ('a"b c"d', [("a",), ("b", "c"), ("d",)], []),
        ("-camera +zoom NOT x AND y", [("camera",), ("zoom",), ("not",), ("x",), ("and",), ("y",)], []),
        ("zoom site:A.Test", [("zoom",)], ["a.test"]),
        ("SITE:https://a.test/path?x site:b.test:8000", [], ["a.test", "b.test:8000"]),
        ("site: website:a.test", [("website",), ("a",), ("test",)], []),
        ('"site:a.test"', [("site", "a", "test")], []),
        ("", [], []),
        ("!? --", [], []),
    ],
)
def test_queries(query: str, parts: list[tuple[str, ...]], hosts: list[str]) -> None:
    asked = split_query(query)
    assert list(asked.parts) == parts
    assert list(asked.hosts) == hosts
