from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pyarrow.parquet as pq
import pytest
from observations import Make

from hubwalk.errors import LogError, UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import export
from hubwalk.store.results import ResultWriter

pytest_plugins = ["observations"]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    with SqliteCrawlLog.create(tmp_path / "crawl.db", {}) as log:
        yield log


def urls(text: str) -> list[str]:
    return [json.loads(line)["url"] for line in text.splitlines()]


def test_each_line_is_there_at_once(tmp_path: Path, log: SqliteCrawlLog, make: Make) -> None:
    out = tmp_path / "out.jsonl"
    with ResultWriter.open(out, log=log) as writer:
        assert out.read_text() == ""
        for name in ("a", "b"):
            observation = make(name, accepted=True)
            log.append(observation)
            writer.write(observation)
            assert urls(out.read_text())[-1] == f"http://shop.test/{name}"
    assert len(urls(out.read_text())) == 2


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_live_output_equals_the_export(tmp_path: Path, log: SqliteCrawlLog, make: Make, ending: str) -> None:
    live, exported = tmp_path / f"live.{ending}", tmp_path / f"export.{ending}"
    live.write_text("from an earlier crawl\n")
    with ResultWriter.open(live) as writer:
        for name in ("a", "b"):
            log.append(make(name, accepted=True))
            writer.write(make(name, accepted=True))
    export(log.path, exported)
    assert live.read_bytes() == exported.read_bytes()


def test_resume_mends_a_file_that_lacks_a_page_and_ends_in_half_a_line(
    tmp_path: Path, log: SqliteCrawlLog, make: Make
) -> None:
    out = tmp_path / "out.jsonl"
    with ResultWriter.open(out, log=log) as writer:
        for name in ("a", "b", "c"):
            log.append(make(name, accepted=True))
            writer.write(make(name, accepted=True))
    log.append(make("rejected"))
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) - 100])  # as kill -9 may leave it
    with ResultWriter.open(out, log=log) as writer:
        assert out.read_bytes() == whole
        writer.write(make("d", accepted=True))
    assert urls(out.read_text()) == [f"http://shop.test/{name}" for name in "abcd"]


def test_parquet_is_complete_at_the_end(tmp_path: Path, log: SqliteCrawlLog, make: Make) -> None:
    out = tmp_path / "out.parquet"
    with ResultWriter.open(out, log=log) as writer:
        assert pq.read_table(out).num_rows == 0
        log.append(make("a", accepted=True))
        writer.write(make("a", accepted=True))
    assert pq.read_table(out)["url"].to_pylist() == ["http://shop.test/a"]
    with pytest.raises(UsageError, match="give --db"):
        ResultWriter.open(out)


def test_standard_output(log: SqliteCrawlLog, make: Make, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    log.append(make("a", accepted=True))
    with ResultWriter.open("-", log=log) as writer:
        writer.write(make("b", accepted=True))
        assert urls(capfdbinary.readouterr().out.decode()) == ["http://shop.test/a", "http://shop.test/b"]
    print("still open")
    assert capfdbinary.readouterr().out == b"still open\n"


def test_a_pipe_is_opened_once(tmp_path: Path, log: SqliteCrawlLog, make: Make) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    log.append(make("a", accepted=True))
    with ResultWriter.open(pipe, log=log) as writer:
        writer.write(make("b", accepted=True))
    reader.join(10)
    assert urls(got[0]) == ["http://shop.test/a", "http://shop.test/b"]


def test_unwritable_output_shows_at_once(tmp_path: Path, log: SqliteCrawlLog) -> None:
    for out in (tmp_path / "no" / "out.jsonl", tmp_path / "no" / "out.parquet", log.path / "out.csv"):
        with pytest.raises(UsageError, match="cannot write"):
            ResultWriter.open(out, log=log)
    with pytest.raises(UsageError, match="cannot tell the format"):
        ResultWriter.open(tmp_path / "out.doc", log=log)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_disk_that_fills_up_later_gives_one_line(make: Make) -> None:
    writer = ResultWriter.open(Path("/dev/full"), format="jsonl")
    with pytest.raises(LogError, match="cannot write /dev/full: No space left on device; nothing is lost"):
        writer.write(make("a", accepted=True))
    with pytest.raises(LogError, match="No space left"):  # the line is still in the buffer
        writer.close()
    writer.close()
