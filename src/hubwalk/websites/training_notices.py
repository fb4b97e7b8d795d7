"""What a person should know of a training: examples that contradict each other, and what could not be done as usual."""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.errors import UsageError
from hubwalk.pages.words import whole_text
from hubwalk.values import Page
from hubwalk.websites.fold_error import Errors

_SAME = 0.5  # of a site's pages are also on the other one: then they are one site
_DOUBTFUL = 0.3  # error above which a user is told
_ODD = 0.7  # of the pages of a site that are on the wrong side: then it stands for the other class
_TOLD = 3  # odd sites

Site = Sequence[Page]


def check_contradictions(targets: Sequence[Site], others: Sequence[Site]) -> None:
    """UsageError if a site, under whichever names, is given as wanted and as other."""
    known = {page.html: number for number, site in enumerate(targets) for page in site}
    for other in others:
        shared = [page for page in other if page.html in known and whole_text(page.html).strip()]
        if shared and len(shared) >= _SAME * len(other):
            names = dict.fromkeys((targets[known[shared[0].html]][0].requested, other[0].requested))
            raise UsageError(f"{' and '.join(names)}: the same site is given as wanted and as other; leave one out")


def notices_of(
    targets: Sequence[Site],
    others: Sequence[Site],
    languages: Sequence[str],
    errors: Errors,
    *,
    unknown: int,
    kept: int,
) -> list[str]:
    """Lines for a person."""
    found = [*_background(unknown, kept), *_language(languages), *_few(targets, others, errors)]
    error = sum(errors.of_classes) / 2
    if error > _DOUBTFUL and all(errors.pages):
        found.append(
            f"wanted and other sites are hard to tell apart: {error:.0%} of their pages are classed wrongly when left "
            "out; name more sites of each class, and others that differ more"
        )
    return [*found, *_odd([*targets, *others], len(targets), errors)]


def _background(unknown: int, kept: int) -> list[str]:
    if not unknown:
        return []
    left = f"; {unknown - kept} that are like them were left out" if kept < unknown else ""
    return [f"nothing is known of {unknown} sites: {kept} that are unlike the wanted ones stand for the others{left}"]


def _language(languages: Sequence[str]) -> list[str]:
    from hubwalk.pages.languages import stop_words

    without = [language for language in languages if not stop_words(language)]
    if not without:
        return []
    return [f"no stop words are known for the language {', '.join(without)}: its commonest words count like others"]


def _few(targets: Sequence[Site], others: Sequence[Site], errors: Errors) -> list[str]:
    found = []
    for sites, what, pages in ((targets, "wanted", errors.pages[0]), (others, "other", errors.pages[1])):
        if not pages:
            found.append(f"too few {what} pages to tell how often they are classed wrongly: name more sites")
        elif len(sites) == 1:
            found.append(
                f"there is one {what} site: its own pages were left out in turn to tell the error, which makes that "
                "look smaller than it is; name more sites"
            )
    return found


def _odd(sites: Sequence[Site], targets: int, errors: Errors) -> list[str]:
    """Sites most of whose pages are taken for those of the other class: perhaps they were given the wrong label."""
    found = [(error, number) for number, error in errors.of_sites.items() if error >= _ODD and len(sites[number]) > 1]
    found.sort(key=lambda odd: (-odd[0], odd[1]))
    lines = [
        f"{sites[number][0].requested} looks like {'another' if number < targets else 'a wanted'} site "
        f"({error:.0%} of its pages): is it on the right side?"
        for error, number in found[:_TOLD]
    ]
    return [*lines, f"so do {len(found) - _TOLD} more"] if len(found) > _TOLD else lines
