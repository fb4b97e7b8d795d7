"""Which site a URL lies on."""

from __future__ import annotations

import pytest
from made_up_webs import page_of

from hubwalk.errors import UsageError
from hubwalk.pages.site_names import SiteNames


@pytest.mark.parametrize(
    "url", ["http://www.a.test/x", "https://a.test/", "https://www.a.test/p?q=/r", "http://a.test"]
)
def test_spellings_of_one_host_are_one_site(url: str) -> None:
    names = SiteNames()
    assert names.key(url) == "a.test"
    assert names.is_own("http://a.test/", url)
    assert not names.is_own("http://b.test/", url)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://www.a.test/x/y.html", "http://www.a.test/"),
        ("https://shop.a.test/?x=http://b.test/", "https://shop.a.test/"),
        ("http://a.test:8300/x", "http://a.test:8300/"),
        ("http://joe@a.test/x", "http://a.test/"),
        ("http://a.test/~joe/x", "http://a.test/"),
        ("http://[::1]:80/x", "http://[::1]:80/"),
    ],
)
def test_home_pages_of_hosts(url: str, site: str) -> None:
    assert SiteNames().site_of(url) == site
    assert SiteNames().is_home(site)
    assert not SiteNames().is_home(url)


def test_ports_and_sub_domains_are_sites_of_their_own() -> None:
    names = SiteNames()
    assert len({names.key(u) for u in ("http://a.test/", "http://a.test:81/", "http://b.a.test/")}) == 3


@pytest.mark.parametrize(
    ("url", "site", "key"),
    [
        ("http://shop.a.co.uk/x", "http://a.co.uk/", "a.co.uk"),
        ("http://www.a.co.uk/x", "http://www.a.co.uk/", "a.co.uk"),
        ("http://b.co.uk/", "http://b.co.uk/", "b.co.uk"),
        ("http://127.0.0.1:8300/x", "http://127.0.0.1:8300/", "127.0.0.1:8300"),
        ("http://[::1]:8300/x", "http://[::1]:8300/", "[::1]:8300"),
    ],
)
def test_registered_domains(url: str, site: str, key: str) -> None:
    names = SiteNames("domain")
    assert names.site_of(url) == site
    assert names.key(url) == names.key(site) == key


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://uni.test/~joe/x.html", "http://uni.test/~joe/"),
        ("http://uni.test/~joe", "http://uni.test/~joe/"),
        ("http://uni.test/%7Ejoe/x.html", "http://uni.test/~joe/"),
        ("http://uni.test/joe/x.html", "http://uni.test/"),
        ("http://uni.test/~", "http://uni.test/"),
        ("http://host.test/joe/x.html", "http://host.test/joe/"),
        ("http://www.host.test/joe", "http://www.host.test/joe/"),
        ("http://host.test/index.html", "http://host.test/"),
        ("http://host.test/?joe/", "http://host.test/"),
        ("http://joe.host.test/x", "http://joe.host.test/"),
    ],
)
def test_users_of_a_host(url: str, site: str) -> None:
    names = SiteNames("user", shared=["www.Host.test"])
    assert names.site_of(url) == site
    assert names.is_own(site, url)
    assert names.site_of(site) == site


def test_a_host_is_not_its_users() -> None:
    names = SiteNames("user")
    assert not names.is_own("http://uni.test/", "http://uni.test/~joe/")
    assert not names.is_own("http://uni.test/~ann/", "http://uni.test/~joe/")
    assert names.is_own("http://uni.test/~joe/", "https://www.uni.test/~joe/x")


def test_scopes_follow_the_kind() -> None:
    assert SiteNames().scope("http://a.test/").own("https://www.a.test/x") == "http://a.test/x"
    assert SiteNames("domain").scope("http://a.co.uk/").own("http://b.a.co.uk/x") == "http://b.a.co.uk/x"
    users = SiteNames("user").scope("http://uni.test/~joe/")
    assert users.own("http://www.uni.test/~joe/x") == "http://uni.test/~joe/x"
    assert users.own("http://uni.test/x") == ""


def test_other_sites_come_once_and_own_ones_never() -> None:
    links = ["http://www.a.test/x", "http://b.test/1", "https://www.b.test/2", "http://c.test/", "http://a.test/"]
    page = page_of("http://a.test/", 0.5, links)
    assert SiteNames().other_sites("http://www.a.test/", page) == {
        "b.test": "http://b.test/",
        "c.test": "http://c.test/",
    }


def test_a_page_from_elsewhere_leads_there_and_nowhere_else() -> None:
    page = page_of("http://b.test/x", 0.5, ["http://c.test/"], requested="http://a.test/")
    assert SiteNames().other_sites("http://a.test/", page) == {"b.test": "http://b.test/"}


def test_an_unknown_kind_names_the_near_one() -> None:
    with pytest.raises(UsageError, match="did you mean 'domain'"):
        SiteNames("domains")
