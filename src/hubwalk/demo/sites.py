"""The names of the demo sites: five made by hand, and those of the domains."""

from __future__ import annotations

from hubwalk.demo.cameras import Cameras
from hubwalk.demo.instruments import Instruments
from hubwalk.demo.laptops import Laptops
from hubwalk.demo.phones import Phones
from hubwalk.demo.site import DemoSite
from hubwalk.demo.university import University
from hubwalk.demo.web import DOMAINS, make_domain
from hubwalk.errors import unknown_name

SITES: dict[str, type[DemoSite]] = {site.name: site for site in (Cameras, Laptops, Phones, University, Instruments)}


def make_site(name: str, size: int = 0, seed: int = 0) -> DemoSite:
    """The site of that name; size 0 is its own default."""
    if name not in SITES:
        raise unknown_name("demo site", name, SITES)
    return SITES[name](size, seed)


def find_site(name: str, *, size: int = 0, scale: float = 1.0, seed: int = 0) -> tuple[DemoSite, int]:
    """The site of that name, wherever it belongs, and its place among those that are served with it."""
    if name in SITES:
        return make_site(name, size, seed), list(SITES).index(name)
    known: list[str] = [*SITES]
    for domain in DOMAINS:
        made = make_domain(domain, scale=scale, seed=seed)
        names = [site.name for site in (*made.sites, *made.decoys)]
        if name in names:
            return (*made.sites, *made.decoys)[names.index(name)], names.index(name)
        known += names
    raise unknown_name("demo site", name, known)
