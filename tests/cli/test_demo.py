"""`hubwalk demo` as a user calls it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from hubwalk.cli import main
from hubwalk.demo.serving import serve_demo
from hubwalk.demo.sites import SITES, make_site

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command in this process: exit code, standard output, standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["hubwalk", "demo", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        return (int(ended.value.code or 0), *capsys.readouterr())

    return run


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """`hubwalk demo serve` in a process of its own, and its ready file."""
    ready = tmp_path / "ready.json"
    command = [sys.executable, "-c", "from hubwalk.cli import main; main()", "demo", "serve", "--port", "0"]
    options = ["--size", "300", "--site", "cameras", "--site", "phones", "--ready-file", str(ready)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not ready.exists() and process.poll() is None:
            time.sleep(0.05)
        yield process, ready
        process.kill()


def test_list_names_every_site(call: Call) -> None:
    code, out, _ = call("list")
    assert code == 0
    by_hand, _, domains = out.partition("\n\n")
    assert [line.split()[0] for line in by_hand.splitlines()] == list(SITES)
    assert domains.startswith("domain cameras")
    assert f"{make_site('cameras').target_count} targets" in out


def test_truth_prints_the_targets(call: Call) -> None:
    code, out, _ = call("truth", "laptops", "--size", 300, "--url", "http://localhost:1234/")
    assert code == 0
    assert out.splitlines() == [f"http://localhost:1234{path}" for path in make_site("laptops", 300).targets()]


def test_truth_is_where_serve_puts_it_by_default(call: Call) -> None:
    _, out, _ = call("truth", "laptops", "--size", 300)
    assert out.startswith("http://127.0.0.1:8001/p/")


def test_truth_as_json_says_what_leads_to_each_target(call: Call) -> None:
    site = make_site("instruments", 100)
    code, out, _ = call("truth", "instruments", "--size", 100, "--url", "http://localhost:1234/", "--json")
    assert code == 0
    told = [json.loads(line) for line in out.splitlines()]
    assert [row["url"] for row in told] == [f"http://localhost:1234{path}" for path in site.targets()]
    assert {row["technique"] for row in told} > {"links", "hover", "menu", "scroll"}
    hover = next(row for row in told if row["technique"] == "hover")
    assert hover["hub"] == "http://localhost:1234/hall/viols/"
    _, out, _ = call("truth", "laptops", "--size", 300, "--json")
    assert {(row["technique"], row["hub"]) for row in map(json.loads, out.splitlines())} == {("links", "")}


def test_samples_of_a_single_site(call: Call, tmp_path: Path) -> None:
    code, out, _ = call("samples", "instruments", "--count", 4, "-o", tmp_path)
    assert code == 0
    assert len(out.splitlines()) == 4
    assert all('<table class="sheet">' in Path(name).read_text("utf-8") for name in out.splitlines())
    code, _, err = call("samples", "instruments", "-o", tmp_path, "--near-misses")
    assert (code, "leave out --near-misses" in err) == (2, True)


def test_more_samples_than_there_are(call: Call, tmp_path: Path) -> None:
    code, out, err = call("samples", "instruments", "--size", 100, "--count", 100, "-o", tmp_path)
    assert code == 0
    assert len(out.splitlines()) == len(make_site("instruments", 100).samples(100))
    assert "a larger --size has more" in err


def test_serve_until_interrupted(served: tuple[subprocess.Popen[str], Path]) -> None:
    process, ready = served
    sites = json.loads(ready.read_text())
    assert list(sites) == ["cameras", "phones"]
    for name, entry in sites.items():
        assert entry["targets"] == make_site(name, 300).target_count
        assert len(entry["samples"]) == 3
        for sample in entry["samples"]:
            with urlopen(sample, timeout=10) as answer:
                assert answer.status == 200
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in err
    assert err.splitlines()[-2:] == ["cameras: 3 GET", "phones: 3 GET"]
    for entry in sites.values():
        assert f"hubwalk find {entry['url']} --like {entry['samples'][0]}" in out


def test_the_command_to_try_uses_a_browser_where_one_is_needed() -> None:
    with serve_demo([make_site(name, 100) for name in ("phones", "instruments")], []) as told:
        phones, instruments = (line for line in told.splitlines() if "hubwalk find" in line)
    assert "--browser auto" in instruments
    assert "--browser" not in phones


def test_a_port_in_use_is_one_line(call: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, _, err = call("serve", "--port", port, "--site", "cameras", "--size", 300)
    assert code == 2
    assert err.splitlines() == [f"hubwalk: port {port} is in use: give another one with --port, or --port 0 for any"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--site", "camera"), "did you mean 'cameras'?"),
        (("serve", "--size", "5"), "--size 100 or more"),
        (("serve", "--port", "99999"), "no such port"),
        (("serve", "--port", "0", "--size", "300", "--ready-file", "/nowhere/at/all.json"), "ready file"),
        (("truth", "cars"), "unknown demo site 'cars'"),
        (("truth", "cameras", "--url", "not a url"), "not a web address"),
        (("tour", "-o", "/dev/null/x"), "give another with -o"),
        (("tour", "-o", "-"), "standard output: these are several files; name a folder, as in -o demo-result"),
        (("samples", "cameras", "-o", "-"), "standard output: these are several files; name a folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(call: Call, words: tuple[str, ...], said: str) -> None:
    code, _, err = call(*words)
    assert code == 2
    assert said in err
    assert [line for line in err.splitlines() if line != "Ctrl-C ends it."] == [err.splitlines()[-1]]


@pytest.mark.parametrize("words", [("serve", "--size", "many"), ("serve", "--port", "x"), ("truth",), ("nonsense",)])
def test_bad_usage_is_exit_code_2(call: Call, words: tuple[str, ...]) -> None:
    code, _, err = call(*words)
    assert code == 2
    assert "Traceback" not in err
