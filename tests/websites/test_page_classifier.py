from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from made_up_sites import WORDS, html, site, sites

from hubwalk.pages.parse import parse
from hubwalk.ports import PageReader
from hubwalk.validators.page_vectors import Vocabulary
from hubwalk.values import Page
from hubwalk.websites.page_classifier import OTHER, TARGET, Origin, PageClassifier, telling_words
from hubwalk.websites.training import train_classifier

NOTHING = Origin((), (), (0, 0), 1, 0, "")


def by_hand() -> PageClassifier:
    """Two terms that weigh alike: sail stands for the target, oven for the others."""
    vocabulary = Vocabulary(["sail", "oven"], np.array([1.0, 1.0]))
    return PageClassifier((), vocabulary, np.eye(2), np.array([TARGET, OTHER]), 0.1, NOTHING)


def page(*words: str) -> Page:
    return parse(html(list(words)), "http://x.test/")


def test_distances_are_one_minus_the_cosine() -> None:
    (found,) = by_hand().distances([{"sail": 1, "oven": 1, "unknown": 7}])
    assert found == pytest.approx([1 - math.sqrt(0.5)] * 2)
    # tf 3 weighs 1 + ln 3: the vector is (1 + ln 3, 1), brought to length 1
    weight = 1 + math.log(3)
    (found,) = by_hand().distances([{"sail": 3, "oven": 1}])
    assert found == pytest.approx([1 - weight / math.hypot(weight, 1), 1 - 1 / math.hypot(weight, 1)])


def test_confidences_by_the_logarithms_of_the_distances() -> None:
    reader = by_hand()
    distances = reader.distances([{"sail": 3, "oven": 1}])[0]
    logs = np.log(distances)
    assert reader.confidences(page("sail", "sail", "sail", "oven")) == pytest.approx(logs / logs.sum())
    assert isinstance(reader, PageReader)


def test_the_nearest_centroid_of_a_class_counts() -> None:
    both = replace(by_hand(), centroids=np.array([[1.0, 0.6, 0.0], [0.0, 0.8, 1.0]]), classes=np.array([0, 0, 1]))
    (found,) = both.distances([{"sail": 1, "oven": 1}])
    assert found == pytest.approx([1 - 1.4 * math.sqrt(0.5), 1 - math.sqrt(0.5)])


@pytest.mark.parametrize(
    "mute",
    [
        page(),
        page("nothing", "known"),
        parse("", "http://x.test/"),
        Page("http://x.test/", "http://x.test/", 404, "<p>sail"),
        Page("http://x.test/", "http://x.test/", 0, error="nobody there"),
        parse("<frameset><frame src=a></frameset>", "http://x.test/"),
    ],
)
def test_pages_that_say_nothing_fit_to_all_alike(mute: Page) -> None:
    assert by_hand().confidences(mute) == (0.5, 0.5)


def test_the_words_of_links_count() -> None:
    menu = parse("<title>x</title><nav><a href=/a>Sail</a> <a href=/b>sail</a></nav>", "http://x.test/")
    assert by_hand().confidences(menu)[0] > 0.99


def test_what_it_has_learned() -> None:
    classifier = train_classifier(sites("horses", 5), sites("boats", 5))
    unseen = site("horses", 77), site("boats", 77)
    assert all(classifier.confidences(one)[0] > 0.6 for one in unseen[0])
    assert all(classifier.confidences(one)[0] < 0.4 for one in unseen[1])
    assert set(telling_words(classifier, 5)) <= set(WORDS["horses"])  # not the name that one site has on every page
    for one in (*unseen[0], *unseen[1]):
        assert sum(classifier.confidences(one)) == pytest.approx(1)
