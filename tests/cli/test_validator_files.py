"""An ontology, or a trained page filter, that has changed between two runs of a crawl."""

from __future__ import annotations

from pathlib import Path

import pytest
from misbehaving import Web
from running import Command
from shop import stock

from hubwalk.cli._validator_files import keep_digests
from hubwalk.config import make_job
from hubwalk.store import argument_files
from hubwalk.store.crawl_log import SqliteCrawlLog

pytest_plugins = ["commands", "web_fixtures"]

ONTOLOGY = 'class = ["Thing"]\nneed = 1\n[[attribute]]\nname = "Weight"\n'
CHANGED = "has changed since the last run"


def find(web: Web, command: Command, validator: str) -> None:
    ran = command("find", web.url, "--validator", validator, "--delay", 0, "--max-pages", 3, "-o", "found.jsonl")
    assert (ran.code, CHANGED in ran.err) == (0, False)


@pytest.mark.parametrize("validator", ["table:goods.toml", "any_of(url:/item/1$, table:goods.toml)"])
def test_a_resumed_crawl_says_that_the_file_has_changed(
    web: Web, command: Command, tmp_path: Path, validator: str
) -> None:
    stock(web)
    file = tmp_path / "goods.toml"
    file.write_text(ONTOLOGY)
    find(web, command, validator)
    assert CHANGED not in command("resume", "found.db", "--max-pages", 4).err
    file.write_text(ONTOLOGY + '[[attribute]]\nname = "Length"\n')
    ran = command("resume", "found.db", "--max-pages", 5, "--quiet")
    (told,) = ran.err.splitlines()
    assert ran.code == 0
    assert told.startswith(f"hubwalk: warning: {file} {CHANGED}")
    assert told.endswith("begin a new crawl")
    assert CHANGED not in command("resume", "found.db", "--max-pages", 6).err  # it is told once
    file.write_text(ONTOLOGY)  # as at first, but some pages were judged by the other one
    assert CHANGED in command("resume", "found.db", "--max-pages", 7).err


def test_a_crawl_without_such_files_keeps_no_digests(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web)
    find(web, command, "url:/item/")
    assert CHANGED not in command("resume", "found.db", "--max-pages", 5).err
    with SqliteCrawlLog.open(tmp_path / "found.db") as log:
        assert log.rows("SELECT key FROM meta WHERE key = 'files'") == []


def test_a_digest_is_kept_for_each_change_and_a_log_is_not_written_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "goods.toml"
    job = make_job({"sites": ["http://shop.test/"], "validators": [f"table:{file}"], "output": "-"})
    written: list[int] = []
    write = argument_files.write

    def counted(log: SqliteCrawlLog, digests: dict[str, list[str]]) -> None:
        written.append(len(digests[str(file)]))
        write(log, digests)

    monkeypatch.setattr(argument_files, "write", counted)
    with SqliteCrawlLog.create(tmp_path / "found.db", {}) as log:
        told = []
        for content in ("a", "a", "b", "b", "a"):
            file.write_text(content)
            told.append(keep_digests(job, log))
        assert told == [[], [], [str(file)], [], [str(file)]]
        (first, second, third), *others = argument_files.read(log).values()
    assert (written, first == third != second, others) == ([1, 2, 3], True, [])
