"""Sitemaps (sitemaps.org, version 0.9): the pages that a site lists for crawlers, with dates of their last change."""

from __future__ import annotations

from dataclasses import dataclass

from hubwalk.pages.urls import join
from hubwalk.pages.xml_records import records


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a sitemap."""

    url: str  # canonical
    changed: str = ""  # <lastmod> as the site writes it; "" where it does not


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What a sitemap says: pages, or further sitemaps."""

    pages: tuple[Listed, ...] = ()
    further: tuple[Listed, ...] = ()


def read_sitemap(body: bytes, url: str) -> Sitemap | None:
    """The sitemap in an answer, gzip or not; one address a line is a sitemap, too. None: it is none."""
    found = records(body, ("url", "sitemap"))
    if found.root not in ("urlset", "sitemapindex"):
        return _plain(body, url) if not found.root else None
    lines: dict[str, list[Listed]] = {"url": [], "sitemap": []}
    for name, fields in found.records:
        texts = {field.name: field.text for field in reversed(fields)}
        if texts.get("loc") and (address := join(url, texts["loc"])):
            lines[name].append(Listed(address, texts.get("lastmod", "")))
    return Sitemap(tuple(lines["url"]), tuple(lines["sitemap"]))


def _plain(body: bytes, url: str) -> Sitemap | None:
    lines = body.decode("utf-8", "replace").split()
    if not lines or not all(line.startswith(("http://", "https://")) for line in lines):
        return None
    return Sitemap(tuple(Listed(address) for line in lines if (address := join(url, line))))
