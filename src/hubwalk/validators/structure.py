"""`structure[:THRESHOLD]`: pages whose tree is like that of a sample, whatever they say.

The judge of the structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006, section 3): a page is wanted if
its DOM tree is similar to a sample's by RTDM (tree_distance.py). Several templates among the samples are fine: the
nearest sample decides. The sample trees are built once, and most pages that are unlike are refused by their tag paths
alone.

How similar is enough: the threshold, if one is given. With one sample 0.8, at which Reis, Golgher, Silva and Laender
(2004) part clusters of pages. With several, nine tenths of how similar each is to its nearest, in the mean. A sample
that shares less than half with every other is a template of its own and says nothing of how much such pages vary; if
all are like that, each counts as one sample.

From Python:

    from hubwalk.validators.structure import similarity, tree_of
    similarity(tree_of("<ul><li>one</ul>"), tree_of("<ul><li>one<li>two</ul>"))    # 1 - 1 / (4 + 5 - 1) = 0.875
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hubwalk.errors import SampleError, UsageError
from hubwalk.validators.given import Given
from hubwalk.validators.page_tree import PageTree, tree_from, tree_of
from hubwalk.validators.tree_distance import distance, prepare, similarity, similarity_bound
from hubwalk.values import Page, Verdict

__all__ = [
    "PageTree",
    "StructureValidator",
    "distance",
    "make",
    "similarity",
    "similarity_bound",
    "tree_from",
    "tree_of",
]

_ONE_SAMPLE = 0.8
_CLOSE = 0.9  # of the samples' similarity to each other
_KIN = 0.5
_MAX_COMPARED = 20  # samples with each other; more would not move the mean much, but cost their square


def make(argument: str, given: Given) -> StructureValidator:
    """See validators/__init__.py."""
    if not argument:
        return StructureValidator(given.samples)
    try:
        threshold = float(argument)
    except ValueError:
        threshold = -1.0
    if not 0 < threshold <= 1:
        raise UsageError(
            f"validator structure:{argument}: the threshold is a number above 0 and up to 1, for example structure:0.8"
        )
    return StructureValidator(given.samples, threshold)


class StructureValidator:
    """Accepts pages whose tree is at least `need` similar to that of a sample."""

    def __init__(self, samples: Sequence[Page], threshold: float | None = None) -> None:
        if not samples:
            raise SampleError("validator structure: no samples to compare with; give some with --like URL_OR_FILE")
        prepare()
        # The same page given twice would count as proof that nothing about its kind ever differs.
        distinct = {sample.html: sample.url for sample in reversed(samples)}
        self._samples = [(tree_of(html), url) for html, url in reversed(distinct.items())]
        self.need = threshold or _threshold([tree for tree, _ in self._samples])

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        tree = tree_of(page.html)
        promising = sorted(
            ((similarity_bound(tree, sample), -i) for i, (sample, _) in enumerate(self._samples)), reverse=True
        )
        if promising[0][0] < self.need:
            return Verdict(
                False,
                promising[0][0],
                f"at most {promising[0][0]:.2f} like the tree of any sample (needs {self.need:.2f})",
            )
        best, nearest = -1.0, ""
        for most, i in promising:
            if most < max(best, self.need):
                break
            sample, url = self._samples[-i]
            alike = similarity(tree, sample)
            if alike > best:
                best, nearest = alike, url
        return Verdict(best >= self.need, best, f"{best:.2f} like the tree of sample {nearest} (needs {self.need:.2f})")


def _threshold(trees: Sequence[PageTree]) -> float:
    some = trees[:: -(-len(trees) // _MAX_COMPARED)]
    nearest = [0.0] * len(some)
    for i, one in enumerate(some):
        for k, other in enumerate(some[:i]):
            alike = similarity(one, other)
            nearest[i], nearest[k] = max(nearest[i], alike), max(nearest[k], alike)
    kin = [alike for alike in nearest if alike >= _KIN]
    return max(_KIN, _CLOSE * fmean(kin)) if kin else _ONE_SAMPLE
