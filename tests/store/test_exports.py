from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from observations import Make
from warcio.archiveiterator import ArchiveIterator

from hubwalk.errors import LogError, UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.exports import export, format_of, result_record
from hubwalk.store.records import COLUMNS, flat_record
from hubwalk.store.results import ResultWriter
from hubwalk.values import Observation, Response, Verdict

pytest_plugins = ["observations"]


@pytest.fixture
def observations(make: Make) -> list[Observation]:
    odd = make("odd", accepted=True, hub="http://shop.test/")
    odd = replace(odd, choice=replace(odd.choice, why="6 of 6, at this place"))
    odd = replace(odd, page=replace(odd.page, title='comma, "quote", =1+1, größe ✓'), verdict=Verdict(True, 0.1, "a;b"))
    return [
        make("", depth=0),
        make("a", accepted=True, hub="http://shop.test/", depth=1, fetched_at=1_700_000_001.25),
        odd,
        make("gone", status=404),
    ]


@pytest.fixture
def log(tmp_path: Path, observations: list[Observation]) -> Path:
    path = tmp_path / "crawl.db"
    with SqliteCrawlLog.create(path, {"seed": 1}) as log:
        for observation in observations:
            log.append(observation)
    return path


def read_json_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_record_of_a_page(observations: list[Observation]) -> None:
    assert result_record(observations[1]) == {
        "url": "http://shop.test/a",
        "accepted": True,
        "score": 0.75,
        "reason": "looks like a sample",
        "revised": False,
        "site": "http://shop.test/",
        "title": "Page a",
        "fetched_at": "2023-11-14T22:13:21.250Z",
        "depth": 1,
        "found_via": {
            "hub": "http://shop.test/",
            "dom_path": "html/body/ul.list",
            "rule": "harvest",
            "anchor": "to",
            "score": 0.5,
            "why": "",
            "probes": "",
        },
    }
    nan = replace(observations[1], verdict=Verdict(True, float("nan"), ""))
    assert result_record(nan)["score"] is None  # NaN is no JSON


@pytest.mark.parametrize("everything", [False, True])
def test_all_formats_hold_the_same(
    tmp_path: Path, log: Path, observations: list[Observation], everything: bool
) -> None:
    wanted = [o for o in observations if everything or o.verdict.accepted]
    out = {ending: tmp_path / f"out.{ending}" for ending in ("jsonl", "ndjson", "csv", "parquet")}
    for path in out.values():
        assert export(log, path, everything=everything) == len(wanted)

    assert read_json_lines(out["jsonl"]) == [result_record(o) for o in wanted]
    assert out["ndjson"].read_bytes() == out["jsonl"].read_bytes()

    flat = [flat_record(o) for o in wanted]
    assert [list(record) for record in flat] == [list(COLUMNS)] * len(wanted)
    with out["csv"].open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows == [{k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in r.items()} for r in flat]

    table = pq.read_table(out["parquet"]).to_pylist()
    assert table == [r | {"fetched_at": datetime.fromisoformat(str(r["fetched_at"]))} for r in flat]


def test_empty_log_gives_valid_files(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    SqliteCrawlLog.create(path, {}).close()
    for ending in ("jsonl", "csv", "parquet", "warc.gz"):
        assert export(path, tmp_path / f"out.{ending}") == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""
    assert (tmp_path / "out.csv").read_text() == ",".join(COLUMNS) + "\n"
    assert pq.read_table(tmp_path / "out.parquet").column_names == list(COLUMNS)


@pytest.mark.parametrize("ending", ["warc", "warc.gz"])
def test_warc_is_read_back_by_warcio(tmp_path: Path, log: Path, observations: list[Observation], ending: str) -> None:
    out = tmp_path / f"out.{ending}"
    assert export(log, out) == len(observations)  # also those that were not accepted
    with out.open("rb") as stream:
        iterator = ArchiveIterator(stream, check_digests="raise")
        info = next(iter(iterator))
        assert info.rec_type == "warcinfo"
        assert "software: hubwalk/" in info.content_stream().read().decode()
        found = [
            (
                record.rec_headers.get_header("WARC-Target-URI"),
                int(record.http_headers.get_statuscode()),
                record.content_stream().read(),
                record.rec_headers.get_header("WARC-Hubwalk-Accepted"),
            )
            for record in iterator
        ]
    assert found == [
        (o.response.url, o.response.status, o.response.body, str(o.verdict.accepted).lower())
        for o in observations
        if o.response is not None
    ]


def test_warc_of_answers_that_are_none_or_came_compressed(tmp_path: Path, make: Make) -> None:
    log, out = tmp_path / "crawl.db", tmp_path / "out.warc"
    plain = make("zipped")
    assert plain.response is not None
    wire = (("Content-Encoding", "gzip"), ("Content-Length", "17"), ("Content-Type", "text/html"), ("X", "größe"))
    silent = Response("http://shop.test/s", "http://shop.test/s", 0, error="time-out\nafter 30 s")
    with SqliteCrawlLog.create(log, {}) as writer:
        writer.append(replace(plain, response=replace(plain.response, headers=wire)))
        writer.append(replace(plain, response=silent))
        writer.append(replace(plain, response=None))
    assert export(log, out) == 2
    with out.open("rb") as stream:
        _, zipped, none = [(r.rec_type, r.rec_headers, r.content_stream().read()) for r in ArchiveIterator(stream)]
    assert zipped[2] == plain.response.body
    assert none[0] == "metadata"
    assert none[1].get_header("WARC-Hubwalk-Error") == "time-out after 30 s"


def test_standard_output(log: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    export(log, "-")
    lines = capfdbinary.readouterr().out.splitlines()
    assert [json.loads(line)["url"] for line in lines] == ["http://shop.test/a", "http://shop.test/odd"]
    export(log, "-", "csv")
    rows = csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode()))
    assert [row["url"] for row in rows] == ["http://shop.test/a", "http://shop.test/odd"]


def test_format_by_ending_or_by_name(tmp_path: Path) -> None:
    assert format_of(tmp_path / "A.JSONL") == "jsonl"
    assert format_of(tmp_path / "a.warc.gz") == "warc.gz"
    assert format_of(tmp_path / "a.txt", "csv") == "csv"
    assert format_of("-") == "jsonl"
    with pytest.raises(UsageError, match=r"cannot tell the format of .*\.parquet"):
        format_of(tmp_path / "a.xlsx")
    with pytest.raises(UsageError, match="did you mean 'parquet'"):
        format_of(tmp_path / "a", "parket")


def test_unwritable_target_leaves_nothing_behind(tmp_path: Path, log: Path) -> None:
    before = sorted(p.name for p in tmp_path.iterdir())
    for out in (tmp_path / "no" / "folder.jsonl", log / "below_a_file.csv"):
        with pytest.raises(UsageError, match=r"cannot write .*; choose another -o"):
            export(log, out)
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(UsageError, match="cannot write"):
        export(log, tmp_path / "folder.jsonl")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*before, "folder.jsonl"])


def test_failed_export_keeps_the_old_file(tmp_path: Path, log: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old\n")
    log.write_bytes(log.read_bytes()[:4096])
    with pytest.raises(LogError, match="damaged"):
        export(log, out)
    assert out.read_text() == "old\n"
    assert not list(tmp_path.glob(".*"))


def test_links_and_devices_stay_what_they_are(tmp_path: Path, log: Path) -> None:
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(real)
    export(log, link)
    assert link.is_symlink()
    assert len(read_json_lines(real)) == 2
    export(log, Path("/dev/null"), "jsonl")
    assert Path("/dev/null").is_char_device()


_SMALL_DISK = """
import resource, sys
from pathlib import Path
from hubwalk.errors import HubwalkError
from hubwalk.store.exports import export
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
try:
    export(Path(sys.argv[1]), Path(sys.argv[2]))
except HubwalkError as error:
    print(error)
"""


def test_full_disk_gives_one_line(tmp_path: Path, log: Path) -> None:
    out = tmp_path / "out.jsonl"
    run = subprocess.run(
        [sys.executable, "-c", _SMALL_DISK, str(log), str(out)], capture_output=True, text=True, timeout=60
    )
    assert run.stdout.startswith(f"cannot write {out}: "), run.stderr
    assert run.stdout.count("\n") == 1
    assert not out.exists()
    assert not list(tmp_path.glob(".*"))


def test_the_log_is_never_overwritten(tmp_path: Path, log: Path) -> None:
    named_alike = log.rename(tmp_path / "log.jsonl")
    link = tmp_path / "link.jsonl"
    link.symlink_to(named_alike)
    for out in (named_alike, link):
        with pytest.raises(UsageError, match="it is the crawl log"):
            export(named_alike, out)
        with SqliteCrawlLog.open(named_alike) as opened, pytest.raises(UsageError, match="it is the crawl log"):
            ResultWriter.open(out, log=opened)
    assert export(named_alike, tmp_path / "out.jsonl") > 0
