"""What `hubwalk demo serve --shops` puts on two ports, and what it says of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from hubwalk.demo.search_engine import SearchSite
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.serving import Requests, write_json
from hubwalk.demo.shops.engine import make_engine
from hubwalk.demo.shops.lexicon import LANGUAGES
from hubwalk.demo.shops.site_kinds import GENERAL, NARROW
from hubwalk.demo.shops.web import ShopWeb
from hubwalk.demo.virtual_hosts import VirtualHosts

NAME = "shops"
_PATTERN = "*.test"


@contextmanager
def serve_shops(
    web: ShopWeb, *, port: int = 0, ready_file: Path | None = None, requests: Requests | None = None
) -> Iterator[str]:
    """Serve all hosts of the web on one port, its search engine on the next; yields what to tell the user."""
    search = SearchSite()
    with serve_in_thread([VirtualHosts(NAME, web.respond), search], port, requests.hear if requests else None) as urls:
        search.engine = make_engine(web, *LANGUAGES)
        resolve = f"{_PATTERN}={urlsplit(urls[NAME]).netloc}"
        ready = {"url": urls[NAME], "resolve": resolve, "directory": web.branch("en", "")}
        write_json(ready_file, {NAME: ready, search.name: {"url": urls[search.name]}})
        fit = sum(site.fit for site in web.sites())
        shops = f"hubwalk demo shops --count {web.count} --seed {web.seed}"
        yield "\n".join(
            [
                f"{web.count} sites on {urls[NAME]}, {fit} of them offer laptops: `{shops}` names them",
                f"directory  {web.branch('en', GENERAL)}",
                f"           {web.branch('en', NARROW)}",
                f"search     {urls[search.name]}  {search.engine.pages} pages known",
                f"reach them with  --resolve '{resolve}'",
                f"{shops} -o shops",
                f"hubwalk sites --source directory:{web.branch('en', GENERAL)} --source queries:pairs "
                "--source queries:values:Screen --ontology shops/laptops.toml --like shops/offers "
                f"--unlike shops/near-misses --validator text --engine searxng:{urls[search.name]} "
                f"--resolve '{resolve}' --delay 0 -o sites.jsonl",
            ]
        )
