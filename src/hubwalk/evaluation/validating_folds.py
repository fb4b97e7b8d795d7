"""Pages to cross-validate the page filter on, and its table beside that of the paper (see page_filter_folds.py).

The pages are the user's own, or a recorded site's targets and its other pages, or those of the demo web.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hubwalk.demo.web import make_domain
from hubwalk.errors import UsageError
from hubwalk.evaluation.subjects import read_demo
from hubwalk.evaluation.validating_sites import SiteRecord, TaskRecord
from hubwalk.pages.parse import read
from hubwalk.samples import check_kinds, load_samples, named_samples
from hubwalk.validators.page_filter_folds import PAPER, FoldScores
from hubwalk.values import Page, Response

MOST = 500  # pages of either kind, drawn where there are more: training costs time in their square with some models
DEMO_PAGES = 150  # of either kind


@dataclass(frozen=True, slots=True)
class Labelled:
    """Pages of the wanted kind and others."""

    source: str
    positives: Sequence[Page]
    negatives: Sequence[Page]

    def check(self, folds: int) -> None:
        """UsageError where a fold would be left without a page of either kind."""
        for pages, kind in ((self.positives, "of the wanted kind"), (self.negatives, "of other kinds")):
            if len(pages) < folds:
                raise UsageError(
                    f"{self.source}: {len(pages)} pages {kind} are too few for {folds} folds; give at least "
                    f"{folds} of each kind, or fewer --folds"
                )


def from_files(like: Sequence[str], unlike: Sequence[str]) -> Labelled:
    """Saved pages, or folders of them."""
    if not like or not unlike:
        lacks = "--unlike" if like else "--like"
        raise UsageError(f"cross-validation needs pages of both kinds; give some with {lacks} DIR too")
    shown = [load_samples(named_samples(names), _refuse) for names in (like, unlike)]
    check_kinds(*shown)
    positives, negatives = ([sample.page for sample in part] for part in shown)
    return Labelled(f"{' '.join(like)} against {' '.join(unlike)}", positives, negatives)


def _refuse(urls: Sequence[str]) -> Sequence[Response]:
    raise UsageError(f"{urls[0]}: cross-validation reads saved pages only; save the page and name the file")


def from_task(site: SiteRecord, task: TaskRecord, seed: int) -> Labelled:
    """The targets of a recorded site against its other pages."""
    recorded = site.open(task.name)
    draw = random.Random(f"{seed} {site.name} {task.name} folds")
    kinds = (sorted(recorded.targets), sorted(set(recorded.urls()) - recorded.targets))
    drawn = ([read(recorded.fetch(url)) for url in draw.sample(urls, min(MOST, len(urls)))] for urls in kinds)
    return Labelled(f"{site.name} {task.name}", *drawn)


def from_demo(domain: str, seed: int) -> Labelled:
    """Targets of the demo web against the pages that look close to them."""
    made = make_domain(domain, seed=seed)
    positives, negatives = made.samples(DEMO_PAGES), made.near_misses(DEMO_PAGES)
    return Labelled(f"demo web, {domain}", read_demo(positives), read_demo(negatives))


def fold_record(labelled: Labelled, scores: FoldScores, folds: int) -> dict[str, Any]:
    """One line of JSON for one model."""
    numbers = {name: round(getattr(scores, name), 4) for name in ("precision", "recall", "f1", "spread")}
    paper = PAPER.get(scores.model)
    theirs = {f"paper_{name}": getattr(paper, name) for name in ("precision", "recall", "f1")} if paper else {}
    about = {"event": "model", "source": labelled.source, "folds": folds, "model": scores.model}
    sizes = {"positives": len(labelled.positives), "negatives": len(labelled.negatives)}
    return {**about, **sizes, **numbers, **theirs}


def fold_table(labelled: Labelled, results: Sequence[FoldScores], folds: int) -> list[str]:
    """The lines of a table: ours, then the paper's."""
    name = max(len("nearest_neighbour"), *(len(scores.model) for scores in results)) + 2
    lines = [
        f"{labelled.source}: {len(labelled.positives)} pages of the kind, {len(labelled.negatives)} others, "
        f"stratified {folds}-fold cross-validation",
        f"{'':{name}}{'here':>29}{'paper, Table 2':>23}",
        f"{'model':{name}}{'prec':>7}{'rec':>7}{'F':>7}{'+-':>8}  {'prec':>7}{'rec':>7}{'F':>7}",
    ]
    for scores in results:
        ours = f"{scores.precision:7.3f}{scores.recall:7.3f}{scores.f1:7.3f}{scores.spread:8.3f}"
        paper = PAPER.get(scores.model)
        theirs = f"{paper.precision:7.3f}{paper.recall:7.3f}{paper.f1:7.3f}" if paper else ""
        lines.append(f"{scores.model:{name}}{ours}  {theirs}".rstrip())
    return lines
