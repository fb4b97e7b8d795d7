"""The context graph of the samples: who links to them, who links to those, and so on.

Diligenti, Coetzee, Lawrence, Giles, Gori (2000): layer 0 are the samples, layer i the pages that link to a page of
layer i - 1; a page in several layers belongs to the lowest. The graphs of all samples are merged layer by layer. It is
preparation: what is fetched for it are no downloads of the crawl, and ContextLayers says how many there were.

Queries are dear, so no more is asked once a layer is full. Without backlinks there is no context graph; that is what
made this method fail in the evaluation of xCRAWL, whose search engines had too few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from hubwalk.errors import SearchError, UsageError
from hubwalk.ports import BacklinkSource
from hubwalk.strategies import options_of, takes_context
from hubwalk.strategies.context_graph import WAY_OUT, check_shape
from hubwalk.values import Page

Fetch = Callable[[Sequence[str]], Sequence[Page]]


@dataclass(frozen=True, slots=True)
class ContextLayers:
    """The pages that lead to the samples, and what it took to find them."""

    layers: tuple[tuple[Page, ...], ...]  # layer 1, 2 ...; none of them is empty
    queries: int  # backlink queries asked
    fetched: int  # pages fetched, those that failed too
    cut_short: str = ""  # why the outer layers are missing or small, if the source stopped answering


def build_layers(
    samples: Sequence[str],
    source: BacklinkSource | None,
    fetch: Fetch,
    *,
    layers: int = 2,
    per_page: int = 10,
    per_layer: int = 100,
) -> ContextLayers:
    """Ask for at most `per_page` backlinks of each page, and fetch at most `per_layer` pages of each layer.

    UsageError without a source; SearchError if it knows none of the samples, or breaks before it said anything useful.
    """
    check_shape(layers, per_page, per_layer)
    if source is None:
        raise UsageError(f"strategy context_graph has nobody to ask who links to the samples: {WAY_OUT}")
    known = set(samples)
    found: list[tuple[Page, ...]] = []
    inner: Sequence[str] = samples
    queries = fetched = 0
    cut_short = ""
    while len(found) < layers and inner and not cut_short:
        urls: dict[str, None] = {}
        try:
            for url in inner:
                queries += 1
                urls.update(dict.fromkeys(link for link in source.backlinks(url, per_page) if link not in known))
                if len(urls) >= per_layer:
                    break
        except SearchError as error:
            if not urls and not found:
                raise
            cut_short = str(error)
        asked = list(urls)[:per_layer]
        known.update(asked)
        pages = fetch(asked) if asked else ()
        fetched += len(asked)
        layer = tuple(page for page in pages if page.ok)
        if layer:
            found.append(layer)
        inner = [page.url for page in layer]
    if not found:
        raise SearchError(f"strategy context_graph: no page is known that links to one of the samples; {WAY_OUT}")
    return ContextLayers(tuple(found), queries, fetched, cut_short)


def context_for(
    strategy: str, samples: Sequence[str], source: BacklinkSource | None, fetch: Fetch
) -> ContextLayers | None:
    """The context graph that a strategy asks for with its options; None if it needs none."""
    if not takes_context(strategy):
        return None
    options = options_of(strategy)
    shape = {name: value for name in ("layers", "per_page", "per_layer") if isinstance(value := options.get(name), int)}
    return build_layers(samples, source, fetch, **shape)


class RecordedBacklinks:
    """The backlinks of a recorded site: its own links, the other way round."""

    def __init__(self, urls: Iterable[str], read: Callable[[str], Page]) -> None:
        """`read` gives the page at each of the `urls`; they are read when the first question comes."""
        self._urls = urls
        self._read = read
        self._sources: dict[str, dict[str, None]] | None = None

    def backlinks(self, url: str, limit: int) -> Sequence[str]:
        """In the order of the record."""
        if self._sources is None:
            self._sources = self._inverted()
        return list(self._sources.get(url, ()))[:limit]

    def _inverted(self) -> dict[str, dict[str, None]]:
        sources: dict[str, dict[str, None]] = {}
        for page in map(self._read, self._urls):
            for link in page.links:
                if link.target != page.url:
                    sources.setdefault(link.target, {})[page.url] = None
        return sources
