"""What the website experiment is made on: the demo web of web sites, its example sites, classifiers trained with them.

All is kept as long as the process lives: the cells of a topic share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

from hubwalk.demo.websites import OTHER, TOPICS, WebBrowser, WebOfSites, WebSite, make_web
from hubwalk.evaluation.websites_suite import WebsitesSuite
from hubwalk.pages.site_names import SiteNames
from hubwalk.values import Page
from hubwalk.websites.first_pages import first_pages
from hubwalk.websites.page_classifier import PageClassifier
from hubwalk.websites.training import train_classifier, train_home_page_classifier

TEXT = "text"  # the form of a home page that says what the site is about


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """What a report says of a topic besides the outcomes."""

    topic: str
    existing: int  # sites in the web
    examples: int
    pages: int  # of the examples, read for training
    mean_pages: float  # of a site
    mute_homes: int  # examples whose home page is made of frames, a splash page or a bare list of links


@dataclass(frozen=True, slots=True)
class Example:
    """An example site with its first pages, the home page first."""

    site: WebSite
    pages: Sequence[Page]


@dataclass(frozen=True, slots=True)
class Classifiers:
    """Of one topic."""

    pages: PageClassifier
    home: PageClassifier  # trained with home pages, for home pages


@lru_cache(maxsize=2)
def the_web(sites: int, seed: int, size: int) -> WebOfSites:
    return make_web(sites, seed, size)


def web_of(suite: WebsitesSuite, size: int = 1) -> WebOfSites:
    """The demo web, its sites `size` times as large as usual."""
    return the_web(suite.sites, suite.demo_seed, size)


@lru_cache(maxsize=16)
def _examples(sites: int, seed: int, topic: str, limit: int, size: int) -> tuple[Example, ...]:
    web = the_web(sites, seed, size)
    fetch, names = WebBrowser(web).fetch, SiteNames()
    found = [Example(site, first_pages(site.home, fetch, names, limit)) for site in web.training(topic)]
    return tuple(example for example in found if example.pages)


def examples_of(suite: WebsitesSuite, topic: str) -> tuple[Example, ...]:
    """The example sites of a topic, or of `other`, that can be read."""
    return _examples(suite.sites, suite.demo_seed, topic, suite.first_pages, 1)


@lru_cache(maxsize=16)
def _classifiers(sites: int, demo_seed: int, topic: str, limit: int, *, seed: int, size: int) -> Classifiers:
    targets, others = (
        [example.pages for example in _examples(sites, demo_seed, name, limit, size)] for name in (topic, OTHER)
    )
    return Classifiers(
        train_classifier(targets, others, seed=seed), train_home_page_classifier(targets, others, seed=seed)
    )


def classifiers_of(suite: WebsitesSuite, topic: str, size: int = 1) -> Classifiers:
    """Trained with all example sites of the topic and of `other`."""
    return _classifiers(suite.sites, suite.demo_seed, topic, suite.first_pages, seed=suite.seed, size=size)


def kind_of(site: WebSite) -> str:
    """A site in a word: the topic, or else the subject, or else what kind of site it is."""
    return site.topic if site.topic != OTHER else site.subject or site.kind


def facts_of(suite: WebsitesSuite) -> tuple[TopicFacts, ...]:
    """All topics that have a cell, and `other`."""
    web = web_of(suite)
    used = {*suite.topics, *suite.crawl.topics, *suite.links.topics}
    topics = [topic for topic in TOPICS if topic in used]
    return tuple(
        TopicFacts(
            topic,
            len(sites),
            len(examples),
            sum(len(example.pages) for example in examples),
            round(fmean(site.pages for site in sites), 1),
            sum(example.site.form != TEXT for example in examples),
        )
        for topic in (*topics, OTHER)
        for examples, sites in ((examples_of(suite, topic), web.of_topic(topic)),)
    )
