"""Numbers, units and prices in the spellings of many sheets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hubwalk.validators.quantities import (
    amounts,
    convert,
    convertible,
    is_currency,
    is_unit,
    numbers,
    prices,
    say_the_same,
)


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("1.234,5 mm", "mm", [1234.5]),
        ("1 234 kg", "kg", [1234]),
        ("1\N{NO-BREAK SPACE}234 m", "m", [1234]),
        ("1'234.5 m", "m", [1234.5]),
        ("2,7 Zoll", "inch", [2.7]),
        ('2.7"', "mm", [68.58]),
        ("12 x 8 x 3 cm", "mm", [120, 80, 30]),
        ("12 mm × 8 mm", "mm", [12, 8]),
        ("10-20 W", "W", [10, 20]),
        ("10 bis 20 W", "W", [10, 20]),
        ("1/2000 s", "ms", [0.5]),
        ("1/2.5 inch", "inch", [0.4]),
        ("½ kg", "g", [500]),
        ("1½ h", "min", [90]),
        ("≈ 5 kg", "g", [5000]),
        ("ca. 300 g (10.6 oz)", "g", [300, 300.5]),
        ("300 g with battery", "g", [300]),
        ("4x", "x", [4]),
        ("3-fach", "x", [3]),
        ("12 MP", "megapixel", [12]),
        ("12 Mio. Pixel", "megapixel", [12]),
        ("12 million pixels", "megapixel", [12]),
        ("12,1 millions de pixels", "megapixel", [12.1]),
        ("12,1 milioni di pixel", "megapixel", [12.1]),
        ("2 millions d'heures", "hour", [2e6]),
        ("2 millions d’heures", "hour", [2e6]),
        ("4000 x 3000", "megapixel", [12]),
        ("4.000 × 3.000 Pixel", "megapixel", [12]),
        ("12,345", "megapixel", [12345, 12.345]),
        ("30 x 20 kg", "megapixel", []),
        ("-10 - 40 °C", "kelvin", [263.15, 313.15]),
        ("72 °F", "degC", [22.2]),
        ("23° C", "degC", [23]),
        ("500 sq. km (land)", "km²", [500]),
        ("100 cd/m2", "cd/m²", [100]),
        ("10 m/s²", "m/s^2", [10]),
        ("5 γρ.", "g", [5]),
        ("2 heures", "min", [120]),
        ("80 %", "percent", [80]),
        ("0.125 kg", "g", [125]),
        ("300", "g", [300]),
        ("300 dpi", "g", []),
        ("3 apples", "g", []),
        ("heavy", "g", []),
        ("1/0 s", "s", []),
        ("1 m 80 cm", "cm", [180]),
        ("5 ft 11 in", "cm", [180.34]),
        ("5'11\"", "cm", [180.34]),
        ("1 h 30 min 15 s", "s", [5415]),
        ("1 Std. 30 Min.", "min", [90]),
        ("1 hour and 30 minutes", "min", [90]),
        ("1 m 80 cm - 1 m 90 cm", "cm", [180, 190]),
        ("1.5 m 80 cm", "cm", [150, 80]),  # the larger part of an amount is whole
        ("11 oz 300 g", "g", [311.8, 300]),  # the same twice: 300 g are more than an ounce
        ("1 m, 80 cm", "cm", [100, 80]),
        ("30 °C 10 °F", "degC", [30, -12.2]),
        ("10 cm - 20 cm", "cm", [10, 20]),
        ("20 °C; - 10 °C", "degC", [20, -10]),
        ("von - 10 °C", "degC", [-10]),
        ("15 s 1/2 s", "s", [15, 0.5]),  # no smaller unit
        ("9" * 300, "m", []),
        ("", "m", []),
    ],
)
def test_amounts(text: str, unit: str, values: list[float]) -> None:
    assert list(amounts(text, unit)) == pytest.approx(values, abs=0.06)


def test_a_point_before_three_digits_has_two_readings() -> None:
    assert set(amounts("1.234 kg", "kg")) == {1234, 1.234}
    assert set(amounts("1,234 kg", "kg")) == {1234, 1.234}
    assert amounts("0.234 kg", "kg") == (0.234,)
    assert amounts("1.234.567 kg", "kg") == (1234567,)


def test_the_unit_may_stand_in_the_label_or_have_a_spelling_of_its_own() -> None:
    assert amounts("0.3", "g", "kg") == (300,)
    assert amounts("300 gramos", "g") == ()
    assert amounts("300 Gramos", "g", also=("gramos",)) == (300,)


def test_numbers() -> None:
    assert numbers("f/2.8-4.5, ISO 3200") == (2.8, 4.5, 3200)
    assert numbers("none") == ()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1.299,00 €", [(1299, "EUR")]),
        ("$1,299.00", [(1299, "USD")]),
        ("CHF 20.-", [(20, "CHF")]),
        ("299 Euro", [(299, "EUR")]),
        ("1\N{NO-BREAK SPACE}299,00 €", [(1299, "EUR")]),
        ("1 299 € (was 1 499 €)", [(1299, "EUR"), (1499, "EUR")]),
        ("499 crowns", [(499, "")]),
        ("499 crowns (2 pieces)", [(499, "")]),
        ("free", []),
        ("on request", []),
        ("statt 999 € nur 299 €", [(999, "EUR"), (299, "EUR")]),
        ("statt 999 Euro nur 299 Euro", [(999, "EUR"), (299, "EUR")]),
        ("EUR 999, now EUR 299", [(999, "EUR"), (299, "EUR")]),
        ("999 € / 1100 CHF", [(999, "EUR"), (1100, "CHF")]),
        ("EUR 999 / CHF 1100", [(999, "EUR"), (1100, "CHF")]),
        ("1.299,00 € inkl. 20 % MwSt", [(1299, "EUR")]),
        ("12 months at 29 €", [(29, "EUR")]),
    ],
)
def test_prices(text: str, read: list[tuple[float, str]]) -> None:
    assert list(prices(text)) == read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.3 kg", "300 g"),
        ("4 x", "4x"),
        ('2.7"', "2.7 inch"),
        ("80-1600", "80 \N{EN DASH} 1600"),
        ("12.1 million pixels", "12.1 MP"),
        ("12 x 8 cm", "120 mm x 80 mm"),
        ("1 m 80 cm", "1,80 m"),
        ("1.234 kg", "1234 g"),
        ("6,9 cm", "2.7 inch"),
        ("20 °C", "68 °F"),
        ("300", "300 g"),
        ("15 s - 1/2000 s", "15 - 1/2000 s"),
        ("4x", "4x optical"),
        ("Full HD", "full  hd"),
    ],
)
def test_the_same_in_other_spellings(one: str, other: str) -> None:
    assert say_the_same(one, other)
    assert say_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("300 g", "302 g"),
        ("300 g", "300 kg"),
        ("300 g", "300 ml"),
        ("12 MP", "12.1 MP"),
        ("80 - 1600", "80 - 3200"),
        ("4x", "4x and 1"),
        ("2 USB ports", "2 HDMI ports"),
        ("A640, 12 MP", "A650, 12 MP"),
        ("A", "A+"),
        ("none", ""),
    ],
)
def test_what_is_not_the_same(one: str, other: str) -> None:
    assert not say_the_same(one, other)
    assert not say_the_same(other, one)


@pytest.mark.parametrize(
    "unit", ["mm", "km/h", "degC", "°C", "megapixel", "GB", "Zoll", "x", "sq km", "m²", "kWh", "dpi"]
)
def test_units(unit: str) -> None:
    assert is_unit(unit)


@pytest.mark.parametrize(
    "unit", ["", "smoots", "m**999", "9**9**9", "__import__('os')", "kg" * 40, "1", "EUR", "\0", "m/"]
)
def test_no_units(unit: str) -> None:
    assert not is_unit(unit)
    assert convert(1, unit, "m") is None
    assert convert(1, "m", unit) is None


def test_conversion_needs_one_dimension() -> None:
    assert convert(1, "inch", "cm") == pytest.approx(2.54)
    assert convert(1, "inch", "kg") is None
    assert not convertible("inch", "kg")
    assert is_currency("EUR")
    assert not is_currency("XQZ")


PIECES = [
    "12",
    "1.234,5",
    "/",
    " x ",
    "-",
    "mm",
    " kg",
    "°",
    '"',
    "½",
    "Mio. ",
    "²",
    "^",
    "*",
    ".",
    ",",
    "\N{NO-BREAK SPACE}",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join))
def test_any_text_is_read(text: str) -> None:
    for value in (*amounts(text, "mm"), *amounts(text, "degC", "degF"), *numbers(text)):
        assert isinstance(value, float)
    prices(text)
    assert say_the_same(text, text)
    assert say_the_same(text, "300 g") == say_the_same("300 g", text)
