"""What the sites of the web show, and where their links lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from hubwalk.demo.websites import OTHER, TOPICS, WebBrowser, WebOfSites, WebSite, make_web
from hubwalk.demo.websites.plan import CALENDAR
from hubwalk.demo.websites.rates import DEAD_HOSTS, LOCALITY, TOPIC_SHARE
from hubwalk.demo.websites.vocabulary import SUBJECTS
from hubwalk.pages.parse import read, visible_text
from hubwalk.pages.urls import host_of
from hubwalk.testing import check_browser
from hubwalk.values import Page


@pytest.fixture(scope="module")
def web() -> WebOfSites:
    return make_web(3000)


@pytest.fixture(scope="module")
def browser(web: WebOfSites) -> WebBrowser:
    return WebBrowser(web)


def walk(browser: WebBrowser, site: WebSite) -> Iterator[Page]:
    """All pages that the links of a site lead to on the site itself; one month of a calendar."""
    seen, todo = {site.home}, [site.home]
    while todo:
        page = read(browser.fetch(todo.pop()))
        yield page
        for link in page.links:
            if host_of(link.target) == site.host and link.target not in seen and CALENDAR + "?" not in page.url:
                seen.add(link.target)
                todo.append(link.target)


def test_links_lead_to_every_page_of_a_site(web: WebOfSites, browser: WebBrowser) -> None:
    for site in web.sites()[::40]:
        shown = {page.url for page in walk(browser, site) if page.ok}
        pages = {page for page in shown if CALENDAR + "?" not in page}
        wanted = {f"http://{site.host}{slot.path}" for slot in web.plan_of(site.number).slots}
        assert pages == wanted
        assert (shown != pages) == site.trap


def test_every_link_leads_to_a_page_or_to_nowhere_by_intent(web: WebOfSites, browser: WebBrowser) -> None:
    ends: Counter[str] = Counter()
    for site in web.sites()[::60]:
        for page in walk(browser, site):
            for link in page.links:
                answer = browser.fetch(link.target)
                dead = web.is_dead_link(link.target)
                assert (answer.status == 200) != dead, (page.url, link.target)
                ends["dead" if dead else "real"] += 1
    assert 0 < ends["dead"] < ends["real"] / 10


def test_a_host_that_is_gone_is_an_answer(web: WebOfSites, browser: WebBrowser) -> None:
    gone = web.census.host(web.count)
    answer = browser.fetch(f"http://{gone}/")
    assert (answer.status, answer.error) == (0, f"no such host: {gone}")
    assert web.is_dead(gone)
    assert web.is_dead_link(f"http://{gone}/x")


def test_the_other_spelling_of_a_host_leads_to_the_site(web: WebOfSites, browser: WebBrowser) -> None:
    for site in web.sites()[:20]:
        other = site.host.removeprefix("www.") if site.host.startswith("www.") else f"www.{site.host}"
        assert browser.fetch(f"http://{other}/").url == site.home
        assert web.topic_of(other) == site.topic


def test_home_pages_of_frames_and_splashes_say_nothing_and_lead_on(web: WebOfSites, browser: WebBrowser) -> None:
    for form in ("frames", "splash"):
        for site in [site for site in web.sites() if site.form == form][:15]:
            page = read(browser.fetch(site.home))
            assert len(visible_text(page.html).split()) < 15
            inside = [read(browser.fetch(link.target)) for link in page.links if host_of(link.target) == site.host]
            assert any(len(visible_text(found.html).split()) > 40 for found in inside)


def test_a_calendar_never_ends(web: WebOfSites, browser: WebBrowser) -> None:
    site = next(site for site in web.sites() if site.trap)
    seen, url = set(), f"{site.home}calendar?y=2004&m=11"
    for _ in range(30):
        page = read(browser.fetch(url))
        assert page.ok
        seen.add(page.url)
        url = next(link.target for link in page.links if link.anchor == "next month")
    assert len(seen) == 30
    without = next(site for site in web.sites() if not site.trap)
    assert browser.fetch(f"{without.home}calendar?y=2004&m=11").status == 404


def test_what_sites_say_has_words_of_their_topic_and_many_of_everybody(web: WebOfSites, browser: WebBrowser) -> None:
    for topic in TOPICS:
        subject = SUBJECTS[topic]
        words = {*subject.core, *(word for theme in subject.themes.values() for word in theme)}
        shares = {True: Counter[bool](), False: Counter[bool]()}
        for own, sites in ((True, web.of_topic(topic)[:12]), (False, web.of_topic(OTHER)[:40])):
            for site in sites:
                for slot in web.plan_of(site.number).slots:
                    text = visible_text(web.respond(site.host, slot.path).body.decode())
                    shares[own].update(word in words for word in text.lower().split())
        inside, outside = (shares[own][True] / shares[own].total() for own in (True, False))
        assert 0.03 < inside < 0.25
        assert 0 < outside < inside / 2


def test_people_write_of_their_hobbies_on_sites_that_are_about_something_else(web: WebOfSites) -> None:
    hobbies: Counter[bool] = Counter()
    for site in web.of_topic(OTHER):
        if site.kind in ("university", "provider"):
            people = [slot for slot in web.plan_of(site.number).slots if slot.role == "person"]
            assert people
            hobbies.update(slot.subject in TOPICS for slot in people)
            for slot in people:
                truth = web.topic_of_user(f"http://{site.host}{slot.path}page2.html")
                assert truth == (slot.subject if slot.subject in TOPICS else OTHER)
            assert web.topic_of_user(site.home) == OTHER
    assert 0.25 < hobbies[True] / hobbies.total() < 0.42


def links_of(web: WebOfSites, sites: Iterable[WebSite]) -> Iterator[str]:
    """The hosts that sites link to."""
    for site in sites:
        for slot in web.plan_of(site.number).slots:
            for link in read(WebBrowser(web).fetch(f"http://{site.host}{slot.path}")).links:
                if host_of(link.target) != site.host:
                    yield host_of(link.target)


def test_sites_of_a_topic_link_to_each_other_far_more_than_by_chance(web: WebOfSites) -> None:
    locality = {}
    for topic in TOPICS:
        targets = Counter(web.topic_of(host) or "gone" for host in links_of(web, web.of_topic(topic)[:40]))
        locality[topic] = 100 * targets[topic] / targets.total()
        assert locality[topic] > 5 * TOPIC_SHARE[topic]
        assert locality[topic] == pytest.approx(LOCALITY[topic], abs=18)
        assert 100 * targets["gone"] / targets.total() == pytest.approx(DEAD_HOSTS, abs=3)
    assert locality["astronomy"] > locality["boxing"]


def test_other_sites_link_to_a_topic_about_as_often_as_chance(web: WebOfSites) -> None:
    targets = Counter(web.topic_of(host) for host in links_of(web, web.of_topic(OTHER)[:100]))
    for topic in TOPICS:
        assert 100 * targets[topic] / targets.total() < 2 * TOPIC_SHARE[topic]


def test_a_hub_lists_sites_of_its_topic(web: WebOfSites) -> None:
    for topic in TOPICS:
        hubs = [site for site in web.of_topic(topic) if site.kind == "hub"]
        listed = Counter(web.topic_of(host) for host in links_of(web, hubs))
        assert listed[topic] > 0.6 * listed.total()  # a list names a site once: short of sites, it has more of others
        assert listed.total() > 30 * len(hubs)


def test_the_browser_keeps_the_contract_of_its_port(web: WebOfSites, browser: WebBrowser) -> None:
    site = web.of_topic("horses")[0]
    check_browser(lambda: browser, site.home)
