"""Priors for a fair test: for each task of each recorded site, one that was learned on other sites alone.

    python benchmarks/leave_one_out_priors.py --corpora DIR -o priors
    python benchmarks/efficiency.py --corpora DIR -o results --strategy adaptive --place elsewhere --priors priors

Writes priors/SITE.TASK.json. It is learned from the same task on other sites, where there are such; else, and with
--any-task everywhere, from all tasks of all other sites. Prints which was which.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hubwalk.cli.learn_prior import recorded_crawl
from hubwalk.errors import UsageError
from hubwalk.evaluation.validating_sites import SiteRecord
from hubwalk.strategies.prior_learning import Lessons, learn_prior
from recorded_sites import add_folder, all_sites, one_line_errors

Task = tuple[str, str]  # site, task


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0],
        epilog="Example: python benchmarks/leave_one_out_priors.py --corpora sites -o priors",
    )
    add_folder(parser)
    add = parser.add_argument
    add("--output", "-o", type=Path, default=Path("priors"), help="folder for the priors")
    add("--any-task", action="store_true", help="learn from all tasks of the other sites, also where one is the same")
    return parser.parse_args(argv)


def read_crawls(sites: Sequence[SiteRecord]) -> Iterator[tuple[Task, Lessons]]:
    """What there is to learn from each task."""
    for site in sites:
        for task in site.tasks:
            print(f"reading {site.name} {task.name} ...", file=sys.stderr, flush=True)
            file = str(site.file)
            crawl = recorded_crawl(file if task.name == site.primary else f"{file}:{task.name}", lambda _text: None)
            yield (site.name, task.name), crawl.lessons()


def sources_of(task: Task, known: Mapping[Task, Lessons], *, any_task: bool) -> dict[Task, Lessons]:
    """What a prior for one task may be learned from."""
    elsewhere = {other: crawl for other, crawl in known.items() if other[0] != task[0]}
    same = {other: crawl for other, crawl in elsewhere.items() if other[1] == task[1]}
    return elsewhere if any_task else same or elsewhere


@one_line_errors("leave_one_out_priors")
def main(argv: Sequence[str]) -> int:
    options = arguments_of(argv)
    known = dict(read_crawls(all_sites(options)))
    if len({site for site, _ in known}) < 2:
        raise UsageError(f"{options.corpora} has one site: nothing is left when it is left out")
    options.output.mkdir(parents=True, exist_ok=True)
    for site, task in known:
        sources = sources_of((site, task), known, any_task=options.any_task)
        prior = learn_prior(list(sources.values()))
        (options.output / f"{site}.{task}.json").write_text(prior.dump(), "utf-8")
        kind = "the same task" if all(name == task for _, name in sources) else "other tasks"
        places = ", ".join(dict.fromkeys(name for name, _ in sources))
        print(f"{site}.{task}: {len(prior.wanted)} + {len(prior.hubs)} words, {kind} on {places}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
