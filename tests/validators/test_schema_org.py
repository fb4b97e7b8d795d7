"""What pages say of themselves in JSON-LD, microdata and RDFa, and which of them are about one such thing."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest
from counting import steps_of
from lxml.html import document_fromstring

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.validators import make_validator
from hubwalk.validators.json_ld_context import in_keywords
from hubwalk.validators.rdfa import condensed
from hubwalk.validators.schema_org import SchemaOrgValidator, sub_types
from hubwalk.validators.structured_data import MICRODATA, things_on
from hubwalk.values import Verdict

CONTEXT = '"@context": "https://schema.org", '
PRODUCT = {"@context": "https://schema.org", "@type": "Product", "name": "Canon X"}
ACCEPTED = Verdict(True, 1.0, "JSON-LD says Product: 'Canon X'")


def judge(html: str, types: str = "Product", url: str = "http://a.test/x") -> Verdict:
    return SchemaOrgValidator(types).judge(parse(html, url))


def script(*data: object, kind: str = 'type="application/ld+json"', head: str = "") -> str:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in data]
    return f"<html><head>{head}</head>" + "".join(f"<script {kind}>{text}</script>" for text in texts)


# -- the types --------------------------------------------------------------------------------------------------------


def test_sub_types_of_sub_types() -> None:
    assert {"IndividualProduct", "Vehicle", "Car"} <= sub_types("Product")
    assert "Product" not in sub_types("Product")
    assert "Dentist" in sub_types("Organization") & sub_types("Place"), "some types have several kinds"
    assert sub_types("Car") == set()
    assert {"Product", "Recipe", "Person", "JobPosting", "Movie"} <= sub_types("Thing")


@pytest.mark.parametrize(
    ("types", "message"),
    [
        ("Produkt", "unknown type of schema.org 'Produkt': did you mean 'Product'?"),
        ("product", "did you mean 'Product'?"),
        ("Product|Reciep", "unknown type of schema.org 'Reciep': did you mean 'Recipe'?"),
        ("", "validator schema_org: needs a type, for example schema_org:Product"),
        (" | ", "needs a type"),
        ("https://schema.org/", "needs a type"),
        ("Xyzzy", "unknown type of schema.org 'Xyzzy': there are "),
    ],
)
def test_types_that_nobody_knows(types: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)) as refused:
        make_validator([f"schema_org:{types}"], [])
    assert len(str(refused.value)) < 200, "a line that a person reads"


@pytest.mark.parametrize("types", ["Product", "schema:Product", "https://schema.org/Product", "Recipe | Product"])
def test_ways_to_name_what_is_wanted(types: str) -> None:
    assert judge(script(PRODUCT), types) == ACCEPTED


# -- notations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "accepted"),
    [
        ("Product", True),
        ("product", True),
        ("schema:Product", True),
        ("http://schema.org/Product", True),
        ("https://www.schema.org/Product/", True),
        (["Thing", "Product"], True),
        (["http://www.productontology.org/id/Camera", "Product"], True),
        ("gr:Product", False),
        ("http://example.org/Product", False),
        ("Products", False),
        (7, False),
        (None, False),
    ],
)
def test_ways_to_name_a_type(named: object, accepted: bool) -> None:
    assert judge(script(PRODUCT | {"@type": named})).accepted == accepted


@pytest.mark.parametrize(
    ("context", "named", "accepted"),
    [
        ("http://schema.org/", "Product", True),
        ({"@vocab": "http://schema.org/"}, "Product", True),
        ({"s": "https://schema.org/"}, "s:Product", True),
        (["https://w3id.org/x", "https://schema.org"], "Product", True),
        ("https://example.org/", "Product", False),
        ({"s": "https://example.org/"}, "s:Product", False),
    ],
)
def test_contexts(context: object, named: str, accepted: bool) -> None:
    assert judge(script({"@context": context, "@type": named, "name": "x"})).accepted == accepted


def test_without_a_context_types_are_those_of_schema_org() -> None:
    assert judge(script({"@type": "Product", "name": "Canon X"})) == ACCEPTED


def test_a_context_may_have_other_words_for_those_of_json_ld() -> None:
    words = {"type": "@type", "id": "@id", "items": "@graph", "text": "@value"}
    product = {"type": "Product", "name": {"text": "Canon X"}, "offers": [{"type": "Offer", "id": "/x#offer"}]}
    context = ["https://schema.org", words]
    assert judge(script({"@context": context} | product)) == ACCEPTED
    assert judge(script({"@context": context} | product), "Offer").reason == "JSON-LD has Offer only as part of Product"
    assert judge(script({"@context": words | {"@vocab": "https://schema.org/"}, "items": [product]})) == ACCEPTED
    assert not judge(script({"@context": "https://schema.org", "kind": "Product"})).accepted
    assert not judge(script({"@context": {"@vocab": "https://schema.org/", "type": "@id"}} | product)).accepted


def test_ten_times_the_words_of_a_context_are_ten_times_the_work() -> None:
    small, large = ([{f"k{i}": "@type"} for i in range(n)] for n in (100, 1000))
    work = [steps_of(partial(in_keywords, {"@context": context})) for context in (small, large)]
    assert work[1] < 20 * work[0]


@pytest.mark.parametrize("context", ["https://schema.org", "http://schema.org/", ["https://schema.org", {"a": "b"}]])
def test_the_context_of_schema_org_calls_a_type_type(context: object) -> None:
    offer = {"type": "Offer", "id": "/x#offer"}
    product = {"type": "Product", "name": "Canon X", "offers": [{"id": "/x#offer"}]}
    assert judge(script({"@context": context} | product)) == ACCEPTED
    graph = script({"@context": context, "@graph": [product, offer]})
    assert judge(graph) == ACCEPTED
    assert judge(graph, "Offer").reason == "JSON-LD has Offer only as part of Product"
    both = {"@context": context, "@type": "Product", "@id": "/x", "name": "Canon X", "type": "camera", "id": "17"}
    assert judge(script(both)) == ACCEPTED
    assert judge(script(both | {"@type": "Thing", "type": ["Car"]})).reason == "JSON-LD says Product (Car): 'Canon X'"


@pytest.mark.parametrize(
    "context",
    [
        "https://example.org/",
        {"@vocab": "https://schema.org/"},
        ["https://schema.org", {"type": "https://example.org/sort"}],
        ["https://schema.org", {"type": None}],
        ["https://schema.org", {"type": {"@id": "https://example.org/sort"}}],
    ],
)
def test_elsewhere_a_type_is_a_word_like_any_other(context: object) -> None:
    assert not judge(script({"@context": context, "type": "Product", "name": "Canon X"})).accepted


def test_a_word_for_one_of_json_ld_may_be_defined_at_length() -> None:
    context = {"@vocab": "https://schema.org/", "kind": {"@id": "@type", "@container": "@set"}}
    assert judge(script({"@context": context, "kind": ["Product"], "name": "Canon X"})) == ACCEPTED


def test_a_sub_type_is_named_in_the_reason() -> None:
    assert judge(script(PRODUCT | {"@type": "Car"})).reason == "JSON-LD says Product (Car): 'Canon X'"
    more = PRODUCT | {"@type": "Thing", "additionalType": "https://schema.org/IndividualProduct"}
    assert judge(script(more)).reason == "JSON-LD says Product (IndividualProduct): 'Canon X'"


@pytest.mark.parametrize(
    "text",
    [
        f'{{{CONTEXT}"@type": "Product", "name": "Canon X",}}',
        f'{{{CONTEXT}"@type": ["Product",], /* the name */ "name": "Canon X"}}',
        f'// ours\n{{{CONTEXT}"@type": "Product", "name": "Canon X"}}',
        f'<!-- {{{CONTEXT}"@type": "Product", "name": "Canon X"}} -->',
        f'//<![CDATA[\n{{{CONTEXT}"@type": "Product", "name": "Canon X"}}\n//]]>',
        f'/*<![CDATA[*/ {{{CONTEXT}"@type": "Product", "name": "Canon X"}} /*]]>*/',
        "{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;Canon X&quot;}",
        '{"@type": "Product",\n "name": "Canon\n\tX"}',
        '[[], 3, null, {"@type": "Product", "name": "Canon X"}]',
        f'{{{CONTEXT}"@type": "Product", "name": "Canon X"}};',
        f'\ufeff{{{CONTEXT}"@type": "Product", "name": "Canon X"}}\n',
        f'{{{CONTEXT}"@type": "WebSite"}}\n{{{CONTEXT}"@type": "Product", "name": "Canon X"}}',
        '{"@type": "WebSite"}, {"@type": "Product", "name": "Canon X", /* last */ },',
        '[{"@type": "WebSite"}]; [{"@type": "Product", "name": "Canon X"}] // both',
        '{"@type": "Product", "name": "Canon X"}}',
        '<p>{"@type": "Product",<br />\n"name": "Canon X",</p>\n<p>"url": "/x"}</p>\n',
        '{"@type": "Product", <br>\n <br/> "name": "Canon X" <br class="c">}',
        '{"@type": "Product", "name": "Canon X", "description": "<p>one<br />two</p>", }',
        '{"@type": "Product", "name": "Canon X", "brand": "Tom\\\'s /* // \\\\", "url": "http://a.test/x", }',
    ],
)
def test_json_ld_as_the_web_has_it(text: str) -> None:
    assert judge(script(text)) == ACCEPTED


def test_a_broken_script_spoils_no_other() -> None:
    assert judge(script('{"@type": "Product", "name": ', PRODUCT, "{]")) == ACCEPTED
    assert judge(script('{"@type": "Product", "name": ')).reason == "describes nothing as Product"
    inside = '{"@type": "WebSite"} {"@type": "ItemList", "itemListElement": [{"@type": "Product", "name": "Canon X"}] '
    assert judge(script(inside)).reason == "describes nothing as Product, but as WebSite", "what it is in is not closed"


def test_attributes_of_the_script_in_any_spelling() -> None:
    assert judge(script(PRODUCT, kind="id=x TYPE='application/LD+JSON; charset=utf-8' async")) == ACCEPTED


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!--", "-->"),
        ("<!-- <p>old</p> <!--", "--!>"),
        ("<!--[if lt IE 9]>", "<![endif]-->"),
        ("<!--", ""),  # what is never closed goes on to the end of the page
        ("<script>'<!--'</script><!--", "-->"),
    ],
)
def test_json_ld_in_a_comment_is_none(before: str, after: str) -> None:
    inside = script(PRODUCT)
    assert judge(f"{before}{inside}{after}").reason == "describes nothing as Product"
    other = script(PRODUCT | {"name": "Canon Y"})
    assert judge(f"{inside}{before}{other}{after}") == ACCEPTED
    if after:
        assert judge(f"{before}{other}{after}{inside}") == ACCEPTED


@pytest.mark.parametrize(
    "before",
    [
        "<!-->",
        "<!--->",
        "<!-- a > b -- c -->",
        "<!--[if !IE]><!-->",
        "<script>'<!--'</script>",
        "<STYLE><!-- p {} </style>",
        "<script><!--\nx\n//--></script>",
        "<!DOCTYPE html>",
    ],
)
def test_json_ld_beside_a_comment_counts(before: str) -> None:
    assert judge(before + script(PRODUCT)) == ACCEPTED


def test_json_ld_that_a_script_would_write_is_none() -> None:
    text = json.dumps(PRODUCT).replace("/", "\\/")
    written = f"<script>s = '<script type=\"application/ld+json\">' + '{text}'</script>"
    assert judge(written).reason == "describes nothing as Product"
    assert judge(written + script(PRODUCT)) == ACCEPTED


def test_microdata() -> None:
    html = """<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Canon X</h1>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">99</b></div></div>"""
    assert judge(html) == Verdict(True, 1.0, "microdata says Product: 'Canon X'")
    assert judge(html, "Offer").reason == "microdata has Offer only as part of Product"
    assert not judge(html, "Recipe").accepted


def test_rdfa() -> None:
    html = """<html><body vocab="https://schema.org/"><div typeof="Product"><h1 property="name">Canon X</h1>
        <div property="offers" typeof="Offer"><b property="price">99</b></div></div></body></html>"""
    assert judge(html) == Verdict(True, 1.0, "RDFa says Product: 'Canon X'")
    assert judge(html, "Offer").reason == "RDFa has Offer only as part of Product"
    prefixed = '<div prefix="s: http://schema.org/" typeof="s:Product"><b property="s:name">Canon X</b></div>'
    assert judge(prefixed).reason == "RDFa says Product: 'Canon X'"


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ('vocab="https://schema.org"', "Product"),
        ('vocab=" http://www.schema.org "', "Product"),
        ('prefix="og: http://ogp.me/ns# s: https://schema.org"', "s:Product"),
        ('prefix="s: http://schema.org og: http://ogp.me/ns#"', "s:Product"),
        ('xmlns:s="http://schema.org"', "s:Product"),
    ],
)
def test_rdfa_whose_vocabulary_lacks_the_stroke_at_its_end(given: str, kind: str) -> None:
    name = f"{kind.removesuffix('Product')}name"
    html = f'<html {given}><body><p typeof="{kind}"><b property="{name}">Canon X</b></p></body></html>'
    assert judge(html) == Verdict(True, 1.0, "RDFa says Product: 'Canon X'")
    assert not judge(html.replace("schema.org", "schema.organic")).accepted


# -- about one thing --------------------------------------------------------------------------------------------------


def listed(*names: str) -> dict[str, object]:
    products = [{"@type": "ListItem", "item": {"@type": "Product", "name": name}} for name in names]
    return {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": products}


def test_a_list_is_not_about_one() -> None:
    assert judge(script(listed("a", "b"))) == Verdict(False, 0.25, "JSON-LD has Product only as part of ListItem")
    several = judge(script([PRODUCT, PRODUCT | {"name": "Canon Y"}, listed("c")]))
    assert several == Verdict(False, 0.5, "JSON-LD has 2 things of type Product, none the main one")


def test_related_products_are_part_of_the_one() -> None:
    assert judge(script(PRODUCT | {"isRelatedTo": [{"@type": "Product", "name": "Y"}]}, listed("a", "b"))) == ACCEPTED


def test_a_page_that_repeats_itself_is_about_one() -> None:
    assert judge(script(PRODUCT, PRODUCT)) == ACCEPTED


def test_the_main_entity_is_the_one() -> None:
    page = {"@type": "WebPage", "mainEntity": PRODUCT}
    assert judge(script(PRODUCT | {"name": "Y"}, page)) == ACCEPTED
    assert judge(script(PRODUCT | {"name": "Y"}, PRODUCT | {"mainEntityOfPage": "http://a.test/x"})) == ACCEPTED
    questions = {"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": name} for name in "ab"]}
    assert not judge(script(questions), "Question").accepted
    assert judge(script(questions, PRODUCT)) == ACCEPTED, "what else is on the page does not matter"


def test_among_several_the_one_with_the_address_of_the_page() -> None:
    several = [PRODUCT | {"url": "https://www.a.test/x#top"}, PRODUCT | {"name": "Y", "url": "http://a.test/y"}]
    assert judge(script(several)) == ACCEPTED
    assert not judge(script(several), url="http://a.test/z").accepted


@pytest.mark.parametrize("key", ["url", "@id"])
def test_addresses_may_be_relative(key: str) -> None:
    several = [PRODUCT | {key: "/x"}, PRODUCT | {"name": "Y", key: "/y"}]
    assert judge(script(several)) == ACCEPTED
    assert judge(script(several), url="https://a.test/y").reason == "JSON-LD says Product: 'Y'"
    assert not judge(script(several), url="http://a.test/z").accepted
    below = [PRODUCT | {key: "x"}, PRODUCT | {"name": "Y", key: "y"}]
    assert judge(script(below), url="http://a.test/shop/x") == ACCEPTED
    assert judge(script(below, head='<base href="/shop/">'), url="http://a.test/shop/x") == ACCEPTED
    assert not judge(script(below, head='<base href="/old/">'), url="http://a.test/shop/x").accepted


def test_nodes_may_name_each_other_by_relative_and_absolute_addresses() -> None:
    page = {"@type": "WebPage", "mainEntity": {"@id": "http://a.test/x#product"}}
    graph = [page, PRODUCT | {"@id": "#product"}, PRODUCT | {"name": "Y", "@id": "#other"}]
    assert judge(script({"@graph": graph})) == ACCEPTED
    article = {"@type": "Article", "author": {"@id": "/ann"}}
    ann = {"@type": "Person", "@id": "http://a.test/ann", "name": "Ann"}
    assert judge(script(article, ann), "Person").reason == "JSON-LD has Person only as part of Article"


def test_among_several_the_one_that_the_title_names() -> None:
    cards = "".join(
        f'<div itemscope itemtype="http://schema.org/Product"><b itemprop=name>{n}</b></div>' for n in "XYZ"
    )
    main = '<div itemscope itemtype="http://schema.org/Product"><h1 itemprop=name>Canon X</h1></div>'
    assert judge(f"<title>Canon X | Shop</title>{main}{cards}").reason == "microdata says Product: 'Canon X'"
    assert not judge(f"<title>Cameras | Shop</title>{main}{cards}").accepted


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Pencils and pens", ""),
        ("The Penguin Ruler-Sharpeners", "Ruler"),
        ("Our best pen", "Pen"),
        ("Pen, blue", "Pen"),
        ("PEN: a pencil? No.", "Pen"),
        ("Pen and ruler", ""),
        ("Crayons à l'ÉCOLE", "École"),
        ("Écoles", ""),
        ("E\N{COMBINING ACUTE ACCENT}cole", "École"),
        ("Bleistift Größe", "Größe"),
        ("GRÖSSE", "Größe"),
        ("Größen", ""),
        ("\N{KATAKANA LETTER NI}Pen\N{HIRAGANA LETTER NO}", "Pen"),  # no blanks between words there
        ("_Pen_", "Pen"),
        ("C++ for all", "C++"),
        ("Objective-C++11", "C++"),
    ],
)
def test_the_title_has_a_name_as_words_of_its_own(title: str, named: str) -> None:
    names = ("Pen", "Eraser", "Ruler", "Sharpener", "École", "Größe", "C++")
    verdict = judge(script([PRODUCT | {"name": name} for name in names], head=f"<title>{title}</title>"))
    assert verdict.accepted == bool(named)
    assert verdict.reason.endswith(f": '{named}'" if named else "none the main one")


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Cheese &amp; Wine | Shop", "Cheese &amp; Wine"),
        ("Ann&#8217;s Pie | Shop", "Ann's Pie"),
        ("Ann's Pie | Shop", "Ann&#8217;s Pie"),
        ("The “Big” One – Red | Shop", 'The "Big" One - Red'),
        ("Cheese | Shop", "&nbsp;Cheese&nbsp;"),
    ],
)
def test_a_name_that_is_written_for_html_or_for_reading_is_the_same(title: str, name: str) -> None:
    things = [PRODUCT | {"name": one} for one in ("Pen", name, "Ruler")]
    verdict = judge(script(things, head=f"<title>{title}</title>"))
    assert verdict.accepted
    assert "&" not in verdict.reason.replace(" & ", "")


def test_a_thing_that_is_said_twice_is_one_whatever_the_spelling_of_its_name() -> None:
    both = [PRODUCT | {"name": "Cheese &amp; Wine"}, PRODUCT | {"name": "CHEESE & wine", "sku": "7"}]
    assert judge(script(both)).reason == "JSON-LD says Product: 'Cheese & Wine'"
    assert not judge(script([*both, PRODUCT | {"name": "Cheese"}])).accepted


def test_json_ld_decides_before_microdata() -> None:
    cards = '<div itemscope itemtype="http://schema.org/Product"><b itemprop=name>Y</b></div>' * 2
    assert judge(script(PRODUCT) + cards) == ACCEPTED
    assert judge(script({"@type": "WebSite", "name": "Shop"}) + cards).reason == "microdata says Product: 'Y'"


def test_a_graph_in_which_nodes_name_each_other() -> None:
    graph = [
        {"@type": "WebPage", "@id": "#page", "breadcrumb": {"@id": "#crumbs"}},
        {"@type": "Article", "@id": "#article", "isPartOf": {"@id": "#page"}, "author": {"@id": "#author"}},
        {"@type": "Person", "@id": "#author", "name": "Ann", "image": {"@id": "#image"}},
        {"@type": "BreadcrumbList", "@id": "#crumbs"},
    ]
    html = script({"@context": "https://schema.org", "@graph": graph})
    assert judge(html, "Article").accepted
    assert judge(html, "WebPage").accepted
    assert judge(html, "Person") == Verdict(False, 0.25, "JSON-LD has Person only as part of Article")
    about = [*graph, {"@type": "ProfilePage", "mainEntity": {"@id": "#author"}}]
    assert judge(script({"@graph": about}), "Person").reason == "JSON-LD says Person: 'Ann'"


URL = "http://a.test/x"
STEPS = [
    {"@type": "ListItem", "position": 1, "item": {"@id": "http://a.test/", "name": "Home"}},
    {"@type": "ListItem", "position": 2, "item": {"@id": URL, "name": "Canon X"}},
]


@pytest.mark.parametrize(
    "trail",
    [
        {"@type": "BreadcrumbList", "itemListElement": STEPS},
        {"@type": "breadcrumbList", "itemListElement": STEPS[1]},
        {"@type": "WebPage", "breadcrumb": {"@type": "BreadcrumbList", "itemListElement": STEPS}},
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "@id": URL, "name": "Canon X"}]},
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "item": PRODUCT | {"@id": URL}}]},
        {
            "@graph": [
                {"@type": "BreadcrumbList", "itemListElement": [{"@id": "_:1"}, {"@id": "_:2"}]},
                *({"@id": f"_:{number}"} | step for number, step in enumerate(STEPS, start=1)),
            ]
        },
    ],
)
def test_a_breadcrumb_leads_to_a_thing_and_does_not_have_it(trail: dict[str, object]) -> None:
    product = PRODUCT | {"@id": URL}
    for html in (script(trail, product), script(product, trail), script({"@graph": [trail, product]})):
        assert judge(html) == ACCEPTED
    assert not judge(script(trail, product), "ListItem").accepted, "its entries are its parts"
    of_list = {"@type": "ItemList", "itemListElement": STEPS}
    for html in (script(trail, of_list, product), script(of_list, trail, product)):
        reason = judge(html, url="http://a.test/list").reason
        assert reason == "JSON-LD has Product only as part of ListItem", "another list does have it"


def test_a_breadcrumb_in_rdfa() -> None:
    html = f"""<body vocab="https://schema.org/"><ol typeof="BreadcrumbList"><li property="itemListElement"
        typeof="ListItem"><a property="item" href="{URL}">Canon X</a></li></ol>
        <div typeof="Product" resource="{URL}"><h1 property="name">Canon X</h1></div></body>"""
    assert judge(html) == Verdict(True, 1.0, "RDFa says Product: 'Canon X'")
    listed = html.replace("BreadcrumbList", "ItemList")
    assert judge(listed, url="http://a.test/list").reason == "RDFa has Product only as part of ListItem"


OTHER = PRODUCT | {"@id": "http://a.test/y", "name": "Canon Y"}


def test_what_has_the_address_of_the_page_is_its_own_whatever_names_it() -> None:
    product, entries = PRODUCT | {"@id": URL}, [{"@type": "ListItem", "item": {"@id": at}} for at in (URL, "/y")]
    also_viewed = {"@type": "ItemList", "name": "People also viewed", "itemListElement": entries}
    for data in ([product, also_viewed], [product, also_viewed, OTHER], [also_viewed, OTHER, product]):
        assert judge(script(*data)) == ACCEPTED
    assert judge(script(product, also_viewed), url="http://a.test/z").reason.endswith("only as part of ListItem")
    article = {"@type": "Article", "image": {"@id": f"{URL}#image"}}
    image = {"@type": "ImageObject", "@id": f"{URL}#image", "url": "http://a.test/x.jpg"}
    assert judge(script(article, image), "ImageObject").reason == "JSON-LD has ImageObject only as part of Article"
    offer = {"@type": "Offer", "@id": URL, "url": URL}
    assert not judge(script(product | {"offers": offer}), "Offer").accepted, "it stands in the product"


@pytest.mark.parametrize("kind", ["isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor"])
def test_things_that_name_each_other_as_related(kind: str) -> None:
    one, other = PRODUCT | {"@id": URL, kind: {"@id": "/y"}}, OTHER | {kind: {"@id": URL}}
    for both in ([one, other], [other, one]):
        assert judge(script(*both)) == ACCEPTED
        assert judge(script({"@graph": both}), url="http://a.test/y").reason == "JSON-LD says Product: 'Canon Y'"
        assert judge(script(*both, head="<title>Canon X</title>"), url="http://a.test/z") == ACCEPTED
        assert not judge(script(*both), url="http://a.test/z").accepted
    assert judge(script(one, OTHER), url="http://a.test/z") == ACCEPTED, "only one is named by another"
    assert judge(script(PRODUCT | {"@id": URL}, other)) == ACCEPTED, "the address tells"
    service = {"@type": "Service", "@id": "/y", "name": "Care"}
    assert not judge(script(one, service), "Service").accepted
    listed = {"@type": "ItemList", "itemListElement": {"@type": "ListItem", "item": {"@id": "/y"}}}
    assert judge(script(one, listed, service), "Service").reason == "JSON-LD has Service only as part of ListItem"
    main = service | {"mainEntityOfPage": "http://a.test/z"}
    assert judge(script(one, main), "Service").accepted


def test_variants_that_name_their_group_are_part_of_it() -> None:
    group = {"@context": "https://schema.org", "@type": "ProductGroup", "@id": "/groups/1", "name": "Canon X"}
    variants = [
        PRODUCT | {"name": f"Canon X {color}", "isVariantOf": {"@id": "/groups/1"}} for color in ("red", "blue")
    ]
    by_address = variants[0] | {"isVariantOf": "/groups/1"}
    for data in ([group, *variants], [*variants, group], [group, variants[0]], [group, by_address]):
        assert judge(script(*data)).reason == "JSON-LD says Product (ProductGroup): 'Canon X'"
        assert judge(script(*data), "ProductGroup").accepted
    assert judge(script(variants[0])).reason == "JSON-LD says Product: 'Canon X red'", "the group is on another page"
    assert not judge(script(*variants)).accepted
    assert not judge(script(group, *variants, PRODUCT | {"name": "Nikon"})).accepted
    assert judge(script(group | {"isVariantOf": {"@id": "/groups/1"}})).accepted, "it is no variant of itself"


def test_a_variant_that_the_page_is_about_is_no_part_of_its_group() -> None:
    group = {"@context": "https://schema.org", "@type": "ProductGroup", "@id": "/groups/1", "name": "Canon X"}
    variant = PRODUCT | {"@id": "#red", "name": "Canon X red", "isVariantOf": {"@id": "/groups/1"}}
    page = {"@type": "WebPage", "mainEntity": {"@id": "#red"}}
    for data in ([page, variant, group], [group, variant, page], [variant | {"mainEntityOfPage": URL}, group]):
        assert judge(script(*data)).reason == "JSON-LD says Product: 'Canon X red'"


def test_a_review_is_about_what_it_reviews() -> None:
    review = {"@type": "Review", "itemReviewed": {"@type": "Product", "name": "Canon X"}, "author": {"@type": "Person"}}
    assert judge(script(review)) == ACCEPTED
    assert judge(script(review), "Review").accepted
    assert not judge(script(review), "Person").accepted
    assert not judge(script(PRODUCT | {"review": [{"@type": "Review"}]}), "Review").accepted


# -- reasons and bad pages --------------------------------------------------------------------------------------------


def test_reasons_without_the_type() -> None:
    assert judge("<p>Product").reason == "describes nothing as Product, nor as any type of schema.org"
    other = script({"@type": "Article"}, {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem"}]})
    assert (
        judge(other, "Product|Recipe").reason
        == "describes nothing as Product or Recipe, but as Article, BreadcrumbList"
    )


def test_a_long_name_on_several_lines_is_cut() -> None:
    said = judge(script(PRODUCT | {"name": "Canon\n" * 100})).reason
    assert len(said) < 100
    assert said.startswith("JSON-LD says Product: 'Canon Canon")


@pytest.mark.parametrize(
    "html",
    [
        script("[" * 100_000),
        script("/*" * 200_000 + '"' + '\\"' * 20_000),
        script('"' + '\\"' * 200_000 + "\\"),
        script("," + " " * 400_000 + "x"),
        "<base " * 300_000 + script(PRODUCT),
        script('{"@type": "Product", "a": ' * 500 + "1" + "}" * 500),
        '<script type="application/ld+json">' * 20_000,
        '<div itemscope itemtype="http://schema.org/Product">' * 2_000,
        '<div vocab="http://schema.org/" typeof="Product">' * 2_000,
        '<div vocab="::" prefix="x" typeof="[Product]" about="[" resource="http://[" property="">',
        '<div itemscope itemref="a a b" itemtype="http://schema.org/Product" id=a itemprop=x>',
        '<div itemscope itemtype="Product \x00"><a itemprop=url href="http://[">x</a></div>\ud800',
        '<?xml version="1.0" encoding="utf-16"?><p itemscope itemtype="http://schema.org/Car">x',
        "<!--" * 400_000 + script(PRODUCT),
        script([PRODUCT | {"name": "\N{COMBINING ACUTE ACCENT}" * 4}, PRODUCT | {"name": "\N{DIAERESIS}" * 4}]),
        "<script" * 200_000 + " ld+json",
        script([PRODUCT | {"name": "a" * size} for size in range(3, 1_000)], head=f"<title>{'a' * 2_000}</title>"),
        script({"@graph": {"@graph": [{"@graph": None}, "x"]}, "@type": {"a": "Product"}, "@context": 3}),
        script({"@type": "Product", "@id": {"a": 1}, "name": [{"@value": 3}], "url": [None, 7]}),
    ],
)
def test_no_page_is_too_strange(html: str, capfd: pytest.CaptureFixture[str]) -> None:
    verdict = judge(html)
    assert isinstance(verdict.accepted, bool)
    assert len(verdict.reason.splitlines()) == 1
    assert capfd.readouterr() == ("", "")


# -- pages that would take for ever -----------------------------------------------------------------------------------

ITEM = "<div itemprop=offers itemscope itemtype='https://schema.org/Product'>"
ORDINARY = "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>Canon X</b></div>"


@pytest.mark.parametrize("depth", [0, 100, 400, 700])
def test_things_within_things_do_not_stop_the_next_page(depth: int) -> None:
    """The end of Python's stack may come anywhere, also where a library holds a lock."""

    def below(levels: int) -> Verdict:
        return below(levels - 1) if levels else judge(ITEM * 1000)

    assert "microdata says Product" in below(depth).reason
    assert judge(ORDINARY) == Verdict(True, 1.0, "microdata says Product: 'Canon X'")


def test_properties_belong_to_the_innermost_thing() -> None:
    inner = "<p itemprop=brand itemscope itemtype='https://schema.org/Brand'><b itemprop=name>Canon</b></p>"
    html = f"<div itemscope itemtype='https://schema.org/Product'>{inner}<div><b itemprop=name>Canon X</b></div></div>"
    assert judge(html).reason == "microdata says Product: 'Canon X'"
    assert judge(html, "Brand").accepted is False


def test_properties_that_an_itemref_names() -> None:
    refer = "<div itemscope itemtype='https://schema.org/Product' itemref=a></div>"
    html = f"{refer}<div id=a><b itemprop=name>Canon X</b>{'<i itemprop=color>red</i>' * 20}</div>"
    assert judge(html).reason == "microdata says Product: 'Canon X'"
    assert judge(html + refer * 10_000).accepted is False, "too many are no page about one product, and soon told"


RDFA = '<div vocab="http://schema.org/" typeof="Product"><h1 property=name>Canon X</h1>'


@pytest.mark.parametrize(
    ("inside", "most"),
    [
        ("<div property=a>" * 250 + "<b>x</b>" * 30_000, 10),
        ("<div property=a>" * 250 + "<i property=b>x</i>" * 12_000, 10),
        ("<p>some <b>words</b>" * 12_000, 10),
        ("<a rel=nofollow href=/x>x</a>" * 9_000, 10),
        ("<div property=offers typeof=Offer>x" * 300 + "y" * 200_000, 60),
        ("<b property=color>x</b>" * 12_000, 1_100),
        ("<a rel=offers href=/x>x</a>" * 9_000, 1_100),
        ("<div prefix='a: http://a/'>" * 5_000, 60),
        ("<div property=a>" * 4 + "<br>word " * 30_000, 10),
    ],
)
def test_rdfa_that_the_reader_is_shown_is_bounded(monkeypatch: pytest.MonkeyPatch, inside: str, most: int) -> None:
    """It takes some .3 ms for an element, and reads a text as often as there are properties around it."""
    from extruct.rdfa import RDFaExtractor

    shown: list[tuple[int, int]] = []
    read = RDFaExtractor.extract_items

    def counting(self: RDFaExtractor, document: Any, **options: Any) -> Any:
        root = document.documentElement
        literals = sum(len("".join(one.itertext())) for one in root.iter() if one.get("property"))
        shown.append((len(list(root.iter())), literals))
        return read(self, document, **options)

    monkeypatch.setattr(RDFaExtractor, "extract_items", counting)
    assert judge((RDFA + inside)[:300_000]).reason == "RDFa says Product: 'Canon X'"
    [(elements, literals)] = shown
    assert elements <= most
    assert literals < 20_000


@pytest.mark.parametrize(("names", "levels"), [("image photo", 12), (" ".join(map(str, range(100))), 2)])
def test_things_within_each_other_with_several_names_each_do_not_double(names: str, levels: int) -> None:
    """Two names each, 25 levels deep, made 33 million things of a page of 2 KB."""
    inner = f"<div itemprop='{names}' itemscope itemtype=https://schema.org/ImageObject><b itemprop=name>x</b>"
    html = f"<div itemscope itemtype=https://schema.org/Product>{inner * levels}"
    things = things_on(html, "http://a.test/", MICRODATA)
    assert levels < len(things) <= 16 * (levels + 1)


@pytest.mark.parametrize("name", ["rel", "rev", "property", "typeof"])
def test_of_hundreds_of_names_in_an_attribute_the_first_are_read(name: str) -> None:
    """Each relation around a thing is said of it: two thousand around nine hundred things took a minute and 2 GB."""
    names = " ".join(f"https://schema.org/a{number}" for number in range(300))
    html = f"<div vocab='https://schema.org/' typeof=Product><i {name}='{names}'><b about=/x>x</b></i></div>"
    tree = condensed(document_fromstring(html))
    assert [len((one.get(name) or "").split()) for one in tree.iter("i")] == [10]


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/x><i><b vocab='https://schema.org/' typeof=Product><u property=name>Canon X</u></b></i></a>",
        "<html xmlns:s='http://schema.org/'><p typeof='s:Product'><b><i property='s:name'>Canon<u> X</u></i></b></p>",
        "<p vocab='https://schema.org/' typeof=Product><b property=name>Canon<!-- the --><i> X</i></b>",
        "<p vocab='https://schema.org/' typeof=Product><meta property=name content='Canon X'>",
        "<div vocab='https://schema.org/'><p rel=mainEntity><i><a href=/p></a></i></p>"
        "<b about=/p typeof=Product><i property=name>Canon X</i></b></div>",
        "<p vocab='https://schema.org/' typeof=Product><a property=name rel=bookmark href=/x>Canon <b>X</b></a>",
        "<p vocab='https://schema.org/' typeof=Product><a property=name rel=url href=/x>Canon <b>X</b></a>",
        "<p vocab='https://schema.org/' typeof=Product property=name datatype=''>Canon <b>X</b>",
        "<p vocab='https://schema.org/' typeof=Product><b property=name about='' typeof=Product>Canon X</b>",
        f"<title>Canon X</title><meta property=a>{'<b property=b>c</b>' * 1_100}{RDFA}",
        f"{RDFA}</div>{'<b property=b>c</b>' * 1_100}",
    ],
)
def test_what_counts_in_rdfa_is_shown(html: str) -> None:
    assert judge(html).reason == "RDFa says Product: 'Canon X'"


@pytest.mark.parametrize(
    "beside",
    [
        "<p property=color>red\x0c",
        "<p property=color>red&#11;",
        "<p property=color>red\x01",
        "<p property=color>red\ufffe",
        "<meta property=color content='red\x0b'>",
        "<fb:like property=color>red</fb:like>",
        "<b&c property=color>red</b&c>",
    ],
)
def test_what_is_no_xml_spoils_no_rdfa(beside: str) -> None:
    assert judge(f"{RDFA}{beside}").reason == "RDFa says Product: 'Canon X'"


@pytest.mark.parametrize("kind", ['type="application/ld&#43;json"', "type='application/ld&#x2B;json'"])
def test_a_plus_may_be_escaped(kind: str) -> None:
    assert judge(script(PRODUCT, kind=kind)) == ACCEPTED


def test_a_quoted_value_may_have_what_ends_a_tag() -> None:
    assert judge(script(PRODUCT, kind='data-x="a>b" type="application/ld+json"')) == ACCEPTED
    assert judge(script(PRODUCT, kind='type="application/ld+json')) == ACCEPTED, "a quote that is never closed"


@pytest.mark.parametrize("element", ["textarea", "title"])
def test_a_script_that_is_text_is_none(element: str) -> None:
    assert not judge(f"<{element}>{script(PRODUCT)}</{element}>").accepted
    assert judge(f"<{element}>{script(PRODUCT)}</{element}>{script(PRODUCT)}") == ACCEPTED
