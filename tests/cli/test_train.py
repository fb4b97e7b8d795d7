"""`hubwalk train` as a user calls it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hubwalk import __version__
from hubwalk.cli import main
from hubwalk.pages.parse import parse
from hubwalk.validators import make_validator
from hubwalk.validators.page_filter_files import load_about

Call = Callable[..., tuple[int, str, str]]
_TEXTS = {
    "cameras": "A camera with zoom lens and viewfinder takes sharp pictures in low light with its large sensor",
    "printers": "A printer with toner and paper tray prints sharp pages in low noise with its large drum",
}


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind, text in _TEXTS.items():
        folder = tmp_path / kind
        folder.mkdir()
        for i in range(5):
            (folder / f"{i}.html").write_text(f"<html><title>{kind} {i}</title><p>{text}, model {kind[0]}x{i}.</p>")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command in this process: exit code, standard output, standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hubwalk", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return run


def test_a_filter_that_find_can_use(pages: Path, call: Call) -> None:
    code, out, err = call("train", "--like", "cameras", "--unlike", "printers", "-o", "cameras.model")
    assert (code, out) == (0, "")
    assert "cameras.model: svm; wanted 5, near misses 5, languages en" in err
    assert "--validator text:cameras.model" in err
    validator = make_validator(["text:cameras.model"], [])
    verdicts = [validator.judge(parse(f"<p>{text} and more", "http://b.test/")) for text in _TEXTS.values()]
    assert [verdict.accepted for verdict in verdicts] == [True, False]


def test_another_model_and_json(pages: Path, call: Call) -> None:
    files = [f"cameras/{i}.html" for i in range(3)]
    likes = [part for name in files for part in ("--like", name)]
    code, out, err = call("train", *likes, "--unlike", "printers", "--model", "naive_bayes", "-o", "a.model", "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert (said["file"], said["model"], said["wanted"], said["near_misses"]) == ("a.model", "naive_bayes", 3, 5)
    assert (said["hubwalk"], said["data"]) == (__version__, load_about(Path("a.model")).data)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--like cameras --unlike printers -o no/a.model", "there is no folder no"),
        ("--like cameras --unlike printers -o cameras", "it is a folder"),
        ("--like cameras --unlike printers -o -", "to standard output: other commands read this from a file"),
        ("--like cameras --unlike printers -o - --force", "cannot write to standard output"),
        ("--like cameras --unlike printers -o old.model", "old.model exists: choose another -o, or replace it"),
        ("--like cameras --unlike printers -o a.model --model smv", "unknown model 'smv': did you mean 'svm'?"),
        ("--like cameras --unlike cameras -o a.model", "the same page is given with --like and with --unlike"),
        ("--like nothing --unlike printers -o a.model", "sample nothing: No such file"),
        ("--like empty --unlike printers -o a.model", "has no .html"),
        ("--like links.html --unlike printers -o a.model", "no words in common"),
        ("--like cameras --unlike printers", "--output"),
        ("--like cameras -o a.model", "--unlike"),
    ],
)
def test_bad_input(arguments: str, message: str, pages: Path, call: Call) -> None:
    (pages / "empty").mkdir()
    (pages / "old.model").write_text("kept")
    (pages / "links.html").write_text("<html><a href=/x>only a link</a>")
    code, out, err = call("train", *arguments.split())
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert not (pages / "a.model").exists()
    assert not (pages / "-").exists()
    assert (pages / "old.model").read_text() == "kept"


def test_an_old_file_is_replaced_on_demand(pages: Path, call: Call) -> None:
    (pages / "a.model").write_text("old")
    code, _, _ = call("train", "--like", "cameras", "--unlike", "printers", "-o", "a.model", "--force")
    assert code == 0
    assert load_about(Path("a.model")).wanted == 5


@pytest.mark.parametrize("content", [None, b"\x80\x04not ours"])
def test_find_refuses_a_bad_file_before_the_crawl(content: bytes | None, pages: Path, call: Call) -> None:
    if content is not None:
        (pages / "bad.model").write_bytes(content)
    code, out, err = call("find", "http://127.0.0.1:9/", "--validator", "text:bad.model", "-o", "x.jsonl")
    assert (code, out) == (2, "")
    assert "bad.model" in err
    assert "hubwalk train" in err
    assert not (pages / "x.jsonl").exists()
    assert not (pages / "x.db").exists()
