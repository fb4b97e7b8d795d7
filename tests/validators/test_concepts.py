"""What explains a few samples best: on small made-up worlds, and that the laws behind it hold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.validators import concepts as module
from hubwalk.validators.concept import Columns, Concept
from hubwalk.validators.concepts import find_concepts
from hubwalk.validators.extensions import Matrix

VIEWS = 4


def world(*traits: set[int], pages: int = 40) -> Matrix:
    """Pages by number, and for each trait the pages that have it. Traits without a view are names apart."""
    return np.array([[page in trait for trait in traits] for page in range(pages)], np.float32)


def search(
    world: Matrix,
    samples: list[int],
    views: list[int],
    *,
    unwanted: list[int] | None = None,
    prior: list[float] | None = None,
    part: list[float] | None = None,
    few: float = 0,
) -> list[Concept]:
    others = [page for page in range(len(world)) if page not in {*samples, *(unwanted or [])}]
    near = world[unwanted] if unwanted else np.zeros((0, world.shape[1]), np.float32)
    own, price = np.array(prior or [0.0] * len(views)), np.array(part or [np.inf] * len(views))
    traits = Columns(np.array(views), own, price, np.ones(VIEWS))
    return find_concepts(world[others], world[samples], near, traits, few=few)


def best(concepts: list[Concept]) -> tuple[tuple[int, ...], ...]:
    return tuple(part.traits for part in concepts[0].parts)


CAMERAS, PRODUCTS, EVERYTHING = set(range(8)), set(range(20)), set(range(40))


def test_what_several_views_agree_on_is_the_kind() -> None:
    found = search(world(CAMERAS, CAMERAS | {30}, EVERYTHING, {0, 1, 2, 35}), [0, 1, 2], [0, 1, 2, 3])
    assert best(found) in {((0,),), ((1,),)}
    assert found[0].samples == 3


def test_the_smaller_of_two_kinds_is_the_more_probable() -> None:
    both = world(CAMERAS, CAMERAS, PRODUCTS, PRODUCTS)
    assert best(search(both, [0, 3, 5], [0, 1, 2, 3]))[0][0] in {0, 1}
    assert best(search(both, [0, 3, 15], [0, 1, 2, 3]))[0][0] in {2, 3}  # one sample says that it is not the smaller


def test_many_samples_tell_what_only_one_view_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six cameras may be so by chance, where products differ in every view from what else there is; eight are not."""
    there = world(set(range(70)), *[set(range(100))] * 3, pages=120)
    assert best(search(there, [*range(0, 60, 10)], [0, 1, 2, 3]))[0][0] in {1, 2, 3}
    assert best(search(there, [*range(0, 64, 8)], [0, 1, 2, 3])) == ((0,),)
    monkeypatch.setattr(module, "_MANY", 8)
    assert best(search(there, [*range(0, 64, 8)], [0, 1, 2, 3]))[0][0] in {1, 2, 3}


def test_one_sample_may_be_a_mistake_but_hardly_several() -> None:
    """Cameras that three views know, and other pages that have nothing in common but what most pages have."""
    there = world(CAMERAS, CAMERAS, CAMERAS, set(range(90)), pages=100)
    assert search(there, [0, 1, 2, 3, 30], [0, 1, 2, 3])[0].samples == 4
    assert search(there, [0, 1, 30, 31], [0, 1, 2, 3])[0].samples == 4
    assert search(there, [0, 1, 2, 30, 31, 32], [0, 1, 2, 3])[0].samples == 6


def test_one_sample_does_not_say_that_its_kind_is_small() -> None:
    both = world(CAMERAS, CAMERAS, PRODUCTS, PRODUCTS)
    assert best(search(both, [0], [0, 1, 2, 3]))[0][0] in {2, 3}
    assert best(search(both, [0, 1], [0, 1, 2, 3]))[0][0] in {0, 1}


def test_a_trait_of_the_whole_site_explains_nothing() -> None:
    found = search(world(EVERYTHING, EVERYTHING, CAMERAS, CAMERAS), [0, 1, 2], [0, 1, 2, 3])
    assert best(found)[0][0] in {2, 3}
    assert found[0].probability > 0.9


def test_two_traits_together_may_be_the_kind() -> None:
    english, modules = set(range(80)), set(range(60, 140))
    found = search(world(english, modules, pages=200), [*range(60, 76, 2)], [0, 1])
    assert best(found) in {((0, 1),), ((1, 0),)}
    assert found[0].size == len(english & modules) - 8


def test_two_traits_together_are_not_the_kind_where_chance_explains_as_much() -> None:
    """Eight modules that are all in English, as half of the modules are."""
    english, modules = {*range(30), *range(60, 130)}, set(range(60))
    found = search(world(english, modules, modules, pages=200), [*range(0, 24, 3)], [0, 1, 2])
    assert best(found) in {((1,),), ((2,),)}


def test_samples_of_two_kinds_are_a_union() -> None:
    cameras, printers = set(range(10)), set(range(10, 22))
    found = search(world(cameras, cameras, printers, printers), [0, 1, 2, 10, 11, 12], [0, 1, 2, 3])
    assert len(found[0].parts) == 2
    assert found[0].samples == 6
    assert found[0].size == 10 + 12 - 6


@pytest.mark.parametrize(("pages", "parts"), [(160, 1), (120, 2)])
def test_where_one_kind_will_do_there_is_no_union(pages: int, parts: int) -> None:
    """Two of three methods share what few pages have, and so do two others of them; but all are methods. That tells
    little where nearly everything is a method."""
    methods, first, second = set(range(90)), {0, 1, *range(5, 10)}, {1, 2, *range(20, 25)}
    traits = world(*[methods] * 4, *[first] * 4, *[second] * 4, pages=pages)
    found = search(traits, [0, 1, 2], [0, 1, 2, 3] * 3, prior=[2.5, 0.0, 0.0, 0.0] * 3)
    assert len(found[0].parts) == parts
    assert found[0].samples == 3
    denied = search(traits, [0, 1, 2], [0, 1, 2, 3] * 3, prior=[2.5, 0.0, 0.0, 0.0] * 3, unwanted=[60])
    assert len(denied[0].parts) == 2, "not all methods are wanted"


def test_a_near_miss_speaks_against_a_kind_that_it_is_of() -> None:
    wide, narrow = set(range(20)), set(range(6))
    traits = world(wide, wide, wide, narrow)
    assert best(search(traits, [0, 1], [0, 1, 2, 3]))[0][0] != 3
    assert best(search(traits, [0, 1], [0, 1, 2, 3], unwanted=[9, 10, 11, 12]))[0] == (3,)


def test_of_two_kinds_that_explain_the_samples_alike_the_one_with_a_name_is_the_more_probable() -> None:
    alike = world(set(range(10)), {0, 1, 2, *range(10, 17)})
    for named in (0, 1):
        prior = [float(trait == named) for trait in (0, 1)]
        assert best(search(alike, [0, 1, 2], [0, 1], prior=prior)) == ((named,),)


def test_the_name_of_many_pages_that_have_little_else_in_common_says_little() -> None:
    place, kind = set(range(28)), set(range(15))
    assert best(search(world(place, kind), [0, 1, 2], [0, 1], prior=[2.5, 0.0])) == ((1,),)
    agreed = search(world(place, place, place, kind), [0, 1, 2], [0, 1, 2, 3], prior=[2.5, 0.0, 0.0, 0.0])
    assert best(agreed) == ((0,),)


def test_a_part_of_a_kind_is_a_kind_though_its_pages_look_like_all_others_of_it() -> None:
    messages, warnings = set(range(60)), set(range(14))
    alike = world(messages, messages, messages, warnings, pages=100)
    part = [np.inf, np.inf, np.inf, 2.0]
    assert best(search(alike, [0, 3, 7], [0, 1, 2, 3])) != ((3,),)
    assert best(search(alike, [0, 3, 7], [0, 1, 2, 3], part=part)) == ((3,),)
    nearly_all = world(messages, messages, messages, set(range(50)), pages=100)
    assert best(search(nearly_all, [0, 3, 7], [0, 1, 2, 3], part=part)) != ((3,),)


def test_a_part_that_nobody_has_named_has_some_pages() -> None:
    messages, few = set(range(60)), set(range(8))
    alike = world(messages, messages, messages, few, pages=100)
    part = [np.inf, np.inf, np.inf, 2.0]
    assert best(search(alike, [0, 3, 7], [0, 1, 2, 3], part=part)) != ((3,),)
    assert best(search(alike, [0, 3, 7], [0, 1, 2, 3], part=part, prior=[0.0, 0.0, 0.0, 0.1])) == ((3,),)


def test_what_hardly_more_than_one_view_knows_has_no_parts() -> None:
    """Else what three pages share by chance of what they have in common would be a kind."""
    kind, some = set(range(60)), set(range(28))
    hardly, part = world(kind, kind, some, pages=70), [np.inf, np.inf, 2.0]
    assert best(search(hardly, [0, 3, 7], [0, 1, 2], part=part))[0][0] in {0, 1}
    well = world(kind, kind, kind, some, pages=70)
    assert best(search(well, [0, 3, 7], [0, 1, 3, 2], part=[np.inf, *part])) == ((3,),)


def test_what_lies_mostly_elsewhere_is_no_part() -> None:
    messages, notes = set(range(60)), {*range(12), *range(80, 90)}
    there = world(messages, messages, messages, notes, pages=100)
    part = [np.inf, np.inf, np.inf, 2.0]
    assert best(search(there, [0, 3, 7], [0, 1, 2, 3], part=part)) != ((3,),)
    within = world(messages, messages, messages, set(range(22)), pages=100)
    assert best(search(within, [0, 3, 7], [0, 1, 2, 3], part=part)) == ((3,),)


def test_the_pages_of_a_kind_that_have_a_name_are_a_kind_though_others_have_the_name_too() -> None:
    classes, package = set(range(60)), {*range(12), *range(80, 88)}
    there = world(classes, classes, classes, package, pages=100)
    found = search(there, [0, 3, 7], [0, 1, 2, 3], prior=[0.0, 0.0, 0.0, 0.1], part=[np.inf, np.inf, np.inf, 2.0])
    assert set(best(found)[0]) in ({0, 3}, {1, 3}, {2, 3})


def test_a_kind_of_all_samples_is_better_than_one_of_most() -> None:
    """Two cameras and a printer are products, though cameras agree in more views and have a name."""
    views = [0, 1, 2, 3, 4]
    found = search(world(CAMERAS, CAMERAS, CAMERAS, PRODUCTS, PRODUCTS), [0, 3, 15], views, prior=[2.5, 0, 0, 0, 0])
    assert best(found)[0][0] in {3, 4}
    assert found[0].samples == 3


def test_each_part_of_a_union_has_witnesses_of_its_own() -> None:
    cameras, posts = set(range(20)), set(range(20, 26))
    traits = world(cameras, cameras, cameras, posts, posts, posts)
    found = search(traits, [0, 5, 9, 20, 22, 24], [0, 1, 2, 0, 1, 2])
    assert [{column for column, _ in part.witnesses} for part in found[0].parts] in (
        [{0, 1, 2}, {3, 4, 5}],
        [{3, 4, 5}, {0, 1, 2}],
    )
    assert found[0].size == len(cameras | posts) - 6


def test_an_index_in_the_folder_of_a_kind_is_not_of_the_kind_if_the_other_views_say_so() -> None:
    index = {30, 31}
    traits = world(CAMERAS | index, CAMERAS, CAMERAS, CAMERAS)
    found = search(traits, [0, 1, 2], [0, 1, 2, 3], prior=[2.5, 0.0, 0.0, 0.0])
    assert best(found) == ((0,),)
    assert found[0].size == len(CAMERAS) - 3
    assert {column for column, _ in found[0].parts[0].witnesses} == {0, 1, 2, 3}


def test_views_that_hardly_agree_with_a_kind_have_no_vote() -> None:
    traits = world(CAMERAS, set(range(3)) | set(range(20, 35)))
    found = search(traits, [0, 1, 2], [0, 1], prior=[2.5, 0.0])
    assert best(found) == ((0,),)
    assert [column for column, _ in found[0].parts[0].witnesses] == [0]


def test_nothing_in_common_is_no_concept() -> None:
    assert search(world({30}, {31}), [0, 1], [0, 1]) == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sets(st.integers(0, 24), min_size=1), min_size=1, max_size=12),
    st.sets(st.integers(0, 24), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_probabilities_add_up_and_order_does_not_matter(
    traits: list[set[int]], samples: set[int], random: object
) -> None:
    views = [i % VIEWS for i in range(len(traits))]
    found = search(world(*traits, pages=25), sorted(samples), views)
    if not found:
        assert not any(trait & samples for trait in traits)
        return
    assert sum(concept.probability for concept in found) == pytest.approx(1, abs=0.25)  # light ones are dropped
    assert all(0 < concept.probability <= 1 + 1e-9 for concept in found)
    assert [c.probability for c in found] == sorted((c.probability for c in found), reverse=True)
    again = search(world(*traits, pages=25), sorted(samples, reverse=True), views)
    assert again[0].probability == pytest.approx(found[0].probability, rel=1e-5)


class Made(module._Search):
    """A search that has found these hypotheses: the pages and samples of each, and its posterior."""

    def __init__(self, samples: int, found: Sequence[tuple[Matrix, float]]) -> None:
        pages, given = (np.ones((n, 1), np.float32) for n in (len(found[0][0]) - samples, samples))
        traits = Columns(np.array([0]), np.zeros(1), np.full(1, np.inf), np.ones(1))
        super().__init__(pages, given, np.zeros((0, 1), np.float32), traits)
        self._found = found
        self._extension = np.array([row for row, _ in found])
        self.traits = [(0,)] * len(found)

    def _best(self, most: int) -> list[int]:
        return list(range(min(most, len(self._found))))

    def _union(self, first: int) -> tuple[tuple[int, ...], Matrix, float]:
        row, posterior = self._found[first]
        return (first,), row, float(np.log(posterior))


@pytest.mark.parametrize(("samples", "holds"), [(3, True), (1, False)])
def test_weak_variants_do_not_outvote_a_better_kind_unless_there_is_one_sample(samples: int, holds: bool) -> None:
    """Four variants of a kind, each without the last page, are together more probable than the kind with it."""
    rows = np.ones((5, 5 + samples), np.float32)
    rows[1:, 4] = 0  # the last page
    rows[[1, 2, 3, 4], [0, 1, 2, 3]] = 0  # and another one
    found = Made(samples, list(zip(rows, [0.4, 0.15, 0.15, 0.15, 0.15], strict=True))).concepts()
    assert sum(concept.probability for concept in found) == pytest.approx(1)
    assert found[0].size == 5
    assert (found[0].probability > 0.5) == holds


def test_a_hundred_variants_do_not_outvote_a_kind_that_is_nearly_twice_as_probable() -> None:
    """Where pages have much in common, a list for each country, say, there are as many variants without some pages."""
    rows = np.ones((101, 110 + 3), np.float32)
    rows[1:, 100:110] = 0
    rows[range(1, 101), range(100)] = 0
    found = Made(3, list(zip(rows, [1.0] + [np.exp(-0.6)] * 100, strict=True))).concepts()
    assert found[0].size == 110
    assert found[0].probability > 0.5


def test_kinds_that_hold_for_the_same_pages_are_one() -> None:
    whole, part = np.ones(4, np.float32), np.array([1, 0, 1, 1], np.float32)
    assert [one.size for one in Made(2, [(part, 0.4), (whole, 0.3), (whole, 0.3)]).concepts()] == [2, 1]


def apart(found: list[Concept]) -> tuple[int, ...]:
    (part,) = found[0].parts
    return part.without


def test_a_kind_goes_without_the_pages_of_a_name_that_all_samples_miss() -> None:
    """Most cameras are there once more, to be printed; that three samples are none of these is no chance."""
    cameras, printed = set(range(30)), set(range(7, 30))
    there = world(cameras, cameras, cameras, printed, pages=80)
    found = search(there, [0, 3, 5], [0, 1, 2])
    assert apart(found) == (3,)
    assert found[0].size == 7 - 3
    most = world(cameras, cameras, cameras, set(range(10, 30)), pages=80)
    assert apart(search(most, [0, 3, 5], [0, 1, 2])) == (), "two thirds may be missed by chance"
    few = world(cameras, cameras, cameras, set(range(19, 30)), pages=80)
    assert apart(search(few, [0, 3, 5], [0, 1, 2])) == ()
    assert apart(search(few, [0, 3, 5, 7, 9, 12, 14, 16, 18], [0, 1, 2])) == (3,), "but not by nine"


def test_a_near_miss_of_a_name_is_enough() -> None:
    cameras, printed = set(range(30)), set(range(24, 30))
    there = world(cameras, cameras, cameras, printed, pages=80)
    assert apart(search(there, [0, 3, 5], [0, 1, 2])) == ()
    assert apart(search(there, [0, 3, 5], [0, 1, 2], unwanted=[25])) == (3,)
    assert apart(search(there, [0, 3, 5], [0, 1, 2], unwanted=[12])) == (), "it has no name of its own"


def test_what_is_no_kind_goes_without_nothing() -> None:
    """Everything but the news is not a kind only because there is much news."""
    there = world(EVERYTHING, EVERYTHING, EVERYTHING, set(range(10, 40)))
    assert all(not part.without for concept in search(there, [0, 3, 5], [0, 1, 2]) for part in concept.parts)


def test_no_witness_brings_back_what_a_kind_goes_without() -> None:
    cameras, printed = set(range(90)), set(range(54, 90))
    views = [cameras - set(range(n, 90, 40)) for n in (51, 52, 53)]
    found = search(world(cameras, *views, printed, pages=240), list(range(0, 50, 5)), [0, 1, 2, 3])
    assert apart(found) == (4,)
    assert found[0].parts[0].witnesses
    assert found[0].size == 44


def test_kinds_of_a_few_pages_are_the_less_probable() -> None:
    """Five pages share two texts by chance, which fits three samples best; who sends a crawler wants cameras."""
    cameras, few, samples, views = set(range(24)), set(range(5)), [0, 1, 2], [0, 1, 2, 3]
    there = world(cameras, few, few, cameras | {30}, pages=60)
    assert best(search(there, samples, views))[0][0] in {1, 2}
    assert best(search(there, samples, views, few=20))[0][0] in {0, 3}
    small = world(few, few, few, set(range(40)), pages=60)
    assert best(search(small, samples, views, few=20))[0][0] in {0, 1, 2}, "but not impossible"


def test_what_samples_share_by_chance_is_no_kind() -> None:
    """Of texts that a seventh of the cameras show each, three samples share one; of most they share two."""
    cameras = set(range(42))
    texts = [
        {0, 1, 2, 30, 31, 32},
        *({*pair, *range(10 + n, 14 + n)} for n in range(8) for pair in ((0, 1), (1, 2), (0, 2))),
    ]
    there = world(cameras, cameras, *texts, pages=120)
    views = [1, 2, *[0] * len(texts)]
    assert best(search(there, [0, 1, 2], views))[0][0] in {0, 1}
    alone = world(cameras, cameras, texts[0], pages=120)
    assert best(search(alone, [0, 1, 2], views[:3])) == ((2,),)
