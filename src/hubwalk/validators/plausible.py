"""What a page says of the attributes of an ontology, and whether the values make sense.

A label means an attribute if it is one of its names, with or without what stands in brackets ("Weight (g)"), or if it
only adds a word or two to one ("Weight with battery"); the latter counts only where the value fits. A value fits if it
is of the attribute's type, in a unit that can be converted, and within the range. What a sentence says does not count:
glossaries and guides have the labels of a sheet, and numbers among the words that explain them.

After the knowledge that AllRight validates with (xCRAWL 2010, section 6.2: names of characteristics "and a description
of the possible values").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.validators.attributes import Shown, share_of_several
from hubwalk.validators.label_value import Pair, label_key
from hubwalk.validators.ontology import Attribute, Ontology
from hubwalk.validators.page_terms import plain
from hubwalk.validators.quantities import amounts, convertible, numbers, prices
from hubwalk.validators.truths import is_truth

_MORE_WORDS = 2  # that a label may add to a name
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
# A point before or after the year is that of a date (12.05.2019, 05.2019, 2019.05.12), not that of a number (1.2019).
_YEAR = re.compile(
    rf"(?:(?<![\w.,])(?:{_DAY}\.{_MONTH}|0[1-9]|1[0-2])\.|(?<![\d.,]))(1\d{{3}}|20\d{{2}})"
    rf"(?:(?![\d.,]*\d)|(?=\.{_MONTH}\.{_DAY}(?![\d.,]*\d)))"
)
# A sign is part of a choice: C++ is not C, nor A+ the same as A. One between words is not: USB-C is a kind of USB.
_CHOICE = re.compile(r"(?:(?<![^\s(])[-+](?=\d))?[^\W_]+(?:[-+#]+(?![\w+#-]))?")
_NOTHING = re.compile(
    r"[\s\-\N{EN DASH}\N{EM DASH}?.*/]*|n\W?/?\W?a\W?|k\W?\s?a\W?|tba|tbc|none|unknown|unbekannt", re.IGNORECASE
)
_WORD_BREAK = re.compile(r"[\s,;]+")
_STOPS = (".", "!", "?")
_BREAKS = (",", ";", ":", "/", "\N{EN DASH}", "-", "|")  # between the words of a list, which is no sentence
_LEAST_SAID = 4  # words of a sentence
_LONG = 8  # words in one go, in whatever language
_LETTER = re.compile(r"[^\W\d_]")
# Only those that a sheet has no use for, as `plain` writes them. Without accents the Italian "is" would be its "and".
_VERBS = frozenset(
    plain(
        "is are was were has have can will should does "
        "ist sind war hat haben kann können wird werden sollte "
        "est sont peut peuvent sera sono hanno può possono "
        "είναι ήταν έχει έχουν μπορεί"
    ).split()
)
_OF_SENTENCES = _VERBS | frozenset(
    plain(
        "the a an this these that which what how who you your it its they their we our "
        "der die das den dem ein eine einen einer was wie dass sie ihr ihre es man diese dieser "
        "le la les un une ce cette que qui comment vous votre "
        "il lo gli una che questo questa come "
        "το τα οι τον την του της των ένα μια που πόσο"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Fact:
    """An attribute and what the page says of it."""

    attribute: Attribute
    pair: Pair


@dataclass(frozen=True, slots=True)
class Instance:
    """What a page says of one thing of the ontology's class."""

    facts: tuple[Fact, ...] = ()  # one per attribute, in the ontology's order
    implausible: tuple[Fact, ...] = ()  # attributes whose values do not fit
    several: float = 0.0  # share of the facts' labels that have more than one value: those of several instances


class Reader:
    """Finds the attributes of one ontology on pages."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._named = {
            label_key(name): number for number, each in enumerate(ontology.attributes) for name in each.names
        }
        self.names = frozenset(self._named)  # as labels are compared
        self._longest = max(key.count(" ") + 1 for key in self._named)

    def read(self, page: Shown) -> Instance:
        """The facts of a page; of several values that fit, the first."""
        facts: dict[int, Pair] = {}
        wrong: dict[int, Pair] = {}
        for pairs in page:
            for pair in pairs:
                number, exact = self._meant(pair)
                if number is None or _NOTHING.fullmatch(pair.value) or number in facts:
                    continue
                if fits(self._ontology.attributes[number], pair):
                    facts[number] = pair
                elif exact:
                    wrong.setdefault(number, pair)
        several = share_of_several(page, [pair.label for pair in facts.values()])
        return Instance(self._facts(facts), self._facts({i: wrong[i] for i in wrong if i not in facts}), several)

    def _facts(self, found: dict[int, Pair]) -> tuple[Fact, ...]:
        return tuple(Fact(self._ontology.attributes[number], found[number]) for number in sorted(found))

    def _meant(self, pair: Pair) -> tuple[int | None, bool]:
        """The attribute that a label means, and whether it is called exactly so."""
        for key in (pair.label, label_key(_BRACKETS.sub(" ", pair.shown))):
            if key in self._named:
                return self._named[key], True
        words = pair.label.split()
        for count in range(min(self._longest, len(words) - 1), max(0, len(words) - _MORE_WORDS - 1), -1):
            for part in (words[:count], words[-count:]):
                number = self._named.get(" ".join(part))
                if number is not None:
                    return number, False
        return None, False


def fits(attribute: Attribute, pair: Pair) -> bool:
    """True if the value is one that the attribute can have."""
    match attribute.type:
        case "text":
            return not pair.value.endswith(_STOPS) or _without_sentences(pair.value) != ""
        case "number":
            return _within(attribute, numbers(_without_sentences(pair.value)))
        case "quantity":
            default, said = _unit_in_label(attribute, pair.shown), _without_sentences(pair.value)
            return _within(attribute, amounts(said, attribute.unit, default, attribute.unit_synonyms))
        case "price":
            read = prices(_without_sentences(pair.value))
            own = [value for value, currency in read if currency in ("", attribute.unit) or not attribute.unit]
            return _within(attribute, own) if own else bool(read)
        case "date":
            return _within(attribute, [float(year) for year in _YEAR.findall(pair.value)])
        case "boolean":
            return is_truth(pair.value)
        case "choice":
            value = f" {_choice_key(pair.value)} "
            whole = value.replace("- ", " ")  # "CMOS- oder CCD-Sensor"
            return any(f" {key} " in value or f" {key} " in whole for key in map(_choice_key, attribute.choices))
    return True


def _without_sentences(value: str) -> str:
    """What is left of a value without its sentences; "450 g. The battery is sold apart." says how heavy a thing is."""
    parts: list[list[str]] = [[]]
    for word in value.split():
        if parts[-1] and parts[-1][-1].endswith(_STOPS) and word[0].isupper():
            parts.append([])
        parts[-1].append(word)
    said = [" ".join(part) for part in parts]
    kept = [part for part in said if not _is_sentence(part)]
    return value if len(kept) == len(said) else " ".join(kept)


def _is_sentence(text: str) -> bool:
    """True for "The opening of the lens, from f/1.4 to f/22." and "A compact camera has 200 g"; a value comes to its
    number sooner, or has no article or verb: "Optical viewfinder with diopter adjustment."."""
    tokens = _BRACKETS.sub(" ", text).split()
    words = [token for token in tokens if not _has_digit(token) and _LETTER.search(token)]
    run = _run_before_number(tokens)
    if len(run) >= _LEAST_SAID and not _VERBS.isdisjoint(map(_bare, run)):
        return True
    if len(words) < _LEAST_SAID or not tokens[-1].endswith(_STOPS) or tokens[0][0].islower():
        return False
    clause = next((i for i, token in enumerate(tokens) if token.endswith(_BREAKS)), len(tokens))
    if not _VERBS.isdisjoint(map(_bare, tokens[: clause + 1])):  # "100-12800; can be expanded." is a value with a note
        return True
    return len(run) >= _LEAST_SAID and (len(run) >= _LONG or not _OF_SENTENCES.isdisjoint(map(_bare, run)))


def _run_before_number(tokens: Sequence[str]) -> list[str]:
    """The most words in a row, without a comma or the like, before the first number."""
    longest: list[str] = []
    run: list[str] = []
    for token in tokens:
        if _has_digit(token):
            break
        run = [*run, token] if _LETTER.search(token) else []
        longest = max(longest, run, key=len)
        if token.endswith(_BREAKS):
            run = []
    return longest


def _has_digit(token: str) -> bool:
    return any(character.isdigit() for character in token)


def _bare(word: str) -> str:
    return "".join(_LETTER.findall(plain(word)))


def _within(attribute: Attribute, values: Sequence[float]) -> bool:
    return any(attribute.minimum <= value <= attribute.maximum for value in values)


def _choice_key(text: str) -> str:
    """How choices are compared: without case, accents and punctuation, but with their signs."""
    folded = plain(text).replace("\N{MINUS SIGN}", "-")
    return " ".join(_CHOICE.findall(folded)) or folded


def _unit_in_label(attribute: Attribute, shown: str) -> str:
    """ "Weight (g)", "Weight (kg, net)", "Weight in kg" or "Weight/kg": the unit of the bare numbers beside it."""
    said = [unit for bracket in _BRACKETS.findall(shown) for unit in (bracket, *_words_of(bracket))]
    words = _WORD_BREAK.split(shown.strip())
    said += [*(words[-1:] if len(words) > 1 else []), *_parts_of(words[-1])]
    return next((unit for unit in said if unit and convertible(unit, attribute.unit)), "")


def _words_of(bracket: str) -> list[str]:
    """The words that may be a unit, the last first; "in" before others is no inch."""
    *others, last = _WORD_BREAK.split(bracket.strip())
    words = [last, *(word for word in reversed(others) if word.lower() != "in")]
    return words + [part for word in words for part in _parts_of(word)]


def _parts_of(word: str) -> list[str]:
    """What stands behind the strokes of a word, the last first, and then before them; nothing without a stroke."""
    parts = word.split("/")
    return parts[:0:-1] + parts[:1] if len(parts) > 1 else []
