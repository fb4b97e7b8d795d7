"""The target page map (TPM): how a breadth-first crawl came to its targets.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.2, Definition 1 and Fig. 3, lines 16
to 19: of the tree in which a breadth-first crawl has found the pages of a site, what lies on a way from the entry page
to a target. Targets are its leaves.

The shortcuts anomaly: a target that a page further up names too, as a novelty say, is found from there and hangs there,
and its hub goes without it. Where half of the targets are named twice, the way with the most targets is no longer that
of the hubs. The paper leaves this to the choice of the way. Here a page of the map gets back all the targets that it
links to, so that a target may hang below several pages. Pages that have nothing but such targets are not added: every
page of a site may name its novelties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TargetPageMap:
    """Pages on the ways from the entry page to the targets."""

    entry: str
    children: Mapping[str, tuple[str, ...]]  # in the order in which they were found; targets have none
    targets: frozenset[str]  # those that the crawl has found a way to


def no_links(page: str) -> Iterable[str]:  # noqa: ARG001
    """The links of pages of which nothing is known but the tree."""
    return ()


def target_page_map(
    entry: str,
    found_on: Mapping[str, str],
    targets: Iterable[str],
    links: Callable[[str], Iterable[str]] = no_links,
) -> TargetPageMap:
    """The map of a crawl that has found each page on the page that `found_on` says. `links` are those of a page;
    without them shortcuts remain what they are."""
    wanted = {target for target in targets if target in found_on and target != entry}
    on_map: set[str] = set()
    for target in wanted:
        page = target
        while page not in on_map and page != entry and page in found_on:
            on_map.add(page)
            page = found_on[page]
    children: dict[str, dict[str, None]] = {}
    for page, hub in found_on.items():
        if page in on_map and hub not in wanted:
            children.setdefault(hub, {})[page] = None
    for hub, below in children.items():
        below.update(dict.fromkeys(page for page in links(hub) if page in wanted))
    return TargetPageMap(entry, {hub: tuple(below) for hub, below in children.items()}, frozenset(wanted))
