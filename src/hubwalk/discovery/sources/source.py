"""Where sites come from: the port of a source, what it yields, and what it is given to work with.

The three versions of the CROSSMARC crawler (Stamatakis, Karkaletsis, Paliouras, Horlock, Grover, Curran, Dingare 2003,
section 3) are sources: a branch of a directory (V1), queries from an ontology (V2), pages like the samples (V3). A
source is lazy: whoever takes ten sites of it pays for ten. Pages are fetched by the function that it is handed, in
batches, search engines are asked through an Asker, so that rate, budget and memory are the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hubwalk.discovery.search import Asker
from hubwalk.validators.ontology import Ontology
from hubwalk.values import Page, Response

Fetch = Callable[[Sequence[str]], Iterable[Response]]  # in any order, `requested` tells which

MAX_PAGES = 500  # of a directory; the largest branches take a few hundred
MAX_QUERIES = 200
RESULTS = 20  # of a query


@dataclass(frozen=True, slots=True)
class FoundBy:
    """A site as one source found it."""

    url: str  # as it was found, canonical: the home page or any other page of the site
    source: str  # SiteSource.name
    how: str  # one line for a person: 'listed on http://dir.example/Computers/ as "Acme Laptops"'


@runtime_checkable
class SiteSource(Protocol):
    """Knows sites that may be worth a look."""

    @property
    def name(self) -> str:
        """The spec that makes it again, as `make_source` takes it and the crawl log names it."""
        ...

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        """The sites, the first found first, no URL twice; the same again for the same answers. UsageError if the source
        has nothing by that name, and before the first site if there cannot be one. Ends quietly at its limits."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """What sources are made of, beside their spec; each takes what it needs and says what is missing."""

    asker: Asker | None = None  # V2, V3
    ontology: Ontology | None = None  # V2
    keywords: tuple[str, ...] = ()  # V2: general words, beside those of the ontology
    samples: tuple[Page, ...] = ()  # V3
    languages: tuple[str, ...] = ()  # V2: two-letter codes; none: all that the ontology speaks
    max_pages: int = MAX_PAGES  # fetched by one source; V1
    max_queries: int = MAX_QUERIES  # made by one source, however many engines are asked; V2, V3
    results: int = RESULTS  # wanted of each query; V2, V3
    symbolic: bool = False  # V1: follow links marked with @, which lead to other branches
    on_notice: Callable[[str], None] = lambda _: None  # limits that were reached, pages that could not be read
