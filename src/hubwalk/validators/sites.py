"""Which site a sample is from: samples of one site are alike for reasons that have nothing to do with their kind."""

from __future__ import annotations

from urllib.parse import urlsplit

from hubwalk.values import Page


def site_of(page: Page) -> str:
    """Host and port without www.; of a saved copy those of the address that it names itself, "" if it names none."""
    for url in (page.url, page.canonical):
        try:
            parts = urlsplit(url)
        except ValueError:
            continue
        if parts.netloc and parts.scheme != "file":
            return parts.netloc.removeprefix("www.")
    return ""
