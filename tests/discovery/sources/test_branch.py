"""What belongs to a branch of a directory, by address; addresses inside addresses."""

from __future__ import annotations

import pytest

from hubwalk.discovery.sources.branch import Branch, parents
from hubwalk.discovery.sources.outgoing import domain_of, wrapped

BRANCH = "http://dir.example/Computers/Hardware/"


@pytest.mark.parametrize(
    "url",
    [
        BRANCH,
        "https://www.dir.example/Computers/Hardware",
        "http://dir.example/Computers/Hardware/index.html",
        "http://dir.example/Computers/Hardware.html",
        "http://dir.example/Computers/Hardware/Notebooks/Used/",
        "http://dir.example/Computers/Hardware/?page=2",
        "http://dir.example/Computers/Hardware?start=20",
        "http://dir.example/Computers%2FHardware/Notebooks",
    ],
)
def test_what_belongs_to_a_branch(url: str) -> None:
    assert Branch(BRANCH).holds(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://dir.example/Computers/",
        "http://dir.example/Computers/Hardware_Retailers/",
        "http://other.example/Computers/Hardware/",
        "http://dir.example/add?where=/Computers/Hardware/",
        "http://dir.example/Computers/Hardware/?sort=name",
        "http://dir.example/Computers/Hardware/Notebooks/?lang=de",
    ],
)
def test_what_does_not(url: str) -> None:
    assert not Branch(BRANCH).holds(url)


def test_a_branch_may_be_named_by_any_of_its_spellings() -> None:
    for url in ("http://dir.example/A/index.htm", "http://dir.example/A.html", "http://dir.example/A"):
        assert Branch(url).holds("http://dir.example/A/B/")
        assert Branch(url).name == "A"


def test_the_home_page_is_the_whole_directory() -> None:
    assert Branch("http://dir.example/").holds("http://dir.example/Computers/Hardware/")


def test_pages_above() -> None:
    assert parents(BRANCH) == ["http://dir.example/Computers/", "http://dir.example/"]
    assert parents("http://dir.example/") == []
    assert parents("http://dir.example/b.php?path=Sports/Sailing") == [
        "http://dir.example/b.php?path=Sports",
        "http://dir.example/b.php",
        "http://dir.example/",
    ]
    assert Branch(BRANCH).is_above("http://dir.example/Computers/")
    assert not Branch(BRANCH).is_above(BRANCH)


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://dir.example/out?url=http%3A%2F%2Fa.example%2Fx%3Fy%3D1&n=2", "http://a.example/x?y=1"),
        ("http://dir.example/out?url=http://a.example/x&n=2", "http://a.example/x"),
        ("http://dir.example/go/*http://a.example/x?y=1&z=2", "http://a.example/x?y=1&z=2"),
        ("http://dir.example/Computers/", ""),
        ("http://dir.example/out?url=ftp://a.example/", ""),
        ("http://dir.example/out?url=http://", ""),
    ],
)
def test_addresses_inside_addresses(url: str, inside: str) -> None:
    assert wrapped(url) == inside


def test_domains() -> None:
    assert domain_of("http://dir.example.co.uk:8080/x") == "example.co.uk"
    assert domain_of("http://127.0.0.1:8000/") == "127.0.0.1:8000"
    assert domain_of("http://localhost:8000/") == "localhost:8000"
    assert domain_of("http://[::1]:8000/") == "[::1]:8000"
    assert domain_of("http://directory.test/") == "directory.test"
