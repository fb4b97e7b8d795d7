from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from hubwalk.graph.web_graph import WebGraph
from hubwalk.ranking.evidence import Evidence
from hubwalk.ranking.link_groups import LinkGroups
from hubwalk.ranking.page_features import WEIGHTS, PageFeatures
from hubwalk.ranking.returns import as_groups
from hubwalk.values import Link, Page

BASE = "http://site.test"
COLUMN = {name: number for number, name in enumerate(WEIGHTS)}


class Site:
    """Pages with links, told to the features as the strategy does."""

    def __init__(self) -> None:
        self.graph = WebGraph()
        self.groups = LinkGroups(self.graph, Evidence(accepted=0.05, brought=0.1, weight=10))
        self.features = PageFeatures(self.graph, self.groups)

    def fetch(self, name: str, targets: Sequence[str] = (), path: str = "html/body/a", accepted: bool = False) -> int:
        links = tuple(Link(BASE + t, t, path.replace("*", f"[{n}]")) for n, t in enumerate(targets, start=1))
        number = self.graph.add_page(Page(BASE + name, BASE + name, links=links), accepted)
        self.features.observe(number, entry=self.graph.fetched == 1)
        self.groups.followed(number, accepted, chosen=True)
        self.groups.add_links(number)
        return number

    def of(self, *names: str) -> dict[str, list[float]]:
        rows = self.features.of([self.graph.find(BASE + name) for name in names])
        assert np.isfinite(rows).all()
        return {column: rows[:, number].tolist() for column, number in COLUMN.items()}


def test_one_good_list_is_enough() -> None:
    site = Site()
    site.fetch("/", ["/a", "/bad", "/good"], "html/body/nav/a")
    site.fetch("/bad", [*(f"/wrong{n}" for n in range(5)), "/in-both", "/in-bad"], "html/body/ol/li*/a")
    site.fetch("/good", [*(f"/right{n}" for n in range(5)), "/in-both", "/in-good"], "html/body/ul/li*/a")
    for n in range(5):
        site.fetch(f"/wrong{n}")
        site.fetch(f"/right{n}", accepted=True)
    both, bad, good = site.of("/in-both", "/in-bad", "/in-good")["best place"]
    assert both == pytest.approx(good)
    assert good > 0 > bad
    both, bad, good = site.of("/in-both", "/in-bad", "/in-good")["mean place"]
    assert bad < both < good


def test_what_hubs_of_a_list_brought_tells_of_the_others() -> None:
    site = Site()
    site.fetch("/", ["/hub1", "/hub2", "/hub3"], "html/body/ul/li*/a")
    site.fetch("/about", ["/terms"], "html/body/p/a")
    hub = site.fetch("/hub1")
    before = site.of("/hub2")["best place for hubs"]
    for link in site.graph.in_links(hub):
        site.groups.evidence.bring(as_groups({*site.groups.all_of(link), *site.groups.address(hub)}), 0.9)
    told = site.of("/hub2", "/terms")
    assert told["best place for hubs"][0] > before[0]
    assert told["best place for hubs"][0] > told["best place for hubs"][1]
    assert told["best place"] == pytest.approx([told["best place"][0]] * 2, abs=2.0)


def test_addresses_like_those_of_authorities_speak_for_a_page() -> None:
    site = Site()
    site.fetch("/", ["/item/1", "/item/2", "/page/1"])
    site.fetch("/item/1", accepted=True)
    item, other = site.of("/item/2", "/page/1")["address"]
    assert item > other


def test_addresses_that_say_nothing_change_nothing() -> None:
    """All alike, whether many or few of them are wanted."""
    for share in (2, 5):
        site = Site()
        site.fetch("/", [f"/{n:06}" for n in range(1000, 1041)])
        for n in range(1000, 1040):
            site.fetch(f"/{n:06}", accepted=n % share == 0)
        assert site.of("/001040")["address"] == pytest.approx([0], abs=0.3)


def test_what_authorities_link_to_ranks_high() -> None:
    site = Site()
    site.fetch("/", ["/item", "/news"])
    site.fetch("/item", ["/maker"], accepted=True)
    site.fetch("/news", ["/archive"])
    maker, archive = site.of("/maker", "/archive")["rank"]
    assert maker > archive
    site.graph.revise(site.graph.find(f"{BASE}/item"), accepted=False)
    site.features.revise(site.graph.find(f"{BASE}/item"))
    maker, archive = site.of("/maker", "/archive")["rank"]
    assert maker == pytest.approx(archive, abs=0.3)


def test_nearer_to_the_entry_by_clicks_and_by_the_shortest_way_known() -> None:
    site = Site()
    site.fetch("/", ["/a", "/b"])
    site.fetch("/a", ["/a/a", "/late"])
    site.fetch("/a/a", ["/a/a/a"])
    near, far = site.of("/b", "/a/a/a")["near the entry"]
    assert near > far > 0
    (before,) = site.of("/late")["near the entry"]
    site.fetch("/a/a/a", ["/late"])
    assert site.of("/late")["near the entry"] == [before], "a longer way changes nothing"
    site.fetch("/b", ["/a/a/x"])
    site.fetch("/a/a/x", ["/deep"])
    (deep,) = site.of("/deep")["near the entry"]
    site.fetch("/c", [])
    site.fetch("/late", ["/deep"])
    assert site.of("/deep")["near the entry"] == [deep]


def test_one_of_many_links_is_further_away_than_one_of_few() -> None:
    site = Site()
    site.fetch("/", ["/few", "/many"])
    site.fetch("/few", ["/one"])
    site.fetch("/many", [f"/n{n}" for n in range(500)])
    one, of_many = site.of("/one", "/n7")["near the entry"]
    assert one > of_many


def test_a_sample_is_not_taken_for_the_entry() -> None:
    site = Site()
    site.fetch("/", ["/menu"])
    site.fetch("/sample", ["/related"], accepted=True)
    menu, related = site.of("/menu", "/related")["near the entry"]
    assert menu > related


def test_a_page_is_what_it_is_whoever_is_asked_for_beside_it() -> None:
    site = Site()
    site.fetch("/", ["/a", "/b", "/c"], "html/body/ul/li*/a")
    site.fetch("/a", ["/d", "/b"], "html/body/p/a", accepted=True)
    together = site.of("/b", "/c", "/d")
    for number, name in enumerate(("/b", "/c", "/d")):
        alone = site.of(name)
        assert {column: row[0] for column, row in alone.items()} == pytest.approx(
            {column: row[number] for column, row in together.items()}
        )
    assert site.features.weights.shape == (2, len(COLUMN))
