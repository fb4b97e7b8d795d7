"""V1: the sites that the members of a wiki's category link to.

Wikipedia's categories are the directory that is still kept: a category page lists sub-categories and members, a member
links to the site of what it describes. Pages as MediaWiki makes them: what lies in `#mw-subcategories` and `#mw-pages`
is listed, links in the references, in navigation boxes and in the frame are no sites of the members. Other wikis are
read by their addresses: sub-categories have the same word before the colon, members lie in the same folder without one.

CROSSMARC (Stamatakis et al. 2003) knew no such pages; they are V1 in kind. Sub-categories of sub-categories soon leave
the subject, so that they are followed for three levels only.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from urllib.parse import parse_qs, quote, unquote, urlsplit

from hubwalk.discovery.sources.outgoing import Outgoing, domain_of, stands_in_frame
from hubwalk.discovery.sources.source import Fetch, FoundBy, Given
from hubwalk.discovery.sources.walk import Walk, one_page
from hubwalk.errors import UsageError
from hubwalk.pages.parse import shape
from hubwalk.pages.urls import canonical, join
from hubwalk.values import Link, Page

DEPTH = 3  # levels of sub-categories
_SUB, _MEMBERS, _PARENTS = "mw-subcategories", "mw-pages", "catlinks"
_NO_SITE = re.compile(r"references|reflist|navbox|catlinks|authority|mw-editsection|printfooter")
_CONTENT = ("mw-content-text", "bodyContent", "content", "main", "article")
_PAGING = frozenset(("pagefrom", "pageuntil", "subcatfrom", "subcatuntil", "from"))


class Category:
    """A source of the sites of a category's members."""

    def __init__(self, url: str, given: Given) -> None:
        self.name = f"category:{url}"
        self._url = url
        self._given = given
        self._word = title_of(url).partition(":")[0]  # Category, Kategorie, Catégorie ...

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        first = one_page(fetch, self._url)
        listed = self._listed(first) if first.ok else ([], [])
        if not any(listed):
            raise self._missing(first, fetch)
        return self._found(fetch, first)

    def _found(self, fetch: Fetch, first: Page) -> Iterator[FoundBy]:
        walk: Walk[tuple[int, str]] = Walk(fetch, self._given.max_pages - 1)  # level, -1: member; title of the category
        walk.know(self._url, first.url)
        outgoing = Outgoing(first.url)
        ways = {first.url: ""}
        self._go_on(walk, first, 0)
        for (level, category), page in walk.pages():
            if level >= 0:
                self._go_on(walk, page, level)
                continue
            ways[page.url] = category
            for on, link in outgoing.take(page, external(page)):
                yield self._as_found(on, link, ways[on.url])
        for on, link in outgoing.rest():
            yield self._as_found(on, link, ways[on.url])
        if walk.is_cut:
            self._given.on_notice(f"{self.name}: stopped after {self._given.max_pages} pages, there are more")
        if walk.failed:
            self._given.on_notice(f"{self.name}: {len(walk.failed)} pages could not be read")

    def _go_on(self, walk: Walk[tuple[int, str]], page: Page, level: int) -> None:
        title = title_of(page.url)
        below, members = self._listed(page)
        for link in below:
            deeper = level + (title_of(link.target) != title)
            if deeper <= DEPTH:
                walk.add(link.target, (deeper, ""))
        for link in members:
            walk.add(link.target, (-1, title))

    def _listed(self, page: Page) -> tuple[list[Link], list[Link]]:
        """Links to sub-categories (and further pages of this one), and to members."""
        below, members = [], []
        marked = any(_lies_in(link, _SUB) or _lies_in(link, _MEMBERS) for link in page.links)
        for link in page.links:
            if domain_of(link.target) != domain_of(page.url) or stands_in_frame(link) or _lies_in(link, _PARENTS):
                continue
            title = title_of(link.target)
            if _is_paging(link.target) and title == title_of(page.url):
                below.append(link)
            elif title.startswith(f"{self._word}:"):
                if title != title_of(page.url) and (not marked or _lies_in(link, _SUB)):
                    below.append(link)
            elif _lies_in(link, _MEMBERS) or (not marked and title and ":" not in title and _beside(link, page)):
                members.append(link)
        return below, members

    def _as_found(self, page: Page, link: Link, category: str) -> FoundBy:
        return FoundBy(link.target, self.name, f"linked from {page.url}, a member of {category}")

    def _missing(self, answer: Page, fetch: Fetch) -> UsageError:
        if not answer.status:
            return UsageError(f"category {self._url}: {answer.error or 'no answer'}; is the wiki there?")
        title = title_of(self._url)
        names = {}
        all_of_them = special_list(self._url, title)
        page = one_page(fetch, all_of_them) if all_of_them else answer
        if page.ok:
            found = ((title_of(link.target), link.target) for link in page.links)
            names = {name: url for name, url in found if name.startswith(f"{self._word}:") and name != title}
        near = difflib.get_close_matches(title, names, n=1, cutoff=0.6)
        hint = f"did you mean {names[near[0]]}?" if near else "write it as the wiki does, http://.../wiki/Category:Name"
        return UsageError(f"category {self._url}: no such category, or an empty one; {hint}")


def make_category(argument: str, given: Given) -> Category:
    """The source `category:URL`."""
    if not argument:
        raise UsageError(
            "source category: which one? Give its address: category:http://wiki.example/wiki/Category:Laptops"
        )
    url = canonical(argument)
    if ":" not in title_of(url):
        raise UsageError(f"category {url}: not a category; its address ends with Category:Name, in the wiki's language")
    return Category(url, given)


def title_of(url: str) -> str:
    """The title of a wiki page: the parameter `title`, or the last step of the path."""
    parts = urlsplit(url)
    given = parse_qs(parts.query).get("title")
    return (given[0] if given else unquote(parts.path.rpartition("/")[2])).replace(" ", "_")


def external(page: Page) -> list[Link]:
    """The links of a member that may lead to its site: in the content, outside references and boxes."""
    inside = [link for link in page.links if any(_lies_in(link, name) for name in _CONTENT)]
    return [link for link in inside or page.links if not _NO_SITE.search(link.dom_path)]


def special_list(url: str, title: str) -> str:
    """Where a MediaWiki lists its categories around a name; "" if the address is none of a MediaWiki."""
    folder, mark, _ = url.partition("/wiki/")
    word, _, name = title.partition(":")
    return join("", f"{folder}{mark}Special:Categories?from={quote(name[:3])}") if mark and word else ""


def _lies_in(link: Link, name: str) -> bool:
    return any(name in re.split(r"[.#]", step) for step in shape(link.dom_path).split("/"))


def _is_paging(url: str) -> bool:
    return not _PAGING.isdisjoint(parse_qs(urlsplit(url).query))


def _beside(link: Link, page: Page) -> bool:
    """True if it lies in the same folder as the page, or is made by the same script."""
    one, other = urlsplit(link.target), urlsplit(page.url)
    return one.path.rpartition("/")[0] == other.path.rpartition("/")[0] and not parse_qs(one.query).get("action")
