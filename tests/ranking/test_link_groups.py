"""Groups of links: what is alike, what counts how often, and what a verdict that is taken back leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.evidence import ROOT, Evidence
from hubwalk.ranking.link_groups import LinkGroups
from hubwalk.values import Link, Page

BASE = "http://site.test"
LIST, ASIDE, MENU = "html/body/ul/li*/a", "html/body/div*/p/a", "html/body/nav/a"
Seen = tuple[str, str]  # target, DOM path


def page(name: str, links: Sequence[Seen] = (), asked: str = "") -> Page:
    return Page(BASE + name, BASE + (asked or name), links=tuple(Link(BASE + t, t, path) for t, path in links))


def listed(names: Sequence[str], path: str = LIST) -> list[Seen]:
    return [(name, path.replace("*", f"[{i}]")) for i, name in enumerate(names, start=2)]


@dataclass
class Site:
    """Pages are fetched one by one and told to the groups, as a strategy does."""

    graph: WebGraph = field(default_factory=WebGraph)
    evidence: Evidence = field(default_factory=lambda: Evidence(accepted=0.05, brought=0.1, weight=10))
    groups: LinkGroups = field(init=False)

    def __post_init__(self) -> None:
        self.groups = LinkGroups(self.graph, self.evidence)

    def fetch(self, fetched: Page, accepted: bool = False, *, chosen: bool = True) -> range:
        number = self.graph.add_page(fetched, accepted)
        for address in self.graph.addresses(number):
            self.groups.followed(address, accepted, chosen=chosen)
        return self.groups.add_links(number)

    def revise(self, name: str, accepted: bool) -> None:
        number = self.graph.find(BASE + name)
        self.graph.revise(number, accepted)
        for address in self.graph.addresses(number):
            self.groups.revise(address, accepted)

    def tallies(self, source: str, target: str) -> list[list[tuple[int, int]]]:
        """For every link from one page to another: place, list, way, shape."""
        links = self.graph.out_links(self.graph.find(BASE + source))
        found = [link for link in links if self.graph.target(link) == self.graph.find(BASE + target)]
        return [[self.evidence.tally(group) for group in self.groups.all_of(link)] for link in found]


def test_a_page_counts_once_for_its_way_and_each_time_for_its_places() -> None:
    site = Site()
    site.fetch(page("/", listed(["/hub1", "/hub2"], MENU)))
    twice = [*listed(["/item", "/other"]), ("/item", "html/body/div/ul/li/a")]
    site.fetch(page("/hub1", [*listed(["/item", "/item2"]), *listed(["/item"], "html/body/ul[2]/li*/a")]))
    site.fetch(page("/hub2", twice))
    site.fetch(page("/item"), accepted=True)
    first, second = site.tallies("/hub1", "/item")
    assert first == [(1, 1), (2, 2), (1, 1), (1, 1)]  # two lists of one shape on one page: two places
    assert second == [(1, 1), (2, 2), (1, 1), (1, 1)]
    same_shape, other_shape = site.tallies("/hub2", "/item")
    assert same_shape == [(1, 1), (1, 1), (1, 1), (1, 1)]  # place and list are its own, way and shape those above
    assert other_shape == [(1, 1), (1, 1), (1, 1), (1, 1)]
    site.fetch(page("/item2"))
    assert site.tallies("/hub1", "/item2") == [[(1, 2), (2, 3), (1, 2), (1, 2)]]


def test_the_rows_of_a_table_are_one_place_and_those_of_the_next_table_another_one() -> None:
    row = "html/body/section/table/tbody/tr*/td/a"
    next_row = row.replace("section", "section[2]")
    site = Site()
    site.fetch(page("/", [*listed(["/a1", "/a2", "/a3"], row), *listed(["/b1", "/b2"], next_row)]))
    site.fetch(page("/a1"), accepted=True)
    site.fetch(page("/b1"))
    assert site.tallies("/", "/a3") == [[(1, 1), (1, 2), (1, 2), (1, 2)]]
    assert site.tallies("/", "/b2") == [[(0, 1), (1, 2), (1, 2), (1, 2)]]


def test_a_row_with_several_links_is_a_place_and_the_rows_with_one_are_another_one() -> None:
    links = ["table/tr/td/a", "table/tr/td/a[2]", "table/tr[2]/td/a", "table/tr[3]/td/a"]
    site = Site()
    site.fetch(page("/", [(f"/{n}", f"html/body/{path}") for n, path in enumerate(links)]))
    site.fetch(page("/0"), accepted=True)
    site.fetch(page("/2"))
    places = [site.tallies("/", f"/{n}")[0][0] for n in range(4)]
    assert places == [(1, 1), (1, 1), (0, 1), (0, 1)]


def test_links_to_pages_that_were_fetched_before_count_at_once() -> None:
    site = Site()
    site.fetch(page("/item"), accepted=True, chosen=False)
    site.fetch(page("/hub", listed(["/item", "/item2"])))
    assert site.tallies("/hub", "/item2") == [[(1, 1)] * 4]


def test_links_are_grouped_once() -> None:
    site = Site()
    hub = page("/hub", listed(["/item"]))
    assert len(site.fetch(hub)) == 1
    assert len(site.groups.add_links(site.graph.find(BASE + "/hub"))) == 0


def test_only_what_was_chosen_tells_of_the_whole_site() -> None:
    site = Site()
    before = site.evidence.tally(ROOT)[1]
    site.fetch(page("/"), chosen=False)
    site.fetch(page("/sample"), accepted=True, chosen=False)
    assert site.evidence.tally(ROOT)[1] == before
    for accepted in (False, True, False):
        site.revise("/sample", accepted)
        assert 0 < site.evidence.means(np.asarray([ROOT]), 0)[0] < 1
    site.fetch(page("/a"))
    assert site.evidence.tally(ROOT)[1] == before + 1


def test_the_ways_of_pages_that_are_judged_otherwise_are_other_ways() -> None:
    """What an item links to by the same template tells nothing of what a list links to."""
    site = Site()
    site.fetch(page("/", listed(["/hub", "/item"], MENU)))
    site.fetch(page("/item", listed(["/item2", "/x"])), accepted=True)
    site.fetch(page("/hub", listed(["/item3", "/y"])))
    site.fetch(page("/item2"), accepted=True)
    (place, its_list, way, shape), *_ = site.tallies("/hub", "/y")
    assert (place, its_list, way) == ((0, 0), (0, 0), (0, 0))
    assert shape == (1, 1)


def test_addresses_are_alike_by_directory_and_look() -> None:
    site = Site()

    def form(path: str) -> list[int]:
        return site.groups.address(site.graph.know(BASE + path))

    assert form("/cameras/12") == form("/cameras/900")
    assert form("/cameras/12")[0] != form("/cameras/about")[0]
    assert form("/cameras/12")[2:] == form("/cameras/about")[2:]
    assert form("/cameras/12")[2] != form("/printers/12")[2]
    assert form("/cameras/list?page=1") == form("/cameras/list?page=2")
    assert form("/cameras/list?page=1")[0] != form("/cameras/list?print=1")[0]
    assert form("/cameras/a.html")[0] != form("/cameras/a.pdf")[0]
    assert form("/city_12.html") == form("/city_900.html")
    assert form("/city_12.html")[0] != form("/lens_12.html")[0], "named and numbered"
    assert form("/city_12.html")[1:] == form("/lens_12.html")[1:], "the same form"
    assert form("/8f3a12") == form("/77ac01"), "not a name and a number"


def test_a_page_may_link_back_to_what_was_asked_for() -> None:
    site = Site()
    site.fetch(page("/", listed(["/old", "/x"])))
    site.fetch(page("/new", listed(["/old", "/y"], MENU), asked="/old"), accepted=True)
    assert site.tallies("/", "/old") == [[(1, 1)] * 4]
    assert site.tallies("/new", "/old") == [[(1, 1)] * 4]
    site.revise("/new", accepted=False)
    assert site.tallies("/", "/old") == [[(0, 1)] * 4]
    assert site.tallies("/new", "/old") == [[(0, 1)] * 4]


def test_the_links_of_a_page_behind_a_redirect_go_the_way_of_its_kind() -> None:
    site = Site()
    site.fetch(page("/", listed(["/hub1", "/hub2"], MENU)))
    site.fetch(page("/hub1", listed(["/item1"])))
    site.fetch(page("/hub2/", [*listed(["/item2"]), ("/hub2", MENU)], asked="/hub2"))
    site.fetch(page("/item1"), accepted=True)
    (_, _, way, _), *_ = site.tallies("/hub2/", "/item2")
    assert way == (1, 1)


# -- random sites -----------------------------------------------------------------------------------------------------

NAMES = [f"/{directory}/{n}" for directory in "ab" for n in range(4)]
OLD = {name: f"/old{name}" for name in NAMES[::3]}  # asked for under another address
PATHS = [LIST.replace("*", ""), LIST.replace("*", "[2]"), ASIDE.replace("*", ""), ASIDE.replace("*", "[2]"), MENU]
places = st.tuples(st.sampled_from([*NAMES, *OLD.values(), "/never"]), st.sampled_from(PATHS))
linkings = st.lists(st.lists(places, max_size=6), min_size=len(NAMES), max_size=len(NAMES))
verdicts = st.lists(st.booleans(), min_size=len(NAMES), max_size=len(NAMES))
orders = st.permutations(range(len(NAMES)))


def crawled(
    links: list[list[Seen]], order: Sequence[int], said: list[bool], now: list[bool], when: int, *, back: bool = False
) -> Site:
    """All pages, some of whose verdicts are another one after `when` pages, and, with `back`, the first one again."""
    site = Site()

    def revise(done: Sequence[int], before: list[bool], after: list[bool]) -> None:
        for n in done:
            if before[n] != after[n]:
                site.revise(NAMES[n], after[n])

    for count, n in enumerate(order):
        if count == when:
            revise(order[:count], said, now)
        accepted = now[n] if count >= when else said[n]
        site.fetch(page(NAMES[n], links[n], asked=OLD.get(NAMES[n], "")), accepted, chosen=n % 2 == 0)
    if when >= len(order):
        revise(order, said, now)
    if back:
        revise(order, now, said)
    return site


def counts(site: Site, levels: Sequence[int]) -> list[object]:
    """Of every link the tallies of some of its groups, and those of all addresses and of the site."""
    graph, tally = site.graph, site.evidence.tally
    of_links = [[tally(site.groups.all_of(link)[level]) for level in levels] for link in range(graph.link_count)]
    of_pages = [[tally(group) for group in site.groups.address(number)] for number in range(len(graph))]
    return [of_links, of_pages, tally(ROOT)]


@given(linkings, orders, verdicts, verdicts, st.integers(0, len(NAMES)))
def test_counts_are_as_if_the_verdict_had_always_been_so(
    links: list[list[Seen]], order: list[int], said: list[bool], now: list[bool], when: int
) -> None:
    """But for ways: the links of a page stay with those of pages that were judged as it was at first."""
    levels = (0, 1, 3)
    assert counts(crawled(links, order, said, now, when), levels) == counts(crawled(links, order, now, now, 0), levels)


@given(linkings, orders, verdicts, verdicts, st.integers(0, len(NAMES)))
def test_ways_too_where_the_page_has_no_links(
    links: list[list[Seen]], order: list[int], said: list[bool], now: list[bool], when: int
) -> None:
    said = [before if not own else after for before, after, own in zip(said, now, links, strict=True)]
    levels = range(4)
    assert counts(crawled(links, order, said, now, when), levels) == counts(crawled(links, order, now, now, 0), levels)


@given(linkings, orders, verdicts, verdicts)
def test_there_and_back_leaves_no_trace(
    links: list[list[Seen]], order: list[int], said: list[bool], now: list[bool]
) -> None:
    end = len(NAMES)
    there_and_back = crawled(links, order, said, now, end, back=True)
    assert counts(there_and_back, range(4)) == counts(crawled(links, order, said, said, end), range(4))


@given(linkings, orders, verdicts)
def test_counts_are_those_of_a_plain_twin(links: list[list[Seen]], order: list[int], said: list[bool]) -> None:
    """At the end of a crawl: a place has one count a link that leads to a fetched page, a shape one a page."""
    site = crawled(links, order, said, said, 0)
    graph = site.graph
    accepted = {number for number in range(len(graph)) if graph.accepted[number]}
    fetched = {number for number in range(len(graph)) if graph.state[number] == 2}
    by_group: dict[int, list[int]] = {}
    for link in range(graph.link_count):
        place, its_list, way, shape = site.groups.all_of(link)
        for group in (place, its_list):
            by_group.setdefault(group, []).append(graph.target(link))
        for group in (way, shape):
            once = by_group.setdefault(group, [])
            once += [graph.target(link)] if graph.target(link) not in once else []
    for group, targets in by_group.items():
        led = [target for target in targets if target in fetched]
        assert site.evidence.tally(group) == (sum(target in accepted for target in led), len(led))
