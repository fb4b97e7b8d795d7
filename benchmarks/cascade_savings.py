"""How many questions a cascade saves, and what that costs, on recorded sites.

    python benchmarks/cascade_savings.py --corpora DIR [--cheap like] [--order breadth] [--site NAME ...] [--json FILE]

DIR (or the environment variable HUBWALK_CORPORA) holds manifest.json and the recorded sites it names. The dear one
is the oracle, which knows the targets, in place of a language model that never errs; the cheap one has the samples that
the manifest names. Every page of a site is judged once. `wrong` is the share of unasked verdicts that differ from the
oracle's, `lost` the share of targets among these, `audited` what the cascade itself measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from hubwalk.evaluation.validating_sites import ORDERS, PackedPages, SiteRecord, TaskRecord
from hubwalk.evaluation.validating_sites import samples_of as targets_of
from hubwalk.validators import make_validator
from hubwalk.validators.cascade import CascadeValidator
from hubwalk.validators.oracle import OracleValidator
from recorded_sites import add_sites, chosen_sites, one_line_errors


@dataclass(frozen=True, slots=True)
class Row:
    """One task of one site."""

    site: str
    task: str
    pages: int
    targets: int
    asked: float  # share of the pages
    wrong: float  # share of the unasked verdicts
    lost: float  # share of the targets
    audits: int
    disagreements: int


def measure(site: SiteRecord, task: TaskRecord, cheap: str, order: str) -> Row:
    """Judge every page of the site."""
    recorded = site.open(task.name)
    pages = PackedPages(recorded, site.entry)
    samples = [pages.read(url) for url in targets_of(task, recorded, 0)[:3]]
    cascade = CascadeValidator(make_validator([cheap], samples), OracleValidator(recorded.targets))
    wrong = lost = 0
    for url in pages.order(order):
        page = pages.read(url)
        accepted, wanted = cascade.judge(page).accepted, url in recorded.targets
        wrong += accepted is not wanted
        lost += wanted and not accepted
    return Row(
        site.name,
        task.name,
        len(pages),
        len(recorded.targets),
        cascade.asked / max(1, cascade.asked + cascade.saved),
        wrong / max(1, cascade.saved),
        lost / max(1, len(recorded.targets)),
        cascade.audits,
        cascade.disagreements,
    )


@one_line_errors("cascade_savings")
def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_sites(parser)
    parser.add_argument("--cheap", default="like", help="a validator that learns from samples")
    parser.add_argument("--order", default="breadth", choices=ORDERS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(argv)
    sites = chosen_sites(options)
    rows = []
    print(f"{'site':18}{'task':14}{'pages':>7}{'targets':>9}{'asked':>8}{'wrong':>8}{'lost':>8}  audited")
    for site in sites:
        for task in site.tasks:
            row = measure(site, task, options.cheap, options.order)
            rows.append(row)
            shares = f"{row.asked:8.1%}{row.wrong:8.2%}{row.lost:8.2%}  {row.disagreements} of {row.audits}"
            print(f"{row.site:18}{row.task:14}{row.pages:7}{row.targets:9}{shares}", flush=True)
    middle = [
        f"{median(getattr(row, name) for row in rows):8.{digits}%}" for name, digits in (("asked", 1), ("wrong", 2))
    ]
    print(f"{'median':48}{''.join(middle)}{median(row.lost for row in rows):8.2%}")
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
