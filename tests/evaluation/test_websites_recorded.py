"""Recorded sites cut into small ones: by links alone, every page at most once."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.evaluation.websites_recorded import cut, questions_of, run_recorded
from hubwalk.evaluation.websites_suite import RECORDED, Cell, make_websites_suite

# Grown breadth first: the entry, a and b below it; a has a1 to a4; b has b1, which has c1 and c2.
TREE = {"/": "", "a": "/", "b": "/", "a1": "a", "a2": "a", "a3": "a", "a4": "a", "b1": "b", "c1": "b1", "c2": "b1"}
WORDS = {"alpha": "saddle pony gallop", "beta-1": "keel harbour sail", "beta-2": "mast harbour anchor"}


def test_branches_with_enough_pages_are_cut_off_from_below() -> None:
    assert cut(TREE, 5) == {"a": ["a", "a4", "a3", "a2", "a1"]}
    assert cut(TREE, 3) == {"a": ["a", "a4", "a3", "a2", "a1"], "b1": ["b1", "c2", "c1"]}
    assert cut(TREE, 2).keys() == {"a", "b1"}  # b alone is left, and the top is no branch
    assert cut({"/": ""}, 1) == {}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three recorded sites, each with four branches of five pages."""
    manifest = {}
    for name, words in WORDS.items():
        root = f"http://{name}.test/"
        pages = {root: " ".join(f'<a href="/{b}/">go</a>' for b in range(4))}
        for b in range(4):
            pages[f"{root}{b}/"] = f"<p>{words} {words}</p>" + " ".join(f'<a href="/{b}/{n}">x</a>' for n in range(4))
            pages |= {f"{root}{b}/{n}": f"<p>{words} page {n} of {b}</p>" for n in range(4)}
        with sqlite3.connect(tmp_path / f"{name}.sqlite") as data:
            data.execute("CREATE TABLE pages (url TEXT PRIMARY KEY, html BLOB, is_target INTEGER)")
            data.execute("CREATE TABLE meta (key TEXT, value TEXT)")
            rows = [(url, zlib.compress(html.encode()), url.endswith("1")) for url, html in pages.items()]
            data.executemany("INSERT INTO pages VALUES (?, ?, ?)", rows)
            data.execute("INSERT INTO meta VALUES ('entry', ?)", (root,))
        manifest[name] = {"file": f"{name}.sqlite", "entry": root, "tasks": {"first": {}}, "primary_task": "first"}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    return tmp_path


def test_families_are_asked_for_twice(folder: Path) -> None:
    assert questions_of(folder) == ["alpha", "beta", "beta, sites never seen"]


@pytest.mark.parametrize(("question", "targets"), [("alpha", 4), ("beta, sites never seen", 8)])
def test_parts_are_told_apart_by_classifiers_that_do_not_know_them(folder: Path, question: str, targets: int) -> None:
    outcome = run_recorded(make_websites_suite({}), Cell(RECORDED, question, threshold=0.9), folder)
    assert (outcome.targets, outcome.others) == (targets, 12 - targets)
    assert outcome.website.recall == 1.0
    assert outcome.website.precision == 1.0
    assert outcome.sites <= outcome.pages <= 5 * outcome.sites


def test_a_site_that_cannot_be_cut_is_not_asked_for(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["alpha"]["entry"] = "http://alpha.test/0/0"
    (folder / "manifest.json").write_text(json.dumps(manifest))
    outcome = run_recorded(make_websites_suite({}), Cell(RECORDED, "alpha", threshold=0.9), folder)
    assert (outcome.targets, outcome.others, outcome.pages) == (0, 8, 0)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--recorded .*cannot read"):
        questions_of(tmp_path)
