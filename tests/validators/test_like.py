"""`like` on small made-up sites: it must see through the frame that all pages of a site share."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zlib
from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse, read
from hubwalk.validators.given import Given
from hubwalk.validators.like import LikeValidator, make
from hubwalk.values import Page, Response

MENU = "".join(f"<li><a href=/s{i}>Section {name}</a>" for i, name in enumerate(["news", "shop", "help", "about"]))
WORDS = ["sharp", "small", "heavy", "quick", "loud", "bright", "cheap", "sturdy", "elegant", "simple"]


def framed(content: str, name: str) -> Page:
    html = f"""<html><head><title>{name} - Gadget Review</title></head><body><div class=menu><ul>{MENU}</ul></div>
    <div class=content>{content}</div>
    <div class=footer><p>Copyright Gadget Review</p><p>All rights reserved</p></div>"""
    return parse(html, f"http://example.org/{name}")


def camera(i: int) -> Page:
    rows = {
        "Resolution": f"{i + 3} megapixels",
        "Sensor": f"{i}/2.5 inch",
        "Zoom": f"{i + 2}x",
        "Weight": f"{90 + i} g",
    }
    table = "".join(f"<tr><th>{key}<td>{value}" for key, value in rows.items())
    review = f"This camera is {WORDS[i % 10]} and {WORDS[(3 * i + 1) % 10]}, number {i} of our test."
    return framed(f"<h1>Camera {i}</h1><table class=specs>{table}</table><p class=review>{review}", f"camera-{i}")


def printer(i: int) -> Page:
    rows = {"Paper": f"A{i}", "Pages per minute": f"{i + 10}", "Ink": f"{i + 2} colours", "Duplex": f"{i % 2}"}
    table = "".join(f"<tr><th>{key}<td>{value}" for key, value in rows.items())
    return framed(
        f"<h1>Printer {i}</h1><table class=specs>{table}</table><p class=review>{WORDS[i % 10]}", f"printer-{i}"
    )


def listing(i: int) -> Page:
    items = "".join(f"<li><a href=/camera-{k}>Camera {k}</a>" for k in range(i, i + 20))
    return framed(f"<h1>Cameras from {i}</h1><ul class=list>{items}</ul>", f"list-{i}")


def article(i: int) -> Page:
    return framed(f"<h1>News {i}</h1><p class=text>{' '.join(WORDS[i % 10 :])}<p class=text>{i}", f"news-{i}")


def accepted(validator: LikeValidator, pages: list[Page]) -> int:
    return sum(validator.judge(page).accepted for page in pages)


@pytest.mark.parametrize("samples", [2, 3, 5])
def test_it_accepts_the_kind_and_nothing_that_only_shares_the_frame(samples: int) -> None:
    validator = LikeValidator([camera(i) for i in range(samples)])
    assert accepted(validator, [camera(i) for i in range(10, 40)]) == 30
    assert accepted(validator, [make(i) for i in range(10, 20) for make in (printer, listing, article)]) == 0


def test_one_sample_must_do_where_nothing_better_is_known() -> None:
    validator = LikeValidator([camera(0)])
    assert accepted(validator, [camera(i) for i in range(10, 20)]) == 10
    assert accepted(validator, [make(i) for i in range(10, 20) for make in (listing, article)]) == 0


def test_labels_tell_pages_of_one_layout_apart() -> None:
    validator = LikeValidator([printer(i) for i in range(3)])
    assert accepted(validator, [printer(i) for i in range(10, 20)]) == 10
    assert accepted(validator, [camera(i) for i in range(10, 20)]) == 0


def test_a_missing_optional_field_does_not_exclude() -> None:
    validator = LikeValidator([camera(i) for i in range(3)])
    incomplete = camera(20)
    html = incomplete.html.replace("<tr><th>Weight<td>110 g", "")
    assert html != incomplete.html
    assert validator.judge(parse(html, incomplete.url)).accepted


def test_the_frame_is_not_needed() -> None:
    validator = LikeValidator([camera(i) for i in range(3)])
    without_frame = camera(20).html.replace(MENU, "").replace("<p>All rights reserved</p>", "")
    assert validator.judge(parse(without_frame, "http://example.org/")).accepted


def test_a_saved_page_that_scripts_fill_in_is_no_sample_by_itself() -> None:
    shell = "<title></title><div id=root></div><script src=app.js></script>"
    with pytest.raises(UsageError, match="no text and no address"):
        make("", Given([parse(shell, "file:///tmp/shell.html")], []))
    make("", Given([parse(shell, "http://example.org/camera-1")], []))  # its address says something


def test_the_same_sample_twice_is_one_sample() -> None:
    once, twice = LikeValidator([camera(0)]), LikeValidator([camera(0), camera(0)])
    assert once.judge(camera(5)) == twice.judge(camera(5))


def test_the_order_of_samples_does_not_matter() -> None:
    one, other = (LikeValidator([camera(i) for i in order]) for order in ([0, 1, 2], [2, 0, 1]))
    assert one.judge(camera(9)).score == pytest.approx(other.judge(camera(9)).score)


def test_the_reason_says_what_was_reached_and_what_is_needed() -> None:
    verdict = LikeValidator([camera(i) for i in range(3)]).judge(camera(7))
    assert "structure" in verdict.reason
    assert "labels" in verdict.reason
    assert f"{verdict.score:.2f} alike" in verdict.reason
    assert "needs 0." in verdict.reason


def test_pages_that_could_not_be_had() -> None:
    validator = LikeValidator([camera(i) for i in range(3)])
    gone = Page("http://a/", "http://a/", status=404, html=camera(1).html)
    assert not validator.judge(gone).accepted
    assert "404" in validator.judge(gone).reason


# F1 with three samples must not fall below these; the digests say for which recording they hold.
FLOORS = [
    ("apache", "5264", "module", 0.95),
    ("apache", "5264", "module_fr", 0.95),
    ("bigtuwien", "09ea", "publication", 0.97),
    ("sqlite", "c2ce", "release", 0.97),
]


@pytest.mark.parametrize(("site", "digest", "task", "floor"), FLOORS)
def test_recorded_sites(site: str, digest: str, task: str, floor: float) -> None:
    folder = os.environ.get("HUBWALK_CORPORA")
    if not folder:
        pytest.skip("no recorded sites: HUBWALK_CORPORA is not set")
    file = Path(folder) / f"{site}.sqlite"
    if hashlib.blake2b(file.read_bytes(), digest_size=2).hexdigest() != digest:
        pytest.skip(f"{site} is another recording than the one the floor was measured on")
    with sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True) as db:
        bodies = dict(db.execute("SELECT url, html FROM pages"))
        targets = {url for (url,) in db.execute("SELECT url FROM labels WHERE task = ?", (task,))}
    pages = [read(Response(u, u, 200, zlib.decompress(b), (("content-type", "text/html"),))) for u, b in bodies.items()]
    names = json.loads((Path(folder) / "manifest.json").read_text())[site]["tasks"][task]["samples"][:3]
    validator = LikeValidator([page for page in pages if page.url in names])
    standing = {}
    for page in pages:
        standing[page.url] = validator.judge(page)
        standing |= {revision.url: revision.verdict for revision in validator.revisions()}
    found = {url for url, verdict in standing.items() if verdict.accepted}
    assert 2 * len(found & targets) / (len(found) + len(targets)) >= floor
