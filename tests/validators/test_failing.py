"""Failures in a row that are to be forgotten: a validator with others inside hands it on to them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hubwalk.ports import Validator
from hubwalk.validators.ask import AskValidator
from hubwalk.validators.cascade import CascadeValidator
from hubwalk.validators.combine import combine
from hubwalk.validators.failing import forget_failures
from hubwalk.validators.given import Given
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Verdict


class Counts:
    """Breaks on every page."""

    broken = 0

    def judge(self, page: Page) -> Verdict:
        self.broken += 1
        return Verdict(False, 0.0, "not judged", judged=False)

    def forget_failures(self) -> None:
        self.broken = 0


URL = UrlPatternValidator(".")
AROUND: dict[str, Callable[[Validator], Validator]] = {
    "all_of": lambda inner: combine("all_of", {"url": URL, "inner": inner}),
    "not": lambda inner: combine("not", {"inner": inner}),
    "cheap": lambda inner: CascadeValidator(inner, URL),
    "dear": lambda inner: CascadeValidator(URL, inner),
    "ask": lambda inner: AskValidator(inner, Given()),
    "nested": lambda inner: combine("any_of", {"all_of": combine("all_of", {"inner": inner})}),
}


@pytest.mark.parametrize("around", AROUND)
def test_it_is_handed_on(around: str) -> None:
    inner = Counts()
    validator = AROUND[around](inner)
    inner.broken = 4
    forget_failures(validator)
    assert inner.broken == 0


def test_most_have_nothing_to_forget() -> None:
    forget_failures(URL)
