"""words:WORDS: all of them, anywhere in the visible text."""

from __future__ import annotations

import pytest

from hubwalk.errors import UsageError
from hubwalk.pages.parse import parse
from hubwalk.validators import make_validator
from hubwalk.validators.words import words_spec
from hubwalk.values import Page, Verdict


def judged(spec: str, text: str) -> Verdict:
    return make_validator([spec], []).judge(parse(f"<title>t</title><body>{text}</body>", "http://a.test/"))


def test_all_words_in_any_order_and_case() -> None:
    said = judged("words:digital camera", "<p>The Camera we sell is</p><a href=/x>DIGITAL</a>")
    assert (said.accepted, said.score, said.reason) == (True, 1.0, "has digital, camera")
    said = judged("words:digital camera", "<p>digital watches, cameraman")
    assert (said.accepted, said.score, said.reason) == (False, 0.5, "lacks camera")


def test_accents_do_not_count_and_scripts_do_not_speak() -> None:
    assert judged("words:écran", "<p>un ecran").accepted
    assert not judged("words:camera", "<script>camera</script><p>nothing").accepted


def test_words_of_scripts_without_spaces() -> None:
    assert judged("words:相机", "<p>数码相机大全").accepted
    assert not judged("words:相机", "<p>数码大全").accepted


def test_one_of_several_keywords_is_enough_whatever_is_in_them() -> None:
    spec = words_spec(['notebook 15" offers', "laptop (used), cheap"])
    assert judged(spec, "<p>offers: a notebook, 15 inch").accepted
    assert judged(spec, "<p>cheap laptop, used").accepted
    assert not judged(spec, "<p>laptop offers").accepted


def test_no_words_and_no_page() -> None:
    with pytest.raises(UsageError, match="needs words"):
        make_validator(["words: - "], [])
    assert make_validator(["words:a camera"], []).judge(Page("u", "u", 404)).reason == "status 404"
