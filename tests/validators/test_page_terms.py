"""One word is one term, in every language and spelling."""

from __future__ import annotations

import pytest
from text_languages import LANGUAGES, page_in

from hubwalk.pages.words import own_text
from hubwalk.validators.page_terms import fold, folded_stop_words, languages_of_texts, plain, terms_of


@pytest.mark.parametrize(
    "spellings",
    [
        ("οθόνη", "ΟΘΟΝΗ", "ΟΘΌΝΗ", "Οθόνη"),
        ("φακός", "ΦΑΚΟΣ", "φακόσ"),  # the last letter is a final sigma, a capital, a plain one
        ("Straße", "STRASSE", "strasse"),
        ("écran", "ÉCRAN", "ECRAN", "l'écran", "L’ÉCRAN"),
        ("immagine", "dell'immagine", "dell’immagine", "un'immagine"),
        ("don't", "Don’t"),
        ("qualità", "QUALITÀ", "qualita\N{COMBINING GRAVE ACCENT}"),
        ("Auflösung", "AUFLÖSUNG", "auflo\N{COMBINING DIAERESIS}sung"),
    ],
)
def test_spellings_of_a_word_are_one_term(spellings: tuple[str, ...]) -> None:
    assert len({fold(word) for word in spellings}) == 1
    assert len(terms_of(" ".join(spellings), ())) == 1


@pytest.mark.parametrize("text", ["Βάρος ΣΑΣ", "GRÖSSE (m²)", "İ ﬁ ℌ 𝚨𝚺", "무게"])
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text) != text


def test_different_words_stay_different() -> None:
    assert len({fold(word) for word in ("φακός", "φακές", "lens", "lense", "écrin", "écran")}) == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_stop_words_of_the_language_are_no_terms(language: str) -> None:
    texts = [own_text(page_in(language, "camera", i).html) for i in range(3)]
    assert languages_of_texts(texts)[0] == language
    terms = terms_of(texts[0], folded_stop_words([language]))
    content = {"en": "lens", "de": "objektiv", "fr": "capteur", "it": "sensore", "el": "φακοσ"}[language]
    little = {"en": "the", "de": "und", "fr": "de", "it": "di", "el": "και"}[language]
    every = terms_of(" ".join(texts), folded_stop_words([language]))
    assert content in every
    assert little not in every
    assert terms.keys() <= every.keys()


def test_numbers_and_data_are_no_terms() -> None:
    terms = terms_of("1200 12,5 MP3 a1b2 zoom zoom " + "x" * 500, ())
    assert terms == {"mp3": 1, "a1b2": 1, "zoom": 2}
