"""Spellings of units that specification sheets use and the unit library lacks, or takes for something else.

Of SPELLINGS case, dots and accents do not matter. What is not here is asked of the library: `kWh`, `Mbit/s`, `km²`.
"""

from __future__ import annotations

import unicodedata


def folded(spelling: str) -> str:
    """How spellings are compared: without case, dots and accents, which capitals often lack."""
    apart = unicodedata.normalize("NFD", spelling.replace(".", " ").casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


SPELLINGS = {
    # Sheets mean these; the library reads poise, siemens, dry pints, feet per second, CSS pixels, grains, barn.
    "mp": "megapixel", "mpx": "megapixel", "mpix": "megapixel", "mpixel": "megapixel", "mpixels": "megapixel",
    "px": "pixel", "dots": "pixel", "dpi": "dots_per_inch", "ppi": "dots_per_inch", "ps": "metric_horsepower",
    "fps": "count/second", "frames/s": "count/second", "images/s": "count/second", "bilder/s": "count/second",
    "gr": "gram", "kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte", "tb": "terabyte", "kcal": "kilocalorie",
    "cv": "metric_horsepower", "ch": "metric_horsepower",
    # In whatever capitals: no sheet has megameters, megaliters, megagauss or megaamperes.
    "mm": "millimeter", "ml": "milliliter", "mg": "milligram", "ma": "milliampere", "mah": "milliampere_hour",
    # Short ones of the library, in whatever capitals, and what sheets hang on to others.
    "ohm": "ohm", "ohms": "ohm", "lux": "lux", "amp": "ampere", "amps": "ampere", "hp": "horsepower",
    "bhp": "horsepower", "cc": "centimeter**3", "gal": "gallon", "deg": "degree", "kib": "kibibyte", "mib": "mebibyte",
    "gib": "gibibyte", "tib": "tebibyte", "ko": "kilobyte", "ko/s": "kilobyte/second", "mo/s": "megabyte/second",
    "go/s": "gigabyte/second", "dba": "decibel", "db(a)": "decibel", "db (a)": "decibel",
    "db a": "decibel", "vac": "volt", "vdc": "volt", "wp": "watt", "kwp": "kilowatt", "ansi lumen": "lumen",
    "ansi lumens": "lumen", "ansi lm": "lumen", "kmh": "kilometer/hour", "cfm": "foot**3/minute",
    "lpm": "liter/minute", "gsm": "gram/meter**2", "1/min": "revolutions_per_minute",
    "min-1": "revolutions_per_minute",
    # Marks and words for a mere factor.
    "x": "dimensionless", "×": "dimensionless", "fach": "dimensionless", "times": "dimensionless",
    # Inches and feet
    '"': "inch", "''": "inch", "″": "inch", "”": "inch", "zoll": "inch", "pouce": "inch", "pouces": "inch",
    "pollice": "inch", "pollici": "inch", "ίντσα": "inch", "ίντσες": "inch", "ιντσών": "inch", "in": "inch",
    "in.": "inch", "“": "inch", "’’": "inch", "'": "foot", "’": "foot", "′": "foot", "fuß": "foot",
    "pieds": "foot", "piedi": "foot",
    # German, French, Italian, Greek
    "gramm": "gram", "gramme": "gram", "grammes": "gram", "grammi": "gram",
    "γρ": "gram", "γραμ": "gram", "γραμμάρια": "gram",
    "kilo": "kilogram", "kilos": "kilogram", "kilogramm": "kilogram", "kilogrammes": "kilogram",
    "chilogrammi": "kilogram", "kgs": "kilogram", "κιλά": "kilogram", "κιλό": "kilogram", "χλγ": "kilogram",
    "tonne": "metric_ton", "tonnen": "metric_ton", "tonnes": "metric_ton", "tonnellate": "metric_ton",
    "mètre": "meter", "mètres": "meter", "metri": "meter", "metro": "meter", "μέτρα": "meter", "μ": "meter",
    "zentimeter": "centimeter", "centimètres": "centimeter", "centimetri": "centimeter", "εκ": "centimeter",
    "millimètres": "millimeter", "millimetri": "millimeter", "χιλ": "millimeter", "χλμ": "kilometer",
    "kilomètres": "kilometer", "chilometri": "kilometer", "litres": "liter", "litri": "liter", "λίτρα": "liter",
    "lt": "liter", "ltr": "liter", "ltrs": "liter",
    "stunde": "hour", "stunden": "hour", "std": "hour", "heure": "hour", "heures": "hour", "ora": "hour",
    "ore": "hour", "ώρες": "hour", "ώρα": "hour", "hrs": "hour", "minuten": "minute", "minuti": "minute",
    "λεπτά": "minute", "min": "minute", "mins": "minute", "sek": "second", "sekunden": "second", "secondes": "second",
    "secondi": "second", "sec": "second", "secs": "second", "δευτ": "second", "tage": "day", "jours": "day",
    "giorni": "day", "tag": "day", "tagen": "day", "jour": "day", "giorno": "day", "ημέρες": "day",
    "monate": "month", "monat": "month", "monaten": "month", "mois": "month", "mese": "month", "mesi": "month",
    "μήνες": "month", "jahre": "year", "jahr": "year", "jahren": "year", "ans": "year", "année": "year",
    "annum": "year", "anno": "year", "έτος": "year",
    "anni": "year", "έτη": "year", "yrs": "year", "prozent": "percent", "pour cent": "percent", "pct": "percent",
    "pixels": "pixel", "bildpunkte": "pixel", "megapixels": "megapixel", "octets": "byte", "go": "gigabyte",
    "mo": "megabyte", "to": "terabyte", "umin": "revolutions_per_minute", "u/min": "revolutions_per_minute",
    "tr/min": "revolutions_per_minute", "giri/min": "revolutions_per_minute",
    "grad": "degree", "degrés": "degree", "gradi": "degree",
    "grad celsius": "degree_Celsius", "° c": "degree_Celsius", "° f": "degree_Fahrenheit",
    "°c": "degree_Celsius", "°f": "degree_Fahrenheit",
    "c°": "degree_Celsius", "f°": "degree_Fahrenheit",
    "celsius": "degree_Celsius", "c": "degree_Celsius", "f": "degree_Fahrenheit",
    # Areas and volumes
    "qm": "meter**2", "sqm": "meter**2", "sq m": "meter**2", "m2": "meter**2", "km2": "kilometer**2",
    "sq km": "kilometer**2", "qkm": "kilometer**2", "cm2": "centimeter**2", "mm2": "millimeter**2",
    "sq mi": "mile**2", "sq miles": "mile**2", "square miles": "mile**2", "sq ft": "foot**2",
    "quadratkilometer": "kilometer**2", "cu m": "meter**3", "m3": "meter**3", "cm3": "centimeter**3",
    "ccm": "centimeter**3", "cu ft": "foot**3", "cu km": "kilometer**3", "fl oz": "fluid_ounce", "fl": "fluid_ounce",
}  # fmt: skip
# Nobody means millibits, and "MBit" is no other unit than "Mbit".
SPELLINGS |= {
    f"{symbol}{spelling}": f"{prefix}{unit}"
    for symbol, prefix in (("k", "kilo"), ("m", "mega"), ("g", "giga"), ("t", "tera"))
    for spelling, unit in (
        ("bit", "bit"), ("bits", "bit"), ("bit/s", "bit/second"), ("bits/s", "bit/second"), ("bps", "bit/second"),
        ("byte", "byte"), ("bytes", "byte"), ("byte/s", "byte/second"), ("bytes/s", "byte/second"),
    )
}  # fmt: skip

# Of these the capitals tell: a B is a byte, which the library knows; a b is a bit to sheets and a barn to the library.
AS_WRITTEN = {
    "kb/s": "kilobit/second", "Kb/s": "kilobit/second", "Mb/s": "megabit/second", "Gb/s": "gigabit/second",
    "Tb/s": "terabit/second", "MBps": "megabyte/second", "GBps": "gigabyte/second",
    "Nm": "newton*meter", "NM": "newton*meter",
}  # fmt: skip

# Nobody knows whether these are bits or bytes: both count.
EITHER = {
    f"{prefix}b/{per}": (f"{prefix.upper()}b/s", f"{prefix.upper()}B/s")
    for prefix in "mgt"
    for per in ("s", "sec", "sek")
}

# The library's own symbols that sheets write in other capitals. No "m": 5 M may be anything, and mW is not MW.
SYMBOLS = (
    "kg", "g", "t", "lb", "lbs", "oz", "cm", "dm", "km", "nm", "mi", "ft", "yd", "ha", "l", "cl", "dl", "s", "ms", "h",
    "Hz", "kHz", "MHz", "GHz", "W", "kW", "Wh", "kWh", "V", "kV", "A", "Ah", "VA", "kVA", "J", "kJ", "N", "kN", "Pa",
    "hPa", "kPa", "MPa", "bar", "mbar", "psi", "dB", "lm", "lx", "cd", "rpm", "mph", "kB", "MB", "GB", "TB",
)  # fmt: skip

MULTIPLIERS = {
    "thousand": 1e3, "tausend": 1e3, "tsd": 1e3, "mila": 1e3, "mille": 1e3, "χιλιάδες": 1e3,
    "million": 1e6, "millions": 1e6, "mio": 1e6, "mill": 1e6, "mln": 1e6, "millionen": 1e6, "milioni": 1e6,
    "milione": 1e6, "εκατ": 1e6, "εκατομμύρια": 1e6,
    "billion": 1e9, "billions": 1e9, "mrd": 1e9, "bn": 1e9, "milliarde": 1e9, "milliarden": 1e9, "milliard": 1e9,
    "milliards": 1e9, "miliardi": 1e9, "δισ": 1e9, "trillion": 1e12,
}  # fmt: skip

PARTICLES = ("de", "di")  # between number and unit: "12 millions de pixels"; before a vowel they are d'
