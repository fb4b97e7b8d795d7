"""Words of texts and of queries, the same for all languages.

A term is a run of letters and digits in lower case. Hyphenated words are several terms in a row, so they are found by
their parts and, asked for as a whole, as a phrase. Scripts that put no space between words (Chinese, Japanese, Thai and
their like) have one term per character, and any word in them is a phrase.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLAIN = re.compile(r"[^\W_]+")
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_IS_DENSE = re.compile(f"[{_DENSE}]")
_WITH_DENSE = re.compile(rf"[{_DENSE}]|(?:(?![{_DENSE}])[^\W_])+")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")  # as in pages/words.py
_PARTS = re.compile(r'"([^"]*)"|([^\s"]+)')
_SITE = re.compile(r"site:(\S*)", re.IGNORECASE)
_QUOTES = str.maketrans("“”„«»", '"' * 5)


def terms(text: str) -> list[str]:
    """The terms of a text in their order."""
    folded = text.lower()
    if _IS_DENSE.search(folded):
        return [term for term in _WITH_DENSE.findall(folded) if term.isalnum()]
    return _PLAIN.findall(folded)


@dataclass(frozen=True, slots=True)
class SplitQuery:
    """What a query asks for."""

    parts: tuple[tuple[str, ...], ...]  # each a term, or several in a row
    hosts: tuple[str, ...] = ()  # any of them; none: anywhere


def split_query(query: str) -> SplitQuery:
    """Words, "phrases in quotes" and site:HOST; nothing else has a meaning, and nothing is an error."""
    parts: dict[tuple[str, ...], None] = {}
    hosts: dict[str, None] = {}
    for phrase, word in _PARTS.findall(query.translate(_QUOTES)):
        site = _SITE.fullmatch(word)
        if site:
            host = site[1].lower().rpartition("://")[2].partition("/")[0].rpartition("@")[2].rstrip(".")
            hosts |= {host: None} if host else {}
            continue
        for piece in [phrase] if phrase else _WORD.findall(word):
            parts[tuple(terms(piece))] = None
    parts.pop((), None)
    return SplitQuery(tuple(parts), tuple(hosts))
