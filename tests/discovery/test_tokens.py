"""GetTokens: which words the samples suggest."""

from __future__ import annotations

import math

import pytest

from hubwalk.discovery.tokens import Token, get_tokens, keyword_tokens
from hubwalk.pages.languages import languages_of, stop_words


def test_weights_by_hand() -> None:
    """zoom twice and lens once, lens once, lens and zoom once: lens in all three, zoom in two."""
    tokens = get_tokens(["zoom zoom lens", "lens", "lens zoom"])
    lens, zoom = 1 + math.log(4 / 4), 1 + math.log(4 / 3)
    often = zoom * (1 + math.log(2))
    weights = {
        "lens": lens / math.hypot(often, lens) + 1 + lens / math.hypot(zoom, lens),
        "zoom": often / math.hypot(often, lens) + zoom / math.hypot(zoom, lens),
    }
    assert [token.text for token in tokens] == ["lens", "zoom"]
    assert tokens[0].weight == 1
    assert tokens[1].weight == pytest.approx(weights["zoom"] / weights["lens"])


def test_what_a_site_says_of_itself_on_every_page_is_left_out() -> None:
    frame = "We write about cameras since many years"
    texts = [f"{frame}\nResolution\nSensor\nZoom\nmodel{n}" for n in range(4)]
    assert {token.text for token in get_tokens(texts)} == {"resolution", "sensor", "zoom"}


def test_words_of_one_document_name_the_instance() -> None:
    texts = [f"model{n} sensor zoom flash" for n in range(3)]
    assert {token.text for token in get_tokens(texts)} == {"sensor", "zoom", "flash"}


def test_samples_that_share_no_word_give_their_own() -> None:
    assert {token.text for token in get_tokens(["sensor zoom", "flash lens"])} == {"sensor", "zoom", "flash", "lens"}


def test_two_samples_are_enough() -> None:
    tokens = get_tokens(["a sensor with zoom and flash", "the sensor and its zoom and flash"], stop_words("en"))
    assert {token.text for token in tokens} == {"sensor", "zoom", "flash"}
    assert all(0 < token.weight <= 1 for token in tokens)


def test_stop_words_and_numbers_are_no_tokens() -> None:
    tokens = get_tokens(["the sensor of 12 2009", "the sensor of 12 2009"], stop_words("en"))
    assert [token.text for token in tokens] == ["sensor"]


def test_samples_that_are_the_same_page_have_all_its_words() -> None:
    text = "a sensor with zoom and a flash"
    assert {token.text for token in get_tokens([text, text], stop_words("en"))} == {"sensor", "zoom", "flash"}


def test_the_heaviest_come_first_and_no_more_than_wanted() -> None:
    texts = ["apple pear plum apple", "pear plum apple apple", "pear"]
    tokens = get_tokens(texts, most=2)
    assert len(tokens) == 2
    assert tokens[0].weight >= tokens[1].weight
    assert get_tokens([]) == []
    assert get_tokens(["", "  "]) == []


def test_order_does_not_depend_on_the_order_of_equals() -> None:
    assert get_tokens(["b a", "a b"]) == get_tokens(["a b", "b a"])


def test_keywords_weigh_one_each() -> None:
    assert keyword_tokens([" zoom ", "image   sensor", "zoom", ""]) == [Token("zoom", 1.0), Token("image sensor", 1.0)]


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "The camera has a large sensor and the pictures are very sharp in all conditions", "the"),
        ("de", "Die Kamera hat einen großen Sensor und die Bilder sind unter allen Bedingungen sehr scharf", "und"),
        ("fr", "L'appareil possède un grand capteur et les images sont très nettes dans toutes les conditions", "les"),
        ("es", "La cámara tiene un sensor grande y las imágenes son muy nítidas en todas las condiciones", "las"),
        ("it", "La fotocamera ha un grande sensore e le immagini sono molto nitide in tutte le condizioni", "sono"),
        ("pt", "A câmera tem um sensor grande e as imagens são muito nítidas em todas as condições", "em"),
        ("el", "Η κάμερα έχει μεγάλο αισθητήρα και οι εικόνες είναι πολύ καθαρές σε όλες τις συνθήκες", "και"),
    ],
)
def test_languages_of_samples_and_their_stop_words(language: str, text: str, word: str) -> None:
    assert languages_of([text, text]) == [language]
    assert word in stop_words(language)


def test_several_languages_and_single_mistakes() -> None:
    english, german = "The picture is sharp and bright", "Das Bild ist scharf und hell und sehr schön"
    assert set(languages_of([english] * 3 + [german] * 3)) == {"en", "de"}
    assert languages_of([english] * 9 + [german]) == ["en"]
    assert languages_of(["", " "]) == []


def test_a_language_without_stop_words_has_none() -> None:
    assert stop_words("xx") == frozenset()
