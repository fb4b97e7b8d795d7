"""The light spider: fit at the first interesting page, unfit when nothing promises one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from hubwalk.pages.parse import parse
from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import InternalCrawler
from hubwalk.strategies.light_spider import LightSpider, light_spiders
from hubwalk.values import Page, SiteChoice

HOME = "http://shop.example/"
NAMES = SiteNames()


def linking(*targets: tuple[str, str]) -> str:
    return "".join(f'<a href="{url if ":" in url else f"/{url}"}">{anchor}</a>' for url, anchor in targets)


def spider(*words: str, **options: float) -> LightSpider:
    return LightSpider(HOME, NAMES, words, **options)  # type: ignore[arg-type]


def run(spider: LightSpider, site: Mapping[str, tuple[float, str]], most: int = 200) -> list[str]:
    """Crawl a site of confidences and links by path; the paths fetched."""
    asked: list[str] = []
    while len(asked) < most and (choice := spider.choose()) is not None:
        asked.append(choice.url.removeprefix(HOME))
        found = site.get(asked[-1])
        if found is None:
            spider.observe(Page(choice.url, choice.url, status=404), ())
        else:
            spider.observe(parse(found[1], choice.url), (found[0], 1 - found[0]))
    return asked


SHOP = {
    "": (0.2, linking(("about", "About us"), ("laptops/", "Laptops and notebooks"), ("http://other.example/", "x"))),
    "about": (0.1, linking(("jobs", "Jobs"), ("press", "Press"))),
    "laptops/": (0.4, linking(("laptops/1", "Laptop One"), ("laptops/2", "Laptop Two"))),
    "laptops/1": (0.9, linking(("laptops/2", "next"))),
    "laptops/2": (0.95, ""),
    "jobs": (0.0, ""),
    "press": (0.0, ""),
}


def test_it_stops_at_the_first_interesting_page() -> None:
    made = spider("laptop", "laptops")
    assert isinstance(made, InternalCrawler)
    assert run(made, SHOP) == ["", "laptops/", "laptops/1"]
    verdict = made.verdict()
    assert (verdict.relevant, verdict.confidence, verdict.pages, verdict.settled) == (True, 0.9, 3, True)
    assert verdict.decisive[0] == (f"{HOME}laptops/1", 0.9)
    assert verdict.reason == "fit: found an interesting page after 3 pages"


def test_without_words_the_pages_decide_where_to_go() -> None:
    """Both links of the home page are alike; what stands on the better page comes before what stands on the worse."""
    assert run(spider(), SHOP) == ["", "about", "laptops/", "laptops/1"]


def test_just_one_half_is_not_interesting() -> None:
    made = spider()
    assert run(made, {"": (0.5, "")}) == [""]
    assert not made.verdict().relevant


def test_a_site_without_an_interesting_page_is_unfit_for_sure_when_all_was_seen() -> None:
    made = spider(patience=0)
    dull = {path: (min(sure, 0.3), body) for path, (sure, body) in SHOP.items()}
    assert len(run(made, dull)) == len(SHOP)
    verdict = made.verdict()
    assert (verdict.relevant, verdict.settled) == (False, True)
    assert verdict.reason == "unfit: no interesting page among 7 pages, no other link promises one"


def test_links_below_the_threshold_are_not_followed() -> None:
    """What the home page links to is looked at; what lies behind a page of which nothing speaks is not."""
    made = spider("laptops")
    dull = {path: (0.0, body) for path, (_, body) in SHOP.items()}
    assert run(made, dull) == ["", "laptops/", "laptops/1", "laptops/2", "about"]
    assert made.verdict().settled
    assert run(spider("laptops", threshold=0.28), dull) == ["", "laptops/", "laptops/1", "laptops/2"]


def test_scores_by_hand() -> None:
    made = spider("laptop", "cheap")
    made.choose()
    body = linking(("a", "Cheap laptop"), ("cheap", "x"), ("b", "other"))
    made.observe(parse(body, HOME), (0.4, 0.6))
    scores = []
    while (choice := made.choose()) is not None:
        scores.append((choice.url.removeprefix(HOME), choice.score))
        made.observe(parse(linking(("deeper", "y")) if choice.anchor == "other" else "", choice.url), (0.0, 1.0))
    # (.4 + 1 - .5 / 4) / 2, (.4 + 1 - .5 / 2) / 2, (.4 + 1 - .5) / 2, (0 + .45 / 2) / 2
    assert scores == [("a", 0.6375), ("cheap", 0.575), ("b", 0.45), ("deeper", 0.1125)]


@pytest.mark.parametrize("patience", [3, 5])
def test_it_gives_up_when_no_page_came_near(patience: int) -> None:
    site = {"": (0.0, linking(*((f"p{n}", "page") for n in range(30)))), **{f"p{n}": (0.1, "") for n in range(30)}}
    made = spider(patience=patience)
    assert len(run(made, site)) == patience
    verdict = made.verdict()
    assert (verdict.relevant, verdict.settled) == (False, True)
    assert f"{patience} pages in a row came not near" in verdict.reason


def test_a_page_that_came_near_gives_it_new_patience() -> None:
    site = {"": (0.0, linking(*((f"p{n}", "page") for n in range(30)))), **{f"p{n}": (0.1, "") for n in range(30)}}
    site["p1"] = (0.3, "")
    assert len(run(spider(patience=3), site)) == 6


def test_it_does_not_give_up_as_long_as_a_promising_link_is_waiting() -> None:
    site = {"": (0.0, linking(*((f"used-laptops-{n}", "used laptops") for n in range(9)), ("x", "x")))}
    site |= {f"used-laptops-{n}": (0.0, "") for n in range(9)}
    assert len(run(spider("used", "laptops", patience=3), site)) == 10


def test_the_page_cap_leaves_it_open() -> None:
    made = spider(most_pages=2)
    run(made, SHOP)
    verdict = made.verdict()
    assert (verdict.pages, verdict.relevant, verdict.settled) == (2, False, False)
    assert "the most of a site" in verdict.reason


def test_a_home_page_that_cannot_be_read() -> None:
    made = spider()
    assert run(made, {}) == [""]
    verdict = made.verdict()
    assert (verdict.relevant, verdict.settled, verdict.reason) == (
        False,
        False,
        "its home page could not be read: status 404",
    )


def test_a_home_page_that_leads_to_another_site() -> None:
    made = spider()
    made.choose()
    made.observe(parse("", "http://other.example/new/", requested=HOME), (0.9, 0.1))
    assert made.choose() is None
    assert not made.verdict().relevant
    assert made.verdict().reason == "its home page leads to http://other.example/"


def test_a_site_that_answers_from_another_spelling() -> None:
    made = spider()
    made.choose()
    body = linking(("http://shop.example/a", "a"), ("https://www.shop.example/a", "a again"), ("b", "b"))
    made.observe(parse(body, "https://www.shop.example/", requested=HOME), (0.1, 0.9))
    choice = made.choose()
    assert choice is not None
    assert choice.url == "https://www.shop.example/a"
    made.observe(parse("", choice.url), (0.1, 0.9))
    following = made.choose()
    assert following is not None
    assert following.url == "https://www.shop.example/b"


def test_a_failed_page_further_inside_is_no_end() -> None:
    site = dict(SHOP)
    del site["laptops/1"]
    made = spider("laptop", "laptops")
    assert run(made, site) == ["", "laptops/", "laptops/1", "laptops/2"]
    assert made.verdict().relevant


def told(made: LightSpider, *pages: tuple[str, float, str]) -> None:
    for path, sure, body in pages:
        made.observe(parse(body, HOME + path), (sure, 1 - sure))


def test_a_resumed_crawl_goes_on_where_it_was() -> None:
    """Pages that nobody chose here are observed; what was chosen and did not come waits again."""
    made = spider("laptops")
    made.choose()
    told(made, ("", *SHOP[""]))
    chosen = made.choose()
    assert chosen is not None
    assert chosen.url == f"{HOME}laptops/"
    told(made, ("about", *SHOP["about"]))  # the log has another page in this place
    again = made.choose()
    assert again is not None
    assert again.url == f"{HOME}laptops/"
    assert again.anchor == "Laptops and notebooks"


def sequence(order: Sequence[str], samples: Sequence[Page]) -> list[str]:
    site = {"": (0.0, linking(*((path, path) for path in order))), **dict.fromkeys(order, (0.0, ""))}
    made = light_spiders(NAMES, samples, ["tents"])(SiteChoice(HOME, "directory"))
    return run(made, site)[1:]


def test_the_words_of_samples_and_lexicon_tell_promising_links() -> None:
    sample = parse("<title>Boots for sale</title>", "http://x.example/")
    assert sequence(["news", "tents", "help", "boots"], [sample]) == ["tents", "boots", "news", "help"]
