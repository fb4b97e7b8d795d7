"""find --browser, as a user meets it: refusals, a crawl in a real browser, and two Ctrl-C."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from misbehaving import Html, Web, page
from running import COMMAND, environment, hubwalk

pytest_plugins = ["web_fixtures", "browsers"]

HUB = """<!doctype html><html><head><title>hub</title></head><body><h1>Hub</h1>
<ul class="list"><li><a href="/item/1">one</a></li></ul><button id="more">Show more</button>
<script>
document.querySelector("#more").addEventListener("click", () => {
  for (const n of [2, 3]) document.querySelector("ul").insertAdjacentHTML(
    "beforeend", `<li><a href="/item/${n}">number ${n}</a></li>`);
});
</script><script src="http://cdn.test/tracker.js"></script></body></html>"""
ENDLESS = "<html><body><p>wait</p><script src='/never.js'></script><script>for (;;) ;</script></body></html>"


def shop(web: Web) -> None:
    web.put("/", Html(HUB))
    for n in (1, 2, 3):
        web.put(f"/item/{n}", page(f"item {n}", text=f"No. {n} of {n * 17}"))


def find(web: Web, cwd: Path, *more: str) -> Any:
    words = ("find", web.url, "--validator", "url:/item", "--delay", "0", "-o", "pages.jsonl", *more)
    return hubwalk(*words, cwd=cwd, timeout=120)


def test_an_unknown_browser_is_refused_with_the_nearest(web: Web, tmp_path: Path) -> None:
    ran = find(web, tmp_path, "--browser", "headles")
    assert ran.code == 2
    assert "headles" in ran.err
    assert "headless" in ran.err.replace("headles'", "")
    for host in ("a b", "cdn..net"):
        ran = find(web, tmp_path, "--browser", "auto", "--allow-host", host)
        assert (ran.code, f"--allow-host {host}" in ran.err) == (2, True)
    ran = find(web, tmp_path, "--browser", "auto", "--probe-time", "0")
    assert (ran.code, "--probe-time" in ran.err) == (2, True)
    assert not web.requests


def test_a_missing_browser_is_told_before_anything_is_fetched(
    web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HUBWALK_BROWSER", "none")
    shop(web)
    for browser in ("auto", "headless"):
        ran = find(web, tmp_path, "--browser", browser)
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
        assert not list(tmp_path.iterdir())
    assert not web.requests
    ran = find(web, tmp_path)
    assert (ran.code, len((tmp_path / "pages.jsonl").read_text().splitlines())) == (0, 1)


def test_what_a_click_brings_up_is_found_and_told(web: Web, tmp_path: Path, browser_choice: Any) -> None:
    assert browser_choice is not None
    shop(web)
    ran = find(web, tmp_path, "--browser", "auto")
    assert ran.code == 0, ran.err
    assert "browser: looked at 1 of 4 pages" in ran.err
    assert "gained 2 links" in ran.err
    assert "--allow-host cdn.test" in ran.err
    pages = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    probes = {line["url"].rpartition("/")[2]: line["found_via"]["probes"] for line in pages}
    assert probes["1"] == ""
    assert probes["2"].startswith("click ")
    assert probes["3"].startswith("click ")
    status = json.loads(hubwalk("status", "pages.db", "--json", cwd=tmp_path).out)
    assert status["job"]["browser"] == "auto"
    assert (status["total"]["browser"]["looked"], status["total"]["browser"]["gained"]) == (1, 2)
    assert "browser: looked at 1 of 4 pages" in hubwalk("status", "pages.db", cwd=tmp_path).out
    explained = hubwalk("explain", "pages.db", "/item/3", cwd=tmp_path).out
    assert "after click " in explained
    home = hubwalk("explain", "pages.db", f"{web.url}/", cwd=tmp_path).out
    assert "3 links where plain HTML has 1, 2 of them new" in home
    assert "cdn.test" in home
    simulated = hubwalk(
        "simulate", "pages.db", "--samples", "0", "--seeds", "1", "--strategy", "breadth_first", "--json", cwd=tmp_path
    )
    (run,) = json.loads(simulated.out)["strategies"]["breadth_first"]["runs"]
    assert run["recall"] == 1.0


def below(process: int) -> dict[int, str]:
    """The processes that a process has started, and those that they have, each with what it is."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            name, _, rest = (folder / "stat").read_text().partition("(")[2].rpartition(")")
            parents[int(folder.name)], names[int(folder.name)] = int(rest.split()[1]), name
    found = {process}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {child: names[child] for child in found - {process}}


def alive(processes: dict[int, str]) -> list[str]:
    """Those that still run; who has ended and waits for nobody is not alive."""
    left = []
    for number, name in processes.items():
        with contextlib.suppress(OSError):
            now, _, rest = Path(f"/proc/{number}/stat").read_text().partition("(")[2].rpartition(")")
            if now == name and rest.split()[0] != "Z":
                left.append(name)
    return left


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.parametrize("signals", [1, 2])
def test_ctrl_c_leaves_no_browser_behind(web: Web, tmp_path: Path, browser_choice: Any, signals: int) -> None:
    assert browser_choice is not None
    web.put("/", Html(ENDLESS))
    words = ["find", web.url, "--validator", "url:/item", "--delay", "0", "--browser", "headless", "-o", "p.jsonl"]
    crawl = subprocess.Popen([*COMMAND, *words], cwd=tmp_path, env=environment(), stderr=subprocess.PIPE)
    try:
        _wait_for(lambda: web.count("/never.js"))  # a browser that is asked for its version has processes, too
        started = below(crawl.pid)
        assert len(started) > 3  # Playwright's driver, and the browser with its helpers
        for _ in range(signals):
            crawl.send_signal(signal.SIGINT)
            time.sleep(0.3)
        _, said = crawl.communicate(timeout=60)
    finally:
        crawl.kill()
    if signals == 1:
        assert crawl.returncode == 130
        assert b"hubwalk resume" in said
    else:  # the second one may strike when all is done but the end of the process
        assert crawl.returncode in (130, -signal.SIGINT)
    _wait_for(lambda: not alive(started))


def _wait_for(condition: Any, seconds: float = 90.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "in vain"
        time.sleep(0.1)
