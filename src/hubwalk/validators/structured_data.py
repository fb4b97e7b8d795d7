"""What a page says of itself in JSON-LD, microdata or RDFa, as a list of things with their types of schema.org.

A thing is the page's own unless it is part of another one: the author of an article, a review of a product, an entry
of a list. What a page says it is about (mainEntity, itemReviewed, itemOffered, and about of a WebPage) is its own, too.
A node of a graph that another one names by its @id counts as part of that one, unless the name stands in a breadcrumb:
that tells the way to a thing, and has it as little as a signpost has the town. What is only said to be related stands
beside what names it. Addresses are absolute, so that one node
may say /p where another says http://a.test/p.

extruct reads the three notations. Web pages are full of broken JSON-LD, which it gives up on; that is read here. Each
script is read for itself, so that one that cannot be read spoils no other; comments, CDATA marks, trailing commas,
escaped quotes, needless backslashes, a byte order mark, a semicolon at the end, several values in a row and the
paragraphs and line breaks that WordPress puts between the lines are put up with. Of a script that breaks off, the
values before that count.
"""

from __future__ import annotations

import html as html_text
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from hubwalk.pages.urls import resolve
from hubwalk.validators.json_ld_context import DEEPEST, Context, in_keywords, several
from hubwalk.validators.microdata import items_in
from hubwalk.validators.rdfa import nodes_in

JSON_LD, MICRODATA, RDFA = "JSON-LD", "microdata", "RDFa"

_Node: TypeAlias = Mapping[str, Any]
_MAX_SCRIPTS = 2_000_000  # characters of a page in which scripts are looked for
_MAX_SCRIPT = 500_000  # characters; a longer script is not read, half of one would not be JSON
_MAX_MARKUP = {MICRODATA: 1_000_000, RDFA: 300_000}  # characters; the reader of RDFa is slow
_MAX_HEAD = 100_000  # characters in which the address is looked for that others are relative to
_MAX_THINGS = 2_000
_LD_JSON = re.compile(r"ld(?:\+|&#43;|&#x2b;|&plus;)json")  # in lower case; some programs escape the plus
# A tag, in which a quoted value may have a >; or else, where quotes are not closed, up to the next one.
_SCRIPT = re.compile(r"""<script\b(?:(?:[^>"']|"[^"]{0,500}"|'[^']{0,500}'){0,500}>|[^>]{0,700}>)""", re.IGNORECASE)
# What holds no mark-up: neither is a script in a comment a script, nor the beginning of a comment in a script one.
_OPAQUE = re.compile(r"<!--|<(script|style|textarea|title)(?=[\s/>])", re.IGNORECASE)
_ENDS = {
    "<!--": re.compile(r"(?<=<!--)-?>|--!?>"),  # as in the HTML standard, where <!--> is a whole comment
    **{name: re.compile(rf"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea", "title")},
}
# Few blanks each, or a script of nothing else would be gone through from every one of them.
_MARKS = re.compile(r"(/\*|//)?\s{0,9}(<!\[CDATA\[|\]\]>)\s{0,9}(\*/)?|^\s*<!--|-->\s{0,99}$")
_JSON = json.JSONDecoder(strict=False)
_BETWEEN = re.compile(r"[\s;,\ufeff]*")  # values of a script
# A string, which stays, or what JSON has no place for. What is never closed goes on to the end: looked for from every
# quote or comment again, an end that is not there would take for ever.
_SLIP = re.compile(
    r'("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))|/\*.*?(?:\*/|\Z)|//[^\n]*|</?(?:p|br)\b[^<>]{0,99}>|,(?=\s*[}\]])', re.DOTALL
)
_ESCAPE = re.compile(r'\\([^"\\/bfnrtu])|(\\.)', re.DOTALL)
_BASE = re.compile(r"<base\s[^>]{0,500}?\bhref\s*=\s*[\"']?([^\"'\s>]{1,2000})", re.IGNORECASE)
# Of the notations, in lower case; for RDFa it is not the typeof of a script.
_SIGNS = {JSON_LD: _LD_JSON, MICRODATA: re.compile("itemscope"), RDFA: re.compile(r"typeof(?<=\btypeof)\s*=")}
_ABOUT = {"mainEntity", "itemOffered", "itemReviewed"}
_BESIDE = {"isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor"}  # other things of the same rank
_UPWARD = {"mainEntityOfPage", "isPartOf", "subjectOf"}  # these name what the thing is part of


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a page describes."""

    notation: str
    types: tuple[str, ...]  # of schema.org, without the address; others are left out
    name: str
    addresses: frozenset[str]  # that it gives for itself, absolute
    inside: str | None  # type of the thing it is part of, "" if that has none; None: the page's own
    is_main: bool  # the page says that this is its main entity
    is_beside: bool = False  # not in `inside`, but named by it as related
    named: str = ""  # the address by which others may name it, absolute; only of what does not stand in another thing


def things_on(html: str, url: str, notation: str) -> list[Thing]:
    """The things that a page describes in a notation, in their order; whatever cannot be read is left out."""
    text = html[:_MAX_SCRIPTS].replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    named = _BASE.search(text, 0, _MAX_HEAD)
    base = (resolve(url, named[1]) if named else "") or url
    return _Reader(notation, base).read(list(_scripts(text)) if notation == JSON_LD else _markup(notation, text, base))


def notations_in(html: str) -> list[str]:
    """The notations in which a page may say something; cheap."""
    text = html[:_MAX_SCRIPTS].lower()
    return [notation for notation, sign in _SIGNS.items() if sign.search(text)]


# -- JSON-LD ----------------------------------------------------------------------------------------------------------


def _scripts(text: str) -> Iterator[_Node]:
    from extruct.jsonld import JsonLdExtractor

    reader = JsonLdExtractor()
    for written in _bodies(text):
        body = _MARKS.sub("", written)
        yield from _tried(reader.extract, f'<script type="application/ld+json">{body}</script>') or _nodes(body)


def _nodes(body: str) -> list[_Node]:
    """What a script says that extruct gives up on, as it stands or with its slips mended; of one that breaks off, the
    most that can be read."""
    most: list[_Node] = []
    texts = dict.fromkeys((body, html_text.unescape(body)))
    for text, mend in ((text, mend) for text in texts for mend in (str, _mended)):
        values, is_whole = _values(mend(text))
        nodes: list[_Node] = [node for value in values for node in several(value) if isinstance(node, dict)]
        if is_whole:
            return nodes
        most = max(most, nodes, key=len)
    return most


def _values(text: str) -> tuple[list[Any], bool]:
    """The JSON values that a text begins with, and whether there is nothing else."""
    found: list[Any] = []
    at = _after(text, 0)
    while at < len(text):
        try:
            value, at = _JSON.raw_decode(text, at)
        except (ValueError, RecursionError):
            return found, False
        found.append(value)
        at = _after(text, at)
    return found, True


def _after(text: str, at: int) -> int:
    gap = _BETWEEN.match(text, at)
    return gap.end() if gap else at


def _mended(text: str) -> str:
    for _ in range(2):  # a comma may be the last one only when the comment behind it is gone
        text = _SLIP.sub(_without_slip, text)
    return text


def _without_slip(found: re.Match[str]) -> str:
    string = found[1]
    return " " if not string else _ESCAPE.sub(r"\1\2", string) if "\\" in string else string


def _bodies(text: str) -> Iterator[str]:
    """What stands in the scripts of JSON-LD."""
    at = 0
    while opaque := _OPAQUE.search(text, at):
        start = _SCRIPT.match(text, opaque.start())
        if start and not _LD_JSON.search(start[0].lower()):
            start = None
        begin = start.end() if start else opaque.end()
        end = _ENDS[(opaque[1] or opaque[0]).lower()].search(text, begin)
        at = end.end() if end else len(text)
        until = end.start() if end else len(text)
        if start and until - begin <= _MAX_SCRIPT:
            yield text[begin:until]


# -- extruct ----------------------------------------------------------------------------------------------------------


def _markup(notation: str, text: str, base: str) -> list[_Node]:
    # As bytes, because lxml refuses text with an XML declaration that names an encoding.
    content = text[: _MAX_MARKUP[notation]].encode("utf-8")
    if notation == RDFA:
        return _tried(nodes_in, content, base)
    return [_as_json_ld(item) for item in _tried(items_in, content, base)]


def _tried(extract: Callable[..., Any], *args: object, **options: object) -> list[_Node]:
    """What extruct finds; the libraries below it raise all kinds of errors for all kinds of pages."""
    try:
        return [node for node in extract(*args, **options) if isinstance(node, dict)]
    except Exception:
        return []


def _as_json_ld(item: _Node, depth: int = 0) -> _Node:
    properties = item.get("properties")
    node: dict[str, Any] = {"@type": item.get("type") or []}
    if "id" in item:
        node["@id"] = item["id"]
    if isinstance(properties, dict) and depth < DEEPEST:
        for name, values in properties.items():
            node[name] = [
                _as_json_ld(value, depth + 1) if isinstance(value, dict) else value for value in several(values)
            ]
    return node


# -- nodes to things --------------------------------------------------------------------------------------------------


class _Reader:
    """Makes things of the nodes of one notation."""

    def __init__(self, notation: str, base: str) -> None:
        self._notation = notation
        self._base = base
        self._things: list[Thing] = []
        self._named: dict[str, tuple[str, str]] = {}  # @id -> property and type of what names it
        self._groups: set[str] = set()  # @id of the groups of variants that are nodes of their own
        self._steps: set[str] = set()  # @id of the entries of breadcrumbs, where these are nodes of their own

    def read(self, nodes: Sequence[_Node]) -> list[Thing]:
        tops = [top for node in nodes for top in _tops(node, Context())]
        self._note_steps(tops)
        self._groups = {self._id(node) for node, context in tops if _is_a("ProductGroup", _types(node, context))} - {""}
        for node, context in tops:
            self._note_references(node, context)
        for node, context in tops:
            kind, by = self._named.get(self._id(node), ("", ""))
            if "mainEntityOfPage" in node and (not kind or kind in _BESIDE):
                kind, by = "mainEntity", ""
            is_main = kind in _ABOUT
            if not is_main and self._is_variant(node):
                kind, by = "hasVariant", "ProductGroup"
            at = len(self._things)
            self._add(node, context, None if not kind or is_main else by, is_main=kind == "mainEntity")
            if self._things[at:] and _types(node, context):
                self._things[at] = replace(self._things[at], is_beside=kind in _BESIDE, named=self._id(node))
        return self._things

    def _note_steps(self, tops: Sequence[tuple[_Node, Context]]) -> None:
        entries = {self._id(node) for node, context in tops if _is_a("ListItem", _types(node, context))} - {""}
        for node, context in tops:
            if _is_a("BreadcrumbList", _types(node, context)):
                self._steps |= entries.intersection(self._id(value) for _, value in _properties(node))

    def _note_references(self, node: _Node, context: Context, in_trail: bool = False, depth: int = 0) -> None:
        own, types = self._id(node), _types(node, context)
        in_trail = in_trail or own in self._steps or _is_a("BreadcrumbList", types)
        for name, value in _properties(node):
            inner = context.within(value["@context"]) if "@context" in value else context
            named = self._id(value)
            leads_there = in_trail and named not in self._steps
            is_upward = name in _UPWARD or (name == "isVariantOf" and self._is_group(value))
            if named and named != own and not is_upward and not leads_there:
                about = name in _ABOUT or _is_about(name, types)
                before = self._named.get(named, ("", ""))[0]
                if about or not before or (before in _BESIDE and name not in _BESIDE):
                    self._named[named] = ("mainEntity" if about else name, types[0] if types else "")
            if depth < DEEPEST:
                self._note_references(value, inner, in_trail, depth + 1)

    def _is_variant(self, node: _Node) -> bool:
        """True if the node names a group that it is a variant of; groups that name themselves are none."""
        values = (value for key, some in node.items() if _plain(key) == "isVariantOf" for value in several(some))
        named = {self._absolute(_text(value)) for value in values}
        return not self._groups.isdisjoint(named - {self._id(node)})

    def _is_group(self, node: _Node) -> bool:
        """True for the name of a group of variants that is a node of its own: they are part of it, not it of them."""
        return self._id(node) in self._groups

    def _id(self, node: _Node) -> str:
        return self._absolute(_text(node.get("@id")))

    def _absolute(self, address: str) -> str:
        """As a browser resolves it, with its fragment; names without an address (_:b1) stay what they are."""
        if not address or address.startswith("_:"):
            return address
        found = resolve(self._base, address)
        return found + "".join(address.partition("#")[1:]) if found else address

    def _add(self, node: _Node, context: Context, inside: str | None, *, is_main: bool = False, depth: int = 0) -> None:
        if len(self._things) >= _MAX_THINGS or depth > DEEPEST:
            return
        types = _types(node, context)
        if types:
            given = (self._id(node), *map(self._absolute, _texts(node, "url")))
            addresses = frozenset(filter(None, given))
            name = next((text for key in ("name", "headline", "title") for text in _texts(node, key)), "")
            name = " ".join(html_text.unescape(name).split())  # many programs put names for HTML into JSON, too
            self._things.append(Thing(self._notation, types, name, addresses, inside, is_main))
        for name, value in _properties(node):
            inner = context.within(value["@context"]) if "@context" in value else context
            is_reference = not _types(value, inner) and not any(True for _ in _properties(value))
            if is_reference or name in _UPWARD:
                continue
            about = inside is None and (name in _ABOUT or _is_about(name, types))
            kind = types[0] if types else inside or ""
            self._add(value, inner, None if about else kind, is_main=about and name == "mainEntity", depth=depth + 1)


def _tops(node: _Node, context: Context, depth: int = 0) -> Iterator[tuple[_Node, Context]]:
    """The node, or those of its graph."""
    if "@context" in node:
        node = in_keywords(node)
        context = context.within(node["@context"])
    graph = node.get("@graph")
    if graph is None or depth > DEEPEST:
        yield node, context
        return
    if "@type" in node:
        yield {key: value for key, value in node.items() if key != "@graph"}, context
    for one in several(graph):
        if isinstance(one, dict):
            yield from _tops(one, context, depth + 1)


def _is_about(name: str, types: Sequence[str]) -> bool:
    return name == "about" and any(kind.endswith("Page") for kind in types)


def _is_a(kind: str, types: Sequence[str]) -> bool:
    """True if the type is among those, whatever the capitals: pages are careless about them."""
    return any(kind.lower() == one.lower() for one in types)


def _properties(node: _Node) -> Iterator[tuple[str, _Node]]:
    """The things among the values, with the plain name of the property."""
    for key, values in node.items():
        if not key.startswith("@"):
            for value in several(values):
                if isinstance(value, dict):
                    yield _plain(key), value


def _types(node: _Node, context: Context) -> tuple[str, ...]:
    values = [*several(node.get("@type")), *_texts(node, "additionalType")]
    names = (context.type_name(value) for value in values if isinstance(value, str))
    return tuple(dict.fromkeys(filter(None, names)))


def _texts(node: _Node, wanted: str) -> list[str]:
    """The texts that a property has."""
    values = [value for key, some in node.items() if _plain(key) == wanted for value in several(some)]
    return [text for value in values if (text := _text(value))]


def _text(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("@value", value.get("@id", ""))
    return " ".join(value.split()) if isinstance(value, str) else ""


def _plain(key: str) -> str:
    return re.split(r"[/#:]", key)[-1]
