"""Does a site seem to be built by scripts? Told from the plain HTML of some pages, when a crawl without a browser ends.

A page is hollow if it runs scripts and has next to nothing of its own: no links, hardly any text, no form that would
explain it. Of its own is what most other pages of the site do not have, so that the frame around all of them does not
count. Wanted pages are never hollow: where a way ends, no links are missing. Of ordinary sites few pages are hollow,
whatever scripts their frame loads; where scripts build the lists, the lists are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from hubwalk.pages.glance import EVENT, scripts_of
from hubwalk.pages.nesting import shallow
from hubwalk.pages.words import whole_text
from hubwalk.values import Page

_MOST_LINKS = 1  # of its own: a way back, perhaps
_MOST_TEXT = 150  # characters of its own: a headline and a line
_FRAME = 0.5  # of the pages have what belongs to the frame
_LEAST_PAGES = 4  # before that, nobody knows what is frame
_BUILT_BY_SCRIPTS = 0.1  # of the pages that are not wanted are hollow
_FIELDS = "input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]), textarea"


@dataclass(frozen=True, slots=True)
class Hollow:
    """How many pages are hollow, of how many that might be."""

    hollow: int
    pages: int

    @property
    def built_by_scripts(self) -> bool:
        return self.hollow > 0 and self.hollow >= _BUILT_BY_SCRIPTS * self.pages


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows, the frame included."""

    url: str
    runs: bool  # scripts
    links: frozenset[str]
    texts: frozenset[str]
    forms: frozenset[str]


def hollow_pages(pages: Iterable[Page], wanted: Collection[str]) -> Hollow:
    """`pages` are some of one site, as plain HTTP has them; `wanted` the URLs of those that were accepted."""
    shown = [_shown(page) for page in pages if page.html]
    frame = _frame(shown)
    others = [one for one in shown if one.url not in wanted]
    return Hollow(sum(_is_hollow(one, frame) for one in others), len(others))


def _shown(page: Page) -> _Shown:
    tree = LexborHTMLParser(shallow(page.html))
    forms = [form for form in tree.css("form") if form.css_first(_FIELDS) is not None]
    return _Shown(
        page.url,
        runs=bool(scripts_of(tree)) or EVENT.search(page.html) is not None,
        links=frozenset(link.target for link in page.links if link.target != page.url),
        forms=frozenset(f"form {form.attributes.get('action') or ''}" for form in forms),
        texts=frozenset(whole_text(page.html).split("\n")[1:]),  # without the title
    )


def _frame(shown: Sequence[_Shown]) -> set[str]:
    """Links, texts and forms that most pages have."""
    if len(shown) < _LEAST_PAGES:
        return set()
    times = Counter(part for one in shown for parts in (one.links, one.texts, one.forms) for part in parts)
    return {part for part, count in times.items() if count >= _FRAME * len(shown)}


def _is_hollow(one: _Shown, frame: set[str]) -> bool:
    return (
        one.runs
        and len(one.links - frame) <= _MOST_LINKS
        and not one.forms - frame
        and sum(map(len, one.texts - frame)) < _MOST_TEXT
    )
