from __future__ import annotations

from hubwalk.pages.words import own_text, words


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
