"""Lists of links as traits: those that name samples, few however many pages repeat them."""

from __future__ import annotations

import numpy as np

from hubwalk.validators.link_lists import LinkLists, marks, number
from hubwalk.validators.site_kind import Example, SiteKind
from hubwalk.validators.traits import LIST, WORD, Trait

ALL = {f"http://a.test/{i}" for i in range(1000)}
SAMPLES = [{"http://a.test/0"}, {"http://a.test/1"}]


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
        kind.meet(f"http://a.test/{i}", [kind.kept[words[0]]] if i % 2 else [], {})
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
        kind.meet(f"http://a.test/{i}", [kind.kept[t] for k, t in enumerate(traits[:5]) if i >> k & 1], {})
    kind.learn()
    assert kind.probabilities().tolist() == [kind.probability(kind.row(i)) for i in range(40)]
    assert 0 < np.count_nonzero(kind.probabilities() >= 0.5) < 40
