"""One estimate from several: their logarithms in a linear model, and an interval from what the model got wrong
elsewhere.

Breiman (1996), "Stacked regressions": estimators are combined by weights that were fitted on cases left out of the fit,
here on whole sites. Lei, G'Sell, Rinaldo, Tibshirani, Wasserman (2018), "Distribution-free predictive inference for
regression", section 5.2: the interval is the quantile of the errors on sites left out, in units of the error to be
expected at such a moment, so that it is wide early in a crawl and narrow late.

What is predicted is log((missing + 1) / (found + 1)), from ratios: a site ten times as large is ten times the estimate,
but for one term that fades once some tens of authorities were found. The weights are printed by
`python benchmarks/recall_calibration.py --fit`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_SETTLED = 20  # authorities; a crawl that has found fewer has seen little of what there is
LEAST_SPREAD = 0.2
_FARTHEST = 12.0  # no more than e^12 times what was found


@dataclass(frozen=True, slots=True)
class Signals:
    """What the methods say at one moment of a crawl."""

    found: int
    near: float  # authorities expected among known, unfetched pages
    beyond: float  # and behind those
    listed: float  # those of `near` that the lists account for of which some was fetched, see link_places.py
    unseen: float  # authorities there are for each one that links have shown, see captures.py
    drought: float  # authorities that have failed to come since the last one did, see yield_decay.py

    def features(self) -> tuple[float, ...]:
        """The numbers that the weights belong to."""
        return (
            self._missing_of(self.near + self.beyond),
            self._missing_of(self.listed),
            math.log1p(self.drought),
            math.log1p(_SETTLED / (self.found + 1)),
        )

    def _missing_of(self, ahead: float) -> float:
        missing = self.unseen * (self.found + ahead) - self.found
        return math.log((missing + 1) / (self.found + 1))


@dataclass(frozen=True, slots=True)
class Weights:
    """Of the features, each with a constant in front: for the estimate, and for the size of its error."""

    mean: Sequence[float]
    spread: Sequence[float]
    low: float  # quantiles of the error in units of the spread
    high: float


@dataclass(frozen=True, slots=True)
class Missing:
    """Authorities that were not found."""

    expected: float
    low: float
    high: float


def combine(signals: Signals, weights: Weights) -> Missing:
    """How many are missing, with the 90 % interval."""
    features = signals.features()
    middle = _linear(weights.mean, features)
    spread = max(LEAST_SPREAD, _linear(weights.spread, features))

    def missing(logarithm: float) -> float:
        return max(0.0, (signals.found + 1) * math.exp(min(logarithm, _FARTHEST)) - 1)

    expected = missing(middle)
    low, high = missing(middle + weights.low * spread), missing(middle + weights.high * spread)
    # Pages are counted in whole numbers, and the interval must hold those next to its ends.
    return Missing(expected, min(expected, math.floor(low)), max(expected, math.ceil(high)))


def _linear(weights: Sequence[float], features: Sequence[float]) -> float:
    return weights[0] + sum(weight * value for weight, value in zip(weights[1:], features, strict=True))
