"""Numbers, units and prices in the spellings of many sheets."""

from __future__ import annotations

import time

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
        ("210 γραμ.", "g", [210]),
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


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("1,2 Kg", "g", [1200]),
        ("1,2 KG", "g", [1200]),
        ("300 G", "g", [300]),
        ("12 MM", "mm", [12]),
        ("5 Mm", "mm", [5]),
        ("12 CM", "mm", [120]),
        ("5 Km", "km", [5]),
        ("120 KM/H", "km/h", [120]),
        ("5 ML", "ml", [5]),
        ("3.5 Ghz", "GHz", [3.5]),
        ("500 Mhz", "MHz", [500]),
        ("500 mhz", "MHz", [500]),
        ("60 hz", "Hz", [60]),
        ("30 w", "W", [30]),
        ("5 KW", "W", [5000]),
        ("5 KWH", "kWh", [5]),
        ("230 v", "V", [230]),
        ("12 Lb", "lb", [12]),
        ("12 LBS", "lb", [12]),
        ("5 OZ", "oz", [5]),
        ("3000 mah", "mAh", [3000]),
        ("3000 MAH", "mAh", [3000]),
        ("50 db", "dB", [50]),
        ("250 CD/M2", "cd/m²", [250]),
        ("54 MBit/s", "Mbit/s", [54]),
        ("54 mbit/s", "Mbit/s", [54]),
        ("54 Mb/s", "Mbit/s", [54]),
        ("54 MB/s", "Mbit/s", [432]),
        ("54 Mbps", "Mbit/s", [54]),
        ("54 MBps", "Mbit/s", [432]),
        ("1 GBit/s", "Mbit/s", [1000]),
        ("1 Gb/s", "Mbit/s", [1000]),
        ("100 MByte", "MB", [100]),
        ("100 KBytes", "kB", [100]),
        ("2 MOhm", "ohm", [2e6]),
        ("12 MEGAPIXEL", "megapixel", [12]),
        ("20 °c", "degC", [20]),
        ("2,7 ΙΝΤΣΕΣ", "inch", [2.7]),
        ("2,7 ιντσών", "inch", [2.7]),
        ("150 CV", "kW", [110.3]),
        ("150 ch", "kW", [110.3]),
        ("400 Nm", "N·m", [400]),
        ("7 nm", "nm", [7]),
        ("5 lt", "l", [5]),
        ("5 Ltr.", "l", [5]),
        ("54 Mb/sec", "Mbit/s", [54]),
        ("54 MB/Sek.", "MB/s", [54]),
        ("54 mb/s", "MB/s", [6.75, 54]),  # bits or bytes
        ("54 mb/s", "Mbit/s", [54, 432]),
        ("54 Mo/s", "MB/s", [54]),
        ("42 dBA", "dB", [42]),
        ("42 dBa", "dB", [42]),
        ("42 dB(A)", "dB", [42]),
        ("42 db (A)", "dB(A)", [42]),
        ("42 DB", "dBA", [42]),
        ("8 Ohm", "ohm", [8]),
        ("8 OHMS", "ohm", [8]),
        ("300 Lux", "lx", [300]),
        ("3 Amp", "A", [3]),
        ("5 HP", "hp", [5]),
        ("125 CC", "cm³", [125]),
        ("5 KN", "N", [5000]),
        ("16 Gib", "GiB", [16]),
        ("230 VAC", "V", [230]),
        ("12 Vdc", "V", [12]),
        ("5,5 kWp", "kW", [5.5]),
        ("3000 ANSI-Lumen", "lm", [3000]),
        ("3000 ANSI Lumens", "lm", [3000]),
        ("180 kmh", "km/h", [180]),
        ("180 km/Std.", "km/h", [180]),
        ("212 kWh/Jahr", "kWh/year", [212]),
        ("212 kWh/annum", "kWh/a", [212]),
        ("80 GSM", "g/m²", [80]),
        ("20 C°", "degC", [20]),
        ("3000 1/min", "rpm", [3000]),
        ("3000 min-1", "rpm", [3000]),
        ("3.000 min⁻¹", "1/min", [3000, 3]),
        ("3000 giri/min", "rpm", [3000]),
        ("5,8 l/100 km", "l/100km", [5.8]),
        ("5,8 L/100km", "l/100 km", [5.8]),
        ("5,8 l/100 km", "l", [5.8]),
        ("17 kWh/100 km", "kWh/100km", [17]),
        ("3000 min-1 max.", "rpm", [3000]),
        ("3000 min -1", "rpm", [3000]),
        ("5,8 l / 100 km", "l/100km", [5.8]),
        ("garantie 1 Jahr", "month", [12]),
    ],
)
def test_units_in_other_capitals_and_spellings(text: str, unit: str, values: list[float]) -> None:
    assert list(amounts(text, unit)) == pytest.approx(values, abs=0.06)


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("5 mm", "mm", [5]),
        ("5 mW", "W", [0.005]),
        ("5 MW", "W", [5e6]),
        ("5 mV", "V", [0.005]),
        ("5 MHz", "Hz", [5e6]),
        ("5 mHz", "Hz", [0.005]),
        ("1 MB", "MB", [1]),
        ("1 Mb", "MB", [1]),  # that is how sheets write it; a rate in Mb/s is one in bits
        ("5 M", "m", []),
        ("5 M", "mm", []),
        ("3 kA", "A", [3000]),
        ("5 T", "tesla", [5]),
        ("5 G", "gauss", [5]),
        ("32-bit PC", "m", []),
    ],
)
def test_capitals_that_matter(text: str, unit: str, values: list[float]) -> None:
    assert list(amounts(text, unit)) == pytest.approx(values)


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("230 V/50 Hz", "V", [230]),
        ("230 V/50 Hz", "Hz", [50]),
        ("220-240V/50-60Hz", "V", [220, 240]),
        ("5V/2A", "V", [5]),
        ("5V/2A", "A", [2]),
        ("300 g*", "g", [300]),
        ("300 g†", "g", [300]),
        ("300 g**) net", "g", [300]),
        ("16GB/512GB", "GB", [16, 512]),
        ("1 TB/512 GB", "GB", [1000, 512]),  # two amounts, unlike "1 TB 512 GB"
        ("12 kg/ m²", "kg/m²", [12]),
        ("50/100 km", "m", [50000, 500, 100000]),  # two ranges, as a list or a fraction
        ("50 km/100 km", "km", [50, 100]),
        ("50/100 km/h", "km/h", [50, 0.5, 100]),
        ("70 kWh/100 km/h", "kWh", [70]),
        ("10 min-1 h", "min", [10, 60]),  # no turns
        ("10 min-1.5 h", "min", [10, 90]),
        ("10 min-1:30 h", "min", [10, 90]),
        ("5 min -1 °C", "degC", [-1]),
    ],
)
def test_what_stands_behind_a_unit(text: str, unit: str, values: list[float]) -> None:
    assert list(amounts(text, unit)) == pytest.approx(values)


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("2 ½ kg", "kg", [2.5]),
        ("2½ kg", "kg", [2.5]),
        ("2 1/2 kg", "kg", [2.5]),
        ('5 1/4"', "inch", [5.25]),
        ("⅓ l", "l", [1 / 3]),
        ("1⅜ in", "inch", [1.375]),
        ("3/4 inch", "inch", [0.75]),
        ("100 1/60 s", "s", [100, 1 / 60]),  # nobody tells sixtieths with a whole
        ("5 3/2 kg", "kg", [5, 1.5]),
        ("64/128 GB", "GB", [64, 0.5, 128]),
        ("64/128/256 GB", "GB", [64, 128, 256]),
        ("10/600 s", "s", [10, 1 / 60, 600]),
        ("ca.5 kg", "kg", [5]),
        ("ca.300 g", "g", [300]),
        ("W12 x H8 x D3 cm", "cm", [12, 8, 3]),
        ("B 12 x H 8,5 cm", "cm", [12, 8.5]),
        ("−20 bis +60 °C", "degC", [-20, 60]),
        ("-20 to -5 °C", "degC", [-20, -5]),
        ("-20 - -5 °C", "degC", [-20, -5]),
        ("20ºC", "degC", [20]),
        ("5’7”", "cm", [170.18]),
        ("2,7“", "inch", [2.7]),
        ("300 “net”", "g", [300]),
        ("1:30 h", "min", [90]),
        ("1:30:30 Std.", "min", [90.5]),
        ("3:20 min", "s", [200]),
        ("1:75 h", "h", [1, 75]),
        ("1.5e3 g", "g", [1500]),
        ("1.5×10³ g", "g", [1500]),
        ("2 x 10^-3 m", "mm", [2]),
        ("5 x 10 cm", "cm", [5, 10]),
        ("1×10³ x 2", "megapixel", [0.002]),
    ],
)
def test_numbers_in_other_spellings(text: str, unit: str, values: list[float]) -> None:
    assert list(amounts(text, unit)) == pytest.approx(values)


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
    assert numbers("F2.8") == (2.8,)
    assert numbers("F1.8 (W) - 2.8 (T)") == (1.8, 2.8)
    assert numbers("x2.9") == (2.9,)
    assert numbers("16:9 format") == (16, 9)
    assert numbers("1.5e-3") == (0.0015,)


@pytest.mark.parametrize("text", ["Canon A640", "H264", "section F.8", "v3.12", "Windows x64", "MP3", "EF2.8"])
def test_digits_of_names_are_no_numbers(text: str) -> None:
    assert numbers(text) == ()


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
        ("inkl. 19 % MwSt. € 1.299,00", [(1299, "EUR")]),
        ("2 for $99", [(99, "USD")]),
        ("2 for US$ 99 or 3 for US$ 120", [(99, "USD"), (120, "USD")]),
        ("12 months from € 99", [(99, "EUR")]),
        ("-20 % € 99", [(99, "EUR")]),
        ("-20 %, € 99 statt € 120", [(99, "EUR"), (120, "EUR")]),
        ("99 € statt € 120", [(99, "EUR"), (120, "EUR")]),
        ("20 € 30 €", [(20, "EUR"), (30, "EUR")]),
        ("€ 20 € 30", [(20, "EUR"), (30, "EUR")]),
        ("19 % MwSt. inkl. 99 EUR", [(99, "EUR")]),
        ("2 x NZD$ 30", [(30, "NZD")]),
        ("299 ΕΥΡΩ", [(299, "EUR")]),
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
        ("2,7 Zoll (6,9 cm)", "2,7 Zoll"),
        ('2.7" (6.9 cm)', "6.9 cm"),
        ("300 g (10.6 oz)", "0.3 kg"),
        ("1,2 KG", "1200 g"),
        ("54 MBit/s", "54 Mb/s"),
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
        ("2.7 inch (8 cm)", "2.7 inch"),
        ("10 g, 10 g", "10 g"),
        ("64/128 GB", "128 GB"),
    ],
)
def test_what_is_not_the_same(one: str, other: str) -> None:
    assert not say_the_same(one, other)
    assert not say_the_same(other, one)


@pytest.mark.parametrize(
    "unit",
    [
        "mm",
        "km/h",
        "degC",
        "°C",
        "megapixel",
        "GB",
        "Zoll",
        "x",
        "sq km",
        "m²",
        "kWh",
        "dpi",
        "KG",
        "Kwh",
        "hz",
        "min⁻¹",
    ],
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


@pytest.mark.parametrize("unit", ["dB/km", "dB/100 km", "dB/Jahr", "rpm dB", "V dB(A)", "dBm/km", "dB/octave", "Np/m"])
@pytest.mark.parametrize("to", ["dB", "W", "l/100km", "dB/m", "octave"])
def test_levels_beside_other_units_raise_nothing(unit: str, to: str) -> None:
    """The library makes units of them that it does not know itself."""
    assert convertible(unit, to) is (unit in {"dB/km", "dB/100 km"} and to == "dB/m")
    amounts(f"3000 {unit}", to)
    say_the_same(f"3000 {unit}", f"3000 {to}")


def test_levels_by_length() -> None:
    assert amounts("0.2 dB/km", "dB/m") == pytest.approx((0.0002,))
    assert amounts("0.2 dB/km", "dB") == ()
    assert amounts("230 V 40 dB(A)", "dB") == pytest.approx((40,))


def test_conversion_needs_one_dimension() -> None:
    assert convert(1, "inch", "cm") == pytest.approx(2.54)
    assert convert(1, "inch", "kg") is None
    assert not convertible("inch", "kg")
    assert convert(1, "MBit/s", "bit/s") == pytest.approx(1e6)
    assert convert(1, "KG", "G") == pytest.approx(1000)
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
    "⅜",
    "e3",
    "10³",
    ":30 h",
    "MBit/s",
    "€",
    "W",
    " dB",
    "/100 km",
    " min-1",
]


@pytest.mark.parametrize("piece", ["1/", "1 1/2", "1x", "9", "1e1", "W1x", "1×10³", "1:30 h", "€ 1 ", "½", "a.1", "1'"])
def test_long_texts_take_no_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.perf_counter()
    amounts(text, "mm")
    numbers(text)
    prices(text)
    say_the_same(text, f"{text}1")
    assert time.perf_counter() - started < 10  # far less, but the machine may be busy


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join))
def test_any_text_is_read(text: str) -> None:
    for value in (*amounts(text, "mm"), *amounts(text, "degC", "degF"), *numbers(text)):
        assert isinstance(value, float)
    prices(text)
    assert say_the_same(text, text)
    assert say_the_same(text, "300 g") == say_the_same("300 g", text)
