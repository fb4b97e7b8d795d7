"""The example of the README, run as it stands there: what it shows is what a reader gets."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from doc_reading import ROOT, blocks, section
from running import Ran, hubwalk

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.sites import make_site

PLACE = "http://127.0.0.1:8000/"
EXAMPLE = section((ROOT / "README.md").read_text("utf-8"), "## An example")
# Strategies and validators get better; when they move the figures by more than this, the README gets new ones.
NEARLY = 0.1


def call(command: str) -> tuple[list[str], list[str]]:
    """The words of the README's call of a command, and the lines that it shows as output."""
    block = next(block for block in blocks(EXAMPLE, "") if f"$ hubwalk {command}" in block).replace("\\\n", " ")
    lines = block.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"$ hubwalk {command}"))
    end = next((i for i in range(at + 1, len(lines)) if lines[i].startswith("$ ")), len(lines))
    return shlex.split(lines[at].removeprefix("$ hubwalk "))[: -1 if lines[at].endswith("&") else None], lines[
        at + 1 : end
    ]


def test_the_example_finds_what_the_readme_says(tmp_path: Path) -> None:
    serve, _ = call("demo serve")
    site = make_site(serve[serve.index("--site") + 1], int(serve[serve.index("--size") + 1]))
    find, shown = call("find")
    explain, _ = call("explain")
    with serve_in_thread([site]) as urls:
        place = urls[site.name]

        def run(words: list[str]) -> Ran:
            return hubwalk(*(word.replace(PLACE, place) for word in words), cwd=tmp_path)

        ran = run(find)
        why = run(explain)
    assert (ran.code, why.code) == (0, 0)
    numbers = r"stopped\s+(\d+)\s+(\d+)\s+(\d+)"
    fetched, requests, accepted = map(int, re.search(numbers, "\n".join(shown)).groups())  # type: ignore[union-attr]
    measured = re.search(numbers, ran.err)
    assert measured, ran.err
    assert [int(n) for n in measured.groups()] == pytest.approx([fetched, requests, accepted], rel=NEARLY)
    found = [json.loads(line)["url"] for line in (tmp_path / "cameras.jsonl").read_text().splitlines()]
    right = sum(site.is_target(url.removeprefix(place.rstrip("/"))) for url in found)
    said = re.search(r"(\d+) of the (\d+) .*?(\d+) pages? that (?:is|are) not", " ".join(EXAMPLE.split()))
    assert said, "the example says how many of the targets were found, and how many other pages"
    assert int(said[2]) == site.target_count
    assert right == pytest.approx(int(said[1]), rel=NEARLY)
    assert len(found) - right == pytest.approx(int(said[3]), abs=NEARLY * len(found))
    assert f"{site.page_count:,}" in EXAMPLE


def test_the_record_it_shows_has_the_fields_of_the_output() -> None:
    block = next(block for block in blocks(EXAMPLE, "") if '"found_via"' in block)
    record = json.loads(block[block.index("{") :])
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for field in [*record, *(f"found_via.{name}" for name in record["found_via"])]:
        assert field == "found_via" or f"| `{field}` |" in page
