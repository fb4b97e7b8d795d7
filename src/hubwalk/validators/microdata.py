"""Microdata through extruct, within bounds.

extruct calls itself once for every thing within a thing, and where Python's stack comes to its end inside lxml a lock
stays closed: the next page would wait for it for ever. It reads the text of every property by itself, and all that an
itemref names again for every thing that names it. No page that means something has so much of it that these bounds,
which are set before extruct sees the page, take anything away. And it finds the properties of a thing by an expression
that takes the square of the elements in it, where one walk is enough; nor does that wait for a lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element

_DEEPEST = 40  # things within things
_MOST_INSIDE = 4  # properties within properties, all of one thing
_MOST_PROPERTIES = 5_000
_MOST_WAYS = 16  # to a thing, each by other names of it and of those around it: with two names each, they double
_MOST_REFERRED = 2_000  # properties that itemref names, each time it does


def items_in(content: bytes, base: str) -> list[dict[str, Any]]:
    """The things on a page, as extruct has them."""
    from extruct.utils import parse_html
    from extruct.w3cmicrodata import MicrodataExtractor

    tree = parse_html(content, encoding="UTF-8")
    _prune(tree)
    _limit_references(tree)

    class Extractor(MicrodataExtractor):  # type: ignore[misc]  # extruct is untyped
        def _extract_properties(self, node: _Element, **known: Any) -> Iterator[tuple[str, Any]]:
            for element in _properties_of(node):
                yield from self._extract_property(element, **known)

        def _extract_property_value(self, node: _Element, *, force: bool = False, **known: Any) -> Any:
            # Forced for a thing without properties, to have its text for a value; nobody asks for it.
            return "" if force else super()._extract_property_value(node, **known)

    found: list[dict[str, Any]] = Extractor().extract_items(tree, base)
    return found


def _properties_of(thing: _Element) -> Iterator[_Element]:
    """The elements in a thing that are its properties, and not those of a thing within it, in their order."""
    left = [*thing][::-1]
    while left:
        element = left.pop()
        if element.get("itemprop") is not None:
            yield element
        if element.get("itemscope") is None:
            left += [*element][::-1]


def _prune(tree: _Element) -> None:
    """Take the marks from what is too deep or too much."""
    properties = 0
    things: list[int] = [0]  # for each thing around, how many of its properties are around
    ways: list[int] = [1]  # to each thing around
    for is_start, element in _walk(tree):
        is_thing, is_property = element.get("itemscope") is not None, element.get("itemprop") is not None
        if is_start:
            properties += is_property
            too_deep = len(things) > _DEEPEST or (things[-1] >= _MOST_INSIDE and not is_thing)
            if is_property and (too_deep or properties > _MOST_PROPERTIES):
                del element.attrib["itemprop"]
                is_property = False
            if is_thing and len(things) > _DEEPEST:
                del element.attrib["itemscope"]
                is_thing = False
            if is_thing:
                things.append(0)
                ways.append(_limit_names(element, ways[-1]) if is_property else 1)
            elif is_property:
                things[-1] += 1
        elif is_thing:
            things.pop()
            ways.pop()
        elif is_property:
            things[-1] -= 1


def _limit_names(element: _Element, ways: int) -> int:
    """The ways to a thing, given those to the thing around it; too many names of it become one."""
    names = element.get("itemprop", "").split()
    if ways * len(names) > _MOST_WAYS:
        del names[1:]
        element.set("itemprop", names[0])
    return ways * len(names) or 1


def _walk(tree: _Element) -> Iterator[tuple[bool, _Element]]:
    """Elements with marks, each when it begins and when it ends; what changes is told with the change."""
    from lxml.etree import iterwalk

    for event, element in iterwalk(tree, events=("start", "end")):
        if isinstance(element.tag, str) and ("itemscope" in element.attrib or "itemprop" in element.attrib):
            yield event == "start", element


def _limit_references(tree: _Element) -> None:
    known: dict[str, int] = {}  # an id, and how many properties lie there
    referred = 0
    for element in tree.iter():
        if isinstance(element.tag, str) and "itemref" in element.attrib:
            for name in element.attrib["itemref"].split():
                if name not in known:
                    known[name] = _properties_at(tree, name) if referred <= _MOST_REFERRED else 0
                referred += 1 + known[name]
            if referred > _MOST_REFERRED:
                del element.attrib["itemref"]


def _properties_at(tree: _Element, name: str) -> int:
    return int(tree.xpath("count(id($name)[1]/descendant-or-self::*[@itemprop])", name=name))
