"""`hubwalk find` with a language model, a budget and a cascade, against a server on this machine."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answering_server import Reply
from chat_server import Call, ChatServer, judged, refused
from misbehaving import Web
from running import Command, Ran
from searching import SmallSearx
from shop import stock

pytest_plugins = ["commands", "web_fixtures", "chat_fixtures"]

KEY = "sk-geheim-8f1c"
WISH = ("--wish", "pages that sell exactly one item")


def sells(call: Call) -> Reply:
    return judged("crowns" in call.page["text"], 0.9, f"sells {call.page['title']}")


@pytest.fixture
def model(chat: Callable[[Callable[[Call], Reply]], ChatServer], monkeypatch: pytest.MonkeyPatch) -> ChatServer:
    server = chat(sells)
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    monkeypatch.setenv("HUBWALK_LLM_KEY", KEY)
    monkeypatch.setenv("HUBWALK_LLM_MODEL", "tiny")
    return server


@pytest.fixture
def discreet(command: Command) -> Command:
    """A command that never says the key."""

    def run(*words: object) -> Ran:
        ran = command(*words)
        assert KEY not in ran.out + ran.err
        return ran

    return run


def find(web: Web, *words: object) -> tuple[object, ...]:
    options = ("--strategy", "breadth_first", "--delay", 0, "-o", "items.jsonl")
    return ("find", web.url, *options, *words)


def found(folder: Path) -> set[str]:
    return {json.loads(line)["url"] for line in (folder / "items.jsonl").read_text().splitlines()}


def test_a_wish_is_enough(web: Web, model: ChatServer, discreet: Command, tmp_path: Path) -> None:
    items = stock(web)
    ran = discreet(*find(web, "--validator", "language_model", *WISH))
    assert ran.code == 0, ran.err
    assert found(tmp_path) == {web.url + item for item in items}
    urls = [call.page["url"] for call in model.asked]
    assert len(urls) == len(set(urls)) == sum(web.pages.values())
    assert all(WISH[1] in call.body["messages"][0]["content"] for call in model.asked)
    assert f"hubwalk: language model tiny: {len(urls)} calls, {100 * len(urls):,} tokens read" in ran.err
    assert KEY.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    reasons = {json.loads(line)["reason"] for line in (tmp_path / "items.jsonl").read_text().splitlines()}
    assert "sells item 7" in reasons


def test_a_spent_budget_is_a_limit_and_a_larger_one_goes_on(
    web: Web, model: ChatServer, discreet: Command, tmp_path: Path
) -> None:
    items = stock(web)
    first = discreet(*find(web, "--validator", "language_model", *WISH, "--max-calls", 40))
    assert first.code == 0, first.err
    assert len(model.asked) == 40
    assert "all of max_calls (40) is spent; `hubwalk resume items.db --max-calls 80` goes on" in first.err
    assert "go on:   hubwalk resume items.db --max-calls 80" in first.err.splitlines()
    assert "next: hubwalk resume items.db --max-calls 80\n" in discreet("status", "items.db").err
    assert discreet("resume", "items.db", "--max-calls", 50).code == 0
    assert "resume items.db --max-calls 100` goes on" in discreet("resume", "items.db").err  # more than was spent
    assert len(model.asked) == 50
    second = discreet("resume", "items.db", "--max-calls", 1000, "--json")
    assert second.code == 0
    assert second.events[-1]["event"] == "end"
    assert found(tmp_path) == {web.url + item for item in items}
    urls = [call.page["url"] for call in model.asked]
    assert len(urls) == len(set(urls))  # nothing was paid for twice
    (calls,) = (re.findall(r"tiny: (\d+) calls", e["text"]) for e in second.events if e["event"] == "notice")
    assert calls == [str(len(urls))]


def test_money(web: Web, model: ChatServer, discreet: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    stock(web)
    options = ("--validator", "language_model", *WISH, "--max-cost", "0.02")
    refused_ = discreet(*find(web, *options))
    assert refused_.code == 2
    assert "HUBWALK_LLM_PRICE_IN" in refused_.err
    assert not Path("items.db").exists()
    monkeypatch.setenv("HUBWALK_LLM_PRICE_IN", "5")
    monkeypatch.setenv("HUBWALK_LLM_PRICE_OUT", "5")
    ran = discreet(*find(web, *options))
    assert ran.code == 0, ran.err
    assert 0 < len(model.asked) < sum(web.pages.values()) + 1
    assert "of max_cost (0.02) is spent" in ran.err
    assert len(model.asked) * 120 * 5 / 1e6 <= 0.02


def test_a_refused_key_ends_the_crawl_in_one_line(web: Web, model: ChatServer, discreet: Command) -> None:
    stock(web)
    model.answer = lambda _: refused(401, f"Incorrect API key provided: {KEY}")
    ran = discreet(*find(web, "--validator", "language_model", *WISH, "-q"))
    assert ran.code == 2
    assert len(model.asked) == 1
    (line,) = ran.err.splitlines()
    assert "not allowed, status 401: Incorrect API key provided: ***; check the key in HUBWALK_LLM_KEY" in line
    assert "`hubwalk resume items.db` goes on" in line
    model.answer = sells
    assert discreet("resume", "items.db", "-q").code == 0


@pytest.fixture
def nobody() -> Iterator[str]:
    """An address that is taken, and where nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"


def test_a_server_that_is_down_is_told_before_the_crawl(
    web: Web, model: ChatServer, discreet: Command, nobody: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stock(web)
    monkeypatch.setenv("HUBWALK_LLM_URL", f"{nobody}/v1")
    options = ("--validator", "cascade(url:/item/, language_model)", *WISH)
    ran = discreet(*find(web, *options))
    assert (ran.code, web.pages.total()) == (2, 0)
    told = f"nobody listens at {nobody} (Connection refused): start that server, or set HUBWALK_LLM_URL to another"
    assert ran.err.splitlines() == [f"hubwalk: language_model: {told}"]
    assert not Path("items.db").exists()
    monkeypatch.setenv("HUBWALK_LLM_URL", model.url)
    assert discreet(*find(web, *options, "--max-pages", 5)).code == 0
    monkeypatch.delenv("HUBWALK_LLM_URL")
    monkeypatch.setenv("OPENAI_BASE_URL", nobody)
    again = discreet("resume", "items.db", "--max-pages", 500)
    assert (again.code, web.pages.total()) == (2, 5)
    assert again.err.endswith(f"{told.replace('HUBWALK_LLM_URL', 'OPENAI_BASE_URL')}\n")
    search = ("--engine", f"searxng:{web.url}", "--discover-only", "--keyword", "item", "-o", "sites.jsonl")
    ran = discreet("find", *search, "--validator", "language_model", *WISH)
    assert ran.err == again.err
    assert (ran.code, web.requests.count("/search")) == (2, 0), "a query may be paid for"


def test_a_cascade_asks_less_and_says_so(web: Web, model: ChatServer, discreet: Command, tmp_path: Path) -> None:
    items = stock(web, others=300)
    ran = discreet(*find(web, "--validator", "cascade(url:/item/, language_model)", *WISH))
    assert ran.code == 0, ran.err
    pages = sum(web.pages.values())
    assert len(model.asked) < 0.8 * pages
    said = re.search(
        r"language model asked about (\d+) of (\d+) pages, (\d+) saved; disagreement 0.0% on \d+ aud", ran.err
    )
    assert said, ran.err
    assert [int(n) for n in said.groups()] == [len(model.asked), pages, pages - len(model.asked)]
    assert found(tmp_path) == {web.url + item for item in items}


def test_a_resumed_cascade_does_not_ask_again(web: Web, model: ChatServer, discreet: Command, tmp_path: Path) -> None:
    items = stock(web, others=300)
    options = ("--validator", "cascade(url:/item/, language_model)", *WISH, "--seed", 0)
    discreet(*find(web, *options, "--max-pages", 200))
    ran = discreet("resume", "items.db", "--max-pages", 10_000)
    assert ran.code == 0, ran.err
    urls = [call.page["url"] for call in model.asked]
    assert len(urls) == len(set(urls)) < 0.8 * sum(web.pages.values())
    assert f"asked about {len(urls)} of {sum(web.pages.values())} pages" in ran.err
    assert found(tmp_path) == {web.url + item for item in items}


def test_a_resumed_cascade_says_that_the_budget_was_spent(web: Web, model: ChatServer, discreet: Command) -> None:
    stock(web)
    judge = ("--validator", "cascade(url:/item/, language_model)", *WISH)
    first = discreet(*find(web, *judge, "--max-calls", 15, "--max-pages", 100))
    said = re.compile(
        r"; (\d+) judged without it when the budget was spent, for good: a larger one is for other pages;"
    )
    assert said.findall(first.err) == [str(100 - 15)], first.err
    again = discreet("resume", "items.db", "--max-calls", 100)
    assert again.code == 0, again.err
    assert said.findall(again.err) == [str(100 - 15)], again.err
    assert len(model.asked) == 15, "what was judged unasked stands, whatever the budget"


def test_the_answers_are_in_the_crawl_log(web: Web, model: ChatServer, discreet: Command) -> None:
    stock(web)
    discreet(*find(web, "--validator", "language_model", *WISH, "--max-pages", 5))
    with sqlite3.connect("items.db") as db:
        answers = [json.loads(value) for (value,) in db.execute("SELECT value FROM answer")]
    assert sum("accepted" in answer for answer in answers) == len(model.asked) == 5
    assert [answer["calls"] for answer in answers if "calls" in answer] == [5]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--validator", "language_model"], "say what is wanted with --wish"),
        (["--validator", "url:/item", *WISH], "--wish is for a language model"),
        (["--validator", "url:/item", "--max-calls", 5], "--max-calls is for a language model"),
        (["--validator", "language_model", *WISH, "--max-calls", -1], "--max-calls -1: expected at least 0"),
        (["--validator", "language_model", *WISH, "--max-cost", -1], "--max-cost -1.0: expected at least 0"),
        (["--validator", "language_model", *WISH, "--model", "gpt"], "--validator language_model:gpt"),
    ],
)
def test_what_makes_no_sense_is_refused(
    web: Web, model: ChatServer, discreet: Command, words: list[object], complaint: str
) -> None:
    stock(web)
    ran = discreet(*find(web, *words))
    assert ran.code == 2
    assert complaint in ran.err
    assert "Traceback" not in ran.err
    assert not Path("items.db").exists()
    assert not model.asked


def test_a_budget_that_is_spent_while_sites_are_searched_for(
    web: Web, other_web: Web, model: ChatServer, discreet: Command, tmp_path: Path
) -> None:
    stock(web)
    other_web.put("/search", SmallSearx(web))
    (tmp_path / "sample.html").write_text(web.find("/item/3").html)
    engine = ("--engine", f"searxng:{other_web.url}", "--keyword", "weighs", "--keyword", "costs", "--query-length", 1)
    judge = ("--validator", "language_model", *WISH, "--max-calls", 2)
    ran = discreet("find", *engine, *judge, "--delay", 0, "-o", "items.jsonl", "-q")
    assert ran.code == 2
    assert len(model.asked) == 2
    (line,) = ran.err.splitlines()
    assert line.endswith("all of max_calls (2) is spent; `hubwalk resume items.db --max-calls 4` tries again")
    assert discreet("resume", "items.db", "--max-calls", 1000, "-q").code == 0
    urls = [call.page["url"] for call in model.asked]
    assert len(urls) == len(set(urls)) > 60
