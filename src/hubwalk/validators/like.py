"""`like`: pages of the samples' kind, whatever makes it a kind. The default.

Nobody says what the samples have in common; `like` finds out. It looks at each page's traits (traits.py) and asks which
of them, alone or together, explain best why it was these pages that the user chose (concepts.py): an address, labels,
places in the page tree, words, a list that names them. The pages that the crawl meets anyway are the background that
makes the difference between a trait of the kind and one of the site. As it grows, what was judged before is judged
again, and revised where the line has moved.

Before there is a background (site_kind.FIRST pages), a page is compared with the samples' template
(template_likeness.py). On a site that no sample is from, all that sites choose for themselves is out of the question:
there a page must show the attributes that the samples show (table.py), or say what they say (text.py). Samples that are
files without an address are taken to be of every site that has their places.

What it has learned depends on the samples and on the pages judged, in their order, and on nothing else. The method is
ours; that small kinds come first is the size principle of Tenenbaum and Griffiths (2001), see concepts.py.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Sequence
from dataclasses import replace

from hubwalk.errors import SampleError
from hubwalk.pages.words import whole_text, words
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.combine import combine
from hubwalk.validators.given import Given
from hubwalk.validators.like_reasons import contradictions_of, summary_of, telling_of
from hubwalk.validators.link_lists import Numbers
from hubwalk.validators.sample_site import LARGE, OTHERS, SampleSite
from hubwalk.validators.saved_files import SavedFiles
from hubwalk.validators.sayings import Sayings
from hubwalk.validators.site_kind import FIRST, LAST, Example, SiteKind
from hubwalk.validators.sites import site_at, site_of
from hubwalk.validators.template_likeness import TemplateLikeness
from hubwalk.validators.traits import PLACE, Places, traits_of
from hubwalk.values import Page, Revision, Verdict

_PROBABLE = 0.5
_OWN = 2  # samples of a site that say more about it than any number of others
_ATTRIBUTES = 5  # that every sample must show for its kind to be told by them elsewhere
_SAME_SITE = 0.5  # of the samples' places: a site that has them is where the samples are from
_BLANKS = 1  # pages without any trait that are made up where there are fewer others; with two, all pages seem a kind
_UNLIKE = 0.5  # of the likeness needed: clearly unlike
_KEPT = 60  # pages of the samples' sites that sites without samples are compared with


def make(argument: str, given: Given) -> LikeValidator:
    """See validators/__init__.py."""
    given.refuse_argument("like", argument)
    # An address tells what a page without a text is like; a file that has neither is like every page.
    if given.samples and not any(site_of(page) or words(whole_text(page.html)) for page in given.samples):
        raise SampleError(
            "validator like: the samples have no text and no address; "
            "save pages that scripts fill in from a browser, or give their addresses and --browser headless"
        )
    return LikeValidator(given.samples, given.unlike)


class LikeValidator:
    """Accepts pages that are probably of the samples' kind."""

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = ()) -> None:
        if not samples:
            raise SampleError("validator like: no samples to compare with; give some with --like URL_OR_FILE")
        self._places = Places()
        # The same page given twice would count as proof that nothing about its kind ever differs.
        self._samples = list({page.html: page for page in samples}.values())
        self._wanted: list[Page] = []  # further ones, see learn
        self._asked: set[str] = set()  # pages that somebody was asked about
        self._has_rivals = False
        self._unlike = list(unlike)
        self._denied = _addresses(unlike) - _addresses(samples)
        self._unplaced, self._nowhere = SavedFiles(self._samples, unlike), SavedFiles(unlike, self._samples)
        self._examples: dict[int, Example] = {}  # of samples and near misses, by identity
        self._sites: dict[str, SampleSite] = {}
        self._strange: set[str] = set()  # sites that no sample is from
        self._elsewhere: Validator | None = None  # made when there is such a site
        self._kept: dict[str, tuple[Page, Verdict] | None] = {}  # pages of the samples' sites, for it to learn from
        self._changed: list[tuple[SampleSite, int]] = []
        self._again: dict[str, tuple[bool, Verdict]] = {}  # see _judge_again: as the driver knows it, and as it is now

    # -- judging ------------------------------------------------------------------------------------------------------

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        self._recognise(page)
        site = self._on(site_of(page))
        if site is None:
            self._again.pop(page.url, None)
            return self._unless_denied(page.url, self._judge_elsewhere().judge(page))
        place, verdict = self._meet(site, page)
        verdict = self._unless_denied(page.url, verdict)
        if place >= 0:
            site.told[place] = verdict.accepted
        self._keep(page, verdict)
        return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        if not page.ok:
            return
        self._recognise(page)
        site = self._on(site_of(page))
        if site is None:
            elsewhere = self._judge_elsewhere()
            if isinstance(elsewhere, LearningValidator):
                elsewhere.remember(page, verdict)
            return
        place, _ = self._meet(site, page)
        if place >= 0:
            site.told[place] = verdict.accepted
            self._changed.append((site, place))
        self._keep(page, verdict)

    def revisions(self) -> Sequence[Revision]:
        changed, self._changed = self._changed, []
        revised: list[Revision] = []
        for site, place in changed:
            if site.has_learned:
                url = site.kind.urls[place]
                verdict = self._by_concepts(site, site.kind.row(place), site.likeness[place])
                verdict = self._unless_denied(url, verdict)
                if verdict.accepted != site.told[place]:
                    site.told[place] = verdict.accepted
                    revised.append(Revision(url, verdict))
        learned = self._elsewhere.revisions() if isinstance(self._elsewhere, LearningValidator) else ()
        for one in learned:
            if one.url in self._denied:  # whatever it is there, it was refused and stays so
                continue
            if one.url in self._again:
                self._again[one.url] = (self._again[one.url][0], one.verdict)
            elif one.url not in self._kept:
                revised.append(one)
        again = {url: said for url, (told, said) in self._again.items() if told != said.accepted}
        self._again.update((url, (said.accepted, said)) for url, said in again.items())
        return [*(Revision(url, said) for url, said in again.items()), *revised]

    def _recognise(self, page: Page) -> None:
        """A sample or a near miss that was given as a file has an address from now on, and whatever else a page has by
        it."""
        if (found := self._unplaced.found_as(page)) is not None:
            if found[1] is page:  # to the letter: the samples are from here, whatever the first pages were like
                self._strange.discard(site_of(page))
            self._place_sample(*found)
        if (found := self._nowhere.found_as(page)) is None or page.url in _addresses(self._samples):
            return
        self._unlike[found[0]] = found[1]
        self._denied |= _addresses([page])
        name = site_of(page)
        if name in self._sites:
            self._sites[name].kind.unwanted = self._unwanted_on(name, self._sites[name].sayings)

    def _place_sample(self, place: int, page: Page) -> None:
        before, self._samples[place] = self._samples[place], page
        self._denied -= _addresses([page])
        site = self._on(site_of(page))
        if site is not None:
            site.unsure = None
            site.samples = [page if sample is before else sample for sample in site.samples]
            site.kind.take_addresses(page.url)
            site.kind.set_samples(self._examples_of(site.samples, site.sayings))

    def _meet(self, site: SampleSite, page: Page) -> tuple[int, Verdict]:
        """Take a page in; its number, -1 if there are too many, and what is said of it now."""
        kind = site.kind
        numbers, likeness = site.numbers_of(traits_of(page, self._places))
        if kind.pages >= LAST and not kind.has_met(page.url):
            return -1, self._verdict(site, kind.row_of(page.url, numbers), likeness, page)
        place = kind.meet(page, numbers)
        verdict = self._verdict(site, kind.row(place), likeness, page)
        if site.unsure is not None:
            site.unsure.append(page)
        if place == len(site.told):
            site.told.append(verdict.accepted)
            site.likeness.append(likeness)
        site.likeness[place] = likeness
        if site.can_learn and kind.is_due:
            self._learn(site)
            verdict = self._by_concepts(site, kind.row(place), likeness) if site.has_learned else verdict
        return place, verdict

    def _verdict(self, site: SampleSite, row: Numbers, likeness: float, page: Page) -> Verdict:
        if site.has_learned and (site.others >= OTHERS or site.kind.pages > LARGE):
            return self._by_concepts(site, row, likeness)
        score, parts = site.template.of(page.html)
        need = site.template.need
        site.others += site.others < OTHERS and score < _UNLIKE * need
        if site.has_learned:
            return self._by_concepts(site, row, likeness)
        reason = f"{score:.2f} alike: {parts} (needs {need:.2f}; {site.kind.pages} pages of the site known)"
        return Verdict(score >= need, score, reason)

    def _by_concepts(self, site: SampleSite, row: Numbers, likeness: float) -> Verdict:
        kind = site.kind
        probability = kind.probability(row)
        if probability >= _PROBABLE and likeness < site.line:
            said = f"says other things than the samples: {likeness:.2f} alike (needs {site.line:.2f})"
            return Verdict(False, min(probability, likeness) * _PROBABLE, f"looks like the samples, but {said}")
        accepted = probability >= _PROBABLE
        telling = telling_of(kind, row, accepted)
        said = f"{probability:.2f} of the samples' kind{telling and f': {telling}'}"
        return Verdict(accepted, probability, one_line(said))

    def _unless_denied(self, url: str, verdict: Verdict) -> Verdict:
        return Verdict(False, 0.0, "given as a near miss") if verdict.accepted and url in self._denied else verdict

    def finish(self, site: str) -> None:
        """No page of a site comes any more: what is said of it is to rest on all of them."""
        known = self._sites.get(site_at(site))
        if known is not None and known.can_learn and known.kind.has_more:
            self._learn(known)

    def doubt(self, url: str) -> float | None:
        """How much is in doubt about a page as things are now, from 0 to 1; None where nobody knows. See ask.py."""
        site = self._sites.get(site_at(url))
        return site.kind.doubt(url) if site is not None and site.has_learned and site.kind.has_met(url) else None

    def expect_questions(self) -> None:
        """Somebody can be asked: less probable kinds are kept as well, for `most_telling`."""
        self._has_rivals = True
        for site in self._sites.values():
            site.kind.has_rivals = True

    def most_telling(self, urls: Collection[str], *, sceptical: bool = False) -> tuple[str, int] | None:
        """Of these pages the one whose label would tell most, and on how many others' verdicts it bears."""
        urls = set(urls) - _addresses(self._samples) - self._denied  # of these it was told
        learned = [site.kind for site in self._sites.values() if site.has_learned]
        found = [kind.most_telling(urls, sceptical=sceptical) for kind in learned]
        best = max(filter(None, found), key=lambda one: one.gain, default=None)
        return (best.url, best.hanging) if best is not None else None

    # -- learning -----------------------------------------------------------------------------------------------------

    def learn(self, page: Page, accepted: bool) -> bool:
        """One more sample, or one more near miss: somebody was asked. False if it is from a site that no sample is
        from: nothing is learned from it then."""
        name = site_of(page)
        known = self._sites.get(name)
        if known is None:
            return False
        (known.samples if accepted else self._unlike).append(page)
        self._asked.add(page.url)
        self._wanted += [page] if accepted else []
        self._denied = self._denied - {page.url} if accepted else self._denied | {page.url}
        known.kind.set_samples(self._examples_of(known.samples, known.sayings))
        known.kind.unwanted = self._unwanted_on(name, known.sayings)
        if known.can_learn:
            self._learn(known)
        return True

    def _learn(self, site: SampleSite) -> None:
        site.kind.blanks = _BLANKS if site.others < OTHERS else 0
        site.kind.learn()
        site.has_learned = bool(site.kind.concepts)
        if site.has_learned:
            looks = (site.kind.probabilities() >= _PROBABLE).tolist()
            own = _addresses(site.samples)  # they are like themselves, and would make a group
            judged = zip(site.kind.urls, site.likeness, looks, strict=True)
            accepted = [value for url, value, like in judged if like and url not in own]
            wanted = [self._example(page).traits for page in site.samples if page.url in self._asked]
            site.line = site.sayings.divide(accepted, [site.sayings.likeness(traits) for traits in wanted])
            for place, (told, like) in enumerate(zip(site.told, looks, strict=True)):
                if told != (like and site.likeness[place] >= site.line):
                    self._changed.append((site, place))

    # -- sites --------------------------------------------------------------------------------------------------------

    def _on(self, name: str) -> SampleSite | None:
        """The site of that name; None if no sample is from there."""
        if name in self._strange:
            return None
        site = self._sites.get(name)
        if site is None:
            own = self._samples_on(name)
            if not own:
                self._strange.add(name)
                return None
            sayings = Sayings([self._example(page).traits for page in own])
            kind = SiteKind(self._examples_of(own, sayings), self._unwanted_on(name, sayings))
            kind.has_rivals = self._has_rivals
            for page in own:
                kind.add_lists(page)
            site = SampleSite(own, kind, TemplateLikeness([page.html for page in own]), sayings)
            site.unsure = None if any(site_of(page) == name for page in own) else []
            self._sites[name] = site
        elif site.unsure is not None and site.kind.pages >= FIRST:
            first, site.unsure = site.unsure, None
            if not _is_home(site):
                del self._sites[name]
                self._strange.add(name)
                self._judge_again(site, first)
                return None
        return site

    def _judge_again(self, site: SampleSite, pages: Sequence[Page]) -> None:
        """The first pages of a site that is not where the samples are from."""
        for page in pages:
            self._kept.pop(page.url, None)
        elsewhere = self._judge_elsewhere()
        told = dict(zip(site.kind.urls, site.told, strict=True))
        for page in pages:
            self._again[page.url] = (told[page.url], self._unless_denied(page.url, elsewhere.judge(page)))

    def _samples_on(self, name: str) -> list[Page]:
        """The samples of a site; those without an address may be from anywhere."""
        own = [page for page in self._samples if site_of(page) in {name, ""}]
        return own if len(own) >= min(_OWN, len(self._samples)) else []

    def _examples_of(self, samples: Sequence[Page], sayings: Sayings) -> list[Example]:
        found = []
        for i, page in enumerate(samples):
            one, asked = self._example(page), page.url in self._asked
            said = sayings.traits(sayings.likeness(one.traits)) if asked else sayings.of_sample(i)
            found.append(replace(one, traits=one.traits.union(said), asked=asked))
        return found

    def _unwanted_on(self, name: str, sayings: Sayings) -> list[Example]:
        near = [self._example(page) for page in self._unlike if site_of(page) in {name, ""}]
        return [replace(one, traits=one.traits | {*sayings.traits(sayings.likeness(one.traits))}) for one in near]

    def _judge_elsewhere(self) -> Validator:
        if self._elsewhere is None:
            self._elsewhere = _make_elsewhere([*self._samples, *self._wanted], self._unlike)
            if isinstance(self._elsewhere, LearningValidator):
                for kept in filter(None, self._kept.values()):
                    self._elsewhere.remember(*kept)
            self._kept = dict.fromkeys(self._kept)
        return self._elsewhere

    def _keep(self, page: Page, verdict: Verdict) -> None:
        if self._elsewhere is None and len(self._kept) < _KEPT:
            self._kept.setdefault(page.url, (page, verdict))

    def _example(self, page: Page) -> Example:
        found = self._examples.get(id(page))
        if found is None:
            traits = frozenset(traits_of(page, self._places))
            found = self._examples[id(page)] = Example(frozenset({page.url, page.requested}), traits)
        return found

    # -- what the user should know ------------------------------------------------------------------------------------

    def summary(self) -> str:
        """What makes the kind, site by site, and where the samples leave it open."""
        lines = [line for name, site in self._sites.items() if (line := summary_of(name, site))]
        near = [page for page in self._unlike if page.url not in self._asked]
        lines += contradictions_of(self._samples, near, [page for page in near if self._is_like(page)])
        if self._strange:
            where = next(iter(self._strange)) if len(self._strange) == 1 else f"{len(self._strange)} sites"
            own = any(site_of(page) in self._strange for page in self._samples)
            few, more = ("one sample at most", "two samples") if own else ("no sample", "a sample")
            said = "pages there must show the attributes of the samples, or say what they say"
            lines.append(f"like: {few} is from {where}: {said}; {more} of the site itself would tell more")
        return "; ".join(lines)

    def _is_like(self, near: Page) -> bool:
        """True if a near miss would be accepted, were it not one."""
        for site in (self._sites[name] for name in self._sites if site_of(near) in {name, ""}):
            numbers, likeness = site.numbers_of(self._example(near).traits)
            if site.has_learned and self._by_concepts(site, site.kind.row_of(near.url, numbers), likeness).accepted:
                return True
        return False


def _addresses(pages: Sequence[Page]) -> set[str]:
    return {url for page in pages for url in (page.url, page.requested)}


def _is_home(site: SampleSite) -> bool:
    """True unless the site shows that it is not where the samples are from."""
    places = [number for trait, number in site.kind.known.items() if trait[0] == PLACE]
    return site.kind.seen(places) >= _SAME_SITE * len(places)


def _make_elsewhere(samples: Sequence[Page], unlike: Sequence[Page]) -> Validator:
    """For sites that no sample is from: what shows the samples' attributes, or says what they say."""
    from hubwalk.validators.table import TableValidator  # what is not needed for the samples' own sites
    from hubwalk.validators.text import make as make_text

    parts: dict[str, Validator] = {}
    with contextlib.suppress(SampleError):  # no attributes: then it is not these that make the kind
        table = TableValidator(samples, unlike)
        if table.shown >= _ATTRIBUTES:
            parts["table"] = table
    with contextlib.suppress(SampleError):  # no words in common
        parts["text"] = make_text("", Given(samples, unlike))
    return combine("any_of", parts) if parts else _Nothing()


class _Nothing:
    """Where nothing can be said."""

    def judge(self, page: Page) -> Verdict:  # noqa: ARG002
        return Verdict(False, 0.0, "no sample is from this site, and the samples have no words in common")
