"""Sentences about a subject, with the words that one site uses of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hubwalk.demo.chance import Dice
from hubwalk.demo.websites.rates import SHARED_WORDS, THEMES_OF_SITE
from hubwalk.demo.websites.vocabulary import GENERAL, SENTENCES, SUBJECTS

_SLOT = re.compile(r"%([navptfld])")
# "The %n and": literals and slots take turns, a literal first.
_SPLIT = {role: tuple(tuple(_SLOT.split(line)) for line in lines) for role, lines in SENTENCES.items()}
_CORE_WORDS, _THEME_WORDS = 16, 18  # that one site uses


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a subject that one author uses, the favourite ones first."""

    nouns: tuple[str, ...]
    borrowed: tuple[str, ...]  # of the topic next door; none for topics themselves
    verbs: tuple[str, ...]
    names: tuple[str, ...]


def lexicon(subject: str, *key: int | str) -> Lexicon:
    """Another author, another choice of words; "" has no subject."""
    if not subject:
        return Lexicon(GENERAL["nouns"], (), GENERAL["verbs"], GENERAL["towns"])
    dice = Dice("lexicon", subject, *key)
    known = SUBJECTS[subject]
    themes = dice.some(tuple(known.themes.values()), dice.between(*THEMES_OF_SITE))
    theme_words = [word for theme in themes for word in dice.some(theme, _THEME_WORDS)]
    nouns = [*dice.some(known.core, _CORE_WORDS), *theme_words]
    borrowed: Sequence[str] = ()
    if known.next_to:
        topic = SUBJECTS[known.next_to]
        borrowed = [word for theme in known.borrows for word in dice.some(topic.themes[theme], _THEME_WORDS)]
    return Lexicon(
        tuple(dice.some(nouns, len(nouns))),
        tuple(dice.some(borrowed, len(borrowed))),
        (*dice.some(known.verbs, 8), *dice.some(GENERAL["verbs"], 8)),
        tuple(dice.some(known.names, 10)),
    )


def noun(words: Lexicon, dice: Dice) -> str:
    """A noun of the subject; favourites come often, as in any text."""
    if words.borrowed and dice.percent(SHARED_WORDS):
        return _favourite(words.borrowed, dice)
    return _favourite(words.nouns, dice)


def _favourite(words: Sequence[str], dice: Dice) -> str:
    size = len(words)
    return words[min(dice.below(size), dice.below(size))]


def sentences(role: str, words: Lexicon, share: int, count: int, dice: Dice) -> list[str]:
    """So many sentences of a page's role; of their nouns, verbs and names `share` percent are of the subject."""
    lines = _SPLIT.get(role) or _SPLIT["content"]
    return ["".join(_filled(dice.pick(lines), words, share, dice)) for _ in range(count)]


def _filled(line: tuple[str, ...], words: Lexicon, share: int, dice: Dice) -> list[str]:
    text = list(line)
    for place in range(1, len(text), 2):
        text[place] = _word(text[place], words, share, dice)
    return text


def _word(slot: str, words: Lexicon, share: int, dice: Dice) -> str:
    if slot == "n":
        return noun(words, dice) if dice.percent(share) else dice.pick(GENERAL["nouns"])
    if slot == "v":
        return dice.pick(words.verbs if dice.percent(share) else GENERAL["verbs"])
    if slot == "p":
        return dice.pick(words.names if dice.percent(share) else GENERAL["towns"])
    if slot == "d":
        return str(dice.between(2, 60))
    return dice.pick(_COMMON[slot])


_COMMON = {
    "a": GENERAL["adjectives"],
    "t": GENERAL["towns"],
    "f": tuple(map(str.capitalize, GENERAL["people"])),
    "l": tuple(map(str.capitalize, GENERAL["families"])),
}
