"""`hubwalk simulate` as a user calls it, on a small recorded site in an SQLite file."""

from __future__ import annotations

import json
import sqlite3
import zlib
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from running import Command

pytest_plugins = ["commands"]


SITE = "http://shop.test"
CAMERAS = [f"{SITE}/camera/{i}.html" for i in range(12)]
PRINTERS = [f"{SITE}/printer/{i}.html" for i in range(5)]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Two lists, twelve cameras, five printers, thirty pages of news; the primary task are the cameras."""
    news = [f"{SITE}/news/{i}.html" for i in range(30)]
    links = {
        f"{SITE}/": [*news, f"{SITE}/cameras.html", f"{SITE}/printers.html"],
        f"{SITE}/cameras.html": CAMERAS,
        f"{SITE}/printers.html": PRINTERS,
        **{url: [f"{SITE}/"] for url in [*news, *CAMERAS, *PRINTERS]},
    }
    path = tmp_path / "shop.sqlite"
    record = {
        "name": "shop", "entry": f"{SITE}/", "primary_task": "camera", "samples": CAMERAS[:2],
        "other_tasks": [{"task": "printer", "samples": PRINTERS[:1]}],
    }  # fmt: skip
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        db.execute("CREATE TABLE labels(task TEXT, url TEXT)")
        db.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)")
        db.execute("INSERT INTO meta VALUES ('record', ?)", [json.dumps(record)])
        for url, targets in links.items():
            body = "".join(f'<li><a href="{t}">{t.rpartition("/")[2]}</a></li>' for t in targets)
            html = f"<html><head><title>{url}</title></head><body><h1>{url}</h1><ul>{body}</ul></body></html>"
            db.execute("INSERT INTO pages VALUES (?, ?, ?)", [url, zlib.compress(html.encode()), url in CAMERAS])
        db.executemany("INSERT INTO labels VALUES ('camera', ?)", [[url] for url in CAMERAS])
        db.executemany("INSERT INTO labels VALUES ('printer', ?)", [[url] for url in PRINTERS])
    db.close()
    return path


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "simulate")


def simulated(call: Command, *arguments: object) -> dict[str, Any]:
    code, out, err = call(*arguments, "--json")
    assert code == 0, err
    return json.loads(out)  # type: ignore[no-any-return]


def untimed(result: dict[str, Any]) -> dict[str, Any]:
    for strategy in result["strategies"].values():
        del strategy["ms_per_decision"]
    return result


def test_json_has_site_bound_and_costs_of_every_strategy(recorded: Path, call: Command) -> None:
    result = simulated(call, recorded, "--strategy", "breadth_first", "--strategy", "xcrawl", "--samples", 2)
    assert result["site"] == "shop"
    assert result["pages"] == 50
    assert result["targets"] == 12
    assert result["lower_bound"] == {"50": 8, "90": 13, "95": 14, "99": 14, "100": 14}
    assert list(result["strategies"]) == ["breadth_first", "xcrawl"]
    for strategy in result["strategies"].values():
        assert set(strategy["cost"]) == {"50", "90", "95", "99", "100"}
        assert strategy["cost"]["100"]["min"] >= 14
        assert strategy["recall"] == 1.0
        assert 0 < strategy["harvest_rate"] <= 1
        assert strategy["ms_per_decision"] > 0
    # entry, two samples, thirty pages of news, the two lists, and all but two of the other ten cameras
    assert result["strategies"]["breadth_first"]["cost"]["90"]["mean"] == 3 + 30 + 2 + 9


def test_same_seeds_same_numbers(recorded: Path, call: Command) -> None:
    arguments = [recorded, "--strategy", "xcrawl", "--samples", 4, "--seeds", 2]
    assert untimed(simulated(call, *arguments)) == untimed(simulated(call, *arguments))


def test_another_task_of_the_file(recorded: Path, call: Command) -> None:
    result = simulated(call, recorded, "--task", "printer", "--samples", 1, "--strategy", "breadth_first")
    assert result["targets"] == 5
    assert result["lower_bound"]["100"] == 5 + 2


def test_opaque_urls_hide_the_names_and_change_nothing_for_breadth_first(recorded: Path, call: Command) -> None:
    arguments = [recorded, "--strategy", "breadth_first", "--seeds", 1, "--samples", 2]
    plain, opaque = simulated(call, *arguments), simulated(call, *arguments, "--opaque-urls")
    assert untimed(plain) == untimed(opaque)
    by_url = simulated(call, *arguments, "--opaque-urls", "--validator", "url:camera/")
    assert by_url["strategies"]["breadth_first"]["recall"] == pytest.approx(2 / 12)  # the samples


def test_another_validator_shows_its_precision(recorded: Path, call: Command) -> None:
    code, out, _ = call(recorded, "--strategy", "breadth_first", "--validator", r"url:[0-3]\.html")
    assert code == 0
    assert "precision" in out
    result = simulated(call, recorded, "--strategy", "breadth_first", "--validator", "url:(camera|printer)/")
    assert result["strategies"]["breadth_first"]["precision"] == pytest.approx(12 / 17)


def test_the_table_shows_costs_and_their_ratio_to_the_bound(recorded: Path, call: Command) -> None:
    code, out, err = call(recorded, "--strategy", "breadth_first", "--samples", 2, "--seeds", 1)
    assert (code, err) == (0, "")
    assert "shop: 50 pages" in out
    assert "lower bound" in out
    assert " 44 " in out
    assert " 3.38× " in out
    assert "precision" not in out


def test_a_level_that_was_not_reached_is_null_and_never(recorded: Path, call: Command) -> None:
    arguments = [recorded, "--strategy", "breadth_first", "--max-pages", 5, "--seeds", 2]
    strategy = simulated(call, *arguments)["strategies"]["breadth_first"]
    assert strategy["cost"]["90"] == {"mean": None, "min": None, "max": None, "reached": 0}
    assert "never" in call(*arguments)[1]


def test_what_the_runs_thought_of_themselves(recorded: Path, call: Command) -> None:
    strategy = simulated(call, recorded, "--strategy", "breadth_first", "--samples", 2)["strategies"]["breadth_first"]
    assert strategy["estimated_recall"] == 1.0  # nothing was left to fetch
    for run in strategy["runs"]:
        assert run["estimate"] == {"found": 12, "expected": 12, "low": 12, "high": 12, "recall": 1.0}
        assert run["stopped"] == ""
    early = simulated(call, recorded, "--strategy", "breadth_first", "--max-pages", 20)["strategies"]["breadth_first"]
    assert early["estimated_recall"] < 1
    assert early["runs"][0]["estimate"]["found"] == 3
    out = call(recorded, "--strategy", "breadth_first")[1]
    assert "own" in out
    assert "100.0%" in out


def test_runs_stop_when_they_have_enough(recorded: Path, call: Command) -> None:
    arguments = [recorded, "--strategy", "breadth_first", "--samples", 2, "--seeds", 1]
    (run,) = simulated(call, *arguments, "--stop-at-recall", 0.1)["strategies"]["breadth_first"]["runs"]
    assert run["stopped"].startswith("estimated recall 10 % reached (2 of about ")
    assert 3 <= run["downloads"] < 50
    assert run["estimate"]["recall"] >= 0.1
    assert (
        f"breadth_first, seed 0: after {run['downloads']} downloads, " in call(*arguments, "--stop-at-recall", 0.1)[1]
    )
    (run,) = simulated(call, *arguments, "--stop-when-yield-below", 0.5)["strategies"]["breadth_first"]["runs"]
    assert (run["stopped"], run["downloads"]) == ("", 50)  # too small a site for a window of 100


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plot(recorded: Path, call: Command, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"recall.{ending}"
    assert call(recorded, "--strategy", "breadth_first", "--plot", path)[0] == 0
    if ending == "svg":
        ElementTree.parse(path)
    else:
        assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--strategy", "xcrwal"], "did you mean 'xcrawl'"),
        (["--strategy", "xcrawl:speed=3"], "speed"),
        (["--task", "camra"], "did you mean 'camera'"),
        (["--validator", "lkie"], "did you mean 'like'"),
        (["--validator", "table", "--samples", "0"], "give it some with --samples"),
        (["--strategy", "sleeping_bandit:alpha=-1"], "alpha must be at least 0"),
        (["--stop-at-recall", "95"], "expected a share above 0 and up to 1, as in 0.95"),
        (["--stop-when-yield-below", "-1"], "--stop-when-yield-below -1"),
        (["--prior", "nowhere.json", "--strategy", "breadth_first"], "nowhere.json"),
        (["--plot", "recall.pdf"], ".png or .svg"),
        (["--plot", "no/such/folder/recall.png"], "no/such/folder"),
    ],
)
def test_bad_options_are_one_line_and_exit_code_2(
    recorded: Path, call: Command, arguments: list[str], hint: str
) -> None:
    code, out, err = call(recorded, *arguments)
    assert (code, out) == (2, "")
    assert hint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_file_is_one_line_and_exit_code_2(tmp_path: Path, call: Command, content: bytes) -> None:
    path = tmp_path / "damaged.sqlite"
    path.write_bytes(content)
    code, out, err = call(path)
    assert (code, out) == (2, "")
    assert "damaged.sqlite" in err
    assert err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path: Path, call: Command) -> None:
    code, _, err = call(tmp_path / "nowhere.sqlite")
    assert code == 2
    assert "nowhere.sqlite" in err
