"""Likeness to the samples' template, before any other page is known."""

from __future__ import annotations

import pytest

from hubwalk.validators.template_likeness import TemplateLikeness

MENU = "".join(f"<li><a href=/s{i}>Section {name}</a>" for i, name in enumerate(["news", "shop", "help", "about"]))


def framed(content: str) -> str:
    return f"""<html><body><div class=menu><ul>{MENU}</ul></div><div class=content>{content}</div>
    <div class=footer><p>Copyright Gadget Review</p><p>All rights reserved</p></div>"""


def camera(i: int) -> str:
    rows = {"Resolution": f"{i + 3} megapixels", "Sensor": f"{i}/2.5 inch", "Zoom": f"{i + 2}x", "Weight": f"{i} g"}
    table = "".join(f"<tr><th>{key}<td>{value}" for key, value in rows.items())
    return framed(f"<h1>Camera {i}</h1><table class=specs>{table}</table><p class=review>number {i} of our test.")


def test_the_frame_of_the_site_counts_next_to_nothing() -> None:
    likeness = TemplateLikeness([camera(i) for i in range(3)])
    assert likeness.of(framed(""))[0] < likeness.need / 2


def test_the_order_of_samples_does_not_matter() -> None:
    one, other = (TemplateLikeness([camera(i) for i in order]) for order in ([0, 1, 2], [2, 0, 1]))
    assert one.need == pytest.approx(other.need)


def test_the_less_template_the_samples_share_the_more_words_count() -> None:
    tight = TemplateLikeness([camera(i) for i in range(4)])
    loose = TemplateLikeness(
        [
            "<p>My advisor is Ada. I study compilers and graduate in May.",
            "<h1>Hi</h1><ul><li>My research with my advisor Bob: study of compilers<li>I graduate late</ul>",
            "<center><b>Welcome</b></center><pre>advisor: Carol. compilers. study. graduate school.</pre>",
        ]
    )
    assert tight.word_share < 0.2
    assert loose.word_share > 0.4
    student, _ = loose.of("<blockquote>Dave: study compilers, advisor Eve, to graduate soon</blockquote>")
    cook, _ = loose.of("<blockquote>Boil the water, add salt, then the noodles, wait</blockquote>")
    assert student > 2 * cook
