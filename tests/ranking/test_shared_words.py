from __future__ import annotations

from collections.abc import Sequence

import pytest

from hubwalk.ranking.shared_words import Domain, Example, common_weights, known_words

Row = tuple[str, float]  # words, label


def domain(site: str, rows: Sequence[Row], near: float = 0.5) -> Domain:
    return Domain(site, [Example(tuple(words.split()), 4, near, label) for words, label in rows])


def talk(site: str, name: str, *, right: str = "spec", times: int = 20) -> Domain:
    """A site where one word leads to wanted pages, others and the site's own name to nothing."""
    rows = [(f"{right} {name}", 1.0)] * times + [(f"help {name}", 0.0)] * times + [("filler", 0.0)] * times
    return domain(site, rows)


def test_what_several_sites_say_is_learned() -> None:
    weights = common_weights([talk("http://a.test/", "alpha"), talk("http://b.test/", "beta")])
    assert weights["spec"] > 1
    assert weights["help"] < 0
    assert list(weights.values()) == sorted(weights.values(), reverse=True)


def test_names_of_one_site_are_not() -> None:
    assert known_words([talk("http://a.test/", "alpha"), talk("http://b.test/", "beta")]) == ["filler", "help", "spec"]


def test_two_crawls_of_one_site_are_one_site() -> None:
    words = known_words([talk("http://a.test/", "alpha"), talk("http://a.test/", "alpha"), talk("http://b.test/", "x")])
    assert "alpha" not in words


def test_a_single_site_teaches_less_than_two_that_agree() -> None:
    one = common_weights([talk("http://a.test/", "alpha")])
    two = common_weights([talk("http://a.test/", "alpha"), talk("http://b.test/", "beta")])
    assert 0 < one["spec"] < two["spec"]


def test_sites_that_disagree_teach_nothing_of_it() -> None:
    opposite = domain("http://b.test/", [("spec", 0.0)] * 20 + [("help", 1.0)] * 20 + [("filler", 0.0)] * 20)
    agreed = common_weights([talk("http://a.test/", "alpha"), talk("http://b.test/", "beta")])
    torn = common_weights([talk("http://a.test/", "alpha"), opposite])
    assert abs(torn["spec"] - torn["help"]) < (agreed["spec"] - agreed["help"]) / 3


def test_rare_words_and_words_of_every_page_are_left_out() -> None:
    rows = [("common rare", 1.0)] * 2 + [("common some", 0.0)] * 18
    assert known_words([domain("http://a.test/", rows)]) == ["some"]
    assert known_words([domain("http://a.test/", [*rows, *[("other", 0.0)] * 20])]) == ["common", "other", "some"]


def test_words_can_be_refused() -> None:
    crawls = [talk("http://a.test/", "alpha"), talk("http://b.test/", "beta")]
    assert "spec" not in common_weights(crawls, {"spec"})


def test_a_large_site_does_not_outvote_a_small_one() -> None:
    small = domain("http://b.test/", [("spec", 0.0)] * 100 + [("help", 1.0)] * 100 + [("filler", 0.0)] * 200)
    for factor in (1, 8):
        weights = common_weights([talk("http://a.test/", "alpha", times=133 * factor), small])
        assert abs(weights["spec"] - weights["help"]) < 1.5


def test_words_do_not_get_what_is_due_to_the_distance() -> None:
    near = [Example(("menu",), 4, 1.0, 1.0)] * 30 + [Example(("plain",), 4, 1.0, 1.0)] * 30
    far = [Example(("plain",), 4, 0.2, 0.0)] * 60 + [Example(("menu",), 4, 0.2, 0.0)] * 3
    flat = [Example(example.words, 4, 0.5, example.label) for example in (*near, *far)]
    told = common_weights([Domain("http://a.test/", [*near, *far])])
    untold = common_weights([Domain("http://a.test/", flat)])
    assert told.get("menu", 0.0) < untold["menu"] / 3


@pytest.mark.parametrize("domains", [[], [domain("http://a.test/", [])], [domain("http://a.test/", [("x", 1.0)])]])
def test_nothing_to_learn_from_teaches_nothing(domains: list[Domain]) -> None:
    assert common_weights(domains) == {}
