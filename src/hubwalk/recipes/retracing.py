"""A recipe followed once more over the pages of a crawl, to say how it fared there: nothing is fetched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from hubwalk.recipes.following import Following, follow
from hubwalk.recipes.recipe import Recipe
from hubwalk.values import Page


def retrace(recipe: Recipe, pages: Iterable[Page], accepted: Callable[[str], bool] | Collection[str]) -> Following:
    """The crawl by the recipe where it could go on over these pages; ask it for its `report`. `accepted` says of a
    `Page.url` whether it was wanted."""
    wanted = accepted if callable(accepted) else accepted.__contains__
    known = {page.requested: page for page in pages if not page.duplicate_of or page.url == page.requested}
    following = follow(recipe)
    while (chosen := following.choose()) is not None:
        page = known.get(chosen.link.target)
        if page is not None:
            following.observe(page, wanted(page.url))
    return following
