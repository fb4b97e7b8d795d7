"""How sure is it that a site is one of the wanted ones, after some of its pages?

    Pr[p | C, err] = Pr[p | C] (1 - err) + Pr[p | other] err
    Pr[W | C]      = product over the fetched pages p of Pr[p | C, err]
    Pr[C | W]      = Pr[C] Pr[W | C] / sum over the classes C' of Pr[C'] Pr[W | C']

Ester, Kriegel, Schubert: Accurate and Efficient Crawling for Relevant Websites (VLDB 2004), section 4.3.3. In log
space: the product over a thousand pages is no number any more.

Where we differ:
- "Other" in the correction is whatever the class in question is not: with two classes the respective other one. Read to
  the letter, the class "other" would not be corrected at all, and one page taken for a certain target page would rule
  it out for good, which is what the correction is there to prevent.
- The prior is the share of relevant sites among those that could be read, smoothed, and is kept from deciding by
  itself: see `tempered`.
- An error of more than one half counts as one half: the classifier then says nothing, not the opposite.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_LEAST = 1e-9  # probability: what is never seen in training is not impossible
_STRENGTH = 10.0  # sites that the prior of one half counts for


def corrected(confidence: float, error: float) -> float:
    """Pr[p | C, err] of a class, from its confidence and the classifier's error."""
    err = min(max(error, 0.0), 0.5)
    return max(confidence * (1 - err) + (1 - confidence) * err, _LEAST)


def posterior(log_likelihoods: Sequence[float], priors: Sequence[float]) -> tuple[float, ...]:
    """Pr[C | W] per class, summing to 1."""
    logs = [told + math.log(max(prior, _LEAST)) for told, prior in zip(log_likelihoods, priors, strict=True)]
    top = max(logs)
    shares = [math.exp(log - top) for log in logs]
    whole = math.fsum(shares)
    return tuple(share / whole for share in shares)


def tempered(prior: float, threshold: float) -> float:
    """The prior, kept as far from the threshold as from one half: a site is never decided before a page has said
    anything, however rare wanted sites are around there."""
    most = (0.5 + max(threshold, 0.5)) / 2
    return min(max(prior, 1 - most), most)


class RunningPrior:
    """The share of relevant sites among those read so far, smoothed towards one half."""

    def __init__(self, strength: float = _STRENGTH) -> None:
        self._strength = strength
        self._read = 0
        self._relevant = 0

    def count(self, relevant: bool) -> None:
        """One more site was read."""
        self._read += 1
        self._relevant += relevant

    @property
    def share(self) -> float:
        """Pr[target]."""
        return (self._relevant + self._strength / 2) / (self._read + self._strength)


class SiteConfidence:
    """Pr[target | W], page by page."""

    def __init__(self, error: float, prior: float) -> None:
        self._error = error
        self._prior = prior
        self._logs: list[float] = []

    def add(self, confidences: Sequence[float]) -> None:
        """One more page, with its confidence per class, the wanted one first."""
        if not self._logs:
            self._logs = [0.0] * len(confidences)
        for number, confidence in enumerate(confidences):
            self._logs[number] += math.log(corrected(confidence, self._error))

    @property
    def target(self) -> float:
        """Pr[target | W]; the prior before the first page."""
        if not self._logs:
            return self._prior
        others = len(self._logs) - 1
        rest = (1 - self._prior) / others if others else 0.0
        return posterior(self._logs, (self._prior, *[rest] * others))[0]
