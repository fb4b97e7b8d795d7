"""`like`: pages that resemble the samples in structure and text. The default.

Structure is the set of tag-path shingles (four steps of tag and class, one way from an element to the root) of a page:
pages of one template share nearly all of them. Text is the set of its labels (short texts and where they stand, "th
Resolution") and words. What all samples have in common counts more than what only some have; the similarity of the
samples to each other (each against the rest) says how much to expect of a page, and so sets the threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hubwalk.errors import UsageError
from hubwalk.validators.features import Features, features
from hubwalk.values import Page, Verdict

_DEFAULT_NEED = 0.6  # one sample cannot say how much its kind varies
_STRICTNESS = 0.85  # of the similarity of the samples to each other


class LikeValidator:
    """Accepts pages about as similar to the samples as the samples are to each other."""

    def __init__(self, samples: Sequence[Page]) -> None:
        if not samples:
            raise UsageError("validator like: no samples to compare with; give some with --like URL_OR_FILE")
        known = [features(sample.html) for sample in samples]
        self._structure = _weights([f.structure for f in known])
        self._text = _weights([f.text for f in known])
        self.need = _need(known)

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        found = features(page.html)
        structure = _overlap(self._structure, found.structure)
        text = _overlap(self._text, found.text)
        score = (structure + text) / 2
        reason = f"structure {structure:.2f}, text {text:.2f} of the samples (needs {self.need:.2f})"
        return Verdict(score >= self.need, round(score, 4), reason)


def _weights(sets: Sequence[frozenset[str]]) -> dict[str, float]:
    """How much of the samples has each feature, squared: what all have in common is what makes the kind."""
    counts = Counter(feature for found in sets for feature in found)
    return {feature: (count / len(sets)) ** 2 for feature, count in counts.items()}


def _overlap(weights: dict[str, float], found: frozenset[str]) -> float:
    total = sum(weights.values())
    if not total:
        return 0.0
    return sum(weights.get(feature, 0.0) for feature in found) / total


def _need(known: Sequence[Features]) -> float:
    if len(known) == 1:
        return _DEFAULT_NEED
    scores = []
    for i, one in enumerate(known):
        rest = [*known[:i], *known[i + 1 :]]
        structure = _overlap(_weights([f.structure for f in rest]), one.structure)
        text = _overlap(_weights([f.text for f in rest]), one.text)
        scores.append((structure + text) / 2)
    return _STRICTNESS * sum(scores) / len(scores)
