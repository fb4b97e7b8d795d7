"""The traits of a page: all that it may have in common with others of its kind, each trait a yes or no.

A trait belongs to one of eight *views*, and the views know nothing of each other: where elements stand in the page
tree, the short texts at these places (labels), the words outside links and frame, the address, what the head of the
document says, where the links lead, which lists of links name the page, and what the text says as a whole (sayings.py).
That pages agree in one view may be chance or the frame of the site; what several views agree on is a kind of page
(concepts.py).

A place is the last four steps to an element. A step is the tag with its first class, or else its id, both only if free
of digits: numbered names are instances, not kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from hubwalk.pages.nesting import shallow
from hubwalk.pages.parse import shape
from hubwalk.values import Page

Trait = tuple[str, ...]  # view, and what it is

VIEWS = ("place", "label", "word", "address", "head", "link", "list", "says")
PLACE, LABEL, WORD, ADDRESS, HEAD, LINK, LIST, SAYS = VIEWS
WITHOUT = "without"  # before a trait that the pages of a kind do not have

_MOST = 1_500_000  # characters of a page that are looked at
_MOST_NODES = 60_000
_MOST_KNOWN = 200_000  # steps between places that are remembered
_LONGEST = 60  # characters of a label; longer texts are prose
_START = range(3, 24)  # characters of a name that it has in common with others
_STEPS = 4
_DEEPEST = 30  # levels of an address; some sites lead deeper and deeper for ever
_SILENT = ["script", "style", "noscript", "template"]
_FRAME = frozenset({"a", "nav", "header", "footer", "aside", "form", "button", "select"})
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PIECE = re.compile(r"[^\W\d_]+|\d+")
_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")
_BREAK = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)")
_NAME = re.compile(
    r"""below\ /[^/] | beginning\ (?!.*\d[\W_]*$) | \?[^=]*=. | parameters\ .
    | name\ (?!(index|default|home|welcome)\b)[^.]*[^\W\d_] | (?!(index|default|home|welcome)\ ).*\ as\ level\ \d+$""",
    re.VERBOSE,
)
_PAGED = re.compile(r"/(?:page|seite|pagina)/\d+(?:/|$)|[?&](?:page|paged|seite|pagina|start|offset)=\d+(?=&|$)")
_LOOSE = re.compile(r"form |ending |\d+ levels$")
# What says of a page which kind of thing it shows; not what nearly every page has, nor what is part of other things.
_KIND = re.compile(
    r"""type\ (?!(\w*(page|list\w*|object|element|action|rating|review|offer|organization|specification|address)
    | (web)?site | howto(step|section|direction) | person | brand | thing | comment | question | answer | article
    | corporation | propertyvalue | geocoordinates | country | language | quantitativevalue)$)\w+$""",
    re.VERBOSE | re.IGNORECASE,
)
_TYPES = re.compile(r'"@type"\s*:\s*"([^"]{1,60})"|itemtype\s*=\s*["\']([^"\']{1,120})')


_SAID = {
    "below": "that lies",
    "folder": "in the",
    "name": "with the",
    "beginning": "with a name",
    "starting": "with a name",
    "form": "of the",
    "ending": "with the",
    "home": "that is the",
}
_MARKS = {"name": (("0", "number"),), "form": (("0", "number"), ("a", "letters"))}  # see address_parts


class Places:
    """The places of all pages that one validator has seen, each step to another place looked up once."""

    def __init__(self) -> None:
        self._next: dict[tuple[str, str], str] = {}

    def below(self, place: str, step: str) -> str:
        found = self._next.get((place, step))
        if found is None:
            if len(self._next) > _MOST_KNOWN:  # pages that make up class names for ever
                self._next.clear()
            found = self._next[place, step] = "/".join([*place.split("/")[1 - _STEPS :], step]) if place else step
        return found


def traits_of(page: Page, places: Places) -> set[Trait]:
    """All traits that a page has by itself: not the lists that name it, nor what it says compared with others."""
    found: set[Trait] = {(ADDRESS, part) for part in address_parts(page.url)}
    found.update((LINK, link.target) for link in page.links)
    found.update((HEAD, f"title {word}") for word in _WORD.findall(page.title.lower()))
    html = page.html[:_MOST]
    if '"@type"' in html or "itemtype" in html:
        found.update((HEAD, f"type {first or second.rpartition('/')[2]}") for first, second in _TYPES.findall(html))
    tree = LexborHTMLParser(shallow(html))
    found.update((HEAD, said) for said in _said_by_root(tree))
    tree.strip_tags(_SILENT)
    if tree.root is not None:
        _walk(tree.root, places, found)
    return found


def _walk(root: LexborNode, places: Places, found: set[Trait]) -> None:
    place_of: dict[int, str] = {}
    framed: set[int] = set()
    words: set[str] = set()
    labels: set[tuple[str, str]] = set()
    for number, node in enumerate(root.traverse(include_text=True)):
        if number > _MOST_NODES:
            break
        parent = node.parent
        above = parent.mem_id if parent is not None else 0
        place = place_of.get(above, "")
        if not node.is_text_node:
            tag, attributes = node.tag or "", node.attributes
            step = _step(tag, attributes.get("class"), attributes.get("id")) if attributes else tag
            place_of[node.mem_id] = places.below(place, step)
            if above in framed or tag in _FRAME:
                framed.add(node.mem_id)
        elif place and (text := " ".join((node.text_content or "").lower().split())):
            if len(text) <= _LONGEST and _WORD.search(text):
                labels.add((place, text))
            if above not in framed:
                words.update(_WORD.findall(text))
    # Only now, each once: a page repeats itself.
    found.update((PLACE, place) for place in {*place_of.values()})
    found.update((LABEL, place, text) for place, text in labels)
    found.update((LABEL, "", text) for _, text in labels)  # wherever it stands: another site has it elsewhere
    found.update((WORD, word) for word in words)


@lru_cache(maxsize=20_000)
def _step(tag: str, kind: str | None, name: str | None) -> str:
    for word in (kind or "").split():
        if not _DIGIT.search(word):
            return f"{tag}.{word}".replace("/", "")
    return f"{tag}#{name}".replace("/", "") if name and not _DIGIT.search(name) else tag


def _said_by_root(tree: LexborHTMLParser) -> Iterator[str]:
    for element in (tree.css_first("html"), tree.body):
        if element is None:
            continue
        attributes = element.attributes
        for name in ("lang", "id", "class"):
            yield from (f"{element.tag} {name} {word}" for word in (attributes.get(name) or "").split()[:8])
    kind = tree.head.css_first('meta[property="og:type"][content]') if tree.head is not None else None
    if kind is not None:
        yield f"og:type {kind.attributes.get('content')}"


def address_parts(url: str) -> set[str]:
    """What can be said of an address: its folders, each level and its words, name, beginning and form of the last
    level, and the query. Numbers in a name count instances, so cs415.html and cs617.html are one name."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return set()
    if parts.scheme == "file":
        return set()
    path = unquote(parts.path)
    levels = path.lower().split("/")[1:]
    found = {f"{len(levels)} levels"}
    last = levels[-1] if levels else ""
    said = [*levels[:-1], _stem(last)]
    for depth, level in enumerate(said[:_DEEPEST]):
        pieces = _PIECE.findall(level)
        found.update(f"{piece} at level {depth + 1}" for piece in pieces)
        if pieces == [level] and not level.isdigit():
            found.add(f"{level} as level {depth + 1}")
        if depth:
            found.add(f"below /{'/'.join(levels[:depth])}/")
    name = path.rstrip("/").rpartition("/")[2]
    found.update(_beginnings(name if path.endswith("/") else _stem(name)))
    found.add(f"folder /{'/'.join(levels[:-1])}")
    if shown := last or "/".join(levels[-2:]):  # of a folder the address ends with its name
        found.add(f"name {_NUMBER.sub('0', shown)}")
        found.add(f"form {_PIECE.sub(_form, shown)}")
    if name.startswith("~"):  # no name of a kind: users are of several
        found.add("home of a user")
    found.add(f"ending {last.rpartition('.')[2] if '.' in last else '-'}")
    query = [part for part in parts.query.lower().split("&")[:_DEEPEST] if part]
    for part in query:
        found.update((f"?{part.partition('=')[0]}=", f"?{part[:_LONGEST]}"))
    names = sorted({part.partition("=")[0] for part in query})
    found.add(f"parameters {' '.join(names)}"[:_LONGEST] if names else "no query")  # ?t=5 is no second page of it
    return found


def _stem(level: str) -> str:
    """A level without its ending, which is no name."""
    return level.rpartition(".")[0] or level


def _beginnings(name: str) -> Iterator[str]:
    """scipy. and scipy.stats. of scipy.stats.norm, cmd of cmdTies: many sites put into a name what others make folders
    for. Some do so without a break, as in authldap, so whatever a name starts with may mean something; but not where
    that ends in a number: page1, page10 and page17 have in common how they are counted."""
    for end in _BREAK.finditer(name[:_LONGEST]):
        if _LETTER.search(name[: end.start()]):
            yield f"beginning {name[: end.end()].lower()}"
    for length in _START:
        if length < len(name) and not name[length - 1].isdigit() and _LETTER.search(name[:length]):
            yield f"starting {name[:length].lower()}"


def is_name(trait: Trait) -> bool:
    """True for the folders of addresses, whole levels, names and beginnings of names, the parameters of a query and
    their values, and types of schema.org: by these somebody has named a part of the site. A folder's name is that of
    all that lies below it. Words inside a level, bare numbers, beginnings that end in one (a version counts),
    `index.html`, levels, forms and endings name nothing; nor do types that accompany others."""
    pattern = {ADDRESS: _NAME, HEAD: _KIND}.get(trait[0])
    return pattern is not None and pattern.match(trait[1]) is not None


def is_loose(trait: Trait) -> bool:
    """True for single words, and for the form of an address: what pages have in common by chance, if anything."""
    return trait[0] == WORD or (trait[0] == ADDRESS and _LOOSE.match(trait[1]) is not None)


def plainness(trait: Trait) -> tuple[bool, bool, int, int, str]:
    """Of traits that the same pages have, the least says it best: a name, what is not loose, a whole list rather than
    a section, and the shortest; but the longest of what a name starts with."""
    sign = -1 if trait[0] == ADDRESS and trait[1].startswith("starting ") else 1
    return not is_name(trait), is_loose(trait), len(trait), sign * len(trait[-1]), trait[-1]


def _form(piece: re.Match[str]) -> str:
    return "0" if piece[0].isdigit() else "a"


def lists_on(page: Page) -> dict[Trait, set[str]]:
    """The lists of links on a page, each with the addresses that it names: the links at one kind of place, and all
    links of the page. A list that is continued on further pages is one, that of the first; of such pages all links
    are no list, for who continues what is not said by them."""
    found: dict[Trait, set[str]] = {}
    first = first_of_series(page)
    for link in page.links:
        if link.target != page.url:
            found.setdefault((LIST, first or page.url, shape(link.dom_path)), set()).add(link.target)
            if not first:
                found.setdefault((LIST, page.url, ""), set()).add(link.target)
    return found


def first_of_series(page: Page) -> str:
    """The address of page 1 (or A), without that number, where a page shows the way to others by their numbers (or
    letters), or to the next or the one before, which has the same address but for the number of the page; else "". A
    page often shows the others only, not itself, and the last one no other than the first."""
    ways = {link.anchor.lower(): link.target for link in reversed(page.links) if len(link.anchor) == 1}
    for first, second, third in ("123", "abc"):
        if second in ways or {first, third} <= ways.keys():
            return _unpaged(ways.get(first, page.url))  # a menu leads to /list, the way back to /list?page=1
    own = _unpaged(page.url)
    others = (link.target for link in page.links if link.target == own or _PAGED.search(link.target))
    return own if any(_unpaged(other) == own for other in others if other != page.url) else ""


def _unpaged(url: str) -> str:
    """An address without the number of a page in it: /blog/ of /blog/page/2/, /list?of=x of /list?of=x&page=2."""
    path, mark, query = url.partition("?")
    kept = "&".join(part for part in query.split("&") if not _PAGED.fullmatch(f"?{part}"))
    path = _PAGED.sub("/", path) if mark else _PAGED.sub("/", url)
    return f"{path}?{kept}" if kept else path


def describe(trait: Trait) -> str:
    """A trait in words for a person."""
    match trait:
        case ("place", place):
            return f"the place {place}"
        case ("label", _, text):
            return f"the text “{text}”"
        case ("word", word):
            return f"the word “{word}”"
        case ("address", part):
            sort, _, shown = part.partition(" ")
            marks = "; ".join(f"{mark}: any {what}" for mark, what in _MARKS.get(sort, ()) if mark in shown)
            return f"an address {_SAID.get(sort, 'with')} {part}{marks and f' ({marks})'}"
        case ("head", said):
            return f"{said} in its head"
        case ("link", target):
            return f"a link to {target}"
        case ("list", hub, _, section):
            return f"a link from {hub}, {section}"
        case ("list", hub, _):
            return f"a link from {hub}"
        case (str() as first, *rest) if first == WITHOUT:
            return f"no {describe(tuple(rest)).partition(' ')[2]}"
        case ("says", _):
            return "the words of the samples"
    return " ".join(trait)
