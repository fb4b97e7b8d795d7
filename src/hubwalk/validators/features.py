"""What `like` sees of a page: tag-path shingles and labels, in one pass over the tree."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

_SKIPPED = ["script", "style", "noscript", "template"]
_SHINGLE = 4  # steps
_LABEL = 40  # characters; longer texts are prose, not labels
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Features:
    structure: frozenset[str]
    text: frozenset[str]


def features(html: str) -> Features:
    tree = LexborHTMLParser(html)
    tree.strip_tags(_SKIPPED)
    structure: set[str] = set()
    text: set[str] = set()
    steps: dict[int, tuple[str, ...]] = {}
    root = tree.root
    if root is None:
        return Features(frozenset(), frozenset())
    for node in root.traverse(include_text=True):
        parent = node.parent
        above = steps.get(parent.mem_id, ()) if parent is not None else ()
        if node.is_text_node:
            _add_text(text, above, node.text_content or "")
            continue
        way = (*above[1 - _SHINGLE :], _step(node))
        steps[node.mem_id] = way
        structure.add("/".join(way))
    return Features(frozenset(structure), frozenset(text))


def _add_text(text: set[str], above: tuple[str, ...], raw: str) -> None:
    words = _WORD.findall(raw.lower())
    text.update(words)
    if words and len(raw) <= _LABEL:
        text.add(f"{above[-1] if above else ''} {' '.join(words)}")


def _step(node: LexborNode) -> str:
    for word in (node.attributes.get("class") or "").split():
        if not _DIGIT.search(word):
            return f"{node.tag}.{word}"
    return str(node.tag)
