"""Combinations with a part that learns: they learn too, and revise what they said when a part does.

A part that learns needs the pages of the crawl as background, so it judges every page, whatever the others say; so do
the cheap parts. A part that costs something (it says that it is `costly`, or it is `blocking` and does not learn: a
program, a language model) is asked last, and only where the verdict hangs on it. What every part says of a page is
kept, without the reasons; when a part revises, the page's verdicts are combined anew, and a changed outcome is a
revision of the combination. Should that hang on a part that was never asked, it is asked then; for this the page is
kept, compressed, as long as there is room, and without the page the old verdict stands.

**Remembering.** The log has the verdict of the combination and not those of the parts. Where it implies theirs (all_of
that accepts, any_of that rejects, not), the parts are told to remember just that. Elsewhere every part judges the page
again, in the same order as in the first run. Since what a validator has learned depends on nothing but the pages and
their order, the parts come to the same state; what cost something is answered from the cache that the log keeps, and
only a program is asked again. The verdict that stands is the one in the log: a revision is due if, after all pages, the
parts together say otherwise.

**Labels.** Somebody who was asked (ask.py) says what the combination should say. Where that implies what each part
should (wanted by all_of, unwanted by any_of, not), a part that can be taught is told. That a page is unwanted says
something of a part of all_of only where all others accept the page; any_of likewise. Where two parts can be taught,
nobody knows which of them was wrong, and none is told. What the others settle is in no doubt, and nobody is asked.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hubwalk.pages.parse import parse
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.combine import Combined, Rule, share_of, told
from hubwalk.validators.finishing import finish
from hubwalk.values import Page, Revision, Verdict

_ROOM = 64_000_000  # bytes of compressed pages; about ten thousand of ordinary size
_MAX_KEPT = 2_000_000  # characters of one page


@dataclass(slots=True)
class _Standing:
    """What is known of one page."""

    number: int  # in the order of judging
    said: list[Verdict | None]  # by each part, without reasons; None: not asked
    accepted: bool  # as the driver knows it
    page: bytes = b""  # compressed, if a part may still have to be asked


class CombinedLearning(Combined):
    """Parts under a rule, some of which learn. One page at a time, from any thread."""

    def __init__(self, rule: Rule, parts: Mapping[str, Validator]) -> None:
        super().__init__(rule, parts)
        dear = {name for name, part in parts.items() if _is_costly(part)}
        names = [*(name for name in parts if name not in dear), *(name for name in parts if name in dear)]
        self._asked = [(name, self._parts[name], name in dear) for name in names]
        self._learning = [
            (i, part) for i, (_, part, _) in enumerate(self._asked) if isinstance(part, LearningValidator)
        ]
        taught = [(i, part) for i, part in self._learning if _can_be_taught(part)]
        self._pupil: tuple[int, Any] | None = taught[0] if len(taught) == 1 else None
        self._chooses = self._pupil is not None and hasattr(self._pupil[1], "most_telling")
        self._pages: dict[str, _Standing] = {}
        self._kept: dict[str, None] = {}  # pages with their content, the oldest first
        self._room = _ROOM
        self._changed: set[str] = set()
        self._confirmed: dict[str, int] = {}  # by which part
        self._lock = threading.RLock()

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return super().judge(page)
        with self._lock:
            said = [None if dear else part.judge(page) for _, part, dear in self._asked]
            verdict = self._decide(said, page)
            self._keep(page, said, verdict.accepted)
            return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        """See the top of the file."""
        if not page.ok:
            return
        with self._lock:
            implied = self._rule.implied(verdict)
            if implied is None:
                self.judge(page)
                self._pages[page.url].accepted = verdict.accepted
            else:
                for _, part in self._learning:
                    part.remember(page, implied)
                self._keep(page, [implied] * len(self._asked), verdict.accepted)
            self._changed.add(page.url)

    def revisions(self) -> Sequence[Revision]:
        """Waits for a part that is `blocking` where a changed verdict hangs on it."""
        with self._lock:
            self._hear()
            changed, self._changed = self._changed, set()
            confirmed, self._confirmed = self._confirmed, {}
            order = sorted(changed, key=lambda url: self._pages[url].number)
            found = (self._revise(url, confirmed.get(url)) for url in order)
            return [revision for revision in found if revision is not None]

    def _hear(self) -> None:
        """What the parts have learned."""
        for i, part in self._learning:
            for revision in part.revisions():
                if revision.url in self._pages:
                    self._pages[revision.url].said[i] = revision.verdict
                    self._changed.add(revision.url)
                    if revision.confirmed:
                        self._confirmed[revision.url] = i

    def finish(self, site: str) -> None:
        """See finishing.py."""
        with self._lock:
            for _, part in self._learning:
                finish(part, site)

    # -- somebody who is asked ----------------------------------------------------------------------------------------

    @property
    def can_be_taught(self) -> bool:
        """True if a part learns from labels."""
        return self._pupil is not None

    def expect_questions(self) -> None:
        """See ask.py."""
        if self._chooses and self._pupil is not None:
            getattr(self._pupil[1], "expect_questions", lambda: None)()

    def learn(self, page: Page, accepted: bool) -> bool:
        """What somebody says of a page; False if it says nothing of the part that can be taught."""
        with self._lock:
            known = self._pages.get(page.url)
            if known is None or self._pupil is None:
                return False
            self._hear()  # a resumed crawl has not asked for revisions in between, nor whom these hang on
            said = list(known.said)
            self._decide(said, page)
            known.said = _compact(said)
            i, pupil = self._pupil
            lesson = self._lesson(said[:i] + said[i + 1 :], accepted)
            return lesson is not None and pupil.learn(page, lesson) is not False

    def _lesson(self, others: Sequence[Verdict | None], accepted: bool) -> bool | None:
        """What a part should have said for this to be what all say, given the others; None: nobody knows."""
        implied = self._rule.implied(Verdict(accepted))
        if implied is not None:
            return implied.accepted
        return None if None in others or self._settle(others) else accepted

    def doubt(self, url: str) -> float | None:
        """How much is in doubt about a page, by the part that can be taught; none if the others settle it."""
        with self._lock:
            if not self._chooses or self._pupil is None or url not in self._pages:
                return None
            doubt_of: Callable[[str], float | None] = getattr(self._pupil[1], "doubt", lambda _: None)
            return doubt_of(url) if self._hangs(url) else 0.0

    def most_telling(self, urls: Collection[str], *, sceptical: bool = False) -> tuple[str, int] | None:
        """Of these pages the one whose label would tell that part most, and on how many others it bears."""
        with self._lock:
            if not self._chooses or self._pupil is None:
                return None
            open_ = [url for url in urls if url in self._pages and self._hangs(url)]
            found: tuple[str, int] | None = self._pupil[1].most_telling(open_, sceptical=sceptical)
            return found

    def _hangs(self, url: str) -> bool:
        """True if the verdict hangs on the part that can be taught."""
        return not self._settle([v for i, v in enumerate(self._pages[url].said) if self._pupil and i != self._pupil[0]])

    def _settle(self, said: Sequence[Verdict | None]) -> bool:
        """True if these parts decide, whatever the others say: a refusal in all_of, an acceptance in any_of."""
        known = [("", verdict) for verdict in said if verdict is not None]
        return bool(known) and self._rule.implied(self._rule.decide(known)) is None

    # -- the pages ----------------------------------------------------------------------------------------------------

    def _revise(self, url: str, confirmed: int | None) -> Revision | None:
        """What is said of a page now, if that is news; `confirmed` is a part that says the same as before for another
        reason, which is news only where that part decides."""
        known = self._pages[url]
        said = list(known.said)
        try:
            verdict = self._decide(said, _unpacked(url, known.page))
        except LookupError:
            return None
        known.said = _compact(said)
        if None not in said:
            self._forget(url)
        if verdict.accepted == known.accepted and confirmed is not None and self._tells(verdict, said, confirmed):
            return Revision(url, verdict, confirmed=True)
        if verdict.accepted == known.accepted or not verdict.judged:
            return None
        known.accepted = verdict.accepted
        return Revision(url, verdict)

    def _tells(self, verdict: Verdict, said: Sequence[Verdict | None], part: int) -> bool:
        """True if the reason of the verdict has that of the part, be it cut."""
        reasons = {i: told(name, one) for i, (name, _, _) in enumerate(self._asked) if (one := said[i])}
        own = reasons[part]
        return own in verdict.reason or one_line(own, share_of([*reasons.values()])) in verdict.reason

    def _decide(self, said: list[Verdict | None], page: Page | None) -> Verdict:
        """What the parts say together; `said` is completed by those that have to be asked. LookupError: without the
        page nobody can be."""

        def answers() -> Iterator[tuple[str, Verdict]]:
            for i, (name, part, _) in enumerate(self._asked):
                verdict = said[i]
                if verdict is None:
                    if page is None:
                        raise LookupError(name)
                    verdict = said[i] = part.judge(page)
                yield name, verdict

        return self._rule.decide(answers())

    def _keep(self, page: Page, said: Sequence[Verdict | None], accepted: bool) -> None:
        self._forget(page.url)
        earlier = self._pages.get(page.url)
        known = _Standing(earlier.number if earlier else len(self._pages), _compact(said), accepted)
        self._pages[page.url] = known
        if None not in said or self._is_settled(said):
            return
        known.page = zlib.compress(page.html[:_MAX_KEPT].encode("utf-8", "surrogatepass"), 1)
        self._kept[page.url] = None
        self._room -= len(known.page)
        while self._room < 0:
            self._forget(next(iter(self._kept)))

    def _is_settled(self, said: Sequence[Verdict | None]) -> bool:
        """True if the parts that never change their mind decide alone."""
        learning = {i for i, _ in self._learning}
        return self._settle([verdict for i, verdict in enumerate(said) if i not in learning])

    def _forget(self, url: str) -> None:
        """Drop the content of a page."""
        if url in self._kept:
            del self._kept[url]
            self._room += len(self._pages[url].page)
            self._pages[url].page = b""


def _can_be_taught(part: Validator) -> bool:
    return hasattr(part, "learn") and bool(getattr(part, "can_be_taught", True))


def _is_costly(part: Validator) -> bool:
    waits = bool(getattr(part, "blocking", False)) and not isinstance(part, LearningValidator)
    return bool(getattr(part, "costly", waits))


def _compact(said: Sequence[Verdict | None]) -> list[Verdict | None]:
    return [verdict and replace(verdict, reason="") for verdict in said]


def _unpacked(url: str, content: bytes) -> Page | None:
    return parse(zlib.decompress(content).decode("utf-8", "surrogatepass"), url) if content else None
