"""`structure`: the samples' trees decide, not their words."""

from __future__ import annotations

import itertools
import json
import os
import random
import sqlite3
import zlib
from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse, read
from hubwalk.validators import make_validator
from hubwalk.validators.structure import StructureValidator, similarity, similarity_bound, tree_of
from hubwalk.values import Page, Response

MENU = "<nav><ul>" + "<li><a href=/>menu</a>" * 5 + "</ul></nav>"


def product(number: int, rows: int = 6) -> Page:
    table = "".join(f"<tr><th>label {i}<td>value {number}" for i in range(rows))
    return parse(f"{MENU}<h1>Product {number}</h1><img src=p><table>{table}</table><p>about", f"http://a.test/{number}")


def article(number: int, paragraphs: int = 8) -> Page:
    text = f"<p>Product {number} <em>has</em> a table" * paragraphs
    return parse(f"{MENU}<article><h1>News {number}</h1>{text}</article>", f"http://a.test/news{number}")


def test_pages_of_the_samples_template_are_accepted() -> None:
    validator = StructureValidator([product(1, 6), product(2, 7), product(3, 5)])
    verdict = validator.judge(product(9, 8))
    assert verdict.accepted
    assert verdict.score == max(
        similarity(tree_of(product(9, 8).html), tree_of(product(i, n).html)) for i, n in [(2, 7)]
    )
    assert verdict.reason == f"{verdict.score:.2f} like the tree of sample http://a.test/2 (needs {validator.need:.2f})"
    assert not validator.judge(article(1)).accepted


def test_several_templates_among_the_samples() -> None:
    validator = StructureValidator([product(1), article(1), article(2, 9)])
    assert validator.judge(product(5)).accepted
    assert validator.judge(article(5, 7)).accepted
    assert not validator.judge(parse(f"{MENU}<ul>{'<li><a href=/x>x</a>' * 30}</ul>", "http://a.test/list")).accepted


def test_a_refusal_by_tag_paths_says_at_most() -> None:
    verdict = StructureValidator([product(1)]).judge(article(1))
    bound = similarity_bound(tree_of(product(1).html), tree_of(article(1).html))
    assert verdict.score == bound
    assert verdict.reason == f"at most {bound:.2f} like the tree of any sample (needs 0.80)"


def test_how_much_is_enough() -> None:
    one = StructureValidator([product(1)])
    assert one.need == 0.8
    assert StructureValidator([product(1), product(1)]).need == 0.8  # the same page twice is one sample
    same_tree = StructureValidator([product(1), product(2)])
    assert same_tree.need == 0.9
    alike = similarity(tree_of(product(1, 4).html), tree_of(product(2, 9).html))
    assert StructureValidator([product(1, 4), product(2, 9)]).need == pytest.approx(0.9 * alike)
    assert StructureValidator([product(1, 4), product(2, 9), article(1)]).need == pytest.approx(0.9 * alike)
    assert StructureValidator([product(1), article(1)]).need == 0.8  # templates of their own
    assert StructureValidator([product(i, 2 + i) for i in range(60)]).need > 0.8


def test_a_threshold_of_ones_own() -> None:
    page, sample = product(1, 12), product(2, 4)
    alike = similarity(tree_of(page.html), tree_of(sample.html))
    assert make_validator([f"structure:{alike - 0.01}"], [sample]).judge(page).accepted
    assert not make_validator([f"structure:{alike + 0.01}"], [sample]).judge(page).accepted


@pytest.mark.parametrize("argument", ["0", "1.1", "-1", "much", "nan", "0,8"])
def test_a_threshold_that_makes_no_sense_is_refused(argument: str) -> None:
    with pytest.raises(UsageError, match=r"structure:.*above 0 and up to 1, for example structure:0.8"):
        make_validator([f"structure:{argument}"], [product(1)])


def test_no_samples_no_validator() -> None:
    with pytest.raises(UsageError, match="no samples to compare with"):
        make_validator(["structure"], [])


def test_words_do_not_count() -> None:
    html = product(1).html
    other = parse(html.replace("Product", "Celery").replace("label", "leaf"), "http://b.test/")
    assert StructureValidator([product(1)]).judge(other).score == 1


def recorded_pages(folder: Path, name: str) -> list[Page]:
    with sqlite3.connect(f"{(folder / f'{name}.sqlite').resolve().as_uri()}?mode=ro&immutable=1", uri=True) as db:
        rows = db.execute("SELECT url, html FROM pages ORDER BY url").fetchall()
    chosen = random.Random(name).sample(rows, min(60, len(rows)))
    return [read(Response(u, u, 200, zlib.decompress(h), (("content-type", "text/html"),))) for u, h in chosen]


def test_tag_paths_change_no_verdict_on_recorded_sites() -> None:
    folder = Path(os.environ.get("HUBWALK_CORPORA", ""))
    if not (folder / "manifest.json").is_file():
        pytest.skip("no recorded sites: set HUBWALK_CORPORA to their folder")
    refused = 0
    for name in json.loads((folder / "manifest.json").read_text("utf-8")):
        trees = [tree_of(page.html) for page in recorded_pages(folder, name)]
        samples, pages = trees[:3], trees[3:]
        for page, sample, need in itertools.product(pages, samples, (0.5, 0.8)):
            exact, bound = similarity(page, sample), similarity_bound(page, sample)
            assert exact <= bound
            bounded = similarity(page, sample, at_least=need)
            assert (bounded >= need) == (exact >= need), f"{name}: {exact} became {bounded}"
            refused += bound < need
    assert refused
