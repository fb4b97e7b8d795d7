"""docs/engines.md names the engines, keys and limits that there are, and its code runs."""

from __future__ import annotations

import re

import pytest
from doc_reading import ROOT, blocks, first_cells, rows, section

from hubwalk.discovery.engines import ENGINES, make_engine
from hubwalk.errors import SearchError

PAGE = (ROOT / "docs" / "engines.md").read_text("utf-8")
SPECS = {"searxng": "searxng:https://example.org", "cdx": "cdx:https://example.org/cdx"}


def engine_rows() -> dict[str, list[str]]:
    """Name of an engine -> the cells of its row."""
    table = [row for row in rows(PAGE) if len(row) == 5]
    return {re.split(r"[`:,]+", row[0])[1]: row for row in table}


def test_every_engine_has_a_row_and_no_other() -> None:
    assert sorted(engine_rows()) == sorted(ENGINES)


@pytest.mark.parametrize("name", sorted(set(ENGINES) - {"local"}))
def test_keys_and_pace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = engine_rows()[name]
    keys = re.findall(r"`(\w+)`", row[2])
    for key in keys:
        for other in keys:
            monkeypatch.setenv(other, "x")
        monkeypatch.delenv(key)
        with pytest.raises(SearchError, match=key):
            make_engine(name)
        monkeypatch.setenv(key, "x")
    assert getattr(make_engine(SPECS.get(name, name)), "per_minute", None) == float(row[3].partition(";")[0])


def test_the_kinds_of_failures() -> None:
    kinds = {SearchError.QUOTA, SearchError.BUSY, SearchError.KEY, SearchError.BROKEN}
    assert set(first_cells(section(PAGE, "## When an engine does not answer"), "kind")) == kinds


def test_the_engine_of_your_own_keeps_the_contract() -> None:
    (code,) = blocks(PAGE, "python")
    exec(code, {})
    with pytest.raises(AssertionError):
        exec(code.replace("found[:limit]", "found"), {})
