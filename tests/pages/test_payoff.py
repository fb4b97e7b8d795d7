"""When a browser pays: decisions from lists of facts, without any browser."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hubwalk.pages.glance import Glance
from hubwalk.pages.payoff import Payoff


def a_page(kind: str, number: int = 0, family: str = "f", *, reacts: bool = True) -> Glance:
    return Glance(f"http://site.test/{kind}/{number}", reacts, kind, family, frozenset())


def walk(payoff: Payoff, kind: str, gains: Sequence[int], *, family: str = "f", content: bool = False) -> list[int]:
    """The pages of a kind in their order, each with what a look at it would gain; returns which were looked at."""
    looked = []
    for number, gain in enumerate(gains):
        page = a_page(kind, number, family)
        wants = payoff.wants(page)
        if wants:
            looked.append(number)
        payoff.observe(page, looked=wants, gained=gain if wants else 0, content=content and wants)
    return looked


def rest(
    payoff: Payoff, pages: dict[str, Glance], gains: dict[str, int], led_to: dict[str, int] | None = None
) -> list[str]:
    """Second looks to the end, in their order."""
    looked = []
    while url := payoff.second_look(pages, lambda url: (led_to or {}).get(url, 0)):
        looked.append(url)
        payoff.observe(pages.pop(url), looked=True, gained=gains.get(url, 0), again=True)
    return looked


def test_pages_on_which_nothing_can_happen_are_never_looked_at() -> None:
    assert not Payoff().wants(a_page("plain", reacts=False))


def test_a_kind_that_gains_is_looked_at_to_the_last() -> None:
    assert walk(Payoff(), "hub", [3] * 50) == list(range(50))


def test_a_kind_that_gains_nothing_is_checked_more_and_more_rarely() -> None:
    looked = walk(Payoff(), "item", [0] * 300)
    assert looked[:3] == [0, 1, 4]
    gaps = [after - before for before, after in pairwise(looked[1:])]
    assert gaps == sorted(gaps)
    assert len(looked) < 12


def test_a_menu_gains_once_and_then_no_more() -> None:
    looked = walk(Payoff(), "item", [25] + [0] * 99)
    assert looked[:3] == [0, 1, 2]
    assert len(looked) < 12


def test_a_check_that_gains_brings_the_kind_back() -> None:
    gains = [0] * 20 + [2] * 20
    looked = walk(Payoff(), "hub", gains)
    first = next(number for number in looked if number >= 20)
    assert looked[-5:] == [35, 36, 37, 38, 39]
    assert [number for number in looked if number > first] == list(range(first + 1, 40))


def test_rare_gains_are_waited_for_longer() -> None:
    often, rarely = Payoff(), Payoff()
    looked = [len(walk(payoff, "hub", ([1] + [0] * (n - 1)) * 5 + [0] * 40)) for payoff, n in ((often, 1), (rarely, 3))]
    assert looked[1] - 15 > looked[0] - 5


def test_a_kind_whose_content_only_a_browser_sees_is_looked_at_always() -> None:
    payoff = Payoff()
    assert walk(payoff, "item", [0] * 3, content=True) == [0, 1, 2]
    assert walk(payoff, "item", [0] * 100) == list(range(100))


def test_new_kinds_of_a_family_that_never_gains_wait_for_a_check() -> None:
    payoff = Payoff()
    looks = sum(len(walk(payoff, f"kind {number}", [0, 0, 0])) for number in range(60))
    assert looks < 30
    assert walk(payoff, "another", [0, 0], family="of its own") == [0, 1]


def test_a_new_kind_of_such_a_family_can_still_show_what_it_gains() -> None:
    payoff = Payoff()
    for number in range(20):
        walk(payoff, f"kind {number}", [0, 0])
    looked = walk(payoff, "hub", [4] * 200)
    assert looked[-1] == 199
    assert len(looked) > 150


def test_second_looks_begin_with_kinds_that_paid_and_pages_that_lead_to_most() -> None:
    payoff = Payoff()
    walk(payoff, "hub", [1, 1, 0])
    walk(payoff, "item", [0, 0, 0], family="g")
    pages = {page.url: page for page in [a_page("item", 90, "g"), a_page("hub", 91), a_page("hub", 92)]}
    order = rest(payoff, pages, {}, {"http://site.test/hub/92": 7})
    assert order[:2] == ["http://site.test/hub/92", "http://site.test/hub/91"]


def test_second_looks_at_a_kind_with_mixed_gains_find_nearly_all() -> None:
    for every in (2, 3, 5):
        payoff = Payoff()
        gains = [int(number % every == 0) for number in range(200)]
        looked = walk(payoff, "hub", gains)
        left = {a_page("hub", n).url: a_page("hub", n) for n in range(200) if n not in looked}
        rest(payoff, left, {a_page("hub", n).url: gain for n, gain in enumerate(gains)})
        missed = sum(gains[int(url.rpartition("/")[2])] for url in left)
        assert missed == 0


def test_second_looks_give_a_kind_up_that_never_paid() -> None:
    payoff = Payoff()
    looked = walk(payoff, "item", [0] * 5)
    pages = {a_page("item", n).url: a_page("item", n) for n in range(100, 200)}
    assert 0 < len(looked) + len(rest(payoff, pages, {})) < 8


def test_pages_with_hidden_content_are_all_looked_at_in_the_end() -> None:
    payoff = Payoff()
    walk(payoff, "item", [0, 0])
    pages = {a_page("item", n).url: a_page("item", n) for n in range(30)}
    payoff.observe(a_page("item", 99), looked=True, gained=0, content=True)
    assert len(rest(payoff, pages, {})) == 30


def test_same_pages_same_decisions() -> None:
    gains = [(number * 7919) % 5 // 4 for number in range(300)]
    first, second = Payoff(), Payoff()
    assert walk(first, "hub", gains) == walk(second, "hub", gains)
