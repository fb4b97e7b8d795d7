"""The HTML report: escaped, self-contained, and showing what it was given."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hubwalk.errors import UsageError
from hubwalk.evaluation.report import write_report

FOUND = [
    {
        "url": "http://shop.test/c?a=1&b=<2>",
        "title": "<script>alert('x')</script> & co",
        "score": 0.87654,
        "reason": "structure 0.91",
        "found_via": {"hub": "http://shop.test/list", "dom_path": "html/body/ul", "rule": "harvest"},
    },
    {"url": "javascript:alert(1)", "title": "odd \ud800 one", "score": 1.0, "reason": "", "found_via": None},
]
CURVES = {"hubwalk": [0.0, 0.25, 0.5, 1.0], "breadth-first <b>": [0.0] * 20 + [1.0]}


class Outline(HTMLParser):
    """Tags with attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def html(tmp_path: Path) -> str:
    path = tmp_path / "report.html"
    write_report(path, title="Cameras <1>", curves=CURVES, found=FOUND, summary={"recall": 0.98765, "a<b": "3 & 4"})
    return path.read_text(encoding="utf-8")


def test_strangers_text_stays_text(html: str) -> None:
    outline = Outline(html)
    tags = {tag for tag, _ in outline.tags}
    assert not tags & {"script", "b", "img", "iframe", "link"}
    assert "<script>alert('x')</script> & co" in outline.text
    assert "Cameras <1>" in outline.text
    assert [a["href"] for tag, a in outline.tags if tag == "a"] == ["http://shop.test/c?a=1&b=<2>"]


def test_nothing_is_loaded_from_elsewhere(html: str) -> None:
    assert not re.search(r"\bsrc=|url\(|@import", html)


def test_numbers_and_pages_are_there(html: str) -> None:
    text = Outline(html).text
    assert "0.988" in text
    assert "0.877" in text
    assert "harvest on http://shop.test/list at html/body/ul" in text
    assert "Pages found: 2" in text


def test_the_picture_is_well_formed_and_its_curves_end_where_they_should(html: str) -> None:
    svg = ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])
    curves = {line.get("stroke"): line.get("points", "").split() for line in svg.iter("polyline")}
    assert [len(points) for points in curves.values()] == [5, 22]
    tops = {points[-1].split(",")[1] for points in curves.values()}
    starts = {points[0] for points in curves.values()}
    assert len(tops) == len(starts) == 1
    first, second = (float(points[-1].split(",")[0]) for points in curves.values())
    assert first < second


def test_long_curves_are_thinned_and_keep_their_end(tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    write_report(path, title="t", curves={"x": [i / 10_000 for i in range(10_001)]}, found=[], summary={})
    html = path.read_text()
    points = re.findall(r'points="([^"]*)"', html)[0].split()
    assert 300 < len(points) < 900
    assert points[-1].endswith(",14.0")


def test_an_empty_crawl_makes_a_report_too(tmp_path: Path) -> None:
    write_report(tmp_path / "empty.html", title="t", curves={}, found=[], summary={})
    assert "Pages found: 0" in (tmp_path / "empty.html").read_text()


def test_an_unwritable_path_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"report .*nowhere"):
        write_report(tmp_path / "nowhere" / "r.html", title="t", curves={}, found=[], summary={})
