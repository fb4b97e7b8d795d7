"""The target page map (TPM): how a breadth-first crawl came to its targets.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.2, Definition 1 and Fig. 3, lines 16
to 19: of the tree in which a breadth-first crawl has found the pages of a site, what lies on a way from the entry page
to a target. Targets are its leaves.

The shortcuts anomaly: a target that a page further up names too, as a novelty say, is found from there and hangs there,
and its hub goes without it. Where most targets are named twice, the way with the most targets is no longer that of the
hubs. The paper leaves this to the choice of the way. Here a page of the map gets back all the targets that it links to,
so that a target may hang below several pages. And a target that only the page it was found on has, though pages further
down link to it, brings the one of these onto the map that links to the most targets. No other page comes onto it by
shortcuts alone: every page of a site may name its novelties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    shown = {hub: [page for page in links(hub) if page in wanted] for hub in (entry, *found_on) if hub not in wanted}
    on_map = _ways(wanted, found_on)
    on_map |= _ways(_hubs_of_shortcuts(entry, found_on, shown, on_map | {entry}), found_on)
    children: dict[str, dict[str, None]] = {}
    for page, hub in found_on.items():
        if page in on_map and hub not in wanted:
            children.setdefault(hub, {})[page] = None
    for hub in on_map - wanted | {entry}:
        if shown[hub]:
            children.setdefault(hub, {}).update(dict.fromkeys(shown[hub]))
    return TargetPageMap(entry, {hub: tuple(below) for hub, below in children.items()}, frozenset(wanted))


def _ways(pages: Iterable[str], found_on: Mapping[str, str]) -> set[str]:
    """The pages, and all that lie between the entry page and them."""
    found: set[str] = set()
    for page in pages:
        while page not in found and page in found_on:
            found.add(page)
            page = found_on[page]  # noqa: PLW2901
    return found


def _hubs_of_shortcuts(
    entry: str, found_on: Mapping[str, str], shown: Mapping[str, Sequence[str]], on_map: set[str]
) -> set[str]:
    """Pages that are to come onto the map."""
    depth = {entry: 0}
    for page, hub in found_on.items():
        depth[page] = depth.get(hub, 0) + 1
    settled: set[str] = set()  # targets that a page of the map links to besides that on which they were found
    for hub in on_map & shown.keys():
        settled.update(target for target in shown[hub] if found_on[target] != hub)
    home: dict[str, str] = {}
    for hub, targets in shown.items():
        if len(targets) < 2:  # the page of a product's opinions links to the product, but lists nothing
            continue
        for target in targets:
            deeper = target not in settled and depth[hub] > depth[found_on[target]]
            if deeper and (target not in home or len(targets) > len(shown[home[target]])):
                home[target] = hub
    return set(home.values())
