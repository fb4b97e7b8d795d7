"""Which requests a page may cause: only GET and HEAD, only to the site's own hosts and those that the job allows, and
never to an address that is more private than the page's own.

Addresses are public, private or the machine itself; a request may go to the same space or to a more public one, as the
W3C's draft "Private Network Access" (section 2.1) has it. So a page of a public site reaches neither the router nor a
service on this machine, and a site on loopback still works. Names are looked up first: what counts is the address.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from hubwalk.pages.scope import registered_domain
from hubwalk.pages.urls import resolve

PUBLIC, PRIVATE, LOOPBACK = range(3)  # address spaces, the more private the higher
SAFE_METHODS = frozenset({"GET", "HEAD"})  # RFC 9110, section 9.2.1: nothing changes on the server
_NEVER = {
    "websocket": "web socket",
    "eventsource": "event stream",
    "ping": "ping",
    "beacon": "ping",
    "cspviolationreport": "report",
    "manifest": "manifest",
    "prefetch": "prefetch",
    "texttrack": "media",
    "media": "media",
}
_DRAWN = frozenset({"image", "font", "imageset"})  # only where somebody wants to know where things are drawn

Resolver = Callable[[str], Awaitable[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page asks for."""

    url: str
    method: str = "GET"
    kind: str = "other"  # Playwright's resource types: document, script, stylesheet, xhr, fetch, image ...


def space_of(address: str) -> int:
    """The space of an IP address; of an IPv6 address that carries an IPv4 one, the space of that."""
    try:
        found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return LOOPBACK  # what cannot be told is not public
    if isinstance(found, ipaddress.IPv6Address):
        found = _embedded(found) or found
    if found.is_loopback or found.is_unspecified:
        return LOOPBACK
    return PUBLIC if found.is_global and not found.is_multicast else PRIVATE


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address in a mapped, 6to4, Teredo, NAT64 (RFC 6052) or compatible address."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    low = int(address) & 0xFFFFFFFF
    if address in ipaddress.ip_network("64:ff9b::/96") or (int(address) >> 32 == 0 and low > 1):
        return ipaddress.IPv4Address(low)
    return None


def without_credentials(url: str) -> str:
    """The URL without user name and password: neither pages nor notes see them."""
    scheme, mark, rest = url.partition("://")
    netloc, slash, path = rest.partition("/")
    return f"{scheme}{mark}{netloc.rpartition('@')[2]}{slash}{path}" if "@" in netloc else url


class Reach:
    """The rule for the pages of one crawl; names are looked up once."""

    def __init__(self, resolver: Resolver, *, allow_hosts: Sequence[str] = (), drawn: bool = False) -> None:
        """`drawn`: images and fonts are loaded, too."""
        self._resolver = resolver
        self._allowed = [host.lower() for host in allow_hosts]
        self._drawn = drawn
        self._spaces: dict[str, int] = {}

    def refusal(self, asked: Asked, page_url: str) -> str:
        """Why a page may not ask for this, as far as that can be told without looking up names; "" if it may."""
        if asked.method.upper() not in SAFE_METHODS:
            return blocked(asked.method, asked.url)
        if asked.kind in _NEVER:
            return f"{_NEVER[asked.kind]} not loaded"
        if asked.kind in _DRAWN and not self._drawn:
            return f"{asked.kind} not loaded"
        url = resolve("", asked.url)
        if not url.startswith(("http://", "https://")):
            return f"{asked.url.partition(':')[0]}: address not reachable from a page"
        if not self._is_own(url, page_url) and not self._is_allowed(url):
            return f"other host {_netloc(url)} not asked, --allow-host allows it"
        return ""

    async def too_private(self, url: str, page_url: str) -> str:
        """Why the address behind a URL is not for this page; "" if it is."""
        if await self.space(url) <= await self.space(page_url):
            return ""
        return f"private address {_netloc(url)} not reachable from a page of a more public site"

    async def space(self, url: str) -> int:
        """The most private space that a URL's host has an address in."""
        host = urlsplit(url).hostname or ""
        if host not in self._spaces:
            self._spaces[host] = await self._look_up(host)
        return self._spaces[host]

    async def _look_up(self, host: str) -> int:
        host = host.rstrip(".")
        if host == "localhost" or host.endswith(".localhost"):
            return LOOPBACK
        if ":" in host or host.rpartition(".")[2].isdigit():
            return space_of(host)
        # A name without an address: whoever asks for it is told so by the downloader, or the proxy knows it.
        return max(map(space_of, await self._resolver(host)), default=PUBLIC)

    def _is_own(self, url: str, page_url: str) -> bool:
        """Same host and port; of names, any host of the same registered domain."""
        if _netloc(url) == _netloc(page_url):
            return True
        own, other = urlsplit(page_url).hostname or "", urlsplit(url).hostname or ""
        domain = registered_domain(own)
        named = "." in domain and not domain.rpartition(".")[2].isdigit()
        return named and registered_domain(other) == domain

    def _is_allowed(self, url: str) -> bool:
        host, netloc = urlsplit(url).hostname or "", _netloc(url)
        return any(
            allowed == "*" or allowed in (host, netloc) or (allowed[:2] == "*." and host.endswith(allowed[1:]))
            for allowed in self._allowed
        )


def blocked(method: str, url: str) -> str:
    """The note on a request that is never sent."""
    return f"{method.upper()} {short(url)} blocked: it might change something on the server"


def short(url: str, longest: int = 120) -> str:
    """A URL for a note: no credentials, and not endless."""
    bare = without_credentials(url)
    return bare if len(bare) <= longest else f"{bare[:longest]}..."


def _netloc(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2].lower()
