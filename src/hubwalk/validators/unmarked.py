"""Labels and values that are made to look like none: what they say is all that tells a sheet from other lists.

A sheet has short labels, hardly any twice, and among its values numbers or answers in several forms. Prices, pages,
results and ranks are alike; glossaries, programmes and casts have few numbers; chronicles have years; lists of names
with numbers in them, and prose, have no such labels. Advice says "12 MP or more" (several_things.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hubwalk.validators.pairs import label_key
from hubwalk.validators.several_things import are_demands
from hubwalk.validators.truths import is_truth
from hubwalk.validators.value_forms import number_form

_AMOUNT = re.compile(r"\W{0,3}(?:[^\W\d_]{1,3}\W{0,2})?\d")  # perhaps behind a word or sign: ca. 5, f/2.8, EUR 5
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DIGIT = re.compile(r"\d")
_ALIKE = 0.8  # of the values
_FEW = 0.2  # of the labels or values: too long, or said again
_LABEL_WORDS = 5
_VALUE_WORDS = 12
_ANSWER_WORDS = 3  # "not just for children" is none
_COUNTED = 0.25  # of the labels have a number: "USB 2.0"


def is_sheet(said: Sequence[tuple[str, str]], amounts: float) -> bool:
    """True if labels and values may be those of one thing, with this share of numbers and answers among the values."""
    labels = [label for label, _ in said]
    values = [value for _, value in said]
    return are_labels(labels) and _are_values(values, amounts)


def are_labels(labels: Sequence[str]) -> bool:
    """True if texts may be the labels of one thing."""
    keys = [label_key(label) for label in labels]
    long = sum(not key or key.count(" ") >= _LABEL_WORDS for key in keys)
    counted = sum(_DIGIT.search(label) is not None for label in labels)
    again = len(keys) - len(set(keys))
    answers = any(map(is_truth, labels))
    return max(long, again) <= _FEW * len(labels) and counted <= _COUNTED * len(labels) and not answers


def _are_values(values: Sequence[str], amounts: float) -> bool:
    alike = max(Counter(map(number_form, values)).values(), default=0)
    said = sum(is_amount(value) or _is_answer(value) for value in values)
    years = sum(_YEAR.search(value) is not None for value in values)
    long = sum(value.count(" ") >= _VALUE_WORDS for value in values)
    return (
        alike <= _ALIKE * len(values)
        and said >= amounts * len(values)
        and 2 * years <= len(values)
        and long <= _FEW * len(values)
        and not are_demands(values)
    )


def is_amount(value: str) -> bool:
    """True if a value begins with a number."""
    return _AMOUNT.match(value) is not None


def _is_answer(value: str) -> bool:
    return value.count(" ") < _ANSWER_WORDS and is_truth(value)
