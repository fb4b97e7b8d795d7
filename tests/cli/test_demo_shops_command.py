"""`hubwalk demo shops` and `hubwalk demo serve --shops`."""

from __future__ import annotations

import json
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from running import Command

from hubwalk.demo.shops import make_shops
from hubwalk.demo.shops.ontology import known_pairs, ontology_text
from hubwalk.demo.shops.serving import serve_shops
from hubwalk.demo.shops.world import World
from hubwalk.validators.ontology_file import read_ontology

pytest_plugins = ["commands"]

COUNT = 40


@pytest.fixture
def call(run: Command) -> Command:
    return partial(run, "demo")


def test_the_fit_sites_one_per_line_or_all_as_json(call: Command) -> None:
    code, out, _ = call("shops", "--count", COUNT, "--language", "fr")
    sites = make_shops(COUNT).sites("fr")
    assert code == 0
    assert out.split() == [site.home for site in sites if site.fit]
    code, out, _ = call("shops", "--count", COUNT, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["url"] for row in rows] == [site.home for site in make_shops(COUNT).sites()]
    assert [row["fit"] for row in rows] == [site.fit for site in make_shops(COUNT).sites()]


def test_an_ontology_and_pages_to_look_for_them_with(call: Command, tmp_path: Path) -> None:
    folder = tmp_path / "shops"
    code, out, _ = call("shops", "--count", COUNT, "--seed", 3, "--pages", 4, "-o", folder)
    assert (code, out.split()) == (0, [str(folder / name) for name in ("laptops.toml", "offers", "near-misses")])
    assert len(list((folder / "offers").iterdir())) == len(list((folder / "near-misses").iterdir())) == 4
    assert read_ontology(folder / "laptops.toml").lexicon.pairs == known_pairs(World(3))


def test_the_file_of_the_package_is_that_of_seed_0(tmp_path: Path) -> None:
    path = tmp_path / "laptops.toml"
    path.write_text(ontology_text(World(0)), "utf-8")
    assert read_ontology(path).lexicon.pairs == known_pairs(World(0))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("shops", "--language", "fi"), "unknown language 'fi'"),
        (("shops", "--count", "3"), "a web of 3 shops: give a number from 40"),
        (("shops", "-o", "-"), "standard output: these are several files; name a folder"),
        (("serve", "--shops", "40", "--site", "cameras"), "--shops is a web of its own"),
        (("serve", "--shops", "40", "--websites", "500"), "is a web of its own"),
        (("serve", "--shops", "7"), "a web of 7 shops"),
    ],
)
def test_bad_input_ends_in_one_line(call: Command, arguments: tuple[str, ...], says: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


def test_all_hosts_on_one_port_and_the_engine_on_another(tmp_path: Path) -> None:
    ready = tmp_path / "ready.json"
    web = make_shops(COUNT)
    with serve_shops(web, ready_file=ready) as announcement:
        told = json.loads(ready.read_text("utf-8"))
        site = web.sites()[0]
        request = urllib.request.Request(told["shops"]["url"], headers={"Host": site.host})
        with urllib.request.urlopen(request) as answer:
            assert answer.read() == web.respond(site.host, "/").body
        with urllib.request.urlopen(f"{told['search']['url']}search?q=notebook&format=json") as answer:
            assert json.load(answer)["results"]
    assert told["shops"]["resolve"] in announcement
    assert f"{COUNT} sites on" in announcement
    assert f"`hubwalk demo shops --count {COUNT} --seed {web.seed}` names them" in announcement
