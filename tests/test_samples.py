"""A sample that nobody can use ends the command before anything is crawled."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from hubwalk.errors import SampleError
from hubwalk.pages.scope import Scope
from hubwalk.samples import check_kinds, load_samples, named_samples, pipes, start_on, stored_sample
from hubwalk.values import Response, Site

HTML = b"<html><title>Canon</title><body><p>A camera</p></body></html>"
QUOTED = b'\r\n----x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body class=3D"a"><p>A camera</p>\r\n'


def fetch_nothing(urls: Sequence[str]) -> list[Response]:
    raise AssertionError(f"fetched {urls}")


def answering(**fields: object) -> list[Response]:
    return [Response("http://example.org/a", "http://example.org/a", **fields)]  # type: ignore[arg-type]


def test_a_folder_stands_for_its_html_files(tmp_path: Path) -> None:
    for name in ("b.html", "a.HTM", "notes.txt", "c.xhtml"):
        (tmp_path / name).write_text("<p>x")
    (tmp_path / "deeper.html").mkdir()
    files = [str(tmp_path / name) for name in ("a.HTM", "b.html", "c.xhtml")]
    assert named_samples(["http://a.org/", str(tmp_path), "none.html"]) == ["http://a.org/", *files, "none.html"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(SampleError, match=r"empty has no \.html or \.htm or \.xhtml file"):
        named_samples([str(tmp_path / "empty")])


def test_a_list_stands_for_the_pages_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "saved").mkdir()
    for name in ("saved/b.html", "saved/a.html", "page.txt"):
        (tmp_path / name).write_bytes(HTML)
    (tmp_path / "Wanted.TXT").write_text(
        "\ufeff# cameras\n\n  http://a.org/x#y \r\nsaved\nsaved/b.html\nöd.html\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    files = [str(Path("saved") / name) for name in ("a.html", "b.html")]
    listed = ["http://a.org/x#y", *files, "saved/b.html", "öd.html"]
    assert named_samples(["Wanted.TXT", "page.txt", "none.txt"]) == [*listed, "page.txt", "none.txt"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "sample list list.txt names no page; write a web address or a file into each line"),
        (b"# none yet\n\n", "sample list list.txt names no page"),
        (b"http://a.org/\n\xff\xfe\n", "sample list list.txt is no UTF-8 text"),
        (b"http://a.org/\nhttp://a.org/b\0\n", "sample list list.txt is no UTF-8 text"),
        (b"list.txt\n", "sample list list.txt names a list, list.txt; name its pages"),
    ],
)
def test_a_list_that_names_no_pages(
    content: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.txt").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SampleError, match=re.escape(message)):
        named_samples(["list.txt"])


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_not_the_current_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.html").write_bytes(HTML)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SampleError, match="--like or --unlike is empty: give a web address"):
        named_samples(["mine.html", name])


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "sample.html"
    path.write_bytes(HTML)
    (sample,) = load_samples([str(path)], fetch_nothing)
    assert sample.page.title == "Canon"
    assert stored_sample(sample.name, sample.response) == sample
    assert start_on(Scope(Site("http://example.org/")), sample) == ""


def test_a_page_that_begins_with_a_text_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "sample.html"
    path.write_bytes(b"Note: this page was moved\n" + HTML)
    assert load_samples([str(path)], fetch_nothing)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (b"just some words, 1 < 2", "has no HTML tags"),
        (b"\x89PNG\r\n\x1a\n\0\0\0<a >", "has no HTML tags"),
        (b"From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n" + QUOTED, "is an archive .*; save the page as HTML"),
        (b"Subject: a\n b\nContent-Type: multipart/related;\n\tboundary=x\n" + QUOTED, "is an archive"),
        (b"bplist00\xd1\x01\x02_\x10\x0fWebMainResource" + HTML, "is an archive"),
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + HTML, "is an archive"),
    ],
)
def test_file_that_is_no_page(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "sample.html"
    path.write_bytes(content)
    with pytest.raises(SampleError, match=message):
        load_samples([str(path)], fetch_nothing)


def test_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "sample.html"
    path.write_bytes(HTML)
    with pytest.raises(SampleError, match=f"larger than {len(HTML) - 1} bytes"):
        load_samples([str(path)], fetch_nothing, len(HTML) - 1)
    assert load_samples([str(path)], fetch_nothing, len(HTML))


def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(SampleError, match="/dev/zero is neither a file nor a pipe; save the page") as error:
        load_samples(["/dev/zero"], fetch_nothing)
    assert "\n" not in str(error.value)
    os.mkfifo(tmp_path / "pipe.html")
    with pytest.raises(SampleError, match=r"has no \.html"):
        named_samples([str(tmp_path)])


def piped(*chunks: bytes) -> str:
    """What a shell makes of <(command): the name of a pipe that can be read once."""
    reading, writing = os.pipe()

    def write() -> None:
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as file:
            file.writelines(chunks)

    threading.Thread(target=write).start()
    return f"/dev/fd/{reading}"


def test_a_pipe_is_read_like_a_file() -> None:
    name = piped(HTML[:10], HTML[10:])
    (sample,) = load_samples([name], fetch_nothing)
    os.close(int(name.rpartition("/")[2]))
    assert (sample.name, sample.response.body, sample.page.url) == (name, HTML, f"file://{name}")


def test_a_pipe_without_an_end_is_read_up_to_the_limit() -> None:
    name = piped(*[HTML] * 10_000)
    with pytest.raises(SampleError, match=f"{name} is larger than 5000 bytes"):
        load_samples([name], fetch_nothing, 5_000)
    os.close(int(name.rpartition("/")[2]))


def test_a_pipe_that_brings_nothing_is_an_empty_page() -> None:
    name = piped()
    with pytest.raises(SampleError, match=f"{name} is empty"):
        load_samples([name], fetch_nothing)
    os.close(int(name.rpartition("/")[2]))


def test_pipes_are_told_from_what_needs_no_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "page.html").write_bytes(HTML)
    names = [str(tmp_path / "page.html"), str(tmp_path / "pipe"), "http://shop.test/", "nowhere", "x" * 5_000]
    assert pipes(names) == [str(tmp_path / "pipe")]


def test_one_page_cannot_be_both_wanted_and_a_near_miss(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("a.html", "copy.html", "other.html")]
    for name, html in zip(names, (HTML, HTML, HTML + b"<p>other"), strict=True):
        Path(name).write_bytes(html)
    a, copy, other = load_samples(names, fetch_nothing)
    check_kinds([a], [other])
    with pytest.raises(SampleError, match=r"a\.html and .*copy\.html: the same page"):
        check_kinds([other, a], [copy])


def test_nor_can_one_address_whatever_it_says_each_time() -> None:
    def fetch(urls: Sequence[str]) -> list[Response]:
        return [Response(url, url, 200, HTML + str(i).encode()) for i, url in enumerate(urls)]

    a, again, other = load_samples(["http://shop.test/a", "http://shop.test/a#more", "http://shop.test/b"], fetch)
    check_kinds([a], [other])
    with pytest.raises(SampleError, match=r"shop\.test/a and http://shop\.test/a#more: the same page is given with"):
        check_kinds([other, a], [again])
    with pytest.raises(SampleError, match="the same page"):
        check_kinds([replace(other, page=replace(other.page, url=a.page.url))], [a])  # it redirects there


def test_file_in_utf_16_is_a_page(tmp_path: Path) -> None:
    path = tmp_path / "sample.html"
    path.write_bytes(HTML.decode().encode("utf-16"))
    assert load_samples([str(path)], fetch_nothing)[0].page.title == "Canon"


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SampleError, match=r"No such file.*http://"):
        load_samples([str(tmp_path / "none.html")], fetch_nothing)
    with pytest.raises(SampleError, match="directory"):
        load_samples([str(tmp_path)], fetch_nothing)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (answering(status=404, body=HTML), "answered 404"),
        (answering(status=0, error="no such host: example.org"), "no such host"),
        (answering(status=200, body=b""), "is empty"),
        (
            answering(status=200, body=b"%PDF", headers=(("Content-Type", "application/pdf"),)),
            "not HTML but application",
        ),
        (answering(status=200, body=b"plain words"), "no HTML tags"),
    ],
)
def test_url_that_is_no_page(answer: list[Response], message: str) -> None:
    with pytest.raises(SampleError, match=message) as error:
        load_samples(["http://example.org/a"], lambda _: answer)
    assert "http://example.org/a" in str(error.value)


def test_urls_are_fetched_in_one_go_in_canonical_form() -> None:
    asked: list[Sequence[str]] = []

    def fetch(urls: Sequence[str]) -> list[Response]:
        asked.append(urls)
        return [Response(url, url, 200, HTML) for url in urls]

    samples = load_samples(["HTTP://Example.org/a#x", "http://example.org/b"], fetch)
    assert asked == [["http://example.org/a", "http://example.org/b"]]
    assert [sample.name for sample in samples] == ["HTTP://Example.org/a#x", "http://example.org/b"]


def test_where_a_sample_lies_on_a_site() -> None:
    moved = Response("http://old.example/a", "http://www.example.org/b", 200, HTML)
    (sample,) = load_samples(["http://old.example/a"], lambda _: [moved])
    assert start_on(Scope(Site("http://example.org/")), sample) == "http://example.org/b"
    assert start_on(Scope(Site("http://old.example/")), sample) == "http://old.example/a"
    assert start_on(Scope(Site("http://elsewhere.example/")), sample) == ""
