"""Answers of search engines as sites: each page that they name once, with the query that brought it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hubwalk.discovery.queries import SIMILAR, Query, result_address
from hubwalk.discovery.search import Asker
from hubwalk.discovery.sources.source import FoundBy
from hubwalk.errors import SearchError


def sites_of_answers(source: str, asker: Asker, queries: Iterable[Query]) -> Iterator[FoundBy]:
    """The pages that the engines name, query by query; SearchError if none of them ever answered."""
    seen: set[str] = set()
    answered = False
    for query in queries:
        answers = asker.ask(query)
        answered |= bool(answers)
        for answer in answers:
            for place, result in enumerate(answer.results[: query.limit], start=1):
                url = result_address(result.url)
                if url and url not in seen:
                    seen.add(url)
                    yield FoundBy(url, source, f"{_called(query)}, result {place}")
        if not answers and asker.is_over:
            break
    if not answered and asker.is_over:
        errors = list(asker.given_up.values())
        said = "; ".join(map(str, errors)) or "none of the search engines takes words; add another --engine"
        raise SearchError(said, kind=errors[0].kind if errors else SearchError.BROKEN)


def _called(query: Query) -> str:
    return f"like {query.text.partition(':')[2]}" if query.kind == SIMILAR else f"query '{query.text}'"
