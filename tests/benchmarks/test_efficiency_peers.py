"""Other crawlers on a served recording: what they fetch is counted by the server."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import urllib.request
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from recorded_folders import CAMERAS, NEWS, PRINTERS, record_shops

from hubwalk.errors import HubwalkError
from hubwalk.evaluation.validating_sites import read_manifest
from hubwalk.values import Page

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PAGES = 1 + 2 + CAMERAS + PRINTERS + NEWS  # that links lead to


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    return importlib.import_module("efficiency_peers")


@pytest.fixture
def bench(peers: ModuleType, tmp_path: Path) -> Any:
    site = read_manifest(record_shops(tmp_path))[0]
    return peers.Bench(site, "camera", opaque=False)


def named(peers: ModuleType, name: str) -> Any:
    return next(peer for peer in peers.PEERS if peer.name == name)


@pytest.mark.parametrize("name", ["scrapy", "scrapy breadth-first", "crawl4ai best-first", "trafilatura"])
def test_a_peer_fetches_the_whole_site(peers: ModuleType, bench: Any, tmp_path: Path, name: str) -> None:
    peer = named(peers, name)
    if importlib.util.find_spec(peer.package) is None:
        pytest.skip(f"{peer.package} is not installed here; benchmarks/efficiency.py --peers installs it elsewhere")
    samples = ["http://alpha.test/c00"]
    served, ended = peers.crawl(peer, Path(sys.executable), bench, samples, home=tmp_path, seconds=60)
    assert ended
    assert len(set(served.log)) == PAGES
    assert served.log.index("http://alpha.test/c00") < served.log.index("http://alpha.test/c09")
    assert served.found(bench.recorded.targets)[-1] == CAMERAS
    assert bench.recorded.entry in served.log


def test_a_peer_that_takes_too_long_is_counted_by_what_it_got(peers: ModuleType, bench: Any, tmp_path: Path) -> None:
    served, ended = peers.crawl(named(peers, "scrapy"), Path(sys.executable), bench, [], home=tmp_path, seconds=0.01)
    assert (served.log, ended) == ([], False)


def test_a_peer_that_breaks_says_why(peers: ModuleType, bench: Any, tmp_path: Path) -> None:
    broken = peers.Peer("broken", "no_such_program.py", "scrapy")
    with pytest.raises(HubwalkError, match=r"broken ended with code 2: .*no_such_program"):
        peers.crawl(broken, Path(sys.executable), bench, [], home=tmp_path, seconds=60)


def test_the_log_has_dead_links_and_repetitions_but_no_robots(peers: ModuleType, bench: Any) -> None:
    served = importlib.import_module("efficiency_server").ServedRecording(bench.recorded)
    with served.serving() as where:
        here = where.replace("alpha.test", "127.0.0.1")
        for path in ("robots.txt", "", "c00", "c00#top", "c01"):
            try:
                urllib.request.urlopen(f"{here}{path}").read()
            except urllib.error.HTTPError as error:
                assert (path, error.code) == ("robots.txt", 404)
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{here}nothing")
        assert where.encode() + b"cameras" in urllib.request.urlopen(here).read()  # links lead to the server
    assert [url.removeprefix("http://alpha.test/") for url in served.log] == ["", "c00", "c00", "c01", "nothing", ""]
    assert served.found(bench.recorded.targets) == [0, 1, 1, 2, 2, 2]


def test_keywords_are_words_that_the_samples_share(peers: ModuleType) -> None:
    samples = [
        Page(f"http://a.test/cameras/{name}.html", "", html=f"<p>The zoom of {name} has a strong shutter and a lens")
        for name in ("ixus", "lumix", "coolpix")
    ]
    words = peers.keywords(samples)
    assert words[0] == "cameras"
    assert {"zoom", "shutter", "lens"} <= set(words)
    assert not {"the", "html", "ixus"} & set(words)
    assert len(peers.keywords(samples, most=2)) == 2


def test_one_setup_per_kind_of_urls_for_the_peers(peers: ModuleType) -> None:
    setup = importlib.import_module("efficiency_plan").Setup
    every = [setup(u, p, n) for u in ("natural", "opaque") for p in ("site", "elsewhere") for n in (1, 3, 10)]
    assert peers.peer_setups(every) == [setup("natural", "site", 3), setup("opaque", "site", 3)]
    assert peers.peer_setups([setup("natural", "site", 10)]) == [setup("natural", "site", 10)]
    assert peers.peer_setups([setup("natural", "elsewhere", 3)]) == []
