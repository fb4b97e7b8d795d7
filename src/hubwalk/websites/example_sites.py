"""Example sites as a user names them: web addresses, whose first pages are fetched, and folders of HTML files.

In a folder the home page is the file called index, default or home, or else the first by name; then come the files by
depth and name. What the example sites link to can stand for what is not wanted where nobody says what that is
(background.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hubwalk.config import site_url
from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.pages.site_names import SiteNames
from hubwalk.samples import MAX_SIZE
from hubwalk.values import Page, Response
from hubwalk.websites.first_pages import FIRST, FetchEach, first_pages_of

BACKGROUND_SITES = 40  # that the examples lead to, to tell the wanted ones from where no others are shown
BACKGROUND_PAGES = 5  # of each
_ENDINGS = (".html", ".htm", ".xhtml")
_HOMES = ("index", "default", "home", "welcome")


@dataclass(frozen=True, slots=True)
class Example:
    """An example site as it was read."""

    name: str  # home page, or folder
    pages: tuple[Page, ...]  # the home page first
    problem: str = ""  # why there are none


def home_of(name: str, names: SiteNames) -> str:
    """What stands for an example in all messages: the folder, or the home page of the site."""
    return str(Path(name)) if Path(name).is_dir() else names.site_of(site_url(name))


def by_home(given: Sequence[str], names: SiteNames) -> dict[str, str]:
    """The examples without those that are given twice: key -> home page or folder."""
    found: dict[str, str] = {}
    for name in given:
        home = home_of(name, names)
        key = str(Path(home).resolve()) if Path(home).is_dir() else names.key(home)
        found.setdefault(key, home)
    return found


def read_examples(
    homes: Sequence[str],
    fetch_each: FetchEach,
    names: SiteNames,
    *,
    limit: int = FIRST,
    on_page: Callable[[str, Page], None] = lambda _home, _page: None,
) -> list[Example]:
    """The first pages of all examples, in their order; sites that are down have none."""
    folders = {home: folder_pages(Path(home), limit) for home in homes if Path(home).is_dir()}
    sites = first_pages_of([h for h in homes if h not in folders], fetch_each, names, limit=limit, on_page=on_page)
    read_sites = {site.home: site for site in sites}
    return [
        Example(home, tuple(folders[home]), "" if folders[home] else "it has no HTML file")
        if home in folders
        else Example(home, tuple(read_sites[home].pages), read_sites[home].problem)
        for home in homes
    ]


def folder_pages(folder: Path, limit: int = FIRST) -> list[Page]:
    """The HTML files in and below a folder, the home page first."""
    files = [path for path in folder.rglob("*") if path.suffix.lower() in _ENDINGS and path.is_file()]
    files.sort(key=lambda path: _place(path.relative_to(folder)))
    return [page for page in map(_file_page, files[:limit]) if page.ok]


def _place(path: Path) -> tuple[int, int, str]:
    stem = path.stem.lower()
    return len(path.parts), _HOMES.index(stem) if stem in _HOMES else len(_HOMES), str(path)


def _file_page(path: Path) -> Page:
    url = path.resolve().as_uri()
    try:
        with path.open("rb") as file:
            body = file.read(MAX_SIZE)
    except OSError as error:
        raise UsageError(f"example page {path}: {error.strerror}; mend it or leave it out") from None
    return read(Response(url, url, 200, body, (("content-type", "text/html"),)))


def linked_sites(
    wanted: Mapping[str, Sequence[Page]], names: SiteNames, most: int = BACKGROUND_SITES, more: Sequence[str] = ()
) -> list[str]:
    """Home pages of other sites that pages of the wanted ones lead to, and of `more` URLs: those first that more wanted
    sites know."""
    linking: dict[str, int] = {}
    homes: dict[str, str] = {}
    for site, pages in wanted.items():
        known: dict[str, str] = {}
        for page in pages:
            known |= names.other_sites(site, page)
        for key, home in known.items():
            linking[key] = linking.get(key, 0) + 1
            homes.setdefault(key, home)
    for url in more:
        homes.setdefault(names.key(url), names.site_of(url))
    for site in wanted:
        homes.pop(names.key(site), None)
    best = sorted(homes, key=lambda key: -linking.get(key, 0))  # stable: else in the order of finding
    return [homes[key] for key in best if homes[key].startswith("http")][:most]
