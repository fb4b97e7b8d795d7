from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hubwalk.errors import UsageError
from hubwalk.strategies.prior import Prior, parse_prior

GOOD = {"hubwalk": "prior", "version": 1, "sites": [], "wanted": {}, "hubs": {}}
weights = st.dictionaries(st.text(max_size=12), st.floats(-10, 10), max_size=5)


@given(weights, weights, st.lists(st.text(max_size=20), max_size=3))
def test_what_was_written_is_read_again(wanted: dict[str, float], hubs: dict[str, float], sites: list[str]) -> None:
    prior = Prior(wanted, hubs, tuple(sites))
    assert parse_prior(prior.dump().encode(), "cameras.json") == prior


def test_a_person_can_read_it() -> None:
    text = Prior(wanted={"anchor:Ausrüstung": 0.5}, sites=("http://a.test/",)).dump()
    assert "Ausrüstung" in text
    assert text.count("\n") > 5


def test_an_empty_prior_is_one() -> None:
    assert parse_prior(Prior().dump().encode(), "x") == Prior()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"<html>", "no JSON"),
        (b"[1, 2]", "not a prior"),
        (b'{"version": 1}', "not a prior"),
        (GOOD | {"version": 2}, "version 2"),
        (GOOD | {"version": None}, "version None"),
        (GOOD | {"sites": "http://a.test/"}, "sites"),
        (GOOD | {"sites": [1]}, "sites"),
        ({key: GOOD[key] for key in ("hubwalk", "version", "hubs")}, "wanted"),
        (GOOD | {"hubs": ["anchor:next"]}, "hubs"),
        (GOOD | {"hubs": {"anchor:next": "much"}}, "anchor:next"),
        (GOOD | {"hubs": {"anchor:next": True}}, "anchor:next"),
        (GOOD | {"hubs": {"anchor:next": None}}, "anchor:next"),
        (GOOD | {"wanted": {"anchor:next": 11}}, "anchor:next"),
        (GOOD | {"wanted": {"anchor:next": float("nan")}}, "anchor:next"),
        (GOOD | {"wanted": {"anchor:next": float("-inf")}}, "anchor:next"),
        (GOOD | {"wanted": {"anchor:next": 10**400}}, "anchor:next"),
    ],
)
def test_anything_else_is_refused_in_one_line_that_names_the_file(content: object, told: str) -> None:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    with pytest.raises(UsageError) as error:
        parse_prior(raw, "cameras.json")
    message = str(error.value)
    assert message.startswith("cameras.json: ")
    assert told in message
    assert "\n" not in message
