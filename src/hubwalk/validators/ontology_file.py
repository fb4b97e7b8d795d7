"""An ontology from a TOML or YAML file, checked line by line before anything is crawled.

    class = "Camera"                      # or several names
    need = 4                              # attributes that make an instance; see Ontology.needed
    [[attribute]]
    name = "Weight"
    type = "quantity"                     # text, number, quantity, price, date, boolean, choice
    unit = "gram"                         # any unit; of a price the currency
    unit_synonyms = ["gramos"]
    min = 50
    max = 3000                            # of a date: years
    synonyms = { en = ["Mass"], de = ["Gewicht"] }    # or a list, without languages
    [[attribute]]
    name = "Sensor"
    choices = ["CCD", "CMOS"]
    [lexicon]                             # optional: what to ask search engines for
    words = { en = [["camera", "cameras"], "sale"] }    # general words, each with its forms; or without languages
    pairs = { Canon = ["PowerShot", "EOS"] }            # manufacturer and models
    values = { Sensor = ["CMOS 24 megapixel"] }         # of an attribute, as pages write them; by language or without

Without a type an attribute with a unit is a quantity, one with choices a choice, one with a range a number, and all
others are text.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from hubwalk.errors import UsageError, unknown_name
from hubwalk.validators.label_value import label_key
from hubwalk.validators.marked_file import Marked, read_marked
from hubwalk.validators.ontology import RANGED, TYPES, Attribute, Lexicon, Ontology
from hubwalk.validators.quantities import is_currency, is_unit

_TOP = ("class", "need", "attribute", "lexicon")
_KEYS = ("name", "synonyms", "type", "unit", "unit_synonyms", "min", "max", "choices")
_LEXICON = ("words", "pairs", "values")


def read_ontology(path: Path) -> Ontology:
    """The ontology of a file; UsageError with file and line for whatever is wrong in it."""
    return _Reader(path).ontology(read_marked(path))


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path

    def ontology(self, top: Marked) -> Ontology:
        table = self._table(top, "an ontology", _TOP)
        if not table:
            raise self._error(1, "is empty; give it a class and attributes, as docs/validators.md shows")
        if "class" not in table:
            raise self._error(1, "the ontology has no class; add one, the name of what is looked for")
        names = self._texts(table["class"], "class")
        rows = self._rows(table["attribute"]) if "attribute" in table else []
        if not rows:
            raise self._error(top.line, "the ontology has no attributes; add some under `attribute`, with a name each")
        attributes = [self._attribute(row) for row in rows]
        self._check_names(rows, attributes)
        need = self._need(table["need"], len(rows)) if "need" in table else 0
        lexicon = self._lexicon(table["lexicon"], attributes) if "lexicon" in table else Lexicon()
        return Ontology(names, tuple(attributes), need, lexicon)

    def _need(self, marked: Marked, most: int) -> int:
        need = self._number(marked, "need")
        if not 1 <= need <= most or need != int(need):
            raise self._error(marked.line, f"need must be a whole number from 1 to {most}, the number of attributes")
        return int(need)

    def _attribute(self, row: Marked) -> Attribute:
        table = self._table(row, "an attribute", _KEYS)
        if "name" not in table:
            raise self._error(row.line, "an attribute without a name; add one, as pages call it")
        name = self._text(table["name"], "name")
        choices = self._texts(table["choices"], "choices") if "choices" in table else ()
        kind = self._type(table)
        attribute = Attribute(
            name,
            tuple((language, said.value) for language, said in self._synonyms(table.get("synonyms"))),
            kind,
            self._unit(table, kind),
            self._texts(table["unit_synonyms"], "unit_synonyms") if "unit_synonyms" in table else (),
            self._number(table["min"], "min") if "min" in table else -math.inf,
            self._number(table["max"], "max") if "max" in table else math.inf,
            choices,
        )
        self._check(table, attribute, row.line)
        return attribute

    def _type(self, table: dict[str, Marked]) -> str:
        if "type" in table:
            kind = self._text(table["type"], "type")
            if kind not in TYPES:
                raise self._error(table["type"].line, str(unknown_name("type", kind, TYPES)))
            return kind
        for key, kind in (("unit", "quantity"), ("choices", "choice"), ("min", "number"), ("max", "number")):
            if key in table:
                return kind
        return "text"

    def _unit(self, table: dict[str, Marked], kind: str) -> str:
        if "unit" not in table:
            if kind == "quantity":
                raise self._error(table["type"].line, 'a quantity needs a unit; add unit = "..." or choose type number')
            return ""
        unit, line = self._text(table["unit"], "unit"), table["unit"].line
        if kind == "price":
            if not is_currency(unit):
                raise self._error(line, f"unknown currency '{unit}'; give a code of three letters, like EUR")
        elif kind != "quantity":
            raise self._error(line, f"a {kind} has no unit; choose type quantity or leave the unit out")
        elif not is_unit(unit):
            raise self._error(line, f"unknown unit '{unit}'; write it as in mm, kg, km/h, degC, megapixel, GB")
        return unit

    def _check(self, table: dict[str, Marked], attribute: Attribute, line: int) -> None:
        for key in ("min", "max"):
            if key in table and attribute.type not in RANGED:
                raise self._error(
                    table[key].line, f"a {attribute.type} has no {key}; only {', '.join(RANGED)} have one"
                )
        if attribute.minimum > attribute.maximum:
            message = f"min {attribute.minimum:g} is more than max {attribute.maximum:g}; swap them"
            raise self._error(table["max"].line, f"the range of {attribute.name} is upside down: {message}")
        if (attribute.type == "choice") != bool(attribute.choices):
            at = table["choices"].line if attribute.choices else table["type"].line if "type" in table else line
            raise self._error(at, f"{attribute.name}: choices = [...] and type choice belong together")
        if attribute.unit_synonyms and attribute.type != "quantity":
            raise self._error(table["unit_synonyms"].line, f"a {attribute.type} has no unit_synonyms")

    def _check_names(self, rows: list[Marked], attributes: list[Attribute]) -> None:
        """No name may mean two attributes, and none be given twice in one language; with other accents it is welcome,
        though nothing is gained by it."""
        owner: dict[str, tuple[int, int]] = {}  # label -> attribute and line
        for number, row in enumerate(rows):
            said = [("", row.value["name"]), *self._synonyms(row.value.get("synonyms"))]
            seen: set[tuple[str, str]] = set()
            for language, name in said:
                key = label_key(name.value)
                if not key:
                    raise self._error(name.line, f"'{name.value}' cannot be a label; it needs letters, and few words")
                other, line = owner.setdefault(key, (number, name.line))
                if other != number:
                    raise self._error(
                        name.line,
                        f"duplicate synonym '{name.value}' of {attributes[number].name}: "
                        f"{attributes[other].name} has it too, on line {line}; leave one of them out",
                    )
                spelling = (language, name.value.lower())
                if spelling in seen:
                    raise self._error(name.line, f"duplicate synonym '{name.value}' of {attributes[number].name}")
                seen.add(spelling)

    def _synonyms(self, marked: Marked | None, key: str = "synonyms") -> Iterator[tuple[str, Marked]]:
        if marked is None:
            return
        if not isinstance(marked.value, dict):
            yield from (("", said) for said in self._several(marked, key))
            return
        for language, listed in marked.value.items():
            yield from ((language, said) for said in self._several(listed, f"{key}.{language}"))

    # -- the lexicon --------------------------------------------------------------------------------------------------

    def _lexicon(self, marked: Marked, attributes: list[Attribute]) -> Lexicon:
        table = self._table(marked, "the lexicon", _LEXICON)
        nothing = Marked({}, marked.line)
        pairs = self._table(table.get("pairs", nothing), "lexicon.pairs")
        values = self._table(table.get("values", nothing), "lexicon.values", tuple(a.name for a in attributes))
        return Lexicon(
            tuple(self._words(table.get("words", nothing))),
            tuple((maker, model.value) for maker, said in pairs.items() for model in self._several(said, maker)),
            tuple(
                (name, language, said.value)
                for name, listed in values.items()
                for language, said in self._synonyms(listed, name)
            ),
        )

    def _words(self, marked: Marked) -> Iterator[tuple[str, tuple[str, ...]]]:
        """General words by language, each a text or the list of its forms."""
        for language, listed in marked.value.items() if isinstance(marked.value, dict) else [("", marked)]:
            entries = listed.value if isinstance(listed.value, list) and listed.value else [listed]
            yield from ((language, self._texts(word, "words")) for word in entries)

    # -- values of a kind ---------------------------------------------------------------------------------------------

    def _table(self, marked: Marked, what: str, known: tuple[str, ...] = ()) -> dict[str, Marked]:
        """Its keys and values; with `known`, no other keys."""
        if not isinstance(marked.value, dict):
            raise self._error(marked.line, f"{what} must be a table of keys and values")
        table: dict[str, Marked] = marked.value
        for key, value in table.items():
            if known and key not in known:
                raise self._error(value.line, str(unknown_name("key", key, known)))
        return table

    def _rows(self, marked: Marked) -> list[Marked]:
        if not isinstance(marked.value, list):
            raise self._error(marked.line, "attribute must be a list of tables; in TOML each begins with [[attribute]]")
        return marked.value

    def _several(self, marked: Marked, key: str) -> list[Marked]:
        """One text, or a list of texts."""
        listed = marked.value if isinstance(marked.value, list) else [marked]
        if not listed:
            raise self._error(marked.line, f"{key} is empty; leave it out or give some")
        return [Marked(self._text(said, key), said.line) for said in listed]

    def _texts(self, marked: Marked, key: str) -> tuple[str, ...]:
        return tuple(said.value for said in self._several(marked, key))

    def _text(self, marked: Marked, key: str) -> str:
        if not isinstance(marked.value, str) or not marked.value.strip():
            raise self._error(marked.line, f"{key} must be text, and not empty")
        return marked.value.strip()

    def _number(self, marked: Marked, key: str) -> float:
        try:
            number = math.nan if isinstance(marked.value, bool | dict | list) else float(marked.value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if not math.isfinite(number):
            raise self._error(marked.line, f"{key} must be a number")
        return number

    def _error(self, line: int, message: str) -> UsageError:
        return UsageError(f"{self._path}:{line}: {message}")
