"""The search engine of the demo web: it knows a part of each site, as engines do, and speaks the JSON of SearXNG.

Which pages it knows is drawn from all real pages of a site, so that targets, lists and all else are there in the
proportions of the site.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urljoin

from hubwalk.demo.chance import Scramble
from hubwalk.demo.markup import bullets, document, link
from hubwalk.demo.recorded import RecordedDemo
from hubwalk.demo.site import DemoAnswer, DemoSite, html_answer, read_visit
from hubwalk.demo.web import Domain
from hubwalk.discovery.engines.local import IndexedPage, LocalEngine
from hubwalk.discovery.index_sources import indexed
from hubwalk.pages.parse import read
from hubwalk.values import SearchAnswer

KNOWN = 150  # pages of each site
NAME = "search"
_PER_PAGE = 10
_PAGES = 20  # an engine shows so many and no more
_JSON = ("Content-Type", "application/json; charset=utf-8")


def make_engine_for(domains: Sequence[Domain], urls: Mapping[str, str], *, known: int = KNOWN) -> LocalEngine:
    """An engine over all sites and decoys of some domains; `urls` says where each of them lies, by its name."""
    sites = [site for domain in domains for site in (*domain.sites, *domain.decoys)]
    return LocalEngine.in_memory(page for site in sites for page in known_pages(site, urls[site.name], known))


def known_pages(site: DemoSite, url: str, count: int) -> Iterator[IndexedPage]:
    """The home page and `count` others, or all there are."""
    recorded = RecordedDemo(site, url)
    for path in _known_paths(site, count):
        page = read(recorded.fetch(urljoin(url, path)))
        if page.ok:
            yield indexed(page)


def _known_paths(site: DemoSite, count: int) -> list[str]:
    sections = [section for section in site.sections if section.count]
    total = sum(section.count for section in sections)
    order = Scramble(total, "known", site.name, site.seed)
    paths = {"/": None}
    for drawn in range(min(count, total)):
        number = order.code(drawn)
        for section in sections:
            if number < section.count:
                paths[section.path(number)] = None
                break
            number -= section.count
    return list(paths)


@dataclass
class SearchSite:
    """What the server serves beside the sites. Where these lie is known only once all of them listen, so it is told
    its engine afterwards."""

    engine: LocalEngine | None = None
    name: str = NAME

    def respond(self, path_and_query: str, headers: Mapping[str, str] | None = None) -> DemoAnswer:  # noqa: ARG002
        """Answers /search?q=...&format=json&pageno=2; without `format`, for people."""
        visit = read_visit(path_and_query)
        if self.engine is None:
            return html_answer("<h1>Not ready yet</h1>", status=503)
        if visit.path == "/robots.txt":
            return DemoAnswer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /search\n")
        if visit.path not in ("/", "/search"):
            return html_answer("<h1>Not found</h1>", status=404)
        query, number = visit.query.get("q", "").strip(), visit.query.get("pageno", "1")
        page = int(number) if number.isdecimal() and len(number) < 4 else 0
        if visit.query.get("format") == "json":
            if not query or not page:
                return DemoAnswer(400, (_JSON,), b'{"error": "q is missing, or pageno is no number from 1 on"}')
            return DemoAnswer(200, (_JSON,), json.dumps(self._json(self.engine, query, page)).encode())
        answer = self.engine.search(query, _PER_PAGE) if query else SearchAnswer("", 0)
        return html_answer(_for_people(answer))

    @staticmethod
    def _json(engine: LocalEngine, query: str, page: int) -> dict[str, object]:
        answer = engine.search(query, _PER_PAGE * page) if page <= _PAGES else SearchAnswer(query, 0)
        results = [
            {"url": result.url, "title": result.title, "content": result.snippet, "engine": "demo"}
            for result in answer.results[_PER_PAGE * (page - 1) :]
        ]
        return {
            "query": query,
            "number_of_results": answer.hits,
            "results": results,
            "answers": [],
            "corrections": [],
            "infoboxes": [],
            "suggestions": [],
            "unresponsive_engines": [],
        }


def _for_people(answer: SearchAnswer) -> str:
    rows = bullets(f"{link(found.url, found.title)}<p>{escape(found.snippet)}</p>" for found in answer.results)
    form = f'<form action="/search"><input name="q" value="{escape(answer.query)}"><button>Search</button></form>\n'
    told = f"<p>{answer.hits} pages</p>\n" if answer.query else ""
    return document(title="Search the demo web", style="", body_html=f"<h1>Search</h1>\n{form}{told}{rows}")
