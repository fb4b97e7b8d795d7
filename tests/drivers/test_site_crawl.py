"""One site's crawl as a fold: what happens when answers come in an awkward order."""

from __future__ import annotations

from hubwalk.drivers.site_crawl import SiteCrawl, foregone
from hubwalk.values import ON_LOAD, Choice, Estimate, Link, Outlook, Page, Site, Verdict

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


def test_a_verdict_that_is_revised_counts_in_graph_and_sum() -> None:
    crawl = start("xcrawl")
    old, item = crawl.choose(), crawl.choose()
    assert old is not None
    assert item is not None
    take_in(crawl, old, page("item", "next", requested="old"))
    numbers = [crawl.graph.find(f"{HOME}{name}") for name in ("old", "item")]
    for accepted in (False, True):
        crawl.revise(f"{HOME}item", accepted)
        assert [crawl.graph.accepted[number] for number in numbers] == [accepted] * 2
        assert crawl.accepted == len(crawl.graph.accepted_pages) == accepted
        crawl.revise(f"{HOME}item", accepted)  # said already
        assert crawl.accepted == accepted
    for stranger in ("", "other", "nowhere"):
        crawl.revise(f"{HOME}{stranger}", stranger != "")
    assert crawl.accepted == 1


def test_of_two_pages_that_show_the_same_only_one_is_accepted_later() -> None:
    crawl = start()
    for name in ("old", "other"):
        choice = Choice(f"{HOME}{name}", "breadth")
        crawl.graph.set_pending(choice.url)
        twin = Page(choice.url, choice.url, digest="the same")
        crawl.observe(choice, crawl.admit(twin), Verdict(False))
    assert crawl.may_revise(f"{HOME}old", True)
    assert crawl.may_revise(f"{HOME}other", True)
    crawl.revise(f"{HOME}old", True)
    assert not crawl.may_revise(f"{HOME}other", True)
    crawl.revise(f"{HOME}other", True)
    assert crawl.accepted == 1
    crawl.revise(f"{HOME}old", False)
    assert crawl.may_revise(f"{HOME}other", True)


def test_a_duplicate_stays_one_when_the_page_that_it_shows_is_no_longer_accepted() -> None:
    crawl = start()
    item = Choice(f"{HOME}item", "breadth")
    take_in(crawl, item, Page(item.url, item.url, digest="the same"))
    other = Choice(f"{HOME}other", "breadth")
    late = take_in(crawl, other, Page(other.url, other.url, digest="the same"))
    assert late.reason == f"the same page as {HOME}item"
    crawl.revise(f"{HOME}item", False)
    assert crawl.accepted == 0


def test_the_estimate_heeds_what_the_strategy_expects() -> None:
    crawl = start()
    crawl.strategy.outlook = lambda: Outlook(0.0, 0.0, 0.0)  # type: ignore[attr-defined]
    few = crawl.estimate()
    crawl.strategy.outlook = lambda: Outlook(400.0, 20.0, 100.0)  # type: ignore[attr-defined]
    many = crawl.estimate()
    assert few.found == many.found == 0
    assert few.expected < many.expected
    assert few.low <= few.expected <= few.high < many.high


def test_the_estimate_is_told_of_every_page_and_of_every_revision() -> None:
    crawl = start()
    told: list[tuple[str, bool]] = []
    crawl._recall.observe = lambda choice, page, verdict: told.append((page.url, verdict.accepted))  # type: ignore
    crawl._recall.revise = lambda url, accepted: told.append((url, accepted))  # type: ignore[method-assign]
    for name in ("old", "item"):
        choice = crawl.choose()
        assert choice is not None
        take_in(crawl, choice, page(name))
    crawl.revise(f"{HOME}item", False)
    crawl.revise(f"{HOME}item", False)
    assert told == [(f"{HOME}old", False), (f"{HOME}item", True), (f"{HOME}item", False)]


def test_asking_for_an_estimate_changes_nothing() -> None:
    crawls = [start("xcrawl"), start("xcrawl")]
    estimates: list[Estimate] = []
    for _ in range(3):
        choices = [crawl.choose() for crawl in crawls]
        assert choices[0] == choices[1]
        for crawl, choice in zip(crawls, choices, strict=True):
            assert choice is not None
            take_in(crawl, choice, page(choice.url.removeprefix(HOME), "item2", "item3"))
        estimates += [crawls[0].estimate(), crawls[0].estimate()]
    assert estimates[::2] == estimates[1::2]


def test_pages_that_lead_on_by_themselves_without_end_are_left_after_ten() -> None:
    crawl = SiteCrawl(Site(HOME), "breadth_first")
    fetched: list[str] = []
    while (choice := crawl.choose()) is not None and len(fetched) < 50:
        number = int(choice.url.rpartition("-")[2] or 0) if "trap" in choice.url else 0
        links = [Link(f"{HOME}trap-{number + 1}", "", "html", ON_LOAD)]
        links += [Link(f"{HOME}plain-{number + 1}", "on", "html/body/a")] if "trap-10" in choice.url else []
        take_in(crawl, choice, Page(choice.url, choice.url, links=tuple(links), digest=choice.url))
        fetched.append(choice.url.removeprefix(HOME))
    assert "trap-10" in fetched
    assert "trap-11" not in fetched
    assert "plain-11" in fetched  # what a person could click is followed
