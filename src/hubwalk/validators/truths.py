"""Values that say yes or no: words in several languages, and ticks."""

from __future__ import annotations

import re

from hubwalk.validators.page_terms import plain

TICKS = frozenset("✓✔✅☑✗✘❌☒✕✖●○+-•×")
# Without accents.
_TRUTH = frozenset({
    "yes", "no", "y", "n", "true", "false", "ja", "nein", "oui", "non", "si", "ναι", "οχι", "vorhanden",
    "optional", "included", "available", "none", "with", "without", "mit", "ohne", "avec", "sans", "con", "senza",
    "not", "nicht", "kein", "keine", "keiner", "aucun", "aucune", "nessun", "nessuno", "nessuna",
})  # fmt: skip
_CROSS = "x"  # with more words it is part of a name: "X-Trans", "X 100"
_BEFORE_NUMBER = re.compile(r"[-+×•]\s?\d")  # no ticks: -20, +49 123
_WORD = re.compile(r"[^\W_]+")
_MAX_TEXT, _MAX_WORDS = 60, 8  # a longer one is a sentence


def is_truth(value: str) -> bool:
    """True if a value says yes or no, perhaps with a few words more."""
    value = value.strip()
    if not value:
        return False
    words = _WORD.findall(plain(value)) if len(value) <= _MAX_TEXT else []
    if words == [_CROSS] or (words and len(words) <= _MAX_WORDS and words[0] in _TRUTH):
        return True
    return value[0] in TICKS and not _BEFORE_NUMBER.match(value)
