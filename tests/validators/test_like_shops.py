"""`like` on shops as there are many: three departments of one template, lists on several pages, a blog."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from urllib.parse import urljoin

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.like import LikeValidator
from hubwalk.values import Page

SHOP = "http://shop.test"
ITEMS, ON_A_PAGE, POSTS = 30, 12, 12
DEPARTMENTS = {
    "cameras": "sensor lens zoom aperture shutter megapixel viewfinder autofocus exposure tripod flash burst",
    "printers": "toner cartridge laser duplex paper tray inkjet drum scanner nozzle printhead envelope",
    "phones": "sim call touchscreen app battery charger speaker ringtone headset bluetooth fingerprint roaming",
}
COMMON = "the and with very good quality you will find easy use home office price warranty box cable manual"
BLOG = "yesterday our team visited fair friends party street summer winter story asked told night morning rain"

Address = Callable[[str, int], str]  # department, number
BY_FOLDER: Address = "/{}/{}".format
BY_QUERY: Address = "/item.php?dep={}&id={}".format


def by_number(department: str, number: int) -> str:
    return f"/product.php?id={list(DEPARTMENTS).index(department) * 100 + number}"


def opaque(department: str, number: int) -> str:
    return f"/p/{(list(DEPARTMENTS).index(department) * 1000 + number) * 7919 % 999983:05x}"


def prose(chance: Random, words: str, length: int, other: str = COMMON) -> str:
    said = [(words if chance.random() < 0.35 else other).split() for _ in range(length)]
    return " ".join(map(chance.choice, said))


def listed(department: str, page: int) -> str:
    return f"/list.php?of={department}&page={page + 1}"


def shop(address: Address) -> dict[str, str]:
    """The body of each page by its address, in the order of a crawl."""
    chance = Random(7)
    menu = "".join(f"<li><a href='{listed(name, 0)}'>{name}</a>" for name in DEPARTMENTS)
    frame = f"<ul class=menu>{menu}<li><a href=/blog>Blog</a></ul>".__add__
    pages = {"/": frame("<h1>Welcome</h1>")}
    for name in DEPARTMENTS:
        for page in range(-(-ITEMS // ON_A_PAGE)):
            some = range(page * ON_A_PAGE, min(ITEMS, (page + 1) * ON_A_PAGE))
            cards = "".join(f"<div class=card><a href='{address(name, i)}'>{name[:3]}-{i}</a></div>" for i in some)
            pager = "".join(f"<a href='{listed(name, k)}'>{k + 1}</a>" for k in range(-(-ITEMS // ON_A_PAGE)))
            pages[listed(name, page)] = frame(f"<h1>{name}</h1>{cards}<p class=pages>{pager}</p>")
    pages["/blog"] = frame("".join(f"<h2><a href=/blog/{i}>Post {i}</a></h2>" for i in range(POSTS)))
    for name, words in DEPARTMENTS.items():
        for i in range(ITEMS):
            rows = "".join(f"<tr><th>{row}<td>{chance.randint(1, 99)}" for row in chance.sample(words.split()[:6], 5))
            also = "".join(f"<a href='{address(name, k)}'>{name[:3]}-{k}</a>" for k in chance.sample(range(ITEMS), 3))
            text = f"<p class=text>{prose(chance, words, 60)}</p><table class=sheet>{rows}</table>"
            pages[address(name, i)] = frame(f"<h1>{name[:3]}-{i}</h1><button>Buy</button>{text}<aside>{also}</aside>")
    for i in range(POSTS):
        pages[f"/blog/{i}"] = frame(f"<article><h1>{i}</h1><p>{prose(chance, BLOG, 150, BLOG)}</p></article>")
    return pages


def read(pages: dict[str, str], at: str) -> Page:
    return parse(f"<title>{at}</title><body>{pages[at]}", urljoin(SHOP, at))


def crawl(pages: dict[str, str], samples: list[str], known_as: Callable[[str], str] = str) -> set[str]:
    """The addresses accepted when all pages have been judged; the samples may be known by other addresses."""
    given = [read(pages, at) for at in samples]
    validator = LikeValidator([replace(page, url=known_as(page.url), requested=known_as(page.url)) for page in given])
    accepted: dict[str, bool] = {}
    for at in pages:
        accepted[urljoin(SHOP, at)] = validator.judge(read(pages, at)).accepted
        accepted |= {one.url: one.verdict.accepted for one in validator.revisions()}
    validator.finish(SHOP)
    accepted |= {one.url: one.verdict.accepted for one in validator.revisions()}
    return {url.removeprefix(SHOP) for url, yes in accepted.items() if yes}


def items(address: Address, *departments: str) -> set[str]:
    return {address(name, i) for name in departments for i in range(ITEMS)}


@pytest.mark.parametrize("address", [BY_FOLDER, BY_QUERY, by_number, opaque])
def test_samples_of_the_first_page_of_a_list_stand_for_the_whole_list(address: Address) -> None:
    samples = [address("cameras", i) for i in (0, 3, 5, 8, 11)]
    assert crawl(shop(address), samples) == items(address, "cameras")


@pytest.mark.parametrize("address", [BY_FOLDER, BY_QUERY, by_number, opaque])
def test_two_cameras_and_a_printer_are_products(address: Address) -> None:
    samples = [address("cameras", 2), address("cameras", 17), address("printers", 9)]
    assert crawl(shop(address), samples) == items(address, *DEPARTMENTS)


RELATED = "?ref=rel"


def met_as_related(pages: dict[str, str], some: set[str]) -> dict[str, str]:
    """The same shop with a mark on its related links, where the crawl came to some pages by these first. The other
    addresses of each page are duplicates, which nobody judges."""
    aside = re.compile(r"(?<=<aside>).*(?=</aside>)")
    bodies = {at: aside.sub(lambda also: also[0].replace("'>", f"{RELATED}'>"), body) for at, body in pages.items()}
    return {at + RELATED * (at in some): body for at, body in bodies.items()}


@pytest.mark.parametrize("given", [3, 5, 10])
def test_a_page_met_by_a_related_link_is_one_of_the_list_that_names_it(given: int) -> None:
    chance, wanted = Random(given), items(opaque, "cameras")
    some = {at for at in sorted(items(opaque, *DEPARTMENTS)) if chance.random() < 0.4}
    samples = [at + RELATED * (at in some) for at in chance.sample(sorted(wanted), given)]
    accepted = crawl(met_as_related(shop(opaque), some), samples, lambda url: url.removesuffix(RELATED))
    assert accepted == {at + RELATED * (at in some) for at in wanted}


@pytest.mark.parametrize("address", [BY_QUERY, by_number, opaque])
def test_samples_may_be_of_two_templates(address: Address) -> None:
    samples = [address(name, i) for name, i in zip(DEPARTMENTS, (4, 18, 27), strict=True)]
    samples += [f"/blog/{i}" for i in (2, 5, 9)]
    assert crawl(shop(address), samples) == items(address, *DEPARTMENTS) | {f"/blog/{i}" for i in range(POSTS)}


def test_a_value_in_the_query_tells_departments_apart_as_a_folder_does() -> None:
    samples = [BY_QUERY("printers", i) for i in (1, 13, 28)]
    assert crawl(shop(BY_QUERY), samples) == items(BY_QUERY, "printers")


def reference(sections: dict[str, set[str]], say: Callable[[str], str] = lambda _: "") -> dict[str, str]:
    """Messages that look alike, and say of which section they are or not; with news beside them."""
    chance = Random(5)
    every = sorted((at, name) for name, some in sections.items() for at in some)
    pages = {"/": "".join(f"<li><a href={at}>{at}</a>" for at, _ in every)}
    for at, name in every:
        body = f"<h2>Problem</h2><pre>{prose(chance, BLOG, 20)}</pre><h2>Cure</h2><p>{prose(chance, BLOG, 40)}"
        pages[at] = f"<div class=message><h1>Message</h1>{say(name)}{body}</div><a href=/>All messages</a>"
    news = {f"/news/{i}": f"<article><h1>{i}</h1><p>{prose(chance, COMMON, 60, COMMON)}</article>" for i in range(30)}
    return pages | news


def test_a_folder_of_a_reference_is_a_kind_though_its_pages_look_like_those_of_the_others() -> None:
    names = ("fatal", "error", "hint", "note")
    sections = {name: {f"/messages/{name}/{word}.html" for word in BLOG.split()} for name in names}
    for some in sections.values():
        assert crawl(reference(sections), Random(1).sample(sorted(some), 3)) == some


def test_a_text_tells_a_small_part_of_a_reference_from_the_rest_and_not_a_large_one() -> None:
    names = DEPARTMENTS["cameras"].split()
    of = {name: {f"/messages/{7919 * (12 * i + k) % 9973:04}.html" for i in range(16)} for k, name in enumerate(names)}
    samples = Random(1).sample(sorted(of["lens"]), 3)
    assert crawl(reference(of, "<p>Concerns: <b>{}</b>".format), samples) == of["lens"]
    halves = {
        "lens": set.union(*(of[name] for name in names[:6])),
        "flash": set.union(*(of[name] for name in names[6:])),
    }
    accepted = crawl(reference(halves, "<p>Concerns: <b>{}</b>".format), samples)
    assert accepted == halves["lens"] | halves["flash"]


def test_a_type_of_schema_org_tells_posts_of_one_template_apart() -> None:
    chance = Random(11)
    kinds = {f"/posts/{7919 * i % 9973:04}.html": "Recipe" if i % 3 == 0 else "Place" for i in range(90)}
    pages = {"/": "".join(f"<li><a href={at}>{at}</a>" for at in kinds)}
    for at, kind in kinds.items():
        said = f'<script type="application/ld+json">{{"@type": "{kind}"}}</script>'
        pages[at] = f"{said}<h1>Post</h1><p>{prose(chance, BLOG, 40)}</p><a href=/>All posts</a>"
    recipes = {at for at, kind in kinds.items() if kind == "Recipe"}
    assert crawl(pages, chance.sample(sorted(recipes), 6)) == recipes


def test_of_ten_samples_two_tell_that_a_second_name_is_wanted_too() -> None:
    """Functions of a library: those that get something, and those that ask whether something is so."""
    names = ("get", "is", "set", "add", "delete", "print", "read", "write")
    sections = {name: {f"/functions/{name}_{word}.html" for word in BLOG.split()} for name in names}
    samples = [*sorted(sections["get"])[::2], *sorted(sections["is"])[5:7]]
    assert len(samples) == 10
    assert crawl(reference(sections), samples) == sections["get"] | sections["is"]


def test_names_that_run_together_tell_kinds_apart() -> None:
    """Help in one folder, cmdTree among Tree and tipRain; most commands, but not all, have a heading of their own."""
    chance = Random(3)
    words = sorted({word.title() for line in (COMMON, BLOG, *DEPARTMENTS.values()) for word in line.split()})
    kinds = {kind: {f"/{kind}{word}.html" for word in chance.sample(words, 30)} for kind in ("cmd", "tip", "")}
    every = sorted(set.union(*kinds.values()))
    pages = {"/": "".join(f"<li><a href={at}>{at}</a>" for at in every)}
    for at in every:
        usage = "<h3>Usage</h3>" if at in kinds["cmd"] and chance.random() < 0.8 else ""
        pages[at] = f"<h1>Help</h1><p>{prose(chance, BLOG, 40)}</p>{usage}<a href=/>Contents</a>"
    assert crawl(pages, chance.sample(sorted(kinds["cmd"]), 3)) == kinds["cmd"]


@pytest.mark.parametrize(
    "known_as",
    [
        lambda url: f"{url}?utm_source=mail",
        lambda url: url.replace("/p/", "/print/"),
        lambda url: url.replace("/p/", "/p/print-"),
    ],
)
def test_a_name_that_only_the_samples_have_is_not_that_of_their_kind(known_as: Callable[[str], str]) -> None:
    samples = [opaque("cameras", i) for i in (2, 9, 17)]
    accepted, wanted = crawl(shop(opaque), samples, known_as), items(opaque, "cameras")
    assert accepted <= wanted
    assert len(accepted) >= 0.9 * len(wanted)


def test_a_folder_that_has_hardly_more_than_the_samples_is_no_kind() -> None:
    samples = ["/2024/a.html", "/2024/b.html", "/2024/c.html"]
    posts = {f"/{year}/{word}.html" for year in (2021, 2022, 2023) for word in BLOG.split()}
    assert crawl(reference({"post": posts | {*samples, "/2024/d.html"}}), samples) == posts | {*samples, "/2024/d.html"}


def test_what_the_samples_leave_open_is_in_doubt() -> None:
    """Three phones: phones are wanted, but whether other products are nobody said."""
    pages = shop(by_number)
    validator = LikeValidator([read(pages, by_number("phones", i)) for i in (20, 24, 28)])
    for at in pages:
        validator.judge(read(pages, at))
        validator.revisions()
    doubt = {at: validator.doubt(urljoin(SHOP, at)) or 0.0 for at in pages}
    assert {at for at in pages if doubt[at] > 0.2} == items(by_number, "cameras", "printers")
    assert validator.doubt("http://elsewhere.test/") is None


def test_a_small_site_that_is_all_like_the_samples_is_told() -> None:
    pages = {f"/{i}": f"<h1>{i}</h1><p>item {i}</p>" for i in range(15)}
    validator = LikeValidator([read(pages, "/3"), read(pages, "/8")])
    for at in pages:
        validator.judge(read(pages, at))
    assert "nearly every page is like the samples (15 of 15)" in validator.summary()


def test_a_large_site_that_is_all_like_the_samples_is_told() -> None:
    chance = Random(2)
    pages = {f"/{i * 7919 % 99991}": f"<h1>{i}</h1><p class=text>{prose(chance, BLOG, 60)}</p>" for i in range(80)}
    validator = LikeValidator([read(pages, at) for at in list(pages)[3:30:9]])
    for at in pages:
        validator.judge(read(pages, at))
    validator.finish(SHOP)
    assert "nearly every page is like the samples (80 of 80)" in validator.summary()


@pytest.mark.parametrize("met_first", [False, True])
def test_samples_that_were_saved_are_found_again_on_their_site(met_first: bool) -> None:
    """As files they have no address, by which alone their department is told; when they are met, they have."""
    chance = Random(11)
    same = "<h1>No. {}</h1><p class=text>{}</p>".format
    pages = {BY_FOLDER(name, i): same(i, prose(chance, COMMON, 60)) for name in DEPARTMENTS for i in range(ITEMS)}
    wanted = {at for at in pages if at.startswith("/phones/")}
    samples = sorted(wanted)[2:20:5]
    saved = [replace(read(pages, at), url=f"file:///{i}", requested=f"file:///{i}") for i, at in enumerate(samples)]
    order = sorted(pages, key=lambda at: (at in samples) != met_first)
    pages |= {f"/news/{i}": f"<article><b>{i}</b></article>" for i in range(20)}
    validator = LikeValidator([replace(page, links=()) for page in saved])
    accepted: dict[str, bool] = {}
    for at in [*order, *(at for at in pages if at.startswith("/news/"))]:
        accepted[at] = validator.judge(read(pages, at)).accepted
        accepted |= {one.url.removeprefix(SHOP): one.verdict.accepted for one in validator.revisions()}
    validator.finish(SHOP)
    accepted |= {one.url.removeprefix(SHOP): one.verdict.accepted for one in validator.revisions()}
    assert {at for at, yes in accepted.items() if yes} == wanted


def test_the_first_page_of_a_thread_is_told_from_the_others_by_the_parameter_that_it_lacks() -> None:
    chance, pages = Random(4), {}
    for thread in range(40):
        for start in ("", "&start=15", "&start=30")[: 1 + thread % 3]:
            posts = "".join(f"<div class=post><b>{who}</b><p>{prose(chance, BLOG, 20)}</p></div>" for who in "ab")
            pages[f"/viewtopic.php?t={thread * 13 % 97}{start}"] = f"<h1>Thread</h1>{posts}"
    pages |= {f"/profile.php?u={i}": f"<h2>{i}</h2><table><tr><td>{i}</table>" for i in range(30)}
    first = {at for at in pages if "?t=" in at and "start" not in at}
    assert crawl(pages, sorted(first)[3:40:5]) == first


def with_printed(pages: dict[str, str], department: str) -> dict[str, str]:
    """Each page of a department once more, to be printed, with a link to that in the list and on the page."""
    found: dict[str, str] = {}
    for at, body in pages.items():
        linked = re.sub(rf"(<a href='/{department}/)(\d+'>)", r"\1\2\1print/\2", body)
        found[at] = linked
        if at.startswith(f"/{department}/"):
            found[at.replace(f"/{department}/", f"/{department}/print/")] = linked
    return found


@pytest.mark.parametrize(("samples", "near", "without"), [(3, 0, False), (3, 1, True), (6, 0, True)])
def test_pages_to_be_printed_are_left_out_by_a_near_miss_or_many_samples(
    samples: int, near: int, without: bool
) -> None:
    pages = with_printed(shop(BY_FOLDER), "cameras")
    wanted = items(BY_FOLDER, "cameras")
    shown = [read(pages, BY_FOLDER("cameras", i)) for i in (2, 17, 23, 5, 11, 28)[:samples]]
    validator = LikeValidator(shown, [read(pages, f"/cameras/print/{i}") for i in range(near)])
    verdicts = {at: validator.judge(read(pages, at)) for at in pages}
    for _ in range(2):
        verdicts |= {one.url.removeprefix(SHOP): one.verdict for one in validator.revisions()}
        validator.finish(SHOP)
    printed = {at for at in pages if at.startswith("/cameras/print/")}
    accepted = {at for at, verdict in verdicts.items() if verdict.accepted}
    assert accepted == (wanted if without else wanted | printed)
    told = "an address that lies below /cameras/print/"
    assert (f"in common: an address that lies below /cameras/, no {told[3:]}" in validator.summary()) == without
    assert f"no {told[3:]}" in validator.summary(), "it is told as what it may be, too"
    assert (f"has {told}, which no sample has" in validator.judge(read(pages, "/cameras/print/9")).reason) == without
    assert not without or f"no {told[3:]}" in validator.judge(read(pages, "/cameras/9")).reason
