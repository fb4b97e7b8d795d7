"""How much a page resembles samples of one site, as long as no other page of it is known.

The samples give a template (template.py): the places in the page tree and the labels that they have in common and that
carry their content, not the frame of their site. A page's likeness is the mean of how much of the structure and of the
labels it shows. How much is enough the samples say themselves: each is compared with the template of the others, and a
page must come close to what they reach. The less they reach, the less of a template there is (personal home pages, for
instance), and the more the plain words count instead. One or two samples cannot say how much their kind varies; there
the threshold has a fixed part.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from hubwalk.validators.outline import Outline, Sketch
from hubwalk.validators.template import Template

_FEW = 0.6  # the least that is needed with one sample or two
_LEAST = 0.4  # with more; samples that hardly resemble each other must not let every page in
_CLOSE = 0.85  # of the samples' likeness to each other
_MOST = 1_500_000  # characters of a page that are looked at
_MAX_COMPARED = 10  # samples; more would not move the mean much, but cost their square
# Of how like the others the typical sample is, if that is much: a sample with less is of another kind. It is a remark,
# so it must hardly ever be made of good samples; most strangers have the layout in common, and are not told by it.
_ODD, _TYPICAL = 0.5, 0.6


class TemplateLikeness:
    """Compares pages with the template of the samples, given as HTML, all different."""

    def __init__(self, samples: Sequence[str]) -> None:
        outline = Outline()
        pages = [outline.add(html[:_MOST]) for html in samples]
        self._template = Template(outline, pages)
        self.word_share = 0.0  # of the score
        self.need = _FEW
        self.alike = 1.0  # how much the samples are alike each other, on average
        self.odd: list[int] = []  # samples that are clearly unlike the others, which are alike each other
        if len(pages) > 1:
            self._compare_samples(outline, pages)

    def _compare_samples(self, outline: Outline, pages: Sequence[Sketch]) -> None:
        compared = [
            (Template(outline, [*pages[:i], *pages[i + 1 :]]), page) for i, page in enumerate(pages[:_MAX_COMPARED])
        ]
        if len(pages) > 2:
            alike = [self._score(others, outline, page)[0] for others, page in compared]
            self.word_share = 1 - sum(alike) / len(alike)
        alike = [self._score(others, outline, page)[0] for others, page in compared]
        self.alike = sum(alike) / len(alike)
        typical = median(alike)
        self.odd = [i for i, one in enumerate(alike) if typical >= _TYPICAL and one < _ODD * typical]
        self.need = max(_LEAST if len(pages) > 2 else _FEW, _CLOSE * self.alike)

    def of(self, html: str) -> tuple[float, str]:
        """How alike a page is, and in what."""
        outline = Outline()
        return self._score(self._template, outline, outline.add(html[:_MOST]))

    def _score(self, template: Template, outline: Outline, page: Sketch) -> tuple[float, str]:
        structure, labels, words = template.structure(outline, page), template.labels(outline, page), 0.0
        score = structure if labels is None else (structure + labels) / 2
        parts = f"structure {structure:.2f}" if labels is None else f"structure {structure:.2f}, labels {labels:.2f}"
        if self.word_share:
            words = template.words(page)
            score += self.word_share * (words - score)
            parts += f", words {words:.2f}"
        return score, parts
