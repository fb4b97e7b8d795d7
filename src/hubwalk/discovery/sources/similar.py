"""V3: sites of pages that are like the samples.

CROSSMARC (Stamatakis et al. 2003, section 3) asks Google for the pages "similar" to each of a set of seed pages. Where
an engine can do that itself (`similar(page, limit)`: the local index has more-like-this), it is asked so; engines that
only take words are asked for the words of the page: its heaviest tokens by TF-IDF (tokens.py), combined as xCRAWL does
it (queries.py). The samples take turns, so that a budget treats them alike; samples themselves are no finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from hubwalk.discovery.queries import COMBINATION, SIMILAR, Query, combinations
from hubwalk.discovery.search import Asker
from hubwalk.discovery.sources.results import sites_of_answers
from hubwalk.discovery.sources.source import Fetch, FoundBy, Given
from hubwalk.discovery.tokens import get_tokens
from hubwalk.errors import UsageError
from hubwalk.pages.languages import languages_of, stop_words
from hubwalk.pages.words import own_text
from hubwalk.values import Page

_TOKENS = 7  # of a page; what is lighter names no kind
_LENGTH = 3  # tokens in a query
_PER_PAGE = 5  # queries for a page where no engine has "similar"


class Similar:
    """A source of sites with pages like the samples."""

    name = "similar"

    def __init__(self, samples: Sequence[Page], asker: Asker, *, results: int, max_queries: int = 0) -> None:
        self._samples = list(samples)
        self._asker = asker
        self._results = results
        self._max_queries = max_queries

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:  # noqa: ARG002
        given = {url for sample in self._samples for url in (sample.url, sample.requested)}
        queries = islice(self._queries(), self._max_queries or None)
        return (found for found in sites_of_answers(self.name, self._asker, queries) if found.url not in given)

    def _queries(self) -> Iterator[Query]:
        if self._asker.knows_similar:
            for sample in self._samples:
                yield Query(f"similar:{sample.url}", SIMILAR, self._results, sample)
        if self._asker.only_similar:
            return
        rows = [word_queries(sample) for sample in self._samples]
        seen: set[str] = set()
        for text in (text for column in zip_longest(*rows) for text in column if text):
            if text not in seen:
                seen.add(text)
                yield Query(text, COMBINATION, self._results)


def word_queries(page: Page) -> list[str]:
    """What to ask an engine for that only takes words, to find pages like this one."""
    text = own_text(page.html)
    silent = {word for language in languages_of([text]) for word in stop_words(language)}
    tokens = get_tokens([text], silent, most=_TOKENS)
    return [" ".join(token.text for token in chosen) for chosen in islice(combinations(tokens, _LENGTH), _PER_PAGE)]


def make_similar(argument: str, given: Given) -> Similar:
    """The source `similar`; UsageError without samples or engines."""
    if argument:
        raise UsageError(f"source similar:{argument}: takes nothing after the colon; samples are given with --like")
    if not given.samples:
        raise UsageError("source similar: like what? Give sample pages with --like")
    if given.asker is None:
        raise UsageError("source similar: no search engine to ask; add --engine")
    return Similar(given.samples, given.asker, results=given.results, max_queries=given.max_queries)
