from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from running import Command

from hubwalk.cli import READER_GONE
from hubwalk.pages.parse import read
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.validators.chat_budget import KEPT
from hubwalk.values import Choice, Estimate, Observation, Response, Verdict

SITE = "http://shop.test/"

pytest_plugins = ["commands"]


def seen(path: str, hub: str | None, body: str, *, accepted: bool = False, status: int = 200) -> Observation:
    url = SITE + path
    response = Response(url, url, status, body.encode(), (("Content-Type", "text/html"),))
    choice = Choice(url, "start")
    if hub is not None:
        choice = Choice(url, "harvest", SITE + hub, "html/body/ul/li[2]/a", f"to {path}", 0.625)
    verdict = Verdict(accepted, 0.875 if accepted else 0.125, "like sample 1" if accepted else "unlike all samples")
    return Observation(SITE, choice, read(response), verdict, 0 if hub is None else 1, 1_700_000_000, 0.25, 1, response)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "crawl.db"
    job = {"sites": [SITE, "http://later.test/"], "strategy": "xcrawl", "like": ["a.html", "b.html"], "max_pages": 50}
    with SqliteCrawlLog.create(path, job) as log:
        log.set_site_state(SITE, "running", "")
        log.append(seen("", None, "<ul><li><a href=/list>list</a><li><a href=/unfetched>not yet</a></ul>"))
        log.append(seen("list", "", "<title>\x1b[31mList</title><a href=/cam/1>1</a><a href='/unfetched'>later</a>"))
        log.append(replace(seen("cam/1", "list", "<title>Camera 1</title>", accepted=True), depth=2))
        log.append(seen("gone", "list", "", status=404))
    return path


# -- status -----------------------------------------------------------------------------------------------------------


def test_status_table(db: Path, run: Command) -> None:
    code, out, err = run("status", db)
    assert code == 0
    assert "not running" in out
    assert "strategy xcrawl" in out
    assert "like a.html b.html" in out
    row = next(line for line in out.splitlines() if line.split()[:1] == [SITE])
    assert row.split() == [SITE, "4", "4", "1", "25.0%", "0", "1", "interrupted"]
    waiting = next(line for line in out.splitlines() if "later.test" in line and "waiting" in line)
    assert waiting.split()[1:4] == ["0", "0", "0"]
    for command in ("resume", "export", "explain", "map"):
        assert f"hubwalk {command} {db}" in err


def test_status_json(db: Path, run: Command) -> None:
    code, out, _ = run("status", db, "--json")
    about = json.loads(out)
    assert code == 0
    assert about["pid"] is None
    assert about["job"]["max_pages"] == 50
    shop, later = about["sites"]
    assert (shop["fetched"], shop["accepted"], shop["harvest_rate"], shop["failed"]) == (4, 1, 0.25, 1)
    assert (later["site"], later["state"], later["harvest_rate"]) == ("http://later.test/", "waiting", 0.0)
    assert about["total"]["requests"] == 4


def test_status_of_a_running_and_of_a_finished_crawl(db: Path, run: Command) -> None:
    with SqliteCrawlLog.open(db, write=True) as log:
        _, out, err = run("status", db)
        assert f"running, process {os.getpid()}" in out
        assert "interrupted" not in out
        assert "hubwalk resume" not in err
        log.set_site_state(SITE, "done", "nothing \x1b[31mleft")
        log.set_site_state("http://later.test/", "done", "")
    _, out, err = run("status", db)
    assert "not running" in out
    assert "done: nothing \N{REPLACEMENT CHARACTER}[31mleft" in out
    assert "hubwalk resume" not in err


@pytest.fixture
def revised(db: Path) -> Path:
    with SqliteCrawlLog.open(db, write=True) as log:
        log.revise([(3, Verdict(False, 0.25, "the line has moved"), 0), (2, Verdict(True, 0.5, "so has this"), 0)])
    return db


def test_status_counts_revised_verdicts_and_goes_by_what_stands(revised: Path, run: Command) -> None:
    _, out, _ = run("status", revised)
    assert "revised" in out
    row = next(line for line in out.splitlines() if line.split()[:1] == [SITE])
    assert row.split() == [SITE, "4", "4", "1", "25.0%", "0", "1", "2", "interrupted"]
    about = json.loads(run("status", revised, "--json")[1])
    assert (about["total"]["accepted"], about["total"]["revised"]) == (1, 2)


@pytest.fixture
def estimated(db: Path) -> Path:
    with SqliteCrawlLog.open(db, write=True) as log:
        log.add_estimate(SITE, 3, Estimate(0, 40.0, 1.0, 90.0))
        log.add_estimate(SITE, 4, Estimate(1, 2.5, 1.4, 3.2))
        log.set_site_state(SITE, "stopped", "estimated recall 40 % reached (1 of about 2)")
        log.set_site_state("http://later.test/", "done", "")
    return db


def test_status_says_how_much_is_thought_to_exist(estimated: Path, run: Command) -> None:
    _, out, err = run("status", estimated)
    row = next(line for line in out.splitlines() if line.split()[:1] == [SITE])
    assert row.split()[1:9] == ["4", "4", "1", "1", "to", "4", "40", "%"]
    assert "stopped: estimated recall 40 % reached (1 of about 2)" in out
    assert f"hubwalk resume {estimated} --stop-at-recall 0\n" in err
    about = json.loads(run("status", estimated, "--json")[1])
    said = {"found": 1, "expected": 2.5, "low": 1.4, "high": 3.2, "recall": 0.4}
    assert [site["estimate"] for site in about["sites"]] == [said, None]
    assert about["total"]["estimate"] == said


def test_status_of_a_log_without_estimates_has_no_such_column(db: Path, run: Command) -> None:
    assert "estimated" not in run("status", db)[1]
    assert json.loads(run("status", db, "--json")[1])["total"]["estimate"] is None


@pytest.mark.parametrize("columns", [80, 60, 50])
def test_status_on_a_small_terminal_leaves_figures_out_and_cuts_none(
    estimated: Path, run: Command, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    with SqliteCrawlLog.open(estimated, write=True) as log:
        log.add_estimate(SITE, 5, Estimate(1, 1000.0, 511.2, 2000.0))
    whole = run("status", estimated)[1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    for name, value in {"COLUMNS": columns, "LINES": 50, "TERM": "dumb"}.items():
        monkeypatch.setenv(name, str(value))
    _, out, _ = run("status", estimated)
    lines = out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("site "))
    assert "…" not in out
    assert max(map(len, lines)) <= columns
    assert {"site", "accepted", "estimated", "state"} <= set(lines[at].split()) < set(whole.split())
    assert "511 to 2000" in lines[at + 1]
    assert "stopped:" in lines[at + 1]
    assert "".join(line.partition(" ")[0] for line in lines[at + 1 :]).startswith(SITE)
    assert "(1 of about 2)" in " ".join(out.split())


@pytest.mark.parametrize(
    ("reason", "spent", "option"),
    [
        ("all of max_calls (40) is spent", {"calls": 40}, "--max-calls 80"),
        ("all of max_calls (40) is spent", {"calls": 75}, "--max-calls 150"),  # by a run with a larger limit
        ("0.019 of max_cost (0.02) is spent, and the next call may cost 0.5", {"cost": 0.019}, "--max-cost 1"),
        ("all of max_calls (40) is spent", {}, "--max-calls 80"),
    ],
)
def test_status_knows_how_to_go_on_with_a_spent_budget(
    db: Path, run: Command, reason: str, spent: dict[str, float], option: str
) -> None:
    with SqliteCrawlLog.open(db, write=True) as log:
        log.set_site_state(SITE, "stopped", f"language_model: {reason}")
        log.set_site_state("http://later.test/", "stopped", f"language_model: {reason}")
        if spent:
            log.answers()[KEPT] = json.dumps(spent)
    assert f"hubwalk resume {db} {option}\n" in run("status", db)[2]


def test_status_into_a_pipe_that_closes_early(db: Path) -> None:
    script = "from hubwalk.cli import main; main()"
    command = [sys.executable, "-c", script, "status", str(db)]
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (READER_GONE, "")


def test_explain_tells_what_spoke_for_a_page(db: Path, run: Command) -> None:
    assert "because" not in run("explain", db, f"{SITE}cam/1")[1]
    with SqliteCrawlLog.open(db, write=True) as log:
        page = seen("cam/2", "list", "<title>Camera 2</title>", accepted=True)
        log.append(replace(page, choice=replace(page.choice, why="12 of 13 at this \x1b[31mplace were wanted")))
    code, out, _ = run("explain", db, f"{SITE}cam/2")
    assert code == 0
    said = "12 of 13 at this \N{REPLACEMENT CHARACTER}[31mplace were wanted"
    assert f"because    {said}" in out
    assert f"     because {said}" in out.partition("the way there")[2]
    assert json.loads(run("explain", db, f"{SITE}cam/2", "--json")[1])["why"].startswith("12 of 13")
    exported = [json.loads(line)["found_via"]["why"] for line in run("export", db)[1].splitlines()]
    assert exported == ["", "12 of 13 at this \x1b[31mplace were wanted"]


def test_explain_tells_both_verdicts(revised: Path, run: Command) -> None:
    code, out, _ = run("explain", revised, f"{SITE}cam/1")
    assert code == 0
    assert "verdict    not accepted, score 0.25: the line has moved" in out
    assert "judged accepted, score 0.875: like sample 1; revised to not accepted after 4 pages" in out
    _, out, _ = run("explain", revised, SITE)
    assert "history" not in out
    with SqliteCrawlLog.open(revised, write=True) as log:
        log.revise([(3, Verdict(False, 0.25, "you said no"), 0)])
    _, out, _ = run("explain", revised, f"{SITE}cam/1")
    assert "revised to not accepted after 4 pages; still not accepted after 4 pages" in out


# -- export -----------------------------------------------------------------------------------------------------------


def test_export_to_files_and_to_standard_output(db: Path, run: Command, tmp_path: Path) -> None:
    code, out, err = run("export", db, "-o", tmp_path / "out.csv", "--all")
    assert (code, out) == (0, "")
    assert "4 pages written" in err
    with (tmp_path / "out.csv").open(newline="") as stream:
        assert [row["url"] for row in csv.DictReader(stream)] == [f"{SITE}{p}" for p in ("", "list", "cam/1", "gone")]
    code, out, err = run("export", db)
    assert [json.loads(line)["url"] for line in out.splitlines()] == [f"{SITE}cam/1"]
    assert "1 page written to standard output" in err
    code, out, _ = run("export", db, "-o", "-", "--format", "csv")
    assert out.startswith("url,accepted,score")


@pytest.mark.parametrize("name", ["x.jsonl", "x.csv", "x.parquet", "x.warc", "x.warc.gz"])
def test_export_replaces_what_it_has_written(db: Path, run: Command, tmp_path: Path, name: str) -> None:
    if name == "x.parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / name
    assert run("export", db, "-o", out)[0] == 0
    before = out.stat()
    code, _, err = run("export", db, "-o", out, "--all")
    assert (code, "written to" in err) == (0, True), err
    assert out.stat().st_ino != before.st_ino
    out.write_bytes(b"")
    assert run("export", db, "-o", out)[0] == 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv", b"url,price\nhttp://a.test/,5\n"),
        ("x.csv", b"my notes"),
        ("x.jsonl", b'{"url": "http://a.test/", "price": 5}\n'),
        ("x.jsonl", b"[1]"),
        ("x.parquet", b"PAR1 of somebody else PAR1"),
        ("x.warc", b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\nsoftware: Wget\r\n"),
        ("x.warc.gz", gzip.compress(b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\nsoftware: Wget\r\n", mtime=0)),
        ("x.warc.gz", b"\x1f\x8b broken"),
        ("other.db", b"SQLite format 3\0"),
    ],
)
def test_export_replaces_no_foreign_file(db: Path, run: Command, tmp_path: Path, name: str, content: bytes) -> None:
    out = tmp_path / name
    out.write_bytes(content)
    words = ("export", db, "-o", out, *(["--format", "csv"] if name == "other.db" else []))
    code, _, err = run(*words)
    assert (code, err.count("\n")) == (2, 1)
    assert f"{out} exists and is no list from a crawl log: choose another -o, or replace it with --force" in err
    assert out.read_bytes() == content
    assert run(*words, "--force")[0] == 0
    assert out.read_bytes() != content
    code, _, err = run("export", db, "-o", db, "--format", "csv", "--force")
    assert (code, "it is the crawl log" in err) == (2, True)


@pytest.mark.parametrize("what", ["sites", "queries"])
def test_export_of_a_search_replaces_what_it_has_written(db: Path, run: Command, tmp_path: Path, what: str) -> None:
    for name in ("x.csv", "x.csv"):
        code, _, err = run("export", db, "--what", what, "-o", tmp_path / name)
        assert code == 0, err


def test_export_into_a_pipe_that_closes_early(db: Path) -> None:
    with SqliteCrawlLog.open(db, write=True) as log:
        for i in range(2000):
            log.append(seen(f"more/{i}", "list", "", accepted=True))
    script = f"import sys; sys.argv = ['hubwalk', 'export', {str(db)!r}]; from hubwalk.cli import main; main()"
    command = f'{sys.executable} -c "{script}" | head -n 1'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["url"] == f"{SITE}cam/1"
    assert "Traceback" not in done.stderr


# -- explain ----------------------------------------------------------------------------------------------------------


def test_explain_a_fetched_page(db: Path, run: Command) -> None:
    code, out, _ = run("explain", db, f"{SITE}cam/1")
    assert code == 0
    assert "2023-11-14T22:13:20.000Z" in out
    assert "accepted, score 0.875: like sample 1" in out
    assert f"rule harvest, score 0.625, link 'to cam/1' at html/body/ul/li[2]/a on {SITE}list" in out
    way = out.partition("the way there")[2]
    assert way.index(f"0  {SITE}\n") < way.index(f"1  {SITE}list") < way.index(f"2  {SITE}cam/1")
    assert "rule start\n" in way  # without a score: nothing was expected of it


def test_explain_as_json(db: Path, run: Command) -> None:
    code, out, _ = run("explain", db, f"{SITE}cam/1", "--json")
    about = json.loads(out)
    assert (code, about["state"], about["status"], about["accepted"]) == (0, "fetched", 200, True)
    assert [step["url"] for step in about["chain"]] == [SITE, f"{SITE}list", f"{SITE}cam/1"]
    assert about["found_via"]["hub"] == f"{SITE}list"


def test_explain_other_spellings_of_a_url(db: Path, run: Command) -> None:
    for spelling in ("https://www.shop.test/cam/1#top", "shop.test/cam/1", "HTTP://SHOP.TEST:80/cam/1?utm_source=x"):
        code, out, _ = run("explain", db, spelling, "--json")
        assert (code, json.loads(out)["url"]) == (0, f"{SITE}cam/1")


def test_explain_a_path_alone(db: Path, run: Command, tmp_path: Path) -> None:
    code, _, err = run("explain", db, "/cam/1")
    assert code == 2
    assert f"/cam/1 is a path alone, and the log has 2 sites: name the whole address, as in {SITE}cam/1" in err
    one = tmp_path / "one.db"
    with SqliteCrawlLog.create(one, {"sites": [SITE]}) as log:
        log.append(seen("cam/1", "list", "<title>Camera 1</title>", accepted=True))
    assert json.loads(run("explain", one, "/cam/1#top", "--json")[1])["url"] == f"{SITE}cam/1"
    code, _, err = run("explain", one, "/cam/2")
    assert code == 2
    assert f"{SITE}cam/2 is unknown" in err
    code, _, err = run("explain", one, "~cam/1")
    assert code == 2
    assert "not a web address: '~cam/1'" in err
    assert "a path of the site begins with /, as in '/~cam/1'" in err
    assert err.count("\n") == 1
    assert "a path" not in run("explain", one, "ftp://cam/1")[2]


@pytest.mark.parametrize(("command", "encoding"), [("explain", "ascii"), ("map", "latin-1")])
def test_a_title_beyond_the_characters_of_the_terminal(tmp_path: Path, command: str, encoding: str) -> None:
    db = tmp_path / "shoes.db"
    with SqliteCrawlLog.create(db, {"sites": [SITE]}) as log:
        log.append(seen("", None, "<title>Größe № 😀</title>", accepted=True))
    words = [command, str(db), *([SITE] if command == "explain" else [])]
    for options in ([], ["--json"]):
        done = subprocess.run(
            [sys.executable, "-c", "from hubwalk.cli import main; main()", *words, *options],
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        out = done.stdout.decode(encoding)
        if options:
            assert "Größe № 😀" in str(json.loads(out))
        else:
            assert ("Größe" if encoding == "latin-1" else "Gr\\xf6\\xdfe") in out
            assert "\\u2116 \\U0001f600" in out


def test_explain_a_failure_and_a_redirect_loop_of_hubs(db: Path, run: Command) -> None:
    code, out, _ = run("explain", db, f"{SITE}gone")
    assert code == 0
    assert "404" in out
    assert "not accepted" in out
    with SqliteCrawlLog.open(db, write=True) as log:
        log.append(seen("x", "y", ""))
        log.append(seen("y", "x", ""))
    code, out, _ = run("explain", db, f"{SITE}x", "--json")
    assert [step["url"] for step in json.loads(out)["chain"]] == [f"{SITE}y", f"{SITE}x"]


def test_words_of_a_page_do_not_steer_the_terminal(db: Path, run: Command) -> None:
    _, out, _ = run("explain", db, f"{SITE}list")
    assert "\x1b" not in out
    assert "[31mList" in out


def test_explain_a_known_page_that_was_not_fetched(db: Path, run: Command) -> None:
    code, out, _ = run("explain", db, f"{SITE}unfetched")
    assert code == 0
    assert "known but was not fetched; 2 links lead there" in out
    assert f"link 'not yet' at html/body/ul/li[2]/a\n    on {SITE}\n" in out
    code, out, _ = run("explain", db, f"{SITE}unfetched", "--json")
    assert [link["page"] for link in json.loads(out)["linked_from"]] == [SITE, f"{SITE}list"]


def test_a_menu_that_leads_to_a_page_is_told_once(db: Path, run: Command) -> None:
    with SqliteCrawlLog.open(db, write=True) as log:
        for n in range(50):
            log.append(seen(f"more/{n}", "list", "<nav><a href=/help>help</a></nav>"))
    _, out, _ = run("explain", db, f"{SITE}help")
    told = ["  link 'help' at html/body/nav/a", f"    on {SITE}more/0 and 49 more pages"]
    assert out.splitlines() == [f"{SITE}help is known but was not fetched; 50 links lead there:", *told]
    assert len(json.loads(run("explain", db, f"{SITE}help", "--json")[1])["linked_from"]) == 50


def test_explain_an_unknown_url(db: Path, run: Command) -> None:
    code, out, err = run("explain", db, f"{SITE}cam/l")
    assert (code, out) == (2, "")
    assert "is unknown" in err
    assert f"{SITE}cam/1" in err
    assert err.count("\n") == 1
    code, out, _ = run("explain", db, f"{SITE}cam/l", "--json")
    assert (code, json.loads(out)["state"]) == (2, "unknown")


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["status", "{no}"], "no such crawl log"),
        (["export", "{no}"], "no such crawl log"),
        (["explain", "{no}", "http://shop.test/"], "no such crawl log"),
        (["explain", "{db}", "not a url"], "not a web address"),
        (["export", "{db}", "-o", "x.doc"], "cannot tell the format"),
        (["export", "{db}", "-o", "{no}/x.csv"], "cannot write"),
        (["export", "{db}", "--format", "cvs"], "did you mean 'csv'"),
        (["status", "{text}"], "is no crawl log"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    db: Path, run: Command, tmp_path: Path, words: list[str], complaint: str
) -> None:
    (tmp_path / "text").write_text("hello" * 1000)
    names = {"db": str(db), "no": str(tmp_path / "no"), "text": str(tmp_path / "text")}
    code, out, err = run(*(word.format(**names) for word in words))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.startswith("hubwalk: ")
    assert err.count("\n") == 1
