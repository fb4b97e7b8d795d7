"""Text boxes: what the script finds on a page that a real browser has drawn, and what is made of its answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looked_at import RealBrowser
from selectolax.lexbor import LexborHTMLParser

from hubwalk.browsing.text_boxes import MAX_BOXES, MAX_TEXT, boxes_of, boxes_script
from hubwalk.values import TextBox

pytest_plugins = ["browsers"]

GOOD: list[Any] = ["Zoom", 1, 2.5, 30, 10, "/html/body[1]", 3]


def test_an_answer_becomes_boxes() -> None:
    box = TextBox("Zoom", 1.0, 2.5, 30.0, 10.0, "/html/body[1]", bold=True, linked=True)
    assert boxes_of(json.dumps([GOOD])) == (box,)


@pytest.mark.parametrize("at", range(len(GOOD)))
@pytest.mark.parametrize("junk", [None, [], {}, "x", "", True, -1e300, 10**400, float("nan"), float("inf")])
def test_what_is_no_box_is_passed_over(at: int, junk: object) -> None:
    entry = [*GOOD[:at], junk, *GOOD[at + 1 :]]
    for box in boxes_of(json.dumps([entry, GOOD])):
        assert box.text
        assert 0 < box.width < 1e7
        assert abs(box.x) < 1e7


@pytest.mark.parametrize(
    "answer", [None, 3, "", "[", "{}", "null", "[[", "[" * 100_000, '["Zoom"]', '[["Zoom"]]', b"[]", [], '"[]"']
)
def test_what_is_no_answer_has_no_boxes(answer: object) -> None:
    assert boxes_of(answer) == ()


def test_there_is_an_end_to_everything() -> None:
    boxes = boxes_of(json.dumps([["x " * 10_000, 0, 0, 5, 5, "/" * 100_000, 0], *[GOOD] * MAX_BOXES]))
    assert len(boxes) == MAX_BOXES
    assert len(boxes[0].text) <= MAX_TEXT
    assert len(boxes[0].dom_path) < 10_000
    assert boxes_of(json.dumps([["x" * 20_000_000, *GOOD[1:]]])) == ()


def test_lone_surrogates_are_no_text() -> None:
    (box,) = boxes_of('[["a \\ud800 b", 0, 0, 5, 5, "/html/\\udfff", 0]]')
    assert f"{box.text}{box.dom_path}".encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=30,
)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_any_json_gives_boxes(value: object) -> None:
    for box in boxes_of(json.dumps(value)):
        assert isinstance(box, TextBox)


# -- in a browser -----------------------------------------------------------------------------------------------------


def drawn(browser: RealBrowser, html: str, before: str = "") -> list[TextBox]:
    async def look(page: Any) -> list[TextBox]:
        if before:
            await page.evaluate(before)
        return list(boxes_of(await page.evaluate(boxes_script())))

    return browser.visit({"/": f"<!DOCTYPE html><body>{html}"}, look)


def texts(boxes: list[TextBox]) -> list[str]:
    return [box.text for box in boxes]


def test_boxes_say_where_text_stands(real_browser: RealBrowser) -> None:
    style = "position:absolute;white-space:nowrap"
    first, second = drawn(
        real_browser,
        f"<b style='{style};left:300px;top:2000px'>Zoom</b><p style='{style};left:40px;top:70px'><a href=/x>4x</a>",
    )
    assert (first.text, round(first.x), round(first.y), first.bold, first.linked) == ("Zoom", 300, 2000, True, False)
    assert (second.text, round(second.x), second.bold, second.linked) == ("4x", 40, False, True)
    assert first.width > 10
    assert first.height > 10


def test_a_path_leads_to_the_element(real_browser: RealBrowser) -> None:
    html = "<p>One<div><p>Two<table><tr><th>Zoom<td>4x<td><i>5x</i> and <i>6x</i></table></div>"
    tree = LexborHTMLParser(f"<!DOCTYPE html><body>{html}")
    boxes = drawn(real_browser, html)
    assert texts(boxes) == ["One", "Two", "Zoom", "4x", "5x", "and", "6x"]
    for box in boxes:
        steps = [step.replace("[", ":nth-of-type(").replace("]", ")") for step in box.dom_path.split("/")[2:]]
        element = tree.css_first(" > ".join(["html", *steps]))
        assert element is not None
        assert box.text in element.text()


HIDDEN = {
    "not displayed": "<p style='display:none'>no",
    "invisible": "<p style='visibility:hidden'>no",
    "transparent": "<div style='opacity:0'><p>no</p></div>",
    "no size": "<p style='font-size:0'>no",
    "left of the page": "<p style='text-indent:-9999px'>no",
    "right of the page": "<div style='overflow:hidden'><p style='position:relative;left:9999px'>no</p></div>",
    "closed": "<div style='height:0;overflow:hidden'><p>no</p></div>",
    "for screen readers": "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>no</span>",
    "clipped": "<span style='position:absolute;clip:rect(0,0,0,0)'>no</span>",
    "clipped by path": "<span style='position:absolute;clip-path:inset(50%)'>no</span>",
    "scrolled away": "<div style='height:20px;overflow:auto'><p>.</p><p style='margin-top:90px'>no</div>",
    "closed details": "<details><summary>.</summary>no</details>",
    "controls": "<select><option>no</select><textarea>no</textarea><button>no</button>",
    "scripts": "<script>'no'</script><style>no{}</style><noscript>no</noscript><template>no</template>",
}


def test_what_is_not_seen_has_no_box(real_browser: RealBrowser) -> None:
    html = "".join(f"<section>{each}</section>" for each in HIDDEN.values())
    seen = drawn(real_browser, f"{html}<p style='visibility:hidden'>no<i style='visibility:visible'>yes</i>")
    assert [text for text in texts(seen) if text != "."] == ["yes"]


def test_a_page_that_scrolls_in_a_box_is_seen_as_a_whole(real_browser: RealBrowser) -> None:
    boxes = drawn(real_browser, "<div style='height:95vh;overflow:auto'><p>top<p style='margin-top:5000px'>far</div>")
    assert texts(boxes) == ["top", "far"]


def test_lines_of_one_text_are_one_box(real_browser: RealBrowser) -> None:
    words = "words that need more than one line"
    (cell,) = drawn(real_browser, f"<p style='width:90px'>{words}")
    assert cell.text == words
    assert cell.width <= 91
    assert cell.height > 50
    right = f"<p style='width:90px;text-align:right'>{words}"
    centre = f"<p style='width:90px;text-align:center'>{words}"
    assert texts(drawn(real_browser, right + centre)) == [words, words]


def test_a_text_that_begins_in_a_line_stays_right_of_what_stands_there(real_browser: RealBrowser) -> None:
    label, value = drawn(real_browser, "<p style='width:200px'><b>Zoom:</b> a value that goes on in the next lines")
    assert (label.text, value.text) == ("Zoom:", "a value that goes on in the next lines")
    assert value.x >= label.x + label.width - 1
    assert value.height > 1.5 * label.height


def test_lines_that_are_broken_on_purpose_are_boxes_of_their_own(real_browser: RealBrowser) -> None:
    assert texts(drawn(real_browser, "<p>Zoom<br>Weight<pre>Zoom: 4x\nWeight:  3 g</pre>")) == [
        "Zoom", "Weight", "Zoom: 4x", "Weight: 3 g",
    ]  # fmt: skip


def test_a_text_in_two_columns_is_two_boxes(real_browser: RealBrowser) -> None:
    one, two = drawn(real_browser, f"<div style='columns:2;width:400px'>{'word ' * 60}</div>")
    assert two.x > one.x + one.width
    assert f"{one.text} {two.text}".split() == ["word"] * 60


def test_shadow_roots_slots_and_frames_are_looked_into(real_browser: RealBrowser) -> None:
    script = """<script>
      const root = document.querySelector('x-specs').attachShadow({mode: 'open'});
      root.innerHTML = '<p>Zoom</p><slot></slot><slot name=none>or nothing</slot>';
    </script>"""
    style = "position:absolute;left:50px;top:400px;border:0"
    frame = f"<iframe style='{style}' srcdoc='<body style=margin:9px>Weight'></iframe>"
    boxes = drawn(real_browser, f"<x-specs>4x</x-specs>{script}{frame}")
    assert texts(boxes) == ["Zoom", "4x", "or nothing", "Weight"]
    assert (round(boxes[-1].x), round(boxes[-1].y)) == (59, 409)


REPLACED = """(() => {
  const spoil = () => { throw new Error('spoilt'); };
  for (const of of [Array, String, Map, Set, Number, RegExp].map((kind) => kind.prototype))
    for (const name of Object.getOwnPropertyNames(of)) if (name !== 'constructor') try { of[name] = spoil; } catch {}
  Object.prototype.toJSON = () => 'spoilt';
  Array.prototype.toJSON = () => 'spoilt';
  Object.prototype.spoilt = 1;
  JSON.stringify = spoil;
})()"""


def test_replaced_methods_do_no_harm(real_browser: RealBrowser) -> None:
    html = f'<script>{REPLACED}</script><p>Zoom</p><p>4x \\ " x</p>'

    async def look(page: Any) -> object:
        session = await page.context.new_cdp_session(page) if real_browser.kind == "chromium" else None
        if session is None:
            return await page.evaluate(boxes_script())
        answer = await session.send("Runtime.evaluate", {"expression": boxes_script()})
        return answer["result"].get("value")

    found = boxes_of(real_browser.visit({"/": f"<!DOCTYPE html><body>{html}"}, look))
    assert [box.text for box in found] == ["Zoom", '4x \\ " x']


@pytest.mark.parametrize(
    "spoilt",
    [
        "Range.prototype.getClientRects = () => { throw 1 }",
        "Range.prototype.getClientRects = () => [{left: 'x', top: NaN, right: 1e308, bottom: {}}]",
        "Object.defineProperty(Node.prototype, 'nextSibling', {get() { return this }})",
        "Object.defineProperty(Node.prototype, 'firstChild', {get() { return document.body }})",
        "window.getComputedStyle = () => ({})",
        "window.getComputedStyle = () => null",
        "window.getComputedStyle = undefined; Element.prototype.getBoundingClientRect = undefined",
        "Object.defineProperty(Element.prototype, 'localName', {get() { return '\"]]' }})",
    ],
)
def test_a_hostile_page_gets_an_end_and_no_more(real_browser: RealBrowser, spoilt: str) -> None:
    for box in drawn(real_browser, "<p>Zoom</p><p style='overflow:hidden'>4x</p>", f"() => {{ {spoilt} }}"):
        assert box.text in {"Zoom", "4x"}


def test_fields_that_are_named_like_properties_do_no_harm(real_browser: RealBrowser) -> None:
    names = (
        "firstChild",
        "nextSibling",
        "nodeType",
        "localName",
        "shadowRoot",
        "getBoundingClientRect",
        "hasAttribute",
    )
    fields = "".join(f"<input name={name}>" for name in names)
    assert texts(drawn(real_browser, f"<form style='overflow:hidden'>{fields}<p>Zoom</p></form>")) == ["Zoom"]


def test_strange_tags_and_deep_pages(real_browser: RealBrowser) -> None:
    assert texts(drawn(real_browser, '<x"y\\z>Zoom</x"y\\z>' + "<div>" * 2000 + "4x")) == ["Zoom", "4x"]


def test_a_page_of_many_texts_ends(real_browser: RealBrowser) -> None:
    assert len(drawn(real_browser, "<p>x" * (MAX_BOXES + 1000))) == MAX_BOXES
