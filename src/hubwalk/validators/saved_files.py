"""Samples and near misses that are files: which pages of the crawl they are.

A page that says the same to the letter is the file's, and so is one at the address that the file names
(pages/claimed_address.py). But the address that a site writes into its pages is believed only if the title is the same
there, and none is believed that several files name, or that was given itself: on many sites all pages name one.

Of a page found by its address the content is not taken. What lies there today may be another page, an apology that
there is none, say; and what was shown to be wanted is what was saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hubwalk.pages.claimed_address import Claim, claim_in
from hubwalk.validators.sites import site_at
from hubwalk.values import Page


class SavedFiles:
    """Those of some given pages that are files, until they are found."""

    def __init__(self, given: Sequence[Page], others: Sequence[Page] = ()) -> None:
        """`others` are pages that were given besides, with addresses that are theirs."""
        self._files = {place: page for place, page in enumerate(given) if _is_file(page)}
        self._saying = {page.digest: place for place, page in self._files.items() if page.digest}
        self._claims = _believed(self._files, [*given, *others])

    def found_as(self, page: Page) -> tuple[int, Page] | None:
        """The place of the given page that this one is, and what it is now; told once."""
        if not self._files:
            return None
        place = self._saying.get(page.digest)
        if place is not None:
            self._forget(place)
            return place, page
        for address in (page.url, page.requested):
            place, claim = self._claims.get(_bare(address), (-1, None))
            if claim is not None and self._is_there(claim, place, page):
                found = replace(self._files[place], url=page.url, requested=page.requested)
                self._forget(place)
                return place, found
        return None

    def _is_there(self, claim: Claim, place: int, page: Page) -> bool:
        titled = bool(page.title) and page.title == self._files[place].title
        return titled or (claim.is_of_saver and _bare(page.url) == _bare(claim.url))

    def _forget(self, place: int) -> None:
        del self._files[place]
        self._saying = {digest: other for digest, other in self._saying.items() if other != place}
        self._claims = {address: one for address, one in self._claims.items() if one[0] != place}


def those_among(pages: Sequence[Page], others: Sequence[Page]) -> list[Page]:
    """The pages that are among the others, too, by what they say or by where they are from."""
    known = {mark for other in others for mark in _marks(other)}
    return [page for page in pages if not known.isdisjoint(_marks(page))]


def _marks(page: Page) -> set[str]:
    claim = claim_in(page.html) if _is_file(page) else None
    named = _bare(claim.url) if claim is not None and claim.is_of_saver else ""
    return {_bare(page.url), _bare(page.requested), named, page.digest} - {""}


def _is_file(page: Page) -> bool:
    return not site_at(page.url)


def _believed(files: Mapping[int, Page], given: Sequence[Page]) -> dict[str, tuple[int, Claim]]:
    """The addresses that one file alone names, each with its place."""
    known = {_bare(url) for page in given if not _is_file(page) for url in (page.url, page.requested)}
    claims = [(page, claim) for page in given if _is_file(page) and (claim := claim_in(page.html))]
    saying: dict[str, set[str]] = {}  # copies that say the same may be of one page
    for page, claim in claims:
        saying.setdefault(_bare(claim.url), set()).add(page.digest)
    of_file = {id(page): place for place, page in files.items()}
    return {
        _bare(claim.url): (of_file[id(page)], claim)
        for page, claim in claims
        if id(page) in of_file and len(saying[_bare(claim.url)]) == 1 and _bare(claim.url) not in known
    }


def _bare(url: str) -> str:
    """An address without its scheme and www., which change while a page stays."""
    return url.partition("://")[2].removeprefix("www.")
