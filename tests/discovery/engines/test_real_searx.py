"""The adapter against a real searx (Debian package `searx`), whose one engine asks the local index."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answering_server import Reply
from few_pages import few_pages_engine
from search_apis import Asked, SearchApi, reply

from hubwalk.discovery.engines.local import LocalEngine
from hubwalk.discovery.engines.searxng import SearxngEngine
from hubwalk.errors import SearchError
from hubwalk.testing import check_search_engine

PYTHON = "/usr/bin/python3"  # Debian's packages are for Debian's Python
PACKAGE = Path("/usr/lib/python3/dist-packages/searx")
PER_PAGE = 10
SHARED = Path("/usr/share/python3-searx")


pytestmark = pytest.mark.skipif(not PACKAGE.is_dir(), reason="searx is not installed (apt-get install searx)")


def settings(engine_url: str) -> dict[str, object]:
    """All that searx insists on, and one engine."""
    own = {
        "name": "own",
        "engine": "json_engine",
        "shortcut": "own",
        "categories": "general",
        "search_url": f"{engine_url}/?q={{query}}&page={{pageno}}",
        "results_query": "results",
        "url_query": "url",
        "title_query": "title",
        "content_query": "snippet",
        "paging": True,
        "enable_http": True,
        "timeout": 5.0,
    }
    places = {"static_path": str(SHARED / "static"), "templates_path": str(SHARED / "templates")}
    return {
        "general": {"debug": False, "instance_name": "own", "contact_url": False, "enable_stats": False},
        "brand": dict.fromkeys(("git_url", "git_branch", "issue_url", "docs_url", "public_instances", "wiki_url"), ""),
        "search": {
            "safe_search": 0,
            "autocomplete": "",
            "default_lang": "",
            "ban_time_on_fail": 0,
            "max_ban_time_on_fail": 0,
            "formats": ["html", "json"],
        },
        "server": {
            "port": 0,
            "bind_address": "127.0.0.1",
            "secret_key": "none",
            "base_url": False,
            "image_proxy": False,
            "http_protocol_version": "1.0",
            "method": "GET",
            "default_http_headers": {},
        },
        "ui": {**places, "default_theme": "oscar", "default_locale": "en", "theme_args": {"oscar_style": "logicodev"}},
        "outgoing": {"request_timeout": 5.0, "useragent_suffix": "", "pool_connections": 10, "pool_maxsize": 10},
        "locales": {"en": "English"},
        "doi_resolvers": {"none": "http://doi.test/"},
        "default_doi_resolver": "none",
        "engines": [own],
    }


def pages_of(known: LocalEngine) -> Callable[[Asked], Reply]:
    def answer(asked: Asked) -> Reply:
        start = (int(asked.get("page")) - 1) * PER_PAGE
        found = known.search(asked.get("q"), start + PER_PAGE).results[start:]
        return reply({"results": [{"url": r.url, "title": r.title, "snippet": r.snippet} for r in found]})

    return answer


@pytest.fixture(scope="module")
def index() -> Iterator[SearchApi]:
    server = SearchApi(pages_of(few_pages_engine()))
    yield server
    server.close()


@pytest.fixture(scope="module")
def searx(index: SearchApi, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a searx that was started on a free port."""
    path = tmp_path_factory.mktemp("searx") / "settings.yml"
    path.write_text(json.dumps(settings(index.url)))  # JSON is YAML
    env = {name: value for name, value in os.environ.items() if "proxy" not in name.lower() and name != "PYTHONPATH"}
    process = subprocess.Popen(
        [PYTHON, "-m", "searx.webapp"],
        env=env | {"SEARX_SETTINGS_PATH": str(path)},
        cwd=path.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield _address(process)
    finally:
        process.kill()
        process.wait(timeout=10)


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    said = []
    for line in process.stderr:  # ends if it does not start
        said.append(line)
        if found := re.search(r"Running on (http://127\.0\.0\.1:\d+)", line):
            threading.Thread(target=process.stderr.read, daemon=True).start()  # a full pipe would stop it
            return found[1]
    raise AssertionError("searx did not start: " + "".join(said)[-2000:])


@pytest.mark.timeout(60)
def test_results_come_through(searx: str) -> None:
    answer = SearxngEngine(searx).search("camera zoom", 25)
    expected = few_pages_engine().search("camera zoom", 30)
    assert {r.url for r in answer.results} <= {r.url for r in expected.results}
    assert len(answer.results) == 25
    first = {r.url: r for r in expected.results}[answer.results[0].url]
    assert (answer.results[0].title, answer.results[0].snippet) == (first.title, first.snippet)
    assert answer.hits == -1  # its engine does not say


@pytest.mark.timeout(60)
def test_it_keeps_the_contract(searx: str) -> None:
    check_search_engine(lambda: SearxngEngine(searx), "camera")


@pytest.mark.timeout(60)
def test_nothing_found_and_an_engine_that_fails_are_told_apart(searx: str, index: SearchApi) -> None:
    assert SearxngEngine(searx).search("zebra", 10).results == ()
    before = index.answer
    index.answer = lambda _: Reply(b"out of order", 500)
    try:
        with pytest.raises(SearchError, match="own"):
            SearxngEngine(searx).search("camera", 10)
    finally:
        index.answer = before
