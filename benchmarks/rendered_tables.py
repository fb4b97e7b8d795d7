"""What text boxes bring to `table`: precision, recall and F over a labelled set of small pages, without and with them.

    python benchmarks/rendered_tables.py [--json] [--wrong]

The pages are those of tests/validators/drawn_pages.py: one instance in tabular form by many techniques of style sheets,
and listings, comparisons, menus, prose, forms and the like. A real browser draws them; `hubwalk doctor` says how to get
one. The samples are plain tables of another site, or an ontology is asked. Exit code 1 if boxes make any verdict worse.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "validators"))

import drawn_pages as drawn
from drawn_sheets import KINDS

from hubwalk.browsing.installed import find_browser
from hubwalk.browsing.text_boxes import boxes_of, boxes_script
from hubwalk.errors import UsageError
from hubwalk.ports import Validator
from hubwalk.validators.table import TableValidator
from hubwalk.values import Page


@dataclass(frozen=True, slots=True)
class Score:
    """One way to judge all pages."""

    validator: str
    way: str
    pages: int
    precision: float
    recall: float
    f: float


def draw(pages: Sequence[str]) -> list[tuple[Any, ...]]:
    """The text boxes of each page."""
    from playwright.sync_api import sync_playwright

    choice = find_browser()
    with sync_playwright() as playwright:
        kind = playwright.chromium if choice.kind == "chromium" else playwright.firefox
        flags = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
        browser = kind.launch(executable_path=choice.path or None, args=flags if choice.kind == "chromium" else [])
        page = browser.new_page()
        found = []
        for number, html in enumerate(pages, start=1):
            if number % 10 == 0 or number == len(pages):
                print(f"\rdrawing page {number} of {len(pages)}", end="", file=sys.stderr, flush=True)
            page.set_content(html)
            found.append(boxes_of(page.evaluate(boxes_script())))
        print(file=sys.stderr)
        browser.close()
    return found


def score(validator: str, way: str, verdicts: Iterable[tuple[bool, bool]]) -> Score:
    """From pairs of wanted and accepted."""
    pairs = list(verdicts)
    right = sum(wanted and accepted for wanted, accepted in pairs)
    precision = right / max(1, sum(accepted for _, accepted in pairs))
    recall = right / max(1, sum(wanted for wanted, _ in pairs))
    f = 2 * precision * recall / (precision + recall) if right else 0.0
    return Score(validator, way, len(pairs), precision, recall, f)


def judged(cases: Sequence[drawn.Case], pages: Sequence[Page], validators: dict[str, Validator]) -> list[bool]:
    """Whether each page is accepted by the validator of its kind."""
    return [validators[case.kind].judge(page).accepted for case, page in zip(cases, pages, strict=True)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="figures as JSON lines")
    parser.add_argument("--wrong", action="store_true", help="name the pages that are judged wrongly")
    options = parser.parse_args(arguments)
    cases = list(drawn.cases())
    try:
        boxes = draw([case.html for case in cases])
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    plain = [drawn.read(case) for case in cases]
    pages = {"tree": plain, "tree and boxes": [replace(p, boxes=b) for p, b in zip(plain, boxes, strict=True)]}
    worse = 0
    for name, validators in _validators().items():
        said = {way: judged(cases, each, validators) for way, each in pages.items()}
        for way, accepted in said.items():
            found = score(name, way, zip((case.wanted for case in cases), accepted, strict=True))
            print(json.dumps(asdict(found)) if options.json else _line(found))
            wrong = [
                f"{case.kind}: {case.name}" for case, yes in zip(cases, accepted, strict=True) if yes != case.wanted
            ]
            if options.wrong and wrong:
                print(f"  wrong: {', '.join(wrong)}", file=sys.stderr)
        worse += sum(
            tree == case.wanted != both
            for case, tree, both in zip(cases, said["tree"], said["tree and boxes"], strict=True)
        )
    if worse:
        print(f"{worse} verdicts are worse with boxes", file=sys.stderr)
    return 1 if worse else 0


def _validators() -> dict[str, dict[str, Validator]]:
    """By spec and kind of thing."""
    return {
        "table": {kind: TableValidator(drawn.samples(kind)) for kind in KINDS},
        "table:ONTOLOGY": {kind: TableValidator.from_ontology(drawn.ontology(kind)) for kind in KINDS},
    }


def _line(found: Score) -> str:
    figures = f"precision {found.precision:.3f}  recall {found.recall:.3f}  F {found.f:.3f}"
    return f"{found.validator:<15} {found.way:<15} {found.pages} pages  {figures}"


if __name__ == "__main__":
    sys.exit(main())
