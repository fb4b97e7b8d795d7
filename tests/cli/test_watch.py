"""`hubwalk watch` as a cron job runs it: what it finds of what has changed, what that costs, how it ends."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from growing_shop import GrowingShop, stocked
from misbehaving import Html, Robots, Web
from running import Command, Ran

from hubwalk.store.crawl_log import SqliteCrawlLog

pytest_plugins = ["web_fixtures", "commands"]

SIZES = {"acme": 33, "bolt": 12, "cord": 25}
NOTHING, NEWS, BAD, PARTIAL, NO_LONGER = 0, 10, 2, 3, 4


@pytest.fixture
def shop(web: Web, tmp_path: Path) -> GrowingShop:
    """Crawled, with its log a.db and its recipe a.toml in the folder of `command`."""
    made = stocked(web, SIZES, per_list=10)
    made.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    return made


def told(ran: Ran, event: str) -> set[str]:
    """The last steps of the URLs of these events."""
    return {line["url"].rpartition("/")[2].removesuffix(".html") for line in ran.pages if line["event"] == event}


def end_of(ran: Ran) -> dict[str, Any]:
    """The last line of --json."""
    last: dict[str, Any] = json.loads(ran.err.splitlines()[-1])
    assert last["event"] == "end"
    return last


def watch(command: Command, *words: object) -> Ran:
    return command("watch", "a.toml", "a.db", *words)


@pytest.mark.parametrize("etags", [True, False])
def test_one_in_a_hundred_new_pages_of_a_large_site(web: Web, tmp_path: Path, command: Command, *, etags: bool) -> None:
    size = 5000 if etags else 500
    shop = stocked(web, {f"brand{n}": size // 25 for n in range(25)}, per_list=20, etags=etags)
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    before = shop.products()
    chance = random.Random(3)
    for n in range(size // 100 - 2):
        names = shop.brands[f"brand{chance.randrange(25)}"]
        names.insert(chance.randrange(len(names)), f"novelty-{n}")
    shop.brands["upstart"] = ["upstart-1", "upstart-2"]
    fresh = shop.products() - before
    assert len(fresh) == size // 100
    web.requests.clear()
    ran = watch(command, "--json")
    assert ran.code == NEWS
    assert {line["url"] for line in ran.pages} == fresh
    assert sum(web.pages.values()) <= 1.1 * (len(shop.hubs()) + len(fresh))
    assert end_of(ran)["requests"] == sum(web.pages.values())
    web.requests.clear()
    assert watch(command).code == NOTHING
    assert sum(web.pages.values()) <= 1.1 * len(shop.hubs())


def test_an_unchanged_site_costs_a_request_per_hub_and_no_download(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    for _ in range(2):
        web.requests.clear()
        ran = watch(command, "--json")
        assert (ran.code, ran.out) == (NOTHING, "")
        assert sorted(web.pages) == sorted(shop.hubs())
        assert end_of(ran)["unchanged"] == len(shop.hubs())


def test_without_validators_of_http_the_links_tell(web: Web, tmp_path: Path, command: Command) -> None:
    shop = stocked(web, SIZES, per_list=10, etags=False)
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    assert watch(command).code == NOTHING
    shop.brands["bolt"].append("bolt-new")
    ran = watch(command)
    assert (ran.code, told(ran, "new")) == (NEWS, {"bolt-new"})
    with SqliteCrawlLog.open(tmp_path / "a.db") as log:
        rows = log.rows("SELECT count(*), sum(links IS NOT NULL) FROM visit WHERE watch = 1")
    assert rows == [(len(shop.hubs()), 0)]  # what is as before is not stored again


def test_new_pages_have_title_and_hub_and_are_exported(shop: GrowingShop, web: Web, command: Command) -> None:
    shop.brands["acme"].insert(15, "acme-new")
    ran = watch(command)
    (line,) = ran.pages
    assert (line["event"], line["title"]) == ("new", "acme-new.html")
    assert line["hub"] == f"{web.url}/brand/acme?page=2"
    assert list(line) == ["event", "url", "title", "hub", "about", "at"]
    assert "1 new, 0 changed, 0 vanished" in ran.err
    assert line["url"] in {page["url"] for page in command("export", "a.db", "-o", "-").pages}


def test_what_is_gone_is_asked_for_once_and_what_is_only_unlisted_is_not_gone(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    shop.unlisted.add("cord-103")
    for name in ("cord-102", "cord-103"):
        shop.brands["cord"].remove(name)
    ran = watch(command)
    assert (ran.code, told(ran, "vanished"), told(ran, "new")) == (NEWS, {"cord-102"}, set())
    assert ran.pages[0]["about"] == "status 404"
    web.requests.clear()
    assert watch(command).code == NOTHING
    assert not any("cord-10" in path for path in web.pages)
    shop.brands["cord"].append("cord-102")  # back again
    ran = watch(command)
    assert (told(ran, "new"), ran.pages[0]["about"]) == ({"cord-102"}, "it is there again")
    shop.brands["cord"].remove("cord-102")
    assert told(watch(command), "vanished") == {"cord-102"}


def test_more_missing_pages_than_may_be_asked_for_are_left_to_the_next_watch(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    del shop.brands["bolt"][:7]
    first = watch(command, "--check-vanished", 3)
    assert len(told(first, "vanished")) == 3
    assert "4 more pages are listed nowhere" in first.err
    second = watch(command)
    assert len(told(first, "vanished") | told(second, "vanished")) == 7
    assert watch(command).code == NOTHING


def test_a_redirect_away_is_gone_and_so_is_a_page_that_shows_something_else(
    shop: GrowingShop, web: Web, command: Command, tmp_path: Path
) -> None:
    from misbehaving import Redirect

    shop.brands["bolt"].remove("bolt-101")
    web.put("/product/bolt-101.html", Redirect("/brands"))
    ran = watch(command)
    assert told(ran, "vanished") == {"bolt-101"}
    assert ran.pages[0]["about"] == f"leads to {web.url}/brands"


def test_renamed_classes_and_changed_addresses_one_at_a_time(shop: GrowingShop, web: Web, command: Command) -> None:
    shop.prefix = "x-"
    shop.brands["acme"].insert(0, "acme-new")
    ran = watch(command)
    assert (ran.code, told(ran, "new"), told(ran, "vanished")) == (NEWS, {"acme-new"}, set())
    assert "followed by URL alone" in ran.err
    shop.prefix = ""
    shop.lists = "make"
    shop.brands["acme"].insert(0, "acme-newer")
    ran = watch(command)
    assert (ran.code, told(ran, "new"), told(ran, "vanished")) == (NEWS, {"acme-newer"}, set())
    assert "followed by place alone" in ran.err


def test_pages_that_moved_are_new_and_say_where_they_were(shop: GrowingShop, web: Web, command: Command) -> None:
    before = shop.products()
    shop.folder = "goods"
    ran = watch(command, "--check-vanished", 10)
    assert ran.code == NEWS
    assert {line["url"] for line in ran.pages if line["event"] == "new"} == shop.products()
    assert {line["about"].removeprefix("was ") for line in ran.pages if line["event"] == "new"} == before
    assert len(told(ran, "vanished")) == 10


def test_a_site_that_changed_altogether_says_so_and_loses_nothing(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    shop.prefix, shop.folder, shop.lists = "x-", "goods", "make"
    ran = watch(command, "--quiet")
    assert (ran.code, ran.out) == (NO_LONGER, "")
    assert "the recipe no longer holds" in ran.err
    shop.prefix, shop.folder, shop.lists = "", "product", "brand"
    assert watch(command).code == NOTHING


def test_changed_pages_within_a_budget_the_longest_unchecked_first(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    shop.text = dict.fromkeys(("acme-100", "cord-124"), "now at half the price")
    assert watch(command).code == NOTHING  # nobody asked
    web.requests.clear()
    ran = watch(command, "--check-known", 40)
    assert told(ran, "changed") == {"acme-100"}
    assert sum(web.pages.values()) == len(shop.hubs()) + 40
    ran = watch(command, "--check-known", 30)
    assert told(ran, "changed") == {"cord-124"}
    shop.dead.add("acme-101")
    ran = watch(command, "--check-known", 70)
    assert (told(ran, "changed"), told(ran, "vanished")) == (set(), {"acme-101"})
    web.requests.clear()
    assert watch(command).code == NOTHING  # though a list still has it
    assert "/product/acme-101.html" not in web.pages


def test_newest_first_lists_are_left_at_the_first_page_without_news(web: Web, tmp_path: Path, command: Command) -> None:
    shop = stocked(web, {f"brand{n}": 40 for n in range(8)}, per_list=10)
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    for brand, names in shop.brands.items():
        names.insert(0, f"{brand}-new")
    assert len(told(watch(command), "new")) == 8
    shop.brands["brand3"].insert(0, "brand3-newer")
    web.requests.clear()
    ran = watch(command, "--json")
    assert (told(ran, "new"), told(ran, "vanished")) == ({"brand3-newer"}, set())
    assert sum(web.pages.values()) == 2 + 8 + 2  # entry, brands, first pages; the second of one list, the new page
    assert end_of(ran)["left_out"] > 20
    shop.brands["brand5"].insert(30, "brand5-late")
    assert watch(command).code == NOTHING
    assert told(watch(command, "--full"), "new") == {"brand5-late"}
    web.requests.clear()
    assert watch(command).code == NOTHING
    assert len(web.pages) == len(shop.hubs())  # these lists are not newest first after all


def test_no_more_requests_than_allowed(shop: GrowingShop, web: Web, command: Command) -> None:
    web.requests.clear()
    ran = watch(command, "--max-pages", 3)
    assert ran.code == PARTIAL
    assert sum(web.pages.values()) == 3
    assert "max_pages of 3 reached" in ran.err


def test_the_output_grows(shop: GrowingShop, command: Command, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shop.brands["bolt"].append(f"bolt-{name}")
        assert watch(command, "-o", "news.jsonl").out == ""
    lines = [json.loads(line) for line in (tmp_path / "news.jsonl").read_text("utf-8").splitlines()]
    assert [line["title"] for line in lines] == ["bolt-one.html", "bolt-two.html"]


# -- trouble ----------------------------------------------------------------------------------------------------------


def test_a_site_that_is_down_has_lost_nothing(shop: GrowingShop, web: Web, command: Command) -> None:
    web.close()
    ran = watch(command)
    assert (ran.code, ran.out) == (BAD, "")
    assert "connection refused" in ran.err
    assert "Traceback" not in ran.err


def test_a_site_that_answers_with_empty_pages_has_lost_nothing(shop: GrowingShop, web: Web, command: Command) -> None:
    web.fallback = lambda _: Html("")
    ran = watch(command)
    assert (ran.code, ran.out) == (BAD, "")
    assert "an empty page" in ran.err
    web.fallback = lambda _: Html("<html><body><p>We are moving house, please come back tomorrow</p></body></html>")
    ran = watch(command)
    assert (ran.code, ran.out) == (NO_LONGER, "")


def test_hubs_that_cannot_be_had_keep_their_pages(shop: GrowingShop, web: Web, command: Command) -> None:
    for path, answer in (("/brand/acme", Html("", 200)), ("/brand/bolt", Html("<html><body>oops", 500))):
        web.put(path, answer)
    shop.brands["cord"].append("cord-new")
    ran = watch(command)
    assert (ran.code, told(ran, "new"), told(ran, "vanished")) == (PARTIAL, {"cord-new"}, set())
    assert "/brand/bolt could not be had: status 500" in ran.err
    web.answers.clear()
    assert watch(command).code == NOTHING


def test_a_new_page_that_cannot_be_had_is_tried_again(shop: GrowingShop, web: Web, command: Command) -> None:
    shop.brands["bolt"].append("bolt-new")
    web.put("/product/bolt-new.html", Html("<html><body>oops", 503))
    assert watch(command).code == PARTIAL
    web.answers.clear()
    assert told(watch(command), "new") == {"bolt-new"}


def test_robots_txt_is_obeyed(shop: GrowingShop, web: Web, command: Command) -> None:
    web.put("/robots.txt", Robots("User-agent: *\nDisallow: /brand/acme\n"))
    web.requests.clear()
    ran = watch(command)
    assert (ran.code, ran.out) == (PARTIAL, "")
    assert "robots.txt forbids" in ran.err
    assert "/brand/acme" not in web.pages


def test_bad_input(shop: GrowingShop, command: Command, tmp_path: Path, other_web: Web) -> None:
    other = stocked(other_web, {"dune": 15}, per_list=10)
    other.crawled(tmp_path / "other.db", tmp_path / "other.toml")
    (tmp_path / "empty.db").touch()
    (tmp_path / "config.toml").write_text('site = "http://a.test/"\n', "utf-8")
    with SqliteCrawlLog.create(tmp_path / "fresh.db", {}):
        pass
    text = (tmp_path / "a.toml").read_text("utf-8").replace("/product/", "/nowhere/").replace("ul.", "ol.")
    (tmp_path / "foreign.toml").write_text(text, "utf-8")
    for words, said in [
        (("a.toml", "other.db"), "has no crawl of"),
        (("other.toml", "a.db"), "has no crawl of"),
        (("foreign.toml", "a.db"), "leads to none of the wanted pages"),
        (("a.toml", "fresh.db"), "has no pages"),
        (("a.toml", "empty.db"), "empty.db"),
        (("a.toml", "missing.db"), "no such crawl log"),
        (("missing.toml", "a.db"), "cannot read the recipe"),
        (("config.toml", "a.db"), "not a recipe"),
        (("a.toml", "a.db", "--max-pages", 0), "expected at least 1"),
        (("a.toml", "a.db", "--check-known", -1), "expected at least 0"),
        (("a.toml", "a.db", "-o", "nowhere/news.jsonl"), "cannot write"),
        (("a.toml", "a.db", "-o", "a.db"), "choose another -o"),
    ]:
        ran = command("watch", *words)
        assert (ran.code, ran.out) == (BAD, ""), words
        assert said in ran.err, words
        assert ran.err.count("\n") == 1, words
    with SqliteCrawlLog.open(tmp_path / "a.db", write=True):
        ran = watch(command)
    assert ran.code == BAD
    assert "is in use by another hubwalk process" in ran.err
