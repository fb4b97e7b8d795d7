"""`like`: pages that resemble the samples in structure and text. The default.

The samples give a template (template.py): the places in the page tree and the labels that they have in common and that
carry their content, not the frame of their site. A page's likeness is the mean of how much of the structure and of the
labels it shows. How much is enough the samples say themselves: each is compared with the template of the others, and a
page must come close to what they reach. The less they reach, the less of a template there is (personal home pages, for
instance), and the more the plain words count instead. One or two samples cannot say how much their kind varies; there
the threshold has a fixed part, and three samples are far better.

The validator depends on nothing but its samples, so a page is judged alike whenever it comes, in a resumed crawl too.
"""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.errors import UsageError
from hubwalk.validators.given import Given
from hubwalk.validators.outline import Outline, Sketch
from hubwalk.validators.template import Template
from hubwalk.values import Page, Verdict

_FEW = 0.6  # the least that is needed with one sample or two
_LEAST = 0.4  # with more; samples that hardly resemble each other must not let every page in
_CLOSE = 0.85  # of the samples' likeness to each other
_MAX_COMPARED = 10  # samples; more would not move the mean much, but cost their square


def make(argument: str, given: Given) -> LikeValidator:
    """See validators/__init__.py."""
    given.refuse_argument("like", argument)
    return LikeValidator(given.samples)


class LikeValidator:
    """Accepts pages that are about as much alike the samples as these are alike each other."""

    def __init__(self, samples: Sequence[Page]) -> None:
        if not samples:
            raise UsageError("validator like: no samples to compare with; give some with --like URL_OR_FILE")
        outline = Outline()
        # The same page given twice would count as proof that nothing about its kind ever differs.
        pages = [outline.add(html) for html in dict.fromkeys(sample.html for sample in samples)]
        self._template = Template(outline, pages)
        self.word_share = 0.0  # of the score
        self.need = _FEW
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
        self.need = max(_LEAST if len(pages) > 2 else _FEW, _CLOSE * sum(alike) / len(alike))

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        outline = Outline()
        score, parts = self._score(self._template, outline, outline.add(page.html))
        return Verdict(score >= self.need, score, f"{score:.2f} alike: {parts} (needs {self.need:.2f})")

    def _score(self, template: Template, outline: Outline, page: Sketch) -> tuple[float, str]:
        structure, labels, words = template.structure(outline, page), template.labels(outline, page), 0.0
        score = structure if labels is None else (structure + labels) / 2
        parts = f"structure {structure:.2f}" if labels is None else f"structure {structure:.2f}, labels {labels:.2f}"
        if self.word_share:
            words = template.words(page)
            score += self.word_share * (words - score)
            parts += f", words {words:.2f}"
        return score, parts
