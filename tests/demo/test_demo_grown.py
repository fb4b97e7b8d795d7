"""Demo sites that grow: targets come and go, and so do the links to them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from demo_walking import fetch

from hubwalk.demo.grown import STAGES, GrownSite, is_there, without_links
from hubwalk.demo.site import DemoSite, read_visit
from hubwalk.demo.sites import SITES, make_site
from hubwalk.demo.web import make_domain
from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.demo.web.single import shares_template, with_own_template
from hubwalk.errors import UsageError


def generated(domain: str, name: str, scale: float = 0.1) -> GeneratedSite:
    return next(site for site in make_domain(domain, scale=scale).sites if site.name == name)


def test_each_stage_brings_some_and_takes_some_away() -> None:
    names = [f"/item/{n}" for n in range(5000)]
    stages = [{name for name in names if is_there(name, stage)} for stage in range(STAGES)]
    assert [round(len(stage) / len(names), 1) for stage in stages] == [0.9] * STAGES
    for before, after in pairwise(stages):
        assert 0.03 < len(after - before) / len(names) < 0.07
        assert 0.03 < len(before - after) / len(names) < 0.07
    assert stages[0] | stages[-1] == set(names)
    assert {name for name in names if is_there(name, 0, seed=1)} != stages[0]


@pytest.mark.parametrize("name", SITES)
def test_what_is_gone_answers_as_a_page_that_never_was(name: str) -> None:
    site = make_site(name, 300)
    grown = GrownSite(site, 0)
    gone = [path for path in site.targets() if not grown.has(path)]
    assert gone
    for path in gone:
        assert grown.target_of(path) == ""
        assert grown.respond(path).body == site.not_found(read_visit(path)).body
    there = list(grown.targets())
    assert sorted([*gone, *there]) == sorted(site.targets())
    assert grown.target_count == len(there)
    assert grown.page_count == site.page_count - len(gone)
    assert all(fetch(grown, path).ok and grown.target_of(path) == path for path in there[:5])


SOME: dict[str, Callable[[], DemoSite]] = {
    "phones": lambda: make_site("phones", 300),
    "cameras": lambda: make_site("cameras", 150),
    "rows": lambda: generated("cameras", "shuttershelf", 0.3),
    "tiles": lambda: generated("cameras", "harbourcameras"),
    "entries": lambda: generated("cell_phones", "cellcritic", 0.2),
}


@pytest.mark.parametrize("make", SOME.values(), ids=SOME)
def test_no_page_links_to_what_is_gone_and_all_other_links_stay(make: Callable[[], DemoSite]) -> None:
    site = make()
    grown = GrownSite(site, 1)
    lost = 0
    for path in [path for path in grown.pages() if not site.target_of(path)][::2]:
        before, after = fetch(site, path), fetch(grown, path)
        kept = [link.target for link in before.links if not is_gone(site, grown, link.target)]
        assert [link.target for link in after.links] == kept
        lost += len(before.links) - len(after.links)
    assert lost > 0


def is_gone(site: DemoSite, grown: GrownSite, url: str) -> bool:
    target = site.target_of(url.removeprefix("http://demo.test"))
    return bool(target) and not grown.has(target)


def test_the_same_call_gives_the_same_answer_and_a_tag_of_its_own() -> None:
    site = make_site("cameras", 300)
    first, second = GrownSite(site, 0), GrownSite(site, 1)
    path = "/brands/"
    assert first.respond(path) == GrownSite(site, 0).respond(path)
    tag = first.respond(path).header("etag")
    assert first.respond(path, {"if-none-match": tag}).status == 304
    changed = next(p for p in site.pages() if first.respond(p).body != second.respond(p).body)
    assert first.respond(changed).header("etag") != second.respond(changed).header("etag")


def test_stages_that_are_none() -> None:
    with pytest.raises(UsageError, match="stages 0 to 2"):
        GrownSite(make_site("phones", 100), STAGES)


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<ul><li><a href='x'>x</a></li><li><a href=y>y</a></li></ul>", "<ul><li><a href=y>y</a></li></ul>"),
        ("<tr><td>1<td><A HREF='x'>x</A></tr><tr><td>2</tr>", "<tr><td>2</tr>"),
        ("<div><p>text</p><a href='x'><img></a> 3 &euro;</div>", ""),
        ("<li><a href='x'>x</a> <a href='x'>more</a></li>", ""),
        ("<li><a href='x'>x</a> by <a href='y'>y</a></li>", "<li> by <a href='y'>y</a></li>"),
        ("<p>as <a href='x'>x</a> says</p>", "<p>as  says</p>"),
        ("<link href='x'><a name='x'>here</a>", "<link href='x'><a name='x'>here</a>"),
        ("<ul><li>a</li></ul><a href='x'>x</a><ul><li>b</li></ul>", "<ul><li>a</li></ul><ul><li>b</li></ul>"),
        ("<li>" + "long " * 500 + "<a href='x'>x</a></li>", "<li>" + "long " * 500 + "</li>"),
        ("<a href='a?x&amp;y'>x</a>", ""),
    ],
)
def test_links_that_are_taken_out(html: str, left: str) -> None:
    assert without_links(html, lambda href: href in ("x", "a?x&y")) == left


def test_a_site_whose_targets_have_a_template_of_their_own() -> None:
    shared = generated("cameras", "pixelmeadow")
    assert shares_template(shared)
    site = with_own_template(shared)
    assert not shares_template(site)
    assert list(site.targets()) == list(shared.targets())
    assert {shelf.form for shelf in site.shelves} == {"sheet", "news"}
    assert all(fetch(site, path).ok for path in list(site.pages())[::10])
    alone = generated("cameras", "shuttershelf")
    assert with_own_template(alone) is alone
