r"""URL patterns: one regular expression for many URLs, level by level.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.3.2, procedures URLPattern and
TokenRegex of Fig. 7. Levels that are the same everywhere stay as they are. Of the others, what all begin and end with
stays; the tokens between stand in columns, and a column becomes the token itself, or the node of the Regex tree above
all of its tokens. A column that not all URLs have is optional.

Where we differ:
- What all begin and end with is made of whole tokens: item10 and item19 give item\d+, not item1\d.
- A column is never such that it could take what belongs to the next one: where that may be, the two become one. Where
  an expression could still give back what it took, only for others to take it again, it is possessive (`++`, `*+`,
  `?+`). So an address of any length is matched in one pass (a test holds this to hostile ones).
- Levels of many columns that differ in number, titles say, become one expression: columns would only count their words,
  and a new page with one word more would be missed.
- URLs of different forms are alternatives. Their patterns are joined by `|`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from hubwalk.errors import UsageError
from hubwalk.recipes.regex_tree import Node, common, escape, leaf, overlap, tokenise
from hubwalk.recipes.url_levels import form, head, joined, levels, ordered

_MOST_COLUMNS = 8  # that differ in number; Fig. 8 has six, more are not read by anybody


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """A regular expression over whole canonical URLs whose query parameters are sorted by name."""

    text: str

    @classmethod
    def parse(cls, text: str) -> UrlPattern:
        """The pattern that somebody has written down; UsageError if it is no regular expression."""
        try:
            _compiled(text)
        except (re.error, OverflowError, RecursionError) as error:
            raise UsageError(f"not a regular expression: '{text}' ({error})") from None
        return cls(text)

    def matches(self, url: str) -> bool:
        """True if the whole URL matches, in whatever order its parameters stand."""
        expression = _compiled(self.text)
        return expression.fullmatch(ordered(url)) is not None or (
            "&" in url and expression.fullmatch(url) is not None  # a person may have written it in the site's own order
        )


def generalise(urls: Iterable[str]) -> UrlPattern:
    """The pattern of some URLs; it matches all of them. ValueError if there are none."""
    forms: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for url in urls:
        parts = levels(url)
        forms.setdefault(form(parts), set()).add(parts)
    if not forms:
        raise ValueError("no URLs to generalise")
    return UrlPattern("|".join(sorted(map(_pattern, forms.values()))))


@lru_cache(maxsize=4096)
def _compiled(text: str) -> re.Pattern[str]:
    return re.compile(text, re.ASCII)  # canonical URLs are; \w means what the Regex tree means by it


def _pattern(same_form: Iterable[tuple[str, ...]]) -> str:
    return joined((_level(set(column)) for column in zip(*same_form, strict=True)), question=r"\?")


def _level(texts: set[str]) -> str:
    """One level of a pattern. The mark with which a parameter begins is left as it is, for `joined`."""
    lead = head(next(iter(texts)))
    rows = [tokenise(text[len(lead) :]) for text in texts]
    before = _shared(rows)
    rows = [row[before:] for row in rows]
    after = _shared([row[::-1] for row in rows])
    prefix = tokenise(next(iter(texts))[len(lead) :])[:before]
    suffix = rows[0][len(rows[0]) - after :]
    columns = _columns([row[: len(row) - after] for row in rows], lead)
    apart = _told_apart(columns, suffix, lead)
    return lead[:1] + escape(lead[1:] + "".join(prefix)) + _expression(apart, suffix) + escape("".join(suffix))


def _shared(rows: Collection[list[str]]) -> int:
    """How many tokens all rows begin with."""
    low, high = min(rows), max(rows)
    return next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))


@dataclass(frozen=True, slots=True)
class _Column:
    """Tokens that stand in the same place."""

    node: Node  # of the Regex tree, above all of them
    literal: str  # if all are the same; "" if not
    optional: bool  # not all URLs have one
    leaves: frozenset[Node]  # of what it may begin with

    def clashes(self, follow: Iterable[Node], end: Iterable[Node]) -> bool:
        """True if it could take what belongs to the next column, or, where it is left out, to the end of the level."""
        if self.literal:
            return self.optional and any(overlap(self.node, other) for other in end)
        return any(overlap(self.node, other) for other in follow)


def _columns(rows: Collection[list[str]], level: str) -> list[_Column]:
    width, least = max(map(len, rows)), min(map(len, rows))
    if width > _MOST_COLUMNS and least < width:
        return [_column({token for row in rows for token in row}, level, optional=not least)]
    return [
        _column({row[place] for row in rows if place < len(row)}, level, optional=place >= least)
        for place in range(width)
    ]


def _column(tokens: set[str], level: str, *, optional: bool) -> _Column:
    leaves = frozenset(map(leaf, tokens))
    return _Column(common(leaves, level), "" if len(tokens) > 1 else next(iter(tokens)), optional, leaves)


def _told_apart(columns: list[_Column], suffix: list[str], level: str) -> list[_Column]:
    """The columns, with those that clash made one. The last may reach into the suffix: it can give back."""
    end = [leaf(token) for token in suffix[:1]]
    found = columns[:1]
    for column in columns[1:]:
        last = found[-1]
        follow = [*column.leaves, *(end if column.optional else ())]
        if last.clashes(follow, end):
            found[-1] = _Column(common((last.node, column.node), level), "", last.optional, last.leaves)
        else:
            found.append(column)
    return found


def _expression(columns: list[_Column], suffix: list[str]) -> str:
    text = ""
    follow = [leaf(token) for token in suffix[:1]]  # what may come next, read from the end
    for place, column in reversed(list(enumerate(columns))):
        if column.literal:
            one, quantifier = escape(column.literal), "?" if column.optional else ""
            one = f"(?:{one})" if column.optional and len(column.literal) > 1 else one
        else:
            one, quantifier = column.node.one, "*" if column.optional else "+"
        given_back = place < len(columns) - 1 and any(overlap(column.node, other) for other in follow)
        text = one + quantifier + ("+" if quantifier and given_back else "") + text
        follow = [column.node, *(follow if column.optional else ())]
    return text
