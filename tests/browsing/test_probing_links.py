"""What probing makes of its findings, without a browser: marked documents to links, candidates to jobs."""

from __future__ import annotations

from hubwalk.browsing.probed_links import ProbedLinks
from hubwalk.browsing.probed_page import Found
from hubwalk.browsing.probing_todo import CLICK, HOVER, LEAF, REACTIVE, VISIBLE, Candidate, Step, Todo, depth_of
from hubwalk.pages.parse import marked_links, parse
from hubwalk.values import Link

URL = "http://site.test/"


def candidate(name: str, *, bits: int = CLICK | VISIBLE, shape: str = "s", href: str = "") -> Candidate:
    return Candidate(Found(name, shape, "", bits, href, 0), (), 0, True, (shape, ""))


def test_plain_links_of_a_marked_document_are_those_of_the_document() -> None:
    list_ = '<ul class=l><li><a href=/a data-hubwalk="0:1|x">a</a><li><a href=/b>b</a></ul>'
    html = f'{list_}<img src=/i.png data-hubwalk="0:2|y">'
    assert tuple(link for link, _ in marked_links(html, URL, {})[0]) == parse(html, URL).links


def test_links_behind_elements_stand_in_document_order_and_count_as_siblings() -> None:
    html = '<div><p data-hubwalk="1|a">one</p><p><a href=/plain>x</a></p><p data-hubwalk="2|b">two</p></div>'
    links, paths = marked_links(html, URL, {"2|b": ["http://site.test/two"], "1|a": ["http://site.test/one"]}, ["1|a"])
    assert links == [
        (Link("http://site.test/one", "one", "html/body/div/p"), "1|a"),
        (Link("http://site.test/plain", "x", "html/body/div/p[2]/a"), ""),
        (Link("http://site.test/two", "two", "html/body/div/p[3]"), "2|b"),
    ]
    assert paths == {"1|a": "html/body/div/p"}


def test_a_target_that_an_element_and_one_inside_it_lead_to_is_one_link() -> None:
    links = ProbedLinks(URL)
    links.add_state('<p data-hubwalk="0:0.1|a"><b data-hubwalk="0:0.1.0|b">x</b></p>', ())
    records = [["go", "http://site.test/x", ""]]
    assert links.add(0, (Step("0:0.1.0|b", "click"),), records) == 1
    assert links.add(0, (Step("0:0.1|a", "click"),), records) == 0
    assert [(link.dom_path, link.probes) for link in links.all()] == [("html/body/p/b", "click html/body/p/b")]


def test_later_states_add_only_what_is_new() -> None:
    links = ProbedLinks(URL)
    nav = "<nav><a href=/a>a</a></nav>"
    links.add_state(f'{nav}<button data-hubwalk="0:9|m">menu</button>', ())
    links.add_state(f"{nav}<ul><li><a href=/b>b</a></ul>", (Step("0:9|m", "click"),))
    assert [(link.target, link.probes) for link in links.all()] == [
        ("http://site.test/a", ""),
        ("http://site.test/b", "click html/body/button"),
    ]


def test_links_to_itself_and_to_other_schemes_are_none() -> None:
    links = ProbedLinks(URL)
    links.add_state('<p data-hubwalk="0:1|a">x</p>', ())
    records = [["go", f"{URL}#top", ""], ["open", "mailto:a@b.test", ""], ["open", "blob:1", ""], ["go", "", ""]]
    assert links.add(0, (Step("0:1|a", "click"),), records) == 0
    assert links.all() == ()


def test_a_kind_that_never_reacts_is_given_up_and_one_that_does_is_not() -> None:
    todo = Todo()
    silent = [candidate(f"0:{n}|a", shape="silent") for n in range(50)]
    todo.push([*silent, *(candidate(f"0:{n}|b", shape="lively") for n in range(50))])
    fired = []
    while jobs := todo.batch(1):
        fired.append(jobs[0].candidate.found.shape)
        todo.learn(jobs[0], effect=jobs[0].candidate.found.shape == "lively", as_expected=False)
    assert fired.count("lively") == 50
    assert 0 < fired.count("silent") < 20


def test_links_that_lead_where_they_say_are_tried_a_few_times() -> None:
    todo = Todo()
    todo.push(candidate(f"0:{n}|a", href=f"{URL}{n}") for n in range(50))
    fired = 0
    while jobs := todo.batch(1):
        fired += 1
        todo.learn(jobs[0], effect=False, as_expected=True)
    assert fired < 10


def test_what_reacts_by_itself_comes_first_and_pointing_before_clicking() -> None:
    todo = Todo()
    around, inner = candidate("0:1|a"), candidate("0:2|b", bits=CLICK | LEAF)
    button = candidate("0:3|c", bits=CLICK | HOVER | REACTIVE)
    todo.push([around, inner, button])
    assert [(job.candidate.found.name, job.act) for job in todo.batch(9)] == [
        ("0:3|c", "hover"),
        ("0:3|c", "click"),
        ("0:2|b", "click"),
        ("0:1|a", "click"),
    ]


def test_the_same_button_again_makes_a_chain_no_deeper() -> None:
    more, other = Step("0:1|a", "click", look=("s", "more")), Step("0:2|a", "click", look=("s", "other"))
    assert depth_of((more, more, more)) == 1
    assert depth_of((more, other, more)) == 3
    assert depth_of(()) == 0
