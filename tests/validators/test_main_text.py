"""The main text of pages, however broken."""

from __future__ import annotations

import pytest

from hubwalk.validators import main_text as adapter
from hubwalk.validators.main_text import main_text

_STORY = " ".join(f"Sentence number {i} tells more about the lighthouse and its keeper." for i in range(12))
_PAGE = f"""<html><head><title>A lighthouse</title></head><body>
<div class="sidebar"><ul><li><a href=/1>Weather</a><li><a href=/2>Traffic</a></ul></div>
<article><h1>The lighthouse</h1><p>{_STORY}</p></article>
<footer><p>All rights reserved by the gazette.</p></footer></body></html>"""


def test_what_an_editor_would_call_content() -> None:
    text = main_text(_PAGE, "A lighthouse")
    assert text.startswith("A lighthouse\n")
    assert "keeper" in text
    for frame in ("Weather", "Traffic", "rights reserved"):
        assert frame not in text


@pytest.mark.parametrize(
    "html", ["", " \n", "just words", "<p>", "<div>" * 3000 + "deep words", "<p>a\ud800b", "\x00\x01\x02" * 100]
)
def test_pages_without_one(html: str) -> None:
    assert isinstance(main_text(html), str)


def test_short_pages_are_read_whole() -> None:
    assert "small camera" in main_text("<title>Camera</title><p>a small camera", "Camera")


def test_a_library_that_breaks_costs_nothing_but_its_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    import trafilatura

    def broken(*_: object, **__: object) -> str:
        raise RecursionError

    monkeypatch.setattr(trafilatura, "extract", broken)
    assert "keeper" in main_text(_PAGE)


def test_what_is_read_of_a_page_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def noting(html: str) -> str:
        read.append(len(html))
        return ""

    monkeypatch.setattr(adapter, "_extracted", noting)
    main_text("<p>word</p>" * 1_000_000)
    assert read[0] < 1_000_000
