"""What the plain HTML of a page says of the browser that might run it: can anything happen there, and of which kind is
the page?

Nothing can happen on a page without script, event attribute, form or frame: a browser would find the links that the
parser finds. Pages of one kind come from one template: they load the same scripts, have the same boxes around their
content and the same buttons, and addresses of the same form. A family leaves the address out: sites that name all their
pages alike, and sites that name no two alike, still have families. Names with digits in them mean an instance and not a
kind, as in DOM paths.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from hubwalk.pages.nesting import shallow
from hubwalk.pages.parse import decode, elements_with_links
from hubwalk.pages.urls import join
from hubwalk.values import Response

EVENT = re.compile(r"\son[a-z]{4,20}\s*=|javascript:", re.IGNORECASE)
_REACTS = "script, form, iframe, frame, object, select, details, button, [contenteditable], [hx-get], [hx-trigger]"
_CONTROLS = (
    "button, select, summary, input, [onclick], [onmouseover], [onchange], [role=button], [role=tab], [role=menuitem], "
    "a[href^='#'], a[href^='javascript:'], a:not([href])"
)
_MOST_CONTROLS = 400  # of a page; a spreadsheet of buttons is one kind all the same
_LEVELS = 3  # below the body: boxes that the template has, not the content
_DATA = ("json", "template", "html", "importmap", "speculationrules")  # types of scripts that do not run
_DIGITS = re.compile(r"\d+")
_HASH = re.compile(r"[0-9a-f]{6,}|(?<=[.\-_])[A-Za-z0-9_-]{8,}(?=\.(?:js|mjs)$)")  # bundlers mark each build so


@dataclass(frozen=True, slots=True)
class Glance:
    """A page before any browser has run it."""

    url: str  # canonical, after redirects
    reacts: bool  # something may happen there that plain HTML does not show
    kind: str  # digest that pages of one template with addresses of one form share
    family: str  # the same, whatever the address
    targets: frozenset[str]  # of its plain links


def glance(response: Response) -> Glance:
    """What plain HTML tells; call it with what the server sent, before a browser has changed it."""
    url = join("", response.url) or response.url
    html = decode(response)
    if not html:
        return Glance(url, reacts=False, kind="", family="", targets=frozenset())
    tree = LexborHTMLParser(shallow(html))
    targets = frozenset(link.target for _, link in elements_with_links(tree, url))
    reacts = tree.css_first(_REACTS) is not None or EVENT.search(html) is not None
    made = [*scripts_of(tree), *_boxes(tree), *_controls(tree)]
    family = _digest(made)
    return Glance(url, reacts, _digest([family, address_form(url)]), family, targets)


def scripts_of(tree: LexborHTMLParser) -> list[str]:
    """Which files a page runs, and whether it has scripts inside; data for scripts do not count."""
    found = set()
    for script in tree.css("script"):
        kind = (script.attributes.get("type") or "").lower()
        if not any(word in kind for word in _DATA):
            source = script.attributes.get("src")
            found.add(f"script {_file_form(source)}" if source else "script")
    return sorted(found)


def _file_form(address: str) -> str:
    name = address.partition("?")[0].rstrip("/").rpartition("/")[2]
    return _DIGITS.sub("0", _HASH.sub("*", name))


def _boxes(tree: LexborHTMLParser) -> list[str]:
    """Names of the elements that stand at the top of the page."""
    found: set[str] = set()
    level = [tree.body] if tree.body is not None else []
    for depth in range(_LEVELS):
        for element in level:
            found |= {f"{depth} {name}" for name in _names(element)}
        level = [child for element in level for child in element.iter()]
    return sorted(found)


def _controls(tree: LexborHTMLParser) -> list[str]:
    """What can be clicked, pointed at or filled in, each look of it once."""
    found: set[str] = set()
    for element in tree.css(_CONTROLS)[:_MOST_CONTROLS]:
        names = _names(element) or ["-"]
        found |= {f"{element.tag} {name}" for name in names}
    return sorted(found)


def _names(element: LexborNode) -> list[str]:
    attributes = element.attributes
    words = f"{attributes.get('id') or ''} {attributes.get('class') or ''}".split()
    return [word for word in words if not _DIGITS.search(word)]


def address_form(url: str) -> str:
    """products/*/*?id of /products/canon/a650?id=7: the first folder, the depth and the parameters, without what names
    one page."""
    parts = urlsplit(url)
    steps = parts.path.split("/")[1:]
    form = ["0" if _DIGITS.search(step) else step for step in steps[:-1][:1]] + ["*"] * max(0, len(steps) - 2)
    ending = steps[-1].rpartition(".")[2] if steps and "." in steps[-1] else ""
    form.append(("*" if steps and steps[-1] else "") + (f".{ending}" if ending.isalpha() else ""))
    names = sorted({part.partition("=")[0] for part in parts.query.split("&") if part})
    return "/".join(form) + (f"?{'&'.join(names)}" if names else "")


def _digest(parts: list[str]) -> str:
    return hashlib.blake2b("\n".join(parts).encode("utf-8", "replace"), digest_size=6).hexdigest()
