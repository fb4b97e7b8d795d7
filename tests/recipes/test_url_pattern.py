from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from url_making import steps, urls

from hubwalk.errors import UsageError
from hubwalk.recipes.regex_tree import tokenise
from hubwalk.recipes.url_pattern import UrlPattern, generalise

H = "http://h.test"
TREE = "http://www.informatik.uni-trier.de/~ley/db/indices/a-tree"
FIGURE_8 = [f"{TREE}/c/Chaves:Silvio_8=.html", f"{TREE}/u/Ugher:Mangabeira_D=.html", f"{TREE}/m/Mendes:Sergio.html"]


def text(*paths: str) -> str:
    """The pattern of some pages, without the host."""
    return generalise(H + path for path in paths).text.replace(r"http://h\.test", "")


def test_figure_8() -> None:
    pattern = generalise(FIGURE_8)
    levels = pattern.text.split("/")
    assert levels[2:7] == [r"www\.informatik\.uni-trier\.de", "~ley", "db", "indices", "a-tree"]
    assert levels[7] == "[a-zA-Z]+"
    # Letters, a colon, letters, an optional _, an optional word, the suffix. The figure leaves out the = of its URLs.
    assert re.sub(r"(?<=[+*?])\+", "", levels[8]) == r"[a-zA-Z]+:[a-zA-Z]+_?\w*=?\.html"
    assert all(map(pattern.matches, FIGURE_8))
    assert pattern.matches(f"{TREE}/s/Silva:Altigran_2=.html")
    assert pattern.matches(f"{TREE}/z/Zhai:Yanhong.html")
    for other in ("/s/Silva.html", "/s/Silva:A-B.html", "/9/Silva:A.html", "/s/t/Silva:A.html", "/s/Silva:A.htm"):
        assert not pattern.matches(TREE + other), other


def test_table_1() -> None:
    """The navigation pattern of E-Jazz."""
    base = "http://www.ejazz.com.br"
    hubs = generalise([f"{base}/artistas/default_{letter}.asp" for letter in "abz"])
    artists = generalise([f"{base}/detalhes-artistas.asp?cd={number}" for number in (1, 42, 199)])
    assert hubs.text == r"http://www\.ejazz\.com\.br/artistas/default_[a-zA-Z]+\.asp"
    assert artists.text == r"http://www\.ejazz\.com\.br/detalhes-artistas\.asp\?cd=\d+"
    assert artists.matches(f"{base}/detalhes-artistas.asp?cd=200")
    assert not artists.matches(f"{base}/detalhes-artistas.asp?cd=200&print=1")


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["/about"], "/about"),
        (["/item10", "/item19"], r"/item\d+"),  # whole tokens
        (["/a1", "/a2/"], "/a1|/a2/"),  # different forms
        (["/c/1", "/c/x"], r"/c/\w+"),
        (["/c/-", "/c/."], r"/c/[^\w%/;?]+"),
        (["/c/%C3%A9", "/c/%C3%A8"], "/c/(?:%[0-9a-fA-F]{2})+"),
        (["/c/a", "/c/-"], "/c/[^/;?]+"),
        (["/s?q=a", "/s?q=-"], r"/s\?q=[^&]+"),
        (["/s?q=a", "/s?q="], r"/s\?q=a?"),
        (["/s?q=abc", "/s?q="], r"/s\?q=(?:abc)?"),
        (["/x;v=1/y", "/x;v=2/y"], r"/x;v=\d+/y"),
        (["/p?b=2&a=x", "/p?a=y&b=2"], r"/p\?a=[a-zA-Z]+&b=2"),
        (["/2020-01-02/x", "/2021-11-30/x"], r"/\d+-\d+-\d+/x"),
        # The first column could take what is in the second: they become one.
        (["/ab12-x.html", "/12-y.html", "/z.html"], r"/[^/;?]+\.html"),
        (["/ab12-x", "/34-y"], r"/[^/;?]+"),
        (["/ab12", "/34"], r"/\w+"),
        # It might give back letters, for the third column to take them.
        (["/a.html", "/bc-d.html", "/e-f.html"], r"/[a-zA-Z]++-?[a-zA-Z]*\.html"),
        # The last one reaches into the suffix, and must give it back.
        (["/-.html", "/b.html"], r"/[^/;?]+\.html"),
        (["/a_x", "/b__x"], r"/[a-zA-Z]+_?_x"),
        # Titles: no counting of words.
        (["/one.html", "/one-two-three-four-five-six.html"], r"/one[^/;?]*\.html"),
    ],
)
def test_patterns(paths: list[str], expected: str) -> None:
    assert text(*paths) == expected
    assert all(generalise(H + path for path in paths).matches(H + path) for path in paths)


def test_a_title_with_more_words_than_any_before_is_matched() -> None:
    pattern = generalise(f"{H}/p/{'-'.join(['word'] * n)}-{n}.html" for n in (1, 4, 6))
    assert pattern.matches(f"{H}/p/{'-'.join(['word'] * 12)}-3.html")
    assert not pattern.matches(f"{H}/p/word-1.htm")


def test_nothing_has_no_pattern() -> None:
    with pytest.raises(ValueError, match="no URLs"):
        generalise([])


def test_what_is_no_expression_is_refused() -> None:
    with pytest.raises(UsageError, match=r"not a regular expression: '/list/\(' \(missing \)"):
        UrlPattern.parse("/list/(")


def test_an_expression_written_by_hand_in_the_order_of_the_site() -> None:
    pattern = UrlPattern.parse(r"http://h\.test/s\?page=\d+&brand=\w+")
    assert pattern.matches(f"{H}/s?page=1&brand=x")
    assert generalise([f"{H}/s?page=1&brand=x"]).matches(f"{H}/s?brand=x&page=1")


ALIKE = st.lists(st.one_of(urls(), steps().map(f"{H}/list/{{}}.html".format)), min_size=1, max_size=8)


@settings(max_examples=300)
@given(ALIKE)
def test_a_pattern_matches_all_it_was_made_of_and_can_be_written_down(made_of: list[str]) -> None:
    pattern = generalise(made_of)
    again = UrlPattern.parse(pattern.text)
    assert again == pattern
    for url in made_of:
        assert pattern.matches(url), (pattern.text, url)


@given(ALIKE)
def test_the_order_of_urls_and_of_parameters_does_not_matter(made_of: list[str]) -> None:
    rng = random.Random(len(made_of))
    shuffled = []
    for url in made_of:
        path, mark, query = url.partition("?")
        parameters = query.split("&")
        rng.shuffle(parameters)
        shuffled.append(f"{path}{mark}{'&'.join(parameters)}")
    rng.shuffle(shuffled)
    assert generalise(shuffled) == generalise(made_of)
    assert all(map(generalise(made_of).matches, shuffled))


@given(st.lists(steps(), min_size=2, max_size=6), steps())
def test_a_level_varies_no_further_than_to_the_next_separator(names: list[str], other: str) -> None:
    pattern = generalise(f"{H}/list/{name}/end" for name in names)
    assert not pattern.matches(f"{H}/list/{names[0]}/{other}/end")
    assert not pattern.matches(f"{H}/list/{names[0]}/end?x=1")
    assert not pattern.matches(f"{H}/{names[0]}/end")


LONG = 20_000  # repetitions: a pattern that tried all ways to divide them up would take hours


@settings(max_examples=25, deadline=None)
@given(st.lists(steps(1), min_size=2, max_size=6, unique=True), st.sampled_from("!a0_-/"))
def test_hostile_urls_are_matched_in_one_pass(names: list[str], odd: str) -> None:
    pattern = generalise(f"{H}/{name}/{name}.html" for name in names)
    for token in {token for name in names for token in tokenise(name)}:
        hostile = token * LONG
        pattern.matches(f"{H}/{hostile}{odd}")
        pattern.matches(f"{H}/{hostile}/{hostile}{odd}")
        pattern.matches(f"{H}/{names[0]}/{names[0]}{hostile}.html{odd}")


def test_the_pattern_of_the_paper_takes_hostile_urls() -> None:
    pattern = generalise(FIGURE_8)
    name = "a" * 100_000
    assert not pattern.matches(f"{TREE}/{name}/{name}:{name}")
    assert not pattern.matches(f"{TREE}/c/a:{name}_{name}!")
    assert not pattern.matches(f"{TREE}/c/a:{'_' * 100_000}")
    assert pattern.matches(f"{TREE}/c/a:{name}_{name}.html")
