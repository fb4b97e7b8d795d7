"""The main part of a page about a product, by form: an offer, a price list, a data sheet, a review, a thread ..."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, paragraphs, table
from hubwalk.demo.prose import paragraph, story
from hubwalk.demo.shops.lexicon import Lexicon
from hubwalk.demo.shops.world import Product, World
from hubwalk.demo.words import FIRST_NAMES, TOWNS, surname

LAYOUTS = ("table", "table", "definitions", "line", "line", "bare")  # of an offer's facts; a shop has one of them
_POOLS = {"laptop": "laptop", "desktop": "desktop", "accessory": "accessory", "spare": "accessory", "supply": "supply",
          "paper": "paper"}  # fmt: skip
_LEFT_OUT = 20  # per cent of the facts that a page does not mention
_ON_A_LIST = (5, 12)  # products on a price list

Others = Callable[[Dice, int], list[tuple[str, str]]]  # URL and title of some other sites


@dataclass(frozen=True, slots=True)
class Writer:
    """What one site writes about products; its words and its layout are its own."""

    world: World
    lexicon: Lexicon
    salt: int
    layout: str
    others: Others

    def title(self, product: Product, form: str, kind_word: str) -> str:
        """Of a page about one product, and of links to it."""
        if product.fits:
            return f"{kind_word} {product.name} {self.lexicon.words['for']} {product.fits}"
        told = Dice("title", self.salt).percent(50) and form != "thread"
        return f"{product.name} {kind_word}" if told else product.name

    def price(self, product: Product) -> str:
        return f"{self.world.price(product, self.salt)} {self.lexicon.words['currency']}"

    def main(self, product: Product, form: str) -> str:
        """The whole main part but for the heading."""
        dice = Dice("page", self.salt, form, product.kind, product.number)
        return _FORMS[form](self, product, dice)

    # -- offers -------------------------------------------------------------------------------------------------------

    def _offer(self, product: Product, dice: Dice) -> str:
        said = self._sentences("offer", dice.between(1, 2), product, dice)
        price = f'<p class="price">{self._before_price()}: {self.price(product)}</p>\n'
        if self.layout == "bare":
            return f"{price}{paragraphs([said])}"
        pool = self._sentences(_POOLS.get(product.kind, "device"), dice.between(1, 3), product, dice)
        return f"{paragraphs([pool])}{self._facts(product, dice)}{price}{paragraphs([said])}"

    def _used(self, product: Product, dice: Dice) -> str:
        condition = self._sentences("used", dice.between(1, 2), product, dice)
        return f"<p>{self.lexicon.words['used']}. {escape(condition, quote=False)}</p>\n{self._offer(product, dice)}"

    def _several(self, product: Product, dice: Dice) -> str:
        """A price list: one line of facts and a price for each of several products."""
        count = self.world.count(product.kind)
        some = [self.world.product(product.kind, dice.below(count)) for _ in range(dice.between(*_ON_A_LIST))]
        rows = "".join(
            f"<tr><td>{one.name}</td><td>{self._line(one, dice)}</td><td>{self.price(one)}</td></tr>\n"
            for one in (product, *some)
        )
        said = self._sentences("offer", 2, product, dice)
        return f'<table class="prices">\n{rows}</table>\n{paragraphs([said])}'

    def _facts(self, product: Product, dice: Dice) -> str:
        if self.layout in ("line", "bare"):
            return f"<p>{self._line(product, dice)}</p>\n"
        facts = [(self._label(key), value) for key, value in self._told(product, dice)]
        if self.layout == "table":
            return table([(self.lexicon.words["details"], facts)], "data")
        return "<dl>\n" + "".join(f"<dt>{label}</dt><dd>{escape(value)}</dd>\n" for label, value in facts) + "</dl>\n"

    def _line(self, product: Product, dice: Dice) -> str:
        return escape(", ".join(value for _, value in self._told(product, dice)[:7]), quote=False)

    def _told(self, product: Product, dice: Dice) -> list[tuple[str, str]]:
        return [fact for fact in self.world.facts(product) if not dice.percent(_LEFT_OUT)]

    def _label(self, key: str) -> str:
        return Dice("label", self.salt, key).pick(self.lexicon.labels[key])

    def _before_price(self) -> str:
        return Dice("price word", self.salt).pick(self.lexicon.prices)

    # -- what is said of products where none is for sale --------------------------------------------------------------

    def _sheet(self, product: Product, dice: Dice) -> str:
        pool = self._sentences(_POOLS.get(product.kind, "device"), 2, product, dice)
        facts = [(self._label(key), value) for key, value in self.world.facts(product)]
        return f"{paragraphs([pool])}{table([(self.lexicon.words['details'], facts)], 'data')}"

    def _review(self, product: Product, dice: Dice) -> str:
        names = self.names(product, dice)
        templates = (*self.lexicon.sentences["review"], *self.lexicon.sentences[_POOLS.get(product.kind, "device")])
        shops = [link(url, title) for url, title in self.others(dice, 2)]
        facts = self._facts(product, dice) if dice.percent(40) else ""
        return f"{paragraphs(story(templates, dice.between(2, 4), dice, names))}{facts}{bullets(shops, 'shops')}"

    def _prices(self, product: Product, dice: Dice) -> str:
        words = self.lexicon.words
        rows = "".join(
            f"<tr><td>{link(url, title)}</td><td>{self.world.price(product, dice.below(1 << 30))} {words['currency']}"
            f"</td><td>{dice.between(1, 9)} {words['days']}</td></tr>\n"
            for url, title in self.others(dice, dice.between(3, 7))
        )
        head = f"<tr><th>{words['compare']}</th><th>{self._before_price()}</th><th></th></tr>\n"
        return f'<p>{self._line(product, dice)}</p>\n<table class="prices">\n{head}{rows}</table>\n'

    def _thread(self, product: Product, dice: Dice) -> str:
        posts = (
            f"<div><b>{dice.pick(FIRST_NAMES)}{dice.between(1, 99)}</b>"
            f"{paragraphs([self._sentences('thread', dice.between(1, 2), product, dice)])}</div>\n"
            for _ in range(dice.between(3, 8))
        )
        return "".join(posts)

    def _advert(self, product: Product, dice: Dice) -> str:
        facts = f"<p>{self._line(product, dice)}</p>\n" if dice.percent(50) else ""
        return f"{paragraphs([self._sentences('advert', 3, product, dice)])}{facts}"

    def _link(self, product: Product, dice: Dice) -> str:
        del product
        return bullets((link(url, title) for url, title in self.others(dice, dice.between(8, 20))), "links")

    def _hobby(self, product: Product, dice: Dice) -> str:
        links = [link(url, title) for url, title in self.others(dice, 1)]
        return f"{paragraphs([self._sentences('hobby', 4, product, dice)])}{bullets(links)}"

    def _prose(self, form: str, product: Product, dice: Dice) -> str:
        templates = (*self.lexicon.sentences[form], *self.lexicon.sentences["about"][:1])
        return paragraphs(story(templates, dice.between(1, 3), dice, self.names(product, dice)))

    # -- words --------------------------------------------------------------------------------------------------------

    def _sentences(self, pool: str, count: int, product: Product, dice: Dice) -> str:
        return paragraph(self.lexicon.sentences[pool], count, dice, self.names(product, dice))

    def about(self, purpose: str, length: int) -> Sequence[str]:
        """Paragraphs about the site itself."""
        dice = Dice(purpose, self.salt)
        names = self.names(self.world.product("laptop", dice.below(1000)), dice)
        return story(self.lexicon.sentences["about"], length, dice, names)

    def names(self, product: Product, dice: Dice) -> dict[str, str]:
        """What the holes of sentences are filled with."""
        other = self.world.product(product.kind, dice.below(10_000))
        return {
            "name": product.fits or product.name,
            "maker": product.brand,
            "other": other.fits or other.name,
            "town": dice.pick(TOWNS),
            "person": f"{dice.pick(FIRST_NAMES)} {surname(dice.below(26), dice.below(60))}",
            "price": self.price(product),
            "currency": self.lexicon.words["currency"],
        }


def _prose_of(form: str) -> Callable[[Writer, Product, Dice], str]:
    return lambda writer, product, dice: writer._prose(form, product, dice)


_FORMS: dict[str, Callable[[Writer, Product, Dice], str]] = {
    "offer": Writer._offer,
    "used": Writer._used,
    "several": Writer._several,
    "sheet": Writer._sheet,
    "review": Writer._review,
    "prices": Writer._prices,
    "thread": Writer._thread,
    "advert": Writer._advert,
    "link": Writer._link,
    "hobby": Writer._hobby,
    **{form: _prose_of(form) for form in ("news", "guide", "rental", "repair")},
}
