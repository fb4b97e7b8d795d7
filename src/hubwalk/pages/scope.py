"""Which URLs belong to a site, and under which one of several equivalent origins they are asked for.

`host` (default): the same host, where http/https and www./no www. are the same; `prefix`: also below the entry page's
folder; `domain`: every host below the registered domain (public-suffix list, the copy that ships with tldextract).
"""

from __future__ import annotations

from urllib.parse import urlsplit

import tldextract

from hubwalk.errors import unknown_name
from hubwalk.values import Site

SCOPES = ("host", "prefix", "domain")

# No network, no cache folder: the list of the installed package is good enough to tell co.uk from example.co.uk.
_suffixes = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)


class Scope:
    """The borders of one site."""

    def __init__(self, site: Site) -> None:
        if site.scope not in SCOPES:
            raise unknown_name("scope", site.scope, SCOPES)
        self.site = site
        parts = urlsplit(site.url)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._bare = {_bare(parts.netloc)}
        self._prefix = parts.path.rpartition("/")[0] + "/" if site.scope == "prefix" else ""
        self._domain = registered_domain(parts.hostname or "") if site.scope == "domain" else ""
        self._home = f"{self._origin}{self._prefix or '/'}"  # what starts with this is ours as it stands

    def settle(self, url: str) -> None:
        """The entry page answered from `url`: from now on links are asked for at that origin, so that a site which
        moved to https, to www. or to another host is not redirected once per page. Hosts of one domain stay apart: a
        redirect from one to the other says nothing about their other pages."""
        parts = urlsplit(url)
        if self._domain == registered_domain(parts.hostname or "") and _bare(parts.netloc) not in self._bare:
            return
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._home = f"{self._origin}{self._prefix or '/'}"
        self._bare.add(_bare(parts.netloc))

    def own(self, url: str) -> str:
        """The URL as this crawl asks for it; "" if it lies outside."""
        if url.startswith(self._home):  # nearly always
            return url
        rest = url.partition("://")[2]
        netloc, slash, path = rest.partition("/")
        if _bare(netloc) in self._bare:
            inside = f"{self._origin}{slash}{path}"
        elif self._domain and registered_domain(netloc.partition(":")[0]) == self._domain:
            inside = url
        else:
            return ""
        if self._prefix and not f"/{path}".startswith(self._prefix):
            return ""
        return inside


def registered_domain(host: str) -> str:
    """example.co.uk for shop.example.co.uk; an address or a bare name stands for itself."""
    return _suffixes(host).top_domain_under_public_suffix or host


def _bare(netloc: str) -> str:
    return netloc.rpartition("@")[2].removeprefix("www.")
