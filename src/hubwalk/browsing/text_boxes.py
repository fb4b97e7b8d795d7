"""The text boxes of a page that a browser has drawn: the script that finds them, and its answer as values.

The script (page_scripts/boxes.js) runs among the scripts of the page, so its answer is as trustworthy as the page:
whatever is not a box is passed over, and there is an end to everything.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from hubwalk.values import TextBox

MAX_BOXES = 5_000
MAX_TEXT = 240  # characters
_MAX_JSON = 16_000_000  # characters
_MAX_PATH = 4_000
_FAR = 1_000_000.0  # pixels; further out lies nothing that anybody reads
_BOLD, _LINKED = 1, 2


@lru_cache(maxsize=1)
def boxes_script() -> str:
    """A JavaScript expression; its value is the JSON that `boxes_of` reads."""
    return files("hubwalk.browsing").joinpath("page_scripts/boxes.js").read_text("utf-8")


def boxes_of(answer: object) -> tuple[TextBox, ...]:
    """The boxes in the script's answer, in document order; none where it is not what the script gives."""
    if not isinstance(answer, str) or len(answer) > _MAX_JSON:
        return ()
    try:
        entries = json.loads(answer)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(entries, list):
        return ()
    boxes = (_box(entry) for entry in entries[:MAX_BOXES])
    return tuple(box for box in boxes if box is not None)


def _box(entry: object) -> TextBox | None:
    if not isinstance(entry, list) or len(entry) != 7:
        return None
    text, x, y, width, height, path, flags = entry
    if not (isinstance(text, str) and isinstance(path, str) and isinstance(flags, int)):
        return None
    if not (_is_place(x) and _is_place(y) and _is_place(width) and _is_place(height) and width > 0 and height > 0):
        return None
    text = _clean(" ".join(text.split())[:MAX_TEXT].rstrip())
    if not text:
        return None
    bold, linked = bool(flags & _BOLD), bool(flags & _LINKED)
    return TextBox(text, float(x), float(y), float(width), float(height), _clean(path[:_MAX_PATH]), bold, linked)


def _clean(text: str) -> str:
    """Lone surrogates stand for no character, and nobody can write them to a file."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _is_place(number: object) -> bool:
    return isinstance(number, int | float) and -_FAR <= number <= _FAR  # NaN is not
