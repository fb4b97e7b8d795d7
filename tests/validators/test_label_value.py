"""Label-value presentations in the many ways that pages have, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.validators.label_value import label_key, presentations

FACTS = {"Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Sensor size": "1/2.5 inch"}
EXPECTED = {"resolution": "12 megapixels", "zoom": "4x", "weight": "300 g", "sensor size": "1/2.5 inch"}


def each(template: str) -> str:
    return "".join(template.format(label=label, value=value) for label, value in FACTS.items())


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


FORMS = {
    "head and cell": f"<table>{each('<tr><th>{label}</th><td>{value}</td></tr>')}</table>",
    "end tags left out": f"<table>{each('<tr><th>{label}<td>{value}')}</table>",
    "two cells": f"<table><tbody>{each('<tr><td>{label}:</td><td>{value}</td></tr>')}</tbody></table>",
    "an empty third column": f"<table>{each('<tr><td>{label}<td>{value}<td> ')}</table>",
    "headings of groups": f"<table><tr><th colspan=2>Body</th></tr>{each('<tr><th>{label}<td>{value}')}</table>",
    "a group beside its rows": "<table><tr><th rowspan=4>Body</th><th>Resolution</th><td>12 megapixels</td></tr>"
    "<tr><th>Zoom<td>4x<tr><th>Weight<td>300 g<tr><th>Sensor size<td>1/2.5 inch</table>",
    "two pairs in a row": "<table><tr><th>Resolution<td>12 megapixels<th>Zoom<td>4x"
    "<tr><th>Weight<td>300 g<th>Sensor size<td>1/2.5 inch</table>",
    "one record lying down": f"<table><tr>{each('<th>{label}')}</tr><tr>{each('<td>{value}')}</tr></table>",
    "a table in a layout table": f"<table><tr><td>Menu<td><table>{each('<tr><td>{label}<td>{value}')}</table></table>",
    "a definition list": f"<dl>{each('<dt>{label}</dt><dd>{value}</dd>')}</dl>",
    "a definition list in boxes": f"<dl>{each('<div><dt>{label}<dd>{value}</div>')}</dl>",
    "list items": f"<ul>{each('<li><b>{label}</b> {value}</li>')}</ul>",
    "list items with colons": f"<ul>{each('<li>{label}: {value}</li>')}</ul>",
    "list items with emphasis": f"<ul>{each('<li><p><b>{label}:</b> {value} <i></i></p></li>')}</ul>",
    "paragraphs": each("<p>{label}: <em>{value}</em></p>"),
    "rows of boxes": f"<div>{each('<div class=row><div class=l>{label}</div><div class=r>{value}</div></div>')}</div>",
    "boxes in boxes": f"<div>{each('<section><div><span>{label}</span></div><p>{value}</p></section>')}</div>",
    "a flat grid": f"<div class=grid>{each('<div class=label>{label}</div><div class=value>{value}</div>')}</div>",
    "headings and paragraphs": f"<div>{each('<h4>{label}</h4><p>{value}</p>')}</div>",
    "lines": f"<p>{each('<strong>{label}</strong>: {value}<br>')}</p>",
    "lines of text": f"<div>{each('{label}: {value}<br>')}</div>",
    "two columns": f"<div><div>{each('<p>{label}</p>')}</div><div>{each('<p>{value}</p>')}</div></div>",
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    assert found(f"<h1>Camera</h1>{FORMS[form]}") == EXPECTED


NONE = {
    "a comparison": f"<table><tr><th><th>A<th>B{each('<tr><th>{label}<td>{value}<td>other')}</table>",
    "a comparison of three": f"<table>{each('<tr><td>{label}<td>{value}<td>x<td>y')}</table>",
    "a comparison in boxes": f"<div>{each('<div><p>{label}</p><p>{value}</p><p>other</p></div>')}</div>",
    "a listing": "<table><tr><th>Name<th>Zoom<th>Price" + "<tr><td>A<td>4x<td>300" * 5 + "</table>",
    "a listing of links": "<table>" + "".join(f"<tr><td><a href=/{i}>Camera {i}</a><td>{i} g" for i in range(5)),
    "a list of links with prices": "<ul>" + "".join(f"<li><a href=/{i}>Camera {i}</a> {i} crowns" for i in range(5)),
    "links with colons": "<ul>" + "".join(f"<li><a href=/{i}>cheap {i}: cameras</a>" for i in range(5)),
    "filters": "<ul>" + "".join(f"<li><b>{name}</b> <a href=/1>one</a> <a href=/2>two</a>" for name in FACTS),
    "a layout table": "<table><tr><td>" + "Menu of the site. " * 20 + "<td>" + "The article itself. " * 20 + "</table>",
    "prose": "<p>The <b>camera</b> is small. <p>It has a <i>zoom</i> of 4x. <p>We <b>like</b> it.",
    "questions and answers": "<div>" + f"<h4>Why?</h4><p>{'Because. ' * 40}</p>" * 4 + "</div>",
    "one label over and over": "<ul>" + "<li>Price: 300" * 5 + "</ul>",
    "breadcrumbs": "<div><span>Home</span> › <span>Cameras</span> › <span>Compact</span> › <b>A650</b></div>",
    "what a form offers": "<ul>" + "<li>Zoom: <select><option>3x<option>4x</select>" * 4 + "</ul>",
    "the frame": f"<nav>{FORMS['list items']}</nav><footer>{FORMS['head and cell']}</footer>",
    "scripts": f"<script>{FORMS['head and cell']}</script>",
    "nothing": "",
}


@pytest.mark.parametrize("what", NONE)
def test_what_is_no_presentation(what: str) -> None:
    assert found(NONE[what]) == {}


def test_a_label_may_link_to_the_glossary_if_it_is_marked_as_a_label() -> None:
    rows = "".join(f"<tr><th><a href=/glossary/{label}>{label}</a></th><td>{value}" for label, value in FACTS.items())
    assert found(f"<table>{rows}</table>") == EXPECTED


def test_a_value_may_be_a_link() -> None:
    assert found("<table><tr><th>Maker<td><a href=/m>Lumora</a><tr><th>Zoom<td>4x</table>")["maker"] == "Lumora"


def test_the_page_keeps_its_presentations_apart() -> None:
    first, second = presentations(FORMS["head and cell"] + FORMS["a definition list"])
    assert [pair.shown for pair in first] == [pair.shown for pair in second] == list(FACTS)


@pytest.mark.parametrize(
    ("text", "key"),
    [("Zoom (optical):", "zoom optical"), ("  ZOOM  optical", "zoom optical"), ("4x", "4x"), ("12", ""), ("", ""),
     ("Größe", "größe"), ("x" * 61, ""), ("a sentence has more words than any label would need", "")],
)  # fmt: skip
def test_keys(text: str, key: str) -> None:
    assert label_key(text) == key


TAGS = ["table", "tr", "td", "th", "dl", "dt", "dd", "ul", "li", "div", "p", "b", "br", "a href=x", "span class=l"]
PIECES = st.sampled_from(
    [
        *(f"<{tag}>" for tag in TAGS),
        *(f"</{tag.split()[0]}>" for tag in TAGS),
        "Zoom",
        ": ",
        "4x",
        "<",
        "&",
        "\0",
        "<!--",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_any_html_gives_labels_with_values(html: str) -> None:
    for pairs in presentations(html):
        assert pairs
        for pair in pairs:
            assert pair.label == label_key(pair.label)
            assert pair.value.strip()
            assert pair.shown.strip()
    assert presentations(html) == presentations(html)
