"""The terms of a page: its words, folded so that one word is one term in every language and spelling.

Case and accents are folded, because capitals often go without accents: οθόνη and ΟΘΟΝΗ are one term, so are the two
small letters sigma (casefold), Straße and STRASSE, écran and ECRAN. That makes a few pairs of words one (schon and
schön), which costs less than a word in two spellings. Stop words of the pages' languages and numbers are no terms.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from hubwalk.pages.words import in_form, words

_SHORTEST = 3  # letters after an apostrophe: less is the end of the same word (it's, don't, they'll)
_LONGEST = 40  # characters; what is longer is no word but data


def plain(text: str) -> str:
    """The text without case and accents, in one Unicode form."""
    if text.isascii():
        return text.lower()
    apart = in_form("NFKD", text.casefold())
    # Once more, because what NFKD takes apart may have capitals: ℌ is an H in another face.
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()


@lru_cache(maxsize=100_000)
def fold(word: str) -> str:
    """The word without case, accents and an article that is drawn to it (l'écran, dell'immagine)."""
    word = plain(word).replace("’", "'")
    article, _, rest = word.rpartition("'")
    return rest if article and len(rest) >= _SHORTEST else word


def terms_of(text: str, stop_words: Collection[str]) -> Counter[str]:
    """How often each term occurs; `stop_words` are folded ones."""
    counted = Counter(words(in_form("NFC", text)))  # a mark of its own would end a word
    terms: Counter[str] = Counter()
    for word, count in counted.items():
        if len(word) <= _LONGEST and not word.isdigit():
            term = fold(word)
            if term not in stop_words and any(map(str.isalpha, term)):
                terms[term] += count
    return terms


def folded_stop_words(languages: Sequence[str]) -> frozenset[str]:
    """The stop words of some languages."""
    from hubwalk.pages.languages import stop_words  # the library reads its lists on import

    return frozenset(fold(word) for language in languages for word in stop_words(language))


def languages_of_texts(texts: Sequence[str]) -> list[str]:
    """The languages that the texts are in, see pages/languages.py."""
    from hubwalk.pages.languages import languages_of  # the model that tells them takes half a second to load

    return languages_of(texts)
