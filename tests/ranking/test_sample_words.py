"""Which links say what the samples say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.sample_words import SampleWords
from hubwalk.values import Link, Page

BASE = "http://site.test"
HOMES = (
    "<title>Ann</title><p>I am a graduate student at the department. I like hiking and the theory of numbers.",
    "<title>Ben</title><p>As a graduate student of the department I work on compilers.",
    "<title>Cem</title><p>Third year student, graduate school. The department has a page about me, and a menu.",
)


class Site:
    """A site whose pages link to others by anchors."""

    def __init__(self, texts: Sequence[str] = HOMES) -> None:
        self.graph = WebGraph()
        self.words = SampleWords(self.graph, [Page(f"{BASE}/{n}", "", html=text) for n, text in enumerate(texts)])
        self._fetched = 0

    def link(self, *anchors: str) -> None:
        """One more page, with links to pages that are called as their anchors."""
        self._fetched += 1
        links = tuple(Link(f"{BASE}/to/{anchor}", anchor, f"html/body/a[{n}]") for n, anchor in enumerate(anchors))
        url = f"{BASE}/from/{self._fetched}"
        self.graph.add_page(Page(url, url, links=links), accepted=False)

    def likeness(self, *names: str) -> list[float]:
        pages = np.asarray([self.graph.find(f"{BASE}/to/{name}") for name in names], dtype=np.int64)
        return self.words.likeness(self.graph.latest_in_links(pages, 8)).tolist()  # type: ignore[no-any-return]


def test_the_list_is_announced_with_the_name_of_the_kind() -> None:
    site = Site()
    site.link("Graduate Students", "Courses", "About us", "Visitors")
    list_of_them, courses, about, visitors = site.likeness("Graduate Students", "Courses", "About us", "Visitors")
    assert list_of_them > 0.3
    assert courses == about == visitors == 0


def test_words_of_one_sample_alone_say_nothing() -> None:
    site = Site()
    site.link("Hiking", "Compilers", "Department")
    assert site.likeness("Hiking", "Compilers") == [0, 0]
    assert site.likeness("Department")[0] > 0


def test_stop_words_say_nothing() -> None:
    site = Site([text + " It is and was here for all of them." for text in HOMES])
    site.link("All of them", "Here it is")
    assert site.likeness("All of them", "Here it is") == [0, 0]


def test_no_room_for_the_languages_model_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_documents: Sequence[str]) -> list[str]:
        raise OSError(27, "File too large")

    monkeypatch.setattr("hubwalk.pages.languages.languages_of", full)
    site = Site()
    site.link("Graduate Students", "Visitors")
    announced, other = site.likeness("Graduate Students", "Visitors")
    assert announced > other == 0


def test_in_other_languages_too() -> None:
    texts = [f"<p>Diese Maschine ist eine Kamera mit {n} Linsen und wird von uns verkauft, wie alle." for n in range(3)]
    site = Site(texts)
    site.link("Kameras", "Drucker", "mit und von")
    kameras, drucker, stop = site.likeness("Kameras", "Drucker", "mit und von")
    assert kameras > 0.3
    assert drucker == stop == 0


def test_what_many_links_say_tells_little() -> None:
    site = Site()
    site.link("Graduate", "Student", *(f"Topic {chr(97 + n) * 3}" for n in range(20)))
    rare, other = site.likeness("Graduate", "Student")
    assert rare == other
    site.link(*(f"Student {chr(97 + n) * 3}" for n in range(20)))
    rare, frequent = site.likeness("Graduate", "Student")
    assert rare > frequent > 0


def test_one_word_among_many_says_less_than_alone() -> None:
    site = Site()
    site.link("Student", "Student cycling tour through northern Wisconsin forests")
    alone, among = site.likeness("Student", "Student cycling tour through northern Wisconsin forests")
    assert alone > among > 0


def test_there_is_a_limit() -> None:
    site = Site()
    site.link("Graduate student department", *(f"Topic {chr(97 + n) * 3}" for n in range(20)))
    assert site.likeness("Graduate student department") == [pytest.approx(0.6)]


def test_the_best_of_the_latest_links_counts() -> None:
    site = Site()
    for n, anchor in enumerate(["here", "Students", "Visitors"]):
        url = f"{BASE}/from/{n}"
        links = (Link(f"{BASE}/to/x", anchor, "html/body/a"),)
        site.graph.add_page(Page(url, url, links=links), accepted=False)
    assert site.likeness("x")[0] > 0


@pytest.mark.parametrize("texts", [[], [""], ["<p>"], ["<p>the of and"]])
def test_without_words_nothing_is_alike(texts: list[str]) -> None:
    site = Site(texts)
    site.link("Students", "Pages")
    assert site.likeness("Students", "Pages") == [0, 0]


def test_a_page_that_nothing_links_to() -> None:
    site = Site()
    site.graph.know(f"{BASE}/to/start")
    assert site.likeness("start") == [0]


def test_the_more_a_site_shows_the_better_is_known_what_is_rare() -> None:
    """Likeness is remembered for a while; after the site has grown it is as if all had been there from the start."""
    grown, whole = Site(), Site()
    anchors = [f"Student {chr(97 + n % 26) * (3 + n // 26)}" for n in range(200)]
    whole.link("Student", *anchors)
    grown.link("Student")
    first = grown.likeness("Student")[0]
    for anchor in anchors:
        grown.link(anchor)
        grown.likeness(anchor)
    assert grown.likeness("Student")[0] == pytest.approx(whole.likeness("Student")[0], abs=0.03)
    assert grown.likeness("Student")[0] < first
