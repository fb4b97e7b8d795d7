"""`hubwalk watch`: sitemaps and feeds, interruptions, whose verdict counts, and recipes that are learned anew."""

from __future__ import annotations

import gzip
import json
import signal
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from growing_shop import GrowingShop, stocked
from misbehaving import Html, Robots, Visit, Web
from running import Command, Ran, hubwalk, start

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.store.recipe_file import read_recipe
from hubwalk.store.watches import WatchLog

pytest_plugins = ["web_fixtures", "commands"]

SIZES = {"acme": 33, "bolt": 12, "cord": 25}
NOTHING, NEWS, PARTIAL, NO_LONGER, INTERRUPTED = 0, 10, 3, 4, 130


class Xml(Html):
    """A document that is no HTML."""

    def __init__(self, text: str, *, packed: bool = False) -> None:
        super().__init__(text)
        self.packed = packed

    def send(self, to: Visit) -> None:
        body = self.html.encode()
        self.reply(to, gzip.compress(body) if self.packed else body, "application/xml")


@pytest.fixture
def shop(web: Web, tmp_path: Path) -> GrowingShop:
    made = stocked(web, SIZES, per_list=10)
    made.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    return made


def watch(command: Command, *words: object) -> Ran:
    return command("watch", "a.toml", "a.db", *words)


def told(ran: Ran, event: str) -> set[str]:
    return {line["url"].rpartition("/")[2].removesuffix(".html") for line in ran.pages if line["event"] == event}


def sitemap(urls: dict[str, str]) -> str:
    lines = "".join(f"<url><loc>{url}</loc><lastmod>{date}</lastmod></url>" for url, date in urls.items())
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{lines}</urlset>'


def test_a_sitemap_that_names_wanted_pages(shop: GrowingShop, web: Web, command: Command) -> None:
    dates = dict.fromkeys(sorted(shop.products()), "2026-01-01")
    shop.unlisted.add("cord-secret")
    dates[f"{web.url}/product/cord-secret.html"] = "2026-01-01"
    dates[f"{web.url}/about"] = "2026-01-01"
    web.put("/robots.txt", Robots(f"User-agent: *\nSitemap: {web.url}/index.xml\n"))
    index = "<sitemapindex><sitemap><loc>/goods.xml.gz</loc><lastmod>{}</lastmod></sitemap></sitemapindex>"
    web.put("/index.xml", Xml(index.format("1")))
    web.put("/goods.xml.gz", Xml(sitemap(dates), packed=True))
    ran = watch(command)
    if not told(ran, "new"):  # one sitemap is tried each time on a site of so few hubs
        ran = watch(command)
    assert (told(ran, "new"), ran.pages[0]["hub"]) == ({"cord-secret"}, f"{web.url}/goods.xml.gz")
    web.requests.clear()
    assert watch(command).code == NOTHING
    assert web.pages["/index.xml"] == 1
    assert "/goods.xml.gz" not in web.pages  # by its date it is as it was
    shop.text["cord-110"] = "now with a lid"
    dates[f"{web.url}/product/cord-110.html"] = "2026-02-02"
    web.put("/index.xml", Xml(index.format("2")))
    web.put("/goods.xml.gz", Xml(sitemap(dates), packed=True))
    ran = watch(command, "--check-known", 1)
    assert told(ran, "changed") == {"cord-110"}


def test_a_feed_that_names_wanted_pages_is_asked_for_and_another_is_not_twice(
    web: Web, tmp_path: Path, command: Command
) -> None:
    link = '<link rel="alternate" type="application/rss+xml" href="/{}">'
    shop = stocked(web, SIZES, per_list=10, head=link.format("blog.xml") + link.format("rss.xml"))
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml")
    item = "<item><link>{}</link></item>"
    known = item.format(sorted(shop.products())[0])
    web.put("/blog.xml", Xml(f"<rss><channel>{item.format('/about')}</channel></rss>"))
    web.put("/rss.xml", Xml(f"<rss><channel>{known}</channel></rss>"))
    for _ in range(2):
        assert watch(command).code == NOTHING
    assert web.pages["/blog.xml"] == web.pages["/rss.xml"] == 1
    shop.unlisted.add("bolt-flash")
    web.put("/rss.xml", Xml(f"<rss><channel>{item.format('/product/bolt-flash.html')}{known}</channel></rss>"))
    ran = watch(command)
    assert (told(ran, "new"), ran.pages[0]["hub"]) == ({"bolt-flash"}, f"{web.url}/rss.xml")
    assert web.pages["/blog.xml"] == 1


def test_a_sitemap_that_is_none_is_left_alone(shop: GrowingShop, web: Web, command: Command) -> None:
    web.put("/robots.txt", Robots(f"User-agent: *\nSitemap: {web.url}/brands\n"))
    web.requests.clear()
    for _ in range(3):
        assert watch(command).code == NOTHING
    assert web.pages["/brands"] == 4


# -- whose verdict counts ---------------------------------------------------------------------------------------------


def test_the_validator_of_the_crawl_judges(shop: GrowingShop, command: Command) -> None:
    shop.brands["bolt"] += ["bolt-new", "bolt-newer.txt?x="]  # the second does not end in html
    assert told(watch(command), "new") == {"bolt-new"}
    assert watch(command).code == NOTHING


def test_a_validator_that_learns_is_told_what_was_judged_before(web: Web, tmp_path: Path, command: Command) -> None:
    shop = stocked(web, {"acme": 15, "bolt": 12}, per_list=10)
    sample = tmp_path / "sample.html"
    sample.write_text(str(shop.html("/product/acme-100.html")), "utf-8")
    found = command(
        "find", f"{web.url}/", "--like", sample, "--like", f"{web.url}/product/bolt-101.html", "--delay", 0,
        "-o", "a.jsonl", "-q",
    )  # fmt: skip
    assert found.code == 0, found.err
    assert command("generate", "--from", "a.db", "-o", "a.toml").code == 0
    shop.brands["acme"].append("acme-new")
    ran = watch(command)
    assert (ran.code, told(ran, "new")) == (NEWS, {"acme-new"}), ran.err


def test_where_nobody_judges_the_recipe_does(web: Web, tmp_path: Path, command: Command) -> None:
    shop = stocked(web, SIZES, per_list=10)
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml", validators=[])
    shop.brands["bolt"].append("bolt-new")
    shop.brands["dune"] = ["dune-1"]
    assert told(watch(command), "new") == {"bolt-new", "dune-1"}


def test_a_crawl_by_the_recipe_can_be_watched_resumed_and_explained(
    shop: GrowingShop, web: Web, command: Command
) -> None:
    assert command("run", "a.toml", "--db", "b.db", "-o", "b.jsonl", "--delay", 0, "-q").code == 0
    assert command("watch", "a.toml", "b.db").code == NOTHING
    shop.brands["bolt"].append("bolt-new")
    ran = command("watch", "a.toml", "b.db")
    assert told(ran, "new") == {"bolt-new"}
    web.requests.clear()
    assert command("resume", "b.db", "-q").code == 0
    assert web.pages == {}
    explained = command("explain", "b.db", f"{web.url}/product/bolt-new.html")
    assert explained.code == 0
    assert "watch" in explained.out
    assert f"{web.url}/brand/bolt" in explained.out


def test_a_page_on_which_the_validator_breaks_is_no_page_that_is_known(
    web: Web, tmp_path: Path, command: Command
) -> None:
    judge = tmp_path / "fickle.py"
    judge.write_text(
        "import os\n"
        "def judge(page):\n"
        "    if os.path.exists('broken'):\n"
        "        raise ValueError('not today')\n"
        "    return page.url.endswith('.html')\n",
        "utf-8",
    )
    shop = stocked(web, SIZES, per_list=10)
    shop.crawled(tmp_path / "a.db", tmp_path / "a.toml", validators=["python:fickle:judge"])
    shop.brands["bolt"].append("bolt-new")
    (tmp_path / "broken").touch()
    ran = watch(command)
    assert (ran.code, ran.out) == (PARTIAL, "")
    assert "not today" in ran.err
    (tmp_path / "broken").unlink()
    assert told(watch(command), "new") == {"bolt-new"}


# -- interrupted ------------------------------------------------------------------------------------------------------


class _Waits(Html):
    """Answers when it is too late."""

    def send(self, to: Visit) -> None:
        time.sleep(30)


def test_an_interrupted_watch_goes_on(shop: GrowingShop, web: Web, tmp_path: Path) -> None:
    shop.brands["acme"].insert(0, "acme-new")
    shop.brands["cord"].insert(0, "cord-new")
    shop.brands["bolt"].remove("bolt-104")
    web.put("/brand/cord?page=2", _Waits())
    running = start("watch", "a.toml", "a.db", cwd=tmp_path)
    deadline = time.monotonic() + 60
    while "/brand/cord?page=2" not in web.pages and time.monotonic() < deadline:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert running.returncode == INTERRUPTED
    assert "Traceback" not in err
    first = {json.loads(line)["title"] for line in out.splitlines()}
    web.answers.clear()
    asked = web.pages
    web.requests.clear()
    ran = hubwalk("watch", "a.toml", "a.db", cwd=tmp_path)
    assert ran.code == NEWS
    assert first | told(ran, "new") >= {"acme-new.html", "cord-new"} or first >= {"acme-new.html", "cord-new.html"}
    assert told(ran, "vanished") == {"bolt-104"}
    again = [path for path in web.pages if path in asked and path != "/brand/cord?page=2"]
    assert again == []
    with SqliteCrawlLog.open(tmp_path / "a.db") as log:
        store = WatchLog(log, f"{web.url}/")
        news = [event.title for event in store.events() if event.event == "new"]
        assert sorted(news) == ["acme-new.html", "cord-new.html"]
        assert (store.ended(), log.rows("SELECT count(*) FROM watch")) == (1, [(1,)])


def test_a_page_whose_event_was_cut_off_is_reported_by_the_next_watch(
    shop: GrowingShop, web: Web, command: Command, tmp_path: Path
) -> None:
    shop.brands["acme"].insert(0, "acme-new")
    assert watch(command).code == NEWS
    with SqliteCrawlLog.open(tmp_path / "a.db", write=True) as log, log.transaction() as rows:
        rows.execute("DELETE FROM event")
        rows.execute("DELETE FROM watch_end")
    ran = watch(command)
    assert (ran.code, told(ran, "new")) == (NEWS, {"acme-new"})


# -- learned anew -----------------------------------------------------------------------------------------------------


def test_relearn_makes_another_recipe_and_keeps_the_old_one(
    shop: GrowingShop, web: Web, command: Command, tmp_path: Path
) -> None:
    before = (tmp_path / "a.toml").read_text("utf-8")
    old = shop.products()
    shop.prefix, shop.folder, shop.lists = "x-", "goods", "make"
    ran = watch(command, "--relearn", "-q")
    assert ran.code == NEWS
    assert {line["url"] for line in ran.pages} == shop.products()
    assert (tmp_path / "a.toml.bak").read_text("utf-8") == before
    made = read_recipe(tmp_path / "a.toml").made
    assert made.covered == made.targets == len(shop.products())
    assert not (tmp_path / "a.relearn.db").exists()
    shop.brands["bolt"].insert(0, "bolt-new")
    ran = watch(command)
    assert (ran.code, told(ran, "new")) == (NEWS, {"bolt-new"})
    assert {line["url"] for line in ran.pages if line["event"] == "vanished"} == old
    assert watch(command).code == NOTHING


def test_relearn_leaves_alone_what_holds_and_what_it_cannot_mend(
    shop: GrowingShop, web: Web, command: Command, tmp_path: Path
) -> None:
    before = (tmp_path / "a.toml").read_bytes()
    assert watch(command, "--relearn").code == NOTHING
    web.fallback = lambda _: Html("<html><body><p>We are moving house, please come back tomorrow</p></body></html>")
    ran = watch(command, "--relearn")
    assert ran.code == NO_LONGER
    assert "nothing to learn another recipe from" in ran.err
    assert (tmp_path / "a.toml").read_bytes() == before
    assert not (tmp_path / "a.toml.bak").exists()


def test_hosts_are_reached_where_the_crawl_reached_them(web: Web, command: Command) -> None:
    listed = ["/p/1", "/p/2"]

    def answer(address: str) -> Html | None:  # whoever follows --resolve sends the whole address
        path = urlsplit(address).path
        if address.startswith("http://shop.test/") and path == "/":
            return Html("".join(f"<ul><li><a href={one}>{one}</a></ul>" for one in listed))
        return Html(f"<h1>{path}</h1>") if path in listed else None

    web.fallback = answer
    rule = f"*.test=127.0.0.1:{web.port}"
    said = ("--validator", "url:/p/", "--like", "http://shop.test/p/1", "--delay", 0, "--resolve", rule)
    made = command("generate", "shop.test", *said, "-o", "a.toml")
    assert made.code == 0
    listed.append("/p/3")
    ran = watch(command)
    assert (ran.code, told(ran, "new")) == (NEWS, {"3"})
