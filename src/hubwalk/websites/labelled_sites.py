"""Lists of example sites with their labels: JSON Lines, CSV, or plain lines `SITE LABEL`.

JSON objects and CSV have a column `site` (or `url`) and a column `label`, or `relevant` as `hubwalk sites` writes it. A
label is target or other; unknown is a site for the background.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError

_MEANING = {
    **dict.fromkeys(("target", "wanted", "relevant", "like", "yes", "true", "1", "+"), "target"),
    **dict.fromkeys(("other", "unwanted", "irrelevant", "unlike", "no", "false", "0", "-"), "other"),
    **dict.fromkeys(("unknown", "background", "?"), "unknown"),
}


@dataclass(slots=True)
class LabelledSites:
    """Names of sites by label, in the order of the file."""

    target: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def read_labelled(path: Path) -> LabelledSites:
    """The sites of a file; UsageError, with the line, for one that cannot be read."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"--sites-from {path}: {error.strerror}; name a list of sites with labels") from None
    except UnicodeDecodeError:
        raise UsageError(f"--sites-from {path} is no text in UTF-8; name a list of sites with labels") from None
    found = LabelledSites()
    for number, site, label in _entries(text, path):
        meaning = _MEANING.get(label.strip().lower())
        if meaning is None or not site.strip():
            raise _bad(path, number, f"label {label!r}" if site.strip() else "no site")
        getattr(found, meaning).append(site.strip())
    if not found.target and not found.other and not found.unknown:
        raise UsageError(f"--sites-from {path} names no site: expected lines as `http://example.org/ target`")
    return found


def _entries(text: str, path: Path) -> Iterator[tuple[int, str, str]]:
    lines = text.splitlines()
    head = next((line.strip() for line in lines if line.strip()), "")
    if head.startswith("{"):
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, *_fields(_json(line, path, number))
    elif "," in head and {"site", "url"} & {cell.strip().lower() for cell in head.split(",")}:
        for number, row in enumerate(csv.DictReader(lines), start=2):
            yield number, *_fields({str(key).strip().lower(): value for key, value in row.items()})
    else:
        for number, line in enumerate(lines, start=1):
            words = takewhile(lambda word: not word.startswith("#"), line.split())
            site = next(words, "")
            if site:
                yield number, site, " ".join(words)


def _json(line: str, path: Path, number: int) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        raise _bad(path, number, "no JSON object") from None
    if not isinstance(found, dict):
        raise _bad(path, number, "no JSON object")
    return found


def _fields(row: Mapping[str, Any]) -> tuple[str, str]:
    label = row["label"] if row.get("label") is not None else row.get("relevant")
    return str(row.get("site") or row.get("url") or ""), "" if label is None else str(label)


def _bad(path: Path, number: int, what: str) -> UsageError:
    return UsageError(
        f"--sites-from {path}, line {number}: {what}; expected a site and a label, `http://example.org/ target`, "
        "where the label is target, other or unknown"
    )
