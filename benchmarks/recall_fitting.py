"""The weights of the recall estimate, fitted to recorded sites, and how they do on a site that they were not fitted to.

Ridge regression for the logarithm of what is missing, then one for the size of its errors; all sites weigh the same,
and so do all runs on a site. The quantiles are those of errors on sites left out, so that a new site has its chance
too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hubwalk.estimation.stacking import LEAST_SPREAD, Signals, Weights

INTERVAL = 0.9
_RIDGE = 20.0
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """One moment of one run."""

    site: str
    run: str
    signals: Signals
    missing: int


def fit(cases: Sequence[Case]) -> Weights:
    """The weights for these cases; at least two sites."""
    table = _Table(cases)
    mean, spread = table.fit(np.ones(len(cases), dtype=bool))
    errors = np.zeros(len(cases))
    for site in np.unique(table.sites):
        away = table.sites != site
        errors[~away] = table.errors(*table.fit(away))[~away]
    edge = (1 - INTERVAL) / 2
    low, high = _quantile(errors, table.weights, edge), _quantile(errors, table.weights, 1 - edge)
    return Weights(tuple(mean.round(3).tolist()), tuple(spread.round(3).tolist()), round(low, 3), round(high, 3))


def left_out(cases: Sequence[Case]) -> dict[str, Weights]:
    """For each site the weights that were fitted without it; at least three sites."""
    return {site: fit([case for case in cases if case.site != site]) for site in sorted({c.site for c in cases})}


class _Table:
    """The cases as arrays."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.sites = np.array([case.site for case in cases])
        self._features = np.array([(1.0, *case.signals.features()) for case in cases])
        self._wanted = np.log([(case.missing + 1) / (case.signals.found + 1) for case in cases])
        self.weights = _even([case.run for case in cases], np.ones(len(cases)))
        self.weights = _even([case.site for case in cases], self.weights)

    def fit(self, rows: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The weights of mean and spread for some of the cases."""
        features, wanted, weights = self._features[rows], self._wanted[rows], self.weights[rows]
        mean = _ridge(features, wanted, weights)
        # The mean size of a normal error is 0.8 of its standard deviation; the unit cancels out in the quantiles.
        spread = _ridge(features, np.abs(wanted - features @ mean), weights)
        return mean, spread

    def errors(self, mean: Floats, spread: Floats) -> Floats:
        """In units of the spread, truth minus estimate."""
        size = np.maximum(LEAST_SPREAD, self._features @ spread)
        found: Floats = (self._wanted - self._features @ mean) / size
        return found


def _even(groups: Sequence[str], weights: Floats) -> Floats:
    """The same weight for every group, one per case on average."""
    _, member = np.unique(np.array(groups), return_inverse=True)
    found: Floats = weights / np.bincount(member, weights)[member]
    found *= len(found) / found.sum()
    return found


def _ridge(features: Floats, wanted: Floats, weights: Floats) -> Floats:
    centre = np.average(features, axis=0, weights=weights)
    centred = (features - centre)[:, 1:]
    level = np.average(wanted, weights=weights)
    weighted = centred * weights[:, None]
    slopes = np.linalg.solve(weighted.T @ centred + _RIDGE * np.eye(centred.shape[1]), weighted.T @ (wanted - level))
    return np.array([level - slopes @ centre[1:], *slopes])


def _quantile(values: Floats, weights: Floats, share: float) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, share * total[-1])])
