"""`hubwalk evaluate-validator` as a user calls it, on two small recorded shops and on saved pages."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from recorded_folders import CAMERAS, PRINTERS
from running import Command

from hubwalk.validators.page_filter_folds import PAPER

pytest_plugins = ["commands", "recorded_fixtures"]


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "evaluate-validator")


def untimed(out: str) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in out.splitlines()]
    return [{key: value for key, value in record.items() if not key.startswith("ms_")} for record in records]


def saved(folder: Path, text: str, count: int) -> Path:
    """So many saved pages, no two of them the same."""
    folder.mkdir()
    for i in range(count):
        words = " ".join(f"{text} {'abcdefghijklmnop'[(i * k) % 16]}{k}" for k in range(1, 30))
        (folder / f"{i}.html").write_text(
            f"<html><title>{text} {i}</title><body><p>{words}.</p><p>{text} again {i}.</p>"
        )
    return folder


def test_several_folders_are_one_table(shops: Path, call: Command, tmp_path: Path) -> None:
    more = tmp_path / "more"
    shutil.copytree(shops, more)
    arguments = ("--validator", "oracle", "--samples", 3, "--corpora", shops, "--corpora")
    code, _, err = call(*arguments, more)
    assert code == 2
    assert f"both {shops} and {more} have a site 'alpha'" in err
    manifest = json.loads((more / "manifest.json").read_text())
    (more / "manifest.json").write_text(json.dumps({"gamma": manifest["beta"]}))
    code, out, _ = call(*arguments, more)
    assert code == 0
    assert out.startswith("oracle: 4 tasks of 3 sites")
    assert [line.split()[0] for line in out.splitlines()[3:7]] == ["alpha", "alpha", "beta", "gamma"]
    _, once, _ = call(*arguments, shops)
    assert once.startswith("oracle: 3 tasks of 2 sites")  # a folder named twice is one


def test_a_table_per_validator(shops: Path, call: Command) -> None:
    code, out, _ = call("--corpora", shops, "--validator", "oracle", "--validator", "url:/c", "--samples", "1,3")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "oracle: 3 tasks of 2 sites, every page judged"
    assert lines[1].split() == ["1", "sample", "3", "samples"]
    assert lines[3].split()[:6] == ["alpha", "camera", str(CAMERAS + 1), "1.000", "1.000", "1.000"]
    assert [line.split()[0] for line in lines[3:6]] == ["alpha", "alpha", "beta"]
    below = lines.index("url:/c: 3 tasks of 2 sites, every page judged")
    printers = next(line for line in lines[below:] if line.startswith("alpha printer"))
    assert printers.split()[2:6] == [str(PRINTERS), "0.000", "0.000", "0.000"]
    summaries = ["median", "10th percentile", "mean"]
    firsts = [f"first tasks, {title}" for title in summaries]
    assert [line.partition("  ")[0] for line in lines[-6:]] == [*summaries, *firsts]
    assert "\x1b" not in out


def test_json_lines_are_the_same_with_more_processes(shops: Path, call: Command) -> None:
    arguments = ("--corpora", shops, "--validator", "url:/c0", "--samples", 2, "--json")
    code, alone, _ = call(*arguments)
    assert code == 0
    _, together, _ = call(*arguments, "--jobs", 2)
    first, second = untimed(alone), untimed(together)
    assert sorted(map(str, first)) == sorted(map(str, second))
    camera, summary, firsts = first[0], first[-2], first[-1]
    assert (firsts["event"], firsts["tasks"]) == ("first_tasks", 2)
    assert (camera["event"], camera["site"], camera["task"], camera["samples"]) == ("task", "alpha", "camera", 2)
    assert (camera["targets"], camera["accepted"], camera["precision"]) == (CAMERAS + 1, 10, 1.0)
    assert (summary["event"], summary["tasks"]) == ("summary", 3)
    assert summary["f1"]["median"] == camera["f1"] == camera["first_f1"]


def test_more_draws_are_more_measurements(shops: Path, call: Command) -> None:
    code, out, _ = call("--corpora", shops, "--validator", "oracle", "--samples", 2, "--draws", 3, "--json")
    assert code == 0
    tasks = [record for record in untimed(out) if record["event"] == "task"]
    assert [record["draw"] for record in tasks] == [0, 1, 2] * 3
    summary = next(record for record in untimed(out) if record["event"] == "summary")
    assert (summary["tasks"], summary["measurements"]) == (3, 9)
    code, _, err = call("--corpora", shops, "--draws", 0)
    assert (code, "--draws" in err) == (2, True)


def test_results_and_mistakes_go_to_a_folder(shops: Path, call: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    chosen = ("--corpora", shops, "--validator", "url:/c0", "--samples", 1, "--site", "beta", "-o", out)
    code, table, _ = call(*chosen)
    assert code == 0
    assert (out / "table.txt").read_text() == table
    assert len((out / "results.jsonl").read_text().splitlines()) == 1
    mistakes = [json.loads(line) for line in (out / "mistakes.jsonl").read_text().splitlines()]
    assert {mistake["url"] for mistake in mistakes} == {f"http://beta.test/{name}" for name in ("c10", "c11", "a-lost")}
    assert all(mistake["wanted"] and mistake["reason"] for mistake in mistakes)
    code, _, err = call(*chosen)
    assert code == 2
    assert "would be overwritten; choose another folder" in err


def test_samples_from_another_site(shops: Path, call: Command) -> None:
    code, out, _ = call("--corpora", shops, "--samples-from", "beta", "--validator", "oracle", "--samples", 3)
    assert code == 0
    assert out.startswith("oracle: 1 task of 1 site, every page judged, samples from beta\n")
    assert "alpha camera" in out


def test_fewer_targets_than_samples_are_told(shops: Path, call: Command) -> None:
    chosen = ("--corpora", shops, "--site", "alpha", "--validator", "oracle", "--draws", 2, "--json")
    code, out, err = call(*chosen, "--task", "camera", "--samples", f"3,{CAMERAS + 2},500")
    assert code == 0
    told = f"instead of {CAMERAS + 2}, 500 samples all of them are given"
    assert err == f"hubwalk: alpha: the task 'camera' has only {CAMERAS + 1} targets; {told}\n"
    tasks = [record for record in map(json.loads, out.splitlines()) if record["event"] == "task"]
    assert {(one["samples"], one["samples_given"]) for one in tasks} == {(3, 3), (14, 13), (500, 13)}
    assert call(*chosen, "--task", "camera", "--samples", CAMERAS + 1)[2] == ""
    _, _, err = call("--corpora", shops, "--samples-from", "beta", "--validator", "oracle", "--samples", 99)
    assert err == "hubwalk: beta: the task 'camera' has only 13 targets; instead of 99 samples all of them are given\n"


def test_a_refused_task_counts_as_zero_and_says_why(shops: Path, call: Command) -> None:
    code, out, _ = call("--corpora", shops, "--validator", "table", "--samples", 1, "--task", "printer")
    assert code == 0
    assert out.splitlines()[3].split()[:6] == ["alpha", "printer", str(PRINTERS), "0.000", "0.000", "0.000"]
    assert out.splitlines()[-1].startswith("alpha printer, 1 sample: F counts as 0: validator table: ")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "--corpora DIR"),
        (["--corpora", "no/such/folder"], "no/such/folder/manifest.json"),
        (["--corpora", "SHOPS", "--site", "alpa"], "did you mean 'alpha'"),
        (["--corpora", "SHOPS", "--task", "cameras"], "did you mean 'camera'"),
        (["--corpora", "SHOPS", "--validator", "lik"], "did you mean 'like'"),
        (["--corpora", "SHOPS", "-o", "-"], "standard output: these are several files; name a folder"),
        (["--folds", 2, "--demo", "cameras", "-o", "-"], "standard output: these are several files; name a folder"),
        (["--corpora", "SHOPS", "--order", "deep"], "unknown order 'deep'"),
        (["--corpora", "SHOPS", "--samples", "1,x"], "1,3,10"),
        (["--corpora", "SHOPS", "--samples", "0"], "1,3,10"),
        (["--corpora", "SHOPS", "--samples-from", "alpha", "--task", "printer"], "no other site"),
        (["--corpora", "SHOPS", "--model", "svm", "--model", "adaboost"], "--folds 10"),
        (["--demo", "cameras"], "--folds 10"),
        (["--folds", 10, "--demo", "camera"], "did you mean 'cameras'"),
        (["--folds", 10, "--model", "svn"], "did you mean 'svm'"),
        (["--folds", 10, "--validator", "like"], "--validator has no say: leave one of them out"),
        (["--folds", 10, "--like", "", "--unlike", "SHOPS"], "--like or --unlike is empty"),
        (["--folds", 10, "--like", "SHOPS"], "--unlike DIR"),
        (["--folds", 10, "--like", "SHOPS", "--unlike", "SHOPS"], "has no .html"),
        (["--folds", 10, "--like", "http://a.test/", "--unlike", "http://a.test/"], "saved pages only"),
        (["--folds", 10, "--corpora", "SHOPS", "--demo", "cameras"], "give one of them"),
        (["--folds", 10, "--corpora", "SHOPS", "--task", "printer"], "4 pages of the wanted kind are too few"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(shops: Path, call: Command, arguments: list[str], hint: str) -> None:
    code, out, err = call(*(shops if argument == "SHOPS" else argument for argument in arguments))
    assert (code, out) == (2, "")
    assert hint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("table:nosuch.toml", "nosuch.toml: cannot be read"),
        ("schema_org:Foo", "unknown type of schema.org 'Foo'"),
        ("text:nosuch.model", "nosuch.model"),
        ("url:(", "not a regular expression"),
        ("command:/nosuch", "no program '/nosuch'"),
        ("python:nosuch:judge", "cannot import 'nosuch'"),
        ("language_model", "set HUBWALK_LLM_URL"),
        ("like:5", "like takes no argument"),
        ("structure:5", "the threshold is a number"),
        ("all_of(like, not(url:*))", "not a regular expression"),
        ("any_of(table, text, structure, like, schema_org:Foo)", "unknown type of schema.org 'Foo'"),
    ],
)
def test_a_broken_validator_is_told_before_anything_is_measured(
    shops: Path, call: Command, monkeypatch: pytest.MonkeyPatch, spec: str, hint: str
) -> None:
    monkeypatch.delenv("HUBWALK_LLM_URL", raising=False)
    code, out, err = call("--corpora", shops, "--validator", "url:/c", "--validator", spec, "--json")
    assert (code, out) == (2, "")
    assert hint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("", "manifest.json, line 1: not valid JSON: Expecting value"),
        ('{"a":\n {"file": "x",}}', "manifest.json, line 2: not valid JSON: "),
        ("[]", "manifest.json names no site: expected an object as {"),
        ("{}", "manifest.json names no site"),
        ('{"a": "a.sqlite"}', "site 'a': expected an object with file, entry, pages, primary_task, tasks"),
        ('{"a": {"tasks": {"t": {}}}}', "site 'a': `file` is missing: expected a text"),
        ('{"a": {"file": "a.sqlite"}}', "site 'a': `tasks` is missing: expected an object of tasks, as in {"),
        ('{"a": {"file": "x", "tasks": ["t"]}}', "site 'a': `tasks` is wrong: expected an object of tasks"),
        ('{"a": {"file": "x", "tasks": {}}}', "site 'a': `tasks` is empty"),
        (
            '{"a": {"file": "x", "pages": "9", "tasks": {"t": {}}}}',
            "site 'a': `pages` is wrong: expected a whole number",
        ),
        ('{"a": {"file": "x", "pages": true, "tasks": {"t": {}}}}', "site 'a': `pages` is wrong"),
        ('{"a": {"file": "x", "tasks": {"t1": {}}, "primary_task": "t2"}}', "unknown task 't2': did you mean 't1'?"),
        ('{"a": {"file": "x", "tasks": {"t": []}}}', "site 'a', task 't': expected an object with samples, target"),
        ('{"a": {"file": "x", "tasks": {"t": {"samples": "u"}}}}', "task 't': `samples` is wrong: expected a list"),
        ('{"a": {"file": "x", "tasks": {"t": {"samples": [1]}}}}', "task 't': `samples` is wrong: expected a list"),
        ('{"a": {"file": "x", "tasks": {"t": {}}}}', "x is not there, the `file` of the site 'a'"),
    ],
)
def test_a_strange_manifest_is_refused(shops: Path, call: Command, content: str, hint: str) -> None:
    (shops / "manifest.json").write_text(content)
    code, out, err = call("--corpora", shops)
    assert (code, out) == (2, "")
    assert f"--corpora {shops}: " in err
    assert hint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("task", "hint"),
    [
        ({"camrea": {}}, "unknown task 'camrea': did you mean 'camera'?"),
        ({"nolabel": {}}, "unknown task 'nolabel': known: camera, printer"),
    ],
)
def test_a_manifest_that_does_not_fit_its_file_is_refused(
    shops: Path, call: Command, task: dict[str, object], hint: str
) -> None:
    (shops / "manifest.json").write_text(json.dumps({"alpha": {"file": "alpha.sqlite", "tasks": task}}))
    code, out, err = call("--corpora", shops, "--validator", "oracle")
    assert (code, out) == (2, "")
    assert hint in err
    assert "alpha" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("url", "what"),
    [
        ("http://alpha.test/gone", "no recorded page"),
        ("/c01", "no recorded page"),
        ("http://alpha.test/p0", "no target"),
    ],
)
def test_a_sample_of_the_manifest_that_is_none_is_left_out_and_told(
    shops: Path, call: Command, url: str, what: str
) -> None:
    tasks = {"camera": {"samples": [url, "http://alpha.test/c01"]}}
    (shops / "manifest.json").write_text(json.dumps({"alpha": {"file": "alpha.sqlite", "tasks": tasks}}))
    code, out, err = call("--corpora", shops, "--validator", "oracle", "--samples", 2)
    assert (code, "camera" in out) == (0, True)
    assert err == f"hubwalk: alpha: the sample {url} of the task 'camera' is {what} and left out\n"


@pytest.mark.parametrize("change", ["DROP TABLE labels", "DELETE FROM labels"])
def test_a_file_without_labels_has_one_task_by_any_name(shops: Path, call: Command, change: str) -> None:
    with sqlite3.connect(shops / "alpha.sqlite") as db:
        db.execute(change)
        db.execute("DROP TABLE meta")
    db.close()
    (shops / "manifest.json").write_text(json.dumps({"alpha": {"file": "alpha.sqlite", "tasks": {"any": {}}}}))
    code, out, err = call("--corpora", shops, "--validator", "oracle", "--samples", 1)
    assert (code, err) == (0, "")
    assert f"alpha any {CAMERAS + 1} 1.000" in " ".join(out.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_in_one_line(shops: Path, tmp_path: Path, jobs: int) -> None:
    (tmp_path / "stuck.py").write_text("import threading\ndef judge(page):\n    threading.Event().wait()\n")
    command = [sys.executable, "-c", "from hubwalk.cli import main; main()", "evaluate-validator", "--corpora"]
    command += [str(shops), "--samples", "1", "--json", "--jobs", str(jobs), "--validator", "url:/c"]
    process = subprocess.Popen(
        [*command, "--validator", "python:stuck:judge"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["validator"] == "url:/c"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to all of them
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1].startswith("hubwalk: interrupted; ")
    assert "Traceback" not in err


def test_folds_stand_beside_the_numbers_of_the_paper(call: Command, tmp_path: Path) -> None:
    like, unlike = saved(tmp_path / "like", "camera zoom lens", 8), saved(tmp_path / "unlike", "printer paper ink", 8)
    code, out, _ = call("--folds", 4, "--like", like, "--unlike", unlike, "-o", tmp_path / "out")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].endswith("8 pages of the kind, 8 others, stratified 4-fold cross-validation")
    rows = {line.split()[0]: line.split()[1:] for line in lines[3:]}
    assert list(rows) == list(PAPER)
    for model, cells in rows.items():
        paper = PAPER[model]
        assert cells[4:] == [f"{paper.precision:.3f}", f"{paper.recall:.3f}", f"{paper.f1:.3f}"]
    assert rows["svm"][:3] == ["1.000", "1.000", "1.000"]
    assert (tmp_path / "out" / "table.txt").read_text() == out


def test_folds_refuse_pages_that_are_of_both_kinds(call: Command, tmp_path: Path) -> None:
    both = saved(tmp_path / "both", "camera zoom lens", 4)
    code, out, err = call("--folds", 4, "--like", both, "--unlike", both)
    assert (code, out) == (2, "")
    assert "the same page is given with --like and with --unlike" in err
    assert err.count("\n") == 1


def test_folds_on_a_recorded_task_as_json(shops: Path, call: Command) -> None:
    chosen = ("--corpora", shops, "--task", "camera", "--site", "alpha", "--folds", 2, "--model", "svm", "--json")
    code, out, _ = call(*chosen)
    assert code == 0
    (record,) = map(json.loads, out.splitlines())
    assert (record["event"], record["source"], record["model"]) == ("model", "alpha camera", "svm")
    assert (record["positives"], record["folds"], record["paper_f1"]) == (CAMERAS + 1, 2, PAPER["svm"].f1)


def test_folds_on_the_demo_web_need_no_data(call: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.evaluation.validating_folds.DEMO_PAGES", 6)
    code, out, _ = call("--folds", 2, "--model", "naive_bayes")
    assert code == 0
    assert out.startswith("demo web, cameras: 6 pages of the kind, 6 others")
