from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from hubwalk.websites.site_terms import CountedPages, by_site, count_pages, site_vocabulary, vectors_of

PAGES = [
    # two sites of targets with two pages each, two of others with one page each
    (0, 0, "horse horse frame1 home"),
    (0, 0, "horse frame1 home"),
    (1, 0, "horse frame2 home"),
    (1, 0, "saddle saddle frame2 home"),
    (2, 1, "bread home saddle"),
    (3, 1, "bread home"),
]


def counted() -> CountedPages:
    terms = [Counter(text.split()) for _, _, text in PAGES]
    return count_pages(terms, np.array([site for site, *_ in PAGES]), np.array([kind for _, kind, _ in PAGES]))


def weights(most: int = 100) -> dict[str, float]:
    vocabulary, _ = site_vocabulary(counted(), most)
    return dict(zip(vocabulary.terms, vocabulary.idf.tolist(), strict=True))


def test_a_term_weighs_by_the_number_of_sites_that_have_it() -> None:
    found = weights()
    assert found["horse"] == pytest.approx(math.log(5 / 3))  # on two of four sites, though on three of six pages
    assert found["frame1"] == pytest.approx(math.log(5 / 2))
    assert "home" not in found  # on every site


def test_terms_of_a_single_page_do_not_count() -> None:
    terms = [Counter(text.split()) for text in ("a a rare", "a b", "b", "b")]
    vocabulary, _ = site_vocabulary(count_pages(terms, np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1])))
    assert set(vocabulary.terms) == {"a", "b"}


def test_the_most_telling_terms_are_kept() -> None:
    # bread is on all pages of the others and on none of the targets; horse on 3/4 of the targets' pages
    assert set(weights(1)) == {"bread"}
    assert set(weights(2)) == {"bread", "horse"}


def test_shares_of_a_sites_pages() -> None:
    pages = counted()
    rows, labels = by_site(pages)
    names = pages.table.terms
    assert labels.tolist() == [0, 0, 1, 1]
    assert {names[column]: value for column, value in zip(*rows.row(1), strict=True)} == {
        "horse": 0.5,
        "saddle": 0.5,
        "frame2": 1.0,
        "home": 1.0,
    }


def test_vectors_have_length_one_or_nothing() -> None:
    pages = counted()
    vocabulary, place = site_vocabulary(pages, 2)
    vectors = vectors_of(pages, vocabulary, place)
    assert vectors.sums(vectors.values**2) == pytest.approx([1, 1, 1, 0, 1, 1])
    again = vocabulary.vectors([Counter(text.split()) for _, _, text in PAGES])
    assert [again.dense(i).tolist() for i in range(6)] == [vectors.dense(i).tolist() for i in range(6)]


def test_words_of_a_single_site_count_where_sites_are_few() -> None:
    def terms(count: int) -> set[str]:
        pages = [(site, kind) for kind in (0, 1) for site in range(kind * count, (kind + 1) * count) for _ in range(2)]
        said = [Counter(f"kind{kind} name{site}".split()) for site, kind in pages]
        numbers, labels = np.array([site for site, _ in pages]), np.array([kind for _, kind in pages])
        return set(site_vocabulary(count_pages(said, numbers, labels))[0].terms)

    assert terms(10) == {"kind0", "kind1"}
    assert terms(9) >= {"kind0", "kind1", "name0", "name17"}
