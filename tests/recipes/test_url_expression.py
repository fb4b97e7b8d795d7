"""URL expressions: readable, as general as they may be, as narrow as they must be."""

from __future__ import annotations

import re

from hubwalk.recipes.url_expression import continues, escaped, expressions, families

SITE = "http://site.test"


def texts(wanted: list[str], others: list[str] | None = None) -> list[str]:
    return [
        expression.text.removeprefix(escaped(SITE))
        for expression in expressions([SITE + url for url in wanted], [SITE + url for url in others or []])
    ]


def test_what_differs_may_be_anything_and_what_is_common_stays() -> None:
    assert texts(["/people/ann.html", "/people/bob.html"]) == [r"/people/[^/?]+\.html"]
    assert texts(["/people/ann/", "/people/bob/"]) == ["/people/[^/?]+/"]
    assert texts(["/p?id=7&lang=en", "/p?id=12&lang=en"]) == [r"/p\?id=\d+&lang=en"]
    assert texts(["/fields/7rank.html", "/fields/12rank.html"]) == [r"/fields/\d+rank\.html"]


def test_urls_of_different_makes_have_an_expression_each_the_largest_first() -> None:
    assert texts(["/a/1", "/b/c/2", "/a/3", "/a/4"]) == [r"/a/\d+", "/b/c/2"]


def test_the_beginning_of_few_words_is_an_accident_and_of_many_is_not() -> None:
    assert texts(["/anna", "/anton"]) == ["/[^/?]+"]
    assert texts([f"/sql-{name}" for name in ("alter", "add")]) == ["/sql-[^/?]+"]
    assert texts([f"/tuw{n}x{n}" for n in range(10, 20)]) == ["/tuw[^/?]+"]


def test_an_expression_is_narrowed_to_leave_out_what_is_not_wanted() -> None:
    wanted = ["/cameras/a", "/cameras/b", "/lenses/c", "/lenses/d"]
    assert texts(wanted, ["/jobs/e", "/press/f"]) == ["/(?:cameras|lenses)/[^/?]+"]
    assert texts(["/x/1", "/x/22"], ["/x/about"]) == [r"/x/\d+"]


def test_an_expression_matches_all_it_was_made_of() -> None:
    wanted = ["/a.b/c+d?x=1&y=", "/a.b/(e)?x=&y=[2]", "/a.b/?x=3", "/", "/a|b"]
    for expression in expressions([SITE + url for url in wanted]):
        assert all(re.fullmatch(expression.text, url) for url in expression.urls)
    assert sum(len(expression.urls) for expression in expressions([SITE + url for url in wanted])) == len(wanted)


def test_the_order_of_the_urls_does_not_matter() -> None:
    urls = [f"{SITE}/{folder}/{name}" for folder in ("a", "b") for name in ("x", "y", "z")]
    assert expressions(urls) == expressions(urls[::-1])


def test_pages_of_one_folder_are_a_family_and_numbered_names_one_of_their_own() -> None:
    flat = [f"{SITE}/person_{n}.html" for n in range(4)] + [f"{SITE}/place_{n}.html" for n in range(4)]
    kinds = families([*flat, f"{SITE}/about.html", f"{SITE}/team.html", f"{SITE}/list/?page=1", f"{SITE}/list/?page=2"])
    assert kinds[flat[0]] == kinds[flat[3]] != kinds[flat[4]] == kinds[flat[7]]
    assert kinds[f"{SITE}/about.html"] == kinds[f"{SITE}/team.html"]
    assert kinds[f"{SITE}/list/?page=1"] == kinds[f"{SITE}/list/?page=2"]


def test_further_pages_of_a_list_are_recognised_by_their_addresses() -> None:
    assert continues(f"{SITE}/list", f"{SITE}/list?page=2")
    assert continues(f"{SITE}/list/", f"{SITE}/list/page/2/")
    assert continues(f"{SITE}/list.html", f"{SITE}/list-2.html")
    assert continues(f"{SITE}/page/2", f"{SITE}/page/3")
    assert not continues(f"{SITE}/list", f"{SITE}/about")
    assert not continues(f"{SITE}/people/", f"{SITE}/people/ann")
