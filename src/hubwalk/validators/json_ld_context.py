"""What the words of JSON-LD mean, by the @context of a node: which are types of schema.org, which stand for keywords.

The context that schema.org publishes at its address is not fetched: of what is in there only two words matter here,
for it calls @type `type` and @id `id`, so pages that name it may do so, too (JSON-LD 1.1, 4.1.6). A later context of
the same node may give the words another meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DEEPEST = 40  # things within things
_SCHEMA_ORG = re.compile(r"(?:https?://)?(?:[\w-]+\.)*schema\.org/", re.IGNORECASE)
_KEYWORDS = {"@type", "@id", "@graph", "@value"}  # that a context may give other names
_PUBLISHED = {"type": "@type", "id": "@id"}


@dataclass(frozen=True, slots=True)
class Context:
    """What plain and prefixed names of types mean."""

    is_schema: bool = True  # pages without a context mean schema.org
    prefixes: frozenset[str] = frozenset({"schema", "sdo", "schemaorg"})

    def within(self, context: object) -> Context:
        prefixes, is_schema = set(self.prefixes), False
        for one in several(context):
            if isinstance(one, str):
                is_schema = is_schema or _is_published(one)
            elif isinstance(one, dict):
                meaning = {key for key, value in one.items() if isinstance(value, str) and _is_published(value)}
                is_schema = is_schema or "@vocab" in meaning
                prefixes |= meaning
        return Context(is_schema, frozenset(prefixes))

    def type_name(self, name: str) -> str:
        """The type without the address of schema.org; "" if it is of another vocabulary."""
        name = name.strip()
        address = _SCHEMA_ORG.match(name)
        if address:
            return name[address.end() :].rstrip("/#").rpartition("/")[2]
        prefix, colon, rest = name.partition(":")
        if colon:
            return rest if prefix in self.prefixes else ""
        return name if self.is_schema else ""


def in_keywords(node: Mapping[str, Any]) -> Any:
    """A node with the keywords for which its context has other words, "@type" for "type", and all that is in it."""
    return _in_keywords(node, _aliases(node["@context"]))


def several(value: object) -> Sequence[Any]:
    """The values of a property: a list, or one that stands for itself."""
    return value if isinstance(value, list) else () if value is None else (value,)


def _is_published(context: str) -> bool:
    return "schema.org" in context.lower()


def _aliases(context: object) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in several(context):
        if isinstance(one, str) and _is_published(one):
            found |= _PUBLISHED
        elif isinstance(one, dict):
            for name, value in one.items():
                found.pop(name, None)
                meaning = value.get("@id") if isinstance(value, dict) else value
                if isinstance(meaning, str) and meaning in _KEYWORDS:
                    found[name] = meaning
    return found


def _in_keywords(value: Any, aliases: Mapping[str, str], depth: int = 0) -> Any:
    if not aliases or depth > 2 * DEEPEST:  # a list is a level, too
        return value
    if isinstance(value, list):
        return [_in_keywords(one, aliases, depth + 1) for one in value]
    if not isinstance(value, dict):
        return value
    inside = {name: _in_keywords(one, aliases, depth + 1) for name, one in value.items()}
    found = {name: one for name, one in inside.items() if name not in aliases}
    for name, one in inside.items():
        if keyword := aliases.get(name):  # types add up, and what has the keyword itself needs no other word for it
            known = found.get(keyword)
            found[keyword] = [*several(known), *several(one)] if keyword == "@type" and known else known or one
    return found
