"""`hubwalk doctor`: whether hubwalk can do its work here, and what gets it what it lacks."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._text import print_json, printable

if TYPE_CHECKING:
    from hubwalk.browsing.installed import BrowserChoice
    from hubwalk.browsing.trial_launch import Health
    from hubwalk.cli._machine import Finding


def register(app: typer.Typer) -> None:
    app.command()(doctor)


def doctor(
    *,
    browser: Annotated[bool, typer.Option("--browser", help="A browser is a must: exit code 2 without one.")] = False,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for the browser to answer.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """See whether hubwalk can do its work here. Launches the browser that would be used, for a moment, without network;
    what is missing comes with the command that gets it. Exit code 2 if a plain crawl cannot work.

    Example: hubwalk doctor --browser
    """
    from hubwalk.cli._machine import BAD, NOTE, Finding, machine

    with _saying("looking around ..."):
        findings = list(machine())
    works = all(finding.state != BAD for finding in findings)
    untried = Finding("browser", NOTE, "not tried before a plain crawl works")
    about, choice, health = _browser(timeout) if works else (untried, None, None)
    findings.append(about)
    if as_json:
        found = None if choice is None or health is None else asdict(choice) | asdict(health)
        print_json({"crawl": works, "browser": found, "checks": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            _print(finding)
        if works:
            print("hubwalk can crawl here", "with a browser and without" if health else "without a browser", sep=", ")
    if not works:
        _fail("a plain crawl cannot work here", [finding for finding in findings if finding.state == BAD], as_json)
    if browser and health is None:
        _fail("no browser works here", [about], as_json)


def _browser(timeout: float) -> tuple[Finding, BrowserChoice | None, Health | None]:
    """The browser that would be used, tried out. If it fails the others are tried: one of them can be named."""
    from hubwalk.browsing.browser_places import playwright_is_there
    from hubwalk.browsing.installed import VARIABLE, BrowserChoice, find_browser, look_around
    from hubwalk.cli._machine import BROKEN, MISSING, OK, Finding
    from hubwalk.errors import UsageError

    if not playwright_is_there():
        return _without_playwright(), None, None
    try:
        with _saying("looking for a browser ..."):
            choice = find_browser()
    except UsageError as error:
        text, _, get = str(error).partition("; get one with: ")
        return Finding("browser", MISSING, text, get), None, None
    health, reason = _tried(choice, timeout)
    if health is not None:
        return Finding("browser", OK, _praise(choice, health)), choice, health
    others = [other for other in look_around() if isinstance(other, BrowserChoice) and other.path != choice.path]
    for other in others:
        if _tried(other, timeout)[0] is not None:
            name = shlex.quote(other.path or "playwright")
            way_out = f"unset {VARIABLE}" if choice.source == VARIABLE else f"export {VARIABLE}={name}"
            return Finding("browser", BROKEN, reason, way_out), None, None
    return Finding("browser", BROKEN, reason, _remedy(choice, reason)), None, None


def _tried(choice: BrowserChoice, timeout: float) -> tuple[Health | None, str]:
    """How it did, or why it did not."""
    from hubwalk.browsing.trial_launch import check
    from hubwalk.errors import UsageError

    try:
        with _saying(f"launching {choice.path or choice.kind} ..."):
            return check(choice, timeout=timeout), ""
    except (UsageError, ImportError) as error:
        return None, str(error)


def _without_playwright() -> Finding:
    """One command is enough: the one for Playwright where a browser is there, and else both."""
    from hubwalk.browsing.browser_packages import command_for_browser, command_for_extra
    from hubwalk.browsing.installed import BrowserChoice, look_around
    from hubwalk.cli._machine import MISSING, Finding

    get = command_for_extra("browser")
    found = next((found for found in look_around() if isinstance(found, BrowserChoice)), None)
    if found is not None:
        return Finding("browser", MISSING, f"{found.path} is there, but not Playwright, which drives it", get)
    text = "neither a browser is there nor Playwright, which drives it"
    return Finding("browser", MISSING, text, f"{get} && {command_for_browser()}")


def _remedy(choice: BrowserChoice, reason: str) -> str:
    """Another browser than the one that does not work; Playwright's own may only lack libraries."""
    from hubwalk.browsing.browser_packages import command_for_browser, command_of_playwright

    if choice.path:
        return command_of_playwright("install chromium")
    lacks = "librar" in reason or "dependencies" in reason
    return command_of_playwright(f"install-deps {choice.kind}") if lacks else command_for_browser()


def _praise(choice: BrowserChoice, health: Health) -> str:
    name = "Firefox" if choice.kind == "firefox" else "Chromium"
    path = choice.path or choice.source
    sandbox = f"without its sandbox ({health.no_sandbox})" if health.no_sandbox else "in its sandbox"
    lacks = "" if health.has_navigation_api else "; has no Navigation API, so probing takes longer"
    return f"{name} {health.version}, {path}; ran a script after {health.seconds:.1f} s, {sandbox}{lacks}"


def _print(finding: Finding) -> None:
    print(f"{finding.state:<8} {finding.name:<12} {printable(finding.text)}")
    if finding.get:
        print(f"{'':<21} $ {finding.get}")


def _fail(what: str, findings: list[Finding], as_json: bool) -> None:
    from hubwalk.errors import HubwalkError

    if as_json:
        raise typer.Exit(2)
    said = [finding.text + (f"; the way out: {finding.get}" if finding.get else "") for finding in findings]
    raise HubwalkError(f"{what}: {'; '.join(said)}")


@contextmanager
def _saying(what: str) -> Iterator[None]:
    """While this is open a terminal shows what takes so long."""
    if not sys.stderr.isatty():
        yield
        return
    from hubwalk.cli._console import Console

    with Console(stderr=True).status(what):
        yield
