"""What many addresses, or many titles, have in common, as a person writes it: /phones/*.html."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from urllib.parse import urlsplit

ANY = "*"
_MOST = 0.9  # share of the cases that must agree
_FEW = 3  # below this, what agrees may do so by accident


def address_pattern(urls: Sequence[str]) -> str:
    """The path that most of the addresses follow, with * for what differs; ", ..." after it if many do not. Parameters
    that most have follow with their names."""
    by_depth: dict[int, list[list[str]]] = defaultdict(list)
    parameters: list[dict[str, str]] = []
    for url in urls:
        parts = urlsplit(url)
        steps = parts.path.split("/")[1:]
        by_depth[len(steps)].append(steps)
        parameters.append(dict(part.partition("=")[::2] for part in parts.query.split("&") if part))
    if not by_depth:
        return ""
    largest = max(by_depth.values(), key=len)
    path = "/" + "/".join(_common_name(column) for column in zip(*largest, strict=True))
    names = Counter(name for given in parameters for name in given)
    usual = [name for name, n in names.items() if n >= _MOST * len(urls)]
    query = "&".join(f"{name}={_common_name([given.get(name, '') for given in parameters])}" for name in usual)
    if not query and sum(map(bool, parameters)) >= _MOST * len(urls):
        query = ANY
    return path + (f"?{query}" if query else "") + (", ..." if len(largest) < _MOST * len(urls) else "")


def title_pattern(titles: Sequence[str]) -> str:
    """The words with which most titles begin and end, with * for what differs; "" if they have none in common."""
    told = [title.split() for title in titles if title.split()]
    if not told or len(told) < _MOST * len(titles):
        return ""
    if len(told) < _FEW:
        return " ".join(told[0]) if all(words == told[0] for words in told) else ""
    most, n = Counter(map(tuple, told)).most_common(1)[0]
    if n >= _MOST * len(told):
        return " ".join(most)
    head = _agreed_beginning(told)
    tail = _agreed_beginning([words[len(head) :][::-1] for words in told])[::-1]
    return " ".join([*head, ANY, *tail]) if head or tail else ""


def without_site_name(titles: Sequence[str]) -> list[str]:
    """The titles without the words with which nearly all of them begin or end."""
    told = [title.split() for title in titles]
    some = [words for words in told if words]
    if len({tuple(words) for words in some}) < _FEW:
        return list(titles)
    head = _agreed_beginning(some)
    tail = _agreed_beginning([words[len(head) :][::-1] for words in some])[::-1]
    return [" ".join(_without(words, head, tail)) for words in told]


def _without(words: Sequence[str], head: Sequence[str], tail: Sequence[str]) -> Sequence[str]:
    if head and list(words[: len(head)]) == head:
        words = words[len(head) :]
    if tail and list(words[-len(tail) :]) == tail:
        words = words[: -len(tail)]
    return words


def _agreed_beginning(told: Sequence[Sequence[str]]) -> list[str]:
    """The words with which most of these begin."""
    found: list[str] = []
    left = list(told)
    while left:
        word, n = Counter(words[len(found)] if len(words) > len(found) else "" for words in left).most_common(1)[0]
        if not word or n < _MOST * len(told):
            break
        left = [words for words in left if len(words) > len(found) and words[len(found)] == word]
        found.append(word)
    return found


def _common_name(names: Sequence[str]) -> str:
    most, n = Counter(names).most_common(1)[0]
    if n >= _MOST * len(names):
        return most
    if len(names) < _FEW:
        return ANY
    head = _common_beginning(names)
    tail = _common_beginning([name[len(head) :][::-1] for name in names])[::-1]
    return f"{_whole_words(head)}{ANY}{_whole_words(tail[::-1])[::-1]}"


def _common_beginning(names: Sequence[str]) -> str:
    low, high = min(names), max(names)
    size = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[:size]


def _whole_words(head: str) -> str:
    """Up to its last character that is neither letter nor digit: what remains of a word is an accident."""
    while head and head[-1].isalnum():
        head = head[:-1]
    return head
