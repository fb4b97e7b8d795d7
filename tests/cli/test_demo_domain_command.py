"""`hubwalk demo` on the papers' domains: list, serve, truth, samples."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from typer.testing import CliRunner

from hubwalk.cli import make_app
from hubwalk.demo.web import DOMAINS, make_domain
from hubwalk.errors import UsageError

SCALE = "0.02"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(make_app(), ["demo", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_list_shows_sites_domains_and_decoys() -> None:
    lines = run("list", "--scale", SCALE).splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["cameras", "laptops", "phones", "university"]
    assert [line.split()[1].rstrip(":") for line in lines if line.startswith("domain ")] == list(DOMAINS)
    row = next(line.split() for line in lines if line.split()[:1] == ["lensledger"])
    site = make_domain("cameras", scale=float(SCALE)).sites[0]
    assert (int(row[1]), int(row[3])) == (site.page_count, site.target_count)


def test_truth_of_a_domain_site_is_where_serve_puts_it() -> None:
    site = make_domain("laptops", scale=float(SCALE)).sites[2]
    told = run("truth", site.name, "--scale", SCALE).split()
    assert told == [f"http://127.0.0.1:8002{path}" for path in site.targets()]
    elsewhere = run("truth", site.name, "--scale", SCALE, "--url", "http://elsewhere.test").split()
    assert elsewhere[0].startswith("http://elsewhere.test/")


def test_samples_are_files_of_targets(tmp_path: Path) -> None:
    files = [
        Path(name)
        for name in run("samples", "mp3_players", "--count", "7", "--scale", SCALE, "-o", str(tmp_path)).split()
    ]
    assert sorted(tmp_path.iterdir()) == sorted(files)
    expected = [site.respond(path).body for site, path in make_domain("mp3_players", scale=float(SCALE)).samples(7)]
    assert [file.read_bytes() for file in files] == expected


def test_fewer_samples_than_asked_for_are_told(tmp_path: Path) -> None:
    arguments = ["demo", "samples", "cameras", "--count", "9999", "--scale", SCALE, "-o", str(tmp_path)]
    result = CliRunner().invoke(make_app(), arguments, catch_exceptions=False)
    written = len(result.stdout.split())
    assert result.exit_code == 0
    assert written == len(list(tmp_path.iterdir())) < 9999
    assert result.stderr == f"hubwalk: cameras has no more than {written}; a larger --scale has more\n"


def test_a_bad_scale_is_refused_before_anything_is_listed() -> None:
    result = CliRunner().invoke(make_app(), ["demo", "list", "--scale", "0"])
    assert isinstance(result.exception, UsageError)
    assert result.stdout == ""


def test_near_misses_are_put_beside_them(tmp_path: Path) -> None:
    run("samples", "cameras", "--count", "5", "--near-misses", "--scale", SCALE, "-o", str(tmp_path))
    near = sorted((tmp_path / "near-misses").iterdir())
    expected = [site.respond(path).body for site, path in make_domain("cameras", scale=float(SCALE)).near_misses(5)]
    assert [file.read_bytes() for file in near] == expected


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["samples", "camera", "-o", "x"], "did you mean 'cameras'"),
        (["serve", "--domain", "phones", "--port", "0"], "unknown domain 'phones'"),
        (["serve", "--domain", "cameras", "--scale", "0"], "--scale 0"),
        (["truth", "lensleger"], "did you mean 'lensledger'"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=why):
        CliRunner().invoke(make_app(), ["demo", *arguments], catch_exceptions=False)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="give another with -o"):
        CliRunner().invoke(
            make_app(), ["demo", "samples", "cameras", "-o", str(tmp_path / "file")], catch_exceptions=False
        )


def test_serve_a_domain_with_its_search_engine(tmp_path: Path) -> None:
    ready_file = tmp_path / "ready.json"
    command = ["demo", "serve", "--domain", "laptops", "--scale", SCALE, "--port", "0", "--ready-file", str(ready_file)]
    with subprocess.Popen(
        [Path(sys.executable).with_name("hubwalk"), *command], stdout=subprocess.PIPE, text=True
    ) as served:
        try:
            deadline = time.monotonic() + 60
            while not ready_file.exists():
                assert served.poll() is None and time.monotonic() < deadline
                time.sleep(0.05)
            ready = json.loads(ready_file.read_text())
            made = make_domain("laptops", scale=float(SCALE))
            assert set(ready) == {"search", *(site.name for site in (*made.sites, *made.decoys))}
            assert [ready[site.name]["targets"] for site in made.sites] == [site.target_count for site in made.sites]
            with urlopen(ready["search"]["url"] + "search?q=laptops&format=json", timeout=10) as answer:
                results = json.loads(answer.read())["results"]
            assert results
            with urlopen(results[0]["url"], timeout=10) as page:
                assert page.status == 200
        finally:
            served.send_signal(signal.SIGTERM)
            told = served.communicate(timeout=20)[0]
    assert f"--engine searxng:{ready['search']['url']}" in told
    assert served.returncode == 0
