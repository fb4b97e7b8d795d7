"""The manifest.json of a folder of recorded sites, checked key by key: it is written by hand.

    {site: {"file", "entry", "pages", "primary_task", "tasks": {task: {"samples", "target", "targets_total"}}}}

Only `file` and `tasks` must be there; other keys are for people.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hubwalk.errors import UsageError, unknown_name

Record = dict[str, Any]
_FILE = "manifest.json"
_KINDS = {
    "file": (str, "a text, the name of a file in the folder"),
    "entry": (str, "a text, the address of the first page"),
    "pages": (int, "a whole number"),
    "primary_task": (str, "a text, the name of a task"),
    "tasks": (dict, 'an object of tasks, as in {"camera": {"samples": []}}'),
    "samples": (list, "a list of texts, addresses of targets"),
    "target": (str, "a text, what the targets are"),
    "targets_total": (int, "a whole number"),
}
_SITE_KEYS = ("file", "entry", "pages", "primary_task", "tasks")
_TASK_KEYS = ("samples", "target", "targets_total")


def read_records(folder: Path, option: str) -> dict[str, Record]:
    """What the manifest says, by name of the site; UsageError with site and key for whatever is wrong in it."""
    place = f"{option} {folder}: {_FILE}"
    try:
        found = json.loads((folder / _FILE).read_text("utf-8"))
    except OSError as error:
        raise UsageError(
            f"{option} {folder}: cannot read {folder / _FILE} ({error.strerror}); give a folder of recorded sites"
        ) from None
    except json.JSONDecodeError as error:
        raise UsageError(f"{place}, line {error.lineno}: not valid JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{place} is not JSON in UTF-8; write it anew") from None
    if not isinstance(found, dict) or not found:
        raise UsageError(f'{place} names no site: expected an object as {{"shop": {{"file": ..., "tasks": ...}}}}')
    for name, record in found.items():
        _check(f"{place}: site '{name}'", record, _SITE_KEYS, ("file", "tasks"))
        if not record["tasks"]:
            raise UsageError(f"{place}: site '{name}': `tasks` is empty: expected {_KINDS['tasks'][1]}")
        if record.get("primary_task", next(iter(record["tasks"]))) not in record["tasks"]:
            raise UsageError(f"{place}: site '{name}': {unknown_name('task', record['primary_task'], record['tasks'])}")
        for task, about in record["tasks"].items():
            _check(f"{place}: site '{name}', task '{task}'", about, _TASK_KEYS)
    return found


def _check(where: str, record: object, known: tuple[str, ...], needed: tuple[str, ...] = ()) -> None:
    if not isinstance(record, dict):
        raise UsageError(f"{where}: expected an object with {', '.join(known)}")
    for key in known:
        kind, expected = _KINDS[key]
        if key not in record:
            if key in needed:
                raise UsageError(f"{where}: `{key}` is missing: expected {expected}")
        elif not _is(record[key], kind):
            raise UsageError(f"{where}: `{key}` is wrong: expected {expected}")


def _is(value: object, kind: type) -> bool:
    if isinstance(value, list):
        return kind is list and all(isinstance(item, str) for item in value)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return isinstance(value, kind)
