"""Credit for what pages brought: from the authority to the page that showed it, and on to whoever showed that."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.ranking.evidence import ROOT, Evidence
from hubwalk.ranking.returns import GAMMA, PROMISING, Returns, as_groups, expected_credit

NOBODY = -1
ENTRY, HUB, ITEM, OTHER = range(4)


class Brought(Evidence):
    """Evidence that can be asked for its sums."""

    def __init__(self) -> None:
        super().__init__(accepted=0.05, brought=0.1, weight=10)

    def brought(self, group: int) -> tuple[float, int]:
        _, _, brought, visits = self._counts.view[group].tolist()
        return float(brought), int(visits)


def value(brought: float) -> float:
    return brought / (1 + brought)


def returns() -> tuple[Returns, Brought, int]:
    evidence = Brought()
    return Returns(evidence), evidence, evidence.add(ROOT, 1.0)


def test_the_value_is_the_share_of_authorities_among_the_downloads() -> None:
    told, evidence, group = returns()
    assert told.value(HUB) == 0
    items = {ITEM + n: 0.5 for n in range(4)}
    assert told.visit(HUB, as_groups({group}), items) == pytest.approx(value(2.0))
    for item in items:
        assert told.found(item)
        told.visit(item, as_groups(set()), {})
        told.settle(item, accepted=True, shown_by=HUB)
    assert told.value(HUB) == pytest.approx(4 / 5)  # four authorities with five downloads
    assert evidence.brought(group) == pytest.approx((4 / 5, 1))


def test_credit_moves_up() -> None:
    told, _, group = returns()
    told.visit(ENTRY, as_groups({group}), {HUB: 0.3})
    told.visit(HUB, as_groups({group}), {ITEM: 0.25})
    told.settle(HUB, accepted=False, shown_by=ENTRY)
    assert told.value(ENTRY) == pytest.approx(value(GAMMA * value(0.25)))
    told.visit(ITEM, as_groups({group}), {})
    told.settle(ITEM, accepted=True, shown_by=HUB)
    assert told.value(HUB) == pytest.approx(1 / 2)
    assert told.value(ENTRY) == pytest.approx(value(GAMMA / 2))


def test_what_did_not_come_true_is_taken_back() -> None:
    told, evidence, group = returns()
    told.visit(ENTRY, as_groups({group}), {HUB: 0.9})
    told.visit(HUB, as_groups(set()), {ITEM: 0.9, OTHER: 0.9})
    told.settle(HUB, accepted=False, shown_by=ENTRY)
    for item in (ITEM, OTHER):
        told.visit(item, as_groups(set()), {})
        told.settle(item, accepted=False, shown_by=HUB)
    assert told.value(HUB) == pytest.approx(0, abs=1e-6)
    assert told.value(ENTRY) == pytest.approx(0, abs=1e-6)
    assert evidence.brought(group) == pytest.approx((0, 1), abs=1e-6)


def test_an_authority_that_is_a_hub_too_counts_as_an_authority() -> None:
    told, _, _ = returns()
    told.visit(ENTRY, as_groups(set()), {ITEM: 0.5})
    told.visit(ITEM, as_groups(set()), {OTHER: 0.5})
    told.settle(ITEM, accepted=True, shown_by=ENTRY)
    assert told.value(ENTRY) == pytest.approx(1 / 2)
    told.visit(OTHER, as_groups(set()), {})
    told.settle(OTHER, accepted=True, shown_by=ITEM)
    assert told.value(ENTRY) == pytest.approx(1 / 2)
    assert told.value(ITEM) == pytest.approx(1 / 2)


def test_an_authority_that_promised_nothing_is_credited_to_who_shows_it() -> None:
    told, _, _ = returns()
    told.visit(HUB, as_groups(set()), {})
    told.visit(ITEM, as_groups(set()), {})
    told.settle(ITEM, accepted=False, shown_by=HUB)
    assert told.value(HUB) == 0
    told.settle(ITEM, accepted=True, shown_by=HUB)
    assert told.value(HUB) == pytest.approx(1 / 2)
    told.settle(OTHER, accepted=True, shown_by=NOBODY)  # a sample that nothing links to
    assert not told.found(OTHER)


def test_a_verdict_that_is_taken_back_takes_its_credit_with_it() -> None:
    told, evidence, group = returns()
    told.visit(HUB, as_groups({group}), {ITEM: 0.5})
    told.visit(ITEM, as_groups(set()), {OTHER: 0.4})
    told.settle(ITEM, accepted=False, shown_by=HUB)
    refused = told.value(HUB)
    for accepted in (True, False, True, False):
        told.settle(ITEM, accepted, shown_by=HUB)
        assert told.value(HUB) == pytest.approx(1 / 2 if accepted else refused)
    assert evidence.brought(group) == pytest.approx((refused, 1), abs=1e-6)


def test_a_redirect_does_not_change_who_found_a_page() -> None:
    told, _, _ = returns()
    asked, page = ITEM, OTHER
    told.visit(HUB, as_groups(set()), {asked: 0.5})
    told.moved(asked, page)
    told.visit(page, as_groups(set()), {})
    told.settle(page, accepted=True, shown_by=NOBODY)
    assert told.value(HUB) == pytest.approx(1 / 2)
    told.settle(page, accepted=False, shown_by=NOBODY)
    assert told.value(HUB) == pytest.approx(0, abs=1e-6)


def test_a_page_under_two_addresses_is_found_once() -> None:
    told, _, _ = returns()
    asked, page = ITEM, OTHER
    told.visit(ENTRY, as_groups(set()), {page: 0.4})
    told.visit(HUB, as_groups(set()), {asked: 0.5})
    told.moved(asked, page)
    told.visit(page, as_groups(set()), {})
    told.settle(page, accepted=True, shown_by=NOBODY)
    assert told.value(ENTRY) == pytest.approx(1 / 2)
    assert told.value(HUB) == pytest.approx(0, abs=1e-6)


def test_little_hope_is_no_credit() -> None:
    assert expected_credit(0.5, 0.0) == 0.5
    assert expected_credit(0.0, 0.9) == pytest.approx(GAMMA * 0.9)
    assert expected_credit(0.4, 0.9) == pytest.approx(max(0.4, GAMMA * 0.9))
    assert expected_credit(PROMISING / 2, PROMISING) == 0


def test_groups_are_sorted_numbers() -> None:
    assert as_groups({5, 2, 9}).tolist() == [2, 5, 9]
    assert as_groups(set()).dtype == np.int64


PAGES = 12
finds = st.lists(st.tuples(st.integers(0, PAGES - 1), st.floats(PROMISING, 1.0)), max_size=5)
crawls = st.lists(st.tuples(finds, st.booleans()), min_size=1, max_size=PAGES)
changes = st.lists(st.tuples(st.integers(0, PAGES - 1), st.booleans()), max_size=20)


@given(crawls, changes)
def test_shares_stay_shares_and_evidence_has_their_sum(
    crawl: list[tuple[list[tuple[int, float]], bool]], changes: list[tuple[int, bool]]
) -> None:
    """Pages 0, 1, 2 ... are fetched in turn; each page's links are said to be promising, and then verdicts change."""
    told, evidence, group = returns()
    finder: dict[int, int] = {}
    verdicts: dict[int, bool] = {}

    def check() -> None:
        values = [told.value(page) for page in range(PAGES)]
        assert all(0 <= value < 1 for value in values)
        total, visits = evidence.brought(group)
        assert total == pytest.approx(sum(values), abs=1e-3)
        assert visits == len(verdicts)

    for page, (found, accepted) in enumerate(crawl):
        promising = {target: credit for target, credit in found if target > page and not told.found(target)}
        finder.update(dict.fromkeys(promising, page))
        verdicts[page] = accepted
        told.visit(page, as_groups({group}), promising)
        told.settle(page, accepted, shown_by=page - 1)
        check()
    for page, accepted in changes:
        if verdicts.get(page, accepted) != accepted:
            verdicts[page] = accepted
            told.settle(page, accepted, shown_by=page - 1)
            check()
    for page, accepted in verdicts.items():
        if accepted and page in finder:
            assert told.value(finder[page]) >= 1 / 2 - 1e-2, "an authority that it found"
