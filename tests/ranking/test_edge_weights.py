"""What a link between two sites says of its target."""

from __future__ import annotations

import pytest

from hubwalk.errors import UsageError
from hubwalk.ranking.edge_weights import combined_weight, edge_weight, global_weight, local_weight


def test_the_example_of_figure_3() -> None:
    site, pages = 0.6, (0.9, 0.5)
    assert global_weight(site, pages) == pytest.approx(0.6)
    assert local_weight(site, pages) == pytest.approx(0.7)
    assert combined_weight(site, pages) == pytest.approx(0.65)


def test_without_pages_the_site_speaks_for_them() -> None:
    assert local_weight(0.6, ()) == combined_weight(0.6, ()) == 0.6


def test_weights_have_names() -> None:
    assert edge_weight("local") is local_weight
    with pytest.raises(UsageError, match="did you mean 'combined'"):
        edge_weight("combine")
