"""What a page brought as a hub: the authorities that it was the first to show, and those behind the hubs it showed.

    return(u) = sum over the pages v that u found:  1 if v is an authority,  else  gamma * value(v)
    value(u)  = return(u) / (1 + return(u))

u found v if v was not promising before u was fetched. A page that is not fetched yet counts with what is expected of
it, as long as that is not little: many links that may be anything do not make a hub. The discount gamma per click is
that of reinforcement learning for crawlers (Rennie, McCallum (1999), "Using reinforcement learning to spider the Web
efficiently"). value(u) is the share of authorities among the downloads that u causes, u included, if all it promises
comes true: it has the same unit as the probability that a page is an authority, and the two can be compared.
"""

from __future__ import annotations

import numpy as np

from hubwalk.ranking.evidence import Evidence, Groups

GAMMA = 0.6
PROMISING = 0.2
_CLICKS = 5  # that credit travels back at most


class Returns:
    """The returns of all fetched pages, corrected as more becomes known; evidence.py is told of every change."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._return: dict[int, float] = {}  # fetched page -> its return
        self._groups: dict[int, Groups] = {}  # fetched page -> groups that it was a visit of
        self._finder: dict[int, int] = {}  # page -> who found it
        self._credit: dict[int, float] = {}  # page -> what its finder has for it

    def value(self, page: int) -> float:
        brought = self._return.get(page, 0.0)
        return brought / (1 + brought)

    def found(self, page: int) -> bool:
        return page in self._finder

    def visit(self, page: int, groups: Groups, promising: dict[int, float]) -> float:
        """A page was fetched; among its links are these promising pages that nobody found before. Returns its value."""
        for found, credit in promising.items():
            self._finder[found] = page
            self._credit[found] = credit
        self._return[page] = sum(promising.values())
        self._groups[page] = groups
        self._evidence.bring(groups, self.value(page))
        return self.value(page)

    def moved(self, asked: int, page: int) -> None:
        """A redirect led to a page: whoever found what was asked for has found the page, unless somebody else had."""
        if asked == page or asked not in self._finder:
            return
        if page in self._finder:
            self._change(asked, 0.0, _CLICKS)
        else:
            self._finder[page] = self._finder.pop(asked)
            self._credit[page] = self._credit.pop(asked)

    def settle(self, page: int, accepted: bool, shown_by: int) -> None:
        """A page turned out to be an authority, or not. An authority that nobody found was shown by `shown_by`."""
        if page not in self._finder:
            if not accepted or shown_by not in self._return:
                return
            self._finder[page] = shown_by
            self._credit[page] = 0.0
        self._change(page, 1.0 if accepted else GAMMA * self.value(page), _CLICKS)

    def _change(self, page: int, credit: float, clicks: int) -> None:
        """Give the finder of a page other credit for it, and on upwards."""
        change = credit - self._credit[page]
        self._credit[page] = credit
        finder = self._finder[page]
        if abs(change) < 1e-3 or finder not in self._return:
            return
        before = self.value(finder)
        self._return[finder] = max(0.0, self._return[finder] + change)
        after = self.value(finder)
        self._evidence.bring(self._groups[finder], after - before, visits=0)
        if clicks and finder in self._finder and finder != page and self._credit[finder] < 1.0:
            self._change(finder, GAMMA * after, clicks - 1)


def expected_credit(accepted: float, value: float) -> float:
    """What a page that is not fetched yet counts for whoever found it; 0 if it does not promise much."""
    credit = max(accepted, GAMMA * value)
    return credit if credit > PROMISING else 0.0


def as_groups(groups: set[int]) -> Groups:
    return np.fromiter(sorted(groups), dtype=np.int64, count=len(groups))
