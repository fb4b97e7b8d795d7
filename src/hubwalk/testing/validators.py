"""What every validator must keep to, whatever a page contains.

The pages are in awkward_pages.py. A validator that does not learn says the same of a page whenever it is asked. One
that learns (`ports.LearningValidator`) says the same as another of its kind that was asked about the same pages in the
same order, tells every revision once, and after remembering pages judges as if it had judged them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from hubwalk.ports import LearningValidator, Validator
from hubwalk.testing.awkward_pages import awkward_pages, huge_page, shop_pages
from hubwalk.values import Page, Verdict

_LONGEST_REASON = 1_000  # characters: three times what the validators here allow themselves, for names in expressions
_SMALL = 50_000  # characters; whether threads get along shows with such pages, too


def check_validator(make: Callable[[], Validator]) -> None:
    """AssertionError if what `make()` builds breaks the contract of `ports.Validator`; it is closed at the end."""
    made: list[Validator] = []

    def new() -> Validator:
        made.append(make())
        return made[-1]

    try:
        validator = new()
        if isinstance(validator, LearningValidator):
            _check_learning(validator, new)
        else:
            _check_constant(validator, new)
        _judge(validator, *huge_page())
    finally:
        for one in made:
            close = getattr(one, "close", None)
            if close is not None:
                close()
                close()  # a driver that ends early may close twice


def _check_constant(validator: Validator, new: Callable[[], Validator]) -> None:
    again = new()
    verdicts = {}
    for title, page in awkward_pages():
        verdict = verdicts[title] = _judge(validator, title, page)
        for twin, other in (("a second time", validator), ("by a new object", again)):
            later = _judge(other, title, page)
            assert verdict == later, f"{title}: judged {twin} it was {later} instead of {verdict}"
    if getattr(validator, "blocking", False):
        _check_threads(validator, verdicts)


def _judge(validator: Validator, title: str, page: Page) -> Verdict:
    try:
        verdict = validator.judge(page)
    except Exception as error:
        raise AssertionError(f"{title}: raised {type(error).__name__}: {error}") from error
    _check_verdict(title, verdict)
    assert not verdict.accepted or page.ok, f"{title}: accepted, though there is no document"
    return verdict


def _check_verdict(title: str, verdict: object) -> None:
    assert isinstance(verdict, Verdict), f"{title}: answered {type(verdict).__name__}, not a Verdict"
    assert isinstance(verdict.accepted, bool), f"{title}: accepted is {verdict.accepted!r}, not True or False"
    number = isinstance(verdict.score, int | float) and math.isfinite(verdict.score)
    assert number and 0 <= verdict.score <= 1, f"{title}: the score {verdict.score!r} is not within [0, 1]"
    assert isinstance(verdict.reason, str), f"{title}: the reason is {type(verdict.reason).__name__}, not text"
    assert verdict.reason.strip(), f"{title}: there is no reason; one line says why a page is accepted or not"
    length = len(verdict.reason)
    assert length <= _LONGEST_REASON, f"{title}: the reason has {length:,} characters, {_LONGEST_REASON:,} are allowed"
    assert len(verdict.reason.splitlines()) <= 1, f"{title}: the reason has several lines: {verdict.reason[:200]!r}"


def _check_threads(validator: Validator, verdicts: dict[str, Verdict] | None = None) -> None:
    """Drivers may ask a blocking validator from several threads. What learns may say what it likes then, but must not
    break."""
    pages = [(title, page) for title, page in awkward_pages() if len(page.html) < _SMALL] * 2
    with ThreadPoolExecutor(4) as pool:
        judged = list(pool.map(lambda named: _judge(validator, *named), pages))
    for (title, _), verdict in zip(pages, judged, strict=True):
        assert verdicts is None or verdict == verdicts[title], f"{title}: asked from several threads it was {verdict}"


# -- validators that learn --------------------------------------------------------------------------------------------


class _Crawl:
    """A validator that learns, asked as a driver asks it, and the verdicts that stand."""

    def __init__(self, validator: LearningValidator) -> None:
        self.validator = validator
        self.standing: dict[str, Verdict] = {}  # by URL
        self.told: list[object] = []  # all verdicts and revisions, in their order

    def judge(self, title: str, page: Page) -> None:
        verdict = _judge(self.validator, title, page)
        self.standing[page.url] = verdict
        self.told.append(verdict)
        self.revise(title)

    def revise(self, title: str) -> None:
        revisions = self.validator.revisions()
        addresses = [revision.url for revision in revisions]
        assert len(set(addresses)) == len(addresses), f"after {title}: a page was revised twice at once"
        for revision in revisions:
            where = f"revision of {revision.url} after {title}"
            assert revision.url in self.standing, f"{where}: this page was never judged"
            _check_verdict(where, revision.verdict)
            stands = self.standing[revision.url]
            assert revision.verdict != stands, f"{where}: this verdict stands already"
            same = revision.verdict.accepted == stands.accepted
            assert same or not revision.confirmed, f"{where}: this is called confirmed, and turns round"
            self.standing[revision.url] = revision.verdict
            self.told.append(revision)
        assert not self.validator.revisions(), f"after {title}: revisions were told twice"


def _check_learning(validator: LearningValidator, new: Callable[[], Validator]) -> None:
    pages = [*shop_pages(0), *awkward_pages(), *shop_pages(1)]
    first, second = _Crawl(validator), _Crawl(_learning(new()))
    for title, page in pages:
        first.judge(title, page)
        second.judge(title, page)
        assert first.told == second.told, (
            f"{title}: judged by a new object in the same order it was {second.told[-1]} instead of {first.told[-1]}"
        )
    _check_memory(first, _Crawl(_learning(new())), [page for _, page in pages])
    if getattr(validator, "blocking", False):
        _check_threads(validator)


def _check_memory(first: _Crawl, resumed: _Crawl, pages: Sequence[Page]) -> None:
    """A resumed crawl goes on as if it had never stopped."""
    for page in pages:
        if page.ok:  # no driver asks about others
            resumed.validator.remember(page, first.standing[page.url])
    resumed.standing = dict(first.standing)
    for revision in resumed.validator.revisions():
        before = first.standing[revision.url].accepted
        assert revision.verdict.accepted == before, f"{revision.url}: remembering revised it, without a reason to"
    for title, page in shop_pages(2):
        first.judge(title, page)
        resumed.judge(title, page)
        one, other = first.standing[page.url], resumed.standing[page.url]
        assert one.accepted == other.accepted, f"{title}: after remembering it was {other} instead of {one}"


def _learning(validator: Validator) -> LearningValidator:
    assert isinstance(validator, LearningValidator), "what is made learns one time and another time it does not"
    return validator
