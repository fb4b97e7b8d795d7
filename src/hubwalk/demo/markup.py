"""Pieces of HTML. Whatever comes in as text is escaped here; what comes in as HTML says so in its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


def link(href: str, label: str, css: str = "") -> str:
    mark = f' class="{css}"' if css else ""
    return f'<a href="{escape(href)}"{mark}>{escape(label, quote=False)}</a>'


def bullets(items_html: Iterable[str], css: str = "") -> str:
    mark = f' class="{css}"' if css else ""
    return f"<ul{mark}>\n" + "".join(f"<li>{item}</li>\n" for item in items_html) + "</ul>\n"


def section(heading: str, inner_html: str, css: str) -> str:
    return f'<section class="{css}">\n<h2>{escape(heading, quote=False)}</h2>\n{inner_html}</section>\n'


def paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text, quote=False)}</p>\n" for text in texts)


def table(groups: Iterable[tuple[str, Sequence[tuple[str, str]]]], css: str) -> str:
    """A two-column table of facts, with a heading row per group."""
    rows = []
    for heading, facts in groups:
        rows.append(f'<tr class="group"><th colspan="2">{heading}</th></tr>\n')
        rows.extend(f'<tr><th scope="row">{label}</th><td>{escape(value)}</td></tr>\n' for label, value in facts)
    return f'<table class="{css}">\n<tbody>\n{"".join(rows)}</tbody>\n</table>\n'


def breadcrumbs(steps: Sequence[tuple[str, str]], here: str) -> str:
    """`steps` are (href, label) from the home page down; `here` is the page itself and no link."""
    trail = " &rsaquo; ".join([*(link(href, label) for href, label in steps), f"<span>{escape(here)}</span>"])
    return f'<nav class="breadcrumb">{trail}</nav>\n'


@dataclass(frozen=True, slots=True)
class Paged:
    """A long list cut into pages, numbered from 1."""

    total: int
    per_page: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.per_page))

    def on(self, page: int) -> range:
        """Positions of the list that stand on a page."""
        first = (page - 1) * self.per_page
        return range(first, min(first + self.per_page, self.total))

    def number(self, asked: str) -> int:
        """The page number in a query parameter; 0 if there is no such page."""
        if not asked:
            return 1
        return int(asked) if asked.isdecimal() and len(asked) < 10 and 1 <= int(asked) <= self.pages else 0


def page_url(base: str, page: int) -> str:
    """Where a page of a list lies: the first has no number, as on most sites."""
    if page == 1:
        return base
    return f"{base}{'&' if '?' in base else '?'}page={page}"


def pager(base: str, page: int, pages: int) -> str:
    """Previous, first, the neighbours, last, next. Empty when there is nothing to turn."""
    if pages == 1:
        return ""
    near = sorted({1, pages, *range(max(1, page - 2), min(pages, page + 2) + 1)})
    parts = [f"<b>{n}</b>" if n == page else link(page_url(base, n), str(n)) for n in near]
    if page > 1:
        parts.insert(0, link(page_url(base, page - 1), "previous", "prev"))
    if page < pages:
        parts.append(link(page_url(base, page + 1), "next", "next"))
    return f'<div class="pager">{" ".join(parts)}</div>\n'


def document(*, title: str, style: str, body_html: str, canonical: str = "", head_html: str = "") -> str:
    """A whole HTML5 document."""
    rel = f'<link rel="canonical" href="{escape(canonical)}">\n' if canonical else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title, quote=False)}</title>\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n{rel}{head_html}'
        f"<style>{style}</style>\n</head>\n<body>\n{body_html}</body>\n</html>\n"
    )
