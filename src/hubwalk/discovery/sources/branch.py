"""A branch of a directory of links: which addresses continue it, and what it is called."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from hubwalk.discovery.sources.walk import address_key
from hubwalk.pages.urls import join

_INDEX = re.compile(r"/(index|default|home)\.\w{2,5}$", re.IGNORECASE)
_ENDING = re.compile(r"\.(html?|php\d?|aspx?|jsp|shtml)$", re.IGNORECASE)
# Views of the same list, and things to do with it. A page that turns a list is told by its anchor, before this.
_VIEWS = frozenset(
    """
    sort order orderby dir lang language hl locale print format view style theme action add edit login user session
    report share feed rss q query search
    """.split()  # noqa: SIM905  # a list of words reads better
)


class Branch:
    """The part of a directory below one of its pages, by address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._stem = _stem(url)

    def holds(self, url: str) -> bool:
        """True for the branch itself, the further pages of its list, and what lies below it."""
        address = unquote(address_key(url))
        if "?" in self._stem:
            inside = address.startswith((f"{self._stem}/", f"{self._stem}&"))
        else:
            inside = address.startswith(f"{self._stem}/") or _plain(address.partition("?")[0]) == self._stem
        return _stem(url) == self._stem or (inside and not _is_view(url))

    def is_above(self, url: str) -> bool:
        """True if the branch lies below `url`, and is not it."""
        above = _stem(url)
        return self._stem != above and self._stem.startswith(f"{above}/")

    @property
    def name(self) -> str:
        """The last step of its address."""
        return self._stem.rpartition("/")[2]


def _stem(url: str) -> str:
    """An address without what makes it a page: index.html, the last slash, the ending."""
    address = unquote(address_key(url))
    return address.rstrip("/") if "?" in address else _plain(address)


def _plain(path: str) -> str:
    return _ENDING.sub("", _INDEX.sub("/", path).rstrip("/"))


def _is_view(url: str) -> bool:
    keys = [part.partition("=")[0].lower() for part in urlsplit(url).query.split("&")]
    return any(key in _VIEWS for key in keys)


def parents(url: str) -> list[str]:
    """The pages above a branch, the nearest first, the directory's home page last."""
    parts = urlsplit(url)
    home = f"{parts.scheme}://{parts.netloc}/"
    found = []
    if parts.query:
        stem = url.rstrip("/")
        while "/" in stem.rpartition("=")[2]:
            stem = stem.rpartition("/")[0]
            found.append(stem)
        found.append(f"{home}{parts.path.lstrip('/')}")
    steps = _INDEX.sub("/", parts.path).strip("/").split("/")[:-1]
    found += [f"{home}{'/'.join(steps[:n])}/" for n in range(len(steps), 0, -1)]
    return list(dict.fromkeys(join("", above) for above in [*found, home] if join("", above) != url))
