"""Hosts at addresses of the user's choice: the rules, and requests that follow them."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from hubwalk.browsing.host_rules import HostRules, rule_text
from hubwalk.browsing.http import HttpBrowser, unreachable
from hubwalk.config import Job, make_job
from hubwalk.demo.server import serve_in_thread
from hubwalk.demo.site import DemoAnswer, html_answer, redirect
from hubwalk.demo.virtual_hosts import VirtualHosts
from hubwalk.errors import UsageError


@pytest.mark.parametrize(
    ("pattern", "host", "holds"),
    [
        ("*.test", "a.test", True),
        ("*.test", "www.a.test", True),
        ("*.test", "A.Test.", True),
        ("*.test", "test", False),
        ("*.test", "contest", False),
        ("shop.test", "shop.test", True),
        ("shop.test", "www.shop.test", False),
        ("*", "example.org", True),
    ],
)
def test_a_pattern_names_hosts(pattern: str, host: str, holds: bool) -> None:
    assert HostRules([f"{pattern}=127.0.0.1:8300"]).address_of(host) == ("127.0.0.1:8300" if holds else "")


def test_the_first_rule_that_holds_counts() -> None:
    rules = HostRules(["a.test=127.0.0.1:1", "*.test=127.0.0.2:2", "*=proxy.example:3"])
    assert [rules.address_of(host) for host in ("a.test", "b.test", "c.org")] == [
        "127.0.0.1:1",
        "127.0.0.2:2",
        "proxy.example:3",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "*.test",
        "*.test=",
        "*.test=127.0.0.1",
        "=127.0.0.1:80",
        "*.test=127.0.0.1:0",
        "*.test=[::1]:80",
        "*.test=127.0.0.1:99999",
        "a*b.test=127.0.0.1:80",
        "http://a.test=127.0.0.1:80",
        "a.test:80=127.0.0.1:80",
        "*.test=http://127.0.0.1:80",
        "a..test=127.0.0.1:80",
        "a b=127.0.0.1:80",
        "*.test=127.0.0.1:80/x",
    ],
)
def test_what_is_no_rule_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        make_job({"sites": ("a.test",), "like": ("x",), "resolve": [text]})
    assert "\n" not in str(refused.value)
    assert "--resolve" in str(refused.value)
    assert "*.test=127.0.0.1:8300" in str(refused.value)


def test_a_job_keeps_each_rule_once_in_one_spelling() -> None:
    job = make_job({"sites": ("a.test",), "like": ("x",), "resolve": ["*.TEST = 127.0.0.1:80", "*.test=127.0.0.1:80"]})
    assert job.resolve == (rule_text("*.test=127.0.0.1:80"),)


class Heard:
    """Two hosts, one that sends on to the other, and none besides."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str]] = []

    def respond(self, host: str, path: str) -> DemoAnswer:
        self.requests.append((host, path))
        if host not in ("a.test", "b.test"):
            return DemoAnswer(0)
        if path == "/robots.txt":
            return DemoAnswer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /private/\n")
        if path.startswith("/to/"):
            return redirect(path[4:])
        return html_answer(f"<p>{host}{path}</p>")


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def job(heard: Heard) -> Iterator[Job]:
    with serve_in_thread([VirtualHosts("hosts", heard.respond)]) as urls:
        yield make_job(
            {
                "sites": ("a.test",),
                "like": ("x",),
                "resolve": [f"*.test={urlsplit(urls['hosts']).netloc}"],
                "delay": 0,
                "retries": 0,
            }
        )


def test_two_hosts_of_one_address_answer_under_their_own_urls(job: Job, heard: Heard) -> None:
    urls = ["http://a.test/x?q=1", "http://b.test/"]
    answers = HttpBrowser(job).fetch_all(urls)
    assert [(answer.status, answer.url, answer.body) for answer in answers] == [
        (200, "http://a.test/x?q=1", b"<p>a.test/x?q=1</p>"),
        (200, "http://b.test/", b"<p>b.test/</p>"),
    ]
    assert {("a.test", "/robots.txt"), ("b.test", "/robots.txt")} <= set(heard.requests)


def test_robots_txt_of_a_mapped_host_is_obeyed(job: Job, heard: Heard) -> None:
    answer = HttpBrowser(job).fetch("http://a.test/private/x")
    assert (answer.status, answer.error) == (0, "robots.txt forbids")
    assert ("a.test", "/private/x") not in heard.requests


def test_a_redirect_leads_to_another_mapped_host(job: Job, heard: Heard) -> None:
    answer = HttpBrowser(job).fetch("http://a.test/to/http://b.test/y")
    assert (answer.status, answer.url) == (200, "http://b.test/y")
    assert ("b.test", "/robots.txt") in heard.requests


def test_a_redirect_out_of_the_rules_does_not_take_the_address_along(job: Job, heard: Heard) -> None:
    with serve_in_thread([VirtualHosts("outside", lambda host, path: html_answer(f"outside {host}{path}"))]) as urls:
        answer = HttpBrowser(job).fetch(f"http://a.test/to/{urls['outside']}z")
    assert answer.body == b"outside 127.0.0.1/z"
    assert all(host.endswith(".test") for host, _ in heard.requests)


def test_a_host_that_is_not_there_is_nobody(job: Job) -> None:
    answer = HttpBrowser(job).fetch("http://gone.test/")
    assert answer.status == 0
    assert unreachable(answer)


def test_https_of_a_mapped_host_is_refused_with_the_reason(job: Job, heard: Heard) -> None:
    answer = HttpBrowser(job).fetch("https://a.test/")
    assert answer.error == "no secure connection to a.test: --resolve is for http alone"
    assert unreachable(answer)
    assert not heard.requests


def test_a_proxy_of_the_environment_has_no_say(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9/")
    assert HttpBrowser(job).fetch("http://a.test/").status == 200
