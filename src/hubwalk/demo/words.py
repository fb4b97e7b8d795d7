"""The vocabulary of the demo web. Brands and surnames are made of syllables: invented, with no real one meant."""

from __future__ import annotations

from functools import lru_cache

from hubwalk.demo.chance import Scramble

_BRAND_HEADS = "Kal Vor Zen Ost Mir Thal Bel Dru Fen Gav Hul Jor Lum Nes Pry Quor".split()  # noqa: SIM905
_BRAND_TAILS = "dovra brix stova quell andor vane ptera skell morra lith zanta fuse arik olon".split()  # noqa: SIM905
BRANDS = len(_BRAND_HEADS) * len(_BRAND_TAILS)  # how many there can be

_ENDINGS = "antz berk dahl emond fors grel hove ilkes jurra kvist londe merrow".split()  # noqa: SIM905
_VOWELS = "aeiou"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_NAMES = """Ada Amir Anna Ben Bruno Carla Chen Clara Dana David Elif Emil Eva Farid Finn Greta Hana Hugo Ines Ivan
    Jana Jonas Kira Lars Lea Luis Maja Marco Mina Nico Nora Olga Omar Paula Peter Rosa Samir Sara Sofia Theo Tomas Vera
    Viktor Yara Yusuf Zoe""".split()  # noqa: SIM905

MONTHS = """January February March April May June July August September October November December""".split()  # noqa: SIM905

TAGS = """lens zoom sensor travel wedding portrait macro landscape night sports wildlife underwater studio flash tripod
    firmware recall rumour price budget premium beginner expert video raw printing paper ink scanner software battery
    memory display ergonomics design interview event exhibition trade-fair history""".split()  # noqa: SIM905

TOWNS = "Altmark Brenholm Corvale Dunwick Eskerby Farnhavn Gildern Hollstead Ivarsund Jelling".split()  # noqa: SIM905


@lru_cache(maxsize=64)
def brand_names(count: int, seed: int) -> tuple[str, ...]:
    """`count` different brands; another seed, other brands."""
    order = Scramble(BRANDS, "brands", seed)
    return tuple(_brand(order.code(number)) for number in range(count))


def _brand(code: int) -> str:
    head, tail = divmod(code, len(_BRAND_TAILS))
    return _BRAND_HEADS[head] + _BRAND_TAILS[tail]


def surname(letter: int, variety: int) -> str:
    """A surname that begins with a letter of the alphabet (0 is A)."""
    initial = LETTERS[letter]
    ending = _ENDINGS[variety % len(_ENDINGS)]
    vowel = _VOWELS[variety // len(_ENDINGS) % len(_VOWELS)]
    return f"{initial}{vowel}{ending}" if initial not in "AEIOU" else f"{initial}l{vowel}{ending}"
