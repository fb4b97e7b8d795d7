"""A crawl over plain HTTP of a site that scripts build says so in the end, and how to go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from misbehaving import Html, Web
from running import Command, Ran

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.sites import make_site

pytest_plugins = ["commands", "web_fixtures", "browsers"]

HINT = "seems to be built by scripts: `hubwalk resume pages.db --browser auto` may find more"
LIST = """<!doctype html><html><head><title>things</title></head><body><div id="list"></div><script>
for (const n of [1, 2, 3]) document.querySelector("#list").insertAdjacentHTML(
  "beforeend", `<p><a href="/item/${n}">thing ${n}</a></p>`);
</script></body></html>"""


@pytest.fixture(scope="module")
def demo() -> Iterator[dict[str, str]]:
    with serve_in_thread([make_site(name, 100) for name in ("instruments", "cameras")]) as urls:
        yield urls


def find(command: Command, url: str, *more: object) -> Ran:
    return command("find", url, "--delay", 0, "--timeout", 1, "--retries", 0, "-o", "pages.jsonl", *more)


def test_the_museum_gets_the_hint(demo: dict[str, str], command: Command) -> None:
    ran = find(command, demo["instruments"], "--validator", "url:/object/", "--strategy", "breadth_first")
    assert ran.code == 0
    (line,) = [line for line in ran.err.splitlines() if HINT in line]
    assert line.startswith(f"hubwalk: {demo['instruments']} (")


@pytest.mark.parametrize("site", ["cameras"])
def test_an_ordinary_site_does_not(demo: dict[str, str], command: Command, site: str) -> None:
    ran = find(
        command, demo[site], "--validator", "url:/cameras/.+-", "--max-pages", 120, "--strategy", "breadth_first"
    )
    assert ran.code == 0
    assert "scripts" not in ran.err


def test_programs_get_it_as_an_event_and_quiet_people_not_at_all(web: Web, command: Command) -> None:
    web.put("/", Html(LIST))
    ran = find(command, web.url, "--validator", "url:/item", "--json")
    (event,) = [event for event in ran.events if event["event"] == "notice"]
    assert HINT in event["text"]
    assert ran.events[-1]["event"] == "end"
    assert command("resume", "pages.db", "-q").err == ""


def test_what_the_hint_says_works(web: Web, command: Command, browser_choice: Any) -> None:
    assert browser_choice is not None
    web.put("/", Html(LIST))
    for n in (1, 2, 3):
        web.put(f"/item/{n}", Html(f"<html><body><h1>Thing {n}</h1><p>It weighs {17 * n} g.</body></html>"))
    ran = find(command, web.url, "--validator", "url:/item")
    assert HINT in ran.err
    assert "done" in ran.err
    again = command("resume", "pages.db", "--browser", "auto")
    assert again.code == 0, again.err
    assert " 3 " in next(line for line in again.err.splitlines() if line.startswith(web.url))
    assert "built by scripts" not in again.err
    assert web.count("/") == 1  # the browser gets what the log has


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (("--allow-host", "cdn.test"), "--allow-host"),
        (("--probe-time", 5), "--probe-time"),
        (("--allow-host", "cdn.test", "--probe-time", 5), "--allow-host and --probe-time"),
    ],
)
def test_settings_of_a_browser_without_one_are_told_to_be_idle(
    web: Web, command: Command, options: tuple[object, ...], names: str
) -> None:
    web.put("/", Html("<html><body><p>Nothing here"))
    ran = find(command, web.url, "--validator", "url:/item", *options, "-q")
    assert ran.code == 0
    assert ran.err == (f"hubwalk: {names} without effect: no browser is used; give --browser auto, or leave it out\n")
