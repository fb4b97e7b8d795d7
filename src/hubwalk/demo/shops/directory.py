"""The directory of the web of shops: branches with sub-branches, as the Open Directory had them, each with its sites.

Editors know a part of the sites only (coverage.py). Beside its sub-branches a page has links marked with @ that lead
into other branches, links to the same branch in other languages, and entries whose sites are gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import breadcrumbs, bullets, document, link, section
from hubwalk.demo.shops.coverage import DEAD_ENTRIES, branches_of, is_listed
from hubwalk.demo.shops.lexicon import LANGUAGES, lexicon
from hubwalk.demo.shops.site import ShopSite
from hubwalk.demo.shops.site_kinds import GENERAL, KINDS, NARROW
from hubwalk.demo.site import DemoAnswer, html_answer, read_visit
from hubwalk.demo.words import surname

HOST = "directory.test"
_SYMBOLIC = {GENERAL: NARROW, "Shopping/Stores": GENERAL}  # branch -> where a link with @ leads

Entries = dict[str, list[tuple[str, str, str]]]  # path of a branch -> URL, title, description


def branch_path(language: str, branch: str) -> str:
    """Where a branch lies in the directory: English at the top, other languages in a world of their own."""
    top = "" if language == "en" else f"/World/{lexicon(language).words['language']}"
    return f"{top}/{branch}/" if branch else f"{top}/"


class Directory:
    """The directory as a site."""

    def __init__(self, sites: Iterable[ShopSite]) -> None:
        self._entries: Entries = {}
        self._below: dict[str, list[str]] = {"/": []}
        for language in LANGUAGES:
            for branch in dict.fromkeys(b for kind in KINDS for b in (*kind.branches, *kind.next_to)):
                self._add(branch_path(language, branch))
        for site in sites:
            if is_listed(site.host):
                self._list(site)

    def _add(self, path: str) -> None:
        while path not in self._entries:
            self._entries[path] = []
            above = path.rstrip("/").rpartition("/")[0] + "/"
            if above != path:
                self._below.setdefault(above, [])
                if path not in self._below[above]:
                    self._below[above].append(path)
            path = above

    def _list(self, site: ShopSite) -> None:
        words = lexicon(site.language)
        what = ", ".join(dict.fromkeys(words.kinds[of.kind][1] for of in site.kind.departments))
        for branch in branches_of(site.host, site.kind):
            path = branch_path(site.language, branch)
            self._entries[path].append((site.home, site.title, what))
            dice = Dice("gone", site.host, branch)
            if dice.percent(DEAD_ENTRIES):
                name = surname(dice.below(26), dice.below(60))
                self._entries[path].append((f"http://{name.lower()}-closed.test/", f"{name} {site.title}", what))

    def respond(self, path_and_query: str) -> DemoAnswer:
        """A page of a branch."""
        path = read_visit(path_and_query).path
        if path not in self._entries:
            return html_answer("<h1>There is no such branch</h1>\n", status=404)
        body = "".join(
            [
                self._trail(path),
                section("Categories", bullets(self._categories(path), "categories"), "categories"),
                self._sites(path),
                self._languages(path),
                f"<p>{link('/', 'Open index')} - {link('http://sponsor.test/', 'our sponsor')}</p>\n",
            ]
        )
        return html_answer(document(title=f"Open index: {_name(path)}", style="", body_html=body))

    def _trail(self, path: str) -> str:
        steps = path.strip("/").split("/") if path != "/" else []
        above = [
            ("/" + "/".join(steps[:n]) + "/" if n else "/", steps[n - 1] if n else "Top") for n in range(len(steps))
        ]
        return breadcrumbs([(href, _name(label)) for href, label in above], _name(path))

    def _categories(self, path: str) -> list[str]:
        links = [f"{link(below, _name(below))} ({self._count(below)})" for below in sorted(self._below.get(path, []))]
        for branch, other in _SYMBOLIC.items():
            if path.endswith(f"/{branch}/"):
                there = path.removesuffix(f"{branch}/") + f"{other}/"
                links.append(link(there, f"{_name(there)}@"))
        return links

    def _count(self, path: str) -> int:
        return len(self._entries[path]) + sum(map(self._count, self._below.get(path, [])))

    def _sites(self, path: str) -> str:
        listed = [
            f"{link(url, title)} - {escape(what, quote=False)}" for url, title, what in sorted(self._entries[path])
        ]
        return section("Sites", bullets(listed, "sites"), "sites") if listed else ""

    def _languages(self, path: str) -> str:
        found: Mapping[str, str] = {
            lexicon(language).words["language"]: branch_path(language, branch)
            for language in LANGUAGES
            for branch in (GENERAL, NARROW)
            if path.endswith(f"/{branch}/") and branch_path(language, branch) != path
        }
        links = [link(there, language) for language, there in found.items()]
        return section("This category in other languages", bullets(links), "languages") if links else ""


def _name(path: str) -> str:
    return path.strip("/").rpartition("/")[2].replace("_", " ") or "Top"
