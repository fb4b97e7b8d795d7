from __future__ import annotations

import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from observations import Make

import hubwalk
from hubwalk.errors import LogError, UsageError
from hubwalk.pages.parse import read
from hubwalk.ports import CrawlLog
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.values import Choice, Link, Observation, Page, Response, Verdict

pytest_plugins = ["observations"]

_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_score = st.floats(allow_nan=False, width=64)
_count = st.integers(0, 2**40)
_bytes_response = st.builds(
    Response,
    requested=_text,
    url=_text,
    status=st.sampled_from([0, 200, 404]),
    body=st.binary(max_size=200),
    headers=st.lists(st.tuples(st.sampled_from(["Content-Type", "X-\u00e9"]), _text), max_size=2).map(tuple),
    error=st.sampled_from(["", "time-out after 30 s"]),
)
_page = st.builds(
    Page,
    url=_text,
    requested=_text,
    status=st.integers(0, 599),
    html=st.just(""),
    title=_text,
    links=st.lists(st.builds(Link, _text, _text, _text), max_size=4).map(tuple),
    canonical=_text,
    digest=_text,
    sketch=st.lists(st.integers(0, 2**32 - 1), max_size=4).map(tuple),
    error=_text,
    duplicate_of=_text,
)
_observation = st.builds(
    Observation,
    site=_text,
    choice=st.builds(Choice, _text, _text, _text, _text, _text, _score),
    page=_page,
    verdict=st.builds(Verdict, st.booleans(), _score, _text),
    depth=_count,
    fetched_at=_score,
    seconds=_score,
    requests=_count,
    response=st.none() | _bytes_response,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "crawl log?#%.db"  # characters that mean something in a URI


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(observations=st.lists(_observation, max_size=5))
def test_everything_comes_back(tmp_path_factory: pytest.TempPathFactory, observations: list[Observation]) -> None:
    path = tmp_path_factory.mktemp("log") / "crawl.db"
    with SqliteCrawlLog.create(path, {}) as log:
        numbers = [log.append(o) for o in observations]
        assert numbers == sorted(set(numbers))
    with SqliteCrawlLog.open(path) as log:
        assert list(log.observations()) == [replace(o, response=None) for o in observations]
        for found, given_ in zip(log.observations(bodies=True), observations, strict=True):
            assert found.response == given_.response
            assert replace(found, page=replace(found.page, html="")) == given_


def test_html_comes_back_with_the_bodies_decoded_as_it_was_read(path: Path, make: Make) -> None:
    plain = make("p")
    assert plain.response is not None
    latin = replace(plain.response, body="<title>Größe</title>".encode("latin-1"), headers=())
    given_ = [plain, replace(plain, page=read(latin), response=latin)]
    with SqliteCrawlLog.create(path, {}) as log:
        for observation in given_:
            log.append(observation)
        assert list(log.observations(bodies=True)) == given_
        assert [o.page.html for o in log.observations()] == ["", ""]


def test_numbers_and_characters_that_sqlite_cannot_hold(path: Path, make: Make) -> None:
    odd = make("p")
    odd = replace(odd, verdict=Verdict(False, math.nan, "lone \ud800 surrogate"))
    with SqliteCrawlLog.create(path, {}) as log:
        log.append(odd)
        (found,) = log.observations()
    assert math.isnan(found.verdict.score)
    assert found.verdict.reason == "lone ? surrogate"


def test_observations_of_one_site_and_accepted_ones_across_batches(path: Path, make: Make) -> None:
    other = "http://other.test/"
    given_ = [
        replace(make(str(i), accepted=i % 3 == 0), site=other if i % 2 else "http://shop.test/") for i in range(600)
    ]
    with SqliteCrawlLog.create(path, {}) as log:
        for observation in given_:
            log.append(observation)
        bare = [replace(o, response=None, page=replace(o.page, html="")) for o in given_]
        assert list(log.observations()) == bare
        assert list(log.observations(site=other)) == [o for o in bare if o.site == other]
        assert list(log.observations(accepted_only=True)) == [o for o in bare if o.verdict.accepted]
        both = list(log.observations(site=other, accepted_only=True, bodies=True))
        assert both == [o for o in given_ if o.site == other and o.verdict.accepted]
        assert list(log.observations(site="http://nobody.test/")) == []


def test_appending_while_reading_ends(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {}) as log:
        log.append(make("0"))
        log.append(make("1"))
        for observation in log.observations():
            log.append(observation)
        assert len(list(log.observations())) == 4


def test_job_and_versions(path: Path) -> None:
    job = {"sites": ["http://shop.test/"], "seed": 3, "title": "größer"}
    with SqliteCrawlLog.create(path, job) as log:
        assert log.job == job
        assert log.path == path
    with SqliteCrawlLog.open(path) as log:
        assert log.job == job
    db = sqlite3.connect(path)
    assert dict(db.execute("SELECT key, value FROM meta WHERE key <> 'job'")) == {
        "hubwalk_schema": "9",
        "hubwalk_version": hubwalk.__version__,
    }
    db.close()


def test_samples_and_site_states(path: Path) -> None:
    responses = [
        ("a.html", Response("file:a", "file:a", 200, b"\n\x00a\n")),
        ("a.html", Response("b", "b", 0, error="x")),
    ]
    with SqliteCrawlLog.create(path, {}) as log:
        for name, response in responses:
            log.add_sample(name, response)
        log.set_site_state("http://a.test/", "running", "")
        log.set_site_state("http://b.test/", "running", "")
        log.set_site_state("http://a.test/", "failed", "no answer")
        with pytest.raises(UsageError, match="did you mean 'done'"):
            log.set_site_state("http://a.test/", "don", "")
    with SqliteCrawlLog.open(path) as log:
        assert log.samples() == responses
        assert log.site_states() == {"http://a.test/": ("failed", "no answer"), "http://b.test/": ("running", "")}


def test_totals(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {}) as log:
        log.append(make("", fetched_at=10.0))
        log.append(make("a", accepted=True, fetched_at=30.0))
        log.append(replace(make("b", status=404, fetched_at=20.0), requests=3))
        twin = make("c")
        log.append(replace(twin, page=replace(twin.page, duplicate_of="http://shop.test/a"), fetched_at=25.0))
        log.append(replace(twin, page=replace(twin.page, error="not HTML but image/png"), fetched_at=25.0))
        log.set_site_state("http://shop.test/", "done", "nothing left")
        log.set_site_state("http://begun.test/", "running", "")
        shop, begun = log.totals()
    assert (shop.site, shop.fetched, shop.requests, shop.accepted) == ("http://shop.test/", 5, 7, 1)
    assert (shop.duplicates, shop.failed) == (1, 2)
    assert (shop.first_fetched_at, shop.last_fetched_at) == (10.0, 30.0)
    assert (shop.state, shop.reason) == ("done", "nothing left")
    assert (begun.fetched, begun.requests, begun.accepted, begun.first_fetched_at) == (0, 0, 0, 0.0)


def test_find_by_final_and_by_requested_url(path: Path, make: Make) -> None:
    moved = make("new", requested="http://shop.test/old")
    again = make("other", requested="http://shop.test/older")
    again = replace(again, page=replace(again.page, url="http://shop.test/new", duplicate_of="http://shop.test/new"))
    with SqliteCrawlLog.create(path, {}) as log:
        for observation in (make(""), again, moved):
            log.append(observation)
        for url, expected in (("old", moved), ("new", moved), ("older", again)):
            found = log.find(f"http://shop.test/{url}", bodies=True)
            assert found is not None
            assert found.page.requested == expected.page.requested
        assert log.find("http://shop.test/nothing") is None
        # The URL that was itself asked for goes before one that was redirected there.
        log.append(make("new"))
        direct = log.find("http://shop.test/new")
        assert direct is not None
        assert direct.page.requested == "http://shop.test/new"


def test_find_uses_the_indexes(path: Path) -> None:
    SqliteCrawlLog.create(path, {}).close()
    db = sqlite3.connect(path)
    for where in ("url = 'x'", "requested <> url AND requested = 'x'", "site = 1 AND id > 5"):
        plan = " ".join(str(row) for row in db.execute(f"EXPLAIN QUERY PLAN SELECT id FROM fetch WHERE {where}"))
        assert "USING COVERING INDEX" in plan or "USING INDEX" in plan, plan
    db.close()


def test_nearest_urls_and_links_to(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {}) as log:
        for name in ("", "cameras/canon-a650", "cameras/canon-a640", "printers/1"):
            log.append(make(name, links=("imprint", "cameras/canon-a999") if name else ("cameras/canon-a650",)))
        near = log.nearest_urls("http://shop.test/cameras/cannon-a650", 2)
        assert near == ["http://shop.test/cameras/canon-a650", "http://shop.test/cameras/canon-a640"]
        assert log.nearest_urls("ftp://0", 3) == []
        ((page, link),) = log.links_to("http://shop.test/cameras/canon-a650")
        assert page == "http://shop.test/"
        assert link == Link("http://shop.test/cameras/canon-a650", "to cameras/canon-a650", "html/body/ul.list/li/a")
        assert len(list(log.links_to("http://shop.test/imprint"))) == 3


# -- several processes ---------------------------------------------------------------------------------------------

_APPENDER = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from observations import make_observation
from hubwalk.store.crawl_log import SqliteCrawlLog
path = Path(sys.argv[1])
log = SqliteCrawlLog.open(path, write=True) if path.exists() else SqliteCrawlLog.create(path, {"seed": 1})
for i in range(int(sys.argv[2])):
    log.append(make_observation(f"page/{i}", accepted=i % 2 == 0))
    print(i, flush=True)
sys.stdin.readline()
os.kill(os.getpid(), signal.SIGKILL)
"""


def _appender(path: Path, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _APPENDER, str(path), str(count), str(Path(__file__).parents[1] / "web")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for i in range(count):
        assert process.stdout.readline() == f"{i}\n"
    return process


def test_what_was_appended_survives_kill_9_and_the_lock_does_not(path: Path, make: Make) -> None:
    for run in (1, 2):
        process = _appender(path, 20)
        process.communicate("die\n", timeout=30)
        assert process.returncode == -signal.SIGKILL
        with SqliteCrawlLog.open(path) as log:  # no writer has tidied up before
            assert [o.page.url for o in log.observations(bodies=True)] == [
                f"http://shop.test/page/{i}" for i in range(20)
            ] * run
            assert log.job == {"seed": 1}
    with SqliteCrawlLog.open(path, write=True) as log:
        assert log.append(make("more")) == 41
    assert [p.name for p in path.parent.iterdir()] == [path.name]  # no lock, no write-ahead log left


@pytest.mark.parametrize("lines", [1, 7, 23])
def test_kill_9_in_the_middle_of_appending(path: Path, lines: int) -> None:
    command = [sys.executable, "-c", _APPENDER, str(path), "100000", str(Path(__file__).parents[1] / "web")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.kill()
    appended = lines + process.stdout.read().count("\n")
    process.communicate(timeout=30)
    with SqliteCrawlLog.open(path, write=True) as log:
        urls = [o.page.url for o in log.observations(bodies=True)]
    assert len(urls) in {appended, appended + 1}  # one may be in the log that it had no time to tell us of
    assert urls == [f"http://shop.test/page/{i}" for i in range(len(urls))]


def test_second_writer_is_refused_and_readers_are_not(path: Path) -> None:
    process = _appender(path, 3)
    try:
        with pytest.raises(LogError, match=f"in use by another hubwalk process \\(pid {process.pid}\\)"):
            SqliteCrawlLog.open(path, write=True)
        with pytest.raises(LogError, match="in use by another"):
            SqliteCrawlLog.create(path, {})
        with SqliteCrawlLog.open(path) as log:
            assert len(list(log.observations())) == 3
            assert log.totals()[0].fetched == 3
    finally:
        process.communicate("die\n", timeout=30)


def test_second_writer_in_the_same_process_is_refused(path: Path) -> None:
    with SqliteCrawlLog.create(path, {}), pytest.raises(LogError, match=f"pid {os.getpid()}"):
        SqliteCrawlLog.open(path, write=True)
    SqliteCrawlLog.open(path, write=True).close()


def test_reader_sees_what_a_writer_adds_meanwhile(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {}) as writer:
        writer.append(make("0"))
        with SqliteCrawlLog.open(path) as reader:
            begun = reader.observations()
            assert next(begun).page.url == "http://shop.test/0"
            for i in range(300):
                writer.append(make(str(i)))
            assert list(begun) == []  # what was there when the reading began
            assert len(list(reader.observations())) == 301


def test_it_is_a_crawl_log(path: Path) -> None:
    log: CrawlLog = SqliteCrawlLog.create(path, {})  # mypy holds the class to the port here
    assert list(log.observations()) == []


def test_reader_cannot_write(path: Path, make: Make) -> None:
    SqliteCrawlLog.create(path, {}).close()
    with SqliteCrawlLog.open(path) as log, pytest.raises(UsageError, match="reading only"):
        log.append(make())


_READ_ONLY_FOLDER = """
import os, shutil, sys, tempfile
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from observations import make_observation
from hubwalk.errors import LogError
from hubwalk.store.crawl_log import SqliteCrawlLog
folder = Path(tempfile.mkdtemp())
path = folder / "crawl.db"
with SqliteCrawlLog.create(path, {}) as log:
    log.append(make_observation())
folder.chmod(0o555)
path.chmod(0o444)
user = os.geteuid()
if user == 0:
    os.seteuid(65534)  # root may write everywhere
try:
    with SqliteCrawlLog.open(path) as log:
        print(len(list(log.observations(bodies=True))))
    SqliteCrawlLog.open(path, write=True)
except LogError as error:
    print(error)
finally:
    os.seteuid(user)
    folder.chmod(0o755)
    shutil.rmtree(folder)
"""


def test_reading_in_a_read_only_folder() -> None:
    command = [sys.executable, "-c", _READ_ONLY_FOLDER, str(Path(__file__).parents[1] / "web")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    read, refused = run.stdout.splitlines()
    assert read == "1"
    assert "cannot write" in refused
    assert "Permission denied" in refused


# -- files that are not as they should be ----------------------------------------------------------------------------


def test_create_refuses_an_existing_file_but_not_an_empty_one(path: Path) -> None:
    path.touch()
    SqliteCrawlLog.create(path, {}).close()
    with pytest.raises(LogError, match=r"exists: `hubwalk resume .*` goes on with it, or choose another --db"):
        SqliteCrawlLog.create(path, {})
    SqliteCrawlLog.open(path, write=True).close()  # the refusal left no lock behind


def test_create_ignores_the_remains_of_a_deleted_log(path: Path, make: Make) -> None:
    process = _appender(path, 3)
    process.communicate("die\n", timeout=30)
    path.unlink()
    with SqliteCrawlLog.create(path, {}) as log:
        assert list(log.observations()) == []


def _problem(path: Path, *, write: bool = False) -> str:
    with pytest.raises(LogError) as caught, SqliteCrawlLog.open(path, write=write) as log:
        list(log.observations(bodies=True))
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_missing_file_and_folder(path: Path) -> None:
    assert "no such crawl log" in _problem(path)
    assert "no such crawl log" in _problem(path, write=True)
    path.mkdir()
    assert "no such crawl log" in _problem(path)
    with pytest.raises(LogError, match="No such file or directory"):
        SqliteCrawlLog.create(path / "no" / "folder.db", {})


def test_no_database(path: Path) -> None:
    path.write_text("<html>certainly no database</html>" * 100)
    assert "is no crawl log, which is an SQLite file" in _problem(path)
    assert "is no crawl log, which is an SQLite file" in _problem(path, write=True)


def test_foreign_database(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE bookmarks (url)")
    db.commit()
    assert "no crawl log of hubwalk" in _problem(path)
    db.execute("CREATE TABLE meta (key, value)")
    db.commit()
    assert "no crawl log of hubwalk" in _problem(path)
    db.close()
    mode = path.read_bytes()
    assert "no crawl log of hubwalk" in _problem(path, write=True)
    assert path.read_bytes() == mode  # a foreign file is not even switched to WAL mode


def test_newer_schema(path: Path) -> None:
    SqliteCrawlLog.create(path, {}).close()
    db = sqlite3.connect(path)
    db.execute("UPDATE meta SET value = '10' WHERE key = 'hubwalk_schema'")
    db.commit()
    db.close()
    assert "newer hubwalk (schema 10, known 9): update hubwalk" in _problem(path)


def test_truncated_and_overwritten_files(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {}) as log:
        for i in range(100):
            log.append(make(f"{i}", links=tuple(f"link/{k}" for k in range(100))))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "is damaged" in _problem(path)
    path.write_bytes(whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2))
    assert "is damaged" in _problem(path)
    path.write_bytes(whole)
    db = sqlite3.connect(path)
    db.execute("UPDATE content SET links = x'00' WHERE fetch = 50")
    db.commit()
    db.close()
    assert "is damaged" in _problem(path)


def test_full_disk_loses_nothing(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {"seed": 1}) as log:
        log._db.execute("PRAGMA max_page_count = 40")
        stored = 0
        with pytest.raises(LogError, match="the disk is full; free some space, then `hubwalk resume"):
            for i in range(1000):
                log.append(make(f"{i}", links=tuple(f"link/{k * i}" for k in range(200))))
                stored += 1
        assert 0 < stored < 1000
        assert len(list(log.observations())) == stored
        log._db.execute("PRAGMA max_page_count = 4000")  # somebody freed some space
        assert log.append(make("after")) == stored + 1
        log.set_site_state("http://shop.test/", "done", "")
    with SqliteCrawlLog.open(path) as log:
        assert len(list(log.observations(bodies=True))) == stored + 1


_FILE_SIZE_LIMIT = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from observations import make_observation
from hubwalk.errors import LogError
from hubwalk.store.crawl_log import SqliteCrawlLog
log = SqliteCrawlLog.create(Path(sys.argv[1]), {})
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    for i in range(5000):
        log.append(make_observation(f"{i}", links=tuple(f"{i}/{k}" for k in range(200))))
        print(i, flush=True)
except LogError as error:
    print(error, file=sys.stderr)
"""


def test_a_disk_that_refuses_to_write_gives_one_line(path: Path) -> None:
    command = [sys.executable, "-c", _FILE_SIZE_LIMIT, str(path), str(Path(__file__).parents[1] / "web")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.stderr.count("\n") == 1, run.stderr
    assert "hubwalk resume" in run.stderr
    written = run.stdout.split()
    assert 0 < len(written) < 5000
    with SqliteCrawlLog.open(path) as log:
        assert len(list(log.observations(bodies=True))) == len(written)


def test_columns_can_be_read_with_plain_sqlite(path: Path, make: Make) -> None:
    with SqliteCrawlLog.create(path, {"a": 1}) as log:
        log.append(make("x", accepted=True))
    db = sqlite3.connect(path)
    assert db.execute("SELECT url, accepted, title FROM fetch").fetchall() == [("http://shop.test/x", 1, "Page x")]
    assert json.loads(db.execute("SELECT value FROM meta WHERE key = 'job'").fetchone()[0]) == {"a": 1}
    db.close()
