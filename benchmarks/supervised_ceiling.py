"""What could be had of a recorded site's pages if somebody had labelled nine tenths of them: a ceiling for `like`.

    python benchmarks/supervised_ceiling.py --corpora DIR [--site NAME ...] [--samples 3]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. A linear support
vector machine sees all that `like` sees of a page: its traits, and which lists of links name it (TF-IDF weights, traits
of a single page left out, both classes of the same weight). It is fitted to nine tenths of the pages with their labels
and judges the last, ten times (stratified folds); `like` has a few samples and no label. Where the first fails, what
makes pages targets can hardly be told from the pages; where only the second does, a few samples do not tell it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.svm import LinearSVC

from hubwalk.evaluation.validating import Measured, Plan, measure_site
from hubwalk.evaluation.validating_sites import PackedPages, SiteRecord
from hubwalk.validators.traits import Places, Trait, lists_on, traits_of
from recorded_sites import add_sites, chosen_sites, one_line_errors

_FOLDS = 10
Rows = Mapping[str, Sequence[int]]  # the numbers of the traits of each page


def traits_of_site(site: SiteRecord) -> Rows:
    """Of every page, the lists that name it included."""
    pages = PackedPages(site.open(site.tasks[0].name), site.entry)
    places, numbers = Places(), dict[Trait, int]()
    rows: dict[str, list[int]] = {url: [] for url in pages}
    for url in pages:
        page = pages.read(url)
        rows[url] += (numbers.setdefault(trait, len(numbers)) for trait in traits_of(page, places))
        for trait, named in lists_on(page).items():
            for target in named & rows.keys():
                rows[target].append(numbers.setdefault(trait, len(numbers)))
    return rows


def ceiling(rows: Rows, targets: frozenset[str]) -> float:
    """F of pages that a classifier judges which has seen the labels of the others."""
    wanted = np.array([url in targets for url in rows])
    if min(wanted.sum(), (~wanted).sum()) < _FOLDS:
        return float("nan")
    folds = StratifiedKFold(_FOLDS, shuffle=True, random_state=0)
    model = LinearSVC(class_weight="balanced", random_state=0)
    accepted = cross_val_predict(model, _weighed(rows), wanted, cv=folds)
    return float(2 * (accepted & wanted).sum() / (accepted.sum() + wanted.sum()))


def _weighed(rows: Rows) -> csr_matrix:
    """TF-IDF. Traits of a single page are left out: they can say nothing about another."""
    columns = np.fromiter(chain.from_iterable(rows.values()), np.int64)
    starts = np.cumsum([0, *map(len, rows.values())])
    pages = csr_matrix((np.ones(len(columns), np.float32), columns, starts))
    pages.sum_duplicates()  # a list may name a page more than once
    pages.data[:] = 1
    return TfidfTransformer().fit_transform(pages[:, pages.getnnz(axis=0) > 1])


@one_line_errors("supervised_ceiling")
def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_sites(parser)
    parser.add_argument("--samples", type=int, default=3, help="how many `like` has")
    options = parser.parse_args(argv)
    sites = chosen_sites(options)
    found: list[tuple[float, float]] = []
    print(f"{'site':18}{'task':14}{'pages':>7}{'targets':>9}{'labels':>9}{'like':>9}")
    for site in sites:
        rows = traits_of_site(site)
        for measured in measure_site(Plan(site, ("like",), (options.samples,))):
            if isinstance(measured, Measured):
                with_labels = ceiling(rows, site.open(measured.task).targets)
                found.append((with_labels, measured.standing.f1))
                counts = f"{measured.pages:7}{measured.standing.targets:9}"
                print(f"{site.name:18}{measured.task:14}{counts}{with_labels:9.3f}{found[-1][1]:9.3f}", flush=True)
    _summary(np.array([pair for pair in found if not np.isnan(pair[0])]))
    return 0


def _summary(found: NDArray[np.float64]) -> None:
    if not len(found):
        return
    middle = {"median": np.median(found, axis=0), "10th percentile": np.percentile(found, 10, axis=0)}
    for name, values in (middle | {"mean": found.mean(axis=0)}).items():
        print(f"{name:48}{values[0]:9.3f}{values[1]:9.3f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
