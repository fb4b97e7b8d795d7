"""The validator that knows the answers: for replay on recorded sites, where the targets are known."""

from __future__ import annotations

from collections.abc import Collection

from hubwalk.values import Page, Verdict


class OracleValidator:
    """Accepts exactly the given URLs, under the address of the page or under the one that was asked for."""

    def __init__(self, targets: Collection[str]) -> None:
        self._targets = frozenset(targets)

    def judge(self, page: Page) -> Verdict:
        accepted = page.ok and (page.url in self._targets or page.requested in self._targets)
        return Verdict(accepted, float(accepted), "a known target" if accepted else "no known target")
