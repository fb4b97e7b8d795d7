"""V1 on a dump of the Open Directory: streamed, broken in the usual ways, packed or not."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest

from hubwalk.discovery.sources import FoundBy, Given, make_source
from hubwalk.discovery.sources.odp_dump import records
from hubwalk.errors import UsageError

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<RDF xmlns:r="http://www.w3.org/TR/RDF/"'
    ' xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">\n'
)
HARDWARE = "Top/Computers/Hardware"


def topic(name: str, *inside: str) -> str:
    return f'<Topic r:id="{name}"><catid>1</catid>{"".join(inside)}</Topic>\n'


def listed(url: str, topic: str, title: str = "A title") -> str:
    return (
        f'<ExternalPage about="{url}"><d:Title>{title}</d:Title><d:Description>words</d:Description>'
        f"<topic>{topic}</topic></ExternalPage>\n"
    )


RECORDS = (
    topic("Top"),
    topic("Top/Computers/Hardware"),
    listed("http://one.example/", HARDWARE, "One &amp; Co"),
    topic("Top/Computers/Hardware/Notebooks"),
    listed("http://two.example/laptops", f"{HARDWARE}/Notebooks"),
    listed("http://one.example/", f"{HARDWARE}/Notebooks"),
    listed("ftp://three.example/", HARDWARE),
    topic("Top/Computers/Hardware_Retailers"),
    listed("http://four.example/", "Top/Computers/Hardware_Retailers"),
    topic("Top/Shopping/Computers"),
    listed("http://five.example/", "Top/Shopping/Computers"),
)


def written(path: Path, records: Iterable[str | bytes] = RECORDS, end: str = "</RDF>\n") -> Path:
    body = b"".join(r if isinstance(r, bytes) else r.encode() for r in (HEAD, *records, end))
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return path


def found(path: Path, branch: str = HARDWARE, given: Given | None = None) -> list[FoundBy]:
    def fetch(urls: object) -> list[object]:
        raise AssertionError(f"fetched {urls}")

    return list(make_source(f"odp:{path}#{branch}", given or Given()).sites(fetch))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["content.rdf.u8", "content.rdf.u8.gz"])
def test_a_branch_and_what_lies_below(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name)
    sites = found(path)
    assert [site.url for site in sites] == ["http://one.example/", "http://two.example/laptops"]
    assert sites[0].how == 'listed in Top/Computers/Hardware as "One & Co"'
    assert sites[0].source == f"odp:{path}#{HARDWARE}"
    assert found(tmp_path) == sites  # the folder stands for the file in it


def test_symbolic_links_need_the_structure(tmp_path: Path) -> None:
    path = written(tmp_path / "content.rdf.u8")
    said: list[str] = []
    given = Given(symbolic=True, on_notice=said.append)
    assert len(found(path, given=given)) == 2
    assert "no structure.rdf.u8 beside it" in said[0]
    link = '<symbolic1 r:resource="Retailers:Top/Shopping/Computers"/>'
    written(tmp_path / "structure.rdf.u8", [topic(HARDWARE, link), topic("Top/Arts", link)])
    assert "http://five.example/" in [site.url for site in found(path, given=given)]
    assert "http://five.example/" not in [site.url for site in found(path)]


def test_broken_characters_are_left_out(tmp_path: Path) -> None:
    broken: list[str | bytes] = [
        listed("http://one.example/", HARDWARE, "caf\x0b\x01 one"),
        b'<ExternalPage about="http://two.example/"><d:Title>\xff\xfe\xe9t\xe9</d:Title><topic>' + HARDWARE.encode(),
        b"</topic></ExternalPage>",
        listed("http://three.example/", HARDWARE, "Salt & Pepper &nosuch; &#2;"),
        listed("http://four.example/?a=1&amp;b=2", HARDWARE),
    ]
    urls = [site.url for site in found(written(tmp_path / "content.rdf.u8", broken))]
    assert urls == [
        "http://one.example/",
        "http://two.example/",
        "http://three.example/",
        "http://four.example/?a=1&b=2",
    ]


def test_a_character_may_lie_across_two_pieces(tmp_path: Path) -> None:
    for shift in range(3):
        filler = "<!--" + "x" * (65536 - len(HEAD) - 7 - 60 + shift) + "-->"
        records = [filler, *(listed(f"http://s{n}.example/", HARDWARE, "ÄΩ漢" * 20) for n in range(5))]
        sites = found(written(tmp_path / "content.rdf.u8", records))
        assert [site.how for site in sites] == [f'listed in {HARDWARE} as "{("ÄΩ漢" * 20)[:80]}"'] * 5


@pytest.mark.parametrize(
    "entity",
    [
        '<!ENTITY x SYSTEM "file:///etc/hostname">',
        '<!ENTITY a "boom"><!ENTITY x "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!EN\x01TITY x "boom">',  # what XML forbids is left out first
        f'{" " * ((1 << 16) - 200)}<!ENTITY x "boom">',
        f'{" " * ((1 << 16) - 190)}<!ENTITY x "boom">',
        f'{" " * ((1 << 16) - 175)}<!ENTITY x "boom">',
    ],
)
@pytest.mark.parametrize("place", ["title", "address"])
def test_entities_are_refused(tmp_path: Path, entity: str, place: str) -> None:
    record = listed("http://one.example/", HARDWARE, "a&x;b") if place == "title" else listed("http://a&x;/", HARDWARE)
    head = HEAD.replace("<RDF", f"<!DOCTYPE RDF [{entity}]><RDF")
    path = tmp_path / "content.rdf.u8"
    path.write_bytes(f"{head}{record}</RDF>".encode())
    with pytest.raises(UsageError, match="declares entities"):
        found(path)


def test_no_other_encoding_hides_them(tmp_path: Path) -> None:
    hidden = '+ADwAIQ-ENTITY x "boom">'  # <! in UTF-7
    head = HEAD.replace("UTF-8", "UTF-7").replace("<RDF", f"<!DOCTYPE RDF [{hidden}]><RDF")
    path = tmp_path / "content.rdf.u8"
    path.write_bytes(f"{head}{listed('http://a&x;/', HARDWARE)}</RDF>".encode())
    with pytest.raises(UsageError, match="no dump"):
        found(path)


def test_what_was_read_is_let_go(tmp_path: Path) -> None:
    path = written(tmp_path / "content.rdf.u8", [listed(f"http://s{n}.example/", f"Top/{n}") for n in range(3000)])
    kept = [len(element.getparent()) for _, element in records(path, ("ExternalPage",))]
    assert len(kept) == 3000
    # What one piece of the file holds may be waiting, what was handed out before is gone.
    assert max(kept) < 600


@pytest.mark.parametrize(
    ("branch", "message"),
    [
        ("Top/Computers/Hardwear", "no such branch; did you mean Top/Computers/Hardware?"),
        ("Top/Computors/Hardware/Notebooks", "no such branch; did you mean Top/Computers?"),
        ("Top/Computers/Hardware/Toasters", "no such branch; there are Top/Computers/Hardware/Notebooks"),
        ("Bottom/Computers", "no such branch; there are Top"),
        ("Top", "the branch lists no sites"),
    ],
)
def test_a_branch_that_is_not_there(tmp_path: Path, branch: str, message: str) -> None:
    records = RECORDS if branch != "Top" else [topic("Top"), listed("mailto:nobody", "Top")]
    with pytest.raises(UsageError) as error:
        found(written(tmp_path / "content.rdf.u8", records), branch)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "no dump of the Open Directory"),
        (b"<html><body>not found</body></html>", "no dump of the Open Directory"),
        (b"\x1f\x8b\x08\x00garbage", "get the dump again"),
        ((HEAD + topic("Top/Computers") + "</RDF>").encode(), "has branches but no sites; name the content file"),
    ],
)
def test_a_file_that_is_no_dump(tmp_path: Path, body: bytes, message: str) -> None:
    path = tmp_path / "content.rdf.u8"
    path.write_bytes(body)
    with pytest.raises(UsageError, match=message):
        found(path)


def test_a_dump_that_is_cut_off_gives_what_it_has(tmp_path: Path) -> None:
    path = written(tmp_path / "content.rdf.u8", RECORDS, end="<ExternalPage about='http://half")
    assert [site.url for site in found(path)] == ["http://one.example/", "http://two.example/laptops"]


def test_a_packed_dump_that_is_damaged(tmp_path: Path) -> None:
    path = written(tmp_path / "content.rdf.u8.gz", [listed(f"http://s{n}.example/", HARDWARE) for n in range(900)])
    sound = path.read_bytes()
    for place in range(30, len(sound) - 30, 40):  # some of these break the packing itself, some what is packed
        path.write_bytes(sound[:place] + bytes(byte ^ 0x5A for byte in sound[place : place + 3]) + sound[place + 3 :])
        with pytest.raises(UsageError, match=r"get the dump again"):
            found(path)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("odp:", "which branch"),
        ("odp:x.rdf", "which branch"),
        ("odp:x.rdf#", "which branch"),
        ("odp:no.rdf#Top", "no such file"),
    ],
)
def test_specs_that_cannot_be(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_source(spec, Given())
