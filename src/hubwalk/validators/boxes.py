"""A page as a tree of boxes: elements and the runs of text between them, each with all the text that is inside it.

No controls: what a form offers to choose from is not said of anything. What is hidden until something is clicked or
pointed at may be a sheet (in a tab) or the explanation of a label (a tool tip). Either way it is not part of the box
around it, so it becomes a tree of its own: a sheet is found in it, and a label is not spoilt by it. Hidden rows belong
to their table, though. Texts are cut, for nobody here asks more of a long text than that it is long, and so are endless
pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.nesting import shallow
from hubwalk.validators.pictures import said_by, short_text
from hubwalk.validators.truths import is_truth

MAX_TEXT = 240  # characters
_MAX_HTML = 1_000_000  # characters of a page; a sheet further down is that of a dump, not of an instance
_MAX_BOXES = 60_000
_MAX_LEVELS = 200  # of a path
_MAX_STYLES = 200_000  # characters of style sheets in the page
_SKIPPED = [
    "script", "style", "noscript", "template", "select", "button", "textarea", "datalist", "nav", "footer", "svg",
]  # fmt: skip
# What style sheets hide until something is pointed at, by the classes that are common for it.
_TIPS = (
    "[class*='tooltip-content'], [class*='tooltip-text'], [class*='tooltiptext'], [class*='tooltip__content'], "
    "[class*='popover-content']"
)
_MAY_TIP = re.compile(r"tooltip|popover")  # far cheaper than looking for the elements
_UNSEEN = "[class*='sr-only']"
_MOST_CHILDREN = 3  # of a drawing, among which its title is: nobody writes it further down
_HIDES = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_ROWS = {"tr", "tbody", "thead", "tfoot", "dt", "dd", "li"}  # hidden ones are further rows of what they stand in
_HOLLOW = {"br", "td", "th"}  # kept without text: a line ends, and an empty cell is a column nevertheless
_GRID = re.compile(r"grid-template-columns\s*:\s*([^;}!]+)", re.IGNORECASE)
_RULE = re.compile(r"\.([\w-]+)\s*\{([^{}]{0,2000})\}")
_REPEAT = re.compile(r"repeat\(\s*(\d{1,2})\s*,(?:[^()]|\([^()]*\))*\)")
_BRACED = re.compile(r"\([^()]*\)")


# Way up from an element, tag, number among the siblings of that tag. No box knows its parent: cycles would leave all
# boxes to the garbage collector, which takes as long as everything else here.
Place = tuple["Place | None", str, int]


class Box:
    """One element, or one run of text (then the tag is "")."""

    __slots__ = (
        "apart",
        "children",
        "columns",
        "drawn",
        "has_table",
        "kind",
        "links",
        "place",
        "spans",
        "tag",
        "text",
        "wide",
    )

    def __init__(self, tag: str, place: Place, text: str = "") -> None:
        self.tag = tag
        self.place = place
        self.kind = ""  # first word of the class; without a class the style
        self.text = text  # white space folded; of an element: of all that is inside, cut at MAX_TEXT
        self.children: list[Box] = []  # those with text in them, line breaks and cells
        self.links = 1 if tag == "a" else 0  # inside, itself included
        self.has_table = tag == "table"
        self.spans = 1  # rows of a cell
        self.wide = 1  # columns of a cell
        self.columns = 0  # that its children are laid out in, as far as the page itself says so
        self.drawn = ""  # what pictures in it say, if it has no text; not in links, which lead to what they show
        self.apart = False  # hidden, and so no child of the box that it stands in

    def speaking(self) -> Box:
        """The box with what its pictures say for its text."""
        box = self.saying(self.drawn)
        box.drawn = self.drawn
        return box

    def saying(self, text: str) -> Box:
        """The box with another text, and nothing inside."""
        box = Box(self.tag, self.place, text)
        box.kind, box.spans, box.wide = self.kind, self.spans, self.wide
        return box

    @property
    def shape(self) -> tuple[str, str]:
        """What siblings of one kind have in common."""
        return self.tag, self.kind

    @property
    def parts(self) -> list[Box]:
        """The children that say something."""
        return [child for child in self.children if child.text]

    @property
    def answered(self) -> list[Box]:
        """The children that say something, be it by a picture."""
        return [child for child in self.children if child.text or child.drawn]

    @property
    def where(self) -> str:
        """The XPath of the element, or of that around the text; "" in the depths."""
        steps: list[str] = []
        place: Place | None = self.place
        while place is not None:
            place, tag, number = place
            steps.append(f"{tag}[{number}]")
            if len(steps) > _MAX_LEVELS:
                return ""
        return "/".join(["/html", *reversed(steps)])


def read_boxes(html: str) -> list[Box]:
    """All boxes of a page that hold text, parents before children."""
    tree = LexborHTMLParser(shallow(html[:_MAX_HTML]))
    grids = _grids(tree)
    drawn = _take_drawn(tree, html)
    tree.strip_tags(_SKIPPED)
    for node in tree.css(_TIPS) if _MAY_TIP.search(html, 0, _MAX_HTML) else ():
        node.decompose()
    boxes: list[tuple[Box, Box | None]] = []
    by_id: dict[int, Box] = {}
    numbers: dict[tuple[int, str], int] = {}
    in_lines: set[int] = set()  # elements in which line breaks of the source are seen
    for node in tree.body.traverse(include_text=True) if tree.body is not None else ():
        if len(boxes) >= _MAX_BOXES:
            break
        parent = node.parent
        above_id = parent.mem_id if parent is not None else 0
        above = by_id.get(above_id)
        if node.is_text_node:
            text = node.text_content or ""
            if above is not None and above_id in in_lines:
                boxes += ((box, above) for box in _lines(text, above.place))
            elif above is not None and (text := " ".join(text.split())):
                boxes.append((Box("", above.place, text[:MAX_TEXT]), above))
            continue
        tag = str(node.tag)
        number = numbers[above_id, tag] = numbers.get((above_id, tag), 0) + 1
        box = by_id[node.mem_id] = Box(tag, (above.place if above is not None else None, tag, number))
        attributes = node.attributes
        if attributes:
            _describe(box, attributes, grids)
        box.drawn = drawn.get(node.mem_id, box.drawn)
        boxes.append((box, above))
        if tag == "pre" or (in_lines and above_id in in_lines):
            in_lines.add(node.mem_id)
    return _gather(boxes)


def _take_drawn(tree: LexborHTMLParser, html: str) -> dict[int, str]:
    """The elements around drawings, and around what only screen readers see, by their ids in memory, and what that
    says. The latter is taken away."""
    found: dict[int, str] = {}
    for node in tree.css("svg") if "<svg" in html else ():
        said, child = short_text(node.attributes.get("aria-label")), node.child
        for _ in range(_MOST_CHILDREN):
            if not said and child is not None:
                said = short_text(child.text()) if child.tag == "title" else ""
                child = child.next
        if said and node.parent is not None:
            found[node.parent.mem_id] = said
    for node in tree.css(_UNSEEN) if "sr-only" in html else ():
        if (said := short_text(node.text())) and node.parent is not None:
            found[node.parent.mem_id] = said
        node.decompose()
    return found


def _lines(text: str, place: Place) -> Iterator[Box]:
    """The lines of preformatted text, with breaks between them."""
    for number, line in enumerate(text.split("\n", _MAX_BOXES)):
        if number:
            yield Box("br", place)
        if folded := " ".join(line.split()):
            yield Box("", place, folded[:MAX_TEXT])


def _describe(box: Box, attributes: Mapping[str, str | None], grids: Mapping[str, int]) -> None:
    box.drawn = said_by(box.tag, attributes)
    kinds = (attributes.get("class") or "").split()
    style = attributes.get("style") or ""
    box.kind = kinds[0] if kinds else " ".join(style[:80].split())
    if box.tag in _HOLLOW:
        box.spans, box.wide = _count(attributes.get("rowspan")), _count(attributes.get("colspan"))
    if "hidden" in attributes or (style and _HIDES.search(style)):
        box.apart = box.tag not in _ROWS
    if "grid" in style:
        box.columns = _tracks(style)
    elif grids:
        box.columns = next((grids[kind] for kind in kinds if kind in grids), 0)


def _count(written: str | None) -> int:
    digits = (written or "").lstrip("0")
    return min(1000, int(digits[:4])) if digits.isascii() and digits.isdigit() else 1  # thousands of digits are refused


def _grids(tree: LexborHTMLParser) -> dict[str, int]:
    """Classes that the page's own style sheets lay out as a grid -> its columns."""
    sheets = "".join(node.text() for node in tree.css("style")[:20])[:_MAX_STYLES]
    return {kind: _tracks(rule) for kind, rule in _RULE.findall(sheets)} if "grid-template-columns" in sheets else {}


def _tracks(style: str) -> int:
    """How many columns a grid has: "auto 1fr" or "repeat(2, 1fr)" have two."""
    columns = _GRID.search(style)
    if not columns:
        return 0
    repeated = _REPEAT.sub(lambda found: " x" * int(found[1]) + " ", columns[1])
    return len(_BRACED.sub("", repeated).split())


def _is_answer(box: Box) -> bool:
    """True for a box of pictures in the place of a value; outside cells many show a thing, and only yes and no tell."""
    return bool(box.drawn) and (box.tag == "dd" or (box.tag != "img" and is_truth(box.drawn)))


def _gather(boxes: list[tuple[Box, Box | None]]) -> list[Box]:
    """Hang the boxes below each other, from the last to the first, so that each is complete before it is hung."""
    for box, above in reversed(boxes):
        if box.children:
            box.children.reverse()
            box.text = " ".join([child.text for child in box.children if child.text])[:MAX_TEXT]
        if box.text or box.tag == "a":
            box.drawn = ""
        if above is None or box.apart:
            continue
        if box.drawn:
            above.drawn = f"{box.drawn} {above.drawn}".strip()[:MAX_TEXT]
        if box.text or box.tag in _HOLLOW or _is_answer(box):
            above.children.append(box)
            above.links += box.links
            above.has_table = above.has_table or box.has_table
    return [box for box, _ in boxes if box.text]
