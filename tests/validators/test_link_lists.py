"""Lists of links as traits: those that name samples, few however many pages repeat them."""

from __future__ import annotations

import numpy as np
import pytest
from counting import steps_of

from hubwalk.validators import idle_parameters
from hubwalk.validators.idle_parameters import IdleParameters, number
from hubwalk.validators.link_lists import LinkLists, marks
from hubwalk.validators.site_kind import Example, SiteKind
from hubwalk.validators.traits import LIST, WORD, Trait
from hubwalk.values import Page

ALL = {f"http://a.test/{i}" for i in range(1000)}
SAMPLES = [{"http://a.test/0"}, {"http://a.test/1"}]


def page(url: str) -> Page:
    return Page(url, url)


def lists(*shown: tuple[str, set[str]]) -> dict[Trait, set[str]]:
    return {(LIST, hub, ""): named for hub, named in shown}


def test_a_menu_on_every_page_does_not_become_a_trait_for_every_page() -> None:
    known = LinkLists()
    known.set_samples(SAMPLES)
    for page in sorted(ALL):
        known.add(lists((page, ALL - {page})))
    chosen = known.choose(2, [number(url) for url in ALL])
    assert 0 < len(chosen) < 500
    assert max(len(known.naming(number(url))) for url in ALL) <= len(chosen)


def test_the_smallest_list_that_names_the_samples_is_always_looked_at() -> None:
    known = LinkLists()
    known.set_samples(SAMPLES)
    for page in sorted(ALL):
        known.add(lists((page, ALL - {page})))
    small = {"http://a.test/0", "http://a.test/1", "http://a.test/5"}
    known.add(lists(("http://a.test/hub", small)))
    chosen = known.choose(2, [number(url) for url in ALL])
    key = number(LIST, "http://a.test/hub", "")
    assert chosen[key] == (LIST, "http://a.test/hub", "")
    known.keep([key])
    assert {url for url in ALL if known.naming(number(url))} == small


def test_samples_that_come_later_are_looked_for_in_the_lists_known_already() -> None:
    known = LinkLists()
    known.set_samples(SAMPLES[:1])
    known.add(lists(("http://a.test/hub", {"http://a.test/1", "http://a.test/2"})))
    assert not known.choose(1, [number("http://a.test/2")])
    known.set_samples([{"http://a.test/2"}])
    assert known.choose(1, [number("http://a.test/2")])


def site(met: list[str], linked: list[str]) -> LinkLists:
    """A hub names 0 to 9, and another page what is linked; some pages were met, and it has been learned from them."""
    known = LinkLists()
    known.set_samples(SAMPLES)
    known.add(lists(("http://a.test/hub", {f"http://a.test/{i}" for i in range(10)})))
    known.add(lists(("http://a.test/other", {f"http://a.test/{at}" for at in linked})))
    learn(known, met)
    return known


def learn(known: LinkLists, met: list[str]) -> None:
    numbers = [known.met(f"http://a.test/{at}") for at in met]
    known.find_idle(dict.fromkeys(numbers, ""))
    known.keep([*known.choose(2, numbers)])


def test_pages_that_were_refused_under_both_addresses_and_say_the_same_are_one() -> None:
    """Duplicates are told of wanted pages only."""
    both = [f"{i}{query}" for i in range(4) for query in ("", "?ref=x")]
    for digests, is_idle in (([i // 2 for i in range(8)], True), (range(8), False)):
        known = site([], both)
        numbers = [known.met(f"http://a.test/{at}") for at in both]
        known.find_idle({one: str(said) for one, said in zip(numbers, digests, strict=True)})
        known.keep([*known.choose(2, numbers)])
        assert bool(known.naming(known.plain_number("http://a.test/7?ref=y"))) == is_idle


def named(known: LinkLists, at: str) -> bool:
    """True if the hub names a page met under this address; the same must hold before it is met."""
    url = f"http://a.test/{at}"
    before = bool(known.naming(known.plain_number(url)))
    assert bool(known.naming(known.met(url))) == before
    return before


def test_a_parameter_that_makes_no_further_pages_is_idle_whatever_its_value() -> None:
    known = site(["0", "1", "2?ref=b", "3?ref=a", "4"], ["2?ref=b", "3?ref=a", "4?ref=a", "5?ref=c"])
    assert named(known, "3")
    assert named(known, "3?ref=a")
    assert named(known, "7?ref=never-seen")
    assert not named(known, "7?page=2")
    assert not named(known, "7?ref=a&page=2")
    assert not named(known, "11?ref=a")


def test_idle_parameters_are_taken_out_of_the_middle_of_a_query_and_several_at_once() -> None:
    linked = [f"{i}?{query}" for i in (2, 3, 4) for query in ("ref=a", "pos=1")]
    known = site(["0", "2", "3", "4", "x?of=1&page=2"], [*linked, "x?of=1&ref=a&page=2"])
    assert named(known, "8?pos=7&ref=a")
    known.set_samples([{"http://a.test/x?of=1&pos=3&page=2"}, {"http://a.test/5?ref=b"}])
    known.add(lists(("http://a.test/more", {"http://a.test/x?ref=a&of=1&page=2", "http://a.test/5?pos=1"})))
    learn(known, ["0", "2", "3", "4", "x?of=1&page=2"])
    assert named(known, "x?of=1&page=2")


def test_a_list_known_before_names_samples_by_addresses_that_turn_out_to_be_theirs() -> None:
    met = ["2?ref=a", "3?ref=a"]
    known = site(met, ["0?ref=a", "1?ref=a", "2?ref=a", "3?ref=a"])
    other = number(LIST, "http://a.test/other", "")
    background = [number("http://a.test/7")]  # of the hub alone
    assert other not in known.choose(2, background)
    learn(known, [*met, "0?ref=a"])
    assert other in known.choose(2, background)


def test_a_list_that_names_a_page_by_two_addresses_names_it_once() -> None:
    known = site(["0", "2?ref=a", "3?ref=a", "4?ref=a"], [f"{i}?ref=a" for i in range(5)])
    known.add(lists(("http://a.test/hub", {"http://a.test/0?ref=a", "http://a.test/1?ref=a"})))
    learn(known, ["0", "2?ref=a", "3?ref=a", "4?ref=a"])
    for at in ("0", "1", "0?ref=a"):
        keys = known.naming(known.met(f"http://a.test/{at}"))
        assert len(keys) == len({*keys}) > 0


@pytest.mark.parametrize(
    ("met", "linked"),
    [
        # the second page of a list, a print view: both are pages
        (["2", "3", "4", "5", "5?p=2"], ["2?p=2", "3?p=2", "4?p=2", "5?p=2"]),
        # only two pages show it
        (["2", "3"], ["2?p=1", "3?p=1", "3?p=2", "3?p=3"]),
        # nobody links the address without it
        (["21?p=1", "22?p=1", "23?p=1"], ["21?p=1", "22?p=1", "23?p=1"]),
        # none of the two was met
        (["0"], ["2?p=1", "3?p=1", "4?p=1"]),
        # pages of one script, which is linked as well but was not met: a duplicate of the home page, say
        (["21?p=1", "21?p=2", "21?p=3"], ["21", "21?p=1", "21?p=2", "21?p=3"]),
        (["2?p=1", "3?p=1", "4?p=1", "5?p=1", "5?p=2"], ["2?p=1", "3?p=1", "4?p=1", "5?p=1", "5?p=2"]),
    ],
)
def test_a_parameter_that_tells_pages_apart_or_that_little_is_known_of_is_not_idle(
    met: list[str], linked: list[str]
) -> None:
    assert not named(site(met, linked), "7?p=1")


def test_a_parameter_that_turns_out_to_tell_pages_apart_is_idle_no_longer() -> None:
    known = site(["2", "3", "4"], ["2?p=2", "3?p=2", "4?p=2"])
    assert named(known, "7?p=2")
    learn(known, ["2", "3", "4", "3?p=2"])
    assert not named(known, "7?p=2")
    assert named(known, "7")


@pytest.mark.parametrize("room", ["_ROOM", "_MOST"])
def test_of_more_addresses_than_there_is_room_for_the_same_are_kept_in_every_process(
    room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle_parameters, room, 3)
    linked = [f"{i}?p=1" for i in (9, 2, 3, 5, 4, 1)]
    known = site(["2", "3", "4"], linked)  # of 1 to 3 only 2 and 3 were met
    assert not named(known, "6?p=1")
    known = site(["2", "3", "1"], linked)
    assert named(known, "6?p=1")


def test_addresses_of_hundreds_of_parameters_are_not_looked_through_for_each_of_them() -> None:
    """Forms and calendars link such addresses by the thousand."""

    def steps(parameters: int) -> int:
        known = IdleParameters()
        for i in range(20):
            known.add(f"http://a.test/?{'&'.join(f'p{j}={i}' for j in range(parameters))}")
        return steps_of(lambda: known.decide({number("http://a.test/"): ""}, lambda asked: asked))

    assert steps(200) < 2 * steps(20)


def test_sums_of_marks_tell_sets_of_pages_apart() -> None:
    """27 + 64 + 125 = 216: sums of cubes, for instance, do not."""
    mark = marks(200).tolist()
    assert (mark[2] + mark[3] + mark[4]) % 2**64 != mark[5]
    pairs = {(mark[i] + mark[k]) % 2**64 for i in range(200) for k in range(i)}
    assert len(pairs) == 200 * 199 // 2


def test_samples_that_have_nothing_in_common_any_more_leave_no_concepts_behind() -> None:
    words: list[Trait] = [(WORD, "one"), (WORD, "two")]
    kind = SiteKind([Example(frozenset({"u"}), frozenset(words[:1]))])
    for i in range(20):
        kind.meet(page(f"http://a.test/{i}"), [kind.kept[words[0]]] if i % 2 else [])
    kind.learn()
    assert kind.concepts
    kind.set_samples([*kind.samples, Example(frozenset({"v"}), frozenset(words[1:]))])
    kind.learn()
    assert kind.concepts == []
    assert not np.any(kind.probabilities())


def test_pages_are_as_probable_together_as_one_by_one() -> None:
    traits: list[Trait] = [(WORD, name) for name in "abcdef"]
    samples = [Example(frozenset({f"s{i}"}), frozenset(traits[: 3 + i])) for i in range(3)]
    kind = SiteKind(samples)
    for i in range(40):
        kind.meet(page(f"http://a.test/{i}"), [kind.kept[t] for k, t in enumerate(traits[:5]) if i >> k & 1])
    kind.learn()
    assert kind.probabilities().tolist() == [kind.probability(kind.row(i)) for i in range(40)]
    assert 0 < np.count_nonzero(kind.probabilities() >= 0.5) < 40
