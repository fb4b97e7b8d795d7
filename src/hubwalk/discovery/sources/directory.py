"""V1: the sites that a branch of a web directory lists.

CROSSMARC (Stamatakis et al. 2003, section 3) takes a branch of Yahoo, the Open Directory and their like and returns the
sites in it; the paper wrote a script for each directory. Here a directory is any tree of pages whose addresses continue
one another: what lies below the branch's address (or continues it by a query string) is a sub-branch or a further page
of the list, what leaves the directory's domain is a listed site. Links marked with @ lead to other branches, as do "see
also" links: neither are followed, unless `symbolic` is set, which follows the former.

Directories whose branches have numbers for addresses (`?cat=17`) cannot be told this way: of them the one page and its
continuations are read.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from hubwalk.discovery.sources.branch import Branch, parents
from hubwalk.discovery.sources.outgoing import Outgoing, domain_of, stands_in_frame
from hubwalk.discovery.sources.source import Fetch, FoundBy, Given
from hubwalk.discovery.sources.walk import Walk, one_page
from hubwalk.errors import UsageError
from hubwalk.graph.pagination import turns_page
from hubwalk.pages.urls import canonical
from hubwalk.values import Link, Page

_NAMES = 8  # of branches that an error lists


class Directory:
    """A source of the sites below one page of a directory."""

    def __init__(self, url: str, given: Given) -> None:
        self.name = f"directory:{url}"
        self._url = url
        self._given = given

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:
        first = one_page(fetch, self._url)
        if not first.ok or Branch(self._url).is_above(first.url):  # some send what they do not have to a page above
            raise _missing(self._url, first, fetch)
        return self._listed(fetch, first)

    def _listed(self, fetch: Fetch, first: Page) -> Iterator[FoundBy]:
        walk: Walk[None] = Walk(fetch, self._given.max_pages - 1)
        branches = [Branch(self._url), Branch(first.url)]
        walk.know(self._url, first.url)
        outgoing = Outgoing(first.url)
        found = followed = 0
        for page in self._pages(walk, first):
            for link in page.links:
                if self._leads_on(branches, link, page):
                    followed += 1
                    walk.add(link.target, None)
            for on, link in outgoing.take(page, list(page.links)):
                found += 1
                yield self._found(on, link)
        if outgoing.is_short_of_pages:
            for url in parents(first.url)[-1:] + parents(first.url)[:-1][:1]:  # the home page, then the one above
                elsewhere = one_page(fetch, url)
                if elsewhere.ok and not any(branch.holds(elsewhere.url) for branch in branches):
                    outgoing.compare(elsewhere)
        for on, link in outgoing.rest():
            found += 1
            yield self._found(on, link)
        if not found and not followed:
            raise UsageError(f"directory {self._url}: lists no sites and has no sub-branches; name a branch that does")
        self._tell(walk)

    @staticmethod
    def _pages(walk: Walk[None], first: Page) -> Iterator[Page]:
        yield first
        for _, page in walk.pages():
            yield page

    def _leads_on(self, branches: list[Branch], link: Link, page: Page) -> bool:
        if any(branch.holds(link.target) for branch in branches):
            return True
        own = domain_of(link.target) == domain_of(self._url)
        if not own or stands_in_frame(link):
            return False
        if self._given.symbolic and link.anchor.rstrip().endswith("@"):
            branches.append(Branch(link.target))
            return True
        return turns_page(link.anchor) and _is_sibling(link.target, page.url)

    def _found(self, page: Page, link: Link) -> FoundBy:
        if link.target == page.url:
            return FoundBy(link.target, self.name, f"listed as {page.requested}")
        called = f' as "{link.anchor[:80]}"' if link.anchor else ""
        return FoundBy(link.target, self.name, f"listed on {page.url}{called}")

    def _tell(self, walk: Walk[None]) -> None:
        if walk.is_cut:
            self._given.on_notice(f"{self.name}: stopped after {self._given.max_pages} pages, there are more")
        if walk.failed:
            page = walk.failed[0]
            said = f"{len(walk.failed)} pages could not be read, the first is {page.url} ({page.error or page.status})"
            self._given.on_notice(f"{self.name}: {said}")


def make_directory(argument: str, given: Given) -> Directory:
    """The source `directory:URL`."""
    if not argument:
        raise UsageError("source directory: which branch? Give its address: directory:http://dir.example/Computers/")
    return Directory(canonical(argument), given)


def _is_sibling(url: str, page: str) -> bool:
    """True if only the last step or the query differs: `list2.html` after `list1.html`."""
    return url.partition("?")[0].rpartition("/")[0] == page.partition("?")[0].rpartition("/")[0]


def _missing(url: str, answer: Page, fetch: Fetch) -> UsageError:
    """Why a branch cannot be had, with the branches that are there."""
    if not answer.status:
        return UsageError(f"directory {url}: {answer.error or 'no answer'}; is the directory there?")
    below = url
    for above in parents(url):
        wanted, below = Branch(below).name, above
        page = one_page(fetch, above)
        if not page.ok:
            continue
        here = Branch(page.url)
        names = {Branch(link.target).name: link.target for link in page.links if _is_child(here, link.target)}
        if near := difflib.get_close_matches(wanted, names, n=1, cutoff=0.5):
            return UsageError(f"directory {url}: no such branch; did you mean {names[near[0]]}?")
        if names:
            some = ", ".join(list(names)[:_NAMES])
            return UsageError(f"directory {url}: no such branch; {page.url} has {some}")
    return UsageError(f"directory {url}: no such branch ({answer.error or f'status {answer.status}'})")


def _is_child(above: Branch, url: str) -> bool:
    return above.holds(url) and Branch(url).name != above.name
