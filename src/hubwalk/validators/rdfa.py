"""RDFa through extruct, within bounds.

The reader below extruct goes through every element of a page in Python, and for the value of a property through all
that is in it: some hundred properties around each other cost as many times the page. So it is shown a page without what
says nothing in RDFa: elements without its attributes give way to their text, and that only where it is part of a value.
What is left is counted, and the work with it: an element of it costs about .3 ms, of an ordinary page there are some
dozens. Things come first, with what is in them and around them: what is said outside is of no type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element

MOST_ELEMENTS = 1_000  # with attributes of RDFa; a list of a hundred things has as many
_DEEPEST = 40  # such elements around each other
_MOST_AROUND = 4  # properties around a text, each of which has it for a part of its value
_MOST_NAMES = 10  # in one attribute: of a relation each is said of every thing inside
_MOST_TEXT = 2_000  # characters between two such elements; a name is shorter
# Pages forget the stroke at the end, and then what it is put before is of no vocabulary: "https://schema.orgProduct".
_WITHOUT_STROKE = re.compile(r"(?:^|(?<=\s))(https?://(?:www\.)?schema\.org)(?=\s|$)", re.IGNORECASE)
_VOCABULARIES = {"vocab", "prefix"}
_FRAME = {"html", "head", "body", "base"}
_MARKS = {"property", "typeof", "rel", "rev", "about", "resource", "vocab", "prefix"}
_ADDRESSES = {"href", "src"}  # what is said inside is said of that address
_KEPT = {*_MARKS, *_ADDRESSES, "content", "datatype", "datetime", "inlist", "lang"}
_OBJECTS = {"resource", "href", "src"}  # the value, where there is no relation that they belong to
_RELATIONS = {"rel", "rev"}
_NAMES = {"property", "typeof", *_RELATIONS}  # attributes with several
_PLAIN_TAG = re.compile("[a-z][a-z0-9]*")  # others the tree does not take back: <fb:like>
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # nor these: form feeds, &#11;
# Relations of HTML, which menus are full of; none is a property of schema.org.
_LINK_TYPES = {
    "nofollow", "noopener", "noreferrer", "external", "bookmark", "tag", "ugc", "sponsored", "prev", "next",
    "stylesheet", "icon", "shortcut", "apple-touch-icon", "preload", "prefetch", "preconnect", "dns-prefetch",
    "alternate", "lightbox",
}  # fmt: skip


def nodes_in(content: bytes, base: str) -> list[dict[str, Any]]:
    """The things on a page, as extruct has them."""
    from extruct.rdfa import RDFaExtractor
    from extruct.utils import parse_xmldom_html

    tree = parse_xmldom_html(content, encoding="UTF-8").getroottree().getroot()  # of a fragment, too
    found: list[dict[str, Any]] = RDFaExtractor().extract_items(condensed(tree), base_url=base)
    return found


def condensed(tree: _Element) -> _Element:
    """The page with no more than what counts in RDFa; at most MOST_ELEMENTS beside its frame."""
    return _Condenser(tree).root


@dataclass(slots=True)
class _Open:
    """An element of the copy that has begun."""

    element: _Element
    literals: int = 0  # properties around the text in here, whose values it is part of
    waits: bool = False  # for the object of a relation
    last: _Element | None = None  # inside, after which text goes on
    room: int = _MOST_TEXT  # for text up to the next element

    def say(self, text: str | None) -> None:
        if not text or not self.literals or not self.room:
            return
        text = _NOT_XML.sub(" ", text[: self.room])
        self.room -= len(text)
        if self.last is None:
            self.element.text = (self.element.text or "") + text
        else:
            self.last.tail = (self.last.tail or "") + text

    def append(self, element: _Element) -> None:
        self.element.append(element)
        self.last, self.room = element, _MOST_TEXT


class _Condenser:
    def __init__(self, tree: _Element) -> None:
        from lxml.etree import iterwalk

        elements = [element for element in tree.iter() if isinstance(element.tag, str)]
        self._holding = _holding(elements)
        self._of_things = _of_things(elements)
        self._left = MOST_ELEMENTS
        self._left_beside = MOST_ELEMENTS - sum(_may_count(element) for element in self._of_things)
        # By the parser, for what an element makes has the old root, and that is what the reader asks for.
        self._open = [_Open(tree.getroottree().parser.makeelement("html"))]
        self.root = self._open[0].element
        self._fill(self.root, tree)
        kept: list[bool] = []  # for each element around, whether the copy has it
        for event, element in iterwalk(tree, events=("start", "end", "comment", "pi")):
            if event == "start":
                kept.append(element is not tree and self._begin(element))
                self._open[-1].say(element.text)
                continue
            if event == "end" and kept.pop():
                self._open.pop()
            self._open[-1].say(element.tail)

    def _begin(self, element: _Element) -> bool:
        """Open a copy of the element, if it counts."""
        above, is_frame = self._open[-1], element.tag in _FRAME
        if not is_frame and not (self._counts(element, above) and len(self._open) < _DEEPEST):
            return False
        is_literal = _is_literal(element)
        if (is_literal and above.literals >= _MOST_AROUND) or not (is_frame or self._has_room(element)):
            return False
        copy = above.element.makeelement(element.tag if _PLAIN_TAG.fullmatch(element.tag) else "span")
        self._fill(copy, element)
        above.append(copy)
        waits = any(copy.get(name) for name in _RELATIONS)
        self._open.append(_Open(copy, above.literals + is_literal, waits or above.waits))
        return True

    def _has_room(self, element: _Element) -> bool:
        """Take the element from what is left."""
        is_beside = element not in self._of_things
        if not self._left or (is_beside and self._left_beside <= 0):
            return False
        self._left -= 1
        self._left_beside -= is_beside
        return True

    def _counts(self, element: _Element, above: _Open) -> bool:
        if _is_marked(element):
            return True
        return (above.waits or element in self._holding) and not _ADDRESSES.isdisjoint(element.attrib)

    @staticmethod
    def _fill(copy: _Element, element: _Element) -> None:
        for name, value in element.attrib.items():
            is_prefix = name.startswith("xmlns")
            if name in _KEPT or is_prefix:
                given = _WITHOUT_STROKE.sub(r"\1/", value) if name in _VOCABULARIES or is_prefix else value
                if name in _NAMES:
                    given = " ".join(given.split()[:_MOST_NAMES])
                copy.set(name, _NOT_XML.sub(" ", given))
        if "rel" in copy.attrib and not _is_relation(copy.attrib["rel"]):
            if "property" in copy.attrib:  # the text is its value, as beside any relation, and not the address
                copy.set("rel", "")
            else:
                del copy.attrib["rel"]


def _is_marked(element: _Element) -> bool:
    marks = _MARKS.intersection(element.attrib)
    return bool(marks - {"rel"}) or ("rel" in marks and _is_relation(element.attrib["rel"]))


def _is_relation(rel: str) -> bool:
    return not _LINK_TYPES.issuperset(rel.lower().split())


def _is_literal(element: _Element) -> bool:
    """True for a property whose value is the text (RDFa Core 1.1, 7.5, step 11)."""
    given = element.attrib
    if "property" not in given or "content" in given:
        return False
    if "datatype" in given or not _RELATIONS.isdisjoint(given):
        return True
    return _OBJECTS.isdisjoint(given) and ("typeof" not in given or "about" in given)


def _may_count(element: _Element) -> bool:
    return _is_marked(element) or not _ADDRESSES.isdisjoint(element.attrib)


def _holding(elements: Sequence[_Element]) -> set[_Element]:
    """The elements that have marked ones inside."""
    found: set[_Element] = set()
    for element in reversed(elements):
        above = element.getparent()
        if above is not None and (element in found or _is_marked(element)):
            found.add(above)
    return found


def _of_things(elements: Sequence[_Element]) -> set[_Element]:
    """The elements that are things, or are in one, or have one inside."""
    found = {element for element in elements if "typeof" in element.attrib}
    around: set[_Element] = set()
    for element in reversed(elements):
        above = element.getparent()
        if above is not None and (element in found or element in around):
            around.add(above)
    for element in elements:
        if element.getparent() in found:
            found.add(element)
    return found | around
