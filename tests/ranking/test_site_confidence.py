"""How sure it is that a site is a wanted one."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.ranking.site_confidence import RunningPrior, SiteConfidence, corrected, posterior, tempered

shares = st.floats(0, 1, allow_nan=False)


def told(pages: list[float], error: float, prior: float) -> float:
    known = SiteConfidence(error, prior)
    for wanted in pages:
        known.add((wanted, 1 - wanted))
    return known.target


def test_the_error_correction_by_hand() -> None:
    assert corrected(1.0, 0.1) == pytest.approx(0.9)
    assert corrected(0.0, 0.1) == pytest.approx(0.1)
    assert corrected(0.8, 0.15) == pytest.approx(0.8 * 0.85 + 0.2 * 0.15)


def test_an_error_of_one_half_or_more_says_nothing() -> None:
    assert corrected(1.0, 0.5) == corrected(0.0, 0.9) == 0.5
    assert told([1.0, 1.0, 1.0], 0.7, 0.3) == pytest.approx(0.3)


def test_a_site_of_two_pages_by_hand() -> None:
    # .9 * .74 against .1 * .26, prior 1 : 3
    wanted, other = 0.25 * 0.9 * 0.74, 0.75 * 0.1 * 0.26
    assert told([1.0, 0.8], 0.1, 0.25) == pytest.approx(wanted / (wanted + other))


@given(st.lists(shares, max_size=12), st.floats(0.01, 0.5), st.floats(0.01, 0.99))
def test_it_is_the_product_of_section_4_3_3(pages: list[float], error: float, prior: float) -> None:
    wanted = prior * prod(corrected(p, error) for p in pages)
    other = (1 - prior) * prod(corrected(1 - p, error) for p in pages)
    assert told(pages, error, prior) == pytest.approx(wanted / (wanted + other))


@given(st.lists(shares, max_size=12), st.floats(0.01, 0.5), st.floats(0.01, 0.99))
def test_the_two_classes_are_treated_alike(pages: list[float], error: float, prior: float) -> None:
    assert told(pages, error, prior) == pytest.approx(1 - told([1 - p for p in pages], error, 1 - prior))


def test_no_page_is_certain_and_no_number_of_them_breaks() -> None:
    assert 0 < told([1.0], 0.1, 0.5) < 1
    assert told([0.0, 1.0, 1.0, 1.0], 0.1, 0.5) > 0.9
    assert told([1.0] * 50_000, 0.1, 0.5) == pytest.approx(1)
    assert told([1.0, 0.0] * 50_000, 0.0, 0.5) == pytest.approx(0.5)


def test_more_than_two_classes() -> None:
    known = SiteConfidence(0.0, 0.5)
    known.add((0.5, 0.25, 0.25))
    assert known.target == pytest.approx(0.5 * 0.5 / (0.5 * 0.5 + 2 * 0.25 * 0.25))


def test_posterior_in_log_space() -> None:
    assert posterior((-1e6, -1e6), (0.3, 0.7)) == pytest.approx((0.3, 0.7))
    assert posterior((0.0, -1e6), (0.5, 0.5)) == (1.0, 0.0)


def test_the_running_prior_is_the_share_of_relevant_sites_smoothed() -> None:
    prior = RunningPrior(strength=10)
    assert prior.share == 0.5
    for relevant in (True, True, False, True, True):
        prior.count(relevant)
    assert prior.share == pytest.approx((4 + 5) / (5 + 10))


def test_a_tempered_prior_alone_settles_nothing() -> None:
    assert tempered(0.01, 0.9) == pytest.approx(0.3)
    assert tempered(0.99, 0.9) == pytest.approx(0.7)
    assert tempered(0.4, 0.9) == 0.4
    for threshold in (0.6, 0.7, 0.9, 0.99):
        assert 1 - tempered(0.0, threshold) < threshold
