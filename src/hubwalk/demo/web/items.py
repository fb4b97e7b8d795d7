"""The main part of an item's page: a sheet of facts, a review, a story, an offer, a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import paragraphs
from hubwalk.demo.prose import expand, paragraph, story
from hubwalk.demo.web.shelf import Shelf
from hubwalk.demo.web.story_words import GOOD, HEADINGS, SENTENCES, TALK
from hubwalk.demo.web.synonyms import SYNONYMS
from hubwalk.demo.words import FIRST_NAMES, MONTHS, TOWNS

if TYPE_CHECKING:
    from hubwalk.demo.web.style import Style

Facts = Sequence[tuple[str, Sequence[tuple[str, str]]]]
_LEFT_OUT = 15  # per cent of the labels that a site does not care for
_PRICES = "{29-1999}.{00|49|90|99} crowns"


class Items:
    """What one site writes about an item."""

    def __init__(self, style: Style, shelves: Sequence[Shelf], salt: int) -> None:
        self._style = style
        self._salt = salt
        self._labels: dict[str, str] = {}
        self._layout: Callable[[Facts, str], str] = _LAYOUTS.get(style.layout, _table)
        dice = Dice("site words", salt)
        self._box = dice.pick(("specs", "facts", "data", "tech", "details", "features"))
        self._text = dice.pick(("text", "story", "copy", "article", "entry-text"))
        self._headed = style.layout == "headed"
        for shelf in shelves:
            for heading, rows in [
                ("Overview", [("Manufacturer", ""), ("Model", ""), ("Announced", "")]),
                *shelf.kind.sheet,
            ]:
                for label in [heading, *(label for label, _ in rows), *map(str.capitalize, shelf.kind.traits)]:
                    self._labels.setdefault(label, self._label(label))

    def _label(self, label: str) -> str:
        dice = Dice("label", self._salt, label)
        if label in ("Manufacturer", "Model") or not dice.percent(_LEFT_OUT):
            return dice.pick(SYNONYMS.get(label, (label,)))
        return ""

    def main(self, shelf: Shelf, number: int) -> str:
        """The main part, which makes a target of the wanted shelf's items."""
        if shelf.form in _SPECIAL:
            return _SPECIAL[shelf.form](self, shelf, number)
        return self._story(shelf, number)

    # -- forms --------------------------------------------------------------------------------------------------------

    def facts(self, shelf: Shelf, number: int) -> list[tuple[str, list[tuple[str, str]]]]:
        """The sheet in the site's own words; what it does not care for is left out."""
        label = self._labels
        groups = []
        for heading, rows in shelf.catalogue.facts(number):
            kept = [(own, value) for name, value in rows if (own := label.get(name, name))]
            groups.append((label.get(heading) or heading, kept))
        return groups

    def _sheet(self, shelf: Shelf, number: int) -> str:
        intro = paragraph(shelf.kind.sentences, 2, shelf.dice("intro", number), shelf.names(number))
        return f"{paragraphs([intro])}{self._layout(self.facts(shelf, number), self._box)}"

    def _review(self, shelf: Shelf, number: int) -> str:
        dice = shelf.dice("review", number)
        names = shelf.names(number)
        half = dice.between(4, 7)
        # What is said of this kind of product and what is said in every review take turns.
        own = story(shelf.kind.sentences, half, dice, names)
        general = story(SENTENCES["review"], half, dice, names)
        texts = [text for pair in zip(own, general, strict=True) for text in pair]
        box = self._marks(shelf, number) if self._style.layout == "boxed" else ""
        return f"{self._byline(shelf, number)}{box}{self._prose(texts, dice)}"

    def _story(self, shelf: Shelf, number: int) -> str:
        dice = shelf.dice("story", number)
        texts = story(SENTENCES[shelf.form], dice.between(3, 7), dice, shelf.names(number))
        return f"{self._byline(shelf, number)}{self._prose(texts, dice)}"

    def _prose(self, texts: Sequence[str], dice: Dice) -> str:
        if not self._headed:
            return f'<div class="{self._text}">\n{paragraphs(texts)}</div>\n'
        headings = dice.some(HEADINGS, -(-len(texts) // 2))
        parts = [f"<h3>{heading}</h3>\n{paragraphs(texts[2 * n : 2 * n + 2])}" for n, heading in enumerate(headings)]
        return f'<div class="{self._text}">\n{"".join(parts)}</div>\n'

    def _byline(self, shelf: Shelf, number: int) -> str:
        return f'<p class="by">{self.date(shelf, number)}, by {shelf.dice("author", number).pick(FIRST_NAMES)}</p>\n'

    def _marks(self, shelf: Shelf, number: int) -> str:
        dice = shelf.dice("marks", number)
        good, bad = ", ".join(dice.some(GOOD, 3)), ", ".join(dice.some(GOOD, 2))
        return (
            f'<div class="{self._box}"><b>{self.mark(shelf, number)}</b><dl><dt>The good</dt><dd>{good}</dd>'
            f"<dt>The bad</dt><dd>{bad}</dd></dl></div>\n"
        )

    def _offer(self, shelf: Shelf, number: int) -> str:
        line = paragraph(shelf.kind.sentences, 1, shelf.dice("line", number), shelf.names(number))
        return f'<p class="price">{self.price(shelf, number)}</p>\n{paragraphs([line, "In stock, sent in 1-3 days."])}'

    def _prices(self, shelf: Shelf, number: int) -> str:
        dice = shelf.dice("offers", number)
        rows = "".join(
            f"<tr><td>{town} Electronics</td><td>{expand(_PRICES, dice)}</td><td>{dice.between(1, 9)} days</td></tr>\n"
            for town in dice.some(TOWNS, dice.between(3, 8))
        )
        return f'<table class="{self._box}">\n<tr><th>Shop</th><th>Price</th><th>Delivery</th></tr>\n{rows}</table>\n'

    def _thread(self, shelf: Shelf, number: int) -> str:
        return self._talk(shelf, number, SENTENCES["thread"], shelf.dice("thread", number).between(3, 12))

    def _talk(self, shelf: Shelf, number: int, sentences: Sequence[str], count: int) -> str:
        dice, names = shelf.dice("talk", number), shelf.names(number)
        posts = (
            f'<div class="post"><b>{dice.pick(FIRST_NAMES)}{dice.between(1, 99)}</b>'
            f"<p>{escape(paragraph(sentences, dice.between(1, 3), dice, names), quote=False)}</p></div>\n"
            for _ in range(count)
        )
        return "".join(posts)

    # -- further pages of an item, and small words ---------------------------------------------------------------------

    def part(self, shelf: Shelf, number: int, part: str) -> str:
        """An overview, the opinions of readers, or photographs."""
        if part == "opinions":
            return self._talk(shelf, number, TALK, 2 + number % 6)
        if part == "photos":
            dice = shelf.dice("photos", number)
            return "".join(f'<p><img src="/img/{dice.below(10**6)}.jpg" alt=""></p>\n' for _ in range(6))
        return (
            f"{paragraphs([self.line(shelf, number)])}<p>{self.date(shelf, number)}, {self.price(shelf, number)}</p>\n"
        )

    def line(self, shelf: Shelf, number: int) -> str:
        """One or two sentences about an item, for lists."""
        pool = shelf.kind.sentences if shelf.form in ("sheet", "review", "offer") else SENTENCES.get(shelf.form, TALK)
        return paragraph(pool, 1, shelf.dice("line", number), shelf.names(number))

    @staticmethod
    def price(shelf: Shelf, number: int) -> str:
        return expand(_PRICES, shelf.dice("price", number))

    @staticmethod
    def mark(shelf: Shelf, number: int) -> str:
        return f"{shelf.dice('mark', number).between(30, 98) / 10:g} of 10"

    @staticmethod
    def date(shelf: Shelf, number: int) -> str:
        product = shelf.catalogue.product(number)
        return f"{1 + number % 28} {MONTHS[product.month - 1]} {product.year}"


_SPECIAL: dict[str, Callable[[Items, Shelf, int], str]] = {
    "sheet": Items._sheet,
    "review": Items._review,
    "offer": Items._offer,
    "prices": Items._prices,
    "thread": Items._thread,
}


# -- layouts of a sheet -----------------------------------------------------------------------------------------------


def _table(facts: Facts, css: str) -> str:
    rows = []
    for heading, some in facts:
        rows.append(f'<tr class="head"><th colspan="2">{heading}</th></tr>\n')
        rows += [f"<tr><td>{label}</td><td>{value}</td></tr>\n" for label, value in some]
    return f'<table class="{css}">\n{"".join(rows)}</table>\n'


def _definitions(facts: Facts, css: str) -> str:
    rows = [f"<dt>{label}</dt><dd>{value}</dd>\n" for _, some in facts for label, value in some]
    return f'<dl class="{css}">\n{"".join(rows)}</dl>\n'


def _grid(facts: Facts, css: str) -> str:
    parts = []
    for heading, some in facts:
        rows = [
            f'<div class="row"><span class="l">{lab}</span><span class="v">{val}</span></div>\n' for lab, val in some
        ]
        parts.append(f'<div class="group"><h3>{heading}</h3>\n{"".join(rows)}</div>\n')
    return f'<div class="{css}">\n{"".join(parts)}</div>\n'


def _columns(facts: Facts, css: str) -> str:
    """Two facts beside each other."""
    flat = [fact for _, some in facts for fact in some]
    half = -(-len(flat) // 2)
    right = [*flat[half:], ("", "")]
    rows = [
        f"<tr><th>{a}</th><td>{b}</td><th>{c}</th><td>{d}</td></tr>\n"
        for (a, b), (c, d) in zip(flat[:half], right, strict=False)
    ]
    return f'<table class="{css}" border="1">\n{"".join(rows)}</table>\n'


_LAYOUTS: dict[str, Callable[[Facts, str], str]] = {
    "table": _table,
    "definitions": _definitions,
    "grid": _grid,
    "columns": _columns,
}
