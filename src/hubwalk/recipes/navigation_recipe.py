"""A navigation pattern as a recipe: the published way of making a crawler, with its result in a form that lasts.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), Definition 2. The recipe has this one pattern; it
follows what the paper's crawler would (Fig. 9), and the places of these links in the DOM are noted besides, so that it
can carry on when addresses change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from hubwalk.pages.parse import shape
from hubwalk.recipes.crawl_graph import CrawlGraph
from hubwalk.recipes.hub_cover import choose_hubs
from hubwalk.recipes.learning import measured
from hubwalk.recipes.navigation_pattern import NavigationPattern
from hubwalk.recipes.recipe import Level, Pattern, Recipe, Step, compiled
from hubwalk.recipes.url_expression import expressions
from hubwalk.recipes.url_pattern import UrlPattern
from hubwalk.values import Link, Page


def navigation_recipe(
    pattern: NavigationPattern,
    pages: Iterable[Page],
    accepted: Callable[[str], bool] | Collection[str],
    entry: str,
    *,
    scope: str = "host",
    date: str = "",
    source: str = "",
) -> Recipe:
    """The recipe that follows a pattern, measured on the crawl that the pattern was made from."""
    seen = list(pages)
    known = {address: page for page in seen for address in (page.url, page.requested) if page.ok}
    levels = []
    above = {entry}
    for wanted in pattern.levels:
        shown = (link for url in sorted(above) if url in known for link in known[url].links)
        links = [link for link in shown if wanted.matches(link.target)]
        levels.append(Level(_step(wanted, links)))
        above = {link.target for link in links}
    crawl = CrawlGraph(seen, accepted, (entry,))
    recipe = Recipe(entry, (Pattern(tuple(levels)),), scope)
    return measured(recipe, crawl, choose_hubs(crawl), date=date, source=source)


def _step(wanted: UrlPattern, links: Collection[Link]) -> Step:
    """Patterns are for sorted parameters, and the steps of recipes for addresses as they stand."""
    expression = compiled(wanted.text)
    otherwise = sorted({link.target for link in links if not expression.is_all_of(link.target)})
    urls = dict.fromkeys((wanted.text, *(other.text for other in (expressions(otherwise) if otherwise else ()))))
    return Step(tuple(urls), tuple(sorted({shape(link.dom_path) for link in links})))
