"""A search engine on loopback that speaks the JSON of SearXNG, over the pages of test webs."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

from misbehaving import Html, Visit, Web


class SmallSearx(Html):
    """Knows pages by their words: put it at /search. With a quota it answers so many different queries, then 429."""

    def __init__(self, *webs: Web, per_host: int = 3) -> None:
        super().__init__()
        self.quota = -1
        self.queries: list[str] = []
        self._per_host = per_host
        self._words = {
            web.url + path: set(re.findall(r"\w+", answer.html.lower()))
            for web in webs
            for path, answer in web.answers.items()
        }

    def send(self, to: Visit) -> None:
        asked = parse_qs(urlsplit(to.path).query)
        query, page = asked["q"][0], int(asked.get("pageno", ["1"])[0])
        if page == 1:
            self.queries.append(query)
        if 0 <= self.quota < len(set(self.queries)):
            refusal = Html(status=429)
            refusal.reply(to, b"quota used up", "text/plain", Retry_After="86400")
            return
        found = [url for url, words in self._words.items() if set(query.lower().split()) <= words]
        shown: list[str] = []
        for url in found if page == 1 else ():
            if sum(urlsplit(known).netloc == urlsplit(url).netloc for known in shown) < self._per_host:
                shown.append(url)
        results = [{"url": url, "title": url, "content": ""} for url in shown]
        body = {"query": query, "number_of_results": len(found), "results": results, "unresponsive_engines": []}
        self.reply(to, json.dumps(body).encode(), "application/json")
