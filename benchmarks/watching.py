"""Watches of recorded sites: how many new pages are found, and with how many requests.

    python benchmarks/watching.py --corpora DIR

For every site and task: some of the targets (1 %, at least three) are taken out of the recording, with all links to
them; a recipe is learned of what is left; then the recording is watched as it is. Prints the targets, those that were
taken out, how many of them the watch finds, the hubs of the recipe, and the requests over hubs and new pages; then the
sums over the first tasks of the sites.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hubwalk.drivers.replay import ParsedPages
from hubwalk.evaluation.link_graph import reachable_graph
from hubwalk.evaluation.validating_sites import SiteRecord
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import may_be_html
from hubwalk.recipes.learning import learn
from hubwalk.recipes.watching import Walk, spared, walk_known
from hubwalk.values import Link, Page, Site
from recorded_sites import add_sites, chosen_sites, one_line_errors

_LEAST = 3  # targets that are taken out


@dataclass(frozen=True)
class Snapshot:
    """A site as it is known."""

    pages: Mapping[str, Page]
    targets: Collection[str]
    later: Collection[str] = ()  # pages that an earlier watch has found

    def accepted(self, url: str) -> bool | None:
        return url in self.targets if url in self.pages else None

    def links(self, url: str) -> Sequence[Link]:
        return self.pages[url].links if url in self.pages else ()

    def found_later(self, url: str) -> bool:
        return url in self.later


@dataclass(frozen=True, slots=True)
class Line:
    site: str
    task: str
    first: bool  # of its site
    targets: int
    taken: int
    found: int
    hubs: int
    requests: int

    @property
    def cost(self) -> float:
        return self.requests / (self.hubs + self.taken)


def without(pages: Mapping[str, Page], taken: Collection[str]) -> dict[str, Page]:
    """The site before some pages came."""
    return {
        url: replace(page, links=tuple(link for link in page.links if link.target not in taken))
        for url, page in pages.items()
        if url not in taken
    }


def measure(record: SiteRecord, seed: int) -> Iterator[Line]:
    whole = record.open(record.primary)
    read = ParsedPages(whole, keep_html=False)
    site = Site(whole.entry)
    own = Scope(site).own
    pages = {}
    for url in reachable_graph(site, read, []).urls:
        page = read.read(url)
        links = tuple(link for link in page.links if own(link.target) and may_be_html(link.target))
        pages[url] = replace(page, links=links)
    for number, task in enumerate(record.tasks):
        print(f"{record.name} {task.name} ...", file=sys.stderr, flush=True)
        targets = {url for url in record.open(task.name).targets if url in pages and url != site.url}
        chance = random.Random(seed)
        taken = set(chance.sample(sorted(targets), min(len(targets) // 2, max(_LEAST, len(targets) // 100))))
        before = Snapshot(without(pages, taken), targets - taken)
        recipe = learn(before.pages.values(), before.targets, site.url)
        earlier = walk_known(recipe, before)
        walk = Walk(recipe, before, settled=before, spared=spared(earlier, before))
        requests, found = 0, set()
        while (wanted := walk.choose()) is not None:
            requests += 1
            page = pages.get(wanted.url, Page(wanted.url, wanted.url, 404))
            found |= {page.url, wanted.url} & taken
            walk.observe(wanted, page, page.url in targets)
        yield Line(
            record.name, task.name, number == 0, len(targets), len(taken), len(found), len(earlier.hubs), requests
        )


def table(lines: Sequence[Line]) -> Iterator[str]:
    yield f"{'site':16} {'task':12} {'targets':>7} {'new':>4} {'found':>5} {'hubs':>5} {'requests':>8} {'cost':>5}"
    for line in lines:
        yield (
            f"{line.site:16} {line.task:12} {line.targets:7} {line.taken:4} {line.found:5} {line.hubs:5} "
            f"{line.requests:8} {line.cost:5.2f}"
        )
    for name, some in (("all tasks", lines), ("first tasks", [line for line in lines if line.first])):
        found, taken = sum(line.found for line in some), sum(line.taken for line in some)
        cost = sum(line.requests for line in some) / sum(line.hubs + line.taken for line in some)
        yield f"{name} ({len(some)}): {found} of {taken} new pages found, requests over hubs and new pages {cost:.2f}"


@one_line_errors("watching")
def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_sites(parser)
    parser.add_argument("--seed", type=int, default=0, help="which targets are taken out")
    options = parser.parse_args(argv)
    sites = chosen_sites(options)
    print("\n".join(table([line for record in sites for line in measure(record, options.seed)])), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
