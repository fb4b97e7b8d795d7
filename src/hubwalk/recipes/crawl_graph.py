"""A finished crawl as numbers: its pages, what each links to and where on the page, and which were accepted."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Sequence

from hubwalk.graph.arrays import Interner
from hubwalk.pages.parse import shape
from hubwalk.values import Link, Page


class CrawlGraph:
    """Pages and links of a crawl. A link to a page that was not fetched leads to a page without links."""

    def __init__(
        self, pages: Iterable[Page], accepted: Callable[[str], bool] | Collection[str], starts: Sequence[str]
    ) -> None:
        wanted = accepted if callable(accepted) else accepted.__contains__
        self._urls = Interner()
        self._paths = Interner()
        self._shapes = Interner()
        self._shape_of_path: list[int] = []
        self.targets: set[int] = set()
        self.fetched: set[int] = set()  # also what failed
        self.links: dict[int, array[int]] = {}  # page -> pages it links to, in document order
        self.paths: dict[int, array[int]] = {}  # page -> DOM paths of these links
        self._page_of: dict[int, int] = {}  # address that redirects -> page
        for page in sorted(pages, key=lambda page: (page.url, page.requested)):  # numbers break ties
            self._add(page, wanted)
        self._follow_redirects()
        self.starts = [self._number(url) for url in starts]

    def _add(self, page: Page, wanted: Callable[[str], bool]) -> None:
        asked, number = self._urls.intern(page.requested), self._urls.intern(page.url)
        self.fetched |= {asked, number}
        if not page.ok or page.duplicate_of:
            return
        if asked != number:
            self._page_of.setdefault(asked, number)
        if number in self.links:
            return
        self.links[number] = array("i", [self._urls.intern(link.target) for link in page.links])
        self.paths[number] = array("i", [self._path(link.dom_path) for link in page.links])
        if wanted(page.url):
            self.targets.add(number)

    def _path(self, dom_path: str) -> int:
        number = self._paths.intern(dom_path)
        if number == len(self._shape_of_path):
            self._shape_of_path.append(self._shapes.intern(shape(dom_path)))
        return number

    def _follow_redirects(self) -> None:
        """Links lead to the page where a redirect ends. The recipe names what the site links to, see `asked`."""
        self._asked: dict[int, int] = {}
        if not self._page_of:
            return
        moved = self._page_of
        for links in self.links.values():
            for place, target in enumerate(links):
                if target in moved:
                    links[place] = moved[target]
                    self._asked.setdefault(moved[target], target)

    def _number(self, url: str) -> int:
        number = self._urls.intern(url)
        return self._page_of.get(number, number)

    def url(self, page: int) -> str:
        """The address of a page as links give it."""
        return self._urls.names[self._asked.get(page, page)]

    def path(self, number: int) -> str:
        return self._paths.names[number]

    def shape(self, path: int) -> int:
        return self._shape_of_path[path]

    def shape_name(self, number: int) -> str:
        return self._shapes.names[number]

    def page(self, url: str) -> int:
        """The number of the page behind a URL; -1 if the crawl has not seen it."""
        number = self._urls.find(url)
        return self._page_of.get(number, number)

    def reachable(self, start: int, known: Collection[int]) -> set[int]:
        """The pages that links lead to from a page, itself included, without those that are known."""
        found = {start}.difference(known)
        todo = list(found)
        while todo:
            fresh = {other for other in self.links.get(todo.pop(), ()) if other not in found and other not in known}
            found |= fresh
            todo.extend(fresh)
        return found

    def as_page(self, number: int, *, links: bool = True) -> Page:
        """The page as a recipe is shown it, with or without its links."""
        url = self.url(number)
        if not links:
            return Page(url, url)
        shown = zip(self.links.get(number, ()), self.paths.get(number, ()), strict=True)
        return Page(url, url, links=tuple(Link(self.url(to), "", self.path(at)) for to, at in shown))
