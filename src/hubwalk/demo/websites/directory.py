"""The directory of the web, directory.test: general branches with narrow ones below, as the Open Directory had them.

Links marked with @ lead into other branches, "see also" links do too, and every page ends with the same links to the
directory's own pages and to search engines elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import breadcrumbs, bullets, document, link, section
from hubwalk.demo.site import DemoAnswer, html_answer, redirect
from hubwalk.demo.websites.census import Census
from hubwalk.demo.websites.listed import BRANCH_OF, entries_in, leaves
from hubwalk.demo.websites.outlinks import title_of
from hubwalk.demo.websites.prose import lexicon
from hubwalk.demo.websites.rates import OTHER, TOPICS
from hubwalk.demo.websites.vocabulary import NEXT_TO

HOST = "directory.test"
_LOOKED_FOR = {"Sports": ("horses", "sailing"), "Recreation": ("skate boarding", "astronomy")}
_OWN_PAGES = ("about", "help", "add", "editors")
_SEARCHED_ELSEWHERE = 3  # portals that every page names


class Directory:
    """The directory as a site; a page is made from the census when it is asked for."""

    def __init__(self, census: Census) -> None:
        self._census = census
        self._leaves = leaves()
        self._below: dict[str, list[str]] = {}
        for path in sorted({*self._leaves, *BRANCH_OF.values()}):
            steps = path.split("/")
            for depth in range(len(steps)):
                above, here = "/".join(steps[:depth]), "/".join(steps[: depth + 1])
                if here not in self._below.setdefault(above, []):
                    self._below[above].append(here)

    def branches(self) -> Iterator[str]:
        """Paths of all branches, the top ("") first."""
        todo = [""]
        while todo:
            path = todo.pop()
            yield path
            todo += reversed(self._below.get(path, []))

    def below(self, path: str) -> list[str]:
        return self._below.get(path, [])

    def entries(self, path: str) -> list[tuple[str, str, str]]:
        """URL, title and description of the sites that a branch itself lists."""
        if path not in self._leaves:
            return []
        subject, kind = self._leaves[path]
        return [self._entry(number, subject) for number in entries_in(self._census, subject, kind)]

    def symbolic(self, path: str) -> dict[str, str]:
        """Label -> branch of the links with @: into a topic from where one would look for it, and out of it."""
        found = {_name(BRANCH_OF[topic]): BRANCH_OF[topic] for topic in _LOOKED_FOR.get(path, ())}
        for topic in TOPICS:
            if BRANCH_OF[topic] == path:
                near = NEXT_TO[topic][0]
                found[_name(BRANCH_OF[near])] = BRANCH_OF[near]
        return found

    def related(self, path: str) -> list[str]:
        """Branches that a page names under "see also"."""
        return [BRANCH_OF[near] for topic in TOPICS if BRANCH_OF[topic] == path for near in NEXT_TO[topic][1:]]

    def respond(self, path_and_query: str) -> DemoAnswer:
        asked = path_and_query.partition("?")[0]
        path = asked.strip("/")
        if path in _OWN_PAGES:
            return html_answer(self._page(path.capitalize(), "<p>Volunteers keep this directory.</p>\n"))
        if path not in self._below and path not in self._leaves:
            return html_answer(self._page("Not found", "<p>There is no such branch.</p>\n"), status=404)
        if path and not asked.endswith("/"):
            return redirect(asked + "/", 301)
        steps = path.split("/") if path else []
        trail = [
            ("/" + "".join(f"{step}/" for step in steps[:depth]), _name(steps[depth - 1]) if depth else "Top")
            for depth in range(len(steps))
        ]
        body = breadcrumbs(trail, _name(path)) + self._categories(path) + self._sites(path)
        return html_answer(self._page(_name(path), body))

    def _entry(self, number: int, subject: str) -> tuple[str, str, str]:
        host = self._census.host(number)
        dice = Dice("entry", self._census.seed, number)
        words = lexicon("" if subject == OTHER else subject, "entry", number)
        return f"http://{host}/", title_of(host), f"About {', '.join(dice.some(words.nouns, 3))}."

    def _count(self, path: str) -> int:
        own = 0
        if path in self._leaves:
            own = len(entries_in(self._census, *self._leaves[path]))
        return own + sum(map(self._count, self.below(path)))

    def _categories(self, path: str) -> str:
        items = [f"{link(f'/{below}/', _name(below))} ({self._count(below)})" for below in self.below(path)]
        items += [link(f"/{other}/", f"{label}@") for label, other in self.symbolic(path).items()]
        html = section("Categories", bullets(items), "categories") if items else ""
        related = [link(f"/{other}/", other.replace("/", ": ").replace("_", " ")) for other in self.related(path)]
        return html + (section("See also", bullets(related), "related") if related else "")

    def _sites(self, path: str) -> str:
        items = [f"{link(url, title)} - {escape(said)}" for url, title, said in sorted(self.entries(path))]
        return section("Sites", bullets(items), "sites") if items else ""

    def _page(self, title: str, body: str) -> str:
        census = self._census
        elsewhere = [census.host(census.of_kind(OTHER, "portal", rank)) for rank in range(_SEARCHED_ELSEWHERE)]
        foot = [link(f"/{page}/", page) for page in _OWN_PAGES]
        foot += [link(f"http://{host}/", f"search {title_of(host)}") for host in elsewhere]
        return document(
            title=f"Open Index - {title}", style="", body_html=f'{body}<div class="footer">{" | ".join(foot)}</div>\n'
        )


def _name(path: str) -> str:
    return path.rpartition("/")[2].replace("_", " ") or "Top"
