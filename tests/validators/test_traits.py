"""Traits: what a page has in common with others."""

from __future__ import annotations

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.sayings import Sayings
from hubwalk.validators.traits import (
    Places,
    Trait,
    address_parts,
    describe,
    first_of_series,
    is_name,
    lists_on,
    plainness,
    traits_of,
)

URL = "http://shop.test/cameras/canon-a650.html?view=full"
HTML = """<html lang=en><head><title>Canon A650</title>
<script type="application/ld+json">{"@type": "Product", "name": "A650"}</script></head>
<body class="product page7"><div class=specs><table><tr><th>Zoom<td>6x</table></div>
<nav><a href=/>All <b>sections</b></a></nav><p>A sturdy camera.
<ul class=more><li><a href=/a>Anna</a><li><a href=/b>Bert</a></ul>"""


def traits(html: str = HTML, url: str = URL) -> set[Trait]:
    return traits_of(parse(html, url), Places())


def test_every_view_has_its_traits() -> None:
    found = traits()
    assert ("place", "div.specs/table/tbody/tr") in found
    assert ("label", "table/tbody/tr/th", "zoom") in found
    assert ("label", "", "zoom") in found
    assert ("word", "sturdy") in found
    assert ("address", "cameras as level 1") in found
    assert {("head", "title canon"), ("head", "html lang en"), ("head", "body class product")} <= found
    assert ("head", "type Product") in found
    assert ("link", "http://shop.test/a") in found


def test_words_of_links_and_frame_are_not_the_pages() -> None:
    assert ("word", "sections") not in traits()
    assert ("word", "camera") in traits()


def test_numbered_classes_name_instances() -> None:
    found = traits("<body><div class='item12 card'><p id=x9>text</p></div>")
    assert ("place", "html/body/div.card/p") in found


def test_a_script_is_no_text() -> None:
    assert not any("alert" in part for trait in traits("<script>alert('hello there')</script><p>x") for part in trait)


@pytest.mark.parametrize(
    ("url", "part"),
    [
        (URL, "folder /cameras"),
        (URL, "form a-a0.a"),
        (URL, "ending html"),
        (URL, "?view="),
        (URL, "?view=full"),
        (URL, "2 levels"),
        ("http://a.test/x/y/z/", "below /x/y/"),
        ("http://a.test/sql-createtable.html", "sql at level 1"),
        ("http://a.test/~me/CS415-2.html", "name cs0-0.html"),
        ("http://a.test/ref/scipy.stats.norm.html", "beginning scipy.stats."),
        ("http://a.test/deeper/r.in.gdal.html", "beginning r."),
        ("http://a.test/news/review-a650/", "beginning review-"),
        ("http://a.test/help/cmdTies.html", "beginning cmd"),
        ("http://a.test/cs415.html", "beginning cs"),
        ("http://a.test/docs/authldap.html", "starting auth"),
        ("http://a.test/docs/AuthLdap/", "starting auth"),
        ("http://a.test/v1.2/", "starting v1."),
        ("http://a.test/~abbot/", "form ~a/"),
        ("http://a.test/~abbot/", "home of a user"),
        ("http://a.test/cs/~abbot", "home of a user"),
    ],
)
def test_parts_of_an_address(url: str, part: str) -> None:
    assert part in address_parts(url)


def test_a_front_page_has_no_form_and_a_page_below_the_home_of_a_user_is_not_it() -> None:
    assert not any(part.startswith(("form", "name")) for part in address_parts("http://a.test/"))
    assert "home of a user" not in address_parts("http://a.test/~abbot/pubs.html")


def test_an_ending_is_no_word_of_an_address() -> None:
    assert not any(part.startswith("html at") for part in address_parts(URL))
    assert not any(part.startswith("starting menu.") for part in address_parts("http://a.test/menu.html"))


def test_a_name_does_not_start_with_the_whole_of_it() -> None:
    assert "starting men" in address_parts("http://a.test/menu.html")
    assert "starting menu" not in address_parts("http://a.test/menu.html")
    assert not any(part.startswith("starting") for part in address_parts("http://a.test/2026-11/"))


def test_a_name_does_not_start_with_a_part_of_a_number() -> None:
    starts = {part for part in address_parts("http://a.test/page173b.html") if part.startswith("starting")}
    assert starts == {"starting pag", "starting page"}


def test_of_equal_traits_a_name_says_it_best_then_the_shortest_but_the_longest_start() -> None:
    traits = ["starting aut", "starting auth", "form a.a", "beginning auth-"]
    assert sorted((("address", part) for part in traits), key=plainness) == [
        ("address", "beginning auth-"),
        ("address", "starting auth"),
        ("address", "starting aut"),
        ("address", "form a.a"),
    ]
    assert min([("address", "form ~a/"), ("address", "home of a user")], key=plainness)[1] == "home of a user"
    labels = [("label", "", "starting tomorrow"), ("label", "", "start")]
    assert min(labels, key=plainness) == ("label", "", "start")


def test_only_what_somebody_called_a_part_of_the_site_is_a_name() -> None:
    address = "http://a.test/cameras/new-7/zoom-12.html?view=all&page=3"
    named = {part for part in address_parts(address) if is_name(("address", part))}
    assert named == {
        "below /cameras/",
        "below /cameras/new-7/",
        "cameras as level 1",
        "beginning zoom-",
        "name zoom-0.html",
        "?view=all",
        "?page=3",
        "parameters page view",
    }
    others = ("folder /", "name index.html", "index as level 2", "name 0.html", "form a0.a", "2 levels")
    counted = ("beginning whatsnew-2.", "beginning page-7-")  # versions and numbers count what has the name before them
    for part in (*others, *counted, "7 at level 1", "zoom at level 2", "?page="):
        assert not is_name(("address", part))
    assert not is_name(("label", "", "below it"))


def test_a_type_of_schema_org_is_a_name_unless_it_accompanies_others() -> None:
    for kind in ("Recipe", "Product", "JobPosting", "Event", "Book"):
        assert is_name(("head", f"type {kind}"))
    for kind in (
        "WebPage",
        "BreadcrumbList",
        "ListItem",
        "ImageObject",
        "AggregateRating",
        "Offer",
        "Person",
        "Article",
    ):
        assert not is_name(("head", f"type {kind}"))
    assert not is_name(("head", "title recipe"))


def test_an_address_that_is_none_has_no_parts() -> None:
    assert address_parts("http://[half") == set()
    assert address_parts("file:///home/me/page.html") == set()


def test_an_address_without_end_has_few_parts() -> None:
    deep = f"http://a.test/{'a/' * 5000}"
    assert sum(map(len, address_parts(deep))) < 5 * len(deep)


def test_lists_by_place_and_of_the_whole_page() -> None:
    lists = lists_on(parse(HTML, URL))
    members = {key[2]: named for key, named in lists.items()}
    assert members[""] == {"http://shop.test/", "http://shop.test/a", "http://shop.test/b"}
    assert {"http://shop.test/a", "http://shop.test/b"} in [named for key, named in members.items() if key]


def pager(*numbers: int) -> str:
    return "".join(f"<a href=/list?page={number}>{number}</a>" for number in numbers)


def test_a_list_that_is_continued_on_further_pages_is_one() -> None:
    first, second, one_page = (
        lists_on(
            parse(f"<ul><li><a href={item}>x</a><li><a href={item}0>y</a></ul><p>{links}</p>", f"http://a.test{at}")
        )
        for item, links, at in (
            ("/7", pager(2, 3), "/list?page=1"),
            ("/8", pager(1, 2, 3), "/list?page=2"),
            ("/9", "", "/others"),
        )
    )
    key = ("list", "http://a.test/list", "html/body/ul/li/a")
    assert first[key] == {"http://a.test/7", "http://a.test/70"}
    assert second[key] == {"http://a.test/8", "http://a.test/80"}
    assert not {*first, *second} & {("list", f"http://a.test/list?page={number}", "") for number in (1, 2)}
    assert ("list", "http://a.test/others", "") in one_page


@pytest.mark.parametrize(
    ("at", "address"),
    [
        (["/list", "/list?page=1", "/list?page=2", "/list?page=3", "/list?page=4"], "/list?page={}"),
        (["/list/1", "/list/2", "/list/3", "/list/4"], "/list/{}"),
    ],
)
def test_a_page_that_has_no_link_to_itself_among_the_numbers_is_of_that_list_too(at: list[str], address: str) -> None:
    def first(own: str) -> str:
        ways = (address.format(number) for number in range(1, 5))
        shown = int(own[-1]) if own[-1].isdigit() else 1
        linked = "".join(f"<a href={way}>{way[-1]}</a>" if way[-1] != str(shown) else f"<b>{shown}</b>" for way in ways)
        return first_of_series(parse(f"<ul><li><a href=/item>x</a></ul>{linked}", f"http://a.test{own}"))

    assert {first(own) for own in at} == {f"http://a.test{at[0]}"}


@pytest.mark.parametrize(
    ("at", "ways", "first"),
    [
        ("/blog/page/2/", ["/blog/page/3/", "/blog/"], "/blog/"),
        ("/blog/", ["/blog/page/2/"], "/blog/"),
        ("/list?of=x&start=30", ["/list?of=x&start=15"], "/list?of=x"),
        ("/page/3", ["/page/4", "/"], "/"),
        ("/blog/page/2/", ["/blog/"], "/blog/"),  # the last of two
        ("/list?of=x&seite=4", ["/list?of=x", "/list?of=y"], "/list?of=x"),
        ("/blog/", ["/blog/", "/"], ""),
        ("/tag/a/", ["/blog/page/2/", "/tag/b/page/2/"], ""),  # of other lists
        ("/item?id=3", ["/item?id=4"], ""),
        ("/page/7", ["/page/7"], ""),
    ],
)
def test_older_and_newer_pages_of_a_list_are_told_by_their_addresses(at: str, ways: list[str], first: str) -> None:
    links = "".join(f"<a href='{way}'>Older posts</a>" for way in ways)
    page = parse(f"<ul><li><a href=/post>x</a></ul>{links}", f"http://a.test{at}")
    assert first_of_series(page) == (f"http://a.test{first}" if first else "")


def test_a_person_can_read_every_trait() -> None:
    for trait in [*traits(), ("list", "http://a/", "html/ul"), ("says", "1")]:
        said = describe(trait)
        assert said
        assert "\n" not in said


def test_the_words_as_a_whole_are_a_trait() -> None:
    reviews = [traits(f"<p>this camera has a fine zoom, sharp pictures and number{i}") for i in range(3)]
    sayings = Sayings(reviews)
    assert sayings.traits(sayings.likeness(traits("<p>fine zoom, sharp pictures: this camera has a number")))
    assert not sayings.traits(sayings.likeness(traits("<p>boil the water, then add noodles and wait")))
    assert all(sayings.of_sample(i) for i in range(3))


def test_one_sample_says_something_too() -> None:
    only = traits("<p>this camera has a fine zoom and sharp pictures")
    assert Sayings([only]).likeness(only) == pytest.approx(1)
    assert Sayings([set[Trait]()]).likeness(only) == 0


def test_two_groups_are_told_from_one() -> None:
    sayings = Sayings([traits(f"<p>lens zoom sensor flash shutter number{i}") for i in range(3)])
    one = [0.5 + i / 100 for i in range(40)]
    assert sayings.divide(one) == 0
    assert sayings.divide([0.9, 0.5]) == 0
    assert 0.45 < sayings.divide([*(0.4 + i / 1000 for i in range(20)), *(0.7 + i / 1000 for i in range(20))]) < 0.7


@pytest.mark.parametrize(
    ("samples", "low", "divides"), [(1, 4, True), (3, 16, False), (3, 20, True), (10, 10, True), (10, 4, False)]
)
def test_samples_that_may_be_of_one_group_by_chance_divide_nothing(samples: int, low: int, *, divides: bool) -> None:
    """Of 40 pages some say little; three samples are not among 16 of these in two cases of ten."""
    sayings = Sayings([traits(f"<p>lens zoom sensor flash shutter number{i}") for i in range(samples)])
    likeness = [*(0.2 + i / 1000 for i in range(low)), *(0.7 + i / 1000 for i in range(40 - low))]
    assert (sayings.divide(likeness) > 0) == divides


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("below /x/", "an address that lies below /x/"),
        ("folder /x", "an address in the folder /x"),
        ("name cs0.html", "an address with the name cs0.html (0: any number)"),
        ("name a.html", "an address with the name a.html"),
        ("form a-0.a", "an address of the form a-0.a (0: any number; a: any letters)"),
        ("form 0", "an address of the form 0 (0: any number)"),
        ("sql at level 1", "an address with sql at level 1"),
        ("sql as level 1", "an address with sql as level 1"),
        ("beginning scipy.stats.", "an address with a name beginning scipy.stats."),
        ("starting auth", "an address with a name starting auth"),
        ("3 levels", "an address with 3 levels"),
        ("home of a user", "an address that is the home of a user"),
    ],
)
def test_what_is_said_of_an_address_reads_well(part: str, said: str) -> None:
    assert describe(("address", part)) == said
