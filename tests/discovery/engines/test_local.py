"""The embedded engine: what it finds, in which order, and how its index comes into being."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from few_pages import HOSTS, few_pages, few_pages_engine
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hubwalk.discovery.engines import default_index, make_engine
from hubwalk.discovery.engines.index_folder import read_info
from hubwalk.discovery.engines.local import IndexedPage, LocalEngine, build_index
from hubwalk.errors import LogError, SearchError, UsageError
from hubwalk.pages.words import words
from hubwalk.ports import BacklinkSource, SearchEngine


def page(url: str, text: str, title: str = "", *links: str) -> IndexedPage:
    return IndexedPage(url, title, text, links)


def urls(engine: LocalEngine, query: str, limit: int = 10) -> list[str]:
    return [result.url for result in engine.search(query, limit).results]


# -- what is found ---------------------------------------------------------------------------------------------------


def test_all_words_must_occur_and_hits_are_exact() -> None:
    engine = few_pages_engine()
    assert engine.search("camera", 5).hits == 48
    assert engine.search("CAMERA model7", 5).hits == 4
    assert engine.search("hot-shoe", 5).hits == 16


def test_where_no_page_has_all_words_those_with_any_come() -> None:
    answer = few_pages_engine().search("model7 zebra", 10)
    assert answer.hits == 0
    assert {urlsplit(result.url).path for result in answer.results} == {"/7"}
    assert few_pages_engine().search("zebra", 10).results == ()


def test_phrases_and_hyphenated_words() -> None:
    engine = LocalEngine.in_memory(
        [
            page("http://a.test/", "a hot-shoe for flashes"),
            page("http://b.test/", "a shoe that is hot"),
            page("http://c.test/", "hot shoe"),
        ]
    )
    assert sorted(urls(engine, "hot-shoe")) == ["http://a.test/", "http://c.test/"]
    assert sorted(urls(engine, '"hot shoe"')) == ["http://a.test/", "http://c.test/"]
    assert engine.search("shoe hot", 9).hits == 3
    assert engine.search("shoe", 9).hits == 3


def test_languages_that_put_no_space_between_words() -> None:
    engine = LocalEngine.in_memory([page("http://a.test/", "東京でカメラを買う"), page("http://b.test/", "京東カメ")])
    assert urls(engine, "カメラ") == ["http://a.test/"]
    assert urls(engine, "東京") == ["http://a.test/"]


def test_the_title_is_searched_and_weighs_more() -> None:
    filler = "some words to make the two pages equally long"
    engine = LocalEngine.in_memory(
        [page("http://a.test/", f"camera {filler}", "List"), page("http://b.test/", f"list {filler}", "Camera")]
    )
    assert urls(engine, "camera") == ["http://b.test/", "http://a.test/"]


def test_site_keeps_to_a_host_and_those_below() -> None:
    engine = LocalEngine.in_memory(
        [
            page("http://a.test/", "x"),
            page("http://www.a.test/", "x"),
            page("http://nota.test/", "x"),
            page("http://127.0.0.1:8001/", "x"),
            page("http://127.0.0.1:8002/", "x"),
            page("http://[::1]:8003/", "x"),
            page("file:///tmp/x.html", "x"),
        ]
    )
    assert sorted(urls(engine, "x site:a.test")) == ["http://a.test/", "http://www.a.test/"]
    assert urls(engine, "site:www.A.test") == ["http://www.a.test/"]
    assert urls(engine, "x site:127.0.0.1:8002") == ["http://127.0.0.1:8002/"]
    assert len(urls(engine, "x site:127.0.0.1")) == 2
    assert urls(engine, "site:0.1") == []
    assert urls(engine, "x site:a.test site:nota.test y") != []
    assert urls(engine, "site:[::1]") == ["http://[::1]:8003/"]


def test_a_snippet_shows_the_words() -> None:
    engine = LocalEngine.in_memory([page("http://a.test/", "before " * 200 + "the needle here" + " after" * 200)])
    (result,) = engine.search("needle", 1).results
    assert "the needle here" in result.snippet
    assert len(result.snippet) <= 200


# -- the order -------------------------------------------------------------------------------------------------------


def test_two_pages_of_a_host_come_first_and_the_rest_only_to_fill_up() -> None:
    engine = few_pages_engine()
    hosts = [urlsplit(url).netloc for url in urls(engine, "camera", 10)]
    assert set(Counter(hosts[:8]).values()) == {2}
    assert len(hosts) == 10
    assert set(hosts[:8]) == set(HOSTS)
    assert len(urls(engine, "camera", 100)) == 48
    only_one = [url for url in urls(engine, "camera site:a.test", 10) if "//a.test" in url]
    assert len(only_one) == 10


def test_a_host_with_very_many_better_pages_does_not_hide_the_others() -> None:
    crowd = [page(f"http://big.test/{number}", "zoom zoom zoom") for number in range(700)]
    few = [page(f"http://small{number}.test/", f"zoom and {'other ' * 20}") for number in range(3)]
    engine = LocalEngine.in_memory([*crowd, *few])
    hosts = [urlsplit(url).netloc for url in urls(engine, "zoom", 5)]
    assert hosts[:2] == ["big.test", "big.test"]
    assert sorted(hosts[2:]) == ["small0.test", "small1.test", "small2.test"]


def test_ports_are_hosts_of_their_own() -> None:
    pages = [page(f"http://127.0.0.1:{port}/{n}", "zoom") for port in (8001, 8002) for n in range(5)]
    ports = Counter(urlsplit(url).port for url in urls(LocalEngine.in_memory(pages), "zoom", 4))
    assert ports == {8001: 2, 8002: 2}


def test_the_same_pages_in_another_order_give_the_same_answers() -> None:
    forwards, backwards = LocalEngine.in_memory(few_pages()), LocalEngine.in_memory(few_pages()[::-1])
    for query in ("camera", "zoom lens", "hot-shoe", "site:b.test", "model3 zebra"):
        assert forwards.search(query, 7) == backwards.search(query, 7) == forwards.search(query, 7)


def test_limits() -> None:
    engine = few_pages_engine()
    assert [len(urls(engine, "camera", limit)) for limit in (-1, 0, 1, 7)] == [0, 0, 1, 7]
    assert engine.search("camera", 0).hits == 48


# -- any query -------------------------------------------------------------------------------------------------------

ANY = few_pages_engine()
PIECES = st.sampled_from(
    ['"', "site:", "camera", "zoom-lens", "+", "-", "(", ")", "\\", ":", "*", "~2", "^9", "AND", " "]
)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join), st.text("\ud800\udfff\0a", max_size=9))
)
@example('title:"x" AND [a TO b]')
@example("x" * 70_000)
def test_any_text_is_a_query(query: str) -> None:
    answer = ANY.search(query, 5)
    assert answer.query == query
    assert 0 <= answer.hits <= 48
    assert len(answer.results) <= 5


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_every_word_of_a_page_finds_the_page(text: str) -> None:
    engine = LocalEngine.in_memory([page("http://a.test/", text)])
    for word in words(text):
        assert engine.search(word, 1).hits == 1, word


# -- backlinks -------------------------------------------------------------------------------------------------------


def test_backlinks() -> None:
    engine = LocalEngine.in_memory(
        [
            page("http://a.test/", "x", "", "http://b.test/", "http://a.test/", "http://c.test/"),
            page("http://c.test/", "x", "", "http://b.test/"),
            page("http://d.test/", "http://b.test/"),
        ]
    )
    assert engine.backlinks("http://b.test/", 10) == ["http://a.test/", "http://c.test/"]
    assert len(engine.backlinks("http://B.test/#top", 1)) == 1
    assert engine.backlinks("http://a.test/", 10) == []
    assert engine.backlinks("no address", 10) == []
    assert engine.backlinks("http://b.test/", 0) == []
    assert isinstance(engine, BacklinkSource)
    assert isinstance(engine, SearchEngine)


# -- the index on disk -----------------------------------------------------------------------------------------------


def test_an_index_is_built_and_opened_again(tmp_path: Path) -> None:
    seen: list[IndexedPage] = []
    assert build_index(tmp_path / "deep" / "index", few_pages(), seen.append, sources=["x.db"]) == 48
    assert seen == few_pages()
    engine = LocalEngine(tmp_path / "deep" / "index")
    assert engine.search("camera zoom", 9) == few_pages_engine().search("camera zoom", 9)
    assert engine.pages == 48
    assert engine.name == f"local:{tmp_path / 'deep' / 'index'}"
    assert read_info(tmp_path / "deep" / "index").sources == ("x.db",)


def test_building_again_replaces_and_adding_keeps(tmp_path: Path) -> None:
    build_index(tmp_path, [page("http://a.test/", "old words"), page("http://b.test/", "other")], sources=["1"])
    assert build_index(tmp_path, [page("http://a.test/", "new words")], add=True, sources=["2"]) == 1
    engine = LocalEngine(tmp_path)
    assert (engine.pages, engine.search("old", 1).hits, engine.search("new", 1).hits) == (2, 0, 1)
    assert read_info(tmp_path).sources == ("1", "2")
    build_index(tmp_path, [page("http://c.test/", "third")])
    assert LocalEngine(tmp_path).pages == 1
    assert read_info(tmp_path).sources == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current.json", "index-3"]
    assert build_index(tmp_path / "new", [page("http://a.test/", "x")], add=True) == 1


def test_of_equal_urls_the_last_counts(tmp_path: Path) -> None:
    assert build_index(tmp_path, [page("http://a.test/", "old"), page("http://a.test/", "new")]) == 1
    engine = LocalEngine(tmp_path)
    assert (engine.pages, engine.search("new", 1).hits, engine.search("old", 1).hits) == (1, 1, 0)


@pytest.mark.parametrize("add", [False, True])
def test_an_interrupted_build_leaves_the_old_index(tmp_path: Path, add: bool) -> None:
    def broken() -> Iterator[IndexedPage]:
        yield page("http://b.test/", "new")
        raise KeyboardInterrupt

    build_index(tmp_path, [page("http://a.test/", "old")])
    reader = LocalEngine(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        build_index(tmp_path, broken(), add=add)
    assert urls(LocalEngine(tmp_path), "old") == ["http://a.test/"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current.json", "index-1"]
    build_index(tmp_path, [page("http://c.test/", "newest")])
    assert urls(reader, "old") == ["http://a.test/"]  # who has it open goes on with it


def test_what_a_killed_build_left_is_removed(tmp_path: Path) -> None:
    build_index(tmp_path, [page("http://a.test/", "old")])
    shutil.copytree(tmp_path / "index-1", tmp_path / "index-2")
    (tmp_path / "current.json.part").write_text("{")
    assert LocalEngine(tmp_path).pages == 1
    build_index(tmp_path, [page("http://a.test/", "new"), page("http://b.test/", "new")])
    assert LocalEngine(tmp_path).pages == 2


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    def meanwhile() -> Iterator[IndexedPage]:
        with pytest.raises(LogError, match="in use by another"):
            build_index(tmp_path, [page("http://b.test/", "x")])
        yield page("http://a.test/", "x")

    assert build_index(tmp_path, meanwhile()) == 1


def test_nothing_to_index_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    build_index(tmp_path, [page("http://a.test/", "old")])
    with pytest.raises(UsageError, match="no page to index"):
        build_index(tmp_path, [])
    assert LocalEngine(tmp_path).pages == 1


def test_a_folder_with_other_things_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match=r"letter\.txt"):
        build_index(tmp_path, [page("http://a.test/", "x")])
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(UsageError, match="cannot write"):
        build_index(tmp_path / "letter.txt" / "index", [page("http://a.test/", "x")])


def test_a_missing_index_names_the_command_that_makes_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="hubwalk search-index build"):
        LocalEngine(tmp_path / "none")


@pytest.mark.parametrize("name", ["meta.json", "*.store", "*.idx", "*.term", "*.pos"])
def test_a_damaged_index_is_an_error_in_one_line(tmp_path: Path, name: str) -> None:
    build_index(tmp_path, few_pages())
    (path,) = (tmp_path / "index-1").glob(name)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises((UsageError, SearchError), match="search-index build"):
        LocalEngine(tmp_path).search('"zoom lens"', 3)


_STRANGE = '{"format": 1, "folder": "current.json", "pages": 1, "built": "", "sources": []}'


@pytest.mark.parametrize("said", ["{", "[]", "{}", '{"format": 1, "folder": "../../etc"}', '{"format": 99}', _STRANGE])
def test_a_damaged_note_of_what_is_in_use(tmp_path: Path, said: str) -> None:
    build_index(tmp_path, few_pages())
    (tmp_path / "current.json").write_text(said)
    with pytest.raises(UsageError, match="search-index build"):
        LocalEngine(tmp_path)
    assert build_index(tmp_path, few_pages()) == 48  # and the way out works
    assert json.loads((tmp_path / "current.json").read_text())["pages"] == 48


# -- by name ---------------------------------------------------------------------------------------------------------


def test_engines_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_index(tmp_path / "index", [page("http://a.test/", "x")])
    assert make_engine(f"local:{tmp_path / 'index'}").search("x", 1).hits == 1
    monkeypatch.setenv("HUBWALK_INDEX", str(tmp_path / "index"))
    assert make_engine("local").name == f"local:{tmp_path / 'index'}"
    monkeypatch.delenv("HUBWALK_INDEX")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_index() == Path("/data/hubwalk/index")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_index() == Path.home() / ".local/share/hubwalk/index"
    with pytest.raises(UsageError, match="did you mean 'searxng'"):
        make_engine("searx:http://localhost")
    with pytest.raises(UsageError, match="which instance"):
        make_engine("searxng")
