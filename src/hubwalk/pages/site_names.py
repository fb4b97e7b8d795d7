"""Which site a URL lies on. A site is named by the URL of its home page, and known by a key.

`host` (default): a host with its port is a site, where http/https and www./no www. are the same; `domain`: all hosts
below one registered domain (public-suffix list); `user`: as `host`, but what lies below `/~name/`, and on the `shared`
hosts below `/name/`, is a site of its own (shared hosting). Sub-domains of hosting domains are hosts like any other.

Two spellings of one site have the same key; which of them names it is decided by whoever sees it first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hubwalk.errors import UsageError, unknown_name
from hubwalk.pages.scope import Scope, registered_domain
from hubwalk.values import Page, Site

KINDS = ("host", "domain", "user")


class SiteNames:
    """Tells sites apart; says of a URL which one it is on."""

    def __init__(self, kind: str = "host", shared: Iterable[str] = ()) -> None:
        if kind not in KINDS:
            raise unknown_name("kind of site names", kind, KINDS)
        self.kind = kind
        self.shared = frozenset(_bare(_host(text)) for text in shared)

    def site_of(self, url: str) -> str:
        """The home page of the site that a canonical URL lies on, in the spelling of that URL."""
        scheme, netloc, path = _parts(url)
        if self.kind == "domain":
            domain = _domain(_bare(netloc))
            return f"{scheme}://{netloc if _bare(netloc) == domain else domain}/"
        return f"{scheme}://{netloc}/{self._user(netloc, path)}"

    def key(self, url: str) -> str:
        """What is the same for all URLs of a site and for those of no other: `example.org`, `example.org/~name/`."""
        _, netloc, path = _parts(url)
        bare = _bare(netloc)
        if self.kind == "host":
            return bare
        if self.kind == "domain":
            return _domain(bare)
        user = self._user(netloc, path)
        return f"{bare}/{user}" if user else bare

    def is_own(self, site: str, url: str) -> bool:
        """True if a URL lies on the site."""
        return self.key(site) == self.key(url)

    def is_home(self, url: str) -> bool:
        """True for the home page of a site."""
        return self.site_of(url) == url

    def scope(self, site: str) -> Scope:
        """The borders of a site: how its URLs are asked for. Pages of users below it are inside: ask `is_own` too."""
        if self.kind == "domain":
            return Scope(Site(site, "domain"))
        return Scope(Site(site, "prefix" if self.key(site).endswith("/") else "host"))

    def other_sites(self, site: str, page: Page) -> dict[str, str]:
        """The other sites that a page of `site` leads to, one each however many links there are: key -> home page. A
        page that a redirect brought from elsewhere leads there and nowhere else: its links are that site's."""
        own = self.key(site)
        landed = self.key(page.url)
        if landed != own:
            return {landed: self.site_of(page.url)}
        found: dict[str, str] = {}
        for link in page.links:
            key = self.key(link.target)
            if key != own and key not in found:
                found[key] = self.site_of(link.target)
        return found

    def _user(self, netloc: str, path: str) -> str:
        """`name/` where a path lies below the pages of a user, "" elsewhere."""
        if self.kind != "user":
            return ""
        first, slash, _ = path.partition("?")[0].partition("/")
        if first[:3].lower() == "%7e":
            first = f"~{first[3:]}"
        if first.startswith("~") and len(first) > 1:
            return f"{first}/"
        named = first and (slash or "." not in first)  # http://host/index.html is the host's own
        return f"{first}/" if named and _bare(netloc) in self.shared else ""


def _parts(url: str) -> tuple[str, str, str]:
    """Scheme, host with port, and what comes after the first slash; quick, links are many."""
    scheme, _, rest = url.partition("://")
    netloc, _, path = rest.partition("/")
    if "@" in netloc or "?" in netloc:
        netloc = netloc.partition("?")[0].rpartition("@")[2]
    return scheme, netloc, path


def _host(text: str) -> str:
    """A shared host as it is named: users.example.org, also where somebody pastes a whole address."""
    name = text.strip().lower().rpartition("://")[2].rstrip("/")
    if not name or any(char.isspace() or char in "/?#@*" for char in name):
        raise UsageError(f"--shared-host {text}: expected a host, as in users.example.org")
    return name


def _bare(netloc: str) -> str:
    return netloc.removeprefix("www.")


@lru_cache(maxsize=65536)
def _domain(netloc: str) -> str:
    """The registered domain with the port; an address stands for itself."""
    if netloc.startswith("["):
        return netloc
    host, colon, port = netloc.partition(":")
    return f"{registered_domain(host)}{colon}{port}"
