from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from made_up_sites import html, site, sites

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.values import Page
from hubwalk.websites.fold_error import cross_validate_pages, deal_folds
from hubwalk.websites.page_classifier import PageClassifier
from hubwalk.websites.site_terms import count_pages
from hubwalk.websites.training import check_useful, train_classifier, train_home_page_classifier
from hubwalk.websites.training_notices import check_contradictions


def right(classifier: PageClassifier, kind: str, wanted: bool) -> bool:
    """Whether the pages of a site that nobody has shown are classed as they should."""
    return all((classifier.confidences(page)[0] > 1 / 2) is wanted for page in site(kind, 99))


def test_sites_to_come_are_told_apart() -> None:
    made = train_classifier(sites("horses", 6), [*sites("boats", 4), *sites("bread", 4)])
    assert right(made, "horses", wanted=True)
    assert right(made, "boats", wanted=False)
    assert right(made, "bread", wanted=False)
    assert made.origin.target_sites[0] == "http://horses0.test/"
    assert made.origin.pages == (24, 32)
    assert made.origin.folds == 10


def test_the_error_is_that_of_sites_left_out_with_one_page_more() -> None:
    made = train_classifier(sites("horses", 6), sites("boats", 6))
    # nothing is wrong: of 24 pages each 1 in 26, as Laplace would have it
    assert made.error == pytest.approx(1 / 26)
    mixed = train_classifier([*sites("horses", 5), site("boats", 50)], sites("boats", 6))
    wrong = (4 + 1) / (24 + 2)  # the four pages of the sailing site that is called a horse site
    assert mixed.error == pytest.approx((wrong + 1 / 26) / 2)
    (notice,) = mixed.origin.notices
    assert "http://boats50.test/ looks like another site (100% of its pages)" in notice


def test_pages_of_one_site_are_never_on_both_sides() -> None:
    numbers = np.repeat(np.arange(30), 5)
    labels = np.where(numbers < 11, 0, 1)
    fold = deal_folds(numbers, labels, seed=3)
    assert all(len(set(fold[numbers == number])) == 1 for number in range(30))
    for kind in (0, 1):
        sizes = np.bincount([fold[numbers == number][0] for number in set(numbers[labels == kind])], minlength=10)
        assert sizes.max() - sizes.min() <= 1
    assert len(set(fold.tolist())) == 10
    assert (fold == deal_folds(numbers, labels, seed=3)).all()
    assert (fold != deal_folds(numbers, labels, seed=4)).any()


def test_fewer_than_ten_sites_are_left_out_one_by_one() -> None:
    numbers = np.repeat(np.arange(5), 4)
    fold = deal_folds(numbers, np.where(numbers < 2, 0, 1), seed=0)
    assert len({(number, k) for number, k in zip(numbers.tolist(), fold.tolist(), strict=True)}) == 5
    assert len(set(fold.tolist())) == 5


def test_words_of_a_site_left_out_do_not_help() -> None:
    """Sites that are told apart by their names alone, which a page of them gives away, and a site to come does not."""
    terms = [{f"name{number}": 3, "page": 1} for number in range(12) for _ in range(4)]
    numbers = np.repeat(np.arange(12), 4)
    errors = cross_validate_pages(count_pages(terms, numbers, np.where(numbers < 6, 0, 1)), [1], seed=0)
    assert errors.of_classes == (0.5, 0.5)


def test_one_wanted_site_and_what_is_said_of_that() -> None:
    made = train_classifier(sites("horses", 1, pages=8), sites("boats", 3))
    assert right(made, "horses", wanted=True)
    assert any("there is one wanted site" in notice for notice in made.origin.notices)
    assert made.error < 0.3


def test_a_single_page_cannot_tell_its_error() -> None:
    made = train_classifier([site("horses", 0)[:1], site("horses", 1)[:1]], sites("boats", 3))
    assert made.error <= 0.5
    alone = train_classifier([[*site("horses", 0)[:1], *site("horses", 1)[:1]]], sites("boats", 3))
    assert 0 < alone.error <= 0.5
    only = train_classifier(
        [[replace(site("horses", 0)[0], html=html(["saddle saddle", "mare"] * 2))]], sites("boats", 3)
    )
    assert any("too few wanted pages" in notice for notice in only.origin.notices)
    assert only.error == pytest.approx((0.3 + 1 / 14) / 2)


def test_what_cannot_be_told_apart_is_refused() -> None:
    made = train_classifier(sites("horses", 4), sites("horses", 4, first=10))
    assert any("hard to tell apart" in notice for notice in made.origin.notices)
    with pytest.raises(UsageError, match=r"cannot be told apart: 50% .* name more sites"):
        check_useful(made)
    check_useful(replace(made, error=0.4))


def test_the_same_site_on_both_sides() -> None:
    mirrored = [
        replace(page, url=f"http://mirror.test/{n}", requested=f"http://mirror.test/{n}")
        for n, page in enumerate(site("horses", 2))
    ]
    with pytest.raises(UsageError, match=r"http://horses2\.test/ and http://mirror\.test/0: the same site"):
        check_contradictions(sites("horses", 4), [site("boats", 1), mirrored])
    check_contradictions(sites("horses", 4), sites("boats", 4))


def test_frames_alike_are_no_contradiction() -> None:
    frames = "<html><frameset><frame src=menu.html></frameset></html>"
    one, other = parse(frames, "http://a.test/"), parse(frames, "http://b.test/")
    check_contradictions([[one]], [[other]])


def test_home_pages_only() -> None:
    made = train_home_page_classifier(sites("horses", 6), sites("boats", 6))
    assert made.origin.pages == (6, 6)
    assert made.origin.home_pages_only
    assert right(made, "horses", wanted=True)


def test_background_of_which_nothing_is_known() -> None:
    """Half of what the wanted sites link to is of their own kind."""
    unknown = [*sites("horses", 5, first=20), *sites("boats", 4), *sites("bread", 3)]
    made = train_classifier(sites("horses", 4), [], background=unknown)
    assert sorted(made.origin.other_sites) == sorted(
        [f"http://boats{number}.test/" for number in range(4)] + [f"http://bread{number}.test/" for number in range(3)]
    )
    assert right(made, "horses", wanted=True)
    assert right(made, "boats", wanted=False)
    assert "7 that are unlike the wanted ones stand for the others; 5 that are like them" in made.origin.notices[0]


def test_nothing_to_learn_from() -> None:
    dead = [Page("http://a.test/", "http://a.test/", 404)]
    with pytest.raises(UsageError, match="no page of a wanted site"):
        train_classifier([dead], sites("boats", 2))
    with pytest.raises(UsageError, match=r"no site to compare with: .*--unlike-site"):
        train_classifier(sites("horses", 2), [])
    mute = [[parse("<frameset><frame src=a></frameset>", f"http://{name}.test/")] for name in "abcd"]
    with pytest.raises(UsageError, match="no words that tell them apart"):
        train_classifier(mute[:2], mute[2:])
    with pytest.raises(UsageError, match="the wanted sites have no words to learn from"):
        check_useful(train_classifier(mute, sites("boats", 3)))
    with pytest.raises(UsageError, match="the other sites have no words to learn from"):
        check_useful(train_classifier(sites("boats", 3), mute))


def test_a_language_without_stop_words_is_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hubwalk.websites.training.languages_of_texts", lambda texts: ["qu"] if texts else [])
    made = train_classifier(sites("horses", 3), sites("boats", 3))
    assert made.languages == ("qu",)
    assert any("no stop words are known for the language qu" in notice for notice in made.origin.notices)
    assert right(made, "horses", wanted=True)


def test_same_seed_same_classifier() -> None:
    one, two = (train_classifier(sites("horses", 4), sites("bread", 4), clusters=2, seed=5) for _ in range(2))
    assert (one.centroids == two.centroids).all()
    assert one.error == two.error
    assert one.origin == two.origin


def test_the_digest_knows_the_pages_and_not_their_order() -> None:
    one = train_classifier(sites("horses", 3), sites("boats", 3)).origin.data
    assert train_classifier(sites("horses", 3)[::-1], sites("boats", 3)).origin.data == one
    assert train_classifier(sites("horses", 2), sites("boats", 3)).origin.data != one


def test_clusters_as_many_as_asked_for() -> None:
    made = train_classifier(sites("horses", 6), sites("boats", 6), clusters=3)
    assert made.classes.tolist() == [0, 0, 0, 1, 1, 1]
    assert made.origin.clusters == 3
    lengths = np.linalg.norm(made.centroids, axis=0)
    assert lengths == pytest.approx(1)
    assert not math.isnan(made.error)
