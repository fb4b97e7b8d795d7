"""What a picture says in the place of a text: a tick for yes, the sign of a maker.

Its alternative text, its label for screen readers or its title; of a drawing its title, and of a sign that a style
sheet draws the text beside it that only screen readers see. It counts only where nothing else is said (boxes.py).
Names of files and words for any picture say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MAX_TEXT = 40  # characters, blanks folded; longer ones describe a photograph
_SIGNS = {"img", "i", "span", "em", "b"}  # that show nothing but a sign, if they have no text
_EMPTY = re.compile(r"(?:image|img|icon|photo|picture|bild|foto|symbol|logo|.*\.(?:png|gif|jpe?g|svg|webp))", re.I)


def said_by(tag: str, attributes: Mapping[str, str | None]) -> str:
    """What an element without text says; "" for most."""
    if tag not in _SIGNS:
        return ""
    keys = ("alt", "aria-label", "title") if tag == "img" else ("aria-label", "title")
    return next((said for key in keys if (said := short_text(attributes.get(key)))), "")


def short_text(text: str | None) -> str:
    """The text, if it may say something in the place of a value; else ""."""
    said = " ".join((text or "").split())
    return "" if len(said) > _MAX_TEXT or _EMPTY.fullmatch(said) else said
