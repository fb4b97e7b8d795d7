"""The names of the demo sites."""

from __future__ import annotations

from hubwalk.demo.cameras import Cameras
from hubwalk.demo.site import DemoSite
from hubwalk.errors import unknown_name

SITES: dict[str, type[DemoSite]] = {site.name: site for site in (Cameras,)}


def make_site(name: str, size: int = 0, seed: int = 0) -> DemoSite:
    """The site of that name; size 0 is its own default."""
    if name not in SITES:
        raise unknown_name("demo site", name, SITES)
    return SITES[name](size, seed)
