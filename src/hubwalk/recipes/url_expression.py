"""Readable URL expressions for pages of one kind: `http://site\\.org/people/[^/?]+\\.html`.

URLs of the same make (origin, number of path steps, names of parameters) become one expression, step by step: what all
have in common stays, with whole words before and behind what differs. Where such an expression also matches URLs that
are not wanted, steps are narrowed to the values that occur, if these are few, or to digits or letters.

The published way (url_pattern.py) describes the tokens that were seen; here what differs may be anything without a
slash, because the names of new pages have other tokens.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

_FEW = 6  # values or URLs: fewer may begin alike by accident
_ANY_STEP, _ANY_VALUE = "[^/?]+", "[^&]*"
_KINDS = (r"\d+", "[a-z]+", "[A-Z]+", "[A-Za-z]+", r"[\w-]+", "[^/?.]+")
_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_NUMBER = re.compile(r"\d+")
_ENDING = re.compile(r"^.*?(\.[a-z]{2,5})?$")
_ENDING_ITSELF = re.compile(r"\.[a-z]{2,5}$")
_SEVERAL = 3  # pages whose names differ in numbers alone
_TRIES = 4  # steps that are narrowed, one after the other


def escaped(text: str) -> str:
    """The expression for a text itself. Only what has a meaning there is escaped: `re.escape` does more, and less of it
    can be read."""
    return _SPECIAL.sub(r"\\\g<0>", text)


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression over whole URLs, and those of the wanted URLs that it was made of."""

    text: str
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Parts:
    """A URL taken apart: the texts between the slots are the make, the slots are what may differ."""

    make: tuple[str, ...]
    values: tuple[str, ...]


@lru_cache(maxsize=200_000)
def _parts(url: str) -> _Parts:
    path, mark, query = url.partition("?")
    scheme, _, rest = path.partition("://")
    host, *steps = rest.split("/")
    make = [f"{scheme}://{host}", *("/" for _ in steps)]
    values = list(steps)
    if mark:
        for number, pair in enumerate(query.split("&")):
            name, equals, value = pair.partition("=")
            make.append(f"{'&' if number else '?'}{name}{equals}")
            values.append(value)
    if steps and not steps[-1]:
        make[0] += " folder"  # x/ and x/y are of different makes
    return _Parts(tuple(make), tuple(values))


def families(urls: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What pages of one kind mostly share: folder, ending and parameters; on sites that put everything into one folder,
    also the name but for its numbers, where several have it."""
    coarse = {url: _family(url) for url in urls}
    named = {url: _NUMBER.sub("#", url.partition("?")[0]) for url in urls}
    count = Counter((coarse[url], named[url]) for url in urls)
    return {
        url: (*kind, named[url]) if "#" in named[url] and count[kind, named[url]] >= _SEVERAL else kind
        for url, kind in coarse.items()
    }


def make_of(url: str) -> tuple[str, ...]:
    """Origin, number of steps and names of parameters: what one expression can have in common at most."""
    return _parts(url).make


def continues(list_page: str, further: str) -> bool:
    """True if the second URL looks like a further page of the list at the first: other parameters, other numbers, or a
    number behind it."""
    one, other = list_page.partition("?")[0], further.partition("?")[0]
    if one == other or _NUMBER.sub("#", one) == _NUMBER.sub("#", other):
        return True
    stem = _ENDING_ITSELF.sub("", one.rstrip("/"))
    return other.startswith(stem) and bool(_NUMBER.search(other, len(stem)))


def _family(url: str) -> tuple[str, ...]:
    parts = _parts(url)
    steps = len([text for text in parts.make[1:] if text == "/"])
    named = steps - 1 if steps and parts.values[steps - 1] else max(0, steps - 2)
    ending = _ENDING.sub(r"\1", parts.values[named] if named < steps else "")
    return (*parts.make, *parts.values[:named], ending)


def expressions(wanted: Collection[str], others: Collection[str] = ()) -> list[Expression]:
    """Expressions that match all wanted URLs and as few of the others as can be had; the largest first."""
    makes: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for url in sorted(wanted):
        makes[_parts(url).make].append(url)
    against: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for url in sorted(others):
        against[_parts(url).make].append(url)
    found = [_expression(urls, against.get(make, ())) for make, urls in makes.items()]
    return sorted(found, key=lambda one: (-len(one.urls), one.text))


def _expression(urls: Sequence[str], others: Sequence[str]) -> Expression:
    make = _parts(urls[0]).make
    columns = list(zip(*(_parts(url).values for url in urls), strict=True))
    slots = [_slot(column, value_of_parameter=text != "/") for text, column in zip(make[1:], columns, strict=True)]
    rows = _matched([_parts(url).values for url in others], slots)
    for _ in range(_TRIES):
        narrowed = _narrowed(columns, slots, rows) if rows else None
        if narrowed is None:
            break
        slots, rows = narrowed
    texts = [make[0].removesuffix(" folder"), *make[1:]]
    return Expression(escaped(texts[0]) + _written(texts[1:], slots), tuple(urls))


def _written(texts: Sequence[str], slots: Sequence[str]) -> str:
    return "".join(escaped(text) + slot for text, slot in zip(texts, slots, strict=True))


def _slot(column: Sequence[str], *, value_of_parameter: bool) -> str:
    """An expression for the values at one step of the URLs."""
    values = sorted(set(column))
    if len(values) == 1:
        return escaped(values[0])
    head = _beginning(values, len(values))
    tail = _beginning([value[len(head) :][::-1] for value in values], len(values))[::-1]
    inner = [value[len(head) : len(value) - len(tail)] for value in values]
    if all(map(str.isdecimal, inner)):
        middle = r"\d+"
    elif value_of_parameter:
        middle = _ANY_VALUE
    else:
        middle = _ANY_STEP if all(inner) else "[^/?]*"
    return escaped(head) + middle + escaped(tail)


def _beginning(values: Sequence[str], count: int) -> str:
    low, high = min(values), max(values)
    size = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    head = low[:size].rstrip("0123456789")
    if count < _FEW and any(value[len(head) : len(head) + 1].isalpha() for value in values):
        while head and head[-1].isalpha():  # what remains of a word is an accident
            head = head[:-1]
    return head.rstrip("0123456789")


def _matched(rows: Sequence[Sequence[str]], slots: Sequence[str]) -> list[Sequence[str]]:
    tests = [re.compile(slot).fullmatch for slot in slots]
    return [row for row in rows if all(test(value) for test, value in zip(tests, row, strict=True))]


def _narrowed(
    columns: Sequence[Sequence[str]], slots: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[list[str], list[Sequence[str]]] | None:
    """The slots with the one narrowed that excludes most of the rows; None if none does."""
    best: tuple[int, int, str] | None = None
    for number, (column, slot) in enumerate(zip(columns, slots, strict=True)):
        for narrow in _narrower(column, slot):
            test: Callable[[str], object] = re.compile(narrow).fullmatch
            left = sum(1 for row in rows if test(row[number]))
            if left < len(rows) and (best is None or left < best[0]):
                best = (left, number, narrow)
    if best is None:
        return None
    changed = list(slots)
    changed[best[1]] = best[2]
    return changed, _matched(rows, changed)


def _narrower(column: Sequence[str], slot: str) -> list[str]:
    values = sorted(set(column))
    found = []
    if len(values) > 1:
        found = [kind for kind in _KINDS if kind != slot and all(re.fullmatch(kind, value) for value in values)][:1]
        if 2 * len(values) <= len(column) and len(values) <= _FEW:
            found.append(f"(?:{'|'.join(map(escaped, values))})")
    return found
