"""Ontology files: what is in them, and that every mistake is refused with file and line."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from hubwalk.errors import UsageError
from hubwalk.validators import make_validator
from hubwalk.validators.label_value import label_key
from hubwalk.validators.ontology import Attribute, Lexicon, Ontology
from hubwalk.validators.ontology_file import read_ontology

EXAMPLES = Path(__file__).parents[2] / "examples" / "ontologies"

TOML = """
class = ["Camera", "Digicam"]
need = 2
[[attribute]]
name = "Weight"
unit = "g"
unit_synonyms = ["gramos"]
min = 50
max = 3e3
synonyms = { en = ["Mass"], de = ["Gewicht", "Masse"] }
[[attribute]]
name = "Sensor"
choices = ["CCD", "CMOS"]
[[attribute]]
name = "Price"
type = "price"
unit = "EUR"
synonyms = ["Cost"]
[[attribute]]
name = "Zoom"
min = 1
[[attribute]]
name = "Colour"
"""

YAML = """
class: [Camera, Digicam]
need: 2
attribute:
- name: Weight
  unit: g
  unit_synonyms: [gramos]
  min: 50
  max: 3e3
  synonyms: {en: [Mass], de: [Gewicht, Masse]}
- name: Sensor
  choices: [CCD, CMOS]
- {name: Price, type: price, unit: EUR, synonyms: [Cost]}
- {name: Zoom, min: 1}
- name: Colour
"""

CAMERA = Ontology(
    ("Camera", "Digicam"),
    (
        Attribute(
            "Weight",
            (("en", "Mass"), ("de", "Gewicht"), ("de", "Masse")),
            "quantity",
            "g",
            ("gramos",),
            minimum=50,
            maximum=3000,
        ),
        Attribute("Sensor", type="choice", choices=("CCD", "CMOS")),
        Attribute("Price", (("", "Cost"),), "price", "EUR"),
        Attribute("Zoom", type="number", minimum=1, maximum=math.inf),
        Attribute("Colour"),
    ),
    need=2,
)


@pytest.mark.parametrize(("name", "text"), [("camera.toml", TOML), ("camera.yaml", YAML), ("CAMERA.YML", YAML)])
def test_both_formats_say_the_same(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert read_ontology(tmp_path / name) == CAMERA


@pytest.mark.parametrize(("attributes", "need", "needed"), [(1, 0, 1), (3, 0, 3), (9, 0, 3), (12, 0, 4), (12, 6, 6)])
def test_how_many_attributes_make_an_instance(attributes: int, need: int, needed: int) -> None:
    assert Ontology(("A",), tuple(Attribute(f"a{i}") for i in range(attributes)), need).needed == needed


A = '[[attribute]]\nname = "A"\n'
MISTAKES = {
    # what -> file name, text, line, message
    "unknown unit": ("a.toml", f'class = "X"\n{A}unit = "smoots"\n', 4, "unknown unit 'smoots'"),
    "unknown unit, YAML": ("a.yaml", "class: X\nattribute:\n- name: A\n  unit: smoots\n", 4, "unknown unit 'smoots'"),
    "no name": ("a.toml", f'class = "X"\n{A}\n[[attribute]]\nunit = "g"\n', 5, "an attribute without a name"),
    "no name, YAML": ("a.yaml", "class: X\nattribute:\n- name: A\n- unit: g\n", 4, "an attribute without a name"),
    "empty name": ("a.yaml", "class: X\nattribute:\n- name:\n", 3, "name must be text"),
    "unknown type": ("a.toml", f'class = "X"\n{A}type = "nubmer"\n', 4, "unknown type 'nubmer': did you mean 'number'"),
    "unknown key": ("a.toml", f'class = "X"\n{A}synonims = ["B"]\n', 4, "did you mean 'synonyms'"),
    "unknown key on top": ("a.yaml", "class: X\natribute: []\n", 2, "did you mean 'attribute'"),
    "upside down": ("a.toml", f'class = "X"\n{A}min = 5\n# max\nmax = 3\n', 6, "upside down: min 5 is more than max 3"),
    "a synonym of two": (
        "a.toml",
        f'class = "X"\n{A}[[attribute]]\nname = "B"\n[attribute.synonyms]\nen = ["C",\n"a:"]\n',
        8,
        "duplicate synonym 'a:' of B: A has it too, on line 3; leave one of them out",
    ),
    "a synonym twice": ("a.yaml", "class: X\nattribute:\n- name: A\n  synonyms: [B,\n   b]\n", 5, "duplicate.*'b'"),
    "empty": ("a.toml", "", 1, "is empty"),
    "comments only": ("a.yaml", "# nothing\n", 1, "is empty"),
    "no class": ("a.toml", A, 1, "no class"),
    "no attributes": ("a.toml", 'class = "X"\n', 1, "no attributes"),
    "one bracket": ("a.toml", 'class = "X"\n[attribute]\nname = "A"\n', 2, r"\[\[attribute\]\]"),
    "no TOML": ("a.toml", 'class = "X"\nneed = = 2\n', 2, "not valid TOML: Invalid value"),
    "TOML that ends too soon": ("a.toml", 'class = "X"\nneed = [1,\n', 3, "not valid TOML"),
    "a key twice": ("a.toml", 'class = "X"\nclass = "Y"\n', 2, "not valid TOML"),
    "no YAML": ("a.yaml", "class: X\nattribute: [\n", 3, "not valid YAML"),
    "a tab in YAML": ("a.yaml", "class: X\nattribute:\n\t- name: A\n", 3, "not valid YAML"),
    "a control character in YAML": ("a.yaml", "class: X\nneed: 1\n# \a\n", 3, "not valid YAML: special characters"),
    "a character that there is not": ("a.yaml", 'class: X\nneed: "\\UFFFFFFFF"\n', 2, "a character that there is not"),
    "half a character": ("a.yaml", 'class: X\nattribute:\n- name: "A\\uD800"\n', 3, "half a surrogate pair"),
    "a key twice in YAML": ("a.yaml", "class: X\nneed: 1\nclass: Y\n", 3, "class is given twice, first on line 1"),
    "a list on top": ("a.yaml", "- class: X\n", 1, "must be a table"),
    "many aliases": (
        "a.yaml",
        "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{b}: &{b} [{','.join([f'*{a}'] * 10)}]\n" for a, b in zip("abcde", "bcdef", strict=True)
        ),
        1,
        "aliases of aliases",
    ),
    "an alias of itself": ("a.yaml", "class: &a [*a]\n", 1, "nested too deeply|aliases"),
    "deep YAML": ("a.yaml", "class: " + "[" * 5000, 1, "nested too deeply"),
    "deep TOML": ("a.toml", "class = " + "[" * 5000 + "]" * 5000, 1, "nested too deeply|not valid TOML"),
    "need is too much": ("a.toml", f'class = "X"\nneed = 2\n{A}', 2, "a whole number from 1 to 1"),
    "need is no number": ("a.yaml", "class: X\nneed: many\nattribute:\n- name: A\n", 2, "need must be a number"),
    "a range of texts": ("a.toml", f'class = "X"\n{A}type = "text"\nmin = 1\n', 5, "a text has no min"),
    "no number": ("a.toml", f'class = "X"\n{A}min = "much"\n', 4, "min must be a number"),
    "a number beyond all": ("a.toml", f'class = "X"\n{A}max = {"9" * 400}\n', 4, "max must be a number"),
    "an endless number": ("a.toml", f'class = "X"\n{A}max = {"9" * 5000}\n', 4, "a number of thousands of digits"),
    "not a finite number": ("a.toml", f'class = "X"\n{A}max = nan\n', 4, "max must be a number"),
    "a quantity without unit": ("a.toml", f'class = "X"\n{A}type = "quantity"\n', 4, "a quantity needs a unit"),
    "a unit of a number": ("a.toml", f'class = "X"\n{A}type = "number"\nunit = "g"\n', 5, "a number has no unit"),
    "no currency": ("a.toml", f'class = "X"\n{A}type = "price"\nunit = "g"\n', 5, "unknown currency 'g'"),
    "choices without": ("a.toml", f'class = "X"\n{A}type = "choice"\n', 4, "belong together"),
    "no choices": ("a.toml", f'class = "X"\n{A}choices = []\n', 4, "choices is empty"),
    "a number for a name": ("a.toml", 'class = "X"\n[[attribute]]\nname = 5\n', 3, "name must be text"),
    "not a label": ("a.toml", 'class = "X"\n[[attribute]]\nname = "12"\n', 3, "cannot be a label"),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_mistakes_are_refused_with_file_and_line(what: str, tmp_path: Path) -> None:
    name, text, line, message = MISTAKES[what]
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=message) as error:
        make_validator([f"table:{path}"], [])
    said = str(error.value)
    assert said.startswith(f"{path}:{line}: "), said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", b"{}", "must end with .toml, .yaml or .yml"),
        ("missing.toml", None, "cannot be read .No such file"),
        ("latin.toml", 'class = "Größe"'.encode("latin-1"), r"latin.toml:1: not UTF-8 text; save the file as UTF-8"),
        ("below.yaml", "class: X\r\n# y\nneed: Größe".encode("latin-1"), "below.yaml:3: not UTF-8"),
        ("wide.toml", 'class = "X"'.encode("utf-16"), "wide.toml:1: not UTF-8"),
        ("long.yaml", b"#" * 1_000_001, "longer than"),
    ],
)
def test_files_that_cannot_be_read(name: str, content: bytes | None, message: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_ontology(tmp_path / name)


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_the_examples_are_right(path: Path) -> None:
    ontology = read_ontology(path)
    assert ontology.need <= len(ontology.attributes)
    assert {language for each in ontology.attributes for language, _ in each.synonyms} >= {"en", "de", "fr", "it", "el"}
    assert all(label_key(name) for each in ontology.attributes for name in each.names)


def test_a_language_is_not_a_truth_value(tmp_path: Path) -> None:
    """In YAML `no` is false."""
    path = tmp_path / "a.yaml"
    path.write_text(
        "class: X\nattribute: [{name: yes, synonyms: {no: [B]}, type: choice, choices: [yes, no, 1]}]", "utf-8"
    )
    (attribute,) = read_ontology(path).attributes
    assert attribute.name == "yes"
    assert attribute.synonyms == (("no", "B"),)
    assert attribute.choices == ("yes", "no", "1")


# -- the lexicon ------------------------------------------------------------------------------------------------------

LEXICON = """
[lexicon]
words = { en = [["camera", "cameras"], "sale"], de = "Kamera" }
pairs = { Canon = ["PowerShot", "EOS"], Leica = "M" }
values = { Weight = { de = ["600 Gramm"] }, Sensor = ["CMOS 24 MP"] }
"""
YAML_LEXICON = """
lexicon:
  words: {en: [[camera, cameras], sale], de: Kamera}
  pairs: {Canon: [PowerShot, EOS], Leica: M}
  values: {Weight: {de: [600 Gramm]}, Sensor: [CMOS 24 MP]}
"""


@pytest.mark.parametrize(("ending", "text"), [(".toml", TOML + LEXICON), (".yaml", YAML + YAML_LEXICON)])
def test_a_lexicon_stands_beside_the_attributes(tmp_path: Path, ending: str, text: str) -> None:
    path = tmp_path / f"cameras{ending}"
    path.write_text(text)
    ontology = read_ontology(path)
    assert ontology.lexicon == Lexicon(
        words=(("en", ("camera", "cameras")), ("en", ("sale",)), ("de", ("Kamera",))),
        pairs=(("Canon", "PowerShot"), ("Canon", "EOS"), ("Leica", "M")),
        values=(("Weight", "de", "600 Gramm"), ("Sensor", "", "CMOS 24 MP")),
    )
    assert replace(ontology, lexicon=Lexicon()) == CAMERA


def test_words_without_languages(tmp_path: Path) -> None:
    path = tmp_path / "cameras.toml"
    path.write_text(TOML + '[lexicon]\nwords = ["camera", ["sale", "sales"]]\n')
    assert read_ontology(path).lexicon.words == (("", ("camera",)), ("", ("sale", "sales")))


@pytest.mark.parametrize(
    ("lexicon", "message"),
    [
        ('word = ["camera"]', "unknown key 'word': did you mean 'words'?"),
        ("words = { en = [] }", "words is empty"),
        ("words = { en = [[]] }", "words is empty"),
        ("words = 3", "words must be text"),
        ('pairs = ["Canon"]', "lexicon.pairs must be a table"),
        ("pairs = { Canon = [] }", "Canon is empty"),
        ('values = { Wieght = ["1 kg"] }', "unknown key 'Wieght': did you mean 'Weight'?"),
    ],
)
def test_mistakes_in_a_lexicon_are_named_with_their_line(tmp_path: Path, lexicon: str, message: str) -> None:
    path = tmp_path / "cameras.toml"
    path.write_text(f"{TOML}[lexicon]\n{lexicon}\n")
    with pytest.raises(UsageError) as error:
        read_ontology(path)
    assert str(error.value).startswith(f"{path}:{TOML.count(chr(10)) + 2}: ")
    assert message in str(error.value)
