"""GetAuthorities: from tokens to queries, from their results to authorities, from these to sites.

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 4, automatic query generation. First every token is asked for
alone: its search weight is its number of hits over the highest number of hits. The combined weight is the harmonic mean
of TF-IDF and search weight; sorted by it, very general words come first and very special ones last. So queries begin in
the middle of the list and go on in both directions: all combinations of `query_length` tokens, in ascending total
distance from the middle, of two equally far tokens the heavier one first. Each query asks for the first `results`
pages. It ends when `max_iterations` queries in a row brought no new authority, or when the engine has been asked
`max_queries` times, the questions for single tokens included. GetWebsites are the homes of the authorities.

This is a machine that is told and asked: it never waits, and drivers/discovery.py does what it says.

Where we differ: tokens that the engine has never seen are dropped. An engine that does not tell its hits leaves the
order to TF-IDF alone. The results of the questions for single tokens are candidates too: they have been paid for. Where
the engines hold `by_host` indexes, each new site is asked for once (see `host_query`).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from hubwalk.discovery.found import FoundSite
from hubwalk.discovery.tokens import Token
from hubwalk.pages.scope import registered_domain
from hubwalk.pages.urls import join, may_be_html
from hubwalk.values import Page, SearchAnswer, Verdict

TOKEN, COMBINATION, HOST, BACKLINKS, SIMILAR = "token", "combination", "host", "backlinks", "similar"


@dataclass(frozen=True, slots=True)
class Query:
    """What to ask the engines for."""

    text: str
    kind: str  # token: for its hits; combination: for its results; host: for pages of one host; backlinks; similar
    limit: int  # results wanted
    page: Page | None = field(default=None, repr=False)  # of kind similar: like which page


def search_weights(hits: Sequence[int]) -> list[float]:
    """Hits over the highest number of hits."""
    highest = max(hits, default=0)
    return [count / highest if highest else 0.0 for count in hits]


def harmonic_mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one > 0 and other > 0 else 0.0


def by_combined_weight(tokens: Sequence[Token], hits: Sequence[int]) -> list[Token]:
    """The tokens with their combined weights, heaviest first. Negative hits are unknown: if all are, TF-IDF decides;
    if some are, these count as average."""
    known = [count for count in hits if count >= 0]
    if not known:
        return sorted(tokens, key=lambda token: (-token.weight, token.text))
    average = sum(known) // len(known)
    counts = [count if count >= 0 else average for count in hits]
    weighed = [
        Token(token.text, harmonic_mean(token.weight, weight))
        for token, weight in zip(tokens, search_weights(counts), strict=True)
        if weight > 0
    ]
    return sorted(weighed, key=lambda token: (-token.weight, token.text))


def from_the_middle(count: int) -> list[tuple[int, int]]:
    """(distance, place) of the places of a list of so many, from its middle outwards, the better neighbour first."""
    middle = (count - 1) // 2
    return sorted((abs(place - middle), place) for place in range(count))


def combinations(tokens: Sequence[Token], length: int) -> Iterator[tuple[Token, ...]]:
    """All combinations of `length` tokens (of all, if there are fewer), in ascending total distance from the middle.

    Best first over index tuples, so that the first few of very many combinations cost no more than they must.
    """
    order = from_the_middle(len(tokens))
    length = min(length, len(tokens))
    if not length:
        return
    first = tuple(range(length))
    heap = [(sum(order[i][0] for i in first), first)]
    seen = {first}
    while heap:
        total, chosen = heapq.heappop(heap)
        yield tuple(tokens[order[i][1]] for i in chosen)
        for at, index in enumerate(chosen):
            following = chosen[at + 1] if at + 1 < length else len(order)
            further = (*chosen[:at], index + 1, *chosen[at + 1 :])
            if index + 1 < following and further not in seen:
                seen.add(further)
                heapq.heappush(heap, (total - order[index][0] + order[index + 1][0], further))


def host_query(site: str) -> str:
    """What an index of known hosts is asked for: any pages of the site."""
    return f"site:{urlsplit(site).netloc}"


class QueryGeneration:
    """The search for authorities and their sites. `next_query` says what to ask, `answered` and `judged` take in what
    came of it."""

    def __init__(
        self,
        tokens: Sequence[Token],
        *,
        query_length: int = 3,
        max_queries: int = 60,
        max_iterations: int = 50,
        results: int = 10,
        ask_hosts: bool = False,
        by_domain: bool = False,
    ) -> None:
        """`ask_hosts`: there are indexes of hosts to ask; `by_domain`: hosts of one registered domain are one site."""
        self.tokens = list(tokens)  # sorted by combined weight once all hits are known
        self.asked = 0
        self.ending = ""  # why no more queries are made
        self.stopped = False  # by somebody else
        self._query_length = query_length
        self._max_queries = max_queries
        self._max_iterations = max_iterations
        self._results = results
        self._ask_hosts = ask_hosts
        self._by_domain = by_domain
        self._hits: list[int] = []
        self._combinations: Iterator[tuple[Token, ...]] | None = None
        self._hosts: list[str] = []  # sites that are yet to be asked for at indexes of hosts
        self._fruitless = 0
        self._candidates: set[str] = set()
        self._sites: dict[str, FoundSite] = {}
        self._authorities: set[str] = set()

    # -- asked --------------------------------------------------------------------------------------------------------

    def next_query(self) -> Query | None:
        """The next question; None when the search is over, and `ending` says why."""
        if self.ending:
            return None
        if self.asked >= self._max_queries:
            self.ending = f"max_queries of {self._max_queries} reached"
        elif self._fruitless >= self._max_iterations:
            self.ending = f"{self._fruitless} queries in a row found nothing new"
        else:
            query = self._next()
            if query is not None:
                self.asked += 1
                return query
            self.ending = "all combinations were asked for" if self.tokens else "no engine knows any of the words"
        return None

    def _next(self) -> Query | None:
        if self._hosts:
            return Query(host_query(self._hosts.pop(0)), HOST, self._results)
        if len(self._hits) < len(self.tokens) and self._combinations is None:
            return Query(self.tokens[len(self._hits)].text, TOKEN, self._results)
        if self._combinations is None:
            self.tokens = by_combined_weight(self.tokens, self._hits)
            self._combinations = combinations(self.tokens, self._query_length)
        chosen = next(self._combinations, None)
        return Query(" ".join(token.text for token in chosen), COMBINATION, self._results) if chosen else None

    def stop(self, why: str) -> None:
        """Make no more queries, though there would be some; a resumed search goes on with them."""
        if not self.ending:
            self.ending, self.stopped = why, True

    # -- told ---------------------------------------------------------------------------------------------------------

    def answered(self, query: Query, answers: Sequence[SearchAnswer]) -> list[str]:
        """Take in what the engines said; the URLs that are to be fetched and judged now, in canonical form."""
        if query.kind == TOKEN:
            self._hits.append(max((answer.hits for answer in answers), default=-1))
        found = (result_address(result.url) for answer in answers for result in answer.results[: query.limit])
        new = [url for url in dict.fromkeys(found) if url and may_be_html(url) and url not in self._candidates]
        self._candidates.update(new)
        if query.kind == COMBINATION:
            self._fruitless += 1
        return new

    def judged(self, query: str, page: Page, verdict: Verdict) -> None:
        """One candidate was fetched and judged, or a sample that was given."""
        self._candidates.update((page.requested, page.url))  # where a redirect ended need not be fetched, too
        if not page.ok:
            return
        known = self._sites.setdefault(site_key(page.url, by_domain=self._by_domain), FoundSite(home_of(page.url)))
        known.fetched += 1
        if verdict.accepted:
            self._accept(query, page.url, known)

    def revised(self, query: str, url: str, accepted: bool) -> None:
        """Of the candidate at this URL the opposite is now said."""
        known = self._sites.get(site_key(url, by_domain=self._by_domain))
        if known is not None and accepted:
            self._accept(query, url, known)
        elif known is not None and url in known.authorities:
            self._authorities.remove(url)
            known.authorities.remove(url)

    def _accept(self, query: str, url: str, known: FoundSite) -> None:
        if url in self._authorities:
            return
        self._fruitless = 0
        self._authorities.add(url)
        if not known.authorities:
            known.site = home_of(url)  # of several spellings the one where the first authority lies
            if self._ask_hosts:
                self._hosts.append(known.site)
        known.authorities.append(url)
        if query and query not in known.queries:
            known.queries.append(query)

    def sites(self, most: int = 0) -> list[FoundSite]:
        """GetWebsites: the sites with authorities, most authorities first, then the more precise; at most `most`."""
        found = [site for site in self._sites.values() if site.authorities]
        ranked = sorted(found, key=lambda site: (-len(site.authorities), -site.precision, site.site))
        return ranked[: most or None]

    @property
    def authorities(self) -> int:
        return len(self._authorities)


def result_address(url: str) -> str:
    """A result's URL in canonical form and without anybody's login; "" if it is none of the web."""
    scheme, mark, rest = join("", url).partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def home_of(url: str) -> str:
    """The home page of the host that a page lies on."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def site_key(url: str, *, by_domain: bool = False) -> str:
    """The same for all pages of a site: http or https, with www. or without; by domain also on all its hosts."""
    parts = urlsplit(url)
    return (
        registered_domain(parts.hostname or "") if by_domain else parts.netloc.rpartition("@")[2].removeprefix("www.")
    )
