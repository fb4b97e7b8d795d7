"""V1 on the categories of a wiki: sub-categories, members, the sites that these link to."""

from __future__ import annotations

import pytest
from paper_web import PaperWeb

from hubwalk.discovery.sources import Given, make_source
from hubwalk.errors import UsageError

WIKI = "http://wiki.example"
FRAME = (
    '<div id="mw-panel"><a href="/wiki/Main_Page">Main page</a><a href="http://donate.example/">Donate</a></div>'
    '<footer><a href="http://software.example/">Made with</a></footer>'
)


def category(
    *members: str, below: tuple[str, ...] = (), above: str = "Things", word: str = "Category", paging: str = ""
) -> str:
    subs = "".join(f'<li><a href="/wiki/{word}:{name}">{name}</a></li>' for name in below)
    pages = "".join(f'<li><a href="/wiki/{name}">{name}</a></li>' for name in members)
    return (
        f'<html><body><div id="bodyContent"><div id="mw-content-text"><a href="/wiki/Essay">an essay</a>'
        f'<div class="generated"><div id="mw-subcategories"><ul>{subs}</ul></div>'
        f'<div id="mw-pages"><ul>{pages}</ul>{paging}</div></div></div>'
        f'<div id="catlinks"><a href="/wiki/{word}:{above}">{above}</a></div></div>{FRAME}</body></html>'
    )


def article(site: str, *, cited: str = "") -> str:
    return (
        '<html><body><div id="bodyContent"><div id="mw-content-text"><table class="infobox"><tr><td>'
        f'<a class="external" href="{site}">official site</a></td></tr></table><a href="/wiki/Other">other</a>'
        f'<ol class="references"><li><a class="external" href="{cited or "http://news.example/1"}">news</a></ol>'
        '<div class="navbox"><a class="external" href="http://catalogue.example/17">catalogue</a></div></div></div>'
        f"{FRAME}</body></html>"
    )


def wiki() -> dict[str, str]:
    at = f"{WIKI}/wiki/"
    further = '<a href="/w/index.php?title=Category:Laptops&amp;pagefrom=M#mw-pages">next page</a>'
    return {
        f"{at}Category:Laptops": category("Acme_Book", "Beta_Top", below=("Thin_laptops",), paging=further),
        f"{WIKI}/w/index.php?title=Category:Laptops&pagefrom=M": category("Zeta_Pad"),
        f"{at}Category:Thin_laptops": category("Feather", "Acme_Book", above="Laptops"),
        f"{at}Category:Things": category("Stone"),
        f"{at}Acme_Book": article("http://acme.example/"),
        f"{at}Beta_Top": article("https://beta.example/laptops/"),
        f"{at}Zeta_Pad": article("http://zeta.example/"),
        f"{at}Feather": article("http://feather.example/", cited="http://press.example/9"),
        f"{at}Stone": article("http://stone.example/"),
        f"{at}Essay": article("http://essay.example/"),
        f"{at}Other": article("http://other.example/"),
        f"{at}Special:Categories?from=Lap": '<ul><li><a href="/wiki/Category:Laptops">Laptops</a> (3)</ul>',
    }


def found(web: PaperWeb, url: str = f"{WIKI}/wiki/Category:Laptops", **given: object) -> list[str]:
    source = make_source(f"category:{url}", Given(**given))  # type: ignore[arg-type]
    return [site.url for site in source.sites(web.fetch)]


def test_members_of_the_category_and_of_those_below() -> None:
    web = PaperWeb(wiki())
    assert sorted(found(web)) == [
        "http://acme.example/",
        "http://feather.example/",
        "http://zeta.example/",
        "https://beta.example/laptops/",
    ]
    assert len(web.asked) == len(set(web.asked))
    assert f"{WIKI}/wiki/Category:Things" not in web.asked
    assert f"{WIKI}/wiki/Other" not in web.asked


def test_a_site_says_which_member_links_to_it() -> None:
    source = make_source(f"category:{WIKI}/wiki/Category:Laptops", Given())
    ways = {site.url: site.how for site in source.sites(PaperWeb(wiki()).fetch)}
    assert ways["http://feather.example/"] == f"linked from {WIKI}/wiki/Feather, a member of Category:Thin_laptops"


def test_levels_of_categories_have_an_end() -> None:
    pages = {f"{WIKI}/wiki/Category:L{n}": category(f"P{n}", below=(f"L{n + 1}",)) for n in range(9)}
    pages |= {f"{WIKI}/wiki/P{n}": article(f"http://p{n}.example/") for n in range(9)}
    sites = found(PaperWeb(pages), f"{WIKI}/wiki/Category:L0")
    assert sites == [f"http://p{n}.example/" for n in range(4)]


def test_a_ring_of_categories_has_an_end() -> None:
    pages = {
        f"{WIKI}/wiki/Category:A": category("P", below=("B",)),
        f"{WIKI}/wiki/Category:B": category("P", below=("A",)),
        f"{WIKI}/wiki/P": article("http://p.example/"),
    }
    assert found(PaperWeb(pages), f"{WIKI}/wiki/Category:A") == ["http://p.example/"]


def test_categories_in_another_language() -> None:
    pages = {
        f"{WIKI}/wiki/Kategorie:B%C3%BCcher": category("Buch", below=("Hefte",), word="Kategorie"),
        f"{WIKI}/wiki/Kategorie:Hefte": category("Heft", word="Kategorie"),
        f"{WIKI}/wiki/Buch": article("http://buch.example/"),
        f"{WIKI}/wiki/Heft": article("http://heft.example/"),
    }
    sites = found(PaperWeb(pages), f"{WIKI}/wiki/Kategorie:Bücher")
    assert sorted(sites) == ["http://buch.example/", "http://heft.example/"]


def test_a_wiki_that_marks_nothing() -> None:
    def page(*links: str) -> str:
        return (
            "<html><body><ul>" + "".join(f'<li><a href="{link}">{link}</a>' for link in links) + "</ul></body></html>"
        )

    pages = {
        f"{WIKI}/wiki/Category:A": page("/wiki/Category:B", "/wiki/One", "/wiki/Talk:One", "/login"),
        f"{WIKI}/wiki/Category:B": page("/wiki/Two"),
        f"{WIKI}/wiki/One": page("http://one.example/", "/wiki/Three"),
        f"{WIKI}/wiki/Two": page("http://two.example/"),
        f"{WIKI}/wiki/Three": page("http://three.example/"),
        f"{WIKI}/wiki/Talk:One": page("http://talk.example/"),
    }
    assert sorted(found(PaperWeb(pages), f"{WIKI}/wiki/Category:A")) == ["http://one.example/", "http://two.example/"]


def test_no_more_pages_than_allowed() -> None:
    said: list[str] = []
    web = PaperWeb(wiki())
    found(web, max_pages=4, on_notice=said.append)
    assert len(web.asked) == 4
    assert "stopped after 4 pages" in said[0]


def test_a_category_that_is_not_there() -> None:
    with pytest.raises(UsageError) as error:
        found(PaperWeb(wiki()), f"{WIKI}/wiki/Category:Laptop")
    assert str(error.value).endswith(f"or an empty one; did you mean {WIKI}/wiki/Category:Laptops?")
    with pytest.raises(UsageError, match="write it as the wiki does"):
        found(PaperWeb(wiki()), f"{WIKI}/wiki/Category:Zebras")
    with pytest.raises(UsageError, match=r"connection refused; is the wiki there\?"):
        found(PaperWeb({}, down=[f"{WIKI}/wiki/Category:Laptops"]))


@pytest.mark.parametrize(
    ("spec", "message"), [("category:", "which one"), ("category:http://wiki.example/wiki/Laptop", "not a category")]
)
def test_specs_that_cannot_be(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_source(spec, Given())
