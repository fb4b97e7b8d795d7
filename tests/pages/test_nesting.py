from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.link_context import LinkContexts
from hubwalk.pages.nesting import DEEPEST, FEW_TAGS, shallow
from hubwalk.pages.parse import parse
from hubwalk.pages.words import own_text

URL = "http://site.test/"
ENDLESS = {
    "div": "<div>" * 2_000_000,
    "b and i": "<b><i>" * 100_000,
    "closed": "<div>" * 300_000 + "</div>" * 300_000,
    "cells": "<table><tr><td>" * 40_000,
    "font": "<font>" * 100_000,
    "a": "<a href=x>" * 50_000,
    "blocks in links": "<a href=x><div>" * 30_000,
    "lists": "<ul><li>" * 50_000,
    "formatting that is left open": "".join(f"<p><font size={i}>some text</p>" for i in range(30_000)),
    "formatting, then paragraphs": "".join(f"<p><font size={i}>" for i in range(400)) + "<p>x" * 50_000,
    "options": "<select>" + "<option>x" * 100_000,
    "a drawing": "<svg>" + "<g>" * 100_000,
    "html in a drawing": "<svg><title>" + "<div>" * 100_000,
    "a text in a tag": "<b " + " ".join(f"word{i}" for i in range(300_000)),
}


def depth(html: str) -> int:
    """Levels of the page below its body."""
    levels: dict[int, int] = {}
    body = LexborHTMLParser(html).body
    assert body is not None
    for node in body.traverse():
        parent = node.parent
        levels[node.mem_id] = levels.get(parent.mem_id, -1) + 1 if parent is not None else 0
    return max(levels.values())


@pytest.mark.timeout(100)  # without the limit: an hour, or more memory than there is
@pytest.mark.parametrize("html", ENDLESS.values(), ids=ENDLESS.keys())
def test_endless_pages_are_parsed(html: str) -> None:
    page = parse(html + "<p>The end", URL)
    assert page.html == html + "<p>The end"
    assert own_text(page.html) is not None
    assert depth(shallow(page.html)) <= 2 * DEEPEST


def test_links_and_text_of_deep_pages_are_found() -> None:
    html = f"<p>first</p>{'<div>' * 50_000}<a href=/deep>deep</a>{'</div>' * 50_000}<p>last <a href=/last>link</a>"
    page = parse(html, URL)
    assert [link.target for link in page.links] == [f"{URL}deep", f"{URL}last"]
    assert page.links[1].dom_path == "html/body/p/a"
    assert own_text(html).split() == ["first", "last"]
    assert LinkContexts(html, URL).links == page.links


def test_few_tags_are_left_alone_however_deep() -> None:
    html = "<div>" * FEW_TAGS
    assert shallow(html) is html
    assert shallow(html + "<div>") == "<div>" * DEEPEST


FLAT = [
    "<p>text",
    "<p>some <b>bold<p>text",
    "<p><font color=red>red</p>",  # three fonts go on
    "<b><p>text</b>",
    "<a name=x><p>text",
    "<ul><li><span>a</li><li>b<li><a href=x>c</ul>",
    "<table><tr><td><b>a<td><span>b<tr><th>c</table>",
    "<dl><dt>a<dd>b</dl>",
    "<h2>a<h2>b",
    "<select><option>a<option>b</select>",
    "<datalist><option value=1><option value=2></datalist>",
    "<div><foo><bar></div>",
    "<form><input><div>a</div></form>",
    "<img src=x><br/><hr><INPUT>",
    "<svg><g><path d=x /><circle/></g></svg>",
    "<script>'<div><div>' + a<b </script><style><div></style><textarea><div></textarea>",
    "<!-- <div> <div> -->",
    "<i title='<div><div>' data-x=\"<div>\">a</i>",
    "<td>no table<tr>around it",
    "</div></p></b>",
    "a < b <3 <",
]


@pytest.mark.parametrize("piece", FLAT)
def test_what_ends_by_itself_does_not_nest(piece: str) -> None:
    html = piece * 500
    assert depth(html) < 30  # the parser has it so
    assert shallow(html, 30, few=0) is html


DEEP = [
    "<div>",
    "<span><div></span>",  # the block holds back the end
    "<b><div></b>",
    "<li><section>",
    "<li><ul></li>",
    "<div><table><tr><td></div>",
    "<div><object></div></object><p>",
    "<select><div>",
    "<option><x-y>",
    "<td><div>",
    "<button><b>x",
    "<form><div></form>",
    "<svg><svg><center>",
    "<math><mi><div>",
    "<svg><div/>",
    "<nobr><em><em id=x>x",
    "<h1><b>",
    "<template><div>x</div></template><DIV>",
]


@pytest.mark.parametrize("piece", DEEP)
def test_what_nests_is_cut_off(piece: str) -> None:
    html = piece * 300
    assert depth(html) >= 150
    assert depth(shallow(html, 30, few=0)) <= 2 * 30  # parsers add rows and bodies of tables


@st.composite
def nested(draw: st.DrawFn) -> tuple[str, int]:
    """Properly closed elements, and their depth."""
    names = st.sampled_from(["div", "section", "span", "ul", "x-y", "blockquote", "em", "DIV"])
    html, levels = draw(st.sampled_from(["", "x", "<br>", "<p>x</p>"])), 0
    for name, before, around in draw(st.lists(st.tuples(names, st.booleans(), st.integers(0, 2)), max_size=40)):
        sibling = f"<{name}>x</{name}>" * around
        html = f"{sibling if before else ''}<{name} class=a>{html}</{name}>{'' if before else sibling}"
        levels += 1
    return html, levels + ("<p>" in html)


def text_of(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


@given(nested(), st.integers(1, 45))
def test_pages_within_the_limit_come_back_unchanged(page: tuple[str, int], limit: int) -> None:
    html, levels = page
    made = shallow(html, limit, few=0)
    if levels <= limit:
        assert made is html
    else:
        assert len(made) < len(html)
        assert text_of(made) == text_of(html)


TOKENS = """<div> </div> <p> </p> <b> </b> <a> </a> <table> </table> <tr> <td> </td> <select> </select> <option> <form>
</form> <svg> </svg> <g/> <title> </title> <script> </script> <template> </template> <object> </object> <math> <mi> <h1>
<font> <nobr> <!-- --> < > " ' = <b =' x"""


@given(st.lists(st.sampled_from(TOKENS.split()), max_size=60), st.integers(1, 12))
def test_any_soup_is_eaten(tokens: list[str], limit: int) -> None:
    html = "".join(tokens)
    made = shallow(html, limit, few=0)
    assert made is html or len(made) < len(html)
    assert shallow(html, len(tokens) + 1, few=0) is html
