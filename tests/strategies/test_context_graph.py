from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from html_sites import crawl, names, page

from hubwalk.errors import UsageError
from hubwalk.graph.web_graph import WebGraph
from hubwalk.strategies import STRATEGIES, make_strategy, needs_html, options_of, takes_context
from hubwalk.strategies.context_graph import LayerClassifier
from hubwalk.values import Page

ITEM = "camera zoom lens sensor weight "
LIST = "catalogue models sorted by price "
MAP = "departments services welcome directory "


def layer(name: str, text: str, count: int = 3) -> list[Page]:
    return [page(f"/{name}/{n}", f"{text} {name}{n}") for n in range(count)]


CONTEXT = [layer("list", LIST), layer("map", MAP)]


def links(*targets: str) -> str:
    return "".join(f"<a href={target}>x</a>" for target in targets)


def site() -> dict[str, str]:
    """The front page offers pages of all kinds, the most promising last."""
    return {
        "/": links("/odd", "/map", "/list", "/item/0"),
        "/odd": "nothing that was seen before" + links("/from-odd"),
        "/map": MAP + links("/from-map"),
        "/list": LIST + links("/item/1", "/from-list"),
        "/item/0": ITEM + "0" + links("/item/2"),
        "/item/1": ITEM + "one",
        "/item/2": ITEM + "two",
        "/from-odd": "text",
        "/from-map": "words",
        "/from-list": "letters",
    }


def is_item(name: str) -> bool:
    return name.startswith("/item/")


def test_the_lowest_queue_comes_first() -> None:
    made = crawl(site(), is_item, "context_graph", samples=["/item/0"], context=CONTEXT)
    rules = {name: choice.rule for name, choice in zip(names(made), made, strict=True)}
    assert rules == {
        "/item/2": "layer 0",
        "/odd": "other",
        "/map": "other",
        "/list": "other",
        "/item/1": "layer 1",
        "/from-list": "layer 1",
        "/from-map": "layer 2",
        "/from-odd": "other",
    }
    # The sample's links, all links of the front page, and then by layers.
    assert names(made) == ["/item/2", "/odd", "/map", "/list", "/item/1", "/from-list", "/from-map", "/from-odd"]
    assert {choice.hub for choice in made if choice.rule == "layer 1"} == {"http://site.test/list"}


def test_in_one_queue_the_surest_page_comes_first() -> None:
    both = {
        "/": links("/vague", "/sure"),
        "/vague": "models welcome price catalogue" + links("/a"),
        "/sure": LIST + links("/b"),
        "/a": "",
        "/b": "",
    }
    made = crawl(both, is_item, "context_graph:threshold=0.5", context=CONTEXT)
    assert names(made)[-2:] == ["/b", "/a"]
    assert made[-2].score > made[-1].score > 0.5


def test_weak_matches_go_to_the_others() -> None:
    both = {"/": links("/weak", "/map"), "/weak": "price " + links("/a"), "/map": MAP + links("/b"), "/a": "", "/b": ""}
    strict = crawl(both, is_item, "context_graph:threshold=0.9", context=CONTEXT)
    assert [(choice.url[-2:], choice.rule) for choice in strict[2:]] == [("/b", "layer 2"), ("/a", "other")]
    lax = crawl(both, is_item, "context_graph:threshold=0.5", context=CONTEXT)
    assert [(choice.url[-2:], choice.rule) for choice in lax[2:]] == [("/a", "layer 1"), ("/b", "layer 2")]


def test_outer_layers_can_be_left_out() -> None:
    made = crawl(site(), is_item, "context_graph:layers=1", samples=["/item/0", "/item/1"], context=CONTEXT)
    assert {choice.rule for choice in made} == {"layer 0", "layer 1", "other"}


def test_the_validator_decides_what_is_layer_0() -> None:
    classifier = LayerClassifier([layer("item", ITEM), *CONTEXT], 40)
    item, other = page("/x", ITEM), page("/y", LIST)
    assert classifier.classify(classifier.scores(item), accepted=True)[0] == 0
    assert classifier.classify(classifier.scores(other), accepted=True)[0] == 0
    assert classifier.classify(classifier.scores(item), accepted=True)[1] > 0
    assert classifier.classify(classifier.scores(other), accepted=True)[1] < 0
    assert classifier.classify(classifier.scores(item), accepted=False)[0] > 0
    assert classifier.classify(classifier.scores(other), accepted=False)[0] == 1
    assert classifier.classify(classifier.scores(page("/z", "unheard of")), accepted=False)[1] == pytest.approx(0)


def test_a_page_is_its_words_of_highest_tf_idf() -> None:
    everywhere = "<p>imprint</p>"
    layers: Sequence[Sequence[Page]] = [
        [page(f"/{k}{n}", everywhere + "zoom " * 5 + "menu " + kind + f" once{k}{n}") for n in range(2)]
        for k, kind in enumerate(["camera", "catalogue", "directory"])
    ]
    one = LayerClassifier(layers, 1)
    # Every layer's own word is the rarest; the frequent ones are on all pages, and words of a single page do not count.
    for k, kind in enumerate(["catalogue", "directory"], start=1):
        assert one.classify(one.scores(page("/q", f"imprint zoom zoom once10 {kind}")), accepted=False)[0] == k


def test_without_context_it_says_what_it_needs() -> None:
    empty: list[list[list[Page]]] = [[], [[], []]]
    for nothing in empty:
        with pytest.raises(UsageError, match=r"links to the samples: .*--engine local.*another strategy"):
            make_strategy("context_graph", WebGraph(), random.Random(0), (), nothing)


@pytest.mark.parametrize("spec", ["layers=9", "layers=0", "per_page=0", "per_layer=-1", "terms=0", "threshold=1"])
def test_values_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(UsageError, match=spec.partition("=")[0]):
        make_strategy(f"context_graph:{spec}", WebGraph(), random.Random(0), (), CONTEXT)


def test_the_context_is_no_option() -> None:
    with pytest.raises(UsageError, match="unknown option of strategy context_graph 'context'"):
        make_strategy("context_graph:context=1", WebGraph(), random.Random(0), (), CONTEXT)
    assert options_of("context_graph:layers=3")["layers"] == 3
    assert "context" not in options_of("context_graph")


def test_which_strategies_need_more_than_links() -> None:
    assert {name for name in STRATEGIES if takes_context(name)} == {"context_graph"}
    assert {"apprentice", "context_graph"} <= {name for name in STRATEGIES if needs_html(name)}
    assert not needs_html("xcrawl:variant=hits")
