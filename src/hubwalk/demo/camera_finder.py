"""The camera site's combinatorial traps: a finder whose facets multiply, and a search that suggests more searches."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote_plus, urlencode

from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, section
from hubwalk.demo.site import DemoAnswer, Handler, Visit
from hubwalk.demo.words import TAGS

if TYPE_CHECKING:
    from hubwalk.demo.cameras import Cameras

_BEST_RATED = 100  # results begin at one camera of so many
_ORDERS = ("newest", "name", "rating")
_PAGES = ("1", "2")
_MOST_WORDS = 3


class Finder:
    """Answers /finder and /search."""

    def __init__(self, site: Cameras) -> None:
        self._site = site
        self._facets: dict[str, tuple[str, ...]] = {
            **site.cameras.kind.traits,
            "maker": tuple(brand.lower() for brand in site.brands[:6]),
            "order": _ORDERS,
        }
        self.routes: dict[str, Handler] = {"finder": self._find, "search": self._search}

    def popular(self) -> list[tuple[str, str]]:
        """Facets that every page offers."""
        return [(label, values[0]) for label, values in self._facets.items()]

    def anything(self, dice: Dice, count: int) -> list[tuple[Catalogue, int]]:
        """Popular cameras and printers without any order."""
        found = []
        for _ in range(count):
            shelf = self._site.cameras if dice.percent(60) else self._site.printers
            found.append((shelf, self._site.products.popular(shelf, dice)))
        return list(dict.fromkeys(found))

    def _find(self, visit: Visit, rest: str) -> DemoAnswer | None:
        chosen = {label: value for label, value in visit.query.items() if value in self._facets.get(label, ())}
        page = int(visit.query.get("page", "1")) if visit.query.get("page", "1") in _PAGES else 0
        if rest or not page:
            return None
        site = self._site
        wanted = {label: value for label, value in chosen.items() if label in site.cameras.kind.traits}
        dice = Dice("finder", site.seed, urlencode(sorted(chosen.items())), page)
        numbers = site.cameras.matching(wanted, _BEST_RATED * dice.below(max(1, site.cameras.count // _BEST_RATED)), 6)
        rows = [site.products.teaser(site.cameras, n) for n in numbers if site.products.shown(site.cameras, n)]
        hits = bullets(rows, "results") if rows else "<p>No camera fits. Take back a choice.</p>\n"
        pages = " ".join(link(self._url(chosen, "page", n), n) for n in _PAGES if n != str(page))
        title = "Finder: " + (", ".join(chosen.values()) or "all cameras")
        main = f'<h1>{title}</h1>\n{self._panel(chosen)}{hits}<div class="pager">{pages}</div>\n'
        return site.page(title, main, visit=visit)

    def _panel(self, chosen: dict[str, str]) -> str:
        """All facets, each a link that adds or replaces its value; the chosen one takes it back."""
        parts = []
        for label, values in self._facets.items():
            links = [link(self._url(chosen, label, "" if chosen.get(label) == v else v), v) for v in values]
            parts.append(f"<p><b>{label}</b> {' '.join(links)}</p>\n")
        return f'<div class="facets">\n{"".join(parts)}</div>\n'

    def _url(self, chosen: dict[str, str], label: str, value: str) -> str:
        # In the order of clicking, not of the alphabet: the same choice has many addresses, as in most shops.
        query = {key: old for key, old in chosen.items() if key != label}
        if value:
            query[label] = value
        return f"/finder?{urlencode(query)}" if query else "/finder"

    def _search(self, visit: Visit, rest: str) -> DemoAnswer | None:
        words = visit.query.get("q", "").split()
        if rest or not words:
            return None
        site = self._site
        dice = Dice("search", site.seed, *sorted(words))
        rows = [site.products.teaser(shelf, n) for shelf, n in self.anything(dice, 8)]
        rows += [
            link(site.reading.article_path(n), site.reading.headline(n))
            for n in dice.some(range(site.reading.articles), 4)
        ]
        new = [word for word in dice.some(TAGS, 8) if word not in words]
        keep = words if len(words) < _MOST_WORDS else words[1:]
        near = [" ".join([*keep, word]) for word in new]
        more = bullets(link(f"/search?q={quote_plus(query)}", query) for query in near)
        found = link(f"/search?q={quote_plus(' '.join(words))}", " ".join(words))
        hits = f"<p>You asked for {found}.</p>\n{bullets(rows, 'hits')}"
        main = f"<h1>Search</h1>\n{hits}{section('Others searched', more, 'more')}"
        return site.page("Search", main, visit=visit)
