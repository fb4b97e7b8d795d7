"""`hubwalk find --strategy context_graph`: backlinks come from an engine that tells them, here the local index."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from misbehaving import Web
from running import Ran, hubwalk, start
from shop import stock
from test_find_sites_interrupted import Held, until

pytest_plugins = ["web_fixtures"]


def find(web: Web, tmp_path: Path, *options: object) -> Ran:
    like = ("--like", f"{web.url}/item/3", "--like", f"{web.url}/item/17")
    return hubwalk("find", web.url, *like, "--validator", "url:/item", "--delay", 0, *options, cwd=tmp_path)


@pytest.fixture
def shop(web: Web, tmp_path: Path) -> Web:
    """A shop, and an index of all its pages."""
    stock(web, 20)
    assert find(web, tmp_path, "--strategy", "breadth_first", "-q", "-o", "all.jsonl").code == 0
    assert hubwalk("search-index", "build", "--index", "index", "all.db", cwd=tmp_path).code == 0
    return web


def test_the_context_comes_from_the_local_index(shop: Web, tmp_path: Path) -> None:
    options = ("--strategy", "context_graph", "--engine", "local:index", "-o", "items.jsonl")
    ran = find(shop, tmp_path, *options, "--max-pages", 40)
    assert ran.code == 0, ran.err
    queries = hubwalk("export", "items.db", "--what", "queries", cwd=tmp_path)
    assert f"link:{shop.url}/item/3" in queries.out
    before = len(shop.requests)
    again = hubwalk("resume", "items.db", "--max-pages", 1000, cwd=tmp_path)
    assert again.code == 0, again.err
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 60
    fetched = [path for path in shop.requests[before:] if path != "/robots.txt"]
    assert len(fetched) == len(set(fetched))  # the pages of the context come from the log
    assert hubwalk("export", "items.db", "--what", "queries", cwd=tmp_path).out == queries.out


def test_without_backlinks_it_says_so(web: Web, tmp_path: Path) -> None:
    stock(web, 20)
    ran = find(web, tmp_path, "--strategy", "context_graph", "--engine", "searxng:http://127.0.0.1:9", "-o", "x.jsonl")
    assert ran.code == 2
    assert "nobody to ask who links to the samples" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_an_index_that_does_not_know_the_site_says_so(shop: Web, other_web: Web, tmp_path: Path) -> None:
    stock(other_web, 20)
    options = ("--strategy", "context_graph", "--engine", "local:index", "--max-pages", 10, "-o")
    ran = find(other_web, tmp_path, *options, "x.jsonl")
    assert ran.code == 2
    assert "no page is known that links to one of the samples" in ran.err
    both = find(shop, tmp_path, other_web.url, *options, "y.jsonl")
    assert both.code == 3, both.err
    assert f"{other_web.url}/ is left out" in both.err
    assert (tmp_path / "y.jsonl").read_text()


def test_interrupted_while_the_context_is_read(shop: Web, tmp_path: Path) -> None:
    held = {path: Held(answer) for path, answer in shop.answers.items() if "/item" not in path and "robots" not in path}
    shop.answers.update(held)
    like = ("--like", f"{shop.url}/item/3", "--validator", "url:/item", "--delay", 0)
    options = ("--strategy", "context_graph", "--engine", "local:index", "-o", "items.jsonl")
    process = start("find", shop.url, *like, *options, cwd=tmp_path)
    until(lambda: any(page.visits for page in held.values()))
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=30)
    for page in held.values():
        page.waits = False
    assert process.returncode == 130
    assert "`hubwalk resume items.db` goes on" in err
    assert hubwalk("resume", "items.db", "-q", cwd=tmp_path).code == 0
    assert len((tmp_path / "items.jsonl").read_text().splitlines()) == 60
