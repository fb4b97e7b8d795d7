"""`like` with samples that are files, which it finds on their site one after the other."""

from __future__ import annotations

from itertools import chain

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.like import LikeValidator
from hubwalk.values import Page

SITE = "http://shop.test"
SAMPLES = (3, 7, 11)


def camera(number: int, url: str) -> Page:
    rows = f"<tr><th>Zoom<td>{number}x<tr><th>Weight<td>{200 + number} g"
    return parse(f"<title>C{number}</title><div id=main><h1>C{number}</h1><table>{rows}</table></div>", url)


def other_pages() -> list[Page]:
    news = [parse(f"<title>News {i}</title><h2>News {i}</h2><p>story {i}", f"{SITE}/news/{i}") for i in range(8)]
    links = "".join(f"<li><a href=/p/c{i}>C{i}</a>" for i in range(40))
    return [parse(f"<title>List</title><ul>{links}</ul>", f"{SITE}/list"), *news]


@pytest.mark.parametrize("late", range(3, 37, 3))
def test_a_sample_may_be_found_after_it_has_learned(late: int) -> None:
    """What it knew until then, the list that names the samples found before, say, is told all the same."""
    files = [camera(i, f"file:///tmp/c{i}.html") for i in SAMPLES]
    order = [i for i in range(40) if i != SAMPLES[-1]]
    order.insert(late, SAMPLES[-1])
    validator = LikeValidator(files)
    standing: dict[str, bool] = {}
    for page in [*other_pages(), *(camera(i, f"{SITE}/p/c{i}") for i in order)]:
        verdict = validator.judge(page)
        assert verdict.reason
        standing[page.url] = verdict.accepted
        standing.update((revision.url, revision.verdict.accepted) for revision in validator.revisions())
    validator.finish(SITE)
    standing.update((revision.url, revision.verdict.accepted) for revision in validator.revisions())
    assert {url for url, accepted in standing.items() if accepted} == {f"{SITE}/p/c{i}" for i in range(40)}


@pytest.mark.parametrize("same", [True, False])
def test_a_site_whose_first_pages_are_unlike_the_samples_is_theirs_if_one_is_found_there(same: bool) -> None:
    """As it was saved; what lies at its address today may be of another make, on which the samples say little."""
    files = [camera(i, f"file:///tmp/c{i}.html") for i in SAMPLES]
    cameras = [camera(i, f"{SITE}/p/c{i}") for i in range(20)]
    if not same:
        saved = f"<!-- saved from url=(0021){SITE}/p/c3 -->"
        files = [parse(saved + files[0].html.replace("203 g", "205 g"), files[0].url), *files[1:]]
        cameras = [page for page in cameras if page.html not in {one.html for one in files}]
    news = [parse(f"<title>News {i}</title><h2>News {i}</h2><p>story {i}", f"{SITE}/news/{i}") for i in range(40)]
    bags = [camera(i + 20, f"{SITE}/bags/b{i}") for i in range(20)]
    validator = LikeValidator(files)
    standing: dict[str, bool] = {}
    for page in [*news[:20], *chain.from_iterable(zip(cameras, bags, news[20:], strict=False))]:
        standing[page.url] = validator.judge(page).accepted
        standing.update((revision.url, revision.verdict.accepted) for revision in validator.revisions())
    validator.finish(SITE)
    standing.update((revision.url, revision.verdict.accepted) for revision in validator.revisions())
    assert standing[f"{SITE}/p/c15"]
    assert standing[f"{SITE}/bags/b15"] != same
    assert ("is from shop.test" in validator.summary()) != same
