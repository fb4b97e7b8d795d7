"""The folder of results: what is stored is there after a kill, and what is not ours is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_up_results import results

from hubwalk.errors import LogError, UsageError
from hubwalk.evaluation.results import DiscoveryFacts, ResultFolder, load_results, results_json


def test_what_was_stored_is_known_to_the_next_one(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path / "deep" / "results")
    folder.store("a", "cell a", {"found": 1})
    folder.close()
    again = ResultFolder(tmp_path / "deep" / "results")
    assert again.known == {"a": {"found": 1}}
    again.close()


def test_a_line_cut_off_by_a_kill_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path)
    folder.store("a", "cell a", {"found": 1})
    folder.close()
    with (tmp_path / "cells.jsonl").open("a") as stream:
        stream.write('{"key": "b", "rec')
    folder = ResultFolder(tmp_path)
    assert list(folder.known) == ["a"]
    folder.store("c", "cell c", {"found": 2})
    folder.close()
    folder = ResultFolder(tmp_path)
    assert list(folder.known) == ["a", "c"]
    folder.close()


@pytest.mark.parametrize("line", ["no json", "[1, 2]", '{"name": "a"}', "\x00\x01"])
def test_a_line_that_is_not_ours_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "cells.jsonl").write_text(f'{{"key": "a", "record": {{}}}}\n{line}\n')
    with pytest.raises(LogError, match=r"cells\.jsonl, line 2: .* delete the line"):
        ResultFolder(tmp_path)
    (tmp_path / "cells.jsonl").unlink()
    ResultFolder(tmp_path).close()  # the lock was given back


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("")
    with pytest.raises(UsageError, match="choose another one"):
        ResultFolder(tmp_path / "results")


@pytest.mark.parametrize("name", ["report.md", "report.html", "results.json"])
def test_nobody_elses_report_is_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("my own")
    with pytest.raises(UsageError, match=f"{name} would be overwritten.*choose another folder"):
        ResultFolder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    (tmp_path / "cells.jsonl").touch()
    ResultFolder(tmp_path).close()


def test_a_folder_that_cannot_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(UsageError, match=r"-o .*: cannot write there \(Permission denied\); choose another one"):
        ResultFolder(tmp_path)


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "cells.jsonl").mkdir()
    with pytest.raises(LogError, match="cannot read"):
        ResultFolder(tmp_path)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path)
    with pytest.raises(LogError, match="in use"):
        ResultFolder(tmp_path)
    folder.close()


def test_a_file_appears_whole(tmp_path: Path) -> None:
    folder = ResultFolder(tmp_path)
    assert folder.write("figures/a.svg", "<svg/>").read_text() == "<svg/>"
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["a.svg"]
    (tmp_path / "report.md").mkdir()
    with pytest.raises(UsageError, match=r"report\.md"):
        folder.write("report.md", "")
    folder.close()


def test_results_survive_being_written_down(tmp_path: Path) -> None:
    made = results(
        {"xcrawl": 0.9, "best_first": 0.5},
        discovery=(DiscoveryFacts("cameras", queries=3, real=6, found=5, listed=5, first=5, ended="budget"),),
    )
    path = tmp_path / "results.json"
    path.write_text(results_json(made))
    assert load_results(path) == made


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"suite": {}, "sites": [{"what": 1}]}'])
def test_strange_results_are_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(LogError, match=r"results\.json holds no results"):
        load_results(path)
    with pytest.raises(UsageError, match="cannot read"):
        load_results(tmp_path / "nowhere.json")
