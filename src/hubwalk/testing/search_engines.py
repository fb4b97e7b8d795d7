"""What every search engine must keep to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hubwalk.errors import SearchError
from hubwalk.ports import SearchEngine
from hubwalk.values import SearchAnswer, SearchResult

_KINDS = {SearchError.QUOTA, SearchError.BUSY, SearchError.KEY, SearchError.BROKEN}
_ODD = ('"', "'", "a AND (b OR", "-", "site:", "+*?:[]{}^~\\/", "%s%00&q=1#", "\u202e\ud83d\ude00 ñ 価格", "word " * 60)


def check_search_engine(make: Callable[[], SearchEngine], query: str, secrets: Sequence[str] = ()) -> None:
    """AssertionError if what `make()` builds breaks the contract of `ports.SearchEngine`.

    `query` is one to which it has at least two results. `secrets` are keys that nobody may get to see.
    """
    engine = make()
    _check_words("its name", engine.name, secrets)
    _check_words("its repr", repr(engine), secrets)
    assert make().name == engine.name, f"the same engine has two names: {engine.name}, {make().name}"
    assert isinstance(getattr(engine, "by_host", False), bool), "by_host is neither True nor False"
    pace = getattr(engine, "per_minute", 0.0)
    assert isinstance(pace, int | float) and pace >= 0, f"per_minute is {pace!r}, not a number of queries"
    many = _search(engine, query, 50)
    assert len(many.results) >= 2, f"'{query}': {len(many.results)} results, expected two at least"
    urls = [result.url for result in many.results]
    assert len(set(urls)) == len(urls), f"'{query}': the same URL twice: {max(urls, key=urls.count)}"
    assert many.hits != 0, f"'{query}': results, but no hits"
    for limit in (0, 1, 2):
        few = _search(engine, query, limit)
        assert len(few.results) == limit, f"'{query}': {len(few.results)} results with limit {limit}"
    site = " ".join(word for word in query.split() if word.startswith("site:"))
    nothing = _search(engine, f"zqxjkvwpf4a6f7c {site}".strip(), 10)
    assert not nothing.results, f"results for a word that no page has: {nothing.results[0]}"
    assert nothing.hits <= 0, f"{nothing.hits} hits for a word that no page has"
    assert not _search(engine, "", 10).results, "results for an empty query"
    for odd in _ODD:
        try:
            _search(engine, f"{odd} {site}".strip(), 10)
        except SearchError as error:
            _check_error(odd, error, secrets)


def _search(engine: SearchEngine, query: str, limit: int) -> SearchAnswer:
    try:
        answer = engine.search(query, limit)
    except SearchError:
        raise
    except Exception as error:
        raise AssertionError(f"'{query}': raised {type(error).__name__}: {error}; expected a SearchError") from error
    assert isinstance(answer, SearchAnswer), f"'{query}': answered {type(answer).__name__}, not a SearchAnswer"
    assert answer.query == query, f"'{query}': the answer is to '{answer.query}'"
    assert isinstance(answer.hits, int) and answer.hits >= -1, f"'{query}': hits are {answer.hits!r}"
    assert len(answer.results) <= limit, f"'{query}': {len(answer.results)} results with limit {limit}"
    for result in answer.results:
        assert isinstance(result, SearchResult), f"'{query}': a result is {type(result).__name__}"
        assert "://" in result.url, f"'{query}': a result without an address: {result}"
        assert isinstance(result.title, str) and isinstance(result.snippet, str), f"'{query}': no text: {result}"
    return answer


def _check_error(query: str, error: SearchError, secrets: Sequence[str]) -> None:
    assert error.kind in _KINDS, f"'{query}': an error of the kind {error.kind!r}"
    assert error.retry_after >= 0, f"'{query}': retry_after is {error.retry_after}"
    _check_words(f"'{query}': the error", str(error), secrets)


def _check_words(what: str, text: str, secrets: Sequence[str]) -> None:
    assert isinstance(text, str) and text.strip(), f"{what} is empty"
    assert "\n" not in text, f"{what} has several lines: {text!r}"
    assert not any(secret in text for secret in secrets), f"{what} tells a key"
