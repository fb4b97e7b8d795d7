"""Label-value presentations in the many ways that pages have, and what only looks like one."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from hubwalk.validators.label_value import label_key, presentations

FACTS = {"Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Sensor size": "1/2.5 inch"}
EXPECTED = {"resolution": "12 megapixels", "zoom": "4x", "weight": "300 g", "sensor size": "1/2.5 inch"}
PROSE = "<p>It is a small camera." * 5


def each(template: str) -> str:
    return "".join(template.format(label=label, value=value) for label, value in FACTS.items())


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


FORMS = {
    "head and cell": f"<table>{each('<tr><th>{label}</th><td>{value}</td></tr>')}</table>",
    "end tags left out": f"<table>{each('<tr><th>{label}<td>{value}')}</table>",
    "two cells": f"<table><tbody>{each('<tr><td>{label}:</td><td>{value}</td></tr>')}</tbody></table>",
    "an empty third column": f"<table>{each('<tr><td>{label}<td>{value}<td> ')}</table>",
    "a column of colons": f"<table>{each('<tr><td>{label}<td>:<td>{value}')}</table>",
    "a column of colons beside heads": f"<table>{each('<tr><th>{label}<td>:<td>{value}')}</table>",
    "a column of links to help": f"<table>{each('<tr><td>{label}<td>{value}<td><a href=/h>?</a>')}</table>",
    "a head over a column of links to help": "<table><thead><tr><th>What<th>Value<th>Help</thead>"
    f"{each('<tr><td>{label}<td>{value}<td><a href=/h>?</a>')}</table>",
    "colons in boxes": f"<div>{each('<div><p>{label}</p><p>:</p><p>{value}</p></div>')}</div>",
    "links to help in boxes": f"<div>{each('<div><p>{label}</p><p>{value}</p><a href=/h>?</a></div>')}</div>",
    "colons in a definition list": f"<dl>{each('<dt>{label}<dd>:<dd>{value}')}</dl>",
    "headings of groups": f"<table><tr><th colspan=2>Body</th></tr>{each('<tr><th>{label}<td>{value}')}</table>",
    "a group beside its rows": "<table><tr><th rowspan=4>Body</th><th>Resolution</th><td>12 megapixels</td></tr>"
    "<tr><th>Zoom<td>4x<tr><th>Weight<td>300 g<tr><th>Sensor size<td>1/2.5 inch</table>",
    "a group of one row beside larger ones": "<table><tr><td rowspan=3>Body<td>Resolution<td>12 megapixels"
    "<tr><td>Zoom<td>4x<tr><td>Weight<td>300 g<tr><td>Chip<td>Sensor size<td>1/2.5 inch</table>",
    "a label with a note beside groups": "<table><tr><th rowspan=4>Body<td>Resolution<td>12 megapixels"
    "<tr><td>Zoom<td>4x<tr><td>Weight<td>300 g<tr><td>Sensor size<td>1/2.5 inch"
    "<tr><td>Colour<td>red<td>or blue</table>",
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
    "cells over several columns": f"<table><tr><th colspan=3>A{each('<tr><th>{label}<td colspan=2>{value}')}</table>",
    "a head over label and value": f"<table><thead><tr><th>What<th>Value</thead>{each('<tr><td>{label}<td>{value}')}",
    "two pairs in a row, labels in bold": "<table><tr><td><b>Resolution</b><td>12 megapixels<td><b>Zoom</b><td>4x"
    "<tr><td><b>Weight</b><td>300 g<td><b>Sensor size</b><td>1/2.5 inch</table>",
    "two pairs in a row, labels with colons": "<table><tr><td>Resolution:<td>12 megapixels<td>Zoom:<td>4x"
    "<tr><td>Weight:<td>300 g<td>Sensor size:<td>1/2.5 inch</table>",
    "label and value in one cell": f"<table>{each('<tr><td>{label}: {value}')}</table>",
    "label and value in one cell, in bold": f"<table>{each('<tr><td><b>{label}</b> {value}')}</table>",
    "lines in two cells": f"<table><tr><td>{'<br>'.join(FACTS)}<td>{'<br>'.join(FACTS.values())}</table>",
    "lines in two boxes": f"<div><div>{'<br>'.join(FACTS)}</div><div>{'<br>'.join(FACTS.values())}</div></div>",
    "a row that has a note": f"<table>{each('<tr><th>{label}<td>{value}')}<tr><th>Colour<td>red<td>or blue</table>",
    "layout tables in layout tables": "<table><tr><td><table><tr><td>Menu<td><div><table>"
    f"{each('<tr><td>{label}<td>{value}')}</table></div></table></table>",
    "a grid by inline style": "<div style='display:grid; grid-template-columns: auto 1fr'>"
    f"{each('<div>{label}</div><div>{value}</div>')}</div>",
    "a grid by a style sheet": "<style>.specs {display: grid; grid-template-columns: repeat(2, minmax(0, 1fr))}</style>"
    f"<div class='wide specs'>{each('<div>{label}</div><div>{value}</div>')}</div>",
    "a grid of four columns": "<div style='display:grid;grid-template-columns:1fr 2fr 1fr 2fr'>"
    f"{each('<div>{label}</div><div>{value}</div>')}</div>",
    "floats": f"<div>{each('<div style=float:left>{label}</div><div style=float:right>{value}</div>')}</div>",
    "flex rows": f"<div>{each('<div style=display:flex><div>{label}</div><div>{value}</div></div>')}</div>",
    "spans with colons": f"<div>{each('<span>{label}:</span> <span>{value}</span> ')}</div>",
    "bold words in a line": f"<p>{each('<b>{label}</b> {value} ')}</p>",
    "one line with bars": "<p>" + " | ".join(f"{label}: {value}" for label, value in FACTS.items()),
    "rows with a mark, classes that tell": "<div>"
    + each("<div><i class=icon>*</i><span class=spec-label>{label}</span><span class=spec-value>{value}</span></div>")
    + "</div>",
    "two lists side by side": "<div><div><h3>Facts</h3><ul>"
    f"{each('<li>{label}')}</ul></div><div><ul>{each('<li>{value}')}</ul></div></div>",
    "paragraphs among prose": f"<div>{PROSE}{each('<p><b>{label}:</b> {value}')}{PROSE}</div>",
    "lines among prose": f"<p>It<br>is<br>small.<br>We<br>like<br>it.<br>{each('<b>{label}:</b> {value}<br>')}Yes.",
    "labels that explain themselves": "<div>"
    + each("<div class=l><a href=/g>{label}</a>: <i class=tooltip-content>What it is.</i></div><div>{value}</div>")
    + "</div>",
    "values of many shapes": "<div><p class=l>Resolution</p><div><p>12</p> <p>megapixels</p></div><p class=l>Zoom</p>"
    "<div><b>4x</b></div><p class=l>Weight</p><div>300 g</div><p class=l>Sensor size</p><div><i>1/2.5 inch</i></div>",
    "elements of their own": f"<x-specs>{each('<x-row><x-l>{label}</x-l><x-v>{value}</x-v></x-row>')}</x-specs>",
    "lines of preformatted text": f"<pre>\n{each('{label} : {value}' + chr(10))}</pre>",
    "preformatted text with emphasis": f"<pre><code>{each('<b>{label}:</b>   {value}' + chr(10))}</code></pre>",
    "labels with links to help": f"<table>{each('<tr><td>{label} <a href=/help>?</a><td>{value}')}</table>",
    "labels with links to help before them": f"<table>{each('<tr><td><a href=/help>?</a> {label}<td>{value}')}",
    "links with colons behind them": f"<ul>{each('<li><a href=/g>{label}</a>: {value}</li>')}</ul>",
    "links with colons, marked values": f"<ul>{each('<li><a href=/g>{label}</a>: <b>{value}</b>')}</ul>",
    "lists in lists": f"<ul>{each('<li>{label}<ul><li>{value}</ul>')}</ul>",
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    assert found(f"<h1>Camera</h1>{FORMS[form]}") == EXPECTED


NONE = {
    "a listing of links to help and more": f"<table>{each('<tr><td><a href=/1>{label}</a> (new)<td>{value}')}</table>",
    "a comparison": f"<table><tr><th><th>A<th>B{each('<tr><th>{label}<td>{value}<td>other')}</table>",
    "a comparison of three": f"<table>{each('<tr><td>{label}<td>{value}<td>x<td>y')}</table>",
    "a comparison in boxes": f"<div>{each('<div><p>{label}</p><p>{value}</p><p>other</p></div>')}</div>",
    "a comparison with what nobody knows": f"<table>{each('<tr><td>{label}<td>{value}<td>?')}"
    "<tr><td>Colour<td>red<td>blue<tr><td>Case<td>no<td>yes<tr><td>Flash<td>no<td>yes</table>",
    "a comparison by ticks": f"<table>{each('<tr><td>{label}<td>-<td>✓')}</table>",
    "a listing": "<table><tr><th>Name<th>Zoom<th>Price" + "<tr><td>A<td>4x<td>300" * 5 + "</table>",
    "a listing of links": "<table>" + "".join(f"<tr><td><a href=/{i}>Camera {i}</a><td>{i} g" for i in range(5)),
    "a list of links with prices": "<ul>" + "".join(f"<li><a href=/{i}>Camera {i}</a> {i} crowns" for i in range(5)),
    "links with colons": "<ul>" + "".join(f"<li><a href=/{i}>cheap {i}: cameras</a>" for i in range(5)),
    "filters": "<ul>" + "".join(f"<li><b>{name}</b> <a href=/1>one</a> <a href=/2>two</a>" for name in FACTS),
    "a layout table": "<table><tr><td>" + "Menu of the site. " * 20 + "<td>" + "The article itself. " * 20 + "</table>",
    "prose": "<p>The <b>camera</b> is small. <p>It has a <i>zoom</i> of 4x. <p>We <b>like</b> it.",
    "questions and answers": "<div>" + f"<h4>Why?</h4><p>{'Because. ' * 40}</p>" * 4 + "</div>",
    "one label over and over": "<ul>" + "<li>Price: 300" * 5 + "</ul>",
    "a comparison with values in common": f"<table><tr><th><th>A<th>B{each('<tr><th>{label}<td>{value}<td>other')}"
    "<tr><th>Colour<td colspan=2>red<tr><th>Flash<td colspan=2>yes<tr><th>Case<td colspan=2>no</table>",
    "a comparison with gaps": f"<table><tr><td><td>A<td>B{each('<tr><td>{label}<td>{value}<td>x')}<tr><td>Red<td>no",
    "a listing without links": "<table><tr><th>Model<th>Price"
    + "".join(f"<tr><td>Camera {name}<td>$ {i}99.00" for i, name in enumerate("abcdef"))
    + "</table>",
    "a table of numbers": "<table><tr><th>Year<th>Sold" + "".join(f"<tr><td>{i}<td>{i * i}" for i in range(1990, 2000)),
    "marked words in prose": "<p>The <code>returning</code> clause makes <code>delete</code> say, <code>using</code> "
    "it, what <code>select</code> would say of <code>each</code> of them.",
    "bold words in prose": "<p><b>Zoom</b> is what <b>cameras</b> have, <b>phones</b> not, say <b>people</b> in shops.",
    "two menus side by side": "<div>" + ("<ul>" + "<li><a href=x>one</a>" * 4 + "</ul>") * 2 + "</div>",
    "breadcrumbs": "<div><span>Home</span> › <span>Cameras</span> › <span>Compact</span> › <b>A650</b></div>",
    "what a form offers": "<ul>" + "<li>Zoom: <select><option>3x<option>4x</select>" * 4 + "</ul>",
    "the frame": f"<nav>{FORMS['list items']}</nav><footer>{FORMS['head and cell']}</footer>",
    "preformatted text without labels": f"<pre>{'for each of them' + chr(10) * 2 + '    print(it)' + chr(10)}</pre>"
    * 3,
    "what is hidden and no sheet": "<div><p>Zoom<p hidden>How near it seems<p style='DISPLAY : NONE'>At most</div>",
    "scripts": f"<script>{FORMS['head and cell']}</script>",
    "nothing": "",
}


@pytest.mark.parametrize("what", NONE)
def test_what_is_no_presentation(what: str) -> None:
    assert found(NONE[what]) == {}


TICKED = {
    "a table": "<table><tr><td>WLAN<td>{0}<tr><td>GPS<td>{0}</table>",
    "a definition list": "<dl><dt>WLAN<dd>{0}<dt>GPS<dd>{0}</dl>",
    "rows of boxes": "<div><p><b>WLAN</b> <i>{0}</i></p><p><b>GPS</b> <i>{0}</i></p><p><b>NFC</b> <i>no</i></p></div>",
}


@pytest.mark.parametrize("form", TICKED)
@pytest.mark.parametrize("tick", ["✓", "✔", "✗", "✘", "✅", "❌", "☑", "☒", "✕", "✖", "●", "○", "-", "+", "✔\ufe0f"])
def test_a_tick_is_a_value(tick: str, form: str) -> None:
    said = found(TICKED[form].format(tick))
    assert (said["wlan"], said["gps"]) == (tick, tick)


@pytest.mark.parametrize("tick", ["•", "×"])
def test_a_bullet_or_a_cross_is_a_value_among_values(tick: str) -> None:
    rows = f"<tr><td>WLAN<td>{tick}<tr><td>GPS<td>-<tr><td>NFC<td>{tick}"
    assert found(f"<table>{rows}</table>") == {"wlan": tick, "gps": "-", "nfc": tick}


@pytest.mark.parametrize(
    "html",
    [
        f"<table>{each('<tr><td>•<td>{label}: {value}')}</table>",
        f"<table>{each('<tr><td>•<td>{label}<td>{value}')}</table>",
        f"<ul>{each('<li><i>●</i><span>{label}</span><span>{value}</span>')}</ul>",
        f"<ul>{each('<li><i>✅</i> {label}: {value}')}</ul>",
        f"<ul>{each('<li><i>✓</i><b>{label}:</b> {value}')}</ul>",
    ],
)
def test_a_mark_before_a_label_is_no_label(html: str) -> None:
    assert found(html) == EXPECTED


ANSWERS = {"gps": "ja", "wlan": "nein", "nfc": "ja"}
SIGNS = {
    "alternative text": "<img src=y.png alt={}>",
    "a picture in boxes": "<div><p><img alt={}></p></div>",
    "a title": "<img src=y.png title={}>",
    "a label": "<i class=icon aria-label={}></i>",
    "a title of a sign": "<span class=tick title={}></span>",
    "a drawing": "<svg viewBox='0 0 1 1'><title>{}</title><path d='M0'/></svg>",
    "a drawing with its title further down": "<svg>\n<defs></defs><title>{}</title><path d='M0'/></svg>",
    "a drawing on several lines": "<svg>\n<title>\n" + " " * 50 + "{}\n</title>\n</svg>",
    "a labelled drawing": "<svg aria-label={}><path d='M0'/></svg>",
    "a text for screen readers": "<i class=icon></i><span class=sr-only>{}</span>",
    "an indented text for screen readers": "<i class=icon></i><span class=sr-only>\n" + " " * 50 + "{}\n</span>",
    "texts for screen readers in each other": "<b class=sr-only>\n<b class=sr-only>{}</b></b>",
    "a picture of a bullet": "<img alt=• aria-label={}>",
}


@pytest.mark.parametrize("sign", SIGNS.values(), ids=SIGNS)
@pytest.mark.parametrize(
    "form",
    [
        "<table>{}</table>|<tr><td>{}<td>{}",
        "<table>{}</table>|<tr><th>{}<td>{}",
        "<dl>{}</dl>|<dt>{}<dd>{}",
        "<dl>{}</dl>|<div><dt>{}<dd>{}</div>",
        "<div>{}</div>|<div class=row><div>{}</div><div>{}</div></div>",
        "<ul>{}</ul>|<li><b>{}</b><span class=v>{}</span></li>",
    ],
)
def test_a_picture_may_be_the_value(sign: str, form: str) -> None:
    around, row = form.split("|")
    html = around.format("".join(row.format(label, sign.format(said)) for label, said in ANSWERS.items()))
    shown = found(html)
    assert shown.keys() == ANSWERS.keys()
    assert all(said in (ANSWERS[label], "•") for label, said in shown.items())


def test_what_a_picture_says_counts_among_values() -> None:
    html = "<table><tr><td>Maker<td><img alt=Canon><tr><td>Zoom<td>4x<tr><td>Weight<td>300 g</table>"
    assert found(html) == {"maker": "Canon", "zoom": "4x", "weight": "300 g"}


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td><img alt=sign><td>{}<td>{}",
        "<tr><td>{}<td>{}<td><img alt=help>",
        "<tr><td><img alt=sign> {}<td>{} <svg><title>help</title></svg>",
        "<tr><th>{} <i title=help></i><td>{}<span class=sr-only>more</span>",
    ],
)
def test_pictures_beside_values_say_nothing(row: str) -> None:
    assert found(f"<table>{''.join(row.format(*fact) for fact in FACTS.items())}</table>") == EXPECTED


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td>{0}<td><img alt=photograph>",
        "<tr><td>{0}<td><img alt='{0}'>",
        "<tr><td>{0}<td><img alt={0}.jpg>",
        "<tr><td>{0}<td><img alt=image>",
        "<tr><td>{0}<td><a href=/{0}><img alt=yes></a>",
        "<tr><td>{0}<td><img alt=yes><td><img alt=no>",
        "<tr><td><img alt=yes><td><img alt='{0}'>",
        "<tr><td>{0}<td>×",
    ],
)
def test_names_beside_pictures_are_a_listing(row: str) -> None:
    assert not found(f"<table>{''.join(map(row.format, ('Canon', 'Nikon', 'Sony', 'Pentax')))}</table>")


def test_labels_over_several_rows_of_a_comparison_are_no_groups() -> None:
    rows = "<tr><td rowspan=2>Zoom<td>4x optical<td>3x optical<tr><td>8x digital<td>6x digital"
    assert not found(f"<table>{rows}<tr><td>Weight<td>300 g<td>200 g<tr><td>Screen<td>3 inch<td>2 inch</table>")


@pytest.mark.parametrize("card", ["<h3>{0}</h3><img alt='{0}'>", "<h3>{0}</h3><p><img alt=photograph></p>"])
def test_cards_with_pictures_are_a_listing(card: str) -> None:
    cards = "".join(f"<div class=card>{card.format(name)}</div>" for name in ("Canon", "Nikon", "Sony", "Pentax"))
    assert not found(f"<div>{cards}</div>")


def test_signs_for_sharing_are_no_answers() -> None:
    signs = {"share on": "X", "follow us on": "X (Twitter)", "read more on": "X Pro"}
    rows = "".join(f"<li><b>{label}</b> <i title='{sign}'></i></li>" for label, sign in signs.items())
    assert not found(f"<ul>{rows}</ul>")


@pytest.mark.parametrize("form", ["<table>{}</table>|<tr><td>{}<td>{}", "<dl>{}</dl>|<dt>{}<dd>{}"])
@pytest.mark.parametrize("marks", ["•••", "•×•", "✓×✓"])
def test_a_sheet_may_have_nothing_but_marks(form: str, marks: str) -> None:
    around, row = form.split("|")
    html = around.format("".join(row.format(*fact) for fact in zip(ANSWERS, marks, strict=True)))
    assert found(html) == dict(zip(ANSWERS, marks, strict=True))


def test_what_can_be_closed_says_nothing() -> None:
    assert found("<div>" + "".join(f"<p><b>{label}</b><i>×</i></p>" for label in FACTS) + "</div>") == {}


HIDING = [
    "<div hidden>{}</div>",
    "<section style='color:red; display : none'>{}</section>",
    "<table><tr><td hidden=''>{}</table>",
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("hiding", HIDING)
def test_a_sheet_that_is_hidden_until_something_is_clicked_counts(hiding: str, form: str) -> None:
    hidden = hiding.format(FORMS[form])
    assert found(f"<h1>Camera</h1><div><p>Tabs<div>{hidden}</div></div>") == EXPECTED


@pytest.mark.parametrize("aside", ["<i hidden>{}</i>", "<div style='display:none'><p>{}<p>More</div>"])
@pytest.mark.parametrize(
    "row",
    [
        "<tr><th>{label} {aside}</th><td>{value} {aside}</td></tr>",
        "<dt>{label}{aside}</dt><dd>{aside}{value}</dd>",
        "<div class=row><div class=l><b>{label}</b>{aside}</div><div class=r>{value}{aside}</div></div>",
        "<li>{label}: {value}{aside}</li>",
    ],
)
def test_small_things_that_are_hidden_in_a_cell_are_left_out(row: str, aside: str) -> None:
    hidden = aside.format("What it is.")
    rows = "".join(row.format(label=label, value=value, aside=hidden) for label, value in FACTS.items())
    around = {"<tr": "table", "<dt": "dl", "<di": "section", "<li": "ul"}[row[:3]]
    assert found(f"<{around}>{rows}</{around}>") == EXPECTED


@pytest.mark.parametrize(
    "form",
    ["<table>{}</table>", "<table><tr><th>Zoom<td>4x<tbody hidden>{}</table>", "<div hidden><table>{}</table></div>"],
)
def test_rows_that_are_hidden_until_something_is_clicked_count(form: str) -> None:
    rows = each("<tr style='display:none'><th>{label}<td>{value}</tr>")
    assert found(form.format(rows)) == EXPECTED


def test_a_hidden_table_says_nothing_of_the_cell_that_it_is_in() -> None:
    """A tool tip may be a table, too."""
    tip = "<div style='display:none'><table><tr><th>Lens<td>glass<tr><th>Case<td>steel</table></div>"
    rows = "".join(f"<tr><th>{label}{tip if label == 'Zoom' else ''}<td>{value}" for label, value in FACTS.items())
    assert found(f"<table>{rows}</table>") == {**EXPECTED, "lens": "glass", "case": "steel"}


def test_the_path_counts_what_is_hidden() -> None:
    (pairs,) = presentations("<div hidden>x</div><div><table><tr><th>Zoom<td>4x<tr><th>Weight<td>300 g</table></div>")
    assert pairs[0].where == "/html/body[1]/div[2]/table[1]/tbody[1]/tr[1]/td[1]"


def test_a_label_may_link_to_the_glossary_if_it_is_marked_as_a_label() -> None:
    rows = "".join(f"<tr><th><a href=/glossary/{label}>{label}</a></th><td>{value}" for label, value in FACTS.items())
    assert found(f"<table>{rows}</table>") == EXPECTED


LINKED = f"<table>{each('<tr><td><a href=/wiki>{label}</a><td>{value}')}</table>"


def test_a_label_may_link_to_the_glossary_if_it_is_a_known_name() -> None:
    assert presentations(LINKED) == []
    (pairs,) = presentations(LINKED, {"zoom", "weight", "sensor size"})
    assert {pair.label: pair.value for pair in pairs} == EXPECTED
    assert presentations(LINKED, {"zoom"}) == [], "most are not known"
    menu = "".join(f"<li><a href=/{label}>{label}</a> <i>({i}5)</i>" for i, label in enumerate(FACTS, start=1))
    assert presentations(f"<ul>{menu}</ul>", set(EXPECTED)) == [], "how many there are of each"


def test_a_value_may_be_a_link() -> None:
    assert found("<table><tr><th>Maker<td><a href=/m>Lumora</a><tr><th>Zoom<td>4x</table>")["maker"] == "Lumora"


def test_a_label_over_several_rows_has_several_values() -> None:
    rows = "<tr><th rowspan=2>Ports<td>USB<tr><td>HDMI<tr><th>Zoom<td>4x<tr><th>Weight<td>300 g"
    assert found(f"<table>{rows}</table>") == {"ports": "USB; HDMI", "zoom": "4x", "weight": "300 g"}


@pytest.mark.parametrize(
    ("rows", "like"), [("9" * 5000, "1000"), ("0" * 5000, "1"), ("0" * 5000 + "2", "2"), ("-1", "1"), ("\u0662", "1")]
)
def test_any_number_of_rows_can_be_read(rows: str, like: str) -> None:
    """Python refuses to read thousands of digits as a number."""
    table = "<table><tr><td rowspan={}>Zoom<td>4x<tr><td>Weight<td>300 g<tr><td>Flash<td>yes<tr><td>Lens<td>gla</table>"
    assert presentations(table.format(rows)) == presentations(table.format(like))


def test_a_term_may_have_several_definitions() -> None:
    assert found("<dl><dt>Ports<dd>USB<dd>HDMI<dt>Zoom<dd>4x</dl>") == {"ports": "USB; HDMI", "zoom": "4x"}


def test_units_in_a_column_of_their_own_belong_to_the_values() -> None:
    rows = "<tr><td>Weight<td>300<td>g<tr><td>Width<td>9.5<td>mm<tr><td>Height<td>5,5<td>mm"
    assert found(f"<table>{rows}</table>") == {"weight": "300 g", "width": "9.5 mm", "height": "5,5 mm"}


@pytest.mark.parametrize("form", FORMS)
def test_a_pair_says_where_it_stands(form: str) -> None:
    """The path leads to an element that holds the value."""
    html = f"<script>x</script><nav><p>n</nav><p>One<h1>Camera</h1>{FORMS[form]}"
    tree = LexborHTMLParser(html)
    for pair in (pair for pairs in presentations(html) for pair in pairs):
        steps = [step.replace("[", ":nth-of-type(").replace("]", ")") for step in pair.where.split("/")[2:]]
        element = tree.css_first(" > ".join(["html", *steps]))
        assert element is not None, pair.where
        assert pair.value in " ".join(element.text(separator=" ").split()), pair.where


@pytest.mark.parametrize(
    "html",
    [
        "<p>x" * 100_000,
        "<table>" + "<tr><th>Zoom<td>4x" * 50_000,
        "<table><tr>" * 10_000 + "<th>Zoom<td>4x",
        "<dl><dd>" * 3_000,
        "<div><b>a:</b> b" * 5_000,
        "<td rowspan=99999 colspan=99999>x" * 20_000,
        "<table>" + "<tr><td rowspan=1000 colspan=1000>Zoom<td>4x" * 3_000,
        "<div>" + "<span>a: b | " * 20_000,
        "<pre>" + "a: b\n" * 200_000,
        "<div hidden>" * 20_000 + "Zoom: 4x",
        "<style>" + ".a{grid-template-columns:repeat(99,(" * 50_000,
    ],
)
def test_endless_pages_end(html: str) -> None:
    assert len(presentations(html)) < len(html)


def test_the_page_keeps_its_presentations_apart() -> None:
    first, second = presentations(FORMS["head and cell"] + FORMS["a definition list"])
    assert [pair.shown for pair in first] == [pair.shown for pair in second] == list(FACTS)


@pytest.mark.parametrize(
    ("text", "key"),
    [("Zoom (optical):", "zoom optical"), ("  ZOOM  optical", "zoom optical"), ("4x", "4x"), ("12", ""), ("", ""),
     ("Größe", "grosse"), ("x" * 61, ""), ("무게", "무게"), ("Fläche (m²)", "flache m2"),
     ("a sentence has more words than any label would need", "")],
)  # fmt: skip
def test_keys(text: str, key: str) -> None:
    assert label_key(text) == key


@pytest.mark.parametrize(
    "spellings",
    [
        ("Βάρος", "ΒΑΡΟΣ", "ΒΆΡΟΣ", "βάροσ", unicodedata.normalize("NFD", "Βάρος:")),
        ("Οθόνη (ίντσες)", "ΟΘΟΝΗ ΙΝΤΣΕΣ"),
        ("Größe", "GRÖSSE", "Gro\N{COMBINING DIAERESIS}ße", "GRÖ\N{LATIN CAPITAL LETTER SHARP S}E"),
        ("Écran", "ECRAN", "E\N{COMBINING ACUTE ACCENT}cran"),
        ("무게", unicodedata.normalize("NFD", "무게")),
        ("é" * 60, unicodedata.normalize("NFD", "é" * 60)),  # as long as a label may be, however it is written
    ],
)
def test_spellings_of_a_label_are_one(spellings: tuple[str, ...]) -> None:
    keys = {label_key(text) for text in spellings}
    assert len(keys) == 1
    assert "" not in keys


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
