"""HTML that a parser gets through: what is nested without end is made shallow before it is parsed.

A parser looks through the open elements at every tag, so its time grows with the square of their depth, and it makes
formatting elements that are left open anew in every paragraph that follows, so its memory may grow likewise. Ten
megabytes of nothing but opening tags would take an hour. Browsers stop at 512 levels, and so does `shallow`: tags that
would open a deeper level are left out, with those that close it. The text stays, and so do the links. Two more things
take a parser time in the square of their number: the options of a page, and the attributes of a tag, for which it takes
all words of a text that happens to contain a "<b" and no ">".

The open elements are followed as the HTML standard has it (13.2.6, tree construction), with all that ends by itself: a
paragraph before a block, an item before the next, cells and rows, and formatting that outlives what it stands in. It
differs from the standard where that makes hardly any page deeper: no insertion modes, no quirks.

Few tags cannot be deep enough to matter, so only pages of half a megabyte or so are looked at at all.
"""

from __future__ import annotations

import re
from functools import lru_cache

DEEPEST = 512  # levels, as in browsers
FEW_TAGS = 10_000  # opening tags of a page; that many levels take a parser a fifth of a second
_VERY_FEW = 5  # a fifth of that is too few even for formatting that is left open
_REBUILT = 500_000  # elements that a page may have beyond its tags, of formatting left open
_OPTIONS = 10_000  # of a page
_LONG_TAG = 20_000  # characters, as tags with pictures in them have;
_WORDS = 2_000  # and that many words, as they have not


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TAG = re.compile(
    r"<(?:!--.*?(?:-->|\Z)|(/?)([a-zA-Z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?)*+>?)", re.DOTALL
)
_FORMATTING = _words("b big code em font i nobr s small strike strong tt u")
_FORMATTING_TAG = re.compile(
    r"<(?:[bisuBISU]|(?:em|tt|big|code|font|nobr|small|strike|strong|EM|TT|BIG|CODE|FONT|NOBR|SMALL|STRIKE|STRONG))"
    r"[\s/>][^>]*"
)
_FLAT = _words(  # hold no elements, or are there only once
    "area base basefont bgsound body br col embed frame frameset head hr html image img input keygen link meta param "
    "source track wbr"
)
_RAW = {  # hold text in which tags are none
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp")
}
_FOREIGN = ("svg", "math")
_OPTION = ("option", "optgroup")
_HEADINGS = _words("h1 h2 h3 h4 h5 h6")

# A tag does not end elements beyond the nearest wall of some kind; what is a wall of one kind is one of those before.
_BLOCK, _LIST, _SCOPE, _TABLE = range(4)
# Elements of drawings and formulas have a slash behind their names; in these there is HTML again.
_HTML_INSIDE = _words(
    "svg:desc/ svg:foreignobject/ svg:title/ math:annotation-xml/ math:mi/ math:mn/ math:mo/ math:mtext/"
)
_CELLS = _words("applet caption marquee object td th")  # formatting reaches neither in nor out
_PARTS_OF_TABLES = _words("caption colgroup tbody td tfoot th thead tr")
_HEIGHT = {  # of how many kinds an element is a wall
    **dict.fromkeys(("address", "div", "p"), _BLOCK + 1),
    **dict.fromkeys(
        _words(
            "article aside blockquote button center dd details dir dl dt fieldset figcaption figure footer form h1 h2 "
            "h3 h4 h5 h6 header hgroup li listing main menu nav noscript ol pre section summary tbody tfoot thead tr ul"
        ),
        _LIST + 1,
    ),
    **dict.fromkeys(_CELLS | _HTML_INSIDE | {"select"}, _SCOPE + 1),
    **dict.fromkeys(("table", "template"), _TABLE + 1),
}
_REACH = {  # the walls that hold back a closing tag; those of formatting are a case of their own
    **dict.fromkeys(_HEIGHT, _SCOPE),
    **dict.fromkeys(("dd", "dt", "li"), _LIST),
    **dict.fromkeys(_HTML_INSIDE, _BLOCK),
    **dict.fromkeys(_PARTS_OF_TABLES | {"table", "template"}, _TABLE),
}
_ENDS = {  # opening tag -> what it ends, and the walls that hold it back
    "button": (("button",), _SCOPE),
    **dict.fromkeys(("dd", "dt"), (("dd", "dt"), _LIST)),
    "li": (("li",), _LIST),
    "option": (("option",), _BLOCK),
    "optgroup": (_OPTION, _BLOCK),
    "table": (("table",), _SCOPE),
    **dict.fromkeys(("tbody", "tfoot", "thead"), (("caption", "colgroup", "tbody", "tfoot", "thead"), _TABLE)),
    **dict.fromkeys(("td", "th"), (("td", "th"), _TABLE)),
    "tr": (("caption", "colgroup", "tr"), _TABLE),
}
_ENDS_PARAGRAPH = _words(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup li listing main menu nav ol p pre search section summary ul"
)
_OPENS_CELL = _CELLS | {"template"}
_NO_TEXT = _ENDS_PARAGRAPH | _PARTS_OF_TABLES | {"col", "hr", "table", "template"}
_ENDS_DRAWING = _words(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strike strong sub sup table tt u ul var"
)
_ENDS_DRAWING_TAG = re.compile(r"<font\s.*(?:color|face|size)", re.IGNORECASE | re.DOTALL)


def shallow(html: str, deepest: int = DEEPEST, few: int = FEW_TAGS) -> str:
    """The page with at most about `deepest` levels of elements: the very same string if it has no more, or if it has
    no more than `few` opening tags."""
    flattened = _flattened(html, deepest) if _may_be_deep(html, few) or _has_endless_tag(html) else None
    return html if flattened is None else flattened


def _may_be_deep(html: str, few: int) -> bool:
    tags = html.count("<")
    if tags <= few // _VERY_FEW:
        return False
    tags -= html.count("</")
    if tags <= few // _VERY_FEW:
        return False
    return tags > few or _times(len(set(_FORMATTING_TAG.findall(html)))) * tags > _REBUILT


def _times(formatting: int) -> int:
    return 3 * formatting  # of equal elements three are made anew (the standard's "Noah's Ark clause")


def _has_endless_tag(html: str) -> bool:
    """Whether some tag may be long and full of words; looks at a few characters only."""
    at, length = 0, len(html)
    while length - at > _LONG_TAG:
        end = html.rfind(">", at, at + _LONG_TAG)
        if end < 0:
            end = html.find(">", at)
            end = end if end >= 0 else length
            start = html.find("<", at, end)
            if start >= 0 and end - start > _LONG_TAG and len(html[start:end].split(None, _WORDS)) > _WORDS:
                return True
        at = end + 1
    return False


@lru_cache(maxsize=2)  # several parts of the program read a page, one after the other
def _flattened(html: str, deepest: int) -> str | None:
    """The page without the tags that are too deep; None if there are none."""
    elements, kept, copied, at = _OpenElements(deepest), [], 0, 0
    while found := _TAG.search(html, at):
        start, end = found.span()
        if start > at:
            elements.add_text()
        at = end
        closing, name = found.groups()
        if name is None:  # a comment
            continue
        name = name.lower()
        if end - start > _LONG_TAG and len(found[0].split(None, _WORDS)) > _WORDS:
            stays = False
        elif closing:
            stays = elements.close(name)
        elif name in _RAW and not elements.are_foreign():
            over = _RAW[name].search(html, end)
            at = over.start() if over else len(html)
            continue
        else:
            stays = elements.open(name, found[0])
        if not stays:
            kept.append(html[copied:start])
            copied = end
    return "".join([*kept, html[copied:]]) if kept else None


class _OpenElements:
    """The elements that are open at some point of a page, the outermost first."""

    def __init__(self, deepest: int) -> None:
        self._deepest = deepest
        self._stack: list[tuple[str, str]] = []  # name, and the tag if it is formatting; no name if ended early
        self._levels = 0  # of the stack without those ended early, and of what goes on
        self._places: dict[str, list[int]] = {}  # in the stack, by name
        self._walls: tuple[list[int], ...] = ([-1], [-1], [-1], [-1])  # places in the stack, by kind
        self._drawings = [-1]  # their places in the stack
        self._going_on: dict[str, list[str]] = {}  # formatting that the next text is in, though it was ended: its tags
        self._outside: list[dict[str, list[str]]] = []  # the same, of the cells around this one
        self._left_out: dict[str, int] = {}  # tags whose closing ones have to be left out, too
        self._rebuilt = 0
        self._options = 0

    def are_foreign(self) -> bool:
        """Inside a drawing or formula, where the text of a script is none and tags may close themselves."""
        return self._drawings[-1] > self._walls[_BLOCK][-1]

    def _end_drawings(self) -> None:
        while self.are_foreign():
            self._pop(self._drawings[-1])

    def add_text(self) -> None:
        """Formatting that goes on is made anew."""
        if self._going_on and self._rebuilt <= _REBUILT:
            going_on, self._going_on = self._going_on, {}
            for name, tags in going_on.items():
                self._rebuilt += len(tags)
                self._levels -= len(tags)
                for tag in tags:
                    self._push(name, tag)

    def open(self, name: str, tag: str) -> bool:
        """Take notice of an opening tag; whether it may stay in the page."""
        if name not in _NO_TEXT:
            self.add_text()
        self._options += name == "option"
        if self._rebuilt > _REBUILT or (name == "option" and self._options > _OPTIONS):
            return name == "a" or name in _FLAT
        foreign = self.are_foreign()
        if foreign and (name in _ENDS_DRAWING or _ENDS_DRAWING_TAG.match(tag)):
            self._end_drawings()
            foreign = False
        if name in _FLAT or (tag.endswith("/>") and (foreign or name in _FOREIGN)):
            return True
        if foreign:
            name = name if name in _FOREIGN else f"{self._stack[self._drawings[-1]][0]}:{name}/"
        elif not self._make_room(name):
            return True
        if self._levels < self._deepest:
            self._push(name, tag if name in _FORMATTING else "")
            return True
        if name == "a":  # each ends the one before
            return True
        self._left_out[name] = self._left_out.get(name, 0) + 1
        return False

    def _make_room(self, name: str) -> bool:
        """End what an opening tag ends; whether it then opens an element."""
        places = self._places
        selects = places.get("select") if name == "select" else None
        if selects and selects[-1] >= self._walls[_SCOPE][-1]:
            self.close(name)  # the standard reads it as if it were the closing tag
            return False
        if (name == "form" and places.get(name)) or (
            name in _PARTS_OF_TABLES and not places.get("table") and not places.get("template")
        ):
            return False
        if name in _ENDS and (name not in _OPTION or places.get("select") or self._stack[-1:] == [("option", "")]):
            self._end(*_ENDS[name])
        if name in _ENDS_PARAGRAPH and places.get("p"):
            self._end(("p",), _SCOPE)
        elif name in {"a", "nobr"}:
            self._end_formatting(name)
        if name in _HEADINGS and self._stack and self._stack[-1][0] in _HEADINGS:
            self._pop(len(self._stack) - 1)
        if name not in _NO_TEXT:
            self.add_text()
        return True

    def close(self, name: str) -> bool:
        """Take notice of a closing tag; whether it may stay in the page."""
        if self._rebuilt > _REBUILT:
            return name == "a"
        if len(self._drawings) > 1:
            name = self._full_name(name)
        if self._left_out.get(name):
            self._left_out[name] -= 1
            return False
        if name in {"br", "p"}:
            self._end_drawings()
        if name == "form" and self._places.get(name):
            self._forget(self._places[name])
        elif name in _FORMATTING or name == "a":
            self._end_formatting(name)
        else:
            self._end((name,), _REACH.get(name, _BLOCK))
        return True

    def _full_name(self, name: str) -> str:
        """The name of what a closing tag in a drawing closes."""
        for full in (f"svg:{name}/", f"math:{name}/"):
            places = self._places.get(full)
            if self._left_out.get(full) or (places and places[-1] >= self._walls[_BLOCK][-1]):
                return full
        return name

    def _end(self, names: tuple[str, ...], kind: int) -> None:
        wall = self._walls[kind][-1]
        found = [places[-1] for name in names if (places := self._places.get(name)) and places[-1] >= wall]
        if found:
            self._pop(min(found))

    def _end_formatting(self, name: str) -> None:
        places = self._places.get(name)
        if self._going_on.get(name):
            self._going_on[name].pop()
            self._levels -= 1
        elif places and places[-1] > self._walls[_BLOCK][-1]:
            self._pop(places[-1])
        elif places and places[-1] > self._walls[_SCOPE][-1]:  # the blocks inside stay open
            self._forget(places)

    def _forget(self, places: list[int]) -> None:
        """End the last of some elements, but nothing that is in it."""
        place = places.pop()
        for wall in self._walls[: _HEIGHT.get(self._stack[place][0], 0)]:
            wall.remove(place)
        self._stack[place] = ("", "")
        self._levels -= 1
        while self._stack and not self._stack[-1][0]:
            self._stack.pop()

    def _push(self, name: str, tag: str) -> None:
        place = len(self._stack)
        self._stack.append((name, tag))
        self._levels += 1
        self._places.setdefault(name, []).append(place)
        for wall in self._walls[: _HEIGHT.get(name, 0)]:
            wall.append(place)
        if name in _FOREIGN:
            self._drawings.append(place)
        elif name in _OPENS_CELL:
            self._outside.append(self._going_on)
            self._going_on = {}

    def _pop(self, place: int) -> None:
        """End the element at a place and all in it; formatting in there goes on behind it."""
        ended = self._stack[place:]
        del self._stack[place:]
        first_cell = len(ended)
        for number in range(len(ended) - 1, -1, -1):
            name = ended[number][0]
            if name:
                self._levels -= 1
                self._places[name].pop()
                for wall in self._walls[: _HEIGHT.get(name, 0)]:
                    wall.pop()
                if name in _FOREIGN:
                    self._drawings.pop()
                elif name in _OPENS_CELL:
                    first_cell = number
                    self._levels -= sum(map(len, self._going_on.values()))
                    self._going_on = self._outside.pop()
        for name, tag in ended[1:first_cell]:  # the first is ended by its own tag
            tags = self._going_on.setdefault(name, []) if tag else []
            if tag and tags.count(tag) < _times(1):
                tags.append(tag)
                self._levels += 1
        self._left_out.clear()
