"""What labels and values say where nothing else tells a sheet from a list."""

from __future__ import annotations

from hubwalk.validators.unmarked import are_labels, is_sheet

SHEET = [("Weight", "300 g"), ("Zoom", "4x"), ("Flash", "yes"), ("Power", "5 W"), ("Length", "12 cm")]
LONG = "this is a text that has far too many words to be a label of anything"


def test_one_label_in_five_may_be_long_or_come_twice() -> None:
    labels = [label for label, _ in SHEET]
    assert are_labels(labels)
    assert are_labels([*labels[:4], LONG])
    assert not are_labels([*labels[:3], LONG, f"{LONG} at all"])
    assert are_labels([*labels[:4], labels[0]])
    assert not are_labels([*labels[:3], labels[0], labels[0]])


def test_one_value_in_five_may_be_long() -> None:
    assert is_sheet([*SHEET[:4], ("Case", f"{LONG} here")], 0.5)
    assert not is_sheet([*SHEET[:3], ("Case", f"{LONG} here"), ("Strap", f"{LONG} there")], 0.5)


def test_four_values_in_five_may_be_alike() -> None:
    alike = [(f"Part {name}", f"{i} mm") for i, name in enumerate("abcdefgh", 1)]
    assert is_sheet([*alike, ("Weight", "300 g"), ("Flash", "yes")], 0.5)
    assert not is_sheet([*alike, ("Depth", "9 mm"), ("Flash", "yes")], 0.5)
