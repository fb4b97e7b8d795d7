"""`hubwalk generate` as a user meets it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from misbehaving import NotHtml, Redirect, Web, page
from running import Command, Ran
from shop import ITEMS, stock

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoSite
from hubwalk.demo.sites import make_site
from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.recipe_file import read_recipe

pytest_plugins = ["commands", "web_fixtures"]

QUICK = ("--validator", "url:/item", "--delay", 0)


@pytest.fixture
def generate(web: Web, command: Command) -> Command:
    """Learns the shop, or whatever is on the web, by an item."""
    return lambda *more: command("generate", web.url, "--like", f"{web.url}/item/3", *QUICK, *more)


def test_a_recipe_is_learned_by_a_crawl(web: Web, generate: Command, tmp_path: Path) -> None:
    stock(web, 20)
    ran = generate("-o", "shop.toml")
    assert (ran.code, ran.out) == (0, "")
    made = read_recipe(tmp_path / "shop.toml").made
    assert (made.targets, made.covered, made.source) == (ITEMS, ITEMS, "shop.db")
    assert made.downloads < len(web.pages)  # it knows the way now
    assert f"{ITEMS} of {ITEMS} wanted pages (100%) with {made.downloads} downloads" in ran.err
    assert "hubwalk run shop.toml" in ran.err


@pytest.mark.parametrize("more", [(), ("--method", "mapping")])
def test_a_validator_that_needs_no_samples_gets_by_without(
    web: Web, command: Command, tmp_path: Path, *, more: tuple[str, ...]
) -> None:
    stock(web, 20)
    assert command("generate", web.url, *QUICK, "-o", "shop.toml", *more).code == 0
    assert read_recipe(tmp_path / "shop.toml").made.targets == ITEMS


def test_a_recipe_is_learned_from_a_log_without_a_download(
    web: Web, generate: Command, command: Command, tmp_path: Path
) -> None:
    stock(web, 20)
    assert generate("-o", "shop.toml", "-q").code == 0
    before = len(web.requests)
    ran = command("generate", "--from", "shop.db", "-o", "again.toml", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "again.toml").read_text() == (tmp_path / "shop.toml").read_text()
    assert command("generate", "--from", "shop.db", "-o", "-", "-q").out == (tmp_path / "shop.toml").read_text()
    assert len(web.requests) == before


def test_the_published_way(web: Web, generate: Command, tmp_path: Path) -> None:
    stock(web, 20)
    ran = generate("-o", "mapped.toml", "--method", "mapping", "--max-pages", 70)
    assert ran.code == 0
    assert len(web.pages) <= 71  # the sample was read before
    (pattern,) = read_recipe(tmp_path / "mapped.toml").patterns
    assert pattern.targets > 0
    assert all(level.step.urls and level.step.places for level in pattern.levels)


def test_mapping_goes_no_deeper_than_it_may(web: Web, generate: Command) -> None:
    stock(web, 20)
    assert generate("-o", "mapped.toml", "--method", "mapping", "--depth", 2, "-q").code == 0
    assert not web.count("/list/2")  # three clicks from the entry page
    assert web.count("/list/1")


def test_without_a_validator_mapping_goes_by_structure(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web, 20)
    words = ("generate", web.url, "--like", f"{web.url}/item/3", "--delay", 0, "--max-pages", 40, "--json")
    ran = command(*words, "--method", "mapping", "-o", "mapped.toml")
    assert "like the tree of" in command("explain", "mapped.db", f"{web.url}/about").out
    assert [event["event"] for event in ran.events][-1] in ("notice", "end")


def test_an_entry_page_that_redirects_is_followed(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web, 20)
    web.put("/welcome", Redirect("/"))
    like = ("--like", f"{web.url}/item/3")
    ran = command("generate", f"{web.url}/welcome", *like, *QUICK, "-o", "shop.toml")
    assert ran.code == 0
    assert f"{web.url}/welcome leads to {web.url}/: that is the recipe's entry page" in ran.err
    assert read_recipe(tmp_path / "shop.toml").entry == f"{web.url}/"


def test_a_sample_that_no_link_leads_to(web: Web, generate: Command, tmp_path: Path) -> None:
    web.put("/", page("home", "/a", "/b"))
    for path in ("/a", "/b"):
        web.put(path, page(path, "/"))
    web.put("/item/3", page("item"))
    ran = generate("-o", "shop.toml", "-q")
    assert ran.code == 2
    assert f"{web.url}/item/3 cannot be reached from {web.url}/: of the 3 pages that links from" in ran.err
    assert not (tmp_path / "shop.toml").exists()


def test_a_sample_that_only_others_can_do_without(web: Web, generate: Command, tmp_path: Path) -> None:
    web.put("/", page("home", "/list"))
    web.put("/list", page("list", "/item/1", "/item/2"))
    for number in (1, 2, 3):
        web.put(f"/item/{number}", page(f"item {number}", text=f"number {number}"))
    ran = generate("-o", "shop.toml", "-q")
    assert ran.code == 0
    assert f"no link leads from {web.url}/ to {web.url}/item/3: the recipe begins there, too" in ran.err
    assert read_recipe(tmp_path / "shop.toml").starts == (f"{web.url}/item/3",)


def test_a_site_where_nothing_is_like_the_sample(web: Web, command: Command, tmp_path: Path) -> None:
    web.put("/", page("home", "/a"))
    web.put("/a", page("a", "/"))
    (tmp_path / "sample.html").write_text("<table><tr><td>weight<td>3 kg</table>")
    ran = command("generate", web.url, "--like", "sample.html", *QUICK, "-o", "shop.toml", "-q")
    assert ran.code == 2
    assert (
        f"none of the 2 pages read of {web.url}/ was accepted, the nearest is {web.url}/a (the URL does not" in ran.err
    )


def test_a_site_where_everything_is(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web, 20)
    words = ("generate", web.url, "--like", f"{web.url}/item/3", "--validator", "url:.", "--delay", 0)
    ran = command(*words, "-o", "shop.toml", "-q")
    assert ran.code == 0
    pages = len(web.pages)
    assert f"{pages} of {pages} pages, the entry page among them, count as wanted" in ran.err


def test_a_sample_that_is_not_html(web: Web, command: Command) -> None:
    stock(web, 20)
    web.put("/item/3", NotHtml(size=100))
    ran = command("generate", web.url, "--like", f"{web.url}/item/3", *QUICK, "-o", "shop.toml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert f"sample {web.url}/item/3: not HTML but application/pdf" in ran.err


def test_a_log_that_gives_nothing(web: Web, command: Command, tmp_path: Path) -> None:
    stock(web, 20)
    words = ("find", web.url, "--validator", "url:/nothing", "--delay", 0, "--max-pages", 5, "-q")
    assert command(*words, "-o", "none.jsonl").code == 0
    ran = command("generate", "--from", "none.db", "-o", "shop.toml")
    assert ran.code == 2
    assert f"none of the 5 pages read of {web.url}/ was accepted" in ran.err
    ran = command("generate", "--from", "none.db", "--site", "http://other.test/", "-o", "shop.toml")
    assert (ran.code, f"it has {web.url}/" in ran.err) == (2, True)


def test_a_log_of_several_sites(web: Web, other_web: Web, command: Command, tmp_path: Path) -> None:
    for one in (web, other_web):
        stock(one, 20)
    assert command("find", web.url, other_web.url, *QUICK, "-o", "both.jsonl", "-q").code == 0
    ran = command("generate", "--from", "both.db", "-o", "shop.toml")
    assert (ran.code, f"choose --site {web.url}/ or {other_web.url}/" in ran.err) == (2, True)
    assert command("generate", "--from", "both.db", "--site", other_web.url, "-o", "shop.toml").code == 0
    assert read_recipe(tmp_path / "shop.toml").entry == f"{other_web.url}/"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("-o", "a.toml"), "name one thing to begin with"),
        (("http://a.test", "--from", "a.db", "-o", "a.toml"), "name one thing to begin with"),
        (("http://a.test", "-o", "a.toml"), "no sample given"),
        (("http://a.test", "-o", "a.toml", "--validator", "text"), "no samples to learn words from"),
        (("http://a.test", "-o", "a.toml", "--method", "mapping"), "no samples to compare with"),
        (("--from", "a.db"), "nowhere to write to"),
        (("--from", "a.db", "-o", "a.jsonl"), "expected a file that ends in .toml"),
        (("--from", "a.db", "-o", "no/a.toml"), "there is no folder no"),
        (("--from", "a.db", "-o", "there.toml"), "there.toml exists: choose another -o, or replace it with --force"),
        (("--from", "a.db", "--spider", "there.py"), "there.py exists: choose another --spider"),
        (("--recipe", "there.toml", "-o", "b.toml"), "is a recipe already"),
        (("--from", "missing.db", "-o", "a.toml"), "missing.db"),
        (("http://a.test", "--like", "a.html", "-o", "a.toml", "--method", "maping"), "mapping"),
        (("http://a.test", "--like", "a.html", "-o", "a.toml", "--depth", 3), "--depth is a bound of --method mapping"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: tuple[object, ...], complaint: str, command: Command, tmp_path: Path
) -> None:
    for name in ("there.toml", "there.py"):
        (tmp_path / name).write_text("mine")
    ran = command("generate", *words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert complaint in ran.err
    assert (tmp_path / "there.toml").read_text() == "mine"


def test_force_replaces_the_file(web: Web, generate: Command, tmp_path: Path) -> None:
    stock(web, 20)
    (tmp_path / "shop.toml").write_text("mine")
    assert generate("-o", "shop.toml", "--force", "-q").code == 0
    assert read_recipe(tmp_path / "shop.toml").made.targets == ITEMS


def test_events_for_a_program(web: Web, generate: Command) -> None:
    stock(web, 20)
    ran = generate("-o", "shop.toml", "--json")
    assert {"site", "end", "notice"} <= {event["event"] for event in ran.events}
    assert json.dumps(ran.events[-1]).count("hubwalk run")


# -- sites without an end ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def endless() -> Iterator[tuple[DemoSite, str]]:
    """A shop with a calendar that has a page for every month there ever was."""
    site = make_site("cameras", 100)
    with serve_in_thread([site]) as urls:
        yield site, urls[site.name]


def learn_endless(endless: tuple[DemoSite, str], command: Command, *more: object) -> Ran:
    site, url = endless
    (sample,) = site.samples(1)
    quick = ("--validator", "url:/cameras/[^/]+-[^/]+$", "--delay", 0, "--timeout", 1, "-o", "cameras.toml")
    return command("generate", url, "--like", f"{url.rstrip('/')}{sample}", *quick, *more)


def test_a_site_without_an_end_is_left_when_nothing_more_comes(
    endless: tuple[DemoSite, str], command: Command, tmp_path: Path
) -> None:
    ran = learn_endless(endless, command, "--max-pages", 3000)
    assert ran.code == 0, ran.err
    found = read_recipe(tmp_path / "cameras.toml").made
    assert found.targets >= endless[0].target_count
    with SqliteCrawlLog.open(tmp_path / "cameras.db") as log:
        (total,) = log.totals()
    assert total.reason == "yield below 0.002: 0 accepted of the last 500 downloads"
    assert total.fetched < 1000


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--config", "own.toml", "--stop-when-yield-below", 0), "max_pages"),
        (("--config", "own.toml"), "yield below 0.05"),
        (("--method", "mapping"), "max_pages"),
    ],
)
def test_that_end_can_be_moved(
    endless: tuple[DemoSite, str], command: Command, tmp_path: Path, more: tuple[object, ...], why: str
) -> None:
    (tmp_path / "own.toml").write_text("stop_when_yield_below = 0.05\n")
    ran = learn_endless(endless, command, "--max-pages", 300, *more)
    assert ran.code == 0, ran.err
    with SqliteCrawlLog.open(tmp_path / "cameras.db") as log:
        assert log.totals()[0].reason.startswith(why)


def test_an_entry_page_without_links_is_told(web: Web, generate: Command) -> None:
    web.put("/", page("home"))
    web.put("/item/3", page("item", "/item/4"))
    web.put("/item/4", page("item 4", "/item/3"))
    ran = generate("-o", "shop.toml", "-q")
    assert ran.code == 2
    assert f"cannot be reached from {web.url}/, which links to no page of the site: try another entry page" in ran.err
