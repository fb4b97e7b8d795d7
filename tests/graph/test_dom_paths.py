"""DOM paths as a tree of integers, against the same questions asked of the strings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hubwalk.graph.dom_paths import DomPaths

steps = st.sampled_from(["ul", "ul[2]", "li", "li[2]", "li[3]", "a", "div.x"])
path_lists = st.lists(st.lists(steps, max_size=5).map(lambda tail: "/".join(["html", *tail])), min_size=1, max_size=8)


def common(paths: list[str]) -> str:
    """The lowest common element, from the strings."""
    split = [path.split("/") for path in paths]
    found = []
    for level in zip(*split, strict=False):
        if len(set(level)) > 1:
            break
        found.append(level[0])
    return "/".join(found)


def test_worked_example() -> None:
    paths = DomPaths()
    first, second = paths.intern("html/body/ul/li/a"), paths.intern("html/body/ul/li[2]/a")
    assert paths.path(paths.lowest_common([first, second])) == "html/body/ul"
    assert paths.shape[first] == paths.shape[second]
    assert paths.shape_path(paths.shape[second]) == "html/body/ul/li/a"
    assert paths.level[first] == 4
    assert paths.path(paths.parent[first]) == "html/body/ul/li"
    assert len(paths) == 7


def test_no_root_in_common() -> None:
    paths = DomPaths()
    assert paths.lowest_common([paths.intern("html/body/a"), paths.intern("svg/a")]) == -1
    assert paths.lowest_common([paths.intern("html"), paths.intern("svg")]) == -1


@given(path_lists)
def test_lowest_common_and_contains_against_strings(names: list[str]) -> None:
    paths = DomPaths()
    numbers = [paths.intern(name) for name in names]
    assert [paths.path(number) for number in numbers] == names
    lowest = paths.lowest_common(numbers)
    assert paths.path(lowest) == common(names)
    for element, name in zip(numbers, names, strict=True):
        for number, other in zip(numbers, names, strict=True):
            assert paths.contains(element, number) == f"{other}/".startswith(f"{name}/")


@given(path_lists)
def test_parents_and_levels(names: list[str]) -> None:
    paths = DomPaths()
    for name in names:
        paths.intern(name)
    before = len(paths)
    for number in range(before):
        above = paths.path(number).rpartition("/")[0]
        assert paths.parent[number] == (paths.intern(above) if above else -1)
        assert paths.level[number] == paths.path(number).count("/")
    assert len(paths) == before
