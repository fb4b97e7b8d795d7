"""One fetched page as the record that all outputs share: the live output and every export."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import BinaryIO

from hubwalk.values import Observation

_NESTED = "found_via"

COLUMNS: dict[str, type] = {
    "url": str,
    "accepted": bool,
    "score": float,
    "reason": str,
    "revised": bool,
    "site": str,
    "title": str,
    "fetched_at": datetime,
    "depth": int,
    "found_via_hub": str,
    "found_via_dom_path": str,
    "found_via_rule": str,
    "found_via_anchor": str,
    "found_via_score": float,
    "found_via_why": str,
    "found_via_probes": str,
}  # of the flat formats, CSV and Parquet


def result_record(observation: Observation) -> dict[str, object]:
    """What the user gets of a page, by the verdict that stands. A score that is no number is null."""
    page, verdict, choice = observation.page, observation.verdict, observation.choice
    return {
        "url": page.url,
        "accepted": verdict.accepted,
        "score": _finite(verdict.score),
        "reason": verdict.reason,
        "revised": observation.first is not None,
        "site": observation.site,
        "title": page.title,
        "fetched_at": iso_time(observation.fetched_at),
        "depth": observation.depth,
        _NESTED: {
            "hub": choice.hub,
            "dom_path": choice.dom_path,
            "rule": choice.rule,
            "anchor": choice.anchor,
            "score": _finite(choice.score),
            "why": choice.why,
            "probes": choice.probes,
        },
    }


def flat_record(observation: Observation) -> dict[str, object]:
    """The same with found_via_hub, found_via_rule ... instead of the nested object: the keys are COLUMNS."""
    record = result_record(observation)
    nested = record.pop(_NESTED)
    assert isinstance(nested, Mapping)
    return record | {f"{_NESTED}_{key}": value for key, value in nested.items()}


def iso_time(seconds: float) -> str:
    """2026-11-15T08:30:00.250Z for a Unix time."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def json_line(observation: Observation) -> bytes:
    text = json.dumps(result_record(observation), ensure_ascii=False)
    return text.encode("utf-8", "replace") + b"\n"


def csv_header() -> bytes:
    return _csv_line(COLUMNS)


def csv_line(observation: Observation) -> bytes:
    return _csv_line(_plain(value) for value in flat_record(observation).values())


def write_json_lines(observations: Iterable[Observation], out: BinaryIO) -> int:
    return _write_lines(map(json_line, observations), out)


def write_csv(observations: Iterable[Observation], out: BinaryIO) -> int:
    out.write(csv_header())
    return _write_lines(map(csv_line, observations), out)


def _write_lines(lines: Iterable[bytes], out: BinaryIO) -> int:
    count = 0
    for line in lines:
        out.write(line)
        count += 1
    return count


def _csv_line(values: Iterable[object]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(values)
    return buffer.getvalue().encode("utf-8", "replace")


def _plain(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value  # true and false, as in JSON


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
