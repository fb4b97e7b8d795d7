"""`hubwalk doctor` as a user calls it, on machines that lack one thing or another."""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from running import Command, hubwalk

import hubwalk as package
from hubwalk.browsing import browser_places, installed, trial_launch
from hubwalk.browsing.installed import BrowserChoice
from hubwalk.browsing.trial_launch import Health
from hubwalk.cli import _machine
from hubwalk.errors import UsageError

pytest_plugins = ["browsers", "commands"]

_Usage = namedtuple("_Usage", "total used free")


@pytest.fixture
def doctor(command: Command) -> Any:
    """Exit code, lines by their name, and standard error."""

    def call(*words: str) -> tuple[int, dict[str, str], str]:
        code, out, err = command("doctor", *words)
        lines: dict[str, str] = {}
        name = ""
        for line in out.splitlines():
            name = line[9:21].strip() or name
            lines[name] = lines.get(name, "") + line
        return code, lines, err

    return call


@pytest.fixture
def one_browser(monkeypatch: pytest.MonkeyPatch) -> BrowserChoice:
    """Found, and never launched."""
    choice = BrowserChoice("chromium", "/opt/browser", "156.0", "the system's")
    monkeypatch.setattr(_machine, "_CRAWL", ())
    monkeypatch.setattr(installed, "find_browser", lambda: choice)
    monkeypatch.setattr(installed, "look_around", lambda: iter([choice]))
    monkeypatch.setattr(trial_launch, "check", lambda choice, timeout: Health("156.0", 1.5, "", True))
    return choice


def does_not_work(choice: BrowserChoice, timeout: float) -> Health:
    raise UsageError(f"{choice.path} does not work: libnss3.so: cannot open shared object file")


def test_a_real_browser_is_launched_and_described(browser_choice: BrowserChoice, tmp_path: Path) -> None:
    ran = hubwalk("doctor", "--browser", "--json", cwd=tmp_path, timeout=90)
    assert (ran.code, ran.err) == (0, "")
    said = json.loads(ran.out)
    assert said["crawl"] is True
    assert said["browser"]["kind"] == browser_choice.kind
    assert said["browser"]["path"] == browser_choice.path
    assert installed.too_old(said["browser"]["kind"], said["browser"]["version"]) == ""
    assert said["browser"]["seconds"] > 0
    states = {check["name"]: check["state"] for check in said["checks"]}
    assert {states["hubwalk"], states["crawling"], states["browser"]} == {"ok"}


def test_one_screen(doctor: Any, one_browser: BrowserChoice) -> None:
    code, lines, err = doctor("--browser")
    assert (code, err) == (0, "")
    assert package.__version__ in lines["hubwalk"]
    assert "Chromium 156.0, /opt/browser; ran a script after 1.5 s, in its sandbox" in lines["browser"]
    assert len(lines) <= 24
    assert {f"[{extra}]" for extra in _machine.EXTRAS} <= set(lines)


def test_no_sandbox_and_no_navigation_api_are_said(
    doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_launch, "check", lambda choice, timeout: Health("159.0", 1.5, "running as root", False))
    line = doctor()[1]["browser"]
    assert "without its sandbox (running as root)" in line
    assert "no Navigation API" in line


def test_no_browser_is_an_error_only_where_it_is_a_must(
    doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> BrowserChoice:
        raise UsageError("no usable browser was found; get one with: apt-get install chromium")

    monkeypatch.setattr(installed, "find_browser", nothing)
    code, lines, err = doctor()
    assert (code, err) == (0, "")
    assert lines["browser"].startswith("missing")
    assert lines["browser"].endswith("$ apt-get install chromium")
    code, _, err = doctor("--browser")
    assert code == 2
    assert err == "hubwalk: no browser works here: no usable browser was found; the way out: apt-get install chromium\n"
    assert doctor("--browser", "--json")[0] == 2


def test_a_broken_browser_and_another_that_works(
    doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_chrome(choice: BrowserChoice, timeout: float) -> Health:
        return Health("156.0", 1.0, "", True) if "chrome" in choice.path else does_not_work(choice, timeout)

    monkeypatch.setattr(trial_launch, "check", does_not_work)
    code, lines, _ = doctor()
    assert code == 0
    assert lines["browser"].startswith("broken")
    assert "libnss3.so" in lines["browser"]
    assert lines["browser"].endswith("playwright install chromium")
    chrome = BrowserChoice("chromium", "/opt/my chrome", "156.0", "the system's")
    monkeypatch.setattr(trial_launch, "check", only_chrome)
    monkeypatch.setattr(installed, "look_around", lambda: iter([one_browser, chrome]))
    code, lines, _ = doctor("--browser")
    assert code == 2
    assert lines["browser"].endswith("$ export HUBWALK_BROWSER='/opt/my chrome'")
    named = BrowserChoice("chromium", "/opt/browser", "156.0", "HUBWALK_BROWSER")
    monkeypatch.setattr(installed, "find_browser", lambda: named)
    assert doctor()[1]["browser"].endswith("$ unset HUBWALK_BROWSER")


def test_playwrights_build_without_its_libraries(
    doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = BrowserChoice("chromium", "", "158.0", "Playwright's own")
    monkeypatch.setattr(installed, "find_browser", lambda: own)
    monkeypatch.setattr(installed, "look_around", lambda: iter([own]))

    def lacking(choice: BrowserChoice, timeout: float) -> Health:
        raise UsageError("Playwright's chromium does not work: Host system is missing dependencies to run browsers.")

    monkeypatch.setattr(trial_launch, "check", lacking)
    assert doctor()[1]["browser"].endswith("playwright install-deps chromium")


def test_without_playwright(doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_places, "playwright_is_there", lambda: False)
    monkeypatch.setattr(_machine, "EXTRAS", {"browser": ("no_such_library", "pages")})
    code, lines, _ = doctor()
    assert code == 0
    assert lines["[browser]"].endswith("pip install 'hubwalk[browser]'")
    assert "/opt/browser is there, but not Playwright" in lines["browser"]
    monkeypatch.setattr(installed, "look_around", lambda: iter([]))
    code, lines, err = doctor("--browser")
    assert (code, err.count("\n")) == (2, 1)
    assert "$ " in lines["browser"]
    assert "hubwalk[browser]' && " in lines["browser"]


def test_what_a_crawl_needs_is_an_error(
    doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_machine, "_CRAWL", ("hubwalk.no_such_part",))
    code, lines, err = doctor()
    assert code == 2
    assert lines["crawling"].startswith("bad")
    assert "pip install --force-reinstall" in lines["crawling"]
    said = "hubwalk: a plain crawl cannot work here: hubwalk.no_such_part cannot be loaded: ModuleNotFoundError: "
    assert err.startswith(said)
    assert "not tried" in lines["browser"]


def test_a_library_that_is_broken_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scrapy").mkdir()
    (tmp_path / "scrapy" / "__init__.py").write_text("raise RuntimeError('half\\ninstalled')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran = hubwalk("doctor", cwd=tmp_path)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "RuntimeError: half" in ran.err


def test_folders(doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: _Usage(9e9, 9e9 - 4e8, 4e8))
    code, lines, _ = doctor()
    assert code == 0
    assert lines["this folder"].startswith("note")
    assert "400 MB free" in lines["this folder"]
    monkeypatch.setattr(shutil, "disk_usage", lambda path: _Usage(9e9, 9e9, 0))
    code, lines, _ = doctor()
    assert code == 2
    assert (lines["this folder"][:3], lines["temporary"][:4]) == ("bad", "note")

    def nowhere(**_: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", nowhere)
    code, lines, err = doctor()
    assert code == 2
    assert "set TMPDIR" in lines["temporary"]
    assert err.count("\n") == 1


def test_a_small_dev_shm_is_mentioned(doctor: Any, one_browser: BrowserChoice, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/shm").is_dir():
        pytest.skip("no /dev/shm here")
    sizes = {"/dev/shm": 64_000_000}
    monkeypatch.setattr(shutil, "disk_usage", lambda path: _Usage(sizes.get(str(path), 1e11), 0, 9e10))
    assert "/dev/shm has 64 MB" in doctor()[1]["memory"]


def test_the_extras_are_those_of_the_package() -> None:
    root = Path(package.__file__).parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = {name: needs for name, needs in project["optional-dependencies"].items() if name != "dev"}
    assert set(_machine.EXTRAS) == set(extras)
    for name, (library, _) in _machine.EXTRAS.items():
        assert any(need.startswith(library) for need in extras[name])


@pytest.mark.parametrize("words", [["--timeout", "0"], ["--timeout", "soon"], ["--nonsense"]])
def test_bad_input(doctor: Any, words: list[str]) -> None:
    assert doctor(*words)[0] == 2
