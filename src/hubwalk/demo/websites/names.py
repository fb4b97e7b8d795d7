"""Hosts, and back: the name of a site is arithmetic on its number, so that no table of names is kept."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.websites.rates import TOPICAL_NAMES
from hubwalk.demo.websites.vocabulary import GENERAL, SUBJECTS

_SUBJECTS = 10  # no subject has more than a tenth of the sites (rates.py)
FIRST, SECOND = GENERAL["host_first"], GENERAL["host_second"]
ZONE = ".test"  # reserved for tests: no such host can exist (RFC 6761, section 6.2)


def _own_words() -> dict[str, tuple[str, ...]]:
    """The words that name sites of a subject and of no other."""
    use = Counter(word for subject in SUBJECTS.values() for word in set(subject.core))
    return {
        name: tuple(word for word in dict.fromkeys(subject.core) if use[word] == 1 and word not in SECOND)
        for name, subject in SUBJECTS.items()
    }


OWN_WORDS = _own_words()
_SUBJECT_OF = {word: name for name, words in OWN_WORDS.items() for word in words}
_FIRST = {word: place for place, word in enumerate(FIRST)}
_SECOND = {word: place for place, word in enumerate(SECOND)}
_OWN = {name: {word: place for place, word in enumerate(words)} for name, words in OWN_WORDS.items()}


class Names:
    """Names for numbers below `count`, without ends; www. is not part of them."""

    def __init__(self, count: int, seed: int) -> None:
        self._count = count
        self._seed = seed

    def is_topical(self, number: int) -> bool:
        """True if the name has a word of the site's subject."""
        return Dice("name", self._seed, number).percent(TOPICAL_NAMES)

    def plain(self, number: int) -> str:
        """A name that says nothing of the subject."""
        return _spell(_order(self._count, len(SECOND), "plain", self._seed).code(number), SECOND)

    def topical(self, subject: str, rank: int) -> str:
        """The name of the `rank`-th site of a subject."""
        words = OWN_WORDS[subject]
        return _spell(_order(self._count // _SUBJECTS, len(words), subject, self._seed).code(rank), words)

    def read(self, name: str) -> tuple[str, int] | None:
        """("", number) for a plain name, (subject, rank) for a topical one; None if it is neither."""
        first, _, second = name.partition("-")
        word = second.rstrip("0123456789")
        turn = int(second[len(word) :] or 1) - 1 if len(second) - len(word) < 6 else -1
        subject = _SUBJECT_OF.get(word, "")
        places = _OWN[subject] if subject else _SECOND
        if first not in _FIRST or word not in places or turn < 0:
            return None
        code = (turn * len(FIRST) + _FIRST[first]) * len(places) + places[word]
        count = self._count // _SUBJECTS if subject else self._count
        order = _order(count, len(places), subject or "plain", self._seed)
        return (subject, order.number(code)) if code < order.modulus else None


def _spell(code: int, words: tuple[str, ...]) -> str:
    rest, place = divmod(code, len(words))
    turn, first = divmod(rest, len(FIRST))
    return f"{FIRST[first]}-{words[place]}{turn + 1 if turn else ''}"


@lru_cache(maxsize=64)
def _order(count: int, words: int, what: str, seed: int) -> Scramble:
    turn = len(FIRST) * words
    return Scramble(turn * (count // turn + 1), "names", what, seed)
