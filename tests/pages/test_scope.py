"""What belongs to a site, and how its URLs are spelt."""

from __future__ import annotations

import pytest

from hubwalk.errors import UsageError
from hubwalk.pages.scope import Scope, registered_domain
from hubwalk.values import Site


@pytest.mark.parametrize(
    ("scope", "url", "own"),
    [
        ("host", "http://example.org/a?b=1", "http://example.org/a?b=1"),
        ("host", "https://example.org/a", "http://example.org/a"),
        ("host", "http://www.example.org/a", "http://example.org/a"),
        ("host", "http://user@example.org/a", "http://example.org/a"),
        ("host", "http://shop.example.org/a", ""),
        ("host", "http://example.org:8080/a", ""),
        ("host", "http://notexample.org/a", ""),
        ("host", "http://example.org.evil.test/", ""),
        ("prefix", "http://example.org/dir/a", "http://example.org/dir/a"),
        ("prefix", "http://example.org/dir/", "http://example.org/dir/"),
        ("prefix", "https://www.example.org/dir/sub/a", "http://example.org/dir/sub/a"),
        ("prefix", "http://example.org/directory/a", ""),
        ("prefix", "http://example.org/", ""),
        ("prefix", "http://other.org/dir/a", ""),
        ("domain", "http://example.org/a", "http://example.org/a"),
        ("domain", "https://shop.example.org/a", "https://shop.example.org/a"),
        ("domain", "http://www.example.org/a", "http://example.org/a"),
        ("domain", "http://notexample.org/a", ""),
    ],
)
def test_own(scope: str, url: str, own: str) -> None:
    assert Scope(Site("http://example.org/dir/start.html", scope)).own(url) == own


def test_domains_end_at_the_public_suffix() -> None:
    scope = Scope(Site("http://shop.example.co.uk/", "domain"))
    assert scope.own("http://blog.example.co.uk/a") == "http://blog.example.co.uk/a"
    assert scope.own("http://other.co.uk/a") == ""


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("shop.example.co.uk", "example.co.uk"),
        ("example.org", "example.org"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_registered_domain(host: str, domain: str) -> None:
    assert registered_domain(host) == domain


def test_a_site_that_moved_is_asked_for_at_its_new_place() -> None:
    scope = Scope(Site("http://example.org/"))
    scope.settle("https://www.example.org/start")
    assert scope.own("http://example.org/a") == "https://www.example.org/a"
    scope = Scope(Site("http://old.org/"))
    scope.settle("http://new.org/")
    assert scope.own("http://old.org/a") == "http://new.org/a"
    assert scope.own("http://new.org/a") == "http://new.org/a"


def test_hosts_of_a_domain_stay_apart_though_the_entry_page_redirects_between_them() -> None:
    scope = Scope(Site("http://example.org/", "domain"))
    scope.settle("https://shop.example.org/")
    for url in ("http://example.org/a", "https://shop.example.org/a", "http://blog.example.org/a"):
        assert scope.own(url) == url
    scope.settle("https://www.example.org/")
    assert scope.own("http://example.org/a") == "https://www.example.org/a"


def test_own_is_idempotent() -> None:
    scope = Scope(Site("https://www.example.org/"))
    own = scope.own("http://example.org/a")
    assert own == scope.own(own) == "https://www.example.org/a"


def test_unknown_scope() -> None:
    with pytest.raises(UsageError, match="unknown scope 'hosts': did you mean 'host'"):
        Scope(Site("http://example.org/", "hosts"))
