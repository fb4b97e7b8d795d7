"""The browser's process dies, hangs and is interrupted; nothing is lost but time, and nothing is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from misbehaving import Html, Slow, Web
from running import environment

from hubwalk.browsing.browser_process import BrowserProcess, sweep
from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.browsing.headless import Looker, LookOptions, Wanted
from hubwalk.browsing.installed import BrowserChoice
from hubwalk.values import Response, Site

pytest_plugins = ["browsers", "web_fixtures"]
SITE = Site("http://site.test/")
ASKS = "fetch('/a?' + Math.random()).catch(() => 0)"  # what is known already would not be asked for again
PAGE = Response(SITE.url, SITE.url, 200, f"<script>{ASKS}</script><a href=/found>found</a>".encode())


@pytest.fixture(scope="module")
def process(browser_choice: BrowserChoice) -> Iterator[BrowserProcess]:
    quieten()
    made = BrowserProcess(browser_choice)
    yield made
    made.kill()


async def nowhere(host: str) -> list[str]:
    return []


def looker(process: BrowserProcess, signals: list[int]) -> Looker:
    """Its browser gets the next of these signals while it loads a page."""

    async def fetch(wanted: Wanted) -> Response:
        if signals:
            os.kill(process.pid, signals.pop())
        return Response(wanted.url, wanted.url, 0, error="gone")

    return Looker(fetch, LookOptions(timeout=2.0), process=process, resolver=nowhere)


def look(process: BrowserProcess, *signals: int) -> tuple[list[str], str]:
    found = run(looker(process, list(signals)).look(PAGE, site=SITE)).rendering
    assert found is not None
    return [link.target for link in found.links], "\n".join(found.notes)


def test_a_browser_that_is_killed_costs_nothing(process: BrowserProcess) -> None:
    links, notes = look(process, signal.SIGKILL)
    assert links == ["http://site.test/found"]
    assert "the browser ended while it had this page" in notes
    first = process.pid
    os.kill(first, signal.SIGKILL)  # between two pages
    assert look(process)[0] == ["http://site.test/found"]
    assert process.pid != first


def test_a_browser_that_always_dies_is_given_up(process: BrowserProcess) -> None:
    links, notes = look(process, *[signal.SIGKILL] * 9)
    assert links == ["http://site.test/found"]  # as the server sent them
    assert "given up" in notes


def test_a_browser_that_hangs_is_replaced(process: BrowserProcess) -> None:
    before = process.launches
    links, _ = look(process, signal.SIGSTOP)
    assert links == ["http://site.test/found"]
    assert process.launches > before


def test_the_profile_is_fresh_and_goes_with_the_browser(process: BrowserProcess) -> None:
    look(process)
    folder = process.folder
    assert folder is not None
    assert any(path.is_dir() for path in folder.iterdir())
    sweep()
    assert folder.exists()  # its lock is held
    run(process.close())
    assert not folder.exists()
    assert process.pid == 0


def test_a_browser_does_not_grow_old(browser_choice: BrowserChoice) -> None:
    made = BrowserProcess(browser_choice, life=3)
    two_at_a_time = looker(made, [])

    async def look_at_four() -> list[Response]:
        return list(await asyncio.gather(*(two_at_a_time.look(PAGE, site=SITE) for _ in range(4))))

    found = [each.rendering for each in run(look_at_four())]
    assert all(each is not None and len(each.links) == 1 and "ended" not in str(each.notes) for each in found)
    assert made.launches == 2
    run(made.close())


def test_what_a_killed_run_has_left_is_swept_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(prefix="hw-", dir="/tmp") as place:  # pytest's own have long names
        monkeypatch.setattr("tempfile.tempdir", place)
        left = Path(place, "hubwalk-browser-left")
        (left / "profile").mkdir(parents=True)
        (left / "lock").touch()
        other = Path(place, "hubwalk-browser-other")  # no lock: who knows whose it is
        other.mkdir()
        sweep()
        assert not left.exists()
        assert other.exists()


def test_long_names_of_folders_are_no_obstacle(
    process: BrowserProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    process.kill()
    assert look(process)[0] == ["http://site.test/found"]


CHILD = """
import json, sys
from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.headless import HeadlessBrowser
from hubwalk.config import make_job
quieten()
url = sys.argv[1]
browser = HeadlessBrowser(make_job({"sites": [url], "delay": 0, "validators": ["url:x"]}))
browser.fetch(url + "/")
process = browser._looker.process
print(json.dumps([process.pid, process._driver, str(process.folder)]), flush=True)
browser.fetch(url + "/slow")
"""


@pytest.mark.parametrize("signals", [(signal.SIGINT, signal.SIGINT), (signal.SIGKILL,)], ids=str)
def test_nothing_is_left_running(web: Web, browser_choice: BrowserChoice, signals: tuple[int, ...]) -> None:
    web.put("/", Html("<p>hello"))
    web.put("/slow", Html("<script src=/never.js></script>"))
    web.put("/never.js", Slow(30))
    command = [sys.executable, "-c", CHILD, web.url]
    env = {**environment(), "HUBWALK_BROWSER": browser_choice.path}
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    assert child.stdout is not None
    browser, driver, folder = json.loads(child.stdout.readline())
    assert is_alive(browser)
    assert is_alive(driver)
    wait_until(lambda: "/never.js" in web.requests)
    for number in signals:
        child.send_signal(number)
    _, talk = child.communicate(timeout=30)
    assert child.returncode != 0
    if signals[0] == signal.SIGINT:
        assert "atexit" not in talk
        assert talk.strip().splitlines()[-1].startswith("KeyboardInterrupt")
        assert not Path(folder).exists()
    wait_until(lambda: not is_alive(browser) and not is_alive(driver))
    sweep()
    assert not Path(folder).exists()


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(is_so: object, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.05)
