"""What every crawl log must keep to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from hubwalk.ports import CrawlLog
from hubwalk.testing.practice_site import ENTRY, is_target, practice_site
from hubwalk.values import Choice, Link, Observation, Page, Response, Verdict


def check_crawl_log(make: Callable[[], CrawlLog]) -> None:
    """AssertionError if what `make()` builds (a new, empty log) breaks the contract of `ports.CrawlLog`."""
    log = make()
    assert list(log.observations()) == [], "a new log is not empty"
    told = sample_observations()
    half = len(told) // 2
    numbers = [log.append(observation) for observation in told[:half]]
    _check_read(log, told[:half])
    numbers += [log.append(observation) for observation in told[half:]]
    assert numbers == sorted(set(numbers)), f"append answers numbers that do not grow: {numbers}"
    for _ in range(2):
        _check_read(log, told)
    reading = log.observations()
    next(reading)
    log.append(told[0])
    rest = list(reading)
    assert len(rest) in {len(told) - 1, len(told)}, "reading while something is appended loses observations"
    _check_read(log, [*told, told[0]])


def _check_read(log: CrawlLog, told: list[Observation]) -> None:
    for bodies in (False, True):
        read = list(log.observations(bodies=bodies))
        assert len(read) == len(told), f"{len(told)} observations were appended, {len(read)} came back"
        for number, (one, other) in enumerate(zip(told, read, strict=True), start=1):
            _check_same(f"observation {number} ({one.page.requested})", one, other, bodies=bodies)


def _check_same(where: str, told: Observation, read: Observation, *, bodies: bool) -> None:
    for name in (field.name for field in fields(Observation)):
        if name in {"page", "response"}:
            continue
        a, b = getattr(told, name), getattr(read, name)
        assert a == b, f"{where}: {name} was {a!r} and came back as {b!r}"
    for name in (field.name for field in fields(Page)):
        a, b = getattr(told.page, name), getattr(read.page, name)
        # The text of a page comes back with its answer or not at all.
        assert a == b or name == "html", f"{where}: page.{name} was {a!r} and came back as {b!r}"
    if bodies:
        assert read.response == told.response, f"{where}: the raw answer came back changed"


def sample_observations() -> list[Observation]:
    """A short crawl with everything in it that a log must keep."""
    seen = []
    for number, (url, page) in enumerate(sorted(practice_site().items())):
        body = page.html.encode()
        answer = Response(url, page.url, page.status, body, (("Content-Type", "text/html; charset=utf-8"),), page.error)
        choice = Choice(url, "harvest", ENTRY, "html/body/ul.menu/li[3]/a", f"Größe {number} 価格", 0.1 * number)
        accepted = is_target(page)
        verdict = Verdict(accepted, 0.25 if accepted else 0.0, f"reason {number}")
        seen.append(Observation(ENTRY, choice, page, verdict, number % 4, 1_700_000_000.5 + number, 0.25, 1, answer))
    odd = replace(
        seen[0].page,
        title="'quoted' \N{GRINNING FACE}",
        links=(Link(f"{ENTRY}a?b=%22&c=é", "two  spaces\tand a tab", "html/body/a"),) * 2,
        sketch=(0, 1, 2**32 - 1),
        canonical=f"{ENTRY}canonical",
    )
    binary = Response(ENTRY, ENTRY, 200, bytes(range(256)), (("X", "1"), ("X", "2")))
    seen.append(replace(seen[0], page=odd, response=binary, requests=3))
    seen.append(replace(seen[1], site="http://other.test/", response=None))
    return seen
