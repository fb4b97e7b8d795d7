"""The skeletons of the sites: what stands around the main part of every page. Made once per site, filled per page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link

_WORDS = ("main", "content", "body", "page", "inner", "text", "column", "box", "area", "block", "panel", "zone")
_COLOURS = ("#036", "#630", "#063", "#306", "#900", "#444", "#069", "#c60")

_SCRIPT = (  # a visitor counter and a menu that folds, as pages carry them
    "var NAME={n:0,now:function(){var d=new Date();return d.getFullYear()+'-'+(d.getMonth()+1)+'-'+d.getDate();},"
    "fold:function(id){var e=document.getElementById(id);if(!e){return;}e.style.display=e.style.display=='none'?"
    "'block':'none';NAME.n++;},count:function(){var i=new Image();i.src='/files/count.gif?d='+NAME.now()+'&n='+NAME.n+"
    "'&w='+screen.width+'&r='+encodeURIComponent(document.referrer);},start:function(){if(window.attachEvent)"
    "{window.attachEvent('onload',NAME.count);}else{window.addEventListener('load',NAME.count,false);}}};NAME.start();"
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a frame is made of."""

    title: str  # of the site
    menu: Sequence[str]  # links, as HTML
    rail: Sequence[tuple[str, str]]  # boxes beside the main part: heading and HTML
    foot: Sequence[str]  # links, as HTML
    words: str  # small print
    about: str  # keywords of the site


@dataclass(frozen=True, slots=True)
class Frame:
    """The fixed pieces of all pages of a site."""

    head: str  # below the title
    before: str  # up to the side menu of the section one is in
    between: str
    after: str
    title: str

    def page(self, title: str, side_html: str, main_html: str, canonical: str) -> str:
        rel = f'<link rel="canonical" href="{escape(canonical)}">\n' if canonical else ""
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(title, quote=False)} | {self.title}</title>\n{rel}{self.head}</head>\n"
            f"<body>\n{self.before}{side_html}{self.between}{main_html}{self.after}</body>\n</html>\n"
        )


def make_frame(name: str, parts: Parts, dice: Dice) -> Frame:
    """The frame of that name, in the colours and class names that the dice choose."""
    words = dice.some(_WORDS, 6)
    colour = dice.pick(_COLOURS)
    style = (
        f"body{{font:{dice.between(12, 16)}px/1.4 {dice.pick(('Verdana', 'Arial', 'Georgia', 'Tahoma'))};margin:0}}"
        f".{words[0]}{{max-width:{dice.between(780, 1180)}px;margin:auto}}a{{color:{colour}}}"
        f".{words[1]}{{background:{colour};color:#fff;padding:{dice.between(4, 16)}px}}.{words[1]} a{{color:#fff}}"
        f".{words[2]}{{float:left;width:{dice.between(150, 210)}px;font-size:90%}}"
        f".{words[3]}{{padding:{dice.between(8, 20)}px}}.{words[4]}{{border-top:1px solid #ccc;font-size:85%}}"
        "table{border-collapse:collapse}td,th{text-align:left;padding:2px 8px;vertical-align:top}"
    )
    head = (
        f'<meta name="keywords" content="{escape(parts.about)}">\n<meta name="robots" content="index,follow">\n'
        f'<link rel="stylesheet" href="/files/{words[0]}.css">\n<link rel="icon" href="/files/icon.ico">\n'
        f"<style>{style}</style>\n<script>{_SCRIPT.replace('NAME', words[5])}</script>\n"
    )
    before, between, after = _FRAMES[name](parts, words)
    return Frame(head, before, between, after, escape(parts.title, quote=False))


def _boxes(parts: Parts, open_html: str, close_html: str) -> str:
    return "".join(f"{open_html}<h4>{escape(heading)}</h4>\n{inner}{close_html}\n" for heading, inner in parts.rail)


def _rail(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """Menu to the left, boxes to the right."""
    head, left, main, right, foot = words[1], words[2], words[3], words[5], words[4]
    return (
        f'<div id="{words[0]}">\n<div class="{head}"><h2>{link("/", parts.title)}</h2></div>\n'
        f'<div class="{left}">\n{bullets(parts.menu, "nav")}',
        f'</div>\n<div class="{main}">\n',
        f'</div>\n<div class="{right}">\n{_boxes(parts, "<div>", "</div>")}</div>\n'
        f'<div class="{foot}">{" | ".join(parts.foot)}<p>{parts.words}</p></div>\n</div>\n',
    )


def _tables(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """Tables within tables, as in the last century."""
    cells = "".join(f"<tr><td>{item}</td></tr>\n" for item in parts.menu)
    return (
        f'<table width="100%" cellpadding="4"><tr><td bgcolor="#dddddd" colspan="3"><font size="5">'
        f'{link("/", parts.title)}</font></td></tr>\n<tr><td width="160" valign="top">\n'
        f'<table class="{words[2]}">\n{cells}</table>\n',
        f'</td>\n<td valign="top" class="{words[3]}">\n',
        f'</td>\n<td width="170" valign="top">\n{_boxes(parts, "<table><tr><td>", "</td></tr></table>")}</td></tr>\n'
        f'<tr><td colspan="3" align="center"><font size="1">{" - ".join(parts.foot)}<br>{parts.words}</font></td></tr>'
        "</table>\n",
    )


def _tabs(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """Tabs on top, everything else below the text."""
    tabs = "".join(f'<span class="tab">{item}</span>\n' for item in parts.menu)
    return (
        f'<div class="{words[0]}">\n<div class="{words[1]}">{link("/", parts.title, "logo")}</div>\n'
        f'<div id="tabs">\n{tabs}</div>\n<div id="sub">',
        f'</div>\n<div class="{words[3]}">\n',
        f'</div>\n<div class="{words[5]}">\n{_boxes(parts, "<div>", "</div>")}</div>\n<div id="footer">'
        f"{bullets(parts.foot)}<small>{parts.words}</small></div>\n</div>\n",
    )


def _plain(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """A heading, one line of links, the text."""
    return (
        f"<center><h1>{link('/', parts.title)}</h1>\n<p>{' &middot; '.join(parts.menu)}</p></center>\n<hr>\n",
        f'<div id="{words[3]}">\n',
        f"</div>\n<hr>\n{_boxes(parts, '<div>', '</div>')}<p>{' '.join(parts.foot)}</p>\n"
        f"<address>{parts.words}</address>\n",
    )


def _wide(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """The elements of HTML 5."""
    return (
        f'<header class="{words[1]}">{link("/", parts.title)}</header>\n<nav>{bullets(parts.menu)}',
        f'</nav>\n<main class="{words[0]}">\n<article>\n',
        f"</article>\n<aside>\n{_boxes(parts, '<section>', '</section>')}</aside>\n</main>\n"
        f"<footer>{bullets(parts.foot)}<p>{parts.words}</p></footer>\n",
    )


def _portal(parts: Parts, words: Sequence[str]) -> tuple[str, str, str]:
    """Boxes above, beside and below: the main part is one of many."""
    half = -(-len(parts.rail) // 2)
    upper, lower = replace(parts, rail=parts.rail[:half]), replace(parts, rail=parts.rail[half:])
    return (
        f'<div class="{words[1]}"><b>{link("/", parts.title)}</b> {" ".join(parts.menu)}</div>\n'
        f'<div class="{words[0]}">\n<div class="{words[2]}">\n{_boxes(upper, "<div class=promo>", "</div>")}',
        f'</div>\n<div class="{words[3]}">\n<div class="{words[5]}">\n',
        f"</div>\n</div>\n<div class=lower>\n{_boxes(lower, '<div class=promo>', '</div>')}</div>\n</div>\n"
        f'<div class="{words[4]}">{" ".join(parts.foot)}<p>{parts.words}</p></div>\n',
    )


_FRAMES = {
    "rail": _rail,
    "tables": _tables,
    "tabs": _tabs,
    "plain": _plain,
    "wide": _wide,
    "portal": _portal,
}
