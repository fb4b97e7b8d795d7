"""`table` on small made-up sites: labels count, layout does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.validators.table import TableValidator
from hubwalk.values import Page

Layout = Callable[[Mapping[str, str]], str]


def as_table(facts: Mapping[str, str]) -> str:
    return "<table>" + "".join(f"<tr><th>{label}<td>{value}" for label, value in facts.items()) + "</table>"


def as_terms(facts: Mapping[str, str]) -> str:
    return "<dl>" + "".join(f"<dt>{label}:<dd>{value}" for label, value in facts.items()) + "</dl>"


def as_boxes(facts: Mapping[str, str]) -> str:
    rows = "".join(f"<div><span>{label}</span><span>{value}</span></div>" for label, value in facts.items())
    return f"<div class=specs>{rows}</div>"


def camera_facts(i: int) -> dict[str, str]:
    facts = {
        "Resolution": f"{i + 3} megapixels",
        "Sensor": f"{i}/2.5 inch",
        "Zoom": f"{i + 2}x",
        "Aperture": f"f/{i}",
        "Shutter": f"1/{1000 + i} s",
        "Viewfinder": f"{i} dots",
        "Weight": f"{90 + i} g",
        "Price": f"{i}99 crowns",
    }
    del facts[list(facts)[i % 5]]  # no two cameras have the same sheet
    return facts


OTHER_WORDS = {"Resolution": "Effective pixels", "Sensor": "Sensor size", "Shutter": "Shutter speed", "Price": "Cost"}


def camera(i: int, *, layout: Layout = as_table, site: str = "a", words: Mapping[str, str] = OTHER_WORDS) -> Page:
    renamed = {words.get(label, label) if site == "b" else label: v for label, v in camera_facts(i).items()}
    return page(layout(renamed), f"http://{site}.test/camera/{i}")


def page(content: str, url: str) -> Page:
    menu = "<ul class=menu>" + "".join(f"<li><a href=/{i}>Section {i}</a>" for i in range(8)) + "</ul>"
    return parse(f"<title>{url}</title>{menu}<main><h1>{url}</h1>{content}</main><p>Editor: Anna Bell", url)


def printer(i: int, site: str = "a") -> Page:
    own = {"Paper": f"A{i}", "Speed": f"{i} ppm", "Ink": f"{i}", "Duplex": "no", "Noise": f"{i} dB"}
    shared = {"Resolution": f"{i}00 dpi", "Weight": f"{i} kg", "Price": f"{i}"}
    return page(as_table({**own, **shared}), f"http://{site}.test/printer/{i}")


def comparison(i: int) -> Page:
    one, two = camera_facts(i), camera_facts(i + 1)
    rows = "".join(f"<tr><th>{label}<td>{value}<td>{two.get(label, '-')}" for label, value in one.items())
    return page(f"<table>{rows}</table>", f"http://a.test/compare/{i}")


def side_by_side(i: int) -> Page:
    return page(as_terms(camera_facts(i)) + as_terms(camera_facts(i + 5)), f"http://a.test/versus/{i}")


def listing(i: int) -> Page:
    items = "".join(f"<tr><td><a href=/{k}>Camera {k}</a><td>{k}99 crowns" for k in range(i, i + 20))
    return page(f"<table>{items}</table>", f"http://a.test/list/{i}")


def accepted(validator: TableValidator, pages: list[Page]) -> int:
    return sum(validator.judge(each).accepted for each in pages)


@pytest.mark.parametrize("samples", [1, 2, 3, 10])
def test_it_accepts_one_instance_in_any_layout_and_nothing_else(samples: int) -> None:
    validator = TableValidator([camera(i) for i in range(samples)])
    for layout in (as_table, as_terms, as_boxes):
        assert accepted(validator, [camera(i, layout=layout) for i in range(10, 20)]) == 10
    for other in (printer, comparison, side_by_side, listing):
        assert accepted(validator, [other(i) for i in range(10, 20)]) == 0, other.__name__


def test_samples_of_two_sites_with_partly_different_words() -> None:
    samples = [camera(i, site="a") for i in range(3)] + [camera(i, site="b", layout=as_terms) for i in range(3, 6)]
    validator = TableValidator(samples)
    for site in "ab":
        assert accepted(validator, [camera(i, site=site, layout=as_boxes) for i in range(10, 20)]) == 10
        assert accepted(validator, [printer(i, site) for i in range(10, 20)]) == 0


def test_a_site_without_samples_may_have_some_words_of_its_own() -> None:
    validator = TableValidator([camera(0), camera(1), camera(2, site="b"), camera(3, site="b")])
    facts = {**camera_facts(7), "Price": "1"}
    own = {f"Their {label}" if label in {"Price", "Sensor", "Viewfinder"} else label: v for label, v in facts.items()}
    stranger = page(as_boxes(own), "http://c.test/7")
    assert validator.judge(stranger).accepted
    assert validator.need < min(validator.need_at.values())


def test_printers_are_told_from_cameras_and_cameras_from_printers() -> None:
    validator = TableValidator([printer(i) for i in range(3)])
    assert accepted(validator, [printer(i) for i in range(10, 20)]) == 10
    assert accepted(validator, [camera(i) for i in range(10, 20)]) == 0


def test_what_near_misses_have_too_weighs_less() -> None:
    samples = [camera(i) for i in range(3)]
    plain, warned = TableValidator(samples), TableValidator(samples, [printer(i) for i in range(3)])
    stranger = printer(20)
    assert warned.judge(stranger).score < plain.judge(stranger).score / 2
    assert accepted(warned, [camera(i) for i in range(10, 20)]) == 10


def test_near_misses_that_show_all_of_it_do_not_shut_the_samples_out() -> None:
    validator = TableValidator([camera(i) for i in range(3)], [camera(i) for i in range(3, 6)])
    assert accepted(validator, [camera(i) for i in range(3)]) == 3


def test_the_reason_counts_and_names_the_attributes() -> None:
    validator = TableValidator([camera(i) for i in range(5)])
    assert validator.judge(camera(5)).reason.startswith("7 of 7 attributes: ")
    assert "Aperture" in validator.judge(camera(6)).reason
    refused = validator.judge(printer(5)).reason
    assert "3 of 7 attributes: " in refused
    assert "not " in refused
    assert "several instances" in validator.judge(side_by_side(5)).reason
    assert validator.judge(page("<p>Hello", "http://a.test/")).reason == "no labels with values"


def test_a_refusal_for_too_few_attributes_says_so() -> None:
    """Elsewhere than on the samples' site few attributes are enough for the score, but five must be found."""
    samples = [page(as_table(dict(list(camera_facts(5 * i).items())[:5])), f"http://a.test/{i}") for i in range(3)]
    facts = dict(list(camera_facts(15).items())[:4])
    verdict = TableValidator(samples).judge(page(as_table(facts), "http://b.test/1"))
    assert not verdict.accepted
    assert verdict.reason.startswith("4 of 5 attributes: ")
    assert verdict.reason.endswith(f" ({verdict.score:.2f}, but needs 5 attributes)")


@pytest.mark.parametrize("site", ["http://a.test", "file://"])
def test_two_samples_with_few_attributes_are_a_template(site: str) -> None:
    full = {"Rooms": "4", "Floor": "2 of 6", "Heating": "gas", "Price": "900 crowns"}
    short = {"Area": "40 m²", "Price": "900 crowns"}
    small = [page(as_table(short | {"Area": f"4{i} m²"}), f"{site}/g{i}") for i in range(3)]
    large = [page(as_table(full | {"Rooms": str(i)}), f"{site}/f{i}") for i in range(3)]
    other = page(as_table({"Price": "9 crowns", "Author": "Ann", "Pages": "90"}), f"{site}/b")
    part = page(as_table({"Rooms": "4", "Price": "9 crowns"}), f"{site}/p")
    wall = page(as_table(short | {"Paint": "red", "Thickness": "3 mm"}), f"{site}/w")

    validator = TableValidator([*large[:2], *small[:2]])
    garden = page(as_table(short | {"Fence": "yes"}), f"{site}/h")
    assert accepted(validator, [large[2], small[2], garden]) == 3
    assert accepted(validator, [other, part, wall]) == 0
    elsewhere = parse(small[2].html, "http://b.test/1")
    assert validator.judge(elsewhere).accepted == (site == "file://")
    validator = TableValidator([*large[:2], small[0]])  # one may be a page that somebody left half empty
    assert accepted(validator, [large[2], small[2]]) == 1


def test_key_facts_beside_the_full_sheet_are_of_one_instance() -> None:
    validator = TableValidator([camera(i) for i in range(3)])
    full = camera_facts(12)
    facts = {
        "Resolution": "15 MP",
        "Sensor": '12/2.5"',
        "Shutter": "1 / 1012 sec",
        "Weight": "0.102 kg",
        "Price": "1 299 crowns",
    }
    assert facts.keys() <= full.keys()
    verdict = validator.judge(page(as_terms(facts) + as_table(full), "http://a.test/12"))
    assert verdict.accepted, verdict.reason


def test_the_order_of_samples_and_a_sample_given_twice_do_not_matter() -> None:
    one, other = (TableValidator([camera(i) for i in order]) for order in ([0, 1, 2], [2, 0, 0, 1]))
    assert one.need == pytest.approx(other.need)
    assert one.judge(camera(9)).score == pytest.approx(other.judge(camera(9)).score)


def test_samples_that_cannot_teach_it() -> None:
    with pytest.raises(UsageError, match="--like"):
        TableValidator([])
    with pytest.raises(UsageError, match="choose --validator text or like"):
        TableValidator([parse("<p>Only prose here.", "http://a.test/")])


def test_pages_that_could_not_be_had() -> None:
    gone = Page("http://a/", "http://a/", status=404, html=camera(1).html)
    verdict = TableValidator([camera(0)]).judge(gone)
    assert not verdict.accepted
    assert "404" in verdict.reason


VALIDATOR = TableValidator([camera(i) for i in range(3)], [printer(0)])
PIECES = [
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</table>",
    "<dl><dt>",
    "<dd>",
    "Zoom",
    "Weight",
    ":",
    "4x",
    "<br>",
    "<div>",
]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=40).map("".join))
def test_any_html_is_judged(html: str) -> None:
    verdict = VALIDATOR.judge(Page("http://a.test/", "http://a.test/", html=html))
    assert 0 <= verdict.score <= 1
    assert len(verdict.reason.splitlines()) == 1


def test_samples_of_one_site_leave_other_sites_their_words_but_need_five_attributes() -> None:
    validator = TableValidator([camera(i) for i in range(3)])
    facts = camera_facts(14)

    def elsewhere(shared: int, site: str) -> bool:
        own = {label if n < shared else f"Their {label}": value for n, (label, value) in enumerate(facts.items())}
        return validator.judge(page(as_boxes(own), f"http://{site}.test/14")).accepted

    assert not any(elsewhere(shared, "c") for shared in range(5))
    assert elsewhere(6, "c")
    assert validator.need < validator.need_at["a.test"]


@pytest.mark.parametrize(("size", "needed"), [(3, 3), (4, 3), (5, 5), (6, 5)])
def test_of_small_sheets_one_attribute_may_be_missing_elsewhere(size: int, needed: int) -> None:
    samples = [page(as_table(dict(list(camera_facts(5 * i).items())[:size])), f"http://a.test/{i}") for i in range(3)]
    validator = TableValidator(samples)

    def is_accepted(shared: int) -> bool:
        facts = dict(list(camera_facts(15).items())[:shared])
        return validator.judge(page(as_table(facts), "http://b.test/1")).accepted

    assert [is_accepted(shared) for shared in (needed - 1, needed)] == [False, True]


def test_saved_samples_of_nowhere_make_no_difference_between_sites() -> None:
    validator = TableValidator([parse(camera(i).html, f"file:///{i}.html") for i in range(3)])
    assert validator.need_at == {}
    assert accepted(validator, [camera(i, layout=as_boxes) for i in range(10, 20)]) == 10
    assert accepted(validator, [printer(i) for i in range(10, 20)]) == 0


def test_a_page_mostly_about_other_things() -> None:
    """A letter may show the data of a person, but it is not that person's page."""
    validator = TableValidator([camera(i) for i in range(3)])
    own = as_table(camera_facts(12))
    others = "".join(as_table({f"Place {n}": "x", f"Latitude {n}": "1", f"Longitude {n}": "2"}) for n in range(12))
    assert validator.judge(page(own, "http://a.test/12")).accepted
    verdict = validator.judge(page(own + others, "http://a.test/letter"))
    assert not verdict.accepted
    assert "mostly other things" in verdict.reason


def test_a_sentence_is_not_shown_for_a_number() -> None:
    validator = TableValidator([camera(i) for i in range(3)])
    said = dict.fromkeys(camera_facts(12), "see what our readers say about it")
    assert validator.judge(page(as_table(camera_facts(12)), "http://a.test/12")).accepted
    assert not validator.judge(page(as_table(said), "http://a.test/glossary")).accepted
    assert validator.judge(page(as_table({**camera_facts(12), "Zoom": "none"}), "http://a.test/13")).accepted


def test_no_samples_and_no_ontology() -> None:
    with pytest.raises(UsageError, match=r"no samples .*--like.*table:FILE\.toml"):
        TableValidator([])
