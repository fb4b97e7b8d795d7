"""A small crawled shop: phones are wanted, chargers look the same, stories do not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from hubwalk.values import Choice, Link, Observation, Page, Verdict

SITE = "http://shop.test/"
BRANDS, TURNS, PER_LIST = 8, 3, 6  # every brand has so many pages of so many items
PHONES, CHARGERS = BRANDS * TURNS * 4, BRANDS * TURNS * 2
STORIES = 12
_MENU = ("", "about", "stories", "cart")


class Shop:
    """Its observations, in the order of the crawl; with `opaque` addresses say nothing."""

    def __init__(self, *, opaque: bool = False, site: str = SITE) -> None:
        self._opaque = opaque
        self._site = site

    def url(self, path: str) -> str:
        if self._opaque and path:
            return self._site + hashlib.sha256(path.encode()).hexdigest()[:12]
        return self._site + path

    def observations(self) -> Iterator[Observation]:
        brands = [f"brand/{b}" for b in range(BRANDS)]
        stories = [f"story/{s}.html" for s in range(STORIES)]
        yield self.seen("", "Welcome", self.links("ul.brands/li", brands), rule="start")
        for brand in range(BRANDS):
            for turn in range(TURNS):
                items = [_item(brand, turn, i) for i in range(PER_LIST)]
                others = [t for t in range(TURNS) if t != turn]
                pager = self.links("div.pager", [_turn(brand, t) for t in others], [f"{t + 1}" for t in others])
                title = f"Phones by brand {brand}"
                yield self.seen(_turn(brand, turn), title, [*self.links("div.list/p", items), *pager])
                for item in items:
                    also = self.links("div.also", [other for other in items if other != item][:2])
                    wanted = item.startswith("phone")
                    up = self.links("nav.path", [brands[brand]])
                    yield self.seen(item, f"{item} specifications", [*up, *also], accepted=wanted)
        yield self.seen("stories", "Stories", self.links("ol.news/li", stories))
        for number, story in enumerate(stories):
            following = stories[number + 1 : number + 2]
            yield self.seen(story, f"Story {number}", self.links("article/p", following, ["read on"]))
        yield self.seen("about", "About", [])
        yield self.seen("cart", "", [], status=404)

    def seen(
        self,
        path: str,
        title: str,
        links: Sequence[Link],
        *,
        accepted: bool = False,
        rule: str = "walk",
        status: int = 200,
    ) -> Observation:
        url = self.url(path)
        menu = self.links("ul#menu/li", _MENU)
        shown = (*menu, *links) if status == 200 else ()
        page = Page(url, url, status, title=f"{title} | The Shop", links=shown)
        return Observation(self._site, Choice(url, rule), page, Verdict(accepted))

    def links(self, place: str, paths: Sequence[str], anchors: Sequence[str] = ()) -> list[Link]:
        return [
            Link(self.url(path), anchors[i] if anchors else f"to {path}", f"html/body/{place}[{i + 1}]/a")
            for i, path in enumerate(paths)
        ]


def _turn(brand: int, turn: int) -> str:
    return f"brand/{brand}" + (f"?page={turn + 1}" if turn else "")


def _item(brand: int, turn: int, number: int) -> str:
    return f"{'phone' if number < 4 else 'charger'}/{brand}-{turn}-{number}"
