"""The code on docs/strategies.md, docs/crawl-log.md and docs/cli.md is run as it stands there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from doc_reading import ROOT, blocks

from hubwalk.drivers.replay import replay
from hubwalk.evaluation.validating import ORACLE, Measured, Plan, measure_site
from hubwalk.evaluation.validating_sites import read_manifest
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.strategies import STRATEGIES
from hubwalk.validators import close_validator, make_validator
from hubwalk.values import Choice, Link, Observation, Page, Response, Site, Verdict

STRATEGY, STRATEGY_CHECK, PROGRAM, CALLABLE, VALIDATOR_CHECK = blocks(
    (ROOT / "docs" / "strategies.md").read_text("utf-8"), "python"
)
(UNPACK,) = blocks((ROOT / "docs" / "crawl-log.md").read_text("utf-8"), "python")


class Tree:
    """A browser for a site in which page n links to 2n and 2n + 1."""

    def fetch(self, url: str) -> Response:
        number = int(url.rpartition("/")[2] or 1)
        links = "".join(f'<li><a href="/{n}">{n}</a></li>' for n in (2 * number, 2 * number + 1) if n < 16)
        return Response(url, url, 200, f"<title>{number}</title><ul>{links}</ul>".encode())


def test_the_strategy_crawls_depth_first(monkeypatch: pytest.MonkeyPatch) -> None:
    space: dict[str, Any] = {}
    exec(STRATEGY + STRATEGY_CHECK, space)
    monkeypatch.setitem(STRATEGIES, "depth_first", space["DepthFirst"])
    validator = make_validator(["url:."], [])

    def order(strategy: str) -> list[str]:
        run = replay(Site("http://tree.test/"), Tree(), validator, strategy)
        return [download.url.rpartition("/")[2] for download in run.downloads]

    assert order("depth_first") == ["", *["2", "4", "8", "9", "5", "10", "11", "3", "6", "12", "13", "7", "14", "15"]]
    assert order("depth_first:most=1") == ["", "2", "4", "8"]


def test_the_check_of_a_strategy_bites() -> None:
    forgetful = STRATEGY.replace("if graph.is_new(graph.target(link)):", "if True:")
    with pytest.raises(AssertionError):
        exec(forgetful + STRATEGY_CHECK, {})


def test_the_check_of_a_validator_runs() -> None:
    exec(VALIDATOR_CHECK, {})
    with pytest.raises(AssertionError):
        exec(VALIDATOR_CHECK.replace('UrlPatternValidator("/cameras/")', "None"), {})


def test_the_program_is_a_validator(tmp_path: Path) -> None:
    (tmp_path / "judge.py").write_text(PROGRAM)
    validator = make_validator([f"command:{sys.executable} {tmp_path / 'judge.py'}"], [])
    try:
        assert validator.judge(Page("http://a.test/", "http://a.test/", html="12 Megapixels")) == Verdict(
            True, 1.0, "names a resolution"
        )
        assert not validator.judge(Page("http://a.test/b", "http://a.test/b", html="a printer")).accepted
    finally:
        close_validator(validator)


def test_the_callable_is_a_validator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "judge_from_the_page.py").write_text(CALLABLE)
    monkeypatch.syspath_prepend(tmp_path)
    validator = make_validator(["python:judge_from_the_page:is_camera"], [])
    rows = "<tr><td>Zoom<td>3</tr>" * 12
    assert validator.judge(Page("http://a.test/", "http://a.test/", html=rows)).accepted
    assert not validator.judge(Page("http://a.test/", "http://a.test/", html="zoom")).accepted


def test_links_and_bodies_can_be_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, body = "http://a.test/", b"<p>first line\nsecond line"
    page = Page(url, url, links=(Link(f"{url}b", "b", "html/body/a"),))
    answer = Response(url, url, 200, body, (("Content-Type", "text/html"),))
    with SqliteCrawlLog.create(tmp_path / "cameras.db", {}) as log:
        log.append(Observation(url, Choice(url, "start"), page, Verdict(True), response=answer))
    monkeypatch.chdir(tmp_path)
    exec(UNPACK, {})
    assert capsys.readouterr().out.split() == [url, "1", str(len(body))]


def test_the_folder_of_recorded_sites_can_be_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("## hubwalk evaluate-validator")[2]
    (manifest,), (record,) = blocks(section, "json")[:1], blocks(section, "python")[:1]
    monkeypatch.chdir(tmp_path)
    Path("manifest.json").write_text(manifest, "utf-8")
    exec(record, {})
    (site,) = read_manifest(tmp_path)
    found = [one for one in measure_site(Plan(site, (ORACLE,), (1,))) if isinstance(one, Measured)]
    assert {one.task: (one.pages, one.standing.f1, one.refused) for one in found} == {
        "camera": (3, 1.0, ""),
        "printer": (3, 1.0, ""),
    }
