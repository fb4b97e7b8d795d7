"""Spellings of units that specification sheets use and the unit library lacks, or takes for something else.

All in lower case, without dots. What is not here is asked of the library: `mm`, `kWh`, `Mbit/s`, `km²`, `°C`.
"""

from __future__ import annotations

SPELLINGS = {
    # Sheets mean these; the library reads poise, siemens, dry pints, feet per second, CSS pixels, grains, barn.
    "mp": "megapixel", "mpx": "megapixel", "mpix": "megapixel", "mpixel": "megapixel", "mpixels": "megapixel",
    "px": "pixel", "dots": "pixel", "dpi": "dots_per_inch", "ppi": "dots_per_inch", "ps": "metric_horsepower",
    "fps": "count/second", "frames/s": "count/second", "images/s": "count/second", "bilder/s": "count/second",
    "gr": "gram", "kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte", "tb": "terabyte", "kcal": "kilocalorie",
    # Marks and words for a mere factor.
    "x": "dimensionless", "×": "dimensionless", "fach": "dimensionless", "times": "dimensionless",
    # Inches and feet
    '"': "inch", "''": "inch", "″": "inch", "”": "inch", "zoll": "inch", "pouce": "inch", "pouces": "inch",
    "pollice": "inch", "pollici": "inch", "ίντσα": "inch", "ίντσες": "inch", "in": "inch", "in.": "inch",
    "'": "foot", "′": "foot", "fuß": "foot", "pieds": "foot", "piedi": "foot",
    # German, French, Italian, Greek
    "gramm": "gram", "gramme": "gram", "grammes": "gram", "grammi": "gram", "γρ": "gram", "γραμμάρια": "gram",
    "kilo": "kilogram", "kilos": "kilogram", "kilogramm": "kilogram", "kilogrammes": "kilogram",
    "chilogrammi": "kilogram", "kgs": "kilogram", "κιλά": "kilogram", "κιλό": "kilogram", "χλγ": "kilogram",
    "tonne": "metric_ton", "tonnen": "metric_ton", "tonnes": "metric_ton", "tonnellate": "metric_ton",
    "mètre": "meter", "mètres": "meter", "metri": "meter", "metro": "meter", "μέτρα": "meter", "μ": "meter",
    "zentimeter": "centimeter", "centimètres": "centimeter", "centimetri": "centimeter", "εκ": "centimeter",
    "millimètres": "millimeter", "millimetri": "millimeter", "χιλ": "millimeter", "χλμ": "kilometer",
    "kilomètres": "kilometer", "chilometri": "kilometer", "litres": "liter", "litri": "liter", "λίτρα": "liter",
    "stunde": "hour", "stunden": "hour", "std": "hour", "heure": "hour", "heures": "hour", "ora": "hour",
    "ore": "hour", "ώρες": "hour", "ώρα": "hour", "hrs": "hour", "minuten": "minute", "minuti": "minute",
    "λεπτά": "minute", "min": "minute", "mins": "minute", "sek": "second", "sekunden": "second", "secondes": "second",
    "secondi": "second", "sec": "second", "secs": "second", "δευτ": "second", "tage": "day", "jours": "day",
    "giorni": "day", "monate": "month", "mois": "month", "mesi": "month", "jahre": "year", "ans": "year",
    "anni": "year", "έτη": "year", "yrs": "year", "prozent": "percent", "pour cent": "percent", "pct": "percent",
    "pixels": "pixel", "bildpunkte": "pixel", "megapixels": "megapixel", "octets": "byte", "go": "gigabyte",
    "mo": "megabyte", "to": "terabyte", "umin": "revolutions_per_minute", "u/min": "revolutions_per_minute",
    "tr/min": "revolutions_per_minute", "grad": "degree", "degrés": "degree", "gradi": "degree",
    "grad celsius": "degree_Celsius", "° c": "degree_Celsius", "° f": "degree_Fahrenheit",
    "celsius": "degree_Celsius", "c": "degree_Celsius", "f": "degree_Fahrenheit",
    # Areas and volumes
    "qm": "meter**2", "sqm": "meter**2", "sq m": "meter**2", "m2": "meter**2", "km2": "kilometer**2",
    "sq km": "kilometer**2", "qkm": "kilometer**2", "cm2": "centimeter**2", "mm2": "millimeter**2",
    "sq mi": "mile**2", "sq miles": "mile**2", "square miles": "mile**2", "sq ft": "foot**2",
    "quadratkilometer": "kilometer**2", "cu m": "meter**3", "m3": "meter**3", "cm3": "centimeter**3",
    "ccm": "centimeter**3", "cu ft": "foot**3", "cu km": "kilometer**3", "fl oz": "fluid_ounce", "fl": "fluid_ounce",
}  # fmt: skip

MULTIPLIERS = {
    "thousand": 1e3, "tausend": 1e3, "tsd": 1e3, "mila": 1e3, "mille": 1e3, "χιλιάδες": 1e3,
    "million": 1e6, "millions": 1e6, "mio": 1e6, "mill": 1e6, "mln": 1e6, "millionen": 1e6, "milioni": 1e6,
    "milione": 1e6, "εκατ": 1e6, "εκατομμύρια": 1e6,
    "billion": 1e9, "billions": 1e9, "mrd": 1e9, "bn": 1e9, "milliarde": 1e9, "milliarden": 1e9, "milliard": 1e9,
    "milliards": 1e9, "miliardi": 1e9, "δισ": 1e9, "trillion": 1e12,
}  # fmt: skip

PARTICLES = ("de", "di")  # between number and unit: "12 millions de pixels"; before a vowel they are d'
