"""A shop on a test web that can grow, lose pages, change class names and addresses; and the log of a crawl of it.

Lists have several pages. Every page has an ETag, and who brings it back is told 304 without a body.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from pathlib import Path

from misbehaving import Html, Visit, Web

from hubwalk.pages.parse import read
from hubwalk.pages.scope import Scope
from hubwalk.recipes.learning import learn
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.recipe_file import write_recipe
from hubwalk.values import Choice, Observation, Response, Site, Verdict


@dataclass
class GrowingShop:
    """Brands with products, in lists of `per_list`; newest products first, as they stand in `brands`."""

    web: Web
    brands: dict[str, list[str]]
    per_list: int = 50
    prefix: str = ""  # of class names
    folder: str = "product"  # of the products' addresses
    lists: str = "brand"  # of the lists' addresses
    etags: bool = True
    head: str = ""  # of every page
    text: dict[str, str] = field(default_factory=dict)  # of single products
    dead: set[str] = field(default_factory=set)  # products that are listed and not there
    unlisted: set[str] = field(default_factory=set)  # products that are there and not listed

    def __post_init__(self) -> None:
        self.web.fallback = self.answer

    def products(self) -> set[str]:
        return {f"{self.web.url}/{self.folder}/{name}.html" for names in self.brands.values() for name in names}

    def hubs(self) -> list[str]:
        """Paths of the pages that a crawler who knows the way must see."""
        lists = [
            f"/{self.lists}/{brand}" + (f"?page={n}" if n > 1 else "")
            for brand, names in self.brands.items()
            for n in range(1, max(1, -(-len(names) // self.per_list)) + 1)
        ]
        return ["/", "/brands", *lists]

    def html(self, path: str) -> str | None:
        """The page at a path; None: there is none."""
        address, _, query = path.partition("?")
        parts = address.strip("/").split("/")
        if path == "/":
            body = self._links("featured", [f"/{self.folder}/{names[0]}.html" for names in self.brands.values()][:3])
        elif path == "/brands":
            body = self._links("brands", [f"/{self.lists}/{brand}" for brand in self.brands])
        elif path == "/about":
            body = "<p>About us"
        elif parts[0] == self.lists and parts[1:2] and parts[1] in self.brands:
            body = self._list(parts[1], int(query.partition("=")[2] or 1))
        elif parts[0] == self.folder and self._is_there(name := parts[-1].removesuffix(".html")):
            body = f"<h1>{name}</h1><p>{self.text.get(name, f'All about {name}')}</p>"
        else:
            return None
        menu = self._links("menu", ["/", "/brands", "/about"])
        title = f"<title>{parts[-1] or 'shop'}</title>"
        return (
            f"<html><head>{title}{self.head}</head><body>{menu}<div class={self.prefix}main>{body}</div></body></html>"
        )

    def _is_there(self, name: str) -> bool:
        listed = any(name in some for some in self.brands.values())
        return name in self.unlisted or (listed and name not in self.dead)

    def _list(self, brand: str, number: int) -> str:
        names = self.brands[brand]
        some = names[(number - 1) * self.per_list : number * self.per_list]
        rows = self._links("products", [f"/{self.folder}/{name}.html" for name in some])
        further = number * self.per_list < len(names)
        address = f"/{self.lists}/{brand}?page={number + 1}"
        return rows + (f'<p class={self.prefix}pager><a href="{address}">next</a>' if further else "")

    def _links(self, name: str, paths: list[str]) -> str:
        items = "".join(f'<li><a href="{path}">{path}</a>' for path in paths)
        return f"<ul class={self.prefix}{name}>{items}</ul>"

    def etag(self, path: str) -> str:
        return '"' + hashlib.blake2b((self.html(path) or "").encode(), digest_size=8).hexdigest() + '"'

    def answer(self, path: str) -> Html | None:
        html = self.html(path)
        return None if html is None else _Tagged(html, self.etag(path) if self.etags else "")

    def crawled(self, db: Path, recipe: Path | None = None, **job: object) -> None:
        """Write the log of a crawl that has fetched everything, and the recipe learned from it."""
        entry = f"{self.web.url}/"
        seen = [self._observation(path) for path in (*self.hubs(), "/about")]
        seen += [self._observation(url.removeprefix(self.web.url)) for url in sorted(self.products())]
        settings = {"sites": [entry], "validators": [r"url:\.html$"], "delay": 0, "timeout": 5, "retries": 0}
        with SqliteCrawlLog.create(db, {**settings, **job}) as log, log.transaction() as rows:
            rows.execute("INSERT INTO site (url, state) VALUES (?, 'done')", (entry,))
        with SqliteCrawlLog.open(db, write=True) as log:
            for one in seen:
                log.append(one)
        if recipe is not None:
            accepted = {one.page.url for one in seen if one.verdict.accepted}
            write_recipe(recipe, learn((one.page for one in seen), accepted, entry))

    def _observation(self, path: str) -> Observation:
        url = f"{self.web.url}{path}"
        headers = [("Content-Type", "text/html; charset=utf-8")]
        headers += [("ETag", self.etag(path))] if self.etags else []
        response = Response(url, url, 200, (self.html(path) or "").encode(), tuple(headers))
        page, scope = read(response), Scope(Site(f"{self.web.url}/"))
        assert all(scope.own(link.target) for link in page.links)
        wanted = f"/{self.folder}/" in url
        return Observation(
            f"{self.web.url}/", Choice(url, "breadth"), page, Verdict(wanted), fetched_at=time.time(), response=response
        )


class _Tagged(Html):
    """Says 304 to who brings the ETag back."""

    def __init__(self, html: str, etag: str) -> None:
        super().__init__(html)
        self.etag = etag

    def send(self, to: Visit) -> None:
        if self.etag and to.headers.get("If-None-Match") == self.etag:
            to.send_response(304)
            to.send_header("ETag", self.etag)
            to.end_headers()
        else:
            more = {"ETag": self.etag} if self.etag else {}
            self.reply(to, self.html.encode(), "text/html; charset=utf-8", **more)


def stocked(web: Web, sizes: dict[str, int], **more: object) -> GrowingShop:
    """A shop with so many products per brand."""
    brands = {brand: [f"{brand}-{n}" for n in range(100, 100 + size)] for brand, size in sizes.items()}
    return GrowingShop(web, brands, **more)  # type: ignore[arg-type]
