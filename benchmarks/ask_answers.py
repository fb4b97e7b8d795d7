"""What a few answers are worth: `ask(like)` on recorded sites, with somebody who answers every question rightly.

    python benchmarks/ask_answers.py --corpora DIR [--samples 3] [--most 0,5,20] [--order breadth] [--site NAME ...]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. Every page of a
site is judged, in breadth-first order; the verdicts that stand after the last one count. `asked` is how many questions
were put, of at most so many: what nobody is asked about, they do not have to look at.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hubwalk.drivers.judging import finish
from hubwalk.errors import UsageError
from hubwalk.evaluation.validating import Scores
from hubwalk.evaluation.validating_sites import ORDERS, PackedPages, SiteRecord, TaskRecord
from hubwalk.evaluation.validating_sites import samples_of as targets_of
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.given import Given
from hubwalk.validators.like import LikeValidator
from hubwalk.validators.questions import Answer, Question
from recorded_sites import add_sites, chosen_sites, one_line_errors


@dataclass(frozen=True, slots=True)
class Row:
    """One task with so many questions at most."""

    asked: int
    scores: Scores


def measure(site: SiteRecord, task: TaskRecord, pages: PackedPages, options: argparse.Namespace, most: int) -> Row:
    """Judge every page of the site."""
    recorded = site.open(task.name)
    samples = [pages.read(url) for url in targets_of(task, recorded, 0)[: options.samples]]

    def answer(question: Question) -> Answer:
        return Answer.YES if question.url in recorded.targets else Answer.NO

    validator = AskValidator(LikeValidator(samples), Given(samples), ask=answer, max_questions=most)
    standing: dict[str, bool] = {}
    for url in pages.order(options.order):
        standing[url] = validator.judge(pages.read(url)).accepted
        standing |= {one.url: one.verdict.accepted for one in validator.revisions()}
    standing |= {one.url: one.verdict.accepted for one in finish(validator, site.entry)}
    accepted = {url for url, yes in standing.items() if yes}
    return Row(validator.questions, Scores(len(accepted), len(accepted & recorded.targets), len(recorded.targets)))


@one_line_errors("ask_answers")
def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_sites(parser)
    parser.add_argument("--samples", type=int, default=3, help="how many are given before any question")
    parser.add_argument("--most", default="0,5,20", help="questions at most, each number by itself")
    parser.add_argument("--order", default="breadth", choices=ORDERS)
    options = parser.parse_args(argv)
    most = _numbers(options.most)
    sites = chosen_sites(options)
    print(f"{'site':18}{'task':14}{'pages':>7}{'targets':>9}" + "".join(f"  F, {number:2} asked" for number in most))
    found: list[list[Row]] = []
    for site in sites:
        pages = PackedPages(site.open(site.tasks[0].name), site.entry)
        for task in site.tasks:
            rows = [measure(site, task, pages, options, number) for number in most]
            found.append(rows)
            shown = "".join(f"{row.scores.f1:7.3f}{row.asked:6}" for row in rows)
            print(f"{site.name:18}{task.name:14}{len(pages):7}{rows[0].scores.targets:9}{shown}", flush=True)
    _summary(found)
    return 0


def _numbers(given: str) -> list[int]:
    try:
        return [int(number) for number in given.split(",")]
    except ValueError:
        raise UsageError(f"--most {given}: give whole numbers of questions, as in --most 0,5,20") from None


def _summary(found: Sequence[Sequence[Row]]) -> None:
    values = np.array([[(row.scores.f1, row.asked) for row in rows] for rows in found])
    if not len(values):
        return
    middle = {"median": np.median(values, axis=0), "10th percentile": np.percentile(values, 10, axis=0)}
    for name, each in (middle | {"mean": values.mean(axis=0)}).items():
        print(f"{name:48}" + "".join(f"{f:7.3f}{asked:6.1f}" for f, asked in each))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
