"""Which links a step of a recipe means."""

from __future__ import annotations

import re

from hubwalk.recipes.places import place_expression
from hubwalk.recipes.recipe import Step, compiled
from hubwalk.values import Link

BOTH, URL, PLACE = "both", "url", "place"


class Matcher:
    """A step, ready to match."""

    def __init__(self, step: Step) -> None:
        self._pages = frozenset(step.pages)
        self._urls = compiled("|".join(f"(?:{url})" for url in step.urls)) if step.urls else None
        self._places = re.compile("|".join(map(place_expression, step.places))) if step.places else None
        self._known_urls: dict[str, bool] = {}
        self._known_places: dict[str, bool] = {}

    def names(self, url: str) -> bool:
        """True if the page is named, or its URL matches."""
        return url in self._pages or self._by_url(url)

    def matches(self, link: Link, how: str) -> bool:
        """`how`: by URL and place, as is the rule, or by one of them alone."""
        if how == BOTH:
            return self.means(link.target, link.dom_path)
        return self.names(link.target) if how == URL else self._by_place(link.dom_path)

    def means(self, url: str, dom_path: str) -> bool:
        return url in self._pages or (self._by_place(dom_path) and self._by_url(url))

    def _by_url(self, url: str) -> bool:
        known = self._known_urls.get(url)
        if known is None:
            known = self._known_urls[url] = self._urls is not None and self._urls.is_all_of(url) is True
        return known

    def _by_place(self, path: str) -> bool:
        known = self._known_places.get(path)
        if known is None:
            known = self._known_places[path] = self._places is not None and self._places.fullmatch(path) is not None
        return known
