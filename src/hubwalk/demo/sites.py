"""The names of the demo sites."""

from __future__ import annotations

from hubwalk.demo.cameras import Cameras
from hubwalk.demo.laptops import Laptops
from hubwalk.demo.phones import Phones
from hubwalk.demo.site import DemoSite
from hubwalk.demo.university import University
from hubwalk.errors import unknown_name

SITES: dict[str, type[DemoSite]] = {site.name: site for site in (Cameras, Laptops, Phones, University)}


def make_site(name: str, size: int = 0, seed: int = 0) -> DemoSite:
    """The site of that name; size 0 is its own default."""
    if name not in SITES:
        raise unknown_name("demo site", name, SITES)
    return SITES[name](size, seed)
