"""Who judges where nobody is asked to: the recipe. What its patterns end at is wanted, and what it says is.

It is a validator only in that it answers for pages; it must know by which way a page was come to, so drivers tell it
the strategy. A page may turn out to be on such a level after it was fetched for another reason; then the verdict is
revised.
"""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.ports import Strategy
from hubwalk.recipes.following import Following
from hubwalk.strategies.structure_driven import StructureDriven
from hubwalk.values import Page, Revision, Verdict

_WANTED = Verdict(True, 1.0, "on a target level of the recipe")
_NOT = Verdict(False, 0.0, "on no target level of the recipe")


class TargetLevel:
    """Accepts the pages of target levels."""

    def __init__(self) -> None:
        self._following: Following | None = None
        self._refused: dict[str, str] = {}  # page -> address that was asked for

    def attend(self, strategy: Strategy) -> None:
        """The crawl whose pages are judged from now on."""
        self._following = strategy.following if isinstance(strategy, StructureDriven) else None

    def judge(self, page: Page) -> Verdict:
        wanted = self._is_wanted(page.url, page.requested)
        if not wanted:
            self._refused[page.url] = page.requested
        return _WANTED if wanted else _NOT

    def remember(self, page: Page, verdict: Verdict) -> None:
        """A page of an earlier run."""
        if not verdict.accepted:
            self._refused[page.url] = page.requested

    def revisions(self) -> Sequence[Revision]:
        """Pages that have come to be on a target level."""
        late = [url for url, requested in self._refused.items() if self._is_wanted(url, requested)]
        for url in late:
            del self._refused[url]
        return [Revision(url, _WANTED) for url in late]

    def _is_wanted(self, url: str, requested: str) -> bool:
        following = self._following
        if following is None:
            return False
        if following.wants(url):
            return True
        # A page that is gone may send to the list it was in: that is no wanted page.
        return following.wants(requested) and not following.knows(url)
