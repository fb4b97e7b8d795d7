"""The museum of the demo web, which scripts hide from plain HTTP, crawled by the command as a user calls it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from running import hubwalk

from hubwalk.demo.instruments import Instruments
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import MIN_SIZE
from hubwalk.store import renderings
from hubwalk.store.crawl_log import SqliteCrawlLog

pytest_plugins = ["browsers"]

PATIENCE = 600  # seconds for a crawl; a minute will do where nothing else runs


@dataclass(frozen=True)
class Crawled:
    """What a crawl brought home."""

    accepted: Counter[str]  # the target that a page shows, "" for a page that is none
    looked: set[str]  # paths of real pages that the browser saw
    hidden: dict[str, int]  # targets that were not found, by technique
    methods: set[str]


@dataclass(frozen=True)
class Museum:
    """The site, served."""

    site: Instruments
    url: str
    methods: list[str]  # of all requests
    folder: Path

    def crawl(self, browser: str) -> Crawled:
        self.methods.clear()
        likes = [word for path in self.site.samples(3) for word in ("--like", urljoin(self.url, path))]
        # As many pages as there are: all of them can be had, but no crawl may spend itself on the ways without end.
        limits = ["--max-pages", self.site.page_count, "--timeout", 3, "--probe-time", 8, "--retries", 0]
        options = ["--browser", browser, "--delay", 0, "-q", "-o", f"{browser}.jsonl"]
        ran = hubwalk("find", self.url, *likes, *limits, *options, cwd=self.folder, timeout=PATIENCE)
        assert ran.code == 0, ran.err
        lines = (self.folder / f"{browser}.jsonl").read_text("utf-8").splitlines()
        accepted = Counter(self.site.target_of(path_of(json.loads(line)["url"])) for line in lines)
        hidden = Counter(self.site.way_to(path).technique for path in self.site.targets() if path not in accepted)
        return Crawled(accepted, self.looked(f"{browser}.db"), dict(hidden), set(self.methods))

    def looked(self, name: str) -> set[str]:
        real = set(self.site.pages())
        with SqliteCrawlLog.open(self.folder / name) as log:
            looks = renderings.read(log, site=self.url)
        return {path_of(url) for url, look in looks.items() if look.looked} & real


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@pytest.fixture
def museum(tmp_path: Path) -> Iterator[Museum]:
    site, methods = Instruments(MIN_SIZE), list[str]()
    with serve_in_thread([site], heard=lambda _site, method, _path: methods.append(method)) as urls:
        yield Museum(site, urls[site.name], methods, tmp_path)


def test_plain_http_finds_less_than_a_third(museum: Museum) -> None:
    plain = museum.crawl("http")
    found = set(plain.accepted) - {""}
    assert 0 < len(found) < 0.3 * museum.site.target_count
    assert plain.looked == set()
    samples = set(museum.site.samples(3))
    assert {museum.site.way_to(path).technique for path in found - samples} == {"links"}


@pytest.mark.timeout(2 * PATIENCE + 20)
def test_a_browser_finds_all_and_auto_asks_it_half_as_often(museum: Museum, browser_choice: Any) -> None:
    everywhere, where_it_pays = museum.crawl("headless"), museum.crawl("auto")
    for crawled in (everywhere, where_it_pays):
        assert crawled.hidden == {}
        assert set(crawled.accepted) == set(museum.site.targets())  # and nothing else
        assert max(crawled.accepted.values()) == 1
        assert crawled.methods <= {"GET", "HEAD"}
    assert 0 < len(where_it_pays.looked) <= len(everywhere.looked) / 2
