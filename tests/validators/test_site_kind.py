"""What the search for concepts is told of a site."""

from __future__ import annotations

from typing import Any

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators import site_kind
from hubwalk.validators.concept import Concept
from hubwalk.validators.site_kind import Example, SiteKind

SHARED = ("word", "camera")


@pytest.mark.parametrize(("pages", "few"), [(40, 6), (400, 20), (6_000, 10)])
def test_a_handful_is_twenty_pages_or_a_share_of_a_small_site(
    pages: int, few: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large site every other page is looked at, and so every other page of a handful."""
    told: list[float] = []

    def find(*_: object, few: float, **__: Any) -> list[Concept]:
        told.append(few)
        return []

    monkeypatch.setattr(site_kind, "find_concepts", find)
    kind = SiteKind([Example(frozenset({f"http://a.test/{name}"}), frozenset({SHARED})) for name in "xyz"])
    for i in range(pages):
        kind.meet(parse("<p>camera", f"http://a.test/{i}"), [kind.kept[SHARED]])
    kind.learn()
    assert told == [few]
