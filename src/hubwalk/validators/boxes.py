"""A page as a tree of boxes: elements and the runs of text between them, each with all the text that is inside it.

Only what can be seen, and no controls: what a form offers to choose from is not said of anything. Texts are cut, for
nobody here asks more of a long text than that it is long.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

MAX_TEXT = 240  # characters
_SKIPPED = [
    "script", "style", "noscript", "template", "select", "button", "textarea", "datalist", "nav", "footer", "svg",
]  # fmt: skip


class Box:
    """One element, or one run of text (then the tag is "")."""

    __slots__ = ("children", "has_table", "kind", "links", "spans", "tag", "text")

    def __init__(self, tag: str, kind: str = "", text: str = "") -> None:
        self.tag = tag
        self.kind = kind  # first word of the class
        self.text = text  # white space folded; of an element: of all that is inside, cut at MAX_TEXT
        self.children: list[Box] = []  # those with text in them, and line breaks
        self.links = 1 if tag == "a" else 0  # inside, itself included
        self.has_table = tag == "table"
        self.spans = False  # a cell over several rows

    @property
    def shape(self) -> tuple[str, str]:
        """What siblings of one kind have in common."""
        return self.tag, self.kind

    @property
    def parts(self) -> list[Box]:
        """The children that say something."""
        return [child for child in self.children if child.text]


def read_boxes(html: str) -> list[Box]:
    """All boxes of a page that hold text, parents before children."""
    tree = LexborHTMLParser(html)
    tree.strip_tags(_SKIPPED)
    boxes: list[tuple[Box, Box | None]] = []
    by_id: dict[int, Box] = {}
    for node in tree.body.traverse(include_text=True) if tree.body is not None else ():
        above = by_id.get(node.parent.mem_id) if node.parent is not None else None
        if node.is_text_node:
            text = " ".join((node.text_content or "").split())
            if text:
                boxes.append((Box("", text=text[:MAX_TEXT]), above))
            continue
        attributes = node.attributes
        kinds = (attributes.get("class") or "").split() if attributes else ()
        box = by_id[node.mem_id] = Box(str(node.tag), kinds[0] if kinds else "")
        box.spans = bool(attributes) and (attributes.get("rowspan") or "1").strip() != "1"
        boxes.append((box, above))
    return _gather(boxes)


def _gather(boxes: list[tuple[Box, Box | None]]) -> list[Box]:
    """Hang the boxes below each other, from the last to the first, so that each is complete before it is hung."""
    for box, above in reversed(boxes):
        if box.children:
            box.children.reverse()
            box.text = " ".join([child.text for child in box.children if child.text])[:MAX_TEXT]
        if above is not None and (box.text or box.tag == "br"):
            above.children.append(box)
            above.links += box.links
            above.has_table = above.has_table or box.has_table
    return [box for box, _ in boxes if box.text]
