"""When a browser pays: which pages are worth looking at, learned from what looking at pages of their kind has gained.

A look gains the URLs that the crawl did not know and plain HTML does not have. So a menu that scripts build gains once,
however many pages show it. A look at an accepted page whose text plain HTML lacks gains the page itself.

    first looks       of every kind; of a kind whose family has had many looks in vain, only when its family is checked
    as long as it pays  all pages of a kind, until some looks in a row gain nothing; the rarer its gains, the more
    checks            after that one page now and then, twice as rarely each time; what gains again pays again
    content           a kind of which a page was accepted whose text only a browser sees is looked at always

When a crawl has nothing left to fetch, pages that were passed over get a second chance (`second_look`), those first of
which most is expected: kinds that gained often, and pages that lead to many accepted ones. Kinds with mixed gains (some
lists go on behind a button, others end) are so looked at to the last page, and others are given up sooner.

What is known is a fold over the pages, in their order: no clock, no chance. Same pages, same decisions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from hubwalk.pages.glance import Glance

_FIRST = 2  # pages of a kind that are looked at in any case
_FIRST_OF_FAMILY = 8  # looks of a family in a row that gained nothing, until new kinds of it wait for a check
_PATIENCE = 3  # looks in a row that may gain nothing, of a kind that paid
_GAPS = 2  # the same, in usual gaps between two looks that pay
_MOST_PATIENCE = 8
_RAREST = 64  # pages passed over between two checks
_LAST_GAPS = 3  # the same at the end, when there is nothing else to do
_LAST_SHARE, _LAST_LEAST, _LAST_MOST = 0.1, 4, 25  # of all pages of a kind: looks in vain after which it is given up


@dataclass(slots=True)
class _Tally:
    """What is known of a kind, or of a family."""

    pages: int = 0
    looks: int = 0
    paid: int = 0  # looks that gained something
    in_vain: int = 0  # looks since then
    passed: int = 0  # pages passed over since the last look
    has_content: bool = False

    def gap(self) -> float:
        """Looks for each one that paid, up to the last of these."""
        return (self.looks - self.in_vain) / self.paid if self.paid else 1.0

    def pays(self) -> bool:
        patience = max(_PATIENCE, math.ceil(_GAPS * self.gap())) if self.paid else _FIRST
        patience = min(_MOST_PATIENCE, patience)
        if self.in_vain < patience:
            return True
        return self.passed >= min(_RAREST, 1 << (self.in_vain - patience + 1))

    def may_pay_at_last(self) -> bool:
        least = min(_LAST_MOST, max(_LAST_LEAST, math.ceil(_LAST_SHARE * self.pages)))
        return self.in_vain < max(least, math.ceil(_LAST_GAPS * self.gap()))

    def expected(self) -> float:
        """Share of looks that will pay, one more in vain assumed."""
        return (self.paid + 0.5) / (self.looks + 1.0)

    def add(self, *, looked: bool, paid: bool, again: bool) -> None:
        self.pages += not again
        if not looked:
            self.passed += 1
            return
        self.looks += 1
        self.passed = 0
        self.paid += paid
        self.in_vain = 0 if paid else self.in_vain + 1


@dataclass(slots=True)
class Payoff:
    """What looking has gained on one site so far."""

    _kinds: dict[str, _Tally] = field(default_factory=dict)
    _families: dict[str, _Tally] = field(default_factory=dict)

    def wants(self, page: Glance) -> bool:
        """True if a browser should look at the page now."""
        if not page.reacts:
            return False
        kind, family = self._of(page)
        if kind.has_content:
            return True
        if kind.looks < _FIRST and not kind.paid:
            return family.in_vain < _FIRST_OF_FAMILY or family.pays()
        return kind.pays()

    def observe(self, page: Glance, *, looked: bool, gained: int, content: bool = False, again: bool = False) -> None:
        """A page, looked at or passed over; `content`: it was accepted, and plain HTML lacks its text; `again`: it was
        passed over before."""
        if not page.reacts:
            return
        for tally in self._of(page):
            tally.add(looked=looked, paid=gained > 0 or content, again=again)
        self._of(page)[0].has_content |= content

    def second_look(self, passed_over: dict[str, Glance], led_to: Callable[[str], int]) -> str:
        """Of the pages that were passed over, the one to look at when nothing else is left to do; "" if none is worth
        it. `led_to` says how many accepted pages one links to."""
        hope: dict[str, float] = {}
        for page in passed_over.values():
            if page.kind not in hope:
                hope[page.kind] = self._hope(page)
        most = max(hope.values(), default=0.0)
        if not most:
            return ""
        return max((url for url, page in passed_over.items() if hope[page.kind] == most), key=led_to)

    def record(self, page: Glance) -> str:
        """What looks at pages of this kind have brought, for a person."""
        kind, _ = self._of(page)
        return f"{kind.paid} of {kind.looks} looks at such pages paid"

    def _hope(self, page: Glance) -> float:
        """What is expected of pages of a kind at the end; 0 if they are given up."""
        kind, family = self._of(page)
        if not kind.has_content:
            given_up = family.in_vain >= _FIRST_OF_FAMILY and not family.may_pay_at_last()
            if not page.reacts or not kind.may_pay_at_last() or (given_up and not kind.paid):
                return 0.0
        return kind.expected()

    def _of(self, page: Glance) -> tuple[_Tally, _Tally]:
        return self._kinds.setdefault(page.kind, _Tally()), self._families.setdefault(page.family, _Tally())
