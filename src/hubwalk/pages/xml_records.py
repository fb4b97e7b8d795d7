"""XML of strangers as plain records: sitemaps and feeds are lists of small elements with named children.

Entities are not expanded, nothing is loaded from anywhere, and what a text unpacks to is bounded.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from lxml import etree

MOST_BYTES = 50_000_000  # of a sitemap, unpacked: the limit of its protocol
MOST_RECORDS = 50_000  # the same
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Field:
    """A child of a record."""

    name: str  # without its namespace, in lower case
    text: str
    attributes: tuple[tuple[str, str], ...] = ()

    def attribute(self, name: str) -> str:
        return next((value for key, value in self.attributes if key == name), "")


@dataclass(frozen=True, slots=True)
class Records:
    """The elements of a kind in a document."""

    root: str  # name of the outermost element; "" if this is no XML
    records: tuple[tuple[str, tuple[Field, ...]], ...] = ()  # name, children


def unpacked(body: bytes, limit: int = MOST_BYTES) -> bytes:
    """The bytes without their gzip, as sitemaps often have it; b"" for what is broken or larger than the limit."""
    if not body.startswith(_GZIP):
        return body if len(body) <= limit else b""
    try:
        unpacking = zlib.decompressobj(31)
        text = unpacking.decompress(body, limit)
    except zlib.error:
        return b""
    return text if not unpacking.unconsumed_tail else b""


def records(body: bytes, names: Collection[str]) -> Records:
    """The elements with one of the names, wherever they stand, at most MOST_RECORDS."""
    text = unpacked(body).lstrip()
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False, recover=True,
        remove_comments=True, remove_pis=True, collect_ids=False,
    )  # fmt: skip
    try:
        root = etree.fromstring(text, parser) if text else None
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        return Records("")
    found = []
    for element in root.iter():
        name = _name(element)
        if name in names:
            found.append((name, tuple(_field(child) for child in element if isinstance(child.tag, str))))
            if len(found) == MOST_RECORDS:
                break
    return Records(_name(root), tuple(found))


def _field(element: Any) -> Field:
    attributes = tuple((str(key).rpartition("}")[2].lower(), str(value)) for key, value in element.attrib.items())
    return Field(_name(element), " ".join((element.text or "").split()), attributes)


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
