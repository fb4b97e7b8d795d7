"""Validators that change their minds, for tests of what follows from that."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

from hubwalk.values import Page, Revision, Verdict


class Learner:
    """Wants /item pages; after so many pages only those with an odd number, and after as many again all of them."""

    def __init__(self, every: int = 20) -> None:
        self._every = every
        self._standing: dict[str, Verdict] = {}  # pages learned from, in their order
        self.judged: list[str] = []
        self.remembered: list[str] = []

    def judge(self, page: Page) -> Verdict:
        self.judged.append(page.url)
        self._standing.setdefault(page.url, Verdict(False))
        self._standing[page.url] = self._opinion(page.url)
        return self._standing[page.url]

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.remembered.append(page.url)
        self._standing[page.url] = verdict

    def revisions(self) -> Sequence[Revision]:
        told = [Revision(url, now) for url, said in self._standing.items() if (now := self._opinion(url)) != said]
        self._standing.update((revision.url, revision.verdict) for revision in told)
        return told

    def _opinion(self, url: str) -> Verdict:
        number = re.search(r"/item/(\d+)$", url)
        strict = len(self._standing) // self._every % 2 == 1
        accepted = number is not None and (not strict or int(number[1]) % 2 == 1)
        return Verdict(accepted, float(accepted), "odd items" if strict else "all items")


class WaitingLearner(Learner):
    """The same, with what must be asked in a thread of its own."""

    blocking = True

    def __init__(self, every: int = 20) -> None:
        super().__init__(every)
        self.threads: set[int] = set()

    def judge(self, page: Page) -> Verdict:
        self.threads.add(threading.get_ident())
        return super().judge(page)

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.threads.add(threading.get_ident())
        super().remember(page, verdict)

    def revisions(self) -> Sequence[Revision]:
        self.threads.add(threading.get_ident())
        return super().revisions()


class Withdraws:
    """Wants /item pages, until a page whose URL contains `word` comes: then it takes everything back, pages included
    that it never saw, and from then on wants nothing; or the other way round."""

    def __init__(self, word: str, *, accepts_at_first: bool = True, also: Sequence[str] = ()) -> None:
        self._word = word
        self._accepts = accepts_at_first
        self._seen: dict[str, bool] = {}
        self._also = list(also)
        self._told = False
        self._turned = False

    def judge(self, page: Page) -> Verdict:
        self._turned = self._turned or self._word in page.url
        self._seen[page.url] = "/item" in page.url
        return self._verdict(page.url)

    def remember(self, page: Page, verdict: Verdict) -> None:
        self.judge(page)

    def revisions(self) -> Sequence[Revision]:
        if not self._turned or self._told:
            return ()
        self._told = True
        urls = [*(url for url, item in self._seen.items() if item), *self._also]
        return [Revision(url, self._verdict(url)) for url in urls]

    def _verdict(self, url: str) -> Verdict:
        accepted = ("/item" in url or url in self._also) and self._accepts != self._turned
        return Verdict(accepted, float(accepted), "turned" if self._turned else "at first")


class LearnsAtTheEnd:
    """Wants nothing as long as pages come, and then those of /item."""

    def __init__(self) -> None:
        self._standing: dict[str, bool] = {}
        self.finished: list[str] = []

    def judge(self, page: Page) -> Verdict:
        self._standing[page.url] = False
        return self._verdict(page.url)

    def remember(self, page: Page, verdict: Verdict) -> None:
        self._standing[page.url] = verdict.accepted

    def finish(self, site: str) -> None:
        self.finished.append(site)

    def revisions(self) -> Sequence[Revision]:
        told = [url for url, accepted in self._standing.items() if accepted != self._verdict(url).accepted]
        self._standing.update((url, self._verdict(url).accepted) for url in told)
        return [Revision(url, self._verdict(url)) for url in told]

    def _verdict(self, url: str) -> Verdict:
        return Verdict(bool(self.finished) and "/item" in url, reason="seen all" if self.finished else "not seen all")


class WaitsAndLearnsAtTheEnd(LearnsAtTheEnd):
    """The same in a thread."""

    blocking = True
