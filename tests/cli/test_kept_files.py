"""Files that a job names are in its crawl log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hubwalk.cli._kept_files import keep_file, kept_file
from hubwalk.errors import UsageError
from hubwalk.store.crawl_log import SqliteCrawlLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteCrawlLog]:
    with SqliteCrawlLog.create(tmp_path / "a.db", {}) as made:
        yield made


def test_what_has_become_of_the_file_since_does_not_matter(log: SqliteCrawlLog, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_bytes(b"first")
    keep_file("recipe", str(path), log)
    path.unlink()
    assert kept_file("recipe", str(path), log) == b"first"


def test_one_that_was_never_kept_is_kept_when_it_is_asked_for(log: SqliteCrawlLog, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_bytes(b"first")
    assert kept_file("prior", str(path), log) == b"first"
    path.write_bytes(b"second")
    assert kept_file("prior", str(path), log) == b"first"
    assert kept_file("recipe", str(path), log) == b"second"  # the kinds do not meet


def test_no_file_and_one_that_is_not_there(log: SqliteCrawlLog, tmp_path: Path) -> None:
    keep_file("prior", "", log)
    assert kept_file("prior", "", log) is None
    with pytest.raises(UsageError, match=r"cannot read the prior .*nowhere: No such file"):
        kept_file("prior", str(tmp_path / "nowhere"), log)
    assert dict(log.samples()) == {}
