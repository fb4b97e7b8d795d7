"""The museum of instruments: what HTTP sees of it, and what each technique leads to that nothing else leads to."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from demo_walking import fetch, links, walk

from hubwalk.demo.instrument_halls import HALLS
from hubwalk.demo.instrument_rooms import WRITE
from hubwalk.demo.instruments import Instruments
from hubwalk.demo.site import MIN_SIZE, NEVER, Way

SIZES = (MIN_SIZE, 0, 1500)  # the last with halls of several pages
SCRIPTS = {file.name: file.read_text("utf-8") for file in (files("hubwalk.demo") / "instrument_scripts").iterdir()}


@pytest.fixture(scope="module", params=SIZES)
def site(request: pytest.FixtureRequest) -> Instruments:
    return Instruments(request.param)


@pytest.fixture(scope="module")
def small() -> Instruments:
    return Instruments(MIN_SIZE)


def text_at(site: Instruments, path: str) -> str:
    answer = site.respond(path)
    assert answer.status == 200, path
    return answer.body.decode()


def behind(site: Instruments, hub: str) -> list[str]:
    """All that the scripts of a page may fetch."""
    page = text_at(site, hub)
    frame = re.search(r'data-frame="([^"]+)"', page)
    if frame:
        return [text_at(site, frame[1])]
    source = re.search(r'data-source="([^"]+)"', page)
    if not source:
        return []
    if 'id="catalogue"' in page:
        return menu_levels(site, source[1])
    if re.search(r'src="/js/(more|scroll|pages).js"', page):
        return batches(site, source[1])
    return [text_at(site, source[1])]


def menu_levels(site: Instruments, source: str) -> list[str]:
    levels = []
    for period in json.loads(text_at(site, source))["entries"]:
        towns = json.loads(text_at(site, f"{source}&period={period}"))["entries"]
        levels += [text_at(site, f"{source}&period={period}&town={town}") for town in towns]
    return levels


def batches(site: Instruments, source: str) -> list[str]:
    found = [text_at(site, f"{source}&batch=1")]
    while json.loads(found[-1])["more"]:
        found.append(text_at(site, f"{source}&batch={len(found) + 1}"))
    assert site.respond(f"{source}&batch={len(found) + 1}").status == 404
    return found


def objects_in(site: Instruments, text: str) -> list[str]:
    """Paths of the objects whose inventory numbers stand in a text."""
    return [f"/object/{code}" for code in re.findall(r"\b[1-9]\d{6}\b", text) if site.target_of(f"/object/{code}")]


def test_plain_http_reaches_less_than_a_third_even_from_samples(site: Instruments) -> None:
    reached = {path for path in walk(site) if site.is_target(path)} | set(site.samples(3))
    shown = {path for path in reached if 'class="sheet"' in text_at(site, path)}
    assert 0 < len(shown) < 0.3 * site.target_count


def test_links_from_a_target_do_not_lead_to_others(small: Instruments) -> None:
    plain = {path for path in small.targets() if small.way_to(path).technique == "links"}
    for target in small.targets():
        seen = [target, *links(small, target)]
        assert {path for up in seen for path in links(small, up) if small.is_target(path)} <= plain, target


def test_every_technique_has_targets(site: Instruments) -> None:
    techniques = {site.way_to(path).technique for path in site.targets()}
    assert techniques == set(WRITE) == {hall.technique for hall in HALLS}


def test_page_and_data_of_a_hub_name_its_targets_and_no_others(site: Instruments) -> None:
    hubs: dict[str, set[str]] = {}
    for path in site.targets():
        hubs.setdefault(site.way_to(path).hub, set()).add(path)
    for hub, targets in hubs.items():
        named = objects_in(site, "".join([text_at(site, hub), *behind(site, hub)]))
        assert set(named) == targets, hub


def test_no_page_but_its_hub_and_its_own_names_a_target(small: Instruments) -> None:
    for path in small.pages():
        named = set(objects_in(small, text_at(small, path))) if not path.startswith("/archive/further") else set()
        assert {small.way_to(target).hub for target in named - {path}} <= {path}, path


def test_only_plain_links_are_links_for_http(small: Instruments) -> None:
    for path in (f"/hall/{hall.slug}/" for hall in HALLS):
        shown = {target for target in links(small, path) if small.is_target(target)}
        assert shown == {target for target in small.targets() if small.way_to(target) == Way("links", path)}


def test_forms_lead_to_targets(small: Instruments) -> None:
    page = text_at(small, "/hall/zithers/")
    codes = re.findall(r'name="object" value="(\d+)"', page)
    assert codes
    for code in codes:
        assert small.respond(f"/show?object={code}").header("location") == f"/object/{code}"
        assert small.target_of(f"/show?object={code}") == f"/object/{code}"
    assert all(small.is_target(path) for path in re.findall(r'<form action="(/object/\d+)"', page))
    assert small.respond("/show?object=1").status == 404
    assert not small.is_target("/show?object=1")


def test_sheets_have_one_template(small: Instruments) -> None:
    shapes = {
        tuple(re.findall(r'<(\w+)(?: class="\w+")?', re.sub(r"<tr>.*", "", text_at(small, path))))
        for path in small.targets()
        if small.way_to(path).technique != "rendering"
    }
    assert len(shapes) == 1


def test_a_sheet_made_by_script_is_empty_without_it(small: Instruments) -> None:
    hidden = [path for path in small.targets() if small.way_to(path).technique == "rendering"]
    assert hidden
    for path in hidden:
        page = text_at(small, path)
        assert "<td>" not in page
        data = json.loads(text_at(small, re.findall(r'data-source="([^"]+)"', page)[0]))
        assert dict(data["facts"][0][1])["Inventory number"] == path.removeprefix("/object/")
        assert data["trail"][-1][0] == small.way_to(path).hub


def test_search_finds_objects_but_nothing_links_to_its_results(small: Instruments) -> None:
    found = [path for path in links(small, "/search?q=viol") if small.is_target(path)]
    assert found
    assert {small.way_to(path).technique for path in found} == {"hover"}
    assert not [path for path in links(small, "/search?q=") if small.is_target(path)]
    assert not [path for path in small.pages() if "/search?" in " ".join(links(small, path))]


def test_scripts_are_small_known_and_all_used(small: Instruments) -> None:
    texts = [text_at(small, path) for path in small.pages() if not path.startswith("/archive/further")]
    used = set(re.findall(r'src="/js/([\w.]+)"', "".join(texts)))
    imported = set(re.findall(r'from "\./([\w.]+)"', "".join(SCRIPTS.values())))
    assert used | imported == set(SCRIPTS)
    assert {name: text for name, text in SCRIPTS.items() if text.count("\n") > 50 or "://" in text} == {}
    for name, text in SCRIPTS.items():
        answer = small.respond(f"/js/{name}")
        assert (answer.status, answer.body.decode()) == (200, text)
        assert answer.header("content-type").startswith("text/javascript")
    assert small.respond("/js/nothing.js").status == 404


def test_two_ways_lead_on_for_ever_in_small_pages(small: Instruments) -> None:
    assert {"/archive/corridor-1", "/archive/further-1"} <= set(links(small, "/archive/"))
    for number in (1, 2, 7, 10**6):
        page = text_at(small, f"/archive/corridor-{number}")
        assert f'location.replace("/archive/corridor-{number + 1}")' in page
        assert len(page) < 3000
        moved = small.respond(f"/archive/further-{number}")
        assert (moved.status, moved.header("location")) == (302, f"/archive/further-{number + 1}")
    assert fetch(small, "/archive/further-1", redirects=50).error == "redirects without end"


def test_an_answer_without_end_and_one_that_never_comes(small: Instruments) -> None:
    page = small.respond("/archive/never-finishes")
    assert page.drop
    assert page.pause > 0
    assert not page.body.rstrip().endswith(b"</html>")
    assert small.respond("/archive/no-answer").delay == NEVER
    assert "/archive/no-answer" in text_at(small, "/archive/waits-for-ever")


def test_every_page_of_the_archive_does_what_its_name_says(small: Instruments) -> None:
    says = {
        "alert-on-load": "alert(",
        "confirm-on-load": "confirm(",
        "prompt-on-load": "prompt(",
        "asks-until-yes": "while (!confirm(",
        "print-on-load": "window.print(",
        "asks-before-leaving": '"beforeunload"',
        "popup-on-load": "window.open(",
        "downloads-on-load": ".download =",
        "loop-on-load": "for (;;)",
        "loop-on-click": "for (;;)",
        "never-settles": "setInterval(",
        "reloads-itself": "location.reload(",
    }
    assert {f"/archive/{name}" for name in says} <= set(links(small, "/archive/"))
    for name, call in says.items():
        assert call in text_at(small, f"/archive/{name}")


def test_the_shop_has_buttons_that_change_something(small: Instruments) -> None:
    goods = [path for path in links(small, "/shop/") if re.fullmatch(r"/shop/\d+", path)]
    assert goods
    for path in goods:
        page = text_at(small, path)
        assert 'method="post"' in page
        assert "Add to basket" in page
        assert "/js/shop.js" in page
    assert not [path for path in goods for way in links(small, path) if small.is_target(way)]


def test_samples_come_from_several_halls_and_are_plain_html(site: Instruments) -> None:
    samples = site.samples(10)
    assert len({site.way_to(path).hub for path in samples}) >= 5
    assert all('<table class="sheet">' in text_at(site, path) for path in samples)
