"""`find --sites-from FILE`: the sites of a list, as `sites` and `find --discover-only` write it or a person does."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hubwalk.cli._progress import Talk
from hubwalk.config import Job
from hubwalk.errors import UsageError
from hubwalk.pages.scope import Scope, registered_domain
from hubwalk.values import Site

_NO = ("false", "0", "no")


def with_listed_sites(flags: Mapping[str, object]) -> dict[str, object]:
    """The flags of `find`, the sites of the list among those that are named."""
    given = dict(flags)
    name = given.pop("sites_from", None)
    if name is None:
        return given
    most = given.pop("max_sites", 0)
    if given.get("discover_only"):
        raise UsageError("--sites-from names sites, so none are searched for: leave --discover-only out")
    named = given.get("sites", [])
    assert isinstance(most, int)
    assert isinstance(named, list)
    return {**given, "sites": [*named, *listed_sites(str(name), most)]}


def without_twins(job: Job, talk: Talk) -> Job:
    """The same without entry pages of sites that another entry page names already: every page would be there twice."""
    kept: dict[str, dict[str, Scope]] = {}  # by domain: a list may be long
    for url in job.sites:
        scope = Scope(Site(url, job.scope))
        near = kept.setdefault(registered_domain(urlsplit(url).hostname or ""), {})
        twin = next((one for one, its_scope in near.items() if its_scope.own(url) and scope.own(one)), "")
        if twin:
            talk.notice(f"{url} is of the same site as {twin}, which is crawled once, from there")
        else:
            near[url] = scope
    every = {url for near in kept.values() for url in near}
    return replace(job, sites=tuple(url for url in job.sites if url in every))


def listed_sites(name: str, most: int = 0) -> list[str]:
    """The sites of a list as they are written there: those that are relevant, the best first; at most so many, 0: all.
    UsageError if there is none."""
    text = _text(name)
    rows = list(_records(text, name)) if text.lstrip().startswith("{") else list(_csv_or_plain(text, name))
    wanted = [row for row in rows if str(row.get("relevant", True)).strip().lower() not in _NO]
    wanted.sort(key=lambda row: -_number(row.get("confidence")))
    sites = list(dict.fromkeys(str(row["site"]).strip() for row in wanted))
    if not sites:
        why = f"none of its {len(rows)} sites is relevant" if rows else "it is empty"
        raise UsageError(f"--sites-from {name} names no site: {why}")
    return sites[:most] if most else sites


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}; check --sites-from") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is no text: --sites-from takes JSON Lines, CSV or a plain list of sites") from None


def _records(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(
                f"{name}, line {number}: not JSON ({error.msg}); a list of sites has an object a line"
            ) from None
        if not isinstance(row, dict) or not str(row.get("site") or "").strip():
            raise UsageError(
                f'{name}, line {number}: no site; a list of sites has {{"site": "http://..."}} in each line'
            )
        yield _checked(row, name, number)


def _csv_or_plain(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    """A table with a column `site`, or a site a line; # begins a remark."""
    rows = csv.DictReader(io.StringIO(text))
    if "site" in (rows.fieldnames or ()):
        for number, row in enumerate(rows, start=2):
            if not str(row["site"] or "").strip():
                raise UsageError(f"{name}, line {number}: no site")
            yield _checked(row, name, number)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        site = line.strip()
        if site and not site.startswith("#"):
            yield _checked({"site": site}, name, number)


def _checked(row: Mapping[str, Any], name: str, number: int) -> Mapping[str, Any]:
    """The row; UsageError that says where the list has something else than a site."""
    from hubwalk.config import site_url

    try:
        site_url(str(row["site"]))
    except UsageError as error:
        raise UsageError(f"{name}, line {number}: {error}") from None
    return row


def _number(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        return 0.0
