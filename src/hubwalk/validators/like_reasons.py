"""What `like` tells the user: what makes the kind, why a page is of it, and where the samples leave it open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hubwalk.validators.concepts import odds
from hubwalk.validators.link_lists import Numbers
from hubwalk.validators.sample_site import SampleSite
from hubwalk.validators.saved_files import those_among
from hubwalk.validators.site_kind import FIRST, SiteKind
from hubwalk.validators.traits import LIST, WITHOUT, Trait, describe, is_name
from hubwalk.values import Page

_TELLING = ("list", "address", "without", "label", "says", "head", "word", "link", "place")  # in the order of reasons
_TOLD_OF = 8  # concepts, the best ones, whose traits are reasons
_MAX_NAMED = 3  # traits in a reason
_NEARLY_ALL = 0.9
_HARDLY = 0.4  # likeness of samples that are hardly alike
_DOUBT = 0.1  # probability of a second concept that is worth telling


def summary_of(name: str, site: SampleSite) -> str:
    """What makes the kind on one site, and where the samples leave it open."""
    kind = site.kind
    given = len(kind.samples)
    doubt = "; one sample cannot say how much its kind varies, three can" if given == 1 else ""
    if site.template.alike < _HARDLY and not _is_made(site):
        doubt = f"; the samples hardly resemble each other ({site.template.alike:.2f}), are they of one kind?"
    elif kind.pages >= FIRST and sum(site.told) > _NEARLY_ALL * kind.pages and not _is_made(site):
        doubt = f"; nearly every page is like the samples ({sum(site.told)} of {kind.pages}): "
        doubt += "if they are of several kinds, look for one at a time, or show near misses with --unlike"
    if not site.has_learned:
        doubt = _odd(site) or doubt
        return f"like: on {name}{doubt[1:]}" if doubt else ""
    best, sizes = kind.concepts[0], kind.sizes()
    line = f"like: on {name} the samples have in common: {_in_common(site, 0)} ({sizes[0]} of {kind.pages} pages)"
    if site.line:
        line += f", and what they say ({sum(site.told)} of these)"
    if best.samples < given:
        which = [site.samples[place].url for place in kind.left_out()]  # also those that its witnesses speak against
        named = f" ({', '.join(which[:_MAX_NAMED])})" if len(which) == given - best.samples else ""
        line += f"; {given - best.samples} of {given} samples do not fit in{named}, are they of another kind?"
    likely = odds(kind.concepts)
    for number, size in enumerate(sizes[1:], start=1):
        if likely[number] >= _DOUBT and abs(size - sizes[0]) > sizes[0] // 5:
            line += f"; it may as well be: {_in_common(site, number)} ({size} pages)"
            line += ": more samples, near misses with --unlike, or your answers (--validator ask) would tell"
            break
    return line + doubt


def _odd(site: SampleSite) -> str:
    """Samples that are clearly unlike the others. Not asked where the site has told what makes the kind, for that may
    be a folder of pages that look each like none other."""
    if not (odd := [site.samples[place].url for place in site.template.odd]):
        return ""
    are, they = ("is", "it") if len(odd) == 1 else ("are", "they")
    named = ", ".join(odd[:_MAX_NAMED])
    said = f"{len(odd)} of {len(site.samples)} samples {are} unlike the others ({named})"
    return f"; {said}, {are} {they} of another kind?"


def contradictions_of(samples: Sequence[Page], near: Sequence[Page], alike: Sequence[Page]) -> list[str]:
    """What is wrong with the near misses, each with the way out; `alike` are those that have what makes the kind."""
    same = those_among(near, samples)
    said = [f"like: the near miss {page.url} is a sample, too: leave one of them out" for page in same[:1]]
    alike = [page for page in alike if page not in same]
    if alike:
        what = f"near miss {alike[0].url} has" if len(alike) == 1 else f"{len(alike)} near misses have"
        which = "" if len(alike) == 1 else f", as {alike[0].url}"
        said.append(
            f"like: the {what} all that makes the kind{which}, and pages like it are accepted: "
            "leave it out if it is wanted, or show more samples and near misses"
        )
    return said


def _is_made(site: SampleSite) -> bool:
    """True if somebody has put the samples together, by name or in a list: then they are a kind, however they look."""
    kind = site.kind
    if not site.has_learned or kind.concepts[0].samples < len(kind.samples):
        return False
    return any(is_name(trait) or trait[0] == LIST for trait in kind.shared_by(kind.concepts[0]))


def _in_common(site: SampleSite, number: int) -> str:
    return _named(site.kind.shared_by(site.kind.concepts[number]))


def telling_of(kind: SiteKind, row: Numbers, accepted: bool) -> str:
    """Which traits of the best concepts, and of the witnesses of the very best, a page has; or, if it was not accepted,
    which it lacks, or has and should not have."""
    apart = [trait[1:] for trait in kind.shared_by(kind.concepts[0]) if trait[0] == WITHOUT]
    if not accepted and (found := _named(trait for trait in apart if kind.has(row, trait))):
        return f"has {found}, which no sample has"
    telling = dict.fromkeys(trait for concept in kind.concepts[:_TOLD_OF] for trait in kind.shared_by(concept))
    telling |= dict.fromkeys(trait for concept in kind.concepts[:1] for trait in kind.witnesses_of(concept))
    found = _named(trait for trait in telling if kind.has(row, trait) == accepted)
    return found and f"{'has' if accepted else 'lacks'} {found}"


def _named(traits: Iterable[Trait]) -> str:
    """Some of the traits in words, first those that say most to a person."""
    found = dict.fromkeys(describe(trait) for trait in sorted(traits, key=lambda trait: _TELLING.index(trait[0])))
    return ", ".join(list(found)[:_MAX_NAMED])
