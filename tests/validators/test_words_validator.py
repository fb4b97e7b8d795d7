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
    assert judged("words:茶", "<p>日本茶の本").reason == "has 茶"
    assert not judged("words:茶", "<p>日本の本").accepted
    assert judged("words:ガラス", "<p>窓ガラス工房").accepted
    assert not judged("words:ガラス", "<p>カラス").accepted, "these marks are no accents: glass is no crow"
    assert judged("words:น้ำ", "<p>ดื่มน้ำมาก").accepted
    assert not judged("words:น้ำ", "<p>นำ").accepted
    assert judged("words:ビタミン C", "<p>ビタミンCの効果").accepted
    assert not judged("words:ビタミン C", "<p>ビタミンDの効果").accepted


def test_words_of_one_character_count() -> None:
    assert judged("words:Vitamin C", "<p>vitamin c for all").reason == "has vitamin, c"
    said = judged("words:Vitamin C", "<p>vitamin D for all")
    assert (said.accepted, said.score, said.reason) == (False, 0.5, "lacks c")
    assert judged("words:5 é", "<p>E, 5").accepted
    assert not judged("words:C", "<p>cc d").accepted


@pytest.mark.parametrize(
    ("asked", "text", "accepted"),
    [
        ("C++", "we teach C++.", True),
        ("C++", "since C++11", True),
        ("C++11", "since C++11", True),
        ("C++", "we teach C, C# and C+", False),
        ("c#", "we teach C#", True),
        ("C#", "we teach C++", False),
        ("C", "we teach C++", True),
        ("digital+camera", "a camera, digital", True),
        ("C++", "Ｃ＋＋", True),
    ],
)
def test_signs_at_the_end_of_a_word(asked: str, text: str, accepted: bool) -> None:
    assert judged(f"words:{asked}", f"<p>{text}").accepted == accepted


def test_marks_are_part_of_a_word() -> None:
    assert judged("words:हिन्दी", "<p>मेरी हिन्दी किताब").accepted
    assert not judged("words:हिन्दी", "<p>हद न दिन").accepted, "the same letters with other vowels"
    assert judged("words:écran", "<p>e\N{COMBINING ACUTE ACCENT}cran").accepted


def test_of_a_huge_page_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def text(html: str) -> str:
        read.append(len(html))
        return html

    monkeypatch.setattr("hubwalk.validators.words.whole_text", text)
    page = Page("http://a.test/", "http://a.test/", html="camera " + "word " * 1_000_000 + "digital")
    assert make_validator(["words:camera digital"], []).judge(page).reason == "lacks digital"
    assert read == [2_000_000]


def test_the_reason_stays_one_line_for_a_person() -> None:
    asked = " ".join(f"word{n}" for n in range(500))
    assert len(judged(f"words:{asked}", "<p>x").reason) <= 300


def test_one_of_several_keywords_is_enough_whatever_is_in_them() -> None:
    spec = words_spec(['notebook 15" offers', "laptop (used), cheap"])
    assert judged(spec, "<p>offers: a notebook, 15 inch").accepted
    assert judged(spec, "<p>cheap laptop, used").accepted
    assert not judged(spec, "<p>laptop offers").accepted


def test_no_words_and_no_page() -> None:
    for nothing in ("", "-", "++", "\N{TEACUP WITHOUT HANDLE}"):
        with pytest.raises(UsageError) as refused:
            make_validator([f"words:{nothing}"], [])
        assert str(refused.value) == (
            f"validator words:{nothing} has no letter and no digit; it needs words, as in words:digital camera"
        )
    assert make_validator(["words:a camera"], []).judge(Page("u", "u", 404)).reason == "status 404"
