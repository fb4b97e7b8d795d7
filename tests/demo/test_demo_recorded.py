"""A demo site without HTTP: what `simulate` crawls is what the server would send."""

from __future__ import annotations

import pytest

from hubwalk.demo.recorded import FORBIDDEN, RecordedDemo
from hubwalk.demo.web import make_domain
from hubwalk.evaluation.experiments import simulate
from hubwalk.pages.parse import read
from hubwalk.testing import check_browser

BASE = "http://datashelf.test/"


@pytest.fixture(scope="module")
def recorded() -> RecordedDemo:
    site = next(site for site in make_domain("laptops", scale=0.1).sites if site.name == "datashelf")
    return RecordedDemo(site, BASE)


def test_what_a_recorded_site_says_of_itself(recorded: RecordedDemo) -> None:
    assert (recorded.name, recorded.entry) == ("datashelf", BASE)
    assert len(recorded.targets) == recorded.site.target_count
    assert set(recorded.samples) <= set(recorded.targets) <= set(recorded.urls())
    assert len(recorded.urls()) == recorded.site.page_count


def test_it_is_a_browser(recorded: RecordedDemo) -> None:
    check_browser(lambda: recorded, recorded.samples[0])


def test_the_entry_page_may_be_given_without_its_slash(recorded: RecordedDemo) -> None:
    assert RecordedDemo(recorded.site, "http://datashelf.test").targets == recorded.targets


def test_pages_are_those_of_the_site(recorded: RecordedDemo) -> None:
    for url in list(recorded.urls())[::5]:
        response = recorded.fetch(url)
        assert (response.status, response.url, response.requested) == (200, url, url)
        assert response.body == recorded.site.respond(url.removeprefix(BASE[:-1])).body


def test_what_is_not_there_is_not_found(recorded: RecordedDemo) -> None:
    for url in (f"{BASE}nowhere", "http://elsewhere.test/", "http://datashelf.test.elsewhere.test/"):
        assert recorded.fetch(url).status == 404


def test_redirects_are_followed_to_the_page_itself() -> None:
    site = next(site for site in make_domain("laptops", scale=0.1).sites if site.style.canonical)
    recorded = RecordedDemo(site, BASE)
    moved = [link.target for link in read(recorded.fetch(BASE)).links if "/go/" in link.target]
    for url in moved:
        response = recorded.fetch(url)
        assert (response.status, response.requested) == (200, url)
        assert response.url in recorded.urls()


def test_a_folder_without_its_slash_answers_from_the_folder(recorded: RecordedDemo) -> None:
    response = recorded.fetch(f"{BASE}laptops")
    assert (response.status, response.url) == (200, f"{BASE}laptops/")


def test_robots_txt_is_obeyed(recorded: RecordedDemo) -> None:
    response = recorded.fetch(f"{BASE}private/login")
    assert (response.status, response.error) == (0, FORBIDDEN)


@pytest.mark.parametrize("strategy", ["xcrawl", "breadth_first"])
def test_strategies_can_be_tried_on_it(recorded: RecordedDemo, strategy: str) -> None:
    experiment = simulate(recorded, [strategy], seeds=1)
    assert experiment.targets == experiment.recorded_targets == recorded.site.target_count
    assert experiment.mean(strategy, lambda metrics: metrics.recall) == 1.0
