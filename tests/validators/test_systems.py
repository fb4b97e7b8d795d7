"""Values in metric and in imperial units are of one thing, two values in like units are of two."""

from __future__ import annotations

import pytest

from hubwalk.validators.label_value import presentations
from hubwalk.validators.rendered import presentations_of
from hubwalk.values import Page, TextBox

TWICE = {
    "Weight": ("350 g", "12.3 oz"),
    "Length": ("120 mm", "4.7 in"),
    "Depth": ("8 mm", "0.3 in"),
    "Case": ("120 x 80 x 40 mm", "4.7 x 3.1 x 1.6 in"),
    "Works at": ("-10 to 40 °C", "14 to 104 °F"),
}
EXPECTED = {label.lower(): values[0] for label, values in TWICE.items()}
ROWS = "".join(f"<tr><td>{label}<td>{one}<td>{other}" for label, (one, other) in TWICE.items())


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


@pytest.mark.parametrize(
    "head",
    [
        "",
        "<tr><th><th>Metric<th>Imperial",
        "<tr><th>Dimension<th>Metric units<th>US customary",
        "<tr><td><td><b>Metric</b><td><b>Imperial</b>",
        "<tr><th><th>EU<th>America",
    ],
)
def test_values_in_two_systems_are_of_one_thing(head: str) -> None:
    assert found(f"<table>{head}{ROWS}</table>") == EXPECTED


def test_the_first_value_counts_whatever_its_system() -> None:
    rows = "".join(f"<tr><th>{label}<td>{other}<td>{one}" for label, (one, other) in TWICE.items())
    assert found(f"<table>{rows}</table>") == {label.lower(): other for label, (_, other) in TWICE.items()}


def test_rows_may_have_one_value_or_the_same_twice() -> None:
    more = "<tr><td>Colour<td colspan=2>red<tr><td>Flash<td>yes<td>yes<tr><td>Power<td>5 W<td><tr><td>Gap<td><td>1 in"
    expected = {**EXPECTED, "colour": "red", "flash": "yes", "power": "5 W", "gap": "1 in"}
    assert found(f"<table>{ROWS}{more}</table>") == expected


@pytest.mark.parametrize(
    "head",
    [
        "<tr><th><th>mm<th>in",
        "<tr><td>Dimension<td>mm<td>inches",
        "<tr><th><th>Metric (mm)<th>Imperial (in)",
        "<tr><td><td>Size [mm]<td>Size [in]",
    ],
)
def test_units_may_stand_in_the_head(head: str) -> None:
    rows = "<tr><td>Length<td>120<td>4.72<tr><td>Width<td>80<td>3.15<tr><td>Height<td>40<td>1.57"
    assert found(f"<table>{head}{rows}</table>") == {"length": "120 mm", "width": "80 mm", "height": "40 mm"}


def test_the_name_of_a_system_is_no_unit() -> None:
    rows = "<tr><td>Length<td>120<td>4.72<tr><td>Width<td>80<td>3.15<tr><td>Seats<td>4<td>4"
    head = "<tr><th><th>Metric<th>Imperial"
    assert found(f"<table>{head}{rows}</table>") == {"length": "120", "width": "80", "seats": "4"}


COMPARISONS = {
    "like units": [("350 g", "300 g"), ("120 mm", "118 mm"), ("5 W", "6 W")],
    "other units of other amounts": [("350 g", "0.4 kg"), ("12 cm", "118 mm"), ("5 kW", "4200 W")],
    "hardly any amount the same": [("0.3 kg", "300 g"), ("12 cm", "118 mm"), ("5 kW", "4200 W"), ("yes", "no")],
    "the same in other words": [("4x", "4x optical"), ("3 inch", "3 inch LCD"), ("12 MP", "12 megapixels")],
    "the same with more digits": [("0.3 kg", "0.30 kg"), ("12 MP", "12.0 MP"), ("5 W", "5.00 W"), ("8 mm", "8.0 mm")],
    "one conversion": [("350 g", "12.3 oz"), ("black", "black"), ("yes", "yes")],
    "words": [("red", "blue"), ("steel", "glass"), ("yes", "no")],
}


@pytest.mark.parametrize("values", COMPARISONS.values(), ids=COMPARISONS)
@pytest.mark.parametrize("head", ["", "<tr><th><th>A<th>B", "<tr><th><th>A100<th>B200", "<tr><td><td>US<td>UK"])
def test_comparisons_stay_such(values: list[tuple[str, str]], head: str) -> None:
    rows = "".join(f"<tr><td>{label}<td>{a}<td>{b}" for label, (a, b) in zip(TWICE, values, strict=False))
    assert not found(f"<table>{head}{rows}</table>")


def test_times_in_minutes_and_seconds_are_two_columns() -> None:
    rows = "<tr><td>Anna Bell<td>12<td>34<tr><td>Bob Stone<td>13<td>5<tr><td>Carla Wood<td>13<td>44"
    assert not found(f"<table><tr><th>Runner<th>min<th>s{rows}</table>")


def test_a_listing_in_two_units_is_one() -> None:
    cities = [("Graz", 200, 124), ("Linz", 184, 114), ("Wels", 209, 130), ("Enns", 168, 104), ("Melk", 85, 53)]
    rows = "".join(f"<tr><td>{name}<td>{km}<td>{miles}" for name, km, miles in cities)
    for corner in ("City", ""):
        assert not found(f"<table><tr><th>{corner}<th>km<th>mi{rows}</table>")


PLANETS = [("Mercury", 4879, 3032), ("Venus", 12104, 7521), ("Earth", 12756, 7926), ("Mars", 6792, 4220)]


@pytest.mark.parametrize(
    "head",
    [
        "<tr><th>Planet<th>Diameter (km)<th>Diameter (mi)",
        "<tr><td>Planet<td>Diameter [km]<td>Diameter [mi]",
        "<tr><th><th>Diameter (km)<th>Diameter (mi)",
        "<tr><th rowspan=2>Planet<th colspan=2>Diameter<tr><th>km<th>mi",
        "<tr><th>Planet<th colspan=2>Diameter<tr><th><th>km<th>mi",
    ],
)
def test_a_head_that_names_one_quantity_is_that_of_many_things(head: str) -> None:
    rows = "".join(f"<tr><td>{name}<td>{km}<td>{miles}" for name, km, miles in PLANETS)
    assert not found(f"<table>{head}{rows}</table>")


@pytest.mark.parametrize("head", ["<th>Diameter<th>Diameter", "<th colspan=2>Diameter"])
def test_things_with_units_beside_the_amounts(head: str) -> None:
    rows = "".join(f"<tr><td>{name}<td>{km} km<td>{miles} mi" for name, km, miles in PLANETS)
    assert not found(f"<table><tr><th>Planet{head}{rows}</table>")


@pytest.mark.parametrize("head", ["<th>Value<th>Value", "<th colspan=2>Values", "<th colspan=2>Lumora 5"])
def test_a_head_above_values_of_many_quantities(head: str) -> None:
    assert found(f"<table><tr><th>What{head}{ROWS}</table>").items() >= EXPECTED.items()


def test_a_wide_value_is_no_head() -> None:
    rows = "".join(
        f"<tr><td>{label}<td>{one}<td>{other}"
        for label, one, other in (
            ("Length", "120 mm", "4.7 in"),
            ("Width", "80 mm", "3.1 in"),
            ("Height", "40 mm", "1.6 in"),
        )
    )
    expected = {"case": "steel", "length": "120 mm", "width": "80 mm", "height": "40 mm"}
    assert found(f"<table><tr><td>Case<td colspan=2>steel{rows}</table>") == expected


def test_a_drawing_of_the_two_columns_takes_nothing_away() -> None:
    boxes = [
        TextBox(text, x, 30.0 * i, 8.0 * len(text), 18, f"/html/body[1]/table[1]/tbody[1]/tr[{i + 1}]/td[{k + 1}]")
        for i, (label, values) in enumerate(TWICE.items())
        for k, (x, text) in enumerate(zip((10, 200, 400), (label, *values), strict=True))
    ]
    page = Page("http://a.test/", "http://a.test/", html=f"<table>{ROWS}</table>", boxes=tuple(boxes))
    assert {pair.label: pair.value for pairs in presentations_of(page) for pair in pairs} == EXPECTED
