"""The search engine of the web of shops, over the part of the pages that it knows."""

from __future__ import annotations

from hubwalk.demo.shops.web import ShopWeb
from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.index_sources import indexed
from hubwalk.pages.parse import read


def make_engine(web: ShopWeb, *languages: str) -> LocalEngine:
    """An engine for pages in these languages; what it knows is in coverage.py."""
    urls = (url for language in languages for url in web.indexed(language))
    return LocalEngine.in_memory(indexed(read(web.fetch(url))) for url in urls)
