"""hubwalk sites: what comes in, what comes out, what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from running import Command
from site_web import CLUBS, DEAD, PAGES, SiteWeb, club, garden

from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoAnswer, html_answer
from hubwalk.demo.virtual_hosts import VirtualHosts
from hubwalk.websites import training

pytest_plugins = ["commands", "site_web_fixtures"]

EXAMPLES = (
    *(word for n in (0, 3, 5) for word in ("--like-site", club(n))),
    *(word for n in (1, 4, 7) for word in ("--unlike-site", garden(n))),
)


def found(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def table(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(Path(path).read_text().splitlines()))


def test_from_example_sites_along_links_to_all_of_their_kind(command: Command, sites_web: SiteWeb) -> None:
    done = command("sites", *EXAMPLES, *sites_web.options, "-o", "sites.jsonl", "-q")
    assert (done.code, done.err) == (0, "")
    sites = found("sites.jsonl")
    assert {site["site"] for site in sites} == {club(n) for n in range(CLUBS)}
    ranks = [site["confidence"] for site in sites]
    assert ranks == sorted(ranks, reverse=True)
    assert max(sites_web.pages.values()) == 1  # training pages are not asked for again
    assert training._terms.cache_info().currsize == 0  # nor kept while the crawl goes on
    one = next(site for site in sites if site["site"] == club(0))
    assert one["sources"] == ["given as an example"]
    assert all(page["url"].startswith(club(0)) and page["confidence"] > 0.5 for page in one["evidence"])
    other = next(site for site in sites if site["rule"] == "link")
    assert other["sources"][0].startswith("link from http://")
    assert sum(site["pages"] for site in sites) <= CLUBS * PAGES

    status = command("status", "sites.db")
    assert f"{CLUBS} relevant" in status.out
    assert "no more sites are known" in status.out
    assert command("export", "sites.db", "--what", "sites", "-o", "all.csv", "--all").code == 0
    rows = table("all.csv")
    assert {row["site"] for row in rows if row["relevant"] == "True"} == {club(n) for n in range(CLUBS)}
    assert DEAD in {row["site"] for row in rows}
    told = command("explain", "sites.db", club(1).removeprefix("http://"))
    assert "verdict     relevant" in told.out
    assert "page        " in told.out
    assert json.loads(command("explain", "sites.db", DEAD, "--json").out)["relevant"] is False


def test_one_example_and_nothing_else_works_with_a_notice(command: Command, sites_web: SiteWeb) -> None:
    done = command("sites", "--like-site", club(2), *sites_web.options, "-o", "-", "-q")
    assert done.code == 0
    assert "hubwalk: " in done.err  # what one example cannot teach
    assert {site["site"] for site in done.pages} & {club(n) for n in range(CLUBS)}


def test_a_directory_with_words_and_a_site_remembers_its_sources(command: Command, sites_web: SiteWeb) -> None:
    branches = (
        "--source",
        "directory:http://directory.test/Sport/",
        "--source",
        "directory:http://directory.test/Home/",
    )
    words = ("--keyword", "regatta skipper", "--keyword", "keel")
    done = command("sites", *branches, *words, *sites_web.options, "-o", "sites.csv", "-q")
    assert (done.code, done.err) == (0, "")
    rows = table("sites.csv")
    assert {row["site"] for row in rows} == {club(n) for n in range(6)}
    assert all(int(row["pages"]) < PAGES for row in rows)  # it stops at the first page of the kind
    assert all("listed on http://directory.test/Sport/Sailing/" in row["sources"] for row in rows)
    told = json.loads(command("explain", "sites.db", garden(1), "--json").out)
    assert not told["relevant"]
    assert len(told["sources"]) == 2
    assert sites_web.pages[club(7)] == 0  # links are not followed


def test_search_engines_are_asked_for_words_and_for_pages_like_a_sample(command: Command, sites_web: SiteWeb) -> None:
    branches = ("--source", "directory:http://directory.test/Sport/", "--validator", "words:nothing has this")
    assert command("sites", *branches, *sites_web.options, "-o", "seen.jsonl", "-q").code == 0
    assert command("search-index", "build", "seen.db", "--index", "index").code == 0
    engine = ("--engine", "local:index", *sites_web.options, "-q")
    asked = command("sites", "--keyword", "regatta", *engine)
    assert asked.code == 0
    assert {site["rule"] for site in asked.pages} == {"queries"}
    assert {site["site"] for site in asked.pages} <= {club(n) for n in range(6)}
    assert "regatta" in asked.pages[0]["sources"][0]
    alike = command("sites", "--like", club(1), "--like", f"{club(2)}1", *engine, "-o", "alike.jsonl")
    assert alike.code == 0
    assert found("alike.jsonl")[0]["rule"] == "similar"
    with_log = command("export", "alike.db", "--what", "queries", "-o", "-")
    assert with_log.pages == [] or with_log.pages[0]["engine"].startswith("local:")


def test_a_classifier_that_was_trained_before(command: Command, sites_web: SiteWeb) -> None:
    assert command("train-sites", *EXAMPLES, *sites_web.options[:4], "-o", "clubs.model", "-q").code == 0
    given = ("--classifier", "clubs.model", "--like-site", club(8))
    done = command("sites", *given, *sites_web.options, "-o", "sites.jsonl", "-q", "--max-pages", 9)
    assert (done.code, done.err) == (0, "")
    Path("clubs.model").unlink()  # the log has it
    assert command("resume", "sites.db", "--max-pages", 1000, "-q").code == 0
    assert {site["site"] for site in found("sites.jsonl")} == {club(n) for n in range(CLUBS)}


def test_sources_give_start_sites_where_a_classifier_judges(command: Command, sites_web: SiteWeb) -> None:
    source = ("--source", "directory:http://directory.test/Sport/")
    done = command("sites", *EXAMPLES, *source, *sites_web.options, "-o", "sites.jsonl", "-q", "--links", 0)
    assert done.code == 0
    by_site = {site["site"]: site for site in found("sites.jsonl")}
    assert by_site[club(0)]["sources"][0] == "given as an example"
    assert "listed on" in by_site[club(1)]["sources"][0]
    assert club(2) in by_site


def test_limits_end_it_and_resume_goes_on(command: Command, sites_web: SiteWeb) -> None:
    done = command("sites", *EXAMPLES, *sites_web.options, "-o", "sites.jsonl", "--max-sites", 4, "--jobs", 1)
    assert done.code == 0
    assert "4 relevant sites are found" in done.err
    assert "hubwalk resume" in done.err
    assert "--max-sites 8" in done.err
    assert len(found("sites.jsonl")) == 4
    again = command("resume", "sites.db", "--max-sites", 0, "-q")
    assert (again.code, again.err) == (0, "")
    assert {site["site"] for site in found("sites.jsonl")} == {club(n) for n in range(CLUBS)}
    assert max(sites_web.pages.values()) == 1
    few = command("sites", *EXAMPLES, *sites_web.options, "-o", "few.jsonl", "--max-pages", 7, "--json")
    assert few.code == 0
    assert few.events[-1]["event"] == "end"
    assert few.events[-1]["pages"] == 7
    assert few.events[-1]["ending"] == "page budget of 7 pages is spent"


def test_find_takes_the_list_on(command: Command, sites_web: SiteWeb) -> None:
    lines = [{"site": club(n), "relevant": n != 1, "confidence": n / 10} for n in range(4)]
    Path("list.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = command(
        "find", "--sites-from", "list.jsonl", "--sites", 2, "--validator", "words:regatta", *sites_web.options,
        "-o", "pages.jsonl", "-q",
    )  # fmt: skip
    assert done.code == 0
    assert {page["site"] for page in found("pages.jsonl")} == {club(3), club(2)}  # the best of those that are relevant


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "nothing given"),
        (("--like-site", "a.test", "--unlike-site", "http://www.a.test/x"), "which is it?"),
        (("--unlike-site", "a.test"), "with --like-site"),
        (("--like-site", "a.test", "--threshold", 0.4), "--threshold 0.4"),
        (("--like-site", "a.test", "--edge-weights", "globl"), "globl"),
        (("--like-site", "a.test", "--site-names", "hots"), "hots"),
        (("--like-site", "a.test", "--shared-host", "b.test"), "--site-names user"),
        (("--like-site", "a.test", "--validator", "url:x"), "leave one of them out"),
        (("--like-site", "a.test", "-o", "no/such/folder.jsonl"), "no folder"),
        (("--like-site", "a.test", "-o", "sites.parquet"), ".jsonl or .csv"),
        (("--like-site", "not a site"), "not a web address"),
        (("--classifier", "none.model"), "where to begin"),
        (("--classifier", "none.model", "--like-site", "a.test"), "none.model"),
        (("--source", "directory:http://a.test/"), "nobody says which"),
        (("--source", "directry:http://a.test/", "--keyword", "x"), "directry"),
        (("--ontology", "none.toml"), "none.toml"),
        (("--like-site", "a.test", "--max-pages-per-site", 0), "--max-pages-per-site"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_is_fetched(
    command: Command, words: tuple[object, ...], said: str
) -> None:
    done = command("sites", *words)
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(Path().glob("*"))


def test_examples_that_are_down(command: Command, sites_web: SiteWeb) -> None:
    down = ("--like-site", DEAD)
    done = command("sites", *down, *sites_web.options, "-o", "sites.jsonl")
    assert done.code == 2
    assert f"example site {DEAD} cannot be read" in done.err
    assert not list(Path().glob("sites.*"))  # so that the next try need not find other names
    some = command("sites", *down, *EXAMPLES, *sites_web.options, "-o", "sites.jsonl", "-q")
    assert some.code == 3
    assert f"example site {DEAD} cannot be read" in some.err
    assert len(found("sites.jsonl")) == CLUBS


def test_a_branch_that_does_not_exist(command: Command, sites_web: SiteWeb) -> None:
    source = ("--source", "directory:http://directory.test/Sprot/", "--keyword", "keel")
    done = command("sites", *source, *sites_web.options, "-o", "sites.jsonl")
    assert done.code == 2
    assert "no such branch" in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(Path().glob("sites.*"))


def test_what_a_directory_calls_its_branches_does_not_steer_the_terminal(command: Command) -> None:
    def respond(host: str, path: str) -> DemoAnswer:
        return html_answer('<a href="/%1B]0;mine%07/">Mine</a>', status=200 if path == "/" else 404)

    with serve_in_thread([VirtualHosts("web", respond)]) as urls:
        web = ("--resolve", f"*.test={urlsplit(urls['web']).netloc}", "--delay", 0)
        done = command("sites", "--source", "directory:http://d.test/Nope/", "--keyword", "keel", *web, "-q")
    assert done.code == 2
    assert "has \N{REPLACEMENT CHARACTER}]0;mine\N{REPLACEMENT CHARACTER}" in done.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ('{"site": "a.test", "relevant": false}\n', "none of its 1 sites is relevant"),
        ('{"sight": "a.test"}\n', "line 1"),
        ('{"site": "a.test"}\n{"si', "line 2: not JSON"),
        ("site,relevant\n,True\n", "line 2"),
    ],
)
def test_lists_of_sites_that_cannot_be_read(command: Command, text: str, said: str) -> None:
    Path("list").write_text(text)
    done = command("find", "--sites-from", "list", "--validator", "url:x")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    missing = command("find", "--sites-from", "nowhere", "--validator", "url:x")
    assert "cannot read nowhere" in missing.err


def test_lists_as_csv_and_as_a_person_writes_them(tmp_path: Path) -> None:
    from hubwalk.cli._site_list import listed_sites

    table = tmp_path / "list.csv"
    table.write_text("site,relevant,confidence\na.test,True,0.6\nb.test,False,0.9\nc.test,True,0.8\n")
    assert listed_sites(str(table)) == ["c.test", "a.test"]
    plain = tmp_path / "list.txt"
    plain.write_text("# my sites\nb.test\n\na.test\nb.test\n")
    assert listed_sites(str(plain)) == ["b.test", "a.test"]
    assert listed_sites(str(plain), 1) == ["b.test"]
