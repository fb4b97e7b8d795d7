"""What is kept of hosts, and of how many."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

import pytest

from hubwalk.browsing import recent
from hubwalk.browsing.engine_loop import quieten
from hubwalk.browsing.lasting import LastingBrowser
from hubwalk.browsing.recent import Recent
from hubwalk.config import make_job
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoAnswer, html_answer
from hubwalk.demo.virtual_hosts import VirtualHosts


def test_what_was_not_asked_for_longest_goes() -> None:
    kept: Recent[str, int] = Recent(2)
    kept["a"], kept["b"] = 1, 2
    assert kept["a"] == 1
    kept["c"] = 3
    assert list(kept) == ["a", "c"]
    kept["a"] = 4
    kept["d"] = 5
    assert dict(kept) == {"a": 4, "d": 5}
    with pytest.raises(KeyError):
        kept["b"]


def test_what_is_missing_is_made_where_it_can_be() -> None:
    kept: Recent[str, list[int]] = Recent(1, list)
    kept["a"].append(1)
    assert kept["a"] == [1]
    assert kept["b"] == []
    assert list(kept) == ["b"]


def test_a_browser_forgets_hosts_that_it_met_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    quieten()
    monkeypatch.setattr(recent, "LEAST", 4)
    monkeypatch.setattr(recent, "_PER_REQUEST", 0)
    asked: Counter[str] = Counter()

    def respond(host: str, path: str) -> DemoAnswer:
        asked[f"{host}{path}"] += 1
        return html_answer(host)

    with serve_in_thread([VirtualHosts("hosts", respond)]) as urls:
        settings = {"resolve": [f"*.test={urlsplit(urls['hosts']).netloc}"], "delay": 0, "retries": 0, "validators": ()}
        with LastingBrowser(make_job(settings, seeks_sites=True)) as browser:
            for hosts in (["a", "b"], ["a", "b"], ["c", "d", "e", "f"], ["a"]):
                for host in hosts:
                    assert [answer.status for answer in browser.fetch_each([f"http://{host}.test/"])] == [200]
    assert asked["b.test/robots.txt"] == 1
    assert asked["a.test/robots.txt"] == 2
    assert asked["a.test/"] == 3
