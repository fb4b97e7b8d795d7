"""A response becomes a page: decoded text, title and links with their DOM paths, in one pass over the links.

The DOM path of a link is the way from the root to its element, `html/body/ul.products/li[3]/a`. A step is the tag and
its id or else its first class, free of digits (numbered names mean an instance, not a kind of place); ids that several
siblings carry are left out for the same reason. `[n]` tells siblings of the same step apart and counts only those that
contain links. So the path says *which* link it is, and without the `[n]` (`shape`) it says what kind of place on the
page it is: the same on all pages of a template.
"""

from __future__ import annotations

import codecs
import hashlib
import heapq
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode
from w3lib.encoding import html_body_declared_encoding, html_to_unicode, http_content_type_encoding

from hubwalk.pages.nesting import shallow
from hubwalk.pages.urls import join
from hubwalk.values import Link, Page, Response

_POSITION = re.compile(r"\[\d+\]")
_NOT_A_NAME = re.compile(r"[\d/\[\]#]")
_FEW = 3  # siblings with ids: more than that are the items of a list, and their ids name instances
_LINKS = "a[href], area[href], frame[src], iframe[src], link[rel=next][href], link[rel=prev][href]"
_LINK_TAGS = frozenset(("a", "area", "frame", "iframe", "link"))
_HTML_TYPES = ("text/html", "application/xhtml+xml")
_WESTERN = "windows-1252"  # w3lib calls it cp1252 where a page declares it, so this name means that we have guessed
# Five bytes are no letters there; browsers keep them as they are (Encoding Standard, index windows-1252).
_WESTERN_LETTERS = "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256))
_SLOW = "punycode"  # no charset of pages, and takes time in the square of what it decodes
_LOST = "\N{REPLACEMENT CHARACTER}"
_SHINGLE = 4  # words
_SKETCH = 64  # entries: tells .9 from .7 well enough
_DEEPEST = 512  # levels, as in browsers; paths that go on for ever would take memory in the square of their number
_MAX_ANCHOR = 200  # some pages wrap whole articles in one link; the head of it says enough


def shape(dom_path: str) -> str:
    """The DOM path without positions: what all items of one list have in common."""
    return _POSITION.sub("", dom_path)


def read(response: Response) -> Page:
    """The page in a response. Whatever is not HTML gives a page without links and an `error`."""
    url = join("", response.url) or response.url
    requested = join("", response.requested) or response.requested
    error = _unreadable(response)
    if error:
        return Page(url=url, requested=requested, status=response.status, error=error)
    page = parse(decode(response), url, requested=requested, status=response.status)
    found = response.rendering
    return page if found is None else replace(page, links=found.links, boxes=found.boxes)


def decode(response: Response) -> str:
    """The HTML in a response as text; "" where there is none."""
    if _unreadable(response):
        return ""
    charset, text = _decoded(response.header("content-type"), response.body)
    return codecs.charmap_decode(response.body, "strict", _WESTERN_LETTERS)[0] if charset == _WESTERN else text


def _decoded(kind: str, body: bytes) -> tuple[str, str]:
    """The charset and the text. Pages declare charsets that only Python has, "undefined" where a script knew of none:
    as in browsers, such a declaration says nothing, and the next one counts."""
    for declared in (kind, ""):
        if (http_content_type_encoding(declared) or html_body_declared_encoding(body)) == _SLOW:
            continue
        try:
            return html_to_unicode(declared, body, auto_detect_fun=_guess)
        except (LookupError, UnicodeError):
            continue
    charset = _guess(body)
    return charset, body.decode(charset, "replace")


def _guess(body: bytes) -> str:
    """The charset of a page that declares none: UTF-8 or else the one that browsers fall back to.

    Pages in UTF-8 have broken bytes too, where something was pasted in, or the body was cut within a letter. In Western
    text, on the other hand, letters hardly ever make UTF-8 by chance. So the majority decides."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        text = body.decode("utf-8", "replace")
        broken = text.count(_LOST) - body.count(_LOST.encode())
        others = len(text) - len(text.encode("ascii", "ignore")) - broken
        return _WESTERN if broken > others else "utf-8"
    return "utf-8"


def _unreadable(response: Response) -> str:
    if response.error or not response.status:
        return response.error or "no answer"
    kind = response.header("content-type").partition(";")[0].strip().lower()
    return f"not HTML but {kind}" if kind and kind not in _HTML_TYPES else ""


def parse(html: str, url: str, *, requested: str = "", status: int = 200) -> Page:
    """The page in a piece of HTML that lies at the canonical URL `url`."""
    tree = LexborHTMLParser(shallow(html))
    title = tree.css_first("title")
    # Only in the head, where it belongs: looking through the whole page for what is mostly not there takes its time.
    canonical = tree.head.css_first("link[rel=canonical][href]") if tree.head is not None else None
    links = tuple(link for _, link in elements_with_links(tree, url))
    text = _text(tree)  # last: it takes the scripts out of the tree
    return Page(
        url=url,
        requested=requested or url,
        status=status,
        html=html,
        title=_fold(title.text()) if title is not None else "",
        links=links,
        canonical=join(_base(tree, url), canonical.attributes.get("href") or "") if canonical is not None else "",
        digest=hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest() if text else "",
        sketch=sketch(text) if canonical is not None else (),
    )


def visible_text(html: str) -> str:
    """What a reader sees of a piece of HTML, as far as that can be told without drawing it."""
    return _text(LexborHTMLParser(shallow(html)))


def _text(tree: LexborHTMLParser) -> str:
    """The visible text, without scripts and styles; no white space at the ends of its pieces."""
    tree.strip_tags(["script", "style", "noscript", "template"])
    return tree.body.text(separator=" ", strip=True) if tree.body is not None else ""


def sketch(text: str) -> tuple[int, ...]:
    """A bottom-k sketch of the word shingles of a text: of two texts, about as large a share of the sketches agrees as
    of the shingles (Broder 1997)."""
    words = text.split()
    count = max(1, len(words) - _SHINGLE + 1)
    marks = {zlib.crc32(" ".join(words[i : i + _SHINGLE]).encode("utf-8", "replace")) for i in range(count)}
    return tuple(heapq.nsmallest(_SKETCH, marks))


def _base(tree: LexborHTMLParser, url: str) -> str:
    element = tree.css_first("base[href]")
    return (element is not None and join(url, element.attributes.get("href") or "")) or url


def elements_with_links(tree: LexborHTMLParser, url: str) -> list[tuple[LexborNode, Link]]:
    """All links of a page at `url` in document order, each with the element that it is."""
    base = _base(tree, url)
    found = []
    places = _Places()
    for element in tree.css(_LINKS):
        attributes = element.attributes
        href = attributes.get("href") or attributes.get("src")
        if not href or href[0] == "#":
            continue
        target = join(base, href)
        if target:
            found.append((element, target, places.add(element)))
    paths = places.paths()
    return [(element, Link(target, _anchor(element), paths[place])) for element, target, place in found]


MARK = "data-hubwalk"  # on elements that a browser can act on, see browsing/page_scripts/serialising.js


def marked_links(
    html: str, url: str, behind: Mapping[str, Sequence[str]], named: Iterable[str] = ()
) -> tuple[list[tuple[Link, str]], dict[str, str]]:
    """Links of a page as a browser wrote it down: the plain ones, and those that it found behind marked elements.

    `behind` has the targets by mark. Each link comes with the mark of its element if it is not a plain one. Also the
    DOM paths of the elements marked with one of `named`, which may be no links at all."""
    tree = LexborHTMLParser(shallow(html))
    base = _base(tree, url)
    places = _Places()
    wanted = set(named) - {""}
    found: list[tuple[LexborNode, str, str, int]] = []
    others: list[tuple[str, LexborNode]] = []
    last = 0
    for element in tree.css(f"{_LINKS}, [{MARK}]"):
        if element.mem_id == last:  # what two selectors match comes twice
            continue
        last = element.mem_id
        attributes = element.attributes
        mark = attributes.get(MARK) or ""
        href = (attributes.get("href") or attributes.get("src")) if element.tag in _LINK_TAGS else None
        target = join(base, href) if href and href[0] != "#" else ""
        targets = [(target, "")] if target else []
        targets += [(other, mark) for other in behind.get(mark, ())] if mark else []
        found += [(element, to, by, places.add(element)) for to, by in targets]
        if mark in wanted:
            others.append((mark, element))
    paths = places.paths()
    links = [(Link(target, _anchor(element), paths[place]), mark) for element, target, mark, place in found]
    numbers = [(mark, places.add(element)) for mark, element in others]  # last: they must not change the others' paths
    paths = places.paths() if numbers else []
    return links, {mark: paths[place] for mark, place in numbers}


def _anchor(element: LexborNode) -> str:
    text = _fold(element.text()[:_MAX_ANCHOR])
    if text:
        return text
    image = element.css_first("img[alt]")
    source = image if image is not None else element
    return _fold((source.attributes.get("alt") or source.attributes.get("title") or "")[:_MAX_ANCHOR])


def _fold(text: str | None) -> str:
    return " ".join(text.split()) if text else ""


class _Places:
    """The elements of one page that contain links, each looked at once: lists share all but their last steps."""

    def __init__(self) -> None:
        self._number: dict[int, int] = {}  # of an element, by its address in memory
        self._parent: list[int] = []
        self._level: list[int] = []
        self._tag: list[str] = []
        self._id: list[str] = []
        self._class: list[str] = []
        self._with_id: dict[tuple[int, str], int] = {}  # (parent, tag) -> how many such children carry an id

    def add(self, element: LexborNode) -> int:
        # Climb to the nearest known ancestor, then number the steps on the way down again. A loop, because a page
        # nested ten thousand levels deep must not exhaust the stack.
        number = self._number
        todo = []
        node: LexborNode | None = element
        while node is not None and node.mem_id not in number:
            todo.append(node)
            node = node.parent
        place = number[node.mem_id] if node is not None else -1
        for node in reversed(todo):
            tag = node.tag
            if tag and tag[0] != "-":  # not the document itself
                place = self._child(place, tag, node)
            number[node.mem_id] = place
        return place

    def _child(self, parent: int, tag: str, node: LexborNode) -> int:
        level = self._level[parent] + 1 if parent >= 0 else 1
        if level > _DEEPEST:  # beside what it lies in
            parent, level = self._parent[parent], _DEEPEST
        attributes = node.attributes
        name = kind = ""
        if attributes:  # most elements have none
            name, kind = _word(attributes.get("id") or ""), _word(attributes.get("class") or "")
        self._parent.append(parent)
        self._level.append(level)
        self._tag.append(tag)
        self._id.append(name)
        self._class.append(kind)
        if name:
            self._with_id[parent, tag] = self._with_id.get((parent, tag), 0) + 1
        return len(self._parent) - 1

    def paths(self) -> list[str]:
        """The DOM path of every element, by number; parents come first."""
        found: list[str] = []
        seen: dict[str, int] = {}  # path -> how many elements had it so far
        for parent, tag, name, kind in zip(self._parent, self._tag, self._id, self._class, strict=True):
            step = tag
            if name and self._with_id[parent, tag] <= _FEW:
                step = f"{tag}#{name}"
            elif kind:
                step = f"{tag}.{kind}"
            path = f"{found[parent]}/{step}" if parent >= 0 else step
            count = seen.get(path, 0) + 1
            seen[path] = count
            found.append(path if count == 1 else f"{path}[{count}]")
        return found


@lru_cache(maxsize=4096)
def _word(value: str) -> str:
    """The first word without digits and without the characters that paths are made of."""
    for word in value.split():
        if not _NOT_A_NAME.search(word):
            return word
    return ""
