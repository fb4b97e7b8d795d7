"""Feeds: RSS (2.0, 1.0, 0.9x) and Atom (RFC 4287), and where a page says that it has one."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.urls import join
from hubwalk.pages.xml_records import Field, records

_KINDS = ("application/rss+xml", "application/atom+xml", "application/rdf+xml")
_MOST = 200_000  # characters of a page: what names a feed stands in its head


def feeds_of(html: str, url: str) -> list[str]:
    """The feeds that a page at a URL names with <link rel=alternate>, in their order."""
    if "alternate" not in html[:_MOST]:
        return []
    found: dict[str, None] = {}
    for element in LexborHTMLParser(html[:_MOST]).css("link[rel][type][href]"):
        attributes = element.attributes
        kind = (attributes.get("type") or "").partition(";")[0].strip().lower()
        if "alternate" in (attributes.get("rel") or "").lower().split() and kind in _KINDS:
            href = attributes.get("href") or ""
            found |= {target: None} if href and (target := join(url, href)) else {}
    return list(found)


def read_feed(body: bytes, url: str) -> list[str] | None:
    """The pages that a feed names, in its order; None: it is no feed."""
    found = records(body, ("item", "entry"))
    if found.root not in ("rss", "rdf", "feed", "channel"):
        return None
    pages = (join(url, address) for _, fields in found.records if (address := _address(fields)))
    return list(dict.fromkeys(page for page in pages if page))


def _address(fields: tuple[Field, ...]) -> str:
    """RSS has the address in the text of <link>, Atom in its href; rel says what else it may be."""
    links = [field for field in fields if field.name == "link"]
    pages = [link for link in links if link.attribute("rel") in ("", "alternate")]
    for link in pages:
        if address := link.attribute("href") or link.text:
            return address
    return next((field.text for field in fields if field.name == "guid" and "://" in field.text), "")
