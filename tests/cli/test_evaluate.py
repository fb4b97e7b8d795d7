"""`hubwalk evaluate` as a user calls it, on two of the smallest sites of the demo web."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from running import Command

from hubwalk.evaluation import runner
from hubwalk.evaluation.results import load_results

pytest_plugins = ["commands", "evaluating"]

TINY = """
title = "Tiny"
domains = ["laptops", "cell_phones"]
sites = ["continentpc", "islandphones"]
scale = 0.1
starts = 2
baseline = "best_first"
strategies = ["breadth_first"]
[restart]
probabilities = [0.15, 0.30]
[iterations]
values = [10, 50]
[discovery]
enabled = false
"""
CELLS = 2 * (2 * 3 + 3)  # per site three strategies with two validators, two restart probabilities, ten iterations


def stored(folder: Path) -> list[str]:
    return [json.loads(line)["name"] for line in (folder / "cells.jsonl").read_text().splitlines()]


def untimed(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "results.json").read_text())
    for *_, record in data["cells"]:
        record.pop("seconds", None)
    return data


def test_the_report_and_its_parts_are_written(tiny: Path, call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    code, out, err = call(tiny, "-o", folder, "--jobs", 1)
    assert code == 0, err
    assert out.strip() == str(folder / "report.html")
    assert err.startswith(f"{CELLS} cells, 0 of them stored")
    assert f"{CELLS + 2} of {CELLS + 2} cells" in err  # and a survey of each site
    made = load_results(folder / "results.json")
    assert len(made.outcomes) == made.planned == CELLS
    assert {site.key for site in made.sites} == {"laptops/continentpc", "cell_phones/islandphones"}
    assert [site.paper for site in made.sites] == ["europc.co.uk", "mobile-phones-uk.org.uk"]
    text = (folder / "report.md").read_text()
    assert "# Tiny" in text
    assert "Fig. 10" in text
    assert (folder / "figures" / "restart-xcrawl.svg").read_text() in (folder / "report.html").read_text()


def test_a_second_call_computes_nothing(
    tiny: Path, call: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    call(tiny, "-o", folder, "--jobs", 1)
    before = (folder / "report.md").read_text()

    def refuse(*_: object) -> None:
        raise AssertionError("a site was opened")

    monkeypatch.setattr(runner, "open_subject", refuse)
    code, _, err = call(tiny, "-o", folder, "--jobs", 1)
    assert code == 0
    assert f"{CELLS} cells, {CELLS} of them stored" in err
    assert (folder / "report.md").read_text() == before


def test_a_changed_setting_computes_what_it_changes(tiny: Path, call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    call(tiny, "-o", folder, "--jobs", 1)
    first = stored(folder)
    tiny.write_text(TINY.replace('["breadth_first"]', '["breadth_first", "random_walk"]'))
    assert call(tiny, "-o", folder, "--jobs", 1)[0] == 0
    assert {name.split()[1] for name in stored(folder)[len(first) :]} == {"random_walk"}


def test_two_processes_find_what_one_finds(tiny: Path, call: Command, tmp_path: Path) -> None:
    assert call(tiny, "-o", tmp_path / "one", "--jobs", 1)[0] == 0
    assert call(tiny, "-o", tmp_path / "two", "--jobs", 2)[0] == 0
    assert untimed(tmp_path / "one") == untimed(tmp_path / "two")


def test_a_killed_run_goes_on_with_what_is_missing(tiny: Path, call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    command = [sys.executable, "-c", "from hubwalk.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "evaluate", str(tiny), "-o", str(folder), "--jobs", "1"], stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not (
        folder.exists() and (folder / "cells.jsonl").exists() and len(stored_whole(folder)) > 3
    ):
        time.sleep(0.02)
    process.kill()
    process.wait()
    before = stored_whole(folder)
    assert before
    assert call(tiny, "-o", folder, "--jobs", 1)[0] == 0
    names = stored(folder)
    assert names[: len(before)] == before
    assert len(names) == len(set(names)) == CELLS + 2
    assert call(tiny, "-o", tmp_path / "whole", "--jobs", 1)[0] == 0
    assert untimed(folder) == untimed(tmp_path / "whole")


def stored_whole(folder: Path) -> list[str]:
    lines = (folder / "cells.jsonl").read_text().splitlines(keepends=True)
    return [json.loads(line)["name"] for line in lines if line.endswith("\n")]


@pytest.mark.parametrize(("jobs", "number"), [(1, signal.SIGINT), (2, signal.SIGINT), (2, signal.SIGTERM)])
def test_an_interrupted_run_says_how_to_go_on(tiny: Path, tmp_path: Path, jobs: int, number: signal.Signals) -> None:
    tiny.write_text(TINY.replace("scale = 0.1", "scale = 1.0"))
    folder = tmp_path / "out"
    command = [sys.executable, "-c", "from hubwalk.cli import main; main()", "evaluate", str(tiny), "-o", str(folder)]
    process = subprocess.Popen(
        [*command, "--jobs", str(jobs)], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    until = time.monotonic() + 60
    while time.monotonic() < until and not ((folder / "cells.jsonl").exists() and stored_whole(folder)):
        time.sleep(0.02)
    os.killpg(process.pid, number)  # as a terminal does it: to all of them
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("hubwalk: interrupted; ")
    assert "the same command goes on" in err
    assert "Traceback" not in err
    assert not (folder / "cells.jsonl.lock").exists()


def test_only_some_cells_and_the_reference_they_need(tiny: Path, call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert call(tiny, "-o", folder, "--only", "islandphones breadth_first oracle")[0] == 0
    site = "cell_phones/islandphones"
    assert stored(folder) == [f"{site} survey", f"{site} xcrawl oracle 0", f"{site} breadth_first oracle 0"]
    assert f"2 of {CELLS} cells: **incomplete**" in (folder / "report.md").read_text()
    assert call(tiny, "-o", folder, "--only", "islandphones best_first oracle")[0] == 0
    assert len(stored(folder)) == 4  # the reference was there


def test_queries_find_where_to_start(tiny: Path, call: Command, tmp_path: Path) -> None:
    tiny.write_text(
        TINY.replace("enabled = false", "max_queries = 30").replace('"laptops", ', "").replace('"continentpc", ', "")
    )
    folder = tmp_path / "out"
    assert call(tiny, "-o", folder, "--only", "breadth_first oracle", "--jobs", 1)[0] == 0
    made = load_results(folder / "results.json")
    assert made.discovery[0].queries <= 30
    assert made.sites[0].found_by_queries == (made.discovery[0].found > 0)
    assert "From samples to sites" in (folder / "report.md").read_text()


@pytest.mark.parametrize(
    ("text", "arguments", "hint"),
    [
        ("scle = 1", [], "did you mean 'scale'"),
        ('domains = ["camera"]', [], "did you mean 'cameras'"),
        ('sites = ["islandphone"]', [], "did you mean 'islandphones'"),
        ('[validators]\ntext = "txt"', [], "did you mean 'text'"),
        ("title = ", [], "not valid TOML"),
        ("scale = -1", [], "scale"),
        ("", ["--recorded", "no/such/folder"], "no/such/folder"),
        ("", ["-o", "FILE"], "choose another one"),
        ("", ["-o", "-"], "standard output: these are several files; name a folder"),
        ("", ["--only", "camras"], "'cameras/lensledger xcrawl oracle 0', for example"),
        ("domains = []", [], "give --recorded DIR"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tiny: Path, call: Command, text: str, arguments: list[str], hint: str
) -> None:
    tiny.write_text(text)
    arguments = [str(tiny) if argument == "FILE" else argument for argument in arguments]
    arguments = arguments if "-o" in arguments else [*arguments, "-o", str(tiny.parent / "out")]
    code, out, err = call(tiny, *arguments)
    assert (code, out) == (2, "")
    assert hint in err
    assert err.count("\n") == 1


def test_where_there_is_nothing_to_compute_no_folder_is_made(tiny: Path, call: Command, tmp_path: Path) -> None:
    code, out, err = call(tiny, "-o", tmp_path / "out", "--only", "no such cell")
    assert (code, out) == (2, "")
    assert err.startswith("hubwalk: --only no such cell: no cell has this in its name")
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_in_it_is_refused(tiny: Path, call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "cells.jsonl").write_text("not ours\n")
    code, _, err = call(tiny, "-o", folder)
    assert code == 2
    assert "cells.jsonl, line 1" in err
    assert err.count("\n") == 1


def test_recorded_sites(call: Command, tmp_path: Path) -> None:
    cameras = [f"http://shop.test/camera/{i}" for i in range(8)]
    with sqlite3.connect(tmp_path / "shop.sqlite") as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        for url, links in {"http://shop.test/": cameras, **{url: ["http://shop.test/"] for url in cameras}}.items():
            html = f"<h1>{url}</h1>" + "".join(f'<p><a href="{link}">{link}</a></p>' for link in links)
            db.execute("INSERT INTO pages VALUES (?, ?, ?)", [url, zlib.compress(html.encode()), url in cameras])
        record = {"entry": "http://shop.test/", "primary_task": "camera", "samples": cameras[:2]}
        db.execute("CREATE TABLE meta(key TEXT, value TEXT)")
        db.execute("INSERT INTO meta VALUES ('record', ?)", [json.dumps(record)])
    db.close()
    about = {"file": "shop.sqlite", "pages": 9, "tasks": {"camera": {"targets_total": 8}}}
    (tmp_path / "manifest.json").write_text(json.dumps({"shop": about}))
    suite = tmp_path / "real.toml"
    suite.write_text('domains = []\nbaseline = "best_first"\n[recorded]\nstrategies = ["breadth_first"]')
    assert call(suite, "-o", tmp_path / "out", "--recorded", tmp_path)[0] == 0
    assert "| shop/camera | 8 | 9 | 1.000 | 1.000 |" in (tmp_path / "out" / "report.md").read_text()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"a": {"file": "a.sqlite"}}',
        '{"a": {"file": "gone", "pages": 1, "tasks": {"t": {}}}}',
        '{"a": {"file": "tiny.toml", "pages": 1, "tasks": {"t": {"targets_total": "3"}}}}',
        '{"a": {"file": "tiny.toml", "pages": -1, "tasks": {"t": {"targets_total": 3}}}}',
    ],
)
def test_a_strange_folder_of_recorded_sites_is_refused(tiny: Path, call: Command, tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    code, _, err = call(tiny, "-o", tmp_path / "out", "--recorded", tmp_path)
    assert code == 2
    assert "--recorded" in err
    assert err.count("\n") == 1
