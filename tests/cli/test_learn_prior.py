"""`hubwalk learn-prior`: from crawl logs and recorded sites to a file that `--prior` takes."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

import pytest
from running import Command

from hubwalk.store.crawl_log import SqliteCrawlLog
from hubwalk.strategies.prior import Prior, parse_prior
from hubwalk.values import Choice, Link, Observation, Page, Verdict

pytest_plugins = ["commands"]

ITEMS = 12


def site_pages(name: str) -> dict[str, list[tuple[str, str]]]:
    """A small shop: its catalogue lists the wanted pages, its help pages are none."""
    items = [(f"/item/{n}", f"Camera {n}") for n in range(ITEMS)]
    helps = [(f"/help/{n}", f"{name} question") for n in range(ITEMS)]
    pages = {"/": [("/catalogue", "Catalogue"), ("/help", f"{name} help")], "/catalogue": items, "/help": helps}
    return pages | {path: [] for path, _ in (*items, *helps)}


def write_log(path: Path, *names: str, wanted: str = "/item/") -> None:
    """A finished crawl of some shops."""
    with SqliteCrawlLog.create(path, {}) as log:
        for name in names:
            base = f"http://{name}.test"
            for place, links in site_pages(name).items():
                made = tuple(Link(base + target, anchor, "html/body/a") for target, anchor in links)
                page = Page(base + place, base + place, links=made)
                choice = Choice(page.url, rule="start" if place == "/" else "breadth")
                log.append(Observation(f"{base}/", choice, page, Verdict(place.startswith(wanted))))


def write_recorded(path: Path, name: str) -> None:
    """A recorded shop with two tasks."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE pages (url TEXT, html BLOB, is_target INTEGER)")
    db.execute("CREATE TABLE labels (task TEXT, url TEXT)")
    for place, links in site_pages(name).items():
        anchors = "".join(f"<a href='{target}'>{anchor}</a> " for target, anchor in links)
        html = zlib.compress(f"<html><body>{place} {anchors}</body></html>".encode())
        db.execute("INSERT INTO pages VALUES (?, ?, ?)", (f"http://{name}.test{place}", html, "/item/" in place))
        if "/help/" in place:
            db.execute("INSERT INTO labels VALUES ('help', ?)", (f"http://{name}.test{place}",))
    db.commit()
    db.close()


def prior_in(path: Path) -> Prior:
    return parse_prior(path.read_bytes(), str(path))


def test_logs_of_several_sites_make_a_prior(command: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "one.db", "acme")
    write_log(tmp_path / "two.db", "zenith")
    ran = command("learn-prior", "one.db", "two.db", "-o", "cameras.prior")
    assert (ran.code, ran.out) == (0, "")
    prior = prior_in(tmp_path / "cameras.prior")
    assert prior.sites == ("http://acme.test/", "http://zenith.test/")
    assert prior.wanted["anchor:camera"] > 0 > prior.wanted["anchor:question"]
    assert not [word for word in (*prior.wanted, *prior.hubs) if "acme" in word or "zenith" in word]
    assert "54 pages of 2 sites, 24 of them accepted" in ran.err
    assert "--prior cameras.prior" in ran.err


def test_sites_of_one_log_count_each_for_itself(command: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "both.db", "acme", "zenith")
    ran = command("learn-prior", "both.db", "-o", "cameras.prior", "--json")
    prior = prior_in(tmp_path / "cameras.prior")
    assert json.loads(ran.out) == {
        "file": "cameras.prior", "sites": list(prior.sites), "pages": 54, "accepted": 24,
        "words": {"wanted": len(prior.wanted), "hubs": len(prior.hubs)},
    }  # fmt: skip
    assert len(prior.sites) == 2


def test_a_recorded_site_and_its_tasks(command: Command, tmp_path: Path) -> None:
    write_recorded(tmp_path / "acme.sqlite", "acme")
    write_recorded(tmp_path / "zenith.sqlite", "zenith")
    both = ("--recorded", "acme.sqlite:help", "--recorded", "zenith.sqlite:help")
    assert command("learn-prior", *both, "-o", "help.prior").code == 0
    assert prior_in(tmp_path / "help.prior").wanted["anchor:question"] > 0
    plain = ("--recorded", "acme.sqlite", "--recorded", "zenith.sqlite")
    assert command("learn-prior", *plain, "-o", "items.prior").code == 0
    assert prior_in(tmp_path / "items.prior").wanted["anchor:camera"] > 0


def test_simulate_takes_what_was_learned(command: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "one.db", "acme")
    write_recorded(tmp_path / "zenith.sqlite", "zenith")
    assert command("learn-prior", "one.db", "-o", "cameras.prior").code == 0
    options = ("--strategy", "adaptive", "--seeds", 1, "--samples", 1, "--prior", "cameras.prior")
    assert command("simulate", "zenith.sqlite", *options).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "x.prior"), "nothing to learn from"),
        (("nowhere.db", "-o", "x.prior"), "nowhere.db"),
        (("empty.db", "-o", "x.prior"), "empty.db has no pages yet"),
        (("nothing.db", "-o", "x.prior"), "nothing.db has no accepted page"),
        (("text.db", "-o", "x.prior"), "text.db"),
        (("good.db", "-o", "."), "it is a folder"),
        (("good.db", "-o", "nowhere/x.prior"), "there is no folder nowhere"),
        (("good.db", "-o", "text.db"), "text.db exists"),
        (("--recorded", "acme.sqlite:nonsense", "-o", "x.prior"), "nonsense"),
        (("--recorded", "nowhere.sqlite", "-o", "x.prior"), "nowhere.sqlite"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_one_line(
    command: Command, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    write_log(tmp_path / "empty.db")
    write_log(tmp_path / "nothing.db", "acme", wanted="/nothing/")
    write_log(tmp_path / "good.db", "acme")
    write_recorded(tmp_path / "acme.sqlite", "acme")
    (tmp_path / "text.db").write_text("some text")
    ran = command("learn-prior", *words)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "x.prior").exists()


def test_an_existing_file_is_replaced_on_request_only(command: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "one.db", "acme")
    (tmp_path / "cameras.prior").write_text("mine")
    assert command("learn-prior", "one.db", "-o", "cameras.prior").code == 2
    assert (tmp_path / "cameras.prior").read_text() == "mine"
    assert command("learn-prior", "one.db", "-o", "cameras.prior", "--force").code == 0
    assert prior_in(tmp_path / "cameras.prior").wanted


def test_a_site_without_accepted_pages_is_passed_over(command: Command, tmp_path: Path) -> None:
    write_log(tmp_path / "both.db", "acme", "zenith")
    db = sqlite3.connect(tmp_path / "both.db")
    db.execute("UPDATE fetch SET accepted = 0 WHERE site = (SELECT max(id) FROM site)")
    db.commit()
    db.close()
    assert command("learn-prior", "both.db", "-o", "cameras.prior").code == 0
    assert prior_in(tmp_path / "cameras.prior").sites == ("http://acme.test/",)
