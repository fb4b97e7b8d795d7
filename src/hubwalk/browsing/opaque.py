"""A recorded site under URLs that say nothing, so that only structure and text can guide a crawler.

Every URL of the site becomes its origin and a keyed hash of the canonical URL: the same everywhere, whatever the order
of fetching. HTML is rewritten in place, tag by tag, and not parsed and written out again: on broken pages that would
change the tree, and with it the DOM paths. Links to files that no crawl fetches (images, archives) stay as they are.
"""

from __future__ import annotations

import hashlib
import html
import random
import re
from dataclasses import replace
from html.entities import html5

from hubwalk.pages.parse import decode
from hubwalk.pages.scope import Scope
from hubwalk.pages.urls import join, may_be_html
from hubwalk.values import Response, Site

# A comment or what passes for one, which is skipped, or the beginning of a tag.
_PIECE = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?/][^>]*|<(?P<tag>[a-zA-Z][^\s/>]*)", re.DOTALL)
_LINKING = {"a", "area", "base", "frame", "iframe", "link"}
_TEXT_ONLY = {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"}  # no tags inside
# One attribute as the HTML standard tokenises it (section 13.2.5.32 and following).
_ATTRIBUTE = re.compile(
    r"[\s/]*(?P<name>[^\s/>][^\s/>=]*)(?:\s*=\s*(?P<value>\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z)|[^\s>]+))?", re.DOTALL
)
_TAG_END = re.compile(r"[\s/]*>")
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z0-9]+;?)=?")


class OpaqueUrls:
    """The two-way mapping for one site, and the rewriting of its pages."""

    def __init__(self, entry: str, rng: random.Random) -> None:
        self._own = Scope(Site(entry)).own
        self._origin = "/".join(entry.split("/", 3)[:3])
        self._key = rng.randbytes(16)
        self._hidden: dict[str, str] = {}
        self._real: dict[str, str] = {}

    def hide(self, url: str) -> str:
        """The opaque URL of a canonical one; what lies outside, or is no page, keeps its own."""
        found = self._hidden.get(url)
        if found is None:
            real = self._own(url)
            if not real or not may_be_html(real):
                return url
            mark = hashlib.blake2b(real.encode("utf-8", "replace"), key=self._key, digest_size=10).hexdigest()
            found = self._hidden[url] = f"{self._origin}/{mark}"
            self._real[found] = real
        return found

    def reveal(self, url: str) -> str:
        """The canonical URL behind an opaque one; any other stands for itself."""
        return self._real.get(url, url)

    def rewrite(self, response: Response) -> Response:
        """The response with its own URLs and all links of its HTML hidden. HTML comes out as UTF-8."""
        url = join("", response.url) or response.url
        hidden = replace(response, requested=self.hide(response.requested), url=self.hide(url))
        if response.rendering is not None:
            links = tuple(replace(link, target=self.hide(link.target)) for link in response.rendering.links)
            hidden = replace(hidden, rendering=replace(response.rendering, links=links))
        text = decode(response)
        if not text:
            return hidden
        headers = tuple(pair for pair in response.headers if pair[0].lower() != "content-type")
        body = self._rewrite_html(text, url).encode("utf-8", "replace")
        return replace(hidden, body=body, headers=(*headers, ("Content-Type", "text/html; charset=utf-8")))

    def _rewrite_html(self, text: str, url: str) -> str:
        values = _link_values(text)
        base = next((join(url, value) for tag, _, _, value in values if tag == "base"), "") or url
        pieces, end = [], 0
        for tag, start, stop, value in values:
            target = join(url if tag == "base" else base, value) if value and value[0] != "#" else ""
            hidden = self.hide(target) if target else ""
            if hidden != target:
                pieces += [text[end:start], f'"{hidden}"']
                end = stop
        return "".join(pieces) + text[end:]


def _link_values(text: str) -> list[tuple[str, int, int, str]]:
    """Tag, place and value of every attribute of a page that holds a link."""
    found = []
    end = 0
    while piece := _PIECE.search(text, end):
        end = piece.end()
        tag = (piece["tag"] or "").lower()
        links: dict[str, re.Match[str]] = {}
        while attribute := tag and _ATTRIBUTE.match(text, end):
            end = attribute.end()
            name = attribute["name"].lower()
            if tag in _LINKING and (name == "href" or (name == "src" and tag != "base")):
                links.setdefault(name, attribute)  # of two attributes of one name the first counts
        if tag and not _TAG_END.match(text, end):
            break  # the text ends inside the tag, which is none then
        for link in links.values():
            if value := link["value"]:
                bare = _unescape(value[1:-1] if value[0] in "\"'" else value)
                found.append((tag, link.start("value"), link.end("value"), bare))
        if tag in _TEXT_ONLY:
            close = re.compile(f"</{tag}(?=[\\s/>])", re.IGNORECASE).search(text, end)
            end = close.start() if close else len(text)
    return found


def _unescape(value: str) -> str:
    """Character references as attributes have them: `&copy=1` is a parameter, `&copy;` is not."""
    return _REFERENCE.sub(_character, value) if "&" in value else value


def _character(reference: re.Match[str]) -> str:
    text = reference[0]
    if text[1] == "#":
        return html.unescape(text)
    return html.unescape(text) if text[1:] in html5 else text
