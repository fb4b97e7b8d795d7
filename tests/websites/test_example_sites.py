from __future__ import annotations

from pathlib import Path

import pytest
from made_up_sites import SmallWeb, html

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.pages.site_names import SiteNames
from hubwalk.websites.example_sites import by_home, folder_pages, linked_sites, read_examples
from hubwalk.websites.labelled_sites import read_labelled

NAMES = SiteNames()


def test_a_folder_is_a_site_with_its_home_page_first(tmp_path: Path) -> None:
    for name in ("about.html", "index.htm", "deep/a.html", "deep/index.html", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(html([name]))
    found = [page.url.removeprefix(tmp_path.resolve().as_uri()) for page in folder_pages(tmp_path)]
    assert found == ["/index.htm", "/about.html", "/deep/index.html", "/deep/a.html"]
    assert len(folder_pages(tmp_path, 2)) == 2


def test_folders_and_addresses_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "home.html").write_text(html(["x"]))
    (tmp_path / "empty").mkdir()
    web = SmallWeb({"http://a.test/": html(["y"])})
    homes = ["http://a.test/", str(tmp_path), "http://b.test/", str(tmp_path / "empty")]
    found = read_examples(homes, web.fetch_each, NAMES)
    assert [(example.name, len(example.pages), example.problem) for example in found] == [
        ("http://a.test/", 1, ""),
        (str(tmp_path), 1, ""),
        ("http://b.test/", 0, "nobody there"),
        (str(tmp_path / "empty"), 0, "it has no HTML file"),
    ]


def test_a_site_given_twice_is_one(tmp_path: Path) -> None:
    given = ["http://www.a.test/deep/page", "a.test", "https://a.test/", str(tmp_path), f"{tmp_path}/"]
    assert list(by_home(given, NAMES).values()) == ["http://www.a.test/", str(tmp_path)]


def test_linked_sites_that_more_examples_know_come_first() -> None:
    def page(home: str, *links: str) -> dict[str, list]:  # type: ignore[type-arg]
        return {home: [parse(html([], list(links)), home)]}

    wanted = page("http://a.test/", "http://x.test/1", "http://y.test/", "http://b.test/", "/own", "mailto:me@z.test")
    wanted |= page("http://b.test/", "http://www.y.test/q", "http://y.test/r", "http://z.test/")
    assert linked_sites(wanted, NAMES) == ["http://y.test/", "http://x.test/", "http://z.test/"]
    assert linked_sites(wanted, NAMES, most=1) == ["http://y.test/"]
    assert linked_sites(wanted, NAMES, more=["http://more.test/page"])[-1] == "http://more.test/"


@pytest.mark.parametrize(
    "text",
    [
        "http://a.test/ target\n# a remark\n\nb.test\tother\nhttp://c.test/#top  unknown # why\n",
        '{"site": "http://a.test/", "label": "target"}\n{"url": "b.test", "relevant": false}\n'
        '{"site": "http://c.test/#top", "label": "?"}\n',
        "site,label,note\nhttp://a.test/,Wanted,x\nb.test,no,\nhttp://c.test/#top,unknown,\n",
        "\ufeffsite,relevant,confidence\nhttp://a.test/,True,0.9\nb.test,False,0.1\nhttp://c.test/#top,?,0\n",
    ],
)
def test_lists_of_sites_with_labels(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sites"
    path.write_text(text, "utf-8")
    found = read_labelled(path)
    assert (found.target, found.other, found.unknown) == (["http://a.test/"], ["b.test"], ["http://c.test/#top"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://a.test/ target\nhttp://b.test/\n", "line 2: label ''"),
        ("http://a.test/ perhaps\n", "line 1: label 'perhaps'"),
        ('{"site": "a.test", "label": "target"}\nnonsense\n', "line 2: no JSON object"),
        ('{"site": "a.test"}\n', "line 1: label ''"),
        ('{"label": "target"}\n', "line 1: no site"),
        ("site,label\n,target\n", "line 2: no site"),
        ("\n# nothing\n", "names no site"),
    ],
)
def test_lists_that_cannot_be_read(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "sites"
    path.write_text(text)
    with pytest.raises(UsageError, match=said):
        read_labelled(path)
    with pytest.raises(UsageError, match="No such file"):
        read_labelled(tmp_path / "nowhere")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="no text in UTF-8"):
        read_labelled(path)
