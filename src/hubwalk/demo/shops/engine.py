"""The search engine of the web of shops: one edition per language, over the part of the pages that it knows."""

from __future__ import annotations

from hubwalk.demo.shops.web import ShopWeb
from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.index_sources import indexed
from hubwalk.pages.parse import read


def make_engine(web: ShopWeb, language: str) -> LocalEngine:
    """An engine asked for pages in one language; what it knows is in coverage.py."""
    return LocalEngine.in_memory(indexed(read(web.fetch(url))) for url in web.indexed(language))
