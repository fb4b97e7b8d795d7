"""Has a site shown enough links to other sites?"""

from __future__ import annotations

import pytest

from hubwalk.ranking.link_rank import link_rank, link_weight


def test_by_hand() -> None:
    weights = link_weight(0.8, 5) + link_weight(0.5, 0)  # .8 * 5 + 1, and 1
    assert weights == pytest.approx(6)
    assert link_rank(weights, 0.75) == pytest.approx(8)


def test_it_grows_without_links_and_faster_for_other_sites() -> None:
    assert link_weight(0.0, 0) >= 1
    assert link_rank(1.0, 0.1) > link_rank(1.0, 0.9)
    assert link_rank(1.0, 0.0) > 1e5
