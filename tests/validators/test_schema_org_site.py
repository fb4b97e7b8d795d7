"""What a site says of itself on all its pages is not what each of them is about."""

from __future__ import annotations

import json

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.schema_org import SchemaOrgValidator
from hubwalk.values import Verdict

SITE = {"@context": "https://schema.org", "@type": "Organization", "name": "Acme", "url": "https://a.test/"}
ARTICLE = {"@context": "https://schema.org", "@type": "Article", "headline": "How to", "publisher": SITE}
BOLT = {"@context": "https://schema.org", "@type": "Organization", "name": "Bolt", "url": "https://bolt.test/"}
POSTING = '<div itemscope itemtype="http://schema.org/BlogPosting"><h1 itemprop="headline">How to</h1></div>'
PROFILE = '<div itemscope itemtype="http://schema.org/Organization"><h1 itemprop="name">Bolt</h1></div>'


def judge(*data: object, wanted: str = "Organization", url: str = "https://a.test/x", body: str = "") -> Verdict:
    scripts = "".join(f'<script type="application/ld+json">{json.dumps(one)}</script>' for one in data)
    title = "<title>How Bolt does it - Acme</title>"
    return SchemaOrgValidator(wanted).judge(parse(f"{title}{scripts}{body}", url))


@pytest.mark.parametrize("home", ["https://a.test/", "https://www.a.test", "https://a.test/#organization", "/"])
def test_an_article_of_a_site_that_names_its_owner_is_not_about_the_owner(home: str) -> None:
    said = judge(SITE | {"url": home}, ARTICLE)
    assert not said.accepted
    assert said.reason == "JSON-LD has Organization only as that of the site: the page is about Article"


def test_neither_where_the_article_is_in_another_notation() -> None:
    said = judge(SITE, body=POSTING)
    assert (said.accepted, said.reason) == (
        False,
        "JSON-LD has Organization only as that of the site: the page is about BlogPosting",
    )


def test_another_organisation_beside_that_of_the_site_is_what_the_page_is_about() -> None:
    expected = Verdict(True, 1.0, "JSON-LD says Organization: 'Bolt'")
    assert judge(SITE, BOLT) == judge(BOLT, SITE) == judge(SITE, BOLT, ARTICLE) == expected
    assert judge(SITE, body=PROFILE) == Verdict(True, 1.0, "microdata says Organization: 'Bolt'")
    assert judge(SITE | {"@type": "Store"}, BOLT) == expected


@pytest.mark.parametrize(
    "data",
    [
        (SITE,),
        (SITE, {"@type": "WebPage", "name": "Contact", "publisher": {"@type": "Organization", "name": "Acme"}}),
        (SITE, {"@type": "WebSite", "url": "https://a.test/"}, {"@type": "BreadcrumbList"}),
        (SITE, {"@type": "Blog", "url": "https://a.test/"}),
        (SITE, {"@type": "Review", "name": "Nice"}),
        (SITE, {"@type": "ImageObject", "name": "Logo"}),
        (SITE, {"@type": "Person", "name": "Bob", "jobTitle": "dentist"}),
        (SITE | {"mainEntityOfPage": "https://a.test/x"}, ARTICLE),
        (SITE | {"url": ["https://a.test/", "https://a.test/x"]}, ARTICLE),
        (SITE | {"url": "https://b.test/"}, ARTICLE),
        ({"@type": "WebPage", "about": {"@id": "https://a.test/#o"}}, SITE | {"@id": "https://a.test/#o"}, ARTICLE),
    ],
)
def test_that_of_the_site_counts_where_nothing_says_that_the_page_is_about_something_else(data: tuple[object]) -> None:
    assert judge(*data) == Verdict(True, 1.0, "JSON-LD says Organization: 'Acme'")


def test_the_home_page_is_about_the_owner_of_the_site() -> None:
    assert judge(SITE, ARTICLE, url="https://a.test/").accepted


def test_other_types_of_a_site_too() -> None:
    writer = {"@type": "Person", "name": "Ann", "url": "https://a.test/"}
    assert not judge(writer, ARTICLE | {"author": writer}, wanted="Person").accepted
    assert judge(writer, wanted="Person").accepted
    assert judge(SITE, ARTICLE, wanted="Article").accepted
    recipe = {"@type": "Recipe", "name": "Soup", "url": "https://a.test/"}
    assert judge(recipe, ARTICLE, wanted="Recipe").accepted, "no owner, but an address that somebody did not care for"
