"""TF-IDF vectors, compared with scikit-learn's, and the choice of terms."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from hubwalk.validators.page_filter import vectorise
from hubwalk.validators.page_vectors import Rows, TermTable, narrowed, places, telling_terms

TEXTS = [
    "zoom lens lens price",
    "zoom sensor price",
    "ink paper price",
    "ink toner paper paper price",
    "zoom lens",
    "ink",
]
LABELS = np.array([1, 1, 0, 0, 1, 0])
TERMS = [Counter(text.split()) for text in TEXTS]


def rows(pages: list[Counter[str]]) -> tuple[TermTable, Rows]:
    table = TermTable(limit=100)
    counted = [table.count(page) for page in pages]
    return table, table.rows(counted)


def test_weights_are_those_of_the_textbook() -> None:
    vocabulary, vectors = vectorise(TERMS, LABELS, [""] * len(TEXTS))
    judge = TfidfVectorizer(sublinear_tf=True, smooth_idf=True, vocabulary=list(vocabulary.terms))
    expected = judge.fit_transform(TEXTS).toarray()
    assert np.array([vectors.dense(i) for i in range(len(TEXTS))]) == pytest.approx(expected)
    unseen = "lens ink ink zoom unknown"
    found = vocabulary.vectors([Counter(unseen.split())])
    assert found.dense(0) == pytest.approx(judge.transform([unseen]).toarray()[0])


def test_terms_of_single_pages_are_left_out() -> None:
    vocabulary, _ = vectorise(TERMS, LABELS, [""] * len(TEXTS))
    assert set(vocabulary.terms) == {"zoom", "lens", "price", "ink", "paper"}


def test_the_best_telling_terms_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.validators.page_vectors._MOST", 2)
    table, counted = rows(TERMS)
    assert {table.terms[i] for i in telling_terms(counted, LABELS, [""] * len(TEXTS))} == {"zoom", "ink"}


def test_words_of_one_site_are_left_out_unless_it_has_both_kinds() -> None:
    pages = [Counter(text.split()) for text in ["zoom north", "zoom north", "ink south", "ink south", "zoom ink"]]
    table, counted = rows(pages)
    apart = telling_terms(counted, np.array([1, 1, 0, 0, 1]), ["a", "a", "b", "b", "c"])
    assert {table.terms[i] for i in apart} == {"zoom", "ink"}
    mixed = telling_terms(counted, np.array([1, 0, 0, 0, 1]), ["a", "a", "b", "b", "c"])
    assert {table.terms[i] for i in mixed} == {"zoom", "ink", "north"}


def test_a_page_without_known_terms_has_an_empty_vector() -> None:
    vocabulary, _ = vectorise(TERMS, LABELS, [""] * len(TEXTS))
    vectors = vocabulary.vectors([Counter(), Counter({"unheard": 2}), TERMS[0]])
    assert np.diff(vectors.starts).tolist() == [0, 0, 3]
    assert vectors.times(np.ones(vectors.width))[:2].tolist() == [0, 0]


def test_rows_are_selected_and_narrowed() -> None:
    table, counted = rows(TERMS)
    some = counted.select(np.array([3, 0, 3]))
    assert [some.dense(i).tolist() for i in range(3)] == [counted.dense(i).tolist() for i in (3, 0, 3)]
    chosen = table.numbers(["ink", "lens"])
    few = narrowed(counted, places(chosen, counted.width))
    assert [few.dense(i).tolist() for i in range(6)] == [counted.dense(i)[chosen].tolist() for i in range(6)]


def test_terms_beyond_the_limit_get_no_number() -> None:
    table = TermTable(limit=2)
    assert table.count(Counter("abc"))[0].tolist() == [0, 1]
    assert table.count(Counter("ca"))[0].tolist() == [0]
