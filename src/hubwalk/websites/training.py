"""Learning the page classifier from example sites."""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.values import Page
from hubwalk.websites.page_classifier import PageClassifier

CLUSTERS = (1, 2, 4, 8, 16, 32)


def train_classifier(
    target_sites: Sequence[Sequence[Page]],
    other_sites: Sequence[Sequence[Page]],
    *,
    background: Sequence[Sequence[Page]] = (),
    clusters: int = 0,
    seed: int = 0,
) -> PageClassifier:
    """A classifier from the pages of example sites, the home page of each first.

    `background` are sites of which nothing is known: those among them that are unlike the targets count as others.
    `clusters` per class, 0: as many as the cross-validation finds best. Notices are in `PageClassifier.origin`;
    UsageError if the examples cannot teach anything."""
    raise NotImplementedError


def train_home_page_classifier(
    target_sites: Sequence[Sequence[Page]],
    other_sites: Sequence[Sequence[Page]],
    *,
    clusters: int = 0,
    seed: int = 0,
) -> PageClassifier:
    """The comparison partner: learned from the home pages alone, and meant for home pages."""
    raise NotImplementedError
