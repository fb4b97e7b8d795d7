"""`like`: pages of the samples' kind, whatever makes it a kind. The default.

Nobody says what the samples have in common; `like` finds out. It looks at each page's traits (traits.py) and asks which
of them, alone or together, explain best why it was these pages that the user chose (concepts.py): an address, labels,
places in the page tree, words, a list that names them. The pages that the crawl meets anyway are the background that
makes the difference between a trait of the kind and one of the site. As it grows, what was judged before is judged
again, and revised where the line has moved.

Before there is a background (site_kind.FIRST pages), a page is compared with the samples' template
(template_likeness.py). On a site that no sample is from, all that sites choose for themselves is out of the question:
there a page must say what the samples say, in words, short texts and head (word_profile.py), and the pages that do
stand in for samples of that site as soon as there are a few; from then on, the site's own traits count there too.

What it has learned depends on the samples and on the pages judged, in their order, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hubwalk.errors import UsageError
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.validators.site_kind import LAST, Example, Numbers, SiteKind, number
from hubwalk.validators.sites import site_of
from hubwalk.validators.template_likeness import TemplateLikeness
from hubwalk.validators.traits import HEAD, LABEL, WORD, Places, Trait, describe, lists_on, traits_of
from hubwalk.validators.word_profile import draw_line, make_profile
from hubwalk.values import Page, Revision, Verdict

_PROBABLE = 0.5
# A background of wanted pages alone would seem to be of several kinds, where one merely varies, and nothing in it tells
# the kind from the frame. So it must have some others, or else be so large that the lack of others says something.
_OTHERS = 6  # pages clearly unlike the samples; those lacking are made up, without any trait
_UNLIKE = 0.5  # of the likeness needed: clearly unlike
_LARGE = 50  # pages
_STAND_INS = (3, 20)  # pages of a site that may stand in for samples of it: at least, at most
_TRUSTED = 0.8  # of the likeness needed: what pages of a concept must reach that was found with stand-ins
_MAX_NAMED = 3  # traits in a reason
_DOUBT = 0.3  # probability of a second concept that is worth telling


def make(argument: str, given: Given) -> LikeValidator:
    """See validators/__init__.py."""
    given.refuse_argument("like", argument)
    return LikeValidator(given.samples, given.unlike)


@dataclass(slots=True)
class _OnSite:
    """One site: its pages, and what was said of them."""

    kind: SiteKind
    own: bool  # it has samples of its own
    told: list[bool] = field(default_factory=list)  # accepted, as the driver knows it
    likeness: list[float] = field(default_factory=list)  # to the samples, as a share of what is needed
    stand_ins: dict[str, Example] = field(default_factory=dict)
    trusted: bool = False
    others: int = 0  # pages clearly unlike the samples, counted up to _OTHERS

    @property
    def has_learned(self) -> bool:
        """True if the concepts decide."""
        if not self.own:
            return self.trusted
        return bool(self.kind.concepts) and (self.others >= _OTHERS or self.kind.pages >= _LARGE)


class LikeValidator:
    """Accepts pages that are probably of the samples' kind."""

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = ()) -> None:
        if not samples:
            raise UsageError("validator like: no samples to compare with; give some with --like URL_OR_FILE")
        self._places = Places()
        # The same page given twice would count as proof that nothing about its kind ever differs.
        pages = list({page.html: page for page in samples}.values())
        self._samples = [(site_of(page), self._example(page), page) for page in pages]
        self._unlike = [(site_of(page), self._example(page)) for page in unlike]
        self._template: TemplateLikeness | None = None
        sites = {site for site, _, _ in self._samples}
        if len(sites) == 1:  # what pages of several sites have in common is no template
            self._template = TemplateLikeness([page.html for page in pages])
        said = [self._said(example.traits) for _, example, _ in self._samples]
        self._profile = make_profile(said, [site for site, _, _ in self._samples])
        self._line = draw_line(said, [site for site, _, _ in self._samples])
        self._sites: dict[str, _OnSite] = {}
        self._changed: list[tuple[_OnSite, int]] = []

    # -- judging ------------------------------------------------------------------------------------------------------

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        site, place, verdict = self._meet(page)
        if place >= 0:
            site.told[place] = verdict.accepted
        return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        if page.ok:
            site, place, _ = self._meet(page)
            if place >= 0:
                site.told[place] = verdict.accepted
                self._changed.append((site, place))

    def revisions(self) -> Sequence[Revision]:
        changed, self._changed = self._changed, []
        revised: dict[str, Revision] = {}
        for site, place in changed:
            if not site.has_learned:
                continue
            verdict = self._by_concepts(site, site.kind.row(place))
            if verdict.accepted != site.told[place]:
                site.told[place] = verdict.accepted
                revised[site.kind.urls[place]] = Revision(site.kind.urls[place], verdict)
        return list(revised.values())

    def _meet(self, page: Page) -> tuple[_OnSite, int, Verdict]:
        """Take a page in; what is said of it now."""
        site = self._on(site_of(page))
        traits = traits_of(page, self._places)
        known = site.kind.known
        numbers = [known[trait] for trait in traits & known.keys()] if site.own else [number(*t) for t in traits]
        if site.kind.pages >= LAST and not site.kind.has_met(page.url):
            return site, -1, self._verdict(site, np.array(numbers, np.uint32), page, traits)[0]
        place = site.kind.meet(page.url, numbers, lists_on(page))
        verdict, likeness = self._verdict(site, site.kind.row(place), page, traits)
        if place == len(site.told):
            site.told.append(verdict.accepted)
            site.likeness.append(likeness)
            site.others += site.others < _OTHERS and likeness < _UNLIKE
        if not site.own and likeness >= 1 and len(site.stand_ins) < _STAND_INS[1]:
            site.stand_ins.setdefault(page.url, _as_example(page, traits))
        if site.kind.is_due:
            self._learn(site)
            verdict = self._verdict(site, site.kind.row(place), page, traits)[0]
        return site, place, verdict

    def _verdict(self, site: _OnSite, row: Numbers, page: Page, traits: set[Trait]) -> tuple[Verdict, float]:
        likeness, first = 0.0, Verdict(False)
        if not (site.own and site.has_learned and site.others >= _OTHERS):
            likeness, first = self._first(site, page, traits)
        return (self._by_concepts(site, row) if site.has_learned else first), likeness

    def _first(self, site: _OnSite, page: Page, traits: set[Trait]) -> tuple[float, Verdict]:
        """The verdict without a background, and the likeness as a share of what is needed."""
        if self._template is not None and (site.own or not self._samples[0][0]):
            score, parts = self._template.of(page.html)
            need = self._template.need
            reason = f"{score:.2f} alike: {parts} (needs {need:.2f}, few pages of the site known yet)"
        else:
            said = self._said(traits)
            score, need = self._profile.likeness(said), self._line.need
            shared = ", ".join(key.split("\0")[-1] for key in self._profile.heaviest(said)[: 2 * _MAX_NAMED])
            reason = f"{score:.2f} alike in what it says (needs {need:.2f}): {shared or 'nothing of the samples'}"
        return score / need, Verdict(score >= need, min(1.0, score), one_line(reason))

    def _by_concepts(self, site: _OnSite, row: Numbers) -> Verdict:
        kind = site.kind
        probability = float(kind.probabilities([row])[0])
        accepted = probability >= _PROBABLE
        telling = dict.fromkeys(trait for concept in kind.concepts[:8] for trait in kind.shared_by(concept))
        has = [describe(trait) for trait in telling if kind.has(row, trait)]
        lacks = [describe(trait) for trait in telling if not kind.has(row, trait)]
        shown = [f"has {', '.join(has[:_MAX_NAMED])}"] if has and accepted else []
        shown += [f"lacks {', '.join(lacks[:_MAX_NAMED])}"] if lacks and not accepted else []
        return Verdict(accepted, probability, one_line(f"{probability:.2f} of the samples' kind: {'; '.join(shown)}"))

    # -- learning -----------------------------------------------------------------------------------------------------

    def learn(self, page: Page, accepted: bool) -> None:
        """One more sample, or one more near miss: somebody was asked."""
        example, site = self._example(page), site_of(page)
        if accepted:
            self._samples.append((site, example, page))
        else:
            self._unlike.append((site, example))
        known = self._sites.get(site)
        if known is not None and known.own:
            known.kind.set_samples([sample for where, sample, _ in self._samples if where == site])
            known.kind.unwanted = self._unwanted(site)
            self._learn(known)

    def _learn(self, site: _OnSite) -> None:
        if not site.own:
            if len(site.stand_ins) < _STAND_INS[0]:
                return
            site.kind.set_samples(list(site.stand_ins.values()))
        site.kind.blanks = _OTHERS - site.others
        site.kind.learn()
        if not site.kind.concepts:
            return
        accepted = site.kind.probabilities([site.kind.row(i) for i in range(site.kind.pages)]) >= _PROBABLE
        if not site.own:
            likeness = np.array(site.likeness)
            site.trusted = bool(accepted.any()) and float(np.median(likeness[accepted[: len(likeness)]])) >= _TRUSTED
        self._changed += [(site, i) for i, told in enumerate(site.told) if told != accepted[i]]

    def _on(self, name: str) -> _OnSite:
        found = self._sites.get(name)
        if found is None:
            own = [(example, page) for site, example, page in self._samples if site == name and name]
            kind = SiteKind([example for example, _ in own], self._unwanted(name))
            for _, page in own:
                kind.add_lists(lists_on(page))
            found = self._sites[name] = _OnSite(kind, bool(own))
        return found

    def _unwanted(self, name: str) -> list[Example]:
        return [example for site, example in self._unlike if site == name]

    def _example(self, page: Page) -> Example:
        return _as_example(page, traits_of(page, self._places))

    def _said(self, traits: frozenset[Trait] | set[Trait]) -> list[str]:
        """What does not depend on the site: words, short texts wherever they stand, the head."""
        return [
            "\0".join(trait) for trait in traits if trait[0] in {WORD, HEAD} or (trait[0] == LABEL and not trait[1])
        ]

    # -- what the user should know ------------------------------------------------------------------------------------

    def summary(self) -> str:
        """What makes the kind, site by site, and where the samples leave it open."""
        return "; ".join(line for name, site in self._sites.items() if (line := _summary(name, site)))


def _summary(name: str, site: _OnSite) -> str:
    kind = site.kind
    if not site.has_learned:
        return ""
    best = kind.concepts[0]
    said = ", ".join(describe(trait) for trait in kind.shared_by(best)[:_MAX_NAMED])
    line = f"like: what makes the samples' kind on {name} is {said} ({best.size} of {kind.pages} pages)"
    if best.samples < len(kind.samples):
        line += f"; {len(kind.samples) - best.samples} of {len(kind.samples)} samples do not fit in"
    other = next(
        (c for c in kind.concepts[1:] if c.probability >= _DOUBT and abs(c.size - best.size) > best.size // 5), None
    )
    if other is not None:
        say = ", ".join(describe(trait) for trait in kind.shared_by(other)[:_MAX_NAMED])
        line += (
            f"; it may as well be {say} ({other.size} pages): more samples, or near misses with --unlike, would tell"
        )
    return line


def _as_example(page: Page, traits: set[Trait]) -> Example:
    return Example(frozenset({page.url, page.requested}), frozenset(traits))
