"""One site's crawl as a fold: what happens when answers come in an awkward order."""

from __future__ import annotations

from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.values import Choice, Link, Page, Site, Verdict

HOME = "http://site.test/"


def page(url: str, *targets: str, requested: str = "") -> Page:
    links = tuple(Link(HOME + t, t, f"html/body/ul/li[{n}]/a") for n, t in enumerate(targets, start=2))
    return Page(HOME + url, HOME + (requested or url), links=links, digest=url)


def take_in(crawl: SiteCrawl, choice: Choice, answer: Page) -> Verdict:
    admitted = crawl.admit(answer)
    verdict = foregone(admitted, set()) or Verdict("item" in admitted.url)
    crawl.observe(choice, admitted, verdict)
    return verdict


def start(strategy: str = "breadth_first") -> SiteCrawl:
    crawl = SiteCrawl(Site(HOME), strategy)
    choice = crawl.choose()
    assert choice is not None
    take_in(crawl, choice, page("", "old", "item", "other"))
    return crawl


def test_a_page_that_a_redirect_brings_while_it_is_in_flight_counts_once() -> None:
    crawl = start()
    old, item = crawl.choose(), crawl.choose()
    assert old is not None
    assert item is not None
    assert (old.url, item.url) == (f"{HOME}old", f"{HOME}item")
    assert take_in(crawl, old, page("item", "next", requested="old")).accepted
    late = take_in(crawl, item, page("item", "next"))
    assert (late.accepted, late.reason) == (False, f"the same page as {HOME}item")
    assert crawl.accepted == 1
    assert crawl.graph.accepted[crawl.graph.find(f"{HOME}item")]


def test_strategies_are_told_once_of_a_page_that_came_twice() -> None:
    told: list[str] = []
    crawl = start()
    observe = crawl.strategy.observe

    def listening(page: Page, verdict: Verdict) -> None:
        told.append(page.url)
        observe(page, verdict)

    crawl.strategy.observe = listening  # type: ignore[method-assign]
    old, item = crawl.choose(), crawl.choose()
    assert old is not None
    assert item is not None
    take_in(crawl, old, page("item", "next", requested="old"))
    take_in(crawl, item, page("item", "next"))
    assert told == [f"{HOME}item"]
    assert [choice.url for choice in iter(crawl.choose, None)] == [f"{HOME}other", f"{HOME}next"]
