"""What every validator must keep to, whatever a page contains."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from hubwalk.pages.parse import parse
from hubwalk.ports import Validator
from hubwalk.values import Page, Verdict

_URL = "http://practice.test/page"


def check_validator(make: Callable[[], Validator]) -> None:
    """AssertionError if what `make()` builds breaks the contract of `ports.Validator`; it is closed at the end."""
    validator, again = make(), make()
    try:
        verdicts = {}
        for title, page in awkward_pages():
            verdict = verdicts[title] = _judge(validator, title, page)
            assert not verdict.accepted or page.ok, f"{title}: accepted, though there is no document"
            for twin, other in (("a second time", validator), ("by a new object", again)):
                later = _judge(other, title, page)
                assert verdict == later, f"{title}: judged {twin} it was {later} instead of {verdict}"
        if getattr(validator, "blocking", False):
            _check_threads(validator, verdicts)
    finally:
        for made in (validator, again):
            close = getattr(made, "close", None)
            if close is not None:
                close()
                close()  # a driver that ends early may close twice


def _judge(validator: Validator, title: str, page: Page) -> Verdict:
    try:
        verdict = validator.judge(page)
    except Exception as error:
        raise AssertionError(f"{title}: raised {type(error).__name__}: {error}") from error
    assert isinstance(verdict, Verdict), f"{title}: answered {type(verdict).__name__}, not a Verdict"
    assert isinstance(verdict.accepted, bool), f"{title}: accepted is {verdict.accepted!r}, not True or False"
    number = isinstance(verdict.score, int | float) and math.isfinite(verdict.score)
    assert number and 0 <= verdict.score <= 1, f"{title}: the score {verdict.score!r} is not within [0, 1]"
    assert isinstance(verdict.reason, str), f"{title}: the reason is {type(verdict.reason).__name__}, not text"
    assert len(verdict.reason.splitlines()) <= 1, f"{title}: the reason has several lines: {verdict.reason!r}"
    return verdict


def _check_threads(validator: Validator, verdicts: dict[str, Verdict]) -> None:
    """Drivers ask a blocking validator from several threads."""
    pages = list(awkward_pages()) * 2
    with ThreadPoolExecutor(4) as pool:
        judged = list(pool.map(lambda named: validator.judge(named[1]), pages))
    for (title, _), verdict in zip(pages, judged, strict=True):
        assert verdict == verdicts[title], f"{title}: asked from several threads it was {verdict}"


def awkward_pages() -> Iterator[tuple[str, Page]]:
    """Pages as the web has them, each with a name."""
    for title, html in (
        ("an ordinary page", "<title>Camera</title><h1>Camera</h1><table><tr><th>Zoom<td>4x</table><a href=/x>x</a>"),
        ("an empty page", ""),
        ("white space only", " \n\t "),
        ("no markup", "just words"),
        ("broken HTML", "<table><tr><td><div></table></p><b><i></b></i><a href='x>never closed <!-- nor this"),
        ("10,000 levels deep", "<div>" * 10_000 + "deep"),
        ("not ASCII", "<p>größe 価格 цена \N{GRINNING FACE} \x00 \ufffd &#0; &nbsp;"),
        ("half a surrogate pair", "<p>a\ud800b"),
        ("a megabyte", "<p>some more words " * 60_000),
        ("one endless word", "<p>" + "x" * 500_000),
        ("scripts only", "<script>document.write('<p>hi')</script><style>p {}</style><noscript>no</noscript>"),
        ("frames", "<frameset><frame src=a><frame src=b></frameset>"),
        ("line breaks in title and text", "<title>a\r\nb</title><p>c\r\nd\u2028e\x85f"),
    ):
        yield title, parse(html, _URL)
    yield "an unusual URL", parse("<p>x", "http://practice.test:8080/a%20b/%C3%A9;v=1?q=a+b&c=%0A&d=")
    yield "status 404", Page(_URL, _URL, status=404, html="<p>Sorry")
    yield "status 500 without content", Page(_URL, _URL, status=500)
    yield "no answer", Page(_URL, _URL, status=0, error="time-out after 30 s")
    yield "not HTML", Page(_URL, _URL, error="not HTML but image/png")
    yield "a redirected page", Page(_URL, "http://practice.test/old", html="<p>x")
