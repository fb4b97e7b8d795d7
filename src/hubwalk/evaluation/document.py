"""A report as a list of blocks, written as Markdown and as one self-contained HTML file from the same source."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from hubwalk.evaluation.report import STYLE

# Pictures bring their own colours, as attributes where these are part of the drawing: against a style of the page an
# attribute loses.
_STYLE = """figure { margin: 1rem 0 } figcaption { color: var(--soft) } .number { text-align: right }
svg text[fill] { fill: #fff; font-size: 11px }
"""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str  # may have `code`


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The first column is text; the others are numbers unless they are named in `texts`."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...] = ()

    def is_text(self, column: int) -> bool:
        return column == 0 or self.head[column] in self.texts


@dataclass(frozen=True, slots=True)
class Figure:
    name: str  # of the file, without ending
    caption: str
    svg: str


Block = Heading | Paragraph | Bullets | Table | Figure


def to_markdown(blocks: Sequence[Block], figures: str) -> str:
    """The Markdown text; `figures` is the folder of the pictures, seen from the text."""
    return "\n\n".join(_markdown(block, figures) for block in blocks) + "\n"


def _markdown(block: Block, figures: str) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Figure(name, caption, _):
            return f"![{caption}]({figures}/{name}.svg)"
        case Table(head, rows):
            rule = tuple("---" if block.is_text(i) else "---:" for i in range(len(head)))
            return "\n".join(
                "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in _all(head, rule, rows)
            )
    raise AssertionError(block)


def _all(head: tuple[str, ...], rule: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [head, rule, *rows]


def to_html(title: str, blocks: Sequence[Block]) -> str:
    """One file: styles and pictures inline, no scripts, nothing loaded from elsewhere."""
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}{_STYLE}</style></head><body>",
            *map(_html, blocks),
            "</body></html>\n",
        ]
    )


def _html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>"
        case Figure(_, caption, svg):
            return f"<figure>{svg}<figcaption>{_inline(caption)}</figcaption></figure>"
        case Table(head, rows):
            kind = ["" if block.is_text(i) else ' class="number"' for i in range(len(head))]
            titles = "".join(f"<th{kind[i]}>{_inline(cell)}</th>" for i, cell in enumerate(head))
            body = "\n".join(
                "<tr>" + "".join(f"<td{kind[i]}>{_inline(cell)}</td>" for i, cell in enumerate(row)) + "</tr>"
                for row in rows
            )
            return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
    raise AssertionError(block)


_Replace = Callable[[re.Match[str]], str]


def _inline(text: str) -> str:
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", marked)
