"""Link probing in a real browser: a gallery of small pages. The comment on top of each has all that a person can get to
from there by the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from looked_at import ORIGIN, RealBrowser
from probing_pages import probe

pytest_plugins = ["browsers"]

GALLERY = sorted((Path(__file__).parent / "probing_gallery").glob("*.html"))


def picture(name: str) -> str:
    return next(path for path in GALLERY if path.stem == name).read_text("utf-8")


def by_mouse(page: str) -> set[str]:
    return {f"/{path}" for path in page.partition("-->")[0].removeprefix("<!--").split()}


@pytest.mark.parametrize("name", [path.stem for path in GALLERY])
def test_everything_that_the_mouse_gets_to_is_found(real_browser: RealBrowser, name: str) -> None:
    page = picture(name)
    probed = probe(real_browser, page)
    assert probed.paths == by_mouse(page)
    assert probed.refused == []  # nothing got as far as the network
    assert probed.methods <= {"GET"}


def test_what_is_answered_or_not_sent_is_noted(real_browser: RealBrowser) -> None:
    assert f"not sent: a form to {ORIGIN}/order" in probe(real_browser, picture("forms")).exploration.notes
    assert "answered: alert hello" in probe(real_browser, picture("by_itself")).exploration.notes


def test_links_tell_where_they_come_from_and_what_brought_them_up(real_browser: RealBrowser) -> None:
    probed = probe(real_browser, "<a href=/first>first</a>" + picture("hover_menu"))
    first, plain, script = (probed.link(path) for path in ("/first", "/plain", "/script"))
    assert (first.anchor, first.dom_path, first.probes) == ("first", "html/body/a", "")
    menu = "html/body/div#m"
    assert (plain.dom_path, plain.probes) == (f"{menu}/div/a", f"hover {menu}")
    assert (script.anchor, script.probes) == ("script", f"hover {menu} > click {menu}/div/p")
    assert [link.target for link in probed.links[:1]] == [f"{ORIGIN}/first"]  # document order, later states last


def test_a_step_that_is_repeated_is_written_once(real_browser: RealBrowser) -> None:
    assert (
        probe(real_browser, picture("pager")).link("/item9").probes
        == "click html/body/button#next x2 > click html/body/div#l/div[3]"
    )


def test_states_are_counted_and_equal_ones_are_not_visited_twice(real_browser: RealBrowser) -> None:
    toggle = "<button onclick=\"m.innerHTML = m.innerHTML ? '' : '<a href=/in>in</a>'\">menu</button><div id=m></div>"
    found = probe(real_browser, toggle).exploration
    assert found.states == 2
    assert found.probes <= 4
