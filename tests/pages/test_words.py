from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.pages.words import in_form, own_text, words


def test_text_of_links_and_frame_is_left_out() -> None:
    html = """<html><head><title>A650 review</title><style>p{}</style></head><body><nav>Menu</nav><header>Shop</header>
    <p>Twelve megapixels <a href="/x">Buy now</a> and zoom</p><script>var x</script>
    <footer>Imprint</footer></body></html>"""
    assert words(own_text(html)) == ["a650", "review", "twelve", "megapixels", "and", "zoom"]


def test_words_keep_inner_hyphens_and_leave_single_letters() -> None:
    assert words("Hot-shoe, 12 MP: a 6x zoom! Ευρυγώνιος it's -dash- f/2.8") == [
        "hot-shoe", "12", "mp", "6x", "zoom", "ευρυγώνιος", "it's", "dash",
    ]  # fmt: skip


def test_a_page_without_a_body_has_no_text() -> None:
    assert words(own_text("")) == []


def test_a_letter_with_marks_without_end_keeps_some() -> None:
    assert in_form("NFC", "ae" + "\u0301" * 100_000 + "z") == "aé" + "\u0301" * 29 + "z"
    assert in_form("NFKC", "x" + "\u0315\u0300" * 15) == "x" + "\u0300" * 15 + "\u0315" * 15, "thirty are put in order"


@given(st.text(st.characters(codec="utf-8"), max_size=25))
def test_other_texts_are_put_in_the_form_as_they_are(text: str) -> None:
    assert in_form("NFC", text) == unicodedata.normalize("NFC", text)
    assert in_form("NFKD", text) == unicodedata.normalize("NFKD", text)
