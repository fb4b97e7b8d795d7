"""The light spider on all sites of a web of shops: which of them it calls fit, and what that costs.

Its page filter is trained on the corpus, a web with other sites. The words that its links are scored by are those of
the ontology: the general ones of the language, manufacturers and their lines.
"""

from __future__ import annotations

from functools import lru_cache

from hubwalk.demo.shops.corpus import training_pages
from hubwalk.demo.shops.ontology import ontology_of
from hubwalk.demo.shops.web import ShopWeb, make_shops
from hubwalk.discovery.sources.ontology_queries import general_words
from hubwalk.evaluation.crossmarc_outcomes import Spidered
from hubwalk.evaluation.crossmarc_suite import CrossmarcSuite
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.ports import InternalCrawler
from hubwalk.strategies.light_spider import LightSpider
from hubwalk.validators.page_filter import train_filter
from hubwalk.validators.text import TextValidator
from hubwalk.values import Page, SiteVerdict

_EVEN = 0.5  # confidence up to which a page is refused


def run_spider(suite: CrossmarcSuite, seed: int, language: str) -> Spidered:
    """Every site of a language, one after the other."""
    web = make_shops(suite.sites, seed)
    judge = FilterReader(_validator(suite.sites, seed, language, suite.spider.training, suite.spider.model))
    names, words = SiteNames(), domain_words(web, language)
    marks = []
    for site in web.sites(language):
        spider = LightSpider(site.home, names, words, most_pages=suite.spider.max_pages)
        verdict = walk(spider, web, judge)
        marks.append(verdict.pages if verdict.relevant else -verdict.pages)
    return Spidered(tuple(marks))


def walk(spider: InternalCrawler, web: ShopWeb, judge: FilterReader) -> SiteVerdict:
    """Let a spider go through its site."""
    while (choice := spider.choose()) is not None:
        page = read(web.fetch(choice.url))
        spider.observe(page, judge.confidences(page) if page.ok else ())
    return spider.verdict()


class FilterReader:
    """A page filter as the port PageReader: above one half exactly where it accepts a page."""

    def __init__(self, validator: TextValidator) -> None:
        self._validator = validator

    def confidences(self, page: Page) -> tuple[float, float]:
        verdict = self._validator.judge(page)
        sure = verdict.score if verdict.accepted else min(verdict.score, _EVEN)
        return sure, 1 - sure


def domain_words(web: ShopWeb, language: str) -> frozenset[str]:
    """What links to laptop offers may say, as far as the ontology knows."""
    ontology = ontology_of(web.world)
    general = [form for forms in general_words(ontology, language) for form in forms]
    return frozenset([*general, *(name for pair in ontology.lexicon.pairs for name in pair)])


@lru_cache(maxsize=2)
def _validator(sites: int, seed: int, language: str, pages: int, model: str) -> TextValidator:
    return TextValidator(train_filter(*training_pages(sites, seed, language, pages), model))
