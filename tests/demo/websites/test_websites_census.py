"""Who is who in the web of web sites."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from dataclasses import replace

import pytest

from hubwalk.demo.chance import Dice
from hubwalk.demo.websites import OTHER, TOPICS, WebOfSites, make_web
from hubwalk.demo.websites.names import OWN_WORDS, SECOND
from hubwalk.demo.websites.rates import HOME_FORMS, MOST_EXAMPLES, PAGES, TABLE_1, TOPIC_KINDS, TOPIC_SHARE, TRAPS
from hubwalk.demo.websites.vocabulary import GENERAL, SENTENCES, SUBJECTS
from hubwalk.errors import UsageError


@pytest.fixture(scope="module")
def web() -> WebOfSites:
    return make_web(4000)


def test_every_host_leads_back_to_its_site(web: WebOfSites) -> None:
    hosts = set()
    for site in web.sites():
        assert web.site_of(site.host) == site
        hosts.add(site.host.removeprefix("www."))
    assert len(hosts) == len(web.sites()) == 4000


@pytest.mark.parametrize("host", ["", "test", "nobody.test", "silver-.test", "silver-world999999999.test", "a-b.org"])
def test_other_hosts_have_no_site(web: WebOfSites, host: str) -> None:
    assert web.site_of(host) is None
    assert web.topic_of(host) == ""
    assert not web.is_dead(host)


def test_a_large_web_is_made_of_rules_and_not_of_lists() -> None:
    tracemalloc.start()
    web = make_web(50_000)
    dice = Dice("sample")
    for _ in range(200):
        site = web.sites()[dice.below(50_000)]
        assert web.respond(site.host, "/").status == 200
        assert web.site_of(site.host) == site
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000 * 200  # bytes: a list of the hosts alone would take more than half of it
    assert all(web.is_dead(web.census.host(number)) for number in range(web.count, web.census.end, 50))


def test_the_same_seed_is_the_same_web_and_another_seed_another_one(web: WebOfSites) -> None:
    again, other = make_web(4000), make_web(4000, seed=1)
    sites = web.sites()[::97]
    assert [again.sites()[site.number] for site in sites] == list(sites)
    for site in sites:
        for slot in web.plan_of(site.number).slots:
            assert web.respond(site.host, slot.path) == again.respond(site.host, slot.path)
    assert sum(other.site_of(site.host) == site for site in sites) == 0


def test_topics_and_kinds_have_their_shares(web: WebOfSites) -> None:
    topics = Counter(site.topic for site in web.sites())
    assert {topic: topics[topic] / 40 for topic in TOPICS} == pytest.approx(TOPIC_SHARE)
    for topic in TOPICS:
        kinds = Counter(site.kind for site in web.of_topic(topic))
        size = web.census.topic_size(topic)
        assert {kind: 100 * kinds[kind] / size for kind in TOPIC_KINDS} == pytest.approx(TOPIC_KINDS, abs=3)
    assert sum(site.trap for site in web.sites()) / 40 == pytest.approx(TRAPS, abs=1)


def test_home_pages_have_the_forms_of_their_kind(web: WebOfSites) -> None:
    for kind, shares in HOME_FORMS.items():
        assert sum(shares.values()) == 100
        forms = Counter(site.form for site in web.sites() if site.kind == kind)
        total = sum(forms.values())
        bound = 3 * 50 / total**0.5  # three standard deviations of a half
        assert {form: 100 * forms[form] / total for form in shares} == pytest.approx(shares, abs=bound)


def test_sizes_are_within_bounds_and_the_plan_has_as_many_pages(web: WebOfSites) -> None:
    for site in web.sites()[::13]:
        low, high = PAGES[site.kind]
        assert low <= site.pages <= high
        assert len(web.plan_of(site.number).slots) == site.pages


def test_examples_are_as_many_as_in_the_paper_and_on_the_topic() -> None:
    web = make_web(10_000)
    for topic in (*TOPICS, OTHER):
        examples = web.training(topic)
        assert len({site.number for site in examples}) == len(examples) == TABLE_1[topic]
        assert {site.topic for site in examples} == {topic}


def test_a_small_web_leaves_most_sites_to_be_found() -> None:
    web = make_web(500)
    for topic in TOPICS:
        assert 2 <= len(web.training(topic)) <= len(web.of_topic(topic)) * MOST_EXAMPLES / 100
    assert list(web.homes("boxing")) == [site.home for site in web.of_topic("boxing")]


@pytest.mark.parametrize("count", [0, 99, -5, 10**9])
def test_a_web_of_no_sensible_size_is_refused(count: int) -> None:
    with pytest.raises(UsageError, match=f"a web of {count} sites"):
        make_web(count)


def test_a_topic_that_is_none_is_refused(web: WebOfSites) -> None:
    for ask in (web.training, web.of_topic, web.homes):
        with pytest.raises(UsageError, match="did you mean 'boxing'"):
            ask("boxin")


def test_words_can_stand_in_addresses_and_names() -> None:
    for subject in SUBJECTS.values():
        words = [*subject.core, *(word for theme in subject.themes.values() for word in theme)]
        assert all(word.replace("-", "").isalnum() and word.isascii() for word in (*words, *subject.verbs))
        assert set(subject.borrows) <= set(SUBJECTS[subject.next_to].themes if subject.next_to else ())
    named = [word for words in OWN_WORDS.values() for word in words]
    assert len(named) == len(set(named))
    assert not set(named) & set(SECOND)
    assert all(SENTENCES.values())
    assert all(GENERAL.values())


def test_topics_have_a_few_hundred_words_and_neighbours_share_some() -> None:
    for topic in TOPICS:
        assert (
            len({word for theme in SUBJECTS[topic].themes.values() for word in theme} | set(SUBJECTS[topic].core)) > 140
        )
        assert sum(subject.next_to == topic for subject in SUBJECTS.values()) >= 2


def test_sites_of_a_larger_web_are_the_same_sites_with_more_pages() -> None:
    small, large = make_web(500), make_web(500, size=4)
    assert [site.host for site in small.sites()] == [site.host for site in large.sites()]
    for one, other in zip(small.sites(), large.sites(), strict=True):
        assert other == replace(one, pages=4 * one.pages)
    with pytest.raises(UsageError, match="expected 1 to"):
        make_web(500, size=0)
