"""V1 on directories made of pages: what is a sub-branch, what a listed site, what the directory's own."""

from __future__ import annotations

import pytest
from paper_web import PaperWeb, listing

from hubwalk.discovery.sources import Given, make_source
from hubwalk.errors import UsageError

DIR = "http://dir.example"
SPONSOR = '<p class=small><a href="http://sponsor.example/?at=here">our sponsor</a></p>'
FOOTER = '<footer><a href="http://licence.example/">licence</a></footer>'


def tree() -> dict[str, str]:
    """An Open Directory: a branch with two sub-branches, one of them on two pages, and links that lead elsewhere."""
    end = SPONSOR + FOOTER
    return {
        f"{DIR}/": listing([], [("/Computers/", "Computers"), ("/Arts/", "Arts")], end=end),
        f"{DIR}/Computers/": listing(["http://above.example/"], [("/Computers/Hardware/", "Hardware")], end=end),
        f"{DIR}/Computers/Hardware/": listing(
            ["http://one.example/", "http://two.example/shop/"],
            [
                ("/", "Top"),
                ("/Computers/", "Computers"),
                ("Notebooks/", "Notebooks (3)"),
                ("Servers/", "Servers"),
                ("/Shopping/Computers/", "Retailers@"),
                ("/Computers/Software/", "See also: Software"),
                ("/add?where=Computers/Hardware", "suggest a site"),
                ("?lang=de", "Deutsch"),
            ],
            end=end,
        ),
        f"{DIR}/Computers/Hardware/Notebooks/": listing(
            ["http://three.example/", "http://one.example/"], [("?page=2", "next")], end=end
        ),
        f"{DIR}/Computers/Hardware/Notebooks/?page=2": listing(["http://four.example/"], end=end),
        f"{DIR}/Computers/Hardware/Servers/": listing(["http://five.example/"], [("gone.html", "gone")], end=end),
        f"{DIR}/Shopping/Computers/": listing(
            ["http://six.example/"], [("/Shopping/Computers/Used/", "Used")], end=end
        ),
        f"{DIR}/Shopping/Computers/Used/": listing(["http://seven.example/"], end=end),
        f"{DIR}/Computers/Software/": listing(["http://elsewhere.example/"], end=end),
        f"{DIR}/Computers/Hardware/?lang=de": listing(["http://deutsch.example/"], end=end),
        f"{DIR}/Arts/": listing(["http://art.example/"], end=end),
    }


def found(web: PaperWeb, url: str, **given: object) -> list[str]:
    source = make_source(f"directory:{url}", Given(**given))  # type: ignore[arg-type]
    return [site.url for site in source.sites(web.fetch)]


def test_a_branch_with_its_sub_branches_and_further_pages() -> None:
    web = PaperWeb(tree())
    assert found(web, f"{DIR}/Computers/Hardware/") == [
        "http://one.example/",
        "http://two.example/shop/",
        "http://three.example/",
        "http://five.example/",
        "http://four.example/",
    ]
    assert len(web.asked) == len(set(web.asked))
    assert f"{DIR}/Computers/Software/" not in web.asked
    assert f"{DIR}/Computers/Hardware/?lang=de" not in web.asked


def test_a_redirect_that_counts_clicks_is_a_listed_site_and_not_a_page_of_the_directory() -> None:
    branch = f"{DIR}/Computers/Hardware/Servers/"
    web = PaperWeb(tree())
    web.pages[branch] = listing(["http://five.example/"], [("visit?id=1", "Eight"), ("visit?id=2", "Five")])
    web.pages[f"{branch}visit?id=1"] = "http://eight.example/"
    web.pages[f"{branch}visit?id=2"] = "http://five.example/"
    for site in ("http://eight.example/", "http://five.example/"):
        web.pages[site] = listing(["http://friend-of-eight.example/"], [("/about", "next page")])
    source = make_source(f"directory:{branch}", Given())
    sites = list(source.sites(web.fetch))
    assert sorted(site.url for site in sites) == ["http://eight.example/", "http://five.example/"]
    assert f"listed as {branch}visit?id=1" in {site.how for site in sites}
    assert "http://eight.example/about" not in web.asked


def test_every_site_says_where_it_is_listed() -> None:
    web = PaperWeb(tree())
    source = make_source(f"directory:{DIR}/Computers/Hardware/", Given())
    by_url = {site.url: site for site in source.sites(web.fetch)}
    assert by_url["http://four.example/"].how == (
        f'listed on {DIR}/Computers/Hardware/Notebooks/?page=2 as "Site four.example"'
    )
    assert by_url["http://four.example/"].source == source.name == f"directory:{DIR}/Computers/Hardware/"


def test_symbolic_links_are_followed_where_that_is_wanted() -> None:
    sites = found(PaperWeb(tree()), f"{DIR}/Computers/Hardware/", symbolic=True)
    assert {"http://six.example/", "http://seven.example/"} < set(sites)
    assert "http://elsewhere.example/" not in sites


def test_the_frame_is_told_on_a_branch_of_one_page_too() -> None:
    web = PaperWeb(tree())
    assert found(web, f"{DIR}/Arts/") == ["http://art.example/"]
    assert f"{DIR}/" in web.asked  # what the branch shares with the home page is no list


def test_a_site_that_several_branches_list_stays() -> None:
    pages = tree()
    for path in ("Notebooks/", "Servers/"):
        url = f"{DIR}/Computers/Hardware/{path}"
        pages[url] = pages[url].replace(
            "<ul class=sites>", '<ul class=sites><li><a href="http://two.example/shop/">2</a>'
        )
    assert "http://two.example/shop/" in found(PaperWeb(pages), f"{DIR}/Computers/Hardware/")


def test_it_takes_no_more_pages_than_allowed_and_says_so() -> None:
    said: list[str] = []
    web = PaperWeb(tree())
    sites = found(web, f"{DIR}/Computers/Hardware/", max_pages=2, on_notice=said.append)
    assert "http://three.example/" in sites
    assert "http://five.example/" not in sites
    assert [url for url in web.asked if "/Hardware/" in url] == [
        f"{DIR}/Computers/Hardware/",
        f"{DIR}/Computers/Hardware/Notebooks/",
    ]
    assert said == [f"directory:{DIR}/Computers/Hardware/: stopped after 2 pages, there are more"]


def test_it_is_lazy() -> None:
    pages = tree()
    for number in range(40):
        url = f"{DIR}/Computers/Hardware/Servers/{number}/"
        pages[url] = listing([f"http://s{number}.example/"])
        pages[f"{DIR}/Computers/Hardware/Servers/"] += f'<a href="{number}/">{number} processors</a>'
    web = PaperWeb(pages)
    sites = make_source(f"directory:{DIR}/Computers/Hardware/", Given()).sites(web.fetch)
    for _ in range(5):
        next(sites)
    assert len(web.asked) < 20


def test_a_page_that_is_gone_is_no_end() -> None:
    said: list[str] = []
    found(PaperWeb(tree()), f"{DIR}/Computers/Hardware/", on_notice=said.append)
    assert said == [
        f"directory:{DIR}/Computers/Hardware/: 1 pages could not be read, "
        f"the first is {DIR}/Computers/Hardware/Servers/gone.html (404)"
    ]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (f"{DIR}/Computers/Hardwear/", f"no such branch; did you mean {DIR}/Computers/Hardware/?"),
        (f"{DIR}/Computers/Hardware/Notebook/", f"no such branch; did you mean {DIR}/Computers/Hardware/Notebooks/?"),
        (f"{DIR}/Zebras/", f"no such branch; {DIR}/ has Computers, Arts"),
        (f"{DIR}/Computors/Hardware/", f"no such branch; did you mean {DIR}/Computers/?"),
        ("http://nowhere.example/Computers/", "no such branch (status 404)"),
    ],
)
def test_a_branch_that_is_not_there(url: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        found(PaperWeb(tree()), url)
    assert str(error.value) == f"directory {url}: {message}"


def test_a_directory_that_is_down() -> None:
    with pytest.raises(UsageError, match=r"connection refused; is the directory there\?"):
        found(PaperWeb({}, down=[f"{DIR}/Computers/"]), f"{DIR}/Computers/")


def test_what_is_sent_to_the_page_above_is_not_there() -> None:
    pages = tree() | {f"{DIR}/Computers/Hardwear/": f"{DIR}/Computers/"}
    with pytest.raises(UsageError, match=r"did you mean .*/Hardware/"):
        found(PaperWeb(pages), f"{DIR}/Computers/Hardwear/")


def test_a_page_that_lists_nothing() -> None:
    with pytest.raises(UsageError, match="lists no sites and has no sub-branches"):
        found(PaperWeb({f"{DIR}/about.html": "<p>We are a directory.</p>"}), f"{DIR}/about.html")


def test_a_branch_that_has_moved_to_another_host_of_its_own() -> None:
    new = "https://www.dir.example/Computers/"
    pages = {
        f"{DIR}/Computers/": new,
        new: listing(["http://one.example/"], [("Hardware/", "Hardware")]),
        f"{new}Hardware/": listing(["http://two.example/"]),
    }
    assert found(PaperWeb(pages), f"{DIR}/Computers/") == ["http://one.example/", "http://two.example/"]


def test_a_directory_in_the_manner_of_yahoo() -> None:
    """Branches with underscores, clicks counted by the directory itself, other hosts of its own, pages by number."""
    branch = "http://dir.example.com/Business/Notebook_Computers"
    out = "http://rds.example.com/click/SS=1/*http://{}.example/"
    own = [("http://mail.example.com/", "Mail"), ("http://help.example.com/dir/", "Help")]
    pages = {
        branch: listing([out.format("one")], [*own, (f"{branch}/Used/", "Used (2)"), (f"{branch}?b=20", "Next 20 >")]),
        f"{branch}?b=20": listing([out.format("two")], own),
        f"{branch}/Used/": listing(["http://dir.example.com/r?u=http%3A%2F%2Fthree.example%2Fused%2F&n=4"], own),
    }
    assert found(PaperWeb(pages), branch) == [
        "http://one.example/",
        "http://three.example/used/",
        "http://two.example/",
    ]


def test_branches_in_a_query_string() -> None:
    at = f"{DIR}/browse.php?path="
    pages = {
        f"{at}Sports/Sailing": listing(
            ["http://one.example/"],
            [
                (f"{at}Sports%2FSailing%2FClubs", "Clubs"),
                (f"{at}Sports/Sailing&page=2", "2"),
                (f"{at}Sports/Sailings", "not below"),
                (f"{at}Sports", "Sports"),
            ],
        ),
        f"{at}Sports%2FSailing%2FClubs": listing(["http://two.example/"]),
        f"{at}Sports/Sailing&page=2": listing(["http://three.example/"]),
        f"{at}Sports": listing(["http://wrong.example/"]),
        f"{at}Sports/Sailings": listing(["http://wrong.example/"]),
    }
    web = PaperWeb(pages)
    sites = found(web, f"{at}Sports/Sailing")
    assert sites == ["http://one.example/", "http://two.example/", "http://three.example/"]


def test_pages_of_a_list_beside_it() -> None:
    pages = {
        f"{DIR}/sailing.html": listing(
            ["http://one.example/"], [("sailing2.html", "next »"), ("skiing.html", "Skiing")]
        ),
        f"{DIR}/sailing2.html": listing(["http://two.example/"], [("sailing.html", "« previous")]),
        f"{DIR}/skiing.html": listing(["http://wrong.example/"]),
    }
    assert found(PaperWeb(pages), f"{DIR}/sailing.html") == ["http://one.example/", "http://two.example/"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("directory:", "which branch"),
        ("directory:dir.example", "not a web address"),
        ("directry:http://dir.example/", "did you mean 'directory'"),
        ("", "unknown source"),
    ],
)
def test_specs_that_cannot_be(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_source(spec, Given())
