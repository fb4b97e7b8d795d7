"""`schema_org:TYPE`: the page says of itself, in JSON-LD, microdata or RDFa, that it describes such a thing.

Sub-types count (schema_org_types.txt): a page about a Car is one about a Product. Several types: Product|Recipe.

Listings are full of things of the wanted type, so the page must be *about one*: its main entity, or the only thing of
the type that is not part of another one (structured_data.py); among several, the one whose address is the page's own,
or else the only one whose name the title has, as words of its own. What has the page's address for its own stays the
page's, whatever names it: "people also viewed" lists the page itself, too. The first notation that describes a wanted
thing decides, JSON-LD before microdata before RDFa: where a page uses two, related products are often marked up in the
later one.

Many sites name on every page who runs them. An organisation or a person with the home page for its address is what
another page is about only if that describes nothing else: no other wanted thing, and no article, product or the like in
any notation. Where it stands alone it counts, for many a shop or practice has it on its contact page only.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
from collections.abc import Iterable, Sequence, Set

from hubwalk.errors import UsageError, unknown_name
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.validators.page_terms import plain
from hubwalk.validators.structured_data import JSON_LD, Thing, notations_in, things_on
from hubwalk.validators.words import is_unspaced
from hubwalk.values import Page, Verdict

_ADDRESS = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema:)", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_MAX_READ = 2_000_000  # characters of a page
_MAX_NAME = 60
_MAX_TITLE = 2_000
_LEAST_NAME = 3  # characters; less may stand in any title
_SHOWN = 4  # types that a page has instead
_OWNERS = ("Organization", "Person")  # of sites
_MATTERS = ("CreativeWork", "Event", "JobPosting", "Product")  # what pages are about that name the owner besides
_NO_MATTERS = ("Comment", "MediaObject", "Review", "WebPage", "WebPageElement", "WebSite")
_TYPEWRITTEN = str.maketrans("‘’“”–—", "''\"\"--")  # a title may be set for reading, and the name as typed


def make(argument: str, _: Given) -> SchemaOrgValidator:
    """See validators/__init__.py."""
    return SchemaOrgValidator(argument)


class SchemaOrgValidator:
    """Accepts a page that is about one thing of the wanted types, by its own account."""

    def __init__(self, types: str) -> None:
        named = [name for one in types.split("|") if (name := _ADDRESS.sub("", one.strip()))]
        if not named:
            raise UsageError("validator schema_org: needs a type, for example schema_org:Product")
        for name in named:
            if name not in _known():
                raise unknown_name("type of schema.org", name, _known())
        self._named = " or ".join(named)
        self._wanted = {kind: name for name in reversed(named) for kind in [*sub_types(name), name]}
        self._in_text = {kind.lower() for kind in self._wanted}

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        html = page.html[:_MAX_READ]
        used = notations_in(html)
        if not used:
            return Verdict(False, 0.0, f"describes nothing as {self._named}, nor as any type of schema.org")
        if self._in_text.isdisjoint(word[0].lower() for word in _WORD.finditer(html)):
            used = used[:1] if used[0] == JSON_LD else []  # its types make a better reason, and it is quick to read
        others: list[Thing] = []
        of_site: list[Thing] = []
        addresses = {_bare(page.url), _bare(page.requested), _bare(page.canonical)} - {""}
        for notation in used:
            things = things_on(html, page.url, notation)
            wanted = [thing for thing in things if self._kind(thing)]
            rest = [thing for thing in wanted if not _is_owner(thing, page.url, addresses)]
            of_site = of_site or [thing for thing in wanted if thing not in rest]
            if any(not _is_part(thing, addresses) for thing in rest) or (rest and not of_site):
                return self._verdict(rest, page, addresses)
            others += things
        if not of_site:
            return Verdict(False, 0.0, f"describes nothing as {self._named}{_instead(others)}")
        if matter := _matter(thing for thing in others if not _is_at_home(thing, page.url, addresses)):
            said = f"{of_site[0].notation} has {self._named} only as that of the site: the page is about {matter}"
            return Verdict(False, 0.25, said)
        return self._verdict(of_site, page, addresses)

    def _verdict(self, wanted: Sequence[Thing], page: Page, addresses: Set[str]) -> Verdict:
        own = [thing for thing in wanted if not _is_part(thing, addresses)]
        notation = wanted[0].notation
        one = _the_one(own, [thing for thing in wanted if thing.is_beside], addresses, page.title)
        if one is None and not own:
            inside = next((thing.inside for thing in wanted if thing.inside), "something else")
            return Verdict(False, 0.25, f"{notation} has {self._named} only as part of {one_line(inside, _MAX_NAME)}")
        if one is None:
            return Verdict(False, 0.5, f"{notation} has {len(own)} things of type {self._named}, none the main one")
        kind = self._kind(one)
        shown = self._wanted[kind] if self._wanted[kind] == kind else f"{self._wanted[kind]} ({kind})"
        name = f": '{one_line(one.name, _MAX_NAME)}'" if one.name else ""
        return Verdict(True, 1.0, f"{notation} says {shown}{name}")

    def _kind(self, thing: Thing) -> str:
        """The wanted type that the thing has, in the spelling of schema.org; "" if none."""
        known = (_known().get(kind) or _spellings().get(kind.lower(), "") for kind in thing.types)
        return next((kind for kind in known if kind in self._wanted), "")


def _is_at(thing: Thing, addresses: Set[str]) -> bool:
    """True if the address of the page is the name of the thing; with a fragment it names one of many on the page."""
    return "#" not in thing.named and _bare(thing.named) in addresses


def _is_part(thing: Thing, addresses: Set[str]) -> bool:
    return thing.inside is not None and not _is_at(thing, addresses)


def _is_owner(thing: Thing, url: str, addresses: Set[str]) -> bool:
    """True for who runs the site, on another page than its home page."""
    is_owner = any(_spellings().get(kind.lower()) in _all_of(_OWNERS) for kind in thing.types)
    return is_owner and thing.inside is None and not thing.is_main and _is_at_home(thing, url, addresses)


def _is_at_home(thing: Thing, url: str, addresses: Set[str]) -> bool:
    """True if the thing has the site's home page for its address, and this is another page."""
    at = {_bare(address) for address in thing.addresses}
    return _bare(url).partition("/")[0].partition("?")[0] in at and at.isdisjoint(addresses)


def _matter(things: Iterable[Thing]) -> str:
    """What the page is about rather than its site, as a type; "" if nothing says so."""
    matters = _all_of(_MATTERS) - _all_of(_NO_MATTERS)
    types = (kind for thing in things if thing.inside is None for kind in thing.types)
    return next((kind for kind in types if _spellings().get(kind.lower()) in matters), "")


def _the_one(own: Sequence[Thing], beside: Sequence[Thing], addresses: Set[str], title: str) -> Thing | None:
    """The thing that the page is about; None if it is about several."""
    words = _words(title[:_MAX_TITLE])
    for chosen in (
        [thing for thing in own if thing.is_main],
        [thing for thing in own if not addresses.isdisjoint(map(_bare, thing.addresses))],
        own,
        [thing for thing in (*own, *beside) if _has_words(words, _words(thing.name))],
    ):
        if chosen and _are_one(chosen):
            return chosen[0]
    return None


def _words(text: str) -> str:
    return " ".join(plain(text).translate(_TYPEWRITTEN).split())


def _has_words(text: str, words: str) -> bool:
    """True if the words stand in the text and are not part of longer ones: "pen" is not in "pencils"."""
    at = text.find(words) if len(words) >= _LEAST_NAME else -1
    while at >= 0:
        end = at + len(words)
        if _is_edge(text[at - 1 : at], words[0]) and _is_edge(words[-1], text[end : end + 1]):
            return True
        at = text.find(words, at + 1)
    return False


def _is_edge(left: str, right: str) -> bool:
    """True if a word ends between two characters; "" is the beginning or the end of the text."""
    return not (left.isalnum() and right.isalnum()) or is_unspaced(left + right)


def _are_one(things: Sequence[Thing]) -> bool:
    """True if all are the same: pages repeat themselves."""
    first, *others = things
    name = _words(first.name)
    return all(thing.types == first.types and bool(name) and _words(thing.name) == name for thing in others)


def _bare(url: str) -> str:
    """The address without what does not tell pages apart."""
    return url.partition("#")[0].rstrip("/").partition("://")[2].removeprefix("www.")


def _instead(things: Iterable[Thing]) -> str:
    types = list(dict.fromkeys(thing.types[0] for thing in things if thing.inside is None))
    if not types:
        return ""
    more = f" and {len(types) - _SHOWN} more" if len(types) > _SHOWN else ""
    return one_line(f", but as {', '.join(types[:_SHOWN])}{more}", 120)


# -- the types --------------------------------------------------------------------------------------------------------


@functools.cache
def _kinds() -> dict[str, list[str]]:
    """Type -> its direct sub-types."""
    text = importlib.resources.files(__package__).joinpath("schema_org_types.txt").read_text("utf-8")
    rows = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return {kind: below.split() for kind, _, below in rows}


@functools.cache
def _known() -> dict[str, str]:
    """All types, each for itself."""
    return {name: name for kind, below in _kinds().items() for name in (kind, *below)}


@functools.cache
def _spellings() -> dict[str, str]:
    """Pages are careless about capitals."""
    return {name.lower(): name for name in _known()}


@functools.cache
def _all_of(tops: tuple[str, ...]) -> frozenset[str]:
    """These types and all below them."""
    return frozenset({name for top in tops for name in (top, *sub_types(top))})


def sub_types(name: str) -> set[str]:
    """All types below one, without itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = set(_kinds().get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found - {name}
