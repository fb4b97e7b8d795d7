"""Which names of addresses set pages apart from the samples."""

from __future__ import annotations

import tracemalloc

from hubwalk.validators.names_apart import NamesApart
from hubwalk.validators.traits import ADDRESS

SITE = "http://shop.test"
SAMPLES = [f"{SITE}/cameras/{name}.html" for name in ("c650", "c77", "c8")]


def met(*paths: str) -> NamesApart:
    names = NamesApart()
    for path in paths:
        names.meet(f"{SITE}{path}")
    return names


def chosen(names: NamesApart, pages: int, *, samples: list[str] = SAMPLES, near: list[str] | None = None) -> set[str]:
    found = names.choose(range(pages), samples, near or [])
    assert all(trait[0] == ADDRESS for trait in found.values())
    return {trait[1] for trait in found.values()}


def printed(count: int) -> list[str]:
    return [f"/cameras/print/c{i}.html" for i in range(count)]


def test_a_folder_that_no_sample_is_in_is_a_name_apart() -> None:
    names = met(*printed(8), "/cameras/d5.html")
    assert chosen(names, 9) == {"below /cameras/print/"}
    assert names.on(0) == names.of(f"{SITE}/cameras/print/new.html") != []
    assert names.on(8) == names.of(f"{SITE}/cameras/new.html") == []


def test_a_name_of_few_pages_counts_where_a_near_miss_has_it() -> None:
    names = met(*printed(4), "/cameras/d5.html")
    near = [f"{SITE}/cameras/print/c9.html"]
    assert chosen(names, 5) == set()
    assert chosen(names, 5, near=near) == {"below /cameras/print/"}
    assert chosen(met(*printed(2)), 2, near=near) == set(), "hardly more than itself"
    assert chosen(names, 5, near=SAMPLES[:1]) == set(), "a sample has it, too"


def test_of_names_of_the_same_pages_one_is_enough_and_those_of_most_pages_come_first() -> None:
    deep = [f"/cameras/print/small/c{i}.html" for i in range(8)]
    assert chosen(met(*deep), 8) == {"below /cameras/print/"}
    assert "below /cameras/print/small/" in chosen(met(*deep, *printed(3)), 11)
    many = [f"/{chr(97 + n // 26)}{chr(97 + n % 26)}/{i}.html" for n in range(40) for i in range(8 + n)]
    found = chosen(met(*many), len(many))
    assert len(found) == 30
    assert "below /bn/" in found
    assert "below /aa/" not in found


def test_parameters_set_nothing_apart() -> None:
    """Where somebody comes from is often one."""
    assert chosen(met(*(f"/cameras/c{i}.html?ref=related" for i in range(20))), 20) == set()


def test_nothing_is_apart_from_samples_whose_addresses_nobody_knows() -> None:
    names = met(*printed(20))
    assert chosen(names, 20, samples=[*SAMPLES, "file:///saved/a650.html"]) == set()
    assert names.on(0) == []


def test_only_what_matters_is_kept() -> None:
    names = met(*printed(9), *(f"/news/{i}.html" for i in range(9)))
    numbers = {trait[1]: key for key, trait in names.choose(range(18), SAMPLES, []).items()}
    names.keep([numbers["below /news/"]])
    assert (names.on(0), names.on(9)) == ([], [numbers["below /news/"]])


def test_addresses_that_are_very_long_take_little_room() -> None:
    """A site may lead deeper and deeper, and ten thousand of its pages are known."""
    tracemalloc.start()
    try:
        names = met(*("/cameras/" + "/".join(25 * [f"{i}-{80 * 'x'}"]) for i in range(400)))
        assert tracemalloc.get_traced_memory()[0] < 400 * 10_000, names
    finally:
        tracemalloc.stop()
