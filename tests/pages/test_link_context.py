from __future__ import annotations

import pytest

from hubwalk.pages.link_context import REACH, LinkContexts
from hubwalk.pages.parse import parse

URL = "http://site.test/"


def around(html: str, number: int = 0) -> list[tuple[int, str]]:
    contexts = LinkContexts(html, URL)
    return contexts.features(contexts.links[number].dom_path)


LIST = """
<title>Shop</title><h1>Our cameras</h1>
<ul>
  <li><a href="/a">Alpha <b>one</b></a> compact, <i>cheap</i></li>
  <li><a href="/b">Beta</a> | reflex</li>
</ul>
"""


def test_words_are_told_by_their_distance_in_leaves() -> None:
    assert around(LIST, 0) == [
        (-1, "our"), (-1, "cameras"),
        (0, "alpha"), (0, "one"),  # two leaves, both inside the link
        (1, "compact"), (2, "cheap"), (3, "beta"), (4, "reflex"),
    ]  # fmt: skip
    assert around(LIST, 1) == [
        (-5, "our"), (-5, "cameras"), (-4, "alpha"), (-3, "one"), (-2, "compact"), (-1, "cheap"),
        (0, "beta"), (1, "reflex"),
    ]  # fmt: skip


def test_nothing_beyond_the_fifth_leaf_counts() -> None:
    left, right = ("".join(f"<p>{side}{n}</p>" for n in range(9)) for side in ("left", "right"))
    found = around(f"{left}<a href=/x>here</a>{right}")
    assert found == [
        *((n - 9, f"left{n}") for n in range(4, 9)), (0, "here"), *((n + 1, f"right{n}") for n in range(5)),
    ]  # fmt: skip
    assert {abs(d) for d, _ in found} == set(range(REACH + 1))


def test_a_link_without_text_lies_between_its_neighbours() -> None:
    assert around("before<a href=/x><img src=i.png></a>behind") == [(-1, "before"), (1, "behind")]


def test_the_text_of_an_image_stands_for_it() -> None:
    assert around('before<a href=/x><img src=i.png alt="Model A650"></a>') == [
        (-1, "before"),
        (0, "model"),
        (0, "a650"),
    ]


def test_scripts_styles_and_the_head_are_no_text() -> None:
    html = "<title>top</title><script>var one</script><style>p {two}</style>seen<a href=/x>link</a><!-- three -->"
    assert around(html) == [(-1, "seen"), (0, "link")]


def test_of_long_texts_the_words_nearest_to_the_link_count() -> None:
    text = " ".join(f"w{n:03}" for n in range(500))
    found = around(f"<p>{text}</p><a href=/x>link</a><p>{text}</p>")
    assert [word for d, word in found if d == -1] == [f"w{n:03}" for n in range(480, 500)]
    assert [word for d, word in found if d == 1] == [f"w{n:03}" for n in range(20)]
    assert len(around(f"<a href=/x>{text}<p>{text}</p></a>")) == 40


@pytest.mark.parametrize(
    "html",
    [
        LIST,
        "",
        "no links",
        '<base href="http://site.test/deep/"><a href="x">1</a><a href="#top">2</a><a href="mailto:x">3</a><a>4</a>',
        '<link rel=next href="/2"><frameset><frame src=/menu></frameset>',
        '<map><area href="/a" alt="region"></map><iframe src="/inner">inner</iframe>',
        "<a href=/x>same</a><a href=/x>same</a>",
        "<a href=/outer><table><td>text<a href=/inner>nested</a> rest</table></a> end",
        "<noscript><a href=/n>without scripts</a></noscript>",
    ],
)
def test_links_are_those_of_the_parser(html: str) -> None:
    contexts = LinkContexts(html, URL)
    assert contexts.links == parse(html, URL).links
    assert all(isinstance(contexts.features(link.dom_path), list) for link in contexts.links)
    assert contexts.features("html/body/nowhere/a") == []


def test_nested_links_have_their_own_text() -> None:
    html = "<a href=/outer>first<table><td>text<a href=/inner>nested</a>rest</table></a>end"
    inner = next(n for n, link in enumerate(parse(html, URL).links) if link.target.endswith("/inner"))
    assert (0, "nested") in around(html, inner)
    assert (0, "first") not in around(html, inner)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 3000 + "<a href=/x>deep</a>",
        "<table><td><a href=/x>nested" * 400,
        "<a href=/x>wide</a>" * 5000,
        "<p>" + "word " * 50_000 + "<a href=/x>link</a>" * 200,
    ],
)
def test_monstrous_pages_stay_small(html: str) -> None:
    contexts = LinkContexts(html, URL)
    assert contexts.links
    assert max(len(contexts.features(link.dom_path)) for link in contexts.links) <= 20 * (20 + 2 * REACH)
