"""A made-up shop that can grow, lose pages, change its class names and its addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hubwalk.pages.parse import parse
from hubwalk.values import Page

ENTRY = "http://shop.test/"
PER_LIST = 10


@dataclass(frozen=True, slots=True)
class Shop:
    """Brands with numbered products in lists of ten, featured products on the entry page, and much that nobody wants.
    Products link to related ones, as shops do."""

    brands: dict[str, tuple[int, ...]]
    articles: int = 30
    prefix: str = ""  # of class names
    address: Callable[[str], str] = str  # path -> path

    def pages(self) -> dict[str, Page]:
        found = {"": self._entry(), "brands": self._brands(), "news": self._news()}
        for brand, products in self.brands.items():
            lists = [products[n : n + PER_LIST] for n in range(0, len(products), PER_LIST)] or [()]
            for number, some in enumerate(lists, 1):
                more = f"brand/{brand}?page={number + 1}" if number < len(lists) else ""
                found[_list(brand, number)] = self._list(brand, some, more)
            for n, product in enumerate(products):
                related = [products[(n + step) % len(products)] for step in (1, 2)]
                found[_product(brand, product)] = f"<h1>{brand} {product}</h1>" + self._links(
                    "related", [_product(brand, other) for other in related]
                )
        for number in range(self.articles):
            found[f"news/{number}"] = self._links("more", [f"news/{(number + 1) % self.articles}"])
        return {self.url(path): self._page(path, body) for path, body in found.items()}

    def targets(self) -> set[str]:
        return {self.url(_product(brand, product)) for brand, some in self.brands.items() for product in some}

    def url(self, path: str) -> str:
        return ENTRY + (self.address(path) if path else "")

    def _entry(self) -> str:
        featured = [_product(brand, products[0]) for brand, products in self.brands.items() if products]
        return self._links("featured", featured[:3])

    def _brands(self) -> str:
        return self._links("brands", [_list(brand, 1) for brand in self.brands])

    def _news(self) -> str:
        return self._links("news", [f"news/{number}" for number in range(self.articles)])

    def _list(self, brand: str, products: tuple[int, ...], more: str) -> str:
        rows = self._links("products", [_product(brand, product) for product in products])
        return rows + (f'<p class={self.prefix}pager><a href="{self.url(more)}">next</a>' if more else "")

    def _links(self, name: str, paths: list[str]) -> str:
        items = "".join(f'<li><a href="{self.url(path)}">{path}</a>' for path in paths)
        return f"<ul class={self.prefix}{name}>{items}</ul>"

    def _page(self, path: str, body: str) -> Page:
        menu = self._links("menu", ["", "brands", "news"])
        return parse(f"<html><body>{menu}<div class={self.prefix}main>{body}</div></body></html>", self.url(path))


def _list(brand: str, number: int) -> str:
    return f"brand/{brand}" + (f"?page={number}" if number > 1 else "")


def _product(brand: str, product: int) -> str:
    return f"product/{brand}-{product}.html"


def shop() -> Shop:
    """Six brands with different numbers of products."""
    sizes = {"acme": 43, "bolt": 7, "cord": 25, "dune": 31, "echo": 10, "flux": 12}
    return Shop({brand: tuple(range(100, 100 + size)) for brand, size in sizes.items()})


def grown(before: Shop) -> Shop:
    """The shop with new products at the top of the lists and a new brand."""
    brands = {brand: (*range(200, 203), *products) for brand, products in before.brands.items()}
    return replace(before, brands={**brands, "gale": tuple(range(300, 315))})


def shrunk(before: Shop) -> Shop:
    """The shop without every third product, and without one brand."""
    return replace(
        before,
        brands={
            brand: tuple(product for n, product in enumerate(products) if n % 3)
            for brand, products in before.brands.items()
            if brand != "bolt"
        },
    )
