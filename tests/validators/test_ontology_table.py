"""`table:ONTOLOGY`: enough attributes, in any language and layout, with values that make sense."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators import make_validator
from hubwalk.validators.label_value import Pair, label_key
from hubwalk.validators.ontology import Attribute, Ontology
from hubwalk.validators.plausible import fits
from hubwalk.validators.table import TableValidator
from hubwalk.values import Page, Verdict

EXAMPLES = Path(__file__).parents[2] / "examples" / "ontologies"
VALIDATOR = TableValidator.from_ontology(EXAMPLES / "cameras.toml")


def sheet(facts: Mapping[str, str], other: Mapping[str, str] | None = None) -> Page:
    tables = [
        "<table>" + "".join(f"<tr><th>{label}<td>{value}" for label, value in each.items()) + "</table>"
        for each in (facts, other or {})
    ]
    return parse(f"<h1>Lumora</h1>{'<h2>and</h2>'.join(tables)}", "http://a.test/1")


ENGLISH = {
    "Effective pixels": "12.1 megapixels",
    "Zoom (optical)": "4x",
    "Shutter": "15 - 1/2000 s",
    "Weight": "0.3 kg",
    "Price": "299 crowns",
    "Max. aperture": "f/2.8 - f/5.8",
}
GERMAN = {
    "Auflösung": "4000 x 3000",
    "Optischer Zoom": "4-fach",
    "Verschlusszeit": "1/2000 s",
    "Gewicht": "300 Gramm",
    "Listenpreis": "1.299,00 €",
}
GREEK = {"Ανάλυση": "12 MP", "Οθόνη": "2,7 ίντσες", "Βάρος": "300 γρ", "Κλείστρο": "1/1000 s", "Τιμή": "299 €"}
FRENCH = {
    "Définition": "12,1 millions de pixels",
    "Écran": "6,8 cm",
    "Poids (g)": "300",
    "Obturateur": "1/1000 s",
    "Prix": "299 €",
}
PRINTER = {
    "Resolution": "1200 dpi",
    "Weight": "9 kg",
    "Price": "99 €",
    "Display": "none",
    "Paper": "A4",
    "Sensitivity": "high",
}


def judge(page: Page) -> Verdict:
    return VALIDATOR.judge(page)


@pytest.mark.parametrize("facts", [ENGLISH, GERMAN, GREEK, FRENCH], ids=["en", "de", "el", "fr"])
def test_cameras_in_many_languages(facts: Mapping[str, str]) -> None:
    verdict = judge(sheet(facts))
    assert verdict.accepted, verdict.reason
    assert verdict.score == len(facts) / 10


def apart(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def in_bare_capitals(text: str) -> str:
    return "".join(c for c in apart(text.upper()) if not unicodedata.combining(c))


@pytest.mark.parametrize("write", [str.upper, apart, in_bare_capitals])
@pytest.mark.parametrize("facts", [GERMAN, GREEK, FRENCH], ids=["de", "el", "fr"])
def test_labels_in_other_spellings(facts: Mapping[str, str], write: Callable[[str], str]) -> None:
    verdict = judge(sheet({write(label): value for label, value in facts.items()}))
    assert verdict.score == len(facts) / 10, verdict.reason


def test_samples_and_pages_may_spell_their_labels_differently() -> None:
    validator = TableValidator([sheet(GREEK), sheet(GREEK | {"Βάρος": "400 γρ"})])
    verdict = validator.judge(sheet({in_bare_capitals(label): value for label, value in GREEK.items()}))
    assert verdict.accepted, verdict.reason
    assert verdict.score == 1


def test_the_reason_names_facts_and_what_makes_no_sense() -> None:
    assert judge(sheet({**GERMAN, "Gewicht": "9000 kg", "ISO": "100"})).reason == (
        "5 of 10 attributes of Camera: Resolution 4000 x 3000, Zoom 4-fach, Shutter speed 1/2000 s, ISO 100, "
        "Price 1.299,00 €; implausible: Weight 9000 kg"
    )


def test_printers_are_no_cameras() -> None:
    verdict = judge(sheet(PRINTER))
    assert not verdict.accepted
    assert verdict.reason == (
        "1 of 10 attributes of Camera: Price 99 €; implausible: Resolution 1200 dpi, ISO high, Weight 9 kg (needs 5)"
    )


def test_sheets_with_other_capitals_signs_and_notes() -> None:
    facts = {
        "Auflösung": "12 MEGAPIXEL",
        "Optischer Zoom": "x2.9",
        "Lichtstärke": "F2,8",
        "Gewicht": "1,2 Kg*",
        "Preis": "inkl. 19 % MwSt. € 1.299,00",
        "Display": '2,7" (6,9 cm)',
    }
    verdict = judge(sheet(facts))
    assert verdict.accepted, verdict.reason
    assert verdict.score == len(facts) / 10
    assert "implausible" not in verdict.reason


@pytest.mark.parametrize(("value", "accepted"), [("54 Mbit/s", True), ("54 MBit/s", True), ("54 mbit", False)])
def test_the_unit_of_an_ontology_may_have_other_capitals(value: str, accepted: bool) -> None:
    rate = Attribute("Rate", type="quantity", unit="MBit/s", minimum=1, maximum=1000)
    validator = TableValidator.from_ontology(Ontology(("Modem",), (rate,), need=1))
    assert validator.judge(sheet({"Rate": value})).accepted == accepted


def test_two_instances_are_one_too_many() -> None:
    verdict = judge(sheet(ENGLISH, {label: f"{value} and 1" for label, value in ENGLISH.items()}))
    assert not verdict.accepted
    assert "several instances" in verdict.reason
    assert judge(sheet(ENGLISH, ENGLISH)).accepted


def test_key_facts_beside_the_full_sheet_are_of_one_instance() -> None:
    full = {"Weight": "300 g", "Zoom": "4x", "Display": "2.7 inch", "ISO": "80 - 1600", "Resolution": "12.1 MP"}
    facts = {"Weight": "0.3 kg", "Zoom": "4 x", "Display": '2.7"', "ISO": "80-1600", "Resolution": "12.1 megapixels"}
    assert judge(sheet(facts, full)).accepted
    others = {"Weight": "0.2 kg", "Zoom": "3 x", "Display": '2.5"', "ISO": "80-3200", "Resolution": "12 megapixels"}
    assert "several instances: 100%" in judge(sheet(others, full)).reason


def test_pages_without_anything() -> None:
    assert judge(parse("<p>Camera, zoom, weight", "http://a.test/")) == Verdict(False, 0.0, "no labels with values")
    assert judge(sheet({"Paper": "A4", "Ink": "black"})).reason == "0 of 10 attributes of Camera (needs 5)"
    assert not judge(Page("http://a.test/", "http://a.test/", status=404, html=sheet(ENGLISH).html)).accepted


def test_a_country() -> None:
    validator = make_validator([f"table:{EXAMPLES / 'countries.yaml'}"], [])
    facts = {
        "Hauptstadt": "Wien",
        "Fläche": "83.879 km²",
        "Einwohner": "8,9 Millionen",
        "Amtssprache": "Deutsch",
        "Währung": "Euro",
        "Unabhängigkeit": "27. Juli 1955",
    }
    verdict = validator.judge(sheet(facts))
    assert verdict.accepted
    assert verdict.reason.startswith(
        "6 of 12 attributes of Country: Capital Wien, Area 83.879 km², Population 8,9 Mill"
    )
    assert not validator.judge(sheet({**facts, "Fläche": "12 kg", "Unabhängigkeit": "nie"})).accepted


def test_an_ontology_made_in_python() -> None:
    ontology = Ontology(("Boat",), (Attribute("Length", (("de", "Länge"),), "quantity", "m", maximum=400),), need=1)
    validator = TableValidator.from_ontology(ontology)
    page = sheet({"Länge": "23 Fuß"})
    assert validator.judge(page).accepted
    (fact,) = validator.read(page).facts
    assert (fact.attribute.name, fact.pair.value) == ("Length", "23 Fuß")
    assert fact.pair.where == "/html/body[1]/table[1]/tbody[1]/tr[1]/td[1]"


@pytest.mark.parametrize(
    ("attribute", "label", "value", "fit"),
    [
        (Attribute("A"), "A", "anything", True),
        (Attribute("A", type="number", minimum=1, maximum=5), "A", "4x", True),
        (Attribute("A", type="number", minimum=1, maximum=5), "A", "six, 6", False),
        (Attribute("A", type="quantity", unit="g", maximum=500), "A", "1.234 kg or 300 g", True),
        (Attribute("A", type="quantity", unit="kg", minimum=1000), "A", "1.234 kg", True),
        (Attribute("A", type="quantity", unit="kg", maximum=10), "A", "1.234 kg", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (kg)", "0.3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A", "0.3", False),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A in kg", "0.3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (Kg)", "0.3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (in kg)", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (en kg)", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (netto, kg)", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (kg netto)", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (kg/Stück)", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A/kg", "0,3", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "A (netto)", "0,3", False),
        (Attribute("A", type="quantity", unit="g", minimum=200), " ", "300", True),
        (Attribute("A", type="quantity", unit="g", minimum=200), "", "0,3", False),
        (Attribute("A", type="quantity", unit="km/h", maximum=200), "A (in km/h)", "120", True),
        (Attribute("A", type="quantity", unit="mm", maximum=200), "A (in use)", "120", True),
        (Attribute("A", type="quantity", unit="mm", maximum=200), "A (in)", "120", False),
        (Attribute("A", type="price", unit="EUR", maximum=100), "A", "99 €", True),
        (Attribute("A", type="price", unit="EUR", minimum=50, maximum=100), "A", "12 months from € 99", True),
        (Attribute("A", type="price", unit="EUR", maximum=100), "A", "199 €", False),
        (Attribute("A", type="price", unit="EUR", maximum=100), "A", "$199", True),  # dollars cannot be compared
        (Attribute("A", type="price"), "A", "on request", False),
        (Attribute("A", type="price", unit="EUR", maximum=500), "A", "statt 999 EUR nur 299 EUR", True),
        (Attribute("A", type="price", unit="EUR", maximum=500), "A", "1.299,00 € inkl. 20 % MwSt", False),
        (Attribute("A", type="price", unit="EUR", maximum=500), "A", "999 € / 1100 CHF", False),
        (Attribute("A", type="price", unit="EUR", maximum=500), "A", "1100 CHF / 399 €", True),
        (Attribute("A", type="quantity", unit="cm", minimum=150, maximum=210), "A", "1 m 80 cm", True),
        (Attribute("A", type="quantity", unit="cm", minimum=50, maximum=120), "A", "1 m 80 cm", False),
        (Attribute("A", type="date", minimum=1990, maximum=2030), "A", "12. März 2007", True),
        (Attribute("A", type="date", minimum=1990, maximum=2030), "A", "1950-01-01", False),
        (Attribute("A", type="date"), "A", "next spring", False),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "12.05.2019", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "3.12.2019, 10:30", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "12.05.1999", False),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "05.2019", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "2019.05.12", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "12/05/2019", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "12. Mai 2019", True),
        (Attribute("A", type="date", minimum=2000, maximum=2030), "A", "May 12, 2019", True),
        (Attribute("A", type="date"), "A", "1.2019", False),
        (Attribute("A", type="date"), "A", "45.13.2019", False),
        (Attribute("A", type="date"), "A", "version 3.12.2019.1", False),
        (Attribute("A", type="date"), "A", "v3.12.2019", False),
        (Attribute("A", type="boolean"), "A", "Yes, with adapter", True),
        (Attribute("A", type="boolean"), "A", "\N{CHECK MARK}", True),
        (Attribute("A", type="boolean"), "A", "24 hours", False),
        (Attribute("A", type="boolean"), "A", "x", True),
        (Attribute("A", type="boolean"), "A", "(X)", True),
        (Attribute("A", type="boolean"), "A", "X-Trans CMOS", False),
        (Attribute("A", type="boolean"), "A", "X 100", False),
        (Attribute("A", type="boolean"), "A", "\N{CHECK MARK} 2 years", True),
        (Attribute("A", type="boolean"), "A", "\N{WHITE HEAVY CHECK MARK}", True),
        (Attribute("A", type="boolean"), "A", "\N{CROSS MARK}", True),
        (Attribute("A", type="boolean"), "A", "\N{BLACK CIRCLE}", True),
        (Attribute("A", type="boolean"), "A", "\N{MULTIPLICATION SIGN}", True),
        (Attribute("A", type="boolean"), "A", "-", True),
        (Attribute("A", type="boolean"), "A", "-20", False),
        (Attribute("A", type="boolean"), "A", "+49 123", False),
        (Attribute("A", type="boolean"), "A", "nicht vorhanden", True),
        (Attribute("A", type="boolean"), "A", "not available", True),
        (Attribute("A", type="boolean"), "A", "kein", True),
        (Attribute("A", type="boolean"), "A", "Aucun", True),
        (Attribute("A", type="boolean"), "A", "nessuno", True),
        (Attribute("A", type="boolean"), "A", "Όχι", True),
        (Attribute("A", type="boolean"), "A", "ΟΧΙ", True),
        (Attribute("A", type="boolean"), "A", "Sì", True),
        (Attribute("A", type="choice", choices=("schräg",)), "A", "SCHRÄG", True),
        (Attribute("A", type="choice", choices=("schräg",)), "A", "schräg " + "und lang " * 9, True),
        (Attribute("A", type="choice", choices=("CCD", "CMOS")), "A", "1/2.5 inch CMOS", True),
        (Attribute("A", type="choice", choices=("CCD", "CMOS")), "A", "CCDX", False),
        (Attribute("A", type="choice", choices=("CCD", "CMOS")), "A", "CMOS- oder BSI-Sensor", True),
        (Attribute("A", type="choice", choices=("CCD", "CMOS")), "A", "BSI-CMOS (back-lit)", True),
        (Attribute("A", type="choice", choices=("A+", "B", "C")), "A", "A", False),
        (Attribute("A", type="choice", choices=("A+", "B", "C")), "A", "a+ (A to G)", True),
        (Attribute("A", type="choice", choices=("A+", "B", "C")), "A", "A+++", False),
        (Attribute("A", type="choice", choices=("C", "Java")), "A", "C++", False),
        (Attribute("A", type="choice", choices=("A-",)), "A", "A\N{MINUS SIGN}", True),
        (Attribute("A", type="choice", choices=("A-",)), "A", "A", False),
        (Attribute("A", type="choice", choices=("-5 V",)), "A", "5 V", False),
        (Attribute("A", type="choice", choices=("16:9",)), "A", "16:9 format", True),
    ],
)
def test_plausible_values(attribute: Attribute, label: str, value: str, fit: bool) -> None:
    assert fits(attribute, Pair(label_key(label), label, value)) == fit


GLOSSARY = {
    "Resolution": "The number of pixels that a sensor records. Consumer cameras have from 10 to 60 megapixels.",
    "Optical zoom": "How far the lens can change its focal length, for example 4x or 30x.",
    "Sensor": "The chip that turns light into a picture.",
    "Aperture": "The opening of the lens, from f/1.4 to f/22.",
    "Shutter speed": "How long light falls on the sensor, from 30 s to 1/8000 s.",
    "Display": "The screen on the back, mostly 3 inches.",
    "ISO": "Sensitivity to light. ISO 100 is for sunshine, ISO 3200 for indoors.",
    "Viewfinder": "What you look through.",
    "Weight": "A compact camera has 200 g",
    "Price": "What you pay for it, mostly from 200 to 900 €.",
}


@pytest.mark.parametrize(
    "form", ["<dl>{}</dl>", "<div>{}</div>", "<table>{}</table>"], ids=["a glossary", "a guide", "a table"]
)
def test_sentences_beside_labels_are_no_sheet(form: str) -> None:
    row = {"<dl>{}</dl>": "<dt>{}<dd>{}", "<div>{}</div>": "<h3>{}</h3><p>{}</p>"}.get(form, "<tr><th>{}<td>{}")
    content = form.format("".join(row.format(*fact) for fact in GLOSSARY.items()))
    verdict = judge(parse(f"<h1>What the words mean</h1>{content}", "http://a.test/glossary"))
    assert not verdict.accepted
    assert verdict.reason.startswith("0 of 10 attributes of Camera"), verdict.reason


def fits_camera(name: str, value: str) -> bool:
    (attribute,) = (each for each in VALIDATOR.ontology.attributes if each.name == name)
    return fits(attribute, Pair(label_key(name), name, value))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Resolution", "Die Zahl der Bildpunkte, die der Sensor aufnimmt, meist 12 bis 24 Megapixel."),
        ("Resolution", "Le nombre de pixels que le capteur enregistre, de 10 à 60 mégapixels."),
        ("Resolution", "Il numero dei pixel che il sensore registra, da 10 a 60 megapixel."),
        ("Resolution", "Ο αριθμός των εικονοστοιχείων που καταγράφει, από 10 έως 60 megapixel."),
        ("Resolution", "24 megapixels are plenty for most people."),
        ("Price", "A good camera is about 500 €."),
        ("Sensor", "Der Baustein, der Licht in ein Bild verwandelt."),
        ("Viewfinder", "Skatisz przez niego na to co chcesz sfotografowac."),
    ],
)
def test_a_sentence_is_no_value(name: str, value: str) -> None:
    assert not fits_camera(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Resolution", "20.1 megapixels (effective)"),
        ("Resolution", "Approx. 12.4 million pixels on a 1/2.3-inch CMOS sensor, which is back-lit."),
        ("Resolution", "Total: 21.1 MP. Effective: 20.2 MP."),
        ("Resolution", "Auflösung des Sensors effektiv 12 MP"),
        ("Resolution", "12,1 millions de pixels effectifs sur le capteur."),
        ("Aperture", "f/1.8 - 16 wide, f/2.8 tele"),
        ("Aperture", "Ouverture maximale en grand angle f/1,8"),
        ("Weight", "approx. 450 g (with battery and card)"),
        ("Weight", "ca. 450 g inkl. Akku und Speicherkarte."),
        ("Weight", "450 g. The battery and the card are not part of it."),
        ("Weight", "Body only, without the battery and the card: 450 g"),
        ("Weight", "mit dem Akku und der Karte ca. 450 g."),
        ("Weight", "avec la batterie et la carte mémoire environ 450 g"),
        ("Weight", "περίπου 450 γρ με την μπαταρία και την κάρτα."),
        ("Weight", "compresa la batteria e la scheda 450 g"),
        ("Shutter speed", "Auto, P, A, S, M, bulb, 30 - 1/2000 s."),
        ("Shutter speed", "Mechanical and electronic front curtain 1/4000 s"),
        ("ISO", "Auto, auto high, 80, 100, 200, 400, 800, 1600."),
        ("ISO", "100-12800 in 1/3 EV steps; can be expanded to 25600."),
        ("Price", "inkl. 19 % MwSt. und zzgl. Versand € 1.299,00"),
        ("Sensor", "1/2.3 inch CMOS sensor with back illumination."),
        ("Sensor", "The chip of the Lumora 5"),
        ("Viewfinder", "Optical viewfinder with diopter adjustment."),
        ("Viewfinder", "Electronic. The eyepiece can be turned up."),
        ("Viewfinder", "None."),
    ],
)
def test_a_value_may_have_many_words(name: str, value: str) -> None:
    assert fits_camera(name, value)


@pytest.mark.parametrize(
    "row",
    [
        "<tr><td><a href=/wiki>{}</a><td>{}",
        "<tr><td>{} <a href=/glossary>?</a><td>{}",
        "<tr><td><a href=/glossary>{}</a>: {}",
    ],
)
def test_labels_may_link_to_what_explains_them(row: str) -> None:
    page = parse(f"<table>{''.join(row.format(*fact) for fact in GERMAN.items())}</table>", "http://a.test/1")
    verdict = judge(page)
    assert verdict.accepted, verdict.reason
    assert verdict.score == len(GERMAN) / 10
    assert len(VALIDATOR.read(page).facts) == len(GERMAN)


def test_a_menu_that_counts_is_no_sheet() -> None:
    menu = "".join(f"<li><a href=/{i}>{label}</a> <span>({i}3)</span>" for i, label in enumerate(GERMAN, start=2))
    assert not judge(parse(f"<ul>{menu}</ul>", "http://a.test/1")).accepted
